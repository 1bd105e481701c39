// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

int command_parsers(int argc, char **argv) {
  GOptionContext *context = g_option_context_new(NULL);
  g_option_context_set_summary(context, "What can be read, and which metrics each tool gives.");
  g_option_context_set_description(context, "Example:\n  iodelta parsers");
  if (!options_parse(context, argc, argv)) return EXIT_USAGE;
  for (guint i = 0; i < iod_parser_count(); i++)
    g_print("%-10s %s\n", iod_parser_name(i), iod_parser_summary(i));
  return EXIT_DONE;
}
