// SPDX-License-Identifier: GPL-3.0-or-later
/* A dump's figures as observations of a run. */
#ifndef IODELTA_PARSERS_FIO_EMIT_H
#define IODELTA_PARSERS_FIO_EMIT_H

#include "parsers/fio_group.h"
#include "parsers/fio_metrics.h"

G_BEGIN_DECLS

/* Gives all that the dump tells, and warnings of what it does not. */
void fio_emit(IodFeed *feed, const FioDump *dump, const FioPreamble *preamble, const FioMetrics *metrics);

G_END_DECLS

#endif
