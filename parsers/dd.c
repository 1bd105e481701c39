// SPDX-License-Identifier: GPL-3.0-or-later
/* dd of GNU, BSD, busybox, toybox and uutils. A report is two lines of records and one of bytes and seconds.
 * A copy may print several: under way (status=progress), for a signal, after each error (conv=noerror); the
 * last one counts. */
#include "parsers/dd_grammar.h"

#include <string.h>

enum { IN, OUT };

typedef struct {
  guint64 full[2], partial[2]; /* of IN, OUT */
  guint records;               /* lines of records seen: 0 to 2 */
  guint64 bytes;
  double seconds;
  gboolean whole_seconds;
  gboolean under_way;
  gboolean odd_rate;
  gboolean cut;       /* its seconds are missing */
  char *lead;         /* text before it in its line; "" for none */
  char *error;        /* what dd complained of; NULL where it did not */
  gboolean is_error;  /* error has the shape of one */
  guint32 first_line; /* 0: nothing of it has been seen yet */
  guint32 line;       /* of the bytes */
} Report;

typedef struct {
  IodFeed *feed;
  IodMatch *match;
  char *command;      /* the last one seen, for the next run */
  Report coming;      /* its lines are coming in */
  Report held;        /* complete, until it shows that the same copy reports no more */
  Report under_way;   /* the last progress of a copy that has not reported yet */
  guint32 returned;   /* the line that a carriage return went back in */
  gboolean blank;     /* an empty line came after held */
  gboolean requested; /* a signal was sent after held */
} State;

static gboolean is_empty(const Report *report) {
  return report->first_line == 0;
}

static void clear_report(Report *report) {
  g_free(report->lead);
  g_free(report->error);
  *report = (Report){0};
}

static void begin(Report *report, guint32 line) {
  if (is_empty(report)) report->first_line = line;
}

/* ---- From reports to runs ---- */

/* Only where all records are full and equal can a block's size be told. */
static IodLabels *labels_of(const Report *report) {
  IodLabels *labels = iod_labels_new();
  guint64 count = report->full[OUT];
  gboolean full = report->records == 2 && report->partial[IN] == 0 && report->partial[OUT] == 0;
  if (full && count > 0 && count == report->full[IN] && report->bytes > 0 && report->bytes % count == 0)
    iod_labels_set_size(labels, "block_size", report->bytes / count);
  return labels;
}

static IodRun *begin_run(State *state, const Report *report) {
  IodRun *run = iod_feed_run(state->feed, "dd", report->first_line);
  iod_labels_set(run->facts, "command", state->command);
  g_clear_pointer(&state->command, g_free);
  return run;
}

/* What is known about the figures and may mislead. */
static void caution(State *state, const Report *report) {
  IodFeed *feed = state->feed;
  if (report->cut) {
    iod_feed_warn(feed, "cut", report->line, "dd's line ends within its seconds: no bandwidth");
  } else if (report->seconds <= 0) {
    iod_feed_warn(feed, "no_time", report->line, "dd's clock did not advance (0 s): no bandwidth");
  } else if (report->odd_rate) {
    iod_feed_warn(feed, "inconsistent", report->line,
                  "the rate that dd's line shows is not its bytes over its seconds, which count");
  }
  if (report->under_way)
    iod_feed_warn(feed, "assumed", report->line,
                  "dd's last progress is taken for its result: no report follows it");
}

static void give(State *state, const Report *report) {
  IodRun *run = begin_run(state, report);
  if (report->error) {
    iod_feed_fail(state->feed, run, report->first_line, report->error);
    return;
  }
  caution(state, report);
  g_autoptr(IodLabels) labels = labels_of(report);
  guint32 line = report->line;
  double bytes = (double)report->bytes, seconds = report->seconds;
  if (seconds > 0)
    iod_feed_observe(state->feed, run, "copy", "-", "bandwidth", bytes / seconds, line, labels);
  iod_feed_observe(state->feed, run, "copy", "-", "bytes", bytes, line, labels);
  if (!report->cut) iod_feed_observe(state->feed, run, "copy", "-", "duration", seconds, line, labels);
}

static void settle_held(State *state) {
  if (!is_empty(&state->held)) give(state, &state->held);
  clear_report(&state->held);
}

/* What came in so far is not going to be a whole report. */
static void settle_coming(State *state) {
  Report *coming = &state->coming;
  if (coming->error && (coming->is_error || coming->records > 0)) {
    iod_feed_fail(state->feed, begin_run(state, coming), coming->first_line, coming->error);
    clear_report(&state->under_way);
  } else if (coming->records == 2) {
    iod_feed_warn(state->feed, "cut", coming->first_line,
                  "dd's records without its line of bytes and seconds (status=noxfer, or cut): no figures");
    clear_report(&state->under_way);
  }
  clear_report(coming);
}

