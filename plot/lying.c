// SPDX-License-Identifier: GPL-3.0-or-later
/* Bars that lie: names to the left in as many lines as they take, values at the bars' ends, ratios in a
 * column. Any number of rows and series fits, on further pages if need be. */
#include "plot/bars.h"

#include "plot/wording.h"

#include <math.h>

#define MARK_ROOM 16.0
#define ROW_GAP   10.0

/* The columns, the same in all panels of a figure. */
typedef struct {
  double name, number, plot, ratio, verdict; /* widths, gaps included; 0: none */
  double pitch;                              /* from bar to bar */
} Columns;

typedef struct {
  IodBarPanel *panel;
  Columns columns;
} Lying;

static double pitch_for(guint n_series) {
  return n_series <= 2 ? 22 : n_series <= 4 ? 19 : n_series <= 8 ? 17 : 13.5;
}

static double natural_name(const IodLayout *layout, const GPtrArray *panels) {
  double widest = 0;
  for (guint p = 0; p < panels->len; p++) {
    const IodBarPanel *panel = panels->pdata[p];
    for (guint i = 0; i < panel->rows->len; i++) {
      const IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
      widest = MAX(widest, iod_text(layout->texts, IOD_FONT_BODY, row->line->name)->w);
    }
  }
  return widest;
}

static Columns measure_columns(const IodLayout *layout, const GPtrArray *panels) {
  double ratio = iod_bars_widest(panels, G_STRUCT_OFFSET(IodBar, ratio));
  double verdict = iod_bars_widest(panels, G_STRUCT_OFFSET(IodBar, verdict));
  Columns columns = {.pitch = pitch_for(layout->comparison->n_series)};
  columns.name = MIN(natural_name(layout, panels) + 1, layout->inner * 0.3) + 10;
  columns.number = layout->numbered ? iod_text(layout->texts, IOD_FONT_SMALL, "00")->w + 6 : 0;
  columns.ratio = ratio > 0 ? ratio + 12 + MARK_ROOM : 0;
  /* The mark says the same as the word, where the page is narrow. */
  columns.verdict = verdict > 0 && layout->inner >= 600 ? verdict + 4 : 0;
  columns.plot = layout->inner - columns.name - columns.number - columns.ratio - columns.verdict;
  return columns;
}

/* Places names in their column; a row is as high as its bars or its name. */
static void measure_rows(IodLayout *layout, IodBarPanel *panel, const Columns *columns) {
  guint n = layout->comparison->n_series;
  for (guint i = 0; i < panel->rows->len; i++) {
    IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
    row->name = iod_text_wrapped(layout->texts, IOD_FONT_BODY, row->line->name, columns->name - 10);
    row->height = MAX(n * columns->pitch, row->name->h) + (n > 1 ? ROW_GAP : 2);
  }
  g_autofree char *title = iod_group_title(layout, panel->group);
  g_autofree char *better = g_strdup_printf("%s%s", iod_say_better(panel->group->metric.better),
                                            panel->group->metric.better == IOD_BETTER_HIGHER  ? " →"
                                            : panel->group->metric.better == IOD_BETTER_LOWER ? " ←"
                                                                                              : "");
  panel->better = iod_text(layout->texts, IOD_FONT_SMALL, better);
  panel->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, layout->inner - panel->better->w - 14);
}

static void draw_ratio(const Lying *lying, IodScene *scene, const IodBar *bar, double x, double middle) {
  const IodTheme *theme = lying->panel->layout->theme;
  const Columns *columns = &lying->columns;
  if (bar->ratio == NULL) return;
  IodVerdict verdict = bar->versus->answer.verdict;
  IodColour colour = iod_verdict_colour(theme, verdict);
  double right = x + columns->ratio - MARK_ROOM;
  iod_scene_text(scene, IOD_ROLE_RATIO, bar->ratio, right - bar->ratio->w, middle - bar->ratio->h / 2,
                 colour);
  iod_draw_verdict(scene, theme, verdict, right + MARK_ROOM / 2 + 1, middle, 4.2);
  if (columns->verdict > 0 && verdict != IOD_VERDICT_NONE)
    iod_scene_text(scene, IOD_ROLE_RATIO, bar->verdict, x + columns->ratio + 4, middle - bar->verdict->h / 2,
                   colour);
}

