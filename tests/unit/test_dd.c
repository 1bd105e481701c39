// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsed.h"

#define RECORDS "64+0 records in\n64+0 records out\n"

/* One run of three values, bytes and seconds as given. */
static void check_copy(const IodDataset *dataset, double bytes, double seconds, const char *block_size) {
  check_size(dataset, 3);
  check_value(dataset, "-", "bytes", bytes);
  check_value(dataset, "-", "duration", seconds);
  check_value(dataset, "-", "bandwidth", bytes / seconds);
  check_label(dataset, 0, "block_size", block_size);
  assert_string_equal(iod_dataset_entry(dataset, 0).key->tool, "dd");
  assert_string_equal(iod_dataset_entry(dataset, 0).key->test, "copy");
  assert_int_equal(failed_runs(dataset), 0);
}

static void check_text(const char *text, double bytes, double seconds, const char *block_size) {
  g_autoptr(IodDataset) dataset = parse_text(text);
  check_copy(dataset, bytes, seconds, block_size);
  if (iod_dataset_warning_count(dataset)) fail_msg("%s", iod_dataset_warning(dataset, 0)->message);
}

static void check_log(const char *name, double bytes, double seconds, const char *block_size) {
  g_autoptr(IodDataset) dataset = parse_log(name);
  check_copy(dataset, bytes, seconds, block_size);
  assert_int_equal(iod_dataset_warning_count(dataset), 0);
}

static void check_nothing(const char *text) {
  g_autoptr(IodDataset) dataset = parse_bytes_as("dd", text, strlen(text));
  if (iod_dataset_run_count(dataset) || iod_dataset_warning_count(dataset)) fail_msg("not nothing: %s", text);
}

static void check_count(const char *text, guint runs) {
  g_autoptr(IodDataset) dataset = parse_text(text);
  if (iod_dataset_size(dataset) != 3 * runs)
    fail_msg("%u values instead of %u of %s", iod_dataset_size(dataset), 3 * runs, text);
}

static void logs_of_gnu_busybox_and_locales(void **state) {
  (void)state;
  check_log("dd/set-x.log", 67108864, 0.139586, "1048576");
  check_log("dd/usr-bin-time.log", 67108864, 0.152253, "1048576");
  check_log("dd/busybox-third-line.log", 67108864, 0.092848, "1048576");
  check_log("dd/busybox-partial.log", 3000, 0.326432, NULL);
  check_log("dd/locale-de_DE.log", 32768000, 1.57488, "65536");
  check_log("dd/locale-fr_FR.log", 32768000, 1.7208, "65536");
  check_log("dd/locale-numeric-only-de.log", 32768000, 1.61999, "65536");
}

static void all_ages_and_makers(void **state) {
  (void)state;
  check_text(RECORDS "67108864 bytes (67 MB) copied, 0.5 s, 134 MB/s\n", 67108864, 0.5, "1048576");
  check_text(RECORDS "67108864 bytes (67 MB) copied, 0.5 seconds, 134 MB/s\n", 67108864, 0.5, "1048576");
  check_text(RECORDS "67108864 bytes transferred in 0.5 seconds (134217728 bytes/sec)\n", 67108864, 0.5,
             "1048576");
  check_text(RECORDS "67108864 bytes transferred in 0.500000 secs (134217728 bytes/sec)\n", 67108864, 0.5,
             "1048576");
  check_text(RECORDS "67108864 bytes (64 M) copied, 0.500 s, 128 M/s\n", 67108864, 0.5, "1048576");
  check_text("1+0 records in\n1+0 records out\n1 byte copied, 2 s, 0.0 kB/s\n", 1, 2, "1");
  check_text("1+0 records in\n1+0 records out\n1 byte (1 B) copied, 2 s, 0.0 kB/s\n", 1, 2, "1");
  check_text("1+0 records in\n1+0 records out\n1000 bytes (1.0 kB) copied, 5.0715e-05 s, 19.7 MB/s\n", 1000,
             5.0715e-05, "1000");
  check_text(RECORDS "67108864 bytes (67 MB, 64 MiB) copied, 1e-09 s, 67 PB/s\n", 67108864, 1e-09, "1048576");
}

