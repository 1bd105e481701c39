// SPDX-License-Identifier: GPL-3.0-or-later
/* Observations that come as flat rows (the CSV and NDJSON that `parse` writes, or anyone's CSV): rows of one
 * source and run are put together again. */
#ifndef IODELTA_PARSERS_ROWS_H
#define IODELTA_PARSERS_ROWS_H

#include "parsers/parser.h"

typedef struct IodRows IodRows;

/* One row; what it does not tell is NULL. labels is never NULL. */
typedef struct {
  const char *tool, *test, *op, *metric, *unit, *better, *run, *source;
  double value;
  guint32 line;
  IodLabels *labels;
} IodRowText;

IodRows *iod_rows_new(IodFeed *feed);
void iod_rows_free(IodRows *rows);
/* FALSE where the direction is none that there is. number: of the row, names its run where the row does not.
 */
gboolean iod_rows_take(IodRows *rows, const IodRowText *row, guint32 number);

#endif
