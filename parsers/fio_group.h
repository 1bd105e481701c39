// SPDX-License-Identifier: GPL-3.0-or-later
/* A dump's blocks, sorted by the groups whose jobs they are. */
#ifndef IODELTA_PARSERS_FIO_GROUP_H
#define IODELTA_PARSERS_FIO_GROUP_H

#include "parsers/fio_dump.h"
#include "parsers/fio_preamble.h"

G_BEGIN_DECLS

typedef struct {
  gint number;
  GPtrArray *blocks;         /* of FioBlock, borrowed, in the order printed */
  const FioSection *section; /* borrowed; NULL where its sums are missing */
  const char *name;          /* of all its jobs; NULL where their names differ or there are none */
  gboolean several;          /* more jobs than one, so that the group has sums of its own */
  gboolean exceeded;         /* the sums tell of jobs whose blocks are missing */
  gboolean ambiguous;        /* another group of the dump has jobs of the same name */
} FioGroup;

/* In the order in which they were printed. Free it; the blocks stay the dump's. */
GPtrArray *fio_groups_of(const FioDump *dump, const FioPreamble *preamble);

/* How many jobs are summed up in a group's blocks; 0 where that is not told. */
guint64 fio_group_jobs(const FioGroup *group);

G_END_DECLS

#endif
