// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <string.h>

static IodObservation observation(const char *op, const char *metric, double value, const IodLabels *labels) {
  IodObservation result = {.test = "rr", .op = op, .value = value, .line = 12, .labels = labels};
  iod_metric_lookup(metric, &result.metric);
  return result;
}

static void observe(IodDataset *dataset, IodRun *run, const IodObservation *seen) {
  iod_sink_observe(iod_dataset_sink(dataset), run, seen);
}

static void test_empty(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  assert_int_equal(iod_dataset_size(dataset), 0);
  assert_int_equal(iod_dataset_key_count(dataset), 0);
  assert_int_equal(iod_dataset_run_count(dataset), 0);
  assert_int_equal(iod_dataset_warning_count(dataset), 0);
  iod_dataset_free(NULL);
}

static void test_entries(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodRun) run = iod_run_new("fio", "a.log");
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set_size(labels, "block_size", 4096);
  iod_sink_run(iod_dataset_sink(dataset), run);
  IodObservation seen = observation("read", "iops", 17900, labels);
  observe(dataset, run, &seen);
  seen.labels = NULL;
  seen.line = 0;
  seen.value = 0;
  observe(dataset, run, &seen);
  assert_int_equal(iod_dataset_size(dataset), 2);
  IodEntry entry = iod_dataset_entry(dataset, 0);
  assert_ptr_equal(entry.run, run);
  assert_int_equal(entry.run_index, 0);
  assert_true(entry.value == 17900);
  assert_int_equal(entry.line, 12);
  assert_string_equal(entry.key->tool, "fio");
  assert_string_equal(entry.key->test, "rr");
  assert_string_equal(entry.key->op, "read");
  assert_string_equal(entry.key->metric.name, "iops");
  assert_string_equal(entry.key->metric.unit, "1/s");
  assert_int_equal(entry.key->metric.better, IOD_BETTER_HIGHER);
  assert_string_equal(iod_labels_get(entry.key->labels, "block_size"), "4096");
  entry = iod_dataset_entry(dataset, 1);
  assert_non_null(entry.key->labels);
  assert_int_equal(iod_labels_count(entry.key->labels), 0);
  assert_int_equal(entry.key_index, 1);
  assert_ptr_equal(iod_dataset_key(dataset, 1), entry.key);
}

/* Nothing that was passed in is needed afterwards, and the same buffers may come back with another content.
 */
static void test_borrowed_only_for_the_call(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodLabels) labels = iod_labels_new();
  char test[8] = "one";
  char op[8] = "read";
  char metric[16] = "value_a";
  char unit[8] = "MB/s";
  IodObservation seen = {test, op, {metric, unit, IOD_BETTER_HIGHER}, 1, 1, labels};
  IodRun *run = iod_run_new("fio", "a.log");
  iod_labels_set(labels, "job", "1");
  observe(dataset, run, &seen);
  strcpy(test, "two");
  observe(dataset, run, &seen);
  iod_labels_set(labels, "job", "2");
  observe(dataset, run, &seen);
  strcpy(unit, "KB/s");
  observe(dataset, run, &seen);
  strcpy(op, "write");
  observe(dataset, run, &seen);
  strcpy(metric, "value_b");
  observe(dataset, run, &seen);
  seen.metric.better = IOD_BETTER_LOWER;
  observe(dataset, run, &seen);
  iod_run_unref(run);
  assert_int_equal(iod_dataset_key_count(dataset), 7);
  assert_string_equal(iod_dataset_key(dataset, 0)->test, "one");
  assert_string_equal(iod_labels_get(iod_dataset_key(dataset, 1)->labels, "job"), "1");
  assert_string_equal(iod_labels_get(iod_dataset_key(dataset, 2)->labels, "job"), "2");
  assert_string_equal(iod_dataset_key(dataset, 2)->metric.unit, "MB/s");
  assert_string_equal(iod_dataset_key(dataset, 6)->metric.name, "value_b");
  assert_string_equal(iod_dataset_run(dataset, 0)->source, "a.log");
}

static void test_runs_keep_the_order_of_their_beginning(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  IodSink *sink = iod_dataset_sink(dataset);
  g_autoptr(IodRun) first = iod_run_new("dd", "a");
  g_autoptr(IodRun) failed = iod_run_new("dd", "b");
  g_autoptr(IodRun) late = iod_run_new("dd", "c");
  failed->failure = g_strdup("No space left on device");
  IodObservation seen = observation("-", "bandwidth", 1, NULL);
  iod_sink_run(sink, first);
  iod_sink_run(sink, failed);
  observe(dataset, late, &seen); /* not announced: its first observation tells it */
  observe(dataset, first, &seen);
  iod_sink_run(sink, first); /* told twice, once more as a failure might be */
  iod_sink_run(sink, late);
  assert_int_equal(iod_dataset_run_count(dataset), 3);
  assert_ptr_equal(iod_dataset_run(dataset, 0), first);
  assert_ptr_equal(iod_dataset_run(dataset, 1), failed);
  assert_ptr_equal(iod_dataset_run(dataset, 2), late);
  assert_int_equal(iod_dataset_entry(dataset, 0).run_index, 2);
  assert_int_equal(iod_dataset_entry(dataset, 1).run_index, 0);
}

