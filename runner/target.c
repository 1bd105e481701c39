// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/target.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define DEFAULT_SIZE (G_GUINT64_CONSTANT(1) << 30)
#define GRAIN        G_GUINT64_CONSTANT(4096)
#define NAME_PREFIX  ".iodelta-"
#define NAME_SUFFIX  ".run"
#define NAME_DIGITS  16

static gboolean refuse(GError **error, const char *format, ...) G_GNUC_PRINTF(2, 3);
static gboolean refuse(GError **error, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message);
  return FALSE;
}

static gboolean names(const GPtrArray *paths, const char *path) {
  for (guint i = 0; i < paths->len; i++) {
    if (strcmp(paths->pdata[i], path) == 0) return TRUE;
  }
  return FALSE;
}

static gboolean plan_writes(const IodPlan *plan) {
  for (guint i = 0; i < plan->jobs->len; i++) {
    if (iod_rw_writes(g_array_index(plan->jobs, IodJob, i).rw)) return TRUE;
  }
  return FALSE;
}

/* ---- O_DIRECT ---- */

static gboolean in_memory(int fd) {
  struct statfs fs;
  if (fstatfs(fd, &fs) != 0) return FALSE;
  return fs.f_type == TMPFS_MAGIC || fs.f_type == RAMFS_MAGIC || fs.f_type == HUGETLBFS_MAGIC;
}

#define NO_DIRECT_REMEDY "choose another place, or measure through the page cache with --direct 0"

/* What the kernel tells of an open file's alignment; TRUE where direct I/O is possible as far as is known. */
static gboolean read_alignment(IodFile *file, int fd) {
  struct statx told;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &told) == 0 && (told.stx_mask & STATX_DIOALIGN) != 0) {
    file->offset_align = told.stx_dio_offset_align;
    file->mem_align = told.stx_dio_mem_align;
    return told.stx_dio_offset_align > 0;
  }
  int sector = 0;
  if (file->kind == IOD_KIND_DEVICE && ioctl(fd, BLKSSZGET, &sector) == 0) {
    file->offset_align = file->mem_align = (guint)sector;
  }
  return TRUE;
}

static gboolean refuse_direct(const IodFile *file, GError **error) {
  return refuse(error, "%s: this file system has no O_DIRECT; " NO_DIRECT_REMEDY, file->target->path);
}

static gboolean check_direct(IodFile *file, int fd, GError **error) {
  if (!file->direct) return TRUE;
  if (file->kind != IOD_KIND_DEVICE && in_memory(fd)) {
    return refuse(
        error,
        "%s: the file system keeps its files in memory, so O_DIRECT means nothing here; " NO_DIRECT_REMEDY,
        file->target->path);
  }
  return read_alignment(file, fd) || refuse_direct(file, error);
}

static gboolean check_alignment(const IodFile *file, const IodPlan *plan, GError **error) {
  if (!file->direct || file->offset_align == 0) return TRUE;
  for (guint i = 0; i < plan->jobs->len; i++) {
    guint64 bs = g_array_index(plan->jobs, IodJob, i).block_size;
    if (bs % file->offset_align == 0) continue;
    return refuse(error,
                  "%s: O_DIRECT needs multiples of %u bytes here, and --bs %" G_GUINT64_FORMAT
                  " is none; use --bs %u or a multiple of it",
                  file->target->path, file->offset_align, bs, file->offset_align);
  }
  return TRUE;
}

/* A file without a name shows what the file system can do and leaves no trace; not all have such files. */
static gboolean probe_folder(IodFile *file, GError **error) {
  if (!file->direct) return TRUE;
  if (in_memory(file->folder)) return check_direct(file, file->folder, error);
  int fd = openat(file->folder, ".", O_TMPFILE | O_RDWR | O_DIRECT | O_CLOEXEC, 0600);
  if (fd < 0) return errno != EINVAL || refuse_direct(file, error);
  gboolean fine = check_direct(file, fd, error);
  close(fd);
  return fine;
}

/* ---- Kinds ---- */

static gboolean examine_folder(IodFile *file, const IodPlan *plan, GError **error) {
  const char *path = file->target->path;
  if (names(plan->overwrite, path) || names(plan->destroy, path)) {
    return refuse(error, "%s is a folder: nothing in it is overwritten, leave --overwrite and --destroy out",
                  path);
  }
  file->folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file->folder < 0) return refuse(error, "%s: %s", path, g_strerror(errno));
  if (faccessat(file->folder, ".", W_OK | X_OK, AT_EACCESS) != 0) {
    return refuse(error, "%s: no file can be made in it: %s", path, g_strerror(errno));
  }
  file->size = plan->settings.size > 0 ? plan->settings.size : DEFAULT_SIZE;
  file->lay_out = TRUE;
  return probe_folder(file, error);
}

