// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: labels whose values are numbers, to be an axis. */
#ifndef IODELTA_PLOT_NUMERIC_H
#define IODELTA_PLOT_NUMERIC_H

#include "plot/pick.h"

/* A label's value as a number: plain, or a size; FALSE where it is none. */
gboolean iod_numeric_value(const IodRow *row, const char *label, double *value);

/* The label along which most rows line up, but for `except` (may be NULL): with at least `least` values for
 * rows that agree in all else. NULL where there is none. Borrowed from a row. */
const char *iod_numeric_label(const GPtrArray *lines, const char *except, guint least);

/* How many rows stand in lines along a label with at least `least` values of it. */
guint iod_numeric_rows(const GPtrArray *lines, const char *label, guint least);

/* Two labels over which rows make up a field with several values of each: the one asked for (-x), or found,
 * and the other. *y is NULL where there is none. */
void iod_numeric_pair(const IodLayout *layout, const char **x, const char **y);

/* Of a row, but for its value of one or two labels: rows that agree in it make up one line. Free it. */
char *iod_numeric_rest(const IodRow *row, const char *label, const char *other);

/* "block size" */
char *iod_numeric_name(const char *label);

/* The line of places for the values that rows have, rising; each value once, with the text of its label. */
typedef struct {
  double value;
  const char *text; /* as the label has it; borrowed */
} IodNumericValue;
GArray *iod_numeric_values(const GPtrArray *lines, const char *label);

/* Whether values are spread so that only a logarithmic axis shows them all. */
gboolean iod_numeric_is_log(const GArray *values);

#endif
