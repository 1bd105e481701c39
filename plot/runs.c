// SPDX-License-Identifier: GPL-3.0-or-later
/* The values of each row in the order of the runs, with the centre as a level: drift, modes and stragglers
 * show. */
#include "plot/chart.h"
#include "plot/kinds.h"
#include "plot/pick.h"
#include "plot/wording.h"

#include <math.h>

static char *say_run(const IodChart *chart, const IodGroup *group, guint series, const IodSample *sample,
                     guint run) {
  g_autofree char *value = iod_say_value(&chart->scale, &group->metric, sample->values[run]);
  const char *name = iod_series_name(chart->layout, series);
  const char *source =
      sample->runs != NULL && sample->runs[run]->source != NULL ? sample->runs[run]->source : "";
  return g_strdup_printf("%s%srun %u: %s %s %s", name, *name != '\0' ? ", " : "", run + 1, value,
                         chart->scale.suffix, source);
}

static guint longest(const IodLayout *layout, const IodRow *row) {
  guint n = 0;
  for (guint s = 0; s < layout->comparison->n_series; s++)
    if (row->samples[s] != NULL) n = MAX(n, row->samples[s]->summary.n);
  return n;
}

static IodChart *make_chart(IodLayout *layout, const IodGroup *group, const IodLine *line) {
  IodChart *chart = iod_chart_new(layout, NULL);
  chart->thin = TRUE;
  chart->y_log = layout->options->log_axis;
  chart->scale = group->scale;
  g_autofree char *title = iod_chart_title(group->facet, line->name);
  g_autofree char *below = iod_chart_subtitle(group);
  chart->title = iod_text(layout->texts, IOD_FONT_HEAD, title);
  chart->better = iod_text(layout->texts, IOD_FONT_SMALL, below);
  chart->x_name = iod_text(layout->texts, IOD_FONT_SMALL, "run");
  guint runs = longest(layout, line->row);
  for (guint i = 1; i <= runs; i++) {
    g_autofree char *number = g_strdup_printf("%u", i);
    iod_chart_place(chart, i, number);
  }
  for (guint s = 0; s < layout->comparison->n_series; s++) {
    const IodSample *sample = line->row->samples[s];
    if (sample == NULL) continue;
    IodCurve *curve = iod_chart_curve(chart, s);
    curve->level = sample->summary.n > 1 ? sample->summary.center : NAN;
    for (guint i = 0; i < sample->summary.n; i++)
      iod_curve_add(curve, i + 1, sample->values[i], NULL, line->index, say_run(chart, group, s, sample, i));
  }
  return chart;
}

gboolean iod_lay_runs(IodLayout *layout, GError **error) {
  if (layout->lines->len == 0) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, "no row has a value to draw");
    return FALSE;
  }
  layout->groups = iod_pick_groups(layout, layout->lines);
  layout->legend = IOD_LEGEND_LINES;
  layout->numbered = layout->comparison->n_series > 8;
  layout->shows |= IOD_SHOWS_LEVELS;
  g_autoptr(GPtrArray) charts = g_ptr_array_new();
  for (guint g = 0; g < layout->groups->len; g++) {
    const IodGroup *group = layout->groups->pdata[g];
    for (guint i = 0; i < group->lines->len; i++)
      g_ptr_array_add(charts, make_chart(layout, group, group->lines->pdata[i]));
  }
  double height = layout->numbered   ? MAX(200, layout->comparison->n_series * 13.0)
                  : charts->len == 1 ? 300
                                     : 170;
  iod_charts_add(layout, charts, charts->len > 4 ? 280 : 400, height);
  return TRUE;
}
