// SPDX-License-Identifier: GPL-3.0-or-later
/* Latency by percentile: the tail drawn out (each nine as wide as the one before), on a logarithmic axis.
 * From the percentiles that logs print, or the histograms of native results where all runs have one. */
#include "plot/chart.h"
#include "plot/kinds.h"
#include "plot/pick.h"
#include "plot/tail.h"
#include "plot/wording.h"

#include <math.h>
#include <string.h>

/* The rows of one latency of one workload. */
typedef struct {
  const IodGroup *group; /* of the first; for its facet */
  char *key, *name, *prefix;
  GPtrArray *lines; /* of IodLine, borrowed */
} Tail;

static void free_tail(gpointer data) {
  Tail *tail = data;
  g_ptr_array_unref(tail->lines);
  g_free(tail->key);
  g_free(tail->name);
  g_free(tail->prefix);
  g_free(tail);
}

static Tail *tail_for(GPtrArray *tails, const IodGroup *group, const IodLine *line) {
  const char *metric = line->row->metric.name, *end = strchr(metric, '_');
  g_autofree char *prefix = g_strndup(metric, (gsize)(end - metric));
  g_autofree char *key = g_strdup_printf("%s\n%s\n%s\n%s\n%s", line->name, line->row->test, line->row->op,
                                         prefix, group->facet != NULL ? group->facet : "");
  for (guint i = 0; i < tails->len; i++) {
    Tail *tail = tails->pdata[i];
    if (strcmp(tail->key, key) == 0) return tail;
  }
  Tail *tail = g_new0(Tail, 1);
  tail->group = group;
  tail->key = g_steal_pointer(&key);
  tail->name = g_strdup(line->name);
  tail->prefix = g_steal_pointer(&prefix);
  tail->lines = g_ptr_array_new();
  g_ptr_array_add(tails, tail);
  return tail;
}

static int by_percentile(gconstpointer a, gconstpointer b) {
  const IodLine *x = *(const IodLine *const *)a, *y = *(const IodLine *const *)b;
  double p = iod_metric_percentile(x->row->metric.name), q = iod_metric_percentile(y->row->metric.name);
  return (p > q) - (p < q);
}

static GPtrArray *collect(const IodLayout *layout) {
  GPtrArray *tails = g_ptr_array_new_with_free_func(free_tail);
  for (guint g = 0; g < layout->groups->len; g++) {
    const IodGroup *group = layout->groups->pdata[g];
    for (guint i = 0; i < group->lines->len; i++)
      g_ptr_array_add(tail_for(tails, group, group->lines->pdata[i])->lines, group->lines->pdata[i]);
  }
  for (guint i = 0; i < tails->len; i++) g_ptr_array_sort(((Tail *)tails->pdata[i])->lines, by_percentile);
  return tails;
}

/* 0 for 0 %, 1 for 90 %, 2 for 99 %, … The largest of all is no percentile of finite place: half a nine
 * beyond the last. */
static double nines(double percentile, double last) {
  return percentile < 100 ? -log10(1 - percentile / 100) : last + 0.5;
}

static double last_nine(const Tail *tail) {
  double last = 0;
  for (guint i = 0; i < tail->lines->len; i++) {
    double percentile = iod_metric_percentile(((const IodLine *)tail->lines->pdata[i])->row->metric.name);
    if (percentile < 100) last = MAX(last, nines(percentile, 0));
  }
  return last;
}

/* The first sample of a series in the tail that says which runs there are. */
static const IodSample *some_sample(const Tail *tail, guint series) {
  for (guint i = 0; i < tail->lines->len; i++) {
    const IodSample *sample = ((const IodLine *)tail->lines->pdata[i])->row->samples[series];
    if (sample != NULL) return sample;
  }
  return NULL;
}

