// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: whether what a run wrote is what the file now holds. */
#ifndef IODELTA_RUNNER_VERIFY_H
#define IODELTA_RUNNER_VERIFY_H

#include "runner/measure.h"

typedef struct {
  guint64 blocks;    /* that were written, and read back */
  guint64 bad;       /* that hold something else */
  guint64 first_bad; /* byte of the file */
  int error;         /* errno of a read that failed; 0: none */
} IodVerified;

/* Told now and then; FALSE stops. */
typedef gboolean (*IodVerifyTick)(gpointer data, double fraction);

/* FALSE where tick stopped it. */
gboolean iod_verify(const IodMeasured *measured, IodVerifyTick tick, gpointer data, IodVerified *verified);

#endif
