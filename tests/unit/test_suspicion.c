// SPDX-License-Identifier: GPL-3.0-or-later
/* Warnings about samples and about how the series were measured; and what none is given for. */
#include "made.h"

#include "stats/suspicion.h"

/* The warnings on one sample of iops, as codes; "too_few" is not about samples. */
static char *codes_of(const double *values, guint n) {
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "", n, values);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  GString *codes = g_string_new(NULL);
  for (guint i = 0; i < comparison->warnings->len; i++) {
    const IodWarning *warning = g_ptr_array_index(comparison->warnings, i);
    g_string_append_printf(codes, "%s%s", i > 0 ? " " : "", warning->code);
    assert_string_equal(warning->row, "fio r read");
    assert_string_equal(warning->series, "a");
  }
  return g_string_free(codes, FALSE);
}

#define ASSERT_CODES(wanted, ...)                                                                            \
  do {                                                                                                       \
    const double values_[] = {__VA_ARGS__};                                                                  \
    g_autofree char *codes_ = codes_of(values_, G_N_ELEMENTS(values_));                                      \
    assert_string_equal(codes_, wanted);                                                                     \
  } while (0)

static void test_quiet_samples(void **state) {
  (void)state;
  ASSERT_CODES("", 100);
  ASSERT_CODES("", 100, 140);
  ASSERT_CODES("", 100, 101, 99);
  ASSERT_CODES("", 100, 100, 100, 100, 100, 100, 100, 100, 100, 100);
  ASSERT_CODES("", 100, 103, 98, 101, 99, 102, 97, 100, 101, 99, 102, 98);
  ASSERT_CODES("", 100, 100.01, 99.99, 100.02, 99.98, 101); /* far in units of nothing */
  ASSERT_CODES("", 100, 100, 100, 100, 100, 130);           /* no spread to measure it by */
  ASSERT_CODES("", 100, 100.1, 100.2, 100.3, 100.4, 100.5); /* a drift that changes nothing */
}

static void test_outlier(void **state) {
  (void)state;
  ASSERT_CODES("outlier", 100, 102, 99, 101, 98, 150, 100, 101);
  ASSERT_CODES("outlier", 100, 102, 99, 101, 98, 60, 100, 101);
  ASSERT_CODES("spread", 100, 102, 99, 101, 150); /* five are too few to say which */
}

static void test_first_run(void **state) {
  (void)state;
  ASSERT_CODES("first_run", 60, 100, 102, 99, 101);
  ASSERT_CODES("first_run", 140, 100, 102, 99, 101, 98, 100, 101, 99);
  ASSERT_CODES("first_run", 60, 100, 100, 100, 100);
  ASSERT_CODES("", 95, 100, 102, 99, 101, 98);
}

static void test_drift(void **state) {
  (void)state;
  ASSERT_CODES("drift", 100, 103, 107, 110, 114);
  ASSERT_CODES("drift", 114, 110, 107, 103, 100);
  ASSERT_CODES("drift", 100, 104, 103, 108, 107, 112, 111, 116, 115, 120);
  ASSERT_CODES("", 100, 107, 103, 114, 110);
}

static void test_two_modes(void **state) {
  (void)state;
  ASSERT_CODES("two_modes", 100, 141, 101, 139, 99, 140, 100, 142, 98, 140, 101, 139);
  ASSERT_CODES("two_modes", 100, 121, 101, 120, 99, 120, 100, 122, 98, 121);
  ASSERT_CODES("spread", 100, 141, 101, 139, 99, 140, 100, 142); /* eight are too few for more */
}

static void test_spread(void **state) {
  (void)state;
  ASSERT_CODES("spread", 100, 130, 80);
  ASSERT_CODES("spread", 100, 128, 90, 110, 120, 85, 105, 95);
  ASSERT_CODES("", 100, 105, 95);
}

/* Of many rows the worst are said, and the rest together. */
static void test_many_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  for (guint i = 0; i < 20; i++) {
    double values[] = {100, 130 + i, 80};
    g_autofree char *what = g_strdup_printf("w%u read iops", i);
    made_series(data, "fio", "a", what, "", 3, values);
  }
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_int_equal(comparison->warnings->len, 4);
  const IodWarning *worst = g_ptr_array_index(comparison->warnings, 0);
  const IodWarning *rest = g_ptr_array_index(comparison->warnings, 3);
  assert_string_equal(worst->row, "fio w19 read");
  assert_null(rest->row);
  assert_string_equal(rest->message, "the like in 17 more: fio w0 read, fio w1 read, fio w2 read, …");
}

/* ---- The tests behind them ---- */

