// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_cdf.h>

#include "stats/maths.h"

#define MOST_TOLD   50     /* more than so many runs are told as "> 50" */
#define POWER       0.8    /* the chance that so many runs decide */
#define ROBUST_FROM 6      /* runs from which on a side's spread is told by its MAD */
#define MAD_TO_SD   1.4826 /* for normal noise */

static double variance_of(const double *sorted, guint n) {
  double stddev = iod_moments(sorted, n).stddev;
  double robust = n >= ROBUST_FROM ? MAD_TO_SD * iod_mad(sorted, n) : 0;
  if (robust > 0) stddev = robust;
  return stddev * stddev;
}

/* Pooled over the sides that have two runs; NaN where none has. */
static double pooled_variance(const IodSorted *base, const IodSorted *fresh) {
  gboolean logs = base->logs && fresh->logs;
  const IodSorted *sides[] = {base, fresh};
  double sum = 0;
  guint freedom = 0;
  for (guint i = 0; i < G_N_ELEMENTS(sides); i++) {
    guint n = sides[i]->n;
    if (n < 2) continue;
    sum += (n - 1) * variance_of(logs ? sides[i]->logs : sides[i]->values, n);
    freedom += n - 1;
  }
  return freedom > 0 ? sum / freedom : NAN;
}

/* How far the estimate is from the nearer edge of the band; the closer, the longer the search, so half the
 * band at least. */
static double distance_to_decide(const IodEffect *effect) {
  double distance = fabs(fabs(effect->estimate) - effect->band);
  return fmax(distance, effect->band / 2);
}

/* (z_{1-alpha/2} + z_{power})^2 variance / distance^2: 1/m + 1/n has to be no more than its inverse. */
static double runs_per_variance(const IodEffect *effect, const IodQuestion *question, double variance) {
  double z = gsl_cdf_ugaussian_Qinv((1 - question->confidence) / 2) + gsl_cdf_ugaussian_Pinv(POWER);
  double distance = distance_to_decide(effect);
  return z * z * variance / (distance * distance);
}

/* The first number from `runs` up with which an interval exists. */
static int told(double runs, guint n_base, gboolean fixed, const IodQuestion *question) {
  if (!(runs <= MOST_TOLD)) return MOST_TOLD + 1;
  guint n = (guint)runs;
  while (n <= MOST_TOLD &&
         !iod_interval_exists(fixed ? n_base : n, n, question->center, question->confidence))
    n++;
  return (int)n;
}

/* Lehr's rule for two samples, 80 % power; with a stored baseline of more runs than the new ones only these
 * can grow. Told is the size that the new sample (or both) should have, more than what did not decide, never
 * how many to add. */
static void tell_runs(const IodSorted *base, const IodSorted *fresh, double needed,
                      const IodQuestion *question, IodAnswer *answer) {
  gboolean fixed = fresh->n < base->n;
  if (!fixed) {
    double have = 2.0 * base->n * fresh->n / (base->n + fresh->n); /* a side, where both were equal */
    answer->runs_needed = told(fmax(ceil(2 * needed) + 1, floor(have) + 1), base->n, fixed, question);
    return;
  }
  double rest = 1 / needed - 1.0 / base->n;
  if (rest <= 0)
    answer->runs_reason = "no number of new runs would do beside so few of the baseline: add to these";
  else
    answer->runs_needed = told(fmax(ceil(1 / rest) + 1, fresh->n + 1), base->n, fixed, question);
}

void iod_estimate_runs(const IodSorted *base, const IodSorted *fresh, const IodEffect *effect,
                       const IodQuestion *question, IodAnswer *answer) {
  if (answer->verdict != IOD_VERDICT_UNCLEAR && answer->verdict != IOD_VERDICT_LIKELY_WORSE &&
      answer->verdict != IOD_VERDICT_LIKELY_BETTER)
    return;
  double variance = pooled_variance(base, fresh);
  if (isnan(variance))
    answer->runs_reason = "single runs tell nothing of the spread";
  else if (g_strcmp0(answer->reason, "coarse") == 0)
    answer->runs_reason = "the values are too coarse: more runs would repeat them";
  else
    tell_runs(base, fresh, runs_per_variance(effect, question, variance), question, answer);
}
