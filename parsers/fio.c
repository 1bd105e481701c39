// SPDX-License-Identifier: GPL-3.0-or-later
/* The text that fio prints, version 1.20 to 3.42. Here lines that mails and terminals wrapped are put
 * together again; fio_grammar.c tells what a line is, fio_report.c what it belongs to, fio_emit.c what comes
 * of it. */
#include "parsers/fio_report.h"

#include <string.h>

/* A line is wrapped into no more pieces than these, and no longer. */
enum { MOST_PIECES = 5, LONGEST_LINE = 8192 };

typedef struct {
  IodFeed *feed;
  FioReport *report;
  GString *held; /* the pieces of a line whose end is missing; empty: none */
  guint pieces;
  guint32 held_line;
  gboolean in_list; /* the line before may go on with further "key=value" */
  gboolean seen;    /* a line of a report in words */
  guint32 terse;    /* the first terse line; 0: none */
} Fio;

static const char continued[] = "end of a wrapped line";

static gpointer open_fio(IodFeed *feed) {
  Fio *fio = g_new0(Fio, 1);
  fio->feed = feed;
  fio->report = fio_report_new(feed);
  fio->held = g_string_new(NULL);
  return fio;
}

/* ---- Wrapped lines ---- */

static void hold(Fio *fio, const char *text, gsize length, guint32 line) {
  g_string_append_len(fio->held, text, (gssize)length);
  fio->pieces = 1;
  fio->held_line = line;
}

static void drop_held(Fio *fio) {
  g_string_truncate(fio->held, 0);
  fio->pieces = 0;
}

/* No more of the line will come: what it tells counts. */
static void release(Fio *fio) {
  if (fio->pieces == 0) return;
  FioShape shape = fio_shape_of(fio->held->str, fio->held->len);
  fio_report_line(fio->report, &shape, fio->held_line, TRUE);
  if (fio->pieces > 1) fio_report_text(fio->report);
  drop_held(fio);
}

/* TRUE where the line is whole with the piece behind it. */
static gboolean completes(Fio *fio, const char *glue, const char *text, gsize length, gboolean last_chance) {
  gsize before = fio->held->len;
  FioLineKind kind = fio_shape_of(fio->held->str, before).kind;
  g_string_append(fio->held, glue);
  g_string_append_len(fio->held, text, (gssize)length);
  FioShape shape = fio_shape_of(fio->held->str, fio->held->len);
  gboolean whole = shape.kind == kind && fio_report_line(fio->report, &shape, fio->held_line, last_chance);
  if (!whole) g_string_truncate(fio->held, before);
  return whole;
}

/* Lines are wrapped between words by mailers, and anywhere by terminals. */
static gboolean joins(Fio *fio, const char *text, gsize length, gboolean last) {
  if (fio->pieces == 0 || fio->pieces >= MOST_PIECES || fio->held->len + length > LONGEST_LINE) return FALSE;
  if (completes(fio, " ", text, length, FALSE) || completes(fio, "", text, length, FALSE) ||
      (last && completes(fio, " ", text, length, TRUE))) {
    drop_held(fio);
    return TRUE;
  }
  g_string_append_c(fio->held, ' ');
  g_string_append_len(fio->held, text, (gssize)length);
  fio->pieces++;
  return TRUE;
}

/* TRUE where a list of pairs may go on in the next line. */
static gboolean may_go_on(const FioShape *shape) {
  const char *end = shape->rest.end;
  switch (shape->kind) {
  case FIO_LINE_SAMPLES:
  case FIO_LINE_BINS:
  case FIO_LINE_DEPTHS:
  case FIO_LINE_TARGET:
  case FIO_LINE_DISKS:
  case FIO_LINE_CPU:
    return end > shape->rest.at && end[-1] == ',';
  case FIO_LINE_ISSUED:
    return TRUE;
  case FIO_LINE_FLOW:
    return memchr(shape->rest.at, ';', (gsize)(end - shape->rest.at)) != NULL;
  default:
    return FALSE;
  }
}

/* ---- Lines ---- */

