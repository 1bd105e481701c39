// SPDX-License-Identifier: GPL-3.0-or-later
/* JSON as text, with the shortest numbers that read back to the same bits. */
#include "model/model.h"

#include <string.h>

static int append(const char *buffer, size_t size, void *text) {
  g_string_append_len(text, buffer, (gssize)size);
  return 0;
}

/* Copies a string literal with its quotes; returns what follows it. */
static const char *copy_literal(GString *out, const char *text) {
  const char *p = text + 1;
  for (; *p != '"'; p++) {
    if (*p == '\\') p++;
  }
  g_string_append_len(out, text, p + 1 - text);
  return p + 1;
}

/* jansson writes reals with 17 digits (0.10000000000000001) and integers as they are: only reals are
 * rewritten. */
static const char *copy_number(GString *out, const char *text) {
  gsize length = strspn(text, "+-.0123456789eE");
  gboolean real = FALSE;
  for (gsize i = 0; i < length; i++) real = real || strchr(".eE", text[i]) != NULL;
  if (real) {
    char buffer[G_ASCII_DTOSTR_BUF_SIZE];
    g_string_append(out, iod_number_text(g_ascii_strtod(text, NULL), buffer));
  } else {
    g_string_append_len(out, text, (gssize)length);
  }
  return text + length;
}

char *iod_json_text(const json_t *root, size_t flags) {
  g_autoptr(GString) dumped = g_string_new(NULL);
  const size_t precision = JSON_REAL_PRECISION(31); /* all bits of it */
  if (json_dump_callback(root, append, dumped, (flags & ~precision) | JSON_REAL_PRECISION(17)) != 0) {
    return NULL;
  }
  GString *out = g_string_sized_new(dumped->len);
  const char *p = dumped->str;
  while (*p != '\0') {
    if (*p == '"') {
      p = copy_literal(out, p);
    } else if (*p == '-' || g_ascii_isdigit(*p)) {
      p = copy_number(out, p);
    } else {
      g_string_append_c(out, *p++);
    }
  }
  return g_string_free(out, FALSE);
}
