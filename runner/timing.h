// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what one thread counts, and the sum over threads. Only whole I/Os that succeeded are
 * in the times; short and failed ones are counted apart. */
#ifndef IODELTA_RUNNER_TIMING_H
#define IODELTA_RUNNER_TIMING_H

#include "runner/histogram.h"

typedef enum { IOD_OP_READ, IOD_OP_WRITE, IOD_OP_FSYNC, IOD_OP_COUNT } IodOp;

const char *iod_op_name(IodOp op);

/* Moments of times in ns; sums are of the distance to the first time, which keeps their digits. */
typedef struct {
  guint64 n;
  gint64 min, max;
  double origin, sum, squares;
} IodMoments;

static inline void iod_moments_add(IodMoments *moments, gint64 value) {
  if (G_UNLIKELY(moments->n++ == 0)) {
    moments->min = moments->max = value;
    moments->origin = (double)value;
    return;
  }
  if (value < moments->min) moments->min = value;
  if (value > moments->max) moments->max = value;
  double distance = (double)value - moments->origin;
  moments->sum += distance;
  moments->squares += distance * distance;
}

void iod_moments_merge(IodMoments *into, const IodMoments *from);
double iod_moments_mean(const IodMoments *moments);
/* Of the sample: divided by n - 1; 0 for one value. */
double iod_moments_stddev(const IodMoments *moments);

/* One second of the measurement. */
typedef struct {
  guint64 ios;
  gint64 lat; /* sum of the latencies */
} IodSecond;

typedef struct {
  IodMoments lat, slat, clat;
  IodCounts *lat_counts, *clat_counts; /* clat_counts: NULL where submission and completion are one */
  guint64 bytes;
  guint64 short_ios, failed_ios;
  IodSecond second; /* under way */
  GArray *seconds;  /* of IodSecond, those that are over */
} IodOpTiming;

typedef struct {
  IodOpTiming ops[IOD_OP_COUNT];
  gint64 last_end; /* of an I/O that counts; 0: none */
} IodTiming;

void iod_timing_init(IodTiming *timing, gboolean split);
void iod_timing_clear(IodTiming *timing);
void iod_timing_merge(IodTiming *into, const IodTiming *from);
void iod_timing_next_second(IodTiming *timing);

#endif
