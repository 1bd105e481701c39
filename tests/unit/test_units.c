// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <math.h>
#include <string.h>

static void check_scale(const char *name, const char *tool, IodUnitStyle style, double typical, double factor,
                        const char *suffix) {
  IodMetric metric;
  iod_metric_lookup(name, &metric);
  IodScale scale = iod_scale_for(&metric, tool, style, typical);
  assert_string_equal(scale.suffix, suffix);
  assert_true(scale.factor == factor);
}

static void test_habits_of_tools(void **state) {
  (void)state;
  check_scale("bandwidth", "dd", IOD_UNITS_AUTO, 14.4e6, 1e6, "MB/s");
  check_scale("bandwidth", "iozone", IOD_UNITS_AUTO, 343 * 1048576.0, 1048576, "MiB/s");
  check_scale("bandwidth", NULL, IOD_UNITS_AUTO, 343 * 1048576.0, 1048576, "MiB/s");
  check_scale("bandwidth", "dd", IOD_UNITS_IEC, 2048, 1024, "KiB/s");
  check_scale("bandwidth", "fio", IOD_UNITS_SI, 3e9, 1e9, "GB/s");
  check_scale("bytes", "dd", IOD_UNITS_AUTO, 1073741824, 1e9, "GB");
  check_scale("bytes", "fio", IOD_UNITS_AUTO, 1073741824, 1073741824, "GiB");
}

static void test_ladders(void **state) {
  (void)state;
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 8.16e-3, 1e-3, "ms");
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 1e-3, 1e-3, "ms");
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 999e-6, 1e-6, "µs");
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 5e-9, 1e-9, "ns");
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 5e-12, 1e-9, "ns");
  check_scale("duration", "fio", IOD_UNITS_AUTO, 3600, 1, "s");
  check_scale("iops", "fio", IOD_UNITS_AUTO, 438, 1, "iops");
  check_scale("iops", "fio", IOD_UNITS_IEC, 4510, 1000, "kiops");
  check_scale("iops", "fio", IOD_UNITS_AUTO, 2e6, 1e6, "Miops");
  check_scale("queries_rate", "sysbench", IOD_UNITS_AUTO, 20000, 1000, "k/s");
  check_scale("events_rate", "sysbench", IOD_UNITS_AUTO, 20, 1, "/s");
  check_scale("cpu_sys", "fio", IOD_UNITS_AUTO, 0.2, 0.01, "%");
  check_scale("ios", "fio", IOD_UNITS_AUTO, 1e7, 1, "");
  check_scale("value", NULL, IOD_UNITS_AUTO, 1e7, 1, "");
  check_scale("bandwidth", "fio", IOD_UNITS_AUTO, 5e20, 1099511627776, "TiB/s");
}

/* Nothing is known of the size: the base unit. */
static void test_no_typical_value(void **state) {
  (void)state;
  check_scale("lat_mean", "fio", IOD_UNITS_AUTO, 0, 1, "s");
  check_scale("bandwidth", "dd", IOD_UNITS_AUTO, 0, 1, "B/s");
  check_scale("bandwidth", "dd", IOD_UNITS_AUTO, -5, 1, "B/s");
  check_scale("bandwidth", "dd", IOD_UNITS_AUTO, (double)NAN, 1, "B/s");
}

static void test_raw(void **state) {
  (void)state;
  check_scale("bandwidth", "dd", IOD_UNITS_RAW, 14.4e6, 1, "B/s");
  check_scale("lat_mean", "fio", IOD_UNITS_RAW, 8.16e-3, 1, "s");
  check_scale("iops", "fio", IOD_UNITS_RAW, 45100, 1, "iops");
  check_scale("cpu_sys", "fio", IOD_UNITS_RAW, 0.2, 1, "");
}

static void test_units_of_users(void **state) {
  (void)state;
  IodMetric metric = {"temperature", "°C", IOD_BETTER_LOWER};
  IodScale scale = iod_scale_for(&metric, NULL, IOD_UNITS_AUTO, 45000);
  assert_string_equal(scale.suffix, "°C");
  assert_true(scale.factor == 1);
  /* One that does not fit is cut between two characters. */
  metric.unit = "ééééééééééééééééééééé";
  scale = iod_scale_for(&metric, NULL, IOD_UNITS_AUTO, 1);
  assert_true(g_utf8_validate(scale.suffix, -1, NULL));
  assert_int_equal(strlen(scale.suffix), 30);
  metric.unit = "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
  scale = iod_scale_for(&metric, NULL, IOD_UNITS_AUTO, 1);
  assert_int_equal(strlen(scale.suffix), 31);
}

static void test_decimals(void **state) {
  (void)state;
  static const struct {
    double shown;
    int decimals;
  } cases[] = {{0, 0},     {315, 0},    {1e9, 0},   {100, 0},     {99.96, 0},  {99.9, 1}, {14.4, 1},
               {10, 1},    {9.996, 1},  {8.16, 2},  {1, 2},       {0.9996, 2}, {0.96, 3}, {0.1, 3},
               {0.012, 3}, {0.0012, 5}, {-14.4, 1}, {0.00999, 5}, {1e-300, 20}};
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    assert_int_equal(iod_decimals_for(cases[i].shown), cases[i].decimals);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_habits_of_tools),  cmocka_unit_test(test_ladders),
      cmocka_unit_test(test_no_typical_value), cmocka_unit_test(test_raw),
      cmocka_unit_test(test_units_of_users),   cmocka_unit_test(test_decimals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
