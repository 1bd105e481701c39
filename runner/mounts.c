// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/mounts.h"

#include "runner/text_file.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

static void free_mount(gpointer data) {
  IodMount *mount = data;
  g_free(mount->id);
  g_free(mount->point);
  g_free(mount->options);
  g_free(mount->type);
  g_free(mount->source);
  g_free(mount);
}

/* Options of the mount and of the file system under it; most are among both. */
static char *join_options(const char *of_mount, const char *of_super) {
  g_auto(GStrv) first = g_strsplit(of_mount, ",", -1);
  g_auto(GStrv) second = g_strsplit(of_super, ",", -1);
  GString *joined = g_string_new(of_mount);
  for (char **option = second; *option != NULL; option++) {
    if (g_strv_contains((const char *const *)first, *option)) continue;
    g_string_append_printf(joined, ",%s", *option);
  }
  return g_string_free(joined, FALSE);
}

/* "36 35 98:0 /root /point rw,noatime master:1 - ext4 /dev/sda rw,errors=continue": the optional fields
 * before the dash vary in number. Blanks within a field are \040. */
static IodMount *read_mount(const char *line) {
  g_auto(GStrv) fields = g_strsplit(line, " ", -1);
  guint count = g_strv_length(fields);
  guint dash = 6;
  while (dash < count && strcmp(fields[dash], "-") != 0) dash++;
  guint major = 0;
  guint minor = 0;
  if (dash + 3 >= count || sscanf(fields[2], "%u:%u", &major, &minor) != 2) return NULL;
  IodMount *mount = g_new0(IodMount, 1);
  mount->device = makedev(major, minor);
  mount->id = g_strdup(fields[0]);
  mount->point = g_strcompress(fields[4]);
  mount->options = join_options(fields[5], fields[dash + 3]);
  mount->type = g_strdup(fields[dash + 1]);
  mount->source = g_strcompress(fields[dash + 2]);
  return mount;
}

GPtrArray *iod_mounts_read(void) {
  GPtrArray *mounts = g_ptr_array_new_with_free_func(free_mount);
  g_autofree char *text = iod_text_file("/proc/self/mountinfo");
  g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    IodMount *mount = read_mount(*line);
    if (mount != NULL) g_ptr_array_add(mounts, mount);
  }
  return mounts;
}

static const IodMount *find_id(const GPtrArray *mounts, const char *id) {
  for (guint i = mounts->len; i > 0; i--) {
    const IodMount *mount = mounts->pdata[i - 1];
    if (strcmp(mount->id, id) == 0) return mount;
  }
  return NULL;
}

const IodMount *iod_mounts_of(const GPtrArray *mounts, int fd) {
  g_autofree char *info = iod_text_file("/proc/self/fdinfo/%d", fd);
  const char *told = info != NULL ? strstr(info, "mnt_id:") : NULL;
  if (told == NULL) return NULL;
  told += strlen("mnt_id:");
  told += strspn(told, " \t");
  g_autofree char *id = g_strndup(told, strspn(told, "0123456789"));
  return find_id(mounts, id);
}
