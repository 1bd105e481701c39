// SPDX-License-Identifier: GPL-3.0-or-later
/* What becomes of fio's reports: which figures, under which test and labels, in which run. */
#include "fio_support.h"

/* A short report of one job of fio 3.x, and the parts it is made of. */
#define PREAMBLE                                                                                             \
  "t: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=psync, iodepth=1\n" \
  "fio-3.33\nStarting 1 process\n\n"
#define HEADER(pid, clock)                   "t: (groupid=0, jobs=1): err= 0: pid=" pid ": Mon Nov 30 23:" clock " 2026\n"
#define READ_LINE(kib, msec)                 "  read: IOPS=100, BW=400KiB/s (410kB/s)(" kib "KiB/" msec "msec)\n"
#define ISSUED(total)                        "     issued rwts: total=" total ",0,0,0 short=0,0,0,0 dropped=0,0,0,0\n"
#define SECTION(io)                          "\nRun status group 0 (all jobs):\n   READ: bw=" io ", run=1000-1000msec\n"
#define SUMS                                 SECTION("400KiB/s (410kB/s), 400KiB/s-400KiB/s (410kB/s-410kB/s), io=400KiB (410kB)")
#define REPORT(pid, clock, kib, msec, total) HEADER(pid, clock) READ_LINE(kib, msec) ISSUED(total)

static guint run_count(const Reading *reading) {
  guint results = 0;
  for (guint i = 0; i < reading->runs->len; i++) {
    const IodRun *run = g_ptr_array_index(reading->runs, i);
    for (guint k = 0; k < reading->seen->len; k++)
      if (((const Seen *)g_ptr_array_index(reading->seen, k))->run == run) {
        results++;
        break;
      }
  }
  return results;
}

/* ---- One job ---- */

static void rates_of_a_mixed_job(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/03-randrw-70-30.txt");
  assert_value(reading, "mix", "read", "iops", "", 13647 * 1000.0 / 1002);
  assert_value(reading, "mix", "read", "ios", "", 13647);
  assert_value(reading, "mix", "read", "bytes", "", 13647 * 8192.0);
  assert_value(reading, "mix", "read", "bandwidth", "", 13647 * 8192.0 * 1000 / 1002);
  assert_value(reading, "mix", "read", "duration", "", 1.002);
  const Seen *iops = find_seen(reading, "mix", "write", "iops", "");
  assert_string_equal(iops->labels, "block_size=8192 iodepth=1 ioengine=psync numjobs=1 rw=randrw");
  assert_int_equal(iops->line, 18);
  assert_int_equal(reading->seen->len, 62);
  assert_int_equal(reading->warnings->len, 0);
}

static void latencies_of_a_mixed_job(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/03-randrw-70-30.txt");
  assert_value(reading, "mix", "read", "clat_max", "", 0.022016);
  assert_value(reading, "mix", "write", "clat_mean", "", 9.25e-6);
  assert_value(reading, "mix", "read", "clat_p99", "", 148480e-9);
  assert_value(reading, "mix", "write", "clat_p99.99", "", 2245e-6);
  assert_value(reading, "mix", "-", "cpu_user", "", 0.032);
  assert_value(reading, "mix", "-", "cpu_sys", "", 0.3636);
}

static void facts_of_a_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/03-randrw-70-30.txt");
  assert_int_equal(reading->runs->len, 1);
  const IodRun *run = g_ptr_array_index(reading->runs, 0);
  assert_string_equal(run->tool, "fio");
  assert_string_equal(run->version, "3.33");
  assert_string_equal(run->start, "2026-11-30T23:00:27-00:00");
  assert_string_equal(iod_labels_get(run->facts, "pid"), "19494");
  assert_int_equal(run->line, 1);
  assert_true(run->complete);
  assert_null(run->failure);
}

static void each_direction_has_its_block_size(void **state) {
  (void)state;
  g_autoptr(Reading) sizes = read_fixture("twin/two-sizes.txt");
  assert_non_null(find_seen(sizes, "sizes", "read", "iops", "block_size=4096"));
  assert_non_null(find_seen(sizes, "sizes", "write", "iops", "block_size=65536"));
  assert_null(strstr(find_seen(sizes, "sizes", "-", "cpu_user", "")->labels, "block_size"));
  /* A range is no size; with bs_is_seq_rand the first is that of sequential I/O. */
  g_autoptr(Reading) ranges = read_fixture("text/37-bssplit-bsrange.txt");
  assert_null(strstr(find_seen(ranges, "bsr", "read", "iops", "")->labels, "block_size"));
  assert_non_null(find_seen(ranges, "seqrand", "read", "iops", "block_size=4096"));
  /* 65.5kB is 65536 bytes, rounded. */
  g_autoptr(Reading) decimal = read_fixture("twin/kb1000.txt");
  assert_non_null(find_seen(decimal, "kb", "read", "iops", "block_size=65536"));
}

