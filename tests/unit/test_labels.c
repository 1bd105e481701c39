// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/model.h"

static void test_set_get(void **state) {
  (void)state;
  g_autoptr(IodLabels) labels = iod_labels_new();
  assert_int_equal(iod_labels_count(labels), 0);
  assert_null(iod_labels_get(labels, "rw"));
  iod_labels_set(labels, "rw", "randread");
  iod_labels_set_size(labels, "block_size", G_MAXUINT64);
  iod_labels_set(labels, "direct", "1");
  iod_labels_set(labels, "rw", "write");
  assert_int_equal(iod_labels_count(labels), 3);
  assert_string_equal(iod_labels_get(labels, "rw"), "write");
  assert_string_equal(iod_labels_get(labels, "block_size"), "18446744073709551615");
  static const char *const names[] = {"block_size", "direct", "rw"};
  for (guint i = 0; i < 3; i++) assert_string_equal(iod_labels_at(labels, i).name, names[i]);
  iod_labels_set(labels, "direct", NULL);
  iod_labels_set(labels, "never", NULL);
  assert_int_equal(iod_labels_count(labels), 2);
  assert_null(iod_labels_get(labels, "direct"));
}

static void test_value_of_its_own(void **state) {
  (void)state;
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "a", "old");
  iod_labels_set(labels, "a", iod_labels_get(labels, "a"));
  assert_string_equal(iod_labels_get(labels, "a"), "old");
  iod_labels_set(labels, iod_labels_at(labels, 0).name, "new");
  assert_string_equal(iod_labels_get(labels, "a"), "new");
}

static void test_null_is_empty(void **state) {
  (void)state;
  g_autoptr(IodLabels) empty = iod_labels_new();
  g_autoptr(IodLabels) copy = iod_labels_copy(NULL);
  assert_int_equal(iod_labels_count(NULL), 0);
  assert_int_equal(iod_labels_count(copy), 0);
  assert_null(iod_labels_get(NULL, "a"));
  assert_true(iod_labels_equal(NULL, empty));
  assert_true(iod_labels_equal(empty, NULL));
  assert_int_equal(iod_labels_hash(NULL), iod_labels_hash(empty));
  iod_labels_merge(empty, NULL);
  assert_int_equal(iod_labels_count(empty), 0);
  iod_labels_free(NULL);
}

static void test_merge(void **state) {
  (void)state;
  g_autoptr(IodLabels) into = iod_labels_new();
  g_autoptr(IodLabels) from = iod_labels_new();
  iod_labels_set(into, "a", "1");
  iod_labels_set(into, "b", "2");
  iod_labels_set(from, "b", "3");
  iod_labels_set(from, "c", "4");
  iod_labels_merge(into, from);
  iod_labels_merge(into, into);
  assert_int_equal(iod_labels_count(into), 3);
  assert_string_equal(iod_labels_get(into, "a"), "1");
  assert_string_equal(iod_labels_get(into, "b"), "3");
  assert_string_equal(iod_labels_get(into, "c"), "4");
  assert_string_equal(iod_labels_get(from, "b"), "3");
}

static void test_copy_is_deep(void **state) {
  (void)state;
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_labels_set(labels, "a", "1");
  g_autoptr(IodLabels) copy = iod_labels_copy(labels);
  assert_true(iod_labels_equal(labels, copy));
  iod_labels_set(labels, "a", "2");
  assert_string_equal(iod_labels_get(copy, "a"), "1");
  assert_false(iod_labels_equal(labels, copy));
}

/* Whatever way led to a set, equal sets are equal and hash alike; a name taken for a value is another set. */
static void test_equality_does_not_know_history(void **state) {
  (void)state;
  g_autoptr(GRand) rand = g_rand_new_with_seed(3);
  for (int round = 0; round < 300; round++) {
    g_autoptr(IodLabels) one = iod_labels_new();
    for (int i = 0; i < 40; i++) {
      char name[2] = {(char)('a' + g_rand_int_range(rand, 0, 6)), '\0'};
      char value[2] = {(char)('0' + g_rand_int_range(rand, 0, 4)), '\0'};
      iod_labels_set(one, name, value[0] == '0' ? NULL : value);
    }
    g_autoptr(IodLabels) other = iod_labels_new();
    for (guint i = iod_labels_count(one); i > 0; i--) {
      IodLabel label = iod_labels_at(one, i - 1);
      iod_labels_set(other, label.name, label.value);
    }
    assert_true(iod_labels_equal(one, other));
    assert_int_equal(iod_labels_hash(one), iod_labels_hash(other));
    iod_labels_set(other, "a", "9");
    assert_false(iod_labels_equal(one, other));
    assert_int_not_equal(iod_labels_hash(one), iod_labels_hash(other));
  }
  g_autoptr(IodLabels) ab = iod_labels_new();
  g_autoptr(IodLabels) ba = iod_labels_new();
  iod_labels_set(ab, "a", "b");
  iod_labels_set(ba, "b", "a");
  assert_false(iod_labels_equal(ab, ba));
  assert_int_not_equal(iod_labels_hash(ab), iod_labels_hash(ba));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_set_get),       cmocka_unit_test(test_value_of_its_own),
      cmocka_unit_test(test_null_is_empty), cmocka_unit_test(test_merge),
      cmocka_unit_test(test_copy_is_deep),  cmocka_unit_test(test_equality_does_not_know_history),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
