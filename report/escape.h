// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: text from logs made fit for each format. Control characters, line separators and characters that
 * turn the direction of writing never come out as they are; bytes that are no UTF-8 come out as U+FFFD. */
#ifndef IODELTA_REPORT_ESCAPE_H
#define IODELTA_REPORT_ESCAPE_H

#include "model/model.h"

/* The character behind the one that text begins with, in valid UTF-8 (GLib's macro casts const away). */
static inline const char *iod_utf8_next(const char *text) {
  return text + g_utf8_skip[*(const guchar *)text];
}

/* A JSON string with its quotes; NULL is null. */
void iod_append_json(GString *out, const char *text);

/* JSON as jansson writes it, with what is harmless to parsers but not to terminals escaped too. */
void iod_append_json_shielded(GString *out, const char *json);

/* A field of CSV (RFC 4180), quoted where it must be; NULL is empty. */
void iod_append_csv(GString *out, const char *text);

/* A set of labels as a field of CSV: k=v;k=v by name, with % ; = and control characters percent-encoded.
 * Where both have a name, over wins; either may be NULL. */
void iod_append_csv_labels(GString *out, const IodLabels *labels, const IodLabels *over);

/* Plain text: "\n", "\x1b", "\u202e" for what may not stand as it is. */
void iod_append_plain(GString *out, const char *text);

/* Text within a Markdown table: its marks, pipes and HTML escaped. */
void iod_append_markdown(GString *out, const char *text);

/* Two sets as one, by name: over wins. Call with a zeroed cursor until it returns FALSE. */
typedef struct {
  guint label, over;
} IodMerge;
gboolean iod_merge_next(IodMerge *cursor, const IodLabels *labels, const IodLabels *over, IodLabel *label);

#endif