static gboolean take_size(IodFile *file, const IodPlan *plan, guint64 there, GError **error) {
  guint64 asked = plan->settings.size;
  if (asked > there) {
    return refuse(error, "%s has %" G_GUINT64_FORMAT " bytes, fewer than --size %" G_GUINT64_FORMAT,
                  file->target->path, there, asked);
  }
  file->size = asked > 0 ? asked : there;
  return TRUE;
}

static gboolean examine_file(IodFile *file, const IodPlan *plan, const struct stat *info, GError **error) {
  const char *path = file->target->path;
  gboolean writes = plan_writes(plan);
  if (names(plan->destroy, path)) {
    return refuse(error, "%s is a file and no block device: --overwrite is for files", path);
  }
  if (writes && !names(plan->overwrite, path)) {
    return refuse(error, "%s exists, and writing would destroy what it holds; to allow that: --overwrite %s",
                  path, path);
  }
  int fd = open(path, (writes ? O_RDWR : O_RDONLY) | (file->direct ? O_DIRECT : 0) | O_CLOEXEC | O_NOCTTY);
  if (fd < 0 && errno == EINVAL && file->direct) return refuse_direct(file, error);
  if (fd < 0) return refuse(error, "%s: %s", path, g_strerror(errno));
  gboolean fine = check_direct(file, fd, error) && take_size(file, plan, (guint64)info->st_size, error);
  close(fd);
  return fine;
}

static gboolean examine_device(IodFile *file, const IodPlan *plan, const struct stat *info, GError **error) {
  const char *path = file->target->path;
  gboolean writes = plan_writes(plan);
  if (names(plan->overwrite, path)) {
    return refuse(error,
                  "%s is a block device: --overwrite is for files; all it holds is lost with --destroy %s",
                  path, path);
  }
  g_autofree char *objection = iod_device_objection(info->st_rdev);
  if (objection != NULL) return refuse(error, "%s is refused: %s", path, objection);
  if (writes && !names(plan->destroy, path)) {
    return refuse(error,
                  "%s is a block device, and writing destroys all it holds; to allow that: --destroy %s",
                  path, path);
  }
  int fd = open(path, (writes ? O_RDWR | O_EXCL : O_RDONLY) | (file->direct ? O_DIRECT : 0) | O_CLOEXEC);
  if (fd < 0) return refuse(error, "%s: %s", path, g_strerror(errno));
  guint64 there = 0;
  gboolean fine = ioctl(fd, BLKGETSIZE64, &there) == 0 || refuse(error, "%s: %s", path, g_strerror(errno));
  const char *signature = fine ? iod_device_signature(fd, there) : NULL;
  if (signature != NULL) {
    fine = refuse(error, "%s is refused: it holds %s; if that is to be lost, erase it first (wipefs -a %s)",
                  path, signature, path);
  }
  fine = fine && check_direct(file, fd, error) && take_size(file, plan, there, error);
  close(fd);
  file->lay_out = writes;
  return fine;
}

/* Every job needs a block for each of its threads. */
static gboolean check_size(IodFile *file, const IodPlan *plan, GError **error) {
  file->size -= file->size % GRAIN;
  for (guint i = 0; i < plan->jobs->len; i++) {
    const IodJob *job = &g_array_index(plan->jobs, IodJob, i);
    if (file->size / job->numjobs >= job->block_size) continue;
    g_autofree char *text = iod_job_text(job);
    return refuse(error, "%s: %" G_GUINT64_FORMAT " bytes are too few for %s", file->target->path, file->size,
                  text);
  }
  struct rlimit limit;
  gboolean grows = file->kind == IOD_KIND_FOLDER || (file->kind == IOD_KIND_FILE && plan_writes(plan));
  if (grows && getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
      file->size > limit.rlim_cur) {
    return refuse(error,
                  "%s: a file of %" G_GUINT64_FORMAT " bytes is beyond the limit of %" G_GUINT64_FORMAT
                  " that is set here; raise it (ulimit -f) or use a smaller --size",
                  file->target->path, file->size, (guint64)limit.rlim_cur);
  }
  return TRUE;
}

static gboolean examine_kind(IodFile *file, const IodPlan *plan, GError **error) {
  struct stat info;
  const char *path = file->target->path;
  if (stat(path, &info) != 0) {
    return refuse(error, "%s: %s; a target is a folder, a file or a block device that exists", path,
                  g_strerror(errno));
  }
  file->device = S_ISBLK(info.st_mode) ? info.st_rdev : info.st_dev;
  file->inode = info.st_ino;
  if (S_ISDIR(info.st_mode)) {
    file->kind = IOD_KIND_FOLDER;
    return examine_folder(file, plan, error);
  }
  file->path = g_strdup(path);
  if (S_ISREG(info.st_mode)) {
    file->kind = IOD_KIND_FILE;
    return examine_file(file, plan, &info, error);
  }
  if (S_ISBLK(info.st_mode)) {
    file->kind = IOD_KIND_DEVICE;
    return examine_device(file, plan, &info, error);
  }
  return refuse(error, "%s is neither a folder nor a file nor a block device", path);
}

