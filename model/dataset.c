// SPDX-License-Identifier: GPL-3.0-or-later
/* Observations in memory. What repeats (tool, test, op, metric, labels) is kept once, as a key; what is left
 * of an observation is a record of 24 bytes, in blocks that never move. */
#include "model/model.h"

#include <string.h>

typedef struct {
  double value;
  guint32 key, run, line;
} Record;

G_STATIC_ASSERT(sizeof(Record) == 24);

#define BLOCK_BITS    15
#define BLOCK_RECORDS (1U << BLOCK_BITS)

struct IodDataset {
  IodSink sink; /* first: the sink's address is the dataset's */
  GPtrArray *blocks;
  guint size;
  GPtrArray *keys;       /* of IodKey */
  GHashTable *key_index; /* the same keys -> index */
  GStringChunk *strings; /* of the keys */
  GPtrArray *runs;       /* of IodRun */
  GHashTable *run_index; /* run -> index */
  GPtrArray *warnings;   /* of IodWarning */
  guint last_key;        /* of the latest observation: the next one often has the same */
  guint last_run;
};

static guint hash_key(gconstpointer data) {
  const IodKey *key = data;
  guint hash = g_str_hash(key->tool);
  hash = hash * 31 + g_str_hash(key->test);
  hash = hash * 31 + g_str_hash(key->op);
  hash = hash * 31 + g_str_hash(key->metric.name);
  return hash * 31 + iod_labels_hash(key->labels);
}

static gboolean same(const char *a, const char *b) {
  return a == b || strcmp(a, b) == 0;
}

static gboolean equal_keys(gconstpointer a, gconstpointer b) {
  const IodKey *left = a;
  const IodKey *right = b;
  return same(left->metric.name, right->metric.name) && same(left->op, right->op) &&
         same(left->test, right->test) && same(left->tool, right->tool) &&
         same(left->metric.unit, right->metric.unit) && left->metric.better == right->metric.better &&
         iod_labels_equal(left->labels, right->labels);
}

static void free_key(gpointer data) {
  IodKey *key = data;
  /* The dataset alone owns what the others see as const. */
  union {
    const IodLabels *shared;
    IodLabels *own;
  } labels = {key->labels};
  iod_labels_free(labels.own);
  g_free(key);
}

static guint add_key(IodDataset *dataset, const IodKey *key) {
  IodKey *copy = g_new0(IodKey, 1);
  copy->tool = g_string_chunk_insert_const(dataset->strings, key->tool);
  copy->test = g_string_chunk_insert_const(dataset->strings, key->test);
  copy->op = g_string_chunk_insert_const(dataset->strings, key->op);
  copy->metric.name = g_string_chunk_insert_const(dataset->strings, key->metric.name);
  copy->metric.unit = g_string_chunk_insert_const(dataset->strings, key->metric.unit);
  copy->metric.better = key->metric.better;
  copy->labels = iod_labels_copy(key->labels);
  guint index = dataset->keys->len;
  g_ptr_array_add(dataset->keys, copy);
  g_hash_table_insert(dataset->key_index, copy, GUINT_TO_POINTER(index));
  return index;
}

static guint find_key(IodDataset *dataset, const IodKey *key) {
  if (dataset->last_key < dataset->keys->len && equal_keys(key, dataset->keys->pdata[dataset->last_key])) {
    return dataset->last_key;
  }
  gpointer index = NULL;
  if (g_hash_table_lookup_extended(dataset->key_index, key, NULL, &index)) return GPOINTER_TO_UINT(index);
  return add_key(dataset, key);
}

static guint find_run(IodDataset *dataset, IodRun *run) {
  if (dataset->last_run < dataset->runs->len && dataset->runs->pdata[dataset->last_run] == run) {
    return dataset->last_run;
  }
  gpointer found = NULL;
  if (g_hash_table_lookup_extended(dataset->run_index, run, NULL, &found)) return GPOINTER_TO_UINT(found);
  guint index = dataset->runs->len;
  g_ptr_array_add(dataset->runs, iod_run_ref(run));
  g_hash_table_insert(dataset->run_index, run, GUINT_TO_POINTER(index));
  return index;
}

static void take_run(IodSink *self, IodRun *run) {
  IodDataset *dataset = (IodDataset *)self;
  dataset->last_run = find_run(dataset, run);
}

