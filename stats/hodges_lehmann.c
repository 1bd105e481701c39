// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/maths.h"

/* Selection in the matrix of differences, whose rows (one an x) rise with y and whose columns fall with x. Of
 * each row the part that may still hold the answer is known; a pivot drawn from the parts splits them
 * (Monahan 1984, algorithm 616, for two samples). Rounding keeps y - x monotone in both, so that counting is
 * exact. */
typedef struct {
  const double *x, *y;
  guint m, n;
  guint *low, *high;    /* per row: candidates are low … high - 1 */
  guint *below, *up_to; /* per row: how many differences are < pivot and <= pivot */
  guint64 random;
} Search;

/* xorshift64: the pivots only steer the search; the answer does not depend on them. */
static guint64 next_random(guint64 *state) {
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state;
}

static double draw_pivot(Search *search, guint64 candidates) {
  guint64 skip = next_random(&search->random) % candidates;
  guint row = 0;
  while (skip >= search->high[row] - search->low[row]) {
    skip -= search->high[row] - search->low[row];
    row++;
  }
  return search->y[search->low[row] + skip] - search->x[row];
}

/* Counts row by row; the places in y only move on, for x rises. */
static void count(Search *search, double pivot, guint64 *below, guint64 *up_to) {
  guint less = 0, not_more = 0;
  *below = *up_to = 0;
  for (guint row = 0; row < search->m; row++) {
    double x = search->x[row];
    while (less < search->n && search->y[less] - x < pivot) less++;
    while (not_more < search->n && search->y[not_more] - x <= pivot) not_more++;
    search->below[row] = less;
    search->up_to[row] = not_more;
    *below += less;
    *up_to += not_more;
  }
}

static double search_kth(Search *search, guint64 k) {
  guint64 candidates = (guint64)search->m * search->n, before = 0;
  while (candidates > 0) {
    guint64 below, up_to;
    double pivot = draw_pivot(search, candidates);
    count(search, pivot, &below, &up_to);
    if (k <= below) {
      memcpy(search->high, search->below, search->m * sizeof(guint));
      candidates = below - before;
    } else if (k <= up_to) {
      return pivot;
    } else {
      memcpy(search->low, search->up_to, search->m * sizeof(guint));
      candidates -= up_to - before;
      before = up_to;
    }
  }
  return NAN; /* k was not among 1 … m n */
}

double iod_kth_difference(const double *x, guint m, const double *y, guint n, guint64 k) {
  guint *rows = g_new(guint, 4 * (gsize)m);
  Search search = {x, y, m, n, rows, rows + m, rows + 2 * (gsize)m, rows + 3 * (gsize)m, 88172645463325252u};
  for (guint row = 0; row < m; row++) {
    search.low[row] = 0;
    search.high[row] = n;
  }
  double kth = search_kth(&search, k);
  g_free(rows);
  return kth;
}

double iod_median_difference(const double *x, guint m, const double *y, guint n) {
  guint64 pairs = (guint64)m * n;
  double high = iod_kth_difference(x, m, y, n, pairs / 2 + 1);
  return pairs % 2 == 1 ? high : iod_kth_difference(x, m, y, n, pairs / 2) / 2 + high / 2;
}
