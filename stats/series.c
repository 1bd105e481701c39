// SPDX-License-Identifier: GPL-3.0-or-later
/* The columns of a comparison: the values of one label. */
#include "stats/table.h"

#include <string.h>

#define NONE "(none)"

/* More than that no table, figure or reader can hold; and rows times series is what memory is asked for. */
enum { MOST_SERIES = 10000 };

void iod_series_clear(IodSeries *series) {
  g_clear_pointer(&series->names, g_ptr_array_unref);
}

/* ---- Nothing to compare by ---- */

/* One label that varies: its name and its values, for people. */
typedef struct {
  const char *name;
  GPtrArray *values; /* of char *, borrowed */
  gboolean of_runs;  /* the user, the path or a prefix gave it: likely what is to be compared */
} Varying;

static int by_value(gconstpointer a, gconstpointer b) {
  return iod_natural_compare(*(const char *const *)a, *(const char *const *)b);
}

static int likely_first(gconstpointer a, gconstpointer b) {
  const Varying *left = a, *right = b;
  if (left->of_runs != right->of_runs) return left->of_runs ? -1 : 1;
  return iod_natural_compare(left->name, right->name);
}

static void clear_varying(gpointer data) {
  g_ptr_array_unref(((Varying *)data)->values);
}

static GArray *find_varying(const IodVariants *variants) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(Varying));
  g_array_set_clear_func(found, clear_varying);
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint name = 1; name <= iod_names_count(&variants->names); name++) {
    Varying label = {iod_names_text(&variants->names, name), g_ptr_array_new(), FALSE};
    g_array_append_val(found, label);
  }
  for (guint i = 0; i < variants->variants->len; i++) {
    const IodVariant *variant = iod_variant(variants, i);
    const IodPair *pairs = iod_variant_pairs(variants, variant);
    for (guint p = 0; p < variant->n_pairs; p++) {
      gint64 *key = g_new(gint64, 1);
      *key = (gint64)(((guint64)pairs[p].name << 32) | pairs[p].value);
      if (!g_hash_table_add(seen, key)) continue;
      Varying *label = &g_array_index(found, Varying, pairs[p].name - 1);
      g_ptr_array_add(label->values, (gpointer)(gsize)iod_names_text(&variants->values, pairs[p].value));
      if (iod_labels_get(variant->run->labels, label->name) != NULL) label->of_runs = TRUE;
    }
  }
  for (guint i = found->len; i-- > 0;)
    if (g_array_index(found, Varying, i).values->len < 2) g_array_remove_index(found, i);
  g_array_sort(found, likely_first);
  return found;
}

static void append_varying(GString *message, const Varying *label) {
  enum { SHOWN = 3 };
  g_ptr_array_sort(label->values, by_value);
  g_string_append_printf(message, "%s (", label->name);
  for (guint i = 0; i < MIN(label->values->len, SHOWN); i++)
    g_string_append_printf(message, "%s%s", i > 0 ? ", " : "",
                           (const char *)g_ptr_array_index(label->values, i));
  if (label->values->len > SHOWN) g_string_append_printf(message, ", … %u values", label->values->len);
  g_string_append_c(message, ')');
}

static gboolean refuse_lone_input(const IodVariants *variants, GError **error) {
  g_autoptr(GArray) varying = find_varying(variants);
  g_autoptr(GString) message = g_string_new("nothing to compare by: one input, and no label 'series'");
  if (varying->len == 0) {
    g_string_append(message,
                    ", nor one that varies; name two inputs or more (BASE NEW), or see `iodelta summary`");
  } else {
    g_string_append(message, "; labels that vary: ");
    for (guint i = 0; i < varying->len; i++) {
      if (i > 0) g_string_append(message, ", ");
      append_varying(message, &g_array_index(varying, Varying, i));
    }
    g_string_append_printf(message, "; choose one, as in --by %s", g_array_index(varying, Varying, 0).name);
  }
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

/* ---- Finding ---- */

/* Values measured by hand are given for a series by its name, whatever label makes the series. */
static const char *value_by(const IodVariant *variant, const char *by) {
  const char *value = iod_label_of(variant->key, variant->run, by);
  if (value == NULL && strcmp(variant->key->tool, "given") == 0)
    value = iod_label_of(variant->key, variant->run, "series");
  return value;
}

/* Numbers the series by first appearance; what lacks the label comes last. */
static void number_series(IodVariants *variants, const GArray *readings, IodSeries *series) {
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  g_autofree gboolean *done = g_new0(gboolean, variants->variants->len);
  for (guint i = 0; i < readings->len; i++) {
    guint number = g_array_index(readings, IodReading, i).variant;
    IodVariant *variant = iod_variant(variants, number);
    if (done[number]) continue;
    done[number] = TRUE;
    const char *value = series->by != NULL ? value_by(variant, series->by) : NULL;
    gpointer found = NULL;
    if (value == NULL) {
      series->none = TRUE;
      variant->series = G_MAXUINT;
    } else if (g_hash_table_lookup_extended(known, value, NULL, &found)) {
      variant->series = GPOINTER_TO_UINT(found);
    } else {
      variant->series = series->names->len;
      g_hash_table_insert(known, (gpointer)(gsize)value, GUINT_TO_POINTER(variant->series));
      g_ptr_array_add(series->names, g_strdup(value));
    }
  }
  if (series->none) g_ptr_array_add(series->names, series->by != NULL ? g_strdup(NONE) : NULL);
}

static gboolean find_baseline(const IodSeries *series, const char *wanted, guint *baseline, GError **error) {
  *baseline = 0;
  if (wanted == NULL) return TRUE;
  for (; *baseline < series->names->len; (*baseline)++)
    if (g_strcmp0(g_ptr_array_index(series->names, *baseline), wanted) == 0) return TRUE;
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; series->by != NULL && i < series->names->len; i++)
    g_ptr_array_add(names, g_ptr_array_index(series->names, i));
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "--baseline %s: no series has this name", wanted);
  iod_suggest(message, wanted, names);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

/* Puts the baseline first and tells the variants where their series went. */
static void move_first(IodVariants *variants, IodSeries *series, guint baseline) {
  gpointer name = g_ptr_array_index(series->names, baseline);
  for (guint i = baseline; i > 0; i--) series->names->pdata[i] = series->names->pdata[i - 1];
  series->names->pdata[0] = name;
  for (guint i = 0; i < variants->variants->len; i++) {
    IodVariant *variant = iod_variant(variants, i);
    if (variant->series == G_MAXUINT) variant->series = series->names->len - 1;
    if (variant->series == baseline)
      variant->series = 0;
    else if (variant->series < baseline)
      variant->series++;
  }
}

gboolean iod_series_find(IodVariants *variants, const GArray *readings, const IodGrouping *grouping,
                         IodSeries *series, GError **error) {
  guint baseline = 0;
  *series = (IodSeries){.by = grouping->by != NULL ? grouping->by : "series"};
  if (grouping->by != NULL) {
    if (!iod_label_check(variants->dataset, grouping->by, "--by", error)) return FALSE;
  } else if (iod_names_find(&variants->names, "series") == 0) {
    if (!grouping->pool) return refuse_lone_input(variants, error);
    series->by = NULL;
  }
  series->names = g_ptr_array_new_with_free_func(g_free);
  number_series(variants, readings, series);
  if (!find_baseline(series, grouping->baseline, &baseline, error)) return FALSE;
  if (series->names->len > MOST_SERIES) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--by %s makes %u series; at most %d can be compared",
                series->by, series->names->len, MOST_SERIES);
    return FALSE;
  }
  move_first(variants, series, baseline);
  return TRUE;
}
