// SPDX-License-Identifier: GPL-3.0-or-later
/* A plan, carried out: every target is looked at, then every file laid out, then run after run is made. */
#include "runner/campaign.h"

#include "runner/clock.h"
#include "runner/estimate.h"
#include "runner/facts.h"
#include "runner/layout.h"
#include "runner/proof.h"

#include <fcntl.h>
#include <unistd.h>

#define TELL_EVERY (IOD_NSEC_PER_SEC / 4)

guint iod_sitting_interrupts(const IodSitting *sitting) {
  const IodRunnerHooks *hooks = sitting->hooks;
  return hooks->interrupted != NULL ? hooks->interrupted(hooks->data) : 0;
}

static void warn(const IodRunnerHooks *hooks, const char *code, const char *source, const char *message) {
  IodWarning warning = {.code = code, .message = message, .source = source};
  if (hooks->warn != NULL) hooks->warn(hooks->data, &warning);
}

void iod_sitting_warn(const IodSitting *sitting, const char *code, const char *source, const char *format,
                      ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  warn(sitting->hooks, code, source, message);
}

/* What is left: by the clock of the plan, or by the runs that were made where only I/Os limit them. */
static gint64 time_left(const IodSitting *sitting, double fraction) {
  guint left = 0;
  for (guint i = sitting->step; i < sitting->plan->steps->len; i++) {
    left += g_array_index(sitting->plan->steps, IodStep, i).done ? 0 : 1;
  }
  double runs = (double)left - fraction;
  gint64 planned = iod_estimate_step(sitting->plan);
  double each = (double)planned;
  if (sitting->made > 0) each = (double)(iod_now() - sitting->began) / ((double)sitting->made + fraction);
  return runs > 0 ? (gint64)(runs * each) : 0;
}

void iod_sitting_tell(IodSitting *sitting, IodProgress progress, gboolean force) {
  const IodRunnerHooks *hooks = sitting->hooks;
  gint64 now = iod_now();
  if (hooks->progress == NULL || (!force && now - sitting->last_told < TELL_EVERY)) return;
  sitting->last_told = now;
  progress.step = sitting->step;
  progress.steps = sitting->plan->steps->len;
  progress.left = time_left(sitting, progress.phase == IOD_PHASE_RUN ? progress.fraction : 0);
  hooks->progress(hooks->data, &progress);
}

/* ---- Before the first write ---- */

