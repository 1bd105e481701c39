// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/walk.h"

#include <errno.h>
#include <sys/stat.h>

enum { DEEPEST = 64 };

void iod_found_free(IodFound *found) {
  g_free(found->path);
  g_strfreev(found->levels);
  g_free(found);
}

static void add_file(const char *path, const GPtrArray *levels, gboolean in_folder, GPtrArray *found) {
  IodFound *file = g_new0(IodFound, 1);
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  for (guint i = 0; i < levels->len; i++) g_strv_builder_add(builder, g_ptr_array_index(levels, i));
  file->path = g_strdup(path);
  file->levels = g_strv_builder_end(builder);
  file->in_folder = in_folder;
  g_ptr_array_add(found, file);
}

static gint compare_names(gconstpointer a, gconstpointer b) {
  return iod_natural_compare(*(const char *const *)a, *(const char *const *)b);
}

static gboolean walk_folder(const char *path, GPtrArray *levels, GPtrArray *found, GError **error) {
  g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GDir) dir = g_dir_open(path, 0, error);
  const char *name;
  if (!dir) return FALSE;
  while ((name = g_dir_read_name(dir)))
    if (*name != '.') g_ptr_array_add(names, g_strdup(name));
  g_ptr_array_sort(names, compare_names);
  for (guint i = 0; i < names->len; i++) {
    name = g_ptr_array_index(names, i);
    g_autofree char *below = g_build_filename(path, name, NULL);
    struct stat here, target;
    if (lstat(below, &here) != 0 || stat(below, &target) != 0) continue; /* gone since, or a dangling link */
    if (S_ISREG(target.st_mode)) {
      add_file(below, levels, TRUE, found);
    } else if (S_ISDIR(here.st_mode) && levels->len < DEEPEST) {
      g_ptr_array_add(levels, g_strdup(name));
      if (!walk_folder(below, levels, found, error)) return FALSE;
      g_ptr_array_remove_index(levels, levels->len - 1);
    }
  }
  return TRUE;
}

/* A pipe or a terminal may be read; a disk would be read to its end, and /dev/urandom has none. */
static gboolean is_readable(const char *path, const struct stat *info, GError **error) {
  if (S_ISREG(info->st_mode) || S_ISFIFO(info->st_mode)) return TRUE;
  if (S_ISCHR(info->st_mode) && (g_str_has_prefix(path, "/dev/stdin") || g_str_has_prefix(path, "/dev/fd/")))
    return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT,
              "%s: is a device or a socket, not a log; name a file or a folder", path);
  return FALSE;
}

gboolean iod_walk(const char *path, GPtrArray *found, GError **error) {
  g_autoptr(GPtrArray) levels = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GError) trouble = NULL;
  struct stat info;
  if (stat(path, &info) != 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT, "%s: %s", path, g_strerror(errno));
    return FALSE;
  }
  if (!S_ISDIR(info.st_mode)) {
    if (!is_readable(path, &info, error)) return FALSE;
    add_file(path, levels, FALSE, found);
    return TRUE;
  }
  if (walk_folder(path, levels, found, &trouble)) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT, "%s", trouble->message);
  return FALSE;
}

char **iod_member_levels(char **levels, const char *name) {
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  g_auto(GStrv) parts = g_strsplit(name, "/", -1);
  for (; *levels; levels++) g_strv_builder_add(builder, *levels);
  for (guint i = 0; parts[i] && parts[i + 1]; i++)
    if (*parts[i] && !g_str_equal(parts[i], ".")) g_strv_builder_add(builder, parts[i]);
  return g_strv_builder_end(builder);
}
