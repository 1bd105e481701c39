// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

void iod_comparison_warn(IodComparison *comparison, const char *code, const IodRow *row, const char *series,
                         const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  IodWarning warning = {
      .code = code, .message = message, .row = row != NULL ? row->name : NULL, .series = series};
  g_ptr_array_add(comparison->warnings, iod_warning_copy(&warning));
}
