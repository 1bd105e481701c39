// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <math.h>
#include <string.h>

/* ---- Random datasets
 * --------------------------------------------------------------------------------------- */

static const char *const odd_texts[] = {
    "",
    "plain",
    "with \"quotes\"",
    "back\\slash",
    "line\nfeed\r\t",
    "a;b=c%d,e",
    "µ ∆ 漢字 🙂",
    "\x01\x1f\x7f",
    "/slash/",
    "{\"a\":[1.50,2e5]}",
    "-1.50",
    "1.0000000",
    "null",
};

static const char *odd(GRand *rand) {
  return odd_texts[g_rand_int_range(rand, 0, G_N_ELEMENTS(odd_texts))];
}

/* "" is no name, so that the name of a test or metric is always one of the others. */
static const char *odd_name(GRand *rand) {
  return odd_texts[g_rand_int_range(rand, 1, G_N_ELEMENTS(odd_texts))];
}

static double random_value(GRand *rand) {
  switch (g_rand_int_range(rand, 0, 5)) {
  case 0:
    return g_rand_int(rand);
  case 1:
    return 0;
  case 2:
    return g_rand_double(rand);
  case 3:
    return ldexp(g_rand_int(rand), g_rand_int_range(rand, 0, 60)); /* whole, beyond 2^53 too */
  default:
    return g_rand_double_range(rand, 1, 10) * pow(10, g_rand_int_range(rand, -300, 300));
  }
}

static void random_labels(GRand *rand, IodLabels *labels) {
  int count = g_rand_int_range(rand, 0, 4);
  for (int i = 0; i < count; i++) iod_labels_set(labels, odd(rand), odd(rand));
}

static char *sometimes(GRand *rand, const char *text) {
  return g_rand_boolean(rand) ? g_strdup(text) : NULL;
}

static IodRun *random_run(GRand *rand, guint number) {
  IodRun *run = iod_run_new(odd_name(rand), odd(rand));
  run->id = g_strdup_printf("%u%s", number, odd(rand));
  run->version = sometimes(rand, odd(rand));
  run->start = sometimes(rand, "2026-11-02T10:11:12-00:00");
  run->session = sometimes(rand, odd(rand));
  run->failure = sometimes(rand, odd_name(rand));
  run->heading = sometimes(rand, odd(rand));
  run->line = g_rand_boolean(rand) ? g_rand_int(rand) : 0;
  run->complete = g_rand_boolean(rand);
  random_labels(rand, run->facts);
  random_labels(rand, run->labels);
  if (g_rand_boolean(rand)) {
    IodHistogram *histogram = iod_histogram_new("read", "lat", "s", (guint)g_rand_int_range(rand, 0, 12));
    IodBucket bucket = {g_rand_int(rand), 1};
    for (int i = 0; i < 20; i++) {
      bucket.count = (guint64)g_rand_int(rand) << g_rand_int_range(rand, 0, 31);
      g_array_append_val(histogram->counts, bucket);
      bucket.index += (guint64)g_rand_int_range(rand, 1, 1000);
    }
    iod_run_add_histogram(run, histogram);
  }
  if (g_rand_boolean(rand)) {
    run->series = json_pack("[{s:s, s:[f, f, i]}]", "metric", "iops", "values", random_value(rand), 0.1, 3);
  }
  return run;
}

