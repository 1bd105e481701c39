// SPDX-License-Identifier: GPL-3.0-or-later
/* The O_DIRECT workload: what to run (jobs, settings, targets, the plan), and running it. Each run is handed
 * to a callback as a dataset of one run with its facts, histograms and per-second series; progress is a
 * callback too. Nothing here prints, exits or installs a signal handler.
 *
 * Times are nanoseconds of CLOCK_MONOTONIC unless a name says otherwise, sizes are bytes. */
#ifndef IODELTA_RUNNER_RUNNER_H
#define IODELTA_RUNNER_RUNNER_H

#include "model/model.h"

G_BEGIN_DECLS

#define IOD_NSEC_PER_SEC G_GINT64_CONSTANT(1000000000)

/* ---- Jobs (job.c): what one run does, in fio's words
 * ------------------------------------------------------- */

typedef enum {
  IOD_RW_READ,
  IOD_RW_WRITE,
  IOD_RW_RANDREAD,
  IOD_RW_RANDWRITE,
  IOD_RW_RW,
  IOD_RW_RANDRW,
} IodRw;

typedef enum {
  IOD_ENGINE_AUTO, /* io_uring for a depth over 1, psync else */
  IOD_ENGINE_PSYNC,
  IOD_ENGINE_IO_URING,
} IodEngine;

typedef struct {
  IodRw rw;
  guint rwmixread; /* percent of reads where rw mixes them */
  guint64 block_size;
  guint iodepth; /* of each thread */
  guint numjobs; /* threads, each on its own part of the file */
  IodEngine engine;
  guint fsync;        /* after so many writes of a thread; 0: never */
  gboolean fdatasync; /* fsync means fdatasync */
  gboolean dsync;     /* O_DSYNC */
} IodJob;

/* The lists of a command line, as given; NULL is the default. */
typedef struct {
  const char *rw;      /* "randread,write", or "randread:4k,read:1m:8" (rw:bs:iodepth); default read */
  const char *bs;      /* default 4k */
  const char *iodepth; /* default 1 */
  const char *numjobs; /* default 1 */
  IodJob common;       /* what all jobs share: rwmixread, engine, fsync, fdatasync, dsync */
} IodJobLists;

const char *iod_rw_name(IodRw rw);
gboolean iod_rw_parse(const char *text, IodRw *rw);
gboolean iod_rw_reads(IodRw rw);
gboolean iod_rw_writes(IodRw rw);
gboolean iod_rw_random(IodRw rw);
const char *iod_engine_name(IodEngine engine);
gboolean iod_engine_parse(const char *text, IodEngine *engine);

/* The product of the lists, each job once, appended to jobs (of IodJob). Errors: IOD_ERROR_USAGE. */
gboolean iod_jobs_expand(const IodJobLists *lists, GArray *jobs, GError **error);

/* Gives each job of IOD_ENGINE_AUTO its engine. Where the kernel refuses io_uring, threads of psync stand in
 * for the depth and *fallback (free it) says so; an io_uring that was asked for by name is an error then. */
gboolean iod_jobs_resolve(GArray *jobs, char **fallback, GError **error);

/* "randread 4k iodepth=16 numjobs=4 io_uring". Free it. */
char *iod_job_text(const IodJob *job);

/* ---- Settings and presets (settings.c, presets.c)
 * ----------------------------------------------------------- */

typedef struct {
  guint64 size;     /* of the file that is used; 0: 1 GiB in a folder, all of a file or device */
  gint64 runtime;   /* of the measurement; 0: no limit */
  guint64 ios;      /* of each thread; 0: no limit */
  gint64 ramp_time; /* runs before anything is counted */
  double rate;      /* I/Os a second, all threads together; 0: as fast as they complete */
  guint64 seed;
  gboolean direct;
  gboolean verify;
} IodSettings;

/* 10 s, 1 run after another as they complete, direct, seed 1. */
void iod_settings_init(IodSettings *settings);

/* Bytes as people read them: "1.50 GiB". Free it. */
char *iod_bytes_text(guint64 bytes);

/* "10", "1.5s", "500ms", "2m", "1h". FALSE where the text is no time, negative or over 10 years. */
gboolean iod_time_parse(const char *text, gint64 *nanoseconds);

typedef struct {
  const char *name;
  const char *stands_for; /* one sentence for people */
} IodPreset;

const IodPreset *iod_preset_at(guint index); /* NULL behind the last */

/* Appends the jobs of a preset and sets what it says of the settings. Errors: IOD_ERROR_USAGE, naming those
 * that there are. */
