// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsed.h"

static const double mebibyte = 1048576;

static void check_test(const IodDataset *dataset, const char *test) {
  assert_true(iod_dataset_size(dataset) > 0);
  for (guint i = 0; i < iod_dataset_size(dataset); i++)
    assert_string_equal(iod_dataset_entry(dataset, i).key->test, test);
}

static void check_quiet(const IodDataset *dataset) {
  if (iod_dataset_warning_count(dataset)) fail_msg("%s", iod_dataset_warning(dataset, 0)->message);
}

static void check_all_labels(const IodDataset *dataset, const char *name, const char *wanted) {
  for (guint i = 0; i < iod_dataset_size(dataset); i++) check_label(dataset, i, name, wanted);
}

/* ---- fileio ---- */

static void fileio_of_1_0(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("sysbench/direct-rndrw.log");
  check_size(dataset, 11);
  check_test(dataset, "rndrw");
  check_value(dataset, "read", "iops", 10857.97);
  check_value(dataset, "write", "iops", 7238.98);
  check_value(dataset, "fsync", "iops", 726.99);
  check_value(dataset, "read", "bandwidth", 169.66 * mebibyte);
  check_value(dataset, "write", "bandwidth", 113.11 * mebibyte);
  check_value(dataset, "-", "duration", 1.0006);
  check_value(dataset, "-", "events", 18846);
  check_value(dataset, "-", "lat_min", 0.00003);
  check_value(dataset, "-", "lat_mean", 0.99404 / 18846);
  check_value(dataset, "-", "lat_max", 0.00178);
  check_value(dataset, "-", "lat_p95", 0.00006);
  check_all_labels(dataset, "numjobs", "1");
  check_all_labels(dataset, "block_size", "16384");
  check_all_labels(dataset, "file_size", "67108864");
  check_all_labels(dataset, "direct", "1");
  check_all_labels(dataset, "sync", NULL);
  check_all_labels(dataset, "fsync", "100");
  check_all_labels(dataset, "io_mode", "sync");
  assert_string_equal(iod_dataset_entry(dataset, 0).run->version, "1.0.20");
  check_quiet(dataset);
}

static void rates_of_what_the_workload_lacks_are_no_result(void **state) {
  (void)state;
  g_autoptr(IodDataset) reads = parse_log("sysbench/rndrd-2-threads.log");
  check_test(reads, "rndrd");
  check_size(reads, 8);
  check_value(reads, "read", "iops", 147564.81);
  check_value(reads, "-", "lat_p99", 0.00003);
  check_value(reads, "-", "lat_min", 0);
  check_all_labels(reads, "numjobs", "2");
  check_all_labels(reads, "direct", NULL);
  assert_true(isnan(value_at(reads, "write", "iops", 0)));
  assert_true(isnan(value_at(reads, "fsync", "iops", 0)));
  assert_true(isnan(value_at(reads, "write", "bandwidth", 0)));
  g_autoptr(IodDataset) writes = parse_log("sysbench/fsync-all.log");
  check_value(writes, "fsync", "iops", 6310.62);
  assert_true(isnan(value_at(writes, "read", "iops", 0)));
  check_all_labels(writes, "fsync", "1");
  g_autoptr(IodDataset) idle = parse_text("Doing random read test\nFile operations:\n    reads/s:    0.00\n");
  check_size(idle, 1);
  check_value(idle, "read", "iops", 0);
}

static void fileio_of_0_4_and_0_5_prints_one_total(void **state) {
  (void)state;
  g_autoptr(IodDataset) old = parse_log("sysbench/04-rndrw.log");
  check_size(old, 8);
  check_test(old, "rndrw");
  check_value(old, "-", "iops", 36290.90);
  check_value(old, "-", "bandwidth", 567.05 * mebibyte);
  check_value(old, "-", "lat_max", 0.00016);
  check_value(old, "-", "lat_p95", 0.00001);
  check_value(old, "-", "events", 36300);
  check_all_labels(old, "block_size", "16384");
  g_autoptr(IodDataset) next = parse_log("sysbench/05-interval.log");
  check_size(next, 8);
  check_value(next, "-", "iops", 25788.57);
  check_value(next, "-", "duration", 2.0001);
  assert_string_equal(iod_dataset_entry(next, 0).run->version, "0.5");
}