static void warn_of_holes(const IodRunnerHooks *hooks, const IodFile *file) {
  if (file->kind != IOD_KIND_FILE) return;
  int fd = open(file->path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  IodProof proof = iod_proof_take(file, fd);
  close(fd);
  guint64 holes = proof.hole_bytes != IOD_UNKNOWN ? proof.hole_bytes : 0;
  if (holes == 0 && proof.unwritten_bytes != IOD_UNKNOWN) holes = proof.unwritten_bytes;
  if (holes == 0) return;
  g_autofree char *size = iod_bytes_text(holes);
  g_autofree char *message =
      g_strdup_printf("the file is sparse: %s were never written, and reading them reads no disk", size);
  warn(hooks, "sparse", file->path, message);
}

static void warn_of_leftovers(const IodRunnerHooks *hooks, const IodFile *file) {
  if (file->kind != IOD_KIND_FOLDER) return;
  g_autoptr(GPtrArray) paths = iod_runner_leftovers(file->target->path);
  for (guint i = 0; i < paths->len; i++) {
    g_autofree char *quoted = g_shell_quote(paths->pdata[i]);
    g_autofree char *message =
        g_strdup_printf("left behind by a run that was killed; remove it: rm %s", quoted);
    warn(hooks, "leftover", paths->pdata[i], message);
  }
}

static void free_file(gpointer file) {
  iod_file_free(file);
}

static GPtrArray *examine(const IodPlan *plan, const IodRunnerHooks *hooks, GError **error) {
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func(free_file);
  for (guint i = 0; i < plan->targets->len; i++) {
    IodFile *file = iod_file_examine(plan, plan->targets->pdata[i], error);
    if (file == NULL) return NULL;
    g_ptr_array_add(files, file);
  }
  if (!iod_space_suffices(files, error)) return NULL;
  for (guint i = 0; i < files->len; i++) {
    warn_of_leftovers(hooks, files->pdata[i]);
    warn_of_holes(hooks, files->pdata[i]);
  }
  return g_steal_pointer(&files);
}

gboolean iod_runner_examine(const IodPlan *plan, const IodRunnerHooks *hooks, IodEstimate *estimate,
                            GError **error) {
  g_autoptr(GPtrArray) files = examine(plan, hooks, error);
  if (files == NULL) return FALSE;
  *estimate = iod_estimate(plan, files);
  return TRUE;
}

/* ---- Laying out ---- */

typedef struct {
  IodSitting *sitting;
  const IodFile *file;
} Laying;

static gboolean laid(gpointer data, guint64 done, guint64 size) {
  const Laying *laying = data;
  IodProgress progress = {
      .phase = IOD_PHASE_LAYOUT, .target = laying->file->target, .fraction = (double)done / (double)size};
  iod_sitting_tell(laying->sitting, progress, FALSE);
  return iod_sitting_interrupts(laying->sitting) == 0;
}

/* TRUE where all files are ready; FALSE without an error where the user ended it. */
static gboolean lay_out(IodSitting *sitting, GError **error) {
  for (guint i = 0; i < sitting->files->len; i++) {
    IodFile *file = sitting->files->pdata[i];
    Laying laying = {sitting, file};
    if (!iod_file_prepare(file, error)) return FALSE;
    if (!file->lay_out) continue;
    guint64 seed = sitting->plan->settings.seed + i;
    if (!iod_layout(file, seed, laid, &laying, error)) return FALSE;
  }
  return iod_sitting_interrupts(sitting) == 0;
}

/* ---- Run after run ---- */

static char *time_text(void) {
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  return g_date_time_format_iso8601(now);
}

/* A target whose run failed is left alone from then on; the others go on. */
static IodOutcome run_steps(IodSitting *sitting, GError **error) {
  IodOutcome outcome = IOD_OUTCOME_DONE;
  for (sitting->step = 0; sitting->step < sitting->plan->steps->len; sitting->step++) {
    const IodStep *step = &g_array_index(sitting->plan->steps, IodStep, sitting->step);
    if (step->done || g_array_index(sitting->broken, gboolean, step->target)) continue;
    switch (iod_sitting_run(sitting, error)) {
    case IOD_STEP_DONE:
      break;
    case IOD_STEP_FAILED:
      g_array_index(sitting->broken, gboolean, step->target) = TRUE;
      outcome = IOD_OUTCOME_CUT_SHORT;
      break;
    case IOD_STEP_INTERRUPTED:
      return IOD_OUTCOME_INTERRUPTED;
    case IOD_STEP_ERROR:
      return IOD_OUTCOME_ERROR;
    }
    sitting->made++;
  }
  return outcome;
}

IodOutcome iod_runner_execute(const IodPlan *plan, const IodRunnerHooks *hooks, GError **error) {
  g_autoptr(GPtrArray) files = examine(plan, hooks, error);
  if (files == NULL) return IOD_OUTCOME_ERROR;
  g_autoptr(IodLabels) machine = iod_labels_new();
  g_autofree char *session = time_text();
  g_autofree char *options = iod_plan_options(plan);
  g_autoptr(GArray) broken = g_array_new(FALSE, TRUE, sizeof(gboolean));
  g_array_set_size(broken, plan->targets->len);
  iod_facts_machine(machine);
  IodSitting sitting = {.plan = plan,
                        .hooks = hooks,
                        .files = files,
                        .broken = broken,
                        .machine = machine,
                        .session = session,
                        .options = options};
  GError *failed = NULL;
  if (!lay_out(&sitting, &failed)) {
    if (failed == NULL) return IOD_OUTCOME_INTERRUPTED;
    g_propagate_error(error, failed);
    return IOD_OUTCOME_ERROR;
  }
  sitting.began = iod_now();
  return run_steps(&sitting, error);
}
