// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/facts.h"

#include "runner/mounts.h"
#include "runner/text_file.h"

#include <sched.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>

static void take(IodLabels *facts, const char *name, char *value) {
  if (value != NULL && value[0] != '\0') iod_labels_set(facts, name, value);
  g_free(value);
}

/* The value of "name : value" in a file of such lines. */
static char *field_of(const char *path, const char *name) {
  g_autofree char *text = iod_text_file("%s", path);
  const char *line = text != NULL ? strstr(text, name) : NULL;
  if (line == NULL) return NULL;
  line += strlen(name);
  line += strspn(line, " \t:");
  return g_strndup(line, strcspn(line, "\n"));
}

/* ---- The machine ---- */

static void take_cpus(IodLabels *facts) {
  take(facts, "cpu", field_of("/proc/cpuinfo", "model name"));
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable) == 0) {
    iod_labels_set_size(facts, "cpus", (guint64)CPU_COUNT(&usable));
  }
  take(facts, "cpu_governor", iod_text_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
}

static void take_memory(IodLabels *facts) {
  g_autofree char *total = field_of("/proc/meminfo", "MemTotal");
  guint64 kib = total != NULL ? g_ascii_strtoull(total, NULL, 10) : 0;
  if (kib > 0) iod_labels_set_size(facts, "memory", kib * 1024);
}

typedef struct {
  const char *fact;
  const char *controller; /* of version 1; NULL for version 2 */
  const char *file;
  const char *none; /* what the file says where there is no limit */
} Limit;

static const Limit limits[] = {
    {"cgroup_cpu_max", NULL, "cpu.max", "max 100000"},
    {"cgroup_memory_max", NULL, "memory.max", "max"},
    {"cgroup_io_max", NULL, "io.max", ""},
    {"cgroup_cpu_max", "cpu", "cpu.cfs_quota_us", "-1"},
    {"cgroup_memory_max", "memory", "memory.limit_in_bytes", "9223372036854771712"},
    {"cgroup_io_max_read", "blkio", "blkio.throttle.read_bps_device", ""},
    {"cgroup_io_max_write", "blkio", "blkio.throttle.write_bps_device", ""},
    {"cgroup_iops_max_read", "blkio", "blkio.throttle.read_iops_device", ""},
    {"cgroup_iops_max_write", "blkio", "blkio.throttle.write_iops_device", ""},
};

/* "4:memory:/pod" and, of version 2, "0::/pod": the path of a controller's group. */
static char *cgroup_path(const char *controller) {
  g_autofree char *text = iod_text_file("/proc/self/cgroup");
  g_auto(GStrv) lines = g_strsplit(text != NULL ? text : "", "\n", -1);
  for (char **line = lines; *line != NULL; line++) {
    g_auto(GStrv) fields = g_strsplit(*line, ":", 3);
    if (g_strv_length(fields) < 3) continue;
    g_auto(GStrv) names = g_strsplit(fields[1], ",", -1);
    gboolean matches =
        controller == NULL ? fields[1][0] == '\0' : g_strv_contains((const char *const *)names, controller);
    if (matches) return g_strdup(fields[2]);
  }
  return NULL;
}

/* A container sees its own group as the root of what is mounted. */
static char *read_limit(const Limit *limit) {
  const char *second[] = {"unified/", ""};
  g_autofree char *first = g_strconcat(limit->controller != NULL ? limit->controller : "", "/", NULL);
  g_autofree char *path = cgroup_path(limit->controller);
  char *text = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS(second) && path != NULL && text == NULL; i++) {
    const char *mount = limit->controller != NULL ? first : second[i];
    text = iod_text_file("/sys/fs/cgroup/%s%s/%s", mount, path, limit->file);
    if (text == NULL) text = iod_text_file("/sys/fs/cgroup/%s%s", mount, limit->file);
  }
  return text;
}

static void take_limits(IodLabels *facts) {
  for (gsize i = 0; i < G_N_ELEMENTS(limits); i++) {
    g_autofree char *text = read_limit(&limits[i]);
    if (text == NULL || text[0] == '\0' || strcmp(text, limits[i].none) == 0) continue;
    g_strdelimit(text, "\n", ',');
    iod_labels_set(facts, limits[i].fact, text);
  }
}

void iod_facts_machine(IodLabels *facts) {
  struct utsname system;
  if (uname(&system) == 0) {
    take(facts, "kernel", g_strdup_printf("%s %s %s", system.sysname, system.release, system.machine));
    take(facts, "host", g_strdup(system.nodename));
  }
  take_cpus(facts);
  take_memory(facts);
  take_limits(facts);
}

