// SPDX-License-Identifier: GPL-3.0-or-later
/* What the files of describing and comparing share; private to stats/. All of it works on plain arrays of
 * finite doubles; "sorted" is upwards. NaN stands for a number that does not exist. Confidences lie in (0,
 * 1). GSL's error handler is expected to be off. */
#ifndef IODELTA_STATS_MATHS_H
#define IODELTA_STATS_MATHS_H

#include <math.h>

#include "stats/stats.h"

G_BEGIN_DECLS

static inline IodInterval iod_no_interval(void) {
  return (IodInterval){NAN, NAN, NAN};
}

/* ---- One sample ---------------------------------------------------------------------------------------- */

typedef struct {
  double mean, stddev; /* stddev: n - 1; exactly 0 where all are equal; NaN for one value, or where no double
                          holds it */
} IodMoments;

/* Sums with compensation (Neumaier 1974), the squares in a second pass about the mean; values of any
 * magnitude. */
IodMoments iod_moments(const double *values, guint n);

/* A sample as the methods want it. */
typedef struct {
  guint n;
  double *values; /* sorted */
  double *logs;   /* of the values, sorted; NULL where a value is not positive */
} IodSorted;

void iod_sorted_init(IodSorted *sorted, const double *values, guint n);
void iod_sorted_clear(IodSorted *sorted);
gboolean iod_sorted_constant(const IodSorted *sorted);

double iod_median(const double *sorted, guint n);

/* Median of the distances from the median, unscaled; NaN where no double holds it. O(n). */
double iod_mad(const double *sorted, guint n);

/* Geometric mean of a sample whose logs have this mean; NaN where there are no logs. */
double iod_geomean(const IodSorted *sorted);

double iod_center(const IodSorted *sorted, IodCenter center);

/* Interval of the median between the k-th smallest and the k-th largest value, k the largest with binomial
 * confidence
 * >= the one asked, else 1 (David & Nagaraja, Order Statistics, 7.1). None for one value. */
IodInterval iod_median_interval(const double *sorted, guint n, double confidence);

/* Student's interval of a mean; none for one value, and none where all are equal: a spread of 0 estimates
 * nothing. */
IodInterval iod_t_interval(IodMoments moments, guint n, double confidence);

/* ---- Rank sums: base x (m values) and fresh y (n values) ----------------------------------------------- */

/* P(U <= u) for u = 0 … m n / 2 of Mann & Whitney's U without ties. Free it with g_free. */
double *iod_u_distribution(guint m, guint n);

/* Whether an exact interval of this confidence exists: 2 / C(m + n, m) <= 1 - confidence. */
gboolean iod_rank_sum_attains(guint m, guint n, double confidence);

typedef struct {
  gboolean exact; /* else by the normal approximation */
  double p;       /* two-sided */
  guint64
      rank; /* the interval's ends are the rank-th smallest and largest difference; 0 where there is none */
  double confidence; /* that it really has */
} IodRankSum;

/* Mann-Whitney test of two sorted samples: exact over the permutations with midranks, and by the normal
 * approximation (continuity correction, variance corrected for ties) where both sides have more than 50
 * values, or where the exact distribution would take minutes (3 values against some 10^7, 50 against 10^6;
 * with ties 50 against 2000). */
IodRankSum iod_rank_sum(const double *x, guint m, const double *y, guint n, double confidence);

/* The k-th smallest (1 … m n) of all differences y[j] - x[i] of two sorted samples, selected by counting: no
 * array of the differences, expected time O((m + n) log(m n)). */
double iod_kth_difference(const double *x, guint m, const double *y, guint n, guint64 k);

/* The median of all differences: Hodges & Lehmann's estimate of the shift. */
double iod_median_difference(const double *x, guint m, const double *y, guint n);

/* ---- Means --------------------------------------------------------------------------------------------- */

/* Welch's t test of fresh - base. df, t, p are NaN where a side has one value or both have no spread. */
typedef struct {
  double difference, error, df, p;
} IodWelch;

IodWelch iod_welch(IodMoments base, guint m, IodMoments fresh, guint n);

/* The interval of the difference; none where df is NaN. */
IodInterval iod_welch_interval(const IodWelch *welch, double confidence);

/* Fieller's interval of fresh mean / base mean with Welch's degrees of freedom (Fieller 1954); none where it
 * is not bounded, that is where the base's mean can't be told from 0. */
IodInterval iod_fieller_interval(IodMoments base, guint m, IodMoments fresh, guint n, double confidence);

/* ---- From interval to word ----------------------------------------------------------------------------- */

/* The change on a scale on which none is 0: log of the ratio, or a difference in base units. */
typedef struct {
  double estimate;
  IodInterval ci; /* an end may be infinite */
  double band;    /* the band is [-band, band] */
  double slack;   /* what rounding may shift an end by */
} IodEffect;

/* Sets verdict and reason. */
void iod_judge(const IodSorted *base, const IodSorted *fresh, const IodEffect *effect,
               const IodQuestion *question, IodAnswer *answer);

/* Sets runs_needed or runs_reason where the verdict is unclear or likely. */
void iod_estimate_runs(const IodSorted *base, const IodSorted *fresh, const IodEffect *effect,
                       const IodQuestion *question, IodAnswer *answer);

/* Whether the method for this centre gives an interval for so many runs. */
gboolean iod_interval_exists(guint m, guint n, IodCenter center, double confidence);

G_END_DECLS

#endif
