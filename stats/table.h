// SPDX-License-Identifier: GPL-3.0-or-later
/* What the files that make rows of a dataset share. The steps, each a file:
 *
 *   variants.c  observations that agree in all but run and value become one variant; texts become numbers
 *   choose.c    the filter, and whether a fio group shows its sums or its jobs
 *   series.c    which variant belongs to which series
 *   roles.c     which labels make rows, which tell the series apart, which do neither
 *   cells.c     variants into rows, values into samples, one a run (rollup.c: along a label)
 *   order.c     rows as people expect them; rowname.c their names; bands.c which are judged and how wide
 *   versus.c    summaries, comparisons; campaign.c all rows together; suspicion.c what looks wrong
 *
 * Numbers of names and values depend on the order in which inputs came; nothing that is shown may. */
#ifndef IODELTA_STATS_TABLE_H
#define IODELTA_STATS_TABLE_H

#include "stats/filter.h"
#include "stats/numbering.h"
#include "stats/stats.h"

/* ---- variants.c ---- */

/* A label of a variant, by the numbers of its name and its value. */
typedef struct {
  guint name, value;
} IodPair;

typedef struct {
  const IodKey *key;
  const IodRun *run;    /* one of those that have these labels */
  guint scope;          /* tool, test, op */
  guint metric;         /* number of name, unit and direction */
  guint pairs, n_pairs; /* where its labels stand among the pairs, by rising number of the name */
  guint series;         /* set by series.c */
} IodVariant;

typedef struct {
  const IodDataset *dataset;
  IodNames names, values; /* of labels */
  GArray *pairs;          /* of IodPair */
  GArray *variants;       /* of IodVariant, in the order of their first observation */
  GArray *of_entry;       /* guint an observation: its variant */
  guint scopes, metrics;  /* how many there are */
} IodVariants;

void iod_variants_init(IodVariants *variants, const IodDataset *dataset);
void iod_variants_clear(IodVariants *variants);
IodVariant *iod_variant(const IodVariants *variants, guint index);
/* The number of the value of a label; 0 where the variant lacks it. */
guint iod_variant_value(const IodVariants *variants, const IodVariant *variant, guint name);
const IodPair *iod_variant_pairs(const IodVariants *variants, const IodVariant *variant);

/* ---- choose.c ---- */

/* One observation that was chosen. */
typedef struct {
  double value;
  guint variant;
  guint run;   /* its index in the dataset */
  guint entry; /* its index in the dataset */
} IodReading;

/* TRUE where single jobs are wanted rather than the groups they make up. */
gboolean iod_wants_jobs(const IodGrouping *grouping);
/* Of IodReading in the dataset's order, at least one; NULL with the reason (usage) where nothing is left. */
GArray *iod_choose(const IodVariants *variants, const IodGrouping *grouping, GError **error);

/* ---- series.c ---- */

typedef struct {
  const char *by;   /* the label; NULL where all is pooled */
  GPtrArray *names; /* of char *, owned; the baseline first; a pooled one is NULL */
  gboolean none;    /* the last is "(none)": observations without the label */
} IodSeries;

/* Finds the series of the readings and sets the variants' series. */
gboolean iod_series_find(IodVariants *variants, const GArray *readings, const IodGrouping *grouping,
                         IodSeries *series, GError **error);
void iod_series_clear(IodSeries *series);

/* ---- roles.c ---- */

/* What one tool, test and op is made of. */
typedef struct {
  GArray *variants;  /* of guint: those that were chosen */
  GArray *row_names; /* of guint: the labels that make rows, by the order of their names */
  gboolean rolled;   /* the label of --across is rolled up here */
} IodScope;

typedef struct {
  const IodVariants *variants;
  const IodGrouping *grouping;
  const IodSeries *series;
  IodScope *scopes;   /* variants->scopes of them; those that were not chosen are empty */
  gboolean *excluded; /* a label name: makes no rows anywhere */
  guint across;       /* number of --across's name; 0 for none */
  guint *name_ranks;  /* a label name: its place in the order of labels */
} IodRoles;

void iod_roles_find(IodRoles *roles, const IodVariants *variants, const GArray *readings,
                    const IodGrouping *grouping, const IodSeries *series);
void iod_roles_clear(IodRoles *roles);

gboolean iod_scope_has_row_name(const IodScope *scope, guint name);

/* ---- tally.c ---- */

/* The variants of one metric in one series of a scope. */
typedef struct {
  guint metric, series;
  guint count;
} IodTallyGroup;

/* One label among them. */
typedef struct {
  guint group; /* which of the groups */
  guint name;
  guint value; /* the first one met */
  guint count; /* variants that have the label */
  gboolean varies;
} IodTallyStat;

/* What the labels of a scope's variants do. */
typedef struct {
  IodTuples *group_numbers, *stat_numbers; /* of (metric, series); of (group, name) */
  GArray *groups;                          /* of IodTallyGroup */
  GArray *stats;                           /* of IodTallyStat */
} IodTally;

/* Leaves out labels that never make rows and what is rolled up. */
void iod_tally_init(IodTally *tally, const IodRoles *roles, const IodScope *scope);
void iod_tally_clear(IodTally *tally);

/* ---- runs.c ---- */

/* The order of a dataset's runs. */
typedef struct {
  guint *by_name;  /* a run's rank by source and id, each rank once */
  gint64 *started; /* microseconds since 1970; G_MININT64 where unknown */
} IodRunOrder;

void iod_run_order_init(IodRunOrder *order, const IodDataset *dataset);
void iod_run_order_clear(IodRunOrder *order);

/* ---- cells.c ---- */

/* Of which kind a row is its cell's one metric, for the campaign as a whole. */
typedef enum { IOD_KIND_NONE, IOD_KIND_THROUGHPUT, IOD_KIND_LATENCY } IodKind;

