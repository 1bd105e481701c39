// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_table.h"

#include <string.h>

/* Labels are kept for so many pairs of sizes, pairs from one run to the next; real tables have some hundred.
 */
enum { MOST_LABELLED = 4096, MOST_PAIRS = 65536 };

static const char row_taken[] = "row";
static const char row_cut[] = "row that ends early, left out";
static const char row_refused[] = "row, refused";

/* ---- Pairs of sizes ---- */

typedef struct {
  guint64 file, record;
  guint run;
  IodLabels *labels;
} Pair;

static guint pair_hash(gconstpointer key) {
  const Pair *pair = key;
  guint64 mixed = (pair->file * 31 + pair->record) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  return (guint)(mixed >> 32);
}

static gboolean pair_equal(gconstpointer a, gconstpointer b) {
  const Pair *one = a, *other = b;
  return one->file == other->file && one->record == other->record;
}

static void pair_free(gpointer data) {
  Pair *pair = data;
  iod_labels_free(pair->labels);
  g_free(pair);
}

static void drop_labels(IozoneTable *table) {
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, table->pairs);
  while (g_hash_table_iter_next(&iter, &value, NULL))
    g_clear_pointer(&((Pair *)value)->labels, iod_labels_free);
  table->labelled = 0;
}

static Pair *pair_of(IozoneTable *table, guint64 file, guint64 record) {
  Pair key = {.file = file, .record = record};
  Pair *pair = g_hash_table_lookup(table->pairs, &key);
  if (pair) return pair;
  pair = g_memdup2(&key, sizeof key);
  g_hash_table_add(table->pairs, pair);
  return pair;
}

/* The same sizes come again in the next run, mostly under the same options. */
static void renew_labels(IozoneTable *table) {
  if (iod_labels_equal(table->option_labels, table->run->labels)) return;
  iod_labels_free(table->option_labels);
  table->option_labels = iod_labels_copy(table->run->labels);
  drop_labels(table);
}

static const IodLabels *labels_of(IozoneTable *table, Pair *pair) {
  if (pair->labels) return pair->labels;
  if (table->labelled++ >= MOST_LABELLED) drop_labels(table);
  pair->labels = iod_labels_copy(table->option_labels);
  iod_labels_set_size(pair->labels, "file_size", pair->file * 1024);
  if (pair->record > 0) iod_labels_set_size(pair->labels, "block_size", pair->record * 1024);
  return pair->labels;
}

/* ---- A table's state ---- */

void iozone_table_init(IozoneTable *table, IozoneRun *run) {
  *table = (IozoneTable){.run = run};
  table->pairs = g_hash_table_new_full(pair_hash, pair_equal, pair_free, NULL);
  table->option_labels = iod_labels_new();
  iozone_table_reset(table);
}

void iozone_table_clear(IozoneTable *table) {
  g_hash_table_unref(table->pairs);
  iod_labels_free(table->option_labels);
}

void iozone_table_reset(IozoneTable *table) {
  if (g_hash_table_size(table->pairs) > MOST_PAIRS) {
    g_hash_table_remove_all(table->pairs);
    table->labelled = 0;
  }
  table->heading = (IozoneHeading){.layouts = IOZONE_ANY_LAYOUT};
  table->headed = table->open = table->disturbed = table->anonymous = table->unit_assumed = FALSE;
  table->layouts = IOZONE_ANY_LAYOUT;
  table->groups = 0;
  table->plan.count = 0;
  table->row.held = FALSE;
  table->runs++;
}

void iozone_table_version(IozoneTable *table, const char *version) {
  table->layouts = iozone_layouts_of_version(version);
}

void iozone_table_heading(IozoneTable *table, const IozoneHeading *heading) {
  table->heading = *heading;
  table->headed = table->open = TRUE;
  table->disturbed = FALSE;
  table->groups = 0;
  table->plan.count = 0;
}

/* ---- From rows to observations ---- */