/* How many nines all histograms of the series can tell; negative where a run has none. */
static double nines_of_histograms(const Tail *tail, guint series) {
  const IodSample *sample = some_sample(tail, series);
  const char *op = ((const IodLine *)tail->lines->pdata[0])->row->op;
  if (sample == NULL || sample->runs == NULL) return -1;
  double least = G_MAXDOUBLE;
  for (guint i = 0; i < sample->summary.n; i++) {
    const IodHistogram *histogram = iod_tail_find(sample->runs[i], op, tail->prefix);
    guint64 total = histogram != NULL ? iod_tail_total(histogram) : 0;
    if (total < 10) return -1;
    least = MIN(least, log10((double)total));
  }
  return least;
}

static char *say_point(const IodLayout *layout, guint series, double percentile, const IodMetric *metric,
                       const IodSummary *summary) {
  IodScale scale = iod_scale_for(metric, NULL, layout->options->units, summary->center);
  g_autofree char *value = iod_say_value(&scale, metric, summary->center);
  g_autofree char *name = iod_metric_percentile_name("p", percentile);
  const char *of = iod_series_name(layout, series);
  return g_strdup_printf("%s%s%s: %s %s, n = %u", of, *of != '\0' ? ", " : "", strrchr(name, '_') + 1, value,
                         scale.suffix, summary->n);
}

/* A tenth of a nine from point to point. */
static void trace_histograms(IodLayout *layout, IodCurve *curve, const Tail *tail, double most) {
  const IodSample *sample = some_sample(tail, curve->series);
  const IodRow *row = ((const IodLine *)tail->lines->pdata[0])->row;
  g_autofree double *values = g_new(double, sample->summary.n);
  for (guint step = 0; step <= (guint)(most * 10); step++) {
    double percentile = 100 * (1 - pow(10, -(step / 10.0)));
    for (guint i = 0; i < sample->summary.n; i++)
      values[i] = iod_tail_percentile(iod_tail_find(sample->runs[i], row->op, tail->prefix), percentile);
    IodSummary summary;
    iod_describe(values, sample->summary.n, layout->comparison->center, layout->comparison->confidence,
                 &summary);
    iod_curve_add(curve, step / 10.0, summary.center, summary.n > 1 ? &summary.ci : NULL, -1, NULL);
  }
}

static void trace_percentiles(IodLayout *layout, IodCurve *curve, const Tail *tail, double last) {
  for (guint i = 0; i < tail->lines->len; i++) {
    const IodLine *line = tail->lines->pdata[i];
    const IodSample *sample = line->row->samples[curve->series];
    double percentile = iod_metric_percentile(line->row->metric.name);
    if (sample == NULL) continue;
    iod_curve_add(curve, nines(percentile, last), sample->summary.center,
                  sample->summary.n > 1 ? &sample->summary.ci : NULL, line->index,
                  say_point(layout, curve->series, percentile, &line->row->metric, &sample->summary));
  }
}

static void add_curves(IodLayout *layout, IodChart *chart, const Tail *tail, double *last) {
  double most = G_MAXDOUBLE;
  for (guint s = 0; s < layout->comparison->n_series; s++)
    if (some_sample(tail, s) != NULL) most = MIN(most, nines_of_histograms(tail, s));
  chart->smooth = most >= 1 && most < G_MAXDOUBLE;
  if (chart->smooth) *last = most;
  for (guint s = 0; s < layout->comparison->n_series; s++) {
    const IodSample *sample = some_sample(tail, s);
    if (sample == NULL) continue;
    IodCurve *curve = iod_chart_curve(chart, s);
    if (chart->smooth)
      trace_histograms(layout, curve, tail, most);
    else
      trace_percentiles(layout, curve, tail, *last);
    if (sample->summary.n > 1) layout->shows |= IOD_SHOWS_BANDS;
  }
}