static void all_languages_by_shape(void **state) {
  (void)state;
  check_text(
      "输入了 64+0 块记录\n输出了 64+0 块记录\n67108864 字节 (67 MB, 64 MiB) 已复制，0.5 s，134 MB/s\n",
      67108864, 0.5, "1048576");
  check_text("记录了64+0 的读入\n记录了64+0 的写出\n67108864字节(67 MB)已复制，0.5 秒，134 MB/秒\n", 67108864,
             0.5, "1048576");
  check_text(
      "64+0 レコード入力\n64+0 レコード出力\n67108864 バイト (67 MB) コピーされました、 0.5 秒、 134 MB/秒\n",
      67108864, 0.5, "1048576");
  check_text(
      "получено 64+0 записей\nотправлено 64+0 записей\nскопировано 67108864 байта (67 MB), 0,5 c, 134 MB/c\n",
      67108864, 0.5, "1048576");
  check_text("64+0 beolvasott rekord\n64+0 kiírt rekord\n67108864 bájt (67 MB) másolva, 0,5 mp, 134 MB/mp\n",
             67108864, 0.5, "1048576");
  check_text("1+0 entrées\n1+0 sorties\n999 octets copiés, 0,5 s, 2,0 kB/s\n", 999, 0.5, "999");
}

static void block_size_needs_full_and_equal_records(void **state) {
  (void)state;
  const char *figures = "67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n";
  const struct {
    const char *records, *block_size;
  } cases[] = {
      {"64+0 records in\n64+0 records out\n", "1048576"},
      {"63+1 records in\n63+1 records out\n", NULL},
      {"1024+0 records in\n64+0 records out\n", NULL},
      {"64+0 records in\n", NULL},
      {"63+0 records in\n63+0 records out\n", NULL},
      {"64+0 records in\n64+0 records out\n3 truncated records\n", NULL},
      {"", NULL},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(cases[i].records, figures, NULL);
    g_autoptr(IodDataset) dataset = parse_text(text);
    check_copy(dataset, 67108864, 0.5, cases[i].block_size);
  }
}

static void a_pasted_run_in_one_line(void **state) {
  (void)state;
  check_text(
      "root@node1:/etc# dd if=/dev/sdd1 of=~/Key.img 64+0 enregistrements lus 64+0 enregistrements écrits "
      "67108864 octets (67 MB) copiés, 0,5 s, 134 MB/s\n",
      67108864, 0.5, "1048576");
  check_count(
      RECORDS
      "67108864 bytes (67 MB) copied, 0.5 s, 134 MB/s 64+0 records in 64+0 records out 67108864 bytes "
      "(67 MB) copied, 0.4 s, 168 MB/s\n",
      2);
}

static void the_last_progress_is_not_the_result(void **state) {
  (void)state;
  check_log("dd/progress.log", 1050000, 3.57851, NULL);
  check_text(
      "100 bytes copied, 1 s, 0.1 kB/s\n200 bytes copied, 2 s, 0.1 kB/s\n300 bytes copied, 2.5 s, 0.1 kB/s\n",
      300, 2.5, NULL);
  check_text("67108864 bytes (67 MB, 64 MiB) copied, 1 s, 67 MB/s\n" RECORDS
             "67108864 bytes (67 MB, 64 MiB) copied, 9.5 s, 7.1 MB/s\n",
             67108864, 9.5, "1048576");
  check_text("  8455716864 bytes (8456 MB, 8064 MiB) transferred 612.042s, 14 MB/s\n2018+1 records "
             "in\n2018+1 records out\n"
             "8465612800 bytes transferred in 612.615550 secs (13818802 bytes/sec)\n",
             8465612800, 612.615550, NULL);
}

static void a_copy_killed_under_way_failed(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("dd/progress-killed.log");
  check_failure(dataset, "no report at its end");
}

