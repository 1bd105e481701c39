// SPDX-License-Identifier: GPL-3.0-or-later
/* The comparison as a picture of a table: one unit a block, the best of a row by a star and bold type. */
#include "plot/table.h"

#include "plot/kinds.h"
#include "plot/wording.h"

#include <math.h>

#define GAP        16.0
#define MARK_ROOM  14.0
#define STAR_ROOM  13.0
#define NAME_LEAST 110.0

static void free_row(gpointer data) {
  IodTableRow *row = data;
  g_array_unref(row->cells);
  g_free(row);
}

static void free_table(gpointer data) {
  IodTable *table = data;
  g_array_unref(table->series);
  g_ptr_array_unref(table->heads);
  g_ptr_array_unref(table->rows);
  g_free(table);
}

static double centre_of(const IodRow *row, guint series) {
  return row->samples[series] != NULL ? row->samples[series]->summary.center : NAN;
}

/* The best series of a row; -1 where two are as good, or nothing says what is better. */
static int best_of(const IodRow *row, guint n) {
  double sign = row->metric.better == IOD_BETTER_HIGHER ? 1 : row->metric.better == IOD_BETTER_LOWER ? -1 : 0;
  int best = -1;
  guint there = 0, alike = 0;
  for (guint s = 0; sign != 0 && s < n; s++) {
    double centre = centre_of(row, s);
    if (!isfinite(centre)) continue;
    there++;
    if (best >= 0 && centre == centre_of(row, (guint)best)) alike++;
    if (best < 0 || sign * centre > sign * centre_of(row, (guint)best)) {
      best = (int)s;
      alike = 0;
    }
  }
  return there > 1 && alike == 0 ? best : -1;
}

static gboolean intervals_apart(const IodSummary *a, const IodSummary *b) {
  return isfinite(a->ci.low) && isfinite(b->ci.low) && (a->ci.low > b->ci.high || b->ci.low > a->ci.high);
}

/* Two series are judged by their verdict; more by intervals of their centres that lie apart. */
static gboolean is_sure(const IodRow *row, guint n, guint best) {
  const IodVersus *versus = n == 2 ? iod_versus_of(row, 1) : NULL;
  if (versus != NULL) return versus->answer.verdict == (best == 1 ? IOD_VERDICT_BETTER : IOD_VERDICT_WORSE);
  for (guint s = 0; s < n; s++) {
    if (s == best || row->samples[s] == NULL) continue;
    if (!intervals_apart(&row->samples[best]->summary, &row->samples[s]->summary)) return FALSE;
  }
  return TRUE;
}

static IodTableCell make_cell(IodTable *table, const IodRow *row, guint series, int best) {
  IodLayout *layout = table->layout;
  IodTableCell cell = {.verdict = IOD_VERDICT_NONE};
  g_autofree char *value = iod_say_value(&table->group->scale, &row->metric, centre_of(row, series));
  if (best == (int)series) {
    cell.best = is_sure(row, layout->comparison->n_series, series) ? IOD_BEST_SURE : IOD_BEST_MAYBE;
    layout->shows |= cell.best == IOD_BEST_SURE ? IOD_SHOWS_WINNERS : IOD_SHOWS_LEADERS;
  }
  cell.value = iod_text(layout->texts, cell.best == IOD_BEST_SURE ? IOD_FONT_STRONG : IOD_FONT_BODY, value);
  const IodVersus *versus = row->samples[series] != NULL ? iod_versus_of(row, series) : NULL;
  if (versus == NULL) return cell;
  g_autofree char *ratio = iod_say_ratio(versus->answer.ratio);
  cell.verdict = versus->answer.verdict;
  cell.ratio = iod_text(layout->texts, table->wide ? IOD_FONT_BODY : IOD_FONT_SMALL, ratio);
  cell.word =
      iod_text(layout->texts, table->wide ? IOD_FONT_BODY : IOD_FONT_SMALL, iod_say_verdict(cell.verdict));
  layout->shows |= IOD_SHOWS_RATIOS;
  layout->verdicts |= 1U << cell.verdict;
  return cell;
}

