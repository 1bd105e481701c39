// SPDX-License-Identifier: GPL-3.0-or-later
/* JSON, NDJSON and CSV of summaries and comparisons, parsed back. */
#include "report_cases.h"

static const char *const two[] = {"hostpath", "jiva", NULL};

static double number(const json_t *object, const char *name) {
  json_t *value = json_object_get(object, name);
  assert_true(json_is_number(value));
  return json_number_value(value);
}

static const char *text(const json_t *object, const char *name) {
  json_t *value = json_object_get(object, name);
  assert_true(json_is_string(value));
  return json_string_value(value);
}

static void assert_null_member(const json_t *object, const char *name) {
  json_t *value = json_object_get(object, name);
  assert_non_null(value);
  assert_true(json_is_null(value));
}

static void assert_pair(const json_t *object, const char *name, double low, double high) {
  json_t *pair = json_object_get(object, name);
  assert_int_equal(json_array_size(pair), 2);
  assert_true(json_number_value(json_array_get(pair, 0)) == low);
  assert_true(json_number_value(json_array_get(pair, 1)) == high);
}

static json_t *parse(const char *document) {
  json_error_t error;
  json_t *root = json_loads(document, JSON_REJECT_DUPLICATES, &error);
  if (root == NULL) fail_msg("%s at %d: %s", error.text, error.position, document);
  return root;
}

/* A row with an interval, one of a single run a side, one without baseline, and all that stands around rows.
 */
static Case *full_case(void) {
  Case *c = case_new(two);
  IodRow *row = case_row(c, "dd", "copy", "-", "bandwidth", "dd");
  iod_labels_set(row->labels, "config", "1c-2gb");
  case_sample(c, row, 0, (double[]){100.5, 101, 99}, 3)->ci = (IodInterval){99, 101, 0.75};
  case_sample(c, row, 1, (double[]){50.25, 52}, 2);
  case_versus(row, 0, 1, 0.51, 0.5, 0.53, IOD_VERDICT_WORSE);
  row = case_row(c, "fio", "job", "read", "clat_p99", "fio job");
  case_flat(c, row, 0, 0.001, 1);
  case_flat(c, row, 1, 0.002, 1);
  case_versus(row, 0, 1, 2, NAN, NAN, IOD_VERDICT_UNCLEAR)->reason = "single_run";
  row = case_row(c, "fio", "job", "write", "bytes", "fio job");
  row->usual = FALSE;
  case_flat(c, row, 1, 4096, 2);
  IodDiffers *differs = case_keep(c, g_new0(IodDiffers, 1));
  differs->label = case_keep(c, g_strdup("file_size"));
  differs->values = case_keep(c, g_new0(char *, 2));
  differs->values[0] = case_keep(c, g_strdup("1073741824"));
  g_ptr_array_add(c->comparison.differs, differs);
  IodGeomean geomean = {"bandwidth", NULL, 1, 12, 0.61, {0.6, 0.62, 0.96}, 0.01, IOD_VERDICT_WORSE};
  g_array_append_val(c->comparison.geomeans, geomean);
  geomean = (IodGeomean){NULL, "latency", 1, 3, 1.5, {NAN, NAN, NAN}, NAN, IOD_VERDICT_NONE};
  g_array_append_val(c->comparison.geomeans, geomean);
  case_warning(
      c, &(IodWarning){.code = "outlier", .message = "run 3 is far off", .row = "dd", .series = "jiva"});
  case_warning(c, &(IodWarning){.code = "cut", .message = "ends early", .source = "a.log", .line = 7});
  return c;
}

