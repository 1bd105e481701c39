// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/tally.h"

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

void iod_tally_init(IodTally *tally, gboolean split) {
  *tally = (IodTally){0};
  for (guint op = 0; op < IOD_OP_COUNT; op++) {
    tally->ops[op].lat_counts = g_new0(IodCounts, 1);
    if (split) tally->ops[op].clat_counts = g_new0(IodCounts, 1);
    tally->ops[op].seconds = g_array_new(FALSE, TRUE, sizeof(IodSecond));
  }
}

void iod_tally_clear(IodTally *tally) {
  for (guint op = 0; op < IOD_OP_COUNT; op++) {
    g_clear_pointer(&tally->ops[op].lat_counts, g_free);
    g_clear_pointer(&tally->ops[op].clat_counts, g_free);
    g_clear_pointer(&tally->ops[op].seconds, g_array_unref);
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

void iod_tally_merge(IodTally *into, const IodTally *from) {
  into->last_end = MAX(into->last_end, from->last_end);
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    IodOpTally *to = &into->ops[i];
    const IodOpTally *op = &from->ops[i];
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

void iod_tally_next_second(IodTally *tally) {
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    IodOpTally *op = &tally->ops[i];
    g_array_append_val(op->seconds, op->second);
    op->second = (IodSecond){0};
  }
}
