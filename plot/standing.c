// SPDX-License-Identifier: GPL-3.0-or-later
/* Bars that stand: values over them, ratios under them, names under these. For few rows and series: panels
 * stand side by side, each bar is wide enough for its value. */
#include "plot/bars.h"

#include "plot/wording.h"

#include <math.h>

#define PLOT_HEIGHT 230.0
#define GROUP_GAP   18.0
#define MARK_ROOM   13.0
#define MOST_SERIES 6
#define MOST_ROWS   12
#define NAME_LINES  4
#define WIDEST_BAR  46.0

typedef struct {
  IodBarPanel *panel;
  GArray *ticks;  /* of IodTick */
  double axis;    /* width of their labels */
  double slot;    /* of a bar */
  double group;   /* of a row's bars, the gap included */
  double ratios;  /* height of the line of ratios; 0: none */
  double names;   /* of the names under it */
  double natural; /* width */
} Standing;

static double slot_for(const IodBarPanel *panel) {
  double slot = 26;
  for (guint i = 0; i < panel->rows->len; i++) {
    const IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
    for (guint s = 0; s < panel->layout->comparison->n_series; s++) {
      const IodBar *bar = &row->bars[s];
      slot = MAX(slot, bar->value->w + 6);
      if (bar->ratio != NULL) slot = MAX(slot, bar->ratio->w + MARK_ROOM + 5);
    }
  }
  return slot;
}

/* Names in the width of their groups; FALSE where one takes too many lines. */
static gboolean measure_names(Standing *standing) {
  IodBarPanel *panel = standing->panel;
  double width = standing->group - 10, line = iod_font_height(IOD_FONT_BODY);
  standing->names = 0;
  for (guint i = 0; i < panel->rows->len; i++) {
    IodBarRow *row = &g_array_index(panel->rows, IodBarRow, i);
    row->name =
        iod_text_aligned(panel->layout->texts, IOD_FONT_BODY, row->line->name, width, PANGO_ALIGN_CENTER);
    if (row->name->h > (NAME_LINES + 0.5) * line) return FALSE;
    standing->names = MAX(standing->names, row->name->h);
  }
  return TRUE;
}

/* FALSE where the panel is too wide for a page. */
static gboolean measure(Standing *standing, const GPtrArray *panels) {
  IodBarPanel *panel = standing->panel;
  IodLayout *layout = panel->layout;
  guint n = layout->comparison->n_series;
  standing->slot = slot_for(panel);
  iod_bars_set_axis(layout, panels, panel, PLOT_HEIGHT, TRUE);
  panel->axis.from = PLOT_HEIGHT;
  panel->axis.to = 0;
  standing->ticks = iod_axis_ticks(&panel->axis, layout->texts, &panel->group->scale, TRUE);
  standing->axis = MAX(40, iod_axis_widest(standing->ticks) + 8);
  for (double group = MAX(n * standing->slot + GROUP_GAP, 84);; group *= 1.25) {
    standing->group = group;
    standing->natural = standing->axis + panel->rows->len * group;
    if (standing->natural > layout->inner) return FALSE;
    if (measure_names(standing)) break;
  }
  g_autofree char *title = iod_group_title(layout, panel->group);
  standing->natural = MAX(standing->natural, 210);
  panel->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, standing->natural);
  panel->better = iod_text(layout->texts, IOD_FONT_SMALL, iod_say_better(panel->group->metric.better));
  standing->ratios = layout->shows & IOD_SHOWS_RATIOS ? iod_font_height(IOD_FONT_SMALL) + 5 : 0;
  return TRUE;
}

static void draw_ratio(const Standing *standing, IodScene *scene, const IodBar *bar, double middle,
                       double y) {
  const IodTheme *theme = standing->panel->layout->theme;
  if (bar->ratio == NULL) return;
  IodVerdict verdict = bar->versus->answer.verdict;
  double mark = verdict != IOD_VERDICT_NONE ? MARK_ROOM : 0, left = middle - (mark + bar->ratio->w) / 2;
  if (mark > 0) iod_draw_verdict(scene, theme, verdict, left + 4.5, y + bar->ratio->h / 2, 4.2);
  iod_scene_text(scene, IOD_ROLE_RATIO, bar->ratio, left + mark, y, iod_verdict_colour(theme, verdict));
}

