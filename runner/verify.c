// SPDX-License-Identifier: GPL-3.0-or-later
/* No map tells which write a block saw last: the order of the writes is asked the other way round
 * (offsets.h), from the latest pass back. */
#include "runner/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE ((gsize)1024 * 1024)

/* The index of the I/O that wrote a block last; FALSE where none did. */
static gboolean last_write(const IodWorker *worker, guint64 block, guint64 *index) {
  for (guint64 pass = worker->pass + 1; pass > 0; pass--) {
    guint64 position = iod_offsets_position(&worker->offsets, pass - 1, block);
    if (pass - 1 == worker->pass && position >= worker->position) continue;
    *index = (pass - 1) * worker->offsets.blocks + position;
    if (iod_worker_op(worker, *index) == IOD_OP_WRITE) return TRUE;
  }
  return FALSE;
}

static gboolean wrote_block(const IodWorker *worker, guint64 index, guint64 block) {
  guint64 pass = index / worker->offsets.blocks;
  guint64 position = index % worker->offsets.blocks;
  return iod_worker_op(worker, index) == IOD_OP_WRITE &&
         iod_offsets_block(&worker->offsets, pass, position) == block;
}

static gboolean holds(const IodWorker *worker, guint64 block, guint64 index, const guint8 *data,
                      guint8 *expected) {
  gsize size = worker->job->block_size;
  IodRequest request = {.block = block};
  IodStamp stamp = {worker->tag, iod_worker_offset(worker, &request), index};
  iod_buffers_expected(&worker->buffers, block, expected);
  iod_data_stamp(expected, size, &stamp);
  return memcmp(data, expected, size) == 0;
}

/* Where two writes to one block were in flight together (the end of one pass, the start of the next), either
 * may have come last. */
static gboolean is_good(const IodWorker *worker, guint64 block, guint64 index, const guint8 *data,
                        guint8 *expected) {
  if (holds(worker, block, index, data, expected)) return TRUE;
  IodStamp found;
  memcpy(&found, data, sizeof found);
  gboolean together = found.index < index && index - found.index < worker->job->iodepth;
  return together && wrote_block(worker, found.index, block) &&
         holds(worker, block, found.index, data, expected);
}

static void check_block(const IodWorker *worker, guint64 block, const guint8 *data, guint8 *expected,
                        IodVerified *verified) {
  guint64 index = 0;
  if (!last_write(worker, block, &index)) return;
  verified->blocks++;
  if (is_good(worker, block, index, data, expected)) return;
  IodRequest request = {.block = block};
  if (verified->bad++ == 0) verified->first_bad = iod_worker_offset(worker, &request);
}

static gboolean read_all(int fd, guint8 *data, gsize size, guint64 offset, IodVerified *verified) {
  for (gsize done = 0; done < size;) {
    gssize got = pread(fd, data + done, size - done, (off_t)(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      verified->error = got < 0 ? errno : ENODATA;
      return FALSE;
    }
    done += (gsize)got;
  }
  return TRUE;
}

typedef struct {
  IodVerifyTick tick;
  gpointer data;
  double from, share; /* of the whole, that this thread's part is */
} Progress;

/* What one thread wrote. buffer holds a piece and, behind it, one block. */
static gboolean verify_worker(const IodWorker *worker, guint8 *buffer, guint64 piece,
                              const Progress *progress, IodVerified *verified) {
  gsize size = worker->job->block_size;
  guint8 *expected = buffer + piece * size;
  posix_fadvise(worker->fd, 0, 0, POSIX_FADV_DONTNEED);
  for (guint64 block = 0; block < worker->offsets.blocks; block += piece) {
    guint64 count = MIN(piece, worker->offsets.blocks - block);
    IodRequest request = {.block = block};
    if (!read_all(worker->fd, buffer, (gsize)count * size, iod_worker_offset(worker, &request), verified))
      return TRUE;
    for (guint64 i = 0; i < count; i++) check_block(worker, block + i, buffer + i * size, expected, verified);
    double part = (double)block / (double)worker->offsets.blocks;
    if (!progress->tick(progress->data, progress->from + progress->share * part)) return FALSE;
  }
  return TRUE;
}

gboolean iod_verify(const IodMeasured *measured, IodVerifyTick tick, gpointer data, IodVerified *verified) {
  *verified = (IodVerified){0};
  gsize size = measured->job.block_size;
  guint64 piece = MAX(1, PIECE / size);
  gsize total = (gsize)(piece + 1) * size;
  guint8 *buffer = aligned_alloc(IOD_PAGE, (total + IOD_PAGE - 1) / IOD_PAGE * IOD_PAGE);
  if (buffer == NULL) g_error("no memory for verifying");
  gboolean went_on = TRUE;
  double share = 1.0 / measured->worker_count;
  for (guint i = 0; i < measured->worker_count && went_on && verified->error == 0; i++) {
    Progress progress = {tick, data, i * share, share};
    went_on = verify_worker(&measured->workers[i], buffer, piece, &progress, verified);
  }
  free(buffer);
  return went_on;
}
