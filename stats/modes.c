// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/suspicion.h"

#include <math.h>

static int by_value(gconstpointer a, gconstpointer b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

gboolean iod_modes_find(const double *values, guint n, IodModes *modes) {
  enum { FEWEST = 10 };
  if (n < FEWEST) return FALSE;
  g_autofree double *logs = g_new(double, n);
  double mean = 0, total = 0;
  for (guint i = 0; i < n; i++) {
    if (!(values[i] > 0)) return FALSE;
    logs[i] = log(values[i]);
    mean += logs[i] / n;
  }
  qsort(logs, n, sizeof *logs, by_value);
  for (guint i = 0; i < n; i++) total += (logs[i] - mean) * (logs[i] - mean);
  if (!(total > 0)) return FALSE;
  guint least = MAX(2, n / 10);
  double sum = 0, most = -1;
  for (guint i = 0; i < n - least; i++) {
    sum += logs[i] - mean;
    guint low_n = i + 1, high_n = n - low_n;
    double between = sum * sum / low_n + sum * sum / high_n; /* the deviations sum up to 0 */
    if (low_n < least || between <= most) continue;
    most = between;
    *modes = (IodModes){low_n, exp(mean + sum / low_n), exp(mean - sum / high_n), 1 - between / total};
  }
  return most >= 0;
}

double iod_modes_cutoff(guint n) {
  static const struct { double n, cutoff; } points[] = {{10, 0.094}, {15, 0.138}, {20, 0.171}, {30, 0.204}};
  guint last = G_N_ELEMENTS(points) - 1;
  for (guint i = 0; i < last; i++) {
    if (n >= points[i + 1].n) continue;
    double share = (n - points[i].n) / (points[i + 1].n - points[i].n);
    return points[i].cutoff + share * (points[i + 1].cutoff - points[i].cutoff);
  }
  return points[last].cutoff;
}