static void units_of_0_4_are_of_1024(void **state) {
  (void)state;
  const struct {
    const char *printed;
    double bytes;
  } cases[] = {{"512b", 512}, {"53.316Kb", 53.316 * 1024}, {"1.0208Gb", 1.0208 * 1073741824}, {"0b", 0}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("Read 1Mb  Written 0b  Total transferred 1Mb  (%s/sec)\n", cases[i].printed);
    g_autoptr(IodDataset) dataset = parse_text(text);
    check_value(dataset, "-", "bandwidth", cases[i].bytes);
  }
}

static void fileio_of_1_1(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("sysbench/11-interval.log");
  check_size(dataset, 9);
  check_test(dataset, "rndrw");
  check_value(dataset, "read", "iops", 17674.32);
  check_value(dataset, "fsync", "iops", 1179.29);
  check_value(dataset, "write", "bandwidth", 184.11 * mebibyte);
  check_value(dataset, "-", "lat_mean", 0.00003); /* no events, so no better mean */
}

static void flags_in_words_and_in_hexadecimal(void **state) {
  (void)state;
  const struct {
    const char *printed, *direct, *sync;
  } cases[] = {{"(none)", NULL, NULL},   {"directio", "1", NULL}, {"sync directio", "1", "1"},
               {"dsync", NULL, "dsync"}, {"0", NULL, NULL},       {"4000", "1", NULL},
               {"10000", "1", NULL},     {"101000", NULL, "1"},   {"1000", NULL, "dsync"},
               {"105000", "1", "1"}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("Extra file open flags: %s\nThroughput:\nread, MiB/s: 1.00\n", cases[i].printed);
    g_autoptr(IodDataset) dataset = parse_text(text);
    check_size(dataset, 1);
    check_label(dataset, 0, "direct", cases[i].direct);
    check_label(dataset, 0, "sync", cases[i].sync);
  }
}

static void a_fragment_without_a_head(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset =
      parse_text("Throughput:\n        read, MiB/s:       1691.30\n        written, MiB/s:    1129.30\n");
  check_size(dataset, 2);
  check_test(dataset, "fileio");
  check_value(dataset, "read", "bandwidth", 1691.30 * mebibyte);
  g_autoptr(IodDataset) reads = parse_text("Throughput:\nread, MiB/s: 1691.30\nwritten, MiB/s: 0.00\n");
  check_size(reads, 1);
}

static void fragments_are_runs_of_their_own(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset =
      parse_text("Throughput:\nread, MiB/s: 1.00\nwritten, MiB/s: 2.00\n\nFile operations:\nreads/s: 10.00\n"
                 "Throughput:\nread, MiB/s: 3.00\nThroughput:\nread, MiB/s: 4.00\n");
  check_size(dataset, 5);
  assert_int_equal(iod_dataset_run_count(dataset), 3);
  for (guint i = 0; i < 5; i++) {
    static const guint runs[] = {0, 0, 1, 1, 2};
    assert_int_equal(iod_dataset_entry(dataset, i).run_index, runs[i]);
  }
}

static void a_command_above_a_fragment_tells_its_settings(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset =
      parse_text("root@node1:~# sysbench fileio --file-test-mode=rndrw --threads=4 --file-block-size=4k "
                 "--file-total-size=1G "
                 "--file-extra-flags=direct --file-io-mode=async --file-fsync-all run | tee log\n"
                 "Throughput:\nread, MiB/s: 1.00\nwritten, MiB/s: 0.00\n");
  check_size(dataset, 2);
  check_test(dataset, "rndrw");
  const char *const labels[][2] = {{"numjobs", "4"},     {"block_size", "4096"},
                                   {"direct", "1"},      {"file_size", "1073741824"},
                                   {"io_mode", "async"}, {"fsync", "1"}};
  for (gsize i = 0; i < G_N_ELEMENTS(labels); i++) check_all_labels(dataset, labels[i][0], labels[i][1]);
}

