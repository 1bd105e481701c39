// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/path_labels.h"

#include <string.h>

struct IodPathPattern {
  GRegex *regex;
  GPtrArray *names; /* of char *, beside the groups 1, 2, …; "_" is forgotten */
};

static gboolean usage(GError **error, const char *text, const char *why) {
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "pattern '%s': %s", text, why);
  return FALSE;
}

static gboolean add_name(IodPathPattern *pattern, const char *text, char *name, GError **error) {
  g_ptr_array_add(pattern->names, name);
  if (!*name) return usage(error, text, "'{}' has no name; write '{_}' for a part to pass over");
  if (strcmp(name, "tool") == 0 || strcmp(name, "test") == 0)
    return usage(error, text,
                 "{tool} and {test} are told by the log itself; take another name, or {_} to pass over it");
  for (guint i = 0; i + 1 < pattern->names->len; i++)
    if (strcmp(name, "_") != 0 && strcmp(name, g_ptr_array_index(pattern->names, i)) == 0)
      return usage(error, text, "a name stands twice in it");
  return TRUE;
}

/* Writes the pattern as a regular expression. */
static gboolean translate(IodPathPattern *pattern, const char *text, GString *out, GError **error) {
  for (const char *at = text; *at;) {
    const char *close;
    if (*at == '{') {
      if (!(close = strchr(at, '}'))) return usage(error, text, "a '{' is not closed");
      if (!add_name(pattern, text, g_strndup(at + 1, (gsize)(close - at - 1)), error)) return FALSE;
      g_string_append(out, "([^/]+?)");
      at = close + 1;
    } else if (*at == '*') {
      g_string_append(out, "[^/]+?");
      at++;
    } else {
      const char *next = at + g_unichar_to_utf8(g_utf8_get_char(at), NULL);
      g_autofree char *literal = g_regex_escape_string(at, (int)(next - at));
      g_string_append(out, literal);
      at = next;
    }
  }
  return TRUE;
}

static IodPathPattern *compile(const char *text, const char *before, GError **error) {
  g_autoptr(GString) out = g_string_new(before);
  IodPathPattern *pattern = g_new0(IodPathPattern, 1);
  pattern->names = g_ptr_array_new_with_free_func(g_free);
  gboolean right = g_utf8_validate(text, -1, NULL) || usage(error, "…", "it is no UTF-8");
  if (right && translate(pattern, text, out, error)) {
    g_string_append(out, "$");
    pattern->regex =
        g_regex_new(out->str, G_REGEX_OPTIMIZE | G_REGEX_DOLLAR_ENDONLY | G_REGEX_DOTALL, 0, error);
    if (pattern->regex) return pattern;
  }
  iod_path_pattern_free(pattern);
  return NULL;
}

IodPathPattern *iod_path_pattern_new(const char *text, GError **error) {
  return compile(text, "^(?:.*/)?", error);
}

void iod_path_pattern_free(IodPathPattern *pattern) {
  if (!pattern) return;
  if (pattern->regex) g_regex_unref(pattern->regex);
  g_ptr_array_unref(pattern->names);
  g_free(pattern);
}

gboolean iod_path_pattern_match(const IodPathPattern *pattern, const char *text, IodLabels *labels,
                                char **run_name) {
  g_autoptr(GMatchInfo) match = NULL;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  if (!g_regex_match(pattern->regex, valid, 0, &match)) return FALSE;
  for (guint i = 0; i < pattern->names->len; i++) {
    const char *name = g_ptr_array_index(pattern->names, i);
    g_autofree char *value = g_match_info_fetch(match, (int)i + 1);
    if (strcmp(name, "_") == 0) continue;
    if (run_name && strcmp(name, "run") == 0)
      *run_name = g_steal_pointer(&value);
    else
      iod_labels_set(labels, name, value);
  }
  return TRUE;
}

IodLabelPattern *iod_label_pattern_new(const char *text, GError **error) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1]) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "--from '%s': write LABEL=PATTERN, as in 'pod=fio-{volume}-*'", text);
    return NULL;
  }
  IodPathPattern *pattern = compile(equals + 1, "^", error);
  if (!pattern) return NULL;
  IodLabelPattern *from = g_new0(IodLabelPattern, 1);
  from->label = g_strndup(text, (gsize)(equals - text));
  from->pattern = pattern;
  return from;
}

void iod_label_pattern_free(IodLabelPattern *pattern) {
  g_free(pattern->label);
  iod_path_pattern_free(pattern->pattern);
  g_free(pattern);
}
