// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

static gint64 time_of(const char *start) {
  if (start == NULL) return G_MININT64;
  g_autoptr(GTimeZone) utc = g_time_zone_new_utc();
  g_autoptr(GDateTime) time = g_date_time_new_from_iso8601(start, utc);
  if (time == NULL) return G_MININT64;
  return g_date_time_to_unix(time) * G_USEC_PER_SEC + g_date_time_get_microsecond(time);
}

static int by_name(gconstpointer a, gconstpointer b, gpointer user) {
  guint left = *(const guint *)a, right = *(const guint *)b;
  const IodRun *first = iod_dataset_run(user, left), *second = iod_dataset_run(user, right);
  int order = g_strcmp0(first->source, second->source) == 0
                  ? 0
                  : iod_natural_compare(first->source != NULL ? first->source : "",
                                        second->source != NULL ? second->source : "");
  if (order == 0)
    order = iod_natural_compare(first->id != NULL ? first->id : "", second->id != NULL ? second->id : "");
  if (order == 0) order = (first->line > second->line) - (first->line < second->line);
  return order != 0 ? order : (left > right) - (left < right);
}

void iod_run_order_init(IodRunOrder *order, const IodDataset *dataset) {
  guint count = iod_dataset_run_count(dataset);
  g_autofree guint *sorted = g_new(guint, count + 1);
  union {
    const IodDataset *shared;
    IodDataset *own;
  } user = {dataset};
  order->by_name = g_new(guint, count + 1);
  order->started = g_new(gint64, count + 1);
  for (guint i = 0; i < count; i++) {
    sorted[i] = i;
    order->started[i] = time_of(iod_dataset_run(dataset, i)->start);
  }
  g_qsort_with_data(sorted, (int)count, sizeof *sorted, by_name, user.own);
  for (guint i = 0; i < count; i++) order->by_name[sorted[i]] = i;
}

void iod_run_order_clear(IodRunOrder *order) {
  g_clear_pointer(&order->by_name, g_free);
  g_clear_pointer(&order->started, g_free);
}
