// SPDX-License-Identifier: GPL-3.0-or-later
/* Tables that iozone really printed, and what becomes of them when people copy them. */
#include "iozone_support.h"

#include <math.h>

#define HEADING_L8                                                                                           \
  "              KB  reclen   write rewrite    read    reread    read   write    read rewrite    read   "    \
  "fwrite frewrite   fread  freread\n"
#define HEADING_L9                                                                                           \
  "              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite      "  \
  "read   fwrite frewrite    fread  freread\n"
#define ROW_4                                                                                                \
  "         1048576       4   203992   227340  4135205  3849086  2963134   216528  3273281   2407060   "     \
  "2937104   217431   222678  3623451  3601148\n"
#define ROW_8                                                                                                \
  "         1048576       8   214913   232188  4847535  4831389  4156547   218169  4583161   4464746   "     \
  "4239310   224655   225858  5003922  4923260\n"

/* ---- Against the report for spreadsheets, which iozone prints from the same integers ---- */

static const struct {
  const char *title, *test, *op;
} reports[] = {
    {"\"Writer report\"", "write", "write"},
    {"\"Re-writer report\"", "rewrite", "write"},
    {"\"Reader report\"", "read", "read"},
    {"\"Re-Reader report\"", "reread", "read"},
    {"\"Random read report\"", "random_read", "read"},
    {"\"Random write report\"", "random_write", "write"},
    {"\"Backward read report\"", "backward_read", "read"},
    {"\"Record rewrite report\"", "record_rewrite", "write"},
    {"\"Stride read report\"", "stride_read", "read"},
    {"\"Fwrite report\"", "fwrite", "write"},
    {"\"Re-Fwrite report\"", "frewrite", "write"},
    {"\"Fread report\"", "fread", "read"},
    {"\"Re-Fread report\"", "freread", "read"},
};

/* Holds one row of a report, "FILE" v v v, against the table; returns how many figures it has. */
static guint check_report_row(const Reading *reading, guint report, const char *row) {
  guint64 file = g_ascii_strtoull(row + 1, NULL, 10) * 1024, record = 4096;
  guint count = 0;
  for (char *at = strchr(row + 1, '"') + 1; at[strspn(at, " ")] >= '0' && *at != '\n'; record *= 2) {
    double rate = (double)g_ascii_strtoull(at, &at, 10) * 1024;
    if (rate == 0) continue; /* not run: too small a record for so large a file */
    g_autofree char *key =
        g_strdup_printf("1 %s %s bandwidth block_size=%" G_GUINT64_FORMAT " file_size=%" G_GUINT64_FORMAT,
                        reports[report].test, reports[report].op, record, file);
    check_value(reading, key, rate);
    count++;
  }
  return count;
}

static guint check_report(const Reading *reading, guint report, const char *text) {
  guint count = 0;
  const char *row = strstr(text, reports[report].title);
  assert_non_null(row);
  row = strchr(strchr(row, '\n') + 1, '\n') + 1; /* behind the title and the record sizes */
  for (; *row == '"'; row = strchr(row, '\n') + 1) count += check_report_row(reading, report, row);
  return count;
}

static void tables_agree_with_their_reports(void **state) {
  (void)state;
  static const char *const logs[] = {"3.263-R.log", "3.429-R.log", "3.430-R.log", "3.471-R-matrix.log"};
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *text = load_log(logs[i]);
    g_autoptr(Reading) reading = read_text(text);
    guint count = 0;
    for (guint report = 0; report < G_N_ELEMENTS(reports); report++)
      count += check_report(reading, report, text);
    check_count(reading, count);
    assert_in_range(count, 13 * 11, 5000);
    check_no_warning(reading);
  }
}

/* ---- Versions and options ---- */

#define AT_64K_OF_8M " bandwidth block_size=65536 file_size=8388608"

static void rows_of_some_tests_only(void **state) {
  (void)state;
  g_autoptr(Reading) stride = read_log("3.429-i0-i5.log");
  check_value(stride, "1 stride_read read" AT_64K_OF_8M, 9002223.0 * 1024);
  check_value(stride, "1 rewrite write" AT_64K_OF_8M, 5479317.0 * 1024);
  check_count(stride, 6);
  g_autoptr(Reading) fread = read_log("3.429-i0-i7.log");
  check_value(fread, "1 freread read" AT_64K_OF_8M, 5700206.0 * 1024);
  check_count(fread, 8);
  g_autoptr(Reading) random = read_log("3.353-i0-i2.log");
  check_count(random, 8);
  g_autoptr(Reading) rewrite = read_log("3.471-i0-i4-i7.log");
  check_count(rewrite, 7);
}

