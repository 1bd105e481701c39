// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli.h"

#include <string.h>

ExitCode cli_fail(const GError *error) {
  g_printerr("iodelta: %s\n", error->message);
  if (error->domain != IOD_ERROR) return EXIT_USAGE;
  switch ((IodErrorCode)error->code) {
  case IOD_ERROR_INPUT:
    return EXIT_INPUT;
  case IOD_ERROR_BASELINE:
    return EXIT_BASELINE;
  case IOD_ERROR_USAGE:
  case IOD_ERROR_OUTPUT:
    break;
  }
  return EXIT_USAGE;
}

static void say(const IodWarning *warning, guint others) {
  g_autoptr(GString) line = g_string_new("iodelta: warning: ");
  if (warning->source) g_string_append(line, warning->source);
  if (warning->source && warning->line) g_string_append_printf(line, ":%u", warning->line);
  if (warning->source) g_string_append(line, ": ");
  g_string_append(line, warning->message);
  if (others) g_string_append_printf(line, " (and %u more like it)", others);
  g_printerr("%s\n", line->str);
}

static char *key_of(const IodWarning *warning) {
  return g_strdup_printf("%s\x1f%s", warning->code, warning->message);
}

void cli_say_warnings(const GPtrArray *warnings) {
  g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < warnings->len; i++) {
    char *key = key_of(g_ptr_array_index(warnings, i));
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
    g_hash_table_replace(counts, key, GUINT_TO_POINTER(count + 1));
  }
  for (guint i = 0; i < warnings->len; i++) {
    g_autofree char *key = key_of(g_ptr_array_index(warnings, i));
    guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, key));
    if (count == 0) continue;
    say(g_ptr_array_index(warnings, i), count - 1);
    g_hash_table_remove(counts, key);
  }
}
