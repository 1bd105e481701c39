// SPDX-License-Identifier: GPL-3.0-or-later
/* Lines along a label with numbers: a panel a metric and workload, a line a series, its interval as a band.
 */
#include "plot/chart.h"
#include "plot/kinds.h"
#include "plot/numeric.h"
#include "plot/wording.h"

#include <math.h>
#include <string.h>

/* Rows that make up one panel. */
typedef struct {
  const IodGroup *group;
  char *rest, *name;
  GPtrArray *lines; /* of IodLine, borrowed */
} Sweep;

static void free_sweep(gpointer data) {
  Sweep *sweep = data;
  g_ptr_array_unref(sweep->lines);
  g_free(sweep->rest);
  g_free(sweep->name);
  g_free(sweep);
}

static Sweep *sweep_for(GPtrArray *sweeps, const IodGroup *group, const IodLine *line, const char *label) {
  g_autofree char *rest = iod_numeric_rest(line->row, label, NULL);
  for (guint i = 0; i < sweeps->len; i++) {
    Sweep *sweep = sweeps->pdata[i];
    if (sweep->group == group && strcmp(sweep->rest, rest) == 0) return sweep;
  }
  Sweep *sweep = g_new0(Sweep, 1);
  sweep->group = group;
  sweep->rest = g_steal_pointer(&rest);
  sweep->name = iod_name_without(line->name, line->row, label);
  sweep->lines = g_ptr_array_new();
  g_ptr_array_add(sweeps, sweep);
  return sweep;
}

static GPtrArray *collect(const IodLayout *layout, const char *label, guint *left_out) {
  GPtrArray *sweeps = g_ptr_array_new_with_free_func(free_sweep);
  for (guint g = 0; g < layout->groups->len; g++) {
    const IodGroup *group = layout->groups->pdata[g];
    for (guint i = 0; i < group->lines->len; i++) {
      IodLine *line = group->lines->pdata[i];
      double value;
      if (iod_numeric_value(line->row, label, &value))
        g_ptr_array_add(sweep_for(sweeps, group, line, label)->lines, line);
      else
        ++*left_out;
    }
  }
  for (guint i = sweeps->len; i-- > 0;) {
    const Sweep *sweep = sweeps->pdata[i];
    if (sweep->lines->len > 1) continue;
    ++*left_out;
    g_ptr_array_remove_index(sweeps, i);
  }
  return sweeps;
}

static char *say_point(const IodChart *chart, const IodMetric *metric, guint series, const char *at,
                       const IodSummary *summary) {
  g_autofree char *value = iod_say_value(&chart->scale, metric, summary->center);
  const char *name = iod_series_name(chart->layout, series);
  return g_strdup_printf("%s%s%s: %s %s, n = %u", name, *name != '\0' ? ", " : "", at, value,
                         chart->scale.suffix, summary->n);
}

static void add_curve(IodLayout *layout, IodChart *chart, const Sweep *sweep, const char *label,
                      const GArray *values, guint series) {
  IodCurve *curve = NULL;
  for (guint v = 0; v < values->len; v++) {
    const IodNumericValue *at = &g_array_index(values, IodNumericValue, v);
    const IodLine *here = NULL;
    for (guint i = 0; here == NULL && i < sweep->lines->len; i++) {
      double value;
      const IodLine *line = sweep->lines->pdata[i];
      if (iod_numeric_value(line->row, label, &value) && value == at->value) here = line;
    }
    const IodSample *sample = here != NULL ? here->row->samples[series] : NULL;
    if (sample == NULL && curve == NULL) continue;
    if (curve == NULL) curve = iod_chart_curve(chart, series);
    if (sample == NULL) {
      iod_curve_add(curve, at->value, NAN, NULL, -1, NULL);
      continue;
    }
    g_autofree char *text = iod_say_label(label, at->text);
    iod_curve_add(curve, at->value, sample->summary.center,
                  sample->summary.n > 1 ? &sample->summary.ci : NULL, here->index,
                  say_point(chart, &sweep->group->metric, series, text, &sample->summary));
    if (sample->summary.n > 1 && isfinite(sample->summary.ci.low)) layout->shows |= IOD_SHOWS_BANDS;
  }
}

/* Panels of one workload share their axis, those of different ones only where asked to. */
static char *family_of(const IodLayout *layout, const Sweep *sweep) {
  switch (layout->options->scales) {
  case IOD_SCALES_FREE:
    return NULL;
  case IOD_SCALES_SHARED:
    return g_strdup(sweep->group->family);
  case IOD_SCALES_AUTO:
    break;
  }
  const IodRow *row = ((const IodLine *)sweep->lines->pdata[0])->row;
  return g_strdup_printf("%s\n%s\n%s\n%s", sweep->group->family, row->tool, row->test, row->op);
}

static IodChart *make_chart(IodLayout *layout, const Sweep *sweep, const char *label) {
  IodChart *chart = iod_chart_new(layout, family_of(layout, sweep));
  g_autoptr(GArray) values = iod_numeric_values(sweep->lines, label);
  g_autofree char *title = iod_chart_title(sweep->group->facet, sweep->name);
  g_autofree char *below = iod_chart_subtitle(sweep->group);
  g_autofree char *x_name = iod_numeric_name(label);
  chart->scale = sweep->group->scale;
  chart->title = iod_text(layout->texts, IOD_FONT_HEAD, title);
  chart->better = iod_text(layout->texts, IOD_FONT_SMALL, below);
  chart->x_name = iod_text(layout->texts, IOD_FONT_SMALL, x_name);
  chart->x_log = iod_numeric_is_log(values);
  chart->y_log = layout->options->log_axis;
  for (guint i = 0; i < values->len; i++) {
    const IodNumericValue *value = &g_array_index(values, IodNumericValue, i);
    g_autofree char *text = iod_say_label(label, value->text);
    iod_chart_place(chart, value->value, text);
  }
  for (guint s = 0; s < layout->comparison->n_series; s++) add_curve(layout, chart, sweep, label, values, s);
  return chart;
}

gboolean iod_lay_lines(IodLayout *layout, GError **error) {
  const char *label = layout->options->x;
  if (label == NULL) label = iod_numeric_label(layout->lines, layout->options->panels, 2);
  layout->groups = iod_pick_groups(layout, layout->lines);
  guint left_out = 0;
  g_autoptr(GPtrArray) sweeps = label != NULL ? collect(layout, label, &left_out) : NULL;
  if (sweeps == NULL || sweeps->len == 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "no rows line up along %s%s: a line needs two numbers of it; -x LABEL names another, --kind "
                "bars draws all",
                label != NULL ? "the label " : "a label with numbers", label != NULL ? label : "");
    return FALSE;
  }
  g_autofree char *rows = iod_say_count(left_out, "row");
  if (left_out > 0)
    iod_layout_note(layout, g_strdup_printf("left out, for want of two numbers of %s: %s", label, rows));
  layout->legend = IOD_LEGEND_LINES;
  layout->numbered = layout->comparison->n_series > 8;
  g_autoptr(GPtrArray) charts = g_ptr_array_new();
  for (guint i = 0; i < sweeps->len; i++)
    g_ptr_array_add(charts, make_chart(layout, sweeps->pdata[i], label));
  double height = layout->numbered   ? MAX(230, layout->comparison->n_series * 13.0)
                  : sweeps->len == 1 ? 340
                                     : 210;
  iod_charts_add(layout, charts, sweeps->len > 4 ? 280 : 400, height);
  return TRUE;
}
