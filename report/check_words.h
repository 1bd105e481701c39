// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: findings of a check in words, the same for every format. */
#ifndef IODELTA_REPORT_CHECK_WORDS_H
#define IODELTA_REPORT_CHECK_WORDS_H

#include "report/check.h"
#include "report/grid.h"
#include "report/view.h"

/* One finding; all fit for a terminal, NULL where there is nothing to say. */
typedef struct {
  char *state;  /* "WORSE", "likely", "missing", … */
  char *name;   /* of the row, with its metric; of a failed run the tool */
  char *change; /* "17.9 -> 14.6 kiops" */
  char *ratio, *interval;
  char *note; /* "band ends at 0.952", "26 runs a side would decide", the limit, the failure */
  IodStyle style;
  const IodFinding *finding;
} IodCheckLine;

/* All findings of a gate but those that nobody needs to act on (same, identical, not judged): of
 * IodCheckLine. */
GPtrArray *iod_check_lines(const IodGate *gate, const IodReportOptions *options);

/* "WORSE in 2 of 12 cells (8 same, 1 likely, 1 unclear); 5 new runs v 10 in base.json of 2026-11-02". Free
 * it. */
char *iod_check_headline(const IodGate *gate, const IodCheckCall *call);

/* What to do next, by the exit code: a line each. Free with g_ptr_array_unref. */
GPtrArray *iod_check_advice(const IodGate *gate, const IodCheckCall *call);

/* The campaign's geometric means, a line each. */
GPtrArray *iod_check_overall(const IodGate *gate);

#endif