/* Of all orders of n values, the share that is at least as far from even as this one. */
static double p_by_counting(const double *values, guint n) {
  guint order[8], far = 0, all = 0, excess = 0;
  for (guint i = 0; i < n; i++) order[i] = i;
  for (guint pass = 0; pass < 2; pass++) {
    far = all = 0;
    /* All permutations, by Heap's method. */
    guint counters[8] = {0};
    for (guint i = 0; i <= n;) {
      int rising = 0;
      for (guint a = 0; a < n; a++)
        for (guint b = a + 1; b < n; b++)
          rising += (values[order[b]] > values[order[a]]) - (values[order[b]] < values[order[a]]);
      if (pass == 0 && all == 0) excess = (guint)ABS(rising);
      all++;
      if ((guint)ABS(rising) >= excess) far++;
      while (i < n && counters[i] >= i) counters[i++] = 0;
      if (i == n) break;
      guint other = i % 2 == 0 ? 0 : counters[i], kept = order[other];
      order[other] = order[i];
      order[i] = kept;
      counters[i]++;
      i = 0;
    }
    for (guint i = 0; i < n; i++) order[i] = i;
  }
  return (double)far / all;
}

static void test_drift_is_exact(void **state) {
  (void)state;
  static const double samples[][7] = {{1, 2, 3, 4, 5, 6, 7}, {1, 3, 2, 4, 6, 5, 7}, {7, 5, 6, 1, 2, 4, 3},
                                      {1, 1, 2, 2, 3, 3, 3}, {2, 1, 1, 3, 2, 3, 3}, {1, 1, 1, 1, 1, 1, 2},
                                      {4, 1, 4, 1, 4, 1, 4}};
  for (gsize i = 0; i < G_N_ELEMENTS(samples); i++)
    for (guint n = 3; n <= 7; n++)
      assert_near(iod_drift_p(samples[i], n), p_by_counting(samples[i], n), 1e-12);
  static const double equal[] = {1, 1, 1, 1};
  assert_near(iod_drift_p(equal, 4), 1, 0);
}

/* Where exact gives way to normal they agree. */
static void test_drift_of_many(void **state) {
  (void)state;
  double values[61];
  for (guint i = 0; i < 61; i++) values[i] = (i * 37) % 61 + 0.25 * i;
  double exact = iod_drift_p(values, 60), normal = iod_drift_p(values, 61);
  assert_true(exact > 0.001 && exact < 0.5);
  assert_near(exact, normal, 0.1);
}

static void test_modes(void **state) {
  (void)state;
  static const double values[] = {1, 1, 1, 1, 1, 1, 4, 4, 4, 4, 4};
  IodModes modes;
  assert_true(iod_modes_find(values, 11, &modes));
  assert_int_equal(modes.low_n, 6);
  assert_near(modes.low, 1, 1e-12);
  assert_near(modes.high, 4, 1e-12);
  assert_near(modes.within_of_total, 0, 1e-12);
  assert_false(iod_modes_find(values, 9, &modes));
  static const double zero[] = {0, 1, 1, 1, 1, 1, 4, 4, 4, 4};
  assert_false(iod_modes_find(zero, 10, &modes));
  /* One value alone is no mode. */
  static const double lone[] = {1, 1.01, 0.99, 1.02, 0.98, 1, 1.01, 0.99, 1, 9};
  assert_true(iod_modes_find(lone, 10, &modes));
  assert_true(modes.within_of_total > 0.4);
  assert_near(iod_modes_cutoff(10), 0.094, 1e-12);
  assert_near(iod_modes_cutoff(25), (0.171 + 0.204) / 2, 1e-12);
  assert_near(iod_modes_cutoff(1000), 0.204, 1e-12);
}

/* ---- Series ---- */

static const double five[] = {100, 101, 102, 103, 104};

static void test_not_measured_alike(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "block_size=4096 iodepth=1 color=red", 5, five);
  made_series(data, "fio", "b", "r read iops", "block_size=16384 iodepth=1 color=blue", 5, five);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const IodWarning *warning = made_warning(comparison, "unfair");
  assert_string_equal(warning->message,
                      "a and b were not measured alike; they differ in block_size (4096; 16384)");
  assert_string_equal(warning->series, "b");
}

/* A flag that is missing is off; any other label that is missing is not known. */
static void test_missing_flags_and_labels(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "direct=1 ioengine=libaio", 5, five);
  made_series(data, "fio", "b", "r read iops", "", 5, five);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_non_null(strstr(made_warning(comparison, "unfair")->message, "they differ in direct (1; none)"));
  assert_null(strstr(made_warning(comparison, "unfair")->message, "ioengine"));
}

