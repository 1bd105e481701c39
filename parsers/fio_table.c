// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_table.h"

#include <math.h>

/* 99.5, 99.9, 99.95 and 99.99 all read 100th where labels are rounded to whole numbers. */
static gboolean is_usual_rounded(const FioPercentile *entries, guint count) {
  if (count != FIO_USUAL_PERCENTILES || entries[0].label_decimals != 0) return FALSE;
  for (guint i = 0; i < count; i++)
    if (entries[i].label_decimals != 0 || entries[i].label != round(fio_usual_percentiles[i])) return FALSE;
  return TRUE;
}

FioTable fio_table_at(const FioBlock *block, guint at) {
  FioTable table = {&g_array_index(block->percentiles, FioPercentile, at), 1, FALSE};
  const FioPercentile *first = table.entries;
  for (; at + table.count < block->percentiles->len; table.count++) {
    const FioPercentile *next = first + table.count;
    if (next->op != first->op || next->time != first->time) break;
  }
  table.usual = is_usual_rounded(first, table.count);
  return table;
}

static gboolean has_twin(const FioTable *table, guint at) {
  for (guint i = 0; i < table->count; i++)
    if (i != at && table->entries[i].label == table->entries[at].label) return TRUE;
  return FALSE;
}

/* The place of a percentile among the usual ones, where it most likely is that of its table. */
static guint usual_place(double label, guint at) {
  if (at < FIO_USUAL_PERCENTILES && fio_usual_percentiles[at] == label) return at;
  guint place = 0;
  while (place < FIO_USUAL_PERCENTILES && fio_usual_percentiles[place] != label) place++;
  return place;
}

gboolean fio_table_metric(const FioTable *table, guint at, gboolean sum, const FioMetrics *metrics,
                          IodMetric *metric, char **owned) {
  static const char *const times[] = {
      [FIO_SLAT] = "slat", [FIO_CLAT] = "clat", [FIO_LAT] = "lat", [FIO_SYNC] = "lat"};
  const FioPercentile *entry = &table->entries[at];
  if (!table->usual && entry->label_decimals == 0 && (has_twin(table, at) || (sum && entry->label == 100)))
    return FALSE;
  guint place = table->usual ? at : usual_place(entry->label, at);
  if (place < FIO_USUAL_PERCENTILES) {
    *metric = metrics->times[entry->time].percentiles[place];
    return TRUE;
  }
  *owned = iod_metric_percentile_name(times[entry->time], entry->label);
  iod_metric_lookup(*owned, metric);
  return TRUE;
}

/* 16712 msec before 2.99, 17112.76 msec since, which prints as 17113. */
gboolean fio_table_is_top(double seconds) {
  return (seconds >= 16.711 && seconds <= 16.713) || (seconds >= 17.112 && seconds <= 17.114);
}
