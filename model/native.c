// SPDX-License-Identifier: GPL-3.0-or-later
/* The native JSON, written: {"schema", "runs": [RUN…]}. */
#include "model/model.h"

/* A string, or null. Text is UTF-8 by contract; should some not be, it is mended rather than lost. */
static json_t *text_or_null(const char *text) {
  if (text == NULL) return json_null();
  json_t *string = json_string(text);
  if (string != NULL) return string;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  return json_string(valid);
}

static json_t *from_labels(const IodLabels *labels) {
  json_t *object = json_object();
  for (guint i = 0; i < iod_labels_count(labels); i++) {
    IodLabel label = iod_labels_at(labels, i);
    g_autofree char *name = g_utf8_make_valid(label.name, -1);
    json_object_set_new(object, name, text_or_null(label.value));
  }
  return object;
}

/* Unit and direction are written where the reader could not know them from the metric's name. */
static json_t *from_entry(const IodEntry *entry) {
  const IodMetric *metric = &entry->key->metric;
  json_t *object = json_object();
  json_object_set_new(object, "test", text_or_null(entry->key->test));
  json_object_set_new(object, "op", text_or_null(entry->key->op));
  json_object_set_new(object, "metric", text_or_null(metric->name));
  IodMetric known;
  if (!iod_metric_lookup(metric->name, &known) || !g_str_equal(metric->unit, known.unit) ||
      metric->better != known.better) {
    json_object_set_new(object, "unit", text_or_null(metric->unit));
    json_object_set_new(object, "better", json_string(iod_better_name(metric->better)));
  }
  json_object_set_new(object, "value", json_real(entry->value));
  json_object_set_new(object, "line", entry->line != 0 ? json_integer(entry->line) : json_null());
  json_object_set_new(object, "labels", from_labels(entry->key->labels));
  return object;
}

static json_t *from_histogram(const IodHistogram *histogram) {
  json_t *counts = json_array();
  for (guint i = 0; i < histogram->counts->len; i++) {
    const IodBucket *bucket = &g_array_index(histogram->counts, IodBucket, i);
    json_t *pair = json_array();
    json_array_append_new(pair, json_integer((json_int_t)bucket->index));
    json_array_append_new(pair, json_integer((json_int_t)bucket->count));
    json_array_append_new(counts, pair);
  }
  json_t *object = json_object();
  json_object_set_new(object, "op", text_or_null(histogram->op));
  json_object_set_new(object, "metric", text_or_null(histogram->metric));
  json_object_set_new(object, "unit", text_or_null(histogram->unit));
  json_object_set_new(object, "precision_bits", json_integer(histogram->precision_bits));
  json_object_set_new(object, "counts", counts);
  return object;
}

static void set_facts(json_t *object, const IodRun *run) {
  json_object_set_new(object, "id", text_or_null(run->id));
  json_object_set_new(object, "tool", text_or_null(run->tool));
  json_object_set_new(object, "version", text_or_null(run->version));
  json_object_set_new(object, "source", text_or_null(run->source));
  json_object_set_new(object, "line", run->line != 0 ? json_integer(run->line) : json_null());
  if (run->heading != NULL) json_object_set_new(object, "heading", text_or_null(run->heading));
  json_object_set_new(object, "start", text_or_null(run->start));
  json_object_set_new(object, "session", text_or_null(run->session));
  json_object_set_new(object, "complete", json_boolean(run->complete));
  if (run->failure != NULL) json_object_set_new(object, "failure", text_or_null(run->failure));
  json_object_set_new(object, "facts", from_labels(run->facts));
  json_object_set_new(object, "labels", from_labels(run->labels));
}

json_t *iod_native_from_run(const IodDataset *dataset, guint run_index, const GArray *entries) {
  const IodRun *run = iod_dataset_run(dataset, run_index);
  json_t *object = json_object();
  set_facts(object, run);
  json_t *observations = json_array();
  for (guint i = 0; entries != NULL && i < entries->len; i++) {
    IodEntry entry = iod_dataset_entry(dataset, g_array_index(entries, guint, i));
    json_array_append_new(observations, from_entry(&entry));
  }
  json_object_set_new(object, "observations", observations);
  if (run->histograms != NULL) {
    json_t *histograms = json_array();
    for (guint i = 0; i < run->histograms->len; i++) {
      json_array_append_new(histograms, from_histogram(run->histograms->pdata[i]));
    }
    json_object_set_new(object, "histograms", histograms);
  }
  if (run->series != NULL) json_object_set(object, "series", run->series);
  return object;
}

static void free_entries(gpointer entries) {
  g_array_unref(entries);
}

json_t *iod_native_from_dataset(const IodDataset *dataset, const char *schema, json_t *head) {
  g_autoptr(GPtrArray) by_run = g_ptr_array_new_with_free_func(free_entries);
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) {
    g_ptr_array_add(by_run, g_array_new(FALSE, FALSE, sizeof(guint)));
  }
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    GArray *entries = by_run->pdata[iod_dataset_entry(dataset, i).run_index];
    g_array_append_val(entries, i);
  }
  json_t *runs = json_array();
  for (guint i = 0; i < by_run->len; i++) {
    json_array_append_new(runs, iod_native_from_run(dataset, i, by_run->pdata[i]));
  }
  json_t *root = json_object();
  json_object_set_new(root, "schema", json_string(schema));
  if (head != NULL) json_object_update_missing(root, head);
  json_object_set_new(root, "runs", runs);
  return root;
}
