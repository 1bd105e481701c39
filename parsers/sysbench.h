// SPDX-License-Identifier: GPL-3.0-or-later
/* What one run of sysbench printed, between its lines (sysbench.c, sysbench_command.c) and its observations
 * (sysbench_run.c). */
#ifndef IODELTA_PARSERS_SYSBENCH_H
#define IODELTA_PARSERS_SYSBENCH_H

#include "parsers/parser.h"

/* The figures a run can print. Values are in base units. */
typedef enum {
  SYSBENCH_READS,
  SYSBENCH_WRITES,
  SYSBENCH_FSYNCS,
  SYSBENCH_REQUESTS, /* 0.4, 0.5: reads and writes together */
  SYSBENCH_READ_BANDWIDTH,
  SYSBENCH_WRITE_BANDWIDTH,
  SYSBENCH_BANDWIDTH, /* 0.4, 0.5: all together; memory */
  SYSBENCH_EVENTS_RATE,
  SYSBENCH_TRANSACTIONS_RATE,
  SYSBENCH_QUERIES_RATE,
  SYSBENCH_DURATION,
  SYSBENCH_EVENTS,
  SYSBENCH_LAT_MIN,
  SYSBENCH_LAT_MEAN,
  SYSBENCH_LAT_MAX,
  SYSBENCH_LAT_PERCENTILE,
  SYSBENCH_LAT_SUM,
  SYSBENCH_FIGURES
} SysbenchFigure;

typedef struct {
  char *test;          /* "rndrw", "cpu", "oltp_read_only"; NULL where nothing told */
  gboolean is_fileio;  /* some line could only be fileio's */
  gboolean began;      /* a line of a run's head was seen */
  gboolean started;    /* its threads were */
  gboolean checkpoint; /* --report-checkpoints: the last block covers the last period alone */
  guint32 line;        /* where it began */
  char *version;
  char *command;         /* the command line above it, NULL where none is there */
  const char *memory_op; /* what the memory test did; NULL where it does not say */
  char *failure;
  guint32 failure_line;
  IodLabels *labels;
  double percentile; /* which one SYSBENCH_LAT_PERCENTILE is */
  double values[SYSBENCH_FIGURES];
  guint32 lines[SYSBENCH_FIGURES]; /* 0: not printed */
} SysbenchRun;

void sysbench_run_clear(SysbenchRun *run);

/* Flags of open(2) in words: "directio", "sync directio", "direct". */
void sysbench_run_set_flags(SysbenchRun *run, const char *words);

/* TRUE where it holds any figure. */
gboolean sysbench_run_has_figures(const SysbenchRun *run);

/* Gives what the run printed, or why it gave nothing. A head alone (prepare, cleanup) gives nothing at all.
 */
void sysbench_run_give(const SysbenchRun *run, IodFeed *feed);

/* The command that runs a test in a line, from "sysbench" on; NULL where there is none. Free it. */
char *sysbench_command_find(const char *text);

/* Sets the test and the labels that a command names. */
void sysbench_command_apply(const char *command, SysbenchRun *run);

#endif