/* "5/5", or "10" where all series have as many; "" where there is one run each. */
static char *say_runs(const IodTable *table, const IodRow *row) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < table->series->len; i++) {
    const IodSample *sample = row->samples[g_array_index(table->series, guint, i)];
    g_string_append_printf(text, "%s%u", i > 0 ? "/" : "", sample != NULL ? sample->summary.n : 0);
  }
  return g_string_free(text, FALSE);
}

static void add_row(IodTable *table, const IodLine *line) {
  IodLayout *layout = table->layout;
  const IodRow *source = line->row;
  IodTableRow *row = g_new0(IodTableRow, 1);
  row->line = line;
  row->cells = g_array_new(FALSE, TRUE, sizeof(IodTableCell));
  int best = best_of(source, layout->comparison->n_series);
  for (guint i = 0; i < table->series->len; i++) {
    IodTableCell cell = make_cell(table, source, g_array_index(table->series, guint, i), best);
    g_array_append_val(row->cells, cell);
  }
  const IodVersus *versus = table->wide ? iod_versus_of(source, 1) : NULL;
  g_autofree char *runs = table->wide ? say_runs(table, source) : g_strdup("");
  row->runs = iod_text(layout->texts, IOD_FONT_SMALL, runs);
  if (versus != NULL && isfinite(versus->answer.ci.low) && isfinite(versus->answer.ci.high)) {
    g_autofree char *low = iod_say_ratio(versus->answer.ci.low),
                    *high = iod_say_ratio(versus->answer.ci.high);
    g_autofree char *range = g_strdup_printf("%s to %s", low, high);
    row->range = iod_text(layout->texts, IOD_FONT_SMALL, range);
  }
  g_ptr_array_add(table->rows, row);
}

static double widest_value(const IodTable *table) {
  double width = 30;
  for (guint i = 0; i < table->rows->len; i++) {
    const IodTableRow *row = table->rows->pdata[i];
    for (guint k = 0; k < row->cells->len; k++) {
      const IodTableCell *cell = &g_array_index(row->cells, IodTableCell, k);
      width = MAX(width, cell->value->w + STAR_ROOM);
      if (!table->wide && cell->ratio != NULL) width = MAX(width, cell->ratio->w + MARK_ROOM);
    }
  }
  return width + GAP;
}

static void measure_wide(IodTable *table) {
  IodLayout *layout = table->layout;
  double runs = 0, ratio = 0, range = 0, word = 0;
  g_autofree char *confidence = iod_say_percent(layout->comparison->confidence);
  g_autofree char *range_head = g_strdup_printf("%s interval", confidence);
  table->n_head = iod_text(layout->texts, IOD_FONT_SMALL, "runs");
  table->ratio_head = iod_text(layout->texts, IOD_FONT_SMALL, "ratio");
  table->range_head = iod_text(layout->texts, IOD_FONT_SMALL, range_head);
  for (guint i = 0; i < table->rows->len; i++) {
    const IodTableRow *row = table->rows->pdata[i];
    const IodTableCell *cell = &g_array_index(row->cells, IodTableCell, 1);
    runs = MAX(runs, row->runs->w);
    if (row->range != NULL) range = MAX(range, row->range->w);
    if (cell->ratio == NULL) continue;
    ratio = MAX(ratio, cell->ratio->w);
    word = MAX(word, cell->word->w);
  }
  table->runs_width = MAX(runs, table->n_head->w) + GAP;
  table->ratio_width = ratio > 0 ? MAX(ratio, table->ratio_head->w) + GAP : 0;
  table->verdict_width = ratio > 0 ? MARK_ROOM + word + GAP : 0;
  table->range_width = range > 0 && layout->inner >= 640 ? MAX(range, table->range_head->w) + GAP : 0;
}

