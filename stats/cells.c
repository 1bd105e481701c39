// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

void iod_draft_free(gpointer data) {
  IodDraft *draft = data;
  if (draft == NULL) return;
  g_free(draft->values);
  if (draft->shared != NULL) g_array_unref(draft->shared);
  if (!draft->taken) iod_row_free(draft->row);
  g_free(draft);
}

/* Numbers rows and their groups while variants are put into them. */
typedef struct {
  const IodRoles *roles;
  IodCells *cells;
  IodTuples *rows, *groups;
  GArray *key; /* of guint, in use for one variant at a time */
} Sorter;

/* The labels that a row may show: not what never makes rows, nor what is rolled up in it. */
static GArray *shared_pairs(const IodRoles *roles, const IodVariant *variant, gboolean rolled) {
  GArray *shared = g_array_new(FALSE, FALSE, sizeof(IodPair));
  const IodPair *pairs = iod_variant_pairs(roles->variants, variant);
  for (guint i = 0; i < variant->n_pairs; i++) {
    if (roles->excluded[pairs[i].name] || (rolled && pairs[i].name == roles->across)) continue;
    g_array_append_val(shared, pairs[i]);
  }
  return shared;
}

static void keep_shared(const IodRoles *roles, GArray *shared, const IodVariant *variant) {
  for (guint i = shared->len; i-- > 0;) {
    const IodPair *pair = &g_array_index(shared, IodPair, i);
    if (iod_variant_value(roles->variants, variant, pair->name) != pair->value)
      g_array_remove_index(shared, i);
  }
}

/* The row that a variant belongs to. */
static IodDraft *place_variant(Sorter *sorter, const IodVariant *variant) {
  const IodRoles *roles = sorter->roles;
  const IodScope *scope = &roles->scopes[variant->scope];
  gboolean rolled = scope->rolled && iod_rollup_takes(&variant->key->metric);
  guint across = scope->rolled && !rolled ? iod_variant_value(roles->variants, variant, roles->across) : 0;
  g_array_set_size(sorter->key, 0);
  for (guint i = 0; i < scope->row_names->len; i++) {
    guint value = iod_variant_value(roles->variants, variant, g_array_index(scope->row_names, guint, i));
    g_array_append_val(sorter->key, value);
  }
  g_array_append_val(sorter->key, variant->scope);
  guint group =
      iod_tuples_number(sorter->groups, (const guint *)(gpointer)sorter->key->data, sorter->key->len, NULL);
  g_array_append_val(sorter->key, variant->metric);
  g_array_append_val(sorter->key, across);
  gboolean fresh = FALSE;
  const guint *key = (const guint *)(gpointer)sorter->key->data;
  guint number = iod_tuples_number(sorter->rows, key, sorter->key->len, &fresh);
  if (!fresh) {
    IodDraft *known = g_ptr_array_index(sorter->cells->drafts, number);
    keep_shared(roles, known->shared, variant);
    return known;
  }
  IodDraft *draft = g_new0(IodDraft, 1);
  *draft = (IodDraft){.number = number,
                      .scope = variant->scope,
                      .metric = variant->metric,
                      .group = group,
                      .values = g_memdup2(key, scope->row_names->len * sizeof *key),
                      .n_values = scope->row_names->len,
                      .across = across,
                      .rolled = rolled,
                      .shared = shared_pairs(roles, variant, rolled),
                      .row = iod_row_new(variant->key)};
  g_ptr_array_add(sorter->cells->drafts, draft);
  return draft;
}

static void label_row(IodDraft *draft, const IodRoles *roles) {
  draft->row->labels = iod_labels_new();
  for (guint i = 0; i < draft->shared->len; i++) {
    const IodPair *pair = &g_array_index(draft->shared, IodPair, i);
    iod_labels_set(draft->row->labels, iod_names_text(&roles->variants->names, pair->name),
                   iod_names_text(&roles->variants->values, pair->value));
  }
}

static int by_cell(gconstpointer a, gconstpointer b) {
  const IodCellValue *left = a, *right = b;
  if (left->draft != right->draft) return left->draft < right->draft ? -1 : 1;
  if (left->series != right->series) return left->series < right->series ? -1 : 1;
  if (left->rank != right->rank) return left->rank < right->rank ? -1 : 1;
  return (left->entry > right->entry) - (left->entry < right->entry);
}

static void fill_values(Sorter *sorter, const GArray *readings, const IodRunOrder *order) {
  const IodRoles *roles = sorter->roles;
  IodCells *cells = sorter->cells;
  for (guint i = 0; i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    const IodVariant *variant = iod_variant(roles->variants, reading->variant);
    IodDraft **draft = &cells->of_variant[reading->variant];
    if (*draft == NULL) *draft = place_variant(sorter, variant);
    IodCellValue value = {.value = reading->value,
                          .draft = (*draft)->number,
                          .series = variant->series,
                          .run = reading->run,
                          .rank = order->by_name[reading->run],
                          .across = iod_variant_value(roles->variants, variant, roles->across),
                          .entry = reading->entry};
    g_array_append_val(cells->values, value);
  }
}

/* Tells each draft where its values stand. */
static void share_values(IodCells *cells, const IodRoles *roles) {
  const IodCellValue *values = (const IodCellValue *)(gpointer)cells->values->data;
  for (guint start = 0, end; start < cells->values->len; start = end) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, values[start].draft);
    for (end = start + 1; end < cells->values->len && values[end].draft == values[start].draft;) end++;
    draft->first = start;
    draft->n = end - start;
    label_row(draft, roles);
  }
}

void iod_cells_find(IodCells *cells, const IodRoles *roles, const GArray *readings,
                    const IodRunOrder *order) {
  *cells = (IodCells){.drafts = g_ptr_array_new_with_free_func(iod_draft_free),
                      .left_out = g_ptr_array_new_with_free_func(iod_draft_free),
                      .of_variant = g_new0(IodDraft *, roles->variants->variants->len),
                      .values = g_array_sized_new(FALSE, FALSE, sizeof(IodCellValue), readings->len)};
  Sorter sorter = {roles, cells, iod_tuples_new(), iod_tuples_new(),
                   g_array_new(FALSE, FALSE, sizeof(guint))};
  fill_values(&sorter, readings, order);
  qsort(cells->values->data, cells->values->len, sizeof(IodCellValue), by_cell);
  share_values(cells, roles);
  cells->groups = iod_tuples_count(sorter.groups);
  iod_tuples_free(sorter.rows);
  iod_tuples_free(sorter.groups);
  g_array_unref(sorter.key);
}

void iod_cells_clear(IodCells *cells) {
  g_clear_pointer(&cells->drafts, g_ptr_array_unref);
  g_clear_pointer(&cells->left_out, g_ptr_array_unref);
  g_clear_pointer(&cells->of_variant, g_free);
  g_clear_pointer(&cells->values, g_array_unref);
}
