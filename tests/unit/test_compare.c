// SPDX-License-Identifier: GPL-3.0-or-later
/* Properties of comparisons; what they are worth in numbers is in test_stats_cases. */
#include "support.h"

#include <float.h>
#include <math.h>

#include "stats/stats.h"

static const IodCenter centers[] = {IOD_CENTER_MEDIAN, IOD_CENTER_MEAN, IOD_CENTER_GEOMEAN};

static IodAnswer compare(const double *base, guint m, const double *fresh, guint n, IodCenter center) {
  const IodQuestion question = {center, 0.95, 0.05, IOD_BETTER_HIGHER};
  IodAnswer answer;
  iod_compare(base, m, fresh, n, &question, &answer);
  return answer;
}

static void assert_near(double got, double want, double tolerance) {
  if (isnan(got) && isnan(want)) return;
  if (!(fabs(got - want) <= tolerance * fabs(want))) fail_msg("wanted %.17g, got %.17g", want, got);
}

static void fill(double *values, guint n, GRand *random) {
  for (guint i = 0; i < n; i++) values[i] = 1000 * exp(g_rand_double_range(random, -0.3, 0.3));
}

typedef void Property(const double *base, guint m, const double *fresh, guint n, IodCenter center);

/* Sizes from 1 v 1 to 12 v 12, every centre: every method but the normal approximation. */
static void for_random_samples(Property *property, guint32 seed) {
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  for (guint round = 0; round < 600; round++) {
    double base[12], fresh[12];
    guint m = (guint)g_rand_int_range(random, 1, 13), n = (guint)g_rand_int_range(random, 1, 13);
    fill(base, m, random);
    fill(fresh, n, random);
    property(base, m, fresh, n, centers[round % 3]);
  }
}

static void swapping_inverts(const double *base, guint m, const double *fresh, guint n, IodCenter center) {
  IodAnswer one = compare(base, m, fresh, n, center), other = compare(fresh, n, base, m, center);
  assert_near(other.ratio, 1 / one.ratio, 1e-12);
  assert_near(other.center_ratio, 1 / one.center_ratio, 1e-12);
  assert_near(other.p, one.p, 1e-9);
  assert_true(one.method == other.method);
  if (isnan(one.ci.low) || isnan(other.ci.low) || one.ci.low <= 0 || other.ci.low <= 0) {
    assert_true(center == IOD_CENTER_MEAN || isnan(one.ci.low) == isnan(other.ci.low));
    return;
  }
  assert_near(other.ci.low, 1 / one.ci.high, 1e-9);
  assert_near(other.ci.high, 1 / one.ci.low, 1e-9);
}

static void scaling_carries_over(const double *base, guint m, const double *fresh, guint n,
                                 IodCenter center) {
  double larger_base[12], larger[12];
  for (guint i = 0; i < m; i++) larger_base[i] = base[i] * 1048.576;
  for (guint i = 0; i < n; i++) larger[i] = fresh[i] * 1048.576;
  IodAnswer one = compare(base, m, fresh, n, center);
  IodAnswer both = compare(larger_base, m, larger, n, center), only = compare(base, m, larger, n, center);
  assert_near(both.ratio, one.ratio, 1e-12);
  assert_near(both.ci.low, one.ci.low, 1e-9);
  assert_near(both.ci.high, one.ci.high, 1e-9);
  assert_near(both.p, one.p, 1e-9);
  assert_int_equal(both.verdict, one.verdict);
  assert_near(only.ratio, one.ratio * 1048.576, 1e-12);
  if (center == IOD_CENTER_MEAN) return; /* Welch's degrees of freedom of the plain difference change */
  assert_near(only.ci.low, one.ci.low * 1048.576, 1e-9);
  assert_near(only.ci.high, one.ci.high * 1048.576, 1e-9);
}

static void order_is_irrelevant(const double *base, guint m, const double *fresh, guint n, IodCenter center) {
  double turned_base[12], turned[12];
  for (guint i = 0; i < m; i++) turned_base[i] = base[m - 1 - i];
  for (guint i = 0; i < n; i++) turned[i] = fresh[(i + n / 2) % n];
  IodAnswer one = compare(base, m, fresh, n, center), other = compare(turned_base, m, turned, n, center);
  assert_near(other.ratio, one.ratio, 0);
  assert_near(other.ci.low, one.ci.low, 0);
  assert_near(other.ci.high, one.ci.high, 0);
  assert_near(other.p, one.p, 0);
  assert_int_equal(other.runs_needed, one.runs_needed);
}

