// SPDX-License-Identifier: GPL-3.0-or-later
/* Whether the series can be held against each other at all. */
#include "stats/maths.h"
#include "stats/suspicion.h"

#include <string.h>

/* ---- Measured alike ---- */

/* Labels that make another measurement of it. What a flag lacks is off; of the others it is not known. */
static const struct {
  const char *name;
  gboolean is_flag;
} conditions[] = {{"block_size", FALSE}, {"rw", FALSE},       {"iodepth", FALSE}, {"numjobs", FALSE},
                  {"ioengine", FALSE},   {"io_mode", FALSE},  {"direct", TRUE},   {"sync", TRUE},
                  {"fsync", TRUE},       {"fdatasync", TRUE}, {"mmap", TRUE},     {"file_size", FALSE},
                  {"rwmixread", FALSE},  {"rate", FALSE},     {"version", FALSE}};

static gboolean is_unfair(const IodDiffers *differs, guint series) {
  const char *base = differs->values[0], *fresh = differs->values[series];
  if (g_strcmp0(base, fresh) == 0) return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS(conditions); i++)
    if (strcmp(conditions[i].name, differs->label) == 0)
      return conditions[i].is_flag || (base != NULL && fresh != NULL);
  return FALSE;
}

static gboolean differs_much(const IodRow *row, guint series, gboolean *more) {
  const double much = 1.2;
  if (row->samples[0] == NULL || row->samples[series] == NULL) return FALSE;
  double base = row->samples[0]->summary.median, fresh = row->samples[series]->summary.median;
  *more = fresh > base;
  return base > 0 && fresh > 0 && (fresh > much * base || base > much * fresh);
}

/* In how many workloads both the time and the work done differ in the same sense: less time alone is a faster
 * disk, less work alone a slower one, less of both a shorter run. */
static guint count_other_times(const IodCells *cells, guint series) {
  g_autofree gint8 *times = g_new0(gint8, MAX(cells->groups, 1));
  g_autofree gboolean *seen = g_new0(gboolean, MAX(cells->groups, 1));
  guint count = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (guint i = 0; i < cells->drafts->len; i++) {
      const IodDraft *draft = g_ptr_array_index(cells->drafts, i);
      const char *metric = draft->row->metric.name;
      gboolean more = FALSE, is_time = strcmp(metric, "duration") == 0;
      gboolean is_work =
          strcmp(metric, "bytes") == 0 || strcmp(metric, "ios") == 0 || strcmp(metric, "events") == 0;
      if (!(pass == 0 ? is_time : is_work) || !differs_much(draft->row, series, &more)) continue;
      gint8 sense = more ? 1 : -1;
      if (pass == 0) {
        times[draft->group] = sense;
      } else if (times[draft->group] == sense && !seen[draft->group]) {
        seen[draft->group] = TRUE;
        count++;
      }
    }
  }
  return count;
}

static void note_unfair(const IodComparison *comparison, const IodCells *cells, guint series,
                        GPtrArray *notes) {
  g_autoptr(GString) list = g_string_new(NULL);
  for (guint i = 0; i < comparison->differs->len; i++) {
    const IodDiffers *differs = g_ptr_array_index(comparison->differs, i);
    if (!is_unfair(differs, series)) continue;
    g_string_append_printf(list, "%s%s (%s; %s)", list->len > 0 ? ", " : "", differs->label,
                           differs->values[0] != NULL ? differs->values[0] : "none",
                           differs->values[series] != NULL ? differs->values[series] : "none");
  }
  guint times = count_other_times(cells, series);
  if (times > 0)
    g_string_append_printf(list, "%show long they ran and how much they did (%u workload%s)",
                           list->len > 0 ? ", " : "", times, times > 1 ? "s" : "");
  if (list->len == 0) return;
  iod_note(notes, "unfair", NULL, comparison->series[series],
           "%s and %s were not measured alike; they differ in %s", comparison->series[0],
           comparison->series[series], list->str);
}

/* ---- Sessions ---- */

/* The sessions of a series' runs; NULL where one is not known. */
static GHashTable **find_sessions(const IodComparison *comparison, const IodRoles *roles,
                                  const GArray *readings) {
  GHashTable **sessions = g_new0(GHashTable *, comparison->n_series);
  g_autofree gboolean *unknown = g_new0(gboolean, comparison->n_series);
  guint last = G_MAXUINT, last_series = G_MAXUINT;
  for (guint i = 0; i < comparison->n_series; i++)
    sessions[i] = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    guint series = iod_variant(roles->variants, reading->variant)->series;
    if (reading->run == last && series == last_series) continue;
    char *session = iod_session_of(iod_dataset_run(roles->variants->dataset, reading->run));
    if (session == NULL)
      unknown[series] = TRUE;
    else
      g_hash_table_add(sessions[series], session);
    last = reading->run;
    last_series = series;
  }
  for (guint i = 0; i < comparison->n_series; i++)
    if (unknown[i]) g_clear_pointer(&sessions[i], g_hash_table_unref);
  return sessions;
}

static gboolean are_disjoint(GHashTable *a, GHashTable *b) {
  GHashTableIter iter;
  gpointer session = NULL;
  g_hash_table_iter_init(&iter, a);
  while (g_hash_table_iter_next(&iter, &session, NULL))
    if (g_hash_table_contains(b, session)) return FALSE;
  return TRUE;
}

