// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_run.h"

#include "parsers/feed.h"

#include <string.h>

void iozone_run_init(IozoneRun *run, IodFeed *feed) {
  *run = (IozoneRun){.feed = feed, .labels = iod_labels_new()};
  iod_metric_lookup("bandwidth", &run->metrics[IOZONE_RATE]);
  iod_metric_lookup("iops", &run->metrics[IOZONE_OPERATIONS]);
  iod_metric_lookup("lat_mean", &run->metrics[IOZONE_MICROSECONDS]);
}

void iozone_run_clear(IozoneRun *run) {
  iozone_run_end(run);
  iod_labels_free(run->labels);
}

/* ---- What is told of a run ---- */

static const struct {
  const char *code, *one, *more;
} words[IOZONE_TROUBLES] = {
    [IOZONE_CUT] = {"cut", "a row of iozone's table ends early; it is left out",
                    "rows of iozone's table end early; they are left out"},
    [IOZONE_CUT_NUMBER] = {"cut", "the input ends within or right after a number, which is left out", NULL},
    [IOZONE_CUT_LINE] = {"cut", "the input ends within a throughput line of iozone, which is left out", NULL},
    [IOZONE_AMBIGUOUS] =
        {"ambiguous",
         "it can't be told which tests the figures of this row of iozone's table belong to; it is "
         "left out (the heading and the command line of the log would tell)",
         "rows of iozone's table whose figures can't be given to tests; they are left out (the "
         "heading and the command line of the log would tell)"},
    [IOZONE_BROKEN] = {"broken", "this row does not fit iozone's table; it is left out",
                       "rows do not fit iozone's table; they are left out"},
    [IOZONE_NO_UNIT] = {"assumed", "the log does not tell the unit of iozone's table: kBytes/s are assumed",
                        NULL},
    [IOZONE_NO_HEADING] = {"assumed", "rows without iozone's heading: its 13 tests in kBytes/s are assumed",
                           NULL},
    [IOZONE_TOO_FAST] = {"coarse", "0 microseconds tell nothing; the figure is left out",
                         "figures of 0 microseconds tell nothing; they are left out"},
    [IOZONE_ORPHAN] =
        {"broken",
         "a throughput line of iozone that can't be read or lacks the name of its test; it is left "
         "out",
         "throughput lines of iozone that can't be read or lack the name of their test; they are "
         "left out"},
    [IOZONE_ONLY_REPORT] =
        {"broken",
         "iozone's report for spreadsheets without the table or the blocks that it repeats: it "
         "is not read",
         NULL},
};

static void tell_troubles(IozoneRun *run) {
  gboolean stopped = run->interrupted || run->error; /* said already, and why the last row is cut */
  for (guint i = 0; i < IOZONE_TROUBLES; i++) {
    guint count = run->troubles[i].count;
    if (count == 0 || (i == IOZONE_CUT && count == 1 && stopped)) continue;
    if (count == 1 || !words[i].more)
      iod_feed_warn(run->feed, words[i].code, run->troubles[i].line, "%s", words[i].one);
    else
      iod_feed_warn(run->feed, words[i].code, run->troubles[i].line, "%u %s", count, words[i].more);
  }
}

static gboolean figures_refused(const IozoneRun *run) {
  return run->troubles[IOZONE_CUT].count || run->troubles[IOZONE_AMBIGUOUS].count ||
         run->troubles[IOZONE_BROKEN].count || run->troubles[IOZONE_TOO_FAST].count ||
         run->troubles[IOZONE_ONLY_REPORT].count;
}

/* How the run ended, where that was not well. */
static void tell_end(IozoneRun *run) {
  guint32 line = run->run->line;
  if (run->error)
    iod_feed_fail(run->feed, run->run, run->error_line, run->error);
  else if (run->interrupted && run->observations == 0)
    iod_feed_fail(run->feed, run->run, run->interrupted, "it was interrupted before its first result");
  else if (run->interrupted)
    iod_feed_warn(run->feed, "interrupted", run->interrupted,
                  "iozone was interrupted; what it had finished counts, a row under way does not");
  else if (run->claimed && run->observations == 0 && !figures_refused(run))
    iod_feed_fail(run->feed, run->run, line, "the log holds no result of it");
}

