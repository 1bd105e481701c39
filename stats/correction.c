// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/stats.h"

#include <math.h>

typedef struct {
  double p;
  guint index;
} Ranked;

static gint by_p(gconstpointer a, gconstpointer b) {
  double first = ((const Ranked *)a)->p, second = ((const Ranked *)b)->p;
  return first < second ? -1 : first > second;
}

gboolean iod_correction_parse(const char *text, IodCorrection *correction) {
  static const char *const names[] = {"none", "holm", "bh"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (!g_str_equal(text, names[i])) continue;
    *correction = (IodCorrection)i;
    return TRUE;
  }
  return FALSE;
}

/* Step down from the smallest: p(i) * (m - i), never falling. */
static void holm(double *p, const GArray *ranked) {
  double most = 0;
  for (guint i = 0; i < ranked->len; i++) {
    const Ranked *one = &g_array_index(ranked, Ranked, i);
    most = MAX(most, MIN(1, one->p * (ranked->len - i)));
    p[one->index] = most;
  }
}

/* Step up from the largest: p(i) * m / (i + 1), never rising. */
static void benjamini_hochberg(double *p, const GArray *ranked) {
  double least = 1;
  for (guint i = ranked->len; i-- > 0;) {
    const Ranked *one = &g_array_index(ranked, Ranked, i);
    least = MIN(least, one->p * ranked->len / (i + 1));
    p[one->index] = least;
  }
}

void iod_correct(double *p, guint n, IodCorrection correction) {
  if (correction == IOD_CORRECTION_NONE) return;
  g_autoptr(GArray) ranked = g_array_new(FALSE, FALSE, sizeof(Ranked));
  for (guint i = 0; i < n; i++) {
    Ranked one = {p[i], i};
    if (!isnan(p[i])) g_array_append_val(ranked, one);
  }
  g_array_sort(ranked, by_p);
  if (correction == IOD_CORRECTION_HOLM)
    holm(p, ranked);
  else
    benjamini_hochberg(p, ranked);
}