static void test_compare_json(void **state) {
  (void)state;
  g_autoptr(Case) c = full_case();
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  assert_string_equal(text(root, "schema"), "iodelta.compare/1");
  assert_string_equal(text(root, "by"), "series");
  assert_string_equal(text(root, "baseline"), "hostpath");
  assert_string_equal(text(root, "center"), "median");
  assert_true(number(root, "confidence") == 0.95);
  json_t *rows = json_object_get(root, "rows");
  assert_int_equal(json_array_size(rows), 3);

  json_t *row = json_array_get(rows, 0);
  assert_string_equal(text(row, "tool"), "dd");
  assert_string_equal(text(row, "test"), "copy");
  assert_string_equal(text(row, "op"), "-");
  assert_string_equal(text(row, "metric"), "bandwidth");
  assert_string_equal(text(row, "unit"), "B/s");
  assert_string_equal(text(row, "better"), "higher");
  assert_string_equal(text(json_object_get(row, "labels"), "config"), "1c-2gb");
  json_t *series = json_array_get(json_object_get(row, "series"), 0);
  assert_string_equal(text(series, "name"), "hostpath");
  assert_true(number(series, "n") == 3 && number(series, "center") == 100.5 &&
              number(series, "median") == 100.5);
  assert_true(number(series, "mean") == 300.5 / 3 && number(series, "min") == 99 &&
              number(series, "max") == 101);
  assert_true(number(series, "stddev") > 1.0 && number(series, "geomean") > 100);
  assert_pair(series, "ci", 99, 101);
  assert_true(number(series, "ci_confidence") == 0.75);
  assert_int_equal(json_array_size(json_object_get(series, "values")), 3);
  assert_true(json_number_value(json_array_get(json_object_get(series, "values"), 2)) == 99);
  series = json_array_get(json_object_get(row, "series"), 1);
  assert_null_member(series, "ci");
  assert_null_member(series, "ci_confidence");
  json_t *versus = json_array_get(json_object_get(row, "versus"), 0);
  assert_string_equal(text(versus, "name"), "jiva");
  assert_string_equal(text(versus, "base"), "hostpath");
  assert_true(number(versus, "ratio") == 0.51 && number(versus, "center_ratio") == 51.125 / 100.5);
  assert_pair(versus, "ci", 0.5, 0.53);
  assert_true(number(versus, "ci_confidence") == 0.957 && number(versus, "p") == 0.0123);
  assert_string_equal(text(versus, "method"), "rank-sum exact");
  assert_string_equal(text(versus, "verdict"), "worse");
  assert_null_member(versus, "reason");
  assert_null_member(versus, "runs_needed");
  assert_null(json_object_get(versus, "difference"));

  versus = json_array_get(json_object_get(json_array_get(rows, 1), "versus"), 0);
  assert_null_member(versus, "ci");
  assert_null_member(versus, "ci_confidence");
  assert_null_member(versus, "p");
  assert_null_member(versus, "method");
  assert_string_equal(text(versus, "verdict"), "unclear");
  assert_string_equal(text(versus, "reason"), "single_run");
  assert_null_member(json_array_get(json_object_get(json_array_get(rows, 1), "series"), 0), "stddev");

  row = json_array_get(rows, 2); /* the baseline has no values here */
  assert_string_equal(text(row, "better"), "neither");
  assert_int_equal(json_array_size(json_object_get(row, "series")), 1);
  assert_true(json_is_array(json_object_get(row, "versus")));
  assert_int_equal(json_array_size(json_object_get(row, "versus")), 0);
  json_decref(root);
}

