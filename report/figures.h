// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: numbers for people, with about three digits that mean something, whatever the locale. A number
 * that does not exist is "-". All results are to be freed. */
#ifndef IODELTA_REPORT_FIGURES_H
#define IODELTA_REPORT_FIGURES_H

#include "stats/stats.h"

/* A value in the unit it is shown in. Close to reference it gets as many decimals as that, so that what
 * stands side by side can be compared; NaN: no reference. */
char *iod_value_text(double shown, double reference);

char *iod_ratio_text(double ratio);

/* "0.533-0.870", or "-1.20 to 3.40" where a hyphen would mislead; texts are those of the bounds. */
char *iod_range_text(const char *low, const char *high);

/* A fraction in per cent: "5 %", "93.75 %", "0.12 %". */
char *iod_percent_text(double fraction);

/* "p = 0.0079"; the number alone. */
char *iod_p_text(double p);

#endif
