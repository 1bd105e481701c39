// SPDX-License-Identifier: GPL-3.0-or-later
/* Ratio and interval in 15 columns. The scale is the same in all tables: the root of the logarithm, on which
 * a ratio of 1.05 is one column from 1, of 1.2 two, of 1.55 three and of 10 seven. */
#include "report/wording.h"

#include <math.h>
#include <string.h>

#define HALF  7
#define WIDTH (2 * HALF + 1)

/* Logarithms of ratios, turned so that more is better; NaN where there is none. */
typedef struct {
  double low, estimate, high;
  double band; /* > 0 */
} Drawn;

static int column(double logarithm) {
  double columns = sqrt(fabs(logarithm) / log(1.05));
  return (int)copysign(round(MIN(columns, 2 * HALF)), logarithm);
}

static int band_column(const Drawn *drawn) {
  return CLAMP(abs(column(drawn->band)), 1, HALF - 1);
}

/* An end of the interval: rounding must not move it over 1 or over the edge of the band, which the verdict
 * hangs on. */
static int end_column(const Drawn *drawn, double logarithm) {
  int edge = band_column(drawn);
  int size = abs(column(logarithm));
  if (fabs(logarithm) > drawn->band) {
    size = MAX(size, edge + 1);
  } else {
    size = CLAMP(size, fabs(logarithm) > 1e-9 ? 1 : 0, edge);
  }
  return logarithm < 0 ? -size : size;
}

static void set_ratio(Drawn *drawn, const IodAnswer *answer) {
  drawn->low = log(answer->ci.low);
  drawn->estimate = log(answer->ratio);
  drawn->high = log(answer->ci.high);
}

/* Differences in units of the baseline's centre, so that the band is where it is for ratios. */
static void set_difference(Drawn *drawn, const IodAnswer *answer, double center, double band) {
  double scale = drawn->band / (band * fabs(center));
  drawn->low = answer->difference_ci.low * scale;
  drawn->estimate = answer->difference * scale;
  drawn->high = answer->difference_ci.high * scale;
}

static void turn_round(Drawn *drawn) {
  double low = drawn->low;
  drawn->low = -drawn->high;
  drawn->high = -low;
  drawn->estimate = -drawn->estimate;
}

static void put(char *picture, int at, char c) {
  if (at >= -HALF && at <= HALF) picture[HALF + at] = c;
}

static void draw(char *picture, const Drawn *drawn) {
  int edge = band_column(drawn);
  put(picture, -edge, ':');
  put(picture, edge, ':');
  put(picture, 0, '|');
  int estimate = column(drawn->estimate);
  if (isfinite(drawn->low) && isfinite(drawn->high)) {
    int low = end_column(drawn, drawn->low);
    int high = end_column(drawn, drawn->high);
    for (int at = low; at <= high; at++) put(picture, at, '=');
    put(picture, low, '[');
    put(picture, high, ']');
    if (high > HALF) put(picture, HALF, '>');
    if (low < -HALF) put(picture, -HALF, '<');
    estimate = CLAMP(estimate, low, high);
  }
  put(picture, estimate, '*');
  if (estimate > HALF) put(picture, HALF, '>');
  if (estimate < -HALF) put(picture, -HALF, '<');
}

char *iod_picture(const IodRow *row, IodPair pair) {
  const IodVersus *versus = iod_row_versus(row, pair.base, pair.fresh);
  IodBetter better = row->metric.better;
  if (versus == NULL || !(row->band > 0) || (better != IOD_BETTER_HIGHER && better != IOD_BETTER_LOWER))
    return NULL;
  Drawn drawn = {.band = log1p(row->band)};
  if (versus->answer.of_differences) {
    const IodSample *base = row->samples[pair.base];
    set_difference(&drawn, &versus->answer, base != NULL ? base->summary.center : NAN, row->band);
  } else {
    set_ratio(&drawn, &versus->answer);
  }
  if (!isfinite(drawn.estimate)) return NULL;
  if (better == IOD_BETTER_LOWER) turn_round(&drawn);
  char *picture = g_strnfill(WIDTH, ' ');
  draw(picture, &drawn);
  return g_strchomp(picture);
}
