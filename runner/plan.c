// SPDX-License-Identifier: GPL-3.0-or-later
/* The plan: which runs, in which order; and what of it an earlier sitting has done. */
#include "runner/runner.h"

#include "runner/offsets.h"

#include <string.h>

#define MAX_STEPS   1000000
#define MAX_BUFFERS (G_GUINT64_CONSTANT(4) << 30)

static void free_target(gpointer data) {
  IodTarget *target = data;
  g_free(target->name);
  g_free(target->path);
  g_free(target);
}

IodPlan *iod_plan_new(void) {
  IodPlan *plan = g_new0(IodPlan, 1);
  plan->targets = g_ptr_array_new_with_free_func(free_target);
  plan->jobs = g_array_new(FALSE, FALSE, sizeof(IodJob));
  iod_settings_init(&plan->settings);
  plan->runs = 5;
  plan->labels = iod_labels_new();
  plan->overwrite = g_ptr_array_new_with_free_func(g_free);
  plan->destroy = g_ptr_array_new_with_free_func(g_free);
  plan->steps = g_array_new(FALSE, FALSE, sizeof(IodStep));
  return plan;
}

void iod_plan_free(IodPlan *plan) {
  if (plan == NULL) return;
  g_ptr_array_unref(plan->targets);
  g_array_unref(plan->jobs);
  iod_labels_free(plan->labels);
  g_ptr_array_unref(plan->overwrite);
  g_ptr_array_unref(plan->destroy);
  g_array_unref(plan->steps);
  g_free(plan);
}

static gboolean refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean refuse(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message);
  return FALSE;
}

gboolean iod_plan_add_target(IodPlan *plan, const char *text, GError **error) {
  const char *equals = strchr(text, '=');
  const char *slash = strchr(text, '/');
  /* ./a=b is a path. */
  if (equals != NULL && slash != NULL && slash < equals) equals = NULL;
  g_autofree char *name = equals != NULL ? g_strndup(text, (gsize)(equals - text)) : g_strdup(text);
  const char *path = equals != NULL ? equals + 1 : text;
  if (name[0] == '\0' || path[0] == '\0') return refuse(error, "target '%s': it is PATH or NAME=PATH", text);
  for (guint i = 0; i < plan->targets->len; i++) {
    const IodTarget *other = plan->targets->pdata[i];
    if (strcmp(other->name, name) == 0) return refuse(error, "two targets are called '%s'", name);
    if (strcmp(other->path, path) == 0) return refuse(error, "%s is a target twice", path);
  }
  IodTarget *target = g_new0(IodTarget, 1);
  target->name = g_steal_pointer(&name);
  target->path = g_strdup(path);
  target->named = equals != NULL;
  g_ptr_array_add(plan->targets, target);
  return TRUE;
}

static gboolean check_job(const IodJob *job, GError **error) {
  g_autofree char *text = iod_job_text(job);
  if (job->rwmixread > 100) return refuse(error, "--rwmixread %u: it is a percentage", job->rwmixread);
  if (job->fsync > 0 && !iod_rw_writes(job->rw))
    return refuse(error, "%s: nothing is written, so nothing to sync", text);
  if ((guint64)job->iodepth * job->numjobs * job->block_size > MAX_BUFFERS) {
    return refuse(error, "%s would need over 4 GiB of buffers", text);
  }
  return TRUE;
}

/* Each of the paths that may be written has to be a target: a slip in spelling must not go unseen. */
static gboolean check_spelled(const IodPlan *plan, const GPtrArray *paths, const char *option,
                              GError **error) {
  for (guint i = 0; i < paths->len; i++) {
    gboolean found = FALSE;
    for (guint j = 0; j < plan->targets->len; j++) {
      const IodTarget *target = plan->targets->pdata[j];
      found = found || strcmp(target->path, paths->pdata[i]) == 0;
    }
    if (!found) return refuse(error, "%s %s: no target is spelled so", option, (char *)paths->pdata[i]);
  }
  return TRUE;
}

static gboolean check(const IodPlan *plan, GError **error) {
  const IodSettings *settings = &plan->settings;
  gboolean writes = FALSE;
  if (plan->targets->len == 0) return refuse(error, "no target: name a folder, a file or a block device");
  if (plan->jobs->len == 0) return refuse(error, "no job: name one with --rw, or a --preset");
  if (settings->runtime == 0 && settings->ios == 0)
    return refuse(error, "--runtime or --ios has to end a run");
  if (plan->runs == 0) return refuse(error, "--runs 0 would measure nothing");
  guint64 steps = (guint64)plan->runs * plan->jobs->len * plan->targets->len;
  if (steps > MAX_STEPS) return refuse(error, "%" G_GUINT64_FORMAT " runs are too many", steps);
  for (guint i = 0; i < plan->jobs->len; i++) {
    const IodJob *job = &g_array_index(plan->jobs, IodJob, i);
    if (!check_job(job, error)) return FALSE;
    writes = writes || iod_rw_writes(job->rw);
  }
  if (settings->verify && !writes)
    return refuse(error, "--verify: nothing is written that could be verified");
  return check_spelled(plan, plan->overwrite, "--overwrite", error) &&
         check_spelled(plan, plan->destroy, "--destroy", error);
}

