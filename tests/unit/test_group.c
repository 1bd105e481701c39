// SPDX-License-Identifier: GPL-3.0-or-later
/* Rows, series and samples. */
#include "made.h"

static const double few[] = {100, 101, 102, 103, 104, 105, 106, 107};

static void test_series_of_inputs(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "dd", "old", "copy - bandwidth", "block_size=65536", 3, few);
  made_series(data, "dd", "new", "copy - bandwidth", "block_size=65536", 2, few + 3);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_string_equal(comparison->by, "series");
  assert_int_equal(comparison->n_series, 2);
  assert_string_equal(comparison->series[0], "old");
  assert_string_equal(comparison->series[1], "new");
  assert_rows(comparison, "dd bandwidth");
  const IodRow *row = made_row(comparison, "dd bandwidth");
  assert_sample(row, 0, "100 101 102");
  assert_sample(row, 1, "103 104");
  assert_string_equal(iod_labels_get(row->labels, "block_size"), "65536");
  assert_null(iod_labels_get(row->labels, "series"));
  assert_int_equal(row->versus->len, 1);
  const IodVersus *versus = &g_array_index(row->versus, IodVersus, 0);
  assert_int_equal(versus->base, 0);
  assert_int_equal(versus->fresh, 1);
  assert_near(versus->answer.center_ratio, 103.5 / 101, 1e-9);
  assert_int_equal(comparison->differs->len, 0);
}

static void test_baseline_comes_first(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "dd", "a", "copy - bandwidth", "", 1, few);
  made_series(data, "dd", "b", "copy - bandwidth", "", 1, few + 1);
  made_series(data, "dd", "c", "copy - bandwidth", "", 1, few + 2);
  IodGrouping grouping = made_grouping();
  grouping.baseline = "c";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_string_equal(comparison->series[0], "c");
  assert_string_equal(comparison->series[1], "a");
  assert_string_equal(comparison->series[2], "b");
  const IodRow *row = made_row(comparison, "dd bandwidth");
  assert_sample(row, 0, "102");
  assert_sample(row, 1, "100");
  assert_sample(row, 2, "101");
  assert_int_equal(row->versus->len, 2);
}

static void test_unknown_names_are_refused(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_value(data, made_run(data, "dd", "x", "1", "volume=jiva"), "copy - bandwidth", 1, "");
  made_value(data, made_run(data, "dd", "y", "1", "volume=hostpath"), "copy - bandwidth", 1, "");
  IodGrouping grouping = made_grouping();
  grouping.by = "volme";
  made_refusal(data, &grouping, "--by", "'volme'", "did you mean 'volume'?", NULL);
  grouping.by = "volume";
  grouping.baseline = "hostpth";
  made_refusal(data, &grouping, "--baseline hostpth", "did you mean 'hostpath'?", NULL);
  grouping.baseline = NULL;
  grouping.across = "blocksize";
  made_refusal(data, &grouping, "--across", "'blocksize'", "volume", NULL);
  grouping.across = "volume";
  made_refusal(data, &grouping, "volume", "--by", "--across", NULL);
  grouping.across = NULL;
  grouping.order_by = "block_size";
  made_refusal(data, &grouping, "-x", "'block_size'", NULL);
}

static void test_one_input_names_what_varies(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *a = made_run(data, "fio", "a", "1", "volume=jiva");
  IodRun *b = made_run(data, "fio", "b", "1", "volume=hostpath");
  made_value(data, a, "r read iops", 1, "block_size=4096 rw=read");
  made_value(data, a, "r read iops", 1, "block_size=8192 rw=read");
  made_value(data, b, "r read iops", 1, "block_size=4096 rw=read");
  IodGrouping grouping = made_grouping();
  made_refusal(data, &grouping, "series", "volume (hostpath, jiva), block_size (4096, 8192)", "--by volume",
               NULL);
  grouping.pool = TRUE;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_null(comparison->by);
  assert_int_equal(comparison->n_series, 1);
  assert_null(comparison->series[0]);
  assert_rows(comparison, "fio r read volume=hostpath bs=4k iops|fio r read volume=jiva bs=4k iops|"
                          "fio r read volume=jiva bs=8k iops");
}

