// SPDX-License-Identifier: GPL-3.0-or-later
/* Who is best in a row, and whether that is proved: the tables people make by hand have such a column. */
#include "report/wording.h"

#include <math.h>

/* How far the best is ahead of another. */
typedef enum { LEAD_UNPROVED, LEAD_SAME, LEAD_PROVED } Lead;

static gboolean is_same(IodVerdict verdict) {
  return verdict == IOD_VERDICT_SAME || verdict == IOD_VERDICT_IDENTICAL;
}

static const IodAnswer *answer_of(const IodRow *row, guint base, guint fresh) {
  const IodVersus *versus = iod_row_versus(row, base, fresh);
  return versus != NULL ? &versus->answer : NULL;
}

/* Both were compared with the same third: ahead where the one's interval lies wholly beyond the other's. */
static gboolean intervals_apart(const IodRow *row, const IodAnswer *best, const IodAnswer *other) {
  if (best == NULL || other == NULL) return FALSE;
  return row->metric.better == IOD_BETTER_HIGHER ? best->ci.low > other->ci.high
                                                 : best->ci.high < other->ci.low;
}

static Lead lead_over(const IodComparison *comparison, const IodRow *row, guint best, guint other) {
  const IodAnswer *forward = answer_of(row, other, best);
  const IodAnswer *backward = answer_of(row, best, other);
  if (forward != NULL) {
    return forward->verdict == IOD_VERDICT_BETTER ? LEAD_PROVED
           : is_same(forward->verdict)            ? LEAD_SAME
                                                  : LEAD_UNPROVED;
  }
  if (backward != NULL) {
    return backward->verdict == IOD_VERDICT_WORSE ? LEAD_PROVED
           : is_same(backward->verdict)           ? LEAD_SAME
                                                  : LEAD_UNPROVED;
  }
  for (guint base = 0; base < comparison->n_series; base++) {
    if (intervals_apart(row, answer_of(row, base, best), answer_of(row, base, other))) return LEAD_PROVED;
  }
  return LEAD_UNPROVED;
}

/* The series with the best centre; n_series where there are not two to choose from. */
static guint find_best(const IodComparison *comparison, const IodRow *row) {
  guint best = comparison->n_series;
  guint found = 0;
  double sign = row->metric.better == IOD_BETTER_HIGHER ? 1 : -1;
  for (guint s = 0; s < comparison->n_series; s++) {
    const IodSample *sample = row->samples[s];
    if (sample == NULL || !isfinite(sample->summary.center)) continue;
    found++;
    if (found == 1 || sign * sample->summary.center > sign * row->samples[best]->summary.center) best = s;
  }
  return found >= 2 ? best : comparison->n_series;
}

char *iod_winner_words(const IodComparison *comparison, const IodRow *row, const char *const *series) {
  if (row->metric.better != IOD_BETTER_HIGHER && row->metric.better != IOD_BETTER_LOWER) return g_strdup("-");
  guint best = find_best(comparison, row);
  if (best == comparison->n_series) return g_strdup("-");
  gboolean proved = TRUE;
  gboolean same = TRUE;
  for (guint s = 0; s < comparison->n_series; s++) {
    if (s == best || row->samples[s] == NULL) continue;
    Lead lead = lead_over(comparison, row, best, s);
    proved = proved && lead == LEAD_PROVED;
    same = same && lead == LEAD_SAME;
  }
  if (same) return g_strdup("tie");
  return g_strdup_printf(proved ? "%s" : "(%s)", series[best]);
}
