// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/layout.h"

#include "runner/buffer.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#define PIECE ((gsize)1024 * 1024)

static gboolean fail(const IodFile *file, guint64 offset, int error_number, GError **error) {
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT,
              "%s: laying the file out failed at byte %" G_GUINT64_FORMAT ": %s", file->path, offset,
              g_strerror(error_number));
  return FALSE;
}

/* A write may stop short; it is gone on with where it stopped. */
static gboolean write_piece(const IodFile *file, int fd, const guint8 *data, gsize size, guint64 offset,
                            GError **error) {
  for (gsize done = 0; done < size;) {
    gssize wrote = pwrite(fd, data + done, size - done, (off_t)(offset + done));
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return fail(file, offset + done, wrote < 0 ? errno : ENOSPC, error);
    gsize step = (gsize)wrote;
    /* From an unaligned place O_DIRECT can't go on: the last sectors are written again. */
    if (file->direct) step -= step % IOD_PAGE;
    if (step == 0) return fail(file, offset + done, EIO, error);
    done += step;
  }
  return TRUE;
}

static gboolean write_all(const IodFile *file, int fd, guint8 *data, guint64 seed, IodLayoutTick tick,
                          gpointer user, GError **error) {
  for (guint64 offset = 0; offset < file->size; offset += PIECE) {
    gsize size = (gsize)MIN(PIECE, file->size - offset);
    iod_data_fill(data, size, seed, offset);
    if (!write_piece(file, fd, data, size, offset, error)) return FALSE;
    if (!tick(user, offset + size, file->size)) return FALSE;
  }
  return TRUE;
}

/* Room is taken first, so that a lack of it shows at once and the file is in few pieces. */
static gboolean reserve(const IodFile *file, int fd, GError **error) {
  if (file->kind != IOD_KIND_FOLDER || fallocate(fd, 0, 0, (off_t)file->size) == 0) return TRUE;
  if (errno != ENOSPC && errno != EDQUOT && errno != EFBIG) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "%s: no room for %" G_GUINT64_FORMAT " bytes: %s",
              file->target->path, file->size, g_strerror(errno));
  return FALSE;
}

gboolean iod_layout(const IodFile *file, guint64 seed, IodLayoutTick tick, gpointer data, GError **error) {
  static const IodJob job = {.rw = IOD_RW_WRITE};
  int fd = iod_file_open(file, &job, error);
  if (fd < 0) return FALSE;
  guint8 *piece = aligned_alloc(IOD_PAGE, PIECE);
  if (piece == NULL) g_error("no memory for the layout");
  gboolean fine = reserve(file, fd, error) && write_all(file, fd, piece, seed, tick, data, error);
  if (fine && fsync(fd) != 0) fine = fail(file, file->size, errno, error);
  free(piece);
  close(fd);
  return fine;
}
