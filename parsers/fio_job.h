// SPDX-License-Identifier: GPL-3.0-or-later
/* The two lines that begin with a job's name, which may hold anything: the job line of the preamble, and the
 * header of a job's block. */
#ifndef IODELTA_PARSERS_FIO_JOB_H
#define IODELTA_PARSERS_FIO_JOB_H

#include "parsers/fio_grammar.h"

G_BEGIN_DECLS

/* What the preamble tells of a job. */
typedef struct {
  char *name; /* may have other text in front, where an echo without a line end preceded it */
  gint group;
  char *rw, *engine, *depth; /* NULL where the line does not tell */
  guint64 size[FIO_FLOWS];   /* of the blocks, in bytes; 0 unless they all have one size that is known */
  gboolean whole;            /* FALSE where the line's end is missing */
} FioJob;

/* NULL where the line is none after all. */
FioJob *fio_job_read(FioCursor line);
void fio_job_free(FioJob *job);

typedef struct {
  char *name;
  gint group;
  guint64 jobs;  /* how many are summed up in the block; 1 where the line does not tell */
  guint64 error; /* 0: none */
  char *reason;  /* of the error; NULL where there is none */
  guint64 pid;   /* 0 where the line does not tell */
  gint64 date; /* when the block was printed, in seconds since 1970 by the machine's own clock; -1 unknown */
  gboolean whole;
  gboolean glued; /* the lines of the block stand behind it, without line ends */
} FioHeader;

FioHeader *fio_header_read(FioCursor line);
void fio_header_free(FioHeader *header);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(FioHeader, fio_header_free)

/* TRUE where text ends with a job's name and something that is no part of a name stands before it. */
gboolean fio_name_ends(const char *text, const char *name);

G_END_DECLS

#endif
