// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: times counted. A time below 2^BITS ns has a bucket of its own; above, each power of
 * two is divided into 2^BITS buckets, so that a bucket is no wider than 1/128 (0.8 %) of the times in it, and
 * its middle no farther than 0.4 % from any. Index of v: with e = max(0, floor(log2 v) - BITS), e * 2^BITS +
 * (v >> e). Counts of equal BITS are merged by adding them. */
#ifndef IODELTA_RUNNER_HISTOGRAM_H
#define IODELTA_RUNNER_HISTOGRAM_H

#include "model/model.h"

#define IOD_HISTOGRAM_BITS 7
/* Times of 2^42 ns (73 minutes) and more share the last bucket. */
#define IOD_HISTOGRAM_TOP  42
#define IOD_HISTOGRAM_SIZE ((IOD_HISTOGRAM_TOP - IOD_HISTOGRAM_BITS + 1) << IOD_HISTOGRAM_BITS)

typedef struct {
  guint64 total;
  guint64 counts[IOD_HISTOGRAM_SIZE];
} IodCounts;

static inline guint iod_histogram_index(gint64 nanoseconds) {
  guint64 value = nanoseconds > 0 ? (guint64)nanoseconds : 0;
  guint64 top = G_GUINT64_CONSTANT(1) << IOD_HISTOGRAM_TOP;
  if (G_UNLIKELY(value >= top)) value = top - 1;
  guint width = 64U - (guint)__builtin_clzll(value | 1);
  guint shift = width > IOD_HISTOGRAM_BITS + 1 ? width - (IOD_HISTOGRAM_BITS + 1) : 0;
  return (shift << IOD_HISTOGRAM_BITS) + (guint)(value >> shift);
}

static inline void iod_histogram_count(IodCounts *counts, gint64 nanoseconds) {
  counts->counts[iod_histogram_index(nanoseconds)]++;
  counts->total++;
}

/* The least time of a bucket, and the number of times in it. */
guint64 iod_histogram_low(guint index);
guint64 iod_histogram_width(guint index);

void iod_histogram_merge(IodCounts *into, const IodCounts *from);

/* The time, in ns, that percentile % of those counted do not exceed (nearest rank), as the middle of its
 * bucket. 0 where nothing was counted. */
double iod_histogram_percentile(const IodCounts *counts, double percentile);

/* As the model carries it; unit ns. */
IodHistogram *iod_histogram_of(const IodCounts *counts, const char *op, const char *metric);

#endif
