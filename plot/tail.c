// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/tail.h"

#include <math.h>
#include <string.h>

const IodHistogram *iod_tail_find(const IodRun *run, const char *op, const char *prefix) {
  for (guint i = 0; run->histograms != NULL && i < run->histograms->len; i++) {
    const IodHistogram *histogram = run->histograms->pdata[i];
    if (strcmp(histogram->op, op) == 0 && strcmp(histogram->metric, prefix) == 0) return histogram;
  }
  return NULL;
}

guint64 iod_tail_total(const IodHistogram *histogram) {
  guint64 total = 0;
  for (guint i = 0; i < histogram->counts->len; i++)
    total += g_array_index(histogram->counts, IodBucket, i).count;
  return total;
}

/* Buckets below 2^bits hold one value each; above, each power of two has 2^bits of them. */
static double middle_of(guint64 index, guint bits) {
  guint64 steps = G_GUINT64_CONSTANT(1) << bits;
  if (index < 2 * steps) return (double)index;
  guint64 shift = (index >> bits) - 1;
  double width = ldexp(1, (int)MIN(shift, 1000));
  return ldexp((double)(index - (shift << bits)), (int)MIN(shift, 1000)) + (width - 1) / 2;
}

static double unit_in_seconds(const char *unit) {
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {{"ns", 1e-9}, {"us", 1e-6}, {"µs", 1e-6}, {"ms", 1e-3}, {"s", 1}};
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++)
    if (strcmp(unit, units[i].unit) == 0) return units[i].seconds;
  return NAN;
}

double iod_tail_percentile(const IodHistogram *histogram, double percentile) {
  guint64 total = iod_tail_total(histogram), seen = 0;
  if (total == 0) return NAN;
  /* A hair less, so that 99.9 % of 1000 is the 999th and not, by a rounding, the 1000th. */
  double rank = ceil(percentile / 100 * (double)total * (1 - 1e-12));
  for (guint i = 0; i < histogram->counts->len; i++) {
    const IodBucket *bucket = &g_array_index(histogram->counts, IodBucket, i);
    seen += bucket->count;
    if (seen > 0 && (double)seen >= rank)
      return middle_of(bucket->index, histogram->precision_bits) * unit_in_seconds(histogram->unit);
  }
  return NAN;
}
