// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_metrics.h"

const double fio_usual_percentiles[FIO_USUAL_PERCENTILES] = {1,  5,  10, 20, 30,   40,   50,    60,   70,
                                                             80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

typedef struct {
  const char *minimum, *maximum, *mean, *deviation;
  const char *percentiles[FIO_USUAL_PERCENTILES];
} TimeNames;

#define TIME_NAMES(time)                                                                                     \
  {                                                                                                          \
    time "_min", time "_max", time "_mean", time "_stddev", {                                                \
      time "_p1", time "_p5", time "_p10", time "_p20", time "_p30", time "_p40", time "_p50", time "_p60",  \
          time "_p70", time "_p80", time "_p90", time "_p95", time "_p99", time "_p99.5", time "_p99.9",     \
          time "_p99.95", time "_p99.99"                                                                     \
    }                                                                                                        \
  }

static const TimeNames time_names[] = {[FIO_SLAT] = TIME_NAMES("slat"),
                                       [FIO_CLAT] = TIME_NAMES("clat"),
                                       [FIO_LAT] = TIME_NAMES("lat"),
                                       [FIO_SYNC] = TIME_NAMES("lat")};

FioMetrics *fio_metrics_new(void) {
  FioMetrics *metrics = g_new0(FioMetrics, 1);
  iod_metric_lookup("iops", &metrics->iops);
  iod_metric_lookup("bandwidth", &metrics->bandwidth);
  iod_metric_lookup("bytes", &metrics->bytes);
  iod_metric_lookup("duration", &metrics->duration);
  iod_metric_lookup("ios", &metrics->ios);
  iod_metric_lookup("cpu_user", &metrics->cpu_user);
  iod_metric_lookup("cpu_sys", &metrics->cpu_sys);
  for (guint time = 0; time <= FIO_SYNC; time++) {
    const TimeNames *names = &time_names[time];
    iod_metric_lookup(names->minimum, &metrics->times[time].minimum);
    iod_metric_lookup(names->maximum, &metrics->times[time].maximum);
    iod_metric_lookup(names->mean, &metrics->times[time].mean);
    iod_metric_lookup(names->deviation, &metrics->times[time].deviation);
    for (guint i = 0; i < FIO_USUAL_PERCENTILES; i++)
      iod_metric_lookup(names->percentiles[i], &metrics->times[time].percentiles[i]);
  }
  return metrics;
}