/* The width of a series' column: heads may take several lines. */
static double head_width(IodTable *table) {
  double width = 0;
  for (guint i = 0; i < table->series->len; i++) {
    const char *name = iod_series_name(table->layout, g_array_index(table->series, guint, i));
    width = MAX(width, iod_text(table->layout->texts, IOD_FONT_STRONG, name)->w);
  }
  return MIN(width, 110) + GAP;
}

static void measure_heads(IodTable *table) {
  for (guint i = 0; i < table->series->len; i++) {
    const char *name = iod_series_name(table->layout, g_array_index(table->series, guint, i));
    g_ptr_array_add(table->heads,
                    (gpointer)(gsize)iod_text_aligned(table->layout->texts, IOD_FONT_STRONG, name,
                                                      table->column_width - GAP, PANGO_ALIGN_RIGHT));
  }
}

static double tallest(const GPtrArray *texts) {
  double height = iod_font_height(IOD_FONT_STRONG);
  for (guint i = 0; i < texts->len; i++) height = MAX(height, ((const IodText *)texts->pdata[i])->h);
  return height;
}

static void add_block(IodTable *table) {
  IodLayout *layout = table->layout;
  for (guint i = 0; i < table->rows->len; i++) {
    IodTableRow *row = table->rows->pdata[i];
    row->name = iod_text_wrapped(layout->texts, IOD_FONT_BODY, row->line->name, table->name_width - GAP);
  }
  measure_heads(table);
  g_autofree char *group_title = iod_group_title(layout, table->group);
  const char *better = iod_say_better(table->group->metric.better);
  g_autofree char *title = g_strjoin(*better != '\0' ? ", " : "", group_title, better, NULL);
  table->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, layout->inner);
  IodBlock *block = iod_block_new(layout->inner, table, free_table);
  block->draw = iod_table_draw;
  block->head = table->title->h + 6 + tallest(table->heads) + 8;
  block->foot = 4;
  double lines = table->wide ? 1 : 2;
  for (guint i = 0; i < table->rows->len; i++) {
    const IodTableRow *row = table->rows->pdata[i];
    double text = iod_font_height(IOD_FONT_BODY) + (lines > 1 ? iod_font_height(IOD_FONT_SMALL) + 2 : 0);
    iod_block_item(block, MAX(text, row->name->h) + 10);
  }
  g_ptr_array_add(layout->blocks, block);
}

static double natural_name(const IodTable *table) {
  double width = 0;
  for (guint i = 0; i < table->rows->len; i++)
    width = MAX(
        width,
        iod_text(table->layout->texts, IOD_FONT_BODY, ((IodTableRow *)table->rows->pdata[i])->line->name)->w);
  return width + 1 + GAP;
}

/* A table with the baseline and the series [first, first + count). */
static IodTable *make_table(IodLayout *layout, const IodGroup *group, guint first, guint count,
                            gboolean wide) {
  IodTable *table = g_new0(IodTable, 1);
  table->layout = layout;
  table->group = group;
  table->wide = wide;
  table->series = g_array_new(FALSE, FALSE, sizeof(guint));
  table->heads = g_ptr_array_new();
  table->rows = g_ptr_array_new_with_free_func(free_row);
  guint baseline = 0;
  g_array_append_val(table->series, baseline);
  for (guint s = first; s < first + count; s++) g_array_append_val(table->series, s);
  for (guint i = 0; i < group->lines->len; i++) add_row(table, group->lines->pdata[i]);
  if (table->wide) measure_wide(table);
  return table;
}

/* The widths that all tables of a figure need. */
typedef struct {
  IodTable columns; /* its widths alone */
  double name, value, head;
  guint series;
} Needs;

