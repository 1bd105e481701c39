// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: one writer a format that programs read. */
#ifndef IODELTA_REPORT_CHECK_WRITERS_H
#define IODELTA_REPORT_CHECK_WRITERS_H

#include "report/check.h"

void iod_write_check_csv(const IodGate *gate, GString *out);
void iod_write_check_json(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                          GString *out);
void iod_write_check_ndjson(const IodGate *gate, GString *out);
void iod_write_check_junit(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                           GString *out);
void iod_write_check_github(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                            GString *out);

#endif
