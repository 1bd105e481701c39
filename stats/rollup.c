// SPDX-License-Identifier: GPL-3.0-or-later
/* --across LABEL: within each run the values along a label are reduced to one first, so that n stays the
 * number of runs. Only values of the label that all runs of a row have take part: a mean over other sizes is
 * another mean. */
#include "stats/table.h"

#include <math.h>
#include <string.h>

gboolean iod_rollup_takes(const IodMetric *metric) {
  return strcmp(metric->name, "bytes") != 0 && strcmp(metric->name, "ios") != 0 &&
         iod_metric_percentile(metric->name) < 0 && !g_str_has_suffix(metric->name, "_stddev");
}

/* ---- Where there is something to roll up ---- */

static gboolean is_meant(const IodRoles *roles, const IodVariant *variant) {
  const char *tool = roles->grouping->rollup_tool;
  return (tool == NULL || strcmp(tool, variant->key->tool) == 0) && iod_rollup_takes(&variant->key->metric);
}

void iod_rollup_find(IodRoles *roles, const GArray *readings) {
  g_autoptr(IodTuples) runs = iod_tuples_new();
  g_autoptr(GArray) firsts = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; roles->across != 0 && i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    const IodVariant *variant = iod_variant(roles->variants, reading->variant);
    if (roles->scopes[variant->scope].rolled || !is_meant(roles, variant)) continue;
    guint key[] = {variant->scope, reading->run},
          value = iod_variant_value(roles->variants, variant, roles->across);
    gboolean fresh = FALSE;
    guint number = iod_tuples_number(runs, key, 2, &fresh);
    if (fresh)
      g_array_append_val(firsts, value);
    else if (g_array_index(firsts, guint, number) != value)
      roles->scopes[variant->scope].rolled = TRUE;
  }
}

static gboolean check_tool(const IodRoles *roles, GError **error) {
  const char *wanted = roles->grouping->rollup_tool;
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) tools = g_ptr_array_new();
  for (guint i = 0; wanted != NULL && i < iod_dataset_key_count(roles->variants->dataset); i++) {
    const char *tool = iod_dataset_key(roles->variants->dataset, i)->tool;
    if (g_hash_table_add(seen, (gpointer)(gsize)tool)) g_ptr_array_add(tools, (gpointer)(gsize)tool);
  }
  if (wanted == NULL || g_hash_table_contains(seen, wanted)) return TRUE;
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "--rollup %s:%s: no result is of this tool", wanted,
                         roles->grouping->across);
  iod_suggest(message, wanted, tools);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

gboolean iod_rollup_check(const IodRoles *roles, GError **error) {
  if (roles->grouping->across == NULL) return TRUE;
  if (!check_tool(roles, error)) return FALSE;
  for (guint i = 0; i < roles->variants->scopes; i++)
    if (roles->scopes[i].rolled) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "--across %s: no run holds two values of '%s', so there is nothing to reduce within a run; "
              "where it varies "
              "between runs it makes rows, or series with --by %s",
              roles->grouping->across, roles->grouping->across, roles->grouping->across);
  return FALSE;
}

/* Scopes in which the label makes rows after all, since it varies between runs only. */
static void warn_of_scopes(const IodRoles *roles, GPtrArray *notes) {
  for (guint i = 0; i < roles->variants->scopes; i++) {
    const IodScope *scope = &roles->scopes[i];
    if (scope->rolled || !iod_scope_has_row_name(scope, roles->across)) continue;
    const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, 0));
    if (!is_meant(roles, variant)) continue;
    iod_note(notes, "not_rolled_up", NULL, NULL, "%s %s %s: no run holds two values of %s; it makes rows",
             variant->key->tool, variant->key->test, variant->key->op, roles->grouping->across);
  }
}

void iod_rollup_warn(const IodRoles *roles, GPtrArray *notes) {
  if (roles->across != 0) warn_of_scopes(roles, notes);
}

/* ---- Reducing ---- */

static int by_run_and_value(gconstpointer a, gconstpointer b, gpointer user) {
  const IodCellValue *left = a, *right = b;
  const IodNames *values = user;
  if (left->series != right->series) return left->series < right->series ? -1 : 1;
  if (left->rank != right->rank) return left->rank < right->rank ? -1 : 1;
  if (left->across == right->across) return (left->entry > right->entry) - (left->entry < right->entry);
  if (left->across == 0 || right->across == 0) return left->across == 0 ? -1 : 1;
  return iod_natural_compare(iod_names_text(values, left->across), iod_names_text(values, right->across));
}

