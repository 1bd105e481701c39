// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the command run: its options, where its results go, what it shows while it works, how it is
 * ended. */
#ifndef IODELTA_CLI_RUN_H
#define IODELTA_CLI_RUN_H

#include "cli/options.h"
#include "runner/runner.h"

/* ---- Options (run_options.c) ---- */

typedef struct {
  char **targets;
  char *preset, *rw, *bs, *iodepth, *numjobs, *ioengine, *rwmixread;
  char *size, *runtime, *ios, *ramp_time, *rate, *fsync, *fdatasync, *sync, *direct, *seed, *runs;
  char **overwrite, **destroy, **labels;
  char *file;
  gboolean verify, plan, resume, clean, quiet;
} RunOptions;

/* Parses argv; says what is wrong with it, FALSE then. */
gboolean run_options_parse(RunOptions *options, int argc, char **argv);
void run_options_clear(RunOptions *options);
/* fallback: what had to be done without io_uring, or NULL; free it. */
IodPlan *run_options_plan(const RunOptions *options, char **fallback, GError **error);

/* ---- Results (run_output.c) ---- */

/* A file of one JSON line a run, or standard output. */
typedef struct {
  char *path; /* "-": standard output */
  int fd;
  guint lines;
  gboolean made; /* the file is ours, and empty so far */
} RunOutput;

/* Opens what the options name. What an interrupted plan left there is marked in the plan and told to earlier.
 */
gboolean run_output_open(RunOutput *output, const RunOptions *options, IodPlan *plan, IodSink *earlier,
                         GError **error);
/* Writes one run, as line number lines + 1, and has the disk keep it. */
gboolean run_output_write(RunOutput *output, IodDataset *run, GError **error);
/* An empty file that was made is removed. */
void run_output_close(RunOutput *output);

/* ---- Being ended (run_signals.c) ---- */

/* Signals that would end the process are taken from here on, and counted. */
typedef struct {
  int fd;
  guint count;
} RunSignals;

void run_signals_take(RunSignals *signals);
guint run_signals_count(RunSignals *signals);

/* ---- For people (run_show.c) ---- */

/* A line on a terminal that is written over. */
void run_show_progress(const IodProgress *progress);
void run_show_nothing(void); /* takes the line away */

void run_show_plan(const IodPlan *plan, const IodEstimate *estimate);

#endif
