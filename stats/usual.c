// SPDX-License-Identifier: GPL-3.0-or-later
/* Which metrics people look at: of each workload one rate, the mean latency and a high percentile. */
#include "stats/table.h"

#include <string.h>

gboolean iod_metric_is_judged(const IodMetric *metric) {
  static const char *const extremes[] = {"_min", "_max", "_stddev"};
  for (gsize i = 0; i < G_N_ELEMENTS(extremes); i++)
    if (g_str_has_suffix(metric->name, extremes[i])) return FALSE;
  return metric->better == IOD_BETTER_HIGHER || metric->better == IOD_BETTER_LOWER;
}

/* One slot is one thing that people look at; the first metric that is there fills it. */
enum { SLOTS = 3, CHOICES = 6 };
static const char *const slots[SLOTS][CHOICES] = {
    {"iops", "bandwidth", "transactions_rate", "queries_rate", "events_rate", NULL},
    {"lat_mean", "clat_mean", NULL},
    {"clat_p99", "lat_p99", NULL},
};
/* sysbench prints no p99 unless told. */
static const char *const sysbench_tail[CHOICES] = {"lat_p99", "lat_p95", NULL};

/* How a metric may fill a slot: the lower the better; G_MAXUINT where it can't. */
static guint choice_for(const IodRow *row, guint slot) {
  const char *const *choices = slot == 2 && strcmp(row->tool, "sysbench") == 0 ? sysbench_tail : slots[slot];
  guint i = 0;
  for (; choices[i] != NULL; i++)
    if (strcmp(choices[i], row->metric.name) == 0) return i;
  return slot == 0 && g_str_has_suffix(row->metric.name, "_rate") ? i : G_MAXUINT;
}

static guint count_series(const IodRow *row) {
  guint count = 0;
  for (guint i = 0; i < row->n_series; i++) count += row->samples[i] != NULL ? 1 : 0;
  return count;
}

/* What fills a slot in a group of rows. */
typedef struct {
  guint metric, choice, series;
  const char *name;
} Filler;

/* A metric that more series have comes first: only what two have can be compared. */
static gboolean fills_better(const Filler *fresh, const Filler *old) {
  if (fresh->series != old->series) return fresh->series > old->series;
  if (fresh->choice != old->choice) return fresh->choice < old->choice;
  return iod_natural_compare(fresh->name, old->name) < 0;
}

static Filler *find_fillers(const IodCells *cells) {
  Filler *fillers = g_new(Filler, cells->groups * SLOTS);
  for (guint i = 0; i < cells->groups * SLOTS; i++) fillers[i] = (Filler){G_MAXUINT, G_MAXUINT, 0, ""};
  for (guint i = 0; i < cells->drafts->len; i++) {
    const IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    for (guint slot = 0; slot < SLOTS; slot++) {
      Filler fresh = {draft->metric, choice_for(draft->row, slot), count_series(draft->row),
                      draft->row->metric.name};
      Filler *old = &fillers[draft->group * SLOTS + slot];
      if (fresh.choice != G_MAXUINT && fills_better(&fresh, old)) *old = fresh;
    }
  }
  return fillers;
}

static gboolean fills_one(const Filler *fillers, const IodDraft *draft) {
  for (guint slot = 0; slot < SLOTS; slot++)
    if (fillers[draft->group * SLOTS + slot].metric == draft->metric) return TRUE;
  return FALSE;
}

/* A tool's test with none of the usual metrics (plain numbers, values measured by hand) shows what it has:
 * what can be judged or has no known direction, else all. */
static void show_the_rest(const IodCells *cells) {
  g_autoptr(GHashTable) shown = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (int pass = 0; pass < 3; pass++) {
    for (guint i = 0; i < cells->drafts->len; i++) {
      IodRow *row = ((IodDraft *)g_ptr_array_index(cells->drafts, i))->row;
      g_autofree char *test = g_strdup_printf("%s\x1f%s", row->tool, row->test);
      guint since = GPOINTER_TO_UINT(g_hash_table_lookup(shown, test));
      if (since != 0 && since != (guint)pass + 1) continue;
      if (pass == 1)
        row->usual = iod_metric_is_judged(&row->metric) || row->metric.better == IOD_BETTER_UNKNOWN;
      if (pass == 2) row->usual = TRUE;
      if (row->usual) g_hash_table_insert(shown, g_steal_pointer(&test), GUINT_TO_POINTER(pass + 1));
    }
  }
}

/* Whether rows of this metric can stand for a cell in the campaign, and for what. */
static IodKind kind_of(const IodMetric *metric) {
  if (!iod_metric_is_judged(metric)) return IOD_KIND_NONE;
  if (metric->better == IOD_BETTER_HIGHER) return IOD_KIND_THROUGHPUT;
  return strcmp(metric->unit, "s") == 0 ? IOD_KIND_LATENCY : IOD_KIND_NONE;
}

/* A cell counts once in the campaign: by the first of what people look at that it has, else (with -m) by the
 * first of what was chosen. Drafts are in order. */
static void find_kinds(const IodCells *cells, const Filler *fillers) {
  g_autofree guint *chosen = g_new(guint, cells->groups * 2);
  for (guint i = 0; i < cells->groups; i++) {
    const Filler *filler = &fillers[i * SLOTS];
    chosen[2 * i] = filler[0].metric;
    chosen[2 * i + 1] = filler[1].metric != G_MAXUINT ? filler[1].metric : filler[2].metric;
  }
  for (guint i = 0; i < cells->drafts->len; i++) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    IodKind kind = draft->row->usual ? kind_of(&draft->row->metric) : IOD_KIND_NONE;
    if (kind == IOD_KIND_NONE) continue;
    guint *metric = &chosen[2 * draft->group + (kind == IOD_KIND_LATENCY ? 1 : 0)];
    if (*metric == G_MAXUINT) *metric = draft->metric;
    if (*metric == draft->metric) draft->kind = kind;
  }
}

void iod_usual_find(const IodCells *cells, const IodRoles *roles) {
  gboolean all = roles->grouping->all_metrics || iod_filter_mentions(roles->grouping->filter, "metric");
  g_autofree Filler *fillers = find_fillers(cells);
  for (guint i = 0; i < cells->drafts->len; i++) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    draft->row->usual = all || fills_one(fillers, draft);
  }
  if (!all) show_the_rest(cells);
  find_kinds(cells, fillers);
}
