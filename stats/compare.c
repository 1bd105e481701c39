// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

/* Welch stands in for an exact interval that does not exist where each side has so many runs: with fewer
 * there is no spread, with more on one side its false alarms grow (two modes: 12 to 24 %, simulated). */
#define FEWEST_FOR_WELCH 2
#define MOST_FOR_WELCH   4

/* Values reach the band's edge through logs and sums; that far off they still lie on it. */
#define ROUNDING 1e-12

static gboolean few(guint n) {
  return n >= FEWEST_FOR_WELCH && n <= MOST_FOR_WELCH;
}

static gboolean takes_ranks(guint m, guint n, const IodQuestion *question) {
  return question->center == IOD_CENTER_MEDIAN &&
         (iod_rank_sum_attains(m, n, question->confidence) || !few(m) || !few(n));
}

gboolean iod_interval_exists(guint m, guint n, IodCenter center, double confidence) {
  if (center == IOD_CENTER_MEDIAN) return iod_rank_sum_attains(m, n, confidence) || (few(m) && few(n));
  return m > 1 && n > 1;
}

static void compare_ranks(const IodSorted *base, const IodSorted *fresh, const IodQuestion *question,
                          IodEffect *effect, IodAnswer *answer) {
  gboolean plain = answer->of_differences;
  const double *x = plain ? base->values : base->logs, *y = plain ? fresh->values : fresh->logs;
  effect->estimate = iod_median_difference(x, base->n, y, fresh->n);
  if (base->n == 1 && fresh->n == 1) return;

  IodRankSum ranks = iod_rank_sum(base->values, base->n, fresh->values, fresh->n, question->confidence);
  answer->p = ranks.p;
  if (ranks.exact)
    answer->method = plain ? "rank-sum exact of differences" : "rank-sum exact";
  else
    answer->method = plain ? "rank-sum normal of differences" : "rank-sum normal";
  if (ranks.rank == 0) return;
  guint64 pairs = (guint64)base->n * fresh->n;
  effect->ci.low = iod_kth_difference(x, base->n, y, fresh->n, ranks.rank);
  effect->ci.high = iod_kth_difference(x, base->n, y, fresh->n, pairs + 1 - ranks.rank);
  effect->ci.confidence = ranks.confidence;
}

static void compare_means(const IodSorted *base, const IodSorted *fresh, const IodQuestion *question,
                          IodEffect *effect, IodAnswer *answer) {
  gboolean plain = answer->of_differences;
  IodMoments a = iod_moments(plain ? base->values : base->logs, base->n);
  IodMoments b = iod_moments(plain ? fresh->values : fresh->logs, fresh->n);
  IodWelch welch = iod_welch(a, base->n, b, fresh->n);
  effect->estimate = welch.difference;
  effect->ci = iod_welch_interval(&welch, question->confidence);
  answer->p = welch.p;
  if (isnan(welch.df)) return;
  if (!plain)
    answer->method = "Welch on logs";
  else
    answer->method = question->center == IOD_CENTER_MEAN ? "Fieller of differences" : "Welch of differences";
}

static void compare_fieller(const IodSorted *base, const IodSorted *fresh, const IodQuestion *question,
                            IodEffect *effect, IodAnswer *answer) {
  IodMoments a = iod_moments(base->values, base->n), b = iod_moments(fresh->values, fresh->n);
  IodWelch welch = iod_welch(a, base->n, b, fresh->n);
  answer->ratio = b.mean / a.mean;
  answer->ci = iod_fieller_interval(a, base->n, b, fresh->n, question->confidence);
  answer->p = welch.p;
  answer->method = isnan(welch.df) ? NULL : "Fieller";
  effect->estimate = log(answer->ratio);
  /* Fieller's lower end may be negative: on the scale of logs that is below everything. */
  effect->ci = (IodInterval){log(fmax(answer->ci.low, 0)), log(answer->ci.high), answer->ci.confidence};
  if (isnan(answer->ci.low)) effect->ci = iod_no_interval();
}

static void compare_on_logs(const IodSorted *base, const IodSorted *fresh, const IodQuestion *question,
                            IodEffect *effect, IodAnswer *answer) {
  effect->band = log1p(question->band);
  effect->slack = ROUNDING;
  if (question->center == IOD_CENTER_MEAN) {
    compare_fieller(base, fresh, question, effect, answer);
    return;
  }
  if (takes_ranks(base->n, fresh->n, question))
    compare_ranks(base, fresh, question, effect, answer);
  else
    compare_means(base, fresh, question, effect, answer);
  answer->ratio = exp(effect->estimate);
  answer->ci = (IodInterval){exp(effect->ci.low), exp(effect->ci.high), effect->ci.confidence};
}

/* Zeros and negatives have no logs. Where the centre does not exist for them (geomean) the means stand in. */
static void compare_differences(const IodSorted *base, const IodSorted *fresh, const IodQuestion *question,
                                IodEffect *effect, IodAnswer *answer) {
  IodCenter center = question->center == IOD_CENTER_GEOMEAN ? IOD_CENTER_MEAN : question->center;
  double from = iod_center(base, center), to = iod_center(fresh, center);
  effect->band = question->band * fabs(from);
  effect->slack = ROUNDING * fmax(fabs(from), fabs(to));
  if (takes_ranks(base->n, fresh->n, question))
    compare_ranks(base, fresh, question, effect, answer);
  else
    compare_means(base, fresh, question, effect, answer);
  answer->ratio = to / from;
  answer->difference = effect->estimate;
  answer->difference_ci = effect->ci;
}

/* What left a double's range does not exist for the reader. */
static void forget_infinite(double *number, IodInterval *ci) {
  if (!isfinite(*number)) *number = NAN;
  if (!isfinite(ci->low) || !isfinite(ci->high)) *ci = iod_no_interval();
}

void iod_compare(const double *base, guint n_base, const double *fresh, guint n_fresh,
                 const IodQuestion *question, IodAnswer *answer) {
  IodSorted a, b;
  iod_sorted_init(&a, base, n_base);
  iod_sorted_init(&b, fresh, n_fresh);
  *answer = (IodAnswer){
      .ratio = NAN,
      .center_ratio = iod_center(&b, question->center) / iod_center(&a, question->center),
      .ci = iod_no_interval(),
      .p = NAN,
      .of_differences = !a.logs || !b.logs,
      .difference = NAN,
      .difference_ci = iod_no_interval(),
  };
  IodEffect effect = {.estimate = NAN, .ci = iod_no_interval()};
  if (answer->of_differences)
    compare_differences(&a, &b, question, &effect, answer);
  else
    compare_on_logs(&a, &b, question, &effect, answer);
  iod_judge(&a, &b, &effect, question, answer);
  iod_estimate_runs(&a, &b, &effect, question, answer);

  if (!isfinite(answer->center_ratio)) answer->center_ratio = NAN;
  forget_infinite(&answer->ratio, &answer->ci);
  forget_infinite(&answer->difference, &answer->difference_ci);
  iod_sorted_clear(&a);
  iod_sorted_clear(&b);
}