static Needs needs_of(const GPtrArray *tables) {
  Needs needs = {.series = 1};
  IodTable *all = &needs.columns;
  for (guint i = 0; i < tables->len; i++) {
    IodTable *table = tables->pdata[i];
    all->runs_width = MAX(all->runs_width, table->runs_width);
    all->ratio_width = MAX(all->ratio_width, table->ratio_width);
    all->range_width = MAX(all->range_width, table->range_width);
    all->verdict_width = MAX(all->verdict_width, table->verdict_width);
    needs.name = MAX(needs.name, natural_name(table));
    needs.value = MAX(needs.value, widest_value(table));
    needs.head = MAX(needs.head, head_width(table));
    needs.series = MAX(needs.series, table->series->len);
  }
  return needs;
}

static double beside_series(const Needs *needs) {
  const IodTable *all = &needs->columns;
  return all->runs_width + all->ratio_width + all->range_width + all->verdict_width;
}

static GPtrArray *make_tables(IodLayout *layout, guint each, gboolean wide) {
  GPtrArray *tables = g_ptr_array_new();
  guint n = layout->comparison->n_series;
  for (guint g = 0; g < layout->groups->len; g++) {
    if (n == 1) g_ptr_array_add(tables, make_table(layout, layout->groups->pdata[g], 1, 0, FALSE));
    for (guint first = 1; first < n; first += each)
      g_ptr_array_add(tables,
                      make_table(layout, layout->groups->pdata[g], first, MIN(each, n - first), wide));
  }
  return tables;
}

static void free_tables(GPtrArray *tables) {
  g_ptr_array_set_free_func(tables, free_table);
  g_ptr_array_unref(tables);
}

/* Two series with all columns, where they fit; else as many series beside the baseline as a page is wide, in
 * several tables. */
static GPtrArray *fit_tables(IodLayout *layout) {
  guint n = layout->comparison->n_series;
  GPtrArray *tables = make_tables(layout, MAX(n - 1, 1), n == 2);
  Needs needs = needs_of(tables);
  if (n == 2) {
    if (beside_series(&needs) + 2 * needs.value + NAME_LEAST <= layout->inner) return tables;
    free_tables(tables);
    return make_tables(layout, 1, FALSE);
  }
  double column = MAX(needs.value, MIN(needs.head, 90));
  double room = layout->inner - MAX(NAME_LEAST, MIN(needs.name, layout->inner * 0.3));
  guint most = (guint)CLAMP(room / column - 1, 1, n);
  if (n <= most + 1) return tables;
  free_tables(tables);
  guint parts = (n - 1 + most - 1) / most;
  return make_tables(layout, (n - 1 + parts - 1) / parts, FALSE);
}

/* One set of columns for all tables of a figure, so that they line up. */
static void share_columns(const IodLayout *layout, const GPtrArray *tables) {
  Needs needs = needs_of(tables);
  double others = beside_series(&needs), room = (layout->inner - others - NAME_LEAST) / needs.series;
  double column = MAX(needs.value, MIN(needs.head, room)),
         left = layout->inner - others - column * needs.series;
  double name = MIN(needs.name, MAX(left, NAME_LEAST));
  for (guint i = 0; i < tables->len; i++) {
    IodTable *table = tables->pdata[i];
    table->runs_width = needs.columns.runs_width;
    table->ratio_width = needs.columns.ratio_width;
    table->range_width = needs.columns.range_width;
    table->verdict_width = needs.columns.verdict_width;
    table->name_width = name;
    /* What is left goes to the columns, up to a point. */
    table->column_width = column + CLAMP((left - name) / needs.series, 0, 50);
  }
}

gboolean iod_lay_table(IodLayout *layout, GError **error) {
  if (layout->lines->len == 0) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, "no row has a value to show");
    return FALSE;
  }
  layout->groups = iod_pick_groups(layout, layout->lines);
  g_autoptr(GPtrArray) tables = fit_tables(layout);
  share_columns(layout, tables);
  for (guint i = 0; i < tables->len; i++) add_block(tables->pdata[i]);
  return TRUE;
}