static void syncs_are_latencies_of_fsync(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/v3.42-seqwrite-fsync.txt");
  assert_true(value_of(reading, "sw", "fsync", "lat_mean", "block_size=4096") > 0);
  assert_true(value_of(reading, "sw", "fsync", "lat_p99", "") > 0);
  assert_absent(reading, "sw", "fsync", "iops", "");
}

static void priority_classes_are_passed_over(void **state) {
  (void)state;
  static const char log[] = PREAMBLE HEADER("7", "00:00")
      READ_LINE("400", "1000") "    clat (usec): min=15, max=900, avg=278.05, stdev=12.48\n"
                               "    clat prio 0/0 (usec): min=37, max=800, avg=324.81, stdev=13.64\n"
                               "    high prio_clat (usec): min=37, max=800, avg=324.81, stdev=13.64\n"
                               "    clat percentiles (usec):\n     |  1.00th=[   33], 99.00th=[ 3752]\n"
                               "    clat prio 0/0 (69.30% of IOs) percentiles (usec):\n"
                               "     |  1.00th=[   57], 99.00th=[ 4015]\n"
                               "    low prio (30.70%) clat percentiles (usec):\n"
                               "     |  1.00th=[   27], 99.00th=[ 2900]\n" ISSUED("100");
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "t", "read", "clat_mean", "", 278.05e-6);
  assert_value(reading, "t", "read", "clat_p99", "", 3752e-6);
}

static void mixed_line_of_zeros_is_made_good(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/unified-both.txt");
  double reads = value_of(reading, "both", "read", "ios", ""),
         writes = value_of(reading, "both", "write", "ios", "");
  assert_value(reading, "both", "mixed", "ios", "", reads + writes);
  assert_true(value_of(reading, "both", "mixed", "iops", "") > 1000);
  assert_true(value_of(reading, "both", "mixed", "bandwidth", "") > 1e6);
}

static void short_runs_and_table_tops_are_told(void **state) {
  (void)state;
  g_autoptr(Reading) brief = read_fixture("twin/readwrite-offset.txt");
  assert_true(is_warned(brief, "short_run"));
  g_autoptr(Reading) reading = read_fio(
      PREAMBLE HEADER("7", "00:00")
          READ_LINE("400", "40000") "    clat percentiles (msec):\n     | 99.00th=[17113]\n" ISSUED("100"),
      -1);
  assert_value(reading, "t", "read", "clat_p99", "", 17.113);
  assert_true(is_warned(reading, "saturated"));
}

static void no_time_gives_no_rate(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio(PREAMBLE REPORT("7", "00:00", "400", "0", "100") SUMS, -1);
  assert_value(reading, "t", "read", "duration", "", 0);
  assert_value(reading, "t", "read", "ios", "", 100);
  assert_absent(reading, "t", "read", "iops", "aggregate=group");
  assert_absent(reading, "t", "read", "bandwidth", "numjobs=1");
}

/* ---- Old versions ---- */

static void old_versions_mean_1024(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio("  read : io=102120KB, bw=618740 B/s, iops=151 , runt=169006msec\n"
                                        "    slat (usec): min=2, max=1203.4K, avg=151.81, stdev=6476.99\n",
                                        -1);
  assert_value(reading, "-", "read", "bandwidth", "", 618740);
  assert_value(reading, "-", "read", "bytes", "", 102120 * 1024.0);
  assert_value(reading, "-", "read", "iops", "", 151);
  assert_value(reading, "-", "read", "duration", "", 169.006);
  assert_value(reading, "-", "read", "slat_max", "", 1.2034);
}

static void thousands_may_be_parted(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/v1.20-en_US-grouping.txt");
  assert_value(reading, "grp", "read", "ios", "", 20215);
  assert_value(reading, "grp", "read", "iops", "", 20215 / 0.68);
  assert_value(reading, "grp", "read", "bytes", "", 20215 * 4096.0);
}

static void the_count_tells_kb_base_1000(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/v1.44-kb1000.txt");
  assert_value(reading, "kb", "read", "bytes", "", 4531 * 65536.0);
}

static void bits_are_eighths(void **state) {
  (void)state;
  g_autoptr(Reading) reading =
      read_fio("  read : io=286848KB, bw=2238.8Mbit/s, iops=4477, runt=  1001msec\n", -1);
  assert_value(reading, "-", "read", "bandwidth", "", 2238.8 * 1048576 / 8);
  g_autoptr(Reading) newer =
      read_fio("  read: IOPS=5955, BW=2978Mibit/s (3122Mbit/s)(373MiB/1001msec)\n", -1);
  assert_value(newer, "-", "read", "bandwidth", "", 2978.0 * 1048576 / 8);
  assert_value(newer, "-", "read", "bytes", "", 373.0 * 1048576);
}

