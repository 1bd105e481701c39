// SPDX-License-Identifier: GPL-3.0-or-later
/* Rows of `parse --format ndjson`, read back. */
#include "model/native.h"

struct IodNativeRows {
  IodSink *sink;
  GHashTable *runs; /* "source\ntool\nid" -> IodRun */
};

static void unref_run(gpointer data) {
  iod_run_unref(data);
}

IodNativeRows *iod_native_rows_new(IodSink *sink) {
  IodNativeRows *rows = g_new0(IodNativeRows, 1);
  rows->sink = sink;
  rows->runs = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, unref_run);
  return rows;
}

void iod_native_rows_free(IodNativeRows *rows) {
  if (rows == NULL) return;
  g_hash_table_unref(rows->runs);
  g_free(rows);
}

gboolean iod_native_is_row(const json_t *root) {
  return json_is_string(json_object_get(root, "tool")) && json_is_string(json_object_get(root, "metric")) &&
         json_is_number(json_object_get(root, "value")) && json_object_get(root, "schema") == NULL;
}

/* A run that no row before was of; told to the sink once its first row is known to be sound. */
static IodRun *begin_run(IodNativeRows *rows, const IodPlace *place, const json_t *root, IodRun *run,
                         GError **error) {
  IodSink nothing = {NULL, NULL, NULL};
  if (!iod_native_read_observation(place, root, run, &nothing, error)) {
    iod_run_unref(run);
    return NULL;
  }
  run->line = 0;
  iod_sink_run(rows->sink, run);
  return run;
}

gboolean iod_native_rows_read(IodNativeRows *rows, const json_t *root, const char *source, guint32 line,
                              GError **error) {
  IodPlace place = {.source = source, .line = line};
  if (!json_is_object(root)) return iod_place_refuse(&place, NULL, error, "must be an object");
  const char *tool = NULL;
  const char *id = "1";
  const char *origin = source;
  if (!iod_member_text(&place, root, "tool", TRUE, &tool, error) ||
      !iod_member_text(&place, root, "run", FALSE, &id, error) ||
      !iod_member_text(&place, root, "source", FALSE, &origin, error)) {
    return FALSE;
  }
  g_autofree char *key = g_strdup_printf("%s\n%s\n%s", origin, tool, id);
  IodRun *run = g_hash_table_lookup(rows->runs, key);
  if (run == NULL) {
    run = iod_run_new(tool, origin);
    run->id = g_strdup(id);
    run = begin_run(rows, &place, root, run, error);
    if (run == NULL) return FALSE;
    g_hash_table_insert(rows->runs, g_steal_pointer(&key), run);
  }
  return iod_native_read_observation(&place, root, run, rows->sink, error);
}