/* ---- The target ---- */

static void take_queue(IodLabels *facts, const char *disk) {
  static const char *const files[] = {"rotational",         "write_cache",         "nr_requests",
                                      "logical_block_size", "physical_block_size", "max_sectors_kb",
                                      "nomerges",           "read_ahead_kb",       "wbt_lat_usec"};
  for (gsize i = 0; i < G_N_ELEMENTS(files); i++) {
    char *name = g_strconcat("queue_", files[i], NULL);
    take(facts, name, iod_text_file("%s/queue/%s", disk, files[i]));
    g_free(name);
  }
}

/* "none [mq-deadline] kyber": the one in brackets is in use. */
static void take_scheduler(IodLabels *facts, const char *disk) {
  g_autofree char *all = iod_text_file("%s/queue/scheduler", disk);
  const char *open = all != NULL ? strchr(all, '[') : NULL;
  if (open != NULL)
    take(facts, "queue_scheduler", g_strndup(open + 1, strcspn(open + 1, "]")));
  else
    take(facts, "queue_scheduler", g_strdup(all));
}

static void take_slaves(IodLabels *facts, const char *disk) {
  g_autofree char *path = g_build_filename(disk, "slaves", NULL);
  g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
  g_autoptr(GString) names = g_string_new(NULL);
  for (const char *name = NULL; folder != NULL && (name = g_dir_read_name(folder)) != NULL;) {
    g_string_append_printf(names, "%s%s", names->len > 0 ? "," : "", name);
  }
  take(facts, "device_on", g_strdup(names->str));
}

/* The queue is the disk's, also for one of its partitions. */
static void take_device(IodLabels *facts, dev_t device) {
  g_autofree char *sys = g_strdup_printf("/sys/dev/block/%u:%u", major(device), minor(device));
  g_autofree char *real = g_canonicalize_filename(sys, NULL);
  if (!g_file_test(real, G_FILE_TEST_IS_DIR)) return;
  g_autofree char *mark = g_build_filename(real, "partition", NULL);
  g_autofree char *uevent = g_build_filename(real, "uevent", NULL);
  g_autofree char *disk = g_strconcat(real, g_file_test(mark, G_FILE_TEST_EXISTS) ? "/.." : "", NULL);
  char *name = field_of(uevent, "DEVNAME=");
  take(facts, "device", name);
  take(facts, "device_model", iod_text_file("%s/device/model", disk));
  take(facts, "device_backing_file", iod_text_file("%s/loop/backing_file", disk));
  take_scheduler(facts, disk);
  take_queue(facts, disk);
  take_slaves(facts, disk);
}

/* Some file systems (btrfs, overlay) number their files' device themselves: then the mount's source tells it.
 */
static dev_t device_below(const IodFile *file, const IodMount *mount) {
  g_autofree char *sys = g_strdup_printf("/sys/dev/block/%u:%u", major(file->device), minor(file->device));
  struct stat info;
  if (g_file_test(sys, G_FILE_TEST_EXISTS) || mount == NULL) return file->device;
  return stat(mount->source, &info) == 0 && S_ISBLK(info.st_mode) ? info.st_rdev : file->device;
}

void iod_facts_target(const IodFile *file, IodLabels *facts) {
  static const char *const kinds[] = {"folder", "file", "device"};
  g_autoptr(GPtrArray) mounts = iod_mounts_read();
  const IodMount *mount = file->kind == IOD_KIND_DEVICE ? NULL : iod_mounts_of(mounts, file->fd);
  iod_labels_set(facts, "target_path", file->target->path);
  iod_labels_set(facts, "target_kind", kinds[file->kind]);
  iod_labels_set_size(facts, "file_size", file->size);
  if (mount != NULL) {
    iod_labels_set(facts, "filesystem", mount->type);
    iod_labels_set(facts, "mount_point", mount->point);
    iod_labels_set(facts, "mount_options", mount->options);
    iod_labels_set(facts, "mount_source", mount->source);
  }
  struct statvfs room;
  if (file->kind != IOD_KIND_DEVICE && fstatvfs(file->fd, &room) == 0) {
    iod_labels_set_size(facts, "free_space", (guint64)room.f_bavail * room.f_frsize);
  }
  take_device(facts, device_below(file, mount));
}