static void lines_of_several_runs_are_no_progress(void **state) {
  (void)state;
  check_count("W: 15728640000 bytes (16 GB) copied, 129.032 s, 122 MB/s\n"
              "R: 15728640000 bytes (16 GB) copied, 137.158 s, 115 MB/s\n",
              2);
  check_count("xfs: 15728640000 bytes (16 GB) copied, 129 s, 122 MB/s\n"
              "zfs: 25728640000 bytes (26 GB) copied, 237.158 s, 108 MB/s\n",
              2);
  check_count("1048576 bytes (1.0 MB, 1.0 MiB) copied, 0.1 s, 10.5 MB/s\n"
              "2097152 bytes (2.1 MB, 2.0 MiB) copied, 0.2 s, 10.5 MB/s\n",
              2);
  check_count("2097152 bytes (2.1 MB, 2.0 MiB) copied, 2.1 s, 1.0 MB/s\n"
              "1048576 bytes (1.0 MB, 1.0 MiB) copied, 2.2 s, 0.5 MB/s\n",
              2);
  check_count("1048576 bytes (1.0 MB, 1.0 MiB) copied, 2.1 s, 0.5 MB/s\nanother disk\n"
              "2097152 bytes (2.1 MB, 2.0 MiB) copied, 2.2 s, 1.0 MB/s\n",
              2);
}

static void reports_for_signals_are_of_one_copy(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("dd/sigusr1.log");
  check_copy(dataset, 98304000, 5.88344, "65536");
  assert_non_null(warning_of(dataset, "assumed"));
  check_text(
      "$ dd if=/dev/zero of=t bs=1m count=64\nload: 0.34  cmd: dd 5317 [physwr] 3.41r 0.00u 0.25s 2% 2428k\n"
      "14+0 records in\n13+0 records out\n13631488 bytes transferred in 3.421034 secs (3984610 bytes/sec)\n"
      "load: 0.40  cmd: dd 5317 [physwr] 9.41r 0.00u 0.25s 2% 2428k\n"
      "64+0 records in\n64+0 records out\n67108864 bytes transferred in 9.5 secs (7064090 bytes/sec)\n",
      67108864, 9.5, "1048576");
}

static void appended_runs_are_runs_of_their_own(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("dd/two-runs.log");
  check_size(dataset, 6);
  check_near(value_at(dataset, "-", "bytes", 1), 6553600);
  assert_int_equal(iod_dataset_run_count(dataset), 2);
  const char *run =
      "64+0 records in\n64+0 records out\n67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n";
  g_autofree char *same = g_strconcat(run, run, run, NULL);
  check_count(same, 3);
  g_autofree char *other_blocks = g_strconcat(
      run, "64+0 records in\n64+0 records out\n134217728 bytes (134 MB, 128 MiB) copied, 0.9 s, 149 MB/s\n",
      NULL);
  check_count(other_blocks, 2);
  g_autofree char *apart = g_strconcat(
      run,
      "\n128+0 records in\n128+0 records out\n134217728 bytes (134 MB, 128 MiB) copied, 0.9 s, 149 MB/s\n",
      NULL);
  check_count(apart, 2);
}

static void check_failed_log(const char *name, const char *reason) {
  g_autoptr(IodDataset) dataset = parse_log(name);
  check_failure(dataset, reason);
}

static void check_failed_text(const char *text, const char *reason) {
  g_autoptr(IodDataset) dataset = parse_text(text);
  check_failure(dataset, reason);
}

static void a_copy_with_an_error_failed(void **state) {
  (void)state;
  check_failed_log("dd/full.log", "error writing '/dev/full': No space left on device");
  check_failed_log("dd/noerror.log", "error reading '/proc/self/mem': Input/output error");
  check_failed_log("dd/missing.log", "failed to open '/nonexistent'");
  check_failed_log("dd/operand.log", "invalid number");
  check_failed_text("/bin/dd: writing `f': No space left on device\n4+0 records in\n3+0 records out\n"
                    "3145728 bytes (3.1 MB) copied, 0.1 s, 31 MB/s\n",
                    "No space left");
  check_failed_text("dd: s: cannot skip to specified offset\n0+0 records in\n0+0 records out\n"
                    "0 bytes copied, 0.0003 s, 0.0 kB/s\n",
                    "cannot skip");
  check_failed_text("dd: unrecognized operand 'fooo'\nTry 'dd --help' for more information.\n",
                    "unrecognized operand");
  check_failed_text(
      "dd: 'f' に書き込み中です: デバイスに空き領域がありません\n15+0 レコード入力\n14+0 レコード出力\n"
      "7168 バイト (7.2 kB) コピーされました、 1.5 秒、 4.8 kB/秒\n",
      "デバイスに");
  check_failed_text(RECORDS "dd: closing output file 'f': No space left on device\n"
                            "67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n",
                    "closing output file");
}

