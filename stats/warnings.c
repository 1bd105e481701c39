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
  double weight;
  guint place;
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
  *note = (Note){code, g_strdup_vprintf(format, arguments), row, series, 0, notes->len};
  va_end(arguments);
  g_ptr_array_add(notes, note);
}

void iod_note_weigh(GPtrArray *notes, double weight) {
  ((Note *)g_ptr_array_index(notes, notes->len - 1))->weight = weight;
}

/* The weightiest first; those of equal weight as they came. */
static int by_weight(gconstpointer a, gconstpointer b) {
  const Note *left = *(Note *const *)a, *right = *(Note *const *)b;
  if (left->weight != right->weight) return left->weight > right->weight ? -1 : 1;
  return (left->place > right->place) - (left->place < right->place);
}

static int by_place(gconstpointer a, gconstpointer b) {
  const Note *left = *(Note *const *)a, *right = *(Note *const *)b;
  return (left->place > right->place) - (left->place < right->place);
}

static void add_warning(GPtrArray *warnings, const Note *note) {
  IodWarning warning = {.code = note->code,
                        .message = note->message,
                        .row = note->row != NULL ? note->row->name : NULL,
                        .series = note->series};
  g_ptr_array_add(warnings, iod_warning_copy(&warning));
}

/* "the like in 37 more: …" is no warning of a row of its own. */
static void add_rest(GPtrArray *warnings, const GPtrArray *rest) {
  enum { NAMED = 3 };
  g_autoptr(GString) message = g_string_new(NULL);
  const char *last = NULL;
  guint named = 0;
  g_string_append_printf(message, "the like in %u more", rest->len);
  for (guint i = 0; i < rest->len && named < NAMED; i++) {
    const Note *note = g_ptr_array_index(rest, i);
    const char *name = note->row != NULL ? note->row->name : note->series;
    if (name == NULL || g_strcmp0(name, last) == 0) continue;
    g_string_append_printf(message, "%s%s", named++ > 0 ? ", " : ": ", name);
    last = name;
  }
  if (named > 0 && named < rest->len) g_string_append(message, ", …");
  IodWarning warning = {.code = ((Note *)g_ptr_array_index(rest, 0))->code, .message = message->str};
  g_ptr_array_add(warnings, iod_warning_copy(&warning));
}

/* What concerns whole series is never many; of rows there may be thousands. */
static void say_code(GPtrArray *same, GPtrArray *warnings) {
  enum { SAID_OF_ROWS = 3, SAID_OF_SERIES = 12 };
  guint most = ((Note *)g_ptr_array_index(same, 0))->row != NULL ? SAID_OF_ROWS : SAID_OF_SERIES;
  g_autoptr(GPtrArray) rest = g_ptr_array_new();
  g_ptr_array_sort(same, by_weight);
  for (guint i = 0; i < same->len; i++) {
    if (i < most)
      add_warning(warnings, g_ptr_array_index(same, i));
    else
      g_ptr_array_add(rest, g_ptr_array_index(same, i));
  }
  g_ptr_array_sort(rest, by_place);
  if (rest->len > 0) add_rest(warnings, rest);
}

void iod_notes_say(const GPtrArray *notes, GPtrArray *warnings) {
  g_autoptr(GPtrArray) codes = g_ptr_array_new();
  for (guint i = 0; i < notes->len; i++) {
    const char *code = ((Note *)g_ptr_array_index(notes, i))->code;
    if (!g_ptr_array_find_with_equal_func(codes, code, g_str_equal, NULL))
      g_ptr_array_add(codes, (gpointer)(gsize)code);
  }
  for (guint c = 0; c < codes->len; c++) {
    g_autoptr(GPtrArray) same = g_ptr_array_new();
    for (guint i = 0; i < notes->len; i++) {
      Note *note = g_ptr_array_index(notes, i);
      if (g_str_equal(note->code, g_ptr_array_index(codes, c))) g_ptr_array_add(same, note);
    }
    say_code(same, warnings);
  }
}
