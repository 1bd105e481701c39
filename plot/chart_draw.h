// SPDX-License-Identifier: GPL-3.0-or-later
#ifndef IODELTA_PLOT_CHART_DRAW_H
#define IODELTA_PLOT_CHART_DRAW_H

#include "plot/chart.h"

/* Draws a block whose data is an IodChart. */
void iod_chart_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count);

#endif
