// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_group.h"

#include "parsers/fio_figures.h"

#include <string.h>

static void free_group(gpointer data) {
  FioGroup *group = data;
  g_ptr_array_unref(group->blocks);
  g_free(group);
}

/* The groups so far; few dumps have more than one. */
typedef struct {
  GPtrArray *all;
  GHashTable *by_number; /* NULL until there are two */
} Groups;

static FioGroup *find_group(const Groups *groups, gint number) {
  if (groups->by_number != NULL) return g_hash_table_lookup(groups->by_number, GINT_TO_POINTER(number));
  FioGroup *only = groups->all->len > 0 ? g_ptr_array_index(groups->all, 0) : NULL;
  return only != NULL && only->number == number ? only : NULL;
}

static FioGroup *group_of(Groups *groups, gint number) {
  FioGroup *group = find_group(groups, number);
  if (group != NULL) return group;
  group = g_new0(FioGroup, 1);
  group->number = number;
  group->blocks = g_ptr_array_new();
  g_ptr_array_add(groups->all, group);
  if (groups->all->len < 2) return group;
  if (groups->by_number == NULL) {
    FioGroup *first = g_ptr_array_index(groups->all, 0);
    groups->by_number = g_hash_table_new(g_direct_hash, g_direct_equal);
    g_hash_table_insert(groups->by_number, GINT_TO_POINTER(first->number), first);
  }
  g_hash_table_insert(groups->by_number, GINT_TO_POINTER(number), group);
  return group;
}

guint64 fio_group_jobs(const FioGroup *group) {
  guint64 jobs = 0;
  for (guint i = 0; i < group->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(group->blocks, i);
    if (block->header == NULL) return 0;
    jobs += MIN(block->header->jobs, G_MAXUINT32);
  }
  return jobs;
}

static void find_name(FioGroup *group) {
  for (guint i = 0; i < group->blocks->len; i++) {
    const char *name = fio_block_name(g_ptr_array_index(group->blocks, i));
    if (i == 0)
      group->name = name;
    else if (strcmp(name, group->name) != 0) {
      group->name = NULL;
      return;
    }
  }
}

/* A report that was cut before the sums: the preamble may tell that more jobs were to come. */
static gboolean misses_jobs(const FioGroup *group, const FioPreamble *preamble) {
  guint64 jobs = fio_group_jobs(group);
  return group->section == NULL && jobs > 0 && jobs < preamble->starting &&
         fio_preamble_is_of(preamble, group->number);
}

static void judge(FioGroup *group, const FioDump *dump, const FioPreamble *preamble) {
  for (guint op = 0; op < FIO_FLOWS && group->section != NULL && group->blocks->len > 0; op++) {
    if (group->section->lines[op] == 0) continue;
    if (fio_figures_exceed(&group->section->sums[op], group->blocks, op, preamble->version))
      group->exceeded = TRUE;
  }
  group->several =
      group->blocks->len > 1 || group->exceeded || dump->clients != NULL || misses_jobs(group, preamble);
}

/* The same job run by two groups needs the group's number to be told apart. */
static void find_ambiguous(GPtrArray *groups) {
  if (groups->len < 2) return;
  g_autoptr(GHashTable) owners = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < groups->len; i++) {
    FioGroup *group = g_ptr_array_index(groups, i);
    for (guint k = 0; k < group->blocks->len; k++) {
      char *name = (char *)(guintptr)fio_block_name(g_ptr_array_index(group->blocks, k));
      FioGroup *owner = g_hash_table_lookup(owners, name);
      if (owner == NULL)
        g_hash_table_insert(owners, name, group);
      else if (owner != group)
        owner->ambiguous = group->ambiguous = TRUE;
    }
  }
}

/* Sections belong to blocks by their number; the only one, to blocks whose header is missing. */
static void assign_sections(const FioDump *dump, Groups *groups) {
  FioGroup *headless = find_group(groups, -1);
  for (guint i = 0; i < dump->sections->len; i++) {
    const FioSection *section = g_ptr_array_index(dump->sections, i);
    FioGroup *group =
        headless != NULL && dump->sections->len == 1 ? headless : group_of(groups, section->group);
    group->section = section;
  }
}

GPtrArray *fio_groups_of(const FioDump *dump, const FioPreamble *preamble) {
  Groups groups = {g_ptr_array_new_with_free_func(free_group), NULL};
  gboolean servers = preamble->servers > 0 || dump->clients != NULL;
  for (guint i = 0; i < dump->blocks->len; i++) {
    FioBlock *block = g_ptr_array_index(dump->blocks, i);
    /* The jobs of all servers make up one group; each server counts its groups from 0. */
    g_ptr_array_add(group_of(&groups, servers ? 0 : fio_block_group(block))->blocks, block);
  }
  if (!servers) assign_sections(dump, &groups);
  if (dump->clients != NULL) group_of(&groups, 0);
  g_clear_pointer(&groups.by_number, g_hash_table_unref);
  for (guint i = 0; i < groups.all->len; i++) {
    find_name(g_ptr_array_index(groups.all, i));
    judge(g_ptr_array_index(groups.all, i), dump, preamble);
  }
  find_ambiguous(groups.all);
  return groups.all;
}
