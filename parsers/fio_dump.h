// SPDX-License-Identifier: GPL-3.0-or-later
/* All that fio prints at a time: the blocks of all groups' jobs, then the sums of each group. Usually once a
 * run; with --status-interval again and again, each time all so far. */
#ifndef IODELTA_PARSERS_FIO_DUMP_H
#define IODELTA_PARSERS_FIO_DUMP_H

#include "parsers/fio_block.h"
#include "parsers/parser.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray *blocks;   /* of FioBlock, as printed */
  GPtrArray *sections; /* of FioSection, as printed */
  GHashTable *sums;    /* a group's number -> its last section */
  GHashTable *jobs;    /* a block's header, by name, group and pid -> the block */
  FioBlock *clients;   /* "All clients": the sum over the blocks of all servers; NULL where there is none */
  IodRun *run;         /* that its figures belong to */
  guint32 line;
  gboolean after_text; /* something that fio did not print stands before it */
} FioDump;

FioDump *fio_dump_new(IodRun *run, guint32 line, gboolean after_text); /* refers to run */
void fio_dump_free(FioDump *dump);

void fio_dump_add(FioDump *dump, FioBlock *block);             /* takes it */
void fio_dump_add_section(FioDump *dump, FioSection *section); /* takes it */
gboolean fio_dump_has(const FioDump *dump, const FioHeader *header);
gboolean fio_dump_has_result(const FioDump *dump);

/* The last section of that group; NULL where there is none. */
FioSection *fio_dump_section(const FioDump *dump, gint group);

/* TRUE where newer shows the jobs of older further on: no figure is smaller, and no more time went by than
 * they ran. Every container's first job has the same pid, so that names and pids alone tell nothing. */
gboolean fio_dump_repeats(const FioDump *older, const FioDump *newer);

/* newer stands in for older, whose run it takes; of older stays what groups newer does not show (yet). */
void fio_dump_replace(FioDump *newer, FioDump *older);

/* Joins another server's blocks. */
void fio_dump_absorb(FioDump *dump, FioDump *other);

G_END_DECLS

#endif
