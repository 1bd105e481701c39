// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_dump.h"

#include <string.h>

/* The clock of a header counts whole seconds, and printing takes a moment. */
enum { CLOCK_SLACK = 2 };

/* A job is known again by its name, group and pid. */
static guint hash_header(gconstpointer key) {
  const FioHeader *header = key;
  return g_str_hash(header->name) ^ ((guint)header->pid * 31 + (guint)header->group);
}

static gboolean same_job(gconstpointer a, gconstpointer b) {
  const FioHeader *one = a, *other = b;
  return one->pid == other->pid && one->group == other->group && strcmp(one->name, other->name) == 0;
}

static void free_block(gpointer data) {
  fio_block_free(data);
}

FioDump *fio_dump_new(IodRun *run, guint32 line, gboolean after_text) {
  FioDump *dump = g_new0(FioDump, 1);
  dump->blocks = g_ptr_array_new_with_free_func(free_block);
  dump->sections = g_ptr_array_new_with_free_func(g_free);
  dump->sums = g_hash_table_new(g_direct_hash, g_direct_equal);
  dump->jobs = g_hash_table_new(hash_header, same_job);
  dump->run = iod_run_ref(run);
  dump->line = line;
  dump->after_text = after_text;
  return dump;
}

void fio_dump_free(FioDump *dump) {
  if (dump == NULL) return;
  g_ptr_array_unref(dump->blocks);
  g_ptr_array_unref(dump->sections);
  g_hash_table_unref(dump->sums);
  g_hash_table_unref(dump->jobs);
  fio_block_free(dump->clients);
  iod_run_unref(dump->run);
  g_free(dump);
}

static void remember(FioDump *dump, FioBlock *block) {
  if (block->header != NULL && block->header->pid > 0) g_hash_table_replace(dump->jobs, block->header, block);
}

void fio_dump_add(FioDump *dump, FioBlock *block) {
  g_ptr_array_add(dump->blocks, block);
  remember(dump, block);
}

static FioBlock *block_like(const FioDump *dump, const FioHeader *header) {
  return header != NULL && header->pid > 0 ? g_hash_table_lookup(dump->jobs, header) : NULL;
}

gboolean fio_dump_has(const FioDump *dump, const FioHeader *header) {
  return block_like(dump, header) != NULL;
}

gboolean fio_dump_has_result(const FioDump *dump) {
  for (guint i = 0; i < dump->blocks->len; i++)
    if (fio_block_has_result(g_ptr_array_index(dump->blocks, i))) return TRUE;
  return dump->clients != NULL && fio_block_has_result(dump->clients);
}

void fio_dump_add_section(FioDump *dump, FioSection *section) {
  g_ptr_array_add(dump->sections, section);
  g_hash_table_insert(dump->sums, GINT_TO_POINTER(section->group), section);
}

FioSection *fio_dump_section(const FioDump *dump, gint group) {
  return g_hash_table_lookup(dump->sums, GINT_TO_POINTER(group));
}

/* ---- Repeats ---- */

/* TRUE where a figure that both have went down. */
static gboolean flow_shrank(const FioFlow *older, const FioFlow *newer) {
  if (older == NULL || newer == NULL) return FALSE;
  const FioFlowLine *was = &older->rates, *is = &newer->rates;
  if (was->msec >= 0 && is->msec >= 0 && is->msec < was->msec) return TRUE;
  if (was->bytes.number < 0 || is->bytes.number < 0) return FALSE;
  /* The same total may be printed in another unit, rounded otherwise. */
  double low, high, was_low, was_high;
  fio_amount_bounds(&was->bytes, FIO_ROUNDING_UNKNOWN, &was_low, &was_high);
  fio_amount_bounds(&is->bytes, FIO_ROUNDING_UNKNOWN, &low, &high);
  return high < was_low;
}

static gboolean block_goes_on(const FioBlock *older, const FioBlock *newer) {
  for (guint i = 0; i < FIO_FLOWS; i++) {
    if (flow_shrank(older->flows[i], newer->flows[i])) return FALSE;
    guint both = older->issued.known & newer->issued.known & (1U << i);
    if (both != 0 && newer->issued.total[i] < older->issued.total[i]) return FALSE;
  }
  gint64 was = older->header->date, is = newer->header->date;
  if (was < 0 || is < 0) return TRUE;
  gint64 before = MAX(fio_block_msec(older), 0), after = fio_block_msec(newer);
  if (after < 0) return is >= was;
  return is >= was && (is - was - CLOCK_SLACK) * 1000 <= after - before;
}