/* How many of a row's runs have each value of the label. */
static GHashTable *count_runs(const IodCellValue *values, guint n, guint *runs) {
  GHashTable *counts = g_hash_table_new(NULL, NULL);
  *runs = 0;
  for (guint i = 0; i < n; i++) {
    gpointer across = GUINT_TO_POINTER(values[i].across);
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, across));
    g_hash_table_insert(counts, across, GUINT_TO_POINTER(count + 1));
    if (i == 0 || values[i].run != values[i - 1].run || values[i].series != values[i - 1].series) ++*runs;
  }
  return counts;
}

static int by_text(gconstpointer a, gconstpointer b) {
  return iod_natural_compare(*(const char *const *)a, *(const char *const *)b);
}

/* Says which values don't take part; those that do stay in counts. */
static void leave_out(GHashTable *counts, guint runs, const IodRoles *roles, const IodRow *row,
                      GPtrArray *notes) {
  enum { SHOWN = 6 };
  g_autoptr(GPtrArray) left = g_ptr_array_new();
  GHashTableIter iter;
  gpointer across = NULL, count = NULL;
  g_hash_table_iter_init(&iter, counts);
  while (g_hash_table_iter_next(&iter, &across, &count)) {
    if (GPOINTER_TO_UINT(count) == runs) continue;
    const char *text = iod_names_text(&roles->variants->values, GPOINTER_TO_UINT(across));
    g_ptr_array_add(left, (gpointer)(gsize)(text != NULL ? text : "none"));
    g_hash_table_iter_remove(&iter);
  }
  if (left->len == 0) return;
  g_ptr_array_sort(left, by_text);
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint i = 0; i < MIN(left->len, SHOWN); i++)
    g_string_append_printf(list, "%s%s", i > 0 ? ", " : "", (const char *)g_ptr_array_index(left, i));
  if (left->len > SHOWN) g_string_append_printf(list, " and %u more", left->len - SHOWN);
  const char *label = roles->grouping->across;
  if (g_hash_table_size(counts) == 0)
    iod_note(notes, "left_out", NULL, NULL, "no value of %s is in all runs of %s: the row is left out", label,
             row->name);
  else
    iod_note(notes, "left_out", row, NULL, "%s %s left out of %s: not in all of its runs", label, list->str,
             row->name);
}

/* One run's values as one. FALSE where the geometric mean of a negative value is asked for. */
static gboolean reduce(const IodCellValue *values, guint n, gboolean mean, double *reduced) {
  double sum = 0;
  for (guint i = 0; i < n; i++) {
    if (!mean && values[i].value < 0) return FALSE;
    sum += mean ? values[i].value : log(values[i].value); /* log 0 is -inf, and exp of that 0 */
  }
  *reduced = mean ? sum / n : exp(sum / n);
  return TRUE;
}

gboolean iod_rollup_row(IodDraft *draft, IodCellValue *values, guint *n, const IodRoles *roles,
                        GPtrArray *notes, GError **error) {
  guint runs = 0, kept = 0;
  g_qsort_with_data(values, (int)*n, sizeof *values, by_run_and_value,
                    (gpointer)(gsize)&roles->variants->values);
  for (guint i = 1; i < *n; i++)
    if (values[i].across == values[i - 1].across && values[i].run == values[i - 1].run &&
        values[i].series == values[i - 1].series)
      return iod_refuse_double(draft->row, roles, &values[i - 1], &values[i], error);
  g_autoptr(GHashTable) counts = count_runs(values, *n, &runs);
  leave_out(counts, runs, roles, draft->row, notes);
  for (guint i = 0; i < *n; i++)
    if (g_hash_table_contains(counts, GUINT_TO_POINTER(values[i].across))) values[kept++] = values[i];
  draft->row->rolled = g_hash_table_size(counts);
  *n = kept > 0 ? runs : 0;
  for (guint run = 0; run < *n; run++) {
    const IodCellValue *first = &values[run * draft->row->rolled];
    double reduced = 0;
    if (!reduce(first, draft->row->rolled, roles->grouping->across_mean, &reduced)) {
      g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                  "%s %s: a value is negative and has no geometric mean; --reduce mean has one",
                  draft->row->name, draft->row->metric.name);
      return FALSE;
    }
    values[run] = *first;
    values[run].value = reduced;
  }
  return TRUE;
}
