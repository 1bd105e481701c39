// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/sysbench.h"

#include <string.h>

void sysbench_run_clear(SysbenchRun *run) {
  g_free(run->test);
  g_free(run->version);
  g_free(run->command);
  g_free(run->failure);
  iod_labels_free(run->labels);
  *run = (SysbenchRun){.labels = iod_labels_new()};
}

void sysbench_run_set_flags(SysbenchRun *run, const char *words) {
  const char *sync = strstr(words, "sync");
  if (strstr(words, "direct")) iod_labels_set(run->labels, "direct", "1");
  if (sync) iod_labels_set(run->labels, "sync", sync > words && sync[-1] == 'd' ? "dsync" : "1");
}

gboolean sysbench_run_has_figures(const SysbenchRun *run) {
  for (guint i = 0; i < SYSBENCH_FIGURES; i++)
    if (run->lines[i]) return TRUE;
  return FALSE;
}

/* Whether the workload has reads or writes at all; of an unknown one, what it did decides. */
static gboolean does(const SysbenchRun *run, const char *op) {
  static const char *const both = "rndrw", *const readers[] = {"seqrd", "rndrd", NULL};
  static const char *const writers[] = {"seqwr", "seqrewr", "rndwr", NULL};
  if (!run->test) return FALSE;
  if (strcmp(run->test, both) == 0) return strcmp(op, "fsync") != 0;
  if (strcmp(op, "read") == 0) return g_strv_contains(readers, run->test);
  return strcmp(op, "write") == 0 && g_strv_contains(writers, run->test);
}

typedef struct {
  const SysbenchRun *run;
  IodFeed *feed;
  IodRun *told;
  const char *test;
  const char *op; /* of what is not read, write or fsync: the memory test does one thing */
} Giving;

static void give(const Giving *giving, const char *op, const char *metric, SysbenchFigure figure) {
  if (!giving->run->lines[figure]) return;
  iod_feed_observe(giving->feed, giving->told, giving->test, op, metric, giving->run->values[figure],
                   giving->run->lines[figure], giving->run->labels);
}

/* A rate of 0 for what the workload does not do is no result. */
static void give_rate(const Giving *giving, const char *op, const char *metric, SysbenchFigure figure) {
  if (giving->run->values[figure] > 0 || does(giving->run, op)) give(giving, op, metric, figure);
}

static void give_rates(const Giving *giving) {
  give_rate(giving, "read", "iops", SYSBENCH_READS);
  give_rate(giving, "write", "iops", SYSBENCH_WRITES);
  give_rate(giving, "fsync", "iops", SYSBENCH_FSYNCS);
  give_rate(giving, "read", "bandwidth", SYSBENCH_READ_BANDWIDTH);
  give_rate(giving, "write", "bandwidth", SYSBENCH_WRITE_BANDWIDTH);
  give(giving, "-", "iops", SYSBENCH_REQUESTS);
  give(giving, giving->op, "bandwidth", SYSBENCH_BANDWIDTH);
  give(giving, "-", "transactions_rate", SYSBENCH_TRANSACTIONS_RATE);
  give(giving, "-", "queries_rate", SYSBENCH_QUERIES_RATE);
}

/* Where no line tells the rate of events (cpu of 0.4, threads, mutex): events over total time. After
 * checkpoints the events are those of the last period, the time is that of all. */
static void give_events_rate(const Giving *giving) {
  const SysbenchRun *run = giving->run;
  double time = run->values[SYSBENCH_DURATION];
  gboolean others = run->is_fileio || run->lines[SYSBENCH_TRANSACTIONS_RATE] || run->checkpoint;
  if (run->lines[SYSBENCH_EVENTS_RATE])
    give(giving, giving->op, "events_rate", SYSBENCH_EVENTS_RATE);
  else if (!others && run->lines[SYSBENCH_EVENTS] && run->lines[SYSBENCH_DURATION] && time > 0)
    iod_feed_observe(giving->feed, giving->told, giving->test, giving->op, "events_rate",
                     run->values[SYSBENCH_EVENTS] / time, run->lines[SYSBENCH_EVENTS], run->labels);
}

/* The mean is printed with two decimals of a millisecond; sum and events give what it really was. */
static void give_latencies(const Giving *giving) {
  const SysbenchRun *run = giving->run;
  double events = run->values[SYSBENCH_EVENTS];
  give(giving, giving->op, "lat_min", SYSBENCH_LAT_MIN);
  if (run->lines[SYSBENCH_LAT_SUM] && run->lines[SYSBENCH_EVENTS] && events > 0)
    iod_feed_observe(giving->feed, giving->told, giving->test, giving->op, "lat_mean",
                     run->values[SYSBENCH_LAT_SUM] / events, run->lines[SYSBENCH_LAT_SUM], run->labels);
  else
    give(giving, giving->op, "lat_mean", SYSBENCH_LAT_MEAN);
  give(giving, giving->op, "lat_max", SYSBENCH_LAT_MAX);
  if (run->lines[SYSBENCH_LAT_PERCENTILE]) {
    g_autofree char *metric = iod_metric_percentile_name("lat", run->percentile);
    give(giving, giving->op, metric, SYSBENCH_LAT_PERCENTILE);
  }
}

static const char *test_of(const SysbenchRun *run) {
  if (run->test) return run->test;
  if (run->is_fileio) return "fileio";
  return run->lines[SYSBENCH_TRANSACTIONS_RATE] ? "oltp" : "-";
}

/* Why the run gives nothing; NULL where it gives something. */
static const char *failure_of(const SysbenchRun *run, gboolean figures) {
  if (run->failure) return run->failure;
  if (!figures) return "it ends without a result (killed, or the log was cut)";
  gboolean idle = run->is_fileio && run->lines[SYSBENCH_EVENTS] && !(run->values[SYSBENCH_EVENTS] > 0);
  return idle ? "it did nothing: 0 events" : NULL;
}

void sysbench_run_give(const SysbenchRun *run, IodFeed *feed) {
  gboolean figures = sysbench_run_has_figures(run);
  if (!figures && !run->began) return;
  if (!figures && !run->failure && !run->started) return;
  IodRun *told = iod_feed_run(feed, "sysbench", run->line);
  told->version = g_strdup(run->version);
  iod_labels_set(told->facts, "command", run->command);
  const char *failure = failure_of(run, figures);
  if (failure) {
    iod_feed_fail(feed, told, run->failure_line ? run->failure_line : run->line, failure);
    return;
  }
  const char *test = test_of(run);
  gboolean memory = strcmp(test, "memory") == 0 && run->memory_op;
  Giving giving = {run, feed, told, test, memory ? run->memory_op : "-"};
  if (run->checkpoint)
    iod_feed_warn(
        feed, "partial", run->line,
        "with --report-checkpoints sysbench's last report covers the time since the last checkpoint alone, "
        "but for its total time");
  give_rates(&giving);
  give_events_rate(&giving);
  give(&giving, "-", "duration", SYSBENCH_DURATION);
  give(&giving, "-", "events", SYSBENCH_EVENTS);
  give_latencies(&giving);
}
