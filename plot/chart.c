// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/chart.h"

#include "plot/chart_draw.h"
#include "plot/wording.h"

#include <math.h>

static void clear_point(gpointer data) {
  g_free(((IodCurvePoint *)data)->tip);
}

static void free_curve(gpointer data) {
  IodCurve *curve = data;
  g_array_unref(curve->points);
  g_free(curve);
}

static void free_chart(gpointer data) {
  IodChart *chart = data;
  g_ptr_array_unref(chart->curves);
  g_array_unref(chart->places);
  g_free(chart->family);
  g_free(chart);
}

IodChart *iod_chart_new(IodLayout *layout, char *family) {
  IodChart *chart = g_new0(IodChart, 1);
  chart->layout = layout;
  chart->family = family;
  chart->places = g_array_new(FALSE, FALSE, sizeof(IodPlace));
  chart->curves = g_ptr_array_new_with_free_func(free_curve);
  return chart;
}

IodCurve *iod_chart_curve(IodChart *chart, guint series) {
  IodCurve *curve = g_new0(IodCurve, 1);
  curve->series = series;
  curve->level = NAN;
  curve->points = g_array_new(FALSE, FALSE, sizeof(IodCurvePoint));
  g_array_set_clear_func(curve->points, clear_point);
  g_ptr_array_add(chart->curves, curve);
  return curve;
}

void iod_curve_add(IodCurve *curve, double x, double y, const IodInterval *band, int row, char *tip) {
  IodCurvePoint point = {x, y, NAN, NAN, row, tip};
  if (band != NULL && isfinite(band->low) && isfinite(band->high)) {
    point.low = band->low;
    point.high = band->high;
  }
  g_array_append_val(curve->points, point);
}

void iod_chart_place(IodChart *chart, double value, const char *label) {
  IodPlace place = {value, iod_text(chart->layout->texts, IOD_FONT_SMALL, label)};
  g_array_append_val(chart->places, place);
}

char *iod_chart_title(const char *facet, const char *name) {
  return facet != NULL ? g_strdup_printf("%s: %s", facet, name) : g_strdup(name);
}

char *iod_chart_subtitle(const IodGroup *group) {
  g_autofree char *metric = iod_say_metric(&group->metric);
  const char *better = iod_say_better(group->metric.better);
  GString *text = g_string_new(metric);
  if (group->scale.suffix[0] != '\0') g_string_append_printf(text, " (%s)", group->scale.suffix);
  if (*better != '\0') g_string_append_printf(text, ", %s", better);
  return g_string_free(text, FALSE);
}

typedef struct {
  double least, most; /* least: above zero */
  double below;       /* the smallest, at most 0 */
} Range;

static void widen(Range *range, double value) {
  if (!isfinite(value)) return;
  range->most = MAX(range->most, value);
  range->below = MIN(range->below, value);
  if (value > 0) range->least = MIN(range->least, value);
}

static void widen_by(Range *range, const IodChart *chart) {
  for (guint i = 0; i < chart->curves->len; i++) {
    const IodCurve *curve = chart->curves->pdata[i];
    widen(range, curve->level);
    for (guint k = 0; k < curve->points->len; k++) {
      const IodCurvePoint *point = &g_array_index(curve->points, IodCurvePoint, k);
      widen(range, point->y);
      widen(range, point->low);
      widen(range, point->high);
    }
  }
}

static void set_axis(const GPtrArray *charts, IodChart *chart) {
  Range range = {G_MAXDOUBLE, 0, 0};
  for (guint i = 0; i < charts->len; i++) {
    const IodChart *other = charts->pdata[i];
    if (other == chart || (chart->family != NULL && g_strcmp0(chart->family, other->family) == 0))
      widen_by(&range, other);
  }
  chart->y_log = chart->y_log && range.least < G_MAXDOUBLE;
  if (chart->y_log) {
    iod_axis_log_bounds(range.least, range.most, &chart->y_low, &chart->y_high);
    return;
  }
  chart->y_low = range.below * 1.05;
  chart->y_high = range.most > range.below ? range.most * 1.05 : chart->scale.factor;
  if (range.most <= 0) chart->y_high = range.below < 0 ? 0 : chart->scale.factor;
}

void iod_charts_add(IodLayout *layout, GPtrArray *charts, double least_width, double height) {
  guint columns = (guint)CLAMP((layout->inner + IOD_GAP) / (least_width + IOD_GAP), 1, MAX(charts->len, 1));
  /* Four panels as two by two rather than three and one. */
  if (columns == 3 && charts->len == 4) columns = 2;
  double width = (layout->inner - IOD_GAP * (columns - 1)) / columns;
  double head = 0;
  for (guint i = 0; i < charts->len; i++) {
    IodChart *chart = charts->pdata[i];
    set_axis(charts, chart);
    const char *title = pango_layout_get_text(chart->title->layout);
    const char *better = pango_layout_get_text(chart->better->layout);
    chart->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, width);
    chart->better = iod_text_wrapped(layout->texts, IOD_FONT_SMALL, better, width);
    head = MAX(head, chart->title->h + chart->better->h + 8);
  }
  for (guint i = 0; i < charts->len; i++) {
    IodChart *chart = charts->pdata[i];
    IodBlock *block = iod_block_new(width, chart, free_chart);
    block->draw = iod_chart_draw;
    block->stretch = TRUE;
    block->head = head;
    block->foot = 2 * iod_font_height(IOD_FONT_SMALL) + 8;
    iod_block_item(block, height);
    g_ptr_array_add(layout->blocks, block);
  }
  g_ptr_array_set_size(charts, 0);
}
