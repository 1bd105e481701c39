// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli.h"

#include <locale.h>
#include <string.h>
#include <unistd.h>

static const Command commands[] = {
    {"parse", "every observation, as NDJSON, JSON or CSV", command_parse},
    {"summary", "one row a sample: n, centre, interval, mean, stddev, min, max", command_summary},
    {"compare", "series side by side, ratio to the baseline, verdict", command_compare},
    {"plot", "the comparison as a figure: PNG, SVG or PDF", command_plot},
    {"run", "measure storage with O_DIRECT", command_run},
    {"check", "exit 1 where something got worse than a baseline", command_check},
    {"baseline", "keep runs for check: save, add, show, noise", command_baseline},
    {"parsers", "what can be read", command_parsers},
};

static const Command *find_command(const char *name) {
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

/* What --help calls the program. */
static void set_name(const Command *command) {
  g_autofree char *name = g_strdup_printf("iodelta %s", command->name);
  g_set_prgname(name);
}

static int help(void) {
  g_print("Usage: iodelta COMMAND [OPTIONS] [INPUT…]\n\n"
          "Reads what storage benchmarks print (dd, iozone, sysbench, fio), says what differs between "
          "set-ups and how\n"
          "sure one can be.\n\nCommands:\n");
  for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
    g_print("  %-9s %s\n", commands[i].name, commands[i].summary);
  g_print("\n`iodelta A B` is compare, `iodelta A` and a pipe are summary. `iodelta COMMAND --help` tells "
          "its options.\n\n"
          "Examples:\n"
          "  iodelta hostpath/ jiva/\n"
          "  cat *.log | iodelta\n"
          "  iodelta compare --by volume --dirs config,_,volume campaign/\n");
  return EXIT_DONE;
}

/* Without a command: two inputs are compared, one or a pipe is summed up. */
static int without_command(int argc, char **argv) {
  int inputs = 0;
  for (int i = 1; i < argc; i++) inputs += argv[i][0] != '-' || argv[i][1] == '\0';
  if (argc == 1 && isatty(STDIN_FILENO)) return help();
  const Command *command = find_command(inputs > 1 ? "compare" : "summary");
  set_name(command);
  return command->main(argc, argv);
}

int main(int argc, char **argv) {
  setlocale(LC_CTYPE, "");
  if (argc > 1 && (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-V") == 0)) {
    g_print("iodelta %s\n", IOD_VERSION);
    return EXIT_DONE;
  }
  if (argc > 1 &&
      (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0))
    return help();
  const Command *command = argc > 1 ? find_command(argv[1]) : NULL;
  if (!command) return without_command(argc, argv);
  set_name(command);
  return command->main(argc - 1, argv + 1);
}
