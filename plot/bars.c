// SPDX-License-Identifier: GPL-3.0-or-later
/* Grouped bars: a panel a metric and unit; whiskers, single runs, values, ratios and verdicts. */
#include "plot/bars.h"

#include "plot/kinds.h"
#include "plot/wording.h"

#include <math.h>

/* Beyond this many runs, dots would hide each other. */
#define MOST_DOTS 30

static void measure_bar(IodBarPanel *panel, const IodBarRow *row, guint series) {
  IodLayout *layout = panel->layout;
  IodBar *bar = &row->bars[series];
  bar->sample = row->line->row->samples[series];
  if (bar->sample == NULL || !isfinite(bar->sample->summary.center)) {
    bar->sample = NULL;
    bar->value = iod_text(layout->texts, IOD_FONT_SMALL, "–");
    return;
  }
  const IodSummary *summary = &bar->sample->summary;
  g_autofree char *value = iod_say_value(&panel->group->scale, &panel->group->metric, summary->center);
  bar->value = iod_text(layout->texts, IOD_FONT_SMALL, value);
  double low = MIN(summary->center, summary->min), high = MAX(summary->center, summary->max);
  if (isfinite(summary->ci.low)) low = MIN(low, summary->ci.low);
  if (isfinite(summary->ci.high)) high = MAX(high, summary->ci.high);
  bar->extent = high;
  panel->most = MAX(panel->most, high);
  panel->below = MIN(panel->below, low);
  if (low > 0) panel->least = MIN(panel->least, low);
  if (summary->center > 0) panel->least = MIN(panel->least, summary->center);
  if (summary->n > 1 && isfinite(summary->ci.low)) layout->shows |= IOD_SHOWS_WHISKERS;
  if (summary->n > 1 && summary->n <= MOST_DOTS) layout->shows |= IOD_SHOWS_RUNS;
}

static void measure_ratio(IodBarPanel *panel, const IodBarRow *row, guint series) {
  IodLayout *layout = panel->layout;
  IodBar *bar = &row->bars[series];
  bar->versus = bar->sample != NULL ? iod_versus_of(row->line->row, series) : NULL;
  if (bar->versus == NULL) return;
  const IodAnswer *answer = &bar->versus->answer;
  g_autofree char *ratio = iod_say_ratio(answer->ratio);
  bar->ratio = iod_text(layout->texts, IOD_FONT_SMALL, ratio);
  bar->verdict = iod_text(layout->texts, IOD_FONT_SMALL, iod_say_verdict(answer->verdict));
  layout->shows |= IOD_SHOWS_RATIOS;
  layout->verdicts |= 1U << answer->verdict;
}

static IodBarPanel *measure_panel(IodLayout *layout, const IodGroup *group) {
  IodBarPanel *panel = g_new0(IodBarPanel, 1);
  panel->layout = layout;
  panel->group = group;
  panel->least = G_MAXDOUBLE;
  panel->rows = g_array_sized_new(FALSE, TRUE, sizeof(IodBarRow), group->lines->len);
  guint n = layout->comparison->n_series;
  for (guint i = 0; i < group->lines->len; i++) {
    IodBarRow row = {.line = group->lines->pdata[i], .bars = g_new0(IodBar, n)};
    for (guint s = 0; s < n; s++) {
      measure_bar(panel, &row, s);
      measure_ratio(panel, &row, s);
    }
    g_array_append_val(panel->rows, row);
  }
  return panel;
}

void iod_bar_panel_free(gpointer data) {
  IodBarPanel *panel = data;
  for (guint i = 0; i < panel->rows->len; i++) g_free(g_array_index(panel->rows, IodBarRow, i).bars);
  g_array_unref(panel->rows);
  g_free(panel);
}

GPtrArray *iod_bars_measure(IodLayout *layout) {
  GPtrArray *panels = g_ptr_array_new();
  for (guint i = 0; i < layout->groups->len; i++)
    g_ptr_array_add(panels, measure_panel(layout, layout->groups->pdata[i]));
  return panels;
}

double iod_bars_widest(const GPtrArray *panels, gsize text_offset) {
  double widest = 0;
  for (guint p = 0; p < panels->len; p++) {
    const IodBarPanel *panel = panels->pdata[p];
    for (guint i = 0; i < panel->rows->len; i++) {
      const IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
      for (guint s = 0; s < panel->layout->comparison->n_series; s++) {
        const IodText *text = G_STRUCT_MEMBER(const IodText *, &row->bars[s], text_offset);
        if (text != NULL) widest = MAX(widest, text->w);
      }
    }
  }
  return widest;
}

