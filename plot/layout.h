// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: what every kind of figure is laid out with, and the blocks that it gives to the pages. */
#ifndef IODELTA_PLOT_LAYOUT_H
#define IODELTA_PLOT_LAYOUT_H

#include "plot/plot.h"
#include "plot/text.h"
#include "plot/theme.h"

#define IOD_MARGIN 20.0
#define IOD_GAP    18.0 /* between blocks */

/* What the shapes of a figure mean, for its caption. */
typedef enum {
  IOD_SHOWS_WHISKERS = 1 << 0,
  IOD_SHOWS_RUNS = 1 << 1,
  IOD_SHOWS_BANDS = 1 << 2, /* intervals as bands */
  IOD_SHOWS_TOLERANCE = 1 << 3,
  IOD_SHOWS_RATIO_WHISKERS = 1 << 4,
  IOD_SHOWS_CENTRES = 1 << 5, /* centres of values, not only ratios */
  IOD_SHOWS_RATIOS = 1 << 6,
  IOD_SHOWS_LOG = 1 << 7, /* bars on a logarithmic axis */
  IOD_SHOWS_WINNERS = 1 << 8,
  IOD_SHOWS_LEADERS = 1 << 10, /* the best, where that is not proved */
  IOD_SHOWS_LEVELS = 1 << 9,   /* dashed lines at centres */
} IodShows;

/* COMPARED: as lines, without the baseline, which is not drawn. */
typedef enum {
  IOD_LEGEND_NONE,
  IOD_LEGEND_AREAS,
  IOD_LEGEND_LINES,
  IOD_LEGEND_COMPARED,
  IOD_LEGEND_HEAT
} IodLegend;

typedef struct {
  const IodComparison *comparison;
  const IodPlotOptions *options;
  const IodTheme *theme;
  IodTexts *texts;
  double inner;      /* width between the margins */
  GPtrArray *lines;  /* of IodLine: the rows that are drawn */
  guint shows;       /* mask of IodShows */
  guint verdicts;    /* mask of 1 << IodVerdict that are drawn */
  gboolean numbered; /* series are told by numbers too: more of them than colours */
  IodLegend legend;  /* how the series are told at the top of the page */
  double heat_limit; /* the factor at which a heat map's colours end */
  GPtrArray *groups; /* of IodGroup: which lines share an axis */
  GPtrArray *blocks; /* of IodBlock */
  GPtrArray *notes;  /* of char * */
} IodLayout;

/* A row to be drawn. */
typedef struct {
  const IodRow *row;
  int index;  /* in the comparison */
  char *name; /* as it is shown */
} IodLine;

/* A part of a figure: a head and a foot that are repeated where it is broken, and items between them that
 * stay whole. Blocks that are narrow stand side by side, unbroken. */
typedef struct IodBlock IodBlock;
struct IodBlock {
  double width;
  gboolean grow;    /* gets what is left of a line of blocks */
  gboolean stretch; /* gets what is left of a page's height */
  double head, foot;
  GArray *items; /* of double: heights */
  void (*draw)(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count);
  gpointer data;
  GDestroyNotify free_data;
};

IodBlock *iod_block_new(double width, gpointer data, GDestroyNotify free_data);
void iod_block_free(gpointer block);
void iod_block_item(IodBlock *block, double height);
/* How much the items drawn are higher than planned, at least 1. */
double iod_block_stretch(const IodBlock *block, IodBox box, guint first, guint count);

/* Adds a note; takes it. */
void iod_layout_note(IodLayout *layout, char *note);

/* What fresh (index of a series) is to the baseline in a row; NULL where nothing is known. */
const IodVersus *iod_versus_of(const IodRow *row, guint series);

/* The name of a series; "" where it has none. Borrowed. */
const char *iod_series_name(const IodLayout *layout, guint series);

#endif
