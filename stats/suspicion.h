// SPDX-License-Identifier: GPL-3.0-or-later
/* What makes numbers suspicious; none of it takes a value away. */
#ifndef IODELTA_STATS_SUSPICION_H
#define IODELTA_STATS_SUSPICION_H

#include "stats/table.h"

/* " of SERIES" in two pieces; nothing where all is pooled. */
static inline const char *iod_of(const char *series) {
  return series != NULL ? " of " : "";
}
static inline const char *iod_text(const char *text) {
  return text != NULL ? text : "";
}

/* Two-sided p of Kendall's test of values against their order: exact up to 60 values, ties included. O(n^2).
 */
double iod_drift_p(const double *values, guint n);

/* The two modes of a sample. */
typedef struct {
  guint low_n;            /* how many values are in the lower one */
  double low, high;       /* geometric means */
  double within_of_total; /* of the sums of squares of the logs */
} IodModes;

/* The best split of n positive values into two groups of at least a tenth, and no less than 2, each. FALSE
 * where there is none (n < 10, a value that is not positive, all equal). */
gboolean iod_modes_find(const double *values, guint n, IodModes *modes);
/* Below it two groups are no accident (1 % of normal samples of n values; peers: simulated). */
double iod_modes_cutoff(guint n);

/* Outliers, modes, drift, a first run unlike the rest, spread: of each sample of the rows that are shown. */
void iod_samples_suspect(const IodComparison *comparison, GPtrArray *notes);

/* What does not fit together within a run: rate and bandwidth, latency and queue, file and memory. */
void iod_plausibility_check(const IodRoles *roles, const IodCells *cells, const GArray *readings,
                            GPtrArray *notes);

/* Series that were not measured alike: labels, versions, run times, sessions; rows that only one of them has;
 * too few runs. */
void iod_fairness_check(const IodComparison *comparison, const IodRoles *roles, const IodCells *cells,
                        const GArray *readings, GPtrArray *notes);

#endif
