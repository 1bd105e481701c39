// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

#include <string.h>

static int sign(int order) {
  return (order > 0) - (order < 0);
}

/* Rising; each is compared with each. */
static const char *const ordered[] = {
    "",
    "0",
    "0.125",
    "0.25",
    "0.5",
    "1-a",
    "01-b",
    "1x",
    "1.5",
    "2",
    "9b",
    "10",
    "1k",
    "4096",
    "4k",
    "64k",
    "1m",
    "1g",
    "99999999999999999999",
    "99999999999999999999a",
    "100000000000000000000",
    "Z",
    "a",
    "a1",
    "a2",
    "a02b",
    "a10",
    "v0.9",
    "v0.10",
    "v2",
    "v10",
    "ä",
};

static void test_order(void **state) {
  (void)state;
  for (size_t i = 0; i < G_N_ELEMENTS(ordered); i++) {
    for (size_t k = 0; k < G_N_ELEMENTS(ordered); k++) {
      int expected = (i > k) - (i < k);
      if (sign(iod_natural_compare(ordered[i], ordered[k])) != expected) {
        fail_msg("\"%s\" against \"%s\"", ordered[i], ordered[k]);
      }
    }
  }
}

static void test_equal_numbers_have_an_order(void **state) {
  (void)state;
  assert_int_equal(iod_natural_compare("a1", "a1"), 0);
  assert_true(iod_natural_compare("4096", "4k") != 0);
  assert_int_equal(sign(iod_natural_compare("4096", "4k")), -sign(iod_natural_compare("4k", "4096")));
  assert_true(iod_natural_compare("1.50", "1.5") != 0);
  assert_true(iod_natural_compare("a01", "a1") != 0);
}

static char *random_name(GRand *rand) {
  static const char letters[] = "0011259.k.KmB-a/";
  int length = g_rand_int_range(rand, 0, 6);
  char *name = g_malloc0((gsize)length + 1);
  for (int i = 0; i < length; i++) {
    name[i] = letters[g_rand_int_range(rand, 0, (gint32)strlen(letters))];
  }
  return name;
}

static void test_order_is_total(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(42);
  for (int i = 0; i < 20000; i++) {
    g_autofree char *a = random_name(rand);
    g_autofree char *b = random_name(rand);
    g_autofree char *c = random_name(rand);
    int ab = sign(iod_natural_compare(a, b));
    assert_int_equal(ab, -sign(iod_natural_compare(b, a)));
    assert_int_equal(ab == 0, strcmp(a, b) == 0);
    int bc = sign(iod_natural_compare(b, c));
    if (ab == bc && sign(iod_natural_compare(a, c)) != ab) {
      fail_msg("no order among \"%s\", \"%s\", \"%s\"", a, b, c);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order),
      cmocka_unit_test(test_equal_numbers_have_an_order),
      cmocka_unit_test(test_order_is_total),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