/* ---- Other tests ---- */

static void cpu_and_threads(void **state) {
  (void)state;
  g_autoptr(IodDataset) cpu = parse_log("sysbench/cpu.log");
  check_size(cpu, 7);
  check_test(cpu, "cpu");
  check_value(cpu, "-", "events_rate", 1484.68);
  check_value(cpu, "-", "lat_mean", 0.99804 / 1505);
  g_autoptr(IodDataset) old = parse_log("sysbench/04-cpu.log");
  check_test(old, "cpu");
  check_value(old, "-", "events_rate", 2000 / 0.0590);
  g_autoptr(IodDataset) threads = parse_log("sysbench/threads.log");
  check_test(threads, "-");
  check_value(threads, "-", "events_rate", 231 / 1.0028);
}

static void memory_does_what_it_says(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("sysbench/memory-write.log");
  check_size(dataset, 8);
  check_test(dataset, "memory");
  check_value(dataset, "write", "bandwidth", 1173.45 * mebibyte);
  check_value(dataset, "write", "events_rate", 1201608.43);
  check_value(dataset, "write", "lat_max", 0.01213);
  check_value(dataset, "-", "duration", 0.0463);
  check_all_labels(dataset, "block_size", "1024");
  g_autoptr(IodDataset) old =
      parse_text("sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n\n"
                 "Doing memory operations speed test\nMemory block size: 1K\n\nMemory operations type: read\n"
                 "Threads started!\nDone.\n\nOperations performed: 104857600 (2331367.47 ops/sec)\n\n"
                 "102400.00 MB transferred (2276.73 MB/sec)\n");
  check_size(old, 2);
  check_value(old, "read", "bandwidth", 2276.73 * mebibyte);
  check_value(old, "read", "events_rate", 2331367.47);
}

static void the_test_is_named_by_its_command(void **state) {
  (void)state;
  g_autoptr(IodDataset) mutex = parse_log("sysbench/mutex-command.log");
  check_test(mutex, "mutex");
  IodRun *run = iod_dataset_entry(mutex, 0).run;
  assert_string_equal(iod_labels_get(run->facts, "command"),
                      "sysbench mutex --mutex-num=10 --mutex-locks=1000 run");
  const char *const commands[] = {"+ sysbench /usr/share/sysbench/oltp_read_only.lua --tables=8 run",
                                  "$ sysbench --threads=8 oltp_read_only run > log",
                                  "sysbench --test=/usr/share/tests/oltp_read_only.lua --num-threads=8 run"};
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
    g_autofree char *text =
        g_strconcat(commands[i],
                    "\nsysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\nSQL statistics:\n"
                    "    transactions:                        66656  (222.13 per sec.)\n"
                    "    queries:                             1333120 (4442.69 per sec.)\n",
                    NULL);
    g_autoptr(IodDataset) dataset = parse_text(text);
    check_size(dataset, 2);
    check_test(dataset, "oltp_read_only");
    check_value(dataset, "-", "transactions_rate", 222.13);
    check_value(dataset, "-", "queries_rate", 4442.69);
  }
}

static void scripts_without_a_name(void **state) {
  (void)state;
  g_autoptr(IodDataset) script = parse_log("sysbench/script.log");
  check_test(script, "-");
  g_autoptr(IodDataset) oltp =
      parse_text("SQL statistics:\n    transactions:    66656  (222.13 per sec.)\nGeneral statistics:\n"
                 "    total time:      300.0686s\n    total number of events:   66656\n");
  check_test(oltp, "oltp");
  assert_true(isnan(value_at(oltp, "-", "events_rate", 0)));
}

/* ---- What does not count ---- */

