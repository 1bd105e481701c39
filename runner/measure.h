// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: one run, from the start of its threads to the sum of what they counted. */
#ifndef IODELTA_RUNNER_MEASURE_H
#define IODELTA_RUNNER_MEASURE_H

#include "runner/target.h"
#include "runner/worker.h"

/* Told about four times a second; returns how often the user asked for an end. */
typedef guint (*IodMeasureTick)(gpointer data, IodPhase phase, double fraction, double iops,
                                double bandwidth);

typedef struct {
  const IodFile *file;
  const IodJob *job;
  const IodSettings *settings;
  guint64 tag; /* of this run among all others */
  IodMeasureTick tick;
  gpointer data;
} IodMeasureSpec;

typedef struct {
  IodJob job;       /* a copy: threads that are left behind may look at it at any time */
  IodTiming timing; /* of all threads */
  gint64 duration;
  double cpu_user, cpu_sys; /* s, of the whole process while it measured */
  guint64 issued;           /* reads and writes, those of the ramp too */
  guint64 missed;           /* due before the end and never begun */
  IodFault fault;
  gboolean interrupted;
  gboolean abandoned; /* interrupted, and threads still wait for I/O: they and this are never freed */
  IodWorker *workers; /* for whoever checks what they wrote */
  guint worker_count;
} IodMeasured;

/* NULL with an error where the run could not begin. */
IodMeasured *iod_measure(const IodMeasureSpec *spec, GError **error);
void iod_measured_free(IodMeasured *measured);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodMeasured, iod_measured_free)

#endif
