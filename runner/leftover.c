// SPDX-License-Identifier: GPL-3.0-or-later
/* Files that a killed iodelta left behind: of our name and our user, and locked by nobody. */
#include "runner/target.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean is_abandoned(const char *path) {
  int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return FALSE;
  struct stat info;
  gboolean abandoned = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
                       flock(fd, LOCK_EX | LOCK_NB) == 0;
  close(fd);
  return abandoned;
}

GPtrArray *iod_runner_leftovers(const char *folder) {
  GPtrArray *paths = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GDir) entries = g_dir_open(folder, 0, NULL);
  for (const char *name = NULL; entries != NULL && (name = g_dir_read_name(entries)) != NULL;) {
    if (!iod_file_is_ours(name)) continue;
    char *path = g_build_filename(folder, name, NULL);
    if (is_abandoned(path))
      g_ptr_array_add(paths, path);
    else
      g_free(path);
  }
  return paths;
}
