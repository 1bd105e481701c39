// SPDX-License-Identifier: GPL-3.0-or-later
/* Weak stand-ins until describe.c and compare.c are here: centres and their quotient alone. */
#include "stats/stats.h"

#include <math.h>
#include <string.h>
static int cmp(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
__attribute__((weak)) void iod_describe(const double *values, guint n, IodCenter center, double confidence,
                                        IodSummary *s) {
  (void)center;
  g_autofree double *v = g_memdup2(values, n * sizeof *v);
  qsort(v, n, sizeof *v, cmp);
  memset(s, 0, sizeof *s);
  s->n = n;
  s->min = v[0];
  s->max = v[n - 1];
  s->median = n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
  double sum = 0;
  for (guint i = 0; i < n; i++) sum += values[i];
  s->mean = sum / n;
  s->center = s->median;
  s->ci.confidence = confidence;
  s->ci.low = s->ci.high = (double)NAN;
}
__attribute__((weak)) void iod_compare(const double *base, guint nb, const double *fresh, guint nf,
                                       const IodQuestion *q, IodAnswer *a) {
  IodSummary x, y;
  iod_describe(base, nb, q->center, q->confidence, &x);
  iod_describe(fresh, nf, q->center, q->confidence, &y);
  memset(a, 0, sizeof *a);
  a->ratio = a->center_ratio = y.median / x.median;
  a->verdict = IOD_VERDICT_UNCLEAR;
  a->p = 1;
  a->ci.low = a->ci.high = (double)NAN;
}
