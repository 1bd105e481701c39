// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/text_file.h"

char *iod_text_file(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *path = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  char *text = NULL;
  return g_file_get_contents(path, &text, NULL, NULL) ? g_strchomp(text) : NULL;
}