static void test_around_rows(void **state) {
  (void)state;
  g_autoptr(Case) c = full_case();
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  json_t *differs = json_object_get(json_object_get(root, "differs"), "file_size");
  assert_string_equal(text(differs, "hostpath"), "1073741824");
  assert_null_member(differs, "jiva");
  json_t *geomean = json_array_get(json_object_get(root, "geomeans"), 0);
  assert_string_equal(text(geomean, "metric"), "bandwidth");
  assert_string_equal(text(geomean, "name"), "jiva");
  assert_true(number(geomean, "ratio") == 0.61 && number(geomean, "rows") == 12 &&
              number(geomean, "p") == 0.01);
  assert_pair(geomean, "ci", 0.6, 0.62);
  assert_string_equal(text(geomean, "verdict"), "worse");
  geomean = json_array_get(json_object_get(root, "geomeans"), 1);
  assert_string_equal(text(geomean, "kind"), "latency");
  assert_null_member(geomean, "ci");
  assert_null_member(geomean, "p");
  assert_null_member(geomean, "verdict");
  json_t *warnings = json_object_get(root, "warnings");
  assert_int_equal(json_array_size(warnings), 2);
  json_t *warning = json_array_get(warnings, 0);
  assert_string_equal(text(warning, "code"), "outlier");
  assert_string_equal(text(warning, "message"), "run 3 is far off");
  assert_string_equal(text(warning, "row"), "dd");
  assert_string_equal(text(warning, "series"), "jiva");
  assert_null_member(warning, "source");
  assert_null_member(warning, "line");
  assert_true(number(json_array_get(warnings, 1), "line") == 7);
  json_decref(root);

  g_autoptr(IodDataset) dataset = iod_dataset_new();
  iod_sink_warn(iod_dataset_sink(dataset),
                &(IodWarning){.code = "broken", .message = "m", .source = "b.log"});
  g_autofree char *more = case_text(c, TRUE, IOD_FORMAT_JSON, &(IodReportOptions){.dataset = dataset});
  root = parse(more);
  assert_int_equal(json_array_size(json_object_get(root, "warnings")), 3);
  assert_string_equal(text(json_array_get(json_object_get(root, "warnings"), 2), "source"), "b.log");
  json_decref(root);
}

/* NDJSON holds the rows of JSON, one a line. */
static void test_ndjson(void **state) {
  (void)state;
  g_autoptr(Case) c = full_case();
  for (guint versus = 0; versus < 2; versus++) {
    g_autofree char *document = case_text(c, versus == 1, IOD_FORMAT_JSON, NULL);
    g_autofree char *ndjson = case_text(c, versus == 1, IOD_FORMAT_NDJSON, NULL);
    json_t *root = parse(document);
    g_auto(GStrv) lines = g_strsplit(ndjson, "\n", -1);
    assert_int_equal(g_strv_length(lines), 4);
    assert_string_equal(lines[3], "");
    for (guint i = 0; i < 3; i++) {
      json_t *row = parse(lines[i]);
      assert_true(json_equal(row, json_array_get(json_object_get(root, "rows"), i)));
      json_decref(row);
    }
    json_decref(root);
  }
}