void iozone_run_end(IozoneRun *run) {
  if (run->run && !run->ended) {
    if (run->interrupted || run->troubles[IOZONE_CUT].count || run->troubles[IOZONE_CUT_NUMBER].count)
      run->run->complete = FALSE;
    tell_end(run);
    tell_troubles(run);
  }
  g_clear_pointer(&run->error, g_free);
  run->interrupted = 0;
  memset(run->troubles, 0, sizeof run->troubles);
  run->ended = TRUE;
}

void iozone_run_trouble(IozoneRun *run, IozoneTrouble trouble, guint32 line) {
  if (run->troubles[trouble].count++ == 0) run->troubles[trouble].line = line;
}

/* The system's own words ("write: No space left on device") follow iozone's in a line of their own. */
void iozone_run_error(IozoneRun *run, const char *text, guint32 line) {
  text += strspn(text, " ");
  if (!run->error) {
    run->error = g_strchomp(g_strdup(text));
    run->error_line = line;
  } else if (line == run->error_line + 1) {
    char *both = g_strchomp(g_strconcat(run->error, ": ", text, NULL));
    g_free(run->error);
    run->error = both;
  }
}

/* ---- Beginnings ---- */

static void start(IozoneRun *run, guint32 line) {
  run->run = iod_feed_run(run->feed, "iozone", line);
  run->observations = 0;
  run->has_figures = FALSE;
  run->ended = FALSE;
}

void iozone_run_begin(IozoneRun *run, guint32 line) {
  iozone_run_end(run);
  run->options = (IozoneOptions){.mode = IOZONE_RATE};
  run->claimed = FALSE;
  iozone_run_options_changed(run);
  start(run, line);
}

void iozone_run_repeat(IozoneRun *run, guint32 line) {
  iozone_run_end(run);
  g_autofree char *version = g_strdup(run->run->version);
  g_autofree char *command = g_strdup(iod_labels_get(run->run->facts, "command"));
  run->claimed = FALSE;
  start(run, line);
  run->run->version = g_steal_pointer(&version);
  iod_labels_set(run->run->facts, "command", command);
}

void iozone_run_options_changed(IozoneRun *run) {
  iod_labels_free(run->labels);
  run->labels = iod_labels_new();
  iozone_option_labels(&run->options, run->labels);
}

/* ---- Observations ---- */

void iozone_run_figure(IozoneRun *run, guint column, guint64 figure, guint32 line, const IodLabels *labels) {
  static const double unit[] = {[IOZONE_RATE] = 1024, [IOZONE_OPERATIONS] = 1, [IOZONE_MICROSECONDS] = 1};
  IozoneMode mode = run->options.mode;
  if (figure == 0) {
    gboolean not_run = iozone_columns[column].retest && run->options.no_retest;
    if (mode == IOZONE_MICROSECONDS && !not_run) iozone_run_trouble(run, IOZONE_TOO_FAST, line);
    return;
  }
  double value = (double)figure * unit[mode];
  IodObservation observation = {.test = iozone_columns[column].test,
                                .op = iozone_columns[column].op,
                                .metric = run->metrics[mode],
                                .value = mode == IOZONE_MICROSECONDS ? value / 1e6 : value,
                                .line = line,
                                .labels = labels};
  iod_feed_push(run->feed, run->run, &observation);
  run->observations++;
}

void iozone_run_observe(IozoneRun *run, const char *test, const char *op, const char *metric, double value,
                        guint32 line, const IodLabels *labels) {
  iod_feed_observe(run->feed, run->run, test, op, metric, value, line, labels);
  run->observations++;
}
