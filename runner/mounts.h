// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what is mounted where, as /proc/self/mountinfo tells. */
#ifndef IODELTA_RUNNER_MOUNTS_H
#define IODELTA_RUNNER_MOUNTS_H

#include "model/model.h"

#include <sys/types.h>

typedef struct {
  dev_t device; /* of its files; some file systems have one of their own that is no block device's */
  char *id, *point, *options, *type, *source;
} IodMount;

GPtrArray *iod_mounts_read(void); /* of IodMount */

/* The mount that an open file belongs to; NULL where it is not told. Borrowed. */
const IodMount *iod_mounts_of(const GPtrArray *mounts, int fd);

#endif
