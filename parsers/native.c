// SPDX-License-Identifier: GPL-3.0-or-later
/* Our own JSON, read by the model: results of `run`, baselines, and what `parse` writes. */
#include "parsers/parser.h"

typedef struct {
  IodFeed *feed;
  IodNativeRows *rows;
} State;

static gpointer open_native(IodFeed *feed) {
  State *state = g_new0(State, 1);
  state->feed = feed;
  state->rows = iod_native_rows_new(iod_feed_sink(feed));
  return state;
}

static void close_native(gpointer data) {
  State *state = data;
  iod_native_rows_free(state->rows);
  g_free(state);
}

static const char *take_document(gpointer data, const json_t *root, guint32 line) {
  State *state = data;
  const char *source = iod_feed_source(state->feed);
  g_autoptr(GError) error = NULL;
  if (iod_native_is_row(root)) {
    if (iod_native_rows_read(state->rows, root, source, line, &error)) return "a row of parse";
  } else if (!iod_native_is_ours(root)) {
    return NULL;
  } else if (iod_native_read(root, source, line, iod_feed_sink(state->feed), &error)) {
    return "iodelta's own results";
  }
  iod_feed_warn(state->feed, "broken", line, "%s", error->message);
  return "results that can't be used";
}

const IodParser iod_parser_native = {
    .name = "iodelta",
    .summary = "iodelta's own JSON: results of `run`, baselines, and what `parse` writes",
    .open = open_native,
    .document = take_document,
    .close = close_native,
};
