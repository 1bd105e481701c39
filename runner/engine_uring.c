// SPDX-License-Identifier: GPL-3.0-or-later
/* io_uring: iodepth I/Os in flight. Each is given to the kernel by a call of its own, and a completion that
 * is taken is replaced at once, before the next is taken: so the queue is refilled the moment a place in it
 * is free, and no time of an I/O is that of a batch. */
#include "runner/worker.h"

#include <errno.h>
#include <liburing.h>
#include <string.h>

typedef struct {
  IodRequest request;
  gint64 begin, issued;
} Slot;

typedef struct {
  struct io_uring ring;
  Slot *slots;
  guint *free; /* slots that are not in flight; the first free_count */
  guint free_count;
  guint depth;
} Ring;

/* Completions only when this thread asks for them, which spares interrupts; older kernels do without. */
static int open_ring(struct io_uring *ring, guint depth) {
  static const guint flags[] = {IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SINGLE_ISSUER |
                                    IORING_SETUP_DEFER_TASKRUN,
                                IORING_SETUP_COOP_TASKRUN, 0};
  int result = -EINVAL;
  for (gsize i = 0; i < G_N_ELEMENTS(flags) && result == -EINVAL; i++) {
    struct io_uring_params params = {.flags = flags[i]};
    result = io_uring_queue_init_params(depth, ring, &params);
  }
  return result;
}

static gboolean set_ring_error(GError **error, int result) {
  const char *reason = result == -EPERM
                           ? "the kernel forbids io_uring here (seccomp or kernel.io_uring_disabled)"
                       : result == -ENOSYS ? "this kernel has no io_uring"
                       : result == -ENOMEM ? "no memory may be locked for it (ulimit -l)"
                                           : g_strerror(-result);
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "io_uring can't be used: %s", reason);
  return FALSE;
}

gboolean iod_engine_uring_allowed(GError **error) {
  struct io_uring ring;
  int result = open_ring(&ring, 1);
  if (result < 0) return set_ring_error(error, result);
  io_uring_queue_exit(&ring);
  return TRUE;
}

static gboolean prepare(IodWorker *worker, gpointer *state, GError **error) {
  guint depth = worker->job->iodepth;
  Ring *ring = g_new0(Ring, 1);
  int result = open_ring(&ring->ring, depth);
  if (result < 0) {
    g_free(ring);
    return set_ring_error(error, result);
  }
  ring->depth = ring->free_count = depth;
  ring->slots = g_new0(Slot, depth);
  ring->free = g_new(guint, depth);
  for (guint i = 0; i < depth; i++) ring->free[i] = depth - 1 - i;
  *state = ring;
  return TRUE;
}

static void release(gpointer state) {
  Ring *ring = state;
  io_uring_queue_exit(&ring->ring);
  g_free(ring->slots);
  g_free(ring->free);
  g_free(ring);
}

static void take_back(IodWorker *worker, Ring *ring, guint index, gint64 end, gint64 result) {
  Slot *slot = &ring->slots[index];
  ring->free[ring->free_count++] = index;
  iod_worker_account(worker, &slot->request, slot->begin, slot->issued, end, result);
}

static gint64 submit(IodWorker *worker, Ring *ring, const IodRequest *request) {
  guint index = ring->free[--ring->free_count];
  Slot *slot = &ring->slots[index];
  slot->request = *request;
  guint8 *data = request->op == IOD_OP_FSYNC ? NULL : iod_worker_data(worker, index, request);
  unsigned size = (unsigned)worker->job->block_size;
  guint64 offset = iod_worker_offset(worker, request);
  slot->begin = iod_now();
  struct io_uring_sqe *sqe = io_uring_get_sqe(&ring->ring);
  if (request->op == IOD_OP_READ)
    io_uring_prep_read(sqe, worker->fd, data, size, offset);
  else if (request->op == IOD_OP_WRITE)
    io_uring_prep_write(sqe, worker->fd, data, size, offset);
  else
    io_uring_prep_fsync(sqe, worker->fd, worker->job->fdatasync ? IORING_FSYNC_DATASYNC : 0);
  io_uring_sqe_set_data64(sqe, index);
  int result = 0;
  /* What has come in meanwhile is posted by the same call, which saves one that would only ask for it. */
  do result = io_uring_submit_and_get_events(&ring->ring);
  while (result == -EINTR || result == -EAGAIN);
  slot->issued = iod_now();
  if (result < 0) take_back(worker, ring, index, slot->issued, result);
  return slot->issued;
}

/* Takes one completion; FALSE where none stands there. */
static gboolean reap(IodWorker *worker, Ring *ring, gint64 *now) {
  struct io_uring_cqe *cqe = NULL;
  if (io_uring_peek_cqe(&ring->ring, &cqe) != 0) return FALSE;
  *now = iod_now();
  take_back(worker, ring, (guint)io_uring_cqe_get_data64(cqe), *now, cqe->res);
  io_uring_cqe_seen(&ring->ring, cqe);
  return TRUE;
}

/* Takes a completion, waiting for it until the time of the next I/O at most. */
static gint64 wait_and_reap(IodWorker *worker, Ring *ring, gint64 now, gint64 until) {
  if (reap(worker, ring, &now)) return now;
  struct io_uring_cqe *cqe = NULL;
  if (until == IOD_NEVER) {
    io_uring_wait_cqe(&ring->ring, &cqe);
  } else {
    struct timespec left = iod_timespec(MAX(until - now, 0));
    struct __kernel_timespec timeout = {left.tv_sec, left.tv_nsec};
    io_uring_wait_cqe_timeout(&ring->ring, &cqe, &timeout);
    now = iod_now();
  }
  reap(worker, ring, &now);
  return now;
}

static void run(IodWorker *worker, gpointer state) {
  Ring *ring = state;
  IodRequest request = {0};
  gint64 now = iod_now();
  for (;;) {
    IodNext next = IOD_NEXT_IO;
    while (ring->free_count > 0) {
      next = iod_worker_next(worker, now, ring->depth - ring->free_count, &request);
      if (next != IOD_NEXT_IO) break;
      now = submit(worker, ring, &request);
    }
    if (ring->free_count == ring->depth) {
      if (next == IOD_NEXT_END) return;
      if (next == IOD_NEXT_LATER) now = iod_worker_sleep(worker, request.due);
      continue;
    }
    gint64 until = next == IOD_NEXT_LATER && ring->free_count > 0 ? request.due : IOD_NEVER;
    now = wait_and_reap(worker, ring, now, until);
  }
}

const IodEngineOps iod_engine_uring = {prepare, run, release};
