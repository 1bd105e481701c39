// SPDX-License-Identifier: GPL-3.0-or-later
/* Times counted: the error of a bucket, percentiles against sorted times, merging. */
#include "runner/histogram.h"
#include "runner/offsets.h"
#include "runner/timing.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void a_time_lies_in_its_bucket(void **state) {
  (void)state;
  for (guint64 i = 0; i < 200000; i++) {
    guint64 time = iod_random_at(3, i) >> (22 + i % 42);
    guint index = iod_histogram_index((gint64)time);
    assert_true(index < IOD_HISTOGRAM_SIZE);
    assert_true(iod_histogram_low(index) <= time);
    assert_true(time < iod_histogram_low(index) + iod_histogram_width(index));
    assert_true((double)iod_histogram_width(index) <= fmax(1, (double)time / 128));
  }
}

static void buckets_are_neighbours(void **state) {
  (void)state;
  for (guint i = 1; i < IOD_HISTOGRAM_SIZE; i++) {
    guint64 end = iod_histogram_low(i - 1) + iod_histogram_width(i - 1);
    assert_int_equal(iod_histogram_low(i), end);
    assert_int_equal(iod_histogram_index((gint64)end), i);
    assert_int_equal(iod_histogram_index((gint64)end - 1), i - 1);
  }
}

static void what_no_clock_gives_is_still_counted(void **state) {
  (void)state;
  assert_int_equal(iod_histogram_index(-5), 0);
  assert_int_equal(iod_histogram_index(G_MAXINT64), IOD_HISTOGRAM_SIZE - 1);
}

static int by_value(const void *a, const void *b) {
  gint64 left = *(const gint64 *)a;
  gint64 right = *(const gint64 *)b;
  return left < right ? -1 : left > right;
}

/* Log-normal about 100 µs, with a tail. */
static gint64 sample(guint64 i) {
  double u = (double)(iod_random_at(11, 2 * i) >> 11) / 9007199254740992.0;
  double v = (double)(iod_random_at(11, 2 * i + 1) >> 11) / 9007199254740992.0;
  double normal = sqrt(-2 * log(u + 1e-300)) * cos(2 * G_PI * v);
  return (gint64)(1e5 * exp(0.7 * normal));
}

static void percentiles_agree_with_sorted_times(void **state) {
  (void)state;
  static const double wanted[] = {0.1, 1, 50, 90, 99, 99.9, 99.99, 100};
  enum { N = 30000 };
  g_autofree IodCounts *counts = g_new0(IodCounts, 1);
  g_autofree gint64 *times = g_new(gint64, N);
  for (guint i = 0; i < N; i++) iod_histogram_count(counts, times[i] = sample(i));
  qsort(times, N, sizeof *times, by_value);
  for (gsize i = 0; i < G_N_ELEMENTS(wanted); i++) {
    double exact = (double)times[(guint)ceil(wanted[i] / 100 * N * (1 - 1e-12)) - 1];
    assert_true(fabs(iod_histogram_percentile(counts, wanted[i]) - exact) <= exact * 0.0040);
  }
}

static void the_rank_is_not_rounded_up(void **state) {
  (void)state;
  g_autofree IodCounts *counts = g_new0(IodCounts, 1);
  for (guint i = 0; i < 999; i++) iod_histogram_count(counts, 10);
  iod_histogram_count(counts, 100);
  assert_true(iod_histogram_percentile(counts, 99.9) == 10);
  assert_true(iod_histogram_percentile(counts, 99.95) == 100);
}

static void merged_counts_are_the_counts_of_all(void **state) {
  (void)state;
  IodTiming all;
  IodTiming parts[3];
  iod_timing_init(&all, TRUE);
  for (guint i = 0; i < 3; i++) iod_timing_init(&parts[i], TRUE);
  double sum = 0;
  double squares = 0;
  for (guint i = 0; i < 3000; i++) {
    gint64 time = sample(i) + (i % 3) * 50000;
    iod_histogram_count(parts[i % 3].ops[IOD_OP_READ].lat_counts, time);
    iod_moments_add(&parts[i % 3].ops[IOD_OP_READ].lat, time);
    sum += (double)time;
    squares += (double)time * (double)time;
  }
  for (guint i = 0; i < 3; i++) iod_timing_merge(&all, &parts[i]);
  const IodMoments *moments = &all.ops[IOD_OP_READ].lat;
  double mean = sum / 3000;
  assert_int_equal(moments->n, 3000);
  assert_int_equal(all.ops[IOD_OP_READ].lat_counts->total, 3000);
  assert_true(fabs(iod_moments_mean(moments) - mean) < mean * 1e-12);
  double variance = (squares - 3000 * mean * mean) / 2999;
  assert_true(fabs(iod_moments_stddev(moments) - sqrt(variance)) < sqrt(variance) * 1e-9);
  for (guint i = 0; i < 3; i++) iod_timing_clear(&parts[i]);
  iod_timing_clear(&all);
}

static void the_model_gets_what_was_counted(void **state) {
  (void)state;
  g_autofree IodCounts *counts = g_new0(IodCounts, 1);
  iod_histogram_count(counts, 5);
  iod_histogram_count(counts, 5);
  iod_histogram_count(counts, 1000000);
  IodHistogram *histogram = iod_histogram_of(counts, "read", "lat");
  assert_string_equal(histogram->unit, "ns");
  assert_int_equal(histogram->precision_bits, 7);
  assert_int_equal(histogram->counts->len, 2);
  assert_int_equal(g_array_index(histogram->counts, IodBucket, 0).index, 5);
  assert_int_equal(g_array_index(histogram->counts, IodBucket, 0).count, 2);
  /* 10^6 = 244 * 2^12 and a rest: shift 12, 12 * 128 + 244. */
  assert_int_equal(g_array_index(histogram->counts, IodBucket, 1).index, 12 * 128 + 244);
  iod_histogram_free(histogram);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_time_lies_in_its_bucket),
      cmocka_unit_test(buckets_are_neighbours),
      cmocka_unit_test(what_no_clock_gives_is_still_counted),
      cmocka_unit_test(percentiles_agree_with_sorted_times),
      cmocka_unit_test(the_rank_is_not_rounded_up),
      cmocka_unit_test(merged_counts_are_the_counts_of_all),
      cmocka_unit_test(the_model_gets_what_was_counted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
