// SPDX-License-Identifier: GPL-3.0-or-later
/* The order and names of rows, which of them are usual, and their bands. */
#include "made.h"

static const double two[] = {100, 101};

/* One run that holds one value of each "TOOL TEST OP METRIC[ label=value …]". */
static void make_rows(IodDataset *data, const char *series, const char *const *rows) {
  g_autofree char *labels = g_strdup_printf("series=%s", series);
  g_autoptr(GHashTable) runs = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; rows[i] != NULL; i++) {
    const char *space = strchr(rows[i], ' ');
    g_autofree char *tool = g_strndup(rows[i], (gsize)(space - rows[i]));
    g_autofree char *source = g_strdup_printf("%s-%s", series, tool);
    IodRun *run = g_hash_table_lookup(runs, tool);
    if (run == NULL) {
      run = made_run(data, tool, source, "1", labels);
      g_hash_table_insert(runs, run->tool, run);
    }
    g_auto(GStrv) words = g_strsplit(space + 1, " ", 4);
    g_autofree char *what = g_strdup_printf("%s %s %s", words[0], words[1], words[2]);
    made_value(data, run, what, 1, words[3] != NULL ? words[3] : "");
  }
}

static void test_order_and_names(void **state) {
  (void)state;
  static const char *const rows[] = {"pgbench tpcb - lat_mean",
                                     "fio b write clat_p99.9",
                                     "fio b write clat_p99",
                                     "fio b write lat_max",
                                     "fio b write iops",
                                     "fio b read iops",
                                     "fio a10 read iops",
                                     "fio a9 read iops",
                                     "sysbench rndrw - lat_mean",
                                     "sysbench rndrw fsync iops",
                                     "sysbench rndrw write iops",
                                     "sysbench rndrw read iops",
                                     "sysbench seqwr write iops",
                                     "iozone reread read bandwidth block_size=16384",
                                     "iozone reread read bandwidth block_size=4096",
                                     "iozone read read bandwidth",
                                     "iozone write write bandwidth",
                                     "dd copy - bytes",
                                     "dd copy - bandwidth",
                                     "zzz - - other",
                                     "ioping ioping - iops",
                                     NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_rows(data, "a", rows);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(
      comparison,
      "dd bandwidth|dd bytes|iozone write bandwidth|iozone read bandwidth|iozone reread bs=4k bandwidth|"
      "iozone reread bs=16k bandwidth|sysbench seqwr write iops|sysbench rndrw read iops|"
      "sysbench rndrw write iops|sysbench rndrw fsync iops|sysbench rndrw lat_mean|fio a9 read iops|"
      "fio a10 read iops|fio b read iops|fio b write iops|fio b write clat_p99|fio b write clat_p99.9|"
      "fio b write lat_max|ioping iops|pgbench tpcb lat_mean|zzz other");
}

/* What the user gave stands outside, the block size inside; numbers as numbers. */
static void test_labels_sort_rows(void **state) {
  (void)state;
  static const char *const rows[] = {"fio r read iops iodepth=16 block_size=4096 config=b",
                                     "fio r read iops iodepth=2 block_size=65536 config=b",
                                     "fio r read iops iodepth=2 block_size=4096 config=b",
                                     "fio r read iops iodepth=16 block_size=4096 config=a10",
                                     "fio r read iops iodepth=16 block_size=4096 config=a9",
                                     "fio r read iops iodepth=16 block_size=4096",
                                     NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_rows(data, "a", rows);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison,
              "fio r read iodepth=16 bs=4k iops|fio r read config=a9 iodepth=16 bs=4k iops|"
              "fio r read config=a10 iodepth=16 bs=4k iops|fio r read config=b iodepth=2 bs=4k iops|"
              "fio r read config=b iodepth=2 bs=64k iops|fio r read config=b iodepth=16 bs=4k iops");
  grouping.order_by = "block_size";
  g_autoptr(IodComparison) by_size = made_comparison(data, &grouping);
  const IodRow *last = g_ptr_array_index(by_size->rows, 5);
  assert_string_equal(last->name, "fio r read config=b iodepth=2 bs=64k");
}

/* The names of the usual rows. */
static void assert_usual(const IodComparison *comparison, const char *wanted) {
  GString *text = g_string_new(NULL);
  guint hidden = 0;
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (row->usual)
      g_string_append_printf(text, "%s%s %s %s", text->len > 0 ? "|" : "", row->test, row->op,
                             row->metric.name);
    else
      hidden++;
  }
  g_autofree char *got = g_string_free(text, FALSE);
  assert_string_equal(got, wanted);
  assert_int_equal(comparison->hidden, hidden);
}

