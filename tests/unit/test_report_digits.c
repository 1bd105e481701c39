// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "model/model.h"
#include "report/digits.h"

#include <math.h>
#include <string.h>

static void assert_text(double value, const char *expected) {
  g_autoptr(GString) out = g_string_new(NULL);
  iod_append_number(out, value);
  assert_string_equal(out->str, expected);
}

static void test_known(void **state) {
  (void)state;
  assert_text(0, "0");
  assert_text(1, "1");
  assert_text(-1, "-1");
  assert_text(0.1, "0.1");
  assert_text(0.5, "0.5");
  assert_text(-2.25, "-2.25");
  assert_text(1.0 / 3, "0.3333333333333333");
  assert_text(2.0 / 3, "0.6666666666666666");
  assert_text(0.1 + 0.2, "0.30000000000000004");
  assert_text(1073741824, "1073741824");
  assert_text(9007199254740991, "9007199254740991");
  assert_text(0.000015703, "0.000015703");
  assert_text(1e22, "1e+22");
  assert_text(1e-7, "1e-07");
  assert_text(100000.5, "100000.5");
  assert_text(999999999999999.9, "999999999999999.9");
}

/* Digits of the mantissa, without zeros at either end. */
static guint significant(const char *text) {
  g_autoptr(GString) digits = g_string_new(NULL);
  for (; *text != '\0' && *text != 'e'; text++) {
    if (g_ascii_isdigit(*text) && (digits->len > 0 || *text != '0')) g_string_append_c(digits, *text);
  }
  while (digits->len > 0 && digits->str[digits->len - 1] == '0') g_string_truncate(digits, digits->len - 1);
  return (guint)digits->len;
}

static void assert_shortest(double value) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr(GString) out = g_string_new(NULL);
  iod_append_number(out, value);
  assert_true(g_ascii_strtod(out->str, NULL) == value);
  guint digits = significant(out->str);
  assert_true(digits <= 17);
  const char *slow = iod_number_text(value, buffer);
  if (digits > significant(slow)) fail_msg("%s is longer than %s", out->str, slow);
}

static void test_random(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(20);
  for (int i = 0; i < 60000; i++) {
    double size = pow(10, g_rand_double_range(rand, -12, 19));
    assert_shortest(size);
    assert_shortest(-floor(size) / 1000);
    /* Rates, which is what logs give most */
    assert_shortest((double)g_rand_int(rand) * 4096 / (1 + g_rand_int(rand) % 100000));
    assert_shortest(g_rand_int_range(rand, 0, 100000000) / 1e9);
  }
}

/* Where the number of digits before the point or the distance to the neighbour changes. */
static void test_edges(void **state) {
  (void)state;
  for (int exponent = -60; exponent < 70; exponent++) {
    double power = ldexp(1, exponent);
    assert_shortest(power);
    assert_shortest(nextafter(power, 0));
    assert_shortest(nextafter(power, INFINITY));
  }
  for (int exponent = -20; exponent < 23; exponent++) {
    double power = pow(10, exponent);
    assert_shortest(power);
    assert_shortest(nextafter(power, 0));
    assert_shortest(nextafter(power, INFINITY));
  }
}

static void test_whole(void **state) {
  (void)state;
  g_autoptr(GString) out = g_string_new(NULL);
  iod_append_whole(out, 0);
  g_string_append_c(out, ' ');
  iod_append_whole(out, G_MAXUINT64);
  assert_string_equal(out->str, "0 18446744073709551615");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_whole),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