static void test_no_result_is_an_input_error(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  g_autoptr(GError) error = NULL;
  IodGrouping grouping = made_grouping();
  assert_null(iod_group(data, &grouping, &error));
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_INPUT));
}

static void test_observations_without_the_label(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_value(data, made_run(data, "dd", "z", "1", ""), "copy - bandwidth", 3, "");
  made_value(data, made_run(data, "dd", "x", "1", "volume=a"), "copy - bandwidth", 1, "");
  made_value(data, made_run(data, "dd", "y", "1", "volume=b"), "copy - bandwidth", 2, "");
  IodGrouping grouping = made_grouping();
  grouping.by = "volume";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->n_series, 3);
  assert_string_equal(comparison->series[0], "a");
  assert_string_equal(comparison->series[2], "(none)");
  assert_sample(made_row(comparison, "dd bandwidth"), 2, "3");
  const IodWarning *warning = made_warning(comparison, "no_label");
  assert_non_null(warning);
  assert_non_null(strstr(warning->message, "volume"));
}

/* ---- Labels ---- */

static void test_label_within_a_series_makes_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "iozone", "a", "write write bandwidth", "block_size=4096 file_size=1", 2, few);
  made_series(data, "iozone", "a", "write write bandwidth", "block_size=16384 file_size=1", 2, few + 2);
  made_series(data, "iozone", "b", "write write bandwidth", "block_size=4096 file_size=8", 2, few + 4);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "iozone write bs=4k bandwidth|iozone write bs=16k bandwidth");
  const IodRow *both = g_ptr_array_index(comparison->rows, 0), *lone = g_ptr_array_index(comparison->rows, 1);
  assert_sample(both, 1, "104 105");
  assert_sample(lone, 0, "102 103");
  assert_sample(lone, 1, "-");
  assert_int_equal(lone->versus->len, 0);
  assert_differs(comparison, "file_size: 1 / 8");
  assert_null(iod_labels_get(both->labels, "file_size"));
  assert_string_equal(iod_labels_get(lone->labels, "file_size"), "1");
}

/* What varies from workload to workload, in each the same, keeps nothing apart. */
static void test_label_between_series_of_one_test(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "rand read iops", "block_size=4096", 2, few);
  made_series(data, "fio", "a", "seq read iops", "block_size=131072", 2, few);
  made_series(data, "fio", "b", "rand read iops", "block_size=16384", 2, few + 2);
  made_series(data, "fio", "b", "seq read iops", "block_size=131072", 2, few + 2);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio rand read iops|fio seq read iops");
  assert_differs(comparison, "block_size: 4096 / 16384");
  assert_string_equal(iod_labels_get(made_row(comparison, "fio seq read iops")->labels, "block_size"),
                      "131072");
}

static void test_label_missing_on_one_side(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "iozone", "a", "read read bandwidth", "block_size=4096 direct=1", 2, few);
  made_series(data, "iozone", "b", "read read bandwidth", "block_size=4096", 2, few + 2);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "iozone read bandwidth");
  assert_differs(comparison, "direct: 1 / -");
}

static void test_label_missing_in_some_runs_of_a_series(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "dd", "a", "copy - bandwidth", "", 2, few);
  made_series(data, "dd", "a", "copy - bandwidth", "direct=1", 2, few + 2);
  made_series(data, "dd", "b", "copy - bandwidth", "direct=1", 2, few + 4);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "dd bandwidth|dd direct=1 bandwidth");
  assert_sample(made_row(comparison, "dd direct=1 bandwidth"), 1, "104 105");
}

/* The size of the file follows from the configuration, another one in each series: it must not keep the rows
 * apart. */
