// SPDX-License-Identifier: GPL-3.0-or-later
/* What a result is: metrics and their units, labels, runs, observations, the sink that takes them, the
 * dataset that keeps them, and the native JSON that carries them from one program to the next.
 *
 * Conventions of the whole project: strings are UTF-8 and NUL-terminated; values are in the metric's base
 * unit (B/s, 1/s, s, B, 1); a function that can fail takes a GError ** last; "borrowed" pointers live as long
 * as the object they came from, anything else says who frees it. Allocation failure aborts (GLib), so sizes
 * that come from input are bounded before memory is asked for. */
#ifndef IODELTA_MODEL_H
#define IODELTA_MODEL_H

#include <glib.h>
#include <jansson.h>

G_BEGIN_DECLS

/* ---- Errors -------------------------------------------------------------------------------------------- */

#define IOD_ERROR (iod_error_quark())
GQuark iod_error_quark(void);

/* What went wrong, in the terms of the exit codes (docs/exit-codes). */
typedef enum {
  IOD_ERROR_USAGE,    /* wrong use, unknown label, a selector that matches nothing: exit 2 */
  IOD_ERROR_INPUT,    /* input that could not be read or holds no result: exit 3 */
  IOD_ERROR_BASELINE, /* no usable baseline: exit 5 */
  IOD_ERROR_OUTPUT,   /* could not be written: exit 2 */
} IodErrorCode;

/* ---- Metrics (metric.c) -------------------------------------------------------------------------------- */

typedef enum { IOD_BETTER_UNKNOWN, IOD_BETTER_HIGHER, IOD_BETTER_LOWER, IOD_BETTER_NEITHER } IodBetter;

typedef struct {
  const char *name; /* "bandwidth", "clat_p99.9" */
  const char *unit; /* base unit: "B/s", "1/s", "s", "B", "1" or what the user named */
  IodBetter better;
} IodMetric;

/* Looks a metric's unit and direction up by its name; percentiles of any order are known (lat_p99.95).
 * Returns FALSE for a name that no tool gives; *metric is then {name, "1", IOD_BETTER_UNKNOWN}.
 * metric->name is the pointer passed in, metric->unit a constant. */
gboolean iod_metric_lookup(const char *name, IodMetric *metric);

/* The percentile that a metric's name tells: 99.9 for "clat_p99.9"; -1 where it is none. */
double iod_metric_percentile(const char *name);

/* The name of a percentile metric, as in ("clat", 99.90) -> "clat_p99.9"; trailing zeros are dropped. Free
 * it. */
char *iod_metric_percentile_name(const char *prefix, double percentile);

const char *iod_better_name(IodBetter better); /* "higher", "lower", "neither", "unknown" */
gboolean iod_better_parse(const char *text, IodBetter *better);

/* ---- Numbers and units (number.c, units.c) --------------------------------------------------------------
 */

/* Reads a decimal number (digits, one dot, an exponent; no sign, no grouping) from [*text, end), correctly
 * rounded and whatever the locale is. On success moves *text behind it; FALSE where none stands there, or
 * where it is too large for a double. */
gboolean iod_scan_number(const char **text, const char *end, double *value);

/* The same times 10^power, with one rounding: 62.19 ms are the double nearest to 0.06219 s. */
gboolean iod_scan_scaled(const char **text, const char *end, gint power, double *value);

/* The whole of [text, end) as one number, which may have a sign. */
gboolean iod_number_parse(const char *text, const char *end, double *value);

/* The same as iod_scan_number for an unsigned whole number; FALSE on overflow. */
gboolean iod_scan_whole(const char **text, const char *end, guint64 *value);

/* Reads a size as people write it on a command line: 4096, 4k, 4K, 4KiB, 1m, 1MB (k is 1024, "kB" and "MB"
 * are too, as in fio's options). FALSE where the whole text is no size. */
gboolean iod_size_parse(const char *text, guint64 *bytes);

