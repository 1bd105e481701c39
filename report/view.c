// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/view.h"

#include "report/display.h"
#include "report/figures.h"

#include <math.h>
#include <string.h>

static gboolean is_change(IodVerdict verdict) {
  return verdict == IOD_VERDICT_WORSE || verdict == IOD_VERDICT_LIKELY_WORSE ||
         verdict == IOD_VERDICT_BETTER || verdict == IOD_VERDICT_LIKELY_BETTER;
}

static gboolean has_change(const IodRow *row) {
  for (guint i = 0; i < row->versus->len; i++) {
    if (is_change(g_array_index(row->versus, IodVersus, i).answer.verdict)) return TRUE;
  }
  return FALSE;
}

/* ---- Names of metrics */

/* "p99" of "clat_p99"; NULL where the metric is no percentile. */
static const char *percentile_part(const char *metric) {
  return iod_metric_percentile(metric) >= 0 ? strchr(metric, '_') + 1 : NULL;
}

/* Percentiles whose short form would stand for two metrics of one name ("lat_p99" and "clat_p99"). */
static void find_ambiguous(IodView *view) {
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < view->comparison->rows->len; i++) {
    const IodRow *row = view->comparison->rows->pdata[i];
    const char *part = percentile_part(row->metric.name);
    if (part == NULL) continue;
    g_autofree char *key = g_strjoin("\n", row->name, part, NULL);
    const char *before = g_hash_table_lookup(seen, key);
    if (before != NULL && strcmp(before, row->metric.name) != 0)
      g_hash_table_add(view->ambiguous, g_strdup(part));
    g_hash_table_insert(seen, g_steal_pointer(&key), g_strdup(row->metric.name));
  }
}

const char *iod_view_metric(const IodView *view, const IodMetric *metric) {
  const char *part = percentile_part(metric->name);
  return part == NULL || g_hash_table_contains(view->ambiguous, part) ? metric->name : part;
}

static gboolean unit_tells(const IodMetric *metric) {
  return strcmp(metric->name, "bandwidth") == 0 || strcmp(metric->name, "iops") == 0;
}

static char *line_name(const IodView *view, const IodRow *row) {
  g_autofree char *metric = iod_display_text(iod_view_metric(view, &row->metric));
  g_autofree char *name = iod_display_text(row->name);
  if (unit_tells(&row->metric) && *name != '\0') return g_steal_pointer(&name);
  return g_strconcat(name, *name != '\0' ? " " : "", metric, NULL);
}

/* ---- Units */

static double center_of(const IodRow *row, guint series) {
  const IodSample *sample = row->samples[series];
  return sample != NULL && isfinite(sample->summary.center) ? fabs(sample->summary.center) : 0;
}

double iod_view_reference(const IodView *view, const IodRow *row) {
  double smallest = NAN;
  for (guint s = 0; s < view->comparison->n_series; s++) {
    double center = center_of(row, s);
    if (center > 0 && !(center >= smallest)) smallest = center;
  }
  return smallest;
}

/* What the centres that share a unit are like. */
typedef struct {
  double logs; /* sum of their logarithms */
  guint count;
  double smallest, largest;
} Sizes;

static void add_row(const IodView *view, const IodRow *row, Sizes *sizes) {
  for (guint s = 0; s < view->comparison->n_series; s++) {
    double center = center_of(row, s);
    if (center <= 0) continue;
    sizes->smallest = sizes->count == 0 ? center : MIN(sizes->smallest, center);
    sizes->largest = MAX(sizes->largest, center);
    sizes->logs += log(center);
    sizes->count++;
  }
}

static IodScale scale_of(const IodView *view, const IodRow *row, double size) {
  return iod_scale_for(&row->metric, row->tool, view->options->units, size);
}

/* By the middle of the sizes; a unit less where the smallest would be a small part of one and the largest
 * bears it. */
static IodScale scale_for(const IodView *view, const IodRow *row, const Sizes *sizes) {
  if (sizes->count == 0) return scale_of(view, row, 0);
  IodScale middle = scale_of(view, row, exp(sizes->logs / sizes->count));
  IodScale small = scale_of(view, row, sizes->smallest);
  gboolean better = sizes->smallest / middle.factor < 0.5 && sizes->largest / small.factor < 1e4;
  return better ? small : middle;
}

/* FALSE where a number would have too many digits, or none that mean something. */
static gboolean fits(const Sizes *sizes, IodScale scale) {
  return sizes->count == 0 || (sizes->smallest / scale.factor >= 0.1 && sizes->largest / scale.factor < 1e5);
}

