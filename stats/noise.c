// SPDX-License-Identifier: GPL-3.0-or-later
/* How much a thing differs from itself: sessions of one baseline against each other. */
#include "stats/table.h"

#include <math.h>

static void free_values(gpointer values) {
  g_array_unref(values);
}

/* The sample's values by session, in order of appearance; NULL where a run's session is unknown. */
static GPtrArray *split(const IodSample *sample) {
  g_autoptr(GPtrArray) sessions = g_ptr_array_new_with_free_func(free_values);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < sample->summary.n; i++) {
    char *name = iod_session_of(sample->runs[i]);
    if (!name) return NULL;
    GArray *values = g_hash_table_lookup(known, name);
    if (!values) {
      values = g_array_new(FALSE, FALSE, sizeof(double));
      g_ptr_array_add(sessions, values);
      g_hash_table_insert(known, name, values);
    } else {
      g_free(name);
    }
    g_array_append_val(values, sample->values[i]);
  }
  return g_steal_pointer(&sessions);
}

double iod_noise_floor(const IodSample *sample, IodCenter center, double confidence) {
  g_autoptr(GPtrArray) sessions = split(sample);
  double low = INFINITY, high = 0;
  if (!sessions || sessions->len < 2) return NAN;
  for (guint i = 0; i < sessions->len; i++) {
    const GArray *values = g_ptr_array_index(sessions, i);
    IodSummary summary;
    iod_describe((const double *)(gconstpointer)values->data, values->len, center, confidence, &summary);
    if (!(summary.center > 0)) return NAN;
    low = MIN(low, summary.center);
    high = MAX(high, summary.center);
  }
  return high / low - 1;
}

/* ---- A baseline against itself ---- */

/* The sessions of a dataset, in the order of their runs. */
static GPtrArray *sessions_of(const IodDataset *dataset) {
  GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) {
    char *name = iod_session_of(iod_dataset_run(dataset, i));
    if (name && !g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
      g_ptr_array_add(names, name);
    else
      g_free(name);
  }
  return names;
}

/* The same observations with their session as a label, so that sessions can be series. */
static IodDataset *label_sessions(const IodDataset *dataset) {
  IodDataset *labelled = iod_dataset_new();
  g_autoptr(GHashTable) runs = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)iod_run_unref);
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    IodRun *run = g_hash_table_lookup(runs, entry.run);
    if (!run) {
      g_autofree char *session = iod_session_of(entry.run);
      run = iod_run_new(entry.run->tool, entry.run->source);
      run->id = g_strdup(entry.run->id);
      run->start = g_strdup(entry.run->start);
      iod_labels_merge(run->labels, entry.run->labels);
      iod_labels_set(run->labels, "iodelta-session", session);
      g_hash_table_insert(runs, entry.run, run);
      iod_sink_run(iod_dataset_sink(labelled), run);
    }
    iod_sink_observe_entry(iod_dataset_sink(labelled), run, &entry);
  }
  return labelled;
}

/* All others against one session. */
static gboolean judge_against(const IodDataset *dataset, const IodGrouping *grouping, const char *session,
                              IodNoise *noise, GError **error) {
  IodGrouping own = *grouping;
  own.by = "iodelta-session";
  own.baseline = session;
  g_autoptr(IodComparison) comparison = iod_group(dataset, &own, error);
  if (!comparison) return FALSE;
  g_autofree gboolean *alarms = g_new0(gboolean, comparison->n_series);
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    for (guint j = 0; row->usual && j < row->versus->len; j++) {
      const IodVersus *versus = &g_array_index(row->versus, IodVersus, j);
      gboolean worse = versus->answer.verdict == IOD_VERDICT_WORSE;
      alarms[versus->fresh] |= worse;
      noise->cells++;
      noise->alarmed_cells += worse ? 1 : 0;
    }
  }
  for (guint i = 1; i < comparison->n_series; i++) noise->alarms += alarms[i] ? 1 : 0;
  noise->comparisons += comparison->n_series - 1;
  return TRUE;
}

gboolean iod_noise_measure(const IodDataset *dataset, const IodGrouping *grouping, IodNoise *noise,
                           GError **error) {
  g_autoptr(GPtrArray) sessions = sessions_of(dataset);
  *noise = (IodNoise){.sessions = sessions->len};
  if (sessions->len < 2) {
    g_set_error(
        error, IOD_ERROR, IOD_ERROR_BASELINE,
        "%u session in this baseline: noise shows between two or more (`baseline add` on another day)",
        sessions->len);
    return FALSE;
  }
  g_autoptr(IodDataset) labelled = label_sessions(dataset);
  for (guint i = 0; i < sessions->len; i++)
    if (!judge_against(labelled, grouping, g_ptr_array_index(sessions, i), noise, error)) return FALSE;
  return TRUE;
}
