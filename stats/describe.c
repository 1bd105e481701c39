// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

double iod_geomean(const IodSorted *sorted) {
  if (!sorted->logs) return NAN;
  double mean = exp(iod_moments(sorted->logs, sorted->n).mean);
  return CLAMP(mean, sorted->values[0], sorted->values[sorted->n - 1]);
}

double iod_center(const IodSorted *sorted, IodCenter center) {
  switch (center) {
  case IOD_CENTER_MEAN:
    return iod_moments(sorted->values, sorted->n).mean;
  case IOD_CENTER_GEOMEAN:
    return iod_geomean(sorted);
  case IOD_CENTER_MEDIAN:
    break;
  }
  return iod_median(sorted->values, sorted->n);
}

static IodInterval geomean_interval(const IodSorted *sorted, double confidence) {
  if (!sorted->logs) return iod_no_interval();
  IodInterval logs = iod_t_interval(iod_moments(sorted->logs, sorted->n), sorted->n, confidence);
  IodInterval ci = {exp(logs.low), exp(logs.high), logs.confidence};
  return isfinite(ci.high) ? ci : iod_no_interval();
}

static IodInterval center_interval(const IodSorted *sorted, IodMoments moments, IodCenter center,
                                   double confidence) {
  switch (center) {
  case IOD_CENTER_MEAN:
    return iod_t_interval(moments, sorted->n, confidence);
  case IOD_CENTER_GEOMEAN:
    return geomean_interval(sorted, confidence);
  case IOD_CENTER_MEDIAN:
    break;
  }
  return iod_median_interval(sorted->values, sorted->n, confidence);
}

void iod_describe(const double *values, guint n, IodCenter center, double confidence, IodSummary *summary) {
  IodSorted sorted;
  iod_sorted_init(&sorted, values, n);
  IodMoments moments = iod_moments(sorted.values, n);
  *summary = (IodSummary){
      .n = n,
      .mean = moments.mean,
      .median = iod_median(sorted.values, n),
      .geomean = iod_geomean(&sorted),
      .stddev = moments.stddev,
      .min = sorted.values[0],
      .max = sorted.values[n - 1],
      .q1 = iod_quantile(sorted.values, n, 0.25),
      .q3 = iod_quantile(sorted.values, n, 0.75),
      .mad = iod_mad(sorted.values, n),
      .center = iod_center(&sorted, center),
      .ci = center_interval(&sorted, moments, center, confidence),
  };
  iod_sorted_clear(&sorted);
}
