// SPDX-License-Identifier: GPL-3.0-or-later
/* Geometric means and the verdict on all cells together. */
#include "made.h"

/* Noise of a few per cent that is the same each time. */
static double noise(guint cell, guint run) {
  guint32 bits = (cell * 7919U + run * 104729U + 12345U) * 2654435761U;
  return exp(((double)(bits >> 8) / (1 << 24) - 0.5) * 0.1);
}

/* cells workloads of one value a run each; all runs of a series together are `times` what noise says. */
static void make_campaign(IodDataset *data, const char *series, guint cells, guint runs, double times,
                          guint seed) {
  g_autofree char *labels = g_strdup_printf("series=%s", series);
  for (guint r = 0; r < runs; r++) {
    g_autofree char *source = g_strdup_printf("%s-%u", series, r);
    IodRun *run = made_run(data, "fio", source, "1", labels);
    for (guint c = 0; c < cells; c++) {
      g_autofree char *rate = g_strdup_printf("w%u read iops", c),
                      *latency = g_strdup_printf("w%u read lat_mean", c);
      g_autofree char *bytes = g_strdup_printf("w%u read bandwidth", c);
      double value = 1000 * (c + 1) * times * noise(c, r + seed);
      made_value(data, run, rate, value, "");
      made_value(data, run, bytes, value * 4096, "");
      made_value(data, run, latency, 1 / value, "");
    }
  }
}

static const IodGeomean *geomean_of(const IodComparison *comparison, const char *name, guint series) {
  for (guint i = 0; i < comparison->geomeans->len; i++) {
    const IodGeomean *geomean = &g_array_index(comparison->geomeans, IodGeomean, i);
    if (geomean->series == series &&
        g_strcmp0(geomean->kind != NULL ? geomean->kind : geomean->metric, name) == 0)
      return geomean;
  }
  return NULL;
}

/* 3 % on 40 cells is beyond doubt, though no cell shows it. */
static void test_sees_what_no_cell_shows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_campaign(data, "old", 40, 5, 1, 0);
  make_campaign(data, "new", 40, 5, 0.97, 100);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    assert_int_not_equal(g_array_index(row->versus, IodVersus, 0).answer.verdict, IOD_VERDICT_WORSE);
  }
  const IodGeomean *throughput = geomean_of(comparison, "throughput", 1),
                   *latency = geomean_of(comparison, "latency", 1);
  assert_int_equal(throughput->rows, 40); /* one metric a cell */
  assert_near(throughput->ratio, 0.97, 0.01);
  assert_true(throughput->ci.low <= throughput->ratio && throughput->ratio <= throughput->ci.high);
  assert_true(throughput->ci.high < 1);
  assert_near(throughput->p, 2.0 / 252, 1e-12);            /* the smallest there is for 5 against 5 */
  assert_int_equal(throughput->verdict, IOD_VERDICT_SAME); /* and within 5 % */
  assert_near(latency->ratio * throughput->ratio, 1, 1e-9);
  const IodGeomean *iops = geomean_of(comparison, "iops", 1);
  assert_near(iops->ratio, 0.97, 0.01);
  assert_true(isnan(iops->ci.low) && isnan(iops->p)); /* a mean of ratios has no test */
  assert_true(latency->ci.low > 1);
  grouping.thresholds = g_ptr_array_new();
  g_ptr_array_add(grouping.thresholds, (gpointer)(gsize) "1%");
  g_autoptr(IodComparison) strict = made_comparison(data, &grouping);
  assert_int_equal(geomean_of(strict, "throughput", 1)->verdict, IOD_VERDICT_WORSE);
  assert_int_equal(geomean_of(strict, "latency", 1)->verdict, IOD_VERDICT_WORSE);
  g_ptr_array_unref(grouping.thresholds);
}

