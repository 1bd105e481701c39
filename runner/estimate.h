// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what a plan costs before it is run. */
#ifndef IODELTA_RUNNER_ESTIMATE_H
#define IODELTA_RUNNER_ESTIMATE_H

#include "runner/target.h"

IodEstimate iod_estimate(const IodPlan *plan, const GPtrArray *files);

/* Time of one run, its ramp included; 0 where only its I/Os limit it. */
gint64 iod_estimate_step(const IodPlan *plan);

#endif