static void extended_tests(void **state) {
  (void)state;
  g_autoptr(Reading) joined = read_log("3.471-i0-i1-i7-E.log");
  check_value(joined, "1 pread read" AT_64K_OF_8M, 9965682.0 * 1024);
  check_value(joined, "1 repread read" AT_64K_OF_8M, 11145606.0 * 1024);
  check_count(joined, 8);
  g_autoptr(Reading) pwrite = read_log("3.429-E-i0-i9.log");
  check_value(pwrite, "1 repwrite write" AT_64K_OF_8M, 4055775.0 * 1024);
  check_count(pwrite, 4);
  g_autoptr(Reading) full = read_log("3.397-E.log");
  check_count(full, 17);
  g_autoptr(Reading) unextended = read_log("3.308-E.log"); /* the option does nothing in this build */
  check_count(unextended, 13);
}

static void modes_of_operations_and_microseconds(void **state) {
  (void)state;
  g_autoptr(Reading) operations = read_log("3.471-ops-O-full.log");
  check_value(operations, "1 read read iops block_size=4096 file_size=16777216", 697778);
  check_count(operations, 13 * 13);
  g_autoptr(Reading) times = read_log("3.471-us-N-full.log");
  check_value(times, "1 fwrite write lat_mean block_size=4194304 file_size=16777216", 2452 / 1e6);
  check_count(times, 13 * 13);
  g_autoptr(Reading) small = read_log("3.429-N-i0-i3.log");
  check_value(small, "1 backward_read read lat_mean block_size=4096 file_size=8388608", 1 / 1e6);
  check_count(small, 3);
}

static void options_become_labels(void **state) {
  (void)state;
  g_autoptr(Reading) sync = read_log("3.471-sync-o.log");
  check_value(sync, "1 write write bandwidth block_size=65536 file_size=2097152 sync=1", 133403.0 * 1024);
  g_autoptr(Reading) mapped = read_log("3.471-mmap-B.log");
  check_value(mapped, "1 stride_read read bandwidth block_size=65536 file_size=16777216 mmap=1",
              5551830.0 * 1024);
  check_count(mapped, 9);
  g_autoptr(Reading) told =
      read_text("\tInclude close in write timing\n\tO_DIRECT feature enabled\n" HEADING_L9 ROW_4);
  check_value(told, "1 freread read bandwidth block_size=4096 close=1 direct=1 file_size=1073741824",
              3601148.0 * 1024);
  g_autoptr(Reading) command =
      read_text("\tCommand line used: iozone -Rec -aI -+D -s 1g -b out -i.xls\n" HEADING_L9 ROW_4);
  check_value(
      command,
      "1 freread read bandwidth block_size=4096 close=1 direct=1 file_size=1073741824 fsync=1 sync=dsync",
      3601148.0 * 1024);
}

static void a_test_not_run_is_no_result(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_log("3.471-noretest-n.log");
  check_count(reading, 4);
  check_absent(reading, "1 rewrite write bandwidth block_size=65536 file_size=16777216");
  check_no_warning(reading);
}

static void facts_of_a_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_log("3.471-A-auto2.log");
  const IodRun *run = run_at(reading, 0);
  assert_string_equal(run->version, "3.471");
  assert_string_equal(run->start, "2026-11-30T23:57:46-00:00");
  assert_string_equal(iod_labels_get(run->facts, "command"), "iozone -A -n 1m -g 2m -f t");
  assert_string_equal(iod_labels_get(run->facts, "build"), "linux-AMD64");
  assert_true(run->complete);
  assert_int_equal(run->line, 1);
  check_count(reading, 19 * 4);
}

/* ---- What copying does to tables ---- */

static char *without(const char *text, const char *what) {
  g_auto(GStrv) pieces = g_strsplit(text, what, -1);
  return g_strjoinv("", pieces);
}

