// SPDX-License-Identifier: GPL-3.0-or-later
/* What breaks while it runs: nothing that was finished is lost, nothing short or failed is in the numbers,
 * and no file is left behind that isn't named. */
#include "runner_program.h"

#include <errno.h>
#include <sys/resource.h>

/* Reads and writes fail as a text says; of 4096 bytes, so that the layout is spared. */
static void break_io(Program *program, const char *how) {
  needs_direct(program);
  g_ptr_array_add(program->environment, g_strdup("LD_PRELOAD=" IOD_FAULTY_IO));
  g_ptr_array_add(program->environment, g_strdup("ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0"));
  g_ptr_array_add(program->environment, g_strdup("FAULTY_SIZE=4096"));
  g_ptr_array_add(program->environment, g_strdup_printf("FAULTY_IO=%s", how));
}

/* Its one run; borrowed from what is to be freed. */
static const json_t *only_run(const Program *program, json_t **runs) {
  *runs = runs_in(program->out);
  assert_int_equal(json_array_size(*runs), 1);
  return json_array_get(*runs, 0);
}

static void short_reads_are_counted_apart(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  break_io(program, "pread:short:1:10");
  program_run(program, "run target --size 4m --rw randread --ios 200 --runs 1");
  program_exits(program, 0);
  program_says(program, "20 I/Os moved fewer bytes");
  const json_t *run = only_run(program, &runs);
  assert_string_equal(fact_in(run, "short_ios_read"), "20");
  assert_true(value_in(run, "read", "ios") == 180);
  assert_true(value_in(run, "read", "bytes") == 180 * 4096);
  assert_true(json_is_true(json_object_get(run, "complete")));
  json_decref(runs);
}

static void nothing_but_short_writes_is_no_result(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  break_io(program, "pwrite:short:1:1");
  program_run(program, "run target --size 4m --rw write --ios 50 --runs 3");
  program_exits(program, 6);
  const json_t *run = only_run(program, &runs);
  assert_non_null(strstr(text_of(run, "failure"), "fewer bytes"));
  assert_true(value_in(run, "write", "ios") == -1);
  json_decref(runs);
}

static void an_error_ends_the_run_and_keeps_what_was_measured(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  g_autofree char *how = g_strdup_printf("pwrite:%d:101:1", EIO);
  break_io(program, how);
  program_run(program, "run target --size 4m --rw randwrite --ios 5000 --runs 3");
  program_exits(program, 6);
  program_says(program, "Input/output error");
  const json_t *run = only_run(program, &runs);
  assert_true(json_is_false(json_object_get(run, "complete")));
  assert_non_null(strstr(text_of(run, "failure"), "Input/output error"));
  assert_true(value_in(run, "write", "ios") == 100);
  assert_string_equal(fact_in(run, "failed_ios_write"), "1");
  assert_string_equal(fact_in(run, "failed_op"), "write");
  assert_int_equal(entries_of(program->target), 0);
  const json_t *labels = json_object_get(json_array_get(json_object_get(run, "observations"), 0), "labels");
  assert_int_equal(atoi(text_of(labels, "error")), EIO);
  json_decref(runs);
}

static void a_full_device_is_told_as_such(void **state) {
  Program *program = *state;
  g_autofree char *how = g_strdup_printf("pwrite:%d:1:1", ENOSPC);
  break_io(program, how);
  program_run(program, "run target --size 4m --rw randwrite --ios 50 --runs 1");
  program_exits(program, 6);
  program_says(program, "No space left on device");
  assert_int_equal(entries_of(program->target), 0);
}

static void a_failing_sync_is_a_failure(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  /* The first call is the runner's own, before the run. */
  g_autofree char *how = g_strdup_printf("fdatasync:%d:3:1", EIO);
  break_io(program, how);
  g_ptr_array_add(program->environment, g_strdup("FAULTY_SIZE=0"));
  program_run(program, "run target --size 4m --rw write --ios 50 --fdatasync --runs 1");
  program_exits(program, 6);
  const json_t *run = only_run(program, &runs);
  assert_string_equal(fact_in(run, "failed_op"), "fsync");
  assert_true(value_in(run, "write", "ios") == 2);
  json_decref(runs);
}

static void a_file_that_ends_early_is_a_failure(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  break_io(program, "pread:0:1:1"); /* no error, no bytes */
  program_run(program, "run target --size 4m --rw randread --ios 50 --runs 1");
  program_exits(program, 6);
  const json_t *run = only_run(program, &runs);
  assert_non_null(text_of(run, "failure"));
  json_decref(runs);
}