static void steps_around_a_run_are_no_runs(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("sysbench/three-steps.log");
  check_size(dataset, 9);
  assert_int_equal(iod_dataset_run_count(dataset), 1);
  check_test(dataset, "seqwr");
  check_value(dataset, "write", "iops", 11396.86);
  check_quiet(dataset);
  g_autoptr(IodDataset) prepare = parse_log("sysbench/prepare.log");
  check_size(prepare, 0);
  check_quiet(prepare);
}

static void checkpoints_are_not_counted(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_log("sysbench/checkpoint.log");
  check_size(dataset, 11);
  check_value(dataset, "read", "iops", 7676.88);
  check_value(dataset, "-", "duration", 2.0120);
  check_value(dataset, "-", "events", 13262);
  assert_int_equal(iod_dataset_run_count(dataset), 1);
  assert_non_null(warning_of(dataset, "partial"));
  g_autoptr(IodDataset) of_1_1 =
      parse_text("sysbench 1.1.0 (using system LuaJIT 2.1.0-beta3)\nDoing random r/w test\nThreads started!\n"
                 "[ 1s ] Checkpoint report:\n\nThroughput:\n         fsync: IOPS=1.00\n\nLatency (ms):\n     "
                 "    min:  1.00\n"
                 "Throughput:\n         fsync: IOPS=2.00\n\nLatency (ms):\n         min:  2.00\n");
  check_size(of_1_1, 2);
  check_value(of_1_1, "fsync", "iops", 2);
  check_value(of_1_1, "-", "lat_min", 0.002);
}

static void check_failed_log(const char *name, const char *reason) {
  g_autoptr(IodDataset) dataset = parse_log(name);
  check_failure(dataset, reason);
}

static void a_run_with_a_fatal_error_failed(void **state) {
  (void)state;
  check_failed_log("sysbench/missing-files.log", "Cannot open file 'test_file.0' errno = 2");
  check_failed_log("sysbench/nospace-prepare.log", "No space left on device");
  check_failed_log("sysbench/kill-int.log", "without a result");
  /* 0.4 goes on after it and prints a report of zeros, with an unset minimum. */
  g_autoptr(IodDataset) zeros =
      parse_text("FATAL: Failed to read file! file: 13 pos: 16531456 errno = 0 ()\nDone.\n\n"
                 "Operations performed:  0 Read, 0 Write, 0 Other = 0 Total\n"
                 "Read 0b  Written 0b  Total transferred 0b  (0b/sec)\n    0.00 Requests/sec executed\n\n"
                 "Test execution summary:\n    total time:                          0.0029s\n"
                 "    total number of events:              0\n    per-request statistics:\n"
                 "         min:                            18446744073709.55ms\n"
                 "         avg:                                  0.00ms\n");
  check_failure(zeros, "Failed to read file!");
}

static void a_run_after_a_failed_one_counts(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_text(
      "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\nRunning the test with following options:\n"
      "FATAL: Cannot open file 'test_file.0'\n"
      "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\nRunning the test with following options:\n"
      "Number of threads: 1\nDoing random read test\nThreads started!\nFile operations:\nreads/s: 5.00\n");
  check_size(dataset, 1);
  assert_int_equal(failed_runs(dataset), 1);
  assert_int_equal(iod_dataset_entry(dataset, 0).run->line, 4);
}

static void other_programs_lines_give_nothing(void **state) {
  (void)state;
  const char *const texts[] = {
      "total time: 12s\nmin: 3\navg: 4\nmax: 5\ntransactions: 12\n",
      "FATAL:  role \"postgres\" does not exist\n",
      "Using 4 threads\nevents per second: 5\n",
      "  read: IOPS=20.3k, BW=79.4MiB/s (83.3MB/s)(31.2GiB/402962msec)\n",
      "    log_text(LOG_NOTICE, \"    reads/s:                      %4.2f\\n\", rate);\n",
      "read, MiB/s:                  %4.2f\n    total time:                          %.4fs\n",
      "Number of threads: 4\nBlock size 16KiB\n",
      "I let sysbench run\n",
      "sysbench 1.0.20\n",
  };
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(IodDataset) dataset = parse_bytes_as("sysbench", texts[i], strlen(texts[i]));
    if (iod_dataset_run_count(dataset) || iod_dataset_warning_count(dataset))
      fail_msg("not nothing: %s", texts[i]);
  }
}