/* Over several blocks, with keys and runs coming and going. */
static void test_many(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  static const char *const metrics[] = {"iops", "bandwidth", "lat_mean"};
  const guint n_runs = 50;
  const guint per_run = 2500;
  for (guint r = 0; r < n_runs; r++) {
    g_autoptr(IodRun) run = iod_run_new("iozone", "x");
    for (guint i = 0; i < per_run; i++) {
      g_autoptr(IodLabels) labels = iod_labels_new();
      iod_labels_set_size(labels, "block_size", 1U << (i % 10));
      IodObservation seen = observation(i % 2 != 0 ? "read" : "write", metrics[i % 3], r * 1e6 + i, labels);
      seen.line = i + 1;
      observe(dataset, run, &seen);
    }
  }
  assert_int_equal(iod_dataset_size(dataset), n_runs * per_run);
  assert_int_equal(iod_dataset_run_count(dataset), n_runs);
  assert_int_equal(iod_dataset_key_count(dataset), 30);
  for (guint at = 0; at < n_runs * per_run; at++) {
    IodEntry entry = iod_dataset_entry(dataset, at);
    guint i = at % per_run;
    guint r = at / per_run;
    assert_int_equal(entry.run_index, r);
    assert_true(entry.value == r * 1e6 + i);
    assert_int_equal(entry.line, i + 1);
    assert_string_equal(entry.key->metric.name, metrics[i % 3]);
    assert_int_equal(entry.key_index, i % 30); /* the pattern repeats every 30 */
  }
}

static void test_labels_of_the_run_win(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodRun) run = iod_run_new("fio", "a.log");
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "rw", "read");
  iod_labels_set(labels, "iodepth", "1");
  iod_labels_set(run->labels, "iodepth", "32");
  iod_labels_set(run->labels, "volume", "jiva");
  IodObservation seen = observation("read", "iops", 1, labels);
  observe(dataset, run, &seen);
  const IodKey *key = iod_dataset_key(dataset, 0);
  assert_string_equal(iod_label_of(key, run, "rw"), "read");
  assert_string_equal(iod_label_of(key, run, "iodepth"), "32");
  assert_string_equal(iod_label_of(key, run, "volume"), "jiva");
  assert_null(iod_label_of(key, run, "config"));
}

static void test_warnings_are_copied(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  char message[] = "the log ends early";
  IodWarning warning = {.code = "cut", .message = message, .source = "a.log", .line = 7};
  iod_sink_warn(iod_dataset_sink(dataset), &warning);
  memset(message, 'x', sizeof message - 1);
  warning = (IodWarning){.code = "noisy", .message = "", .row = "dd bs=64k", .series = "jiva"};
  iod_sink_warn(iod_dataset_sink(dataset), &warning);
  assert_int_equal(iod_dataset_warning_count(dataset), 2);
  const IodWarning *first = iod_dataset_warning(dataset, 0);
  assert_string_equal(first->code, "cut");
  assert_string_equal(first->message, "the log ends early");
  assert_string_equal(first->source, "a.log");
  assert_int_equal(first->line, 7);
  assert_null(first->row);
  assert_null(first->series);
  const IodWarning *second = iod_dataset_warning(dataset, 1);
  assert_string_equal(second->message, "");
  assert_null(second->source);
  assert_string_equal(second->row, "dd bs=64k");
  assert_string_equal(second->series, "jiva");
}

/* A sink need not take everything. */
static void test_deaf_sink(void **state) {
  (void)state;
  IodSink deaf = {NULL, NULL, NULL};
  g_autoptr(IodRun) run = iod_run_new("dd", "-");
  IodObservation seen = observation("-", "bandwidth", 1, NULL);
  IodWarning warning = {.code = "cut", .message = "x"};
  iod_sink_run(&deaf, run);
  iod_sink_observe(&deaf, run, &seen);
  iod_sink_warn(&deaf, &warning);
  assert_null(run->id);
  assert_true(run->complete);
  assert_null(run->failure);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_entries),
      cmocka_unit_test(test_borrowed_only_for_the_call),
      cmocka_unit_test(test_runs_keep_the_order_of_their_beginning),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_labels_of_the_run_win),
      cmocka_unit_test(test_warnings_are_copied),
      cmocka_unit_test(test_deaf_sink),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