static void give(IozoneTable *table, const IozonePlan *plan, const IozoneSizes *sizes, const guint64 *values,
                 guint count, guint32 line) {
  Pair *pair = pair_of(table, sizes->file, sizes->record);
  if (pair->run == table->runs) {
    iozone_run_repeat(table->run, line);
    table->runs++;
  }
  pair->run = table->runs;
  if (!table->run->has_figures) renew_labels(table);
  table->run->has_figures = TRUE;
  if (!table->run->options.mode_known && !table->unit_assumed)
    iozone_run_trouble(table->run, table->headed ? IOZONE_NO_UNIT : IOZONE_NO_HEADING, line);
  table->unit_assumed = TRUE;
  const IodLabels *labels = labels_of(table, pair);
  for (guint i = 0; i < count; i++) iozone_run_figure(table->run, plan->column[i], values[i], line, labels);
}

/* A row all of whose figures were read. */
static const char *take(IozoneTable *table, const IozonePlan *plan, const IozoneSizes *sizes,
                        const guint64 *values, const IodLine *line, const char *after) {
  gboolean doubtful = line->unended && after == sizes->end; /* its last number may have been longer */
  give(table, plan, sizes, values, doubtful ? plan->count - 1 : plan->count, line->number);
  if (doubtful) iozone_run_trouble(table->run, IOZONE_CUT_NUMBER, line->number);
  return row_taken;
}

static const char *refuse(IozoneTable *table, IozoneTrouble trouble, const IodLine *line) {
  iozone_run_trouble(table->run, trouble, line->number);
  return trouble == IOZONE_CUT ? row_cut : row_refused;
}

static void give_held(IozoneTable *table) {
  IozoneHeldRow *row = &table->row;
  IozoneSizes sizes = {.file = row->file, .record = row->record};
  row->held = FALSE;
  give(table, &row->plan, &sizes, row->values, row->plan.count, row->line);
}

void iozone_table_settle(IozoneTable *table, gboolean cut) {
  if (!table->row.held) return;
  table->row.held = FALSE;
  if (cut)
    iozone_run_trouble(table->run, IOZONE_CUT, table->row.line);
  else
    give_held(table);
}

/* ---- Which tests a row holds ---- */

/* The groups that a table has columns for. */
static IozoneGroups available_groups(const IozoneTable *table) {
  const IozoneOptions *options = &table->run->options;
  if (table->headed) return table->heading.groups;
  if (options->auto2) return IOZONE_AUTO2;
  IozoneGroups groups = options->mmap || options->asynchronous ? IOZONE_MAPPED : IOZONE_BASIC;
  return options->extended ? groups | 1u << 9 | 1u << 10 : groups;
}

/* The groups that rows must hold; 0 where that is not known. */
static IozoneGroups expected_groups(const IozoneTable *table) {
  const IozoneOptions *options = &table->run->options;
  if (table->groups) return table->groups;
  if (!options->command_seen) return 0;
  IozoneGroups available = available_groups(table);
  if (options->groups & available) return options->groups & available;
  return options->groups ? 0 : available;
}

static IozoneLayouts candidate_layouts(const IozoneTable *table) {
  IozoneLayouts both = table->layouts & table->heading.layouts;
  return both ? both : table->layouts | table->heading.layouts;
}

/* A plan without columns: figures in turn. */
static void plan_in_turn(IozoneGroups groups, IozonePlan *plan) {
  plan->count = 0;
  for (guint i = 0; i < IOZONE_COLUMNS; i++)
    if (groups >> iozone_columns[i].group & 1) plan->column[plan->count++] = (guint8)i;
}

static gboolean may_touch(const IozonePlan *plan, guint touching) {
  for (guint i = 0; i < plan->count; i++)
    if (touching >> i & 1 && plan->width[i] > 8) return FALSE;
  return TRUE;
}

