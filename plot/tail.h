// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: percentiles out of the histograms that runs carry. */
#ifndef IODELTA_PLOT_TAIL_H
#define IODELTA_PLOT_TAIL_H

#include "stats/stats.h"

/* The histogram of an op and a kind of latency ("lat", "clat", "slat"); NULL where the run has none.
 * Borrowed. */
const IodHistogram *iod_tail_find(const IodRun *run, const char *op, const char *prefix);

guint64 iod_tail_total(const IodHistogram *histogram);

/* The time in seconds that a percentile of those counted do not exceed (nearest rank; the middle of its
 * bucket: within the precision of the histogram, 2^-precision_bits). NaN where nothing was counted. */
double iod_tail_percentile(const IodHistogram *histogram, double percentile);

#endif