static void test_the_ratio_is_that_of_the_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_campaign(data, "old", 6, 5, 1, 0);
  make_campaign(data, "new", 7, 4, 1.2, 50); /* one cell has no counterpart, and there are fewer runs */
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  double sum = 0;
  guint rows = 0;
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (strcmp(row->metric.name, "iops") != 0 || row->versus->len == 0) continue;
    sum += log(g_array_index(row->versus, IodVersus, 0).answer.ratio);
    rows++;
  }
  const IodGeomean *iops = geomean_of(comparison, "iops", 1);
  assert_int_equal(rows, 6);
  assert_int_equal(iops->rows, 6);
  assert_near(iops->ratio, exp(sum / rows), 1e-12);
  assert_null(geomean_of(comparison, "bandwidth", 1)); /* iops is what is judged */
  assert_non_null(strstr(made_warning(comparison, "unmatched")->message, "fio w6 read"));
}

static void test_runs_of_the_campaign(void **state) {
  (void)state;
  /* Two cells, 3 runs a side; the k-th runs make run k whatever the cells' own order of size. */
  static const double a_old[] = {100, 200, 400}, b_old[] = {30, 20, 10}, a_new[] = {150, 300, 600},
                      b_new[] = {45, 30, 15};
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "old", "a read iops", "", 3, a_old);
  made_series(data, "fio", "old", "b read iops", "", 3, b_old);
  made_series(data, "fio", "new", "a read iops", "", 3, a_new);
  made_series(data, "fio", "new", "b read iops", "", 3, b_new);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  static const double old_runs[] = {0.5 * 1.5, 1, 2 * 0.5}, new_runs[] = {0.75 * 2.25, 1.5 * 1.5, 3 * 0.75};
  double base[3], fresh[3];
  for (guint i = 0; i < 3; i++) {
    base[i] = sqrt(old_runs[i]);
    fresh[i] = sqrt(new_runs[i]);
  }
  IodQuestion question = {IOD_CENTER_MEDIAN, 0.95, 0.05, IOD_BETTER_HIGHER};
  IodAnswer answer;
  iod_compare(base, 3, fresh, 3, &question, &answer);
  const IodGeomean *throughput = geomean_of(comparison, "throughput", 1);
  assert_near(throughput->ratio, 1.5, 1e-12);
  assert_near(throughput->ci.low, answer.ci.low, 1e-12);
  assert_near(throughput->ci.high, answer.ci.high, 1e-12);
  assert_near(throughput->p, answer.p, 1e-12);
}

static void test_a_ratio_of_zero(void **state) {
  (void)state;
  static const double values[] = {10, 11, 12, 13, 14}, zeros[] = {0, 0, 0, 0, 0};
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "old", "a read iops", "", 5, values);
  made_series(data, "fio", "old", "b read iops", "", 5, values);
  made_series(data, "fio", "new", "a read iops", "", 5, values);
  made_series(data, "fio", "new", "b read iops", "", 5, zeros);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const IodGeomean *throughput = geomean_of(comparison, "throughput", 1);
  assert_int_equal(throughput->rows, 2);
  assert_true(isnan(throughput->ratio) && isnan(throughput->ci.low));
  assert_int_equal(throughput->verdict, IOD_VERDICT_NONE);
  assert_string_equal(made_warning(comparison, "no_geomean")->row, "fio b read");
}

static void test_each_series_and_chosen_metrics(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  make_campaign(data, "a", 3, 4, 1, 0);
  make_campaign(data, "b", 3, 4, 2, 0);
  make_campaign(data, "c", 3, 4, 4, 0);
  g_autoptr(IodFilter) filter = iod_filter_new();
  assert_true(iod_filter_add_metrics(filter, "bandwidth", NULL));
  IodGrouping grouping = made_grouping();
  grouping.filter = filter;
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_near(geomean_of(comparison, "throughput", 1)->ratio, 2, 1e-9);
  assert_near(geomean_of(comparison, "bandwidth", 2)->ratio, 4, 1e-9);
  assert_null(geomean_of(comparison, "latency", 1));
  assert_int_equal(comparison->geomeans->len, 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sees_what_no_cell_shows),
      cmocka_unit_test(test_the_ratio_is_that_of_the_rows),
      cmocka_unit_test(test_runs_of_the_campaign),
      cmocka_unit_test(test_a_ratio_of_zero),
      cmocka_unit_test(test_each_series_and_chosen_metrics),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
