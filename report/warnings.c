// SPDX-License-Identifier: GPL-3.0-or-later
/* Warnings as lines: of each kind a few, the others counted. */
#include "report/display.h"
#include "report/lines.h"

#include <string.h>

#define SHOWN_OF_A_KIND 3

/* Where it is, unless the message itself says so: "a.log:17: ", "dd bs=64k, jiva: ". */
static char *place_of(const IodWarning *warning) {
  g_autoptr(GString) place = g_string_new(NULL);
  if (warning->source != NULL && strstr(warning->message, warning->source) == NULL) {
    g_string_append(place, warning->source);
    if (warning->line != 0) g_string_append_printf(place, ":%u", warning->line);
  }
  const char *const names[] = {warning->row, warning->series};
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    if (names[i] == NULL || strstr(warning->message, names[i]) != NULL) continue;
    g_string_append_printf(place, "%s%s", place->len > 0 ? ", " : "", names[i]);
  }
  if (place->len > 0) g_string_append(place, ": ");
  return iod_display_text(place->str);
}

static const char *code_of(const IodWarning *warning) {
  return warning->code != NULL ? warning->code : "";
}

static gboolean is_first_of_kind(const GPtrArray *warnings, guint index) {
  for (guint i = 0; i < index; i++) {
    if (strcmp(code_of(warnings->pdata[i]), code_of(warnings->pdata[index])) == 0) return FALSE;
  }
  return TRUE;
}

static void add_kind(const GPtrArray *warnings, guint first, GPtrArray *lines) {
  const char *code = code_of(warnings->pdata[first]);
  guint count = 0;
  for (guint i = first; i < warnings->len; i++) {
    const IodWarning *warning = warnings->pdata[i];
    if (strcmp(code_of(warning), code) != 0 || ++count > SHOWN_OF_A_KIND) continue;
    g_autofree char *place = place_of(warning);
    g_autofree char *message = iod_display_text(warning->message);
    iod_add_line(lines, "%s%s", place, message);
  }
  g_autofree char *kind = iod_display_text(code);
  if (count > SHOWN_OF_A_KIND)
    iod_add_line(lines, "%u more of this kind (%s)", count - SHOWN_OF_A_KIND, kind);
}

static guint input_count(const IodView *view) {
  const IodDataset *dataset = view->options->dataset;
  return dataset != NULL ? iod_dataset_warning_count(dataset) : 0;
}

char *iod_warning_count(const IodView *view) {
  guint count = view->comparison->warnings->len + input_count(view);
  return count > 0 ? g_strdup_printf("%u warning%s", count, count == 1 ? "" : "s") : NULL;
}

GPtrArray *iod_warning_lines(const IodView *view) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  const GPtrArray *warnings = view->comparison->warnings;
  for (guint i = 0; i < warnings->len; i++) {
    if (is_first_of_kind(warnings, i)) add_kind(warnings, i, lines);
  }
  guint count = input_count(view);
  if (count > 0)
    iod_add_line(lines, "%u about the input: on standard error, and in full with --format json", count);
  return lines;
}
