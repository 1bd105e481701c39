// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/stats.h"

#include <string.h>

void iod_rules_free(IodRules *rules) {
  GPtrArray *lists[] = {rules->thresholds, rules->limits, rules->ignore, rules->metrics};
  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) g_ptr_array_unref(lists[i]);
  g_free(rules);
}

/* The list that a line's first word tells; NULL for none. */
static GPtrArray *list_of(const IodRules *rules, const char *word) {
  if (strcmp(word, "threshold") == 0) return rules->thresholds;
  if (strcmp(word, "limit") == 0) return rules->limits;
  if (strcmp(word, "ignore") == 0) return rules->ignore;
  return strcmp(word, "metrics") == 0 ? rules->metrics : NULL;
}

static gboolean read_line(const IodRules *rules, const char *path, guint number, char *line, GError **error) {
  char *comment = strchr(line, '#');
  if (comment) *comment = '\0';
  g_strstrip(line);
  if (!*line) return TRUE;
  gsize word = strcspn(line, " \t");
  gboolean alone = line[word] == '\0';
  char *rest = alone ? line + word : g_strchug(line + word + 1);
  line[word] = '\0';
  GPtrArray *list = list_of(rules, line);
  if (list && *rest) {
    g_ptr_array_add(list, g_strdup(rest));
    return TRUE;
  }
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "%s:%u: '%s': write threshold, limit, ignore or metrics, and what it takes", path, number,
              line);
  return FALSE;
}

IodRules *iod_rules_read(const char *path, GError **error) {
  g_autofree char *text = NULL;
  g_autoptr(GError) trouble = NULL;
  if (!g_file_get_contents(path, &text, NULL, &trouble)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--rules %s: %s", path, trouble->message);
    return NULL;
  }
  g_autoptr(IodRules) rules = g_new0(IodRules, 1);
  GPtrArray **lists[] = {&rules->thresholds, &rules->limits, &rules->ignore, &rules->metrics};
  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) *lists[i] = g_ptr_array_new_with_free_func(g_free);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    if (!read_line(rules, path, i + 1, lines[i], error)) return NULL;
  return g_steal_pointer(&rules);
}
