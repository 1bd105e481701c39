// SPDX-License-Identifier: GPL-3.0-or-later
/* The scanner of rows: text to whole numbers, without memory of its own. Tables may be hundreds of megabytes
 * long, and every line of every log is offered to it. */
#ifndef IODELTA_PARSERS_IOZONE_ROW_H
#define IODELTA_PARSERS_IOZONE_ROW_H

#include "parsers/iozone_layout.h"

enum { IOZONE_SPACING = 8 };

/* What a row begins with, in kB, and the text behind it. */
typedef struct {
  guint64 file, record;
  gsize spacing; /* from the end of file to the end of record; IOZONE_SPACING where columns are as printed */
  const char *rest, *end;
} IozoneSizes;

/* FALSE where the text does not begin with two whole numbers that stand apart. The first figure may touch the
 * second. */
gboolean iozone_row_sizes(const char *text, gsize length, IozoneSizes *sizes);

/* Reads the cells of a plan, each where it must end; all else must be blank. *after is what follows the last
 * cell, blanks included. FALSE where the text does not fit. */
gboolean iozone_row_cells(const IozonePlan *plan, const char *rest, const char *end, guint64 *values,
                          const char **after);

/* TRUE where a number follows: the row has more cells. Text may follow: what a shell says of a killed program
 * is glued to the row under way. */
gboolean iozone_row_goes_on(const char *after, const char *end);

/* The numbers of a row, one after the other. Figures are at most 8 digits long; only one that fills its cell
 * of 8 touches what stands before it, so what is longer is taken apart from its end, 8 digits at a time. */
typedef struct {
  guint count; /* at most IOZONE_COLUMNS + 1: then there are too many */
  guint64 values[IOZONE_COLUMNS + 1];
  guint touching;    /* bit i: number i was taken from the end of a longer one */
  gboolean odd;      /* one can't be taken apart: a part begins with 0 */
  const char *after; /* what is neither blank nor digit, or the end */
} IozoneNumbers;

void iozone_row_numbers(const char *rest, const char *end, IozoneNumbers *numbers);

/* Which of the available groups stand in a row, told from the widths of cells and of the blanks that stand
 * for absent ones. Returns how many sets fit, at most 2; *groups is the first. */
guint iozone_row_walk(guint layout, IozoneGroups available, const char *rest, const char *end,
                      IozoneGroups *groups);

#endif
