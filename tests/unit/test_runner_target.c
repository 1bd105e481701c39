// SPDX-License-Identifier: GPL-3.0-or-later
/* What may be measured, and what is refused before the first byte is written. */
#include "runner_program.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

static void make_file(const Program *program, const char *name, gsize size) {
  g_autofree char *path = g_build_filename(program->folder, name, NULL);
  g_autofree char *data = g_malloc(size);
  memset(data, 'x', size);
  assert_true(g_file_set_contents(path, data, (gssize)size, NULL));
}

static gboolean is_untouched(const Program *program, const char *name, gsize size) {
  g_autofree char *path = g_build_filename(program->folder, name, NULL);
  g_autofree char *data = NULL;
  gsize length = 0;
  assert_true(g_file_get_contents(path, &data, &length, NULL));
  for (gsize i = 0; i < length; i++) {
    if (data[i] != 'x') return FALSE;
  }
  return length == size;
}

/* ---- Files ---- */

static void an_existing_file_is_only_read(void **state) {
  Program *program = *state;
  needs_direct(program);
  make_file(program, "data", 1 << 20);
  program_run(program, "run data --rw randread --ios 20 --runs 1");
  program_exits(program, 0);
  program_run(program, "run data --rw randrw --ios 20 --runs 1");
  program_exits(program, 2);
  program_says(program, "--overwrite data");
  program_run(program, "run data --rw write --ios 20 --runs 1 --overwrite ./data");
  program_exits(program, 2);
  program_says(program, "no target is spelled so");
  program_run(program, "run data --rw write --ios 20 --runs 1 --destroy data");
  program_exits(program, 2);
  assert_true(is_untouched(program, "data", 1 << 20));
  program_run(program, "run x=data --rw write --ios 20 --runs 1 --overwrite data");
  program_exits(program, 0);
  assert_false(is_untouched(program, "data", 1 << 20));
}

static void a_file_keeps_its_size(void **state) {
  Program *program = *state;
  needs_direct(program);
  make_file(program, "data", (1 << 20) + 100);
  program_run(program, "run data --rw write --bs 64k --ios 100 --runs 1 --overwrite data");
  program_exits(program, 0);
  g_autofree char *path = g_build_filename(program->folder, "data", NULL);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(info.st_size, (1 << 20) + 100);
  program_run(program, "run data --rw read --size 2m --ios 10 --runs 1");
  program_exits(program, 2);
  program_says(program, "fewer than --size");
}

static void a_sparse_file_is_warned_of(void **state) {
  Program *program = *state;
  needs_direct(program);
  g_autofree char *path = g_build_filename(program->folder, "holes", NULL);
  make_file(program, "holes", 4096);
  assert_int_equal(truncate(path, 4 << 20), 0);
  program_run(program, "run holes --rw randread --ios 20 --runs 1");
  program_exits(program, 0);
  program_says(program, "sparse");
}

static void what_is_no_target_is_refused(void **state) {
  static const struct {
    const char *words, *says;
  } cases[] = {
      {"run gone --rw read", "No such file"},
      {"run /dev/null --rw read", "neither a folder nor a file"},
      {"run --rw read", "no target"},
      {"run target --rw read --size 4k --bs 64k", "too few"},
      {"run target --rw read --numjobs 1024 --size 1m", "too few"},
      {"run target --rw read --overwrite target", "is a folder"},
      {"run target target --rw read", "two targets"},
      {"run a=target b=target --rw read", "twice"},
      {"run target --rw read --size 900000g", "are free"},
      {"run target --rw reed", "'reed'"},
      {"run target --rw read --iodepth 2 --ioengine psync", "iodepth 2"},
      {"run target --rw read --ioengine libaio", "psync or io_uring"},
      {"run target --rw read --runtime fast", "--runtime fast"},
      {"run target --rw read --direct 2", "--direct 2"},
      {"run target --rw read --runs 0", "--runs 0"},
      {"run target --rw read --resume", "-o FILE"},
      {"run target --rw read --preset quick", "leave one out"},
      {"run target --preset fast", "quick, database"},
      {"run target --rw read --label x", "NAME=VALUE"},
      {"run target --rw read --fsync 1", "nothing to sync"},
      {"run target --rw read --rate 0", "--rate 0"},
      {"run target --bogus", "bogus"},
  };
  Program *program = *state;
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    program_run(program, cases[i].words);
    program_exits(program, 2);
    program_says(program, cases[i].says);
    assert_string_equal(program->out, "");
  }
  assert_int_equal(entries_of(program->target), 0);
}

