// SPDX-License-Identifier: GPL-3.0-or-later
/* Comparisons and summaries as grids. */
#include "report/table.h"

#include "report/display.h"
#include "report/figures.h"
#include "report/wording.h"

#include <math.h>
#include <string.h>

IodLayout *iod_layout_new(const IodView *view, gboolean picture) {
  IodLayout *layout = g_new0(IodLayout, 1);
  layout->picture = picture;
  layout->series = g_strdupv(view->series);
  layout->lines = g_new0(char *, iod_view_count(view) + 1);
  guint index = 0;
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      layout->lines[index++] = g_strdup(g_array_index(view->blocks[b], IodLine, i).name);
    }
  }
  return layout;
}

void iod_layout_free(IodLayout *layout) {
  if (layout == NULL) return;
  g_strfreev(layout->series);
  g_strfreev(layout->lines);
  g_free(layout);
}

/* Name and unit begin every row. */
static void add_name_columns(IodGrid *grid) {
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 0);
  iod_grid_column_markdown(grid, "");
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 1);
  iod_grid_column_markdown(grid, "unit");
}

static void begin_row(IodGrid *grid, const IodLine *line, const char *name) {
  iod_grid_row(grid);
  iod_grid_cell(grid, g_strdup(name), IOD_STYLE_PLAIN);
  iod_grid_cell(grid, iod_display_text(line->scale.suffix), IOD_STYLE_PLAIN);
}

/* ---- Comparison */

typedef struct {
  const IodView *view;
  IodPairs pairs;
  const IodLayout *layout;
  const GArray *series; /* of guint: whose centres are shown */
  gboolean picture;
  const char *const *names;
} Table;

/* "jiva/hostpath". Where names are long, the title above the table has to tell. */
static char *ratio_head(const Table *table, IodPair pair) {
  g_autofree char *head = g_strconcat(table->names[pair.fresh], "/", table->names[pair.base], NULL);
  if (iod_display_width(head) <= 24) return g_steal_pointer(&head);
  return table->pairs.count == 1 ? g_strdup("ratio")
                                 : g_strconcat("ratio of ", table->names[pair.fresh], NULL);
}

static void add_pair_columns(IodGrid *grid, const Table *table, IodPair pair) {
  g_autofree char *head = ratio_head(table, pair);
  gboolean interval = (table->view->show & IOD_SHOW_CI) != 0;
  iod_grid_column(grid, head, interval ? 2 : 1, IOD_ALIGN_POINT, 2);
  if (interval) {
    g_autofree char *confidence = iod_percent_text(table->view->comparison->confidence);
    g_autofree char *name = g_strconcat(confidence, " interval", NULL);
    iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT, 1);
    iod_grid_column_markdown(grid, name);
  }
  if (table->view->show & IOD_SHOW_P) iod_grid_column(grid, "p", 1, IOD_ALIGN_POINT, 2);
  if (table->picture) {
    iod_grid_column(grid, IOD_PICTURE_HEAD, 1, IOD_ALIGN_LEFT, 2);
    iod_grid_column_markdown(grid, NULL);
  }
  iod_grid_column(grid, NULL, 1, IOD_ALIGN_LEFT,
                  table->picture ? 1 : 2); /* its head is wider than the picture */
  iod_grid_column_markdown(grid, "verdict");
}

static void add_compare_columns(IodGrid *grid, const Table *table) {
  add_name_columns(grid);
  if (table->view->show & IOD_SHOW_N) iod_grid_column(grid, "n", 1, IOD_ALIGN_RIGHT, 2);
  for (guint i = 0; i < table->series->len; i++) {
    const char *name = table->names[g_array_index(table->series, guint, i)];
    iod_grid_column(grid, name, 1, IOD_ALIGN_POINT, 2);
    for (const IodStatistic *statistic = iod_statistics; statistic->name != NULL; statistic++) {
      if (iod_shows(table->view, statistic)) iod_grid_column(grid, statistic->name, 1, IOD_ALIGN_POINT, 2);
    }
  }
  for (guint i = 0; i < table->pairs.count; i++) add_pair_columns(grid, table, table->pairs.pairs[i]);
  if (table->view->options->winner) iod_grid_column(grid, "winner", 1, IOD_ALIGN_LEFT, 2);
}

static void add_sample_cells(IodGrid *grid, const Table *table, const IodLine *line, guint series) {
  const IodSample *sample = line->row->samples[series];
  double reference = iod_view_reference(table->view, line->row);
  char *center = sample != NULL ? iod_line_value(line, sample->summary.center, reference) : g_strdup("-");
  iod_grid_cell(grid, center, IOD_STYLE_PLAIN);
  for (const IodStatistic *statistic = iod_statistics; statistic->name != NULL; statistic++) {
    if (!iod_shows(table->view, statistic)) continue;
    char *text = sample != NULL ? iod_statistic_words(line, &sample->summary, statistic->bit) : g_strdup("-");
    iod_grid_cell(grid, text, IOD_STYLE_PLAIN);
  }
}

static void add_pair_cells(IodGrid *grid, const Table *table, const IodLine *line, IodPair pair) {
  const IodVersus *versus = iod_row_versus(line->row, pair.base, pair.fresh);
  IodStyle style = iod_verdict_style(versus);
  iod_grid_cell(grid, iod_ratio_words(versus), style);
  if (table->view->show & IOD_SHOW_CI) {
    iod_grid_cell(grid, iod_interval_words(table->view->comparison, line, pair), IOD_STYLE_PLAIN);
  }
  if (table->view->show & IOD_SHOW_P)
    iod_grid_cell(grid, iod_p_text(versus != NULL ? versus->answer.p : NAN), IOD_STYLE_PLAIN);
  if (table->picture) iod_grid_cell(grid, iod_picture(line->row, pair), style);
  iod_grid_cell(grid, iod_verdict_words(line->row, pair, table->names), style);
}