/* A size as people read it: 4096 -> "4k", 1048576 -> "1m", 1000 -> "1000". Free it. */
char *iod_size_text(guint64 bytes);

typedef enum { IOD_UNITS_AUTO, IOD_UNITS_SI, IOD_UNITS_IEC, IOD_UNITS_RAW } IodUnitStyle;

/* How a column of values is shown: shown = value / factor. */
typedef struct {
  double factor;
  char suffix[32]; /* "MiB/s", "kiops", "µs", "ms", "" */
} IodScale;

/* The scale for values of a metric whose size is about typical (> 0; else the base unit). AUTO takes the
 * habit of the tool: powers of 1000 for dd, of 1024 for the others. tool may be NULL. */
IodScale iod_scale_for(const IodMetric *metric, const char *tool, IodUnitStyle style, double typical);

/* Digits after the point that a shown value deserves so that it has about three significant ones: 0 to 3 for
 * values from 0.01 up, more below. */
int iod_decimals_for(double shown);

/* The shortest text that reads back to the same double (at most 17 significant digits); NaN and infinity
 * never come here. buffer holds at least G_ASCII_DTOSTR_BUF_SIZE bytes and is returned. */
char *iod_number_text(double value, char *buffer);

/* Order as people expect it: runs of digits compare as numbers ("v2" before "v10"), sizes of labels too. */
int iod_natural_compare(const char *a, const char *b);

/* ---- Labels (labels.c) ----------------------------------------------------------------------------------
 */

typedef struct {
  const char *name;
  const char *value;
} IodLabel;

/* name=value pairs, each name once, sorted by name. */
typedef struct IodLabels IodLabels;

IodLabels *iod_labels_new(void);
IodLabels *iod_labels_copy(const IodLabels *labels); /* NULL is an empty set */
void iod_labels_free(IodLabels *labels);
void iod_labels_set(IodLabels *labels, const char *name,
                    const char *value); /* replaces; value NULL takes it away */
void iod_labels_set_size(IodLabels *labels, const char *name, guint64 value); /* as decimal digits */
const char *iod_labels_get(const IodLabels *labels, const char *name); /* borrowed; NULL where absent */
guint iod_labels_count(const IodLabels *labels);                       /* NULL: 0 */
IodLabel iod_labels_at(const IodLabels *labels, guint index);          /* borrowed, in order of the names */
void iod_labels_merge(IodLabels *into, const IodLabels *from);         /* from wins */
guint iod_labels_hash(gconstpointer labels);
gboolean iod_labels_equal(gconstpointer a, gconstpointer b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodLabels, iod_labels_free)

/* ---- Runs (run.c) ---------------------------------------------------------------------------------------
 */

/* A log-linear histogram of times as the runner counts them. */
typedef struct {
  char *op, *metric, *unit;
  guint precision_bits;
  GArray *counts; /* of IodBucket, by rising index */
} IodHistogram;

typedef struct {
  guint64 index;
  guint64 count;
} IodBucket;

/* One run of a tool: what is known of it beside its numbers. Reference counted: a parser, the dataset and a
 * sample may hold it together. The parser that began it may still fill it in until it begins the next. */
typedef struct {
  char *tool;
  char *id; /* "1", "2", … within its source, or the name that a path pattern gave; NULL until it is announced
             */
  char *source;  /* the path as given, "-" for standard input; "archive.tar!member" within archives */
  char *version; /* of the tool; NULL where the log does not tell */
  char *start;   /* RFC 3339 ("-00:00" where the log tells no zone); NULL where unknown */
  char *session; /* one `baseline save` or `add`; NULL where unknown */
  char *failure; /* why the run gave no result, or not all; NULL where it ran to its end */
  char *heading; /* the text line that stands above it in its file, NULL where none does */
  guint32 line;  /* where it begins in its source, from 1 */
  gboolean complete;
  IodLabels *facts;      /* of the run, never compared: host, command, pid, … */
  IodLabels *labels;     /* of all its observations: from prefixes, the path, the user */
  GPtrArray *histograms; /* of IodHistogram, or NULL */
  json_t *series;        /* per-second series as native JSON holds them, or NULL */
} IodRun;

