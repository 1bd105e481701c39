// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: one thread of a run. It decides which I/O comes next and when, and counts what came
 * of each; an engine makes the I/O. */
#ifndef IODELTA_RUNNER_WORKER_H
#define IODELTA_RUNNER_WORKER_H

#include "runner/buffer.h"
#include "runner/clock.h"
#include "runner/offsets.h"
#include "runner/timing.h"

#define IOD_NEVER G_MAXINT64

/* One I/O. */
typedef struct {
  IodOp op;
  guint64 index; /* of the thread's reads and writes, from 0 */
  guint64 block; /* of the thread's part of the file */
  gint64 due;    /* when it was to begin; 0: at once */
} IodRequest;

typedef enum {
  IOD_NEXT_IO,
  IOD_NEXT_LATER, /* nothing before request->due */
  IOD_NEXT_DRAIN, /* an fsync is next, and has to wait for what is in flight */
  IOD_NEXT_END,
} IodNext;

/* The first I/O that failed. */
typedef struct {
  int error; /* errno; 0: none */
  IodOp op;
  guint64 offset;
} IodFault;

typedef struct {
  /* Constant in the run. */
  const IodJob *job;
  int fd;
  guint64 first; /* byte of the file where the thread's part begins */
  guint64 tag;   /* of its stamps */
  guint64 mix_seed;
  guint read_percent; /* 0 and 100 too */
  double interval;    /* ns between the thread's I/Os; 0: closed loop */
  gint64 start, measure_from, deadline;
  gint *stop; /* set by whoever wants all threads to end */
  IodOffsets offsets;
  IodBuffers buffers;
  /* Moves. */
  guint64 issued, pass, position;
  guint64 left; /* I/Os until the limit */
  guint unsynced;
  gint64 second_end;
  guint64 done_ios, done_bytes; /* read by another thread, for progress */
  IodTiming timing;
  IodFault fault;
} IodWorker;

typedef struct {
  /* In the thread itself, before the start. */
  gboolean (*prepare)(IodWorker *worker, gpointer *state, GError **error);
  void (*run)(IodWorker *worker, gpointer state);
  void (*release)(gpointer state);
} IodEngineOps;

extern const IodEngineOps iod_engine_psync;
extern const IodEngineOps iod_engine_uring;

/* Whether the kernel lets this process have a ring. */
gboolean iod_engine_uring_allowed(GError **error);

/* Read or write: what the index-th I/O is. */
static inline IodOp iod_worker_op(const IodWorker *worker, guint64 index) {
  if (worker->read_percent == 100) return IOD_OP_READ;
  if (worker->read_percent == 0) return IOD_OP_WRITE;
  return iod_random_at(worker->mix_seed, index) % 100 < worker->read_percent ? IOD_OP_READ : IOD_OP_WRITE;
}

static inline guint64 iod_worker_offset(const IodWorker *worker, const IodRequest *request) {
  return worker->first + request->block * worker->job->block_size;
}

/* The next I/O at a time, with so many in flight. */
IodNext iod_worker_next(IodWorker *worker, gint64 now, guint in_flight, IodRequest *request);

/* Sleeps until a time, but never long past a stop; returns the time. */
gint64 iod_worker_sleep(const IodWorker *worker, gint64 until);

/* The memory of a read or write in a slot, with the data of a write ready in it. */
guint8 *iod_worker_data(const IodWorker *worker, guint slot, const IodRequest *request);

/* Counts an I/O that is over. begin: when it was begun; issued: when the kernel had it (begin where that
 * can't be told); result: as the system call gives it, -errno where it failed. */
void iod_worker_account(IodWorker *worker, const IodRequest *request, gint64 begin, gint64 issued, gint64 end,
                        gint64 result);

#endif
