// SPDX-License-Identifier: GPL-3.0-or-later
/* run: the O_DIRECT runner. */
#include "cli/run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct {
  const RunOptions *options;
  RunOutput output;
  RunSignals signals;
  IodDataset *all;   /* of all runs, for the table */
  gboolean progress; /* a line for it is on the terminal */
} Session;

/* ---- Hooks ---- */

static void copy_observations(IodDataset *run, IodSink *sink) {
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
}

static gboolean on_finished(gpointer data, guint step, IodDataset *run, GError **error) {
  Session *session = data;
  (void)step;
  if (!run_output_write(&session->output, run, error)) return FALSE;
  IodRun *only = iod_dataset_run(run, 0);
  only->source = g_strdup(session->output.path);
  /* The table is by target, which says the same. */
  iod_labels_set(only->labels, "series", NULL);
  copy_observations(run, iod_dataset_sink(session->all));
  return TRUE;
}

static void on_progress(gpointer data, const IodProgress *progress) {
  Session *session = data;
  session->progress = TRUE;
  run_show_progress(progress);
}

static guint on_interrupted(gpointer data) {
  return run_signals_count(&((Session *)data)->signals);
}

static void hide_progress(Session *session) {
  if (session->progress) run_show_nothing();
  session->progress = FALSE;
}

static void on_warn(gpointer data, const IodWarning *warning) {
  Session *session = data;
  if (session->options->quiet) return;
  g_autoptr(GPtrArray) one = g_ptr_array_new();
  g_ptr_array_add(one, (gpointer)(gsize)warning);
  hide_progress(session);
  cli_say_warnings(one);
}

static IodRunnerHooks hooks_of(Session *session) {
  gboolean terminal = isatty(STDERR_FILENO) && !session->options->quiet;
  return (IodRunnerHooks){session, on_finished, terminal ? on_progress : NULL, on_interrupted, on_warn};
}

/* ---- Left over from killed runs ---- */

static gboolean wants_removed(const RunOptions *options, const char *path) {
  if (options->clean) return TRUE;
  if (options->quiet || options->plan || !isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return FALSE;
  g_printerr("%s was left behind by a run that was killed. Remove it? [y/N] ", path);
  int answer = getchar();
  for (int rest = answer; rest != '\n' && rest != EOF;) rest = getchar();
  return answer == 'y' || answer == 'Y';
}

static void offer_removal(const RunOptions *options, const IodPlan *plan) {
  for (guint i = 0; i < plan->targets->len; i++) {
    const IodTarget *target = plan->targets->pdata[i];
    g_autoptr(GPtrArray) paths = iod_runner_leftovers(target->path);
    for (guint j = 0; j < paths->len; j++) {
      const char *path = paths->pdata[j];
      if (wants_removed(options, path) && unlink(path) == 0) g_printerr("iodelta: removed %s\n", path);
    }
  }
}

/* ---- The table at the end ---- */

static void show_table(const Session *session, const IodPlan *plan) {
  gboolean several = plan->targets->len > 1;
  IodGrouping grouping = {.by = several ? "target" : NULL, .pool = !several, .confidence = 0.95};
  g_autoptr(GError) error = NULL;
  g_autoptr(IodComparison) comparison = iod_group(session->all, &grouping, &error);
  if (comparison == NULL) return;
  OutputOptions output = {0};
  OutputPlan style;
  g_autoptr(GString) text = g_string_new(NULL);
  if (!output_options_make(&output, FALSE, &style, NULL)) return;
  if (several)
    iod_report_comparison(comparison, IOD_FORMAT_TEXT, &style.report, text);
  else
    iod_report_summary(comparison, IOD_FORMAT_TEXT, &style.report, text);
  fwrite(text->str, 1, text->len, stdout);
}

static ExitCode conclude(Session *session, const IodPlan *plan, IodOutcome outcome, const GError *error) {
  hide_progress(session);
  const char *path = session->output.path;
  if (outcome == IOD_OUTCOME_ERROR) {
    ExitCode code = cli_fail(error);
    return error->code == IOD_ERROR_OUTPUT ? EXIT_CUT_SHORT : code;
  }
  if (strcmp(path, "-") != 0 && !session->options->quiet && iod_dataset_size(session->all) > 0) {
    show_table(session, plan);
  }
  if (outcome == IOD_OUTCOME_DONE) return EXIT_DONE;
  if (outcome == IOD_OUTCOME_INTERRUPTED) {
    g_printerr("iodelta: ended by a signal; the run under way was thrown away%s%s%s\n",
               strcmp(path, "-") != 0 && session->output.lines > 0
                   ? "; go on with the same command and --resume -o "
                   : "",
               strcmp(path, "-") != 0 && session->output.lines > 0 ? path : "", "");
  }
  return EXIT_CUT_SHORT;
}

/* ---- The command ---- */

static ExitCode show_plan(Session *session, IodPlan *plan) {
  g_autoptr(GError) error = NULL;
  IodRunnerHooks hooks = hooks_of(session);
  IodEstimate estimate;
  if (!iod_runner_examine(plan, &hooks, &estimate, &error)) return cli_fail(error);
  run_show_plan(plan, &estimate);
  return EXIT_DONE;
}

static ExitCode carry_out(Session *session, IodPlan *plan) {
  g_autoptr(GError) error = NULL;
  IodRunnerHooks hooks = hooks_of(session);
  run_signals_take(&session->signals);
  offer_removal(session->options, plan);
  ExitCode code = EXIT_USAGE;
  if (run_output_open(&session->output, session->options, plan, iod_dataset_sink(session->all), &error)) {
    IodOutcome outcome = iod_runner_execute(plan, &hooks, &error);
    code = conclude(session, plan, outcome, error);
  } else {
    code = cli_fail(error);
  }
  run_output_close(&session->output);
  return code;
}

static ExitCode perform(const RunOptions *options) {
  g_autoptr(GError) error = NULL;
  g_autofree char *fallback = NULL;
  g_autoptr(IodPlan) plan = run_options_plan(options, &fallback, &error);
  if (plan == NULL) return cli_fail(error);
  if (fallback != NULL) g_printerr("iodelta: %s\n", fallback);
  g_autoptr(IodDataset) all = iod_dataset_new();
  Session session = {.options = options, .all = all};
  return options->plan ? show_plan(&session, plan) : carry_out(&session, plan);
}

int command_run(int argc, char **argv) {
  RunOptions options = {0};
  ExitCode code = run_options_parse(&options, argc, argv) ? perform(&options) : EXIT_USAGE;
  run_options_clear(&options);
  return (int)code;
}
