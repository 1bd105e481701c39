// SPDX-License-Identifier: GPL-3.0-or-later
/* Dataset in; samples, summaries, comparisons and verdicts out. Small samples (1 to 30 runs), skewed, with
 * stragglers: exact rank methods first, and a plain word where nothing can be known. */
#ifndef IODELTA_STATS_H
#define IODELTA_STATS_H

#include "model/model.h"

G_BEGIN_DECLS

/* ---- Describing one sample (describe.c) ---- */

typedef enum { IOD_CENTER_MEDIAN, IOD_CENTER_MEAN, IOD_CENTER_GEOMEAN } IodCenter;
gboolean iod_center_parse(const char *text, IodCenter *center);
const char *iod_center_name(IodCenter center);

/* An interval; NaN bounds where there is none. confidence is the one it really has. */
typedef struct {
  double low, high, confidence;
} IodInterval;

typedef struct {
  guint n;
  double mean, median, geomean; /* geomean NaN where a value is not positive */
  double stddev;                /* n - 1; NaN for one value */
  double min, max, q1, q3;      /* quantiles of type 7 */
  double mad;                   /* median absolute deviation, unscaled */
  double center;                /* the one asked for */
  IodInterval ci;               /* of that centre */
} IodSummary;

/* values: n of them, any order, n >= 1, finite. O(n log n) at most. */
void iod_describe(const double *values, guint n, IodCenter center, double confidence, IodSummary *summary);

/* Quantile of type 7 (R's default) of values sorted upwards; p in [0, 1]. */
double iod_quantile(const double *sorted, guint n, double p);

/* ---- Comparing two samples (compare.c and below it ranksum.c, welch.c, fieller.c) ---- */

typedef enum {
  IOD_VERDICT_NONE, /* not judged */
  IOD_VERDICT_WORSE,
  IOD_VERDICT_LIKELY_WORSE,
  IOD_VERDICT_UNCLEAR,
  IOD_VERDICT_SAME,
  IOD_VERDICT_IDENTICAL,
  IOD_VERDICT_LIKELY_BETTER,
  IOD_VERDICT_BETTER,
} IodVerdict;
const char *iod_verdict_name(IodVerdict verdict); /* as in JSON; NULL for NONE */

/* What to compare with; band is t of [1/(1+t), 1+t]. */
typedef struct {
  IodCenter center;
  double confidence;
  double band;
  IodBetter better;
} IodQuestion;

/* New against base. NaN where a number does not exist (JSON: null). */
typedef struct {
  double ratio, center_ratio;
  IodInterval ci; /* of ratio */
  double p;
  const char *method; /* "rank-sum exact", …; NULL where none applied. A constant */
  gboolean of_differences;
  double difference; /* new - base in base units, with its interval, where logs are impossible */
  IodInterval difference_ci;
  IodVerdict verdict;
  const char *reason; /* single_run, too_few, noisy, coarse, not_judged or NULL. A constant */
  /* The size that the new sample should have, measured afresh, to decide an unclear or likely with 80 %
   * power; the baseline as large, unless it is the larger already: then it stays. 0: none told; over 50:
   * "> 50". */
  int runs_needed;
  const char *runs_reason; /* why no number is told, or NULL. A constant */
} IodAnswer;

void iod_compare(const double *base, guint n_base, const double *fresh, guint n_fresh,
                 const IodQuestion *question, IodAnswer *answer);

/* ---- Choosing (select.c) ---- */

/* A set of conditions: 'metric=iops,lat_mean op=write volume!=cstor block_size=4k..1m test=rand*'. */
typedef struct IodFilter IodFilter;
IodFilter *iod_filter_new(void);
void iod_filter_free(IodFilter *filter);
/* --where: conditions parted by blanks, all of which must hold. */
gboolean iod_filter_add(IodFilter *filter, const char *text, GError **error);
/* -m iops,p99: one more condition. */
gboolean iod_filter_add_metrics(IodFilter *filter, const char *names, GError **error);
/* Whether an observation meets all conditions; TRUE where filter is NULL. */
gboolean iod_filter_matches(const IodFilter *filter, const IodKey *key, const IodRun *run);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodFilter, iod_filter_free)

/* ---- Grouping (group.c and what stats/table.h lists) ---- */

