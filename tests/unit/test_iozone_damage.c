// SPDX-License-Identifier: GPL-3.0-or-later
/* Logs cut anywhere, damaged at random, and what other programs print. */
#include "iozone_support.h"

#include <math.h>

static const char *const logs[] = {
    "3.263-R.log",          "3.308-E.log",         "3.353-i0-i2.log",      "3.397-E.log",
    "3.429-E-i0-i9.log",    "3.429-N-i0-i3.log",   "3.429-R.log",          "3.429-i0-i5.log",
    "3.429-i0-i7.log",      "3.430-R.log",         "3.471-A-auto2.log",    "3.471-R-matrix.log",
    "3.471-i0-i1-i7-E.log", "3.471-i0-i4-i7.log",  "3.471-kill-int.log",   "3.471-mmap-B.log",
    "3.471-noretest-n.log", "3.471-nospace-a.log", "3.471-ops-O-full.log", "3.471-sync-o.log",
    "3.471-t2-C.log",       "3.471-t2-R.log",      "3.471-t2-all.log",     "3.471-us-N-full.log",
};

/* All that is in `part` must be in `whole`, with the same value. */
static void check_part(const char *name, gsize size, const Reading *part, const Reading *whole) {
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init(&iter, part->seen);
  while (g_hash_table_iter_next(&iter, &key, &value)) {
    const double *wanted = g_hash_table_lookup(whole->seen, key);
    if (!wanted || *wanted != *(double *)value) fail_msg("%s, %zu bytes: %s", name, size, (char *)key);
  }
  if (g_hash_table_size(part->seen) != part->count) fail_msg("%s, %zu bytes: one twice", name, size);
}

/* A log that was cut tells no more than the whole, and nothing else. Lines before the figures are cut in
 * places, long logs in steps. */
static void check_cuts(const char *name, const char *text) {
  gsize length = strlen(text);
  const char *figures = strstr(text, "stride size");
  gsize before = figures ? (gsize)(figures - text) : 0;
  g_autoptr(Reading) whole = read_text(text);
  for (gsize size = 0; size < length; size += size < before ? 41 : length > 2500 ? 37 : 2) {
    g_autoptr(Reading) part = read_bytes(text, size);
    check_part(name, size, part, whole);
  }
}

static void cut_logs_tell_a_part(void **state) {
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *text = load_log(logs[i]);
    check_cuts(logs[i], text);
  }
}

static const char *next_line(const char *text) {
  return text + strcspn(text, "\n") + 1;
}

static void check_table_cuts(const char *name, const char *text) {
  const char *stride = strstr(text, "\tFile stride size");
  if (!stride) return;
  const char *table = next_line(stride), *rows = next_line(next_line(table));
  check_cuts(name, table);
  check_cuts(name, rows);
}

/* The same where only the table or its rows were copied: no version, no command line. */
static void cut_tables_tell_a_part(void **state) {
  (void)state;
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *text = load_log(logs[i]);
    check_table_cuts(logs[i], text);
  }
}

static void damage(GRand *random, char *text, gsize *length) {
  static const char favourites[] = "0123456789   \t\n\r=.-kBi\"";
  for (gint count = g_rand_int_range(random, 1, 12); count > 0; count--) {
    gsize at = (gsize)g_rand_int_range(random, 0, (gint32)*length);
    gsize run = (gsize)g_rand_int_range(random, 1, 40);
    switch (g_rand_int_range(random, 0, 4)) {
    case 0:
      text[at] = (char)g_rand_int_range(random, 0, 256);
      break;
    case 1:
      text[at] = favourites[g_rand_int_range(random, 0, sizeof favourites - 1)];
      break;
    case 2: /* a piece is lost */
      run = MIN(run, *length - at);
      memmove(text + at, text + at + run, *length - at - run);
      *length -= run;
      break;
    default: /* a piece is overwritten by another */
      run = MIN(run, *length - at);
      memmove(text + at, text + (gsize)g_rand_int_range(random, 0, (gint32)(*length - run + 1)), run);
    }
    if (*length < 100) return;
  }
}

static void check_plausible(const char *text, gsize length) {
  g_autoptr(Reading) reading = read_bytes(text, length);
  GHashTableIter iter;
  gpointer value;
  g_hash_table_iter_init(&iter, reading->seen);
  while (g_hash_table_iter_next(&iter, NULL, &value))
    assert_true(isfinite(*(double *)value) && *(double *)value >= 0);
  for (guint run = 0; run < reading->runs->len; run++) assert_non_null(run_at(reading, run)->id);
}

