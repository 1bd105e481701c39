// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/pattern.h"

#include <string.h>

enum { PAIR, NUMBER, NESTED, COUNT };

static const IodPattern *pattern(guint index) {
  static gsize once;
  static const char *const texts[COUNT] = {
      [PAIR] = "(?<![\\w+]) (?<left> \\d+ ) \\+ (?<right> \\d+ )? \\  (?<word> \\S+ )",
      [NUMBER] = "(?<value> [\\d.,]+ (?: e [-+]? \\d+ )? )",
      [NESTED] = "^ (?: (?: a+ )+ )+ $",
  };
  return iod_patterns(&once, texts, COUNT)[index];
}

static gboolean find(IodMatch *match, guint index, const char *text, gsize offset) {
  return iod_pattern_find(pattern(index), match, text, strlen(text), offset);
}

static void captures_are_read_by_name(void **state) {
  (void)state;
  g_autoptr(IodMatch) match = iod_match_new();
  const char *text = "x 12+7 records";
  assert_true(find(match, PAIR, text, 0));
  guint64 left = 0, right = 0;
  assert_true(iod_slice_whole(iod_match_named(match, "left"), &left));
  assert_true(iod_slice_whole(iod_match_named(match, "right"), &right));
  assert_int_equal(left, 12);
  assert_int_equal(right, 7);
  g_autofree char *word = iod_slice_text(iod_match_named(match, "word"));
  assert_string_equal(word, "records");
  assert_ptr_equal(iod_match_whole(match).start, text + 2);
}

static void an_unset_capture_is_no_text_and_no_number(void **state) {
  (void)state;
  g_autoptr(IodMatch) match = iod_match_new();
  assert_true(find(match, PAIR, "1+ b", 0));
  IodSlice right = iod_match_named(match, "right");
  guint64 whole = 0;
  double number = 0;
  assert_null(right.start);
  assert_null(iod_slice_text(right));
  assert_false(iod_slice_whole(right, &whole));
  assert_false(iod_slice_number(right, &number));
}

static void what_stands_before_the_offset_is_looked_behind_at(void **state) {
  (void)state;
  g_autoptr(IodMatch) match = iod_match_new();
  assert_true(find(match, PAIR, "12+3 a", 0));
  assert_false(find(match, PAIR, "12+3 a", 1));
}

static void check_number(const char *text, gboolean is_one, double wanted) {
  IodSlice slice = {text, strlen(text)};
  double value = -1;
  assert_int_equal(iod_slice_number(slice, &value), is_one);
  if (is_one) assert_true(value == wanted);
}

static void a_comma_may_be_the_decimal_sign(void **state) {
  (void)state;
  check_number("1,57488", TRUE, 1.57488);
  check_number("1.57488", TRUE, 1.57488);
  check_number("5,0715e-05", TRUE, 5.0715e-05);
  check_number("12", TRUE, 12);
  check_number("1,234,567", FALSE, 0);
  check_number("1,", FALSE, 0);
  check_number("", FALSE, 0);
  check_number("00000000000000000000000000000000000000000000000000000000000000000000001", FALSE, 0);
}

static void a_whole_number_is_all_of_the_slice(void **state) {
  (void)state;
  guint64 value = 0;
  assert_true(iod_slice_whole((IodSlice){"18446744073709551615", 20}, &value));
  assert_true(value == G_MAXUINT64);
  assert_false(iod_slice_whole((IodSlice){"18446744073709551616", 20}, &value));
  assert_false(iod_slice_whole((IodSlice){"12 ", 3}, &value));
}

static void endless_backtracking_is_no_match(void **state) {
  (void)state;
  g_autoptr(IodMatch) match = iod_match_new();
  assert_false(find(match, NESTED, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", 0));
  assert_true(find(match, NESTED, "aaaa", 0));
}

static void one_array_for_all_calls(void **state) {
  (void)state;
  assert_ptr_equal(pattern(PAIR), pattern(PAIR));
  assert_ptr_not_equal(pattern(PAIR), pattern(NUMBER));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(captures_are_read_by_name),
      cmocka_unit_test(an_unset_capture_is_no_text_and_no_number),
      cmocka_unit_test(what_stands_before_the_offset_is_looked_behind_at),
      cmocka_unit_test(a_comma_may_be_the_decimal_sign),
      cmocka_unit_test(a_whole_number_is_all_of_the_slice),
      cmocka_unit_test(endless_backtracking_is_no_match),
      cmocka_unit_test(one_array_for_all_calls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
