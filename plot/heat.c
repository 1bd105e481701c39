// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/heat.h"

#include "plot/wording.h"

#include <math.h>

#define LEAST_COLUMN 40.0
#define MOST_COLUMN  96.0  /* that heads ask for */
#define FULL_COLUMN  140.0 /* where there is room */
#define MARK_ROOM    12.0
#define CELL_GAP     2.0

IodHeat *iod_heat_new(IodLayout *layout) {
  IodHeat *heat = g_new0(IodHeat, 1);
  heat->layout = layout;
  heat->columns = g_ptr_array_new();
  heat->names = g_ptr_array_new();
  heat->cells = g_array_new(FALSE, TRUE, sizeof(IodHeatCell));
  return heat;
}

void iod_heat_free(gpointer data) {
  IodHeat *heat = data;
  for (guint i = 0; i < heat->cells->len; i++) g_free(g_array_index(heat->cells, IodHeatCell, i).tip);
  g_array_unref(heat->cells);
  g_ptr_array_unref(heat->columns);
  g_ptr_array_unref(heat->names);
  g_free(heat);
}

void iod_heat_add(IodHeat *heat, int row, guint series, const IodAnswer *answer, const char *where) {
  IodLayout *layout = heat->layout;
  IodHeatCell cell = {.row = row, .series = series, .ratio = NAN, .there = answer != NULL};
  g_autofree char *text = NULL;
  if (answer != NULL) {
    text = iod_say_ratio(answer->ratio);
    cell.ratio = answer->ratio;
    cell.verdict = answer->verdict;
    cell.tip = g_strdup_printf("%s, %s: %s %s", iod_series_name(layout, series), where, text,
                               iod_say_verdict(answer->verdict));
    layout->shows |= IOD_SHOWS_RATIOS;
    layout->verdicts |= 1U << answer->verdict;
  }
  cell.text = iod_text(layout->texts, IOD_FONT_SMALL, text != NULL ? text : "–");
  g_array_append_val(heat->cells, cell);
}

double iod_heat_limit(const GPtrArray *heats) {
  double most = log(1.5);
  for (guint i = 0; i < heats->len; i++) {
    const GArray *cells = ((const IodHeat *)heats->pdata[i])->cells;
    for (guint k = 0; k < cells->len; k++) {
      double ratio = g_array_index(cells, IodHeatCell, k).ratio;
      if (isfinite(ratio) && ratio > 0) most = MAX(most, fabs(log(ratio)));
    }
  }
  return exp(MIN(most, log(10)));
}

/* -1 for worse by the limit or more, 1 for better. */
static double side_of(const IodHeat *heat, const IodHeatCell *cell) {
  if (!isfinite(cell->ratio)) return 0;
  double size = cell->ratio > 0 ? log(cell->ratio) / log(heat->layout->heat_limit) : -1;
  return CLAMP(heat->better == IOD_BETTER_LOWER ? -size : size, -1, 1);
}

static void draw_cell(const IodHeat *heat, IodScene *scene, const IodHeatCell *cell, IodBox box) {
  const IodTheme *theme = heat->layout->theme;
  IodColour ground = cell->there ? iod_heat_colour(theme, side_of(heat, cell)) : theme->stripe;
  IodColour ink = cell->there ? iod_text_on(ground) : theme->muted;
  iod_scene_about(scene, cell->row, (int)cell->series);
  iod_scene_rect(scene, IOD_ROLE_CELL, box, ground)->tip = g_strdup(cell->tip);
  gboolean marked = cell->there && cell->verdict != IOD_VERDICT_NONE;
  double width = cell->text->w + (marked ? MARK_ROOM : 0), x = box.x + (box.w - width) / 2,
         y = box.y + box.h / 2;
  if (marked) iod_draw_verdict_on(scene, cell->verdict, x + 4, y, 3.8, ink, ground);
  iod_scene_text(scene, IOD_ROLE_RATIO, cell->text, x + width - cell->text->w, y - cell->text->h / 2, ink);
}

static void draw_heads(const IodHeat *heat, IodScene *scene, IodBox box, double bottom) {
  const IodTheme *theme = heat->layout->theme;
  iod_scene_text(scene, IOD_ROLE_HEAD, heat->title, box.x, box.y, theme->text);
  iod_scene_text(scene, IOD_ROLE_HEAD, heat->below, box.x, box.y + heat->title->h + 1, theme->muted);
  double left = box.x + heat->name_width;
  for (guint i = 0; i < heat->columns->len; i++) {
    const IodText *text = heat->columns->pdata[i];
    iod_scene_text(scene, IOD_ROLE_NAME, text,
                   left + i * heat->column_width + (heat->column_width - CELL_GAP - text->w) / 2,
                   bottom - 4 - text->h, theme->text);
  }
  if (heat->corner != NULL)
    iod_scene_text(scene, IOD_ROLE_TICK, heat->corner, box.x, bottom - 4 - heat->corner->h, theme->muted);
  if (heat->across != NULL)
    iod_scene_text(scene, IOD_ROLE_TICK, heat->across, left, bottom - heat->head_height - 6 - heat->across->h,
                   theme->muted);
}

static void draw_heat(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  const IodHeat *heat = block->data;
  double stretch = iod_block_stretch(block, box, first, count), y = box.y + block->head;
  guint columns = heat->columns->len;
  draw_heads(heat, scene, box, y);
  for (guint i = first; i < first + count; i++) {
    double height = g_array_index(block->items, double, i) * stretch;
    const IodText *name = heat->names->pdata[i];
    iod_scene_about(scene, g_array_index(heat->cells, IodHeatCell, i * columns).row, -1);
    iod_scene_text(scene, IOD_ROLE_NAME, name, box.x, y + (height - name->h) / 2, heat->layout->theme->text);
    for (guint k = 0; k < columns; k++) {
      IodBox cell = {box.x + heat->name_width + k * heat->column_width, y, heat->column_width - CELL_GAP,
                     height - CELL_GAP};
      draw_cell(heat, scene, &g_array_index(heat->cells, IodHeatCell, i * columns + k), cell);
    }
    y += height;
  }
}

