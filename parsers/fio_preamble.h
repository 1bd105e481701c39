// SPDX-License-Identifier: GPL-3.0-or-later
/* What fio says before it runs: its version, the jobs, how many start. */
#ifndef IODELTA_PARSERS_FIO_PREAMBLE_H
#define IODELTA_PARSERS_FIO_PREAMBLE_H

#include "parsers/fio_job.h"

G_BEGIN_DECLS

typedef struct {
  GPtrArray *jobs;   /* of FioJob, one a name and group */
  GHashTable *names; /* the jobs by name and group */
  char *version;     /* "3.33"; NULL where it is not told */
  guint starting;    /* how many jobs start; 0 where it is not told */
  guint servers;     /* in client mode; 0 otherwise */
  guint32 line;      /* where it begins; 0: there is none */
} FioPreamble;

FioPreamble *fio_preamble_new(void);
void fio_preamble_free(FioPreamble *preamble);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FioPreamble, fio_preamble_free)

void fio_preamble_add(FioPreamble *preamble, FioJob *job); /* takes it; the last of a name and group counts */

/* The job of a block; NULL where the preamble has none of that name. */
const FioJob *fio_preamble_job(const FioPreamble *preamble, const char *name, gint group);

/* A header's name less what an echo left in front of it. Free it. */
char *fio_preamble_name(const FioPreamble *preamble, const FioHeader *header);

/* TRUE where all jobs are of this group. */
gboolean fio_preamble_is_of(const FioPreamble *preamble, gint group);

G_END_DECLS

#endif