static void test_label_that_follows_from_another(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "config=small file_size=10", 2, few);
  made_series(data, "fio", "a", "r read iops", "config=large file_size=10", 2, few + 2);
  made_series(data, "fio", "b", "r read iops", "config=small file_size=80", 2, few + 4);
  made_series(data, "fio", "b", "r read iops", "config=large file_size=40", 2, few + 6);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio r read config=large iops|fio r read config=small iops");
  assert_differs(comparison, "file_size: 10 / 40, 80");
}

/* But values that are met in both series keep their rows, whatever else would follow. */
static void test_label_that_both_series_have_stays(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "iodepth=1 block_size=4096", 2, few);
  made_series(data, "fio", "a", "r read iops", "iodepth=16 block_size=4096", 2, few + 2);
  made_series(data, "fio", "b", "r read iops", "iodepth=1 block_size=4096", 2, few + 4);
  made_series(data, "fio", "b", "r read iops", "iodepth=16 block_size=16384", 2, few + 6);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio r read iodepth=1 bs=4k iops|fio r read iodepth=16 bs=4k iops|"
                          "fio r read iodepth=16 bs=16k iops");
  assert_differs(comparison, "");
}

/* A pod of its own for each run: where something ran is no row where it would keep the series apart. */
static void test_pods_of_runs(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  static const char *const pods[] = {"fio-a-1", "fio-a-2", "fio-b-1", "fio-b-2"};
  for (guint i = 0; i < 4; i++) {
    g_autofree char *labels = g_strdup_printf("volume=%c pod=%s", i < 2 ? 'a' : 'b', pods[i]);
    made_value(data, made_run(data, "fio", "all.log", pods[i], labels), "r read iops", few[i], "");
  }
  IodGrouping grouping = made_grouping();
  grouping.by = "volume";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio r read iops");
  assert_sample(made_row(comparison, "fio r read iops"), 1, "102 103");
  assert_differs(comparison, "pod: fio-a-1, fio-a-2 / fio-b-1, fio-b-2");
  grouping.by = NULL;
  grouping.pool = TRUE;
  g_autoptr(IodComparison) pooled = made_comparison(data, &grouping);
  assert_int_equal(pooled->rows->len, 4);
}

static void test_runs_label_wins(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_value(data, made_run(data, "dd", "x", "1", "series=a block_size=8192"), "copy - bandwidth", 1,
             "block_size=4096");
  made_value(data, made_run(data, "dd", "y", "1", "series=b"), "copy - bandwidth", 2, "block_size=8192");
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "dd bandwidth");
  assert_differs(comparison, "");
  assert_string_equal(iod_labels_get(made_row(comparison, "dd bandwidth")->labels, "block_size"), "8192");
}

static void test_error_session_and_run_make_no_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_value(data, made_run(data, "fio", "x", "1", "series=a session=mon"), "r read iops", 1, "error=5");
  made_value(data, made_run(data, "fio", "y", "1", "series=a session=tue"), "r read iops", 2, "");
  made_value(data, made_run(data, "fio", "z", "1", "series=b session=tue"), "r read iops", 3, "");
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio r read iops");
  assert_sample(made_row(comparison, "fio r read iops"), 0, "1 2");
  assert_int_equal(comparison->ignored->len, 2);
  assert_string_equal(g_ptr_array_index(comparison->ignored, 0), "error (5, none)");
  assert_string_equal(g_ptr_array_index(comparison->ignored, 1), "session (mon, tue)");
}

static void test_versions(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  static const char *const versions[] = {"3.33", "3.33", "3.35"};
  for (guint i = 0; i < 3; i++) {
    IodRun *run = made_run(data, "fio", i < 2 ? "x" : "y", "1", i < 2 ? "series=a" : "series=b");
    run->version = g_strdup(versions[i]);
    made_value(data, run, "r read iops", i, "");
  }
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio r read iops");
  assert_differs(comparison, "version: 3.33 / 3.35");
}

/* ---- Jobs of groups ---- */

