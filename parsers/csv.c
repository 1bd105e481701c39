// SPDX-License-Identifier: GPL-3.0-or-later
/* CSV: what `parse` writes, known by a head with `metric` and `value`, or any other with --value COLUMN.
 * Columns that are no field of an observation are labels. */
#include "parsers/rows.h"

#include <string.h>

typedef struct {
  IodFeed *feed;
  IodRows *rows;
  char **head; /* the columns' names; NULL: no table is open */
  int value;   /* index of the value's column */
  char separator;
  GString *record; /* of a record whose quotes are still open; NULL for none */
  guint32 record_line;
  guint32 number;
} State;

enum { LONGEST_RECORD = 1024 * 1024 };

static gpointer open_csv(IodFeed *feed) {
  State *state = g_new0(State, 1);
  state->feed = feed;
  state->rows = iod_rows_new(feed);
  return state;
}

static void close_csv(gpointer data) {
  State *state = data;
  if (state->record) {
    iod_feed_warn(state->feed, "cut", state->record_line,
                  "a quoted field is not closed; the row is left out");
    g_string_free(state->record, TRUE);
  }
  g_strfreev(state->head);
  iod_rows_free(state->rows);
  g_free(state);
}

/* RFC 4180. NULL where a quote is still open at the end. */
static char **split_record(const char *text, char separator) {
  g_autoptr(GStrvBuilder) fields = g_strv_builder_new();
  g_autoptr(GString) field = g_string_new(NULL);
  gboolean quoted = FALSE;
  for (;; text++) {
    if (quoted && *text == '"' && text[1] == '"') {
      g_string_append_c(field, *text++);
    } else if (*text == '"' && (quoted || field->len == 0)) {
      quoted = !quoted;
    } else if (*text == '\0' || (*text == separator && !quoted)) {
      if (quoted) return NULL;
      g_strv_builder_add(fields, field->str);
      g_string_truncate(field, 0);
      if (*text == '\0') return g_strv_builder_end(fields);
    } else {
      g_string_append_c(field, *text);
    }
  }
}

static int column_of(char **head, const char *name) {
  for (int i = 0; head[i]; i++)
    if (strcmp(head[i], name) == 0) return i;
  return -1;
}

static char separator_of(const char *text) {
  const char *found = strpbrk(text, ",;\t");
  return found ? *found : ',';
}

static const char *take_head(State *state, const IodLine *line) {
  const IodPlainOptions *plain = iod_feed_plain_options(state->feed);
  const char *wanted = plain->csv_value ? plain->csv_value : "value";
  if (!strstr(line->text, wanted)) return NULL;
  char separator = separator_of(line->text);
  g_auto(GStrv) head = split_record(line->text, separator);
  if (!head || column_of(head, wanted) < 0 || (!plain->csv_value && column_of(head, "metric") < 0))
    return NULL;
  g_strfreev(state->head);
  state->value = column_of(head, wanted);
  state->head = g_steal_pointer(&head);
  state->separator = separator;
  return "head of a table";
}

/* The labels column of `parse`: k=v;k=v, percent-encoded. */
static void take_labels(const char *text, IodLabels *labels) {
  g_auto(GStrv) pairs = g_strsplit(text, ";", -1);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    if (!equals) continue;
    *equals = '\0';
    g_autofree char *name = g_uri_unescape_string(*pair, NULL);
    g_autofree char *value = g_uri_unescape_string(equals + 1, NULL);
    if (name && value && *name) iod_labels_set(labels, name, value);
  }
}

static void take_field(const char *name, const char *text, IodRowText *row) {
  const struct {
    const char *name;
    const char **field;
  } fields[] = {
      {"tool", &row->tool}, {"test", &row->test},     {"op", &row->op},   {"metric", &row->metric},
      {"unit", &row->unit}, {"better", &row->better}, {"run", &row->run}, {"source", &row->source},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(fields); i++) {
    if (strcmp(name, fields[i].name) != 0) continue;
    if (*text) *fields[i].field = text;
    return;
  }
  guint64 line;
  const char *end = text + strlen(text);
  if (strcmp(name, "labels") == 0)
    take_labels(text, row->labels);
  else if (strcmp(name, "line") == 0 && iod_scan_whole(&text, end, &line))
    row->line = (guint32)MIN(line, G_MAXUINT32);
  else if (*text && *name)
    iod_labels_set(row->labels, name, text);
}

static const char *take_record(State *state, char **fields, guint32 line) {
  const IodPlainOptions *plain = iod_feed_plain_options(state->feed);
  g_autoptr(IodLabels) labels = iod_labels_new();
  IodRowText row = {
      .labels = labels, .line = line, .metric = plain->metric, .unit = plain->metric ? plain->unit : NULL};
  if (plain->metric) row.better = iod_better_name(plain->better);
  if (g_strv_length(fields) != g_strv_length(state->head)) {
    iod_feed_warn(state->feed, "broken", line, "%u fields under a head of %u; the row is left out",
                  g_strv_length(fields), g_strv_length(state->head));
    return "a broken row";
  }
  for (int i = 0; fields[i]; i++)
    if (i != state->value) take_field(state->head[i], fields[i], &row);
  const char *text = fields[state->value];
  if (!iod_number_parse(text, text + strlen(text), &row.value)) {
    iod_feed_warn(state->feed, "broken", line, "'%s' is no number; the row is left out",
                  fields[state->value]);
    return "a broken row";
  }
  if (iod_rows_take(state->rows, &row, ++state->number)) return "a row";
  iod_feed_warn(state->feed, "broken", line,
                "'%s' is none of higher, lower, neither, unknown; the row is left out", row.better);
  return "a broken row";
}

static const char *take_line(gpointer data, const IodLine *line) {
  State *state = data;
  if (!state->head) return take_head(state, line);
  if (!state->record && line->text[strspn(line->text, " ")] == '\0') {
    g_clear_pointer(&state->head, g_strfreev);
    return NULL;
  }
  if (!state->record) {
    state->record = g_string_new(NULL);
    state->record_line = line->number;
  } else {
    g_string_append_c(state->record, '\n');
  }
  g_string_append_len(state->record, line->text, (gssize)line->length);
  g_auto(GStrv) fields = split_record(state->record->str, state->separator);
  if (!fields && state->record->len < LONGEST_RECORD) return "a row that goes on";
  const char *what = fields ? take_record(state, fields, state->record_line) : NULL;
  g_string_free(g_steal_pointer(&state->record), TRUE);
  return what;
}

const IodParser iod_parser_csv = {
    .name = "csv",
    .summary = "CSV with a column `value` (or --value COLUMN); other columns are labels",
    .open = open_csv,
    .line = take_line,
    .close = close_csv,
};
