// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <string.h>

static void test_catalogue(void **state) {
  (void)state;
  static const IodMetric expected[] = {
      {"bandwidth", "B/s", IOD_BETTER_HIGHER},
      {"bandwidth_parent", "B/s", IOD_BETTER_HIGHER},
      {"bandwidth_min", "B/s", IOD_BETTER_HIGHER},
      {"iops", "1/s", IOD_BETTER_HIGHER},
      {"iops_mean", "1/s", IOD_BETTER_HIGHER},
      {"events_rate", "1/s", IOD_BETTER_HIGHER},
      {"queries_rate", "1/s", IOD_BETTER_HIGHER},
      {"transactions_rate", "1/s", IOD_BETTER_HIGHER},
      {"lat_mean", "s", IOD_BETTER_LOWER},
      {"clat_stddev", "s", IOD_BETTER_LOWER},
      {"slat_min", "s", IOD_BETTER_LOWER},
      {"lat_max", "s", IOD_BETTER_LOWER},
      {"lat_p50", "s", IOD_BETTER_LOWER},
      {"clat_p99.9", "s", IOD_BETTER_LOWER},
      {"slat_p99.9999", "s", IOD_BETTER_LOWER},
      {"lat_p100", "s", IOD_BETTER_LOWER},
      {"cpu_user", "1", IOD_BETTER_LOWER},
      {"cpu_sys", "1", IOD_BETTER_LOWER},
      {"cpu", "CPUs", IOD_BETTER_LOWER},
      {"memory", "B", IOD_BETTER_LOWER},
      {"retransmits", "1", IOD_BETTER_LOWER},
      {"jitter", "s", IOD_BETTER_LOWER},
      {"loss", "1", IOD_BETTER_LOWER},
      {"bytes", "B", IOD_BETTER_NEITHER},
      {"duration", "s", IOD_BETTER_NEITHER},
      {"ios", "1", IOD_BETTER_NEITHER},
      {"events", "1", IOD_BETTER_NEITHER},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(expected); i++) {
    IodMetric metric;
    assert_true(iod_metric_lookup(expected[i].name, &metric));
    assert_ptr_equal(metric.name, expected[i].name);
    assert_string_equal(metric.unit, expected[i].unit);
    assert_int_equal(metric.better, expected[i].better);
  }
}

static void test_unknown_names(void **state) {
  (void)state;
  static const char *const names[] = {"value",       "",        "Bandwidth", "bandwidth_", "lat_",
                                      "lat_p",       "lat_p.",  "lat_p99x",  "lat_p101",   "xlat_p99",
                                      "lat_p99.9.9", "latency", "clat_p1e1", "lat_mean_",  "lat_p-1"};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    IodMetric metric;
    assert_false(iod_metric_lookup(names[i], &metric));
    assert_ptr_equal(metric.name, names[i]);
    assert_string_equal(metric.unit, "1");
    assert_int_equal(metric.better, IOD_BETTER_UNKNOWN);
    assert_true(iod_metric_percentile(names[i]) == -1);
  }
}

static void test_percentile_of_name(void **state) {
  (void)state;
  assert_true(iod_metric_percentile("clat_p99.9") == 99.9);
  assert_true(iod_metric_percentile("lat_p99.95") == 99.95);
  assert_true(iod_metric_percentile("lat_p1") == 1);
  assert_true(iod_metric_percentile("slat_p100") == 100);
  assert_true(iod_metric_percentile("lat_max") == -1);
  assert_true(iod_metric_percentile("iops") == -1);
}

static void check_name(const char *prefix, double percentile, const char *expected) {
  g_autofree char *name = iod_metric_percentile_name(prefix, percentile);
  assert_string_equal(name, expected);
}

static void test_percentile_name(void **state) {
  (void)state;
  check_name("clat", 99.90, "clat_p99.9");
  check_name("lat", 50, "lat_p50");
  check_name("lat", 100.0, "lat_p100");
  check_name("lat", 99.0, "lat_p99");
  check_name("slat", 99.9999, "slat_p99.9999");
  check_name("clat", 1, "clat_p1");
  check_name("lat", 0.1, "lat_p0.1");
  check_name("lat", 10, "lat_p10");
}

static void test_percentile_names_are_known(void **state) {
  (void)state;
  for (guint thousandth = 1; thousandth <= 100000; thousandth += 7) {
    g_autofree char *name = iod_metric_percentile_name("clat", thousandth / 1000.0);
    IodMetric metric;
    assert_true(iod_metric_lookup(name, &metric));
    assert_true(iod_metric_percentile(name) == thousandth / 1000.0);
  }
}

static void test_better_names(void **state) {
  (void)state;
  static const char *const names[] = {"unknown", "higher", "lower", "neither"};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    IodBetter better = IOD_BETTER_UNKNOWN;
    assert_true(iod_better_parse(names[i], &better));
    assert_string_equal(iod_better_name(better), names[i]);
  }
  IodBetter better = IOD_BETTER_LOWER;
  assert_false(iod_better_parse("Higher", &better));
  assert_false(iod_better_parse("", &better));
  assert_int_equal(better, IOD_BETTER_LOWER);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_catalogue),
      cmocka_unit_test(test_unknown_names),
      cmocka_unit_test(test_percentile_of_name),
      cmocka_unit_test(test_percentile_name),
      cmocka_unit_test(test_percentile_names_are_known),
      cmocka_unit_test(test_better_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
