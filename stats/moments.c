// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

/* A sum kept as head + tail: the tail collects what rounding took from the head. */
typedef struct {
  double head, tail;
} Sum;

static inline void add(Sum *sum, double x) {
  double total = sum->head + x;
  sum->tail += fabs(sum->head) >= fabs(x) ? (sum->head - total) + x : (x - total) + sum->head;
  sum->head = total;
}

/* A power of two that brings the largest magnitude near 1, so that neither sums nor squares leave a double's
 * range. */
static double scale_for(double low, double high) {
  int exponent;
  frexp(fmax(fabs(low), fabs(high)), &exponent);
  return ldexp(1, -CLAMP(exponent, -1000, 1000));
}

IodMoments iod_moments(const double *values, guint n) {
  double low = values[0], high = values[0];
  for (guint i = 1; i < n; i++) {
    low = fmin(low, values[i]);
    high = fmax(high, values[i]);
  }
  if (low == high) return (IodMoments){low, n > 1 ? 0 : NAN};

  double scale = scale_for(low, high);
  Sum sum = {0, 0};
  for (guint i = 0; i < n; i++) add(&sum, values[i] * scale);
  double mean = (sum.head + sum.tail) / n;

  Sum squares = {0, 0}, deviations = {0, 0};
  for (guint i = 0; i < n; i++) {
    double deviation = values[i] * scale - mean;
    add(&squares, deviation * deviation);
    add(&deviations, deviation);
  }
  double off = deviations.head + deviations.tail; /* 0, had the mean no last digit */
  double variance = (squares.head + squares.tail - off * off / n) / (n - 1);
  double stddev = sqrt(fmax(variance, 0)) / scale;
  return (IodMoments){CLAMP(mean / scale, low, high), isfinite(stddev) ? stddev : NAN};
}