/* Fisher and Yates. */
static void shuffle(GArray *order, guint64 seed) {
  guint *place = (guint *)(gpointer)order->data;
  for (guint i = 0; i < order->len; i++) place[i] = i;
  for (guint i = order->len; i > 1; i--) {
    guint j = (guint)(iod_random_at(seed, i) % i);
    guint swapped = place[i - 1];
    place[i - 1] = place[j];
    place[j] = swapped;
  }
}

static GArray *new_order(guint count) {
  GArray *order = g_array_new(FALSE, TRUE, sizeof(guint));
  return g_array_set_size(order, count);
}

static void add_round(IodPlan *plan, guint round) {
  guint64 seed = iod_random_at(plan->settings.seed, round);
  g_autoptr(GArray) jobs = new_order(plan->jobs->len);
  g_autoptr(GArray) targets = new_order(plan->targets->len);
  shuffle(jobs, seed);
  for (guint i = 0; i < jobs->len; i++) {
    shuffle(targets, iod_random_at(seed, i));
    for (guint j = 0; j < targets->len; j++) {
      IodStep step = {
          .round = round, .job = g_array_index(jobs, guint, i), .target = g_array_index(targets, guint, j)};
      g_array_append_val(plan->steps, step);
    }
  }
}

gboolean iod_plan_finish(IodPlan *plan, GError **error) {
  if (!check(plan, error)) return FALSE;
  g_array_set_size(plan->steps, 0);
  for (guint round = 0; round < plan->runs; round++) add_round(plan, round);
  return TRUE;
}

static void append_time(GString *text, const char *name, gint64 nanoseconds) {
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  if (nanoseconds > 0) {
    g_string_append_printf(text, "; %s %ss", name, iod_number_text((double)nanoseconds / 1e9, number));
  }
}

static void append_settings(GString *text, const IodSettings *settings) {
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *size = iod_size_text(settings->size);
  g_string_append_printf(text, "; size %s", settings->size > 0 ? size : "default");
  append_time(text, "runtime", settings->runtime);
  append_time(text, "ramp-time", settings->ramp_time);
  if (settings->ios > 0) g_string_append_printf(text, "; ios %" G_GUINT64_FORMAT, settings->ios);
  if (settings->rate > 0) g_string_append_printf(text, "; rate %s", iod_number_text(settings->rate, number));
  g_string_append_printf(text, "; seed %" G_GUINT64_FORMAT "; direct %d%s", settings->seed, settings->direct,
                         settings->verify ? "; verify" : "");
}

char *iod_plan_options(const IodPlan *plan) {
  g_autoptr(GString) text = g_string_new("targets");
  for (guint i = 0; i < plan->targets->len; i++) {
    const IodTarget *target = plan->targets->pdata[i];
    g_string_append(text, i > 0 ? ", " : " ");
    if (target->named) g_string_append_printf(text, "%s=", target->name);
    g_string_append(text, target->path);
  }
  g_string_append(text, "; jobs");
  for (guint i = 0; i < plan->jobs->len; i++) {
    g_autofree char *job = iod_job_text(&g_array_index(plan->jobs, IodJob, i));
    g_string_append_printf(text, "%s %s", i > 0 ? "," : "", job);
  }
  append_settings(text, &plan->settings);
  for (guint i = 0; i < iod_labels_count(plan->labels); i++) {
    IodLabel label = iod_labels_at(plan->labels, i);
    g_string_append_printf(text, "; label %s=%s", label.name, label.value);
  }
  return g_utf8_make_valid(text->str, -1);
}

static IodStep *find_step(IodPlan *plan, guint round, guint job, guint target) {
  for (guint i = 0; i < plan->steps->len; i++) {
    IodStep *step = &g_array_index(plan->steps, IodStep, i);
    if (step->round == round && step->job == job && step->target == target) return step;
  }
  return NULL;
}

gboolean iod_plan_resume(IodPlan *plan, const json_t *run, GError **error) {
  const json_t *facts = json_object_get(run, "facts");
  const char *options = json_string_value(json_object_get(facts, "options"));
  const char *place = json_string_value(json_object_get(facts, "plan_step"));
  guint round = 0;
  guint job = 0;
  guint target = 0;
  if (options == NULL || place == NULL || sscanf(place, "%u/%u/%u", &round, &job, &target) != 3) {
    return refuse(error, "it is no result of iodelta run");
  }
  g_autofree char *own = iod_plan_options(plan);
  if (strcmp(options, own) != 0)
    return refuse(error, "it is of another plan (%s), not of this one (%s)", options, own);
  IodStep *step = find_step(plan, round - 1, job - 1, target - 1);
  if (step != NULL && json_is_true(json_object_get(run, "complete"))) step->done = TRUE;
  return TRUE;
}

guint iod_plan_left(const IodPlan *plan) {
  guint left = 0;
  for (guint i = 0; i < plan->steps->len; i++) left += g_array_index(plan->steps, IodStep, i).done ? 0 : 1;
  return left;
}