static void what_follows_a_report_is_not_its_own(void **state) {
  (void)state;
  g_autoptr(IodDataset) dataset = parse_text(
      "Latency (ms):\n         min:    0.10\n         avg:    0.20\n\nping statistics\nmin: 7\nmax: 9\n");
  check_size(dataset, 2);
  check_value(dataset, "-", "lat_min", 0.0001);
}

/* ---- Damage ---- */

static void a_number_that_ends_the_log_is_not_trusted(void **state) {
  (void)state;
  const char *head =
      "Doing random read test\nFile operations:\n    reads/s:    4154.67\nThroughput:\n    read, MiB/s:   ";
  g_autofree char *cut = g_strconcat(head, "64.9", NULL);
  g_autoptr(IodDataset) without = parse_text(cut);
  check_size(without, 1);
  assert_non_null(warning_of(without, "cut"));
  g_autofree char *whole = g_strconcat(head, "64.92\n", NULL);
  g_autoptr(IodDataset) with = parse_text(whole);
  check_size(with, 2);
  g_autoptr(IodDataset) unit = parse_text("General statistics:\n    total time:      1.0102s");
  check_value(unit, "-", "duration", 1.0102);
}

static void cut_anywhere_nothing_wrong_is_told(void **state) {
  (void)state;
  const char *const logs[] = {"sysbench/direct-rndrw.log", "sysbench/04-rndrw.log",
                              "sysbench/11-interval.log", "sysbench/memory-write.log"};
  /* Without the sum of all events the mean is the printed one. */
  for (gsize i = 0; i < G_N_ELEMENTS(logs); i++)
    check_cuts(logs[i], "sysbench", "Threads started!", "lat_mean");
}

static void random_bytes_give_nothing(void **state) {
  (void)state;
  GRand *random = g_rand_new_with_seed(19700101);
  for (guint round = 0; round < 200; round++) {
    char noise[512];
    for (gsize i = 0; i < sizeof noise; i++) noise[i] = (char)g_rand_int_range(random, 0, 256);
    g_autoptr(IodDataset) dataset = parse_bytes_as("sysbench", noise, sizeof noise);
    check_size(dataset, 0);
  }
  g_rand_free(random);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fileio_of_1_0),
      cmocka_unit_test(rates_of_what_the_workload_lacks_are_no_result),
      cmocka_unit_test(fileio_of_0_4_and_0_5_prints_one_total),
      cmocka_unit_test(units_of_0_4_are_of_1024),
      cmocka_unit_test(fileio_of_1_1),
      cmocka_unit_test(flags_in_words_and_in_hexadecimal),
      cmocka_unit_test(a_fragment_without_a_head),
      cmocka_unit_test(fragments_are_runs_of_their_own),
      cmocka_unit_test(a_command_above_a_fragment_tells_its_settings),
      cmocka_unit_test(cpu_and_threads),
      cmocka_unit_test(memory_does_what_it_says),
      cmocka_unit_test(the_test_is_named_by_its_command),
      cmocka_unit_test(scripts_without_a_name),
      cmocka_unit_test(steps_around_a_run_are_no_runs),
      cmocka_unit_test(checkpoints_are_not_counted),
      cmocka_unit_test(a_run_with_a_fatal_error_failed),
      cmocka_unit_test(a_run_after_a_failed_one_counts),
      cmocka_unit_test(other_programs_lines_give_nothing),
      cmocka_unit_test(what_follows_a_report_is_not_its_own),
      cmocka_unit_test(a_number_that_ends_the_log_is_not_trusted),
      cmocka_unit_test(cut_anywhere_nothing_wrong_is_told),
      cmocka_unit_test(random_bytes_give_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
