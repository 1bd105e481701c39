// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

/* Labels by numbers, of a key or of a run. */
typedef struct {
  GArray *all;    /* of IodPair */
  GArray *starts; /* guint: where the next one's begin */
} Lists;

static int by_name(gconstpointer a, gconstpointer b) {
  guint left = ((const IodPair *)a)->name, right = ((const IodPair *)b)->name;
  return (left > right) - (left < right);
}

static void lists_init(Lists *lists) {
  lists->all = g_array_new(FALSE, FALSE, sizeof(IodPair));
  lists->starts = g_array_new(FALSE, TRUE, sizeof(guint));
  g_array_set_size(lists->starts, 1);
}

static void lists_clear(Lists *lists) {
  g_array_unref(lists->all);
  g_array_unref(lists->starts);
}

static void lists_add(Lists *lists, IodVariants *variants, const IodLabels *labels) {
  guint start = lists->all->len;
  for (guint i = 0; i < iod_labels_count(labels); i++) {
    IodLabel label = iod_labels_at(labels, i);
    IodPair pair = {iod_names_number(&variants->names, label.name),
                    iod_names_number(&variants->values, label.value)};
    g_array_append_val(lists->all, pair);
  }
  guint end = lists->all->len;
  if (end > start) qsort(&g_array_index(lists->all, IodPair, start), end - start, sizeof(IodPair), by_name);
  g_array_append_val(lists->starts, end);
}

static const IodPair *list_of(const Lists *lists, guint index, guint *n) {
  guint start = g_array_index(lists->starts, guint, index);
  *n = g_array_index(lists->starts, guint, index + 1) - start;
  return &g_array_index(lists->all, IodPair, start);
}

/* The labels of an observation and of its run together; the run's win. */
static void merge_pairs(GArray *into, const IodPair *own, guint n_own, const IodPair *runs, guint n_runs) {
  guint i = 0, j = 0;
  while (i < n_own || j < n_runs) {
    gboolean from_run = i == n_own || (j < n_runs && runs[j].name <= own[i].name);
    if (from_run && i < n_own && own[i].name == runs[j].name) i++;
    g_array_append_vals(into, from_run ? &runs[j++] : &own[i++], 1);
  }
}

/* The numbers of runs whose labels are equal are equal. Free it. */
static guint *number_runs(IodVariants *variants, Lists *lists) {
  guint runs = iod_dataset_run_count(variants->dataset);
  guint *numbers = g_new(guint, runs + 1);
  g_autoptr(GHashTable) known = g_hash_table_new(iod_labels_hash, iod_labels_equal);
  for (guint i = 0; i < runs; i++) {
    IodLabels *labels = iod_dataset_run(variants->dataset, i)->labels;
    gpointer found = NULL;
    if (!g_hash_table_lookup_extended(known, labels, NULL, &found)) {
      found = GUINT_TO_POINTER(g_hash_table_size(known));
      g_hash_table_insert(known, labels, found);
      lists_add(lists, variants, labels);
    }
    numbers[i] = GPOINTER_TO_UINT(found);
  }
  return numbers;
}

/* Which scope and which metric a key belongs to. */
typedef struct {
  guint scope, metric;
} Place;

static Place *number_keys(IodVariants *variants, Lists *lists) {
  guint keys = iod_dataset_key_count(variants->dataset);
  Place *places = g_new(Place, keys + 1);
  IodNames texts;
  iod_names_init(&texts);
  g_autoptr(IodTuples) scopes = iod_tuples_new();
  g_autoptr(IodTuples) metrics = iod_tuples_new();
  for (guint i = 0; i < keys; i++) {
    const IodKey *key = iod_dataset_key(variants->dataset, i);
    guint scope[] = {iod_names_number(&texts, key->tool), iod_names_number(&texts, key->test),
                     iod_names_number(&texts, key->op)};
    guint metric[] = {iod_names_number(&texts, key->metric.name), iod_names_number(&texts, key->metric.unit),
                      key->metric.better};
    places[i] =
        (Place){iod_tuples_number(scopes, scope, 3, NULL), iod_tuples_number(metrics, metric, 3, NULL)};
    lists_add(lists, variants, key->labels);
  }
  variants->scopes = iod_tuples_count(scopes);
  variants->metrics = iod_tuples_count(metrics);
  iod_names_clear(&texts);
  return places;
}

static void add_variant(IodVariants *variants, const IodEntry *entry, Place place, const Lists *of_keys,
                        const Lists *of_runs, guint run_number) {
  guint n_own = 0, n_runs = 0;
  const IodPair *own = list_of(of_keys, entry->key_index, &n_own);
  const IodPair *runs = list_of(of_runs, run_number, &n_runs);
  IodVariant variant = {.key = entry->key,
                        .run = entry->run,
                        .scope = place.scope,
                        .metric = place.metric,
                        .pairs = variants->pairs->len};
  merge_pairs(variants->pairs, own, n_own, runs, n_runs);
  variant.n_pairs = variants->pairs->len - variant.pairs;
  g_array_append_val(variants->variants, variant);
}

void iod_variants_init(IodVariants *variants, const IodDataset *dataset) {
  Lists of_keys, of_runs;
  *variants = (IodVariants){.dataset = dataset};
  iod_names_init(&variants->names);
  iod_names_init(&variants->values);
  variants->pairs = g_array_new(FALSE, FALSE, sizeof(IodPair));
  variants->variants = g_array_new(FALSE, FALSE, sizeof(IodVariant));
  variants->of_entry = g_array_sized_new(FALSE, FALSE, sizeof(guint), iod_dataset_size(dataset));
  lists_init(&of_keys);
  lists_init(&of_runs);
  g_autofree guint *runs = number_runs(variants, &of_runs);
  g_autofree Place *places = number_keys(variants, &of_keys);
  g_autoptr(IodTuples) known = iod_tuples_new();
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    guint pair[] = {entry.key_index, runs[entry.run_index]};
    gboolean fresh = FALSE;
    guint number = iod_tuples_number(known, pair, 2, &fresh);
    if (fresh) add_variant(variants, &entry, places[entry.key_index], &of_keys, &of_runs, pair[1]);
    g_array_append_val(variants->of_entry, number);
  }
  lists_clear(&of_keys);
  lists_clear(&of_runs);
}

void iod_variants_clear(IodVariants *variants) {
  iod_names_clear(&variants->names);
  iod_names_clear(&variants->values);
  g_clear_pointer(&variants->pairs, g_array_unref);
  g_clear_pointer(&variants->variants, g_array_unref);
  g_clear_pointer(&variants->of_entry, g_array_unref);
}

IodVariant *iod_variant(const IodVariants *variants, guint index) {
  return &g_array_index(variants->variants, IodVariant, index);
}

const IodPair *iod_variant_pairs(const IodVariants *variants, const IodVariant *variant) {
  return &g_array_index(variants->pairs, IodPair, variant->pairs);
}

guint iod_variant_value(const IodVariants *variants, const IodVariant *variant, guint name) {
  const IodPair *pairs = iod_variant_pairs(variants, variant);
  for (guint i = 0; name != 0 && i < variant->n_pairs; i++)
    if (pairs[i].name == name) return pairs[i].value;
  return 0;
}