static void test_summary_json(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(NULL);
  IodRow *row = case_row(c, "dd", "copy", "-", "bandwidth", "dd");
  case_sample(c, row, 0, (double[]){0.1, 0.2}, 2)->geomean = NAN;
  g_autofree char *document = case_text(c, FALSE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  assert_string_equal(text(root, "schema"), "iodelta.summary/1");
  assert_null_member(root, "by");
  assert_null_member(root, "baseline");
  row = NULL;
  json_t *first = json_array_get(json_object_get(root, "rows"), 0);
  assert_null(json_object_get(first, "versus"));
  json_t *series = json_array_get(json_object_get(first, "series"), 0);
  assert_null_member(series, "name");
  assert_null_member(series, "geomean");
  assert_non_null(strstr(document, "\"values\": [0.1, 0.2]"));
  json_decref(root);
}

/* Zeros forbid logs: the interval is that of the difference, and a ratio to 0 is null. */
static void test_differences(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  case_flat(c, row, 0, 0, 5);
  case_flat(c, row, 1, 3, 5);
  IodAnswer *answer = case_versus(row, 0, 1, NAN, NAN, NAN, IOD_VERDICT_BETTER);
  answer->method = "rank-sum exact";
  answer->of_differences = TRUE;
  answer->difference = 3;
  answer->difference_ci = (IodInterval){2.5, 3.5, 0.96};
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  json_t *row_object = json_array_get(json_object_get(root, "rows"), 0);
  json_t *versus = json_array_get(json_object_get(row_object, "versus"), 0);
  assert_null_member(versus, "ratio");
  assert_null_member(versus, "center_ratio"); /* 3 / 0 */
  assert_null_member(versus, "ci");
  assert_true(number(versus, "difference") == 3 && number(versus, "ci_confidence") == 0.96);
  assert_pair(versus, "difference_ci", 2.5, 3.5);
  assert_string_equal(text(versus, "method"), "rank-sum exact of differences");
  json_decref(root);
}

/* Splits a document of CSV by RFC 4180. */
static GPtrArray *csv_lines(const char *document) {
  GPtrArray *lines = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  const char *p = document;
  while (*p != '\0') {
    GPtrArray *fields = g_ptr_array_new_with_free_func(g_free);
    for (gboolean more = TRUE; more; p++) {
      GString *field = g_string_new(NULL);
      gboolean quoted = *p == '"';
      if (quoted) p++;
      for (; quoted ? *p != '"' || p[1] == '"' : *p != ',' && *p != '\n'; p++) {
        assert_int_not_equal(*p, '\0');
        if (quoted && *p == '"') p++;
        g_string_append_c(field, *p);
      }
      if (quoted) p++;
      more = *p == ',';
      assert_true(more || *p == '\n');
      g_ptr_array_add(fields, g_string_free(field, FALSE));
    }
    g_ptr_array_add(lines, fields);
  }
  return lines;
}

static const char *field(const GPtrArray *lines, guint line, const char *column) {
  const GPtrArray *head = lines->pdata[0];
  const GPtrArray *fields = lines->pdata[line];
  assert_int_equal(head->len, fields->len);
  for (guint i = 0; i < head->len; i++) {
    if (g_str_equal(head->pdata[i], column)) return fields->pdata[i];
  }
  fail_msg("no column %s", column);
  return NULL;
}

static void assert_line(const GPtrArray *lines, guint line, const char *const *pairs) {
  for (; pairs[0] != NULL; pairs += 2) assert_string_equal(field(lines, line, pairs[0]), pairs[1]);
}

static void test_csv(void **state) {
  (void)state;
  g_autoptr(Case) c = full_case();
  IodRow *row = c->comparison.rows->pdata[0];
  row->test = "a \"b\", c";
  iod_labels_set(row->labels, "block_size", "4096");
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_CSV, NULL);
  assert_true(g_str_has_prefix(document,
                               "tool,test,op,metric,unit,better,labels,series,n,center,ci_lo,ci_hi,"
                               "ci_confidence,mean,median,geomean,stddev,min,max,base,ratio,ratio_lo,"
                               "ratio_hi,p,method,verdict\n"));
  g_autoptr(GPtrArray) lines = csv_lines(document);
  assert_int_equal(lines->len, 1 + 5);
  assert_line(lines, 1,
              (const char *const[]){"tool",
                                    "dd",
                                    "test",
                                    "a \"b\", c",
                                    "op",
                                    "-",
                                    "labels",
                                    "block_size=4096;config=1c-2gb",
                                    "series",
                                    "hostpath",
                                    "n",
                                    "3",
                                    "center",
                                    "100.5",
                                    "ci_lo",
                                    "99",
                                    "ci_hi",
                                    "101",
                                    "ci_confidence",
                                    "0.75",
                                    "min",
                                    "99",
                                    "max",
                                    "101",
                                    "base",
                                    "",
                                    "ratio",
                                    "",
                                    "verdict",
                                    "",
                                    NULL});
  assert_line(lines, 2, (const char *const[]){"series",
                                              "jiva",
                                              "median",
                                              "51.125",
                                              "ci_lo",
                                              "",
                                              "ci_confidence",
                                              "",
                                              "base",
                                              "hostpath",
                                              "ratio",
                                              "0.51",
                                              "ratio_lo",
                                              "0.5",
                                              "ratio_hi",
                                              "0.53",
                                              "p",
                                              "0.0123",
                                              "method",
                                              "rank-sum exact",
                                              "verdict",
                                              "worse",
                                              NULL});
  assert_line(lines, 4,
              (const char *const[]){"metric", "clat_p99", "better", "lower", "stddev", "", "ratio", "2",
                                    "ratio_lo", "", "p", "", "method", "", "verdict", "unclear", NULL});
  assert_line(lines, 5,
              (const char *const[]){"series", "jiva", "center", "4096", "base", "", "verdict", "", NULL});
  g_autofree char *summary = case_text(c, FALSE, IOD_FORMAT_CSV, NULL);
  g_autoptr(GPtrArray) plain = csv_lines(summary);
  assert_int_equal(plain->len, 1 + 5);
  assert_line(plain, 2, (const char *const[]){"series", "jiva", "n", "2", "base", "", "ratio", "", NULL});
}