static void settle_under_way(State *state) {
  Report *last = &state->under_way;
  if (!is_empty(last)) {
    g_autofree char *reason = g_strdup_printf(
        "no report at its end; it was under way with %" G_GUINT64_FORMAT " bytes", last->bytes);
    iod_feed_fail(state->feed, begin_run(state, last), last->line, reason);
  }
  clear_report(last);
}

/* Nothing that comes later belongs to what came before. */
static void settle(State *state) {
  settle_held(state);
  settle_coming(state);
  settle_under_way(state);
}

/* ---- Which reports are of one copy ---- */

static gboolean rises(const Report *first, const Report *second) {
  return second->bytes > first->bytes && (second->cut || second->seconds > first->seconds);
}

/* A line without records that the next one overtakes: status=progress, its carriage returns lost. dd prints
 * the first after one second. Once all is copied and only to be flushed, the bytes rise no more. */
static gboolean is_progress(const Report *held, const Report *next) {
  const double first_after = 0.9;
  if (held->records > 0 || held->error || held->seconds < first_after) return FALSE;
  if (*held->lead && strcmp(held->lead, next->lead) != 0) return FALSE;
  if (rises(held, next)) return TRUE;
  return held->whole_seconds && held->bytes == next->bytes && next->seconds >= held->seconds &&
         (next->records > 0 || !next->whole_seconds);
}

/* Whether both have the same block size, as far as partial records leave it open. */
static gboolean same_blocks(const Report *a, const Report *b) {
  if (a->partial[IN] || a->partial[OUT] || b->partial[IN] || b->partial[OUT]) return TRUE;
  if (a->full[OUT] == 0 || b->full[OUT] == 0) return TRUE;
  return (double)a->bytes / (double)a->full[OUT] == (double)b->bytes / (double)b->full[OUT];
}

/* Whole reports of one copy: it was asked by signals, or went on after errors. */
static gboolean is_earlier_report(const State *state, const Report *held, const Report *next) {
  if (held->records < 2 || next->records < 2 || state->blank) return FALSE;
  gboolean in_vain = held->error && next->bytes == held->bytes && next->seconds > held->seconds;
  if (!in_vain && !rises(held, next)) return FALSE;
  if (next->full[IN] < held->full[IN] || next->full[OUT] < held->full[OUT]) return FALSE;
  if (next->error && !held->error) return FALSE;
  return same_blocks(held, next);
}

/* The report that is now complete takes the place of those before it, or they are given. */
static void complete(State *state) {
  Report *held = &state->held, *next = &state->coming;
  if (!is_empty(held)) {
    if (is_progress(held, next)) {
      next->first_line = held->first_line;
    } else if (is_earlier_report(state, held, next)) {
      if (!state->requested && !held->error && held->full[IN] == held->full[OUT])
        iod_feed_warn(
            state->feed, "assumed", next->line,
            "rising reports without a line between them are taken for one copy's; the last one counts");
      next->first_line = held->first_line;
      if (!next->error) next->error = g_steal_pointer(&held->error);
    } else {
      settle_held(state);
    }
  }
  clear_report(held);
  clear_report(&state->under_way);
  state->held = *next;
  state->coming = (Report){0};
  state->blank = state->requested = FALSE;
}

/* ---- Lines ---- */

static void take_records(State *state, const IodDdPart *part, guint32 line) {
  if (state->coming.records == 2) settle_coming(state);
  Report *coming = &state->coming;
  begin(coming, line);
  coming->full[coming->records] = part->full;
  coming->partial[coming->records] = part->partial;
  coming->records++;
}

static void take_figures(Report *report, const IodDdPart *part, guint32 line) {
  begin(report, line);
  report->bytes = part->bytes;
  report->seconds = part->seconds;
  report->whole_seconds = part->whole_seconds;
  report->under_way = part->under_way;
  report->odd_rate = part->odd_rate;
  report->line = line;
  g_free(report->lead);
  report->lead = g_strndup(part->lead.start, part->lead.length);
}

/* Progress ends in a carriage return or begins with one; records come on lines of their own, after a line
 * feed. */
static gboolean is_under_way(const State *state, const IodLine *line) {
  return line->carriage || (state->returned == line->number && state->coming.records == 0);
}

static const char *take_transfer(State *state, const IodDdPart *part, const IodLine *line) {
  if (!part->certain && state->coming.records < 2) return NULL;
  if (is_under_way(state, line)) {
    if (is_empty(&state->under_way) || part->bytes < state->under_way.bytes) {
      settle_held(state);
      settle_under_way(state);
    }
    take_figures(&state->under_way, part, line->number);
    return "progress, passed over";
  }
  if (!is_empty(&state->under_way) && part->bytes < state->under_way.bytes) settle_under_way(state);
  take_figures(&state->coming, part, line->number);
  complete(state);
  return "transfer line";
}

