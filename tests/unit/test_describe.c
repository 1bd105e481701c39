// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include <float.h>
#include <math.h>

#include "stats/maths.h"

static IodSummary describe(const double *values, guint n, IodCenter center) {
  IodSummary summary;
  iod_describe(values, n, center, 0.95, &summary);
  return summary;
}

static double relative(double got, double want) {
  return fabs(got - want) / fabs(want);
}

static void assert_near(double got, double want, double tolerance) {
  if (!(relative(got, want) <= tolerance)) fail_msg("wanted %.17g, got %.17g", want, got);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* ---- NIST StRD, univariate summary statistics: NumAcc1 to NumAcc4 -------------------------------------- */

/* The first value, then 500 times those on either side of it. */
static void numacc(double middle, double below, double above, double *values) {
  values[0] = middle;
  for (guint i = 1; i < 1001; i += 2) {
    values[i] = below;
    values[i + 1] = above;
  }
}

static void test_nist(void **state) {
  (void)state;
  static const double first[] = {10000001, 10000003, 10000002};
  IodSummary summary = describe(first, 3, IOD_CENTER_MEAN);
  assert_true(summary.mean == 10000002);
  assert_true(summary.stddev == 1);

  double values[1001];
  numacc(1.2, 1.1, 1.3, values);
  summary = describe(values, 1001, IOD_CENTER_MEAN);
  assert_near(summary.mean, 1.2, 1e-15);
  assert_near(summary.stddev, 0.1, 1e-15);

  /* The certified 0.1 is that of the decimals; the doubles nearest to them spread a little differently. */
  numacc(1000000.2, 1000000.1, 1000000.3, values);
  summary = describe(values, 1001, IOD_CENTER_MEAN);
  assert_near(summary.mean, 1000000.2, 1e-15);
  assert_near(summary.stddev, 0.1, 1e-9);
  assert_near(summary.stddev, (1000000.3 - 1000000.1) / 2, 1e-15);

  numacc(10000000.2, 10000000.1, 10000000.3, values);
  summary = describe(values, 1001, IOD_CENTER_MEAN);
  assert_near(summary.mean, 10000000.2, 1e-15);
  assert_near(summary.stddev, 0.1, 1e-8);
}

/* One sum in doubles loses the small values or the mean's last digits. */
static void test_cancellation(void **state) {
  (void)state;
  static const double values[] = {1e16, 1, -1e16, 1};
  assert_true(iod_moments(values, 4).mean == 0.5);
  /* The mean, 2^53 + 4/3, is no double: the squares are about another one. */
  static const double wide[] = {9007199254740992, 9007199254740994, 9007199254740994};
  assert_near(iod_moments(wide, 3).stddev, sqrt(4 / 3.0), 1e-15);
  double tenths[1000];
  for (guint i = 0; i < 1000; i++) tenths[i] = i % 2 == 0 ? 1e9 : 1e9 + 0.125;
  IodMoments moments = iod_moments(tenths, 1000);
  assert_true(moments.mean == 1e9 + 0.0625);
  assert_near(moments.stddev, 0.0625 * sqrt(1000.0 / 999), 1e-15);
}

/* Scaling by powers of two is exact, whatever the magnitude. */
static void test_magnitudes(void **state) {
  (void)state;
  static const double values[] = {1.25, 1.5, 1.0, 1.875, 1.125};
  IodSummary want = describe(values, 5, IOD_CENTER_GEOMEAN);
  static const int exponents[] = {1023, 1000, 500, -500, -1000, -1015};
  for (guint e = 0; e < G_N_ELEMENTS(exponents); e++) {
    double scaled[5];
    for (guint i = 0; i < 5; i++) scaled[i] = ldexp(values[i], exponents[e]);
    IodSummary got = describe(scaled, 5, IOD_CENTER_GEOMEAN);
    assert_true(got.mean == ldexp(want.mean, exponents[e]));
    assert_near(got.stddev, ldexp(want.stddev, exponents[e]), 1e-15);
    assert_true(got.median == ldexp(want.median, exponents[e]));
    assert_true(got.mad == ldexp(want.mad, exponents[e]));
    assert_near(got.geomean, ldexp(want.geomean, exponents[e]), 1e-12);
  }
  static const double widest[] = {-DBL_MAX, DBL_MAX, DBL_MAX};
  IodSummary summary = describe(widest, 3, IOD_CENTER_MEAN);
  assert_near(summary.mean, DBL_MAX / 3, 1e-15);
  assert_true(isnan(summary.stddev) && isnan(summary.ci.low));
  assert_true(summary.median == DBL_MAX);
}

static void test_one_value(void **state) {
  (void)state;
  static const double value = 163089.036;
  static const IodCenter centers[] = {IOD_CENTER_MEDIAN, IOD_CENTER_MEAN, IOD_CENTER_GEOMEAN};
  for (guint i = 0; i < G_N_ELEMENTS(centers); i++) {
    IodSummary summary = describe(&value, 1, centers[i]);
    assert_int_equal(summary.n, 1);
    assert_true(summary.mean == value && summary.median == value && summary.geomean == value);
    assert_true(summary.min == value && summary.max == value && summary.q1 == value && summary.q3 == value);
    assert_true(summary.center == value && summary.mad == 0);
    assert_true(isnan(summary.stddev) && isnan(summary.ci.low) && isnan(summary.ci.high) &&
                isnan(summary.ci.confidence));
  }
}

/* All equal: the median's interval stands, since it asks nothing of the spread; a spread of 0 makes no other.
 */
static void test_constant(void **state) {
  (void)state;
  static const double values[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
  IodSummary summary = describe(values, 6, IOD_CENTER_MEDIAN);
  assert_true(summary.mean == 0.1 && summary.geomean == 0.1 && summary.stddev == 0 && summary.mad == 0);
  assert_true(summary.ci.low == 0.1 && summary.ci.high == 0.1);
  assert_near(summary.ci.confidence, 0.96875, 1e-15);
  assert_true(isnan(describe(values, 6, IOD_CENTER_MEAN).ci.low));
  assert_true(isnan(describe(values, 6, IOD_CENTER_GEOMEAN).ci.confidence));
}

static void test_no_logs(void **state) {
  (void)state;
  static const double zero[] = {0, 1, 2, 3}, negative[] = {5, -1, 2};
  assert_true(isnan(describe(zero, 4, IOD_CENTER_MEDIAN).geomean));
  IodSummary summary = describe(negative, 3, IOD_CENTER_GEOMEAN);
  assert_true(isnan(summary.geomean) && isnan(summary.center) && isnan(summary.ci.low));
  assert_true(summary.mean == 2 && summary.median == 2 && summary.min == -1);
}

/* R: quantile(c(1, 2, 4, 8, 16, 32), c(0, .1, .25, .5, .9, 1)), type 7. */
static void test_quantiles(void **state) {
  (void)state;
  static const double sorted[] = {1, 2, 4, 8, 16, 32};
  assert_true(iod_quantile(sorted, 6, 0) == 1);
  assert_near(iod_quantile(sorted, 6, 0.1), 1.5, 1e-15);
  assert_near(iod_quantile(sorted, 6, 0.25), 2.5, 1e-15);
  assert_near(iod_quantile(sorted, 6, 0.5), 6, 1e-15);
  assert_near(iod_quantile(sorted, 6, 0.9), 24, 1e-15);
  assert_true(iod_quantile(sorted, 6, 1) == 32);
  assert_true(iod_quantile(sorted, 1, 0.3) == 1);
  for (double p = 0, last = 0; p <= 1; p += 1.0 / 64) {
    double quantile = iod_quantile(sorted, 6, p);
    assert_true(quantile >= last);
    last = quantile;
  }
}

/* Against sorting the distances; values with ties, of either sign. */
static void test_mad(void **state) {
  (void)state;
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  for (guint round = 0; round < 2000; round++) {
    guint n = (guint)g_rand_int_range(random, 1, 20);
    double values[20], distances[20];
    for (guint i = 0; i < n; i++) values[i] = g_rand_int_range(random, -8, 9) / 4.0;
    IodSummary summary = describe(values, n, IOD_CENTER_MEDIAN);
    for (guint i = 0; i < n; i++) distances[i] = fabs(values[i] - summary.median);
    qsort(distances, n, sizeof *distances, by_value);
    assert_true(summary.mad == iod_median(distances, n));
  }
}

/* Ranks and confidences as tables of the binomial give them; then every n by summing the weights afresh. */
static void test_median_interval(void **state) {
  (void)state;
  static const struct {
    guint n, rank;
    double confidence;
  } known[] = {{2, 1, 0.5},          {3, 1, 0.75},           {5, 1, 0.9375},       {6, 1, 0.96875},
               {8, 1, 0.9921875},    {9, 2, 0.9609375},      {10, 2, 0.978515625}, {20, 6, 0.95861053},
               {30, 10, 0.95722605}, {100, 40, 0.9647997998}};
  double values[1000];
  for (guint i = 0; i < 1000; i++) values[i] = i + 1;
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    IodInterval ci = iod_median_interval(values, known[i].n, 0.95);
    assert_true(ci.low == known[i].rank && ci.high == known[i].n + 1 - known[i].rank);
    assert_near(ci.confidence, known[i].confidence, 1e-8);
  }
  for (guint n = 2; n <= 1000; n += 7) {
    for (double asked = 0.5; asked < 1; asked += 0.09) {
      IodInterval ci = iod_median_interval(values, n, asked);
      double tail = 0, next = 0;
      for (guint k = 0; k <= ci.low; k++) {
        double p = exp(lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0) - n * G_LN2);
        if (k < ci.low) tail += p;
        next += p;
      }
      assert_near(ci.confidence, 1 - 2 * tail, 1e-9);
      assert_true(ci.confidence >= asked || ci.low == 1);
      assert_true(1 - 2 * next < asked || 2 * (ci.low + 1) > n); /* the next pair is not enough, or is none */
    }
  }
}

