// SPDX-License-Identifier: GPL-3.0-or-later
#include <gsl/gsl_sort.h>

#include "stats/maths.h"

static gboolean is_sorted(const double *values, guint n) {
  for (guint i = 1; i < n; i++)
    if (values[i - 1] > values[i]) return FALSE;
  return TRUE;
}

/* Rounding must not undo the order, which libm does not promise. */
static double *logs_of(const double *sorted, guint n) {
  double *logs = g_new(double, n);
  logs[0] = log(sorted[0]);
  for (guint i = 1; i < n; i++) logs[i] = fmax(log(sorted[i]), logs[i - 1]);
  return logs;
}

void iod_sorted_init(IodSorted *sorted, const double *values, guint n) {
  sorted->n = n;
  sorted->values = g_new(double, n);
  memcpy(sorted->values, values, n * sizeof *values);
  if (!is_sorted(values, n)) gsl_sort(sorted->values, 1, n);
  sorted->logs = sorted->values[0] > 0 ? logs_of(sorted->values, n) : NULL;
}

void iod_sorted_clear(IodSorted *sorted) {
  g_clear_pointer(&sorted->values, g_free);
  g_clear_pointer(&sorted->logs, g_free);
}

gboolean iod_sorted_constant(const IodSorted *sorted) {
  return sorted->values[0] == sorted->values[sorted->n - 1];
}
