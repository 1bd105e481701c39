// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

/* Hyndman & Fan 1996, type 7. */
double iod_quantile(const double *sorted, guint n, double p) {
  double position = p * (n - 1);
  guint below = (guint)position;
  if (below + 1 >= n) return sorted[n - 1];
  double low = sorted[below], high = sorted[below + 1], part = position - below;
  if (part == 0 || low == high) return low;
  return (1 - part) * low + part * high; /* in this form the difference can't overflow */
}

double iod_median(const double *sorted, guint n) {
  return n % 2 == 1 ? sorted[n / 2] : sorted[n / 2 - 1] / 2 + sorted[n / 2] / 2;
}

/* The distances rise from the middle to both ends, so that merging the two halves yields them in order. */
double iod_mad(const double *sorted, guint n) {
  double median = iod_median(sorted, n);
  guint up = n / 2, down = n / 2; /* next above: up; next below: down - 1 */
  double last = 0, before = 0;
  for (guint taken = 0; taken <= n / 2; taken++) {
    double above = up < n ? sorted[up] - median : INFINITY;
    double below = down > 0 ? median - sorted[down - 1] : INFINITY;
    before = last;
    last = fmin(above, below);
    if (above <= below)
      up++;
    else
      down--;
  }
  double mad = n % 2 == 1 ? last : before / 2 + last / 2;
  return isfinite(mad) ? mad : NAN;
}