/* A number at the very end of a log may have been cut: the line less that number. */
static gsize trusted_length(const IodLine *line) {
  gsize length = line->length;
  if (!line->unended) return length;
  while (length > 0 && (g_ascii_isdigit(line->text[length - 1]) || line->text[length - 1] == '.')) length--;
  return length;
}

static void warn_of_cut(Fio *fio, const FioShape *shape, const IodLine *line) {
  FioIssued issued;
  switch (shape->kind) {
  case FIO_LINE_ISSUED:
    if (fio_read_issued(shape->rest, &issued)) return;
    break;
  case FIO_LINE_FLOW:
  case FIO_LINE_LATENCY:
  case FIO_LINE_ROW:
  case FIO_LINE_CPU:
  case FIO_LINE_STATUS:
    break;
  default:
    return;
  }
  iod_feed_warn(fio->feed, "cut", line->number, "the log ends within a number, which is left out");
}

/* In client mode lines come with their server in front: "<node1> Starting 1 process". */
static FioCursor behind_server(FioCursor line) {
  FioCursor at = line;
  fio_skip_blanks(&at);
  if (!fio_take_char(&at, '<') || !fio_take_behind(&at, ">")) return line;
  FioShape shape = fio_shape_of(at.at, (gsize)(at.end - at.at));
  fio_skip_blanks(&at);
  return shape.kind != FIO_LINE_NONE || at.at == at.end ? at : line;
}

static FioShape shape_in_place(const Fio *fio, FioCursor line) {
  FioShape shape = fio_shape_of(line.at, (gsize)(line.end - line.at));
  gboolean in_preamble = shape.kind == FIO_LINE_DOTS || shape.kind == FIO_LINE_BARE;
  if (in_preamble && !fio_report_in_preamble(fio->report)) shape.kind = FIO_LINE_NONE;
  return shape;
}

static const char *take_other(Fio *fio, FioCursor text, const IodLine *line) {
  gsize length = (gsize)(text.end - text.at);
  if (joins(fio, text.at, length, line->unended)) return continued;
  release(fio);
  if (fio->in_list && fio_is_list_end(text.at, length)) {
    fio->in_list = text.end[-1] == ',';
    return continued;
  }
  fio->in_list = FALSE;
  fio_report_text(fio->report);
  return NULL;
}

static const char *take_line(gpointer state, const IodLine *line) {
  Fio *fio = state;
  FioCursor text = {line->text, line->text + trusted_length(line)};
  while (text.end > text.at && text.end[-1] == ' ') text.end--;
  fio_skip_blanks(&text);
  if (text.at < text.end && *text.at == '<') text = behind_server(text);
  if (text.at == text.end) {
    release(fio);
    return NULL;
  }
  FioShape shape = shape_in_place(fio, text);
  if (shape.kind == FIO_LINE_NONE) return take_other(fio, text, line);
  release(fio);
  fio->in_list = may_go_on(&shape);
  fio->seen = fio->seen || shape.kind == FIO_LINE_HEADER || shape.kind == FIO_LINE_FLOW ||
              shape.kind == FIO_LINE_STATUS;
  if (shape.kind == FIO_LINE_TERSE && fio->terse == 0) fio->terse = line->number;
  if (text.end < line->text + line->length && line->unended) warn_of_cut(fio, &shape, line);
  if (!fio_report_line(fio->report, &shape, line->number, line->unended))
    hold(fio, text.at, (gsize)(text.end - text.at), line->number);
  return fio_kind_name(shape.kind);
}

static void close_fio(gpointer state) {
  Fio *fio = state;
  release(fio);
  fio_report_close(fio->report);
  if (fio->terse != 0 && !fio->seen)
    iod_feed_warn(fio->feed, "unsupported", fio->terse,
                  "fio's terse output is not read: run it with --output-format=normal or json");
  g_string_free(fio->held, TRUE);
  g_free(fio);
}

const IodParser iod_parser_fio = {
    .name = "fio",
    .summary = "fio's report in words: IOPS, bandwidth, latencies and their percentiles, CPU",
    .open = open_fio,
    .line = take_line,
    .close = close_fio,
};
