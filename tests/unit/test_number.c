// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static guint64 bits_of(double value) {
  guint64 bits = 0;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

static gboolean same_bits(double a, double b) {
  return bits_of(a) == bits_of(b);
}

/* Reads text up to its end; the number must be followed by rest. */
static void check_number(const char *text, double expected, const char *rest) {
  const char *p = text;
  double value = -1;
  if (!iod_scan_number(&p, text + strlen(text), &value)) fail_msg("no number in \"%s\"", text);
  if (!same_bits(value, expected)) fail_msg("\"%s\" read as %.17g", text, value);
  assert_string_equal(p, rest);
}

static void check_no_number(const char *text) {
  const char *p = text;
  double value = -1;
  assert_false(iod_scan_number(&p, text + strlen(text), &value));
  assert_ptr_equal(p, text);
}

static void test_numbers(void **state) {
  (void)state;
  check_number("0", 0, "");
  check_number("343", 343, "");
  check_number("14.4 MB/s", 14.4, " MB/s");
  check_number(".5", 0.5, "");
  check_number("000012.50", 12.5, "");
  check_number("1e3", 1000, "");
  check_number("1.5E-3s", 0.0015, "s");
  check_number("1e+2", 100, "");
}

static void test_where_a_number_ends(void **state) {
  (void)state;
  check_number("5.", 5, ".");
  check_number("5. Then", 5, ". Then");
  check_number("1.2.3", 1.2, ".3");
  check_number("4e", 4, "e");
  check_number("4e+", 4, "e+");
  check_number("4Ex", 4, "Ex");
  check_number("1,234", 1, ",234");
  check_number("0x10", 0, "x10");
  check_no_number("");
  check_no_number(".");
  check_no_number("-1");
  check_no_number("+1");
  check_no_number(" 1");
  check_no_number("e5");
  check_no_number("nan");
  check_no_number("inf");
}

static void test_the_end_is_respected(void **state) {
  (void)state;
  static const char digits[3] = {'1', '2', '3'}; /* no NUL: reading on would be seen by the sanitizer */
  const char *p = digits;
  double value = 0;
  assert_true(iod_scan_number(&p, digits + 3, &value));
  assert_true(value == 123);
  assert_ptr_equal(p, digits + 3);
  static const char *const text = "12.5e3";
  const double expected[] = {1, 12, 12, 12.5, 12.5, 12500};
  const size_t used[] = {1, 2, 2, 4, 4, 6};
  for (size_t length = 1; length <= 6; length++) {
    p = text;
    assert_true(iod_scan_number(&p, text + length, &value));
    assert_true(value == expected[length - 1]);
    assert_ptr_equal(p, text + used[length - 1]);
  }
}

static void test_rounding(void **state) {
  (void)state;
  check_number("9007199254740993", 9007199254740992.0, ""); /* 2^53 + 1: a tie, to even */
  check_number("9007199254740993.00000000000000001", 9007199254740994.0, "");
  check_number("1e23", 1e23, "");
  check_number("8.5e22", 8.5e22, "");
  check_number("2.2250738585072011e-308", 2.2250738585072011e-308, "");
  check_number("5e-324", 5e-324, "");
  check_number("0.1000000000000000055511151231257827021181583404541015625", 0.1, "");
  check_number("123456789012345678901234567890", 123456789012345678901234567890.0, "");
  check_number("0.000000000000000000000000000000123456789012345678901234567890", 1.2345678901234568e-31, "");
  check_number("18446744073709551616", 18446744073709551616.0, "");
  check_number("184467440737095516199", 184467440737095516199.0, "");
  check_number("1.7976931348623157e308", 1.7976931348623157e308, "");
}

static void test_ranges(void **state) {
  (void)state;
  check_no_number("1e999");
  check_no_number("1e309");
  check_no_number("1.8e308");
  check_no_number("1e99999999999999999999");
  check_number("1e-999", 0, "");
  check_number("1e-99999999999999999999", 0, "");
  check_number("0e999", 0, "");
  g_autofree char *long_one = g_strnfill(400, '9');
  check_no_number(long_one);
  g_autofree char *zeros = g_strnfill(5000, '0');
  g_autofree char *small = g_strconcat("0.", zeros, "1", NULL);
  check_number(small, 0, "");
  g_autofree char *padded = g_strconcat(zeros, "42", NULL);
  check_number(padded, 42, "");
}

/* The C library's strtod, which rounds correctly, is the reference. */
static void test_random_decimals(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(20240601);
  for (int i = 0; i < 20000; i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    int whole = g_rand_int_range(rand, 1, 22);
    int fraction = g_rand_int_range(rand, 0, 22);
    for (int k = 0; k < whole; k++) g_string_append_c(text, (char)('0' + g_rand_int_range(rand, 0, 10)));
    if (fraction > 0) g_string_append_c(text, '.');
    for (int k = 0; k < fraction; k++) g_string_append_c(text, (char)('0' + g_rand_int_range(rand, 0, 10)));
    if (g_rand_boolean(rand)) g_string_append_printf(text, "e%d", g_rand_int_range(rand, -330, 280));
    check_number(text->str, strtod(text->str, NULL), "");
  }
}

static double random_double(GRand *rand) {
  for (;;) {
    guint64 bits = ((guint64)(g_rand_int(rand) & 0x7fffffff) << 32) | g_rand_int(rand);
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    if (isfinite(value)) return value;
  }
}

static void check_text(double value, const char *expected) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  assert_string_equal(iod_number_text(value, buffer), expected);
}

