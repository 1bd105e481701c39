// SPDX-License-Identifier: GPL-3.0-or-later
/* Ranks: the distribution of U, p over the permutations, the selection among pairwise differences. */
#include "support.h"

#include <math.h>

#include "stats/maths.h"

static void assert_near(double got, double want, double tolerance) {
  if (!(fabs(got - want) <= tolerance * fabs(want))) fail_msg("wanted %.17g, got %.17g", want, got);
}

static int by_value(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* n values of 0 … steps - 1, sorted. */
static void fill(double *values, guint n, int steps, GRand *random) {
  for (guint i = 0; i < n; i++) values[i] = g_rand_int_range(random, 0, steps);
  qsort(values, n, sizeof *values, by_value);
}

/* U of Mann & Whitney, doubled, by looking at every pair. */
static int twice_u(const double *x, guint m, const double *y, guint n) {
  int twice = 0;
  for (guint i = 0; i < m; i++)
    for (guint j = 0; j < n; j++) twice += x[i] < y[j] ? 2 : x[i] == y[j];
  return twice;
}

/* ---- The distribution without ties --------------------------------------------------------------------- */

/* The recursion of Mann & Whitney over which sample the largest value belongs to; only sums, hence no
 * cancellation. */
static double *by_recursion(guint m, guint n) {
  gsize width = (gsize)m * n + 1;
  double *table = g_new0(double, (gsize)(m + 1) * (n + 1) * width);
  for (guint a = 0; a <= m; a++) {
    for (guint b = 0; b <= n; b++) {
      double *row = table + ((gsize)a * (n + 1) + b) * width;
      if (a == 0 || b == 0) {
        row[0] = 1;
        continue;
      }
      const double *less_a = row - (n + 1) * width, *less_b = row - width;
      for (gsize u = 0; u <= (gsize)a * b; u++)
        row[u] = (u >= b ? less_a[u - b] * a / (a + b) : 0) + less_b[u] * b / (a + b);
    }
  }
  double *last = g_new(double, width);
  memcpy(last, table + ((gsize)m * (n + 1) + n) * width, width * sizeof *last);
  g_free(table);
  return last;
}

static void check_distribution(guint m, guint n, double tolerance) {
  g_autofree double *got = iod_u_distribution(m, n), *want = by_recursion(m, n),
                    *turned = iod_u_distribution(n, m);
  double sum = 0;
  for (guint u = 0; u <= m * n / 2; u++) {
    sum += want[u];
    assert_near(got[u], sum, tolerance);
    assert_true(got[u] == turned[u]);
  }
}

static void test_distribution(void **state) {
  (void)state;
  for (guint m = 1; m <= 10; m++)
    for (guint n = m; n <= 12; n++) check_distribution(m, n, 1e-14);
  check_distribution(3, 30, 1e-14);
  check_distribution(30, 30, 1e-13);
  check_distribution(50, 50, 1e-13);
}

/* Far from the small: 1 / C(n + 3, 3) for the first, and half of all in the middle. */
static void test_distribution_of_many(void **state) {
  (void)state;
  double n = 100000;
  g_autofree double *p = iod_u_distribution(3, 100000);
  assert_near(p[0], 6 / ((n + 1) * (n + 2) * (n + 3)), 1e-12);
  assert_near(p[1], 2 * p[0], 1e-12);
  assert_near(p[149999], 0.5, 1e-5);
}

static void test_attains(void **state) {
  (void)state;
  static const struct {
    guint m, n;
    double confidence;
    gboolean attains;
  } known[] = {{3, 3, 0.95, FALSE}, {3, 3, 0.9, TRUE},         {3, 4, 0.95, FALSE}, {3, 5, 0.95, TRUE},
               {4, 4, 0.95, TRUE},  {2, 7, 0.95, FALSE},       {2, 8, 0.95, TRUE},  {1, 38, 0.95, FALSE},
               {1, 39, 0.95, TRUE}, {1, 19, 0.9, TRUE},        {4, 4, 0.99, FALSE}, {5, 5, 0.99, TRUE},
               {1, 1, 0.5, FALSE},  {400, 700, 0.999999, TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    assert_int_equal(iod_rank_sum_attains(known[i].m, known[i].n, known[i].confidence), known[i].attains);
    assert_int_equal(iod_rank_sum_attains(known[i].n, known[i].m, known[i].confidence), known[i].attains);
  }
}

/* Ranks of the interval and their confidences, as R's qwilcox gives them. */
static void test_interval_ranks(void **state) {
  (void)state;
  static const struct {
    guint m, n, rank;
    double confidence;
  } known[] = {{4, 4, 1, 1 - 2 / 70.0},          {5, 5, 3, 1 - 8 / 252.0},
               {3, 5, 1, 1 - 2 / 56.0},          {3, 10, 4, 1 - 14 / 286.0},
               {10, 10, 24, 0.9567429474550218}, {30, 30, 318, 0.950380000035344}};
  double x[30], y[30];
  for (guint i = 0; i < 30; i++) {
    x[i] = i;
    y[i] = i + 0.5;
  }
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    IodRankSum ranks = iod_rank_sum(x, known[i].m, y, known[i].n, 0.95);
    assert_true(ranks.exact);
    assert_int_equal(ranks.rank, known[i].rank);
    assert_near(ranks.confidence, known[i].confidence, 1e-12);
  }
  assert_int_equal(iod_rank_sum(x, 3, y, 3, 0.95).rank, 0);
  assert_true(isnan(iod_rank_sum(x, 3, y, 3, 0.95).confidence));
}

/* Where P(U <= q) is exactly half of what may be left out, q is the rank, whatever the last digits of either.
 */
static void test_exact_confidence(void **state) {
  (void)state;
  double x[9], y[9];
  for (guint i = 0; i < 9; i++) {
    x[i] = i;
    y[i] = i + 0.5;
  }
  for (guint m = 3; m <= 9; m++) {
    for (guint n = m; n <= 9; n++) {
      g_autofree double *p = iod_u_distribution(m, n);
      for (guint q = 1; q < m * n / 2; q++) {
        if (p[q] < 1e-5) continue; /* 1 - p has too few digits */
        assert_int_equal(iod_rank_sum(x, m, y, n, 1 - 2 * p[q]).rank, q);
        assert_int_equal(iod_rank_sum(x, m, y, n, 1 - 2 * p[q] - 1e-6 * p[q]).rank, q + 1);
      }
    }
  }
}

/* ---- p: two-sided -------------------------------------------------------------------------------------- */

/* Every choice of m of the m + n values counts once. */
static double by_enumeration(const double *x, guint m, const double *y, guint n) {
  double all[16];
  memcpy(all, x, m * sizeof *all);
  memcpy(all + m, y, n * sizeof *all);
  int expected = (int)(m * n), distance = ABS(twice_u(x, m, y, n) - expected);
  guint choices = 0, extreme = 0;
  for (guint mask = 0; mask < 1u << (m + n); mask++) {
    if ((guint)__builtin_popcount(mask) != m) continue;
    double a[16], b[16];
    guint na = 0, nb = 0;
    for (guint i = 0; i < m + n; i++) {
      if (mask >> i & 1)
        a[na++] = all[i];
      else
        b[nb++] = all[i];
    }
    choices++;
    if (ABS(twice_u(a, m, b, n) - expected) >= distance) extreme++;
  }
  return (double)extreme / choices;
}

static void test_p_by_enumeration(void **state) {
  (void)state;
  g_autoptr(GRand) random = g_rand_new_with_seed(2);
  for (guint round = 0; round < 150; round++) {
    guint m = (guint)g_rand_int_range(random, 1, 6), n = (guint)g_rand_int_range(random, 1, 6);
    double x[16], y[16];
    int steps = g_rand_int_range(random, 1, 30);
    fill(x, m, steps, random);
    fill(y, n, steps, random);
    IodRankSum ranks = iod_rank_sum(x, m, y, n, 0.95);
    assert_true(ranks.exact);
    assert_near(ranks.p, by_enumeration(x, m, y, n), 1e-12);
  }
}

/* Apart altogether: 2 / C(m + n, m); also with ties within sides of one size, where the other extreme is as
 * far. */
static void test_p_apart(void **state) {
  (void)state;
  static const struct {
    guint m, n;
    double arrangements;
  } known[] = {{5, 5, 252}, {3, 10, 286}, {10, 10, 184756}, {1, 39, 40}, {30, 30, 1.1826458156486114e17}};
  for (guint i = 0; i < G_N_ELEMENTS(known); i++) {
    double x[50], y[50];
    for (guint k = 0; k < 50; k++) {
      x[k] = k / 3.0;
      y[k] = 100 + k / 3.0;
    }
    assert_near(iod_rank_sum(x, known[i].m, y, known[i].n, 0.95).p, 2 / known[i].arrangements, 1e-12);
    assert_near(iod_rank_sum(y, known[i].n, x, known[i].m, 0.95).p, 2 / known[i].arrangements, 1e-12);
    if (known[i].m != known[i].n) continue;
    for (guint k = 0; k < 50; k++) {
      x[k] = k / 3;
      y[k] = 100 + k / 3;
    }
    assert_near(iod_rank_sum(x, known[i].m, y, known[i].n, 0.95).p, 2 / known[i].arrangements, 1e-9);
  }
}

/* The sum over tied permutations, fed with a single tie between neighbours of one side, is that of no tie. */
static void test_tie_within_a_side(void **state) {
  (void)state;
  double x[40], y[50];
  for (guint i = 0; i < 40; i++) x[i] = 3 * i + 0.25;
  for (guint i = 0; i < 50; i++) y[i] = 3 * i + 8.5;
  double untied = iod_rank_sum(x, 40, y, 50, 0.95).p;
  x[1] = x[0];
  IodRankSum tied = iod_rank_sum(x, 40, y, 50, 0.95);
  assert_true(tied.exact);
  assert_near(tied.p, untied, 0.01);
  assert_true(tied.p != untied);
}

static void test_all_tied(void **state) {
  (void)state;
  double same[60];
  for (guint i = 0; i < 60; i++) same[i] = 7;
  assert_near(iod_rank_sum(same, 5, same, 5, 0.95).p, 1, 1e-12);
  IodRankSum many = iod_rank_sum(same, 60, same, 60, 0.95);
  assert_false(many.exact);
  assert_true(many.p == 1);
}

/* Only where both sides have more than 50 values is the normal approximation taken, and there it is close. */
static void test_normal(void **state) {
  (void)state;
  double x[60], y[60];
  for (guint i = 0; i < 60; i++) {
    x[i] = i;
    y[i] = i + 5.5;
  }
  assert_true(iod_rank_sum(x, 50, y, 60, 0.95).exact);
  assert_true(iod_rank_sum(x, 60, y, 50, 0.95).exact);
  IodRankSum normal = iod_rank_sum(x, 51, y, 51, 0.95);
  assert_false(normal.exact);
  g_autofree double *exact = iod_u_distribution(51, 51);
  gsize u = (gsize)(51 * 51 - twice_u(x, 51, y, 51) / 2);
  assert_near(normal.p, 2 * exact[u], 0.01);
  assert_near(normal.confidence, 1 - 2 * exact[normal.rank - 1], 1e-3);
  assert_true(exact[normal.rank] >= 0.025 && exact[normal.rank - 2] < 0.025);
}

/* With ties the variance is that of the midranks, as sampled without replacement; erfc gives p. */
static void test_normal_with_ties(void **state) {
  (void)state;
  double x[60], y[60], squares = 0;
  for (guint i = 0; i < 60; i++) {
    x[i] = i / 7;
    y[i] = (i + 6) / 7;
  }
  for (guint i = 0; i < 120; i++) {
    double value = i < 60 ? x[i] : y[i - 60], rank = 0.5;
    for (guint k = 0; k < 60; k++) {
      rank += x[k] < value ? 1 : x[k] == value ? 0.5 : 0;
      rank += y[k] < value ? 1 : y[k] == value ? 0.5 : 0;
    }
    squares += (rank - 60.5) * (rank - 60.5);
  }
  double variance = 60.0 * 60 / (120.0 * 119) * squares;
  double distance = twice_u(x, 60, y, 60) / 2.0 - 1800 - 0.5;
  assert_near(iod_rank_sum(x, 60, y, 60, 0.95).p, erfc(distance / sqrt(2 * variance)), 1e-12);
}

/* Three against very many is exact too; what can't be enumerated within seconds is said to be approximate. */
static void test_uneven(void **state) {
  (void)state;
  const guint n = 100000;
  g_autofree double *many = g_new(double, n);
  for (guint i = 0; i < n; i++) many[i] = i;
  double few[50];
  for (guint i = 0; i < 50; i++) few[i] = n + i;
  IodRankSum ranks = iod_rank_sum(few, 3, many, n, 0.95);
  assert_true(ranks.exact);
  assert_near(ranks.p, 12 / ((n + 1.0) * (n + 2.0) * (n + 3.0)), 1e-9);
  assert_true(ranks.confidence >= 0.95 && ranks.confidence < 0.9501);
  for (guint i = 0; i < n; i++) many[i] = i / 2;
  assert_false(iod_rank_sum(many, n, few, 50, 0.95).exact);
}

/* ---- Pairwise differences ------------------------------------------------------------------------------ */

static void test_kth_difference(void **state) {
  (void)state;
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  for (guint round = 0; round < 300; round++) {
    guint m = (guint)g_rand_int_range(random, 1, 15), n = (guint)g_rand_int_range(random, 1, 15),
          pairs = m * n;
    double x[15], y[15], all[225];
    int steps = round % 3 == 0 ? 4 : 1000000;
    fill(x, m, steps, random);
    fill(y, n, steps, random);
    for (guint i = 0; i < m; i++)
      for (guint j = 0; j < n; j++) all[i * n + j] = y[j] - x[i];
    qsort(all, pairs, sizeof *all, by_value);
    for (guint k = 1; k <= pairs; k++) assert_true(iod_kth_difference(x, m, y, n, k) == all[k - 1]);
    assert_true(iod_median_difference(x, m, y, n) == (all[(pairs - 1) / 2] + all[pairs / 2]) / 2);
  }
}

/* 4e8 pairs: no array of them, and the answer stands where it should. */
static void test_many_pairs(void **state) {
  (void)state;
  const guint n = 20000;
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (guint i = 0; i < n; i++) {
    x[i] = g_rand_double(random);
    y[i] = g_rand_double(random) + 0.125;
  }
  qsort(x, n, sizeof *x, by_value);
  qsort(y, n, sizeof *y, by_value);
  static const guint64 ranks[] = {1, 12345, 200000000, 399999999, 400000000};
  for (guint r = 0; r < G_N_ELEMENTS(ranks); r++) {
    double value = iod_kth_difference(x, n, y, n, ranks[r]);
    guint64 below = 0, up_to = 0;
    for (guint i = 0, less = 0, not_more = 0; i < n; i++) {
      while (less < n && y[less] - x[i] < value) less++;
      while (not_more < n && y[not_more] - x[i] <= value) not_more++;
      below += less;
      up_to += not_more;
    }
    assert_true(below < ranks[r] && ranks[r] <= up_to);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distribution),     cmocka_unit_test(test_distribution_of_many),
      cmocka_unit_test(test_attains),          cmocka_unit_test(test_interval_ranks),
      cmocka_unit_test(test_exact_confidence), cmocka_unit_test(test_p_by_enumeration),
      cmocka_unit_test(test_p_apart),          cmocka_unit_test(test_tie_within_a_side),
      cmocka_unit_test(test_all_tied),         cmocka_unit_test(test_normal),
      cmocka_unit_test(test_normal_with_ties), cmocka_unit_test(test_uneven),
      cmocka_unit_test(test_kth_difference),   cmocka_unit_test(test_many_pairs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