static void random_dataset(GRand *rand, IodDataset *dataset) {
  static const char *const metrics[] = {"iops", "bandwidth", "clat_p99.9", "lat_mean", "duration"};
  IodSink *sink = iod_dataset_sink(dataset);
  guint runs = (guint)g_rand_int_range(rand, 0, 6);
  for (guint r = 1; r <= runs; r++) {
    g_autoptr(IodRun) run = random_run(rand, r);
    iod_sink_run(sink, run);
    int count = g_rand_int_range(rand, 0, 12);
    for (int i = 0; i < count; i++) {
      g_autoptr(IodLabels) labels = iod_labels_new();
      random_labels(rand, labels);
      IodObservation seen = {
          .test = odd(rand), .op = odd(rand), .value = random_value(rand), .labels = labels};
      seen.line = g_rand_boolean(rand) ? g_rand_int(rand) : 0;
      if (g_rand_boolean(rand)) {
        iod_metric_lookup(metrics[g_rand_int_range(rand, 0, G_N_ELEMENTS(metrics))], &seen.metric);
      } else {
        seen.metric = (IodMetric){odd_name(rand), odd(rand), (IodBetter)g_rand_int_range(rand, 0, 4)};
        if (g_rand_boolean(rand)) seen.value = -seen.value;
      }
      iod_sink_observe(sink, run, &seen);
    }
  }
}

/* ---- Equality
 * ----------------------------------------------------------------------------------------------- */

static void assert_same_text(const char *a, const char *b) {
  if (g_strcmp0(a, b) != 0) fail_msg("\"%s\" is not \"%s\"", a != NULL ? a : "NULL", b != NULL ? b : "NULL");
}

static void assert_same_histograms(const GPtrArray *a, const GPtrArray *b) {
  assert_int_equal(a != NULL, b != NULL);
  for (guint i = 0; a != NULL && i < a->len; i++) {
    const IodHistogram *left = a->pdata[i];
    const IodHistogram *right = b->pdata[i];
    assert_same_text(left->op, right->op);
    assert_same_text(left->metric, right->metric);
    assert_same_text(left->unit, right->unit);
    assert_int_equal(left->precision_bits, right->precision_bits);
    assert_int_equal(left->counts->len, right->counts->len);
    assert_memory_equal(left->counts->data, right->counts->data, left->counts->len * sizeof(IodBucket));
  }
}

static void assert_same_run(const IodRun *a, const IodRun *b) {
  assert_same_text(a->tool, b->tool);
  assert_same_text(a->id, b->id);
  assert_same_text(a->source, b->source);
  assert_same_text(a->version, b->version);
  assert_same_text(a->start, b->start);
  assert_same_text(a->session, b->session);
  assert_same_text(a->failure, b->failure);
  assert_same_text(a->heading, b->heading);
  assert_int_equal(a->line, b->line);
  assert_int_equal(a->complete, b->complete);
  assert_true(iod_labels_equal(a->facts, b->facts));
  assert_true(iod_labels_equal(a->labels, b->labels));
  assert_same_histograms(a->histograms, b->histograms);
  assert_int_equal(a->series != NULL, b->series != NULL);
  if (a->series != NULL) { /* as text: a whole real comes back as an integer */
    g_autofree char *left = iod_json_text(a->series, JSON_COMPACT);
    g_autofree char *right = iod_json_text(b->series, JSON_COMPACT);
    assert_string_equal(left, right);
  }
}

/* The entries of a dataset in the order of their runs: a document holds them run by run. */
static void assert_same_datasets(const IodDataset *a, const IodDataset *b) {
  assert_int_equal(iod_dataset_run_count(a), iod_dataset_run_count(b));
  for (guint i = 0; i < iod_dataset_run_count(a); i++)
    assert_same_run(iod_dataset_run(a, i), iod_dataset_run(b, i));
  assert_int_equal(iod_dataset_size(a), iod_dataset_size(b));
  for (guint i = 0; i < iod_dataset_size(a); i++) {
    IodEntry left = iod_dataset_entry(a, i);
    IodEntry right = iod_dataset_entry(b, i);
    assert_int_equal(left.run_index, right.run_index);
    assert_same_text(left.key->tool, right.key->tool);
    assert_same_text(left.key->test, right.key->test);
    assert_same_text(left.key->op, right.key->op);
    assert_same_text(left.key->metric.name, right.key->metric.name);
    assert_same_text(left.key->metric.unit, right.key->metric.unit);
    assert_int_equal(left.key->metric.better, right.key->metric.better);
    assert_true(iod_labels_equal(left.key->labels, right.key->labels));
    assert_int_equal(left.line, right.line);
    assert_memory_equal(&left.value, &right.value, sizeof(double));
  }
}

