// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_block.h"

FioBlock *fio_block_new(FioHeader *header, guint32 line) {
  FioBlock *block = g_new0(FioBlock, 1);
  block->header = header;
  block->line = line;
  block->cpu_user = block->cpu_system = -1;
  return block;
}

void fio_block_free(FioBlock *block) {
  if (block == NULL) return;
  fio_header_free(block->header);
  for (guint i = 0; i < FIO_FLOWS; i++) g_free(block->flows[i]);
  if (block->percentiles != NULL) g_array_unref(block->percentiles);
  g_free(block);
}

gboolean fio_block_has(const FioBlock *block, FioOp op) {
  if (op < FIO_FLOWS) return block->flows[op] != NULL;
  if (block->sync_line != 0 || block->percentiles == NULL) return block->sync_line != 0;
  /* The table of syncs is the last of a block. */
  return g_array_index(block->percentiles, FioPercentile, block->percentiles->len - 1).op == FIO_FSYNC;
}

gboolean fio_block_has_result(const FioBlock *block) {
  for (guint i = 0; i < FIO_FLOWS; i++)
    if (block->flows[i] != NULL) return TRUE;
  return FALSE;
}

gint64 fio_block_msec(const FioBlock *block) {
  gint64 longest = -1;
  for (guint i = 0; i < FIO_FLOWS; i++)
    if (block->flows[i] != NULL) longest = MAX(longest, block->flows[i]->rates.msec);
  return longest;
}

gint fio_block_group(const FioBlock *block) {
  return block->header != NULL ? block->header->group : -1;
}

const char *fio_block_name(const FioBlock *block) {
  return block->header != NULL && *block->header->name != '\0' ? block->header->name : "-";
}

gboolean fio_block_ios(const FioBlock *block, FioOp op, guint64 *ios) {
  const FioIssued *issued = &block->issued;
  if (op != FIO_MIXED) {
    *ios = issued->total[op];
    return (issued->known & (1U << op)) != 0;
  }
  *ios = issued->total[FIO_READ] + issued->total[FIO_WRITE] + issued->total[FIO_TRIM];
  return issued->whole;
}

FioSection *fio_section_new(gint group, guint32 line) {
  FioSection *section = g_new0(FioSection, 1);
  section->group = group;
  section->line = line;
  return section;
}
