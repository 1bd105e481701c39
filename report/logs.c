// SPDX-License-Identifier: GPL-3.0-or-later
/* Which logs one file holds, for people who must say which of them they mean. */
#include "report/escape.h"
#include "report/report.h"

typedef struct {
  const IodDataset *dataset;
  GArray *order; /* of run indexes, by line */
  GArray *first; /* of gint64: the entry that stands for each run; -1 for none */
} Logs;

/* The figure that tells most of a run at a glance: its rate. */
static int rank(const char *metric) {
  if (g_str_equal(metric, "iops")) return 3;
  if (g_str_equal(metric, "bandwidth")) return 2;
  return g_str_has_suffix(metric, "_rate") || g_str_has_suffix(metric, "lat_mean") ? 1 : 0;
}

static void find_key_figures(Logs *logs) {
  guint runs = iod_dataset_run_count(logs->dataset);
  for (guint i = 0; i < runs; i++) {
    gint64 none = -1;
    g_array_append_val(logs->first, none);
  }
  for (guint i = 0; i < iod_dataset_size(logs->dataset); i++) {
    IodEntry entry = iod_dataset_entry(logs->dataset, i);
    gint64 *at = &g_array_index(logs->first, gint64, entry.run_index);
    if (*at < 0 ||
        rank(entry.key->metric.name) > rank(iod_dataset_entry(logs->dataset, (guint)*at).key->metric.name))
      *at = i;
  }
}

static void append_log(const Logs *logs, guint number, guint index, GString *out) {
  const IodRun *run = iod_dataset_run(logs->dataset, index);
  gint64 at = g_array_index(logs->first, gint64, index);
  g_string_append_printf(out, "  #%u  line %u: ", number, run->line);
  iod_append_plain(out, run->tool);
  if (at >= 0) {
    IodEntry entry = iod_dataset_entry(logs->dataset, (guint)at);
    IodScale scale = iod_scale_for(&entry.key->metric, run->tool, IOD_UNITS_AUTO, entry.value);
    double shown = entry.value / scale.factor;
    g_string_append_c(out, ' ');
    iod_append_plain(out, entry.key->test);
    g_string_append_printf(out, " %s, ", entry.key->op);
    iod_append_plain(out, entry.key->metric.name);
    g_string_append_printf(out, " %.*f %s", iod_decimals_for(shown), shown, scale.suffix);
  } else {
    g_string_append(out, ", failed");
  }
  if (run->heading) {
    g_string_append(out, "  below \"");
    iod_append_plain(out, run->heading);
    g_string_append_c(out, '"');
  }
  g_string_append_c(out, '\n');
}

gboolean iod_report_logs(const IodDataset *dataset, const char *input, GString *out) {
  guint runs = iod_dataset_run_count(dataset);
  if (runs < 2) return FALSE;
  for (guint i = 1; i < runs; i++)
    if (g_strcmp0(iod_dataset_run(dataset, i)->source, iod_dataset_run(dataset, 0)->source) != 0)
      return FALSE;
  Logs logs = {dataset, iod_dataset_runs_by_line(dataset), g_array_new(FALSE, FALSE, sizeof(gint64))};
  find_key_figures(&logs);
  g_autoptr(GString) plain = g_string_new(NULL);
  iod_append_plain(plain, input);
  const char *shown = plain->str;
  g_string_append_printf(out, "iodelta: %s holds %u logs, and nothing says which to compare:\n", shown, runs);
  for (guint i = 0; i < runs; i++) append_log(&logs, i + 1, g_array_index(logs.order, guint, i), out);
  g_string_append_printf(out, "Name two of them: iodelta compare old='%s'#1 new='%s'#2\n", shown, shown);
  g_array_unref(logs.order);
  g_array_unref(logs.first);
  return TRUE;
}