static void test_number_text(void **state) {
  (void)state;
  check_text(0, "0");
  check_text(-0.0, "-0.0");
  check_text(0.1, "0.1");
  check_text(1.0 / 3, "0.3333333333333333");
  check_text(0.1 + 0.2, "0.30000000000000004");
  check_text(1361651712, "1361651712");
  check_text(1e15, "1000000000000000");
  check_text(-12, "-12");
  check_text(9007199254740991, "9007199254740991");
  check_text(1e22, "1e+22");
  check_text(1e300, "1e+300");
  check_text(5e-324, "5e-324");
  check_text(1.7976931348623157e308, "1.7976931348623157e+308");
}

static void test_number_text_reads_back(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(7);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  for (int i = 0; i < 20000; i++) {
    double value = random_double(rand);
    check_number(iod_number_text(value, buffer), value, "");
    json_t *parsed = json_loads(buffer, JSON_DECODE_ANY, NULL);
    assert_true(json_is_number(parsed));
    assert_true(same_bits(json_number_value(parsed), value));
    json_decref(parsed);
  }
}

/* A decimal comma must change nothing. Where no such locale is installed there is nothing to try. */
static void test_locale(void **state) {
  (void)state;
  static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"};
  const char *set = NULL;
  for (size_t i = 0; i < G_N_ELEMENTS(names) && set == NULL; i++) set = setlocale(LC_ALL, names[i]);
  if (set == NULL) skip();
  check_number("1.5", 1.5, "");
  check_number("0.1000000000000000055511151231257827021181583404541015625", 0.1, "");
  check_text(0.1 + 0.2, "0.30000000000000004");
  setlocale(LC_ALL, "C");
}

static void test_whole(void **state) {
  (void)state;
  const char *text = "18446744073709551615 B";
  const char *p = text;
  guint64 value = 0;
  assert_true(iod_scan_whole(&p, text + strlen(text), &value));
  assert_true(value == G_MAXUINT64);
  assert_string_equal(p, " B");
  static const char *const bad[] = {"18446744073709551616", "99999999999999999999999", "", "-1", "x", ".5"};
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    p = bad[i];
    assert_false(iod_scan_whole(&p, bad[i] + strlen(bad[i]), &value));
    assert_ptr_equal(p, bad[i]);
  }
  p = text = "12.5";
  assert_true(iod_scan_whole(&p, text + 4, &value));
  assert_int_equal(value, 12);
  assert_string_equal(p, ".5");
}

static void test_sizes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    guint64 bytes;
  } good[] = {
      {"4096", 4096},
      {"0", 0},
      {"4k", 4096},
      {"4K", 4096},
      {"4KiB", 4096},
      {"4kb", 4096},
      {"4kB", 4096},
      {"1m", 1048576},
      {"1MB", 1048576},
      {"1MiB", 1048576},
      {"2g", 2147483648U},
      {"1.5k", 1536},
      {"736MiB", 771751936},
      {"512B", 512},
      {"0.5m", 524288},
      {"1t", 1099511627776},
      {"1P", 1125899906842624},
      {"18446744073709551615", G_MAXUINT64},
  };
  for (size_t i = 0; i < G_N_ELEMENTS(good); i++) {
    guint64 bytes = 1;
    if (!iod_size_parse(good[i].text, &bytes)) fail_msg("\"%s\" is a size", good[i].text);
    assert_true(bytes == good[i].bytes);
  }
  static const char *const bad[] = {
      "",          "k",     "4 k", "-4k", "4kk", "4ki",       "4x",
      "0.1k",      "4k ",   "1e3", "4.",  ".5k", "1.0000001", "18446744073709551616",
      "16777216t", "99999p"};
  for (size_t i = 0; i < G_N_ELEMENTS(bad); i++) {
    guint64 bytes = 1;
    if (iod_size_parse(bad[i], &bytes)) fail_msg("\"%s\" is no size", bad[i]);
  }
}

static void test_size_text(void **state) {
  (void)state;
  static const struct {
    guint64 bytes;
    const char *text;
  } cases[] = {{0, "0"},
               {1, "1"},
               {1000, "1000"},
               {1024, "1k"},
               {4096, "4k"},
               {1048576, "1m"},
               {1536, "1536"},
               {1572864, "1536k"},
               {1073741824, "1g"},
               {1099511627776, "1t"},
               {1125899906842624, "1p"},
               {1152921504606846976, "1024p"}};
  for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = iod_size_text(cases[i].bytes);
    assert_string_equal(text, cases[i].text);
    guint64 bytes = 1;
    assert_true(iod_size_parse(text, &bytes));
    assert_true(bytes == cases[i].bytes);
  }
}

static void scaling_rounds_once(void **state) {
  (void)state;
  const struct {
    const char *text;
    gint power;
    double wanted;
  } cases[] = {{"62.19", -3, 0.06219},
               {"7.36", -6, 7.36e-6},
               {"971", -9, 971e-9},
               {"1.5e3", -3, 1.5},
               {"123456789012345678901234567890.5", -3, 1.234567890123456789012345678905e26}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *text = cases[i].text;
    double value = 0;
    assert_true(iod_scan_scaled(&text, text + strlen(text), cases[i].power, &value));
    assert_true(value == cases[i].wanted);
    assert_string_equal(text, "");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scaling_rounds_once),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_where_a_number_ends),
      cmocka_unit_test(test_the_end_is_respected),
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_ranges),
      cmocka_unit_test(test_random_decimals),
      cmocka_unit_test(test_number_text),
      cmocka_unit_test(test_number_text_reads_back),
      cmocka_unit_test(test_locale),
      cmocka_unit_test(test_whole),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_size_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
