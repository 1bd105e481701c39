// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/table.h"

#include <math.h>

#define GAP       16.0
#define MARK_ROOM 14.0

/* Five points; hollow where it is not proved. */
static void draw_star(IodScene *scene, const IodTheme *theme, IodBest best, double x, double y) {
  IodPoint points[10];
  for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
    double angle = -G_PI / 2 + i * G_PI / 5, radius = i % 2 == 0 ? 5 : 2.1;
    points[i] = (IodPoint){x + radius * cos(angle), y + radius * sin(angle), i == 0};
  }
  IodShape *star = iod_scene_path(scene, IOD_ROLE_MARK, points, G_N_ELEMENTS(points), TRUE,
                                  best == IOD_BEST_SURE ? theme->better : theme->ground);
  star->stroke = theme->better;
  star->width = 1;
}

static void right_text(IodScene *scene, IodRole role, const IodText *text, double right, double middle,
                       IodColour colour) {
  iod_scene_text(scene, role, text, right - text->w, middle - text->h / 2, colour);
}

static void draw_value(const IodTable *table, IodScene *scene, const IodTableCell *cell, double right,
                       double middle) {
  const IodTheme *theme = table->layout->theme;
  right_text(scene, IOD_ROLE_VALUE, cell->value, right, middle, theme->text);
  if (cell->best != IOD_BEST_NOT) draw_star(scene, theme, cell->best, right - cell->value->w - 8, middle);
}

/* Ratio and verdict under the value. */
static void draw_below(const IodTable *table, IodScene *scene, const IodTableCell *cell, double right,
                       double middle) {
  const IodTheme *theme = table->layout->theme;
  if (cell->ratio == NULL) return;
  right_text(scene, IOD_ROLE_RATIO, cell->ratio, right, middle, iod_verdict_colour(theme, cell->verdict));
  iod_draw_verdict(scene, theme, cell->verdict, right - cell->ratio->w - 8, middle, 3.8);
}

/* Ratio, interval and verdict in columns of their own. */
static void draw_beside(const IodTable *table, IodScene *scene, const IodTableRow *row, double x,
                        double middle) {
  const IodTheme *theme = table->layout->theme;
  const IodTableCell *cell = &g_array_index(row->cells, IodTableCell, 1);
  if (cell->ratio == NULL) return;
  IodColour colour = iod_verdict_colour(theme, cell->verdict);
  x += table->ratio_width;
  right_text(scene, IOD_ROLE_RATIO, cell->ratio, x, middle, colour);
  x += table->range_width;
  if (row->range != NULL && table->range_width > 0)
    right_text(scene, IOD_ROLE_VALUE, row->range, x, middle, theme->muted);
  x += GAP;
  iod_draw_verdict(scene, theme, cell->verdict, x + 4, middle, 4.2);
  iod_scene_text(scene, IOD_ROLE_RATIO, cell->word, x + MARK_ROOM, middle - cell->word->h / 2, colour);
}

static void draw_row(const IodTable *table, IodScene *scene, const IodTableRow *row, IodBox box) {
  const IodTheme *theme = table->layout->theme;
  double middle = box.y + box.h / 2, x = box.x + table->name_width;
  double line = table->wide ? 0 : (iod_font_height(IOD_FONT_SMALL) + 2) / 2;
  iod_scene_about(scene, row->line->index, -1);
  iod_scene_text(scene, IOD_ROLE_NAME, row->name, box.x, middle - row->name->h / 2, theme->text);
  if (table->runs_width > 0)
    right_text(scene, IOD_ROLE_TICK, row->runs, x + table->runs_width - GAP, middle, theme->muted);
  x += table->runs_width;
  for (guint i = 0; i < row->cells->len; i++) {
    const IodTableCell *cell = &g_array_index(row->cells, IodTableCell, i);
    iod_scene_about(scene, row->line->index, (int)g_array_index(table->series, guint, i));
    x += table->column_width;
    draw_value(table, scene, cell, x, cell->ratio != NULL ? middle - line : middle);
    if (!table->wide) draw_below(table, scene, cell, x, middle + iod_font_height(IOD_FONT_BODY) / 2 + 1);
  }
  if (table->wide) draw_beside(table, scene, row, x, middle);
  iod_scene_about(scene, -1, -1);
}

static void draw_heads(const IodTable *table, IodScene *scene, IodBox box, double bottom) {
  const IodTheme *theme = table->layout->theme;
  double x = box.x + table->name_width, base = bottom - 5;
  iod_scene_text(scene, IOD_ROLE_HEAD, table->title, box.x, box.y, theme->text);
  if (table->runs_width > 0)
    iod_scene_text(scene, IOD_ROLE_TICK, table->n_head, x + table->runs_width - GAP - table->n_head->w,
                   base - table->n_head->h, theme->muted);
  x += table->runs_width;
  for (guint i = 0; i < table->heads->len; i++) {
    const IodText *head = table->heads->pdata[i];
    x += table->column_width;
    iod_scene_about(scene, -1, (int)g_array_index(table->series, guint, i));
    iod_scene_text(scene, IOD_ROLE_NAME, head, x - head->w, base - head->h, theme->text);
  }
  iod_scene_about(scene, -1, -1);
  x += table->ratio_width;
  if (table->ratio_width > 0)
    iod_scene_text(scene, IOD_ROLE_TICK, table->ratio_head, x - table->ratio_head->w,
                   base - table->ratio_head->h, theme->muted);
  x += table->range_width;
  if (table->range_width > 0)
    iod_scene_text(scene, IOD_ROLE_TICK, table->range_head, x - table->range_head->w,
                   base - table->range_head->h, theme->muted);
}

void iod_table_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  const IodTable *table = block->data;
  const IodTheme *theme = table->layout->theme;
  double y = box.y + block->head;
  IodBox rule = {box.x - 4, y - 1, box.w + 8, 1};
  draw_heads(table, scene, box, y);
  for (guint i = first; i < first + count; i++) {
    double height = g_array_index(block->items, double, i);
    if ((i - first) % 2 == 0)
      iod_scene_rect(scene, IOD_ROLE_PLAIN, (IodBox){rule.x, y, rule.w, height}, theme->stripe);
    draw_row(table, scene, table->rows->pdata[i], (IodBox){box.x, y, box.w, height});
    y += height;
  }
  iod_scene_rect(scene, IOD_ROLE_PLAIN, rule, theme->axis);
  rule.y = y;
  iod_scene_rect(scene, IOD_ROLE_PLAIN, rule, theme->axis);
}
