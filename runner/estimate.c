// SPDX-License-Identifier: GPL-3.0-or-later
/* What a plan costs before it is run. */
#include "runner/estimate.h"

#include <math.h>

gint64 iod_estimate_step(const IodPlan *plan) {
  return plan->settings.runtime + plan->settings.ramp_time;
}

/* Reads and writes of one run at most; 0: as many as fit into its time. */
static double limit_of(const IodSettings *settings, const IodJob *job) {
  double by_count = settings->ios > 0 ? (double)settings->ios * job->numjobs : HUGE_VAL;
  double seconds = (double)(settings->runtime + settings->ramp_time) / 1e9;
  double by_rate = settings->rate > 0 && settings->runtime > 0 ? settings->rate * seconds : HUGE_VAL;
  double limit = fmin(by_count, by_rate);
  return isfinite(limit) ? limit : 0;
}

static void add_step(const IodPlan *plan, const IodJob *job, IodEstimate *estimate) {
  gint64 time = iod_estimate_step(plan);
  estimate->measuring += time;
  if (!iod_rw_writes(job->rw)) return;
  double share = iod_rw_reads(job->rw) ? 1 - job->rwmixread / 100.0 : 1;
  double limit = limit_of(&plan->settings, job);
  if (limit > 0)
    estimate->written_bytes += (guint64)(limit * share * (double)job->block_size);
  else
    estimate->writing += time;
}

IodEstimate iod_estimate(const IodPlan *plan, const GPtrArray *files) {
  IodEstimate estimate = {0};
  for (guint i = 0; i < files->len; i++) {
    const IodFile *file = files->pdata[i];
    if (file->lay_out) estimate.layout_bytes += file->size;
  }
  for (guint i = 0; i < plan->steps->len; i++) {
    const IodStep *step = &g_array_index(plan->steps, IodStep, i);
    if (!step->done) add_step(plan, &g_array_index(plan->jobs, IodJob, step->job), &estimate);
  }
  return estimate;
}
