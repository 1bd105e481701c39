// SPDX-License-Identifier: GPL-3.0-or-later
/* Tables for the width there is. What is given up, in this order: long names of series and rows, the picture,
 * blanks between columns, names in the line of their row. */
#include "report/display.h"
#include "report/table.h"

typedef struct {
  gboolean picture, tight;
  guint series; /* at most this wide */
  guint line;   /* names of rows may be shortened to this */
  guint hang;   /* instead, so many of 100 names may stand above their row, those that are wider than line; 0:
                   none */
} Step;

static const Step steps[] = {
    {TRUE, FALSE, G_MAXUINT, 28, 0}, {TRUE, FALSE, 16, 28, 0},         {TRUE, FALSE, 16, 20, 0},
    {TRUE, FALSE, 16, 20, 25},       {FALSE, FALSE, G_MAXUINT, 28, 0}, {FALSE, FALSE, 16, 24, 0},
    {FALSE, TRUE, 16, 16, 0},        {FALSE, TRUE, 16, 14, 100},       {FALSE, TRUE, 12, 14, 0},
    {FALSE, TRUE, 12, 10, 100},      {FALSE, TRUE, 8, 8, 100},
};

static guint wider_than(char **names, guint width) {
  guint count = 0;
  for (guint i = 0; names[i] != NULL; i++) count += iod_display_width(names[i]) > width;
  return count;
}

static guint widest(char **names) {
  guint width = 0;
  for (guint i = 0; names[i] != NULL; i++) width = MAX(width, iod_display_width(names[i]));
  return width;
}

static IodGrid *build(const IodView *view, IodPairs pairs, const IodLayout *layout, gboolean tight) {
  IodGrid *grid = pairs.count > 0 ? iod_compare_grid(view, pairs, layout) : iod_summary_grid(view, layout);
  if (tight) iod_grid_tighten(grid);
  return grid;
}

static void set_names(char ***names, char **fresh) {
  g_strfreev(*names);
  *names = fresh;
}

/* Takes excess columns from the names of rows; FALSE where they can't spare so many. */
static gboolean make_room(IodLayout *layout, const Step *step, guint excess, guint *room) {
  guint names = widest(layout->lines);
  *room = names > excess ? names - excess : 0;
  if (step->hang > 0) {
    return *room >= step->line &&
           100 * wider_than(layout->lines, *room) <= step->hang * g_strv_length(layout->lines);
  }
  if (*room < MIN(step->line, names - names / 8)) return FALSE; /* a little off short names is no loss */
  char **lines = iod_shorten_to(layout->lines, *room);
  if (lines != NULL) set_names(&layout->lines, lines);
  return lines != NULL;
}

/* NULL where the step does not make it fit. */
static IodGrid *try_step(const IodView *view, IodPairs pairs, const Step *step, IodLayout **chosen) {
  guint width = view->options->width;
  g_autoptr(IodLayout) layout = iod_layout_new(view, step->picture);
  if (step->series != G_MAXUINT) set_names(&layout->series, iod_shorten_all(view->series, step->series));
  g_autoptr(IodGrid) grid = build(view, pairs, layout, step->tight);
  guint needed = iod_grid_width(grid);
  if (width != 0 && needed > width) {
    guint room = 0;
    if (!make_room(layout, step, needed - width, &room)) return NULL;
    g_clear_pointer(&grid, iod_grid_free);
    grid = build(view, pairs, layout, step->tight);
    if (step->hang > 0) iod_grid_hang(grid, room);
    if (iod_grid_width(grid) > width) return NULL;
  }
  *chosen = g_steal_pointer(&layout);
  return g_steal_pointer(&grid);
}

IodGrid *iod_fit_grid(const IodView *view, IodPairs pairs, IodLayout **chosen) {
  for (gsize i = 0; i < G_N_ELEMENTS(steps); i++) {
    IodGrid *grid = try_step(view, pairs, &steps[i], chosen);
    if (grid != NULL) return grid;
  }
  return NULL;
}
