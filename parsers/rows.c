// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/rows.h"

#include "parsers/feed.h"

struct IodRows {
  IodFeed *feed;
  GHashTable *runs; /* "tool\x1fsource\x1frun" -> IodRun */
};

IodRows *iod_rows_new(IodFeed *feed) {
  IodRows *rows = g_new0(IodRows, 1);
  rows->feed = feed;
  rows->runs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)iod_run_unref);
  return rows;
}

void iod_rows_free(IodRows *rows) {
  g_hash_table_unref(rows->runs);
  g_free(rows);
}

static IodRun *new_run(IodRows *rows, const char *tool, const char *source, const char *id, guint32 line) {
  IodRun *run = iod_run_new(tool, source);
  run->id = g_strdup(id);
  run->line = line;
  run->complete = TRUE;
  iod_sink_run(iod_feed_sink(rows->feed), run);
  return run;
}

gboolean iod_rows_take(IodRows *rows, const IodRowText *row, guint32 number) {
  const char *tool = row->tool ? row->tool : "csv";
  const char *source = row->source ? row->source : iod_feed_source(rows->feed);
  g_autofree char *id = row->run ? g_strdup(row->run) : g_strdup_printf("%u", number);
  IodObservation observation = {.test = row->test ? row->test : "-",
                                .op = row->op ? row->op : "-",
                                .value = row->value,
                                .line = row->line,
                                .labels = row->labels};
  iod_metric_lookup(row->metric ? row->metric : "value", &observation.metric);
  if (row->unit) observation.metric.unit = row->unit;
  if (row->better && !iod_better_parse(row->better, &observation.metric.better)) return FALSE;
  char *key = g_strdup_printf("%s\x1f%s\x1f%s", tool, source, id);
  IodRun *run = g_hash_table_lookup(rows->runs, key);
  if (run)
    g_free(key);
  else
    g_hash_table_insert(rows->runs, key, run = new_run(rows, tool, source, id, row->line));
  iod_feed_push(rows->feed, run, &observation);
  return TRUE;
}
