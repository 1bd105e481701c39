// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: one sitting over a plan, and what its progress is told from. */
#ifndef IODELTA_RUNNER_CAMPAIGN_H
#define IODELTA_RUNNER_CAMPAIGN_H

#include "runner/target.h"

typedef struct {
  const IodPlan *plan;
  const IodRunnerHooks *hooks;
  GPtrArray *files;   /* of IodFile, one a target */
  GArray *broken;     /* gboolean a target: its runs are skipped */
  IodLabels *machine; /* facts of it */
  char *session, *options;
  guint step;   /* under way */
  guint made;   /* runs of this sitting that are over */
  gint64 began; /* the first of them */
  gint64 last_told;
} IodSitting;

guint iod_sitting_interrupts(const IodSitting *sitting);
void iod_sitting_warn(const IodSitting *sitting, const char *code, const char *source, const char *format,
                      ...) G_GNUC_PRINTF(4, 5);

/* Tells progress where a quarter of a second is over since the last time, or force. */
void iod_sitting_tell(IodSitting *sitting, IodProgress progress, gboolean force);

/* Makes the run of the current step (step.c). */
typedef enum { IOD_STEP_DONE, IOD_STEP_FAILED, IOD_STEP_INTERRUPTED, IOD_STEP_ERROR } IodStepResult;
IodStepResult iod_sitting_run(IodSitting *sitting, GError **error);

#endif
