// SPDX-License-Identifier: GPL-3.0-or-later
/* Samples and the word that they deserve: every rule and its edges. */
#include "support.h"

#include <math.h>

#include "stats/stats.h"

#define MOST 12

typedef struct {
  guint n;
  double values[MOST];
} Sample;

typedef struct {
  const char *what;
  Sample base, fresh;
  IodBetter better;
  IodVerdict verdict;
  const char *reason;
  IodCenter center; /* the median where nothing is said */
  double band;      /* 0: 5 % */
} Case;

#define HIGHER IOD_BETTER_HIGHER
#define LOWER  IOD_BETTER_LOWER

static const Sample steady = {5, {100, 101, 102, 99, 98}};
static const Sample alternating = {5, {100, 120, 80, 110, 90}};

static IodAnswer ask(const Case *test) {
  const IodQuestion question = {test->center, 0.95, test->band > 0 ? test->band : 0.05, test->better};
  IodAnswer answer;
  iod_compare(test->base.values, test->base.n, test->fresh.values, test->fresh.n, &question, &answer);
  return answer;
}

static void check(const Case *cases, gsize n) {
  for (gsize i = 0; i < n; i++) {
    IodAnswer answer = ask(&cases[i]);
    if (answer.verdict != cases[i].verdict || g_strcmp0(answer.reason, cases[i].reason) != 0)
      fail_msg("%s: wanted %s (%s), got %s (%s)", cases[i].what, iod_verdict_name(cases[i].verdict),
               cases[i].reason, iod_verdict_name(answer.verdict), answer.reason);
  }
}