/* Shorter runs show in the time and the work done; a slower disk in one of them. */
static void test_run_times(void **state) {
  (void)state;
  for (guint shorter = 0; shorter < 2; shorter++) {
    g_autoptr(IodDataset) data = iod_dataset_new();
    for (guint series = 0; series < 2; series++) {
      g_autofree char *labels = g_strdup_printf("series=%c", 'a' + series);
      IodRun *run = made_run(data, "fio", labels, "1", labels);
      made_value(data, run, "r read iops", 100, "");
      made_value(data, run, "r read duration", series == 0 ? 60 : 10, "");
      made_value(data, run, "r read bytes", series == 1 && shorter ? 1e6 : 6e6, "");
    }
    IodGrouping grouping = made_grouping();
    g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
    const IodWarning *warning = made_warning(comparison, "unfair");
    assert_true((warning != NULL) == (shorter == 1));
    if (warning != NULL) assert_non_null(strstr(warning->message, "how long they ran"));
  }
}

static void test_sessions(void **state) {
  (void)state;
  static const struct {
    const char *days[4]; /* two runs of a, two of b */
    gboolean warned;
  } cases[] = {
      {{"2026-11-02T10:00:00Z", "2026-11-02T11:00:00Z", "2026-11-03T10:00:00Z", "2026-11-04T10:00:00Z"},
       TRUE},
      {{"2026-11-02T10:00:00Z", "2026-11-03T11:00:00Z", "2026-11-03T10:00:00Z", "2026-11-02T10:00:00Z"},
       FALSE},
      {{"2026-11-02T10:00:00Z", NULL, "2026-11-03T10:00:00Z", "2026-11-04T10:00:00Z"}, FALSE},
      {{NULL, NULL, NULL, NULL}, FALSE},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(IodDataset) data = iod_dataset_new();
    for (guint r = 0; r < 4; r++) {
      g_autofree char *source = g_strdup_printf("%u", r);
      IodRun *run = made_run(data, "fio", source, "1", r < 2 ? "series=a" : "series=b");
      run->start = g_strdup(cases[i].days[r]);
      made_value(data, run, "r read iops", 100 + r, "");
    }
    IodGrouping grouping = made_grouping();
    g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
    assert_true((made_warning(comparison, "sessions") != NULL) == cases[i].warned);
  }
}

static void test_unmatched_rows(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "both read iops", "", 5, five);
  made_series(data, "fio", "a", "lone read iops", "", 5, five);
  made_series(data, "fio", "b", "both read iops", "", 5, five);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_string_equal(made_warning(comparison, "unmatched")->message,
                      "1 row of a has no values of b: fio lone read");
}

static void test_nothing_in_common(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "dir1=mon", 2, five);
  made_series(data, "fio", "a", "r read iops", "dir1=tue", 2, five);
  made_series(data, "fio", "b", "r read iops", "dir1=wed", 2, five);
  made_series(data, "fio", "b", "r read iops", "dir1=thu", 2, five);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const char *message = made_warning(comparison, "unmatched")->message;
  assert_non_null(strstr(message, "no row has values of both a and b; what they measured differs in 'dir1'"));
  assert_non_null(strstr(message, "--dirs"));
}

static void test_too_few_runs(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  made_series(data, "fio", "a", "r read iops", "", 1, five);
  made_series(data, "fio", "b", "r read iops", "", 1, five + 1);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_non_null(strstr(made_warning(comparison, "too_few")->message, "1 of 1 comparisons"));
  assert_non_null(strstr(made_warning(comparison, "too_few")->message, "4 runs a side"));
}

/* ---- Plausibility ---- */

/* The message under a code for one run of these figures; NULL where there is none. Free it. */
static char *said_of(const char *code, const char *labels, double iops, double bandwidth, double latency) {
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "fio", "x", "1", "series=a");
  made_value(data, run, "r read iops", iops, labels);
  made_value(data, run, "r read bandwidth", bandwidth, labels);
  made_value(data, run, "r read lat_mean", latency, labels);
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  const IodWarning *warning = made_warning(comparison, code);
  if (warning != NULL) assert_string_equal(warning->row, "fio r read");
  return warning != NULL ? g_strdup(warning->message) : NULL;
}

static void assert_said(const char *part, const char *code, const char *labels, double iops, double bandwidth,
                        double latency) {
  g_autofree char *message = said_of(code, labels, iops, bandwidth, latency);
  if (part == NULL)
    assert_null(message);
  else if (message == NULL || strstr(message, part) == NULL)
    fail_msg("'%s' does not say '%s'", message != NULL ? message : "(nothing)", part);
}

static void test_rate_times_size(void **state) {
  (void)state;
  assert_said(NULL, "implausible", "block_size=4096", 1000, 4096000, 0.001);
  assert_said(NULL, "implausible", "block_size=4096", 1000, 4096000 * 1.015, 0.001);
  assert_said("0.976 times the bandwidth", "implausible", "block_size=4096", 1000, 4096000 * 1.025, 0.001);
  assert_said("4 times the bandwidth", "implausible", "block_size=16384", 1000, 4096000, 0.001);
  assert_said(NULL, "implausible", "block_size=16384", 10, 163840 * 1.04, 0.1); /* rounding */
  assert_said(NULL, "implausible", "", 1000, 1, 0.001);
}