static json_t *parse(const char *text) {
  json_error_t trouble;
  json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &trouble);
  if (root == NULL) fail_msg("%s in: %s", trouble.text, text);
  return root;
}

static void read_all(const char *text, IodDataset *into) {
  g_autoptr(GError) error = NULL;
  json_t *root = parse(text);
  assert_true(iod_native_is_ours(root));
  if (!iod_native_read(root, "file.json", 1, iod_dataset_sink(into), &error)) fail_msg("%s", error->message);
  json_decref(root);
}

/* ---- Round trips
 * -------------------------------------------------------------------------------------------- */

static void test_random_round_trips(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(1234567);
  static const size_t flags[] = {JSON_COMPACT, JSON_INDENT(2), JSON_SORT_KEYS, JSON_ENSURE_ASCII};
  for (guint round = 0; round < 400; round++) {
    g_autoptr(IodDataset) dataset = iod_dataset_new();
    random_dataset(rand, dataset);
    json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_RESULTS, NULL);
    g_autofree char *text = iod_json_text(root, flags[round % G_N_ELEMENTS(flags)]);
    g_autoptr(IodDataset) again = iod_dataset_new();
    read_all(text, again);
    assert_same_datasets(dataset, again);
    json_t *twice = iod_native_from_dataset(again, IOD_SCHEMA_RESULTS, NULL);
    g_autofree char *same = iod_json_text(twice, flags[round % G_N_ELEMENTS(flags)]);
    assert_string_equal(text, same);
    json_decref(twice);
    json_decref(root);
  }
}

static void fill(IodDataset *dataset) {
  g_autoptr(IodRun) run = iod_run_new("fio", "a.log");
  run->id = g_strdup("1");
  run->version = g_strdup("3.33");
  iod_labels_set(run->labels, "volume", "jiva");
  IodObservation seen = {.test = "rr", .op = "read", .value = 17900.25, .line = 12};
  iod_metric_lookup("iops", &seen.metric);
  iod_sink_observe(iod_dataset_sink(dataset), run, &seen);
  seen.metric = (IodMetric){"watts", "W", IOD_BETTER_LOWER};
  seen.line = 0;
  seen.value = 2;
  iod_sink_observe(iod_dataset_sink(dataset), run, &seen);
}

/* Others' scripts read this: the form is promised. */
static void test_form_of_a_document(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  fill(dataset);
  json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_RESULTS, NULL);
  g_autofree char *text = iod_json_text(root, JSON_COMPACT);
  assert_string_equal(
      text,
      "{\"schema\":\"iodelta.results/1\",\"runs\":[{\"id\":\"1\",\"tool\":\"fio\",\"version\":\"3.33\","
      "\"source\":\"a.log\",\"line\":1,\"start\":null,\"session\":null,\"complete\":true,\"facts\":{},"
      "\"labels\":{\"volume\":\"jiva\"},\"observations\":["
      "{\"test\":\"rr\",\"op\":\"read\",\"metric\":\"iops\",\"value\":17900.25,\"line\":12,\"labels\":{}},"
      "{\"test\":\"rr\",\"op\":\"read\",\"metric\":\"watts\",\"unit\":\"W\",\"better\":\"lower\",\"value\":2,"
      "\"line\":null,\"labels\":{}}]}]}");
  json_decref(root);
}

static void test_baseline_head(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  fill(dataset);
  json_t *head =
      json_pack("{s:s, s:s, s:s}", "created", "2026-11-02T10:00:00Z", "why", "new disk", "schema", "mine");
  json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_BASELINE, head);
  g_autofree char *text = iod_json_text(root, JSON_COMPACT);
  assert_true(g_str_has_prefix(text,
                               "{\"schema\":\"iodelta.baseline/1\",\"created\":\"2026-11-02T10:00:00Z\","
                               "\"why\":\"new disk\",\"runs\":[{"));
  assert_int_equal(json_object_size(head), 3);
  json_decref(head);
  json_decref(root);
  g_autoptr(IodDataset) again = iod_dataset_new();
  read_all(text, again);
  assert_same_datasets(dataset, again);
}

