// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/model.h"

#include <string.h>

void iod_baseline_head_clear(IodBaselineHead *head) {
  g_free(head->created);
  g_free(head->iodelta);
  g_free(head->why);
}

static gboolean refuse(GError **error, const char *path, const char *why) {
  g_set_error(error, IOD_ERROR, IOD_ERROR_BASELINE, "%s: %s", path, why);
  return FALSE;
}

gboolean iod_baseline_head_read(const char *path, IodBaselineHead *head, GError **error) {
  g_autofree char *text = NULL;
  gsize length;
  json_error_t trouble;
  g_autoptr(GError) unreadable = NULL;
  *head = (IodBaselineHead){0};
  if (!g_file_get_contents(path, &text, &length, &unreadable))
    return refuse(error, path, unreadable->message);
  json_t *root = json_loadb(text, length, JSON_ALLOW_NUL, &trouble);
  const char *schema = json_string_value(json_object_get(root, "schema"));
  gboolean right = schema && strcmp(schema, IOD_SCHEMA_BASELINE) == 0;
  if (right) {
    head->created = g_strdup(json_string_value(json_object_get(root, "created")));
    head->iodelta = g_strdup(json_string_value(json_object_get(root, "iodelta")));
    head->why = g_strdup(json_string_value(json_object_get(root, "why")));
  } else if (!root) {
    refuse(error, path, trouble.text);
  } else {
    refuse(error, path, "it is no baseline of this version (\"schema\": \"" IOD_SCHEMA_BASELINE "\")");
  }
  json_decref(root);
  return right;
}

static gboolean may_write(const char *path, gboolean replace, GError **error) {
  IodBaselineHead head;
  g_autoptr(GError) none = NULL;
  if (!g_file_test(path, G_FILE_TEST_EXISTS)) return TRUE;
  gboolean is_baseline = iod_baseline_head_read(path, &head, &none);
  if (is_baseline) iod_baseline_head_clear(&head);
  if (is_baseline && replace) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s: %s", path,
              is_baseline ? "is there already; --replace overwrites it, `baseline add` adds runs to it"
                          : "is there and is no baseline; it is not overwritten");
  return FALSE;
}

gboolean iod_baseline_write(const char *path, const IodDataset *dataset, const char *created, const char *why,
                            gboolean replace, GError **error) {
  g_autoptr(GError) trouble = NULL;
  if (!may_write(path, replace, error)) return FALSE;
  json_t *head = json_pack("{s:s,s:s,s:s?}", "created", created, "iodelta", IOD_VERSION, "why", why);
  json_t *root = iod_native_from_dataset(dataset, IOD_SCHEMA_BASELINE, head);
  g_autofree char *text = iod_json_text(root, JSON_INDENT(1));
  g_autofree char *lines = g_strconcat(text, "\n", NULL);
  json_decref(root);
  json_decref(head);
  if (g_file_set_contents_full(path, lines, -1, G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE,
                               0666, &trouble))
    return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "%s: %s", path, trouble->message);
  return FALSE;
}

void iod_dataset_set_session(IodDataset *dataset, const char *session) {
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) {
    IodRun *run = iod_dataset_run(dataset, i);
    if (!run->session) run->session = g_strdup(session);
  }
}

/* Which entries are of which run: of GArray of guint, one a run. */
static GPtrArray *entries_of_runs(const IodDataset *dataset) {
  GPtrArray *runs = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++)
    g_ptr_array_add(runs, g_array_new(FALSE, FALSE, sizeof(guint)));
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    GArray *entries = g_ptr_array_index(runs, iod_dataset_entry(dataset, i).run_index);
    g_array_append_val(entries, i);
  }
  return runs;
}

/* All that a run measured, as text: the same log gives the same, in whatever session it was read. */
static char *print_of_run(const IodDataset *dataset, guint index, const GArray *entries) {
  json_t *run = iod_native_from_run(dataset, index, entries);
  json_object_del(run, "session");
  json_object_del(run, "source"); /* it may lie elsewhere now */
  char *text = iod_json_text(run, JSON_COMPACT);
  json_decref(run);
  return text;
}

static void pass_run(const IodDataset *dataset, guint index, const GArray *entries, IodSink *sink) {
  IodRun *run = iod_dataset_run(dataset, index);
  iod_sink_run(sink, run);
  for (guint i = 0; i < entries->len; i++) {
    IodEntry entry = iod_dataset_entry(dataset, g_array_index(entries, guint, i));
    iod_sink_observe_entry(sink, run, &entry);
  }
}

guint iod_dataset_append_new(const IodDataset *dataset, const IodDataset *known, IodSink *sink) {
  g_autoptr(GHashTable) prints = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GPtrArray) known_entries = entries_of_runs(known), entries = entries_of_runs(dataset);
  guint left_out = 0;
  for (guint i = 0; i < known_entries->len; i++)
    g_hash_table_add(prints, print_of_run(known, i, g_ptr_array_index(known_entries, i)));
  for (guint i = 0; i < entries->len; i++) {
    const GArray *own = g_ptr_array_index(entries, i);
    if (g_hash_table_add(prints, print_of_run(dataset, i, own)))
      pass_run(dataset, i, own, sink);
    else
      left_out++;
  }
  return left_out;
}