static void estimate_lies_within(const double *base, guint m, const double *fresh, guint n,
                                 IodCenter center) {
  IodAnswer answer = compare(base, m, fresh, n, center);
  assert_true(answer.ratio > 0 && answer.center_ratio > 0);
  if (isnan(answer.ci.low)) {
    assert_true(isnan(answer.ci.high) && isnan(answer.ci.confidence));
    return;
  }
  assert_true(answer.ci.low <= answer.ratio && answer.ratio <= answer.ci.high);
  assert_true(answer.ci.confidence >= 0.95 - 1e-12 && answer.ci.confidence < 1);
  assert_true(answer.p > 0 && answer.p <= 1);
}

static void test_swapping(void **state) {
  (void)state;
  for_random_samples(swapping_inverts, 11);
}

static void test_scaling(void **state) {
  (void)state;
  for_random_samples(scaling_carries_over, 12);
}

static void test_order(void **state) {
  (void)state;
  for_random_samples(order_is_irrelevant, 13);
}

static void test_estimate(void **state) {
  (void)state;
  for_random_samples(estimate_lies_within, 14);
}

/* Which method answers for how many runs. */
static void test_methods(void **state) {
  (void)state;
  static const struct {
    guint m, n;
    IodCenter center;
    const char *method;
    gboolean interval;
  } known[] = {
      {1, 1, IOD_CENTER_MEDIAN, NULL, FALSE},
      {1, 5, IOD_CENTER_MEDIAN, "rank-sum exact", FALSE},
      {2, 2, IOD_CENTER_MEDIAN, "Welch on logs", TRUE},
      {2, 4, IOD_CENTER_MEDIAN, "Welch on logs", TRUE},
      {2, 5, IOD_CENTER_MEDIAN, "rank-sum exact", FALSE},
      {2, 8, IOD_CENTER_MEDIAN, "rank-sum exact", TRUE},
      {3, 3, IOD_CENTER_MEDIAN, "Welch on logs", TRUE},
      {3, 4, IOD_CENTER_MEDIAN, "Welch on logs", TRUE},
      {3, 5, IOD_CENTER_MEDIAN, "rank-sum exact", TRUE},
      {4, 4, IOD_CENTER_MEDIAN, "rank-sum exact", TRUE},
      {1, 39, IOD_CENTER_MEDIAN, "rank-sum exact", TRUE},
      {50, 60, IOD_CENTER_MEDIAN, "rank-sum exact", TRUE},
      {51, 60, IOD_CENTER_MEDIAN, "rank-sum normal", TRUE},
      {1, 1, IOD_CENTER_MEAN, NULL, FALSE},
      {1, 9, IOD_CENTER_MEAN, NULL, FALSE},
      {2, 2, IOD_CENTER_MEAN, "Fieller", TRUE},
      {51, 60, IOD_CENTER_MEAN, "Fieller", TRUE},
      {9, 1, IOD_CENTER_GEOMEAN, NULL, FALSE},
      {2, 9, IOD_CENTER_GEOMEAN, "Welch on logs", TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    double base[60], fresh[60];
    for (guint k = 0; k < 60; k++) {
      base[k] = 1000 + (k * 7 % 60) / 8.0;
      fresh[k] = 1004 + (k * 11 % 60) / 8.0;
    }
    IodAnswer plain = compare(base, known[i].m, fresh, known[i].n, known[i].center);
    if (known[i].method)
      assert_string_equal(plain.method, known[i].method);
    else
      assert_null(plain.method);
    assert_int_equal(!isnan(plain.ci.low), known[i].interval);
    assert_int_equal(isnan(plain.p), !known[i].method);
    assert_false(plain.of_differences);
    assert_true(isnan(plain.difference) && isnan(plain.difference_ci.low));

    fresh[0] = 0;
    IodAnswer zero = compare(base, known[i].m, fresh, known[i].n, known[i].center);
    assert_true(zero.of_differences);
    if (known[i].method)
      assert_true(g_str_has_suffix(zero.method, " of differences"));
    else
      assert_null(zero.method);
    assert_int_equal(!isnan(zero.difference_ci.low), known[i].interval);
    assert_true(isfinite(zero.difference) && isnan(zero.ci.low));
  }
}

static void test_few_runs_take_geomeans(void **state) {
  (void)state;
  static const double base[] = {100, 110, 121}, fresh[] = {200, 242, 242};
  IodAnswer answer = compare(base, 3, fresh, 3, IOD_CENTER_MEDIAN);
  assert_string_equal(answer.method, "Welch on logs");
  assert_near(answer.ratio, cbrt(200.0 * 242 * 242) / 110, 1e-13);
  assert_near(answer.center_ratio, 2.2, 1e-15);
}

/* Other confidences move the line between exact and Welch: 2 / C(6, 3) is 0.1. */
static void test_confidence(void **state) {
  (void)state;
  static const double base[] = {100, 110, 121}, fresh[] = {200, 230, 242};
  IodQuestion question = {IOD_CENTER_MEDIAN, 0.9, 0.05, IOD_BETTER_HIGHER};
  IodAnswer answer;
  iod_compare(base, 3, fresh, 3, &question, &answer);
  assert_string_equal(answer.method, "rank-sum exact");
  assert_near(answer.ci.confidence, 0.9, 1e-12);
  assert_near(answer.ci.low, 200 / 121.0, 1e-12);
  assert_near(answer.ci.high, 2.42, 1e-12);
}

/* ---- Where logs are impossible ------------------------------------------------------------------------- */

static void test_differences(void **state) {
  (void)state;
  static const double base[] = {0, 3, 5, 2, 4}, fresh[] = {10, 12, 8, 9, 11};
  IodAnswer answer = compare(base, 5, fresh, 5, IOD_CENTER_MEDIAN);
  assert_string_equal(answer.method, "rank-sum exact of differences");
  assert_near(answer.difference, 7, 1e-15);
  /* Third smallest and third largest of the 25 differences, 3 to 12. */
  assert_true(answer.difference_ci.low == 4 && answer.difference_ci.high == 10);
  assert_near(answer.difference_ci.confidence, 1 - 8 / 252.0, 1e-12);
  assert_near(answer.ratio, 10 / 3.0, 1e-15);
  assert_near(answer.center_ratio, 10 / 3.0, 1e-15);
  assert_near(answer.p, 2 / 252.0, 1e-12);
  assert_int_equal(answer.verdict, IOD_VERDICT_BETTER);

  IodAnswer turned = compare(fresh, 5, base, 5, IOD_CENTER_MEDIAN);
  assert_true(turned.difference == -7 && turned.difference_ci.low == -10 && turned.difference_ci.high == -4);
  assert_int_equal(turned.verdict, IOD_VERDICT_WORSE);
}

/* Variances 3.7 and 2.5, difference 7.2. */
static void test_differences_of_means(void **state) {
  (void)state;
  static const double base[] = {0, 3, 5, 2, 4}, fresh[] = {10, 12, 8, 9, 11};
  IodAnswer answer = compare(base, 5, fresh, 5, IOD_CENTER_MEAN);
  assert_string_equal(answer.method, "Fieller of differences");
  assert_near(answer.difference, 7.2, 1e-14);
  double error = sqrt((2.5 + 3.7) / 5), df = 6.2 * 6.2 / ((2.5 * 2.5 + 3.7 * 3.7) / 4);
  double reach = (answer.difference_ci.high - answer.difference_ci.low) / 2 / error;
  assert_true(df > 7.71 && df < 7.72 && reach > 2.306 && reach < 2.365); /* qt(.975, 8) and qt(.975, 7) */
  assert_near(answer.ratio, 10 / 2.8, 1e-14);
  answer = compare(base, 5, fresh, 5, IOD_CENTER_GEOMEAN);
  assert_string_equal(answer.method, "Welch of differences");
  assert_true(isnan(answer.center_ratio));
  assert_near(answer.difference, 7.2, 1e-14);
}

static void test_baseline_of_zero(void **state) {
  (void)state;
  static const double base[] = {0, 0, 0, 0, 0}, fresh[] = {1, 2, 3, 4, 5};
  for (guint i = 0; i < G_N_ELEMENTS(centers); i++) {
    IodAnswer answer = compare(base, 5, fresh, 5, centers[i]);
    assert_true(isnan(answer.ratio) && isnan(answer.center_ratio) && isnan(answer.ci.low));
    assert_true(answer.difference_ci.low > 0);
    assert_int_equal(answer.verdict, IOD_VERDICT_BETTER);
  }
  IodAnswer equal = compare(base, 5, base, 5, IOD_CENTER_MEDIAN);
  assert_true(isnan(equal.ratio) && equal.difference == 0);
  assert_int_equal(equal.verdict, IOD_VERDICT_IDENTICAL);
}

/* ---- The edges of numbers ------------------------------------------------------------------------------ */

/* No interval that excludes 0 for the base's mean: the ratio's is not bounded. */
static void test_fieller_unbounded(void **state) {
  (void)state;
  static const double base[] = {0.1, 90, 0.2, 0.3}, fresh[] = {50, 60, 55, 58};
  IodAnswer answer = compare(base, 4, fresh, 4, IOD_CENTER_MEAN);
  assert_string_equal(answer.method, "Fieller");
  assert_true(isnan(answer.ci.low) && isnan(answer.ci.high) && isnan(answer.ci.confidence));
  assert_true(isfinite(answer.p) && answer.ratio > 2.4 && answer.ratio < 2.5);
  assert_int_equal(answer.verdict, IOD_VERDICT_UNCLEAR);
  assert_string_equal(answer.reason, "noisy");
}

/* Noise of the new side alone: the interval is bounded, and may begin below 0. */
static void test_fieller_below_zero(void **state) {
  (void)state;
  static const double base[] = {100, 101, 99}, fresh[] = {1, 20, 5};
  IodAnswer answer = compare(base, 3, fresh, 3, IOD_CENTER_MEAN);
  assert_true(answer.ci.low < 0 && answer.ci.high > answer.ratio && answer.ci.high < 0.5);
  assert_int_equal(answer.verdict, IOD_VERDICT_WORSE);
}

/* The whole range of doubles: numbers or none, never an infinity. */
static void test_extremes(void **state) {
  (void)state;
  static const double small[] = {DBL_MIN, 2 * DBL_MIN, 3 * DBL_MIN, 4 * DBL_MIN, 5 * DBL_MIN};
  static const double large[] = {DBL_MAX, DBL_MAX / 2, DBL_MAX / 3, DBL_MAX / 4, DBL_MAX / 5};
  static const double both[] = {-DBL_MAX, DBL_MAX, 0, 1, DBL_MAX};
  const double *samples[] = {small, large, both};
  for (guint i = 0; i < 27; i++) {
    IodAnswer answer = compare(samples[i % 3], 5, samples[i / 3 % 3], 5, centers[i / 9]);
    const double numbers[] = {answer.ratio,
                              answer.center_ratio,
                              answer.ci.low,
                              answer.ci.high,
                              answer.difference,
                              answer.difference_ci.low,
                              answer.difference_ci.high,
                              answer.p};
    for (guint k = 0; k < G_N_ELEMENTS(numbers); k++) assert_true(isinf(numbers[k]) == 0);
  }
}

/* 10^10 pairs; every tenth value is in both samples. */
static void test_many(void **state) {
  (void)state;
  const guint n = 100000;
  g_autofree double *base = g_new(double, n), *fresh = g_new(double, n);
  for (guint i = 0; i < n; i++) {
    guint64 k = (guint64)i * 61803u % n;
    base[i] = 1000 + (double)k / 1000;
    fresh[i] = k % 10 == 0 ? base[i] : 1.01 * base[i];
  }
  IodAnswer answer = compare(base, n, fresh, n, IOD_CENTER_MEDIAN);
  assert_string_equal(answer.method, "rank-sum normal");
  assert_true(answer.ratio > 1.008 && answer.ratio < 1.01);
  assert_true(answer.ci.high - answer.ci.low < 1e-3 && answer.ci.high - answer.ci.low > 1e-5);
  assert_int_equal(answer.verdict, IOD_VERDICT_SAME);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_swapping),
      cmocka_unit_test(test_scaling),
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_estimate),
      cmocka_unit_test(test_methods),
      cmocka_unit_test(test_few_runs_take_geomeans),
      cmocka_unit_test(test_confidence),
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_differences_of_means),
      cmocka_unit_test(test_baseline_of_zero),
      cmocka_unit_test(test_fieller_unbounded),
      cmocka_unit_test(test_fieller_below_zero),
      cmocka_unit_test(test_extremes),
      cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
