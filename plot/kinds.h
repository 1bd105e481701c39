// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: the kinds of figures. Each lays the layout's rows out as blocks, sets what the caption must
 * explain, and says in notes what it leaves out. FALSE with an error (usage) where it can draw none of the
 * rows. */
#ifndef IODELTA_PLOT_KINDS_H
#define IODELTA_PLOT_KINDS_H

#include "plot/layout.h"

/* What suits the layout's rows where no kind was asked for (choose.c). */
IodPlotKind iod_choose_kind(const IodLayout *layout);

typedef gboolean (*IodKindLay)(IodLayout *layout, GError **error);

gboolean iod_lay_bars(IodLayout *layout, GError **error);
gboolean iod_lay_ratio(IodLayout *layout, GError **error);
gboolean iod_lay_lines(IodLayout *layout, GError **error);
gboolean iod_lay_heatmap(IodLayout *layout, GError **error);
gboolean iod_lay_latency(IodLayout *layout, GError **error);
gboolean iod_lay_table(IodLayout *layout, GError **error);
gboolean iod_lay_runs(IodLayout *layout, GError **error);

#endif
