// SPDX-License-Identifier: GPL-3.0-or-later
/* --where and -m. */
#include "made.h"

/* Some results of two tools. */
static IodDataset *make_data(void) {
  IodDataset *data = iod_dataset_new();
  static const char *const volumes[] = {"cstor", "jiva"};
  for (guint v = 0; v < 2; v++) {
    g_autofree char *labels = g_strdup_printf("series=s volume=%s", volumes[v]);
    g_autofree char *source = g_strdup_printf("logs/%s.log", volumes[v]);
    IodRun *run = made_run(data, "fio", source, v == 0 ? "first" : "second", labels);
    made_value(data, run, "randread read iops", 1, "block_size=4096");
    made_value(data, run, "randread read iops", 1, "block_size=65536");
    made_value(data, run, "randread read clat_p99", 1, "block_size=4096");
    made_value(data, run, "randread read clat_mean", 1, "block_size=4096");
    made_value(data, run, "seqwrite write iops", 1, "block_size=1048576");
    IodRun *other = made_run(data, "sysbench", source, v == 0 ? "3" : "4", labels);
    made_value(data, other, "rndrw - lat_p99", 1, "io_mode=sync file_size=1073741824");
    made_value(data, other, "rndrw - lat_p95", 1, "io_mode=sync file_size=1073741824");
  }
  return data;
}

/* How many observations of make_data a condition leaves. */
static guint count(const char *where) {
  g_autoptr(IodDataset) data = make_data();
  g_autoptr(IodFilter) filter = iod_filter_new();
  GError *error = NULL;
  guint left = 0;
  if (!iod_filter_add(filter, where, &error)) fail_msg("%s", error->message);
  for (guint i = 0; i < iod_dataset_size(data); i++) {
    IodEntry entry = iod_dataset_entry(data, i);
    if (iod_filter_matches(filter, entry.key, entry.run)) left++;
  }
  return left;
}

static void test_conditions(void **state) {
  (void)state;
  static const struct {
    const char *where;
    guint left;
  } cases[] = {
      {"tool=fio", 10},
      {"tool!=fio", 4},
      {"tool=fio,sysbench", 14},
      {"test=rand*", 8},
      {"test=*write", 2},
      {"test=rndr?", 4},
      {"op=write", 2},
      {"op=-", 4},
      {"op!=-", 10},
      {"metric=iops", 6},
      {"metric=p99", 4},
      {"metric=clat_p99", 2},
      {"metric=mean", 2},
      {"metric=*p9*", 6},
      {"metric=p9?", 6},
      {"volume=jiva", 7},
      {"volume!=jiva", 7},
      {"block_size=4k", 6},
      {"block_size=4096", 6},
      {"block_size=4k,64k", 8},
      {"block_size=4k..64k", 8},
      {"block_size=5k..", 4},
      {"block_size=..64k", 8},
      {"block_size=4097..65535", 0},
      {"block_size!=4k..64k", 6}, /* what has none is left too */
      {"run=first", 5},
      {"run=f*,4", 7},
      {"source=jiva.log", 7},
      {"source=logs/jiva.log", 7},
      {"source=jiva*", 7},
      {"source=logs*", 14},
      {"tool=fio op=read volume=jiva block_size=4k", 3},
      {"  tool=fio\top=read\n", 8},
      {"volume='jiva'", 7},
      {"volume=\"ji\"va", 7},
      {"volume='j*'", 0}, /* quotes take it as it is */
      {"volume=j*", 7},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    guint left = count(cases[i].where);
    if (left != cases[i].left) fail_msg("%s leaves %u, not %u", cases[i].where, left, cases[i].left);
  }
}

static void test_values_with_blanks_and_commas(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "volume", "my vol, new");
  IodRun *run = made_run(data, "dd", "x", "1", "");
  iod_labels_merge(run->labels, labels);
  made_value(data, run, "copy - bandwidth", 1, "");
  IodEntry entry = iod_dataset_entry(data, 0);
  g_autoptr(IodFilter) filter = iod_filter_new();
  assert_true(iod_filter_add(filter, "volume='my vol, new' tool=dd", NULL));
  assert_true(iod_filter_matches(filter, entry.key, entry.run));
  assert_true(iod_filter_add(filter, "volume!=\"my vol, new\"", NULL));
  assert_false(iod_filter_matches(filter, entry.key, entry.run));
  assert_true(iod_filter_matches(NULL, entry.key, entry.run));
}

static void test_malformed_conditions(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "",      " ",     "iops",     "=x",     "op=",         "op!=",           "op!x",
      "op=a,", "op=,a", "op='read", "op = a", "metric<10ms", "block_size>=4k", "tool=fio x"};
  g_autoptr(IodFilter) filter = iod_filter_new();
  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GError) error = NULL;
    if (iod_filter_add(filter, wrong[i], &error)) fail_msg("'%s' was taken", wrong[i]);
    assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  }
  /* What failed left nothing behind. */
  g_autoptr(IodDataset) data = make_data();
  IodEntry entry = iod_dataset_entry(data, 0);
  assert_true(iod_filter_matches(filter, entry.key, entry.run));
}

static void refuse(const char *where, const char *part, const char *other) {
  g_autoptr(IodDataset) data = make_data();
  g_autoptr(IodFilter) filter = iod_filter_new();
  GError *error = NULL;
  if (!iod_filter_add(filter, where, &error)) fail_msg("%s", error->message);
  IodGrouping grouping = made_grouping();
  grouping.filter = filter;
  made_refusal(data, &grouping, part, other, NULL);
}

static void test_what_matches_nothing(void **state) {
  (void)state;
  refuse("volme=jiva", "no result has a label 'volme'", "did you mean 'volume'?");
  refuse("volume=cstr", "no volume is 'cstr'", "did you mean 'cstor'?");
  refuse("volume!=cstr", "no volume is 'cstr'", "did you mean 'cstor'?");
  refuse("metric=iops,lat_p9", "no metric is 'lat_p9'", "did you mean 'lat_p9");
  refuse("test=x*", "no test is 'x*'", "randread, rndrw, seqwrite");
  refuse("block_size=1..2", "no block_size is '1..2'", "4096, 65536, 1048576");
  refuse("tool=fio op=-", "'op=-' together with 'tool=fio'", "no result");
  refuse("run=fist", "no run is 'fist'", "did you mean 'first'?");
}

static void test_metrics(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = make_data();
  g_autoptr(IodFilter) filter = iod_filter_new();
  assert_true(iod_filter_add_metrics(filter, "iops, p99", NULL));
  IodGrouping grouping = made_grouping();
  grouping.filter = filter;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    assert_true(row->usual);
    assert_non_null(strstr("iops clat_p99 lat_p99", row->metric.name));
  }
  assert_int_equal(comparison->hidden, 0);
  g_autoptr(IodFilter) wrong = iod_filter_new();
  assert_true(iod_filter_add_metrics(wrong, "iops,p50", NULL));
  grouping.filter = wrong;
  made_refusal(data, &grouping, "no metric is 'p50'", NULL);
  assert_false(iod_filter_add_metrics(wrong, "", NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_conditions),
      cmocka_unit_test(test_values_with_blanks_and_commas),
      cmocka_unit_test(test_malformed_conditions),
      cmocka_unit_test(test_what_matches_nothing),
      cmocka_unit_test(test_metrics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
