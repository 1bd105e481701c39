// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>

#include "stats/maths.h"

/* Both sides have to be larger than this for the normal approximation to be good enough. */
#define NORMAL_FROM 50

/* Additions that an exact distribution may cost (some seconds), and its size (256 MiB). */
#define MOST_WORK  4e9
#define MOST_CELLS 33554432.0

/* Two samples merged: what the test statistic and the handling of ties need. */
typedef struct {
  guint m, n;
  guint64 twice_u; /* 2 U: U counts the pairs with x < y, ties half */
  GArray *groups;  /* of guint: how many values are equal, upwards */
  double ties;     /* sum of t^3 - t over the groups */
} Merged;

static Merged merge(const double *x, guint m, const double *y, guint n) {
  Merged merged = {m, n, 0, g_array_sized_new(FALSE, FALSE, sizeof(guint), m + n), 0};
  guint i = 0, j = 0;
  while (i < m || j < n) {
    double value = j == n || (i < m && x[i] <= y[j]) ? x[i] : y[j];
    guint i_first = i, j_first = j;
    while (i < m && x[i] == value) i++;
    while (j < n && y[j] == value) j++;
    guint64 equal_x = i - i_first, equal_y = j - j_first;
    merged.twice_u += equal_y * (2 * (guint64)i_first + equal_x);
    guint size = (guint)(equal_x + equal_y);
    g_array_append_val(merged.groups, size);
    double t = size;
    merged.ties += t * t * t - t;
  }
  return merged;
}

/* U is as far from its expectation m n / 2 on the other side. */
static guint64 lower_twice_u(const Merged *merged) {
  guint64 pairs = (guint64)merged->m * merged->n;
  return MIN(merged->twice_u, 2 * pairs - merged->twice_u);
}

/* Mann & Whitney 1947: the numbers of arrangements are the coefficients of prod_{i=1..m} (1 - z^(n+i)) / (1 -
 * z^i); each factor is scaled by i / (n + i), its share of all arrangements, so that any size stays within a
 * double's range. */
double *iod_u_distribution(guint m, guint n) {
  guint small = MIN(m, n), large = MAX(m, n);
  gsize last = (gsize)small * large / 2;
  double *p = g_new0(double, last + 1);
  p[0] = 1;
  for (guint i = 1; i <= small; i++) {
    gsize shift = (gsize)large + i;
    double share = (double)i / (double)shift;
    for (gsize u = i; u <= last; u++) p[u] += p[u - i];
    for (gsize u = last; u >= shift; u--) p[u] = (p[u] - p[u - shift]) * share;
    for (gsize u = 0; u < MIN(shift, last + 1); u++) p[u] *= share;
  }
  for (gsize u = 1; u <= last; u++) p[u] += p[u - 1];
  return p;
}

gboolean iod_rank_sum_attains(guint m, guint n, double confidence) {
  double small = MIN(m, n), large = MAX(m, n), arrangements = 1;
  for (double i = 1; i <= small && arrangements < 1e300; i++) arrangements *= (large + i) / i;
  return 2 / arrangements <= (1 - confidence) * (1 + 1e-10);
}

static double normal_p(const Merged *merged) {
  double m = merged->m, n = merged->n, all = m + n;
  double variance = m * n / 12 * (all + 1 - merged->ties / (all * (all - 1)));
  double distance = m * n / 2 - (double)lower_twice_u(merged) / 2 - 0.5;
  if (variance <= 0 || distance <= 0) return 1;
  return 2 * gsl_cdf_ugaussian_Q(distance / sqrt(variance));
}

static void normal_interval(const Merged *merged, double confidence, IodRankSum *result) {
  double m = merged->m, n = merged->n, sigma = sqrt(m * n * (m + n + 1) / 12);
  double q = ceil(m * n / 2 - 0.5 - sigma * gsl_cdf_ugaussian_Qinv((1 - confidence) / 2));
  q = fmax(q, 1);
  result->rank = (guint64)q;
  result->confidence = 1 - 2 * gsl_cdf_ugaussian_Q((m * n / 2 - (q - 0.5)) / sigma);
}

/* The rule for the rank: the smallest q with P(U <= q) >= (1 - confidence) / 2, at least 1. */
static void exact_interval(const double *cumulative, gsize last, double confidence, IodRankSum *result) {
  double tail = (1 - confidence) / 2 * (1 - 1e-10);
  gsize q = 0;
  while (q < last && cumulative[q] < tail) q++;
  if (q < 1) q = 1;
  result->rank = q;
  result->confidence = 1 - 2 * cumulative[q - 1];
}