static void test_littles_law(void **state) {
  (void)state;
  const double bytes = 1000; /* too few to be looked at */
  const char *deep = "iodepth=8 numjobs=2 ioengine=libaio";
  assert_said(NULL, "implausible", deep, 16000, bytes, 0.001);
  assert_said("2.5 times what iodepth and numjobs allow", "implausible", deep, 16000, bytes, 0.0025);
  assert_said(NULL, "queue_not_full", deep, 16000, bytes, 0.0006);
  assert_said("only 1/4.0 of the queue", "queue_not_full", deep, 16000, bytes, 0.00025);
  assert_said(NULL, "queue_not_full", "iodepth=8 numjobs=2 ioengine=libaio rate=100", 16000, bytes, 0.00025);
  /* A synchronous engine has one request a job under way, whatever iodepth says. */
  assert_said(NULL, "queue_not_full", "iodepth=8 numjobs=1 ioengine=psync", 1000, bytes, 0.001);
  assert_said("4.0 times", "implausible", "iodepth=8 numjobs=1 ioengine=psync", 1000, bytes, 0.004);
  /* Where the engine is not told the depth says nothing, unless it is 1. */
  assert_said(NULL, "implausible", "iodepth=8 numjobs=1", 1000, bytes, 1);
  assert_said("4.0 times", "implausible", "iodepth=1 numjobs=1", 1000, bytes, 0.004);
  assert_said(NULL, "implausible", "ioengine=libaio", 1000, bytes, 1);
}

/* Reads and writes share the queue. */
static void test_mixed_queue(void **state) {
  (void)state;
  g_autoptr(IodDataset) data = iod_dataset_new();
  IodRun *run = made_run(data, "fio", "x", "1", "series=a");
  static const char *const ops[] = {"read", "write"};
  for (guint i = 0; i < 2; i++) {
    g_autofree char *rate = g_strdup_printf("r %s iops", ops[i]),
                    *latency = g_strdup_printf("r %s lat_mean", ops[i]);
    g_autofree char *labels =
        g_strdup_printf("iodepth=8 numjobs=1 ioengine=io_uring block_size=%u", 4096 << i);
    made_value(data, run, rate, 4000, labels);
    made_value(data, run, latency, i == 0 ? 0.0005 : 0.001, labels); /* 2 and 4 of 8: neither alone is half */
  }
  IodGrouping grouping = made_grouping();
  g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
  assert_null(made_warning(comparison, "queue_not_full"));
}

static void test_page_cache(void **state) {
  (void)state;
  static const struct {
    const char *labels, *memory;
    gboolean warned;
  } cases[] = {{"direct=0 file_size=1073741824", "17179869184", TRUE},
               {"direct=1 file_size=1073741824", "17179869184", FALSE},
               {"file_size=1073741824", "17179869184", FALSE}, /* fio does not tell whether it is direct */
               {"direct=0 file_size=1073741824", "536870912", FALSE},
               {"direct=0 file_size=1073741824", NULL, FALSE},
               {"direct=0", "17179869184", FALSE}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(IodDataset) data = iod_dataset_new();
    IodRun *run = made_run(data, "iodelta", "x", "1", "series=a");
    iod_labels_set(run->facts, "memory", cases[i].memory);
    made_value(data, run, "randread read iops", 100, cases[i].labels);
    IodGrouping grouping = made_grouping();
    g_autoptr(IodComparison) comparison = made_comparison(data, &grouping);
    assert_true((made_warning(comparison, "page_cache") != NULL) == cases[i].warned);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quiet_samples),      cmocka_unit_test(test_outlier),
      cmocka_unit_test(test_first_run),          cmocka_unit_test(test_drift),
      cmocka_unit_test(test_two_modes),          cmocka_unit_test(test_spread),
      cmocka_unit_test(test_many_rows),          cmocka_unit_test(test_drift_is_exact),
      cmocka_unit_test(test_drift_of_many),      cmocka_unit_test(test_modes),
      cmocka_unit_test(test_not_measured_alike), cmocka_unit_test(test_missing_flags_and_labels),
      cmocka_unit_test(test_run_times),          cmocka_unit_test(test_sessions),
      cmocka_unit_test(test_unmatched_rows),     cmocka_unit_test(test_nothing_in_common),
      cmocka_unit_test(test_too_few_runs),       cmocka_unit_test(test_rate_times_size),
      cmocka_unit_test(test_littles_law),        cmocka_unit_test(test_mixed_queue),
      cmocka_unit_test(test_page_cache),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