gboolean iod_preset_apply(const char *name, GArray *jobs, IodSettings *settings, GError **error);

/* ---- The plan (plan.c)
 * --------------------------------------------------------------------------------------- */

typedef struct {
  char *name;     /* label target: NAME of NAME=PATH, else the path as given */
  char *path;     /* as given */
  gboolean named; /* NAME=PATH: the name is the label series too */
} IodTarget;

typedef struct {
  guint round; /* from 0 */
  guint job, target;
  gboolean done; /* by the plan that is resumed */
} IodStep;

typedef struct {
  GPtrArray *targets; /* of IodTarget */
  GArray *jobs;       /* of IodJob, resolved */
  IodSettings settings;
  guint runs;           /* rounds */
  IodLabels *labels;    /* the user's, for every run */
  GPtrArray *overwrite; /* of char *: existing files that may be written, spelled as the targets */
  GPtrArray *destroy;   /* of char *: block devices that may be written */
  GArray *steps;        /* of IodStep, in the order in which they run */
} IodPlan;

IodPlan *iod_plan_new(void);
void iod_plan_free(IodPlan *plan);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodPlan, iod_plan_free)

/* PATH or NAME=PATH (split at the first '='; a path with one is written ./a=b). Two targets of one name, or
 * two of one path, are an error. */
gboolean iod_plan_add_target(IodPlan *plan, const char *text, GError **error);

/* Checks what jobs, settings and targets are together, then lays the steps out: a round visits every target
 * once for every job, jobs and targets in an order shuffled by the seed. More rounds leave the earlier ones
 * as they were. */
gboolean iod_plan_finish(IodPlan *plan, GError **error);

/* All that decides what is measured, but the number of rounds, as one line of text; equal plans have equal
 * texts. Free it. */
char *iod_plan_options(const IodPlan *plan);

/* What an interrupted plan left in its result file: the run of one line, as parsed JSON. Marks its step as
 * done where it ran to its end. Errors: IOD_ERROR_USAGE where the run is of another plan. */
gboolean iod_plan_resume(IodPlan *plan, const json_t *run, GError **error);

guint iod_plan_left(const IodPlan *plan); /* steps that are not done */

/* What the plan costs. */
typedef struct {
  gint64 measuring;      /* of all steps that are left, with their ramps */
  guint64 layout_bytes;  /* real data written before the first run */
  guint64 written_bytes; /* at most by runs whose I/Os or rate are given */
  gint64 writing;        /* time of runs that write as fast as they can */
} IodEstimate;

/* ---- Running it (campaign.c)
 * ----------------------------------------------------------------------------------- */

typedef enum { IOD_PHASE_LAYOUT, IOD_PHASE_RAMP, IOD_PHASE_RUN, IOD_PHASE_VERIFY } IodPhase;

typedef struct {
  IodPhase phase;
  guint step, steps; /* of the plan, from 0; those that are done count too */
  const IodTarget *target;
  const IodJob *job;      /* NULL in the layout */
  double fraction;        /* of this phase, 0 to 1 */
  double iops, bandwidth; /* since the last call; 0 outside of runs */
  gint64 left;            /* of the whole plan, estimated */
} IodProgress;

typedef struct {
  gpointer data;
  /* A run was made: a dataset of this one run. FALSE ends the plan. */
  gboolean (*finished)(gpointer data, guint step, IodDataset *run, GError **error);
  void (*progress)(gpointer data, const IodProgress *progress); /* about four times a second; may be NULL */
  guint (*interrupted)(gpointer data); /* how often the user asked for an end; may be NULL */
  void (*warn)(gpointer data, const IodWarning *warning);
} IodRunnerHooks;

typedef enum {
  IOD_OUTCOME_DONE,
  IOD_OUTCOME_CUT_SHORT,   /* runs failed, or could not be made; warned of */
  IOD_OUTCOME_INTERRUPTED, /* the run under way was thrown away */
  IOD_OUTCOME_ERROR,       /* refused before the first write, or a callback failed: error is set */
} IodOutcome;

/* Looks at every target without writing: what it is, whether it may be used so, whether there is room. */
gboolean iod_runner_examine(const IodPlan *plan, const IodRunnerHooks *hooks, IodEstimate *estimate,
                            GError **error);

/* Examines, lays out, and runs the steps that are left. */
IodOutcome iod_runner_execute(const IodPlan *plan, const IodRunnerHooks *hooks, GError **error);

/* Files that a killed iodelta left in a folder and no living one holds: paths, of char *. Empty where there
 * are none. */
GPtrArray *iod_runner_leftovers(const char *folder);

G_END_DECLS

#endif
