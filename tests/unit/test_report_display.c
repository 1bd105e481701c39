// SPDX-License-Identifier: GPL-3.0-or-later
/* Widths, shortening, wrapping, escaping, and numbers for people. */
#include "support.h"

#include "report/display.h"
#include "report/escape.h"
#include "report/figures.h"

#include <math.h>
#include <string.h>

static void test_width(void **state) {
  (void)state;
  assert_int_equal(iod_display_width(""), 0);
  assert_int_equal(iod_display_width("µs"), 2);
  assert_int_equal(iod_display_width("漢字"), 4);
  assert_int_equal(iod_display_width("🙂"), 2);
  assert_int_equal(iod_display_width("e\u0301"), 1); /* e and a combining accent */
  assert_int_equal(iod_display_width("ｆｕｌｌ"), 8);
}

static void assert_shortened(const char *const *names, guint width, const char *const *expected) {
  g_auto(GStrv) list = g_strdupv((gchar **)(uintptr_t)names);
  g_auto(GStrv) shortened = iod_shorten_all(list, width);
  for (guint i = 0; expected[i] != NULL; i++) assert_string_equal(shortened[i], expected[i]);
  assert_int_equal(g_strv_length(shortened), g_strv_length(list));
}

static void test_shorten(void **state) {
  (void)state;
  assert_shortened((const char *const[]){"openebs-mayastor-rep3", "short", NULL}, 11,
                   (const char *const[]){"opene…-rep3", "short", NULL});
  assert_shortened((const char *const[]){"abc", NULL}, 3, (const char *const[]){"abc", NULL});
  /* Wide characters are never halved, marks never left alone. */
  assert_shortened((const char *const[]){"漢字漢字漢字", NULL}, 6, (const char *const[]){"漢…字", NULL});
  assert_shortened((const char *const[]){"aaaae\u0301bbbbbbb", NULL}, 8,
                   (const char *const[]){"aaaa…bbb", NULL});
  assert_shortened((const char *const[]){"aaae\u0301bbbbbbbb", NULL}, 8,
                   (const char *const[]){"aaae\u0301…bbb", NULL});
}

/* Names that differ stay different, cut where they do not differ, or not as far as asked. */
static void test_shorten_distinct(void **state) {
  (void)state;
  assert_shortened(
      (const char *const[]){"fio-randread-4k-jobs1-depth32", "fio-randread-8k-jobs1-depth32", NULL}, 16,
      (const char *const[]){"fio-randread-4k…", "fio-randread-8k…", NULL});
  assert_shortened((const char *const[]){"same-name-twice", "same-name-twice", NULL}, 8,
                   (const char *const[]){"same…ice", "same…ice", NULL});
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < 300; i++)
    g_ptr_array_add(names, g_strdup_printf("prefix-%u-and-a-long-common-suffix-%u", i, i % 7));
  g_ptr_array_add(names, NULL);
  g_auto(GStrv) shortened = iod_shorten_all((char **)names->pdata, 10);
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < 300; i++) assert_true(g_hash_table_add(seen, shortened[i]));
  assert_true(iod_display_width(shortened[0]) < 30);
}

static void assert_wrapped(const char *text, guint width, const char *expected) {
  g_autoptr(GString) out = g_string_new(NULL);
  iod_append_wrapped(out, text, width, 2);
  assert_string_equal(out->str, expected);
}

static void test_wrap(void **state) {
  (void)state;
  assert_wrapped("one two three four", 9, "one two\n  three\n  four\n");
  assert_wrapped("one two three four", 0, "one two three four\n");
  assert_wrapped("with the 95 % interval", 11, "with the\n  95 %\n  interval\n");
  assert_wrapped("漢字漢字 漢字", 10, "漢字漢字\n  漢字\n");
  assert_wrapped("some wordthatiswider", 8, "some\n  wordth\n  atiswi\n  der\n");
  assert_wrapped(" kept blank", 20, " kept blank\n");
  assert_wrapped("", 5, "\n");
}