/* One run a line, "schema" inside. */
static void test_run_form(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  fill(dataset);
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < iod_dataset_size(dataset); i++) g_array_append_val(entries, i);
  json_t *run = iod_native_from_run(dataset, 0, entries);
  json_object_set_new(run, "schema", json_string(IOD_SCHEMA_RESULTS));
  g_autofree char *text = iod_json_text(run, JSON_COMPACT);
  assert_null(strchr(text, '\n'));
  json_decref(run);
  g_autoptr(IodDataset) again = iod_dataset_new();
  read_all(text, again);
  assert_same_datasets(dataset, again);
}

static void test_a_failed_run_survives(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodRun) run = iod_run_new("dd", "a.log");
  run->id = g_strdup("1");
  run->failure = g_strdup("No space left on device");
  run->complete = FALSE;
  iod_sink_run(iod_dataset_sink(dataset), run);
  json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_RESULTS, NULL);
  g_autofree char *text = iod_json_text(root, 0);
  json_decref(root);
  g_autoptr(IodDataset) again = iod_dataset_new();
  read_all(text, again);
  assert_same_datasets(dataset, again);
  assert_int_equal(iod_dataset_warning_count(again), 1);
  const IodWarning *warning = iod_dataset_warning(again, 0);
  assert_string_equal(warning->code, "failed_run");
  assert_string_equal(warning->source, "a.log");
  assert_non_null(strstr(warning->message, "No space left on device"));
}

/* ---- Documents of others
 * ------------------------------------------------------------------------------------ */

static void test_what_may_be_absent(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  read_all(
      "{\"schema\": \"iodelta.results/1\", \"new\": {}, \"runs\": ["
      "{\"tool\": \"mine\", \"colour\": 1, \"observations\": [{\"metric\": \"iops\", \"value\": 5, \"x\": "
      "[]}]},"
      "{\"tool\": \"mine\", \"complete\": null, \"version\": null, \"labels\": {\"size\": 4096, \"f\": 0.5, "
      "\"n\": null}, \"observations\": null, \"histograms\": null, \"series\": null}]}",
      dataset);
  assert_int_equal(iod_dataset_size(dataset), 1);
  IodEntry entry = iod_dataset_entry(dataset, 0);
  assert_string_equal(entry.key->test, "-");
  assert_string_equal(entry.key->op, "-");
  assert_int_equal(entry.line, 0);
  assert_string_equal(entry.run->source, "file.json");
  assert_int_equal(entry.run->line, 1);
  assert_string_equal(entry.run->id, "1");
  const IodRun *second = iod_dataset_run(dataset, 1);
  assert_string_equal(second->id, "2");
  assert_true(second->complete);
  assert_int_equal(iod_labels_count(second->labels), 2);
  assert_string_equal(iod_labels_get(second->labels, "size"), "4096");
  assert_string_equal(iod_labels_get(second->labels, "f"), "0.5");
  assert_int_equal(iod_dataset_warning_count(dataset), 0);
}

static void test_incomplete_runs_are_told(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  read_all("{\"schema\": \"iodelta.results/1\", \"tool\": \"iodelta\", \"id\": \"7\", \"complete\": false,"
           "\"observations\": []}",
           dataset);
  assert_int_equal(iod_dataset_run_count(dataset), 1);
  assert_int_equal(iod_dataset_warning_count(dataset), 1);
  assert_string_equal(iod_dataset_warning(dataset, 0)->code, "cut");
}

