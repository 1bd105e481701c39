// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/fio_number.h"

#include <math.h>

static FioCursor over(const char *text) {
  return (FioCursor){text, text + strlen(text)};
}

static double amount_of(const char *text, gboolean old) {
  FioCursor cursor = over(text);
  FioAmount amount;
  return fio_scan_amount(&cursor, old, &amount) ? fio_amount_value(&amount) : -1;
}

static void amounts_by_their_units(void **state) {
  (void)state;
  static const struct {
    const char *text;
    gboolean old;
    double bytes;
  } cases[] = {
      {"106MiB/s (112MB/s)", FALSE, 106.0 * 1048576},
      {"112MB/s)", FALSE, 112e6},
      {"4091B/s", FALSE, 4091},
      {"2873kB/s", FALSE, 2873e3},
      {"1508TiB/s", FALSE, 1508.0 * 1099511627776},
      {"2978Mibit/s", FALSE, 2978.0 * 131072},
      {"18.0Gbit/s", FALSE, 2.25e9},
      {"82.4Mi (86.4M)", FALSE, 82.4 * 1048576},
      {"86.4M)(82.5MiB", FALSE, 86.4e6},
      {"0 (0)", FALSE, 0},
      {"80396KiB,", TRUE, 80396.0 * 1024},
      {"80,860KiB,", TRUE, 80860.0 * 1024},
      {"1333.4MB/s,", TRUE, 1333.4 * 1048576},
      {"618740 B/s,", TRUE, 618740},
      {"1871.3M/s,", TRUE, 1871.3 * 1048576},
      {"2PB,", TRUE, 2.0 * 1099511627776}, /* after giga came peta */
      {"12", FALSE, -1},
      {"106M", FALSE, -1}, /* cut within the unit */
      {"106M iB/s", FALSE, -1},
      {"106Mi", FALSE, -1},
      {"2978Mib", FALSE, -1},
      {"106X", FALSE, -1},
      {"99999999999999999999KiB", FALSE, -1},
      {"", FALSE, -1},
      {"KiB", FALSE, -1},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    double bytes = amount_of(cases[i].text, cases[i].old);
    if (fabs(bytes - cases[i].bytes) > fabs(cases[i].bytes) * 1e-12)
      fail_msg("%s is %.17g, not %.17g", cases[i].text, bytes, cases[i].bytes);
  }
}

static double count_of(const char *text) {
  FioCursor cursor = over(text);
  double value = -1;
  return fio_scan_count(&cursor, &value) ? value : -1;
}

static void counts_go_by_thousands(void **state) {
  (void)state;
  assert_true(count_of("13.6k,") == 13600);
  assert_true(count_of("2.5M") == 2.5e6);
  assert_true(count_of("1203.4K,") == 1203400);
  assert_true(count_of("29,727, runt") == 29727);
  assert_true(count_of("1,234,567 ") == 1234567);
  assert_true(count_of("12,5798,") == 12); /* four digits: no separator */
  assert_true(count_of("151 ,") == 151);
  assert_true(count_of("-1") == -1);
  assert_true(count_of("99999999999999999999k") == -1);
}

static gboolean may_be(const char *text, gboolean old, FioRounding rounding, double bytes) {
  FioCursor cursor = over(text);
  FioAmount amount;
  double low, high;
  assert_true(fio_scan_amount(&cursor, old, &amount));
  fio_amount_bounds(&amount, rounding, &low, &high);
  return low <= bytes && bytes <= high;
}

static void rounding_leaves_this_open(void **state) {
  (void)state;
  const double mib = 1048576;
  assert_true(may_be("106MiB", FALSE, FIO_ROUNDING_NEAREST, 106.49 * mib));
  assert_false(may_be("106MiB", FALSE, FIO_ROUNDING_NEAREST, 106.51 * mib));
  assert_true(may_be("45.2MiB", FALSE, FIO_ROUNDING_NEAREST, 45.151 * mib));
  assert_false(may_be("45.2MiB", FALSE, FIO_ROUNDING_NEAREST, 45.26 * mib));
  assert_true(may_be("77.0MiB", FALSE, FIO_ROUNDING_CARRY, 77.99 * mib)); /* the carry was lost */
  assert_false(may_be("77.1MiB", FALSE, FIO_ROUNDING_CARRY, 77.99 * mib));
  assert_true(may_be("65.6MiB", FALSE, FIO_ROUNDING_REMAINDER, 65.06 * mib));
  assert_false(may_be("65.6MiB", FALSE, FIO_ROUNDING_REMAINDER, 67 * mib));
  assert_true(may_be("4096B", FALSE, FIO_ROUNDING_UNKNOWN, 4096));
  assert_false(may_be("4096B", FALSE, FIO_ROUNDING_UNKNOWN, 4097));
}

static guint64 block_size_of(const char *text) {
  FioCursor cursor = over(text);
  guint64 size = 0;
  assert_true(fio_scan_block_size(&cursor, &size));
  return size;
}

static void block_sizes_are_restored(void **state) {
  (void)state;
  assert_int_equal(block_size_of("4K-4K"), 4096);
  assert_int_equal(block_size_of("512-512"), 512);
  assert_int_equal(block_size_of("4096B"), 4096);
  assert_int_equal(block_size_of("64.0KiB"), 65536);
  assert_int_equal(block_size_of("3072KiB"), 3145728);
  assert_int_equal(block_size_of("65.5kB"), 65536);
  assert_int_equal(block_size_of("1049kB"), 1048576);
  assert_int_equal(block_size_of("1M"), 1048576);
  assert_int_equal(block_size_of("22.9KiB"), 0); /* which of many it was is not known */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(amounts_by_their_units),
      cmocka_unit_test(counts_go_by_thousands),
      cmocka_unit_test(rounding_leaves_this_open),
      cmocka_unit_test(block_sizes_are_restored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