IodRun *iod_run_new(const char *tool, const char *source);
IodRun *iod_run_ref(IodRun *run);
void iod_run_unref(IodRun *run);
void iod_run_add_histogram(IodRun *run, IodHistogram *histogram); /* takes it */
IodHistogram *iod_histogram_new(const char *op, const char *metric, const char *unit, guint precision_bits);
void iod_histogram_free(IodHistogram *histogram);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodRun, iod_run_unref)

/* ---- Observations and the sink ---------------------------------------------------------------------------
 */

/* One number from one run. All pointers are borrowed for the time of the call that passes it. */
typedef struct {
  const char *test;
  const char *op;
  IodMetric metric;
  double value;            /* finite, in metric.unit */
  guint32 line;            /* of the value, in the run's source; 0 where there is none */
  const IodLabels *labels; /* of this observation alone (block_size, …); NULL for none */
} IodObservation;

/* Something the user must know that is no error. code is a short stable word ("cut", "failed_run"); what does
 * not apply is NULL or 0. */
typedef struct {
  const char *code;
  const char *message;
  const char *source;
  guint32 line;
  const char *row; /* a row of a comparison, by its name */
  const char *series;
} IodWarning;

IodWarning *iod_warning_copy(const IodWarning *warning);
void iod_warning_free(IodWarning *warning); /* of a copy */

/* Where observations go: a dataset, or the writer of `parse`. Any of the three may be NULL. */
typedef struct IodSink IodSink;
struct IodSink {
  void (*run)(IodSink *self, IodRun *run); /* a run begins, or is known to have failed */
  void (*observe)(IodSink *self, IodRun *run, const IodObservation *observation);
  void (*warn)(IodSink *self, const IodWarning *warning);
};

void iod_sink_run(IodSink *sink, IodRun *run);
void iod_sink_observe(IodSink *sink, IodRun *run, const IodObservation *observation);
void iod_sink_warn(IodSink *sink, const IodWarning *warning);

/* ---- Datasets (dataset.c) ---------------------------------------------------------------------------------
 */

/* All observations of some inputs, in the order in which they came. 24 bytes an observation beside the
 * distinct combinations of test, op, metric and labels. */
typedef struct IodDataset IodDataset;

/* What an observation is of; shared by all that are of the same. */
typedef struct {
  const char *tool, *test, *op;
  IodMetric metric;
  const IodLabels *labels; /* of the observation alone; the run's are in run->labels. Never NULL */
} IodKey;

typedef struct {
  const IodKey *key; /* equal pointers within one dataset mean equal keys */
  guint key_index;   /* of key among iod_dataset_key_count */
  IodRun *run;
  guint run_index; /* of run in the dataset, in the order of their beginning */
  double value;
  guint32 line;
} IodEntry;

IodDataset *iod_dataset_new(void);
void iod_dataset_free(IodDataset *dataset);
IodSink *iod_dataset_sink(IodDataset *dataset); /* borrowed */
guint iod_dataset_size(const IodDataset *dataset);
IodEntry iod_dataset_entry(const IodDataset *dataset, guint index); /* all borrowed */
guint iod_dataset_key_count(const IodDataset *dataset);
const IodKey *iod_dataset_key(const IodDataset *dataset, guint index);
guint iod_dataset_run_count(const IodDataset *dataset); /* the runs that failed too */
IodRun *iod_dataset_run(const IodDataset *dataset, guint index);
guint iod_dataset_warning_count(const IodDataset *dataset);
const IodWarning *iod_dataset_warning(const IodDataset *dataset, guint index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodDataset, iod_dataset_free)

/* Passes a dataset's entry on as an observation of run, which may be another than its own. */
void iod_sink_observe_entry(IodSink *sink, IodRun *run, const IodEntry *entry);