static void memory_has_no_direct_io(void **state) {
  Program *program = *state;
  if (access("/dev/shm", W_OK) != 0) skip_because("/dev/shm is not there to be written");
  program_run(program, "run /dev/shm --rw read --size 1m --ios 10 --runs 1");
  if (program->code == 0) skip_because("/dev/shm is no tmpfs");
  program_exits(program, 2);
  program_says(program, "--direct 0");
  program_run(program, "run /dev/shm --rw read --size 1m --ios 10 --runs 1 --direct 0");
  program_exits(program, 0);
  json_t *runs = runs_in(program->out);
  assert_string_equal(fact_in(json_array_get(runs, 0), "proof_direct"), "0");
  json_decref(runs);
}

static void a_result_is_never_written_over(void **state) {
  Program *program = *state;
  make_file(program, "r.ndjson", 10);
  program_run(program, "run target --rw read --size 1m --ios 10 --runs 1 -o r.ndjson");
  program_exits(program, 2);
  program_says(program, "it exists");
  program_run(program, "run target --rw read --size 1m --ios 10 --runs 1 -o r.ndjson --resume");
  program_exits(program, 2);
  program_says(program, "no result of iodelta run");
  assert_true(is_untouched(program, "r.ndjson", 10));
  assert_int_equal(entries_of(program->target), 0);
}

static void cut_result(const Program *program, off_t by) {
  g_autofree char *path = g_build_filename(program->folder, "r.ndjson", NULL);
  struct stat info;
  assert_int_equal(stat(path, &info), 0);
  assert_int_equal(truncate(path, info.st_size - by), 0);
}

/* A kill amid a write, after nearly all of a line and after nearly none; and then another plan. */
static void a_torn_line_is_measured_again(void **state) {
  Program *program = *state;
  static const char command[] = "run target --size 1m --rw read --ios 10 --runs 2 -q -o r.ndjson --resume";
  needs_direct(program);
  program_run(program, command);
  program_exits(program, 0);
  cut_result(program, 1);
  program_run(program, command);
  program_exits(program, 0);
  cut_result(program, 100);
  program_run(program, command);
  program_exits(program, 0);
  g_autofree char *path = g_build_filename(program->folder, "r.ndjson", NULL);
  g_autofree char *text = NULL;
  assert_true(g_file_get_contents(path, &text, NULL, NULL));
  json_t *runs = runs_in(text);
  assert_int_equal(json_array_size(runs), 2);
  assert_string_equal(text_of(json_array_get(runs, 1), "id"), "2");
  json_decref(runs);
  program_run(program, "run target --size 1m --rw read --ios 11 --runs 2 -q -o r.ndjson --resume");
  program_exits(program, 2);
  program_says(program, "another plan");
}

/* What is refused leaves no empty result behind. */
static void no_empty_result_is_left(void **state) {
  Program *program = *state;
  program_run(program, "run gone --rw read -o r.ndjson");
  program_exits(program, 2);
  assert_int_equal(entries_of(program->folder), 1);
}

/* ---- Leftovers ---- */

static void only_what_is_ours_and_abandoned_is_removed(void **state) {
  Program *program = *state;
  needs_direct(program);
  make_file(program, "target/.iodelta-0123456789abcdef.run", 4096);
  make_file(program, "target/.iodelta-fedcba9876543210.run", 4096);
  make_file(program, "target/.iodelta-0123.run", 4096);
  make_file(program, "target/.iodelta-0123456789abcdeg.run", 4096);
  g_autofree char *locked = g_build_filename(program->target, ".iodelta-fedcba9876543210.run", NULL);
  int fd = open(locked, O_RDWR);
  assert_int_equal(flock(fd, LOCK_EX), 0);
  program_run(program, "run target --rw read --size 1m --ios 10 --runs 1 --clean");
  program_exits(program, 0);
  program_says(program, "removed target/.iodelta-0123456789abcdef.run");
  assert_int_equal(entries_of(program->target), 3);
  close(fd);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      PROGRAM(an_existing_file_is_only_read),
      PROGRAM(a_file_keeps_its_size),
      PROGRAM(a_sparse_file_is_warned_of),
      PROGRAM(what_is_no_target_is_refused),
      PROGRAM(memory_has_no_direct_io),
      PROGRAM(a_result_is_never_written_over),
      PROGRAM(a_torn_line_is_measured_again),
      PROGRAM(no_empty_result_is_left),
      PROGRAM(only_what_is_ours_and_abandoned_is_removed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
