// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run.h"

#include <string.h>

static const char summary[] =
    "Measures storage with O_DIRECT: each TARGET is a folder (a file is made in it and removed again), an "
    "existing "
    "file\n(read only, unless --overwrite) or a block device (read only, unless --destroy); NAME=PATH gives "
    "it a name.\n"
    "Runs of all targets are interleaved, and each run is one line of JSON that the other commands read.";

static char *describe(void) {
  g_autoptr(GString) text = g_string_new("Presets (quick where no workload is named):\n");
  const IodPreset *preset = NULL;
  for (guint i = 0; (preset = iod_preset_at(i)) != NULL; i++) {
    g_string_append_printf(text, "  %-9s %s\n", preset->name, preset->stands_for);
  }
  g_string_append(text,
                  "\nExamples:\n"
                  "  iodelta run hostpath=/mnt/a jiva=/mnt/b -o volumes.ndjson\n"
                  "  iodelta run /mnt/a /mnt/b --rw randread,randwrite --bs 4k --iodepth 1,16 | iodelta "
                  "compare --by target\n"
                  "  iodelta run /mnt/a --rw randread:4k:16,read:1m --runs 10 --plan");
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* GOption can't tell --fdatasync from --fdatasync N. */
static char **join_optional(int argc, char **argv) {
  GPtrArray *joined = g_ptr_array_new();
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], "--fdatasync") != 0) {
      g_ptr_array_add(joined, g_strdup(argv[i]));
    } else if (i + 1 < argc && argv[i + 1][0] != '\0' &&
               argv[i + 1][strspn(argv[i + 1], "0123456789")] == '\0') {
      g_ptr_array_add(joined, g_strdup_printf("--fdatasync=%s", argv[++i]));
    } else {
      g_ptr_array_add(joined, g_strdup("--fdatasync="));
    }
  }
  g_ptr_array_add(joined, NULL);
  return (char **)g_ptr_array_free(joined, FALSE);
}

