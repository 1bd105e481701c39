// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: where an axis is labelled. */
#ifndef IODELTA_PLOT_TICKS_H
#define IODELTA_PLOT_TICKS_H

#include <glib.h>

/* Nice values for [low, high] (low < high), about wanted of them (>= 2), all within the range: the extended
 * Wilkinson method (J. Talbot, S. Lin, P. Hanrahan, "An Extension of Wilkinson's Algorithm for Positioning
 * Tick Labels on Axes", IEEE TVCG 16(6), 2010), with its weights for simplicity, coverage and density.
 * Returns an array of double, rising, at least one where the range is not degenerate; *decimals (may be NULL)
 * is how many they need behind the point. */
GArray *iod_ticks(double low, double high, guint wanted, int *decimals);

/* The same on a logarithmic axis (0 < low < high): powers of ten where there are enough of them, else 1-2-5
 * steps, else those of iod_ticks. */
GArray *iod_log_ticks(double low, double high, guint wanted);

#endif