/* A row in the making. */
typedef struct {
  guint number; /* before the drafts are sorted: its index */
  guint scope, metric;
  guint group;   /* rows that differ in their metric alone are of one group */
  guint *values; /* of the scope's row_names */
  guint n_values;
  guint across; /* value of --across's label where the row is of one (its metric is not rolled up); else 0 */
  gboolean rolled; /* its values are reduced along that label */
  guint order;     /* rank by -x's label */
  GArray *shared;  /* of IodPair: labels on which all its observations agree */
  guint first, n;  /* its values among the cells' */
  IodRow *row;
  gboolean taken; /* the comparison owns the row */
  IodKind kind;
} IodDraft;

/* One value of a cell. */
typedef struct {
  double value;
  guint draft, series;
  guint run, rank; /* its index in the dataset, its rank by name */
  guint across;    /* value of --across's label */
  guint entry;
} IodCellValue;

typedef struct {
  GPtrArray *drafts;     /* of IodDraft; their rows have labels, and names once iod_rows_name gave them */
  GPtrArray *left_out;   /* of IodDraft: those of which nothing was left */
  IodDraft **of_variant; /* a variant: where it went; NULL where it was not chosen */
  guint groups;          /* how many there are */
  GArray *values;        /* of IodCellValue, by draft, series, run */
} IodCells;

void iod_cells_find(IodCells *cells, const IodRoles *roles, const GArray *readings, const IodRunOrder *order);
void iod_cells_clear(IodCells *cells);
void iod_draft_free(gpointer draft);

/* ---- samples.c ---- */

IodRow *iod_row_new(const IodKey *key); /* without samples */
void iod_row_free(IodRow *row);

/* Makes the samples of all drafts' rows; drafts that are left without values go. Fails (usage) where a run
 * has two values in one cell. */
gboolean iod_samples_make(IodCells *cells, const IodRoles *roles, const IodRunOrder *order, GPtrArray *notes,
                          GError **error);
/* Sets the error that names two values of one run in one cell and the label that would tell them apart;
 * FALSE. */
gboolean iod_refuse_double(const IodRow *row, const IodRoles *roles, const IodCellValue *first,
                           const IodCellValue *second, GError **error);

/* ---- rollup.c ---- */

/* FALSE for sums, percentiles and stddev, which can't be reduced along a label. */
gboolean iod_rollup_takes(const IodMetric *metric);
/* Sets `rolled` of each scope in which some run holds two values of --across's label. */
void iod_rollup_find(IodRoles *roles, const GArray *readings);
/* FALSE (usage) where --across has nothing to reduce. */
gboolean iod_rollup_check(const IodRoles *roles, GError **error);
void iod_rollup_warn(const IodRoles *roles, GPtrArray *notes);
/* Reduces a row's n values to one a run, in place; *n becomes 0 where no value of the label is in all runs.
 */
gboolean iod_rollup_row(IodDraft *draft, IodCellValue *values, guint *n, const IodRoles *roles,
                        GPtrArray *notes, GError **error);

/* ---- order.c, rowname.c ---- */

/* The rank of each label's name in the order in which labels sort rows: what the user gave, then what tools
 * tell. An array by the names' numbers; free it. */
guint *iod_label_ranks(const IodNames *names);
/* The order of metrics: rates, mean latencies, percentiles, the rest. */
int iod_metric_compare(const IodMetric *a, const IodMetric *b);
/* Sorts drafts as people expect their rows. */
void iod_drafts_sort(IodCells *cells, const IodRoles *roles);
void iod_rows_name(const IodCells *cells, const IodRoles *roles);

/* ---- bands.c ---- */

typedef struct IodBands IodBands;
IodBands *iod_bands_new(const GPtrArray *thresholds, const IodDataset *dataset, GError **error);
void iod_bands_free(IodBands *bands);
double iod_bands_of(const IodBands *bands, const IodRow *row);
double iod_bands_common(const IodBands *bands); /* what holds where no metric is told */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodBands, iod_bands_free)

/* ---- usual.c ---- */

/* FALSE for min, max and stddev and for what has no direction. */
gboolean iod_metric_is_judged(const IodMetric *metric);
/* Sets `usual` of all rows and the drafts' kinds. */
void iod_usual_find(const IodCells *cells, const IodRoles *roles);

/* ---- session.c ---- */

/* What was measured in one go: the label "session", else one `baseline save` or `add`, else the calendar day.
 * Free it; NULL where nothing tells. */
char *iod_session_of(const IodRun *run);

/* ---- versus.c ---- */

/* Describes all samples and compares the series. Rows are in place, their bands set. */
void iod_rows_compare(IodComparison *comparison, const IodGrouping *grouping);

/* ---- campaign.c ---- */

/* Fills in `geomeans`. band: of the campaign's test. */
void iod_campaign_find(IodComparison *comparison, const IodCells *cells, double band, GPtrArray *notes);

/* ---- differs.c ---- */

/* Fills in `differs` and `ignored`. */
void iod_differs_find(IodComparison *comparison, const IodRoles *roles, const GArray *readings);

/* ---- warnings.c ---- */

/* Remarks on their way to becoming warnings: of a code that comes often the weightiest are said, and the rest
 * together. code is a constant; row (may be NULL) and series are borrowed. */
GPtrArray *iod_notes_new(void);
void iod_note(GPtrArray *notes, const char *code, const IodRow *row, const char *series, const char *format,
              ...) G_GNUC_PRINTF(5, 6);
/* How much the latest remark matters among those of its code; 0 unless told. */
void iod_note_weigh(GPtrArray *notes, double weight);
void iod_notes_say(const GPtrArray *notes, GPtrArray *warnings);

#endif
