// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

gboolean iod_pick_run(const IodDataset *dataset, guint pick, IodSink *sink) {
  g_autoptr(GArray) order = iod_dataset_runs_by_line(dataset);
  if (pick > order->len) return FALSE;
  guint chosen = g_array_index(order, guint, pick - 1);
  IodRun *run = iod_dataset_run(dataset, chosen);
  iod_sink_run(sink, run);
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    if (entry.run_index != chosen) continue;
    iod_sink_observe_entry(sink, run, &entry);
  }
  return TRUE;
}
