// SPDX-License-Identifier: GPL-3.0-or-later
/* Forty pairs of samples with what SciPy and R make of them (tests/data/stats/README.md). */
#include "support.h"

#include <math.h>

#include "stats/stats.h"

#define CONFIDENCE 0.95

typedef struct {
  const char *name;
  double *base, *fresh;
  guint n_base, n_fresh;
  json_t *expect;
} Case;

static double *numbers_of(const json_t *array, guint *n) {
  *n = (guint)json_array_size(array);
  double *numbers = g_new(double, *n);
  for (guint i = 0; i < *n; i++) numbers[i] = json_number_value(json_array_get(array, i));
  return numbers;
}

static gboolean constant(const double *values, guint n) {
  for (guint i = 1; i < n; i++)
    if (values[i] != values[0]) return FALSE;
  return TRUE;
}

static void hold(const Case *test, const char *what, double got, const json_t *want, double tolerance) {
  gboolean none = !want || json_is_null(want);
  double number = none ? NAN : json_number_value(want);
  if (none ? isnan(got) : fabs(got - number) <= tolerance * fabs(number)) return;
  fail_msg("%s: %s: wanted %.17g, got %.17g", test->name, what, number, got);
}

static void hold_interval(const Case *test, const char *what, IodInterval got, const json_t *want) {
  hold(test, what, got.low, json_array_get(want, 0), 1e-9);
  hold(test, what, got.high, json_array_get(want, 1), 1e-9);
}

static void check_summary(const Case *test, const char *side, const double *values, guint n) {
  const json_t *want = json_object_get(test->expect, side);
  IodSummary summary;
  iod_describe(values, n, IOD_CENTER_MEDIAN, CONFIDENCE, &summary);
  assert_int_equal(summary.n, json_integer_value(json_object_get(want, "n")));
  hold(test, "mean", summary.mean, json_object_get(want, "mean"), 1e-13);
  hold(test, "median", summary.median, json_object_get(want, "median"), 1e-15);
  hold(test, "geomean", summary.geomean, json_object_get(want, "geomean"), 1e-13);
  hold(test, "stddev", summary.stddev, json_object_get(want, "stddev"), 1e-12);
  hold(test, "min", summary.min, json_object_get(want, "min"), 0);
  hold(test, "max", summary.max, json_object_get(want, "max"), 0);
  hold(test, "q1", summary.q1, json_object_get(want, "q25"), 1e-14);
  hold(test, "q3", summary.q3, json_object_get(want, "q75"), 1e-14);
  hold_interval(test, "interval of the median", summary.ci, json_object_get(want, "median_ci"));
  hold(test, "its confidence", summary.ci.confidence, json_object_get(want, "median_ci_confidence"), 1e-12);
  if (n < 2 || constant(values, n)) return; /* no spread, no interval of Student's */
  iod_describe(values, n, IOD_CENTER_MEAN, CONFIDENCE, &summary);
  hold_interval(test, "interval of the mean", summary.ci, json_object_get(want, "mean_ci"));
  iod_describe(values, n, IOD_CENTER_GEOMEAN, CONFIDENCE, &summary);
  hold_interval(test, "interval of the geomean", summary.ci, json_object_get(want, "geomean_ci"));
}

static IodAnswer compare(const Case *test, IodCenter center) {
  IodQuestion question = {center, CONFIDENCE, 0.05, IOD_BETTER_HIGHER};
  IodAnswer answer;
  iod_compare(test->base, test->n_base, test->fresh, test->n_fresh, &question, &answer);
  return answer;
}

/* 2 / C(m + n, m) <= 0.05: every pair of sizes in the table but 1-1, 2-2 and 3-3. */
static gboolean exact_exists(const Case *test) {
  return test->n_base > 3;
}

static void check_median(const Case *test) {
  IodAnswer answer = compare(test, IOD_CENTER_MEDIAN);
  hold(test, "ratio of medians", answer.center_ratio, json_object_get(test->expect, "ratio_median"), 1e-14);
  if (exact_exists(test)) {
    assert_string_equal(answer.method, "rank-sum exact");
    hold(test, "Hodges-Lehmann ratio", answer.ratio, json_object_get(test->expect, "hl_ratio"), 1e-12);
    hold_interval(test, "rank-sum interval", answer.ci, json_object_get(test->expect, "hl_ci_ratio"));
    hold(test, "its confidence", answer.ci.confidence, json_object_get(test->expect, "hl_ci_confidence"),
         1e-12);
    hold(test, "p of the rank sum", answer.p, json_object_get(test->expect, "rank_sum_p"), 1e-10);
  } else if (test->n_base > 1) {
    assert_string_equal(answer.method, "Welch on logs");
    hold(test, "ratio of geomeans", answer.ratio, json_object_get(test->expect, "ratio_geomean"), 1e-12);
    hold_interval(test, "Welch on logs", answer.ci, json_object_get(test->expect, "welch_log_ci_ratio"));
    hold(test, "p of Welch on logs", answer.p, json_object_get(test->expect, "welch_log_p"), 1e-9);
  } else {
    assert_null(answer.method);
    assert_true(isnan(answer.ci.low));
  }
}

static void check_means(const Case *test) {
  IodAnswer mean = compare(test, IOD_CENTER_MEAN), geomean = compare(test, IOD_CENTER_GEOMEAN);
  hold(test, "ratio of means", mean.ratio, json_object_get(test->expect, "ratio_mean"), 1e-12);
  hold(test, "ratio of geomeans", geomean.ratio, json_object_get(test->expect, "ratio_geomean"), 1e-12);
  hold_interval(test, "Fieller", mean.ci, json_object_get(test->expect, "fieller_ci_ratio_mean"));
  hold_interval(test, "Welch on logs", geomean.ci, json_object_get(test->expect, "welch_log_ci_ratio"));
  hold(test, "p of Welch", mean.p, json_object_get(test->expect, "welch_p"), 1e-9);
  hold(test, "p of Welch on logs", geomean.p, json_object_get(test->expect, "welch_log_p"), 1e-9);
}

static void test_cases(void **state) {
  (void)state;
  json_error_t error;
  json_t *cases = json_load_file(IOD_TEST_DATA "/stats/cases.json", 0, &error);
  assert_non_null(cases);
  assert_int_equal(json_array_size(cases), 40);
  size_t index;
  json_t *entry;
  json_array_foreach(cases, index, entry) {
    Case test = {.name = json_string_value(json_object_get(entry, "name")),
                 .expect = json_object_get(entry, "expect")};
    test.base = numbers_of(json_object_get(entry, "base"), &test.n_base);
    test.fresh = numbers_of(json_object_get(entry, "new"), &test.n_fresh);
    check_summary(&test, "base", test.base, test.n_base);
    check_summary(&test, "new", test.fresh, test.n_fresh);
    check_median(&test);
    check_means(&test);
    g_free(test.base);
    g_free(test.fresh);
  }
  json_decref(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
