// SPDX-License-Identifier: GPL-3.0-or-later
/* What one report of fio holds: the blocks of its jobs and the sums of its groups. */
#ifndef IODELTA_PARSERS_FIO_BLOCK_H
#define IODELTA_PARSERS_FIO_BLOCK_H

#include "parsers/fio_job.h"

G_BEGIN_DECLS

/* The figures of one direction of a block. */
typedef struct {
  guint32 line; /* of the rates; 0: the block has no such direction */
  FioFlowLine rates;
  FioLatency times[FIO_TIMES];
  guint32 time_lines[FIO_TIMES]; /* 0: not there */
} FioFlow;

typedef struct {
  double label, value; /* s */
  guint32 line;
  guint8 op, time; /* FioOp, FioTime */
  guint8 label_decimals;
} FioPercentile;

/* A job, or the sum of those that its group reports as one. */
typedef struct {
  FioHeader *header; /* NULL: the report's beginning is missing */
  guint32 line;
  FioFlow *flows[FIO_FLOWS]; /* NULL where there is none */
  FioLatency sync;
  guint32 sync_line;
  GArray *percentiles; /* of FioPercentile, in the order of the lines; NULL where there are none */
  double cpu_user, cpu_system;
  guint32 cpu_line;
  FioIssued issued;
  guint32 issued_line;
  gboolean target; /* the queue depth was steered by a latency target */
} FioBlock;

FioBlock *fio_block_new(FioHeader *header, guint32 line); /* takes header */
void fio_block_free(FioBlock *block);

/* TRUE where it tells of an operation (FIO_FSYNC: of its latencies). */
gboolean fio_block_has(const FioBlock *block, FioOp op);

/* TRUE where it tells of any I/O that took time. */
gboolean fio_block_has_result(const FioBlock *block);

/* The longest run time of its directions in milliseconds; -1 where none is told. */
gint64 fio_block_msec(const FioBlock *block);

/* Its group's number; -1 without a header. */
gint fio_block_group(const FioBlock *block);

/* The name of its job; "-" without a header. */
const char *fio_block_name(const FioBlock *block);

/* How many I/Os of a direction were issued; FALSE where the report does not tell. */
gboolean fio_block_ios(const FioBlock *block, FioOp op, guint64 *ios);

/* The lines under "Run status group N". */
typedef struct {
  gint group; /* -1: its heading is missing */
  guint32 line;
  FioStatusLine sums[FIO_FLOWS];
  guint32 lines[FIO_FLOWS]; /* 0: no such direction */
} FioSection;

FioSection *fio_section_new(gint group, guint32 line);

G_END_DECLS

#endif