static IodPoint place(double along, double across, gboolean upright, gboolean move) {
  return upright ? (IodPoint){across, along, move} : (IodPoint){along, across, move};
}

static void draw_whisker(const IodLayout *layout, IodScene *scene, const IodSummary *summary,
                         const IodAxis *axis, double middle, double cap, gboolean upright) {
  double low = iod_axis_at(axis, summary->ci.low), high = iod_axis_at(axis, summary->ci.high);
  IodPoint points[] = {place(low, middle - cap, upright, TRUE),  place(low, middle + cap, upright, FALSE),
                       place(low, middle, upright, TRUE),        place(high, middle, upright, FALSE),
                       place(high, middle - cap, upright, TRUE), place(high, middle + cap, upright, FALSE)};
  /* A light line under the dark one keeps it visible on a dark bar. */
  iod_scene_path(scene, IOD_ROLE_PLAIN, points, G_N_ELEMENTS(points), FALSE,
                 iod_fade(layout->theme->ground, 0.7))
      ->width = 3;
  iod_scene_path(scene, IOD_ROLE_WHISKER, points, G_N_ELEMENTS(points), FALSE, layout->theme->text)->width =
      1.3;
}

void iod_bar_spread(const IodLayout *layout, IodScene *scene, const IodSample *sample, const IodAxis *axis,
                    double middle, double thick, gboolean upright) {
  const IodSummary *summary = &sample->summary;
  if (summary->n < 2) return;
  if (summary->n <= MOST_DOTS) {
    double radius = CLAMP(thick / 9, 1.2, 2.2), room = thick / 2 - radius;
    for (guint i = 0; i < summary->n; i++) {
      /* Side by side in the order of the runs, so that a drift shows and equal values do not hide each other.
       */
      double across = middle + room * (2.0 * i / (summary->n - 1) - 1);
      IodPoint at = place(iod_axis_at(axis, sample->values[i]), across, upright, TRUE);
      IodShape *dot =
          iod_scene_circle(scene, IOD_ROLE_RUN, at.x, at.y, radius, iod_fade(layout->theme->text, 0.55));
      dot->stroke = iod_fade(layout->theme->ground, 0.6);
      dot->width = 0.6;
    }
  }
  if (isfinite(summary->ci.low) && isfinite(summary->ci.high))
    draw_whisker(layout, scene, summary, axis, middle, CLAMP(thick / 5, 1.5, 4), upright);
}

char *iod_bar_tip(const IodBarPanel *panel, const IodBarRow *row, guint series) {
  const IodBar *bar = &row->bars[series];
  const IodScale *scale = &panel->group->scale;
  const IodMetric *metric = &panel->group->metric;
  g_autofree char *value = iod_say_value(scale, metric, bar->sample->summary.center);
  GString *tip = g_string_new(NULL);
  const char *name = iod_series_name(panel->layout, series);
  g_string_append_printf(tip, "%s%s%s: %s %s", name, *name != '\0' ? ", " : "", row->line->name, value,
                         scale->suffix);
  if (isfinite(bar->sample->summary.ci.low)) {
    g_autofree char *low = iod_say_value(scale, metric, bar->sample->summary.ci.low);
    g_autofree char *high = iod_say_value(scale, metric, bar->sample->summary.ci.high);
    g_string_append_printf(tip, " (%s to %s)", low, high);
  }
  g_string_append_printf(tip, ", n = %u", bar->sample->summary.n);
  if (bar->versus != NULL) {
    g_autofree char *ratio = iod_say_ratio(bar->versus->answer.ratio);
    g_string_append_printf(tip, "; %s %s", ratio, iod_say_verdict(bar->versus->answer.verdict));
  }
  return g_string_free(tip, FALSE);
}

gboolean iod_lay_bars(IodLayout *layout, GError **error) {
  if (layout->lines->len == 0) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, "no row has a value to draw");
    return FALSE;
  }
  layout->legend = IOD_LEGEND_AREAS;
  if (layout->options->log_axis) layout->shows |= IOD_SHOWS_LOG;
  layout->numbered = layout->comparison->n_series > 8;
  layout->groups = iod_pick_groups(layout, layout->lines);
  g_autoptr(GPtrArray) panels = iod_bars_measure(layout);
  if (!iod_lay_standing(layout, panels)) iod_lay_lying(layout, panels);
  return TRUE;
}