static void test_negative_values(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  read_all("{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": ["
           "{\"metric\": \"iops\", \"value\": -5, \"line\": 3}, {\"metric\": \"drift\", \"value\": -5}]}",
           dataset);
  assert_int_equal(iod_dataset_size(dataset), 1);
  assert_string_equal(iod_dataset_entry(dataset, 0).key->metric.name, "drift");
  assert_true(iod_dataset_entry(dataset, 0).value == -5);
  assert_int_equal(iod_dataset_warning_count(dataset), 1);
  assert_int_equal(iod_dataset_warning(dataset, 0)->line, 3);
}

/* What is refused, and how the message says where. */
static const struct {
  const char *text;
  const char *message;
} refused[] = {
    {"[]", "must be an object"},
    {"{}", "schema: is missing"},
    {"{\"schema\": 1}", "schema: must be a string"},
    {"{\"schema\": \"iodelta.results/2\", \"runs\": []}",
     "newer than what this iodelta reads (iodelta.results/1)"},
    {"{\"schema\": \"iodelta.baseline/17\", \"runs\": []}",
     "newer than what this iodelta reads (iodelta.baseline/1)"},
    {"{\"schema\": \"iodelta.results/99999999999999999999999\", \"runs\": []}", "newer"},
    {"{\"schema\": \"iodelta.results/\", \"runs\": []}", "holds no runs"},
    {"{\"schema\": \"iodelta.results/1.5\", \"runs\": []}", "holds no runs"},
    {"{\"schema\": \"iodelta.results/0\", \"runs\": []}", "holds no runs"},
    {"{\"schema\": \"iodelta.compare/1\", \"rows\": []}", "iodelta.compare/1 holds no runs"},
    {"{\"schema\": \"other/1\", \"runs\": []}", "other/1 holds no runs"},
    {"{\"schema\": \"line\\nend \\u001b[1m\"}", "schema: line end  [1m holds no runs"},
    {"{\"schema\": \"iodelta.results/1\"}", "neither \"runs\" nor \"observations\""},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": {}}", "runs: must be an array"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\"}, 4]}", "runs[1]: must be an object"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{}]}", "runs[0].tool: is missing"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"\"}]}", "runs[0].tool: is empty"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"id\": 1}]}",
     "runs[0].id: must be a string"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"line\": -1}]}",
     "runs[0].line: must be a whole"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"line\": 4294967296}]}",
     "from 0 to 4294967295"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"line\": 1.5}]}",
     "runs[0].line: must be a whole"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"complete\": 1}]}",
     "runs[0].complete: must be true or false"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"labels\": []}]}",
     "runs[0].labels: must be an object"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"facts\": {\"a\": {}}}]}",
     "runs[0].facts.a: must be a string"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"series\": {}}]}",
     "runs[0].series: must be an array"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"observations\": {}}]}",
     "runs[0].observations: must be an array"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [3]}",
     "observations[0]: must be an object"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [{\"value\": 3}]}",
     "observations[0].metric: is missing"},
    {"{\"schema\": \"iodelta.results/1\", \"runs\": [{\"tool\": \"x\", \"observations\": ["
     "{\"metric\": \"iops\", \"value\": 1}, {\"metric\": \"iops\", \"value\": \"1\"}]}]}",
     "runs[0].observations[1].value: must be a number"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [{\"metric\": \"iops\", "
     "\"value\": null}]}",
     "observations[0].value: must be a number"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [{\"metric\": \"iops\"}]}",
     "observations[0].value: must be a number"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [{\"metric\": \"m\", "
     "\"better\": \"up\", "
     "\"value\": 1}]}",
     "observations[0].better: must be higher, lower, neither or unknown"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [{\"metric\": \"iops\", "
     "\"value\": 1, "
     "\"labels\": {\"a\": true}}]}",
     "observations[0].labels.a: must be a string"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [], \"histograms\": "
     "[{\"metric\": \"lat\", "
     "\"precision_bits\": 31}]}",
     "histograms[0].precision_bits: must be a whole number from 0 to 30"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [], \"histograms\": "
     "[{\"metric\": \"lat\", "
     "\"counts\": [[1, 2], [3]]}]}",
     "histograms[0].counts: must be pairs"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [], \"histograms\": "
     "[{\"metric\": \"lat\", "
     "\"counts\": [[1, -2]]}]}",
     "histograms[0].counts: must be pairs"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [], \"histograms\": "
     "[{\"metric\": \"lat\", "
     "\"counts\": [[1, 2], [1, 2]]}]}",
     "histograms[0].counts: must rise"},
    {"{\"schema\": \"iodelta.results/1\", \"tool\": \"x\", \"observations\": [], \"histograms\": [7]}",
     "histograms[0]: must be an object"},
};

static void test_refusals(void **state) {
  (void)state;
  for (size_t i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autoptr(IodDataset) dataset = iod_dataset_new();
    g_autoptr(GError) error = NULL;
    json_t *root = parse(refused[i].text);
    if (iod_native_read(root, "f.json", 3, iod_dataset_sink(dataset), &error))
      fail_msg("%s", refused[i].text);
    assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_INPUT));
    if (strstr(error->message, refused[i].message) == NULL)
      fail_msg("%s: %s", refused[i].text, error->message);
    assert_null(strchr(error->message, '\n'));
    /* Not even what stood before the fault. */
    assert_int_equal(iod_dataset_run_count(dataset), 0);
    assert_int_equal(iod_dataset_size(dataset), 0);
    assert_int_equal(iod_dataset_warning_count(dataset), 0);
    json_decref(root);
  }
}

static void test_nul_in_strings(void **state) {
  (void)state;
  static const char text[] =
      "{\"schema\": \"iodelta.results/1\", \"tool\": \"x\\u0000y\", \"observations\": []}";
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(GError) error = NULL;
  json_t *root = json_loads(text, JSON_ALLOW_NUL, NULL);
  assert_non_null(root);
  assert_false(iod_native_read(root, "f.json", 1, iod_dataset_sink(dataset), &error));
  assert_string_equal(error->message, "tool: must not hold a NUL");
  json_decref(root);
}

/* Unknown members may be nested as deep as the JSON reader allows. */
static void test_depth(void **state) {
  (void)state;
  g_autofree char *open = g_strnfill(2000, '[');
  g_autofree char *shut = g_strnfill(2000, ']');
  g_autofree char *text =
      g_strconcat("{\"schema\": \"iodelta.results/1\", \"deep\": ", open, shut,
                  ", \"runs\": [{\"tool\": \"x\", \"series\": ", open + 10, shut + 10, "}]}", NULL);
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  read_all(text, dataset);
  json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_RESULTS, NULL);
  g_autofree char *again = iod_json_text(root, JSON_COMPACT);
  assert_non_null(again);
  assert_non_null(strstr(again, open + 10));
  json_decref(root);
}

static void test_is_ours(void **state) {
  (void)state;
  static const struct {
    const char *text;
    gboolean ours;
  } cases[] = {
      {"{\"schema\": \"iodelta.results/1\"}", TRUE}, {"{\"schema\": \"iodelta.results/9\"}", TRUE},
      {"{\"schema\": \"http://example\"}", FALSE},   {"{\"schema\": 1}", FALSE},
      {"{\"fio version\": \"fio-3.33\"}", FALSE},    {"[]", FALSE},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    json_t *root = parse(cases[i].text);
    assert_int_equal(iod_native_is_ours(root), cases[i].ours);
    json_decref(root);
  }
}

/* ---- Documents that were tampered with
 * ------------------------------------------------------------------------ */

static json_t *random_junk(GRand *rand) {
  switch (g_rand_int_range(rand, 0, 9)) {
  case 0:
    return json_null();
  case 1:
    return json_true();
  case 2:
    return json_integer(-1);
  case 3:
    return json_integer(G_MAXINT64);
  case 4:
    return json_real(-1.7976931348623157e308);
  case 5:
    return json_string("iodelta.results/1");
  case 6:
    return json_array();
  case 7:
    return json_object();
  default:
    return json_pack("[[{s:[i]}], n, s]", "runs", 1, "\n");
  }
}

/* Puts junk in the place of one node somewhere below root, or takes it away; goes down by chance. */
static void tamper(GRand *rand, json_t *root) {
  guint size = (guint)(json_is_object(root) ? json_object_size(root) : json_array_size(root));
  if (size == 0) return;
  guint chosen = (guint)g_rand_int_range(rand, 0, (gint32)size);
  if (json_is_array(root)) {
    json_t *child = json_array_get(root, chosen);
    if (json_is_array(child) || json_is_object(child))
      tamper(rand, child);
    else
      json_array_set_new(root, chosen, random_junk(rand));
    return;
  }
  void *iterator = json_object_iter(root);
  while (chosen-- > 0) iterator = json_object_iter_next(root, iterator);
  json_t *child = json_object_iter_value(iterator);
  g_autofree char *name = g_strdup(json_object_iter_key(iterator));
  gboolean deeper = (json_is_array(child) || json_is_object(child)) && g_rand_int_range(rand, 0, 4) != 0;
  if (deeper)
    tamper(rand, child);
  else if (g_rand_boolean(rand))
    json_object_set_new(root, name, random_junk(rand));
  else
    json_object_del(root, name);
}

static void test_tampered_documents(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(99);
  guint good = 0;
  guint bad = 0;
  for (guint round = 0; round < 600; round++) {
    g_autoptr(IodDataset) dataset = iod_dataset_new();
    random_dataset(rand, dataset);
    json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_RESULTS, NULL);
    tamper(rand, root);
    g_autoptr(IodDataset) again = iod_dataset_new();
    g_autoptr(GError) error = NULL;
    if (iod_native_read(root, "f.json", 1, iod_dataset_sink(again), &error)) {
      good++;
      assert_true(iod_dataset_size(again) <= iod_dataset_size(dataset));
      for (guint i = 0; i < iod_dataset_size(again); i++)
        assert_true(isfinite(iod_dataset_entry(again, i).value));
    } else {
      bad++;
      assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_INPUT));
      assert_int_equal(iod_dataset_size(again) + iod_dataset_run_count(again), 0);
    }
    json_decref(root);
  }
  assert_true(good > 100 && bad > 100); /* both ways were really gone */
}

/* ---- Rows of `parse`
 * ----------------------------------------------------------------------------------------- */

static gboolean read_row(IodNativeRows *rows, const char *text, guint32 line, GError **error) {
  json_t *root = parse(text);
  gboolean good = iod_native_rows_read(rows, root, "rows.ndjson", line, error);
  json_decref(root);
  return good;
}

static void test_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodNativeRows) rows = iod_native_rows_new(iod_dataset_sink(dataset));
  static const char *const lines[] = {
      "{\"tool\":\"fio\",\"test\":\"rr\",\"op\":\"read\",\"metric\":\"iops\",\"unit\":\"1/"
      "s\",\"better\":\"higher\","
      "\"value\":0.1,\"run\":\"1\",\"source\":\"a.log\",\"line\":4,\"labels\":{\"volume\":\"jiva\"}}",
      "{\"tool\":\"fio\",\"test\":\"rr\",\"op\":\"read\",\"metric\":\"watts\",\"unit\":\"W\",\"better\":"
      "\"lower\","
      "\"value\":5,\"run\":\"2\",\"source\":\"a.log\",\"line\":9,\"labels\":{}}",
      "{\"tool\":\"fio\",\"test\":\"rr\",\"op\":\"read\",\"metric\":\"lat_mean\",\"unit\":\"s\",\"better\":"
      "\"lower\","
      "\"value\":1e-05,\"run\":\"1\",\"source\":\"a.log\",\"line\":5,\"labels\":{}}",
      "{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":7,\"run\":\"1\",\"source\":\"a.log\"}",
      "{\"tool\":\"fio\",\"metric\":\"iops\",\"value\":7,\"run\":\"1\",\"source\":\"b.log\"}",
      "{\"tool\":\"fio\",\"metric\":\"iops\",\"value\":7}",
  };
  static const guint runs[] = {0, 1, 0, 2, 3, 4};
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++) {
    g_autoptr(GError) error = NULL;
    if (!read_row(rows, lines[i], i + 1, &error)) fail_msg("%s", error->message);
    assert_int_equal(iod_dataset_entry(dataset, i).run_index, runs[i]);
  }
  IodEntry first = iod_dataset_entry(dataset, 0);
  assert_true(first.value == 0.1);
  assert_int_equal(first.line, 4);
  assert_string_equal(first.run->source, "a.log");
  assert_string_equal(iod_label_of(first.key, first.run, "volume"), "jiva");
  assert_string_equal(iod_dataset_entry(dataset, 1).key->metric.unit, "W");
  assert_string_equal(iod_dataset_entry(dataset, 5).run->source, "rows.ndjson");
}