typedef struct {
  const char *by; /* label whose values are the series; NULL: "series", an error where no input has it */
  const char *baseline;    /* a value of it; NULL: the first */
  const char *across;      /* label to roll up, or NULL */
  gboolean across_mean;    /* TRUE: arithmetic mean, FALSE: geometric */
  const char *rollup_tool; /* only this tool's (--rollup iozone:block_size=mean), or NULL */
  const char *order_by;    /* -x LABEL: rows are ordered by it first; NULL: none */
  gboolean pool;           /* `summary`: where neither by nor a label "series" tells series, all is one */
  gboolean pairwise;       /* each series with each */
  gboolean per_job;        /* the jobs of fio groups rather than the groups */
  gboolean all_metrics;    /* judge and show more than the usual metrics (--all) */
  const IodFilter *filter;
  GPtrArray *thresholds; /* of char *: "8%", "clat_p99=20%", "test=rand* op=read p99=20%"; or NULL */
  gboolean floors;       /* widen each band to what the baseline's sessions differ among themselves */
  IodCenter center;
  double confidence;
} IodGrouping;

/* The values of one row in one series, in the order of the runs. */
typedef struct {
  double *values;
  IodRun **runs; /* beside values; borrowed from the dataset */
  IodSummary summary;
} IodSample;

typedef struct {
  guint base, fresh; /* indexes of series */
  IodAnswer answer;
} IodVersus;

/* One row: one cell seen in every series. */
typedef struct {
  const char *tool, *test, *op;
  IodMetric metric;
  IodLabels *labels;   /* all of its cell, those that never vary too */
  char *name;          /* for people: tool, test and op where they tell something, the labels that vary */
  gboolean usual;      /* one of the judged metrics, shown without --all */
  double band;         /* t */
  guint rolled;        /* how many values along `across` each value reduces; 0 where it is not rolled up */
  guint n_series;      /* the comparison's */
  IodSample **samples; /* one a series, NULL where the series has none */
  GArray *versus;      /* of IodVersus; empty where the baseline has no values */
} IodRow;

/* A label that differs between series but not within (or the tools' version, as "version"): named above the
 * table. values: one a series, NULL for none; several (of different tests) are joined by commas. */
typedef struct {
  char *label;
  guint n_series;
  char **values;
} IodDiffers;

/* All matched rows together: of one metric the geometric mean of their ratios, without a test; of a kind the
 * campaign's exact test, run by run, with its ratio. NaN where a row's ratio is 0 or does not exist. */
typedef struct {
  const char *metric; /* of one metric; NULL where kind tells */
  const char *kind;   /* "throughput", "latency", or NULL */
  guint series;       /* compared with the baseline */
  guint rows;
  double ratio;
  IodInterval ci; /* of a kind; NaN where none */
  double p;
  IodVerdict verdict;
} IodGeomean;

typedef struct {
  char *by;      /* NULL where pooled */
  char **series; /* n_series names, the baseline first; a pooled one is NULL */
  guint n_series;
  IodCenter center;
  double confidence;
  GPtrArray *rows;     /* of IodRow, in the order to show */
  GPtrArray *differs;  /* of IodDiffers */
  GPtrArray *ignored;  /* of char *: labels that vary but are in no row or column, for people */
  GArray *geomeans;    /* of IodGeomean */
  GPtrArray *warnings; /* of IodWarning: about the grouping; those about input are in the dataset */
  guint hidden;        /* usual == FALSE among rows */
  guint failed_runs;
} IodComparison;

/* What is known of fresh against base in a row; NULL where nothing is. Borrowed. */
const IodVersus *iod_row_versus(const IodRow *row, guint base, guint fresh);

/* Sorts a dataset into rows and series, and compares. The dataset must outlive the result. Fails (usage) on
 * an unknown label, a selector that matches nothing, or two values of one run in one cell, naming the label
 * that would help; (input) on a dataset without observations. */
IodComparison *iod_group(const IodDataset *dataset, const IodGrouping *grouping, GError **error);
void iod_comparison_free(IodComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodComparison, iod_comparison_free)

/* ---- The check against a baseline (gate.c, limits.c, correction.c) ---- */

