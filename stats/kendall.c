// SPDX-License-Identifier: GPL-3.0-or-later
/* Whether values drift over the order of their runs: Kendall's test (Mann 1945; Kendall 1975), exact given
 * the ties. */
#include "stats/suspicion.h"

#include <math.h>

enum { MOST_EXACT = 60 };

/* How the pairs of a sequence are ordered. */
typedef struct {
  guint falling, rising, tied;
} Pairs;

static Pairs count_pairs(const double *values, guint n) {
  Pairs pairs = {0, 0, 0};
  for (guint i = 0; i < n; i++) {
    for (guint j = i + 1; j < n; j++) {
      pairs.falling += values[i] > values[j] ? 1 : 0;
      pairs.rising += values[i] < values[j] ? 1 : 0;
      pairs.tied += values[i] == values[j] ? 1 : 0;
    }
  }
  return pairs;
}

static int by_value(gconstpointer a, gconstpointer b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

/* The sizes of the groups of equal values; guint. */
static GArray *tie_sizes(const double *values, guint n) {
  GArray *sizes = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autofree double *sorted = g_memdup2(values, n * sizeof *values);
  qsort(sorted, n, sizeof *sorted, by_value);
  for (guint start = 0, end; start < n; start = end) {
    for (end = start + 1; end < n && sorted[end] == sorted[start];) end++;
    guint size = end - start;
    g_array_append_val(sizes, size);
  }
  return sizes;
}

/* Inversions of a random arrangement of a multiset: its generating function is the q-multinomial coefficient,
 * the product of (1 - q^(before + i)) / (1 - q^i) over the members i of each group (MacMahon 1915). counts
 * becomes the probabilities of 0 … most inversions. */
static void inversions(const GArray *sizes, double *counts, guint most) {
  guint before = 0;
  counts[0] = 1;
  for (guint g = 0; g < sizes->len; g++) {
    guint size = g_array_index(sizes, guint, g);
    for (guint i = 1; i <= size; i++) {
      for (guint k = most; k >= before + i; k--) counts[k] -= counts[k - before - i];
      for (guint k = i; k <= most; k++) counts[k] += counts[k - i];
    }
    before += size;
  }
  double sum = 0;
  for (guint k = 0; k <= most; k++) sum += counts[k];
  for (guint k = 0; k <= most; k++) counts[k] /= sum;
}

static double exact_p(const GArray *sizes, const Pairs *pairs) {
  guint most = pairs->falling + pairs->rising;
  g_autofree double *probabilities = g_new0(double, most + 1);
  inversions(sizes, probabilities, most);
  double tail = 0;
  for (guint k = 0; k <= MIN(pairs->falling, pairs->rising); k++) tail += probabilities[k];
  return MIN(2 * tail, 1);
}

/* Normal approximation with the variance for ties. */
static double normal_p(const GArray *sizes, const Pairs *pairs, double n) {
  double variance = n * (n - 1) * (2 * n + 5);
  for (guint g = 0; g < sizes->len; g++) {
    double size = g_array_index(sizes, guint, g);
    variance -= size * (size - 1) * (2 * size + 5);
  }
  double excess = fabs((double)pairs->rising - (double)pairs->falling) - 1;
  return excess <= 0 || variance <= 0 ? 1 : erfc(excess / sqrt(variance / 18) / sqrt(2));
}

double iod_drift_p(const double *values, guint n) {
  Pairs pairs = count_pairs(values, n);
  g_autoptr(GArray) sizes = tie_sizes(values, n);
  if (pairs.falling + pairs.rising == 0) return 1;
  return n <= MOST_EXACT ? exact_p(sizes, &pairs) : normal_p(sizes, &pairs, n);
}
