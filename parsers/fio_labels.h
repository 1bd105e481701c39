// SPDX-License-Identifier: GPL-3.0-or-later
/* The labels of fio's observations: rw, block_size, iodepth, ioengine from the job line, numjobs and error
 * from the header, job, group and aggregate from the report's make-up. */
#ifndef IODELTA_PARSERS_FIO_LABELS_H
#define IODELTA_PARSERS_FIO_LABELS_H

#include "parsers/fio_group.h"

G_BEGIN_DECLS

/* The job line of a block; NULL where the preamble has none. */
const FioJob *fio_labels_job(const FioPreamble *preamble, const FioBlock *block);

/* The size in bytes of the blocks that an operation moves (FIO_OPS: all of the job's); 0 where it is not one
 * size. */
guint64 fio_labels_block_size(const FioJob *job, const FioBlock *block, FioOp op);

/* Of an operation of the number-th block of its group, from 1; FIO_OPS: of the job as a whole. */
IodLabels *fio_labels_of_block(const FioPreamble *preamble, const FioGroup *group, guint number,
                               const FioBlock *block, FioOp op);

/* Of an operation's sum over a group: what all jobs that take part have in common. jobs: how many, 0 unknown.
 */
IodLabels *fio_labels_of_sum(const FioPreamble *preamble, const FioGroup *group, guint64 jobs, FioOp op);

G_END_DECLS

#endif