static void test_plain(void **state) {
  (void)state;
  g_autofree char *text = iod_display_text("a\x1b[2J\n\t\x7f\xc2\x9b\xe2\x80\xae\xff|é");
  assert_string_equal(text, "a\\x1b[2J\\n\\t\\x7f\\u009b\\u202e\xef\xbf\xbd|é");
  g_autofree char *none = iod_display_text(NULL);
  assert_string_equal(none, "");
}

static void test_markdown(void **state) {
  (void)state;
  g_autoptr(GString) out = g_string_new(NULL);
  iod_append_markdown(out, "a|b <b>x</b> & *c* _d_ `e` [f](g) ~h~ \\ \x1b");
  assert_string_equal(
      out->str, "a\\|b &lt;b&gt;x&lt;/b&gt; &amp; \\*c\\* \\_d\\_ \\`e\\` \\[f\\](g) \\~h\\~ \\\\ \\\\x1b");
}

static void assert_value(double shown, double reference, const char *expected) {
  g_autofree char *text = iod_value_text(shown, reference);
  assert_string_equal(text, expected);
}

static void test_values(void **state) {
  (void)state;
  assert_value(14.4, NAN, "14.4");
  assert_value(315.2, NAN, "315");
  assert_value(8.16, NAN, "8.16");
  assert_value(0.96, NAN, "0.960");
  assert_value(0, NAN, "0");
  assert_value(-0.5, NAN, "-0.500");
  assert_value(NAN, 1, "-");
  assert_value(INFINITY, 1, "-");
  assert_value(1234567890, NAN, "1234567890");
  assert_value(1e12, NAN, "1.00e+12");
  assert_value(1e-12, NAN, "1.00e-12");
  /* Side by side with a smaller one: the same decimals, as long as both are alike. */
  assert_value(100.26, 99.8, "100.3");
  assert_value(1450, 14.4, "1450");
  assert_value(0.001, 100, "0.00100");
}

static void assert_ratio(double ratio, const char *expected) {
  g_autofree char *text = iod_ratio_text(ratio);
  assert_string_equal(text, expected);
}

static void test_ratios(void **state) {
  (void)state;
  assert_ratio(0.643, "0.643");
  assert_ratio(0.036, "0.036");
  assert_ratio(0.00123, "0.00123");
  assert_ratio(3.935, "3.935");
  assert_ratio(18.354, "18.35");
  assert_ratio(183.54, "183.5");
  assert_ratio(1835.4, "1835");
  assert_ratio(0, "0");
  assert_ratio(1e6, "1.00e+06");
  assert_ratio(NAN, "-");
}

static void test_other_figures(void **state) {
  (void)state;
  g_autofree char *range = iod_range_text("0.5", "0.8");
  g_autofree char *negative = iod_range_text("-0.5", "0.8");
  assert_string_equal(range, "0.5-0.8");
  assert_string_equal(negative, "-0.5 to 0.8");
  const struct {
    double fraction;
    const char *text;
  } percents[] = {{0.05, "5 %"},  {0.9375, "93.75 %"},   {0.9999, "99.99 %"},
                  {15, "1500 %"}, {123.4567, "12346 %"}, {NAN, "-"}};
  for (gsize i = 0; i < G_N_ELEMENTS(percents); i++) {
    g_autofree char *text = iod_percent_text(percents[i].fraction);
    assert_string_equal(text, percents[i].text);
  }
  const struct {
    double p;
    const char *text;
  } ps[] = {{1, "1.000"}, {0.0312, "0.031"}, {0.0079, "0.0079"}, {1.1e-5, "1.1e-05"}, {NAN, "-"}};
  for (gsize i = 0; i < G_N_ELEMENTS(ps); i++) {
    g_autofree char *text = iod_p_text(ps[i].p);
    assert_string_equal(text, ps[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_width),  cmocka_unit_test(test_shorten), cmocka_unit_test(test_shorten_distinct),
      cmocka_unit_test(test_wrap),   cmocka_unit_test(test_plain),   cmocka_unit_test(test_markdown),
      cmocka_unit_test(test_values), cmocka_unit_test(test_ratios),  cmocka_unit_test(test_other_figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
