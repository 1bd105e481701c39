// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: numbers as text that reads back to the same bits, fast. */
#ifndef IODELTA_REPORT_DIGITS_H
#define IODELTA_REPORT_DIGITS_H

#include <glib.h>

/* At most 17 significant digits, no more than it takes. value is finite. */
void iod_append_number(GString *out, double value);

void iod_append_whole(GString *out, guint64 value);

#endif