/* Rows of one test and metric share a unit, unless it would not suit a row at all. */
static void choose_units(const IodView *view, GArray *block) {
  g_autoptr(GHashTable) groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  for (guint pass = 0; pass < 2; pass++) {
    for (guint i = 0; i < block->len; i++) {
      IodLine *line = &g_array_index(block, IodLine, i);
      const IodRow *row = line->row;
      g_autofree char *key = g_strjoin("\n", row->tool, row->test, row->metric.name, row->metric.unit, NULL);
      Sizes *sizes = g_hash_table_lookup(groups, key);
      if (sizes == NULL) {
        sizes = g_new0(Sizes, 1);
        g_hash_table_insert(groups, g_steal_pointer(&key), sizes);
      }
      if (pass == 0) {
        add_row(view, row, sizes);
        continue;
      }
      Sizes own = {.count = 0};
      add_row(view, row, &own);
      line->scale = scale_for(view, row, sizes);
      if (!fits(&own, line->scale)) line->scale = scale_for(view, row, &own);
    }
  }
}

char *iod_line_value(const IodLine *line, double value, double reference) {
  return iod_value_text(value / line->scale.factor, reference / line->scale.factor);
}

/* ---- Pairs */

static void add_pair(GArray *pairs, IodPair pair) {
  for (guint i = 0; i < pairs->len; i++) {
    const IodPair *known = &g_array_index(pairs, IodPair, i);
    if (known->base == pair.base && known->fresh == pair.fresh) return;
  }
  g_array_append_val(pairs, pair);
}

static gint compare_pairs(gconstpointer a, gconstpointer b) {
  const IodPair *left = a;
  const IodPair *right = b;
  if (left->base != right->base) return left->base < right->base ? -1 : 1;
  return left->fresh < right->fresh ? -1 : left->fresh > right->fresh;
}

/* Each series with the baseline, whether they have a row in common or not, and what else was compared. */
static void find_pairs(IodView *view) {
  const IodComparison *comparison = view->comparison;
  for (guint s = 1; s < comparison->n_series; s++) add_pair(view->pairs, (IodPair){0, s});
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = comparison->rows->pdata[i];
    for (guint v = 0; v < row->versus->len; v++) {
      const IodVersus *versus = &g_array_index(row->versus, IodVersus, v);
      add_pair(view->pairs, (IodPair){versus->base, versus->fresh});
    }
  }
  g_array_sort(view->pairs, compare_pairs);
}

/* ---- The view */

static IodBlock block_of(IodBetter better) {
  return better == IOD_BETTER_HIGHER  ? IOD_BLOCK_HIGHER
         : better == IOD_BETTER_LOWER ? IOD_BLOCK_LOWER
                                      : IOD_BLOCK_OTHER;
}

static void choose_rows(IodView *view) {
  for (guint i = 0; i < view->comparison->rows->len; i++) {
    const IodRow *row = view->comparison->rows->pdata[i];
    if (!row->usual && !view->options->all) {
      view->hidden++;
    } else if (view->versus && view->options->changed && !has_change(row)) {
      view->unchanged++;
    } else {
      IodLine line = {.row = row, .name = line_name(view, row)};
      g_array_append_val(view->blocks[block_of(row->metric.better)], line);
    }
  }
}

static guint default_show(gboolean versus) {
  guint show = IOD_SHOW_N | IOD_SHOW_CI;
  return versus ? show : show | IOD_SHOW_MEAN | IOD_SHOW_STDDEV | IOD_SHOW_MIN | IOD_SHOW_MAX;
}

static void clear_line(gpointer data) {
  g_free(((IodLine *)data)->name);
}

IodView *iod_view_new(const IodComparison *comparison, gboolean versus, const IodReportOptions *options) {
  IodView *view = g_new0(IodView, 1);
  view->comparison = comparison;
  view->options = options;
  view->versus = versus;
  view->show = options->show != 0 ? options->show : default_show(versus);
  view->series = g_new0(char *, comparison->n_series + 1);
  for (guint s = 0; s < comparison->n_series; s++) view->series[s] = iod_display_text(comparison->series[s]);
  view->ambiguous = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  view->pairs = g_array_new(FALSE, FALSE, sizeof(IodPair));
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    view->blocks[b] = g_array_new(FALSE, FALSE, sizeof(IodLine));
    g_array_set_clear_func(view->blocks[b], clear_line);
  }
  find_ambiguous(view);
  choose_rows(view);
  for (guint b = 0; b < IOD_BLOCKS; b++) choose_units(view, view->blocks[b]);
  if (versus) find_pairs(view);
  return view;
}

void iod_view_free(IodView *view) {
  if (view == NULL) return;
  for (guint b = 0; b < IOD_BLOCKS; b++) g_array_unref(view->blocks[b]);
  g_array_unref(view->pairs);
  g_hash_table_unref(view->ambiguous);
  g_strfreev(view->series);
  g_free(view);
}

guint iod_view_count(const IodView *view) {
  guint count = 0;
  for (guint b = 0; b < IOD_BLOCKS; b++) count += view->blocks[b]->len;
  return count;
}
