// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/ratio.h"

#include <math.h>

/* What a point looks like: its shape tells the verdict, its colour too, or the series where there are
 * several. */
static void draw_point(const IodRatioPanel *panel, IodScene *scene, const IodRatio *ratio, double x, double y,
                       IodColour colour) {
  const IodTheme *theme = panel->layout->theme;
  guint before = scene->shapes->len;
  switch (ratio->verdict) {
  case IOD_VERDICT_BETTER:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_UP, x, y, 5, colour, colour);
    break;
  case IOD_VERDICT_LIKELY_BETTER:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_UP, x, y, 5, colour, theme->ground);
    break;
  case IOD_VERDICT_WORSE:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_DOWN, x, y, 5, colour, colour);
    break;
  case IOD_VERDICT_LIKELY_WORSE:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_DOWN, x, y, 5, colour, theme->ground);
    break;
  case IOD_VERDICT_SAME:
  case IOD_VERDICT_IDENTICAL:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_SQUARE, x, y, 4.5, colour, colour);
    break;
  case IOD_VERDICT_UNCLEAR:
  case IOD_VERDICT_NONE:
    iod_draw_marker(scene, IOD_ROLE_POINT, IOD_MARKER_CIRCLE, x, y, 4.3, colour, theme->ground);
    break;
  }
  if (ratio->tip != NULL && scene->shapes->len > before) iod_scene_tip(scene, g_strdup(ratio->tip));
}

static void draw_end(IodScene *scene, double x, double y, double towards, gboolean cut, IodColour colour) {
  /* An arrow's head where the interval goes on, else a cap. */
  IodPoint cap[] = {{x, y - 3.5, TRUE}, {x, y + 3.5, FALSE}};
  IodPoint arrow[] = {{x - towards * 5, y - 3.5, TRUE}, {x, y, FALSE}, {x - towards * 5, y + 3.5, FALSE}};
  iod_scene_path(scene, IOD_ROLE_WHISKER, cut ? arrow : cap, cut ? 3 : 2, FALSE, colour)->width = 1.3;
}

static void draw_interval(const IodRatioPanel *panel, IodScene *scene, const IodRatio *ratio, double y,
                          IodColour colour) {
  const IodAxis *axis = &panel->axis;
  if (!isfinite(ratio->low) || !isfinite(ratio->high)) return;
  double low = iod_axis_at(axis, ratio->low), high = iod_axis_at(axis, ratio->high);
  double up = axis->to > axis->from ? 1 : -1;
  iod_scene_line(scene, IOD_ROLE_WHISKER, (IodPoint){low, y, TRUE}, (IodPoint){high, y, FALSE}, colour, 1.5);
  draw_end(scene, low, y, -up, ratio->low < axis->low, colour);
  draw_end(scene, high, y, up, ratio->high > axis->high, colour);
}

static void draw_words(const IodRatioPanel *panel, IodScene *scene, const IodRatio *ratio, double x,
                       double y) {
  const IodRatioColumns *columns = &panel->columns;
  const IodTheme *theme = panel->layout->theme;
  IodColour colour = iod_verdict_colour(theme, ratio->verdict);
  double right = x + columns->ratio - 16;
  iod_scene_text(scene, IOD_ROLE_RATIO, ratio->text, right - ratio->text->w, y - ratio->text->h / 2, colour);
  iod_draw_verdict(scene, theme, ratio->verdict, right + 9, y, 4.2);
  x += columns->ratio;
  if (columns->word > 0)
    iod_scene_text(scene, IOD_ROLE_RATIO, ratio->word, x + 4, y - ratio->word->h / 2, colour);
  x += columns->word;
  if (columns->range > 0)
    iod_scene_text(scene, IOD_ROLE_VALUE, ratio->range, x + 12, y - ratio->range->h / 2, theme->muted);
}

static void draw_ratio(const IodRatioPanel *panel, IodScene *scene, const IodRatioRow *row,
                       const IodRatio *ratio, double left, double y) {
  const IodLayout *layout = panel->layout;
  gboolean several = layout->comparison->n_series > 2;
  IodColour colour = several ? iod_look(layout->theme, ratio->series).line
                             : iod_verdict_colour(layout->theme, ratio->verdict);
  iod_scene_about(scene, row->index, (int)ratio->series);
  if (panel->columns.number > 0) {
    g_autofree char *number = g_strdup_printf("%u", ratio->series + 1);
    const IodText *text = iod_text(layout->texts, IOD_FONT_SMALL, number);
    iod_scene_text(scene, IOD_ROLE_LEGEND, text, left - 5 - text->w, y - text->h / 2, layout->theme->muted);
  }
  draw_interval(panel, scene, ratio, y, colour);
  if (isfinite(ratio->ratio) && ratio->ratio > 0)
    draw_point(panel, scene, ratio, iod_axis_at(&panel->axis, ratio->ratio), y, colour);
  draw_words(panel, scene, ratio, left + panel->columns.plot, y);
}