static void make_jobs(IodDataset *data, const char *series) {
  g_autofree char *labels = g_strdup_printf("series=%s", series);
  IodRun *run = made_run(data, "fio", series, "1", labels);
  made_value(data, run, "r read iops", 10, "job=1 group=0");
  made_value(data, run, "r read clat_p99", 0.1, "job=1 group=0");
  made_value(data, run, "r read iops", 20, "job=2 group=0");
  made_value(data, run, "r read clat_p99", 0.2, "job=2 group=0");
  made_value(data, run, "r read iops", 30, "aggregate=group group=0 numjobs=2");
  made_value(data, run, "lone read iops", 5, "group=1 job=3");
}

static void test_groups_rather_than_jobs(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_jobs(data, "a");
  make_jobs(data, "b");
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, "fio lone read iops|fio r read iops");
  assert_sample(made_row(comparison, "fio r read iops"), 0, "30");
  assert_string_equal(g_ptr_array_index(comparison->ignored, 0), "job (the jobs of groups: --per-job)");
}

static void test_jobs_where_asked_for(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_jobs(data, "a");
  make_jobs(data, "b");
  IodGrouping grouping = made_grouping();
  grouping.per_job = TRUE;
  const char *wanted =
      "fio lone read iops|fio r read job=1 iops|fio r read job=2 iops|fio r read job=1 clat_p99|"
      "fio r read job=2 clat_p99";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_rows(comparison, wanted);
  grouping.per_job = FALSE;
  g_autoptr(IodFilter) filter = iod_filter_new();
  assert_true(iod_filter_add(filter, "metric=p99", NULL));
  grouping.filter = filter;
  made_refusal(data, &grouping, "--per-job", NULL);
  g_autoptr(IodFilter) one_job = iod_filter_new();
  assert_true(iod_filter_add(one_job, "job=2", NULL));
  grouping.filter = one_job;
  g_autoptr(IodComparison) second = made_comparison(data, &grouping);
  assert_rows(second, "fio r read iops|fio r read clat_p99");
}

static void test_jobs_without_a_sum_collide(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "fio", "fio.log", "1", "series=a");
  made_value(data, run, "r read iops", 10, "job=1");
  made_value(data, run, "r read iops", 20, "job=2");
  IodGrouping grouping = made_grouping();
  made_refusal(data, &grouping, "fio.log", "fio r read iops", "'job'", "--per-job", NULL);
  grouping.per_job = TRUE;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->rows->len, 2);
}

static void test_two_values_that_nothing_tells_apart(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "dd", "dd.log", "1", "series=a");
  made_value(data, run, "copy - bandwidth", 10, "block_size=4096");
  made_value(data, run, "copy - bandwidth", 10, "block_size=4096");
  IodGrouping grouping = made_grouping();
  made_refusal(data, &grouping, "dd.log:1", "dd copy - bandwidth block_size=4096",
               "no label tells them apart", NULL);
}

/* ---- Samples ---- */

static void test_runs_by_start_where_all_tell_it(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  static const char *const starts[] = {"2026-01-01T12:00:00Z", "2026-01-01T11:30:00Z",
                                       "2026-01-01T12:10:00+01:00"};
  static const char *const sources[] = {"r2.log", "r10.log", "r1.log"};
  IodRun *runs[3];
  for (guint i = 0; i < 3; i++) {
    runs[i] = made_run(data, "dd", sources[i], "1", "series=a");
    runs[i]->start = g_strdup(starts[i]);
    made_value(data, runs[i], "copy - bandwidth", i + 1, "");
  }
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_sample(made_row(comparison, "dd bandwidth"), 0, "3 2 1");
  g_clear_pointer(&runs[0]->start, g_free);
  g_autoptr(IodComparison) by_name = made_comparison(data, &grouping);
  const IodRow *row = made_row(by_name, "dd bandwidth");
  assert_sample(row, 0, "3 1 2"); /* r1, r2, r10 */
  assert_ptr_equal(row->samples[0]->runs[0], runs[2]);
}