/* A confidence that a pair of ranks has exactly is granted by that pair, whatever the last digits of the
 * sums. */
static void test_exact_confidence(void **state) {
  (void)state;
  double values[40];
  for (guint i = 0; i < 40; i++) values[i] = i + 1;
  for (guint n = 2; n <= 40; n++) {
    double tail = 0, weight = ldexp(1, -(int)n); /* whole numbers over 2^n: exact */
    for (guint rank = 1; rank <= n / 2; rank++) {
      tail += weight;
      weight = weight * (n - rank + 1) / rank;
      if (tail < 1e-5) continue; /* 1 - tail has too few digits */
      assert_true(iod_median_interval(values, n, 1 - 2 * tail).low == rank);
      assert_true(iod_median_interval(values, n, 1 - 2 * tail + 1e-6 * tail).low == MAX(rank - 1, 1));
    }
  }
}

static void test_order_is_irrelevant(void **state) {
  (void)state;
  static const double a[] = {3.1, 0.7, 12.9, 5.5, 2.2, 8.3, 0.1}, b[] = {0.1, 12.9, 2.2, 0.7, 8.3, 3.1, 5.5};
  for (int center = IOD_CENTER_MEDIAN; center <= IOD_CENTER_GEOMEAN; center++) {
    IodSummary one = describe(a, 7, (IodCenter)center), other = describe(b, 7, (IodCenter)center);
    assert_memory_equal(&one.mean, &other.mean, sizeof one - offsetof(IodSummary, mean));
  }
}