/* Each series with each: a line for each pair, the series' own numbers repeated. */
static void test_csv_pairwise(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new((const char *const[]){"a", "b", "c", NULL});
  IodRow *row = case_row(c, "dd", "copy", "-", "bandwidth", "dd");
  for (guint s = 0; s < 3; s++) case_flat(c, row, s, 10 + s, 4);
  case_versus(row, 0, 1, 1.1, 1, 1.2, IOD_VERDICT_UNCLEAR);
  case_versus(row, 0, 2, 1.2, 1, 1.3, IOD_VERDICT_UNCLEAR);
  case_versus(row, 1, 2, 1.09, 1, 1.1, IOD_VERDICT_UNCLEAR);
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_CSV, NULL);
  g_autoptr(GPtrArray) lines = csv_lines(document);
  assert_int_equal(lines->len, 1 + 4);
  assert_line(lines, 3, (const char *const[]){"series", "c", "base", "a", "ratio", "1.2", NULL});
  assert_line(lines, 4, (const char *const[]){"series", "c", "base", "b", "ratio", "1.09", NULL});
}

static void test_no_rows(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  const char *const empty[] = {"rows", "geomeans", "warnings"};
  for (gsize i = 0; i < G_N_ELEMENTS(empty); i++) {
    assert_true(json_is_array(json_object_get(root, empty[i])));
    assert_int_equal(json_array_size(json_object_get(root, empty[i])), 0);
  }
  assert_true(json_is_object(json_object_get(root, "differs")));
  json_decref(root);
  g_autofree char *ndjson = case_text(c, TRUE, IOD_FORMAT_NDJSON, NULL);
  assert_string_equal(ndjson, "");
}

/* Names from logs may hold anything: the document stays JSON, and nothing in it moves a terminal. */
static void test_hostile_names(void **state) {
  (void)state;
  static const char hostile[] = "\x1b[31m\xc2\x9b\x7f\xff\"\\\n";
  g_autoptr(Case) c = case_new((const char *const[]){"base", hostile, NULL});
  IodRow *row = case_row(c, hostile, hostile, hostile, hostile, hostile);
  iod_labels_set(row->labels, hostile, hostile);
  case_flat(c, row, 1, 1, 1);
  case_warning(c, &(IodWarning){.code = "x", .message = hostile, .source = hostile});
  const IodFormat formats[] = {IOD_FORMAT_JSON, IOD_FORMAT_NDJSON, IOD_FORMAT_CSV};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_autofree char *document = case_text(c, TRUE, formats[i], NULL);
    assert_true(g_utf8_validate(document, -1, NULL));
    assert_null(strstr(document, "\xc2\x9b"));
    for (const char *p = document; *p != '\0'; p++) {
      assert_true((guchar)*p >= 0x20 || *p == '\n');
      assert_int_not_equal(*p, 0x7f);
    }
  }
  g_autofree char *document = case_text(c, TRUE, IOD_FORMAT_JSON, NULL);
  json_t *root = parse(document);
  json_t *first = json_array_get(json_object_get(root, "rows"), 0);
  assert_string_equal(text(first, "test"), "\x1b[31m\xc2\x9b\x7f\xef\xbf\xbd\"\\\n");
  json_decref(root);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compare_json),  cmocka_unit_test(test_around_rows),
      cmocka_unit_test(test_ndjson),        cmocka_unit_test(test_summary_json),
      cmocka_unit_test(test_differences),   cmocka_unit_test(test_csv),
      cmocka_unit_test(test_csv_pairwise),  cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_hostile_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
