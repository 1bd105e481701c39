// SPDX-License-Identifier: GPL-3.0-or-later
/* A command line of sysbench above its output: the only place where 1.x names its test, and where a report
 * without its head has its settings. */
#include "parsers/sysbench.h"

#include <string.h>

typedef enum { TEST, MODE, WHOLE, SIZE, WORD, FLAGS, EACH } OptionKind;

static const struct {
  const char *name; /* with what ends it */
  OptionKind kind;
  const char *label;
} options[] = {
    {"--test=", TEST, NULL},
    {"--file-test-mode=", MODE, NULL},
    {"--threads=", WHOLE, "numjobs"},
    {"--num-threads=", WHOLE, "numjobs"},
    {"--file-block-size=", SIZE, "block_size"},
    {"--file-total-size=", SIZE, "file_size"},
    {"--file-io-mode=", WORD, "io_mode"},
    {"--file-extra-flags=", FLAGS, NULL},
    {"--file-fsync-all", EACH, "fsync"},
};

/* "run" makes it one; prepare and cleanup measure nothing. Prose has no options. */
static gboolean is_run(char **words) {
  static const char *const tests[] = {"fileio", "cpu", "memory", "threads", "mutex", NULL};
  gboolean runs = FALSE, is_command = FALSE;
  for (char **word = words; *word; word++) {
    runs |= strcmp(*word, "run") == 0;
    is_command |= g_str_has_prefix(*word, "--") || g_strv_contains(tests, *word);
  }
  return runs && is_command;
}

/* A test's name or a script's path, as in "/usr/share/sysbench/oltp_read_only.lua". */
static void set_test(SysbenchRun *run, const char *name) {
  g_autofree char *base = g_path_get_basename(name);
  if (g_str_has_suffix(base, ".lua")) base[strlen(base) - strlen(".lua")] = '\0';
  if (strcmp(base, "fileio") == 0) {
    run->is_fileio = TRUE; /* its mode is the test */
  } else if (!run->test) {
    run->test = g_strdup(base);
  }
}

static void set_size(SysbenchRun *run, const char *label, const char *value) {
  guint64 size;
  if (iod_size_parse(value, &size)) iod_labels_set_size(run->labels, label, size);
}

static void take_option(SysbenchRun *run, const char *word) {
  for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
    if (!g_str_has_prefix(word, options[i].name)) continue;
    const char *value = word + strlen(options[i].name), *label = options[i].label;
    switch (options[i].kind) {
    case TEST:
      set_test(run, value);
      break;
    case MODE:
      g_free(run->test);
      run->test = g_strdup(value);
      break;
    case WHOLE:
    case SIZE:
      set_size(run, label, value);
      break;
    case WORD:
      iod_labels_set(run->labels, label, value);
      break;
    case FLAGS:
      sysbench_run_set_flags(run, value);
      break;
    case EACH:
      if (*value == '\0' || strcmp(value, "=on") == 0) iod_labels_set(run->labels, label, "1");
      break;
    }
  }
}

char *sysbench_command_find(const char *text) {
  const char *command = strstr(text, "sysbench ");
  if (!command || (command > text && !strchr(" /;&|(`$#%>", command[-1]))) return NULL;
  g_auto(GStrv) words = g_strsplit(command, " ", -1);
  return is_run(words) ? g_strdup(command) : NULL;
}

void sysbench_command_apply(const char *command, SysbenchRun *run) {
  gboolean named = FALSE;
  g_auto(GStrv) words = g_strsplit(command, " ", -1);
  for (char **word = words + 1; *word; word++) {
    if (**word == '-') {
      take_option(run, *word);
    } else if (**word && !named && strcmp(*word, "run") != 0) {
      set_test(run, *word);
      named = TRUE;
    }
    if (strcmp(*word, "run") == 0) break; /* what follows is the shell's */
  }
}