/* There are as many figures as the groups have columns, and those that have run together are such as may. */
static gboolean fit_count(const IozoneTable *table, IozoneGroups groups, const IozoneSizes *sizes,
                          const IozoneNumbers *numbers, const IodLine *line, IozonePlan *plan) {
  IozoneLayouts layouts = candidate_layouts(table);
  plan_in_turn(groups, plan);
  if (numbers->after < sizes->end || numbers->odd || numbers->count != plan->count) return FALSE;
  if (!numbers->touching) return TRUE;
  if (line->unended && numbers->touching >> (numbers->count - 1) & 1) return FALSE;
  for (guint layout = 0; layout < IOZONE_LAYOUTS; layout++) {
    IozonePlan columns;
    if (!(layouts >> layout & 1) || !iozone_plan(layout, groups, &columns)) continue;
    if (may_touch(&columns, numbers->touching)) return TRUE;
  }
  return FALSE;
}

/* Cells of the groups by columns, where all layouts that fit agree on them. */
static gboolean fit_columns(const IozoneTable *table, IozoneGroups groups, const IozoneSizes *sizes,
                            IozonePlan *plan, guint64 *values, const char **after) {
  IozoneLayouts layouts = candidate_layouts(table);
  guint fits = 0;
  if (sizes->spacing != IOZONE_SPACING) return FALSE;
  for (guint layout = 0; layout < IOZONE_LAYOUTS; layout++) {
    IozonePlan other_plan;
    guint64 other[IOZONE_COLUMNS];
    if (!(layouts >> layout & 1) || !iozone_plan(layout, groups, &other_plan)) continue;
    if (!iozone_row_cells(&other_plan, sizes->rest, sizes->end, other, after)) continue;
    if (iozone_row_goes_on(*after, sizes->end)) continue;
    if (fits++ && memcmp(other, values, other_plan.count * sizeof *other) != 0) return FALSE;
    *plan = other_plan;
    memcpy(values, other, other_plan.count * sizeof *other);
  }
  return fits > 0;
}

/* The groups that stand in the row by its blanks, where all layouts that fit agree. 0 where none fits or they
 * do not agree. */
static IozoneGroups walk(const IozoneTable *table, const IozoneSizes *sizes) {
  IozoneLayouts layouts = candidate_layouts(table);
  IozoneGroups available = available_groups(table), found = 0;
  if (sizes->spacing != IOZONE_SPACING) return 0;
  if (table->headed && !table->heading.whole) available = IOZONE_BASIC | 1u << 9 | 1u << 10;
  for (guint layout = 0; layout < IOZONE_LAYOUTS; layout++) {
    IozoneGroups groups = 0;
    if (!(layouts >> layout & 1)) continue;
    guint fits = iozone_row_walk(layout, available, sizes->rest, sizes->end, &groups);
    if (fits > 1 || (fits == 1 && found && groups != found)) return 0;
    if (fits == 1) found = groups;
  }
  return found;
}

/* The row has all its cells and blanks, so iozone did not stop within it. Blanks at its end may well have
 * been stripped; some of them without the rest may be the blanks before a test that was not finished. */
static gboolean is_full_width(const IozoneTable *table, IozoneGroups groups, const IozoneSizes *sizes) {
  IozoneLayouts layouts = candidate_layouts(table);
  guint width = 0;
  for (guint layout = 0; layout < IOZONE_LAYOUTS; layout++)
    if (layouts >> layout & 1) width = MAX(width, iozone_row_width(layout, available_groups(table), groups));
  return sizes->end - sizes->rest >= width;
}

/* ---- Rows whose tests are known ---- */