static void draw_bar(const Lying *lying, IodScene *scene, const IodBarRow *row, guint series, double x,
                     double y, double pitch) {
  const IodBarPanel *panel = lying->panel;
  const IodTheme *theme = panel->layout->theme;
  const IodBar *bar = &row->bars[series];
  double thick = MIN(pitch * 0.82, 30), middle = y + pitch / 2;
  double zero = iod_axis_at(&panel->axis, 0), end = zero;
  iod_scene_about(scene, row->line->index, (int)series);
  if (lying->columns.number > 0) {
    g_autofree char *number = g_strdup_printf("%u", series + 1);
    const IodText *text = iod_text(panel->layout->texts, IOD_FONT_SMALL, number);
    iod_scene_text(scene, IOD_ROLE_LEGEND, text, x - 5 - text->w, middle - text->h / 2, theme->muted);
  }
  if (bar->sample != NULL) {
    IodLook look = iod_look(theme, series);
    double centre = iod_axis_at(&panel->axis, bar->sample->summary.center);
    IodBox box = {MIN(zero, centre), middle - thick / 2, fabs(centre - zero), thick};
    iod_draw_area(scene, IOD_ROLE_BAR, box, &look)->tip = iod_bar_tip(panel, row, series);
    iod_bar_spread(panel->layout, scene, bar->sample, &panel->axis, middle, thick, FALSE);
    end = MAX(zero, iod_axis_at(&panel->axis, bar->extent));
  }
  iod_scene_text(scene, IOD_ROLE_VALUE, bar->value, end + IOD_VALUE_GAP, middle - bar->value->h / 2,
                 bar->sample != NULL ? theme->text : theme->muted);
  draw_ratio(lying, scene, bar, x + lying->columns.plot, middle);
}

static void draw_row(const Lying *lying, IodScene *scene, const IodBarRow *row, IodBox box, double stretch) {
  const IodLayout *layout = lying->panel->layout;
  guint n = layout->comparison->n_series;
  double pitch = lying->columns.pitch * stretch;
  iod_scene_about(scene, row->line->index, -1);
  iod_scene_text(scene, IOD_ROLE_NAME, row->name, box.x, box.y + (box.h - row->name->h) / 2,
                 layout->theme->text);
  double y = box.y + (box.h - n * pitch) / 2;
  double x = box.x + lying->columns.name + lying->columns.number;
  for (guint s = 0; s < n; s++) draw_bar(lying, scene, row, s, x, y + s * pitch, pitch);
}

static void draw_panel(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  const Lying *lying = block->data;
  IodBarPanel *panel = lying->panel;
  const IodTheme *theme = panel->layout->theme;
  double stretch = iod_block_stretch(block, box, first, count);
  IodBox plot = {box.x + lying->columns.name + lying->columns.number, box.y + block->head,
                 lying->columns.plot, 0};
  plot.h = box.h - block->head - block->foot;
  panel->axis.from = plot.x;
  panel->axis.to = plot.x + plot.w;
  iod_scene_text(scene, IOD_ROLE_HEAD, panel->title, box.x, box.y, theme->text);
  double better = MAX(plot.x, box.x + panel->title->w + 14);
  better = MIN(better, box.x + box.w - panel->better->w);
  iod_scene_text(scene, IOD_ROLE_HEAD, panel->better, better, box.y + 2, theme->muted);
  double y = plot.y;
  for (guint i = first; i < first + count; i++) {
    double height = g_array_index(block->items, double, i) * stretch;
    if ((i - first) % 2 == 0 && panel->rows->len > 1)
      iod_scene_rect(scene, IOD_ROLE_PLAIN, (IodBox){box.x - 4, y, box.w + 8, height}, theme->stripe);
    y += height;
  }
  g_autoptr(GArray) ticks = iod_axis_ticks(&panel->axis, panel->layout->texts, &panel->group->scale, FALSE);
  iod_axis_draw(panel->layout, scene, ticks, plot, FALSE);
  y = plot.y;
  for (guint i = first; i < first + count; i++) {
    IodBox row = {box.x, y, box.w, g_array_index(block->items, double, i) * stretch};
    draw_row(lying, scene, &g_array_index(panel->rows, IodBarRow, i), row, stretch);
    y += row.h;
  }
  iod_scene_about(scene, -1, -1);
  double zero = iod_axis_at(&panel->axis, 0);
  iod_scene_line(scene, IOD_ROLE_PLAIN, (IodPoint){zero, plot.y, TRUE},
                 (IodPoint){zero, plot.y + plot.h, FALSE}, theme->axis, 1.2);
}

static void free_lying(gpointer data) {
  Lying *lying = data;
  iod_bar_panel_free(lying->panel);
  g_free(lying);
}

void iod_lay_lying(IodLayout *layout, GPtrArray *panels) {
  Columns columns = measure_columns(layout, panels);
  for (guint i = 0; i < panels->len; i++) {
    IodBarPanel *panel = panels->pdata[i];
    measure_rows(layout, panel, &columns);
    iod_bars_set_axis(layout, panels, panel, columns.plot, FALSE);
    Lying *lying = g_new0(Lying, 1);
    *lying = (Lying){panel, columns};
    IodBlock *block = iod_block_new(layout->inner, lying, free_lying);
    block->draw = draw_panel;
    block->stretch = TRUE;
    block->head = MAX(panel->title->h, panel->better->h) + 6;
    block->foot = iod_font_height(IOD_FONT_SMALL) + 6;
    for (guint r = 0; r < panel->rows->len; r++)
      iod_block_item(block, g_array_index(panel->rows, IodBarRow, r).height);
    g_ptr_array_add(layout->blocks, block);
  }
  iod_bars_note_short(layout, panels, columns.plot);
}