static void add_workload(GOptionContext *context, RunOptions *options) {
  const GOptionEntry entries[] = {
      {"preset", 0, 0, G_OPTION_ARG_STRING, &options->preset, "A workload by name, see below", "NAME"},
      {"rw", 0, 0, G_OPTION_ARG_STRING, &options->rw,
       "read,write,randread,randwrite,rw,randrw, or jobs as rw:bs:iodepth (randread:4k:16,read:1m)", "LIST"},
      {"bs", 0, 0, G_OPTION_ARG_STRING, &options->bs, "Block sizes (default 4k)", "LIST"},
      {"iodepth", 0, 0, G_OPTION_ARG_STRING, &options->iodepth, "I/Os in flight of each thread (default 1)",
       "LIST"},
      {"numjobs", 0, 0, G_OPTION_ARG_STRING, &options->numjobs,
       "Threads, each on its part of the file (default 1)", "LIST"},
      {"rwmixread", 0, 0, G_OPTION_ARG_STRING, &options->rwmixread,
       "Percent of reads in rw and randrw (default 50)", "N"},
      {"ioengine", 0, 0, G_OPTION_ARG_STRING, &options->ioengine,
       "psync or io_uring (default: io_uring for a depth over 1)", "NAME"},
      {"size", 0, 0, G_OPTION_ARG_STRING, &options->size,
       "Of the file that is used (default 1g in a folder, else all)", "SIZE"},
      {"runtime", 0, 0, G_OPTION_ARG_STRING, &options->runtime, "Of one run (default 10s)", "TIME"},
      {"ios", 0, 0, G_OPTION_ARG_STRING, &options->ios, "I/Os of each thread, instead of or beside --runtime",
       "N"},
      {"ramp-time", 0, 0, G_OPTION_ARG_STRING, &options->ramp_time,
       "Runs before anything is counted (default 0)", "TIME"},
      {"rate", 0, 0, G_OPTION_ARG_STRING, &options->rate,
       "I/Os begun a second, all threads together, whether or not earlier ones are complete", "N"},
      {"fsync", 0, 0, G_OPTION_ARG_STRING, &options->fsync, "fsync after every N writes", "N"},
      {"fdatasync", 0, 0, G_OPTION_ARG_STRING, &options->fdatasync,
       "fdatasync instead (N: 1, or that of --fsync)", "[N]"},
      {"sync", 0, 0, G_OPTION_ARG_STRING, &options->sync, "dsync: open with O_DSYNC", "dsync"},
      {"direct", 0, 0, G_OPTION_ARG_STRING, &options->direct, "0: through the page cache (default 1)", "0|1"},
      {"seed", 0, 0, G_OPTION_ARG_STRING, &options->seed, "Of offsets, data and order (default 1)", "N"},
      {"verify", 0, 0, G_OPTION_ARG_NONE, &options->verify, "Read back and check what was written", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

static void add_plan(GOptionContext *context, RunOptions *options) {
  const GOptionEntry entries[] = {
      {"runs", 0, 0, G_OPTION_ARG_STRING, &options->runs, "Runs of each job on each target (default 5)", "N"},
      {"plan", 0, 0, G_OPTION_ARG_NONE, &options->plan,
       "Only tell what would run, what it writes, how long it takes", NULL},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME, &options->file,
       "Results (default: standard output where that is no terminal)", "FILE"},
      {"resume", 0, 0, G_OPTION_ARG_NONE, &options->resume, "Go on with the plan that -o FILE was begun with",
       NULL},
      {"label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->labels, "A label for all results (repeatable)",
       "K=V"},
      {"overwrite", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->overwrite,
       "This file may be written; spelled as the target", "FILE"},
      {"destroy", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->destroy,
       "This block device may be written; spelled as the target", "DEVICE"},
      {"clean", 0, 0, G_OPTION_ARG_NONE, &options->clean,
       "Remove what killed runs left behind in the folders", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "No progress, no warnings, no table", NULL},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->targets, NULL, NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

gboolean run_options_parse(RunOptions *options, int argc, char **argv) {
  g_auto(GStrv) joined = join_optional(argc, argv);
  /* GOption moves what it takes: the strings are freed by their own list. */
  g_autofree char **moved = g_memdup2(joined, ((gsize)argc + 1) * sizeof *joined);
  GOptionContext *context = g_option_context_new("TARGET…");
  g_autofree char *description = describe();
  g_option_context_set_summary(context, summary);
  g_option_context_set_description(context, description);
  add_workload(context, options);
  add_plan(context, options);
  return options_parse(context, (int)g_strv_length(joined), moved);
}

void run_options_clear(RunOptions *options) {
  char *texts[] = {options->preset,  options->rw,        options->bs,        options->iodepth,
                   options->numjobs, options->ioengine,  options->rwmixread, options->size,
                   options->runtime, options->ios,       options->ramp_time, options->rate,
                   options->fsync,   options->fdatasync, options->sync,      options->direct,
                   options->seed,    options->runs,      options->file};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  g_strfreev(options->targets);
  g_strfreev(options->overwrite);
  g_strfreev(options->destroy);
  g_strfreev(options->labels);
}

/* ---- Values ---- */

/* A whole number; absent: *number stays as it is. */
static gboolean whole(const char *option, const char *text, guint64 max, guint64 *number, GError **error) {
  if (text == NULL) return TRUE;
  const char *cursor = text;
  guint64 value = 0;
  if (iod_scan_whole(&cursor, text + strlen(text), &value) && *cursor == '\0' && value <= max) {
    *number = value;
    return TRUE;
  }
  g_autofree char *right = g_strdup_printf("a whole number up to %" G_GUINT64_FORMAT, max);
  return options_wrong(error, option, text, right);
}

static gboolean small(const char *option, const char *text, guint max, guint *number, GError **error) {
  guint64 value = *number;
  if (!whole(option, text, max, &value, error)) return FALSE;
  *number = (guint)value;
  return TRUE;
}

static gboolean time_of(const char *option, const char *text, gint64 *time, GError **error) {
  if (text == NULL || iod_time_parse(text, time)) return TRUE;
  return options_wrong(error, option, text, "a time such as 10, 10s, 500ms or 2m");
}

/* Thousands, as fio's rate_iops. */
static gboolean rate_of(const char *text, double *rate, GError **error) {
  const char *cursor = text;
  double number = 0;
  if (text == NULL) return TRUE;
  gboolean right = iod_scan_number(&cursor, text + strlen(text), &number);
  if (right && (*cursor == 'k' || *cursor == 'K')) number *= 1000, cursor++;
  if (!right || *cursor != '\0' || !(number >= 0.001) || !(number <= 1e9)) {
    return options_wrong(error, "--rate", text, "I/Os a second, such as 500 or 20k");
  }
  *rate = number;
  return TRUE;
}

static gboolean size_of(const char *text, guint64 *size, GError **error) {
  if (text == NULL) return TRUE;
  if (iod_size_parse(text, size) && *size >= 4096 && *size <= G_MAXINT64) return TRUE;
  return options_wrong(error, "--size", text, "a size of 4k or more, such as 512m or 4g");
}

static gboolean make_settings(const RunOptions *options, IodSettings *settings, GError **error) {
  guint direct = 1;
  if (options->ios != NULL && options->runtime == NULL) settings->runtime = 0;
  if (!size_of(options->size, &settings->size, error) ||
      !time_of("--runtime", options->runtime, &settings->runtime, error) ||
      !time_of("--ramp-time", options->ramp_time, &settings->ramp_time, error) ||
      !whole("--ios", options->ios, G_MAXINT64 / 2, &settings->ios, error) ||
      !rate_of(options->rate, &settings->rate, error) ||
      !whole("--seed", options->seed, G_MAXUINT64, &settings->seed, error) ||
      !small("--direct", options->direct, 1, &direct, error)) {
    return FALSE;
  }
  settings->direct = direct == 1;
  settings->verify = options->verify;
  return TRUE;
}

static gboolean make_common(const RunOptions *options, IodJob *job, GError **error) {
  *job = (IodJob){.rwmixread = 50, .engine = IOD_ENGINE_AUTO};
  if (options->ioengine != NULL && !iod_engine_parse(options->ioengine, &job->engine)) {
    return options_wrong(error, "--ioengine", options->ioengine, "psync or io_uring");
  }
  if (options->sync != NULL && strcmp(options->sync, "dsync") != 0) {
    return options_wrong(error, "--sync", options->sync, "dsync");
  }
  job->dsync = options->sync != NULL;
  if (options->fdatasync != NULL) {
    job->fdatasync = TRUE;
    job->fsync = 1;
  }
  const char *every =
      options->fdatasync != NULL && *options->fdatasync != '\0' ? options->fdatasync : options->fsync;
  return small("--rwmixread", options->rwmixread, 100, &job->rwmixread, error) &&
         small("--fsync", every, G_MAXINT, &job->fsync, error);
}

/* Syncs are of jobs that write; a list may name both kinds. */
static void spare_readers(GArray *jobs) {
  gboolean writes = FALSE;
  for (guint i = 0; i < jobs->len; i++) writes = writes || iod_rw_writes(g_array_index(jobs, IodJob, i).rw);
  for (guint i = 0; writes && i < jobs->len; i++) {
    IodJob *job = &g_array_index(jobs, IodJob, i);
    if (!iod_rw_writes(job->rw)) job->fsync = 0, job->fdatasync = job->dsync = FALSE;
  }
}

/* What the options say of jobs is part of a preset already. */
static gboolean refuse_beside_preset(const RunOptions *options, GError **error) {
  const struct {
    const char *name, *value;
  } given[] = {{"--rw", options->rw},
               {"--bs", options->bs},
               {"--iodepth", options->iodepth},
               {"--numjobs", options->numjobs},
               {"--fsync", options->fsync},
               {"--fdatasync", options->fdatasync},
               {"--sync", options->sync},
               {"--rwmixread", options->rwmixread},
               {"--ioengine", options->ioengine}};
  for (gsize i = 0; i < G_N_ELEMENTS(given); i++) {
    if (given[i].value == NULL) continue;
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s: --preset %s says it already; leave one out",
                given[i].name, options->preset);
    return FALSE;
  }
  return TRUE;
}

static gboolean names_workload(const RunOptions *options) {
  return options->rw != NULL || options->bs != NULL || options->iodepth != NULL || options->numjobs != NULL ||
         options->ioengine != NULL || options->fsync != NULL || options->fdatasync != NULL ||
         options->sync != NULL || options->rwmixread != NULL;
}

static gboolean make_jobs(const RunOptions *options, IodPlan *plan, GError **error) {
  if (options->preset != NULL && !refuse_beside_preset(options, error)) return FALSE;
  if (options->preset != NULL) return iod_preset_apply(options->preset, plan->jobs, &plan->settings, error);
  if (!names_workload(options)) return iod_preset_apply("quick", plan->jobs, &plan->settings, error);
  IodJobLists lists = {
      .rw = options->rw, .bs = options->bs, .iodepth = options->iodepth, .numjobs = options->numjobs};
  if (!make_common(options, &lists.common, error) || !iod_jobs_expand(&lists, plan->jobs, error))
    return FALSE;
  spare_readers(plan->jobs);
  return TRUE;
}

static gboolean make_labels(const RunOptions *options, IodPlan *plan, GError **error) {
  for (char **label = options->labels; label != NULL && *label != NULL; label++) {
    const char *equals = strchr(*label, '=');
    if (equals == NULL || equals == *label) return options_wrong(error, "--label", *label, "NAME=VALUE");
    g_autofree char *name = g_strndup(*label, (gsize)(equals - *label));
    iod_labels_set(plan->labels, name, equals + 1);
  }
  return TRUE;
}

static void copy_paths(GPtrArray *into, char **paths) {
  for (; paths != NULL && *paths != NULL; paths++) g_ptr_array_add(into, g_strdup(*paths));
}

IodPlan *run_options_plan(const RunOptions *options, char **fallback, GError **error) {
  g_autoptr(IodPlan) plan = iod_plan_new();
  *fallback = NULL;
  for (char **target = options->targets; target != NULL && *target != NULL; target++) {
    if (!iod_plan_add_target(plan, *target, error)) return NULL;
  }
  copy_paths(plan->overwrite, options->overwrite);
  copy_paths(plan->destroy, options->destroy);
  if (!make_jobs(options, plan, error) || !make_settings(options, &plan->settings, error) ||
      !make_labels(options, plan, error) || !small("--runs", options->runs, 1000000, &plan->runs, error) ||
      !iod_jobs_resolve(plan->jobs, fallback, error) || !iod_plan_finish(plan, error)) {
    return NULL;
  }
  return g_steal_pointer(&plan);
}
