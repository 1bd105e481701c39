// SPDX-License-Identifier: GPL-3.0-or-later
/* The metrics that fio's figures go by, looked up once: a report of many jobs names each thousands of times.
 */
#ifndef IODELTA_PARSERS_FIO_METRICS_H
#define IODELTA_PARSERS_FIO_METRICS_H

#include "parsers/fio_block.h"
#include "parsers/parser.h"

G_BEGIN_DECLS

enum { FIO_USUAL_PERCENTILES = 17 };

typedef struct {
  IodMetric iops, bandwidth, bytes, duration, ios, cpu_user, cpu_sys;
  struct {
    IodMetric minimum, maximum, mean, deviation;
    IodMetric percentiles[FIO_USUAL_PERCENTILES];
  } times[FIO_SYNC + 1];
} FioMetrics;

FioMetrics *fio_metrics_new(void); /* free it with g_free */

/* The percentiles that fio prints unless told otherwise, in its order. */
extern const double fio_usual_percentiles[FIO_USUAL_PERCENTILES];

G_END_DECLS

#endif