static void note_sessions(const IodComparison *comparison, const IodRoles *roles, const GArray *readings,
                          GPtrArray *notes) {
  GHashTable **sessions = find_sessions(comparison, roles, readings);
  for (guint series = 1; series < comparison->n_series; series++) {
    if (sessions[0] == NULL || sessions[series] == NULL || !are_disjoint(sessions[0], sessions[series]))
      continue;
    iod_note(notes, "sessions", NULL, comparison->series[series],
             "%s and %s were measured in different sessions: what else changed between them looks like a "
             "difference; runs in "
             "turns (A B A B) show it",
             comparison->series[0], comparison->series[series]);
  }
  for (guint i = 0; i < comparison->n_series; i++)
    if (sessions[i] != NULL) g_hash_table_unref(sessions[i]);
  g_free(sessions);
}

/* ---- Rows that only one series has ---- */

/* A label that makes rows and of which the two series share no value in any scope that both have. */
static const char *find_divider(const IodRoles *roles, guint series) {
  for (guint i = 0; i < roles->variants->scopes; i++) {
    const IodScope *scope = &roles->scopes[i];
    for (guint r = 0; r < scope->row_names->len; r++) {
      guint name = g_array_index(scope->row_names, guint, r);
      g_autoptr(GHashTable) base = g_hash_table_new(NULL, NULL);
      gboolean shared = FALSE, any = FALSE;
      for (guint v = 0; v < scope->variants->len; v++) {
        const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, v));
        if (variant->series == 0)
          g_hash_table_add(base, GUINT_TO_POINTER(iod_variant_value(roles->variants, variant, name)));
      }
      for (guint v = 0; v < scope->variants->len; v++) {
        const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, v));
        if (variant->series != series) continue;
        any = TRUE;
        if (g_hash_table_contains(base, GUINT_TO_POINTER(iod_variant_value(roles->variants, variant, name))))
          shared = TRUE;
      }
      if (any && !shared && g_hash_table_size(base) > 0) return iod_names_text(&roles->variants->names, name);
    }
  }
  return NULL;
}

/* The rows that `has` has values in and `lacks` has not. */
static void note_lacking(const IodComparison *comparison, guint has, guint lacks, GPtrArray *notes) {
  enum { NAMED = 3 };
  g_autoptr(GString) names = g_string_new(NULL);
  guint count = 0;
  const char *last = NULL;
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (!row->usual || row->samples[has] == NULL || row->samples[lacks] != NULL ||
        strcmp(row->tool, "given") == 0)
      continue;
    if (count < NAMED && g_strcmp0(last, row->name) != 0)
      g_string_append_printf(names, "%s%s", names->len > 0 ? ", " : "", row->name);
    last = row->name;
    count++;
  }
  if (count == 0) return;
  iod_note(notes, "unmatched", NULL, comparison->series[lacks], "%u row%s of %s ha%s no values of %s: %s%s",
           count, count > 1 ? "s" : "", comparison->series[has], count > 1 ? "ve" : "s",
           comparison->series[lacks], names->str, count > NAMED ? ", …" : "");
}

static void note_unmatched(const IodComparison *comparison, const IodRoles *roles, guint series,
                           GPtrArray *notes) {
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (row->samples[0] == NULL || row->samples[series] == NULL) continue;
    note_lacking(comparison, 0, series, notes);
    note_lacking(comparison, series, 0, notes);
    return;
  }
  enum { EXPLAINED = 24 };
  const char *label = series < EXPLAINED ? find_divider(roles, series) : NULL;
  gboolean is_folder = label != NULL && g_str_has_prefix(label, "dir") && g_ascii_isdigit(label[3]);
  iod_note(notes, "unmatched", NULL, comparison->series[series],
           "no row has values of both %s and %s%s%s%s%s", comparison->series[0], comparison->series[series],
           label != NULL ? "; what they measured differs in '" : "", iod_text(label),
           label != NULL ? "'" : "", is_folder ? " (--dirs names folder levels, and _ forgets them)" : "");
}

/* ---- Too few runs ---- */

/* The fewest runs, the same on each side, that give an exact interval. */
static guint enough_runs(double confidence) {
  guint n = 2;
  while (n < 50 && !iod_rank_sum_attains(n, n, confidence)) n++;
  return n;
}

static void note_too_few(const IodComparison *comparison, GPtrArray *notes) {
  guint few = 0, all = 0;
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    for (guint v = 0; row->usual && v < row->versus->len; v++) {
      const IodAnswer *answer = &g_array_index(row->versus, IodVersus, v).answer;
      gboolean is_few =
          g_strcmp0(answer->reason, "too_few") == 0 || g_strcmp0(answer->reason, "single_run") == 0;
      few += is_few ? 1 : 0;
      all++;
    }
  }
  if (few == 0) return;
  iod_note(notes, "too_few", NULL, NULL,
           "%u of %u comparisons have too few runs for an interval of %g %%; %u runs a side, or 3 against "
           "10, have an exact one",
           few, all, comparison->confidence * 100, enough_runs(comparison->confidence));
}

void iod_fairness_check(const IodComparison *comparison, const IodRoles *roles, const IodCells *cells,
                        const GArray *readings, GPtrArray *notes) {
  for (guint series = 1; series < comparison->n_series; series++) {
    note_unfair(comparison, cells, series, notes);
    note_unmatched(comparison, roles, series, notes);
  }
  if (comparison->n_series > 1) note_sessions(comparison, roles, readings, notes);
  note_too_few(comparison, notes);
}
