// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what can be shown of how the I/O is really made. */
#ifndef IODELTA_RUNNER_PROOF_H
#define IODELTA_RUNNER_PROOF_H

#include "runner/target.h"

#define IOD_UNKNOWN G_MAXUINT64

typedef struct {
  gboolean direct;         /* O_DIRECT as the open file says (F_GETFL) */
  guint64 hole_bytes;      /* of the file, without data (SEEK_HOLE); IOD_UNKNOWN where it can't be told */
  guint64 unwritten_bytes; /* reserved, never written (FIEMAP) */
  guint64 cached_bytes;    /* in the page cache (cachestat or mincore) */
} IodProof;

IodProof iod_proof_take(const IodFile *file, int fd);

/* As facts proof_direct, proof_hole_bytes, …; what is not known is left out. */
void iod_proof_tell(const IodProof *proof, const IodFile *file, IodLabels *facts);

/* Bytes of the file in the page cache, or IOD_UNKNOWN. */
guint64 iod_cached_bytes(int fd, guint64 size);

#endif