static void percentiles_stood_in_one_line_once(void **state) {
  (void)state;
  static const char log[] = "t: (groupid=0, jobs=1): err= 0: pid=7\n"
                            "  read : io=400KB, bw=400KB/s, iops=100 , runt=  1000msec\n"
                            "    clat percentiles (usec) : 1.00th=27, 5.00th=29, 10.00th=30,\n"
                            "                             90.00th=41, 99.00th=249\n"
                            "     issued r/w/d: total=100/0/0, short=0/0/0\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "t", "read", "clat_p1", "", 27e-6);
  assert_value(reading, "t", "read", "clat_p99", "", 249e-6);
}

static void rounding_is_known_by_the_version(void **state) {
  (void)state;
  /* fio 3.16 prints 77.99 MiB as 77.0. */
  g_autoptr(Reading) reading = read_fixture("text/v3.16-unified.txt");
  assert_value(reading, "uni", "mixed", "bytes", "", 19966 * 4096.0);
}

/* ---- Several jobs, several groups ---- */

static void jobs_of_a_group_have_numbers_and_a_sum(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/v3.7-randrw-numjobs2.txt");
  double one = value_of(reading, "mix", "read", "ios", "job=1 numjobs=1");
  double two = value_of(reading, "mix", "read", "ios", "job=2 numjobs=1");
  assert_value(reading, "mix", "read", "ios", "aggregate=group numjobs=2", one + two);
  double seconds = value_of(reading, "mix", "read", "duration", "aggregate=group");
  assert_value(reading, "mix", "read", "iops", "aggregate=group", (one + two) / seconds);
  double mean = one * value_of(reading, "mix", "read", "lat_mean", "job=1") +
                two * value_of(reading, "mix", "read", "lat_mean", "job=2");
  assert_value(reading, "mix", "read", "lat_mean", "aggregate=group", mean / (one + two));
  assert_absent(reading, "mix", "read", "clat_p99", "aggregate=group");
  assert_absent(reading, "mix", "read", "clat_max", "aggregate=group");
  assert_non_null(
      find_seen(reading, "mix", "read", "bandwidth", "aggregate=group block_size=8192 rw=randrw"));
}

static void jobs_of_several_names_make_a_numbered_group(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/two-names-group-reporting.txt");
  assert_non_null(find_seen(reading, "first", "read", "iops", "job=1"));
  assert_non_null(find_seen(reading, "second", "read", "iops", "job=2"));
  assert_non_null(find_seen(reading, "group 0", "read", "iops", "aggregate=group numjobs=2"));
}

static void a_block_of_group_reporting_stands_for_its_group(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/v2.0.8-randrw-group.txt");
  const Seen *iops = find_seen(reading, "mixg", "read", "iops", "");
  assert_string_equal(iops->labels, "block_size=8192 iodepth=1 ioengine=sync numjobs=2 rw=randrw");
}

static void groups_are_told_apart_where_names_repeat(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/same-name-two-groups.txt");
  assert_non_null(find_seen(reading, "same", "read", "iops", "group=0"));
  assert_non_null(find_seen(reading, "same", "read", "iops", "group=1"));
  assert_non_null(find_seen(reading, "same", "write", "iops", "group=2 aggregate=group"));
  g_autoptr(Reading) other = read_fixture("text/v1.38-eta-always.txt");
  assert_null(strstr(find_seen(other, "one", "read", "iops", "")->labels, "group="));
  assert_non_null(find_seen(other, "two", "write", "iops", "aggregate=group numjobs=2"));
}

static void sums_of_more_jobs_than_stand_there_are_told(void **state) {
  (void)state;
  static const char log[] = HEADER("22", "00:00") READ_LINE("400", "1000") ISSUED("100")
      SECTION("3200KiB/s (3277kB/s), 390KiB/s-410KiB/s (399kB/s-420kB/s), io=3200KiB (3277kB)");
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "t", "read", "bandwidth", "job=1 numjobs=1", 400 * 1024);
  assert_value(reading, "t", "read", "bandwidth", "aggregate=group", 3200 * 1024);
  assert_absent(reading, "t", "read", "iops", "aggregate=group");
  assert_null(strstr(find_seen(reading, "t", "read", "bandwidth", "aggregate=group")->labels, "numjobs"));
  assert_true(is_warned(reading, "incomplete"));
}