/* A device that says it wrote, and did not. */
static void a_lie_is_found_by_verifying(void **state) {
  Program *program = *state;
  json_t *runs = NULL;
  break_io(program, "pwrite:lie:37:1000");
  program_run(program, "run target --size 4m --rw randwrite --ios 500 --verify --runs 1");
  program_exits(program, 6);
  program_says(program, "1 of 500 blocks do not hold");
  const json_t *run = only_run(program, &runs);
  assert_string_equal(fact_in(run, "verify"), "failed");
  json_decref(runs);
}

static void the_other_target_goes_on(void **state) {
  Program *program = *state;
  g_autofree char *second = g_build_filename(program->folder, "second", NULL);
  assert_int_equal(g_mkdir(second, 0755), 0);
  g_autofree char *how = g_strdup_printf("pread:%d:150:1000000", EIO);
  break_io(program, how);
  program_run(program, "run target second --size 4m --rw randread --ios 100 --runs 4");
  program_exits(program, 6);
  json_t *runs = runs_in(program->out);
  guint complete = 0;
  for (size_t i = 0; i < json_array_size(runs); i++) {
    complete += json_is_true(json_object_get(json_array_get(runs, i), "complete")) ? 1 : 0;
  }
  /* The second run failed; its target had had none or one before, the other has all four. */
  assert_int_equal(json_array_size(runs), complete + 1);
  assert_in_range(complete, 4, 5);
  json_decref(runs);
}

/* One I/O of 300 stalls for 0.2 s. In an open loop of 1000 a second 200 more are due meanwhile, and wait 0.1
 * s in the mean; a closed loop begins none, and hides it. */
static void a_stall_is_not_hidden_by_an_open_loop(void **state) {
  Program *program = *state;
  json_t *open_loop = NULL;
  json_t *closed_loop = NULL;
  break_io(program, "pread:stall:50:1000000");
  program_run(program, "run target --size 4m --rw randread --ios 300 --rate 1000 --runs 1");
  program_exits(program, 0);
  const json_t *run = only_run(program, &open_loop);
  assert_true(value_in(run, "read", "lat_mean") > 0.05);
  assert_true(value_in(run, "read", "lat_p80") > 0.05);
  program_run(program, "run target --size 4m --rw randread --ios 300 --runs 1");
  run = only_run(program, &closed_loop);
  assert_true(value_in(run, "read", "lat_max") > 0.19);
  assert_true(value_in(run, "read", "lat_p50") < value_in(run, "read", "lat_max") / 2);
  json_decref(open_loop);
  json_decref(closed_loop);
}

/* ---- Limits and interruptions ---- */

static void a_limit_on_files_is_seen_before_the_first_write(void **state) {
  Program *program = *state;
  needs_direct(program);
  struct rlimit before;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  struct rlimit low = {2 << 20, before.rlim_max};
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &low), 0);
  program_run(program, "run target --size 4m --rw read --ios 10 --runs 1");
  setrlimit(RLIMIT_FSIZE, &before);
  program_exits(program, 2);
  program_says(program, "ulimit -f");
  assert_int_equal(entries_of(program->target), 0);
}

static void wait_for_entry(const char *folder) {
  for (guint i = 0; i < 1000 && entries_of(folder) == 0; i++) g_usleep(10000);
  assert_true(entries_of(folder) > 0);
}

static void signals_leave_nothing_behind(void **state) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGALRM};
  Program *program = *state;
  needs_direct(program);
  for (gsize i = 0; i < G_N_ELEMENTS(signals); i++) {
    GPid pid = program_start(program, "run target --size 8m --rw randrw --iodepth 4 --runtime 300");
    wait_for_entry(program->target);
    g_usleep(20000 * (gulong)i * (gulong)i);
    kill(pid, signals[i]);
    program_wait(program, pid);
    assert_int_equal(program->code, 6);
    assert_int_equal(entries_of(program->target), 0);
  }
}

/* As in `iodelta run … | head`. */
static void a_reader_that_leaves_ends_the_plan(void **state) {
  Program *program = *state;
  needs_direct(program);
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  g_auto(GStrv) arguments = program_arguments("run target --size 1m --rw read --ios 10 --runs 1000 -q");
  GPid pid = 0;
  assert_true(g_spawn_async_with_fds(program->folder, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                     &pid, -1, ends[1], STDERR_FILENO, NULL));
  char first = 0;
  close(ends[1]);
  assert_int_equal(read(ends[0], &first, 1), 1);
  close(ends[0]);
  program_wait(program, pid);
  assert_int_equal(program->code, 6);
  assert_int_equal(entries_of(program->target), 0);
}

/* I/O that never comes back holds up no second Ctrl-C. */
static void a_device_that_hangs_is_left(void **state) {
  Program *program = *state;
  break_io(program, "pread:hang:5:1");
  GPid pid = program_start(program, "run target --size 1m --rw read --ios 10 --runs 1 -q");
  wait_for_entry(program->target);
  for (guint i = 0; i < 300 && waitpid(pid, NULL, WNOHANG) == 0; i++) {
    kill(pid, SIGINT);
    g_usleep(100000);
  }
  assert_int_equal(waitpid(pid, NULL, WNOHANG), -1);
  assert_int_equal(entries_of(program->target), 0);
}

