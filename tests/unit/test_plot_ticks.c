// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "plot/ticks.h"

#include <math.h>

static void assert_ticks(double low, double high, guint wanted, const double *expected, guint n) {
  g_autoptr(GArray) ticks = iod_ticks(low, high, wanted, NULL);
  if (ticks->len != n) fail_msg("[%g, %g]: %u ticks, not %u", low, high, ticks->len, n);
  for (guint i = 0; i < n; i++)
    if (fabs(g_array_index(ticks, double, i) - expected[i]) > 1e-9 * high)
      fail_msg("[%g, %g]: tick %u is %g, not %g", low, high, i, g_array_index(ticks, double, i), expected[i]);
}

static void test_what_a_person_would_choose(void **state) {
  (void)state;
  assert_ticks(0, 100, 5, (const double[]){0, 25, 50, 75, 100}, 5);
  assert_ticks(0, 10, 6, (const double[]){0, 2, 4, 6, 8, 10}, 6);
  assert_ticks(0, 1.03, 6, (const double[]){0, 0.2, 0.4, 0.6, 0.8, 1}, 6);
  assert_ticks(0, 4.2e9, 5, (const double[]){0, 1e9, 2e9, 3e9, 4e9}, 5);
  assert_ticks(-1, 1, 5, (const double[]){-1, -0.5, 0, 0.5, 1}, 5);
}

static void test_decimals_are_those_of_the_step(void **state) {
  (void)state;
  int decimals = -1;
  g_array_unref(iod_ticks(0, 1, 5, &decimals));
  assert_int_equal(decimals, 2); /* 0.25 */
  g_array_unref(iod_ticks(0, 100, 5, &decimals));
  assert_int_equal(decimals, 0);
  g_array_unref(iod_ticks(0, 0.012, 5, &decimals));
  assert_int_equal(decimals, 3);
}

/* Ticks of any range lie within it, rise by equal steps, and are about as many as were wanted. */
static void test_any_range(void **state) {
  (void)state;
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (guint i = 0; i < 3000; i++) {
    double low = g_rand_boolean(random) ? 0 : pow(10, g_rand_double_range(random, -9, 15));
    double high = low + pow(10, g_rand_double_range(random, -9, 15));
    guint wanted = (guint)g_rand_int_range(random, 2, 13);
    if (!(high > low * (1 + 1e-6))) continue;
    g_autoptr(GArray) ticks = iod_ticks(low, high, wanted, NULL);
    if (ticks->len < 2 || ticks->len > 2 * wanted + 2)
      fail_msg("[%.9g, %.9g]: %u ticks of %u", low, high, ticks->len, wanted);
    double step = g_array_index(ticks, double, 1) - g_array_index(ticks, double, 0);
    for (guint k = 0; k < ticks->len; k++) {
      double tick = g_array_index(ticks, double, k);
      if (tick < low - 1e-6 * step || tick > high + 1e-6 * step)
        fail_msg("[%.9g, %.9g]: %.9g", low, high, tick);
      if (k > 0 && fabs(tick - g_array_index(ticks, double, k - 1) - step) > 1e-6 * step)
        fail_msg("[%.9g, %.9g]: uneven at %.9g", low, high, tick);
    }
  }
}

static void test_nothing_to_label(void **state) {
  (void)state;
  static const double ranges[][2] = {{1, 1}, {2, 1}, {NAN, 1}, {0, INFINITY}};
  for (gsize i = 0; i < G_N_ELEMENTS(ranges); i++) {
    g_autoptr(GArray) ticks = iod_ticks(ranges[i][0], ranges[i][1], 5, NULL);
    assert_int_equal(ticks->len, 0);
    g_autoptr(GArray) logs = iod_log_ticks(ranges[i][0], ranges[i][1], 5);
    assert_int_equal(logs->len, 0);
  }
  g_autoptr(GArray) zero = iod_log_ticks(0, 10, 5);
  assert_int_equal(zero->len, 0);
}

static void test_logarithmic(void **state) {
  (void)state;
  static const double powers[] = {1, 10, 100, 1000};
  g_autoptr(GArray) ticks = iod_log_ticks(0.8, 1500, 4);
  assert_int_equal(ticks->len, 4);
  for (guint i = 0; i < 4; i++) assert_true(fabs(g_array_index(ticks, double, i) / powers[i] - 1) < 1e-9);
  g_autoptr(GRand) random = g_rand_new_with_seed(8);
  for (guint i = 0; i < 3000; i++) {
    double low = pow(10, g_rand_double_range(random, -12, 12)),
           high = low * pow(10, g_rand_double_range(random, 0.02, 24));
    guint wanted = (guint)g_rand_int_range(random, 2, 13);
    g_autoptr(GArray) some = iod_log_ticks(low, high, wanted);
    if (some->len > wanted) fail_msg("[%g, %g]: %u ticks of %u", low, high, some->len, wanted);
    if (high > 20 * low && some->len < 1) fail_msg("[%g, %g]: no tick", low, high);
    for (guint k = 0; k < some->len; k++) {
      double tick = g_array_index(some, double, k);
      if (tick < low * (1 - 1e-6) || tick > high * (1 + 1e-6)) fail_msg("[%g, %g]: %g", low, high, tick);
      assert_true(k == 0 || tick > g_array_index(some, double, k - 1));
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_what_a_person_would_choose),
      cmocka_unit_test(test_decimals_are_those_of_the_step),
      cmocka_unit_test(test_any_range),
      cmocka_unit_test(test_nothing_to_label),
      cmocka_unit_test(test_logarithmic),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
