// SPDX-License-Identifier: GPL-3.0-or-later
/* Room for the files to be made. Folders on one file system share its room. */
#include "runner/target.h"

#include <errno.h>
#include <sys/statvfs.h>

/* What a file costs beside its data, and what must be left for others. */
static guint64 with_overhead(guint64 size) {
  return size + size / 64 + (G_GUINT64_CONSTANT(1) << 20);
}

static gboolean check_one(const IodFile *file, guint64 wanted, GError **error) {
  struct statvfs room;
  if (fstatvfs(file->folder, &room) != 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s: %s", file->target->path, g_strerror(errno));
    return FALSE;
  }
  guint64 available = (guint64)room.f_bavail * room.f_frsize;
  if (available >= wanted) return TRUE;
  g_autofree char *need = iod_bytes_text(wanted);
  g_autofree char *have = iod_bytes_text(available);
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s: %s are needed and %s are free; use a smaller --size",
              file->target->path, need, have);
  return FALSE;
}

gboolean iod_space_suffices(const GPtrArray *files, GError **error) {
  for (guint i = 0; i < files->len; i++) {
    const IodFile *file = files->pdata[i];
    guint64 wanted = 0;
    for (guint j = 0; j <= i; j++) {
      const IodFile *other = files->pdata[j];
      if (other->kind == IOD_KIND_FOLDER && other->device == file->device)
        wanted += with_overhead(other->size);
    }
    if (file->kind == IOD_KIND_FOLDER && !check_one(file, wanted, error)) return FALSE;
  }
  return TRUE;
}