static guint count_complete(const char *path) {
  g_autofree char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) return 0;
  char *end = strrchr(text, '\n');
  if (end != NULL) end[1] = '\0';
  json_t *runs = end != NULL ? runs_in(text) : json_array();
  guint count = (guint)json_array_size(runs);
  json_decref(runs);
  return count;
}

/* Killed again and again, and gone on with: what was finished before stays, the plan comes to its end, and
 * what was left behind is named and removed. */
static void a_killed_plan_is_finished(void **state) {
  Program *program = *state;
  g_autofree char *results = g_build_filename(program->folder, "r.ndjson", NULL);
  static const char command[] = "run target --size 4m --rw randread,randwrite --iodepth 1,4 --ios 300 --runs "
                                "6 -q -o r.ndjson --resume --clean";
  needs_direct(program);
  guint before = 0;
  g_autoptr(GRand) chance = g_rand_new_with_seed(20);
  for (guint i = 0; i < 8; i++) {
    GPid pid = program_start(program, command);
    g_usleep((gulong)g_rand_int_range(chance, 100000, 900000));
    kill(pid, SIGKILL);
    program_wait(program, pid);
    guint now = count_complete(results);
    assert_true(now >= before);
    before = now;
  }
  program_run(program, command);
  program_exits(program, 0);
  assert_int_equal(count_complete(results), 24);
  assert_int_equal(entries_of(program->target), 0);
  program_run(program, "summary r.ndjson --format ndjson");
  program_exits(program, 0);
}

static void what_a_kill_left_is_named(void **state) {
  Program *program = *state;
  needs_direct(program);
  GPid pid = program_start(program, "run target --size 4m --rw read --runtime 300");
  wait_for_entry(program->target);
  kill(pid, SIGKILL);
  program_wait(program, pid);
  assert_int_equal(entries_of(program->target), 1);
  program_run(program, "run target --size 4m --rw read --ios 10 --runs 1");
  program_exits(program, 0);
  program_says(program, "left behind by a run that was killed; remove it: rm ");
  assert_int_equal(entries_of(program->target), 1);
  program_run(program, "run target --size 4m --rw read --ios 10 --runs 1 --clean");
  program_exits(program, 0);
  assert_int_equal(entries_of(program->target), 0);
}

/* After the first of two runs somebody removes the file. */
static void a_file_that_vanishes_is_told(void **state) {
  Program *program = *state;
  g_autofree char *results = g_build_filename(program->folder, "r.ndjson", NULL);
  g_autofree char *command = g_strdup_printf("rm -f '%s'/.iodelta-*", program->target);
  needs_direct(program);
  GPid pid = program_start(program, "run target --size 4m --rw read --runtime 1 --runs 3 -q -o r.ndjson");
  for (guint i = 0; i < 3000 && count_complete(results) == 0; i++) g_usleep(10000);
  assert_int_equal(system(command), 0);
  program_wait(program, pid);
  assert_int_equal(program->code, 6);
  g_autofree char *text = NULL;
  assert_true(g_file_get_contents(results, &text, NULL, NULL));
  json_t *runs = runs_in(text);
  assert_in_range(json_array_size(runs), 2, 3);
  const json_t *last = json_array_get(runs, json_array_size(runs) - 1);
  assert_true(json_is_false(json_object_get(last, "complete")));
  assert_non_null(text_of(last, "failure"));
  assert_true(json_is_true(json_object_get(json_array_get(runs, 0), "complete")));
  json_decref(runs);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      PROGRAM(short_reads_are_counted_apart),
      PROGRAM(nothing_but_short_writes_is_no_result),
      PROGRAM(an_error_ends_the_run_and_keeps_what_was_measured),
      PROGRAM(a_full_device_is_told_as_such),
      PROGRAM(a_failing_sync_is_a_failure),
      PROGRAM(a_file_that_ends_early_is_a_failure),
      PROGRAM(a_lie_is_found_by_verifying),
      PROGRAM(the_other_target_goes_on),
      PROGRAM(a_stall_is_not_hidden_by_an_open_loop),
      PROGRAM(a_device_that_hangs_is_left),
      PROGRAM(a_reader_that_leaves_ends_the_plan),
      PROGRAM(a_limit_on_files_is_seen_before_the_first_write),
      PROGRAM(signals_leave_nothing_behind),
      PROGRAM(a_killed_plan_is_finished),
      PROGRAM(what_a_kill_left_is_named),
      PROGRAM(a_file_that_vanishes_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