static void damaged_logs_give_plausible_values(void **state) {
  (void)state;
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *log = load_log(logs[i]);
    gsize whole = strlen(log);
    g_autofree char *text = g_malloc(whole);
    for (guint round = 0; round < 40; round++) {
      gsize length = whole;
      memcpy(text, log, whole);
      damage(random, text, &length);
      check_plausible(text, length);
    }
  }
}

/* ---- Others' output ---- */

static void check_nothing(const char *text) {
  g_autoptr(Reading) reading = read_text(text);
  if (reading->count) fail_msg("%u observations from\n%s", reading->count, text);
  if (reading->runs->len) fail_msg("a run from\n%s", text);
  check_no_warning(reading);
}

static void other_programs_give_nothing(void **state) {
  (void)state;
  /* /sys/block/…/stat of new and newer kernels: 15 and 17 columns */
  check_nothing("   65536     4096  4096000    10232   222222    33333  4444444    55555        0    66666   "
                " 77777   88888 "
                "   99999   111111   122222\n");
  check_nothing("  262144      64  7103712   10232   222222    33333  4444444    55555        2    66666    "
                "77777        0  "
                "      0        0        0     1234     5678\n");
  /* vmstat */
  check_nothing("procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
                " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
                " 8  4      0 7346284 205312 3215620    0    0    12    25   61  112  2  1 97  0  0\n");
  /* iostat -x without the names of the devices; fractions are no figures */
  check_nothing("4096 4 0.00 0.42 0.11 1.22 2.31 10.00 22.00 5.12 8.19 0.50 2.00 1.00 0.02\n");
  /* powers, as anybody's table may have them */
  check_nothing("4 2 1 4 9 16 25 36 49 64 81 100 121 144 169\n64 8 1 2 3 4 5 6 7 8 9 10 11 12 13\n");
  check_nothing("1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n16 17 18 19 20 21 22 23 24 25 26 27 28 29 30\n");
  /* record sizes that iozone would not choose */
  check_nothing("4096 1000 1111 2222 3333 4444 5555 6666 7777 8888 9999 1010 1111 1212 1313\n");
  check_nothing("1000 4096 1111 2222 3333 4444 5555 6666 7777 8888 9999 1010 1111 1212 1313\n");
  /* too few, too many */
  check_nothing("1048576 4 203992 227340 4135205 3849086\n");
  check_nothing("1048576 4 203992 227340 4135205 3849086 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 "
                "21 22 23\n");
}

/* iozone's own source, and a script that looks for its lines. */
static void sources_give_nothing(void **state) {
  (void)state;
  check_nothing(
      "\t\tprintf(\"\\tChildren see throughput for %2lld initial writers \\t= %10.2f %s/sec\\n\",\n"
      "    if(!silent) "
      "printf(\"%7s%8s%8s%8s%8s%8s\",\"kB\",\"reclen\",\"write\",\"rewrite\",\"read\",\"reread\");\n"
      "  grep 'Children see throughput for' log | awk '{print $7}'\n"
      "#define SPLASH \"\\tIozone: Performance Test of File I/O\\n\"\n");
  check_nothing("\tChildren see throughput for %2d initial writers \t= %10.2f kB/sec\n");
}

/* After a table other numbers may follow; they are not its rows. */
static void numbers_behind_a_table_are_not_its_rows(void **state) {
  (void)state;
  g_autofree char *log = load_log("3.429-i0-i5.log");
  g_autofree char *text = g_strconcat(
      log, "\nprocs memory\n 8  4      0 7346284 205312 3215620    0    0    12    25   61  112  2  1 97\n",
      "65536 4 1 2 3\n", NULL);
  char *complete = strstr(text, "iozone test complete.");
  memcpy(complete, "$ vmstat 1 1; # hello", 21);
  g_autoptr(Reading) reading = read_text(text);
  check_count(reading, 6);
  check_no_warning(reading);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cut_logs_tell_a_part),
      cmocka_unit_test(cut_tables_tell_a_part),
      cmocka_unit_test(damaged_logs_give_plausible_values),
      cmocka_unit_test(other_programs_give_nothing),
      cmocka_unit_test(sources_give_nothing),
      cmocka_unit_test(numbers_behind_a_table_are_not_its_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