IodFile *iod_file_examine(const IodPlan *plan, const IodTarget *target, GError **error) {
  IodFile *file = g_new0(IodFile, 1);
  file->target = target;
  file->direct = plan->settings.direct;
  file->folder = file->fd = -1;
  if (examine_kind(file, plan, error) && check_alignment(file, plan, error) &&
      check_size(file, plan, error)) {
    return file;
  }
  iod_file_free(file);
  return NULL;
}

/* ---- Opening ---- */

gboolean iod_file_is_ours(const char *name) {
  gsize length = strlen(name);
  if (length != strlen(NAME_PREFIX) + NAME_DIGITS + strlen(NAME_SUFFIX)) return FALSE;
  return g_str_has_prefix(name, NAME_PREFIX) && g_str_has_suffix(name, NAME_SUFFIX) &&
         strspn(name + strlen(NAME_PREFIX), "0123456789abcdef") == NAME_DIGITS;
}

static gboolean note_identity(IodFile *file, GError **error) {
  struct stat info;
  if (fstat(file->fd, &info) != 0) return refuse(error, "%s: %s", file->path, g_strerror(errno));
  file->device = S_ISBLK(info.st_mode) ? info.st_rdev : info.st_dev;
  file->inode = info.st_ino;
  return TRUE;
}

/* The lock tells a later iodelta that the file has an owner; a file system without locks is no reason to
 * stop. */
static gboolean make_file(IodFile *file, GError **error) {
  g_autofree char *name = g_strdup_printf(NAME_PREFIX "%08x%08x" NAME_SUFFIX, g_random_int(), g_random_int());
  file->fd = openat(file->folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file->fd < 0) {
    return refuse(error, "%s: no file can be made in it: %s", file->target->path, g_strerror(errno));
  }
  file->path = g_build_filename(file->target->path, name, NULL);
  if (!note_identity(file, error)) return FALSE;
  if (flock(file->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return refuse(error, "%s: another process holds it", file->path);
  }
  return TRUE;
}

gboolean iod_file_prepare(IodFile *file, GError **error) {
  if (file->kind == IOD_KIND_FOLDER) return make_file(file, error) && check_direct(file, file->fd, error);
  /* Exclusive on a device that is written: nobody can mount it meanwhile. */
  gboolean exclusive = file->kind == IOD_KIND_DEVICE && file->lay_out;
  file->fd = open(file->path, exclusive ? O_RDWR | O_EXCL | O_CLOEXEC : O_RDONLY | O_CLOEXEC);
  if (file->fd < 0) return refuse(error, "%s: %s", file->path, g_strerror(errno));
  return note_identity(file, error) && check_direct(file, file->fd, error);
}

static gboolean same_file(const IodFile *file, const struct stat *info) {
  if (file->kind == IOD_KIND_DEVICE) return S_ISBLK(info->st_mode) && info->st_rdev == file->device;
  return info->st_dev == file->device && info->st_ino == file->inode;
}

gboolean iod_file_is_there(const IodFile *file) {
  struct stat info;
  return stat(file->path, &info) == 0 && same_file(file, &info);
}

int iod_file_open(const IodFile *file, const IodJob *job, GError **error) {
  int flags = (iod_rw_writes(job->rw) ? O_RDWR : O_RDONLY) | O_CLOEXEC | O_NOCTTY;
  if (file->direct) flags |= O_DIRECT;
  if (job->dsync) flags |= O_DSYNC;
  int fd = open(file->path, flags);
  if (fd < 0 && errno == EINVAL && file->direct) {
    refuse_direct(file, error);
    return -1;
  }
  struct stat info;
  if (fd >= 0 && fstat(fd, &info) == 0 && same_file(file, &info)) return fd;
  if (fd < 0)
    refuse(error, "%s: %s", file->path, g_strerror(errno));
  else
    refuse(error, "%s is another file than before", file->path);
  if (fd >= 0) close(fd);
  return -1;
}

/* By the folder's descriptor: the folder may have been renamed meanwhile, and a file that somebody put in the
 * place of ours is not ours to remove. */
static void remove_made(const IodFile *file) {
  g_autofree char *name = g_path_get_basename(file->path);
  struct stat info;
  if (fstatat(file->folder, name, &info, AT_SYMLINK_NOFOLLOW) == 0 && same_file(file, &info)) {
    unlinkat(file->folder, name, 0);
  }
}

void iod_file_free(IodFile *file) {
  if (file == NULL) return;
  if (file->kind == IOD_KIND_FOLDER && file->fd >= 0) remove_made(file);
  if (file->fd >= 0) close(file->fd);
  if (file->folder >= 0) close(file->folder);
  g_free(file->path);
  g_free(file);
}
