// SPDX-License-Identifier: GPL-3.0-or-later
/* A row's name for people: "iozone write bs=64k", "fio mix read", "dd". */
#include "stats/table.h"

#include <string.h>

/* How many operations the rows of a tool's test tell, "-" left out. */
static GHashTable *count_ops(const IodCells *cells) {
  GHashTable *counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < cells->drafts->len; i++) {
    const IodRow *row = ((IodDraft *)g_ptr_array_index(cells->drafts, i))->row;
    if (strcmp(row->op, "-") == 0) continue;
    char *test = g_strdup_printf("%s\x1f%s", row->tool, row->test);
    char *op = g_strdup_printf("%s\x1f%s", test, row->op);
    if (g_hash_table_add(seen, op)) {
      guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, test));
      g_hash_table_insert(counts, g_steal_pointer(&test), GUINT_TO_POINTER(count + 1));
    }
    g_free(test);
  }
  return counts;
}

static gboolean test_tells(const IodRow *row) {
  if (strcmp(row->test, "-") == 0 || strcmp(row->test, row->tool) == 0) return FALSE;
  return strcmp(row->tool, "dd") != 0 || strcmp(row->test, "copy") != 0;
}

static gboolean op_tells(const IodRow *row, GHashTable *counts) {
  if (strcmp(row->op, "-") == 0) return FALSE;
  if (strstr(row->test, row->op) == NULL) return TRUE;
  g_autofree char *test = g_strdup_printf("%s\x1f%s", row->tool, row->test);
  return GPOINTER_TO_UINT(g_hash_table_lookup(counts, test)) > 1;
}

static void append_label(GString *name, const char *label, const char *value) {
  static const struct { const char *label, *shown; } sizes[] = {{"block_size", "bs"}, {"file_size", "size"}};
  guint64 bytes = 0;
  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++) {
    if (strcmp(label, sizes[i].label) != 0 || !iod_size_parse(value, &bytes)) continue;
    g_autofree char *size = iod_size_text(bytes);
    g_string_append_printf(name, " %s=%s", sizes[i].shown, size);
    return;
  }
  g_string_append_printf(name, " %s=%s", label, value);
}

static void name_row(const IodDraft *draft, const IodRoles *roles, GHashTable *counts) {
  const IodNames *names = &roles->variants->names, *values = &roles->variants->values;
  const GArray *row_names = roles->scopes[draft->scope].row_names;
  IodRow *row = draft->row;
  GString *name = g_string_new(row->tool);
  if (test_tells(row)) g_string_append_printf(name, " %s", row->test);
  if (op_tells(row, counts)) g_string_append_printf(name, " %s", row->op);
  for (guint i = 0; i < draft->n_values; i++) {
    if (draft->values[i] == 0) continue;
    append_label(name, iod_names_text(names, g_array_index(row_names, guint, i)),
                 iod_names_text(values, draft->values[i]));
  }
  if (draft->across != 0) append_label(name, roles->grouping->across, iod_names_text(values, draft->across));
  row->name = g_string_free(name, FALSE);
}

void iod_rows_name(const IodCells *cells, const IodRoles *roles) {
  g_autoptr(GHashTable) counts = count_ops(cells);
  for (guint i = 0; i < cells->drafts->len; i++) name_row(g_ptr_array_index(cells->drafts, i), roles, counts);
}
