// SPDX-License-Identifier: GPL-3.0-or-later
/* Plain numbers, one a line or in a column: what ministat's users have. Each line is a run of its own. */
#include "parsers/feed.h"

#include <string.h>

typedef struct {
  IodFeed *feed;
} State;

static gpointer open_numbers(IodFeed *feed) {
  State *state = g_new0(State, 1);
  state->feed = feed;
  return state;
}

/* The field that holds the number: the n-th between blanks, commas, semicolons, or the whole line. */
static gboolean find_field(const IodLine *line, guint column, const char **from, const char **to) {
  const char *separators = " ,;\t";
  const char *at = line->text + strspn(line->text, " ");
  if (column == 0) {
    *from = at;
    *to = line->text + line->length;
    while (*to > *from && (*to)[-1] == ' ') (*to)--;
    return TRUE;
  }
  for (guint i = 1;; i++) {
    const char *end = at + strcspn(at, separators);
    if (end == at) return FALSE;
    if (i == column) {
      *from = at;
      *to = end;
      return TRUE;
    }
    at = end + strspn(end, separators);
  }
}

static const char *take_line(gpointer data, const IodLine *line) {
  State *state = data;
  const IodPlainOptions *plain = iod_feed_plain_options(state->feed);
  const char *from, *to;
  double value;
  const char *first = line->text + strspn(line->text, " ");
  if (*first == '\0' || *first == '#') return NULL;
  if (!find_field(line, plain->column, &from, &to) || !iod_number_parse(from, to, &value)) {
    iod_feed_warn(state->feed, "broken", line->number,
                  "no number stands here; it is passed over (--column N chooses one of several)");
    return "no number";
  }
  IodRun *run = iod_feed_run(state->feed, "numbers", line->number);
  IodObservation observation = {.test = "-",
                                .op = "-",
                                .value = value,
                                .line = line->number,
                                .metric = {.name = plain->metric ? plain->metric : "value",
                                           .unit = plain->unit ? plain->unit : "1",
                                           .better = plain->better}};
  iod_feed_push(state->feed, run, &observation);
  return "a number";
}

const IodParser iod_parser_numbers = {
    .name = "numbers",
    .summary = "plain numbers, a run a line (--column, --metric, --unit, --better)",
    .by_name_only = TRUE,
    .open = open_numbers,
    .line = take_line,
    .close = g_free,
};