/* ---- The permutation distribution with ties ------------------------------------------------------------ */

/* The smaller sample's members are picked group by group upwards through the merged values: with k picked
 * among the first `seen`, the number picked of the next group is hypergeometric. Row k of `p` holds the
 * probabilities of 2 U. */
typedef struct {
  guint picks, others;
  gsize width;
  double *p;
} Permutations;

static inline guint64 spread_of(guint k, guint seen) {
  return 2 * (guint64)k * (seen - k);
}

static void pick_from_group(Permutations *state, guint k, guint seen, guint size) {
  guint passed = seen - k, left = state->picks - k, others_left = state->others - passed;
  double *from = state->p + k * state->width;
  gsize cells = spread_of(k, seen) + 1;
  for (guint j = MIN(size, left); j > 0; j--) {
    if (size - j > others_left) break;
    double share = size == 1 ? (double)left / (left + others_left)
                             : gsl_ran_hypergeometric_pdf(j, left, others_left, size);
    double *to = state->p + (k + j) * state->width + (guint64)j * (2 * (guint64)passed + size - j);
    for (gsize c = 0; c < cells; c++) to[c] += share * from[c];
  }
  double none = 0;
  if (size <= others_left)
    none = size == 1 ? (double)others_left / (left + others_left)
                     : gsl_ran_hypergeometric_pdf(0, left, others_left, size);
  for (gsize c = 0; c < cells; c++) from[c] *= none;
}

/* The counts of picks that are possible among the first `seen`: from … to. */
static void possible_picks(guint picks, guint others, guint seen, guint *from, guint *to) {
  *from = seen > others ? seen - others : 0;
  *to = MIN(picks, seen);
}

static double permutation_p(const Merged *merged) {
  guint picks = MIN(merged->m, merged->n), others = MAX(merged->m, merged->n);
  guint64 pairs = (guint64)picks * others;
  Permutations state = {picks, others, 2 * pairs + 1, g_new0(double, (picks + 1) * (2 * pairs + 1))};
  state.p[0] = 1;
  guint seen = 0;
  for (guint g = 0; g < merged->groups->len; g++) {
    guint size = g_array_index(merged->groups, guint, g), first, last;
    possible_picks(picks, others, seen, &first, &last);
    for (guint k = last + 1; k-- > first;) pick_from_group(&state, k, seen, size);
    seen += size;
  }
  const double *end = state.p + picks * state.width;
  guint64 low = lower_twice_u(merged);
  double p = 0;
  for (guint64 u = 0; u <= low; u++) p += end[u] + end[2 * pairs - u];
  g_free(state.p);
  return fmin(p, 1); /* the middle, where it is reached, was counted twice */
}

static double permutation_work(const Merged *merged) {
  guint picks = MIN(merged->m, merged->n), others = MAX(merged->m, merged->n);
  double work = 0;
  guint seen = 0;
  for (guint g = 0; g < merged->groups->len && work <= MOST_WORK; g++) {
    guint size = g_array_index(merged->groups, guint, g), first, last;
    possible_picks(picks, others, seen, &first, &last);
    for (guint k = first; k <= last; k++)
      work += (double)(spread_of(k, seen) + 1) * (1 + MIN(size, picks - k));
    seen += size;
  }
  return work;
}

static gboolean exact_is_feasible(const Merged *merged) {
  double small = MIN(merged->m, merged->n), pairs = (double)merged->m * merged->n;
  if (small > NORMAL_FROM || pairs / 2 > MOST_CELLS || small * pairs > MOST_WORK) return FALSE;
  if (merged->ties == 0) return TRUE;
  return 2 * pairs * (small + 1) <= MOST_CELLS && permutation_work(merged) <= MOST_WORK;
}

IodRankSum iod_rank_sum(const double *x, guint m, const double *y, guint n, double confidence) {
  Merged merged = merge(x, m, y, n);
  IodRankSum result = {.exact = exact_is_feasible(&merged), .confidence = NAN};
  gboolean attains = iod_rank_sum_attains(m, n, confidence);
  if (result.exact) {
    gsize last = (gsize)m * n / 2;
    double *cumulative = iod_u_distribution(m, n);
    result.p = merged.ties > 0 ? permutation_p(&merged) : fmin(1, 2 * cumulative[lower_twice_u(&merged) / 2]);
    if (attains) exact_interval(cumulative, last, confidence, &result);
    g_free(cumulative);
  } else {
    result.p = normal_p(&merged);
    if (attains) normal_interval(&merged, confidence, &result);
  }
  g_array_free(merged.groups, TRUE);
  return result;
}
