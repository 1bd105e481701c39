// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: values to places. */
#ifndef IODELTA_PLOT_AXIS_H
#define IODELTA_PLOT_AXIS_H

#include "plot/layout.h"

/* low is at from, high at to; values and bounds in base units, places in those of the scene (either way
 * round). */
typedef struct {
  gboolean log;
  double low, high;
  double from, to;
} IodAxis;

/* The place of a value; that of the nearer end where it lies beyond the axis. */
double iod_axis_at(const IodAxis *axis, double value);

typedef struct {
  double value; /* in base units */
  double at;
  const IodText *label;
} IodTick;

/* Labelled ticks, none nearer to each other than gap beyond their labels. upright: the axis runs from bottom
 * to top. scale: the unit that the labels are in; NULL: ratios. Free with g_array_unref. */
GArray *iod_axis_ticks(const IodAxis *axis, IodTexts *texts, const IodScale *scale, gboolean upright);

/* Their places after the axis was moved. */
void iod_axis_move_ticks(const IodAxis *axis, GArray *ticks);

double iod_axis_widest(const GArray *ticks);

/* Lines across plot at the ticks, their labels under it (upright: to the left of it). */
void iod_axis_draw(const IodLayout *layout, IodScene *scene, const GArray *ticks, IodBox plot,
                   gboolean upright);

/* Bounds for a logarithmic axis that holds [least, most] with some air; both > 0. */
void iod_axis_log_bounds(double least, double most, double *low, double *high);

#endif
