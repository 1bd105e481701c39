// SPDX-License-Identifier: GPL-3.0-or-later
/* One run of iozone while its lines come in: its options and facts, what went wrong with it, and the way from
 * figures to observations. The table and the throughput mode both write into it. */
#ifndef IODELTA_PARSERS_IOZONE_RUN_H
#define IODELTA_PARSERS_IOZONE_RUN_H

#include "parsers/iozone_command.h"

/* What is counted and told once, at the run's end. */
typedef enum {
  IOZONE_CUT,         /* a row that ends early */
  IOZONE_CUT_NUMBER,  /* a number that ends the input */
  IOZONE_CUT_LINE,    /* a throughput line that the input ends within */
  IOZONE_AMBIGUOUS,   /* a row whose figures can't be told apart or given to tests */
  IOZONE_BROKEN,      /* a row that is none */
  IOZONE_NO_UNIT,     /* nothing tells what the figures are */
  IOZONE_NO_HEADING,  /* rows without a heading */
  IOZONE_TOO_FAST,    /* 0 microseconds */
  IOZONE_ORPHAN,      /* a throughput line that can not be read or is of no known test */
  IOZONE_ONLY_REPORT, /* the report for spreadsheets without what it repeats */
  IOZONE_TROUBLES
} IozoneTrouble;

typedef struct {
  IodFeed *feed;
  IodRun *run; /* borrowed; NULL before the first */
  IozoneOptions options;
  IodLabels *labels;    /* of the options; what else is the same for all observations */
  gboolean claimed;     /* iozone's own heading was seen, so a run without results is worth a word */
  gboolean has_figures; /* rows or throughput lines were seen */
  gboolean ended;
  guint observations;
  char *error;
  guint32 error_line, interrupted;
  struct {
    guint count;
    guint32 line; /* of the first */
  } troubles[IOZONE_TROUBLES];
  IodMetric metrics[3]; /* by IozoneMode */
} IozoneRun;

void iozone_run_init(IozoneRun *run, IodFeed *feed);
void iozone_run_clear(IozoneRun *run);

/* Begins a run of which nothing is known yet; tells what is to be told of the one before it. */
void iozone_run_begin(IozoneRun *run, guint32 line);

/* Begins a further run under the same heading: version, command line and options stay as they are. */
void iozone_run_repeat(IozoneRun *run, guint32 line);

/* No more of this run will come. */
void iozone_run_end(IozoneRun *run);

void iozone_run_trouble(IozoneRun *run, IozoneTrouble trouble, guint32 line);
void iozone_run_error(IozoneRun *run, const char *text, guint32 line);

/* The run's labels after its options have changed. */
void iozone_run_options_changed(IozoneRun *run);

/* A figure of the table. 0 means that the test was not run. */
void iozone_run_figure(IozoneRun *run, guint column, guint64 figure, guint32 line, const IodLabels *labels);

/* Any other observation. */
void iozone_run_observe(IozoneRun *run, const char *test, const char *op, const char *metric, double value,
                        guint32 line, const IodLabels *labels);

#endif
