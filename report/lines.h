// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: what stands around the tables, as plain lines (of char *) that each format wraps or escapes in its
 * way. */
#ifndef IODELTA_REPORT_LINES_H
#define IODELTA_REPORT_LINES_H

#include "report/view.h"

/* Above: what is compared and how, labels that differ, labels that are in no row. */
GPtrArray *iod_title_lines(const IodView *view);

/* Below: what marks mean, what was left out. */
GPtrArray *iod_note_lines(const IodView *view);

/* The warnings, few of a kind, the others counted; and "3 warnings", NULL where there are none. */
GPtrArray *iod_warning_lines(const IodView *view);
char *iod_warning_count(const IodView *view);

/* Each finding as a sentence. */
GPtrArray *iod_sentences(const IodView *view);

/* Appends a line made from a format; takes no ownership of lines. */
void iod_add_line(GPtrArray *lines, const char *format, ...) G_GNUC_PRINTF(2, 3);

#endif