/* A million values, each of 1 … n once, shuffled: everything has a closed form. */
static void test_million(void **state) {
  (void)state;
  const guint n = 1000000;
  g_autofree double *values = g_new(double, n);
  for (guint i = 0; i < n; i++)
    values[i] = (double)((guint64)i * 618033 % n + 1); /* 618033 and n have no common factor */
  IodSummary summary = describe(values, n, IOD_CENTER_MEDIAN);
  assert_true(summary.mean == 500000.5 && summary.median == 500000.5);
  assert_near(summary.stddev, sqrt(n * (n + 1.0) / 12), 1e-15);
  assert_true(summary.min == 1 && summary.max == n);
  assert_near(summary.q1, 250000.75, 1e-15);
  assert_near(summary.q3, 750000.25, 1e-15);
  assert_true(summary.mad == 250000);
  /* n/2 - 1.96 sqrt(n)/2 */
  assert_true(summary.ci.low == 499020 && summary.ci.high == n + 1 - summary.ci.low);
  assert_true(summary.ci.confidence >= 0.95 && summary.ci.confidence < 0.9503);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nist),
      cmocka_unit_test(test_cancellation),
      cmocka_unit_test(test_magnitudes),
      cmocka_unit_test(test_one_value),
      cmocka_unit_test(test_constant),
      cmocka_unit_test(test_no_logs),
      cmocka_unit_test(test_quantiles),
      cmocka_unit_test(test_mad),
      cmocka_unit_test(test_median_interval),
      cmocka_unit_test(test_exact_confidence),
      cmocka_unit_test(test_order_is_irrelevant),
      cmocka_unit_test(test_million),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