static void jobs_without_their_sums_are_told(void **state) {
  (void)state;
  g_autofree char *text = fixture("twin/threads.txt");
  *strstr(text, "\nRun status") = '\0';
  g_autoptr(Reading) reading = read_fio(text, -1);
  assert_non_null(find_seen(reading, "thr", "write", "iops", "job=3"));
  assert_absent(reading, "thr", "write", "iops", "aggregate=group");
  assert_true(is_warned(reading, "cut"));
}

static void a_lone_first_job_is_one_of_several(void **state) {
  (void)state;
  g_autofree char *text = fixture("twin/threads.txt");
  char *second = strstr(strstr(text, "thr: (groupid") + 1, "thr: (groupid");
  *second = '\0';
  g_autoptr(Reading) reading = read_fio(text, -1);
  assert_non_null(find_seen(reading, "thr", "write", "iops", "job=1"));
}

/* ---- Servers ---- */

static void servers_report_as_one_group(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/two-servers.txt");
  assert_int_equal(reading->runs->len, 1);
  assert_non_null(find_seen(reading, "cs", "read", "ios", "job=1"));
  assert_non_null(find_seen(reading, "cs2", "read", "ios", "job=4"));
  double sum = 0;
  for (guint i = 0; i < reading->seen->len; i++) {
    const Seen *seen = g_ptr_array_index(reading->seen, i);
    if (strcmp(seen->metric, "ios") == 0 && strcmp(seen->op, "read") == 0 &&
        strcmp(seen->test, "All clients") != 0)
      sum += seen->value;
  }
  assert_value(reading, "All clients", "read", "ios", "aggregate=group numjobs=4", sum);
  assert_absent(reading, "group 0", "read", "bandwidth", "");
  const IodRun *run = g_ptr_array_index(reading->runs, 0);
  assert_string_equal(run->version, "3.33");
}

static void servers_are_known_without_their_preamble(void **state) {
  (void)state;
  g_autofree char *text = fixture("text/v3.42-client-two-servers.txt");
  g_autoptr(Reading) reading = read_fio(strstr(text, "cs: (groupid"), -1);
  assert_int_equal(reading->runs->len, 1);
  assert_non_null(find_seen(reading, "cs", "read", "iops", "job=2"));
  assert_non_null(find_seen(reading, "All clients", "read", "iops", "aggregate=group"));
}

static void rounded_labels_of_the_sum_are_told_by_their_places(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/v3.42-client-two-servers.txt");
  assert_value(reading, "All clients", "read", "clat_p99", "", 136192e-9);
  assert_value(reading, "All clients", "read", "clat_p99.5", "", 177152e-9);
  assert_value(reading, "All clients", "read", "clat_p99.99", "", 16449536e-9);
  assert_absent(reading, "All clients", "read", "clat_p100", "");
}

static void rounded_labels_are_left_out_where_places_do_not_tell(void **state) {
  (void)state;
  static const char log[] =
      "All clients: (groupid=0, jobs=2): err= 0: pid=0: Mon Nov 30 23:00:00 2026\n"
      "  read: IOPS=100, BW=400Ki (410k)(400KiB/1000msec)\n"
      "    clat percentiles (usec):\n"
      "     |  50th=[   10],  99th=[   20], 100th=[   30], 100th=[   40]\n" ISSUED("100");
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "All clients", "read", "bandwidth", "aggregate=group", 400 * 1024);
  assert_value(reading, "All clients", "read", "clat_p99", "", 20e-6);
  assert_absent(reading, "All clients", "read", "clat_p100", "");
  assert_true(is_warned(reading, "ambiguous"));
}

/* ---- Several reports ---- */

static void of_repeated_reports_the_last_counts(void **state) {
  (void)state;
  g_autoptr(Reading) reading =
      read_fio(PREAMBLE REPORT("22", "00:01", "400", "1000", "100") SUMS
               "\nDisk stats (read/write):\n"
               "  vda: ios=1/0, util=0.1%\n\n" REPORT("22", "00:02", "900", "2000", "225") SUMS,
               -1);
  assert_int_equal(run_count(reading), 1);
  assert_value(reading, "t", "read", "ios", "", 225);
}

static void the_clock_tells_runs_from_repeats(void **state) {
  (void)state;
  /* In containers every job has pid 22: the same name and pid, but a minute between. */
  g_autoptr(Reading) reading = read_fio(PREAMBLE REPORT("22", "00:01", "400", "1000", "100") SUMS
                                        "\n" REPORT("22", "01:02", "900", "2000", "225") SUMS,
                                        -1);
  assert_int_equal(run_count(reading), 2);
}

static void less_is_no_repeat(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio(PREAMBLE REPORT("22", "00:01", "900", "1000", "225") SUMS
                                        "\n" REPORT("22", "00:02", "400", "1000", "100") SUMS,
                                        -1);
  assert_int_equal(run_count(reading), 2);
}

