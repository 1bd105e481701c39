// SPDX-License-Identifier: GPL-3.0-or-later
/* Which labels make rows. Within a scope (tool, test, op) a label makes rows where it varies within a series;
 * to lack a label is a value like any other. What is constant in each series makes none: so a file of 1 GiB
 * here and of 8 GiB there is compared, and the difference named (differs.c). */
#include "stats/table.h"

#include <string.h>

static int by_rank(gconstpointer a, gconstpointer b, gpointer user) {
  const guint *ranks = user;
  guint left = ranks[*(const guint *)a], right = ranks[*(const guint *)b];
  return (left > right) - (left < right);
}

static void find_row_names(const IodRoles *roles, IodScope *scope) {
  IodTally tally;
  iod_tally_init(&tally, roles, scope);
  for (guint i = 0; i < tally.stats->len; i++) {
    const IodTallyStat *stat = &g_array_index(tally.stats, IodTallyStat, i);
    gboolean missing = stat->count < g_array_index(tally.groups, IodTallyGroup, stat->group).count;
    if ((stat->varies || missing) && !iod_scope_has_row_name(scope, stat->name))
      g_array_append_val(scope->row_names, stat->name);
  }
  g_array_sort_with_data(scope->row_names, by_rank, roles->name_ranks);
  iod_tally_clear(&tally);
}

/* ---- Labels that keep all rows apart ---- */

/* TRUE where no two series have the same value of the label. */
static gboolean is_disjoint(const IodRoles *roles, const IodScope *scope, guint name) {
  g_autoptr(IodTuples) values = iod_tuples_new();
  g_autoptr(GArray) owners = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < scope->variants->len; i++) {
    const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, i));
    guint value = iod_variant_value(roles->variants, variant, name);
    gboolean fresh = FALSE;
    guint number = iod_tuples_number(values, &value, 1, &fresh);
    if (fresh) g_array_append_val(owners, variant->series);
    if (g_array_index(owners, guint, number) != variant->series) return FALSE;
  }
  return TRUE;
}

/* What a scope's variants look like without one of the labels that make rows. */
typedef struct {
  gboolean told; /* within each series the other labels tell which value it has */
  gboolean meet; /* some row would then have values of two series */
} Without;

static Without look_without(const IodRoles *roles, const IodScope *scope, guint name) {
  Without without = {TRUE, FALSE};
  guint n = scope->row_names->len;
  g_autofree guint *key = g_new(guint, n + 2);
  g_autoptr(IodTuples) in_series = iod_tuples_new();
  g_autoptr(IodTuples) anywhere = iod_tuples_new();
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autoptr(GArray) owners = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < scope->variants->len; i++) {
    const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, i));
    guint value = iod_variant_value(roles->variants, variant, name), length = 0;
    gboolean fresh = FALSE;
    key[length++] = variant->metric;
    for (guint r = 0; r < n; r++) {
      guint other = g_array_index(scope->row_names, guint, r);
      if (other != name) key[length++] = iod_variant_value(roles->variants, variant, other);
    }
    guint row = iod_tuples_number(anywhere, key, length, &fresh);
    if (fresh) g_array_append_val(owners, variant->series);
    if (g_array_index(owners, guint, row) != variant->series) without.meet = TRUE;
    key[length++] = variant->series;
    guint cell = iod_tuples_number(in_series, key, length, &fresh);
    if (fresh) g_array_append_val(values, value);
    if (g_array_index(values, guint, cell) != value) without.told = FALSE;
  }
  return without;
}

/* Labels that tell where something ran, not what was measured. */
static gboolean tells_where(const char *name) {
  static const char *const places[] = {"pod", "container", "host"};
  for (gsize i = 0; i < G_N_ELEMENTS(places); i++)
    if (strcmp(name, places[i]) == 0) return TRUE;
  return FALSE;
}

/* A label whose values no two series share would keep all of their rows apart. It makes none where the other
 * labels tell the rows apart without it (file_size that follows from config, a pod a workload), or where it
 * only says where each run ran. */
static void drop_dividers(const IodRoles *roles, IodScope *scope) {
  if (roles->series->names->len < 2) return;
  for (guint i = scope->row_names->len; i-- > 0;) {
    guint name = g_array_index(scope->row_names, guint, i);
    if (!is_disjoint(roles, scope, name)) continue;
    Without without = look_without(roles, scope, name);
    gboolean place = tells_where(iod_names_text(&roles->variants->names, name));
    if (without.meet && (without.told || place)) g_array_remove_index(scope->row_names, i);
  }
}

/* ---- All scopes ---- */

gboolean iod_scope_has_row_name(const IodScope *scope, guint name) {
  for (guint i = 0; i < scope->row_names->len; i++)
    if (g_array_index(scope->row_names, guint, i) == name) return TRUE;
  return FALSE;
}

static void exclude(IodRoles *roles, const char *name) {
  roles->excluded[iod_names_find(&roles->variants->names, name)] = TRUE;
}

static void exclude_names(IodRoles *roles) {
  roles->excluded = g_new0(gboolean, iod_names_count(&roles->variants->names) + 1);
  exclude(roles, "run");
  exclude(roles, "error");
  exclude(roles, "session"); /* repeats of the same thing */
  if (!iod_wants_jobs(roles->grouping)) exclude(roles, "job");
  if (roles->series->by != NULL) exclude(roles, roles->series->by);
}

static void fill_scopes(IodRoles *roles, const GArray *readings) {
  g_autofree gboolean *done = g_new0(gboolean, roles->variants->variants->len);
  roles->scopes = g_new0(IodScope, roles->variants->scopes);
  for (guint i = 0; i < roles->variants->scopes; i++) {
    roles->scopes[i].variants = g_array_new(FALSE, FALSE, sizeof(guint));
    roles->scopes[i].row_names = g_array_new(FALSE, FALSE, sizeof(guint));
  }
  for (guint i = 0; i < readings->len; i++) {
    guint number = g_array_index(readings, IodReading, i).variant;
    if (done[number]) continue;
    done[number] = TRUE;
    g_array_append_val(roles->scopes[iod_variant(roles->variants, number)->scope].variants, number);
  }
}

void iod_roles_find(IodRoles *roles, const IodVariants *variants, const GArray *readings,
                    const IodGrouping *grouping, const IodSeries *series) {
  *roles = (IodRoles){.variants = variants, .grouping = grouping, .series = series};
  roles->across = iod_names_find(&variants->names, grouping->across);
  roles->name_ranks = iod_label_ranks(&variants->names);
  exclude_names(roles);
  fill_scopes(roles, readings);
  iod_rollup_find(roles, readings);
  for (guint i = 0; i < variants->scopes; i++) {
    if (roles->scopes[i].variants->len == 0) continue;
    find_row_names(roles, &roles->scopes[i]);
    drop_dividers(roles, &roles->scopes[i]);
  }
}

void iod_roles_clear(IodRoles *roles) {
  for (guint i = 0; roles->scopes != NULL && i < roles->variants->scopes; i++) {
    g_array_unref(roles->scopes[i].variants);
    g_array_unref(roles->scopes[i].row_names);
  }
  g_clear_pointer(&roles->scopes, g_free);
  g_clear_pointer(&roles->excluded, g_free);
  g_clear_pointer(&roles->name_ranks, g_free);
}
