// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

static guint group_of(IodTally *tally, const IodVariant *variant) {
  guint key[] = {variant->metric, variant->series};
  gboolean fresh = FALSE;
  guint number = iod_tuples_number(tally->group_numbers, key, 2, &fresh);
  IodTallyGroup group = {variant->metric, variant->series, 0};
  if (fresh) g_array_append_val(tally->groups, group);
  return number;
}

static void count_variant(IodTally *tally, const IodRoles *roles, const IodScope *scope,
                          const IodVariant *variant) {
  guint group = group_of(tally, variant);
  g_array_index(tally->groups, IodTallyGroup, group).count++;
  const IodPair *pairs = iod_variant_pairs(roles->variants, variant);
  for (guint i = 0; i < variant->n_pairs; i++) {
    if (roles->excluded[pairs[i].name] || (scope->rolled && pairs[i].name == roles->across)) continue;
    guint key[] = {group, pairs[i].name};
    gboolean fresh = FALSE;
    guint number = iod_tuples_number(tally->stat_numbers, key, 2, &fresh);
    IodTallyStat first = {.group = group, .name = pairs[i].name, .value = pairs[i].value};
    if (fresh) g_array_append_val(tally->stats, first);
    IodTallyStat *stat = &g_array_index(tally->stats, IodTallyStat, number);
    stat->count++;
    if (stat->value != pairs[i].value) stat->varies = TRUE;
  }
}

void iod_tally_init(IodTally *tally, const IodRoles *roles, const IodScope *scope) {
  *tally = (IodTally){iod_tuples_new(), iod_tuples_new(), g_array_new(FALSE, FALSE, sizeof(IodTallyGroup)),
                      g_array_new(FALSE, FALSE, sizeof(IodTallyStat))};
  for (guint i = 0; i < scope->variants->len; i++)
    count_variant(tally, roles, scope,
                  iod_variant(roles->variants, g_array_index(scope->variants, guint, i)));
}

void iod_tally_clear(IodTally *tally) {
  iod_tuples_free(tally->group_numbers);
  iod_tuples_free(tally->stat_numbers);
  g_array_unref(tally->groups);
  g_array_unref(tally->stats);
}
