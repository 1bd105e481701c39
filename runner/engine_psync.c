// SPDX-License-Identifier: GPL-3.0-or-later
/* pread and pwrite: one I/O at a time. */
#include "runner/worker.h"

#include <errno.h>
#include <unistd.h>

static gint64 transfer(const IodWorker *worker, const IodRequest *request, guint8 *data) {
  gsize size = worker->job->block_size;
  off_t offset = (off_t)iod_worker_offset(worker, request);
  gssize done = -1;
  do {
    if (request->op == IOD_OP_READ)
      done = pread(worker->fd, data, size, offset);
    else if (request->op == IOD_OP_WRITE)
      done = pwrite(worker->fd, data, size, offset);
    else
      done = worker->job->fdatasync ? fdatasync(worker->fd) : fsync(worker->fd);
  } while (done < 0 && errno == EINTR);
  return done < 0 ? -errno : done;
}

static void run(IodWorker *worker, gpointer state) {
  (void)state;
  IodRequest request = {0};
  gint64 now = iod_now();
  for (;;) {
    IodNext next = iod_worker_next(worker, now, 0, &request);
    if (next == IOD_NEXT_END) return;
    if (next == IOD_NEXT_LATER) {
      now = iod_worker_sleep(worker, request.due);
      continue;
    }
    guint8 *data = request.op == IOD_OP_FSYNC ? NULL : iod_worker_data(worker, 0, &request);
    gint64 begin = iod_now();
    gint64 result = transfer(worker, &request, data);
    now = iod_now();
    iod_worker_account(worker, &request, begin, begin, now, result);
  }
}

static gboolean prepare(IodWorker *worker, gpointer *state, GError **error) {
  (void)worker, (void)error;
  *state = NULL;
  return TRUE;
}

static void release(gpointer state) {
  (void)state;
}

const IodEngineOps iod_engine_psync = {prepare, run, release};
