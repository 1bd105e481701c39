// SPDX-License-Identifier: GPL-3.0-or-later
/* Which engine a job gets. */
#include "runner/job.h"
#include "runner/worker.h"

static gboolean wants_ring(const IodJob *job) {
  return job->engine == IOD_ENGINE_IO_URING || (job->engine == IOD_ENGINE_AUTO && job->iodepth > 1);
}

/* The same number of I/Os in flight, each by a thread of its own. */
static void stand_in(IodJob *job) {
  job->numjobs *= job->iodepth;
  job->iodepth = 1;
  job->engine = IOD_ENGINE_PSYNC;
}

static gboolean resolve_one(IodJob *job, gboolean allowed, GError **error) {
  if (job->engine == IOD_ENGINE_PSYNC && job->iodepth > 1) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "psync makes one I/O at a time, so iodepth %u is not to be had: use --ioengine io_uring, or "
                "--numjobs",
                job->iodepth);
    return FALSE;
  }
  if (!wants_ring(job))
    job->engine = IOD_ENGINE_PSYNC;
  else if (allowed)
    job->engine = IOD_ENGINE_IO_URING;
  else
    stand_in(job);
  return TRUE;
}

gboolean iod_jobs_resolve(GArray *jobs, char **fallback, GError **error) {
  gboolean wanted = FALSE;
  gboolean by_name = FALSE;
  *fallback = NULL;
  for (guint i = 0; i < jobs->len; i++) {
    const IodJob *job = &g_array_index(jobs, IodJob, i);
    wanted = wanted || wants_ring(job);
    by_name = by_name || job->engine == IOD_ENGINE_IO_URING;
  }
  g_autoptr(GError) reason = NULL;
  gboolean allowed = !wanted || iod_engine_uring_allowed(&reason);
  if (!allowed && by_name) {
    g_propagate_error(error, g_steal_pointer(&reason));
    return FALSE;
  }
  g_autoptr(GArray) resolved = g_array_new(FALSE, FALSE, sizeof(IodJob));
  for (guint i = 0; i < jobs->len; i++) {
    IodJob job = g_array_index(jobs, IodJob, i);
    if (!resolve_one(&job, allowed, error)) return FALSE;
    /* Threads that stand in may make two jobs one. */
    iod_jobs_add_once(resolved, &job);
  }
  g_array_set_size(jobs, 0);
  g_array_append_vals(jobs, resolved->data, resolved->len);
  if (!allowed) {
    *fallback = g_strdup_printf(
        "%s. Threads of psync stand in for the depth: the results say ioengine=psync and so many "
        "numjobs",
        reason->message);
  }
  return TRUE;
}
