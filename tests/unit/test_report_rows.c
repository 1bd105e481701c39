// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "report/report.h"

#include <string.h>

/* Where the writer under test writes to. */
typedef struct {
  GString *text;
  guint calls;
  guint fail_at; /* the call that fails, from 1; 0: none */
  guint runs, warnings;
} Target;

static gboolean take(gpointer user, const char *data, gsize length, GError **error) {
  Target *target = user;
  target->calls++;
  if (target->calls == target->fail_at) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "no space left (call %u)", target->calls);
    return FALSE;
  }
  g_string_append_len(target->text, data, (gssize)length);
  return TRUE;
}

static IodRun *new_run(const char *tool, const char *source) {
  IodRun *run = iod_run_new(tool, source);
  run->id = g_strdup("1");
  return run;
}

/* Writes one observation and gives the text. */
static char *write_one(IodFormat format, IodRun *run, const IodObservation *observation) {
  Target target = {.text = g_string_new(NULL)};
  g_autoptr(IodRowsWriter) writer = iod_rows_writer_new(format, take, &target, NULL);
  iod_sink_run(iod_rows_writer_sink(writer), run);
  iod_sink_observe(iod_rows_writer_sink(writer), run, observation);
  assert_true(iod_rows_writer_flush(writer, NULL));
  return g_string_free(target.text, FALSE);
}

static void test_ndjson(void **state) {
  (void)state;
  g_autoptr(IodRun) run = new_run("dd", "hostpath/a.log");
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set_size(labels, "block_size", 65536);
  iod_labels_set(labels, "volume", "the log's");
  iod_labels_set(run->labels, "config", "1c-2gb");
  iod_labels_set(run->labels, "volume", "jiva");
  IodObservation observation = {"copy",           "-", {"bandwidth", "B/s", IOD_BETTER_HIGHER},
                                1073741824 / 7.3, 3,   labels};
  g_autofree char *text = write_one(IOD_FORMAT_NDJSON, run, &observation);
  assert_string_equal(
      text, "{\"tool\":\"dd\",\"test\":\"copy\",\"op\":\"-\",\"metric\":\"bandwidth\",\"unit\":\"B/s\","
            "\"better\":\"higher\",\"value\":147087921.0958904,\"run\":\"1\","
            "\"source\":\"hostpath/a.log\",\"line\":3,"
            "\"labels\":{\"block_size\":\"65536\",\"config\":\"1c-2gb\",\"volume\":\"jiva\"}}\n");
  observation.line = 0;
  observation.labels = NULL;
  g_autofree char *bare = write_one(IOD_FORMAT_NDJSON, run, &observation);
  assert_non_null(strstr(bare, "\"line\":null,\"labels\":{\"config\":\"1c-2gb\",\"volume\":\"jiva\"}}\n"));
}

static void test_csv(void **state) {
  (void)state;
  g_autoptr(IodRun) run = new_run("fio", "a, \"b\".log");
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "z", "last");
  iod_labels_set(labels, "a;b", "50%=\n½, or so");
  iod_labels_set(run->labels, "m", "run's");
  IodObservation observation = {"=1+1", "read", {"lat_mean", "s", IOD_BETTER_LOWER}, 0.00125, 17, labels};
  g_autofree char *text = write_one(IOD_FORMAT_CSV, run, &observation);
  assert_string_equal(text, "tool,test,op,metric,unit,better,value,run,source,line,labels\n"
                            "fio,=1+1,read,lat_mean,s,lower,0.00125,1,\"a, \"\"b\"\".log\",17,"
                            "\"a%3Bb=50%25%3D%0A½, or so;m=run's;z=last\"\n");
  observation.line = 0;
  observation.labels = NULL;
  iod_labels_set(run->labels, "m", NULL);
  g_autofree char *bare = write_one(IOD_FORMAT_CSV, run, &observation);
  assert_non_null(strstr(bare, "\"a, \"\"b\"\".log\",,\n"));
}

/* No line of output holds a control character, an escape sequence or broken UTF-8, whatever the names hold.
 */
static void test_hostile_names(void **state) {
  (void)state;
  static const char hostile[] = "a\x1b[2J\x07\x7f\n\xc2\x9b"
                                "31m\xe2\x80\xae\xff\xc3(\\\"|";
  g_autoptr(IodRun) run = new_run(hostile, hostile);
  iod_labels_set(run->labels, hostile, hostile);
  IodObservation observation = {hostile, hostile, {hostile, hostile, IOD_BETTER_UNKNOWN}, 1, 1, NULL};
  const IodFormat formats[] = {IOD_FORMAT_NDJSON, IOD_FORMAT_CSV};
  for (guint f = 0; f < G_N_ELEMENTS(formats); f++) {
    g_autofree char *text = write_one(formats[f], run, &observation);
    gsize length = strlen(text);
    assert_true(g_utf8_validate(text, -1, NULL));
    for (gsize i = 0; i + 1 < length; i++) {
      assert_true((guchar)text[i] >= 0x20 || (text[i] == '\n' && f == 1));
      assert_int_not_equal(text[i], 0x7f);
    }
    assert_null(strstr(text, "\xc2\x9b"));
    assert_null(strstr(text, "\xe2\x80\xae"));
  }
  g_autofree char *text = write_one(IOD_FORMAT_NDJSON, run, &observation);
  json_t *root = json_loads(text, 0, NULL);
  assert_non_null(root);
  assert_string_equal(json_string_value(json_object_get(root, "test")),
                      "a\x1b[2J\x07\x7f\n\xc2\x9b"
                      "31m\xe2\x80\xae\xef\xbf\xbd\xef\xbf\xbd(\\\"|");
  json_decref(root);
}

