// SPDX-License-Identifier: GPL-3.0-or-later
/* Which observations take part: what the filter leaves, and of a fio group either its sums or its jobs. */
#include "stats/table.h"

#include <string.h>

gboolean iod_wants_jobs(const IodGrouping *grouping) {
  return grouping->per_job || g_strcmp0(grouping->by, "job") == 0 ||
         g_strcmp0(grouping->across, "job") == 0 || g_strcmp0(grouping->order_by, "job") == 0 ||
         iod_filter_mentions(grouping->filter, "job");
}

/* Which groups of which runs have sums, and which have jobs. */
typedef struct {
  const IodVariants *variants;
  guint job, aggregate, group; /* numbers of the labels' names */
  guint sum_value;             /* of aggregate=group */
  GHashTable *sums, *jobs;     /* of group_key */
} Groups;

/* A run's group, by the number of its label's value; 0 where it has none. */
static gpointer group_key(guint run, guint group) {
  gint64 *key = g_new(gint64, 1);
  *key = (gint64)(((guint64)run << 32) | group);
  return key;
}

static gboolean has_group(GHashTable *groups, guint run, guint group) {
  g_autofree gint64 *key = group_key(run, group);
  return g_hash_table_contains(groups, key);
}

static GHashTable *new_groups(void) {
  return g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
}

static gboolean is_sum(const Groups *groups, const IodVariant *variant) {
  guint value = iod_variant_value(groups->variants, variant, groups->aggregate);
  return value != 0 && value == groups->sum_value;
}

static gboolean is_job(const Groups *groups, const IodVariant *variant) {
  return iod_variant_value(groups->variants, variant, groups->job) != 0;
}

static guint group_of(const Groups *groups, const IodVariant *variant) {
  return iod_variant_value(groups->variants, variant, groups->group);
}

static void find_groups(Groups *groups, const IodVariants *variants) {
  *groups = (Groups){.variants = variants,
                     .job = iod_names_find(&variants->names, "job"),
                     .aggregate = iod_names_find(&variants->names, "aggregate"),
                     .group = iod_names_find(&variants->names, "group"),
                     .sum_value = iod_names_find(&variants->values, "group"),
                     .sums = new_groups(),
                     .jobs = new_groups()};
  if (groups->job == 0) return;
  for (guint i = 0; i < variants->of_entry->len; i++) {
    const IodVariant *variant = iod_variant(variants, g_array_index(variants->of_entry, guint, i));
    guint run = iod_dataset_entry(variants->dataset, i).run_index;
    if (is_job(groups, variant))
      g_hash_table_add(groups->jobs, group_key(run, group_of(groups, variant)));
    else if (is_sum(groups, variant))
      g_hash_table_add(groups->sums, group_key(run, group_of(groups, variant)));
  }
}

static gboolean passes_jobs(const Groups *groups, const IodVariant *variant, guint run, gboolean wants_jobs) {
  if (groups->job == 0) return TRUE;
  guint group = group_of(groups, variant);
  if (wants_jobs)
    return is_job(groups, variant) || !is_sum(groups, variant) || !has_group(groups->jobs, run, group);
  return !is_job(groups, variant) || !has_group(groups->sums, run, group);
}

/* A filter's answer depends on the variant alone, unless it asks for runs. */
typedef struct {
  const IodFilter *filter;
  gboolean asks_runs;
  gint8 *known; /* a variant: 1 passes, 0 does not, -1 not asked yet */
} Sieve;

static gboolean passes_filter(const Sieve *sieve, const IodVariants *variants, const IodReading *reading) {
  const IodVariant *variant = iod_variant(variants, reading->variant);
  if (sieve->asks_runs)
    return iod_filter_matches(sieve->filter, variant->key, iod_dataset_run(variants->dataset, reading->run));
  gint8 *known = &sieve->known[reading->variant];
  if (*known < 0) *known = iod_filter_matches(sieve->filter, variant->key, variant->run) ? 1 : 0;
  return *known == 1;
}

static GArray *pass_all(const IodVariants *variants, const Groups *groups, const Sieve *sieve,
                        gboolean wants_jobs) {
  GArray *readings = g_array_new(FALSE, FALSE, sizeof(IodReading));
  for (guint i = 0; i < variants->of_entry->len; i++) {
    IodEntry entry = iod_dataset_entry(variants->dataset, i);
    IodReading reading = {entry.value, g_array_index(variants->of_entry, guint, i), entry.run_index, i};
    if (!passes_jobs(groups, iod_variant(variants, reading.variant), reading.run, wants_jobs)) continue;
    if (passes_filter(sieve, variants, &reading)) g_array_append_val(readings, reading);
  }
  return readings;
}

GArray *iod_choose(const IodVariants *variants, const IodGrouping *grouping, GError **error) {
  if (!iod_filter_check(grouping->filter, variants->dataset, error)) return NULL;
  g_autofree gint8 *known = g_malloc(variants->variants->len);
  memset(known, -1, variants->variants->len);
  Sieve sieve = {
      grouping->filter,
      iod_filter_mentions(grouping->filter, "run") || iod_filter_mentions(grouping->filter, "source"), known};
  Groups groups;
  find_groups(&groups, variants);
  g_autoptr(GArray) readings = pass_all(variants, &groups, &sieve, iod_wants_jobs(grouping));
  g_hash_table_unref(groups.sums);
  g_hash_table_unref(groups.jobs);
  if (readings->len > 0) return g_steal_pointer(&readings);
  iod_filter_explain(grouping->filter, variants->dataset, error);
  return NULL;
}