static void add_places(IodChart *chart, const Tail *tail, double last) {
  static const double marks[] = {50, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999};
  double first =
      chart->smooth ? 0 : iod_metric_percentile(((const IodLine *)tail->lines->pdata[0])->row->metric.name);
  double highest =
      iod_metric_percentile(((const IodLine *)tail->lines->pdata[tail->lines->len - 1])->row->metric.name);
  if (first < 50) {
    g_autofree char *text = g_strdup_printf("p%g", first);
    iod_chart_place(chart, nines(first, last), text);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
    if (marks[i] < first || nines(marks[i], 0) > last + 1e-9) continue;
    g_autofree char *text = g_strdup_printf("p%.8g", marks[i]);
    iod_chart_place(chart, nines(marks[i], last), text);
  }
  const IodPlace *end =
      chart->places->len > 0 ? &g_array_index(chart->places, IodPlace, chart->places->len - 1) : NULL;
  if (!chart->smooth && highest >= 100)
    iod_chart_place(chart, nines(100, last), "max");
  else if (end == NULL || end->value < last - 1e-9)
    iod_chart_place(chart, last, "");
}

/* The middle, in logs, of all that is drawn: all panels are in one unit. */
static double typical_of(const IodLayout *layout) {
  double least = G_MAXDOUBLE, most = 0;
  for (guint i = 0; i < layout->lines->len; i++) {
    const IodRow *row = ((const IodLine *)layout->lines->pdata[i])->row;
    for (guint s = 0; s < layout->comparison->n_series; s++) {
      double centre = row->samples[s] != NULL ? row->samples[s]->summary.center : NAN;
      if (!(centre > 0)) continue;
      least = MIN(least, centre);
      most = MAX(most, centre);
    }
  }
  return most > 0 ? sqrt(least) * sqrt(most) : 0;
}

static IodChart *make_chart(IodLayout *layout, const Tail *tail) {
  const IodMetric *metric = &((const IodLine *)tail->lines->pdata[0])->row->metric;
  IodChart *chart =
      iod_chart_new(layout, layout->options->scales == IOD_SCALES_FREE ? NULL : g_strdup(tail->prefix));
  double last = last_nine(tail);
  chart->y_log = TRUE;
  chart->uneven = TRUE;
  add_curves(layout, chart, tail, &last);
  add_places(chart, tail, last);
  chart->scale = iod_scale_for(metric, NULL, layout->options->units, typical_of(layout));
  const char *kind = strcmp(tail->prefix, "clat") == 0   ? "Completion latency"
                     : strcmp(tail->prefix, "slat") == 0 ? "Submission latency"
                                                         : "Latency";
  g_autofree char *title = iod_chart_title(tail->group->facet, tail->name);
  g_autofree char *below = g_strdup_printf("%s (%s), lower is better", kind, chart->scale.suffix);
  chart->title = iod_text(layout->texts, IOD_FONT_HEAD, title);
  chart->better = iod_text(layout->texts, IOD_FONT_SMALL, below);
  chart->x_name = iod_text(layout->texts, IOD_FONT_SMALL, "percentile");
  return chart;
}

gboolean iod_lay_latency(IodLayout *layout, GError **error) {
  g_ptr_array_unref(layout->lines);
  layout->lines = iod_pick_percentiles(layout);
  layout->groups = iod_pick_groups(layout, layout->lines);
  g_autoptr(GPtrArray) tails = collect(layout);
  guint left_out = 0;
  g_autoptr(GPtrArray) charts = g_ptr_array_new();
  for (guint i = 0; i < tails->len; i++) {
    const Tail *tail = tails->pdata[i];
    if (tail->lines->len > 1)
      g_ptr_array_add(charts, make_chart(layout, tail));
    else
      left_out++;
  }
  if (charts->len == 0) {
    g_set_error_literal(
        error, IOD_ERROR, IOD_ERROR_USAGE,
        "no latency has two percentiles to draw a curve through: fio prints them unless it was told not to");
    return FALSE;
  }
  g_autofree char *rows = iod_say_count(left_out, "row");
  if (left_out > 0) iod_layout_note(layout, g_strdup_printf("left out, with a single percentile: %s", rows));
  layout->legend = IOD_LEGEND_LINES;
  layout->numbered = layout->comparison->n_series > 8;
  double height = layout->numbered   ? MAX(230, layout->comparison->n_series * 13.0)
                  : charts->len == 1 ? 340
                                     : 240;
  iod_charts_add(layout, charts, charts->len > 4 ? 280 : 400, height);
  return TRUE;
}
