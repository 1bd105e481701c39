// SPDX-License-Identifier: GPL-3.0-or-later
/* What to say about a comparison, as data. The same said of row after row is said of a few, and of the rest
 * together. */
#include "stats/table.h"

/* One remark before it is known how many there are of its kind. */
typedef struct {
  const char *code; /* a constant */
  char *message;
  const IodRow *row;
  const char *series;
} Note;

static void free_note(gpointer data) {
  Note *note = data;
  g_free(note->message);
  g_free(note);
}

GPtrArray *iod_notes_new(void) {
  return g_ptr_array_new_with_free_func(free_note);
}

void iod_note(GPtrArray *notes, const char *code, const IodRow *row, const char *series, const char *format,
              ...) {
  va_list arguments;
  va_start(arguments, format);
  Note *note = g_new(Note, 1);
  *note = (Note){code, g_strdup_vprintf(format, arguments), row, series};
  va_end(arguments);
  g_ptr_array_add(notes, note);
}

static void add_warning(GPtrArray *warnings, const Note *note, const char *message) {
  IodWarning warning = {.code = note->code,
                        .message = message,
                        .row = note->row != NULL ? note->row->name : NULL,
                        .series = note->series};
  g_ptr_array_add(warnings, iod_warning_copy(&warning));
}

/* "…; the same in 37 more rows" is no warning of its own row. */
static void add_rest(GPtrArray *warnings, const char *code, guint rest, const GPtrArray *names) {
  enum { NAMED = 3 };
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "the like in %u more", rest);
  for (guint i = 0; i < MIN(names->len, NAMED); i++)
    g_string_append_printf(message, "%s%s", i > 0 ? ", " : ": ", (const char *)g_ptr_array_index(names, i));
  if (names->len > 0 && rest > MIN(names->len, NAMED)) g_string_append(message, ", …");
  IodWarning warning = {.code = code, .message = message->str};
  g_ptr_array_add(warnings, iod_warning_copy(&warning));
}

void iod_notes_say(const GPtrArray *notes, GPtrArray *warnings) {
  enum { SAID = 5 };
  g_autoptr(GPtrArray) codes = g_ptr_array_new();
  for (guint i = 0; i < notes->len; i++) {
    const Note *note = g_ptr_array_index(notes, i);
    if (!g_ptr_array_find(codes, note->code, NULL)) g_ptr_array_add(codes, (gpointer)(gsize)note->code);
  }
  for (guint c = 0; c < codes->len; c++) {
    g_autoptr(GPtrArray) names = g_ptr_array_new();
    guint count = 0;
    for (guint i = 0; i < notes->len; i++) {
      const Note *note = g_ptr_array_index(notes, i);
      if (note->code != g_ptr_array_index(codes, c)) continue;
      if (count++ < SAID)
        add_warning(warnings, note, note->message);
      else if (note->row != NULL)
        g_ptr_array_add(names, note->row->name);
    }
    if (count > SAID) add_rest(warnings, g_ptr_array_index(codes, c), count - SAID, names);
  }
}
