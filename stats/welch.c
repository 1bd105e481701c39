// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_cdf.h>

#include "stats/maths.h"

/* Welch 1947, degrees of freedom by Satterthwaite. The variances enter as shares of their sum, which can't
 * under- or overflow. */
IodWelch iod_welch(IodMoments base, guint m, IodMoments fresh, guint n) {
  IodWelch welch = {fresh.mean - base.mean, NAN, NAN, NAN};
  if (m < 2 || n < 2) return welch;
  double a = base.stddev / sqrt(m), b = fresh.stddev / sqrt(n);
  welch.error = hypot(a, b);
  if (!(welch.error > 0)) return welch;
  double share_a = a / welch.error * (a / welch.error), share_b = b / welch.error * (b / welch.error);
  welch.df = 1 / (share_a * share_a / (m - 1) + share_b * share_b / (n - 1));
  welch.p = 2 * gsl_cdf_tdist_Q(fabs(welch.difference) / welch.error, welch.df);
  return welch;
}

IodInterval iod_welch_interval(const IodWelch *welch, double confidence) {
  if (isnan(welch->df)) return iod_no_interval();
  double reach = gsl_cdf_tdist_Qinv((1 - confidence) / 2, welch->df) * welch->error;
  return (IodInterval){welch->difference - reach, welch->difference + reach, confidence};
}
