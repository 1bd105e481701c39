// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: real data in the file before anything is measured, for what was never written is
 * read from nowhere. */
#ifndef IODELTA_RUNNER_LAYOUT_H
#define IODELTA_RUNNER_LAYOUT_H

#include "runner/target.h"

/* Told after each piece; FALSE stops. */
typedef gboolean (*IodLayoutTick)(gpointer data, guint64 done, guint64 size);

/* Writes all of file->size and has the device keep it. FALSE with an error set (what failed:
 * IOD_ERROR_OUTPUT), or without one where tick said to stop. */
gboolean iod_layout(const IodFile *file, guint64 seed, IodLayoutTick tick, gpointer data, GError **error);

#endif
