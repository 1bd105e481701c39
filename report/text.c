// SPDX-License-Identifier: GPL-3.0-or-later
/* Summaries and comparisons for a terminal, or for a file that people read. */
#include "report/display.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/writers.h"

#include <string.h>

static void append_lines(GString *out, const IodView *view, GPtrArray *lines) {
  for (guint i = 0; i < lines->len; i++) iod_append_wrapped(out, lines->pdata[i], view->options->width, 2);
  g_ptr_array_unref(lines);
}

/* Names of series that a table had to shorten, in full. */
static void append_legend(GString *out, const IodView *view, const IodLayout *layout, IodPairs pairs) {
  g_autoptr(GArray) series = iod_pairs_series(view, pairs);
  for (guint i = 0; i < series->len; i++) {
    guint s = g_array_index(series, guint, i);
    if (strcmp(layout->series[s], view->series[s]) == 0) continue;
    g_autofree char *text = g_strdup_printf("%s = %s", layout->series[s], view->series[s]);
    iod_append_wrapped(out, text, view->options->width, 2);
  }
}

/* FALSE where no table fits. */
static gboolean append_grid(GString *out, const IodView *view, IodPairs pairs) {
  g_autoptr(IodLayout) layout = NULL;
  g_autoptr(IodGrid) grid = iod_fit_grid(view, pairs, &layout);
  if (grid == NULL) return FALSE;
  iod_grid_text(grid, view->options->color, view->options->width, out);
  append_legend(out, view, layout, pairs);
  return TRUE;
}

static void append_each_pair(GString *out, const IodView *view) {
  for (guint i = 0; i < view->pairs->len; i++) {
    const IodPair *pair = &g_array_index(view->pairs, IodPair, i);
    g_autofree char *title = iod_pair_title(view, *pair);
    if (i > 0) g_string_append_c(out, '\n');
    iod_append_block(out, title, NULL, view->options->color, view->options->width);
    IodPairs one = {pair, 1};
    if (!append_grid(out, view, one)) iod_append_stacked(view, one, out);
  }
}

static void append_tables(GString *out, const IodView *view) {
  IodPairs all = iod_view_pairs(view);
  if (iod_view_count(view) == 0) {
    iod_append_wrapped(out, "no rows to show", view->options->width, 2);
  } else if (all.count <= IOD_SIDE_BY_SIDE && append_grid(out, view, all)) {
    return;
  } else if (all.count > 1) {
    append_each_pair(out, view);
  } else {
    iod_append_stacked(view, all, out);
  }
}

static void append_overall(GString *out, const IodView *view) {
  g_autoptr(IodGrid) grid = view->versus ? iod_overall_grid(view) : NULL;
  guint width = view->options->width;
  if (grid == NULL) return;
  if (width != 0 && iod_grid_width(grid) > width) {
    iod_append_overall_stacked(view, out);
  } else {
    iod_grid_text(grid, view->options->color, width, out);
  }
}

static void append_warnings(GString *out, const IodView *view) {
  g_autofree char *count = iod_warning_count(view);
  g_autoptr(GPtrArray) lines = iod_warning_lines(view);
  if (count != NULL) g_string_append_printf(out, "%s:\n", count);
  for (guint i = 0; i < lines->len; i++) {
    g_autofree char *text = g_strconcat("- ", lines->pdata[i], NULL);
    iod_append_wrapped(out, text, view->options->width, 2);
  }
}

void iod_write_text(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                    GString *out) {
  g_autoptr(IodView) view = iod_view_new(comparison, versus, options);
  append_lines(out, view, iod_title_lines(view));
  append_tables(out, view);
  append_overall(out, view);
  append_lines(out, view, iod_note_lines(view));
  append_warnings(out, view);
  if (!versus || !options->say) return;
  g_string_append_c(out, '\n');
  append_lines(out, view, iod_sentences(view));
}
