// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_cdf.h>

#include "stats/maths.h"

/* The ratios r with |fresh - r base| <= t sqrt(var fresh + r^2 var base) lie between the roots of a r^2 - 2 b
 * r + c. In units of the base's mean: g and h are the squares of t times the relative errors. */
IodInterval iod_fieller_interval(IodMoments base, guint m, IodMoments fresh, guint n, double confidence) {
  IodWelch welch = iod_welch(base, m, fresh, n);
  if (isnan(welch.df) || base.mean == 0) return iod_no_interval();
  double t = gsl_cdf_tdist_Qinv((1 - confidence) / 2, welch.df);
  double ratio = fresh.mean / base.mean;
  double g = t * base.stddev / sqrt(m) / base.mean, h = t * fresh.stddev / sqrt(n) / base.mean;
  g *= g;
  h *= h;
  if (g >= 1) return iod_no_interval();
  double reach = sqrt(ratio * ratio * g + h * (1 - g));
  return (IodInterval){(ratio - reach) / (1 - g), (ratio + reach) / (1 - g), confidence};
}
