// SPDX-License-Identifier: GPL-3.0-or-later
/* What the tests of the runner share: a folder of their own, a small plan, hooks that keep what they are
 * told. */
#ifndef IODELTA_TESTS_RUNNER_SUPPORT_H
#define IODELTA_TESTS_RUNNER_SUPPORT_H

#include "runner/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct {
  IodRunnerHooks hooks;
  GPtrArray *runs;   /* of IodDataset, one run each */
  GString *warnings; /* "code: message" lines */
  guint progress_calls;
  guint interrupt_at; /* progress call from which on the user asks for an end; 0: never */
} Watch;

typedef struct {
  char *folder;
  IodPlan *plan;
  Watch watch;
} Bench;

static inline void keep_run_sink(gpointer data) {
  iod_dataset_free(data);
}

/* The dataset is the runner's: what is asked of it later is copied. */
static inline gboolean on_finished(gpointer data, guint step, IodDataset *run, GError **error) {
  (void)step, (void)error;
  IodDataset *copy = iod_dataset_new();
  IodSink *sink = iod_dataset_sink(copy);
  iod_sink_run(sink, iod_dataset_run(run, 0));
  for (guint i = 0; i < iod_dataset_size(run); i++) {
    IodEntry entry = iod_dataset_entry(run, i);
    IodObservation observation = {.test = entry.key->test,
                                  .op = entry.key->op,
                                  .metric = entry.key->metric,
                                  .value = entry.value,
                                  .labels = entry.key->labels};
    iod_sink_observe(sink, entry.run, &observation);
  }
  g_ptr_array_add(((Watch *)data)->runs, copy);
  return TRUE;
}

static inline void on_progress(gpointer data, const IodProgress *progress) {
  Watch *watch = data;
  watch->progress_calls++;
  assert_true(progress->fraction >= 0 && progress->fraction <= 1);
  assert_true(progress->left >= 0);
}

static inline guint on_interrupted(gpointer data) {
  const Watch *watch = data;
  return watch->interrupt_at > 0 && watch->progress_calls >= watch->interrupt_at ? 1 : 0;
}

static inline void on_warn(gpointer data, const IodWarning *warning) {
  g_string_append_printf(((Watch *)data)->warnings, "%s: %s\n", warning->code, warning->message);
}

static inline int bench_setup(void **state) {
  Bench *bench = g_new0(Bench, 1);
  bench->folder = g_dir_make_tmp("iodelta-test-XXXXXX", NULL);
  bench->plan = iod_plan_new();
  bench->plan->runs = 1;
  bench->plan->settings.size = 8 << 20;
  bench->plan->settings.runtime = 0;
  bench->plan->settings.ios = 200;
  bench->watch = (Watch){.hooks = {NULL, on_finished, on_progress, on_interrupted, on_warn},
                         .runs = g_ptr_array_new_with_free_func(keep_run_sink),
                         .warnings = g_string_new(NULL)};
  bench->watch.hooks.data = &bench->watch;
  *state = bench;
  return bench->folder != NULL ? 0 : -1;
}

static inline guint count_entries(const char *folder) {
  g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
  guint count = 0;
  while (entries != NULL && g_dir_read_name(entries) != NULL) count++;
  return count;
}

static inline void remove_all(const char *folder) {
  g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
  for (const char *name = NULL; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    unlink(path);
  }
  rmdir(folder);
}

static inline int bench_teardown(void **state) {
  Bench *bench = *state;
  remove_all(bench->folder);
  g_free(bench->folder);
  iod_plan_free(bench->plan);
  g_ptr_array_unref(bench->watch.runs);
  g_string_free(bench->watch.warnings, TRUE);
  g_free(bench);
  return 0;
}

static inline void bench_jobs(Bench *bench, IodJobLists lists) {
  g_autofree char *fallback = NULL;
  if (lists.common.rwmixread == 0) lists.common.rwmixread = 50;
  assert_true(iod_jobs_expand(&lists, bench->plan->jobs, NULL));
  assert_true(iod_jobs_resolve(bench->plan->jobs, &fallback, NULL));
}

static inline IodOutcome bench_run(Bench *bench, GError **error) {
  return iod_plan_finish(bench->plan, error) ? iod_runner_execute(bench->plan, &bench->watch.hooks, error)
                                             : IOD_OUTCOME_ERROR;
}

/* Runs the plan in the bench's folder; skips the test where that has no O_DIRECT. */
static inline void bench_run_here(Bench *bench, IodOutcome expected) {
  g_autoptr(GError) error = NULL;
  assert_true(iod_plan_add_target(bench->plan, bench->folder, NULL));
  IodOutcome outcome = bench_run(bench, &error);
  if (outcome == IOD_OUTCOME_ERROR && strstr(error->message, "O_DIRECT") != NULL) {
    print_message("SKIP: %s\n", error->message);
    skip();
  }
  if (error != NULL) print_message("%s\n", error->message);
  assert_int_equal(outcome, expected);
  assert_int_equal(count_entries(bench->folder), 0);
}

static inline const IodRun *run_of(const Bench *bench, guint index) {
  return iod_dataset_run(bench->watch.runs->pdata[index], 0);
}

static inline const char *fact_of(const Bench *bench, guint index, const char *name) {
  return iod_labels_get(run_of(bench, index)->facts, name);
}

/* The value of a metric of a run; -1 where it has none. */
static inline double value_of(const Bench *bench, guint index, const char *op, const char *metric) {
  const IodDataset *run = bench->watch.runs->pdata[index];
  for (guint i = 0; i < iod_dataset_size(run); i++) {
    IodEntry entry = iod_dataset_entry(run, i);
    if (strcmp(entry.key->op, op) == 0 && strcmp(entry.key->metric.name, metric) == 0) return entry.value;
  }
  return -1;
}

#endif
