// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_table.h"

#include "parsers/parser.h"

#include <math.h>

/* Those that fio prints unless told otherwise. */
static const double usual[] = {1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

enum { USUAL = G_N_ELEMENTS(usual) };

/* 99.5, 99.9, 99.95 and 99.99 all read 100th where labels are rounded to whole numbers. */
static gboolean is_usual_rounded(const FioPercentile *entries, guint count) {
  if (count != USUAL) return FALSE;
  for (guint i = 0; i < count; i++)
    if (entries[i].label_decimals != 0 || entries[i].label != round(usual[i])) return FALSE;
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

/* at: the place in its table, where the usual ones are found at once. */
static const char *name_of(guint time, double label, guint at, char **owned) {
#define NAMES(time)                                                                                          \
  {                                                                                                          \
    time "_p1", time "_p5", time "_p10", time "_p20", time "_p30", time "_p40", time "_p50", time "_p60",    \
        time "_p70", time "_p80", time "_p90", time "_p95", time "_p99", time "_p99.5", time "_p99.9",       \
        time "_p99.95", time "_p99.99"                                                                       \
  }
  static const char *const names[][USUAL] = {[FIO_SLAT] = NAMES("slat"),
                                             [FIO_CLAT] = NAMES("clat"),
                                             [FIO_LAT] = NAMES("lat"),
                                             [FIO_SYNC] = NAMES("lat")};
#undef NAMES
  static const char *const times[] = {
      [FIO_SLAT] = "slat", [FIO_CLAT] = "clat", [FIO_LAT] = "lat", [FIO_SYNC] = "lat"};
  if (at < USUAL && usual[at] == label) return names[time][at];
  for (guint i = 0; i < USUAL; i++)
    if (usual[i] == label) return names[time][i];
  *owned = iod_metric_percentile_name(times[time], label);
  return *owned;
}

const char *fio_table_metric(const FioTable *table, guint at, gboolean sum, char **owned) {
  const FioPercentile *entry = &table->entries[at];
  if (table->usual) return name_of(entry->time, usual[at], at, owned);
  if (entry->label_decimals == 0 && (has_twin(table, at) || (sum && entry->label == 100))) return NULL;
  return name_of(entry->time, entry->label, at, owned);
}

/* 16712 msec before 2.99, 17112.76 msec since, which prints as 17113. */
gboolean fio_table_is_top(double seconds) {
  return (seconds >= 16.711 && seconds <= 16.713) || (seconds >= 17.112 && seconds <= 17.114);
}