static void add_compare_row(IodGrid *grid, const Table *table, const IodLine *line, const char *name) {
  const GArray *series = table->series;
  begin_row(grid, line, name);
  if (table->view->show & IOD_SHOW_N) {
    iod_grid_cell(grid, iod_runs_words(line->row, (const guint *)(gconstpointer)series->data, series->len),
                  IOD_STYLE_PLAIN);
  }
  for (guint i = 0; i < series->len; i++)
    add_sample_cells(grid, table, line, g_array_index(series, guint, i));
  for (guint i = 0; i < table->pairs.count; i++) add_pair_cells(grid, table, line, table->pairs.pairs[i]);
  if (table->view->options->winner) {
    iod_grid_cell(grid, iod_winner_words(table->view->comparison, line->row, table->names), IOD_STYLE_PLAIN);
  }
}

/* Rows without a direction have nothing to draw. */
static gboolean has_pictures(const IodView *view, IodPairs pairs) {
  return pairs.count == 1 &&
         (view->blocks[IOD_BLOCK_HIGHER]->len > 0 || view->blocks[IOD_BLOCK_LOWER]->len > 0);
}

IodGrid *iod_compare_grid(const IodView *view, IodPairs pairs, const IodLayout *layout) {
  g_autoptr(GArray) series = iod_pairs_series(view, pairs);
  Table table = {.view = view,
                 .pairs = pairs,
                 .layout = layout,
                 .series = series,
                 .picture = layout->picture && has_pictures(view, pairs),
                 .names = (const char *const *)layout->series};
  IodGrid *grid = iod_grid_new();
  add_compare_columns(grid, &table);
  guint index = 0;
  for (IodBlock b = 0; b < IOD_BLOCKS; b++) {
    gboolean titled = FALSE;
    for (guint i = 0; i < view->blocks[b]->len; i++, index++) {
      const IodLine *line = &g_array_index(view->blocks[b], IodLine, i);
      if (!iod_row_has_any(line->row, series)) continue;
      if (!titled) iod_grid_block(grid, iod_block_title(b), iod_block_note(b, TRUE, table.picture));
      titled = TRUE;
      add_compare_row(grid, &table, line, layout->lines[index]);
    }
  }
  return grid;
}

/* ---- Summary */

static void add_summary_columns(IodGrid *grid, const IodView *view) {
  add_name_columns(grid);
  if (view->comparison->n_series > 1) iod_grid_column(grid, view->comparison->by, 1, IOD_ALIGN_LEFT, 2);
  if (view->show & IOD_SHOW_N) iod_grid_column(grid, "n", 1, IOD_ALIGN_RIGHT, 2);
  gboolean interval = (view->show & IOD_SHOW_CI) != 0;
  iod_grid_column(grid, iod_center_name(view->comparison->center), 1, IOD_ALIGN_POINT, 2);
  if (interval) {
    g_autofree char *confidence = iod_percent_text(view->comparison->confidence);
    g_autofree char *name = g_strconcat(confidence, " interval", NULL);
    iod_grid_column(grid, name, 1, IOD_ALIGN_LEFT, 2);
  }
  for (const IodStatistic *statistic = iod_statistics; statistic->name != NULL; statistic++) {
    if (iod_shows(view, statistic)) iod_grid_column(grid, statistic->name, 1, IOD_ALIGN_POINT, 2);
  }
}

static void add_summary_cells(IodGrid *grid, const IodView *view, const IodLine *line,
                              const IodSummary *summary) {
  if (view->show & IOD_SHOW_N) iod_grid_cell(grid, g_strdup_printf("%u", summary->n), IOD_STYLE_PLAIN);
  double reference = iod_view_reference(view, line->row);
  iod_grid_cell(grid, iod_line_value(line, summary->center, reference), IOD_STYLE_PLAIN);
  if (view->show & IOD_SHOW_CI)
    iod_grid_cell(grid, iod_center_interval(view, line, summary), IOD_STYLE_PLAIN);
  for (const IodStatistic *statistic = iod_statistics; statistic->name != NULL; statistic++) {
    if (!iod_shows(view, statistic)) continue;
    iod_grid_cell(grid, iod_statistic_words(line, summary, statistic->bit), IOD_STYLE_PLAIN);
  }
}

/* A row for each series; the name stands in the first of them. */
static void add_summary_rows(IodGrid *grid, const IodView *view, const IodLayout *layout, const IodLine *line,
                             const char *name) {
  gboolean first = TRUE;
  for (guint s = 0; s < view->comparison->n_series; s++) {
    const IodSample *sample = line->row->samples[s];
    if (sample == NULL) continue;
    begin_row(grid, line, first ? name : "");
    if (view->comparison->n_series > 1) iod_grid_cell(grid, g_strdup(layout->series[s]), IOD_STYLE_PLAIN);
    add_summary_cells(grid, view, line, &sample->summary);
    first = FALSE;
  }
}

IodGrid *iod_summary_grid(const IodView *view, const IodLayout *layout) {
  IodGrid *grid = iod_grid_new();
  add_summary_columns(grid, view);
  guint index = 0;
  for (IodBlock b = 0; b < IOD_BLOCKS; b++) {
    if (view->blocks[b]->len > 0) iod_grid_block(grid, iod_block_title(b), iod_block_note(b, FALSE, FALSE));
    for (guint i = 0; i < view->blocks[b]->len; i++, index++) {
      add_summary_rows(grid, view, layout, &g_array_index(view->blocks[b], IodLine, i), layout->lines[index]);
    }
  }
  return grid;
}
