// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/source.h"

#include <errno.h>
#include <string.h>

/* No tool prints a longer line; a JSON document may stand in one. */
enum { CHUNK = 256 * 1024, LONGEST = 1024 * 1024, LONGEST_JSON = 64 * 1024 * 1024 };

typedef struct {
  char *bytes; /* one more than size, for the NUL */
  gsize size;
  gsize filled;
  gsize skipped; /* bytes of an overlong line that were thrown away; 0: none under way */
} Buffer;

static gboolean may_be_json(const char *line, gsize length) {
  while (length > 0 && (*line == ' ' || *line == '\t')) line++, length--;
  return length > 0 && *line == '{';
}

/* Gives all whole lines in the buffer to the source; what is left moves to the front. */
static void take_lines(Buffer *buffer, IodSource *source) {
  char *line = buffer->bytes, *end = buffer->bytes + buffer->filled;
  for (char *feed; line < end && (feed = memchr(line, '\n', (gsize)(end - line))); line = feed + 1) {
    if (buffer->skipped) {
      iod_source_overlong(source, buffer->skipped + (gsize)(feed - line));
      buffer->skipped = 0;
    } else {
      iod_source_line(source, line, (gsize)(feed - line), FALSE);
    }
  }
  buffer->filled = (gsize)(end - line);
  memmove(buffer->bytes, line, buffer->filled);
}

/* Makes room for another chunk behind an unfinished line, or gives the line up. */
static void make_room(Buffer *buffer) {
  gsize longest = may_be_json(buffer->bytes, buffer->filled) ? LONGEST_JSON : LONGEST;
  if (buffer->skipped || buffer->filled > longest) {
    buffer->skipped += buffer->filled;
    buffer->filled = 0;
  }
  if (buffer->size - buffer->filled < CHUNK) {
    buffer->size = MAX(buffer->size * 2, buffer->filled + CHUNK);
    buffer->bytes = g_realloc(buffer->bytes, buffer->size + 1);
  }
}

gboolean iod_read_all(IodRead read, gpointer user, IodSource *source, GError **error) {
  Buffer buffer = {.bytes = g_malloc(CHUNK + 1), .size = CHUNK};
  gssize got;
  for (;;) {
    make_room(&buffer);
    got = read(user, buffer.bytes + buffer.filled, buffer.size - buffer.filled);
    if (got <= 0) break;
    buffer.filled += (gsize)got;
    take_lines(&buffer, source);
  }
  if (got < 0)
    g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT, "%s: %s", iod_source_name(source), g_strerror(errno));
  if (buffer.skipped)
    iod_source_overlong(source, buffer.skipped + buffer.filled);
  else if (buffer.filled)
    iod_source_line(source, buffer.bytes, buffer.filled, TRUE);
  g_free(buffer.bytes);
  return got == 0;
}