static void text_between_parts_runs(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio(PREAMBLE REPORT("22", "00:01", "400", "1000", "100") SUMS
                                        "\nAnd once more:\n" REPORT("22", "00:02", "900", "2000", "225") SUMS,
                                        -1);
  assert_int_equal(run_count(reading), 2);
}

static void a_repeat_cut_short_leaves_the_report_before_it(void **state) {
  (void)state;
  g_autoptr(Reading) reading =
      read_fio(PREAMBLE REPORT("22", "00:01", "400", "1000", "100") SUMS "\n" HEADER("22", "00:02"), -1);
  assert_int_equal(run_count(reading), 1);
  assert_value(reading, "t", "read", "ios", "", 100);
  const Seen *seen = find_seen(reading, "t", "read", "ios", "");
  assert_null(strstr(seen->labels, "job="));
}

static void each_preamble_begins_a_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/77-three-runs-concatenated.txt");
  assert_int_equal(run_count(reading), 3);
  assert_non_null(find_seen(reading, "job", "write", "iops", "block_size=65536 rw=write"));
  assert_non_null(find_seen(reading, "job", "write", "iops", "block_size=8192 rw=randrw"));
  for (guint i = 0; i < 3; i++) {
    g_autofree char *id = g_strdup_printf("%u", i + 1);
    assert_string_equal(((const IodRun *)g_ptr_array_index(reading->runs, i))->id, id);
  }
}

/* ---- Pieces ---- */

static void a_piece_holds_what_stands_right_under_it(void **state) {
  (void)state;
  static const char log[] = "  read: IOPS=100, BW=400KiB/s (410kB/s)(400KiB/1000msec)\n"
                            "    clat (usec): min=15, max=900, avg=278.05, stdev=12.48\n\n"
                            "The latency of the other disk was better:\n\n"
                            "    clat (usec): min=1, max=9, avg=2.05, stdev=1.48\n"
                            "     lat (usec): min=1, max=9, avg=2.15, stdev=1.48\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "-", "read", "clat_mean", "", 278.05e-6);
  assert_absent(reading, "-", "read", "lat_mean", "");
  assert_string_equal(find_seen(reading, "-", "read", "iops", "")->labels, "");
}

static void pieces_of_a_kind_are_runs(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio(READ_LINE("400", "1000") READ_LINE("500", "1000"), -1);
  assert_int_equal(run_count(reading), 2);
}

static void sums_alone_are_of_their_group(void **state) {
  (void)state;
  static const char log[] = "Run status group 3 (all jobs):\n"
                            "  WRITE: io=182792KB, aggrb=179207KB/s, minb=91798KB/s, maxb=91980KB/s, "
                            "mint=1017msec, maxt=1020msec\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_value(reading, "group 3", "write", "bandwidth", "aggregate=group", 179207 * 1024.0);
  assert_value(reading, "group 3", "write", "bytes", "aggregate=group", 182792 * 1024.0);
  assert_value(reading, "group 3", "write", "duration", "aggregate=group", 1.02);
}

static void sums_may_have_text_in_front(void **state) {
  (void)state;
  static const char log[] =
      "1 - READ: io=21981MB, aggrb=366MB/s, minb=366MB/s, maxb=366MB/s, mint=60001msec, maxt=60001msec\n"
      "2 - READ: io=31981MB, aggrb=533MB/s, minb=533MB/s, maxb=533MB/s, mint=60001msec, maxt=60001msec\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_int_equal(run_count(reading), 2);
  g_autoptr(Reading) prose =
      read_fio("then read: IOPS=10.1k, BW=39.5MiB/s (41.4MB/s)(1185MiB/30001msec) means\n", -1);
  assert_int_equal(prose->seen->len, 0);
}

/* ---- Failures ---- */

static void an_error_is_told_and_labelled(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/max-latency.txt");
  assert_non_null(find_seen(reading, "ml", "read", "iops", "job=1 error=110"));
  assert_non_null(find_seen(reading, "ml", "read", "iops", "aggregate=group error=110"));
  const IodRun *run = g_ptr_array_index(reading->runs, 0);
  assert_non_null(strstr(run->failure, "error 110"));
  assert_non_null(strstr(run->failure, "Connection timed out"));
  assert_true(is_warned(reading, "failed_run"));
}

static void an_error_without_io_is_a_failed_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/22-enospc-layout.txt");
  assert_int_equal(reading->seen->len, 0);
  assert_int_equal(reading->runs->len, 1);
  assert_non_null(strstr(((const IodRun *)g_ptr_array_index(reading->runs, 0))->failure, "No space left"));
}

