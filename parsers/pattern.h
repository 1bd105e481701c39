// SPDX-License-Identifier: GPL-3.0-or-later
/* PCRE2 patterns as the parsers use them: compiled once by the JIT, shared by all streams, captures read as
 * slices of the subject by their names. */
#ifndef IODELTA_PARSERS_PATTERN_H
#define IODELTA_PARSERS_PATTERN_H

#include <glib.h>

/* Part of a line; not NUL-terminated. start is NULL where a capture took no part in the match. */
typedef struct {
  const char *start;
  gsize length;
} IodSlice;

/* An immutable compiled pattern; safe to share between threads. */
typedef struct IodPattern IodPattern;

/* Compiles the texts into an array of count patterns that lives as long as the program. Several calls with
 * one `once` (zero-initialized, static) give the same array. Patterns see bytes, not characters: a byte of
 * 0x80 and above is part of a character beyond ASCII. Blanks and comments within a pattern are ignored
 * (PCRE2_EXTENDED), so a blank to be matched is written `\ `. A text that does not compile is a defect of the
 * program and aborts. */
const IodPattern *const *iod_patterns(gsize *once, const char *const *texts, guint count);

/* What one match found; reused from one to the next. One for each thread. */
typedef struct IodMatch IodMatch;

IodMatch *iod_match_new(void);
void iod_match_free(IodMatch *match);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodMatch, iod_match_free)

/* Finds the pattern in text from offset on (what stands before it is seen by lookbehinds). FALSE where it is
 * not there, or where finding it would take more backtracking than any line of a log is worth. */
gboolean iod_pattern_find(const IodPattern *pattern, IodMatch *match, const char *text, gsize length,
                          gsize offset);

/* Of the last match that was found, as long as its text lives. */
IodSlice iod_match_whole(const IodMatch *match);
IodSlice iod_match_named(const IodMatch *match, const char *name);

/* A slice as a string of its own; NULL for an unset one. Free it. */
char *iod_slice_text(IodSlice slice);
/* The whole slice as an unsigned whole number, or as a decimal number in which a comma may stand for the dot;
 * FALSE where it is unset or none. */
gboolean iod_slice_whole(IodSlice slice, guint64 *value);
gboolean iod_slice_number(IodSlice slice, double *value);

#endif