static char *squeezed(const char *text) {
  GString *out = g_string_new(NULL);
  for (; *text; text++)
    if (*text != ' ' || (out->len && out->str[out->len - 1] != ' ')) g_string_append_c(out, *text);
  return g_string_free(out, FALSE);
}

static char *trimmed(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line; line++) g_strstrip(*line);
  return g_strjoinv("\n", lines);
}

/* All values of the table must be read from what was made of it. */
static void check_same(const char *name, const char *text, char *(*change)(const char *)) {
  g_autofree char *changed = change(text);
  g_autoptr(Reading) whole = read_text(text);
  g_autoptr(Reading) reading = read_text(changed);
  GHashTableIter iter;
  gpointer key, value;
  if (reading->count != whole->count) fail_msg("%s: %u of %u", name, reading->count, whole->count);
  g_hash_table_iter_init(&iter, whole->seen);
  while (g_hash_table_iter_next(&iter, &key, &value)) check_value(reading, key, *(double *)value);
}

static char *indented(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_autofree char *joined = g_strjoinv("\n    ", lines);
  return g_strconcat("    ", joined, NULL);
}

static char *with_carriage_returns(const char *text) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  return g_strjoinv("\r\n", lines);
}

static void indentation_and_line_ends_do_not_matter(void **state) {
  (void)state;
  static const char *const logs[] = {"3.263-R.log",        "3.353-i0-i2.log",      "3.429-i0-i5.log",
                                     "3.429-i0-i7.log",    "3.429-E-i0-i9.log",    "3.430-R.log",
                                     "3.429-N-i0-i3.log",  "3.471-i0-i1-i7-E.log", "3.471-mmap-B.log",
                                     "3.471-kill-int.log", "3.471-A-auto2.log",    "3.471-us-N-full.log"};
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *text = load_log(logs[i]);
    check_same(logs[i], text, trimmed);
    check_same(logs[i], text, indented);
    check_same(logs[i], text, with_carriage_returns);
    check_same(logs[i], text, squeezed);
  }
}

/* Only a figure of 8 digits in a cell of 8 touches its neighbour: other long numbers are none of iozone's. */
static void joined_cells_are_taken_apart_only_where_they_may_be(void **state) {
  (void)state;
#define COMMAND "\tVersion $Revision: 3.353 $\n\tCommand line used: iozone -i 0 -i 1 -i 2\n" HEADING_L8
  g_autoptr(Reading) may = read_text(COMMAND "8192 64 2761970 5490700 7128863 91217171116008618273861\n");
  check_value(may, "1 reread read" AT_64K_OF_8M, 9121717.0 * 1024);
  check_value(may, "1 random_read read" AT_64K_OF_8M, 11160086.0 * 1024);
  check_value(may, "1 random_write write" AT_64K_OF_8M, 18273861.0 * 1024);
  check_count(may, 6);
  g_autoptr(Reading) not = read_text(COMMAND "8192 64 2761970 5490700 712886310154143 9515809 8741143\n");
  check_count(not, 0);
  assert_int_equal(warnings_of(not, "ambiguous"), 1);
  g_autoptr(Reading) odd = read_text(COMMAND "8192 64 2761970 5490700 7128863 912171701160086 8741143\n");
  check_count(odd, 0);
  const char *cut = COMMAND "8192 64 2761970 5490700 7128863 91217171116008618273861";
  for (gsize size = strlen(cut) - 20; size <= strlen(cut); size++) {
    g_autoptr(Reading) reading = read_bytes(cut, size);
    check_count(reading, 0);
  }
}

static void tests_are_told_by_blanks_where_no_command_line_is(void **state) {
  (void)state;
  static const char *const logs[] = {"3.353-i0-i2.log",     "3.429-i0-i5.log",   "3.429-i0-i7.log",
                                     "3.429-E-i0-i9.log",   "3.429-N-i0-i3.log", "3.471-i0-i4-i7.log",
                                     "3.471-i0-i1-i7-E.log"};
  for (guint i = 0; i < G_N_ELEMENTS(logs); i++) {
    g_autofree char *text = load_log(logs[i]);
    g_autoptr(Reading) whole = read_text(text);
    char *command = strstr(text, "Command line used");
    memcpy(command, "Commanded", 9);
    g_autoptr(Reading) reading = read_text(text);
    if (reading->count != whole->count) fail_msg("%s: %u of %u", logs[i], reading->count, whole->count);
    GHashTableIter iter;
    gpointer key, value;
    g_hash_table_iter_init(&iter, whole->seen);
    while (g_hash_table_iter_next(&iter, &key, &value)) check_value(reading, key, *(double *)value);
  }
}