static void test_bad_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodNativeRows) rows = iod_native_rows_new(iod_dataset_sink(dataset));
  g_autoptr(GError) error = NULL;
  assert_false(read_row(rows, "{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":\"7\"}", 8, &error));
  assert_string_equal(error->message, "value: must be a number");
  g_clear_error(&error);
  assert_false(read_row(rows, "{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":7,\"run\":1}", 9, &error));
  assert_string_equal(error->message, "run: must be a string");
  g_clear_error(&error);
  assert_false(read_row(rows, "[]", 10, &error));
  assert_int_equal(iod_dataset_run_count(dataset), 0);
  g_clear_error(&error);
  assert_true(read_row(rows, "{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":7}", 11, &error));
  assert_false(read_row(rows, "{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":{}}", 12, &error));
  assert_int_equal(iod_dataset_size(dataset), 1);
}

static void test_is_row(void **state) {
  (void)state;
  static const struct {
    const char *text;
    gboolean row;
  } cases[] = {
      {"{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":7}", TRUE},
      {"{\"tool\":\"dd\",\"metric\":\"bandwidth\",\"value\":\"7\"}", FALSE},
      {"{\"tool\":\"dd\",\"metric\":\"bandwidth\"}", FALSE},
      {"{\"schema\":\"iodelta.results/1\",\"tool\":\"dd\",\"metric\":\"m\",\"value\":7}", FALSE},
      {"[]", FALSE},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    json_t *root = parse(cases[i].text);
    assert_int_equal(iod_native_is_row(root), cases[i].row);
    json_decref(root);
  }
}

/* ---- JSON as text
 * -------------------------------------------------------------------------------------------- */

static void test_text_leaves_strings_alone(void **state) {
  (void)state;
  json_t *root = json_pack("{s:s, s:[f, f, i, I, b, n], s:s}", "a\"1.50\\", "2.500 \\ \" 3.10", "n", 0.1,
                           -1e-7, -3, (json_int_t)G_MAXINT64, 1, "z\\", "");
  g_autofree char *text = iod_json_text(root, JSON_COMPACT);
  assert_string_equal(
      text, "{\"a\\\"1.50\\\\\":\"2.500 \\\\ \\\" 3.10\",\"n\":[0.1,-1e-07,-3,9223372036854775807,true,null],"
            "\"z\\\\\":\"\"}");
  json_decref(root);
  root = json_pack("{s:[f]}", "x", 2.5);
  g_autofree char *indented = iod_json_text(root, JSON_INDENT(2) | JSON_REAL_PRECISION(3));
  assert_string_equal(indented, "{\n  \"x\": [\n    2.5\n  ]\n}");
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_round_trips),
      cmocka_unit_test(test_form_of_a_document),
      cmocka_unit_test(test_baseline_head),
      cmocka_unit_test(test_run_form),
      cmocka_unit_test(test_a_failed_run_survives),
      cmocka_unit_test(test_what_may_be_absent),
      cmocka_unit_test(test_incomplete_runs_are_told),
      cmocka_unit_test(test_negative_values),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_nul_in_strings),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_is_ours),
      cmocka_unit_test(test_tampered_documents),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_bad_rows),
      cmocka_unit_test(test_is_row),
      cmocka_unit_test(test_text_leaves_strings_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
