// SPDX-License-Identifier: GPL-3.0-or-later
/* Geometric means over rows as a grid. */
#include "report/display.h"
#include "report/figures.h"
#include "report/table.h"
#include "report/wording.h"

#include <math.h>
#include <string.h>

#define TITLE "GEOMETRIC MEANS OF RATIOS"

static gboolean metric_is_shown(const IodView *view, const char *metric) {
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      if (strcmp(g_array_index(view->blocks[b], IodLine, i).row->metric.name, metric) == 0) return TRUE;
    }
  }
  return FALSE;
}

/* A mean of one row is that row. */
static gboolean is_shown(const IodView *view, const IodGeomean *geomean) {
  if (geomean->rows < 2 || !isfinite(geomean->ratio)) return FALSE;
  return geomean->metric == NULL || metric_is_shown(view, geomean->metric);
}

static char *name_of(const IodView *view, const IodGeomean *geomean) {
  const char *what = geomean->kind != NULL ? geomean->kind : geomean->metric;
  g_autofree char *text = iod_display_text(what);
  const char *how = geomean->kind != NULL ? ", run by run" : "";
  if (view->comparison->n_series <= 2) return g_strconcat(text, how, NULL);
  return g_strconcat(view->series[geomean->series], " ", text, how, NULL);
}

/* NULL where there is none. */
static char *interval_of(const IodGeomean *geomean) {
  if (!isfinite(geomean->ci.low) || !isfinite(geomean->ci.high)) return NULL;
  g_autofree char *low = iod_ratio_text(geomean->ci.low);
  g_autofree char *high = iod_ratio_text(geomean->ci.high);
  g_autofree char *range = iod_range_text(low, high);
  return g_strdup_printf("(%s)", range);
}

static void add_row(IodGrid *grid, const IodView *view, const IodGeomean *geomean) {
  IodVersus versus = {.answer = {.verdict = geomean->verdict}};
  IodStyle style = iod_verdict_style(&versus);
  iod_grid_row(grid);
  iod_grid_cell(grid, name_of(view, geomean), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, g_strdup_printf("%u", geomean->rows), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, iod_ratio_text(geomean->ratio), style);
  iod_grid_cell(grid, interval_of(geomean), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, geomean->verdict != IOD_VERDICT_NONE ? iod_plain_verdict(geomean->verdict) : NULL,
                style);
}

IodGrid *iod_overall_grid(const IodView *view) {
  g_autoptr(IodGrid) grid = iod_grid_new();
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 0);
  iod_grid_column_markdown(grid, "");
  iod_grid_column(grid, "rows", 1, IOD_ALIGN_RIGHT, 2);
  iod_grid_column(grid, "ratio", 1, IOD_ALIGN_POINT, 2);
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 1);
  iod_grid_column_markdown(grid, "interval");
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 2);
  iod_grid_column_markdown(grid, "verdict");
  iod_grid_block(grid, TITLE, NULL);
  guint shown = 0;
  for (guint i = 0; i < view->comparison->geomeans->len; i++) {
    const IodGeomean *geomean = &g_array_index(view->comparison->geomeans, IodGeomean, i);
    if (!is_shown(view, geomean)) continue;
    add_row(grid, view, geomean);
    shown++;
  }
  return shown > 0 ? g_steal_pointer(&grid) : NULL;
}

void iod_append_overall_stacked(const IodView *view, GString *out) {
  guint width = view->options->width;
  iod_append_block(out, TITLE, NULL, view->options->color, width);
  for (guint i = 0; i < view->comparison->geomeans->len; i++) {
    const IodGeomean *geomean = &g_array_index(view->comparison->geomeans, IodGeomean, i);
    if (!is_shown(view, geomean)) continue;
    g_autofree char *name = name_of(view, geomean);
    g_autofree char *ratio = iod_ratio_text(geomean->ratio);
    g_autofree char *interval = interval_of(geomean);
    g_autofree char *verdict = iod_plain_verdict(geomean->verdict);
    g_autofree char *text =
        g_strdup_printf(" %s (%u rows): %s%s%s%s%s", name, geomean->rows, ratio, interval != NULL ? " " : "",
                        interval != NULL ? interval : "", geomean->verdict != IOD_VERDICT_NONE ? " " : "",
                        geomean->verdict != IOD_VERDICT_NONE ? verdict : "");
    iod_append_wrapped(out, text, width, 3);
  }
}