static void rows_without_a_heading(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_text(ROW_4 ROW_8);
  check_count(reading, 26);
  check_value(reading, "1 write write bandwidth block_size=4096 file_size=1073741824", 203992.0 * 1024);
  check_value(reading, "1 freread read bandwidth block_size=8192 file_size=1073741824", 4923260.0 * 1024);
  assert_int_equal(warnings_of(reading, "assumed"), 1);
  assert_int_equal(reading->warnings->len, 1);
  g_autoptr(Reading) joined = read_text(
      "            4096     512 3370712 8240513  9641830 126433591463604112997272109789151061268115112405  "
      "2657856  628423110041975 10444923\n");
  check_value(joined, "1 reread read bandwidth block_size=524288 file_size=4194304", 12643359.0 * 1024);
  check_value(joined, "1 stride_read read bandwidth block_size=524288 file_size=4194304", 15112405.0 * 1024);
  check_count(joined, 13);
}

static void headings_in_part(void **state) {
  (void)state;
  g_autoptr(Reading) heading = read_text(HEADING_L9 ROW_4);
  check_count(heading, 13);
  assert_int_equal(warnings_of(heading, "assumed"), 1); /* the unit */
  g_autoptr(Reading) unit = read_text("Output is in kBytes/sec\n" ROW_4 ROW_8);
  check_count(unit, 26);
  check_no_warning(unit);
  g_autoptr(Reading) command = read_text("\tCommand line used: iozone -O -i0 -i 1 -s 1g\n"
                                         "         1048576       4   203992   227340  4135205  3849086\n");
  check_value(command, "1 reread read iops block_size=4096 file_size=1073741824", 3849086);
  check_count(command, 4);
  g_autofree char *cut_heading = without(HEADING_L9, "   fwrite frewrite    fread  freread");
  g_autofree char *text = g_strconcat("Output is in kBytes/sec\n", cut_heading, ROW_4, NULL);
  g_autoptr(Reading) wrapped = read_text(text);
  check_count(wrapped, 13);
}

static void a_pair_of_sizes_met_again_is_a_further_run(void **state) {
  (void)state;
  g_autoptr(Reading) rows = read_text(ROW_4 ROW_8 ROW_4 ROW_4);
  assert_int_equal(rows->runs->len, 3);
  check_count(rows, 4 * 13);
  assert_int_equal(rows->warnings->len, 1);
  g_autofree char *log = load_log("3.429-i0-i5.log");
  g_autofree char *twice = g_strconcat(log, log, NULL);
  g_autoptr(Reading) logs = read_text(twice);
  assert_int_equal(logs->runs->len, 2);
  assert_string_equal(run_at(logs, 1)->version, "3.429");
  check_count(logs, 12);
  g_autoptr(Reading) headings = read_text(
      "\tOPS Mode. Output is in operations per second.\n\tO_DIRECT feature enabled\n" HEADING_L9 ROW_4
          HEADING_L9 ROW_4);
  check_value(headings, "1 write write iops block_size=4096 direct=1 file_size=1073741824", 203992);
  check_value(headings, "2 write write iops block_size=4096 file_size=1073741824", 203992);
}

/* ---- Ends ---- */

static void a_row_that_ends_early_is_left_out(void **state) {
  (void)state;
  g_autoptr(Reading) interrupted = read_log("3.471-kill-int.log");
  check_count(interrupted, 6 * 13);
  assert_int_equal(warnings_of(interrupted, "interrupted"), 1);
  assert_false(run_at(interrupted, 0)->complete);
  g_autoptr(Reading) full = read_log("3.471-nospace-a.log");
  check_count(full, 19 * 4);
  assert_string_equal(run_at(full, 0)->failure,
                      "Error writing block 768, fd= 3: write: No space left on device");
  g_autoptr(Reading) killed =
      read_text("Output is in kBytes/sec\n" HEADING_L9 ROW_4
                "         1048576       8   214913   232188  4847535bash: line 1: 26359 Killed  iozone -a\n");
  check_count(killed, 13);
  assert_int_equal(warnings_of(killed, "cut"), 1);
  g_autoptr(Reading) first =
      read_text("\tRun began: Mon Nov 30 23:45:48 2026\n\tCommand line used: iozone -a\n" HEADING_L9
                "          262144       4\niozone: interrupted\n\nexiting iozone\n");
  check_count(first, 0);
  assert_non_null(run_at(first, 0)->failure);
}

