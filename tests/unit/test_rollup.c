// SPDX-License-Identifier: GPL-3.0-or-later
/* --across: values along a label, reduced within each run. */
#include "made.h"

/* A run of iozone: one value a block size of "4096=10 8192=30". */
static void make_run(IodDataset *data, const char *series, guint number, const char *values) {
  g_autofree char *source = g_strdup_printf("%s-%u", series, number);
  g_autofree char *labels = g_strdup_printf("series=%s", series);
  g_autoptr(IodLabels) sizes = made_labels(values);
  IodRun *run = made_run(data, "iozone", source, "1", labels);
  for (guint i = 0; i < iod_labels_count(sizes); i++) {
    IodLabel size = iod_labels_at(sizes, i);
    g_autofree char *own = g_strdup_printf("block_size=%s file_size=1048576", size.name);
    made_value(data, run, "write write bandwidth", g_ascii_strtod(size.value, NULL), own);
  }
}

static IodGrouping across_sizes(gboolean mean) {
  IodGrouping grouping = made_grouping();
  grouping.across = "block_size";
  grouping.across_mean = mean;
  return grouping;
}

static void test_one_value_a_run(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10 8192=40");
  make_run(data, "a", 2, "4096=20 8192=80");
  make_run(data, "b", 1, "4096=1 8192=100");
  IodGrouping grouping = across_sizes(TRUE);
  g_autoptr(IodComparison) mean = made_comparison(data, &grouping);
  assert_rows(mean, "iozone write bandwidth");
  const IodRow *row = made_row(mean, "iozone write bandwidth");
  assert_sample(row, 0, "25 50");
  assert_sample(row, 1, "50.5");
  assert_int_equal(row->rolled, 2);
  assert_null(iod_labels_get(row->labels, "block_size"));
  assert_string_equal(iod_labels_get(row->labels, "file_size"), "1048576");
  assert_null(made_warning(mean, "left_out"));
  grouping.across_mean = FALSE;
  g_autoptr(IodComparison) geometric = made_comparison(data, &grouping);
  assert_sample(made_row(geometric, "iozone write bandwidth"), 0, "20 40");
  assert_sample(made_row(geometric, "iozone write bandwidth"), 1, "10");
}

/* A run that was cut short must not be compared with whole ones over other sizes. */
static void test_only_values_that_all_runs_have(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10 8192=40 16384=1000");
  make_run(data, "a", 2, "4096=20 8192=80");
  make_run(data, "b", 1, "4096=1 8192=100 16384=1000 32768=1");
  IodGrouping grouping = across_sizes(TRUE);
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const IodRow *row = made_row(comparison, "iozone write bandwidth");
  assert_sample(row, 0, "25 50");
  assert_sample(row, 1, "50.5");
  const IodWarning *warning = made_warning(comparison, "left_out");
  assert_non_null(warning);
  assert_string_equal(warning->row, "iozone write");
  assert_non_null(strstr(warning->message, "block_size 16384, 32768"));
}

static void test_nothing_in_common(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10 8192=40");
  make_run(data, "b", 1, "16384=10 32768=40");
  IodRun *run = made_run(data, "dd", "x", "1", "series=a");
  made_value(data, run, "copy - bandwidth", 1, "block_size=512");
  IodGrouping grouping = across_sizes(TRUE);
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "dd bandwidth");
  assert_non_null(strstr(made_warning(comparison, "left_out")->message, "iozone write"));
}

static void test_refused_where_no_run_holds_two(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10");
  make_run(data, "a", 2, "8192=10");
  make_run(data, "b", 1, "4096=10");
  IodGrouping grouping = across_sizes(TRUE);
  made_refusal(data, &grouping, "--across block_size", "no run holds two values", NULL);
}

