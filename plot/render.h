// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: a figure laid out but not painted yet, as the tests see it. */
#ifndef IODELTA_PLOT_RENDER_H
#define IODELTA_PLOT_RENDER_H

#include "plot/layout.h"

typedef struct {
  IodLayout layout;
  GPtrArray *scenes; /* of IodScene: the pages */
} IodPlan;

/* comparison and options must outlive the plan. */
gboolean iod_plan_make(const IodComparison *comparison, const IodPlotOptions *options, IodPlan *plan,
                       GError **error);
void iod_plan_clear(IodPlan *plan);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(IodPlan, iod_plan_clear)

#endif
