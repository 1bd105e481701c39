// SPDX-License-Identifier: GPL-3.0-or-later
#include "iozone_support.h"

#define SIZES " block_size=65536 file_size=8388608 numjobs=2"

static void blocks_of_all_tests(void **state) {
  (void)state;
  static const char *const tests[] = {
      "write write",      "rewrite write",    "read read",   "reread read",        "backward_read read",
      "stride_read read", "random_read read", "mixed mixed", "random_write write", "pwrite write",
      "pread read",       "fwrite write",     "fread read"};
  static const char *const metrics[] = {"bandwidth", "bandwidth_parent", "bandwidth_min", "bandwidth_max",
                                        "bandwidth_mean"};
  g_autoptr(Reading) reading = read_log("3.471-t2-all.log");
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++) {
    for (guint j = 0; j < G_N_ELEMENTS(metrics); j++) {
      g_autofree char *key =
          g_strdup_printf("1 %s %s block_size=65536 file_size=8388608 numjobs=2", tests[i], metrics[j]);
      if (!g_hash_table_contains(reading->seen, key)) fail_msg("no %s", key);
    }
  }
  check_count(reading, 65);
  check_no_warning(reading);
}

static void values_of_a_block(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_log("3.471-t2-C.log");
  check_value(reading, "1 write write bandwidth" SIZES, 4964306.00 * 1024);
  check_value(reading, "1 write write bandwidth_parent" SIZES, 507851.67 * 1024);
  check_value(reading, "1 write write bandwidth_min" SIZES, 2474434.75 * 1024);
  check_value(reading, "1 write write bandwidth_max" SIZES, 2489871.25 * 1024);
  check_value(reading, "1 reread read bandwidth_mean" SIZES, 6390064.75 * 1024);
  check_count(reading, 20);
}

/* A child that was stopped before it wrote makes a minimum of 0, which is one. */
static void the_report_for_spreadsheets_is_not_counted(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_log("3.471-t2-R.log");
  check_value(reading, "1 rewrite write bandwidth_min" SIZES, 0);
  check_count(reading, 30);
  check_no_warning(reading);
  g_autofree char *text = load_log("3.471-t2-R.log");
  g_autoptr(Reading) alone = read_text(strstr(text, "\"Throughput report"));
  check_count(alone, 0);
  assert_int_equal(warnings_of(alone, "broken"), 1);
}

#define BLOCK(JOBS, RATE)                                                                                    \
  "\tChildren see throughput for  " JOBS " initial writers \t=  " RATE " KB/sec\n"                           \
  "\tParent sees throughput for  " JOBS " initial writers \t=  23.50 KB/sec\n"                               \
  "\tMin throughput per thread \t\t\t=   96742.83 KB/sec \n"

static void processes_and_sizes_change_within_a_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading =
      read_text("\tEach process writes a 2048 Kbyte file in 64 Kbyte records\n\n" BLOCK(
          "1", "100.00") "\n"
                         "\tEach process writes a 2048 Kbyte file in 64 Kbyte records\n\n" BLOCK(
                             "2", "200.00") "\n"
                                            "\tEach process writes a 4096 Kbyte file in telemetry controlled "
                                            "records\n\n" BLOCK("2", "300.00"));
  check_value(reading, "1 write write bandwidth block_size=65536 file_size=2097152 numjobs=1", 102400);
  check_value(reading, "1 write write bandwidth block_size=65536 file_size=2097152 numjobs=2", 204800);
  check_value(reading, "1 write write bandwidth file_size=4194304 numjobs=2", 307200);
  check_value(reading, "1 write write bandwidth_min file_size=4194304 numjobs=2", 96742.83 * 1024);
  check_count(reading, 9);
  assert_int_equal(reading->runs->len, 1);
}

static void a_block_met_again_is_a_further_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_text(BLOCK("2", "100.00") BLOCK("2", "300.00"));
  check_value(reading, "1 write write bandwidth numjobs=2", 102400);
  check_value(reading, "2 write write bandwidth numjobs=2", 307200);
  check_count(reading, 6);
}

static void operations_a_second(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_text("\tChildren see throughput for 4 re-readers \t=    2032.95 ops/sec\n"
                                         "\tParent sees throughput for 4 re-readers \t=    2000.00 ops/sec\n"
                                         "\tMin throughput per process \t\t\t=     500.25 ops/sec \n"
                                         "\tMax throughput per process \t\t\t=     520.25 ops/sec\n"
                                         "\tAvg throughput per process \t\t\t=     508.25 ops/sec\n"
                                         "\tMin xfer \t\t\t\t\t=  262144.00 ops\n");
  check_value(reading, "1 reread read iops numjobs=4", 2032.95);
  check_value(reading, "1 reread read iops_parent numjobs=4", 2000);
  check_value(reading, "1 reread read iops_min numjobs=4", 500.25);
  check_value(reading, "1 reread read iops_max numjobs=4", 520.25);
  check_value(reading, "1 reread read iops_mean numjobs=4", 508.25);
  check_count(reading, 5);
}

static void what_did_not_run_or_has_no_name_gives_nothing(void **state) {
  (void)state;
  g_autoptr(Reading) idle = read_text("\tChildren see throughput for  2 readers \t\t=       0.00 kB/sec\n"
                                      "\tParent sees throughput for  2 readers \t\t=       0.00 kB/sec\n"
                                      "\tMin throughput per process \t\t\t=       0.00 kB/sec \n");
  check_count(idle, 0);
  g_autoptr(Reading) orphan =
      read_text("       Avg throughput per process                      =    2032.95 ops/sec\n");
  check_count(orphan, 0);
  assert_int_equal(warnings_of(orphan, "broken"), 1);
  g_autoptr(Reading) other = read_text("\tChildren see throughput for  2 jugglers \t\t=   100.00 kB/sec\n"
                                       "\tMin throughput per process \t\t\t=       50.00 kB/sec \n");
  check_count(other, 0);
  assert_int_equal(warnings_of(other, "broken"), 1);
}

static void a_number_that_ends_the_input_is_not_trusted(void **state) {
  (void)state;
  const char *text = "\tChildren see throughput for  2 readers \t\t=   330699.30 kB/sec";
  gsize number_end = (gsize)(strchr(text, '.') - text) + 3;
  for (gsize size = 1; size <= strlen(text); size++) {
    g_autoptr(Reading) reading = read_bytes(text, size);
    check_count(reading, size > number_end ? 1 : 0);
    if (size > number_end) check_value(reading, "1 read read bandwidth numjobs=2", 330699.30 * 1024);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(blocks_of_all_tests),
      cmocka_unit_test(values_of_a_block),
      cmocka_unit_test(the_report_for_spreadsheets_is_not_counted),
      cmocka_unit_test(processes_and_sizes_change_within_a_run),
      cmocka_unit_test(a_block_met_again_is_a_further_run),
      cmocka_unit_test(operations_a_second),
      cmocka_unit_test(what_did_not_run_or_has_no_name_gives_nothing),
      cmocka_unit_test(a_number_that_ends_the_input_is_not_trusted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
