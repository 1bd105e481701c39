// SPDX-License-Identifier: GPL-3.0-or-later
/* Summaries and comparisons as Markdown (GitHub's tables). */
#include "report/escape.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/writers.h"

#include <string.h>

/* What begins a line must not be taken for the mark of a list, a heading or a rule. */
static void append_line(GString *out, const char *line) {
  const char *text = line + strspn(line, " ");
  gsize digits = strspn(text, "0123456789");
  if (digits > 0 && (text[digits] == '.' || text[digits] == ')')) {
    g_string_append_len(out, text, (gssize)digits);
    text += digits;
    g_string_append_c(out, '\\');
  } else if (*text != '\0' && strchr("#+-=", *text) != NULL) {
    g_string_append_c(out, '\\');
  }
  iod_append_markdown(out, text);
}

/* A paragraph, its lines kept apart by backslashes. */
static void append_paragraph(GString *out, GPtrArray *lines) {
  if (lines->len > 0) g_string_append_c(out, '\n');
  for (guint i = 0; i < lines->len; i++) {
    append_line(out, lines->pdata[i]);
    g_string_append(out, i + 1 < lines->len ? "\\\n" : "\n");
  }
  g_ptr_array_unref(lines);
}

static void append_list(GString *out, GPtrArray *lines) {
  if (lines->len > 0) g_string_append_c(out, '\n');
  for (guint i = 0; i < lines->len; i++) {
    g_string_append(out, "- ");
    append_line(out, lines->pdata[i]);
    g_string_append_c(out, '\n');
  }
  g_ptr_array_unref(lines);
}

static void append_warnings(GString *out, const IodView *view) {
  g_autofree char *count = iod_warning_count(view);
  if (count != NULL) g_string_append_printf(out, "\n%s:\n", count);
  append_list(out, iod_warning_lines(view));
}

static void append_tables(GString *out, const IodView *view) {
  g_autoptr(IodLayout) layout = iod_layout_new(view, FALSE);
  IodPairs all = iod_view_pairs(view);
  if (iod_view_count(view) == 0) {
    g_string_append(out, "\nno rows to show\n");
  } else if (all.count <= IOD_SIDE_BY_SIDE) {
    g_autoptr(IodGrid) grid =
        all.count > 0 ? iod_compare_grid(view, all, layout) : iod_summary_grid(view, layout);
    iod_grid_markdown(grid, out);
  } else {
    for (guint i = 0; i < all.count; i++) {
      g_autofree char *title = iod_pair_title(view, all.pairs[i]);
      g_autoptr(IodGrid) grid = iod_compare_grid(view, (IodPairs){&all.pairs[i], 1}, layout);
      g_string_append(out, "\n**");
      iod_append_markdown(out, title);
      g_string_append(out, "**\n");
      iod_grid_markdown(grid, out);
    }
  }
}

void iod_write_markdown(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                        GString *out) {
  g_autoptr(IodView) view = iod_view_new(comparison, versus, options);
  gsize start = out->len;
  append_paragraph(out, iod_title_lines(view));
  g_string_erase(out, (gssize)start, 1); /* nothing stands before it */
  append_tables(out, view);
  g_autoptr(IodGrid) overall = versus ? iod_overall_grid(view) : NULL;
  if (overall != NULL) iod_grid_markdown(overall, out);
  append_paragraph(out, iod_note_lines(view));
  append_warnings(out, view);
  if (versus && options->say) append_list(out, iod_sentences(view));
}
