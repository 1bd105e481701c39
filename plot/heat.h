// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: a grid of ratios, drawn in colours; what its rows and columns are is decided by heatmap.c. */
#ifndef IODELTA_PLOT_HEAT_H
#define IODELTA_PLOT_HEAT_H

#include "plot/pick.h"

typedef struct {
  int row; /* of the comparison; -1: a mean over rows */
  guint series;
  double ratio; /* NaN: unknown */
  IodVerdict verdict;
  gboolean there; /* FALSE: nothing was measured here */
  const IodText *text;
  char *tip;
} IodHeatCell;

typedef struct {
  IodLayout *layout;
  IodBetter better;
  const IodText *title, *below;
  const IodText *corner; /* over the rows' names: what they are; or NULL */
  GPtrArray *columns;    /* of IodText: heads */
  const IodText *across; /* what the columns are; or NULL */
  GPtrArray *names;      /* of IodText: of rows */
  GArray *cells;         /* of IodHeatCell, row by row */
  double name_width, column_width, row_height, head_height;
} IodHeat;

IodHeat *iod_heat_new(IodLayout *layout);
void iod_heat_free(gpointer heat);

/* In the order of rows and columns; NULL: nothing there. */
void iod_heat_add(IodHeat *heat, int row, guint series, const IodAnswer *answer, const char *where);

/* The colour of the largest difference, as a factor, for all heats of a figure. */
double iod_heat_limit(const GPtrArray *heats);

/* Measures and adds blocks; takes heats and empties the array. */
void iod_heats_add(IodLayout *layout, GPtrArray *heats);

#endif
