// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

#include <string.h>

/* The path as a name: without the slash that tells a folder. */
static char *trimmed(const IodInput *input) {
  g_autofree char *shown = g_filename_display_name(input->path);
  gsize length = strlen(shown);
  while (length > 1 && shown[length - 1] == '/') length--;
  if (g_str_has_prefix(shown, "./") && length > 2) return g_strndup(shown + 2, length - 2);
  if (strcmp(shown, "-") == 0) return g_strdup("stdin");
  return g_strndup(shown, length);
}

static gboolean is_cut(char c) {
  return c == '/' || c == '-' || c == '_';
}

/* How many bytes all paths begin with, up to and with the last place to cut. */
static gsize shared_prefix(const GPtrArray *paths) {
  const char *first = g_ptr_array_index(paths, 0);
  gsize shared = strlen(first), cut = 0;
  for (guint i = 1; i < paths->len; i++) {
    const char *other = g_ptr_array_index(paths, i);
    gsize same = 0;
    while (same < shared && first[same] == other[same]) same++;
    shared = same;
  }
  for (gsize i = 0; i < shared; i++)
    if (is_cut(first[i])) cut = i + 1;
  return cut;
}

/* How many bytes all end with, from the first place to cut or the dot of an ending. */
static gsize shared_suffix(const GPtrArray *paths) {
  const char *first = g_ptr_array_index(paths, 0);
  gsize length = strlen(first), shared = length, cut = 0;
  for (guint i = 1; i < paths->len; i++) {
    const char *other = g_ptr_array_index(paths, i);
    gsize other_length = strlen(other), same = 0;
    while (same < shared && same < other_length && first[length - 1 - same] == other[other_length - 1 - same])
      same++;
    shared = same;
  }
  for (gsize i = 1; i <= shared; i++)
    if (is_cut(first[length - i]) || first[length - i] == '.') cut = i;
  return cut;
}

static char *numbered(const IodInput *input, char *name) {
  if (!input->pick) return name;
  char *with = g_strdup_printf("%s#%u", name, input->pick);
  g_free(name);
  return with;
}

GPtrArray *iod_series_names(const GPtrArray *inputs) {
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < inputs->len; i++) g_ptr_array_add(paths, trimmed(g_ptr_array_index(inputs, i)));
  gsize prefix = inputs->len > 1 ? shared_prefix(paths) : 0,
        suffix = inputs->len > 1 ? shared_suffix(paths) : 0;
  for (guint i = 0; i < inputs->len; i++) {
    const IodInput *input = g_ptr_array_index(inputs, i);
    const char *path = g_ptr_array_index(paths, i);
    gsize length = strlen(path);
    char *name;
    if (input->name)
      name = g_strdup(input->name);
    else if (length > prefix + suffix)
      name = g_strndup(path + prefix, length - prefix - suffix);
    else
      name = g_strdup(path);
    g_ptr_array_add(names, input->name ? name : numbered(input, name));
  }
  return names;
}