static void a_killed_job_gives_nothing(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/killed-job.txt");
  assert_absent(reading, "k", "-", "cpu_user", "job=1");
  assert_non_null(find_seen(reading, "k", "read", "iops", "job=2"));
  assert_non_null(strstr(((const IodRun *)g_ptr_array_index(reading->runs, 0))->failure, "signal=9"));
}

static void a_message_may_come_before_its_run(void **state) {
  (void)state;
  /* Messages are written at once, reports when the buffer is full. */
  g_autoptr(Reading) reading =
      read_fio(PREAMBLE REPORT("7", "00:01", "400", "1000", "100") SUMS
               "fio: pid=9, got signal=9\n" PREAMBLE REPORT("9", "00:05", "400", "1000", "100") SUMS,
               -1);
  assert_int_equal(reading->runs->len, 2);
  assert_null(((const IodRun *)g_ptr_array_index(reading->runs, 0))->failure);
  assert_non_null(((const IodRun *)g_ptr_array_index(reading->runs, 1))->failure);
}

static void a_report_that_never_came_is_a_failed_run(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/73-whole-fio-sigkill-no-result.txt");
  assert_int_equal(reading->seen->len, 0);
  assert_true(is_warned(reading, "failed_run"));
  /* Other programs start things too. */
  g_autoptr(Reading) other =
      read_fio("Starting 4 workers\nStarting 2 processes of mine\nStarting 3 threads\n", -1);
  assert_int_equal(other->runs->len, 0);
  assert_int_equal(other->warnings->len, 0);
}

static void cpu_jobs_give_nothing(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("text/34-cpuio.txt");
  assert_int_equal(reading->seen->len, 0);
  assert_int_equal(reading->runs->len, 0);
}

static void an_interrupted_run_is_told(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/interrupted.txt");
  assert_true(is_warned(reading, "interrupted"));
  assert_false(((const IodRun *)g_ptr_array_index(reading->runs, 0))->complete);
}

/* ---- What else stands in logs ---- */

static void headers_may_be_glued_to_progress(void **state) {
  (void)state;
  static const char log[] =
      "Jobs: 2 (f=2)t: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 23:00:00 2026\n" READ_LINE(
          "400", "1000") ISSUED("100");
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_non_null(find_seen(reading, "t", "read", "iops", ""));
  static const char longer[] = "Jobs: 1 (f=1): [m(1)][-.-%][r=30.3MiB/s][r=7758 IOPS][eta 00m:00s]my[job]: "
                               "(groupid=0, jobs=1): err= 0: "
                               "pid=7: Mon Nov 30 23:00:00 2026\n" READ_LINE("400", "1000") ISSUED("100");
  g_autoptr(Reading) other = read_fio(longer, -1);
  assert_non_null(find_seen(other, "my[job]", "read", "iops", ""));
}

static void names_may_be_glued_to_an_echo(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio("4 2=====" PREAMBLE REPORT("7", "00:00", "400", "1000", "100"), -1);
  assert_non_null(find_seen(reading, "t", "read", "iops", "rw=randread block_size=4096"));
  g_autoptr(Reading) other = read_fio(PREAMBLE "now! " REPORT("7", "00:00", "400", "1000", "100"), -1);
  assert_non_null(find_seen(other, "t", "read", "iops", "rw=randread"));
}

static void names_may_look_like_lines(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fixture("twin/odd-name.txt");
  assert_non_null(find_seen(reading, "read: IOPS=1k, BW=1 (x", "read", "iops", "rw=randread"));
  g_autoptr(Reading) fio = read_fixture("twin/name-fio.txt");
  assert_non_null(find_seen(fio, "fio", "read", "iops", ""));
  assert_non_null(find_seen(fio, "note", "read", "iops", ""));
  g_autoptr(Reading) colons = read_fixture("text/58-name-with-spaces-colons.txt");
  assert_non_null(find_seen(colons, "job: 4k, qd=1 (read : x)", "read", "iops", "rw=read"));
}

static void hostile_names_are_bounded(void **state) {
  (void)state;
  GString *log = g_string_new(NULL);
  for (guint i = 0; i < 5000; i++) g_string_append(log, "\xc3\xa4: (groupid=0");
  g_string_append(log, "\x01\x1b[31mx: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 23:00:00 2026\n");
  g_string_append(log, READ_LINE("400", "1000") ISSUED("100"));
  g_autoptr(Reading) reading = read_fio(log->str, -1);
  g_string_free(log, TRUE);
  assert_true(reading->seen->len > 0);
  const Seen *seen = g_ptr_array_index(reading->seen, 0);
  assert_in_range(strlen(seen->test), 1, 140);
  assert_true(g_utf8_validate(seen->test, -1, NULL));
}

