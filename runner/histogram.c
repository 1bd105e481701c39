// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/histogram.h"

#include <math.h>

#define STEPS (1U << IOD_HISTOGRAM_BITS)

static guint shift_of(guint index) {
  return index < 2 * STEPS ? 0 : (index >> IOD_HISTOGRAM_BITS) - 1;
}

guint64 iod_histogram_low(guint index) {
  guint shift = shift_of(index);
  return (guint64)(index - (shift << IOD_HISTOGRAM_BITS)) << shift;
}

guint64 iod_histogram_width(guint index) {
  return G_GUINT64_CONSTANT(1) << shift_of(index);
}

void iod_histogram_merge(IodCounts *into, const IodCounts *from) {
  into->total += from->total;
  for (guint i = 0; i < IOD_HISTOGRAM_SIZE; i++) into->counts[i] += from->counts[i];
}

double iod_histogram_percentile(const IodCounts *counts, double percentile) {
  if (counts->total == 0) return 0;
  /* A hair less, so that 99.9 % of 1000 is the 999th and not, by a rounding, the 1000th. */
  double rank = ceil(percentile / 100 * (double)counts->total * (1 - 1e-12));
  guint64 wanted = rank < 1 ? 1 : MIN((guint64)rank, counts->total);
  guint64 seen = 0;
  guint index = 0;
  while ((seen += counts->counts[index]) < wanted) index++;
  return (double)iod_histogram_low(index) + (double)(iod_histogram_width(index) - 1) / 2;
}

IodHistogram *iod_histogram_of(const IodCounts *counts, const char *op, const char *metric) {
  IodHistogram *histogram = iod_histogram_new(op, metric, "ns", IOD_HISTOGRAM_BITS);
  for (guint i = 0; i < IOD_HISTOGRAM_SIZE; i++) {
    if (counts->counts[i] == 0) continue;
    IodBucket bucket = {i, counts->counts[i]};
    g_array_append_val(histogram->counts, bucket);
  }
  return histogram;
}
