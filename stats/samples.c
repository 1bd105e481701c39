// SPDX-License-Identifier: GPL-3.0-or-later
/* The values of a cell as samples: one value a run, in the order of the runs. */
#include "stats/table.h"

static void free_sample(IodSample *sample) {
  if (sample == NULL) return;
  g_free(sample->values);
  g_free(sample->runs);
  g_free(sample);
}

IodRow *iod_row_new(const IodKey *key) {
  IodRow *row = g_new0(IodRow, 1);
  row->tool = key->tool;
  row->test = key->test;
  row->op = key->op;
  row->metric = key->metric;
  row->versus = g_array_new(FALSE, FALSE, sizeof(IodVersus));
  return row;
}

void iod_row_free(IodRow *row) {
  if (row == NULL) return;
  for (guint i = 0; i < row->n_series; i++) free_sample(row->samples[i]);
  g_free(row->samples);
  iod_labels_free(row->labels);
  g_free(row->name);
  g_array_unref(row->versus);
  g_free(row);
}

/* A cell as people would write it: "fio randread read iops, block_size 4096". */
static char *describe_cell(const IodRow *row, const IodRoles *roles, const IodVariant *variant) {
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_append_printf(text, "%s %s %s %s", row->tool, row->test, row->op, row->metric.name);
  const IodPair *pairs = iod_variant_pairs(roles->variants, variant);
  for (guint i = 0; i < variant->n_pairs; i++) {
    if (roles->excluded[pairs[i].name]) continue;
    g_string_append_printf(text, " %s=%s", iod_names_text(&roles->variants->names, pairs[i].name),
                           iod_names_text(&roles->variants->values, pairs[i].value));
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

/* A label whose values differ between two variants; 0 where none does. */
static guint telling_label(const IodVariants *variants, const IodVariant *a, const IodVariant *b) {
  for (guint name = 1; name <= iod_names_count(&variants->names); name++)
    if (iod_variant_value(variants, a, name) != iod_variant_value(variants, b, name)) return name;
  return 0;
}

static const IodVariant *variant_of(const IodRoles *roles, const IodCellValue *value) {
  return iod_variant(roles->variants, g_array_index(roles->variants->of_entry, guint, value->entry));
}

/* Two values of one run in one cell: which they are, and what would tell them apart. */
gboolean iod_refuse_double(const IodRow *row, const IodRoles *roles, const IodCellValue *first,
                           const IodCellValue *second, GError **error) {
  const IodVariant *variant = variant_of(roles, first);
  guint label = telling_label(roles->variants, variant, variant_of(roles, second));
  g_autofree char *cell = describe_cell(row, roles, variant);
  IodEntry one = iod_dataset_entry(roles->variants->dataset, MIN(first->entry, second->entry));
  IodEntry other = iod_dataset_entry(roles->variants->dataset, MAX(first->entry, second->entry));
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "%s:%u and line %u: one run holds two values of one cell (%s); ",
                         one.run->source != NULL ? one.run->source : "input", one.line, other.line, cell);
  const char *name = iod_names_text(&roles->variants->names, label);
  if (g_strcmp0(name, "job") == 0)
    g_string_append(message,
                    "the label 'job' tells them apart: --per-job makes rows of it, --across job one value");
  else if (name != NULL)
    g_string_append_printf(message, "the label '%s' tells them apart: --by %s, --across %s or --where '%s=…'",
                           name, name, name, name);
  else
    g_string_append(message,
                    "no label tells them apart: are these two runs? Then give each a file of its own");
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

/* ---- The order of runs ---- */

static int by_start(gconstpointer a, gconstpointer b, gpointer user) {
  const IodCellValue *left = a, *right = b;
  const gint64 *started = user;
  gint64 first = started[left->run], second = started[right->run];
  if (first != second) return first < second ? -1 : 1;
  return (left->rank > right->rank) - (left->rank < right->rank);
}

/* By start where each run's is known; else they stay as they are, by name. */
static void order_runs(IodCellValue *values, guint n, const IodRunOrder *order) {
  for (guint i = 0; i < n; i++)
    if (order->started[values[i].run] == G_MININT64) return;
  g_qsort_with_data(values, (int)n, sizeof *values, by_start, order->started);
}

static IodSample *make_sample(const IodCellValue *values, guint n, const IodDataset *dataset) {
  IodSample *sample = g_new0(IodSample, 1);
  sample->values = g_new(double, n);
  sample->runs = g_new(IodRun *, n);
  for (guint i = 0; i < n; i++) {
    sample->values[i] = values[i].value;
    sample->runs[i] = iod_dataset_run(dataset, values[i].run);
  }
  sample->summary.n = n;
  return sample;
}

/* One row's values, by series and run. */
static gboolean fill_row(IodDraft *draft, IodCellValue *values, guint n, const IodRoles *roles,
                         const IodRunOrder *order, GError **error) {
  for (guint i = 1; i < n; i++)
    if (values[i].series == values[i - 1].series && values[i].run == values[i - 1].run)
      return iod_refuse_double(draft->row, roles, &values[i - 1], &values[i], error);
  for (guint start = 0, end; start < n; start = end) {
    for (end = start + 1; end < n && values[end].series == values[start].series;) end++;
    order_runs(values + start, end - start, order);
    draft->row->samples[values[start].series] =
        make_sample(values + start, end - start, roles->variants->dataset);
  }
  return TRUE;
}

/* Rows of which nothing is left (rollup.c) go. */
static void drop_empty(IodCells *cells) {
  GPtrArray *all = g_steal_pointer(&cells->drafts);
  cells->drafts = g_ptr_array_new_with_free_func(iod_draft_free);
  for (guint i = 0; i < all->len; i++)
    if (((IodDraft *)g_ptr_array_index(all, i))->n > 0)
      g_ptr_array_add(cells->drafts, g_ptr_array_index(all, i));
    else
      g_ptr_array_add(cells->left_out, g_ptr_array_index(all, i));
  g_ptr_array_set_free_func(all, NULL);
  g_ptr_array_unref(all);
}

gboolean iod_samples_make(IodCells *cells, const IodRoles *roles, const IodRunOrder *order, GPtrArray *notes,
                          GError **error) {
  for (guint i = 0; i < cells->drafts->len; i++) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    IodCellValue *values = &g_array_index(cells->values, IodCellValue, draft->first);
    draft->row->n_series = roles->series->names->len;
    draft->row->samples = g_new0(IodSample *, draft->row->n_series);
    if (draft->rolled && !iod_rollup_row(draft, values, &draft->n, roles, notes, error)) return FALSE;
    if (!fill_row(draft, values, draft->n, roles, order, error)) return FALSE;
  }
  drop_empty(cells);
  return TRUE;
}