static const char *take_part(State *state, const IodDdPart *part, const IodLine *line) {
  switch (part->kind) {
  case IOD_DD_RECORDS:
    take_records(state, part, line->number);
    return "records";
  case IOD_DD_BROKEN:
    settle_held(state);
    clear_report(&state->coming);
    iod_feed_warn(state->feed, "broken", line->number,
                  "dd's count of bytes is not the size printed behind it; the line is left out");
    return "broken transfer line";
  default:
    return take_transfer(state, part, line);
  }
}

/* Records alone in a line are its only number and begin it, but for words of other scripts than Latin. */
static gboolean is_stray(const IodDdPart *part, const IodLine *line) {
  if (part->kind != IOD_DD_RECORDS || strstr(line->text, " records ")) return FALSE;
  const char *rest = strchr(line->text, '+');
  rest += strspn(rest, "+0123456789");
  if (strpbrk(rest, "0123456789")) return TRUE;
  return part->lead.length > 0 && (unsigned char)*part->lead.start < 0x80 && *part->lead.start != '^';
}

/* The parts of one line; records before a transfer in the same line are its own whatever stands before them.
 */
static const char *take_parts(State *state, const IodLine *line) {
  GArray *parts = g_array_new(FALSE, FALSE, sizeof(IodDdPart));
  IodDdPart part;
  gboolean transfer = FALSE;
  for (gsize offset = 0; iod_dd_next(state->match, line, &offset, &part);) {
    g_array_append_val(parts, part);
    transfer |= part.kind != IOD_DD_RECORDS;
  }
  const char *what = NULL;
  for (guint i = 0; i < parts->len; i++) {
    const IodDdPart *at = &g_array_index(parts, IodDdPart, i);
    if (!transfer && is_stray(at, line)) continue;
    const char *taken = take_part(state, at, line);
    if (taken) what = taken;
  }
  g_array_unref(parts);
  return what;
}

/* What is left of a report in a last line without an end. */
static const char *take_cut(State *state, const IodLine *line) {
  IodDdPart part = {.kind = IOD_DD_TRANSFER, .lead = {"", 0}};
  if (state->coming.records < 2 || !iod_dd_cut_bytes(state->match, line, &part.bytes)) return NULL;
  take_figures(&state->coming, &part, line->number);
  state->coming.cut = TRUE;
  if (!is_empty(&state->held) && is_earlier_report(state, &state->held, &state->coming))
    clear_report(&state->held);
  complete(state);
  return "transfer line, cut";
}

static const char *take_error(State *state, const IodLine *line, IodSlice reason, gboolean certain) {
  if (state->coming.error) settle_coming(state);
  if (!state->coming.records && !is_empty(&state->held) && !state->held.error) settle_held(state);
  begin(&state->coming, line->number);
  state->coming.error = iod_slice_text(reason);
  state->coming.is_error = certain;
  return certain ? "error" : NULL;
}

static const char *take_other(State *state, const IodLine *line) {
  if (iod_dd_is_request(line)) {
    state->requested = TRUE;
    return NULL;
  }
  settle(state);
  IodSlice command;
  if (!iod_dd_command(state->match, line, &command)) return NULL;
  g_free(state->command);
  state->command = iod_slice_text(command);
  return "command";
}

static const char *read_line(State *state, const IodLine *line) {
  IodSlice reason;
  gboolean certain = FALSE;
  const char *what = NULL;
  if (line->text[strspn(line->text, " ")] == '\0') {
    state->blank = TRUE;
    return NULL;
  }
  if (iod_dd_worth_scanning(line)) what = take_parts(state, line);
  if (!what && line->unended) what = take_cut(state, line);
  if (what) return what;
  if (iod_dd_error(line, &reason, &certain)) return take_error(state, line, reason, certain);
  return take_other(state, line);
}

static const char *take_line(gpointer data, const IodLine *line) {
  State *state = data;
  const char *what = read_line(state, line);
  if (line->carriage) state->returned = line->number;
  return what;
}

static gpointer open_state(IodFeed *feed) {
  State *state = g_new0(State, 1);
  state->feed = feed;
  state->match = iod_match_new();
  return state;
}

static void close_state(gpointer data) {
  State *state = data;
  settle(state);
  g_free(state->command);
  iod_match_free(state->match);
  g_free(state);
}

const IodParser iod_parser_dd = {
    .name = "dd",
    .summary = "reports of dd (GNU, BSD, busybox, toybox, uutils, any language): bandwidth, bytes, duration",
    .open = open_state,
    .line = take_line,
    .close = close_state,
};
