// SPDX-License-Identifier: GPL-3.0-or-later
/* Percentile tables: which metric an entry is of. */
#ifndef IODELTA_PARSERS_FIO_TABLE_H
#define IODELTA_PARSERS_FIO_TABLE_H

#include "parsers/fio_metrics.h"

G_BEGIN_DECLS

/* One table: entries of one operation and time, in order. */
typedef struct {
  const FioPercentile *entries;
  guint count;
  gboolean usual; /* its labels are rounded, but its places tell them */
} FioTable;

/* The table that begins with the at-th percentile of a block. */
FioTable fio_table_at(const FioBlock *block, guint at);

/* Finds the metric of an entry, whose name *owned may hold (free it). FALSE where its label was rounded so
 * that others share it (fio 3.42 rounds those of its sums over clients: sum). */
gboolean fio_table_metric(const FioTable *table, guint at, gboolean sum, const FioMetrics *metrics,
                          IodMetric *metric, char **owned);

/* TRUE for the top of fio's own histogram, which means "this or more". */
gboolean fio_table_is_top(double seconds);

G_END_DECLS

#endif