typedef enum { IOD_FAIL_WORSE, IOD_FAIL_LIKELY, IOD_FAIL_UNCLEAR } IodFailOn;
gboolean iod_fail_on_parse(const char *text, IodFailOn *fail_on); /* "worse", "likely", "unclear" */

typedef enum { IOD_CORRECTION_NONE, IOD_CORRECTION_HOLM, IOD_CORRECTION_BH } IodCorrection;
gboolean iod_correction_parse(const char *text, IodCorrection *correction); /* "none", "holm", "bh" */

typedef struct {
  IodFailOn fail_on;
  gboolean point; /* judge by the ratio alone */
  gboolean allow_missing, allow_failed;
  IodCorrection correction;
  char **ignore;                /* labels that may differ between the sides; or NULL */
  char **limits;                /* 'op=fsync lat_p99<10ms'; or NULL */
  const IodComparison *confirm; /* the baseline against a second set of runs; or NULL */
} IodGateRules;

typedef enum {
  IOD_STATE_VERDICT,
  IOD_STATE_MISSING, /* the baseline has the cell, the new runs lack it */
  IOD_STATE_NEW,
  IOD_STATE_FAILED, /* a run that gave no result, or not all */
  IOD_STATE_LIMIT,  /* beyond an absolute limit */
  IOD_STATE_NOT_JUDGED,
} IodState;
const char *iod_state_name(IodState state, IodVerdict verdict); /* as in JSON */

typedef struct {
  IodState state;
  IodVerdict verdict;
  const IodRow *row;       /* borrowed; NULL for a failed run */
  const IodAnswer *answer; /* borrowed; NULL where there is no comparison */
  char *note;              /* the limit, the failure, why it was not held against the run; or NULL */
  gboolean fails;
} IodFinding;

typedef struct {
  const IodComparison *comparison; /* borrowed */
  GPtrArray *findings;             /* of IodFinding, worst first */
  guint cells, judged;
  guint verdicts[IOD_VERDICT_BETTER + 1]; /* how many of each */
  guint missing, fresh, failed, over;     /* cells of the other states; failed runs; limits exceeded */
  guint fails;                            /* findings that fail the check */
  char *undecided;                        /* why nothing can be told; NULL where it can */
} IodGate;

/* Judges the second series of a comparison against the first, its baseline. dataset is what the comparison
 * was made of; it, the comparison and the rules' must outlive the result. Fails (baseline) where the two have
 * no cell in common, (usage) on a limit that can't be read or matches nothing, a label to ignore that does
 * not differ. */
IodGate *iod_gate(const IodComparison *comparison, const IodDataset *dataset, const IodGateRules *rules,
                  GError **error);
void iod_gate_free(IodGate *gate);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodGate, iod_gate_free)

/* What a team keeps in git beside its baseline: a line each of 'threshold clat_p99=20%', 'limit op=fsync
 * lat_p99<10ms', 'ignore numjobs', 'metrics iops,p99'; '#' begins a comment. Texts as their options take
 * them; arrays of char *. */
typedef struct {
  GPtrArray *thresholds, *limits, *ignore, *metrics;
} IodRules;

IodRules *iod_rules_read(const char *path, GError **error); /* usage errors name the line */
void iod_rules_free(IodRules *rules);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodRules, iod_rules_free)

/* ---- Noise (noise.c) ---- */

/* The largest ratio between the centres of two sessions of one sample, less 1: what the same thing differs
 * from itself between sessions, and so the least band that means anything. NaN where there are not two
 * sessions with positive centres. */
double iod_noise_floor(const IodSample *sample, IodCenter center, double confidence);

/* A baseline against itself. */
typedef struct {
  guint sessions;
  guint comparisons; /* of one session with another, both ways */
  guint alarms;      /* those in which a cell came out worse */
  guint cells, alarmed_cells;
} IodNoise;

/* Splits a dataset by its sessions and judges each against each as `check` would, with the grouping's
 * thresholds. Fails (baseline) where it has fewer than two sessions. */
gboolean iod_noise_measure(const IodDataset *dataset, const IodGrouping *grouping, IodNoise *noise,
                           GError **error);

/* p-values adjusted for their number, in place (Holm 1979; Benjamini and Hochberg 1995). NaN stays and does
 * not count. */
void iod_correct(double *p, guint n, IodCorrection correction);

G_END_DECLS

#endif
