// SPDX-License-Identifier: GPL-3.0-or-later
/* Plans carried out on the file system that the tests run on. */
#include "runner_support.h"

#include <fcntl.h>
#include <math.h>
#include <sys/stat.h>

static void every_io_is_counted_once(void **state) {
  Bench *bench = *state;
  bench_jobs(bench, (IodJobLists){.rw = "randread,write", .iodepth = "1,4", .numjobs = "1,3"});
  bench_run_here(bench, IOD_OUTCOME_DONE);
  assert_int_equal(bench->watch.runs->len, 8);
  for (guint i = 0; i < 8; i++) {
    const IodStep *step = &g_array_index(bench->plan->steps, IodStep, i);
    const IodJob *job = &g_array_index(bench->plan->jobs, IodJob, step->job);
    const char *op = job->rw == IOD_RW_WRITE ? "write" : "read";
    double ios = value_of(bench, i, op, "ios");
    assert_true(ios == 200.0 * job->numjobs);
    assert_true(value_of(bench, i, op, "bytes") == ios * 4096);
    double duration = value_of(bench, i, op, "duration");
    assert_true(fabs(value_of(bench, i, op, "iops") * duration - ios) < 1e-6 * ios);
    assert_true(value_of(bench, i, op, "lat_min") > 0);
    assert_true(value_of(bench, i, op, "lat_max") <= duration);
    assert_true(run_of(bench, i)->complete);
    guint64 counted = 0;
    const IodHistogram *histogram = run_of(bench, i)->histograms->pdata[0];
    for (guint b = 0; b < histogram->counts->len; b++)
      counted += g_array_index(histogram->counts, IodBucket, b).count;
    assert_true((double)counted == ios);
  }
}

/* Percentiles rise, and lie between the extremes, as does the mean. */
static void latencies_are_in_order(void **state) {
  static const char *const names[] = {"min", "p50", "p90", "p99", "p99.9", "p99.99", "max"};
  Bench *bench = *state;
  bench_jobs(bench, (IodJobLists){.rw = "randrw", .iodepth = "8"});
  bench_run_here(bench, IOD_OUTCOME_DONE);
  const IodJob *job = &g_array_index(bench->plan->jobs, IodJob, 0);
  const char *prefix = job->engine == IOD_ENGINE_IO_URING ? "clat" : "lat";
  double last = 0;
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *metric = g_strdup_printf("%s_%s", prefix, names[i]);
    double value = value_of(bench, 0, "read", metric);
    assert_true(value > 0 && value >= last);
    last = value;
  }
  if (job->engine != IOD_ENGINE_IO_URING) return;
  double lat = value_of(bench, 0, "read", "lat_mean");
  double sum = value_of(bench, 0, "read", "slat_mean") + value_of(bench, 0, "read", "clat_mean");
  assert_true(fabs(lat - sum) < lat * 1e-9);
}

static void the_result_tells_what_was_done(void **state) {
  Bench *bench = *state;
  bench_jobs(bench, (IodJobLists){.rw = "randread"});
  iod_labels_set(bench->plan->labels, "volume", "jiva");
  bench_run_here(bench, IOD_OUTCOME_DONE);
  const IodRun *run = run_of(bench, 0);
  assert_string_equal(run->tool, "iodelta");
  assert_string_equal(iod_labels_get(run->labels, "target"), bench->folder);
  assert_string_equal(iod_labels_get(run->labels, "volume"), "jiva");
  assert_null(iod_labels_get(run->labels, "series"));
  static const char *const facts[] = {"kernel",     "cpus",    "memory",    "filesystem", "mount_options",
                                      "free_space", "options", "plan_step", "file_size"};
  for (gsize i = 0; i < G_N_ELEMENTS(facts); i++) assert_non_null(fact_of(bench, 0, facts[i]));
  assert_string_equal(fact_of(bench, 0, "proof_direct"), "1");
  assert_string_equal(fact_of(bench, 0, "proof_hole_bytes"), "0");
  assert_string_equal(fact_of(bench, 0, "proof_cached_bytes"), "0");
  IodEntry entry = iod_dataset_entry(bench->watch.runs->pdata[0], 0);
  assert_string_equal(entry.key->test, "randread");
  assert_string_equal(iod_labels_get(entry.key->labels, "block_size"), "4096");
  assert_string_equal(iod_labels_get(entry.key->labels, "direct"), "1");
  assert_string_equal(iod_labels_get(entry.key->labels, "ioengine"), "psync");
}

static void what_was_written_is_there(void **state) {
  Bench *bench = *state;
  bench->plan->settings.verify = TRUE;
  bench->plan->settings.ios = 3000; /* of 2048 blocks: a pass and a half */
  bench_jobs(bench, (IodJobLists){.rw = "randwrite,randrw,write", .iodepth = "1,16"});
  bench_jobs(bench, (IodJobLists){.rw = "write", .bs = "12k", .numjobs = "3"});
  bench_run_here(bench, IOD_OUTCOME_DONE);
  for (guint i = 0; i < bench->watch.runs->len; i++) {
    assert_string_equal(fact_of(bench, i, "verify"), "ok");
    assert_non_null(fact_of(bench, i, "verified_blocks"));
    assert_true(strtod(fact_of(bench, i, "verified_blocks"), NULL) >= 500);
  }
}

