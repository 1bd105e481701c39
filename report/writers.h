// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: one writer a format. versus: a comparison; else a summary. */
#ifndef IODELTA_REPORT_WRITERS_H
#define IODELTA_REPORT_WRITERS_H

#include "report/report.h"

void iod_write_text(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                    GString *out);
void iod_write_markdown(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                        GString *out);
void iod_write_csv(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                   GString *out);
void iod_write_json(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                    GString *out);
void iod_write_ndjson(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                      GString *out);

/* An answer's method in full: with " of differences" where it was of those. NULL where none applied. Free it.
 */
char *iod_method_text(const IodAnswer *answer);

#endif