static void noise_within_a_report_does_no_harm(void **state) {
  (void)state;
  static const char log[] = PREAMBLE HEADER("7", "00:00")
      READ_LINE("400", "1000") "[ 1485.29] dio_bio_end_aio: end of sleep\n"
                               "    clat (usec): min=15, max=900, avg=278.05, stdev=12.48\n"
                               "process  12345 reaped\n" ISSUED(
                                   "100") "\nRun status group 0 (all jobs):\n[ 1486.00] oops\n"
                                          "   READ: bw=400KiB/s (410kB/s), 400KiB/s-400KiB/s "
                                          "(410kB/s-410kB/s), io=400KiB (410kB), "
                                          "run=1000-1000msec\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_int_equal(run_count(reading), 1);
  assert_value(reading, "t", "read", "clat_mean", "", 278.05e-6);
  assert_absent(reading, "t", "read", "bandwidth", "aggregate=group");
}

static void a_report_in_one_line_is_refused(void **state) {
  (void)state;
  static const char log[] =
      "t: (groupid=0, jobs=1): err= 0: pid=7: Mon Nov 30 23:00:00 2026   read: IOPS=100, "
      "BW=400KiB/s (410kB/s)(400KiB/1000msec)    clat (usec): min=1\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_int_equal(reading->seen->len, 0);
  assert_true(is_warned(reading, "broken"));
}

static void terse_output_is_told(void **state) {
  (void)state;
  GString *log = g_string_new("3;fio-3.33;job;0;0");
  for (guint i = 0; i < 100; i++) g_string_append(log, ";0");
  g_string_append_c(log, '\n');
  g_autoptr(Reading) reading = read_fio(log->str, -1);
  assert_true(is_warned(reading, "unsupported"));
  g_string_append(log, PREAMBLE REPORT("7", "00:00", "400", "1000", "100"));
  g_autoptr(Reading) both = read_fio(log->str, -1);
  g_string_free(log, TRUE);
  assert_false(is_warned(both, "unsupported"));
}

static void programs_are_no_logs(void **state) {
  (void)state;
  static const char source[] =
      "  p += sprintf(p, \"%s: (groupid=%d, jobs=%d): err=%2d: pid=%d: %s\", name, groupid, jobs, err, pid, "
      "date);\n"
      "  log_buf(out, \"  %s: IOPS=%s, BW=%s (%s)(%s/%llumsec)\\n\", name, iops, bw, alt, io, runtime);\n"
      "  log_buf(out, \"     |%s%*.*fth=[%5llu]\", sep, width, digits, p, value);\n"
      "  read: IOPS=, BW= ()(/msec)\n"
      "Run status group %d (all jobs):\n   READ: bw=%s\n"
      "  cpu          : usr=%3.2f%%, sys=%3.2f%%\n"
      "     issued rwts: total=%llu,%llu\n";
  g_autoptr(Reading) reading = read_fio(source, -1);
  assert_int_equal(reading->seen->len, 0);
  assert_int_equal(reading->runs->len, 0);
}

static void nonsense_numbers_are_left_out(void **state) {
  (void)state;
  static const char log[] = PREAMBLE HEADER(
      "7", "00:00") "  read: IOPS=99999999999999999999k, BW=400KiB/s (410kB/s)(400KiB/1000msec)\n"
                    "    clat (usec): min=-1, max=900, avg=278.05, stdev=12.48\n"
                    "    clat percentiles (usec):\n     | 50.00th=[99999999999999999999], 99.00th=[ 300]\n"
                    "     issued rwts: total=99999999999999999999999,0,0,0 short=0,0,0,0 dropped=0,0,0,0\n";
  g_autoptr(Reading) reading = read_fio(log, -1);
  assert_absent(reading, "t", "read", "iops", "");
  assert_absent(reading, "t", "read", "ios", "");
  assert_absent(reading, "t", "read", "clat_min", "");
  assert_absent(reading, "t", "read", "clat_p50", "");
  assert_value(reading, "t", "read", "bandwidth", "", 400 * 1024);
  assert_value(reading, "t", "read", "clat_mean", "", 278.05e-6);
}

static void a_cut_number_is_not_trusted(void **state) {
  (void)state;
  g_autoptr(Reading) cut =
      read_fio(PREAMBLE HEADER("7", "00:00")
                   READ_LINE("400", "1000") "    clat (usec): min=15, max=900, avg=278.05, stdev=12.48",
               -1);
  assert_value(cut, "t", "read", "clat_mean", "", 278.05e-6);
  assert_absent(cut, "t", "read", "clat_stddev", "");
  assert_true(is_warned(cut, "cut"));
  /* A number with its unit behind it is whole. */
  g_autoptr(Reading) whole =
      read_fio(PREAMBLE HEADER("7", "00:00") "  read: IOPS=100, BW=400KiB/s (410kB/s)(400KiB/1000msec)", -1);
  assert_value(whole, "t", "read", "duration", "", 1);
}