/* The indexes of all runs (of guint) in the order of the lines where they begin. Free with g_array_unref. */
GArray *iod_dataset_runs_by_line(const IodDataset *dataset);

/* The value of a label of an observation: the run's where it has the label (user's, then path's), else the
 * observation's. NULL where neither has it. */
const char *iod_label_of(const IodKey *key, const IodRun *run, const char *name);

/* ---- Native JSON (native.c)
 * -------------------------------------------------------------------------------- */

#define IOD_SCHEMA_RESULTS  "iodelta.results/1"
#define IOD_SCHEMA_BASELINE "iodelta.baseline/1"

/* A dataset as {"schema", "runs": […]}. head, where given, holds further members that go before "runs" (a
 * baseline's created, iodelta, why); its reference stays the caller's. Returns a new reference. */
json_t *iod_native_from_dataset(const IodDataset *dataset, const char *schema, json_t *head);

/* One run with its observations, as `runs` holds them and as the runner writes a line. entries: indexes into
 * dataset. Returns a new reference. */
json_t *iod_native_from_run(const IodDataset *dataset, guint run_index, const GArray *entries);

/* JSON as text with the shortest numbers that read back to the same bits. flags: jansson's, but for the
 * precision. NULL where root can't be dumped (a cycle). Free it with g_free. */
char *iod_json_text(const json_t *root, size_t flags);

/* Reads a document (results, a baseline, or one RUN with "schema") into a sink: all of it or, where something
 * in it is wrong, nothing. source is that of runs that tell none; line is where the document begins (0: not
 * told). Refuses other schemas and newer numbers; an error's message says where within the document
 * ("runs[3].observations[7].value: must be a number"), the caller which document. Runs that failed or are
 * incomplete are warned of, as are negative values of metrics that can't be negative, which are left out. */
gboolean iod_native_read(const json_t *root, const char *source, guint32 line, IodSink *sink, GError **error);

/* TRUE where the root says that it is one of ours ("schema": "iodelta.…"). */
gboolean iod_native_is_ours(const json_t *root);

/* What `parse --format ndjson` writes: rows without a schema, each one observation. Rows that agree in
 * source, tool and run make up one run, so one reader takes all of a stream. */
typedef struct IodNativeRows IodNativeRows;
IodNativeRows *iod_native_rows_new(IodSink *sink);
void iod_native_rows_free(IodNativeRows *rows);
/* TRUE where the root looks like such a row: tool, metric and value, no schema. */
gboolean iod_native_is_row(const json_t *root);
/* Takes one row; source and line are where it stands, as in iod_native_read. */
gboolean iod_native_rows_read(IodNativeRows *rows, const json_t *root, const char *source, guint32 line,
                              GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodNativeRows, iod_native_rows_free)

/* ---- Baselines (baseline.c) ---- */

/* What a baseline says of itself; members may be NULL. */
typedef struct {
  char *created; /* RFC 3339 */
  char *iodelta; /* the version that wrote it */
  char *why;
} IodBaselineHead;
void iod_baseline_head_clear(IodBaselineHead *head);

/* Reads what a baseline file says of itself. FALSE (baseline) where it can't be read or is none. */
gboolean iod_baseline_head_read(const char *path, IodBaselineHead *head, GError **error);

/* Writes a dataset as a baseline, whole or not at all. An existing file is replaced only where `replace` says
 * so and it is a baseline. created: now, as RFC 3339. Errors: usage, output. */
gboolean iod_baseline_write(const char *path, const IodDataset *dataset, const char *created, const char *why,
                            gboolean replace, GError **error);

/* Gives every run without a session this one. */
void iod_dataset_set_session(IodDataset *dataset, const char *session);

/* Appends the runs of one dataset to a sink, but for those that `known` holds already, number by number (the
 * same log read twice). Returns how many were left out. */
guint iod_dataset_append_new(const IodDataset *dataset, const IodDataset *known, IodSink *sink);

G_END_DECLS

#endif
