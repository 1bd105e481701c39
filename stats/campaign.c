// SPDX-License-Identifier: GPL-3.0-or-later
/* All matched cells of a comparison together: the geometric mean of the ratios of each metric (Fleming &
 * Wallace 1986), and the campaign's verdict. For that the k-th run of every cell makes run k of the campaign:
 * each value over its cell's baseline centre, their geometric mean; two series of such runs are compared like
 * any other. It sees a uniform 2 % that no single cell can show. */
#include "stats/table.h"

#include <math.h>

/* The cells that two series share. */
typedef struct {
  GPtrArray *rows; /* of IodRow, borrowed */
  IodBetter better;
  guint series;
} Cells;

static const IodAnswer *answer_of(const IodRow *row, guint series) {
  const IodVersus *versus = iod_row_versus(row, 0, series);
  return versus != NULL ? &versus->answer : NULL;
}

/* The geometric mean of the rows' ratios; NaN where one is 0 or does not exist: to leave it out would
 * flatter. */
static double mean_ratio(const Cells *cells, const IodRow **odd) {
  double sum = 0;
  *odd = NULL;
  for (guint i = 0; i < cells->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(cells->rows, i);
    double ratio = answer_of(row, cells->series)->ratio;
    if (!(ratio > 0) && *odd == NULL) *odd = row;
    sum += log(ratio);
  }
  return *odd == NULL ? exp(sum / cells->rows->len) : (double)NAN;
}

static guint smallest_n(const Cells *cells, guint series) {
  guint smallest = G_MAXUINT;
  for (guint i = 0; i < cells->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(cells->rows, i);
    smallest = MIN(smallest, row->samples[series]->summary.n);
  }
  return smallest;
}

/* The runs of the campaign in one series; NULL where a value is not positive. Free it. */
static double *make_runs(const Cells *cells, guint series, guint n) {
  double *runs = g_new0(double, n);
  for (guint i = 0; i < cells->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(cells->rows, i);
    double center = row->samples[0]->summary.center;
    for (guint run = 0; run < n; run++) {
      double value = row->samples[series]->values[run];
      if (!(value > 0 && center > 0)) {
        g_free(runs);
        return NULL;
      }
      runs[run] += log(value / center);
    }
  }
  for (guint run = 0; run < n; run++) runs[run] = exp(runs[run] / cells->rows->len);
  return runs;
}

static void test(IodGeomean *geomean, const Cells *cells, double confidence, double band) {
  guint n_base = smallest_n(cells, 0), n_fresh = smallest_n(cells, cells->series);
  g_autofree double *base = make_runs(cells, 0, n_base);
  g_autofree double *fresh = make_runs(cells, cells->series, n_fresh);
  if (base == NULL || fresh == NULL) return;
  IodQuestion question = {IOD_CENTER_MEDIAN, confidence, band, cells->better};
  IodAnswer answer;
  iod_compare(base, n_base, fresh, n_fresh, &question, &answer);
  geomean->ratio = answer.ratio;
  geomean->ci = answer.ci;
  geomean->p = answer.p;
  geomean->verdict = answer.verdict;
}

static void add_geomean(IodComparison *comparison, const Cells *cells, const char *metric, const char *kind,
                        double band, GPtrArray *notes) {
  if (cells->rows->len == 0) return;
  const IodRow *odd = NULL;
  IodGeomean geomean = {.metric = metric,
                        .kind = kind,
                        .series = cells->series,
                        .rows = cells->rows->len,
                        .ratio = mean_ratio(cells, &odd),
                        .ci = {NAN, NAN, NAN},
                        .p = NAN,
                        .verdict = IOD_VERDICT_NONE};
  if (odd == NULL && kind != NULL) test(&geomean, cells, comparison->confidence, band);
  if (odd != NULL && metric != NULL)
    iod_note(notes, "no_geomean", odd, comparison->series[cells->series],
             "no geometric mean of %s: the ratio of %s is 0 or does not exist", metric, odd->name);
  g_array_append_val(comparison->geomeans, geomean);
}

static gboolean is_matched(const IodRow *row, guint series) {
  return row->samples[0] != NULL && row->samples[series] != NULL;
}

static void add_kind(IodComparison *comparison, const IodCells *all, IodKind kind, guint series, double band,
                     GPtrArray *notes) {
  gboolean latency = kind == IOD_KIND_LATENCY;
  Cells cells = {g_ptr_array_new(), latency ? IOD_BETTER_LOWER : IOD_BETTER_HIGHER, series};
  for (guint i = 0; i < all->drafts->len; i++) {
    const IodDraft *draft = g_ptr_array_index(all->drafts, i);
    if (draft->kind == kind && is_matched(draft->row, series)) g_ptr_array_add(cells.rows, draft->row);
  }
  add_geomean(comparison, &cells, NULL, latency ? "latency" : "throughput", band, notes);
  g_ptr_array_unref(cells.rows);
}

/* The rows of each metric that is judged and shown: an array of rows a metric's number, in the order of the
 * rows. */
static GPtrArray *rows_by_metric(const IodCells *all) {
  GPtrArray *found = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autoptr(GHashTable) by_number = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < all->drafts->len; i++) {
    const IodDraft *draft = g_ptr_array_index(all->drafts, i);
    if (!draft->row->usual || !iod_metric_is_judged(&draft->row->metric)) continue;
    GPtrArray *rows = g_hash_table_lookup(by_number, GUINT_TO_POINTER(draft->metric));
    if (rows == NULL) {
      rows = g_ptr_array_new();
      g_ptr_array_add(found, rows);
      g_hash_table_insert(by_number, GUINT_TO_POINTER(draft->metric), rows);
    }
    g_ptr_array_add(rows, draft->row);
  }
  return found;
}

static int by_metric(gconstpointer a, gconstpointer b) {
  const IodRow *left = g_ptr_array_index(*(GPtrArray *const *)a, 0);
  const IodRow *right = g_ptr_array_index(*(GPtrArray *const *)b, 0);
  return iod_metric_compare(&left->metric, &right->metric);
}

static void add_metric(IodComparison *comparison, const GPtrArray *rows, guint series, double band,
                       GPtrArray *notes) {
  const IodRow *first = g_ptr_array_index(rows, 0);
  Cells cells = {g_ptr_array_new(), first->metric.better, series};
  for (guint i = 0; i < rows->len; i++)
    if (is_matched(g_ptr_array_index(rows, i), series))
      g_ptr_array_add(cells.rows, g_ptr_array_index(rows, i));
  add_geomean(comparison, &cells, first->metric.name, NULL, band, notes);
  g_ptr_array_unref(cells.rows);
}

void iod_campaign_find(IodComparison *comparison, const IodCells *cells, double band, GPtrArray *notes) {
  static const IodKind kinds[] = {IOD_KIND_THROUGHPUT, IOD_KIND_LATENCY};
  g_autoptr(GPtrArray) metrics = rows_by_metric(cells);
  g_ptr_array_sort(metrics, by_metric);
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++)
    for (guint series = 1; series < comparison->n_series; series++)
      add_kind(comparison, cells, kinds[i], series, band, notes);
  for (guint i = 0; i < metrics->len; i++)
    for (guint series = 1; series < comparison->n_series; series++)
      add_metric(comparison, g_ptr_array_index(metrics, i), series, band, notes);
}
