// SPDX-License-Identifier: GPL-3.0-or-later
/* The axis of bars: as long as it can be with a value at the end of each bar. */
#include "plot/bars.h"
#include "plot/wording.h"

#include <math.h>

static double unit_of(const IodAxis *axis, double value) {
  return axis->log ? (value > axis->low ? log(value / axis->low) : 0) : value - axis->low;
}

/* How many pixels a unit may have so that each bar and the value at its end fit. */
static double most_pixels(const IodBarPanel *panel, const IodAxis *axis, double room, gboolean upright) {
  double pixels = G_MAXDOUBLE;
  for (guint i = 0; i < panel->rows->len; i++) {
    const IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
    for (guint s = 0; s < panel->layout->comparison->n_series; s++) {
      const IodBar *bar = &row->bars[s];
      double units = bar->sample != NULL ? unit_of(axis, MAX(bar->extent, 0)) : 0;
      double left = MAX(room - IOD_VALUE_GAP - (upright ? bar->value->h : bar->value->w), 10);
      if (units > 0) pixels = MIN(pixels, left / units);
    }
  }
  return pixels;
}

static gboolean shares_axis(const IodLayout *layout, const IodBarPanel *a, const IodBarPanel *b) {
  return a == b ||
         (layout->options->scales != IOD_SCALES_FREE && g_strcmp0(a->group->family, b->group->family) == 0);
}

void iod_bars_set_axis(const IodLayout *layout, const GPtrArray *panels, IodBarPanel *panel, double room,
                       gboolean upright) {
  double least = G_MAXDOUBLE, below = 0, pixels = G_MAXDOUBLE;
  for (guint i = 0; i < panels->len; i++) {
    const IodBarPanel *other = panels->pdata[i];
    if (!shares_axis(layout, panel, other)) continue;
    least = MIN(least, other->least);
    below = MIN(below, other->below);
  }
  IodAxis *axis = &panel->axis;
  axis->log = layout->options->log_axis && least < G_MAXDOUBLE;
  axis->low = axis->log ? pow(10, floor(log10(least * 0.9))) : below;
  for (guint i = 0; i < panels->len; i++)
    if (shares_axis(layout, panel, panels->pdata[i]))
      pixels = MIN(pixels, most_pixels(panels->pdata[i], axis, room, upright));
  double units = pixels < G_MAXDOUBLE ? room / pixels : axis->log ? log(10) : panel->group->scale.factor;
  axis->high = axis->log ? axis->low * exp(units) : axis->low + units;
}

void iod_bars_note_short(IodLayout *layout, const GPtrArray *panels, double room) {
  guint count = 0;
  for (guint p = 0; p < panels->len; p++) {
    const IodBarPanel *panel = panels->pdata[p];
    IodAxis axis = panel->axis;
    axis.from = 0;
    axis.to = room;
    for (guint i = 0; i < panel->rows->len; i++) {
      const IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
      for (guint s = 0; s < layout->comparison->n_series; s++) {
        double centre = row->bars[s].sample != NULL ? row->bars[s].sample->summary.center : 0;
        if (centre != 0 && fabs(iod_axis_at(&axis, centre) - iod_axis_at(&axis, 0)) < 1) count++;
      }
    }
  }
  g_autofree char *bars = iod_say_count(count, "bar");
  if (count > 0 && !layout->options->log_axis)
    iod_layout_note(
        layout,
        g_strdup_printf(
            "too short to be seen beside the longest: %s; --log shows them, or --panels LABEL --scales free",
            bars));
}
