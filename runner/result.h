// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what a run measured, as observations, histograms and series. */
#ifndef IODELTA_RUNNER_RESULT_H
#define IODELTA_RUNNER_RESULT_H

#include "runner/measure.h"

/* Labels of the observations: the job's and the settings'. error: errno of a run that was cut short, 0 else.
 * Free it. */
IodLabels *iod_result_labels(const IodJob *job, const IodSettings *settings, int error);

/* Adds histograms, series and counts of what went wrong to the run. */
void iod_result_fill(const IodMeasured *measured, IodRun *run);

/* Pushes the observations of a run that the sink has been told. */
void iod_result_observe(const IodMeasured *measured, const IodLabels *labels, IodRun *run, IodSink *sink);

#endif