static void a_row_that_was_cut_keeps_what_is_whole(void **state) {
  (void)state;
  g_autoptr(Reading) reading = read_fio(
      PREAMBLE HEADER("7", "00:00") READ_LINE(
          "400", "1000") "    clat percentiles (usec):\n     | 50.00th=[  10], 60.00th=[  12], 70.00th=[ ",
      -1);
  assert_value(reading, "t", "read", "clat_p60", "", 12e-6);
  assert_absent(reading, "t", "read", "clat_p70", "");
}

/* ---- Size ---- */

static void many_jobs_take_no_longer_each(void **state) {
  (void)state;
  enum { JOBS = 20000 };
  GString *log = g_string_new(PREAMBLE);
  for (guint i = 0; i < JOBS; i++)
    g_string_append_printf(log, "t: (groupid=%u, jobs=1): err= 0: pid=%u: Mon Nov 30 23:00:00 2026\n%s%s", i,
                           i + 1, READ_LINE("400", "1000"), ISSUED("100"));
  for (guint i = 0; i < JOBS; i++)
    g_string_append_printf(
        log,
        "\nRun status group %u (all jobs):\n   READ: bw=400KiB/s (410kB/s), 400KiB/s-400KiB/s "
        "(410kB/s-410kB/s), io=400KiB (410kB), run=1000-1000msec\n",
        i);
  g_autoptr(Reading) reading = read_fio(log->str, (gssize)log->len);
  g_string_free(log, TRUE);
  assert_int_equal(reading->runs->len, 1);
  assert_int_equal(reading->seen->len, JOBS * 5);
}

#define TEST(name) cmocka_unit_test(name)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(rates_of_a_mixed_job),
      TEST(latencies_of_a_mixed_job),
      TEST(facts_of_a_run),
      TEST(each_direction_has_its_block_size),
      TEST(syncs_are_latencies_of_fsync),
      TEST(priority_classes_are_passed_over),
      TEST(mixed_line_of_zeros_is_made_good),
      TEST(short_runs_and_table_tops_are_told),
      TEST(no_time_gives_no_rate),
      TEST(old_versions_mean_1024),
      TEST(thousands_may_be_parted),
      TEST(the_count_tells_kb_base_1000),
      TEST(bits_are_eighths),
      TEST(percentiles_stood_in_one_line_once),
      TEST(rounding_is_known_by_the_version),
      TEST(jobs_of_a_group_have_numbers_and_a_sum),
      TEST(jobs_of_several_names_make_a_numbered_group),
      TEST(a_block_of_group_reporting_stands_for_its_group),
      TEST(groups_are_told_apart_where_names_repeat),
      TEST(sums_of_more_jobs_than_stand_there_are_told),
      TEST(jobs_without_their_sums_are_told),
      TEST(a_lone_first_job_is_one_of_several),
      TEST(servers_report_as_one_group),
      TEST(servers_are_known_without_their_preamble),
      TEST(rounded_labels_of_the_sum_are_told_by_their_places),
      TEST(rounded_labels_are_left_out_where_places_do_not_tell),
      TEST(of_repeated_reports_the_last_counts),
      TEST(the_clock_tells_runs_from_repeats),
      TEST(less_is_no_repeat),
      TEST(text_between_parts_runs),
      TEST(a_repeat_cut_short_leaves_the_report_before_it),
      TEST(each_preamble_begins_a_run),
      TEST(a_piece_holds_what_stands_right_under_it),
      TEST(pieces_of_a_kind_are_runs),
      TEST(sums_alone_are_of_their_group),
      TEST(sums_may_have_text_in_front),
      TEST(an_error_is_told_and_labelled),
      TEST(an_error_without_io_is_a_failed_run),
      TEST(a_killed_job_gives_nothing),
      TEST(a_message_may_come_before_its_run),
      TEST(a_report_that_never_came_is_a_failed_run),
      TEST(cpu_jobs_give_nothing),
      TEST(an_interrupted_run_is_told),
      TEST(headers_may_be_glued_to_progress),
      TEST(names_may_be_glued_to_an_echo),
      TEST(names_may_look_like_lines),
      TEST(hostile_names_are_bounded),
      TEST(noise_within_a_report_does_no_harm),
      TEST(a_report_in_one_line_is_refused),
      TEST(terse_output_is_told),
      TEST(programs_are_no_logs),
      TEST(nonsense_numbers_are_left_out),
      TEST(a_cut_number_is_not_trusted),
      TEST(a_row_that_was_cut_keeps_what_is_whole),
      TEST(many_jobs_take_no_longer_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
