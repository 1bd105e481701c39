// SPDX-License-Identifier: GPL-3.0-or-later
/* The program itself, run by a test: in a folder of its own, with what it printed kept. */
#ifndef IODELTA_TESTS_RUNNER_PROGRAM_H
#define IODELTA_TESTS_RUNNER_PROGRAM_H

#include <glib.h>
#include <glib/gstdio.h>
#include <jansson.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct {
  char *folder; /* results and targets lie in it */
  char *target; /* an empty folder in it */
  char *out, *err;
  int code;               /* exit code; -1 where a signal ended it */
  GPtrArray *environment; /* NAME=VALUE, of this test */
} Program;

static inline int program_setup(void **state) {
  Program *program = g_new0(Program, 1);
  program->folder = g_dir_make_tmp("iodelta-test-XXXXXX", NULL);
  if (program->folder == NULL) return -1;
  program->target = g_build_filename(program->folder, "target", NULL);
  program->environment = g_ptr_array_new_with_free_func(g_free);
  *state = program;
  return g_mkdir(program->target, 0755);
}

static inline int program_teardown(void **state) {
  Program *program = *state;
  g_autofree char *command = g_strdup_printf("rm -rf '%s'", program->folder);
  int result = system(command);
  g_free(program->folder);
  g_free(program->target);
  g_free(program->out);
  g_free(program->err);
  g_ptr_array_unref(program->environment);
  g_free(program);
  return result;
}

static inline char **program_environment(const Program *program) {
  char **environment = g_get_environ();
  for (guint i = 0; i < program->environment->len; i++) {
    g_auto(GStrv) pair = g_strsplit(program->environment->pdata[i], "=", 2);
    environment = g_environ_setenv(environment, pair[0], pair[1], TRUE);
  }
  return environment;
}

/* Words parted by blanks, after the program's name. */
static inline char **program_arguments(const char *words) {
  g_autofree char *line = g_strdup_printf("%s %s", IOD_PROGRAM, words);
  return g_strsplit(line, " ", -1);
}

/* Runs the program in the test's folder to its end. */
static inline void program_run(Program *program, const char *words) {
  g_auto(GStrv) arguments = program_arguments(words);
  g_auto(GStrv) environment = program_environment(program);
  g_autoptr(GError) error = NULL;
  int status = 0;
  g_clear_pointer(&program->out, g_free);
  g_clear_pointer(&program->err, g_free);
  if (!g_spawn_sync(program->folder, arguments, environment, G_SPAWN_DEFAULT, NULL, NULL, &program->out,
                    &program->err, &status, &error)) {
    fail_msg("%s", error->message);
  }
  program->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Starts it, its output thrown away; program_wait ends it. */
static inline GPid program_start(const Program *program, const char *words) {
  g_auto(GStrv) arguments = program_arguments(words);
  g_auto(GStrv) environment = program_environment(program);
  GPid pid = 0;
  GSpawnFlags flags = G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL;
  assert_true(g_spawn_async(program->folder, arguments, environment, flags, NULL, NULL, &pid, NULL));
  return pid;
}

static inline void program_wait(Program *program, GPid pid) {
  int status = 0;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  program->code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Fails the test where the code is another one, and shows what was said. */
static inline void program_exits(const Program *program, int code) {
  if (program->code != code) fail_msg("exit %d instead of %d: %s", program->code, code, program->err);
}

static inline void program_says(const Program *program, const char *words) {
  if (strstr(program->err, words) == NULL) fail_msg("no \"%s\" in: %s", words, program->err);
}

static inline guint entries_of(const char *folder) {
  g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
  guint count = 0;
  while (entries != NULL && g_dir_read_name(entries) != NULL) count++;
  return count;
}

/* The runs that a text of JSON lines holds; every line has to be whole. */
static inline json_t *runs_in(const char *text) {
  json_t *runs = json_array();
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i] != NULL && lines[i][0] != '\0'; i++) {
    json_error_t error;
    json_t *run = json_loads(lines[i], JSON_REJECT_DUPLICATES, &error);
    if (run == NULL) fail_msg("line %u: %s", i + 1, error.text);
    json_array_append_new(runs, run);
  }
  return runs;
}

static inline const char *text_of(const json_t *run, const char *member) {
  return json_string_value(json_object_get(run, member));
}

static inline const char *fact_in(const json_t *run, const char *name) {
  return json_string_value(json_object_get(json_object_get(run, "facts"), name));
}

/* The value of a metric of a run; -1 where it has none. */
static inline double value_in(const json_t *run, const char *op, const char *metric) {
  const json_t *list = json_object_get(run, "observations");
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *one = json_array_get(list, i);
    if (strcmp(text_of(one, "op"), op) == 0 && strcmp(text_of(one, "metric"), metric) == 0) {
      return json_number_value(json_object_get(one, "value"));
    }
  }
  return -1;
}

/* Skips a test of something that this machine does not let be done, and says what. */
static inline void skip_because(const char *reason) {
  print_message("SKIP: %s\n", reason);
  skip();
}

/* Skips where the test's own file system has no O_DIRECT. */
static inline void needs_direct(Program *program) {
  program_run(program, "run target --size 1m --rw read --ios 1 --runs 1");
  if (program->code == 2 && strstr(program->err, "O_DIRECT") != NULL) skip_because(program->err);
  program_exits(program, 0);
}

#define PROGRAM(test) cmocka_unit_test_setup_teardown(test, program_setup, program_teardown)

#endif
