// SPDX-License-Identifier: GPL-3.0-or-later
/* Which writer a format has. */
#include "report/report.h"
#include "report/writers.h"

typedef void (*Writer)(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                       GString *out);

static const Writer writers[] = {
    [IOD_FORMAT_TEXT] = iod_write_text,     [IOD_FORMAT_MARKDOWN] = iod_write_markdown,
    [IOD_FORMAT_CSV] = iod_write_csv,       [IOD_FORMAT_JSON] = iod_write_json,
    [IOD_FORMAT_NDJSON] = iod_write_ndjson,
};

void iod_report_comparison(const IodComparison *comparison, IodFormat format, const IodReportOptions *options,
                           GString *out) {
  writers[format](comparison, TRUE, options, out);
}

void iod_report_summary(const IodComparison *comparison, IodFormat format, const IodReportOptions *options,
                        GString *out) {
  writers[format](comparison, FALSE, options, out);
}
