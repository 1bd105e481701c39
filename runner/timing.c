// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/timing.h"

#include <math.h>

const char *iod_op_name(IodOp op) {
  static const char *const names[] = {"read", "write", "fsync"};
  return names[op];
}

static double squared_deviations(const IodMoments *moments) {
  double n = (double)moments->n;
  return MAX(0, moments->squares - moments->sum * moments->sum / n);
}

/* Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances", 1979.
 */
void iod_moments_merge(IodMoments *into, const IodMoments *from) {
  if (from->n == 0) return;
  if (into->n == 0) {
    *into = *from;
    return;
  }
  double n = (double)into->n;
  double m = (double)from->n;
  double difference = iod_moments_mean(from) - iod_moments_mean(into);
  double mean = iod_moments_mean(into) + difference * m / (n + m);
  double squares =
      squared_deviations(into) + squared_deviations(from) + difference * difference * n * m / (n + m);
  *into =
      (IodMoments){into->n + from->n, MIN(into->min, from->min), MAX(into->max, from->max), mean, 0, squares};
}

double iod_moments_mean(const IodMoments *moments) {
  return moments->n > 0 ? moments->origin + moments->sum / (double)moments->n : 0;
}

double iod_moments_stddev(const IodMoments *moments) {
  return moments->n > 1 ? sqrt(squared_deviations(moments) / (double)(moments->n - 1)) : 0;
}

void iod_timing_init(IodTiming *timing, gboolean split) {
  *timing = (IodTiming){0};
  for (guint op = 0; op < IOD_OP_COUNT; op++) {
    timing->ops[op].lat_counts = g_new0(IodCounts, 1);
    if (split) timing->ops[op].clat_counts = g_new0(IodCounts, 1);
    timing->ops[op].seconds = g_array_new(FALSE, TRUE, sizeof(IodSecond));
  }
}

void iod_timing_clear(IodTiming *timing) {
  for (guint op = 0; op < IOD_OP_COUNT; op++) {
    g_clear_pointer(&timing->ops[op].lat_counts, g_free);
    g_clear_pointer(&timing->ops[op].clat_counts, g_free);
    g_clear_pointer(&timing->ops[op].seconds, g_array_unref);
  }
}

static void merge_seconds(GArray *into, const GArray *from) {
  if (into->len < from->len) g_array_set_size(into, from->len);
  for (guint i = 0; i < from->len; i++) {
    IodSecond *second = &g_array_index(into, IodSecond, i);
    second->ios += g_array_index(from, IodSecond, i).ios;
    second->lat += g_array_index(from, IodSecond, i).lat;
  }
}

void iod_timing_merge(IodTiming *into, const IodTiming *from) {
  into->last_end = MAX(into->last_end, from->last_end);
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    IodOpTiming *to = &into->ops[i];
    const IodOpTiming *op = &from->ops[i];
    iod_moments_merge(&to->lat, &op->lat);
    iod_moments_merge(&to->slat, &op->slat);
    iod_moments_merge(&to->clat, &op->clat);
    iod_histogram_merge(to->lat_counts, op->lat_counts);
    if (to->clat_counts != NULL) iod_histogram_merge(to->clat_counts, op->clat_counts);
    to->bytes += op->bytes;
    to->short_ios += op->short_ios;
    to->failed_ios += op->failed_ios;
    merge_seconds(to->seconds, op->seconds);
  }
}

void iod_timing_next_second(IodTiming *timing) {
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    IodOpTiming *op = &timing->ops[i];
    g_array_append_val(op->seconds, op->second);
    op->second = (IodSecond){0};
  }
}