static void draw_row(const IodRatioPanel *panel, IodScene *scene, const IodRatioRow *row, IodBox box,
                     double stretch) {
  const IodTheme *theme = panel->layout->theme;
  double pitch = panel->columns.pitch * stretch, y = box.y + (box.h - row->ratios->len * pitch) / 2;
  double left = box.x + panel->columns.name + panel->columns.number;
  iod_scene_about(scene, row->index, -1);
  iod_scene_text(scene, IOD_ROLE_NAME, row->name, box.x, box.y + (box.h - row->name->h) / 2, theme->text);
  for (guint i = 0; i < row->ratios->len; i++)
    draw_ratio(panel, scene, row, &g_array_index(row->ratios, IodRatio, i), left, y + (i + 0.5) * pitch);
}

/* Stripes under every other row, and the band within which a ratio is the same. */
static void draw_grounds(const IodBlock *block, const IodRatioPanel *panel, IodScene *scene, IodBox box,
                         guint first, guint count, double stretch) {
  const IodTheme *theme = panel->layout->theme;
  double y = box.y + block->head;
  for (guint i = first; i < first + count; i++) {
    const IodRatioRow *row = panel->rows->pdata[i];
    double height = g_array_index(block->items, double, i) * stretch;
    iod_scene_about(scene, row->index, -1);
    if ((i - first) % 2 == 0 && panel->rows->len > 1)
      iod_scene_rect(scene, IOD_ROLE_PLAIN, (IodBox){box.x - 4, y, box.w + 8, height}, theme->stripe);
    if (row->band > 0) {
      double a = iod_axis_at(&panel->axis, 1 / (1 + row->band)), b = iod_axis_at(&panel->axis, 1 + row->band);
      iod_scene_rect(scene, IOD_ROLE_BAND, (IodBox){MIN(a, b), y, fabs(b - a), height}, theme->band);
    }
    y += height;
  }
  iod_scene_about(scene, -1, -1);
}

static void draw_sides(const IodRatioPanel *panel, IodScene *scene, IodBox plot) {
  const IodTheme *theme = panel->layout->theme;
  double one = iod_axis_at(&panel->axis, 1), y = plot.y - iod_font_height(IOD_FONT_SMALL) - 4;
  if (panel->better_side == NULL) return;
  if (one - 8 - panel->worse_side->w > plot.x)
    iod_scene_text(scene, IOD_ROLE_HEAD, panel->worse_side, one - 8 - panel->worse_side->w, y, theme->muted);
  if (one + 8 + panel->better_side->w < plot.x + plot.w)
    iod_scene_text(scene, IOD_ROLE_HEAD, panel->better_side, one + 8, y, theme->muted);
}

void iod_ratio_panel_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  IodRatioPanel *panel = block->data;
  const IodTheme *theme = panel->layout->theme;
  double stretch = iod_block_stretch(block, box, first, count);
  IodBox plot = {box.x + panel->columns.name + panel->columns.number, box.y + block->head,
                 panel->columns.plot, 0};
  plot.h = box.h - block->head - block->foot;
  gboolean turned = panel->better == IOD_BETTER_LOWER;
  panel->axis.from = turned ? plot.x + plot.w : plot.x;
  panel->axis.to = turned ? plot.x : plot.x + plot.w;
  iod_scene_text(scene, IOD_ROLE_HEAD, panel->title, box.x, box.y, theme->text);
  draw_sides(panel, scene, plot);
  draw_grounds(block, panel, scene, box, first, count, stretch);
  g_autoptr(GArray) ticks = iod_axis_ticks(&panel->axis, panel->layout->texts, NULL, FALSE);
  iod_axis_draw(panel->layout, scene, ticks, plot, FALSE);
  double one = iod_axis_at(&panel->axis, 1);
  iod_scene_line(scene, IOD_ROLE_PLAIN, (IodPoint){one, plot.y, TRUE},
                 (IodPoint){one, plot.y + plot.h, FALSE}, theme->axis, 1.4);
  double y = plot.y;
  for (guint i = first; i < first + count; i++) {
    IodBox row = {box.x, y, box.w, g_array_index(block->items, double, i) * stretch};
    draw_row(panel, scene, panel->rows->pdata[i], row, stretch);
    y += row.h;
  }
}
