// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/escape.h"

#include <string.h>

/* Which ASCII characters may not stand as they are, a bit each. */
typedef struct {
  guint64 low, high; /* 0x00 to 0x3f, 0x40 to 0x7f */
} AsciiSet;

#define LOW(c)   (G_GUINT64_CONSTANT(1) << (c))
#define HIGH(c)  (G_GUINT64_CONSTANT(1) << ((c)-64))
#define CONTROLS G_GUINT64_CONSTANT(0xffffffff)
#define DELETE   HIGH(0x7f)

/* Writes one character that may not stand as it is. */
typedef void (*Escape)(GString *out, gunichar c);

static gboolean in_set(const AsciiSet *set, guchar byte) {
  return ((byte < 64 ? set->low >> byte : set->high >> (byte - 64)) & 1) != 0;
}

/* Beyond ASCII: C1 controls (U+009B begins an escape sequence as ESC [ does), line and paragraph separators,
 * marks that turn the direction of writing and so make text look like another. */
static gboolean is_harmful(gunichar c) {
  return (c >= 0x80 && c <= 0x9f) || c == 0x61c || c == 0x200e || c == 0x200f ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/* Takes one character from beyond ASCII; returns what follows it. */
static const char *append_wide(GString *out, const char *text, Escape escape) {
  gunichar c = g_utf8_get_char_validated(text, -1);
  if (c == (gunichar)-1 || c == (gunichar)-2) {
    g_string_append(out, "\xef\xbf\xbd");
    return text + 1;
  }
  const char *next = iod_utf8_next(text);
  if (is_harmful(c)) {
    escape(out, c);
  } else {
    g_string_append_len(out, text, next - text);
  }
  return next;
}

static void append(GString *out, const char *text, const AsciiSet *special, Escape escape) {
  const char *p = text;
  while (*p != '\0') {
    const char *start = p;
    while (*p != '\0' && (guchar)*p < 0x80 && !in_set(special, (guchar)*p)) p++;
    if (p > start) g_string_append_len(out, start, p - start);
    if ((guchar)*p >= 0x80) {
      p = append_wide(out, p, escape);
    } else if (*p != '\0') {
      escape(out, (gunichar)*p++);
    }
  }
}

static void append_hex(GString *out, guint value, guint digits) {
  for (guint shift = 4 * digits; shift > 0; shift -= 4) {
    g_string_append_c(out, "0123456789abcdef"[(value >> (shift - 4)) & 15]);
  }
}

static const char *short_escape(gunichar c) {
  return c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : NULL;
}

static void escape_json(GString *out, gunichar c) {
  const char *text = c == '"' ? "\\\"" : c == '\\' ? "\\\\" : short_escape(c);
  if (text != NULL) {
    g_string_append(out, text);
    return;
  }
  g_string_append(out, "\\u");
  append_hex(out, c, 4);
}

void iod_append_json(GString *out, const char *text) {
  static const AsciiSet special = {CONTROLS | LOW('"'), DELETE | HIGH('\\')};
  if (text == NULL) {
    g_string_append(out, "null");
    return;
  }
  g_string_append_c(out, '"');
  append(out, text, &special, escape_json);
  g_string_append_c(out, '"');
}

void iod_append_json_shielded(GString *out, const char *json) {
  static const AsciiSet special = {0,
                                   DELETE}; /* the others are escaped by now, or are blanks between members */
  append(out, json, &special, escape_json);
}

static void escape_plain(GString *out, gunichar c) {
  const char *text = short_escape(c);
  if (text != NULL) {
    g_string_append(out, text);
    return;
  }
  g_string_append(out, c < 0x80 ? "\\x" : "\\u");
  append_hex(out, c, c < 0x80 ? 2 : 4);
}

void iod_append_plain(GString *out, const char *text) {
  static const AsciiSet special = {CONTROLS, DELETE};
  append(out, text, &special, escape_plain);
}

static void escape_markdown(GString *out, gunichar c) {
  switch (c) {
  case '<':
    g_string_append(out, "&lt;");
    break;
  case '>':
    g_string_append(out, "&gt;");
    break;
  case '&':
    g_string_append(out, "&amp;");
    break;
  case '\\':
  case '`':
  case '*':
  case '_':
  case '[':
  case ']':
  case '|':
  case '~':
    g_string_append_c(out, '\\');
    g_string_append_c(out, (char)c);
    break;
  default: /* its backslash must not begin an escape of Markdown's */
    g_string_append_c(out, '\\');
    escape_plain(out, c);
  }
}

void iod_append_markdown(GString *out, const char *text) {
  static const AsciiSet special = {CONTROLS | LOW('<') | LOW('>') | LOW('&') | LOW('*'),
                                   DELETE | HIGH('\\') | HIGH('`') | HIGH('_') | HIGH('[') | HIGH(']') |
                                       HIGH('|') | HIGH('~')};
  append(out, text, &special, escape_markdown);
}

/* Puts what was appended from start on into quotes, where RFC 4180 or a careless reader needs them. */
static void quote_from(GString *out, gsize start) {
  const char *field = out->str + start;
  gsize length = out->len - start;
  if (length == 0) return;
  gboolean blank_edge = field[0] == ' ' || field[length - 1] == ' ';
  if (!blank_edge && memchr(field, ',', length) == NULL && memchr(field, '"', length) == NULL) return;
  g_autofree char *copy = g_strndup(field, length);
  g_string_truncate(out, start);
  g_string_append_c(out, '"');
  for (const char *p = copy; *p != '\0'; p++) {
    if (*p == '"') g_string_append_c(out, '"');
    g_string_append_c(out, *p);
  }
  g_string_append_c(out, '"');
}

/* Text that a spreadsheet would take for a formula stays as it is: this format is for programs, which must
 * find the names that the log has. */
void iod_append_csv(GString *out, const char *text) {
  if (text == NULL) return;
  gsize start = out->len;
  iod_append_plain(out, text);
  quote_from(out, start);
}

static void escape_percent(GString *out, gunichar c) {
  char bytes[6];
  gint length = g_unichar_to_utf8(c, bytes);
  for (gint i = 0; i < length; i++) {
    g_string_append_c(out, '%');
    for (gint shift = 4; shift >= 0; shift -= 4) {
      g_string_append_c(out, "0123456789ABCDEF"[((guchar)bytes[i] >> shift) & 15]);
    }
  }
}

void iod_append_csv_labels(GString *out, const IodLabels *labels, const IodLabels *over) {
  static const AsciiSet special = {CONTROLS | LOW('%') | LOW(';') | LOW('='), DELETE};
  gsize start = out->len;
  IodMerge cursor = {0, 0};
  IodLabel label;
  while (iod_merge_next(&cursor, labels, over, &label)) {
    if (out->len > start) g_string_append_c(out, ';');
    append(out, label.name, &special, escape_percent);
    g_string_append_c(out, '=');
    append(out, label.value, &special, escape_percent);
  }
  quote_from(out, start);
}

gboolean iod_merge_next(IodMerge *cursor, const IodLabels *labels, const IodLabels *over, IodLabel *label) {
  gboolean has_label = cursor->label < iod_labels_count(labels);
  gboolean has_over = cursor->over < iod_labels_count(over);
  if (!has_label && !has_over) return FALSE;
  IodLabel first = has_label ? iod_labels_at(labels, cursor->label) : (IodLabel){NULL, NULL};
  IodLabel second = has_over ? iod_labels_at(over, cursor->over) : (IodLabel){NULL, NULL};
  int order = !has_over ? -1 : !has_label ? 1 : strcmp(first.name, second.name);
  if (order <= 0) cursor->label++;
  if (order >= 0) cursor->over++;
  *label = order < 0 ? first : second;
  return TRUE;
}
