// SPDX-License-Identifier: GPL-3.0-or-later
/* What pasting, mailing and terminals put into a line is taken out again. */
#ifndef IODELTA_PARSERS_CLEAN_H
#define IODELTA_PARSERS_CLEAN_H

#include <glib.h>

/* TRUE where the line holds nothing that iod_clean would change: printable ASCII, no entity, no quoting mark.
 */
gboolean iod_is_clean(const char *line, gsize length);

/* Appends the cleaned line to out: escapes and NULs gone, tabs expanded, odd blanks made plain, full-width
 * punctuation and typographic quotes made ASCII, HTML entities resolved, bytes that are no UTF-8 read as
 * Latin-1, quoting marks of mails and Markdown ("> > ") stripped. */
void iod_clean(const char *line, gsize length, GString *out);

#endif
