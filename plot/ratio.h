// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: ratios to the baseline as points with their intervals; measured in ratio.c, drawn in ratio_draw.c.
 */
#ifndef IODELTA_PLOT_RATIO_H
#define IODELTA_PLOT_RATIO_H

#include "plot/axis.h"
#include "plot/pick.h"

/* One series against the baseline. */
typedef struct {
  guint series;
  double ratio, low, high; /* NaN: unknown */
  IodVerdict verdict;
  const IodText *text, *range, *word;
  char *tip;
} IodRatio;

typedef struct {
  int index; /* of the row in the comparison; -1: a geometric mean over rows */
  const IodText *name;
  char *label;
  char *metric;   /* in words, to follow the label where rows of several metrics share a panel; "" */
  double band;    /* t; 0: none */
  GArray *ratios; /* of IodRatio */
  double height;
} IodRatioRow;

/* The columns, the same in all panels of a figure. */
typedef struct {
  double name, number, plot, ratio, range, word; /* widths; 0: none */
  double pitch;
} IodRatioColumns;

typedef struct {
  IodLayout *layout;
  IodBetter better;
  char *facet;
  const char *metric; /* of all rows, or NULL; borrowed from a row */
  GPtrArray *rows;    /* of IodRatioRow */
  IodAxis axis;       /* low to high, whichever is better */
  IodRatioColumns columns;
  const IodText *title, *worse_side, *better_side;
} IodRatioPanel;

void iod_ratio_panel_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count);

#endif
