// SPDX-License-Identifier: GPL-3.0-or-later
/* A kernel that forbids io_uring, as container runtimes have it: seccomp answers EPERM. */
#include "runner_program.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static gboolean forbid_rings(void) {
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {G_N_ELEMENTS(rules), rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

static void threads_stand_in_for_the_depth_and_it_is_said(void **state) {
  Program *program = *state;
  needs_direct(program);
  program_run(program, "run target --size 1m --rw randread --iodepth 4,8 --numjobs 1,2 --ios 10 --runs 1");
  program_exits(program, 0);
  program_says(program, "forbids io_uring");
  program_says(program, "stand in");
  json_t *runs = runs_in(program->out);
  /* 4 x 2 and 8 x 1 are one job now. */
  assert_int_equal(json_array_size(runs), 3);
  guint seen = 0;
  for (size_t i = 0; i < 3; i++) seen |= (guint)value_in(json_array_get(runs, i), "read", "ios");
  assert_int_equal(seen, 40 | 80 | 160);
  const json_t *run = json_array_get(runs, 0);
  const json_t *labels = json_object_get(json_array_get(json_object_get(run, "observations"), 0), "labels");
  assert_string_equal(text_of(labels, "ioengine"), "psync");
  assert_string_equal(text_of(labels, "iodepth"), "1");
  assert_int_equal(atoi(text_of(labels, "numjobs")) * 10, (int)value_in(run, "read", "ios"));
  json_decref(runs);
}

static void what_was_asked_for_by_name_is_refused(void **state) {
  Program *program = *state;
  program_run(program,
              "run target --size 1m --rw randread --iodepth 4 --ioengine io_uring --ios 10 --runs 1");
  program_exits(program, 2);
  program_says(program, "forbids io_uring");
  assert_string_equal(program->out, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      PROGRAM(threads_stand_in_for_the_depth_and_it_is_said),
      PROGRAM(what_was_asked_for_by_name_is_refused),
  };
  if (!forbid_rings()) {
    print_message("SKIP: no seccomp filter may be set here\n");
    return 0;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
