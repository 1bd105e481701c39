// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/ticks.h"

#include <math.h>

/* Steps by how simple they are. */
static const double simple_steps[] = {1, 5, 2, 2.5, 4, 3};
#define STEPS G_N_ELEMENTS(simple_steps)

/* Weights of simplicity, coverage and density; legibility is the caller's: it measures the labels. */
static const double weight_simplicity = 0.25, weight_coverage = 0.2, weight_density = 0.5,
                    weight_legibility = 0.05;

typedef struct {
  double low, high;
  guint wanted;
  double best, start, step; /* so far */
  guint count;
} Search;

static double simplicity(guint index, guint skip, gboolean zero) {
  return 1 - (double)index / (STEPS - 1) - skip + (zero ? 1 : 0);
}

static double coverage(const Search *s, double first, double last) {
  double range = 0.1 * (s->high - s->low), above = s->high - last, below = s->low - first;
  return 1 - 0.5 * (above * above + below * below) / (range * range);
}

static double density(const Search *s, double count, double first, double last) {
  double have = (count - 1) / (last - first);
  double want = (s->wanted - 1) / (MAX(last, s->high) - MIN(s->low, first));
  return 2 - MAX(have / want, want / have);
}

static double total(double simple, double covers, double dense) {
  return weight_simplicity * simple + weight_coverage * covers + weight_density * dense + weight_legibility;
}

/* All places of count ticks at distance step. */
static void try_starts(Search *s, guint index, guint skip, double step, guint count) {
  double unit = step / skip, span = step * (count - 1);
  double from = ceil((s->low - 1e-9 * step) / unit), to = floor((s->high + 1e-9 * step - span) / unit);
  for (double start = from; start <= to; start++) {
    double first = start * unit, last = first + span;
    gboolean zero = first <= 0 && last >= 0 && fabs(remainder(first, step)) < 1e-9 * step;
    double score = total(simplicity(index, skip, zero), coverage(s, first, last),
                         density(s, (double)count, first, last));
    if (score <= s->best) continue;
    s->best = score;
    s->start = first;
    s->step = step;
    s->count = count;
  }
}

static void try_step(Search *s, guint index, guint skip) {
  double range = s->high - s->low;
  for (guint count = 2; count <= 2 * s->wanted + 2; count++) {
    double densest = count > s->wanted ? 2 - (count - 1.0) / (s->wanted - 1.0) : 1;
    if (total(simplicity(index, skip, TRUE), 1, densest) < s->best && count >= s->wanted) break;
    /* Powers of ten for which count ticks fill a good part of the range. */
    double power = ceil(log10(range / (count + 1) / (skip * simple_steps[index])));
    for (; pow(10, power) * skip * simple_steps[index] * (count - 1) <= range * (1 + 1e-9); power++)
      try_starts(s, index, skip, skip * simple_steps[index] * pow(10, power), count);
  }
}

static int decimals_of(double step) {
  int decimals = 0;
  for (double scaled = step; decimals < 15 && fabs(scaled - round(scaled)) > 1e-6 * scaled; scaled *= 10)
    decimals++;
  return decimals;
}

GArray *iod_ticks(double low, double high, guint wanted, int *decimals) {
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
  if (decimals != NULL) *decimals = 0;
  if (!(low < high) || !isfinite(high - low)) return ticks;
  Search s = {.low = low, .high = high, .wanted = MAX(wanted, 2), .best = -G_MAXDOUBLE};
  for (guint skip = 1; skip <= 3; skip++)
    for (guint index = 0; index < STEPS; index++) try_step(&s, index, skip);
  for (guint i = 0; i < s.count; i++) {
    double value = s.start + i * s.step;
    if (fabs(value) < 1e-9 * s.step) value = 0;
    g_array_append_val(ticks, value);
  }
  if (decimals != NULL) *decimals = decimals_of(s.step);
  return ticks;
}

/* steps: of them in each decade, the first 1. */
static GArray *decade_ticks(double low, double high, const double *steps, guint n_steps, int every) {
  GArray *ticks = g_array_new(FALSE, FALSE, sizeof(double));
  int from = (int)floor(log10(low)), to = (int)ceil(log10(high));
  for (int power = from; power <= to; power++) {
    if (every > 1 && power % every != 0) continue;
    for (guint i = 0; i < n_steps; i++) {
      double value = steps[i] * pow(10, power);
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) g_array_append_val(ticks, value);
    }
  }
  return ticks;
}

/* Powers of ten, all of them or each second, third, … */
static GArray *power_ticks(double low, double high, guint most) {
  static const double one[] = {1};
  for (int every = 1 + (int)(log10(high / low) / most);; every++) {
    GArray *ticks = decade_ticks(low, high, one, 1, every);
    if (ticks->len <= most) return ticks;
    g_array_unref(ticks);
  }
}

GArray *iod_log_ticks(double low, double high, guint wanted) {
  static const double two[] = {1, 3}, three[] = {1, 2, 5}, four[] = {1, 2, 3, 5},
                      nine[] = {1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9};
  static const struct {
    const double *steps;
    guint n;
  } sets[] = {{three, 3}, {two, 2}, {four, 4}, {nine, G_N_ELEMENTS(nine)}};
  if (!(low > 0) || !(low < high) || !isfinite(high)) return g_array_new(FALSE, FALSE, sizeof(double));
  guint most = MAX(wanted, 2);
  GArray *best = power_ticks(low, high, most);
  /* As many as there may be, from the simplest set that has them; where less than a decade is shown, even
   * steps too. */
  for (guint i = 0; i <= G_N_ELEMENTS(sets) && best->len < most; i++) {
    GArray *ticks = NULL;
    if (i < G_N_ELEMENTS(sets))
      ticks = decade_ticks(low, high, sets[i].steps, sets[i].n, 1);
    else if (high < 10 * low)
      ticks = iod_ticks(low, high, most, NULL);
    if (ticks == NULL) break;
    if (ticks->len > best->len && ticks->len <= most) {
      g_array_unref(best);
      best = ticks;
    } else {
      g_array_unref(ticks);
    }
  }
  return best;
}
