// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: the comparison as a table; measured in table.c, drawn in table_draw.c. */
#ifndef IODELTA_PLOT_TABLE_H
#define IODELTA_PLOT_TABLE_H

#include "plot/pick.h"

typedef enum { IOD_BEST_NOT, IOD_BEST_MAYBE, IOD_BEST_SURE } IodBest;

/* One series in a row. */
typedef struct {
  const IodText *value;
  const IodText *ratio; /* NULL: the baseline, or nothing to compare */
  const IodText *word;
  IodVerdict verdict;
  IodBest best;
} IodTableCell;

typedef struct {
  const IodLine *line;
  const IodText *name, *runs;
  const IodText *range; /* of the ratio, where there is one other series; or NULL */
  GArray *cells;        /* of IodTableCell, one a series of the block's */
} IodTableRow;

/* The rows of a group, with some of the series: the baseline and as many others as there is room for. */
typedef struct {
  IodLayout *layout;
  const IodGroup *group;
  gboolean wide;    /* two series: ratio, interval and verdict have columns of their own */
  GArray *series;   /* of guint */
  GPtrArray *heads; /* of IodText, one a series */
  GPtrArray *rows;  /* of IodTableRow */
  const IodText *title;
  const IodText *n_head, *ratio_head, *range_head, *verdict_head;
  double name_width, runs_width, column_width;    /* gaps included */
  double ratio_width, range_width, verdict_width; /* 0: none */
} IodTable;

void iod_table_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count);

#endif
