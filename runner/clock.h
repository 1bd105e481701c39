// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: the clock of all measurements, in ns. */
#ifndef IODELTA_RUNNER_CLOCK_H
#define IODELTA_RUNNER_CLOCK_H

#include "runner/runner.h"

#include <time.h>

static inline gint64 iod_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * IOD_NSEC_PER_SEC + now.tv_nsec;
}

static inline struct timespec iod_timespec(gint64 nanoseconds) {
  return (struct timespec){nanoseconds / IOD_NSEC_PER_SEC, nanoseconds % IOD_NSEC_PER_SEC};
}

#endif