static void test_usual_metrics(void **state) {
  (void)state;
  static const char *const rows[] = {"fio r read iops",
                                     "fio r read bandwidth",
                                     "fio r read lat_mean",
                                     "fio r read clat_mean",
                                     "fio r read clat_p99",
                                     "fio r read clat_p95",
                                     "fio r read lat_max",
                                     "fio r read ios",
                                     "fio r - cpu_user",
                                     "fio c read clat_mean",
                                     "fio c read lat_p99",
                                     "iozone write write bandwidth",
                                     "sysbench rndrw - lat_p95",
                                     "sysbench rndrw - lat_mean",
                                     "sysbench cpu - events_rate",
                                     "sysbench cpu - events",
                                     "sysbench oltp - queries_rate",
                                     "sysbench oltp - transactions_rate",
                                     "x - - requests_rate",
                                     NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_rows(data, "a", rows);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_usual(comparison,
               "write write bandwidth|rndrw - lat_mean|rndrw - lat_p95|cpu - events_rate|"
               "oltp - transactions_rate|c read clat_mean|c read lat_p99|r read iops|r read lat_mean|"
               "r read clat_p99|- - requests_rate");
  grouping.all_metrics = TRUE;
  g_autoptr(IodComparison) all = made_comparison(data, &grouping);
  assert_int_equal(all->hidden, 0);
}

/* Only what two series have can be compared: bandwidth here, though one has iops. */
static void test_usual_metric_that_both_have(void **state) {
  (void)state;
  static const char *const old[] = {"fio r read bandwidth", "fio r read clat_mean", NULL};
  static const char *const new[] = {"fio r read iops", "fio r read bandwidth", "fio r read lat_mean",
                                    "fio r read clat_mean", NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_rows(data, "a", old);
  make_rows(data, "b", new);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_usual(comparison, "r read bandwidth|r read clat_mean");
}

/* A tool's test that has none of them shows what it has. */
static void test_rows_without_usual_metrics(void **state) {
  (void)state;
  static const char *const rows[] = {
      "numbers - - value",  "given - - cpu",    "given - - memory", "dd copy - bytes",
      "dd copy - duration", "fio c - cpu_user", "fio c - lat_max",  NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_rows(data, "a", rows);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_usual(comparison, "copy - bytes|copy - duration|c - cpu_user|- - cpu|- - memory|- - value");
}

static double band_of(const char *metric, const char *threshold, const char *other) {
  g_autofree char *row = g_strdup_printf("fio r read %s", metric);
  const char *rows[] = {row, "fio r read iops_mean", NULL};
  g_autoptr(IodDataset) data = iod_dataset_new();
  g_autoptr(GPtrArray) thresholds = g_ptr_array_new_with_free_func(g_free);
  make_rows(data, "a", rows);
  if (threshold != NULL) g_ptr_array_add(thresholds, g_strdup(threshold));
  if (other != NULL) g_ptr_array_add(thresholds, g_strdup(other));
  IodGrouping grouping = made_grouping();
  grouping.thresholds = thresholds;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  g_autofree char *name = g_strdup_printf("fio r read %s", metric);
  return made_row(comparison, name)->band;
}

static void test_bands(void **state) {
  (void)state;
  static const struct {
    const char *metric, *threshold, *other;
    double band;
  } cases[] = {{"iops", NULL, NULL, 0.05},
               {"clat_p90", NULL, NULL, 0.05},
               {"clat_p95", NULL, NULL, 0.10},
               {"lat_p98.9", NULL, NULL, 0.10},
               {"lat_p99", NULL, NULL, 0.15},
               {"clat_p99.99", NULL, NULL, 0.15},
               {"clat_p100", NULL, NULL, 0.15},
               {"iops", "8%", NULL, 0.08},
               {"clat_p99", "8%", NULL, 0.15},
               {"clat_p99", "clat_p99=20%", NULL, 0.20},
               {"clat_p99", "p99=2.5%", "8%", 0.025},
               {"clat_p99", "clat_*=30%", "clat_p99=20%", 0.20},
               {"iops", "iops=0%", NULL, 0},
               {"iops", "iops*=1000%", NULL, 10}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++)
    assert_near(band_of(cases[i].metric, cases[i].threshold, cases[i].other), cases[i].band, 1e-12);
}

static void test_wrong_thresholds(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "", "8", "x%", "-8%", "1001%", "iops=", "=8%", "iops=8", "8%%", "p99=20%", "ipos=20%"};
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "", 2, two);
  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GPtrArray) thresholds = g_ptr_array_new();
    g_ptr_array_add(thresholds, (gpointer)(gsize)wrong[i]);
    IodGrouping grouping = made_grouping();
    grouping.thresholds = thresholds;
    made_refusal(data, &grouping, "--threshold", wrong[i], NULL);
  }
}

/* Extremes and what has no direction are compared and not judged. */
static void test_what_is_not_judged(void **state) {
  (void)state;
  static const double low[] = {1, 1.01, 1.02, 1.03, 1.04}, high[] = {2, 2.01, 2.02, 2.03, 2.04};
  static const char *const metrics[] = {"lat_max",       "lat_min", "clat_stddev",
                                        "bandwidth_min", "bytes",   "value"};
  g_autoptr(IodDataset) data = iod_dataset_new();
  for (gsize i = 0; i < G_N_ELEMENTS(metrics); i++) {
    g_autofree char *what = g_strdup_printf("r read %s", metrics[i]);
    made_series(data, "fio", "a", what, "", 5, low);
    made_series(data, "fio", "b", what, "", 5, high);
  }
  made_series(data, "fio", "a", "r read lat_mean", "", 5, low);
  made_series(data, "fio", "b", "r read lat_mean", "", 5, high);
  IodGrouping grouping = made_grouping();
  grouping.all_metrics = TRUE;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    const IodAnswer *answer = &g_array_index(row->versus, IodVersus, 0).answer;
    gboolean judged = strcmp(row->metric.name, "lat_mean") == 0;
    assert_int_equal(answer->verdict, judged ? IOD_VERDICT_WORSE : IOD_VERDICT_NONE);
    if (!judged) assert_string_equal(answer->reason, "not_judged");
    assert_true(answer->ci.low > 1.9);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_and_names),
      cmocka_unit_test(test_labels_sort_rows),
      cmocka_unit_test(test_usual_metrics),
      cmocka_unit_test(test_usual_metric_that_both_have),
      cmocka_unit_test(test_rows_without_usual_metrics),
      cmocka_unit_test(test_bands),
      cmocka_unit_test(test_wrong_thresholds),
      cmocka_unit_test(test_what_is_not_judged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