static const char *row_of(IozoneTable *table, IozoneGroups groups, const IozoneSizes *sizes,
                          const IozoneNumbers *numbers, const IodLine *line) {
  IozonePlan plan;
  guint64 values[IOZONE_COLUMNS];
  const char *after;
  if (fit_columns(table, groups, sizes, &plan, values, &after)) {
    if (numbers->after == sizes->end) { /* what is glued to its end may be glued to the next as well */
      table->groups = groups;
      table->plan = plan;
    }
    return take(table, &plan, sizes, values, line, after);
  }
  if (table->disturbed && table->plan.count) return NULL; /* this table's columns are in order */
  if (!fit_count(table, groups, sizes, numbers, line, &plan)) return NULL;
  return take(table, &plan, sizes, numbers->values, line, numbers->after);
}

/* ---- Rows whose tests are not known ---- */

static const char *hold(IozoneTable *table, IozoneGroups groups, const IozoneSizes *sizes,
                        const IodLine *line) {
  IozoneHeldRow *row = &table->row;
  const char *after;
  if (!fit_columns(table, groups, sizes, &row->plan, row->values, &after))
    return refuse(table, IOZONE_AMBIGUOUS, line);
  if (is_full_width(table, groups, sizes)) {
    table->groups = groups;
    table->plan = row->plan;
    return take(table, &row->plan, sizes, row->values, line, after);
  }
  if (line->unended) return refuse(table, IOZONE_CUT, line);
  row->held = TRUE;
  row->groups = groups;
  row->file = sizes->file;
  row->record = sizes->record;
  row->line = line->number;
  return row_taken;
}

static const char *row_unknown(IozoneTable *table, const IozoneSizes *sizes, const IozoneNumbers *numbers,
                               const IodLine *line) {
  IozoneGroups full = available_groups(table);
  gboolean was_held = table->row.held;
  const char *taken;
  if (numbers->count == 0) return refuse(table, IOZONE_CUT, line);
  if (numbers->after < sizes->end) return refuse(table, IOZONE_CUT, line);
  if (!was_held && (taken = row_of(table, full, sizes, numbers, line))) return taken;
  IozoneGroups groups = walk(table, sizes);
  if (!groups) return refuse(table, line->unended ? IOZONE_CUT : IOZONE_AMBIGUOUS, line);
  if (was_held && groups == table->row.groups) {
    IozonePlan plan = table->row.plan;
    give_held(table);
    table->groups = groups;
    table->plan = plan;
    taken = row_of(table, groups, sizes, numbers, line);
    return taken ? taken : refuse(table, IOZONE_BROKEN, line);
  }
  if (was_held) { /* of two rows unlike each other, the shorter was cut */
    if ((groups & table->row.groups) == groups) return refuse(table, IOZONE_CUT, line);
    iozone_table_settle(table, (groups & table->row.groups) == table->row.groups);
  }
  return hold(table, groups, sizes, line);
}

/* ---- Rows with nothing before them ---- */

static gboolean is_power_of_two(guint64 number) {
  return number > 0 && (number & (number - 1)) == 0;
}

/* Sizes as iozone's own choice of them has it. */
static gboolean are_usual(const IozoneSizes *sizes) {
  return is_power_of_two(sizes->record) && sizes->record >= 4 && sizes->file >= sizes->record &&
         sizes->file % sizes->record == 0;
}

/* Other programs print columns of numbers too. iozone's are rates of 13 tests: none is 0 but those of a
 * retest
 * (-+n), and nearly all have three digits or more. */
static gboolean are_rates(const IozonePlan *plan, const guint64 *values) {
  guint small = 0;
  for (guint i = 0; i < plan->count; i++) {
    if (values[i] == 0 && !iozone_columns[plan->column[i]].retest) return FALSE;
    if (values[i] < 100) small++;
  }
  return small <= 4;
}

/* Reads all tests, with those of -E where they are there. */
static gboolean read_alone(const IozoneTable *table, const IozoneSizes *sizes, const IozoneNumbers *numbers,
                           IozonePlan *plan, guint64 *values, const char **after) {
  static const IozoneGroups whole[] = {IOZONE_BASIC, IOZONE_BASIC | 1u << 9 | 1u << 10};
  for (guint i = 0; i < G_N_ELEMENTS(whole); i++) {
    if (fit_columns(table, whole[i], sizes, plan, values, after)) return are_rates(plan, values);
    plan_in_turn(whole[i], plan);
    if (numbers->touching || numbers->count != plan->count) continue;
    memcpy(values, numbers->values, plan->count * sizeof *values);
    *after = numbers->after;
    return are_rates(plan, values);
  }
  return FALSE;
}

