// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/check.h"

#include "report/check_words.h"
#include "report/check_writers.h"
#include "report/display.h"
#include "report/escape.h"

static void add_cells(IodGrid *grid, const IodCheckLine *line) {
  iod_grid_row(grid);
  iod_grid_cell(grid, g_strdup(line->state), line->style);
  iod_grid_cell(grid, g_strdup(line->name), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, g_strdup(line->change), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, g_strdup(line->ratio), line->style);
  iod_grid_cell(grid, g_strdup(line->interval), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, g_strdup(line->note), IOD_STYLE_PLAIN);
}

/* headed: with the heads of the columns, which Markdown can't do without. */
static IodGrid *make_grid(const GPtrArray *lines, gboolean headed) {
  static const struct {
    const char *head;
    IodAlign align;
  } columns[] = {{"state", IOD_ALIGN_LEFT},  {"cell", IOD_ALIGN_LEFT},     {"change", IOD_ALIGN_LEFT},
                 {"ratio", IOD_ALIGN_POINT}, {"interval", IOD_ALIGN_LEFT}, {"", IOD_ALIGN_LEFT}};
  IodGrid *grid = iod_grid_new();
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    iod_grid_column(grid, NULL, 1, columns[i].align, i == 0 ? 0 : 2);
    iod_grid_column_markdown(grid, columns[i].head);
  }
  if (headed) iod_grid_block(grid, columns[0].head, NULL);
  for (guint i = 0; i < lines->len; i++) add_cells(grid, g_ptr_array_index(lines, i));
  return grid;
}

static void append_lines(GString *out, GPtrArray *lines, const char *end) {
  for (guint i = 0; i < lines->len; i++)
    g_string_append_printf(out, "%s%s", (const char *)g_ptr_array_index(lines, i), end);
  g_ptr_array_unref(lines);
}

static void write_text(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                       GString *out) {
  g_autoptr(GPtrArray) lines = iod_check_lines(gate, options);
  g_autofree char *headline = iod_check_headline(gate, call);
  g_autoptr(IodGrid) grid = make_grid(lines, FALSE);
  g_string_append_printf(out, "iodelta check: %s\n", headline);
  if (lines->len) iod_grid_text(grid, options->color, options->width, out);
  append_lines(out, iod_check_overall(gate), "\n");
  append_lines(out, iod_check_advice(gate, call), "\n");
}

static void write_markdown(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                           GString *out) {
  g_autoptr(GPtrArray) lines = iod_check_lines(gate, options);
  g_autofree char *headline = iod_check_headline(gate, call);
  g_autoptr(IodGrid) grid = make_grid(lines, TRUE);
  g_string_append(out, "**iodelta check:** ");
  iod_append_markdown(out, headline);
  g_string_append_c(out, '\n');
  if (lines->len) iod_grid_markdown(grid, out);
  if (lines->len) g_string_append_c(out, '\n');
  append_lines(out, iod_check_overall(gate), "  \n");
  if (gate->undecided)
    g_string_append(out, "Can't tell: "), iod_append_markdown(out, gate->undecided),
        g_string_append_c(out, '\n');
}

void iod_report_check(const IodGate *gate, const IodCheckCall *call, IodFormat format,
                      const IodReportOptions *options, GString *out) {
  switch (format) {
  case IOD_FORMAT_TEXT:
    write_text(gate, call, options, out);
    break;
  case IOD_FORMAT_MARKDOWN:
    write_markdown(gate, call, options, out);
    break;
  case IOD_FORMAT_CSV:
    iod_write_check_csv(gate, out);
    break;
  case IOD_FORMAT_JSON:
    iod_write_check_json(gate, call, options, out);
    break;
  case IOD_FORMAT_NDJSON:
    iod_write_check_ndjson(gate, out);
    break;
  case IOD_FORMAT_JUNIT:
    iod_write_check_junit(gate, call, options, out);
    break;
  case IOD_FORMAT_GITHUB:
    iod_write_check_github(gate, call, options, out);
    break;
  }
}

void iod_report_baseline(const char *file, const IodBaselineHead *head, const IodDataset *dataset,
                         GString *out) {
  g_autoptr(GHashTable) sessions = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) {
    const IodRun *run = iod_dataset_run(dataset, i);
    if (run->session) g_hash_table_add(sessions, run->session);
  }
  iod_append_plain(out, file);
  g_string_append(out, ": baseline of ");
  iod_append_plain(out, head->created ? head->created : "an unknown day");
  g_string_append(out, ", by iodelta ");
  iod_append_plain(out, head->iodelta ? head->iodelta : "of an unknown version");
  g_string_append_printf(out, "; %u runs, %u sessions\n", iod_dataset_run_count(dataset),
                         g_hash_table_size(sessions));
  if (head->why) {
    g_string_append(out, "why: ");
    iod_append_plain(out, head->why);
    g_string_append_c(out, '\n');
  }
}

void iod_report_noise(const char *file, const IodNoise *noise, GString *out) {
  iod_append_plain(out, file);
  g_string_append_printf(out, ": %u sessions, each judged against each other, as if it were the new one\n",
                         noise->sessions);
  g_string_append_printf(out, "this gate would have cried wolf in %u of %u comparisons (%u of %u cells)\n",
                         noise->alarms, noise->comparisons, noise->alarmed_cells, noise->cells);
}