static void a_run_after_a_failed_one_counts(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_text(
      "dd: failed to open '/a': No such file or directory\n+ dd if=/dev/zero of=t bs=1M count=64\n" RECORDS
      "67108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\ndd: failed to open '/b': No such file\n");
  check_size(dataset, 3);
  assert_int_equal(failed_runs(dataset), 2);
  IodRun *run = iod_dataset_entry(dataset, 0).run;
  assert_string_equal(iod_labels_get(run->facts, "command"), "dd if=/dev/zero of=t bs=1M count=64");
  assert_int_equal(run->line, 3);
  assert_int_equal(iod_dataset_entry(dataset, 0).line, 5);
}

static void a_warning_is_no_failure(void **state) {
  (void)state;
  check_log("dd/warning.log", 3000, 0.500358, NULL);
  check_text("dd: Warnung: unvollständiges Lesen (1000 Bytes); iflag=fullblock wird empfohlen\n" RECORDS
             "67108864 Bytes (67 MB, 64 MiB) kopiert, 0,5 s, 134 MB/s\n",
             67108864, 0.5, "1048576");
}

static void no_time_no_bandwidth(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("dd/no-time.log");
  check_size(dataset, 2);
  check_value(dataset, "-", "bytes", 100000000);
  check_value(dataset, "-", "duration", 0);
  assert_non_null(warning_of(dataset, "no_time"));
}

static void nothing_copied_is_a_result(void **state) {
  (void)state;
  check_text("0+0 records in\n0+0 records out\n0 bytes copied, 4.0246e-05 s, 0.0 kB/s\n", 0, 4.0246e-05,
             NULL);
}

static void records_alone_are_told_of(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_text(RECORDS);
  check_size(dataset, 0);
  assert_non_null(warning_of(dataset, "cut"));
}

/* The count lost digits with the beginning of the file, or the rate was written in by hand. */
static void contradictions_are_told_of(void **state) {
  (void)state;
  g_autoptr(IodDataset) headless = parse_text("7108864 bytes (67 MB, 64 MiB) copied, 0.5 s, 134 MB/s\n");
  check_size(headless, 0);
  assert_non_null(warning_of(headless, "broken"));
  g_autoptr(IodDataset) edited = parse_text("12691963904 bytes (13 GB, 12 GiB) copied, 60 s, 301 MB/s\n");
  check_value(edited, "-", "bandwidth", 12691963904 / 60.0);
  assert_non_null(warning_of(edited, "inconsistent"));
}

static void a_cut_last_line_gives_what_is_whole(void **state) {
  (void)state;
  g_autoptr(IodDataset) no_rate = parse_text(RECORDS "67108864 bytes (67 MB, 64 MiB) copied, 0.65842 s,");
  check_copy(no_rate, 67108864, 0.65842, "1048576");
  g_autoptr(IodDataset) no_unit = parse_text(RECORDS "67108864 bytes (67 MB, 64 MiB) copied, 0.6584");
  check_size(no_unit, 1);
  check_value(no_unit, "-", "bytes", 67108864);
  assert_non_null(warning_of(no_unit, "cut"));
}

