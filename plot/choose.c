// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/kinds.h"
#include "plot/numeric.h"

/* More bars than these no one compares by eye. */
#define MOST_BARS 96
/* From this many values on, a label is an axis rather than a few rows. */
#define LEAST_VALUES 3

static guint count_values(const IodLayout *layout, const char *label) {
  if (label == NULL) return 0;
  g_autoptr(GArray) values = iod_numeric_values(layout->lines, label);
  return values->len;
}

IodPlotKind iod_choose_kind(const IodLayout *layout) {
  guint n = layout->comparison->n_series;
  const char *x = NULL, *y = NULL;
  if (layout->options->x != NULL) return IOD_PLOT_LINES;
  iod_numeric_pair(layout, &x, &y);
  if (n > 1 && y != NULL && count_values(layout, x) >= LEAST_VALUES &&
      count_values(layout, y) >= LEAST_VALUES)
    return IOD_PLOT_HEATMAP;
  const char *along = iod_numeric_label(layout->lines, NULL, LEAST_VALUES);
  if (along != NULL && 3 * iod_numeric_rows(layout->lines, along, LEAST_VALUES) >= 2 * layout->lines->len)
    return IOD_PLOT_LINES;
  if (n < 2 || layout->lines->len * n <= MOST_BARS) return IOD_PLOT_BARS;
  return n <= 3 ? IOD_PLOT_RATIO : IOD_PLOT_HEATMAP;
}