gboolean fio_dump_repeats(const FioDump *older, const FioDump *newer) {
  guint shared = 0;
  if (newer->after_text) return FALSE;
  for (guint i = 0; i < newer->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(newer->blocks, i);
    const FioBlock *before = block_like(older, block->header);
    if (before == NULL) continue;
    if (!block_goes_on(before, block)) return FALSE;
    shared++;
  }
  return shared > 0;
}

/* The groups that a dump gives figures of. */
static GHashTable *groups_of(const FioDump *dump) {
  GHashTable *groups = g_hash_table_new(g_direct_hash, g_direct_equal);
  for (guint i = 0; i < dump->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(dump->blocks, i);
    if (fio_block_has_result(block)) g_hash_table_add(groups, GINT_TO_POINTER(fio_block_group(block)));
  }
  return groups;
}

/* Moves what is of none of the groups to the front of newer. */
static void keep_blocks(FioDump *newer, FioDump *older, GHashTable *groups) {
  GPtrArray *all = g_ptr_array_new_with_free_func(free_block);
  g_ptr_array_set_free_func(older->blocks, NULL);
  g_hash_table_remove_all(older->jobs);
  for (guint i = 0; i < older->blocks->len; i++) {
    FioBlock *block = g_ptr_array_index(older->blocks, i);
    if (g_hash_table_contains(groups, GINT_TO_POINTER(fio_block_group(block)))) {
      fio_block_free(block);
      continue;
    }
    g_ptr_array_add(all, block);
    remember(newer, block);
  }
  g_ptr_array_set_size(older->blocks, 0);
  g_ptr_array_set_free_func(newer->blocks, NULL);
  g_ptr_array_extend(all, newer->blocks, NULL, NULL);
  g_ptr_array_unref(newer->blocks);
  newer->blocks = all;
}

static void keep_sections(FioDump *newer, FioDump *older, GHashTable *groups) {
  g_ptr_array_set_free_func(older->sections, NULL);
  for (guint i = 0; i < older->sections->len; i++) {
    FioSection *section = g_ptr_array_index(older->sections, i);
    gboolean kept = !g_hash_table_contains(groups, GINT_TO_POINTER(section->group)) &&
                    fio_dump_section(newer, section->group) == NULL;
    if (kept)
      fio_dump_add_section(newer, section);
    else
      g_free(section);
  }
  g_ptr_array_set_size(older->sections, 0);
  g_hash_table_remove_all(older->sums);
}

/* A report that was cut may end with a header that has nothing under it. */
static void drop_empty_end(FioDump *newer, const FioDump *older, GHashTable *groups) {
  if (newer->blocks->len == 0) return;
  const FioBlock *last = g_ptr_array_index(newer->blocks, newer->blocks->len - 1);
  gboolean shown = g_hash_table_contains(groups, GINT_TO_POINTER(fio_block_group(last)));
  if (fio_block_has_result(last) || shown || block_like(older, last->header) == NULL) return;
  g_hash_table_remove(newer->jobs, last->header);
  g_ptr_array_remove_index(newer->blocks, newer->blocks->len - 1);
}

void fio_dump_replace(FioDump *newer, FioDump *older) {
  g_autoptr(GHashTable) groups = groups_of(newer);
  IodRun *run = newer->run;
  newer->run = older->run;
  older->run = run;
  newer->line = older->line;
  newer->after_text = older->after_text;
  drop_empty_end(newer, older, groups);
  keep_blocks(newer, older, groups);
  keep_sections(newer, older, groups);
}

void fio_dump_absorb(FioDump *dump, FioDump *other) {
  g_autoptr(GHashTable) none = g_hash_table_new(g_direct_hash, g_direct_equal);
  IodRun *run = dump->run;
  dump->run = other->run;
  other->run = run;
  dump->line = other->line;
  keep_blocks(dump, other, none);
  keep_sections(dump, other, none);
}