static void a_number_that_ends_the_input_is_not_trusted(void **state) {
  (void)state;
  g_autofree char *text = g_strconcat("Output is in kBytes/sec\n", HEADING_L9, ROW_4, NULL);
  g_autoptr(Reading) reading = read_bytes(text, strlen(text) - 1);
  check_count(reading, 12);
  check_absent(reading, "1 freread read bandwidth block_size=4096 file_size=1073741824");
  assert_int_equal(warnings_of(reading, "cut"), 1);
}

/* Without a command line or blanks at its end, a row may be whole or cut: what follows tells. */
static void stripped_rows_are_judged_by_what_follows(void **state) {
  (void)state;
#define SHORT_4 "          102400       4     3087     3145    10337    10376     9761     5744\n"
#define SHORT_8 "          102400       8     3087     3145    10337    10376     9761     5744\n"
  g_autoptr(Reading) whole =
      read_text("Output is in kBytes/sec\n" HEADING_L9 SHORT_4 "\niozone test complete.\n");
  check_count(whole, 6);
  check_no_warning(whole);
  g_autoptr(Reading) two = read_text("Output is in kBytes/sec\n" HEADING_L9 SHORT_4 SHORT_8);
  check_count(two, 12);
  g_autoptr(Reading) cut = read_text("Output is in kBytes/sec\n" HEADING_L9 SHORT_4 "iozone: interrupted\n");
  check_count(cut, 0);
  g_autoptr(Reading) after = read_text("Output is in kBytes/sec\n" HEADING_L9 ROW_4 SHORT_4);
  check_count(after, 13);
  assert_int_equal(warnings_of(after, "cut"), 1);
  g_autoptr(Reading) before = read_text("Output is in kBytes/sec\n" HEADING_L9 SHORT_4 ROW_4);
  check_count(before, 13);
  assert_int_equal(warnings_of(before, "cut"), 1);
}

static void a_run_without_results_failed(void **state) {
  (void)state;
  g_autoptr(Reading) reading =
      read_text("\tIozone: Performance Test of File I/O\n\tRun began: Mon Nov 30 23:45:15 2026\n"
                "\tCommand line used: iozone -N -t 2\n\n"
                "\tMicrosecond mode not supported in throughput mode.\n\n");
  check_count(reading, 0);
  assert_string_equal(run_at(reading, 0)->failure, "Microsecond mode not supported in throughput mode.");
  g_autoptr(Reading) help = read_log("3.471-help.log");
  assert_int_equal(help->runs->len, 0);
  check_no_warning(help);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_agree_with_their_reports),
      cmocka_unit_test(rows_of_some_tests_only),
      cmocka_unit_test(extended_tests),
      cmocka_unit_test(modes_of_operations_and_microseconds),
      cmocka_unit_test(options_become_labels),
      cmocka_unit_test(a_test_not_run_is_no_result),
      cmocka_unit_test(facts_of_a_run),
      cmocka_unit_test(indentation_and_line_ends_do_not_matter),
      cmocka_unit_test(joined_cells_are_taken_apart_only_where_they_may_be),
      cmocka_unit_test(tests_are_told_by_blanks_where_no_command_line_is),
      cmocka_unit_test(rows_without_a_heading),
      cmocka_unit_test(headings_in_part),
      cmocka_unit_test(a_pair_of_sizes_met_again_is_a_further_run),
      cmocka_unit_test(a_row_that_ends_early_is_left_out),
      cmocka_unit_test(a_number_that_ends_the_input_is_not_trusted),
      cmocka_unit_test(stripped_rows_are_judged_by_what_follows),
      cmocka_unit_test(a_run_without_results_failed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