static void cut_anywhere_nothing_wrong_is_told(void **state) {
  (void)state;
  const char *const logs[] = {"dd/set-x.log",        "dd/locale-de_DE.log",    "dd/locale-fr_FR.log",
                              "dd/progress.log",     "dd/busybox-partial.log", "dd/two-runs.log",
                              "dd/usr-bin-time.log", "dd/warning.log",         "dd/full.log",
                              "dd/noerror.log",      "dd/no-time.log"};
  for (gsize i = 0; i < G_N_ELEMENTS(logs); i++) check_cuts(logs[i], "dd", NULL, NULL);
}

static void other_texts_give_nothing(void **state) {
  (void)state;
  const char *const texts[] = {
      "printf(\"%\" PRIuMAX \" bytes (%s, %s) copied, %s, %s\\n\", bytes, si, iec, time, rate);\n",
      "  fprintf(stderr, \"%ju bytes transferred in %.6f secs (%.0f bytes/sec)\\n\", b, s, r);\n",
      "  _(\"%\"PRIuMAX\"+%\"PRIuMAX\" records in\\n\")\n",
      "67108864 bytes written in 0.22 seconds (291.96 MiB/sec).\n",
      "64 bytes from 10.0.0.1: icmp_seq=1 ttl=64 time=0.05 ms\n",
      "sent 1,234,567 bytes  received 42 bytes  823,073.00 bytes/sec\n",
      "10 requests completed in 9.05 s, 40 KiB read, 4.3 k iops, 17.2 MiB/s\n",
      " Timing buffered disk reads: 512 MB in  3.00 seconds = 170.43 MB/sec\n",
      "Transferred: 1.2 GiB / 2 GiB, 60%, 10 MiB/s, ETA 5s\n",
      "dd: 120 MB/s\n",
      "dd: write: 120 MB/s, read: 300 MB/s\n",
      "dd: a classic\n",
      "Delivered 5 parcels, 3 days, 2 km/h\n",
      "   read: IOPS=20.3k, BW=79.4MiB/s (83.3MB/s)(31.2GiB/402962msec)\n",
      "2+2 is 4\n1+1 is 2\n",
      "12 files (3 MB), 3 s, 1 MB/s\n",
  };
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) check_nothing(texts[i]);
}

static void random_bytes_give_nothing(void **state) {
  (void)state;
  GRand *random = g_rand_new_with_seed(20240501);
  const char letters[] = "0123456789 +,.()/:sBbytescopiedMk\n\r\xc2\xa0\x80";
  for (guint round = 0; round < 300; round++) {
    char noise[512];
    for (gsize i = 0; i < sizeof noise; i++)
      noise[i] = round % 2 ? (char)g_rand_int_range(random, 0, 256)
                           : letters[g_rand_int_range(random, 0, (gint32)sizeof letters - 1)];
    g_autoptr(IodDataset) dataset = parse_bytes(noise, sizeof noise);
    check_size(dataset, 0);
  }
  g_rand_free(random);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(logs_of_gnu_busybox_and_locales),
      cmocka_unit_test(all_ages_and_makers),
      cmocka_unit_test(all_languages_by_shape),
      cmocka_unit_test(block_size_needs_full_and_equal_records),
      cmocka_unit_test(a_pasted_run_in_one_line),
      cmocka_unit_test(the_last_progress_is_not_the_result),
      cmocka_unit_test(a_copy_killed_under_way_failed),
      cmocka_unit_test(lines_of_several_runs_are_no_progress),
      cmocka_unit_test(reports_for_signals_are_of_one_copy),
      cmocka_unit_test(appended_runs_are_runs_of_their_own),
      cmocka_unit_test(a_copy_with_an_error_failed),
      cmocka_unit_test(a_run_after_a_failed_one_counts),
      cmocka_unit_test(a_warning_is_no_failure),
      cmocka_unit_test(no_time_no_bandwidth),
      cmocka_unit_test(nothing_copied_is_a_result),
      cmocka_unit_test(records_alone_are_told_of),
      cmocka_unit_test(contradictions_are_told_of),
      cmocka_unit_test(a_cut_last_line_gives_what_is_whole),
      cmocka_unit_test(cut_anywhere_nothing_wrong_is_told),
      cmocka_unit_test(other_texts_give_nothing),
      cmocka_unit_test(random_bytes_give_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
