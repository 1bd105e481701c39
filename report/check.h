// SPDX-License-Identifier: GPL-3.0-or-later
/* What `check` and `baseline` say: for terminals, pull requests, CI systems and programs. */
#ifndef IODELTA_REPORT_CHECK_H
#define IODELTA_REPORT_CHECK_H

#include "report/report.h"

G_BEGIN_DECLS

/* How a check was called, for what is said about it. */
typedef struct {
  const char *against; /* the baseline as named */
  const char *created; /* when it was, where it is a baseline of ours; or NULL */
  const char *fresh;   /* the new inputs as named, in one text */
  int exit_code;
} IodCheckCall;

/* text, Markdown, CSV, JSON (iodelta.check/1), NDJSON (a finding a line), JUnit XML, GitHub annotations. */
void iod_report_check(const IodGate *gate, const IodCheckCall *call, IodFormat format,
                      const IodReportOptions *options, GString *out);

/* What stands above `baseline show`'s table. */
void iod_report_baseline(const char *file, const IodBaselineHead *head, const IodDataset *dataset,
                         GString *out);

/* What `baseline noise` found. */
void iod_report_noise(const char *file, const IodNoise *noise, GString *out);

G_END_DECLS

#endif
