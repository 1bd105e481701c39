// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/worker.h"

#include <errno.h>
#include <string.h>

/* A sleeper wakes some µs late; what is left is spent awake, lest the lateness be taken for the target's. */
#define SPIN        (30 * G_GINT64_CONSTANT(1000))
#define LONGEST_NAP (100 * G_GINT64_CONSTANT(1000000))

IodNext iod_worker_next(IodWorker *worker, gint64 now, guint in_flight, IodRequest *request) {
  if (g_atomic_int_get(worker->stop) || now >= worker->deadline) return IOD_NEXT_END;
  if (worker->job->fsync > 0 && worker->unsynced >= worker->job->fsync) {
    if (in_flight > 0) return IOD_NEXT_DRAIN;
    worker->unsynced = 0;
    *request = (IodRequest){.op = IOD_OP_FSYNC};
    return IOD_NEXT_IO;
  }
  if (worker->left == 0) return IOD_NEXT_END;
  request->due = 0;
  if (worker->interval > 0) {
    request->due = worker->start + (gint64)((double)worker->issued * worker->interval);
    if (request->due >= worker->deadline) return IOD_NEXT_END;
    if (request->due > now) return IOD_NEXT_LATER;
  }
  request->index = worker->issued++;
  request->block = iod_offsets_block(&worker->offsets, worker->pass, worker->position);
  request->op = iod_worker_op(worker, request->index);
  if (++worker->position == worker->offsets.blocks) {
    worker->position = 0;
    worker->pass++;
  }
  if (worker->left != G_MAXUINT64 && now >= worker->measure_from) worker->left--;
  if (request->op == IOD_OP_WRITE) worker->unsynced++;
  return IOD_NEXT_IO;
}

gint64 iod_worker_sleep(const IodWorker *worker, gint64 until) {
  for (gint64 now = iod_now();; now = iod_now()) {
    if (now >= until || g_atomic_int_get(worker->stop)) return now;
    if (until - now <= SPIN) continue;
    struct timespec wake = iod_timespec(MIN(until - SPIN, now + LONGEST_NAP));
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &wake, NULL);
  }
}

guint8 *iod_worker_data(const IodWorker *worker, guint slot, const IodRequest *request) {
  guint8 *data = iod_buffers_at(&worker->buffers, slot, request->block);
  if (request->op == IOD_OP_WRITE) {
    IodStamp stamp = {worker->tag, iod_worker_offset(worker, request), request->index};
    iod_data_stamp(data, worker->job->block_size, &stamp);
  }
  return data;
}

static void fail(IodWorker *worker, const IodRequest *request, int error) {
  worker->timing.ops[request->op].failed_ios++;
  if (worker->fault.error == 0) {
    guint64 offset = request->op == IOD_OP_FSYNC ? 0 : iod_worker_offset(worker, request);
    worker->fault = (IodFault){error, request->op, offset};
  }
  g_atomic_int_set(worker->stop, 1);
}

static void add_time(IodWorker *worker, IodOpTiming *op, gint64 begin, gint64 issued, gint64 end) {
  gint64 lat = end - begin;
  iod_moments_add(&op->lat, lat);
  iod_histogram_count(op->lat_counts, lat);
  if (op->clat_counts != NULL) {
    iod_moments_add(&op->slat, issued - begin);
    iod_moments_add(&op->clat, end - issued);
    iod_histogram_count(op->clat_counts, end - issued);
  }
  while (G_UNLIKELY(end >= worker->second_end)) {
    iod_timing_next_second(&worker->timing);
    worker->second_end += IOD_NSEC_PER_SEC;
  }
  op->second.ios++;
  op->second.lat += lat;
  worker->timing.last_end = end;
}

void iod_worker_account(IodWorker *worker, const IodRequest *request, gint64 begin, gint64 issued, gint64 end,
                        gint64 result) {
  IodOpTiming *op = &worker->timing.ops[request->op];
  gint64 wanted = request->op == IOD_OP_FSYNC ? 0 : (gint64)worker->job->block_size;
  if (G_UNLIKELY(result != wanted)) {
    /* Nothing at all where a block should be: the file has ended. */
    if (result <= 0)
      fail(worker, request, result < 0 ? (int)-result : ENODATA);
    else
      op->short_ios++;
    return;
  }
  __atomic_store_n(&worker->done_ios, worker->done_ios + 1, __ATOMIC_RELAXED);
  __atomic_store_n(&worker->done_bytes, worker->done_bytes + (guint64)wanted, __ATOMIC_RELAXED);
  if (end < worker->measure_from) return;
  op->bytes += (guint64)wanted;
  add_time(worker, op, request->due > 0 ? request->due : begin, issued, end);
}