static void draw_bar(const Standing *standing, IodScene *scene, const IodBarRow *row, guint series,
                     double middle, double slot) {
  const IodBarPanel *panel = standing->panel;
  const IodTheme *theme = panel->layout->theme;
  const IodBar *bar = &row->bars[series];
  double thick = MIN(slot * 0.8, WIDEST_BAR), zero = iod_axis_at(&panel->axis, 0), end = zero;
  iod_scene_about(scene, row->line->index, (int)series);
  if (bar->sample != NULL) {
    IodLook look = iod_look(theme, series);
    double centre = iod_axis_at(&panel->axis, bar->sample->summary.center);
    IodBox box = {middle - thick / 2, MIN(zero, centre), thick, fabs(centre - zero)};
    iod_draw_area(scene, IOD_ROLE_BAR, box, &look)->tip = iod_bar_tip(panel, row, series);
    iod_bar_spread(panel->layout, scene, bar->sample, &panel->axis, middle, thick, TRUE);
    end = MIN(zero, iod_axis_at(&panel->axis, bar->extent));
  }
  iod_scene_text(scene, IOD_ROLE_VALUE, bar->value, middle - bar->value->w / 2,
                 end - IOD_VALUE_GAP + 2 - bar->value->h, bar->sample != NULL ? theme->text : theme->muted);
  draw_ratio(standing, scene, bar, middle, panel->axis.from + 5);
}

static void draw_row(const Standing *standing, IodScene *scene, const IodBarRow *row, double x,
                     double group) {
  const IodLayout *layout = standing->panel->layout;
  guint n = layout->comparison->n_series;
  double slot = MIN((group - GROUP_GAP) / n, standing->slot * 1.6), left = x + (group - n * slot) / 2;
  for (guint s = 0; s < n; s++) draw_bar(standing, scene, row, s, left + (s + 0.5) * slot, slot);
  iod_scene_about(scene, row->line->index, -1);
  iod_scene_text(scene, IOD_ROLE_NAME, row->name, x + (group - row->name->w) / 2,
                 standing->panel->axis.from + standing->ratios + 6, layout->theme->text);
}

static void draw_panel(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  (void)first;
  (void)count;
  const Standing *standing = block->data;
  IodBarPanel *panel = standing->panel;
  const IodTheme *theme = panel->layout->theme;
  IodBox plot = {box.x + standing->axis, box.y + block->head, box.w - standing->axis, 0};
  plot.h = box.h - block->head - block->foot;
  panel->axis.from = plot.y + plot.h;
  panel->axis.to = plot.y;
  iod_scene_text(scene, IOD_ROLE_HEAD, panel->title, box.x, box.y, theme->text);
  iod_scene_text(scene, IOD_ROLE_HEAD, panel->better, box.x, box.y + panel->title->h + 1, theme->muted);
  iod_axis_move_ticks(&panel->axis, standing->ticks);
  iod_axis_draw(panel->layout, scene, standing->ticks, plot, TRUE);
  double zero = iod_axis_at(&panel->axis, 0), group = plot.w / panel->rows->len;
  for (guint i = 0; i < panel->rows->len; i++)
    draw_row(standing, scene, &g_array_index(panel->rows, IodBarRow, i), plot.x + i * group, group);
  iod_scene_about(scene, -1, -1);
  iod_scene_line(scene, IOD_ROLE_PLAIN, (IodPoint){plot.x, zero, TRUE},
                 (IodPoint){plot.x + plot.w, zero, FALSE}, theme->axis, 1.2);
}

static void free_standing(gpointer data) {
  Standing *standing = data;
  g_array_unref(standing->ticks);
  iod_bar_panel_free(standing->panel);
  g_free(standing);
}

static void add_blocks(IodLayout *layout, const GArray *measured) {
  double head = 0, foot = 0;
  for (guint i = 0; i < measured->len; i++) {
    const Standing *standing = &g_array_index(measured, Standing, i);
    head = MAX(head, standing->panel->title->h + standing->panel->better->h + 8);
    foot = MAX(foot, standing->ratios + 6 + standing->names);
  }
  for (guint i = 0; i < measured->len; i++) {
    Standing *standing = g_memdup2(&g_array_index(measured, Standing, i), sizeof *standing);
    g_array_ref(standing->ticks);
    IodBlock *block = iod_block_new(standing->natural, standing, free_standing);
    block->draw = draw_panel;
    block->grow = TRUE;
    block->stretch = TRUE;
    /* The same in all panels, so that those side by side line up. */
    block->head = head;
    block->foot = foot;
    iod_block_item(block, PLOT_HEIGHT);
    g_ptr_array_add(layout->blocks, block);
  }
}

static void clear_ticks(gpointer standing) {
  g_clear_pointer(&((Standing *)standing)->ticks, g_array_unref);
}

gboolean iod_lay_standing(IodLayout *layout, GPtrArray *panels) {
  if (layout->comparison->n_series > MOST_SERIES) return FALSE;
  g_autoptr(GArray) measured = g_array_new(FALSE, FALSE, sizeof(Standing));
  g_array_set_clear_func(measured, clear_ticks);
  gboolean fits = TRUE;
  for (guint i = 0; fits && i < panels->len; i++) {
    Standing standing = {.panel = panels->pdata[i]};
    fits = standing.panel->rows->len <= MOST_ROWS && measure(&standing, panels);
    g_array_append_val(measured, standing);
  }
  if (!fits) return FALSE;
  add_blocks(layout, measured);
  iod_bars_note_short(layout, panels, PLOT_HEIGHT);
  return TRUE;
}