static const char *row_alone(IozoneTable *table, const IozoneSizes *sizes, const IozoneNumbers *numbers,
                             const IodLine *line) {
  IozonePlan plan;
  guint64 values[IOZONE_COLUMNS];
  const char *after;
  if (!are_usual(sizes) || numbers->after < sizes->end) return NULL;
  if (!read_alone(table, sizes, numbers, &plan, values, &after)) {
    gboolean cut = table->anonymous && !table->run->ended && line->unended;
    return cut ? refuse(table, IOZONE_CUT, line) : NULL;
  }
  IozoneRun *run = table->run;
  if (!run->run || run->ended || (run->has_figures && !table->anonymous)) {
    iozone_run_begin(run, line->number);
    iozone_table_reset(table);
  }
  table->anonymous = TRUE;
  return take(table, &plan, sizes, values, line, after);
}

/* ---- Rows ---- */

static gboolean all_zero(const IozoneNumbers *numbers) {
  for (guint i = 0; i < numbers->count && i < IOZONE_COLUMNS; i++)
    if (numbers->values[i]) return FALSE;
  return TRUE;
}

static const char *slow_row(IozoneTable *table, const IozoneSizes *sizes, const IodLine *line) {
  IozoneNumbers numbers;
  const IozoneOptions *options = &table->run->options;
  iozone_row_numbers(sizes->rest, sizes->end, &numbers);
  if (!table->open && !(options->command_seen && !options->throughput && !table->run->ended))
    return row_alone(table, sizes, &numbers, line);
  if (sizes->record > sizes->file || (sizes->record == 0 && !options->telemetry)) {
    if (sizes->record > 0 && numbers.count > 0 && all_zero(&numbers)) return "row of tests not run";
    return table->disturbed || !table->open ? NULL : refuse(table, IOZONE_BROKEN, line);
  }
  if (table->disturbed && (!are_usual(sizes) || (table->plan.count && sizes->spacing != IOZONE_SPACING)))
    return NULL;
  if (table->headed && numbers.count > iozone_column_count(table->heading.groups)) {
    table->heading.whole = FALSE; /* words at its end were lost */
    table->heading.groups |= IOZONE_BASIC;
  }
  IozoneGroups expected = expected_groups(table);
  if (!expected) return row_unknown(table, sizes, &numbers, line);
  const char *taken = row_of(table, expected, sizes, &numbers, line);
  if (taken) return taken;
  guint count = iozone_column_count(expected);
  if (numbers.count < count) return refuse(table, IOZONE_CUT, line);
  if (table->disturbed) return NULL;
  if (numbers.count == count) return refuse(table, IOZONE_AMBIGUOUS, line);
  if (table->groups || numbers.after < sizes->end) return refuse(table, IOZONE_BROKEN, line);
  return row_unknown(table, sizes, &numbers, line); /* the command line was another's */
}

const char *iozone_table_line(IozoneTable *table, const IodLine *line) {
  IozoneSizes sizes;
  guint64 values[IOZONE_COLUMNS];
  const char *after;
  if (!iozone_row_sizes(line->text, line->length, &sizes)) return NULL;
  if (table->plan.count && table->open && sizes.spacing == IOZONE_SPACING && sizes.record > 0 &&
      sizes.record <= sizes.file && !table->disturbed &&
      iozone_row_cells(&table->plan, sizes.rest, sizes.end, values, &after) &&
      !iozone_row_goes_on(after, sizes.end))
    return take(table, &table->plan, &sizes, values, line, after);
  return slow_row(table, &sizes, line);
}
