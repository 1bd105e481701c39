// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

static gboolean all_equal(const IodSorted *base, const IodSorted *fresh) {
  return base->n > 1 && fresh->n > 1 && iod_sorted_constant(base) && iod_sorted_constant(fresh) &&
         base->values[0] == fresh->values[0];
}

/* Where more is better and the baseline always measured something, a new centre of 0 is no noise: at least
 * half of the runs did nothing. */
static gboolean fell_to_zero(const IodSorted *base, const IodSorted *fresh) {
  return base->values[0] > 0 && fresh->values[0] >= 0 && iod_median(fresh->values, fresh->n) == 0;
}

/* By the interval alone, more being better. */
static IodVerdict by_interval(const IodEffect *effect) {
  double low = effect->ci.low, high = effect->ci.high, band = effect->band, slack = effect->slack;
  if (isnan(low)) return IOD_VERDICT_UNCLEAR;
  if (low >= -band - slack && high <= band + slack) return IOD_VERDICT_SAME;
  if (high < -band - slack) return IOD_VERDICT_WORSE;
  if (low > band + slack) return IOD_VERDICT_BETTER;
  if (high < -slack) return IOD_VERDICT_LIKELY_WORSE;
  if (low > slack) return IOD_VERDICT_LIKELY_BETTER;
  return IOD_VERDICT_UNCLEAR;
}

static IodVerdict turned_round(IodVerdict verdict) {
  switch (verdict) {
  case IOD_VERDICT_WORSE:
    return IOD_VERDICT_BETTER;
  case IOD_VERDICT_LIKELY_WORSE:
    return IOD_VERDICT_LIKELY_BETTER;
  case IOD_VERDICT_LIKELY_BETTER:
    return IOD_VERDICT_LIKELY_WORSE;
  case IOD_VERDICT_BETTER:
    return IOD_VERDICT_WORSE;
  default:
    return verdict;
  }
}

/* Measured in steps that are wider than the band, with most values on a step that another has too. */
static gboolean is_coarse(const IodSorted *base, const IodSorted *fresh, double band, gboolean logs) {
  guint all = base->n + fresh->n, tied = 0, same = 0;
  double step = INFINITY, last = NAN;
  for (guint i = 0, j = 0; i + j < all;) {
    gboolean from_base = j == fresh->n || (i < base->n && base->values[i] <= fresh->values[j]);
    const IodSorted *side = from_base ? base : fresh;
    guint at = from_base ? i++ : j++;
    double value = logs ? side->logs[at] : side->values[at];
    if (value == last) {
      tied += same == 1 ? 2 : 1;
      same++;
      continue;
    }
    if (value - last < step) step = value - last;
    last = value;
    same = 1;
  }
  return tied > all / 2.0 && band > 0 && step > band;
}

static const char *reason_for(const IodSorted *base, const IodSorted *fresh, const IodEffect *effect,
                              const IodQuestion *question) {
  if (base->n == 1 && fresh->n == 1) return "single_run";
  if (!iod_interval_exists(base->n, fresh->n, question->center, question->confidence)) return "too_few";
  if (iod_sorted_constant(base) && iod_sorted_constant(fresh)) return "coarse";
  return is_coarse(base, fresh, effect->band, base->logs && fresh->logs) ? "coarse" : "noisy";
}

void iod_judge(const IodSorted *base, const IodSorted *fresh, const IodEffect *effect,
               const IodQuestion *question, IodAnswer *answer) {
  if (question->better != IOD_BETTER_HIGHER && question->better != IOD_BETTER_LOWER) {
    answer->verdict = IOD_VERDICT_NONE;
    answer->reason = "not_judged";
    return;
  }
  gboolean higher = question->better == IOD_BETTER_HIGHER;
  if (all_equal(base, fresh))
    answer->verdict = IOD_VERDICT_IDENTICAL;
  else if (higher && fell_to_zero(base, fresh))
    answer->verdict = IOD_VERDICT_WORSE;
  else
    answer->verdict = higher ? by_interval(effect) : turned_round(by_interval(effect));
  if (answer->verdict == IOD_VERDICT_UNCLEAR) answer->reason = reason_for(base, fresh, effect, question);
}