static void test_identical(void **state) {
  (void)state;
  const Case cases[] = {
      {"all equal", {5, {7, 7, 7, 7, 7}}, {3, {7, 7, 7}}, HIGHER, IOD_VERDICT_IDENTICAL, NULL, 0, 0},
      {"two a side", {2, {7, 7}}, {2, {7, 7}}, LOWER, IOD_VERDICT_IDENTICAL, NULL, 0, 0},
      {"of means", {2, {7, 7}}, {2, {7, 7}}, LOWER, IOD_VERDICT_IDENTICAL, NULL, IOD_CENTER_MEAN, 0},
      {"zeros", {3, {0, 0, 0}}, {3, {0, 0, 0}}, HIGHER, IOD_VERDICT_IDENTICAL, NULL, 0, 0},
      {"one a side", {1, {7}}, {1, {7}}, HIGHER, IOD_VERDICT_UNCLEAR, "single_run", 0, 0},
      {"one of a side", {1, {7}}, {4, {7, 7, 7, 7}}, HIGHER, IOD_VERDICT_UNCLEAR, "too_few", 0, 0},
      {"the same values, not all equal", steady, steady, HIGHER, IOD_VERDICT_SAME, NULL, 0, 0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_interval_rules(void **state) {
  (void)state;
  const Sample lower = {5, {70, 71, 72, 69, 68}}, higher = {5, {130, 131, 132, 129, 128}};
  const Sample a_little = {5, {94, 95, 96, 93, 92}}, a_little_more = {5, {106, 107, 108, 105, 104}};
  const Case cases[] = {
      {"fell, more is better", steady, lower, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"fell, less is better", steady, lower, LOWER, IOD_VERDICT_BETTER, NULL, 0, 0},
      {"rose, more is better", steady, higher, HIGHER, IOD_VERDICT_BETTER, NULL, 0, 0},
      {"rose, less is better", steady, higher, LOWER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"fell about the band", steady, a_little, HIGHER, IOD_VERDICT_LIKELY_WORSE, NULL, 0, 0},
      {"fell about the band", steady, a_little, LOWER, IOD_VERDICT_LIKELY_BETTER, NULL, 0, 0},
      {"rose about the band", steady, a_little_more, HIGHER, IOD_VERDICT_LIKELY_BETTER, NULL, 0, 0},
      {"rose about the band", steady, a_little_more, LOWER, IOD_VERDICT_LIKELY_WORSE, NULL, 0, 0},
      {"fell within a wide band", steady, a_little, HIGHER, IOD_VERDICT_SAME, NULL, 0, 0.15},
      {"fell beyond a narrow band", steady, a_little, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0.01},
      {"noise", alternating, {5, {85, 121, 95, 102, 108}}, HIGHER, IOD_VERDICT_UNCLEAR, "noisy", 0, 0},
      {"noise in a band as wide",
       alternating,
       {5, {85, 121, 95, 102, 108}},
       LOWER,
       IOD_VERDICT_SAME,
       NULL,
       0,
       0.5},
      {"of means", steady, lower, HIGHER, IOD_VERDICT_WORSE, NULL, IOD_CENTER_MEAN, 0},
      {"of means", steady, a_little_more, LOWER, IOD_VERDICT_LIKELY_WORSE, NULL, IOD_CENTER_MEAN, 0},
      {"of means", steady, steady, LOWER, IOD_VERDICT_SAME, NULL, IOD_CENTER_MEAN, 0},
      {"of geomeans", steady, lower, HIGHER, IOD_VERDICT_WORSE, NULL, IOD_CENTER_GEOMEAN, 0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* The band is closed, [1 / (1 + t), 1 + t], whatever rounding does to its edge. */
static void test_edges(void **state) {
  (void)state;
  const Sample hundred = {5, {100, 100, 100, 100, 100}};
  const Sample up = {5, {105, 105, 105, 105, 105}},
               above = {5, {105.001, 105.001, 105.001, 105.001, 105.001}};
  const double edge = 100 / 1.05, beyond = 95.237;
  const Sample down = {5, {edge, edge, edge, edge, edge}},
               below = {5, {beyond, beyond, beyond, beyond, beyond}};
  const Sample zero = {5, {0, 100, 100, 100, 100}};
  const Case cases[] = {
      {"upper edge", hundred, up, HIGHER, IOD_VERDICT_SAME, NULL, 0, 0},
      {"above it", hundred, above, HIGHER, IOD_VERDICT_BETTER, NULL, 0, 0},
      {"lower edge", hundred, down, HIGHER, IOD_VERDICT_SAME, NULL, 0, 0},
      {"below it", hundred, below, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"p99's upper edge", hundred, {5, {115, 115, 115, 115, 115}}, LOWER, IOD_VERDICT_SAME, NULL, 0, 0.15},
      {"an end on 1", hundred, {5, {100, 100, 100, 110, 110}}, HIGHER, IOD_VERDICT_UNCLEAR, "coarse", 0, 0},
      {"differences: an end on 0",
       zero,
       {5, {100, 100, 100, 110, 110}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "coarse",
       0,
       0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_few_runs(void **state) {
  (void)state;
  const Sample three = {3, {100, 101, 102}}, fallen = {3, {70, 71, 72}}, four = {4, {70, 71, 72, 73}};
  const Case cases[] = {
      {"1 v 1, far apart", {1, {100}}, {1, {50}}, HIGHER, IOD_VERDICT_UNCLEAR, "single_run", 0, 0},
      {"1 v 1, means", {1, {100}}, {1, {50}}, HIGHER, IOD_VERDICT_UNCLEAR, "single_run", IOD_CENTER_MEAN, 0},
      {"1 v 5", {1, {100}}, {5, {50, 51, 52, 53, 54}}, HIGHER, IOD_VERDICT_UNCLEAR, "too_few", 0, 0},
      {"5 v 1, means", steady, {1, {50}}, HIGHER, IOD_VERDICT_UNCLEAR, "too_few", IOD_CENTER_MEAN, 0},
      {"5 v 1, geomeans", steady, {1, {50}}, HIGHER, IOD_VERDICT_UNCLEAR, "too_few", IOD_CENTER_GEOMEAN, 0},
      {"2 v 5", {2, {100, 101}}, {5, {50, 51, 52, 53, 54}}, HIGHER, IOD_VERDICT_UNCLEAR, "too_few", 0, 0},
      {"2 v 2, Welch", {2, {100, 101}}, {2, {50, 51}}, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"2 v 2, noise", {2, {100, 150}}, {2, {70, 120}}, HIGHER, IOD_VERDICT_UNCLEAR, "noisy", 0, 0},
      {"3 v 3, Welch", three, fallen, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"3 v 4, Welch", three, four, LOWER, IOD_VERDICT_BETTER, NULL, 0, 0},
      {"4 v 4, exact", {4, {100, 101, 102, 103}}, four, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"3 new v 10 stored",
       {10, {100, 101, 102, 99, 98, 100.5, 101.5, 99.5, 98.5, 102.5}},
       fallen,
       HIGHER,
       IOD_VERDICT_WORSE,
       NULL,
       0,
       0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

static void test_coarse(void **state) {
  (void)state;
  const Sample ones = {5, {1, 1, 1, 2, 2}};
  const Case cases[] = {
      {"steps of a whole", ones, {5, {1, 2, 2, 1, 2}}, HIGHER, IOD_VERDICT_UNCLEAR, "coarse", 0, 0},
      {"steps within the band",
       {5, {100, 100, 120, 120, 121}},
       {5, {100, 121, 120, 100, 101}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "noisy",
       0,
       0},
      {"few of them tied",
       {5, {1, 2, 3, 4, 5}},
       {5, {1, 6, 7, 8, 1.5}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "noisy",
       0,
       0},
      {"all tied in pairs",
       {5, {1, 1, 3, 3, 5}},
       {5, {2, 2, 4, 4, 5}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "coarse",
       0,
       0},
      /* Of three that don't vary against three nothing tells how they would: no interval. */
      {"no spread at all",
       {3, {100, 100, 100}},
       {3, {50, 50, 50}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "coarse",
       0,
       0},
      {"no spread, means",
       {5, {1, 1, 1, 1, 1}},
       {5, {2, 2, 2, 2, 2}},
       LOWER,
       IOD_VERDICT_UNCLEAR,
       "coarse",
       IOD_CENTER_MEAN,
       0},
      /* Ranks need no spread. */
      {"no spread, ranks", {5, {1, 1, 1, 1, 1}}, {5, {2, 2, 2, 2, 2}}, LOWER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"one side without spread",
       {3, {100, 100, 100}},
       {3, {50, 51, 52}},
       HIGHER,
       IOD_VERDICT_WORSE,
       NULL,
       0,
       0},
      {"counts of a rare event",
       {5, {0, 0, 0, 0, 0}},
       {5, {0, 1, 0, 0, 2}},
       LOWER,
       IOD_VERDICT_UNCLEAR,
       "noisy",
       0,
       0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* A rate that fell to 0 is no noise; errors or losses that did are good news, and judged like anything else.
 */
static void test_zeros(void **state) {
  (void)state;
  const Sample zeros = {5, {0, 0, 0, 0, 0}};
  const Case cases[] = {
      {"1 v 1", {1, {100}}, {1, {0}}, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"3 v 3", {3, {100, 101, 102}}, {3, {0, 0, 0}}, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"2 v 5", {2, {100, 101}}, zeros, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"noise v zeros", alternating, zeros, HIGHER, IOD_VERDICT_WORSE, NULL, IOD_CENTER_MEAN, 0},
      {"most are zero", steady, {5, {0, 101, 0, 99, 0}}, HIGHER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"one is", steady, {5, {100, 101, 0, 99, 98}}, HIGHER, IOD_VERDICT_UNCLEAR, "noisy", 0, 0},
      {"the baseline had zeros",
       {3, {0, 100, 101}},
       {3, {0, 0, 99}},
       HIGHER,
       IOD_VERDICT_UNCLEAR,
       "noisy",
       0,
       0},
      {"1 v 1, less is better", {1, {100}}, {1, {0}}, LOWER, IOD_VERDICT_UNCLEAR, "single_run", 0, 0},
      {"losses ceased", {5, {3, 5, 4, 6, 7}}, zeros, LOWER, IOD_VERDICT_BETTER, NULL, 0, 0},
      {"losses began", zeros, {5, {3, 5, 4, 6, 7}}, LOWER, IOD_VERDICT_WORSE, NULL, 0, 0},
      {"negatives rose",
       {5, {-9, -8, -10, -11, -7}},
       {5, {-2, -1, -3, -2.5, -1.5}},
       HIGHER,
       IOD_VERDICT_BETTER,
       NULL,
       0,
       0},
      {"within t of the baseline's centre",
       {5, {-100, -101, -102, -98, -99}},
       {5, {-100, -101, -102, -101.5, -99}},
       LOWER,
       IOD_VERDICT_SAME,
       NULL,
       0,
       0},
  };
  check(cases, G_N_ELEMENTS(cases));
}

/* Without a direction numbers are told, and no word. */
static void test_not_judged(void **state) {
  (void)state;
  static const IodBetter directions[] = {IOD_BETTER_UNKNOWN, IOD_BETTER_NEITHER};
  for (guint i = 0; i < G_N_ELEMENTS(directions); i++) {
    Case test = {"no direction",
                 steady,
                 {5, {70, 71, 72, 69, 68}},
                 directions[i],
                 IOD_VERDICT_NONE,
                 "not_judged",
                 0,
                 0};
    IodAnswer answer = ask(&test);
    assert_int_equal(answer.verdict, IOD_VERDICT_NONE);
    assert_null(iod_verdict_name(answer.verdict));
    assert_string_equal(answer.reason, "not_judged");
    assert_true(answer.ci.high < 0.75 && answer.p < 0.01 && answer.ratio > 0.69);
    assert_int_equal(answer.runs_needed, 0);
    assert_null(answer.runs_reason);
    test.fresh = test.base;
    assert_int_equal(ask(&test).verdict, IOD_VERDICT_NONE);
  }
}

/* ---- How many runs would decide ------------------------------------------------------------------------ */

static double variance_of_logs(const Sample *sample) {
  double mean = 0, squares = 0;
  for (guint i = 0; i < sample->n; i++) mean += log(sample->values[i]) / sample->n;
  for (guint i = 0; i < sample->n; i++) squares += pow(log(sample->values[i]) - mean, 2);
  return squares / (sample->n - 1);
}

/* (1.96 + 0.84)^2 s^2 / d^2 */
static double lehr(const Case *test, const IodAnswer *answer) {
  guint m = test->base.n, n = test->fresh.n;
  double s2 =
      ((m - 1) * variance_of_logs(&test->base) + (n - 1) * variance_of_logs(&test->fresh)) / (m + n - 2);
  double d = fmax(fabs(fabs(log(answer->ratio)) - log(1.05)), log(1.05) / 2);
  return 7.8489 * s2 / (d * d);
}

static void test_runs_a_side(void **state) {
  (void)state;
  const Case unclear = {
      "unclear", alternating, {5, {85, 105, 75, 90, 80}}, HIGHER, IOD_VERDICT_UNCLEAR, "noisy", 0, 0};
  IodAnswer answer = ask(&unclear);
  check(&unclear, 1);
  assert_int_equal(answer.runs_needed, ceil(2 * lehr(&unclear, &answer)) + 1);
  assert_true(answer.runs_needed > 10 && answer.runs_needed <= 50);
  assert_null(answer.runs_reason);

  const Case likely = {"likely", steady, {5, {94, 95, 96, 93, 92}}, HIGHER, IOD_VERDICT_LIKELY_WORSE, NULL,
                       0,        0};
  answer = ask(&likely);
  assert_int_equal(answer.runs_needed, fmax(ceil(2 * lehr(&likely, &answer)) + 1, 6));

  const Case noisy = {
      "noise", {4, {50, 100, 200, 400}}, {4, {60, 90, 210, 380}}, HIGHER, IOD_VERDICT_UNCLEAR, "noisy", 0, 0};
  assert_int_equal(ask(&noisy).runs_needed, 51); /* "> 50" */

  const Case decided = {"decided", steady, steady, HIGHER, IOD_VERDICT_SAME, NULL, 0, 0};
  assert_int_equal(ask(&decided).runs_needed, 0);
  assert_null(ask(&decided).runs_reason);
}

/* Ten stored runs stay ten: only the new ones can grow, which may not do. */
static void test_runs_beside_a_baseline(void **state) {
  (void)state;
  Case test = {"stored",
               {10, {100, 102, 98, 101, 99, 103, 97, 100.5, 99.5, 101.5}},
               {3, {94, 95.5, 92.5}},
               HIGHER,
               IOD_VERDICT_LIKELY_WORSE,
               NULL,
               0,
               0};
  IodAnswer answer = ask(&test);
  assert_int_equal(answer.verdict, IOD_VERDICT_LIKELY_WORSE);
  assert_true(answer.runs_needed > 3 && answer.runs_needed <= 50);
  IodAnswer without = answer;
  /* From six runs on the spread is taken robustly: one straggler changes little. */
  test.base.values[5] = 150;
  answer = ask(&test);
  assert_true(answer.runs_needed != 0 && ABS(answer.runs_needed - without.runs_needed) <= 3);

  /* Four should have done by the estimate, yet did not: five, then. */
  Case unlucky = {"unlucky",
                  {10, {100, 102, 98, 101, 99, 103, 97, 100.5, 99.5, 101.5}},
                  {4, {80, 81, 79, 100}},
                  HIGHER,
                  IOD_VERDICT_UNCLEAR,
                  "noisy",
                  0,
                  0};
  assert_int_equal(ask(&unlucky).runs_needed, 5);

  Case wide = {"too wide",
               {6, {100, 130, 75, 120, 85, 110}},
               {3, {92, 117, 70}},
               HIGHER,
               IOD_VERDICT_UNCLEAR,
               "noisy",
               0,
               0};
  answer = ask(&wide);
  assert_int_equal(answer.verdict, IOD_VERDICT_UNCLEAR);
  assert_int_equal(answer.runs_needed, 0);
  assert_string_equal(answer.runs_reason,
                      "no number of new runs would do beside so few of the baseline: add to these");
}

/* What is told always gives an interval, and is more than what did not decide. */
static void test_runs_for_an_interval(void **state) {
  (void)state;
  const Case single = {"1 v 1", {1, {100}}, {1, {90}}, HIGHER, IOD_VERDICT_UNCLEAR, "single_run", 0, 0};
  IodAnswer answer = ask(&single);
  assert_int_equal(answer.runs_needed, 0);
  assert_string_equal(answer.runs_reason, "single runs tell nothing of the spread");

  const Case stored = {"2 v 10",
                       {10, {100, 101, 102, 99, 98, 100, 101, 99, 98, 102}},
                       {1, {50}},
                       HIGHER,
                       IOD_VERDICT_UNCLEAR,
                       "too_few",
                       0,
                       0};
  assert_int_equal(ask(&stored).runs_needed, 2); /* 2 / C(12, 2) = 0.03 */

  const Case coarse = {
      "coarse", {5, {1, 1, 1, 2, 2}}, {5, {1, 2, 2, 1, 2}}, HIGHER, IOD_VERDICT_UNCLEAR, "coarse", 0, 0};
  answer = ask(&coarse);
  assert_int_equal(answer.runs_needed, 0);
  assert_string_equal(answer.runs_reason, "the values are too coarse: more runs would repeat them");

  IodQuestion strict = {IOD_CENTER_MEDIAN, 0.999, 0.05, IOD_BETTER_HIGHER};
  iod_compare(steady.values, 5, (const double[]){70, 71, 72, 69, 68}, 5, &strict, &answer);
  assert_string_equal(answer.reason, "too_few");
  assert_int_equal(answer.runs_needed, 7); /* 2 / C(14, 7) is the first of a side's below 0.001 */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_identical),
      cmocka_unit_test(test_interval_rules),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_few_runs),
      cmocka_unit_test(test_coarse),
      cmocka_unit_test(test_zeros),
      cmocka_unit_test(test_not_judged),
      cmocka_unit_test(test_runs_a_side),
      cmocka_unit_test(test_runs_beside_a_baseline),
      cmocka_unit_test(test_runs_for_an_interval),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
