// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: panels in which curves run over an axis: lines, latency, runs. */
#ifndef IODELTA_PLOT_CHART_H
#define IODELTA_PLOT_CHART_H

#include "plot/axis.h"
#include "plot/pick.h"

typedef struct {
  double x, y;      /* y in base units; not finite: the curve is broken here */
  double low, high; /* of a band about y; NaN: none */
  int row;          /* of the comparison */
  char *tip;        /* or NULL */
} IodCurvePoint;

typedef struct {
  guint series;
  GArray *points; /* of IodCurvePoint, x rising */
  double level;   /* drawn as a level line; NaN: none */
} IodCurve;

/* A labelled place on the horizontal axis. */
typedef struct {
  double value;
  const IodText *label;
} IodPlace;

typedef struct {
  IodLayout *layout;
  char *family; /* panels of one family share the vertical axis; NULL: none */
  const IodText *title, *better, *x_name;
  gboolean x_log, y_log;
  gboolean thin;   /* the values matter, the lines only lead from one to the next */
  gboolean uneven; /* places lie at uneven distances: each label that has room is shown */
  gboolean smooth; /* points lie so close that the line alone shows them */
  double y_low, y_high;
  IodScale scale;
  GArray *places;    /* of IodPlace, rising */
  GPtrArray *curves; /* of IodCurve */
} IodChart;

IodChart *iod_chart_new(IodLayout *layout, char *family);
IodCurve *iod_chart_curve(IodChart *chart, guint series);
/* Takes tip. */
void iod_curve_add(IodCurve *curve, double x, double y, const IodInterval *band, int row, char *tip);
void iod_chart_place(IodChart *chart, double value, const char *label);

/* What stands over a chart: "config 1c-2gb: fio randread"; "Bandwidth (MiB/s), higher is better". Free them.
 */
char *iod_chart_title(const char *facet, const char *name);
char *iod_chart_subtitle(const IodGroup *group);

/* Gives each chart its vertical axis, from zero unless logarithmic, the same within families; then adds a
 * block for each. Takes the charts, and empties the array. */
void iod_charts_add(IodLayout *layout, GPtrArray *charts, double least_width, double height);

#endif
