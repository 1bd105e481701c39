// SPDX-License-Identifier: GPL-3.0-or-later
/* What the intervals and verdicts are worth, by simulation: seeded, 10,000 repetitions a case. Prints a
 * table; exit 1 where a rate is above the one that is promised. */
#include <math.h>
#include <stdio.h>

#include <gsl/gsl_errno.h>
#include <gsl/gsl_randist.h>

#include "stats/stats.h"

#define REPETITIONS         10000
#define REPETITIONS_PRINTED 2000 /* of campaigns whose rate nothing promises */
#define MOST_RUNS           20
#define CELLS               60

typedef double Draw(gsl_rng *random);

static double lognormal(gsl_rng *random) {
  return exp(0.05 * gsl_ran_gaussian_ziggurat(random, 1));
}

static double exponential(gsl_rng *random) {
  return gsl_ran_exponential(random, 1);
}

static double exp_t3(gsl_rng *random) {
  return exp(0.05 * gsl_ran_tdist(random, 3));
}

/* Two modes 30 % apart, each as often as the other. */
static double bimodal(gsl_rng *random) {
  return (gsl_rng_uniform(random) < 0.5 ? 0.7 : 1) * exp(0.02 * gsl_ran_gaussian_ziggurat(random, 1));
}

/* One run of ten takes twice as long. */
static double straggler(gsl_rng *random) {
  return (gsl_rng_uniform(random) < 0.1 ? 0.5 : 1) * lognormal(random);
}

static const struct {
  const char *name;
  Draw *draw;
} noises[] = {{"lognormal", lognormal},
              {"exponential", exponential},
              {"exp(t3)", exp_t3},
              {"two modes", bimodal},
              {"stragglers", straggler}};

typedef struct {
  guint base, fresh;
} Runs;

static IodAnswer compare(const double *base, const double *fresh, Runs runs) {
  const IodQuestion question = {IOD_CENTER_MEDIAN, 0.95, 0.05, IOD_BETTER_HIGHER};
  IodAnswer answer;
  iod_compare(base, runs.base, fresh, runs.fresh, &question, &answer);
  return answer;
}

static void fill(double *values, guint n, Draw *draw, gsl_rng *random) {
  for (guint i = 0; i < n; i++) values[i] = draw(random);
}

/* Whether a rate is as low as promised; marked with ! where not. */
static gboolean hold(double rate, double limit) {
  gboolean holds = rate <= limit;
  printf("  %10.4f%s", rate, holds ? " " : "!");
  return holds;
}

/* Share of intervals that leave out 1 though both sides are drawn from the same source. */
static double false_intervals(Runs runs, Draw *draw, gsl_rng *random) {
  guint out = 0;
  for (guint i = 0; i < REPETITIONS; i++) {
    double base[MOST_RUNS], fresh[MOST_RUNS];
    fill(base, runs.base, draw, random);
    fill(fresh, runs.fresh, draw, random);
    IodAnswer answer = compare(base, fresh, runs);
    if (!(answer.ci.low <= 1 && answer.ci.high >= 1)) out++;
  }
  return (double)out / REPETITIONS;
}

static gboolean check_intervals(gsl_rng *random) {
  static const Runs designs[] = {{3, 3}, {5, 5}, {10, 10}, {20, 20}, {10, 3}};
  gboolean holds = TRUE;
  printf("95 %% intervals of an unchanged ratio that leave out 1 (at most 0.06)\nbase new");
  for (guint k = 0; k < G_N_ELEMENTS(noises); k++) printf("  %10s ", noises[k].name);
  for (guint d = 0; d < G_N_ELEMENTS(designs); d++) {
    printf("\n%4u %3u", designs[d].base, designs[d].fresh);
    for (guint k = 0; k < G_N_ELEMENTS(noises); k++)
      holds &= hold(false_intervals(designs[d], noises[k].draw, random), 0.06);
  }
  printf("\n\n");
  return holds;
}

/* One cell of log-normal noise; change is the true ratio. */
static IodVerdict judge_cell(Runs runs, double spread, double change, gsl_rng *random) {
  double base[MOST_RUNS], fresh[MOST_RUNS];
  for (guint i = 0; i < runs.base; i++) base[i] = exp(spread * gsl_ran_gaussian_ziggurat(random, 1));
  for (guint i = 0; i < runs.fresh; i++)
    fresh[i] = change * exp(spread * gsl_ran_gaussian_ziggurat(random, 1));
  return compare(base, fresh, runs).verdict;
}

/* Share of campaigns of unchanged cells with at least one that is called worse. */
static double false_campaigns(Runs runs, double spread, guint repetitions, gsl_rng *random) {
  guint alarms = 0;
  for (guint i = 0; i < repetitions; i++) {
    guint worse = 0;
    for (guint cell = 0; cell < CELLS && worse == 0; cell++)
      worse += judge_cell(runs, spread, 1, random) == IOD_VERDICT_WORSE;
    alarms += worse;
  }
  return (double)alarms / repetitions;
}

static double power(Runs runs, double spread, double change, gsl_rng *random) {
  guint found = 0;
  for (guint i = 0; i < REPETITIONS; i++)
    found += judge_cell(runs, spread, change, random) == IOD_VERDICT_WORSE;
  return (double)found / REPETITIONS;
}

static gboolean check_campaigns(gsl_rng *random) {
  static const struct {
    Runs runs;
    double limit;
  } designs[] = {{{3, 3}, 0.08}, {{4, 4}, 0.04}, {{5, 5}, 0.02}, {{10, 10}, 0.02}, {{10, 3}, 0.04}};
  static const double spreads[] = {0.05, 0.1};
  gboolean holds = TRUE;
  printf("Campaigns of %d unchanged cells with a false `worse`; power to call a cell worse that lost 10 %%, "
         "20 %%\n"
         "base new spread   campaigns     limit     10 %%     20 %%\n",
         CELLS);
  for (guint s = 0; s < G_N_ELEMENTS(spreads); s++) {
    for (guint d = 0; d < G_N_ELEMENTS(designs); d++) {
      Runs runs = designs[d].runs;
      printf("%4u %3u   %4.2f", runs.base, runs.fresh, spreads[s]);
      if (spreads[s] > 0.05) {
        printf("  %10.4f          -", false_campaigns(runs, spreads[s], REPETITIONS_PRINTED, random));
      } else {
        holds &= hold(false_campaigns(runs, spreads[s], REPETITIONS, random), designs[d].limit);
        printf("  %8.2f", designs[d].limit);
      }
      printf("  %7.3f  %7.3f\n", power(runs, spreads[s], 0.9, random), power(runs, spreads[s], 0.8, random));
    }
  }
  return holds;
}

int main(void) {
  gsl_set_error_handler_off();
  gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
  gsl_rng_set(random, 20240229);
  gboolean holds = check_intervals(random);
  holds &= check_campaigns(random);
  gsl_rng_free(random);
  return holds ? 0 : 1;
}
