// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/axis.h"

#include "plot/ticks.h"
#include "plot/wording.h"

#include <math.h>

double iod_axis_at(const IodAxis *axis, double value) {
  double share = 0;
  if (axis->log)
    share = value > 0 && axis->high > axis->low ? log(value / axis->low) / log(axis->high / axis->low) : 0;
  else if (axis->high > axis->low)
    share = (value - axis->low) / (axis->high - axis->low);
  return axis->from + CLAMP(share, 0, 1) * (axis->to - axis->from);
}

/* TRUE where two labels that follow each other would touch. */
static gboolean crowded(const GArray *ticks, gboolean upright) {
  for (guint i = 1; i < ticks->len; i++) {
    const IodTick *a = &g_array_index(ticks, IodTick, i - 1), *b = &g_array_index(ticks, IodTick, i);
    double need = upright ? (a->label->h + b->label->h) / 2 + 2 : (a->label->w + b->label->w) / 2 + 8;
    if (fabs(a->at - b->at) < need) return TRUE;
  }
  return FALSE;
}

static GArray *label_ticks(const IodAxis *axis, IodTexts *texts, const IodScale *scale, guint wanted) {
  double factor = scale != NULL ? scale->factor : 1;
  int decimals = 0;
  g_autoptr(GArray) values = axis->log
                                 ? iod_log_ticks(axis->low / factor, axis->high / factor, wanted)
                                 : iod_ticks(axis->low / factor, axis->high / factor, wanted, &decimals);
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(IodTick));
  for (guint i = 0; i < values->len; i++) {
    double value = g_array_index(values, double, i);
    g_autofree char *number = axis->log ? iod_say_log_tick(value) : iod_say_tick(value, decimals);
    g_autofree char *text = g_strconcat(number, scale == NULL ? "×" : "", NULL);
    IodTick tick = {value * factor, iod_axis_at(axis, value * factor), iod_text(texts, IOD_FONT_SMALL, text)};
    g_array_append_val(ticks, tick);
  }
  return ticks;
}

GArray *iod_axis_ticks(const IodAxis *axis, IodTexts *texts, const IodScale *scale, gboolean upright) {
  double length = fabs(axis->to - axis->from);
  guint wanted = (guint)CLAMP(length / (upright ? 40 : 85) + 1, 2, 12);
  for (;; wanted--) {
    GArray *ticks = label_ticks(axis, texts, scale, wanted);
    if (!crowded(ticks, upright)) return ticks;
    if (wanted == 2) {
      g_array_set_size(ticks, 1);
      return ticks;
    }
    g_array_unref(ticks);
  }
}

void iod_axis_move_ticks(const IodAxis *axis, GArray *ticks) {
  for (guint i = 0; i < ticks->len; i++) {
    IodTick *tick = &g_array_index(ticks, IodTick, i);
    tick->at = iod_axis_at(axis, tick->value);
  }
}

double iod_axis_widest(const GArray *ticks) {
  double width = 0;
  for (guint i = 0; i < ticks->len; i++) width = MAX(width, g_array_index(ticks, IodTick, i).label->w);
  return width;
}

void iod_axis_draw(const IodLayout *layout, IodScene *scene, const GArray *ticks, IodBox plot,
                   gboolean upright) {
  const IodTheme *theme = layout->theme;
  for (guint i = 0; i < ticks->len; i++) {
    const IodTick *tick = &g_array_index(ticks, IodTick, i);
    IodPoint from = {tick->at, plot.y, TRUE}, to = {tick->at, plot.y + plot.h, FALSE};
    if (upright) {
      from = (IodPoint){plot.x, tick->at, TRUE};
      to = (IodPoint){plot.x + plot.w, tick->at, FALSE};
    }
    iod_scene_line(scene, IOD_ROLE_GRID, from, to, theme->grid, 1);
    double x = upright ? plot.x - 6 - tick->label->w : tick->at - tick->label->w / 2;
    double y = upright ? tick->at - tick->label->h / 2 : plot.y + plot.h + 3;
    iod_scene_text(scene, IOD_ROLE_TICK, tick->label, x, y, theme->muted);
  }
}

void iod_axis_log_bounds(double least, double most, double *low, double *high) {
  double air = MAX(log(most / least) * 0.06, log(1.15));
  *low = least / exp(air);
  *high = most * exp(air);
}
