// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/clean.h"

#include <string.h>

static void check(const char *raw, gsize length, const char *wanted) {
  g_autoptr(GString) out = g_string_new(NULL);
  iod_clean(raw, length, out);
  assert_string_equal(out->str, wanted);
}

static void check_text(const char *raw, const char *wanted) {
  check(raw, strlen(raw), wanted);
}

static void plain_lines_need_nothing(void **state) {
  (void)state;
  assert_true(iod_is_clean("500+0 records in", 16));
  assert_true(iod_is_clean("   | 99.00th=[  12], >=64=0.1%", 30));
  assert_true(iod_is_clean("", 0));
  assert_false(iod_is_clean("> quoted", 8));
  assert_false(iod_is_clean("  > quoted", 10));
  assert_false(iod_is_clean("a\tb", 3));
  assert_false(iod_is_clean("a\0b", 3));
  assert_false(iod_is_clean("d\xc3\xa9", 3));
}

static void escapes_go(void **state) {
  (void)state;
  check_text("\033[1;32mread\033[0m: ok", "read: ok");
  check_text("\033]0;title\ahello", "hello");
  check_text("\033]8;;http://x\033\\link", "link");
  check_text("\033(Bplain", "plain");
  check_text("cut \033[1", "cut ");
  check_text("cut \033", "cut ");
  check("a\0\0b\a", 5, "ab");
}

static void blanks_become_plain(void **state) {
  (void)state;
  check_text("500+0\xc2\xa0"
             "records",
             "500+0 records");
  check_text("1\xe2\x80\xaf"
             "000",
             "1 000");
  check_text("\xef\xbb\xbf"
             "sysbench",
             "sysbench");
  check_text("\tIozone\t=", "        Iozone  =");
  check_text("copi\xe9s \xa0"
             "1,5 s",
             "copi\xc3\xa9s  1,5 s");
}

static void typography_becomes_ascii(void **state) {
  (void)state;
  check_text("\xe5\xb7\xb2\xef\xbc\x8c"
             "1.74 s",
             "\xe5\xb7\xb2, 1.74 s");
  check_text("\xe2\x80\x98x\xe2\x80\x99", "'x'");
  check_text("a &gt;=64 &amp;&nbsp;b &unknown; &", "a >=64 & b &unknown; &");
}

static void quoting_marks_go_but_indentation_stays(void **state) {
  (void)state;
  check_text("> > read : io=4KB", "read : io=4KB");
  check_text(">> read", "read");
  check_text(">     slat (usec)", "    slat (usec)");
  check_text("&gt; 500+0 records in", "500+0 records in");
  check_text(">=2000=1.2%", ">=2000=1.2%");
  check_text("  a > b", "  a > b");
  check_text(">", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_lines_need_nothing),
      cmocka_unit_test(escapes_go),
      cmocka_unit_test(blanks_become_plain),
      cmocka_unit_test(typography_becomes_ascii),
      cmocka_unit_test(quoting_marks_go_but_indentation_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