static void syncs_are_timed_apart(void **state) {
  Bench *bench = *state;
  bench->plan->settings.ios = 40;
  bench_jobs(bench,
             (IodJobLists){.rw = "write", .iodepth = "1,4", .common = {.fsync = 4, .fdatasync = TRUE}});
  bench_run_here(bench, IOD_OUTCOME_DONE);
  for (guint i = 0; i < 2; i++) {
    assert_true(value_of(bench, i, "write", "ios") == 40);
    assert_true(value_of(bench, i, "fsync", "ios") == 10);
    assert_true(value_of(bench, i, "fsync", "lat_p50") > 0);
    assert_true(value_of(bench, i, "fsync", "iops") == -1);
  }
}

/* 400 I/Os a second for half a second, however fast the device is. */
static void a_rate_is_kept(void **state) {
  Bench *bench = *state;
  bench->plan->settings.ios = 0;
  bench->plan->settings.runtime = IOD_NSEC_PER_SEC / 2;
  bench->plan->settings.rate = 400;
  bench_jobs(bench, (IodJobLists){.rw = "randread", .iodepth = "1,4", .numjobs = "2"});
  bench_run_here(bench, IOD_OUTCOME_DONE);
  for (guint i = 0; i < 2; i++) {
    double missed =
        fact_of(bench, i, "missed_ios") != NULL ? strtod(fact_of(bench, i, "missed_ios"), NULL) : 0;
    assert_true(value_of(bench, i, "read", "ios") + missed == 200);
    assert_true(value_of(bench, i, "read", "duration") >= 0.5);
  }
}

static void a_ramp_is_not_counted(void **state) {
  Bench *bench = *state;
  bench->plan->settings.ramp_time = IOD_NSEC_PER_SEC / 5;
  bench->plan->settings.ios = 50;
  bench_jobs(bench, (IodJobLists){.rw = "randread"});
  gint64 before = g_get_monotonic_time();
  bench_run_here(bench, IOD_OUTCOME_DONE);
  assert_true(value_of(bench, 0, "read", "ios") >= 50);
  assert_true(value_of(bench, 0, "read", "ios") <= 51);
  assert_true(g_get_monotonic_time() - before >= 200000);
}

static void an_interrupt_throws_the_run_away(void **state) {
  Bench *bench = *state;
  bench->plan->settings.ios = 0;
  bench->plan->settings.runtime = 600 * IOD_NSEC_PER_SEC;
  bench->watch.interrupt_at = 2;
  bench_jobs(bench, (IodJobLists){.rw = "randrw", .iodepth = "8"});
  bench_run_here(bench, IOD_OUTCOME_INTERRUPTED);
  assert_int_equal(bench->watch.runs->len, 0);
}

static void what_is_done_is_not_run_again(void **state) {
  Bench *bench = *state;
  bench->plan->runs = 3;
  bench_jobs(bench, (IodJobLists){.rw = "read"});
  assert_true(iod_plan_add_target(bench->plan, bench->folder, NULL));
  assert_true(iod_plan_finish(bench->plan, NULL));
  g_array_index(bench->plan->steps, IodStep, 1).done = TRUE;
  IodOutcome outcome = iod_runner_execute(bench->plan, &bench->watch.hooks, NULL);
  if (outcome == IOD_OUTCOME_ERROR) skip();
  assert_int_equal(bench->watch.runs->len, 2);
  assert_string_equal(fact_of(bench, 1, "plan_step"), "3/1/1");
}

static void an_estimate_counts_the_layout(void **state) {
  Bench *bench = *state;
  bench->plan->runs = 4;
  bench->plan->settings.ios = 100;
  bench_jobs(bench, (IodJobLists){.rw = "read,write:64k"});
  assert_true(iod_plan_add_target(bench->plan, bench->folder, NULL));
  assert_true(iod_plan_finish(bench->plan, NULL));
  IodEstimate estimate;
  bench->plan->settings.direct = FALSE;
  assert_true(iod_runner_examine(bench->plan, &bench->watch.hooks, &estimate, NULL));
  assert_int_equal(estimate.layout_bytes, 8 << 20);
  assert_int_equal(estimate.written_bytes, 4 * 100 * 65536);
  assert_int_equal(estimate.writing, 0);
  bench->plan->settings.ios = 0;
  bench->plan->settings.runtime = 2 * IOD_NSEC_PER_SEC;
  assert_true(iod_runner_examine(bench->plan, &bench->watch.hooks, &estimate, NULL));
  assert_int_equal(estimate.measuring, 16 * IOD_NSEC_PER_SEC);
  assert_int_equal(estimate.writing, 8 * IOD_NSEC_PER_SEC);
  assert_int_equal(estimate.written_bytes, 0);
  assert_int_equal(count_entries(bench->folder), 0);
}

#define BENCH(test) cmocka_unit_test_setup_teardown(test, bench_setup, bench_teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      BENCH(every_io_is_counted_once),       BENCH(latencies_are_in_order),
      BENCH(the_result_tells_what_was_done), BENCH(what_was_written_is_there),
      BENCH(syncs_are_timed_apart),          BENCH(a_rate_is_kept),
      BENCH(a_ramp_is_not_counted),          BENCH(an_interrupt_throws_the_run_away),
      BENCH(what_is_done_is_not_run_again),  BENCH(an_estimate_counts_the_layout),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
