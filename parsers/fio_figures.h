// SPDX-License-Identifier: GPL-3.0-or-later
/* The rates of a direction, as exactly as the report allows: fio prints three digits of them, but the count
 * of I/Os and the run time in full. */
#ifndef IODELTA_PARSERS_FIO_FIGURES_H
#define IODELTA_PARSERS_FIO_FIGURES_H

#include "parsers/fio_block.h"

G_BEGIN_DECLS

/* In base units; -1 where the report does not tell. */
typedef struct {
  double iops, bandwidth, bytes, seconds, ios;
  gboolean inconsistent; /* the printed IOPS are not those of the count and the run time */
} FioFigures;

/* iops are the I/Os over the run time, the printed figure where either is missing. bandwidth and bytes are
 * the printed ones, or the I/Os times block_size (0: unknown) where that agrees with the printed amount. The
 * block has a flow op. */
FioFigures fio_figures_of(const FioBlock *block, FioOp op, guint64 block_size, const char *version);

/* TRUE where the sums of a group tell of more bytes than its blocks together: the report was cut. */
gboolean fio_figures_exceed(const FioStatusLine *sum, const GPtrArray *blocks, FioOp op, const char *version);

G_END_DECLS

#endif