/* What is written is what the reader of rows takes back. */
static void test_read_back(void **state) {
  (void)state;
  g_autoptr(IodRun) run = new_run("fio", "漢字 🙂.log");
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "job", "\"x\"\\\t");
  iod_labels_set(run->labels, "volume", "");
  IodObservation observation = {"rand/read", "read", {"clat_p99.9", "s", IOD_BETTER_LOWER},
                                0.1 + 0.2,   5,      labels};
  g_autofree char *text = write_one(IOD_FORMAT_NDJSON, run, &observation);
  json_t *root = json_loads(text, 0, NULL);
  assert_non_null(root);
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  g_autoptr(IodNativeRows) rows = iod_native_rows_new(iod_dataset_sink(dataset));
  assert_true(iod_native_rows_read(rows, root, "x", 1, NULL));
  json_decref(root);
  assert_int_equal(iod_dataset_size(dataset), 1);
  IodEntry entry = iod_dataset_entry(dataset, 0);
  assert_true(entry.value == 0.1 + 0.2);
  assert_string_equal(entry.key->test, "rand/read");
  assert_string_equal(entry.run->source, "漢字 🙂.log");
  assert_string_equal(iod_label_of(entry.key, entry.run, "job"), "\"x\"\\\t");
  assert_string_equal(iod_label_of(entry.key, entry.run, "volume"), "");
}

static void count_run(IodSink *sink, IodRun *run) {
  (void)run;
  ((Target *)((char *)sink + sizeof *sink))->runs++;
}

static void count_warning(IodSink *sink, const IodWarning *warning) {
  (void)warning;
  ((Target *)((char *)sink + sizeof *sink))->warnings++;
}

/* 40000 rows go out in pieces as they come; runs and warnings go on to the next sink. */
static void test_stream(void **state) {
  (void)state;
  struct {
    IodSink sink;
    Target target;
  } next = {{count_run, NULL, count_warning}, {.text = g_string_new(NULL)}};
  g_autoptr(IodRowsWriter) writer = iod_rows_writer_new(IOD_FORMAT_NDJSON, take, &next.target, &next.sink);
  g_autoptr(IodRun) run = new_run("iozone", "a");
  IodObservation observation = {"write", "write", {"bandwidth", "B/s", IOD_BETTER_HIGHER}, 0, 0, NULL};
  IodSink *sink = iod_rows_writer_sink(writer);
  iod_sink_run(sink, run);
  for (guint i = 0; i < 40000; i++) {
    observation.value = i;
    observation.line = i + 1;
    iod_sink_observe(sink, run, &observation);
  }
  iod_sink_warn(sink, &(IodWarning){.code = "cut", .message = "m"});
  assert_true(next.target.calls > 50);
  assert_true(iod_rows_writer_flush(writer, NULL));
  assert_true(iod_rows_writer_count(writer) == 40000);
  assert_int_equal(next.target.runs, 1);
  assert_int_equal(next.target.warnings, 1);
  guint lines = 0;
  for (const char *p = next.target.text->str; *p != '\0'; p++) lines += *p == '\n';
  assert_int_equal(lines, 40000);
  assert_true(g_str_has_suffix(next.target.text->str,
                               "\"value\":39999,\"run\":\"1\",\"source\":\"a\",\"line\":40000,"
                               "\"labels\":{}}\n"));
  g_string_free(next.target.text, TRUE);
}

/* The first error is kept and nothing is written behind a hole. */
static void test_write_error(void **state) {
  (void)state;
  Target target = {.text = g_string_new(NULL), .fail_at = 2};
  g_autoptr(IodRowsWriter) writer = iod_rows_writer_new(IOD_FORMAT_CSV, take, &target, NULL);
  g_autoptr(IodRun) run = new_run("dd", "a");
  IodObservation observation = {"copy", "-", {"bytes", "B", IOD_BETTER_NEITHER}, 1, 1, NULL};
  for (guint i = 0; i < 20000; i++) iod_sink_observe(iod_rows_writer_sink(writer), run, &observation);
  g_autoptr(GError) error = NULL;
  assert_false(iod_rows_writer_flush(writer, &error));
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_OUTPUT));
  assert_string_equal(error->message, "no space left (call 2)");
  assert_int_equal(target.calls, 2);
  g_string_free(target.text, TRUE);
}

/* Without an observation CSV has its head, NDJSON nothing. */
static void test_empty(void **state) {
  (void)state;
  Target target = {.text = g_string_new(NULL)};
  g_autoptr(IodRowsWriter) csv = iod_rows_writer_new(IOD_FORMAT_CSV, take, &target, NULL);
  assert_true(iod_rows_writer_flush(csv, NULL));
  assert_string_equal(target.text->str, "tool,test,op,metric,unit,better,value,run,source,line,labels\n");
  g_string_truncate(target.text, 0);
  g_autoptr(IodRowsWriter) ndjson = iod_rows_writer_new(IOD_FORMAT_NDJSON, take, &target, NULL);
  assert_true(iod_rows_writer_flush(ndjson, NULL));
  assert_string_equal(target.text->str, "");
  g_string_free(target.text, TRUE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ndjson),    cmocka_unit_test(test_csv),    cmocka_unit_test(test_hostile_names),
      cmocka_unit_test(test_read_back), cmocka_unit_test(test_stream), cmocka_unit_test(test_write_error),
      cmocka_unit_test(test_empty),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
