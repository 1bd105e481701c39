// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

static gint compare_lines(gconstpointer a, gconstpointer b, gpointer data) {
  guint first = *(const guint *)a, second = *(const guint *)b;
  guint32 line_a = iod_dataset_run(data, first)->line, line_b = iod_dataset_run(data, second)->line;
  if (line_a != line_b) return line_a < line_b ? -1 : 1;
  return first < second ? -1 : first > second;
}

gboolean iod_pick_run(const IodDataset *dataset, guint pick, IodSink *sink) {
  g_autoptr(GArray) order = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) g_array_append_val(order, i);
  g_array_sort_with_data(order, compare_lines, (gpointer)(gsize)dataset);
  if (pick > order->len) return FALSE;
  guint chosen = g_array_index(order, guint, pick - 1);
  IodRun *run = iod_dataset_run(dataset, chosen);
  iod_sink_run(sink, run);
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    if (entry.run_index != chosen) continue;
    IodObservation observation = {.test = entry.key->test,
                                  .op = entry.key->op,
                                  .metric = entry.key->metric,
                                  .value = entry.value,
                                  .line = entry.line,
                                  .labels = entry.key->labels};
    iod_sink_observe(sink, run, &observation);
  }
  return TRUE;
}
