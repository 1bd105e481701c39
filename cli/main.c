// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli.h"

#include <string.h>

static const Command commands[] = {
    {"parse", "every observation, as NDJSON, JSON or CSV", command_parse},
};

int main(int argc, char **argv) {
  if (argc > 1)
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
      if (strcmp(argv[1], commands[i].name) == 0) return commands[i].main(argc - 1, argv + 1);
  g_printerr("iodelta: unknown command\n");
  return EXIT_USAGE;
}
