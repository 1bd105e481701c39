// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: which rows a figure shows, and which of them share an axis. */
#ifndef IODELTA_PLOT_PICK_H
#define IODELTA_PLOT_PICK_H

#include "plot/layout.h"

/* The rows that have values and are usual (or all of them where asked), in their order. Of IodLine. */
GPtrArray *iod_pick_lines(const IodLayout *layout);

/* Those of a percentile, usual or not. */
GPtrArray *iod_pick_percentiles(const IodLayout *layout);

/* Lines that are drawn along one axis: of one metric and kind of unit, and of one value of the label
 * --panels. */
typedef struct {
  IodMetric metric;
  const char *tool; /* of its first row */
  char *family;     /* the same for groups that share their scale */
  char *facet;      /* "config=1c-2gb", or NULL */
  IodScale scale;
  GPtrArray *lines; /* of IodLine, borrowed */
} IodGroup;

/* Of IodGroup, in order of their first rows; scales are set. Free with g_ptr_array_unref. */
GPtrArray *iod_pick_groups(const IodLayout *layout, const GPtrArray *lines);

/* The unit of a group, chosen once for all its values (and those of its family). */
void iod_groups_scale(const IodLayout *layout, GPtrArray *groups);

IodGroup *iod_group_new(const IodLine *line);

/* Its head: "Bandwidth (MiB/s)", the facet, "higher is better". */
char *iod_group_title(const IodLayout *layout, const IodGroup *group);

/* A row's name without "label=value". Free it. */
char *iod_name_without(const char *name, const IodRow *row, const char *label);

#endif
