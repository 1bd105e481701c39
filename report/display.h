// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: text as a terminal shows it. Widths are in columns: 2 for CJK and emoji, 0 for marks that combine.
 */
#ifndef IODELTA_REPORT_DISPLAY_H
#define IODELTA_REPORT_DISPLAY_H

#include <glib.h>

guint iod_display_width(const char *text);

/* text without anything that could move the terminal; NULL is "". Free it. */
char *iod_display_text(const char *text);

/* Shortens names to width columns, each in its middle ("openebs…rep3"), all of them to different texts where
 * the names differ: so some may stay wider than asked. Returns a NULL-terminated array as long as names. */
char **iod_shorten_all(char **names, guint width);

/* The same, but NULL where names would have to stay wider. */
char **iod_shorten_to(char **names, guint width);

/* Ends a line without blanks at its end. */
void iod_end_line(GString *out);

/* Appends text as lines of at most width columns (0: one line), broken at blanks, all but the first indented.
 * Ends with a line feed. */
void iod_append_wrapped(GString *out, const char *text, guint width, guint indent);

/* Appends one word where the line stands at *column; broken within only where it is wider than what is left.
 */
void iod_append_broken(GString *out, const char *text, guint width, guint indent, guint *column);

#endif
