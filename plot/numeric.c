// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/numeric.h"

#include <math.h>
#include <string.h>

static gboolean read_number(const char *text, double *value) {
  char *end = NULL;
  *value = g_ascii_strtod(text, &end);
  if (end != text && *end == '\0') return isfinite(*value);
  guint64 bytes = 0;
  if (!iod_size_parse(text, &bytes)) return FALSE;
  *value = (double)bytes;
  return TRUE;
}

gboolean iod_numeric_value(const IodRow *row, const char *label, double *value) {
  const char *text = iod_labels_get(row->labels, label);
  return text != NULL && read_number(text, value);
}

char *iod_numeric_rest(const IodRow *row, const char *label, const char *other) {
  GString *rest = g_string_new(NULL);
  g_string_append_printf(rest, "%s\x1f%s\x1f%s\x1f%s", row->tool, row->test, row->op, row->metric.name);
  for (guint i = 0; i < iod_labels_count(row->labels); i++) {
    IodLabel at = iod_labels_at(row->labels, i);
    if (g_strcmp0(at.name, label) == 0 || g_strcmp0(at.name, other) == 0) continue;
    g_string_append_printf(rest, "\x1f%s=%s", at.name, at.value);
  }
  return g_string_free(rest, FALSE);
}

typedef struct {
  guint rows, values; /* values: different ones of the label */
} InLine;

/* How many rows stand in lines with at least `least` values of the label. */
static guint rows_in_line(const GPtrArray *lines, const char *label, const char *except, guint least) {
  g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < lines->len; i++) {
    const IodRow *row = ((const IodLine *)lines->pdata[i])->row;
    double value;
    if (!iod_numeric_value(row, label, &value)) continue;
    char *rest = iod_numeric_rest(row, label, except);
    char *with_value = g_strdup_printf("%s\x1f%.17g", rest, value);
    InLine *count = g_hash_table_lookup(counts, rest);
    if (count == NULL) {
      count = g_new0(InLine, 1);
      g_hash_table_insert(counts, rest, count);
    } else {
      g_free(rest);
    }
    count->rows++;
    if (g_hash_table_add(seen, with_value)) count->values++;
  }
  guint rows = 0;
  GHashTableIter iter;
  gpointer count;
  g_hash_table_iter_init(&iter, counts);
  while (g_hash_table_iter_next(&iter, NULL, &count))
    if (((const InLine *)count)->values >= least) rows += ((const InLine *)count)->rows;
  return rows;
}

guint iod_numeric_rows(const GPtrArray *lines, const char *label, guint least) {
  return rows_in_line(lines, label, NULL, least);
}

/* Where several do as well: what is most often varied in such tests. */
static guint habit(const char *label) {
  static const char *const usual[] = {"block_size", "iodepth", "numjobs", "file_size"};
  guint i = 0;
  while (i < G_N_ELEMENTS(usual) && strcmp(usual[i], label) != 0) i++;
  return i;
}

const char *iod_numeric_label(const GPtrArray *lines, const char *except, guint least) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  const char *best = NULL;
  guint best_rows = 0;
  for (guint i = 0; i < lines->len; i++) {
    const IodLabels *labels = ((const IodLine *)lines->pdata[i])->row->labels;
    for (guint k = 0; k < iod_labels_count(labels); k++) {
      const char *label = iod_labels_at(labels, k).name;
      if (g_strcmp0(label, except) == 0 || !g_hash_table_add(seen, (gpointer)(gsize)label)) continue;
      guint rows = rows_in_line(lines, label, except, least);
      if (rows < best_rows || rows == 0) continue;
      if (rows == best_rows && habit(label) >= habit(best)) continue;
      best = label;
      best_rows = rows;
    }
  }
  return best;
}

void iod_numeric_pair(const IodLayout *layout, const char **x, const char **y) {
  const char *panels = layout->options->panels;
  *y = NULL;
  *x = layout->options->x != NULL ? layout->options->x : iod_numeric_label(layout->lines, panels, 2);
  if (*x == NULL) return;
  *y = iod_numeric_label(layout->lines, *x, 2);
  if (*y == NULL || g_strcmp0(*y, panels) == 0) {
    *y = NULL;
    return;
  }
  g_autoptr(GArray) xs = iod_numeric_values(layout->lines, *x), ys = iod_numeric_values(layout->lines, *y);
  if (xs->len < 2 || ys->len < 2) *y = NULL;
  /* The one with more values goes across, unless it was asked for. */
  if (*y != NULL && layout->options->x == NULL && ys->len > xs->len) {
    const char *other = *x;
    *x = *y;
    *y = other;
  }
}

char *iod_numeric_name(const char *label) {
  return g_strdelimit(g_strdup(label), "_", ' ');
}

static int by_value(gconstpointer a, gconstpointer b) {
  const IodNumericValue *x = a, *y = b;
  return (x->value > y->value) - (x->value < y->value);
}

GArray *iod_numeric_values(const GPtrArray *lines, const char *label) {
  GArray *values = g_array_new(FALSE, FALSE, sizeof(IodNumericValue));
  for (guint i = 0; i < lines->len; i++) {
    const IodRow *row = ((const IodLine *)lines->pdata[i])->row;
    IodNumericValue found = {0, iod_labels_get(row->labels, label)};
    if (iod_numeric_value(row, label, &found.value)) g_array_append_val(values, found);
  }
  g_array_sort(values, by_value);
  guint kept = 0;
  for (guint i = 0; i < values->len; i++) {
    IodNumericValue value = g_array_index(values, IodNumericValue, i);
    if (kept > 0 && g_array_index(values, IodNumericValue, kept - 1).value == value.value) continue;
    g_array_index(values, IodNumericValue, kept++) = value;
  }
  g_array_set_size(values, kept);
  return values;
}

gboolean iod_numeric_is_log(const GArray *values) {
  if (values->len < 3) return FALSE;
  double first = g_array_index(values, IodNumericValue, 0).value;
  return first > 0 && g_array_index(values, IodNumericValue, values->len - 1).value >= 8 * first;
}