static double widest(const GPtrArray *texts) {
  double width = 0;
  for (guint i = 0; i < texts->len; i++) width = MAX(width, ((const IodText *)texts->pdata[i])->w);
  return width;
}

static void wrap_all(IodLayout *layout, GPtrArray *texts, double width, PangoAlignment alignment) {
  for (guint i = 0; i < texts->len; i++) {
    const char *string = pango_layout_get_text(((const IodText *)texts->pdata[i])->layout);
    texts->pdata[i] =
        (gpointer)(gsize)iod_text_aligned(layout->texts, IOD_FONT_BODY, string, width, alignment);
  }
}

static double tallest(const GPtrArray *texts) {
  double height = 0;
  for (guint i = 0; i < texts->len; i++) height = MAX(height, ((const IodText *)texts->pdata[i])->h);
  return height;
}

/* The width that cells want: their ratios with marks, heads that are not broken if they are short. */
static double wanted_column(const IodHeat *heat) {
  double width = MIN(widest(heat->columns), MOST_COLUMN - 10) + 10;
  for (guint i = 0; i < heat->cells->len; i++)
    width = MAX(width, g_array_index(heat->cells, IodHeatCell, i).text->w + MARK_ROOM + 10);
  return MAX(width, LEAST_COLUMN);
}

static void measure(IodLayout *layout, IodHeat *heat, double width) {
  double names = widest(heat->names);
  if (heat->corner != NULL) names = MAX(names, heat->corner->w);
  heat->name_width = MIN(names, width * 0.32) + 12;
  heat->column_width =
      MIN((width - heat->name_width) / heat->columns->len, MAX(wanted_column(heat), FULL_COLUMN));
  wrap_all(layout, heat->names, heat->name_width - 10, PANGO_ALIGN_LEFT);
  wrap_all(layout, heat->columns, heat->column_width - CELL_GAP - 4, PANGO_ALIGN_CENTER);
  heat->head_height = MAX(tallest(heat->columns), heat->corner != NULL ? heat->corner->h : 0);
  const char *title = pango_layout_get_text(heat->title->layout),
             *below = pango_layout_get_text(heat->below->layout);
  heat->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, width);
  heat->below = iod_text_wrapped(layout->texts, IOD_FONT_SMALL, below, width);
}

static void add_block(IodLayout *layout, IodHeat *heat, double width) {
  measure(layout, heat, width);
  IodBlock *block = iod_block_new(width, heat, iod_heat_free);
  block->draw = draw_heat;
  block->stretch = TRUE;
  block->head = heat->title->h + heat->below->h + 8 + heat->head_height + 4;
  if (heat->across != NULL) block->head += heat->across->h + 4;
  for (guint i = 0; i < heat->names->len; i++)
    iod_block_item(block, MAX(26, ((const IodText *)heat->names->pdata[i])->h + 6));
  g_ptr_array_add(layout->blocks, block);
}

/* The columns from first on, of a heat that has more than fit a page. */
static IodHeat *part_of(const IodHeat *whole, guint first, guint count) {
  IodHeat *part = iod_heat_new(whole->layout);
  part->better = whole->better;
  part->title = whole->title;
  part->below = whole->below;
  part->corner = whole->corner;
  part->across = whole->across;
  for (guint k = 0; k < count; k++) g_ptr_array_add(part->columns, whole->columns->pdata[first + k]);
  for (guint i = 0; i < whole->names->len; i++) {
    g_ptr_array_add(part->names, whole->names->pdata[i]);
    for (guint k = 0; k < count; k++) {
      IodHeatCell cell = g_array_index(whole->cells, IodHeatCell, i * whole->columns->len + first + k);
      cell.tip = g_strdup(cell.tip);
      g_array_append_val(part->cells, cell);
    }
  }
  return part;
}

static double natural_width(const IodLayout *layout, const IodHeat *heat) {
  double names = MAX(widest(heat->names), heat->corner != NULL ? heat->corner->w : 0);
  double width = MIN(names, layout->inner * 0.32) + 12 + heat->columns->len * wanted_column(heat);
  return MAX(width, 220);
}

void iod_heats_add(IodLayout *layout, GPtrArray *heats) {
  layout->heat_limit = iod_heat_limit(heats);
  layout->legend = IOD_LEGEND_HEAT;
  double natural = 0;
  for (guint i = 0; i < heats->len; i++) natural = MAX(natural, natural_width(layout, heats->pdata[i]));
  guint side = (guint)CLAMP((layout->inner + IOD_GAP) / (natural + IOD_GAP), 1, MAX(heats->len, 1));
  double width = (layout->inner - IOD_GAP * (side - 1)) / side;
  for (guint i = 0; i < heats->len; i++) {
    IodHeat *heat = heats->pdata[i];
    double names = MIN(widest(heat->names), width * 0.32) + 12;
    guint most = (guint)MAX((width - names) / wanted_column(heat), 1), n = heat->columns->len;
    if (n <= most) {
      add_block(layout, heat, width);
      continue;
    }
    guint parts = (n + most - 1) / most, each = (n + parts - 1) / parts;
    for (guint first = 0; first < n; first += each)
      add_block(layout, part_of(heat, first, MIN(each, n - first)), width);
    iod_heat_free(heat);
  }
  g_ptr_array_set_size(heats, 0);
}
