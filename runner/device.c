// SPDX-License-Identifier: GPL-3.0-or-later
/* Whether a block device is in use: mounted, held by another device (device mapper, RAID), or swapped to; the
 * same for its partitions, and for the disk that a partition is part of. */
#include "runner/mounts.h"
#include "runner/target.h"
#include "runner/text_file.h"

#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

/* One device that the target shares sectors with. */
typedef struct {
  dev_t device;
  char *sys; /* its folder in /sys */
} Relative;

static void free_relative(gpointer data) {
  Relative *relative = data;
  g_free(relative->sys);
  g_free(relative);
}

static gboolean read_number(const char *sys, dev_t *device) {
  g_autofree char *text = iod_text_file("%s/dev", sys);
  guint major = 0;
  guint minor = 0;
  if (text == NULL || sscanf(text, "%u:%u", &major, &minor) != 2) return FALSE;
  *device = makedev(major, minor);
  return TRUE;
}

static void add_relative(GPtrArray *relatives, const char *sys) {
  dev_t device = 0;
  if (!read_number(sys, &device)) return;
  Relative *relative = g_new0(Relative, 1);
  relative->device = device;
  relative->sys = g_strdup(sys);
  g_ptr_array_add(relatives, relative);
}

static GPtrArray *find_relatives(dev_t device) {
  GPtrArray *relatives = g_ptr_array_new_with_free_func(free_relative);
  g_autofree char *sys = g_strdup_printf("/sys/dev/block/%u:%u", major(device), minor(device));
  add_relative(relatives, sys);
  g_autofree char *partition = g_build_filename(sys, "partition", NULL);
  g_autofree char *disk = g_build_filename(sys, "..", NULL);
  if (g_file_test(partition, G_FILE_TEST_EXISTS)) add_relative(relatives, disk);
  g_autoptr(GDir) folder = g_dir_open(sys, 0, NULL);
  for (const char *name = NULL; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
    g_autofree char *mark = g_build_filename(sys, name, "partition", NULL);
    g_autofree char *child = g_build_filename(sys, name, NULL);
    if (g_file_test(mark, G_FILE_TEST_EXISTS)) add_relative(relatives, child);
  }
  return relatives;
}

static char *name_of(const Relative *relative) {
  g_autofree char *text = iod_text_file("%s/uevent", relative->sys);
  const char *name = text != NULL ? strstr(text, "DEVNAME=") : NULL;
  if (name == NULL) return g_strdup_printf("%u:%u", major(relative->device), minor(relative->device));
  name += strlen("DEVNAME=");
  return g_strdup_printf("/dev/%.*s", (int)strcspn(name, "\n"), name);
}

static gboolean is_device(const char *path, dev_t device) {
  struct stat info;
  return path[0] == '/' && stat(path, &info) == 0 && S_ISBLK(info.st_mode) && info.st_rdev == device;
}

static char *mounted(const Relative *relative, const GPtrArray *mounts) {
  for (guint i = 0; i < mounts->len; i++) {
    const IodMount *mount = mounts->pdata[i];
    if (mount->device != relative->device && !is_device(mount->source, relative->device)) continue;
    g_autofree char *name = name_of(relative);
    return g_strdup_printf("%s is mounted on %s", name, mount->point);
  }
  return NULL;
}

static char *held(const Relative *relative) {
  g_autofree char *path = g_build_filename(relative->sys, "holders", NULL);
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  const char *holder = folder != NULL ? g_dir_read_name(folder) : NULL;
  if (holder == NULL) return NULL;
  g_autofree char *name = name_of(relative);
  return g_strdup_printf("%s is held by %s", name, holder);
}

static char *swapped_to(const Relative *relative) {
  g_autofree char *text = iod_text_file("/proc/swaps");
  g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    g_autofree char *path = g_strndup(*line, strcspn(*line, " \t"));
    if (is_device(path, relative->device)) return g_strdup_printf("%s is swapped to", path);
  }
  return NULL;
}

char *iod_device_objection(dev_t device) {
  g_autoptr(GPtrArray) mounts = iod_mounts_read();
  g_autoptr(GPtrArray) relatives = find_relatives(device);
  for (guint i = 0; i < relatives->len; i++) {
    const Relative *relative = relatives->pdata[i];
    char *objection = mounted(relative, mounts);
    if (objection == NULL) objection = held(relative);
    if (objection == NULL) objection = swapped_to(relative);
    if (objection != NULL) return objection;
  }
  return NULL;
}
