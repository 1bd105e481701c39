// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: jobs as a set. */
#ifndef IODELTA_RUNNER_JOB_H
#define IODELTA_RUNNER_JOB_H

#include "runner/runner.h"

/* Appends a job unless it is there already. */
void iod_jobs_add_once(GArray *jobs, const IodJob *job);

#endif