static void test_sums_and_percentiles_stay_apart(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "fio", "x", "1", "series=a");
  static const char *const metrics[] = {"iops", "bytes", "ios", "lat_mean", "lat_stddev", "clat_p99"};
  for (guint i = 0; i < G_N_ELEMENTS(metrics); i++) {
    g_autofree char *what = g_strdup_printf("r read %s", metrics[i]);
    made_value(data, run, what, 1, "block_size=4096");
    made_value(data, run, what, 3, "block_size=8192");
  }
  IodGrouping grouping = across_sizes(TRUE);
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison,
              "fio r read iops|fio r read lat_mean|fio r read bs=4k clat_p99|fio r read bs=8k clat_p99|"
              "fio r read bs=4k lat_stddev|fio r read bs=8k lat_stddev|fio r read bs=4k bytes|"
              "fio r read bs=8k bytes|fio r read bs=4k ios|fio r read bs=8k ios");
  assert_sample(made_row(comparison, "fio r read lat_mean"), 0, "2");
  const IodRow *apart = made_row(comparison, "fio r read bs=8k clat_p99");
  assert_sample(apart, 0, "3");
  assert_int_equal(apart->rolled, 0);
  assert_string_equal(iod_labels_get(apart->labels, "block_size"), "8192");
}

static void test_one_tool_alone(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10 8192=40");
  IodRun *run = made_run(data, "fio", "x", "1", "series=a");
  made_value(data, run, "r read iops", 1, "block_size=4096");
  made_value(data, run, "r read iops", 3, "block_size=8192");
  IodGrouping grouping = across_sizes(TRUE);
  grouping.rollup_tool = "iozone";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "iozone write bandwidth|fio r read bs=4k iops|fio r read bs=8k iops");
  grouping.rollup_tool = "iozon";
  made_refusal(data, &grouping, "--rollup iozon:block_size", "did you mean 'iozone'?", NULL);
}

/* A workload in which the label varies from run to run keeps its rows, and says so. */
static void test_varies_between_runs_only(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=10 8192=40");
  made_value(data, made_run(data, "fio", "x", "1", "series=a"), "r read iops", 1, "block_size=4096");
  made_value(data, made_run(data, "fio", "y", "1", "series=a"), "r read iops", 3, "block_size=8192");
  IodGrouping grouping = across_sizes(TRUE);
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "iozone write bandwidth|fio r read bs=4k iops|fio r read bs=8k iops");
  assert_non_null(strstr(made_warning(comparison, "not_rolled_up")->message, "fio r read"));
}

static void test_zero_and_negative_values(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_run(data, "a", 1, "4096=0 8192=40");
  IodGrouping grouping = across_sizes(FALSE);
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_sample(made_row(comparison, "iozone write bandwidth"), 0, "0");
  make_run(data, "a", 2, "4096=-1 8192=40");
  made_refusal(data, &grouping, "--reduce mean", NULL);
}

static void test_twice_in_one_run(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "iozone", "x", "1", "series=a");
  made_value(data, run, "write write bandwidth", 1, "block_size=4096");
  made_value(data, run, "write write bandwidth", 2, "block_size=8192");
  made_value(data, run, "write write bandwidth", 3, "block_size=4096");
  IodGrouping grouping = across_sizes(FALSE);
  made_refusal(data, &grouping, "x:1", "two values of one cell", NULL);
}

static void test_jobs_across(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "fio", "x", "1", "series=a");
  made_value(data, run, "r read iops", 10, "job=1");
  made_value(data, run, "r read iops", 30, "job=2");
  made_value(data, run, "r read iops", 40, "aggregate=group");
  IodGrouping grouping = made_grouping();
  grouping.across = "job";
  grouping.across_mean = TRUE;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_sample(made_row(comparison, "fio r read iops"), 0, "20");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one_value_a_run),
      cmocka_unit_test(test_only_values_that_all_runs_have),
      cmocka_unit_test(test_nothing_in_common),
      cmocka_unit_test(test_refused_where_no_run_holds_two),
      cmocka_unit_test(test_sums_and_percentiles_stay_apart),
      cmocka_unit_test(test_one_tool_alone),
      cmocka_unit_test(test_varies_between_runs_only),
      cmocka_unit_test(test_zero_and_negative_values),
      cmocka_unit_test(test_twice_in_one_run),
      cmocka_unit_test(test_jobs_across),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