static void test_runs_of_one_file_by_number(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  for (guint i = 12; i > 0; i--) {
    g_autofree char *id = g_strdup_printf("%u", i);
    made_value(data, made_run(data, "dd", "all.log", id, "series=a"), "copy - bandwidth", i, "");
  }
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_sample(made_row(comparison, "dd bandwidth"), 0, "1 2 3 4 5 6 7 8 9 10 11 12");
}

static void test_units_and_directions_are_not_mixed(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  g_autoptr(IodLabels) none = iod_labels_new();
  IodObservation observation = {"-", "-", {"value", "MB", IOD_BETTER_UNKNOWN}, 1, 1, none};
  iod_sink_observe(iod_dataset_sink(data), made_run(data, "numbers", "x", "1", "series=a"), &observation);
  observation.metric.unit = "s";
  iod_sink_observe(iod_dataset_sink(data), made_run(data, "numbers", "y", "1", "series=b"), &observation);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->rows->len, 2);
}

static void test_pairwise(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "dd", "a", "copy - bandwidth", "", 2, few);
  made_series(data, "dd", "b", "copy - bandwidth", "", 2, few + 1);
  made_series(data, "dd", "c", "copy - bandwidth", "", 2, few + 2);
  IodGrouping grouping = made_grouping();
  grouping.pairwise = TRUE;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const IodRow *row = made_row(comparison, "dd bandwidth");
  assert_int_equal(row->versus->len, 3);
  const IodVersus *last = &g_array_index(row->versus, IodVersus, 2);
  assert_int_equal(last->base, 1);
  assert_int_equal(last->fresh, 2);
}

static void test_given_values_belong_to_the_series_of_their_name(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_value(data, made_run(data, "dd", "x", "1", "volume=jiva"), "copy - bandwidth", 1, "");
  made_value(data, made_run(data, "dd", "y", "1", "volume=hostpath"), "copy - bandwidth", 1, "");
  made_value(data, made_run(data, "given", "--given", "1", "series=jiva"), "- - cpu", 6, "");
  IodGrouping grouping = made_grouping();
  grouping.by = "volume";
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->n_series, 2);
  assert_sample(made_row(comparison, "given cpu"), 0, "6");
}

static void test_failed_runs_are_counted(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "dd", "a", "copy - bandwidth", "", 2, few);
  made_run(data, "dd", "broken", "1", "series=a")->failure = g_strdup("No space left on device");
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->failed_runs, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_series_of_inputs),
      cmocka_unit_test(test_baseline_comes_first),
      cmocka_unit_test(test_unknown_names_are_refused),
      cmocka_unit_test(test_one_input_names_what_varies),
      cmocka_unit_test(test_no_result_is_an_input_error),
      cmocka_unit_test(test_observations_without_the_label),
      cmocka_unit_test(test_label_within_a_series_makes_rows),
      cmocka_unit_test(test_label_between_series_of_one_test),
      cmocka_unit_test(test_label_missing_on_one_side),
      cmocka_unit_test(test_label_missing_in_some_runs_of_a_series),
      cmocka_unit_test(test_label_that_follows_from_another),
      cmocka_unit_test(test_label_that_both_series_have_stays),
      cmocka_unit_test(test_pods_of_runs),
      cmocka_unit_test(test_runs_label_wins),
      cmocka_unit_test(test_error_session_and_run_make_no_rows),
      cmocka_unit_test(test_versions),
      cmocka_unit_test(test_groups_rather_than_jobs),
      cmocka_unit_test(test_jobs_where_asked_for),
      cmocka_unit_test(test_jobs_without_a_sum_collide),
      cmocka_unit_test(test_two_values_that_nothing_tells_apart),
      cmocka_unit_test(test_runs_by_start_where_all_tell_it),
      cmocka_unit_test(test_runs_of_one_file_by_number),
      cmocka_unit_test(test_units_and_directions_are_not_mixed),
      cmocka_unit_test(test_pairwise),
      cmocka_unit_test(test_given_values_belong_to_the_series_of_their_name),
      cmocka_unit_test(test_failed_runs_are_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