static void take_observation(IodSink *self, IodRun *run, const IodObservation *observation) {
  IodDataset *dataset = (IodDataset *)self;
  IodKey key = {run->tool, observation->test, observation->op, observation->metric, observation->labels};
  dataset->last_run = find_run(dataset, run);
  dataset->last_key = find_key(dataset, &key);
  guint within = dataset->size & (BLOCK_RECORDS - 1);
  if (within == 0) g_ptr_array_add(dataset->blocks, g_new(Record, BLOCK_RECORDS));
  Record *block = dataset->blocks->pdata[dataset->blocks->len - 1];
  block[within] = (Record){observation->value, dataset->last_key, dataset->last_run, observation->line};
  dataset->size++;
}

static void take_warning(IodSink *self, const IodWarning *warning) {
  g_ptr_array_add(((IodDataset *)self)->warnings, iod_warning_copy(warning));
}

static void unref_run(gpointer data) {
  iod_run_unref(data);
}

static void free_warning(gpointer data) {
  iod_warning_free(data);
}

IodDataset *iod_dataset_new(void) {
  IodDataset *dataset = g_new0(IodDataset, 1);
  dataset->sink = (IodSink){take_run, take_observation, take_warning};
  dataset->blocks = g_ptr_array_new_with_free_func(g_free);
  dataset->keys = g_ptr_array_new_with_free_func(free_key);
  dataset->key_index = g_hash_table_new(hash_key, equal_keys);
  dataset->strings = g_string_chunk_new(4096);
  dataset->runs = g_ptr_array_new_with_free_func(unref_run);
  dataset->run_index = g_hash_table_new(NULL, NULL);
  dataset->warnings = g_ptr_array_new_with_free_func(free_warning);
  return dataset;
}

void iod_dataset_free(IodDataset *dataset) {
  if (dataset == NULL) return;
  g_hash_table_unref(dataset->key_index);
  g_hash_table_unref(dataset->run_index);
  g_ptr_array_unref(dataset->blocks);
  g_ptr_array_unref(dataset->keys);
  g_ptr_array_unref(dataset->runs);
  g_ptr_array_unref(dataset->warnings);
  g_string_chunk_free(dataset->strings);
  g_free(dataset);
}

IodSink *iod_dataset_sink(IodDataset *dataset) {
  return &dataset->sink;
}

guint iod_dataset_size(const IodDataset *dataset) {
  return dataset->size;
}

IodEntry iod_dataset_entry(const IodDataset *dataset, guint index) {
  const Record *block = dataset->blocks->pdata[index >> BLOCK_BITS];
  const Record *record = &block[index & (BLOCK_RECORDS - 1)];
  return (IodEntry){dataset->keys->pdata[record->key],
                    record->key,
                    dataset->runs->pdata[record->run],
                    record->run,
                    record->value,
                    record->line};
}

guint iod_dataset_key_count(const IodDataset *dataset) {
  return dataset->keys->len;
}

const IodKey *iod_dataset_key(const IodDataset *dataset, guint index) {
  return dataset->keys->pdata[index];
}

guint iod_dataset_run_count(const IodDataset *dataset) {
  return dataset->runs->len;
}

IodRun *iod_dataset_run(const IodDataset *dataset, guint index) {
  return dataset->runs->pdata[index];
}

guint iod_dataset_warning_count(const IodDataset *dataset) {
  return dataset->warnings->len;
}

const IodWarning *iod_dataset_warning(const IodDataset *dataset, guint index) {
  return dataset->warnings->pdata[index];
}

const char *iod_label_of(const IodKey *key, const IodRun *run, const char *name) {
  const char *value = iod_labels_get(run->labels, name);
  return value != NULL ? value : iod_labels_get(key->labels, name);
}

void iod_sink_observe_entry(IodSink *sink, IodRun *run, const IodEntry *entry) {
  IodObservation observation = {.test = entry->key->test,
                                .op = entry->key->op,
                                .metric = entry->key->metric,
                                .value = entry->value,
                                .line = entry->line,
                                .labels = entry->key->labels};
  iod_sink_observe(sink, run, &observation);
}

static gint compare_lines(gconstpointer a, gconstpointer b, gpointer dataset) {
  guint first = *(const guint *)a, second = *(const guint *)b;
  guint32 line_a = iod_dataset_run(dataset, first)->line, line_b = iod_dataset_run(dataset, second)->line;
  if (line_a != line_b) return line_a < line_b ? -1 : 1;
  return first < second ? -1 : first > second;
}

GArray *iod_dataset_runs_by_line(const IodDataset *dataset) {
  GArray *order = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) g_array_append_val(order, i);
  g_array_sort_with_data(order, compare_lines, (gpointer)(gsize)dataset);
  return order;
}
