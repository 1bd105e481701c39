// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_cdf.h>

#include "stats/maths.h"

/* Below this share of the middle's weight a binomial probability no longer matters. */
#define NEGLIGIBLE 1e-40

/* Weight of `heads` in n fair tosses relative to the middle, carried along by the ratio of neighbours: good
 * to a few units in the last place for any n, where gamma functions lose digits. */
typedef struct {
  guint heads;
  double weight, total; /* total: of all weights */
} Binomial;

static Binomial binomial_outermost(guint n) {
  Binomial b = {n / 2, 1, 0};
  double half = 1;
  while (b.heads > 0 && b.weight > NEGLIGIBLE) {
    b.weight *= (double)b.heads / (double)(n - b.heads + 1);
    b.heads--;
    half += b.weight;
  }
  b.total = n % 2 == 0 ? 2 * half - 1 : 2 * half;
  return b;
}

IodInterval iod_median_interval(const double *sorted, guint n, double confidence) {
  if (n < 2) return iod_no_interval();
  double allowed = (1 - confidence) / 2 * (1 + 1e-10); /* 0.95 and its like are no exact doubles */
  Binomial b = binomial_outermost(n);
  guint rank = b.heads + 1;
  double tail = b.weight / b.total; /* P(fewer than rank values lie below the median) */
  while (rank < n / 2) {
    b.weight *= (double)(n - b.heads) / (double)(b.heads + 1);
    b.heads++;
    if (tail + b.weight / b.total > allowed) break;
    tail += b.weight / b.total;
    rank++;
  }
  return (IodInterval){sorted[rank - 1], sorted[n - rank], 1 - 2 * tail};
}

IodInterval iod_t_interval(IodMoments moments, guint n, double confidence) {
  if (!(moments.stddev > 0)) return iod_no_interval();
  double reach = gsl_cdf_tdist_Qinv((1 - confidence) / 2, n - 1) * moments.stddev / sqrt(n);
  IodInterval ci = {moments.mean - reach, moments.mean + reach, confidence};
  return isfinite(ci.low) && isfinite(ci.high) ? ci : iod_no_interval();
}
