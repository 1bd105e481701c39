// SPDX-License-Identifier: GPL-3.0-or-later
/* Tables for the width there is: names of series and rows are shortened, the picture goes, in that order of
 * loss. */
#include "report/display.h"
#include "report/table.h"

typedef struct {
  gboolean picture, tight;
  guint series; /* at most this wide */
  guint line;   /* names of rows may be shortened to this */
} Step;

static const Step steps[] = {
    {TRUE, FALSE, G_MAXUINT, 28}, {TRUE, FALSE, 16, 28}, {TRUE, FALSE, 16, 20}, {FALSE, FALSE, G_MAXUINT, 28},
    {FALSE, FALSE, 16, 24},       {FALSE, TRUE, 16, 16}, {FALSE, TRUE, 12, 14}, {FALSE, TRUE, 8, 10},
};

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

/* NULL where the step does not make it fit. */
static IodGrid *try_step(const IodView *view, IodPairs pairs, const Step *step, IodLayout **chosen) {
  guint width = view->options->width;
  g_autoptr(IodLayout) layout = iod_layout_new(view, step->picture);
  if (step->series != G_MAXUINT) {
    char **series = iod_shorten_all(view->series, step->series);
    g_strfreev(layout->series);
    layout->series = series;
  }
  g_autoptr(IodGrid) grid = build(view, pairs, layout, step->tight);
  guint needed = iod_grid_width(grid);
  if (width != 0 && needed > width) {
    guint names = widest(layout->lines);
    guint room = names > needed - width ? names - (needed - width) : 0;
    if (room < MIN(step->line, names - names / 8)) return NULL; /* a little off short names is no loss */
    char **lines = iod_shorten_to(layout->lines, room);
    if (lines == NULL) return NULL;
    g_strfreev(layout->lines);
    layout->lines = lines;
    iod_grid_free(grid);
    grid = build(view, pairs, layout, step->tight);
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
