// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_grammar.h"

#include <string.h>

static const char *const kind_names[] = {
    [FIO_LINE_JOB] = "job line",
    [FIO_LINE_DOTS] = "clones of the job above",
    [FIO_LINE_VERSION] = "version",
    [FIO_LINE_BARE] = "version",
    [FIO_LINE_STARTING] = "start of the jobs",
    [FIO_LINE_HOST] = "server",
    [FIO_LINE_MESSAGE] = "message",
    [FIO_LINE_PROGRESS] = "progress, passed over",
    [FIO_LINE_TERSE] = "terse output, passed over",
    [FIO_LINE_HEADER] = "header of a job",
    [FIO_LINE_FLOW] = "rates of one direction",
    [FIO_LINE_LATENCY] = "latencies",
    [FIO_LINE_TABLE] = "heading of percentiles",
    [FIO_LINE_ROW] = "percentiles",
    [FIO_LINE_SAMPLES] = "samples over time, passed over",
    [FIO_LINE_BINS] = "histogram of latencies, passed over",
    [FIO_LINE_CPU] = "CPU use",
    [FIO_LINE_DEPTHS] = "queue depths, passed over",
    [FIO_LINE_ISSUED] = "I/Os issued",
    [FIO_LINE_TARGET] = "latency target",
    [FIO_LINE_OTHER] = "detail, passed over",
    [FIO_LINE_SECTION] = "heading of a group",
    [FIO_LINE_STATUS] = "sums of a group",
    [FIO_LINE_DISKS] = "disk statistics, passed over",
};

const char *fio_kind_name(FioLineKind kind) {
  return kind_names[kind];
}

/* ---- Shapes ---- */

static gboolean take_colon(FioCursor *cursor) {
  fio_skip_blanks(cursor);
  if (!fio_take_char(cursor, ':')) return FALSE;
  fio_skip_blanks(cursor);
  return TRUE;
}

static gboolean at_digit(FioCursor cursor) {
  fio_skip_blanks(&cursor);
  return cursor.at < cursor.end && fio_is_digit(*cursor.at);
}

/* "99.50th=", blanks before it. */
static gboolean at_entry(FioCursor cursor) {
  fio_skip_blanks(&cursor);
  const char *start = cursor.at;
  while (cursor.at < cursor.end && (fio_is_digit(*cursor.at) || *cursor.at == '.')) cursor.at++;
  return cursor.at > start && fio_take_word(&cursor, "th=");
}

/* KEY= and a number; the key is not taken. */
static gboolean at_pair(FioCursor cursor, const char *key) {
  return fio_take_word(&cursor, key) && fio_take_char(&cursor, '=') && at_digit(cursor);
}

/* sysbench 1.1 has "IOPS=17674.32 276.16 MiB/s": fio has a comma behind the number. */
static gboolean at_iops(FioCursor cursor) {
  if (!at_pair(cursor, "IOPS")) return FALSE;
  const char *blank = memchr(cursor.at, ' ', (gsize)(cursor.end - cursor.at));
  return !blank || blank + 1 == cursor.end || !g_ascii_isdigit(blank[1]);
}

static FioShape shape(FioLineKind kind, guint which, FioCursor rest) {
  return (FioShape){kind, which, rest};
}

static FioShape no_shape(void) {
  return (FioShape){.kind = FIO_LINE_NONE};
}

/* "read : io=…", "read: IOPS=…", "READ: bw=…" behind the direction's name. */
static FioShape shape_of_rates(FioCursor line, guint op, FioLineKind kind) {
  if (!take_colon(&line)) return no_shape();
  gboolean fits = at_pair(line, "io");
  if (kind == FIO_LINE_FLOW) fits = fits || at_iops(line);
  if (kind == FIO_LINE_STATUS) fits = fits || at_pair(line, "bw");
  return fits ? shape(kind, op, line) : no_shape();
}

/* "clat (usec): min=…", "lat (usec) : 2=…", "clat percentiles (usec):", "clat prio 0/0 (usec): min=…" behind
 * the first word. */
static FioShape shape_of_times(FioCursor line, guint time) {
  fio_skip_blanks(&line);
  if (fio_take_word(&line, "percentiles")) return shape(FIO_LINE_TABLE, time, line);
  if (fio_take_word(&line, "prio")) {
    gboolean table = fio_take_behind(&line, "percentiles");
    return shape(table ? FIO_LINE_TABLE : FIO_LINE_LATENCY, FIO_PASSED, line);
  }
  FioCursor rest = line;
  if (!fio_take_char(&line, '(')) return no_shape();
  const char *bracket = memchr(line.at, ')', (gsize)(line.end - line.at));
  if (bracket == NULL) return no_shape();
  line.at = bracket + 1;
  if (!take_colon(&line) || line.at == line.end) return no_shape();
  if (*line.at == 'm') return shape(FIO_LINE_LATENCY, time, rest);
  return fio_is_digit(*line.at) || *line.at == '>' ? shape(FIO_LINE_BINS, 0, rest) : no_shape();
}

/* "high prio_clat (usec): …", "low prio (30.70%) clat percentiles (usec):". */
static FioShape shape_of_priority(FioCursor line) {
  fio_skip_blanks(&line);
  if (!fio_take_word(&line, "prio")) return no_shape();
  gboolean table = fio_take_behind(&line, "percentiles");
  return shape(table ? FIO_LINE_TABLE : FIO_LINE_LATENCY, FIO_PASSED, line);
}

/* "bw (KiB/s): min=…", "iops : min=…". */
static FioShape shape_of_samples(FioCursor line) {
  fio_skip_blanks(&line);
  if (fio_take_char(&line, '(') && !fio_take_behind(&line, ")")) return no_shape();
  return take_colon(&line) && fio_take_word(&line, "min=") ? shape(FIO_LINE_SAMPLES, 0, line) : no_shape();
}

/* WORD : then what tells the kind for sure (NULL: a number). */
static FioShape shape_of_detail(FioCursor line, const char *sign, FioLineKind kind) {
  if (!take_colon(&line)) return no_shape();
  FioCursor rest = line;
  gboolean fits = sign != NULL ? fio_take_word(&line, sign) : at_digit(line);
  return fits ? shape(kind, 0, rest) : no_shape();
}

/* "issued r/w:", "issued    :", "issued rwts:", then "total=". */
static FioShape shape_of_issued(FioCursor line) {
  if (!fio_take_behind(&line, ":")) return no_shape();
  fio_skip_blanks(&line);
  return fio_take_word(&line, "total=") ? shape(FIO_LINE_ISSUED, 0, line) : no_shape();
}

/* "fio-3.33", "fio 1.58" and nothing behind it. */
static FioShape shape_of_version(FioCursor line) {
  FioCursor rest = line;
  const char *blank = memchr(line.at, ' ', (gsize)(line.end - line.at));
  return at_digit(line) && *line.at != ' ' && blank == NULL ? shape(FIO_LINE_VERSION, 0, rest) : no_shape();
}

static FioShape shape_of_bare_version(FioCursor line) {
  FioCursor rest = line;
  while (line.at < line.end && (fio_is_digit(*line.at) || *line.at == '.')) line.at++;
  gsize length = (gsize)(line.at - rest.at);
  return line.at == line.end && memchr(rest.at, '.', length) != NULL && length < 12 &&
                 rest.at[length - 1] != '.'
             ? shape(FIO_LINE_BARE, 0, rest)
             : no_shape();
}

/* "3;fio-3.33;…": the version of the format, then dozens of fields. */
static FioShape shape_of_terse(FioCursor line) {
  FioCursor rest = line;
  guint fields = 0;
  for (; line.at < line.end; line.at++) fields += *line.at == ';';
  return fields > 20 ? shape(FIO_LINE_TERSE, 0, rest) : no_shape();
}

/* "4 processes", "1 thread and 1 process" and nothing behind it. */
static gboolean starts_jobs(FioCursor line) {
  static const char *const words[] = {" processes", " process", " threads", " thread"};
  guint64 count = 0;
  do {
    guint word = 0;
    if (!fio_scan_whole(&line, &count)) return FALSE;
    while (word < G_N_ELEMENTS(words) && !fio_take_word(&line, words[word])) word++;
    if (word == G_N_ELEMENTS(words)) return FALSE;
  } while (fio_take_word(&line, " and "));
  return line.at == line.end;
}

static gboolean before(const char *start, const char *at, const char *word) {
  gsize length = strlen(word);
  return (gsize)(at - start) >= length && memcmp(at - length, word, length) == 0;
}

/* Rates with text in front end where fio's line ends; otherwise someone writes about them. */
static gboolean ends_rates(FioCursor line) {
  static const char *const ends[] = {"msec", "msec)", "resets"};
  for (gsize i = 0; i < G_N_ELEMENTS(ends); i++)
    if (before(line.at, line.end, ends[i])) return TRUE;
  return FALSE;
}

/* The direction whose name ends before at, blanks and a colon between: "1 - READ: io=…". */
static FioShape shape_of_stray_rates(const char *start, const char *at, FioCursor rest) {
  static const struct {
    const char *name;
    FioOp op;
    FioLineKind kind;
  } names[] = {{"read", FIO_READ, FIO_LINE_FLOW},   {"write", FIO_WRITE, FIO_LINE_FLOW},
               {"trim", FIO_TRIM, FIO_LINE_FLOW},   {"mixed", FIO_MIXED, FIO_LINE_FLOW},
               {"READ", FIO_READ, FIO_LINE_STATUS}, {"WRITE", FIO_WRITE, FIO_LINE_STATUS},
               {"TRIM", FIO_TRIM, FIO_LINE_STATUS}, {"MIXED", FIO_MIXED, FIO_LINE_STATUS}};
  const char *p = at;
  while (p > start && p[-1] == ' ') p--;
  if (p == start || *--p != ':' || !ends_rates(rest)) return no_shape();
  const char *colon = p;
  while (p > start && p[-1] == ' ') p--;
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    gsize length = strlen(names[i].name);
    if (!before(start, p, names[i].name)) continue;
    if ((gsize)(p - start) > length && g_ascii_isalnum(p[-(gssize)length - 1])) continue;
    return shape_of_rates((FioCursor){colon, rest.end}, names[i].op, names[i].kind);
  }
  return no_shape();
}

/* Lines told by what stands before an equals sign: those that begin with a name, and those with text in
 * front. */
static FioShape shape_by_pairs(FioCursor line) {
  FioShape found = no_shape();
  const char *end = line.end;
  for (const char *p = line.at; p < end && (p = memchr(p, '=', (gsize)(end - p))) != NULL; p++) {
    if (before(line.at, p, "(groupid")) return shape(FIO_LINE_HEADER, 0, line);
    if (before(line.at, p, ": (g"))
      found = shape(FIO_LINE_JOB, 0, line);
    else if (found.kind != FIO_LINE_NONE)
      continue;
    else if (before(line.at, p, "(f"))
      found = shape(FIO_LINE_PROGRESS, 0, line);
    else if (before(line.at, p, ": ios"))
      found = shape(FIO_LINE_DISKS, 0, line);
    else if (before(line.at, p, "IOPS"))
      found = shape_of_stray_rates(line.at, p - 4, line);
    else if (before(line.at, p, "io") || before(line.at, p, "bw"))
      found = shape_of_stray_rates(line.at, p - 2, line);
  }
  return found;
}

/* "NAME: Laying out IO file (1 file / 16MiB)", "NAME : Saving output of prerun in …". */
static gboolean is_remark(FioCursor line) {
  const char *colon = memchr(line.at, ':', (gsize)(line.end - line.at));
  if (colon == NULL) return FALSE;
  line.at = colon;
  return fio_take_behind(&line, ": Laying out IO file") || fio_take_behind(&line, ": Saving output of ") ||
         fio_take_behind(&line, ": verify failed at file");
}

/* The end of a progress line that was wrapped: "/s] [0/5002/0 iops] [eta 00m:00s]". */
static gboolean ends_progress(FioCursor line) {
  return line.end - line.at > 8 && line.end[-1] == ']' && line.end[-2] == 's' && fio_holds(line, "[eta ");
}

/* Dispatch by the first letter, so that lines of other tools cost next to nothing. */
static FioShape shape_of_word(FioCursor line) {
  FioCursor at = line;
  switch (*line.at) {
  case '|':
    at.at++;
    return at_entry(at) ? shape(FIO_LINE_ROW, 0, at) : no_shape();
  case '.':
    return line.end - line.at == 3 && memcmp(line.at, "...", 3) == 0 ? shape(FIO_LINE_DOTS, 0, line)
                                                                     : no_shape();
  case 'C':
    return fio_take_word(&at, "CPU idleness:") ? shape(FIO_LINE_OTHER, 0, at) : no_shape();
  case 'D':
    if (fio_take_word(&at, "Disk stats (")) return shape(FIO_LINE_DISKS, 0, at);
    return fio_take_word(&at, "Description") ? shape_of_detail(at, "[", FIO_LINE_OTHER) : no_shape();
  case 'I':
    return fio_take_word(&at, "IO depths") ? shape_of_detail(at, NULL, FIO_LINE_DEPTHS) : no_shape();
  case 'M':
    return fio_take_word(&at, "MIXED") ? shape_of_rates(at, FIO_MIXED, FIO_LINE_STATUS) : no_shape();
  case 'R':
    if (fio_take_word(&at, "READ")) return shape_of_rates(at, FIO_READ, FIO_LINE_STATUS);
    return fio_take_word(&at, "Run status group ") && at_digit(at) ? shape(FIO_LINE_SECTION, 0, at)
                                                                   : no_shape();
  case 'S':
    return fio_take_word(&at, "Starting ") && starts_jobs(at) ? shape(FIO_LINE_STARTING, 0, at) : no_shape();
  case 'T':
    return fio_take_word(&at, "TRIM") ? shape_of_rates(at, FIO_TRIM, FIO_LINE_STATUS) : no_shape();
  case 'W':
    return fio_take_word(&at, "WRITE") ? shape_of_rates(at, FIO_WRITE, FIO_LINE_STATUS) : no_shape();
  default:
    return no_shape();
  }
}

static FioShape shape_of_small_word(FioCursor line) {
  FioCursor at = line;
  switch (*line.at) {
  case 'b':
    if (fio_take_word(&at, "bw")) return shape_of_samples(at);
    return fio_take_word(&at, "block lifetime") ? shape(FIO_LINE_TABLE, FIO_PASSED, at) : no_shape();
  case 'c':
    if (fio_take_word(&at, "clat")) return shape_of_times(at, FIO_CLAT);
    if (fio_take_word(&at, "cpu")) return shape_of_detail(at, "usr=", FIO_LINE_CPU);
    return fio_take_word(&at, "complete") ? shape_of_detail(at, NULL, FIO_LINE_DEPTHS) : no_shape();
  case 'e':
    return fio_take_word(&at, "errors") ? shape_of_detail(at, "total=", FIO_LINE_OTHER) : no_shape();
  case 'f':
    if (fio_take_word(&at, "fsync/fdatasync")) return shape(FIO_LINE_OTHER, 0, at);
    return fio_take_word(&at, "fio-") || fio_take_word(&at, "fio ") ? shape_of_version(at) : no_shape();
  case 'h':
    return fio_take_word(&at, "high") ? shape_of_priority(at) : no_shape();
  case 'i':
    if (fio_take_word(&at, "iops")) return shape_of_samples(at);
    return fio_take_word(&at, "issued") ? shape_of_issued(at) : no_shape();
  case 'l':
    if (fio_take_word(&at, "latency")) return shape_of_detail(at, "target=", FIO_LINE_TARGET);
    if (fio_take_word(&at, "lat")) return shape_of_times(at, FIO_LAT);
    return fio_take_word(&at, "low") ? shape_of_priority(at) : no_shape();
  case 'm':
    return fio_take_word(&at, "mixed") ? shape_of_rates(at, FIO_MIXED, FIO_LINE_FLOW) : no_shape();
  case 'p':
    return fio_take_word(&at, "percpu") ? shape_of_detail(at, NULL, FIO_LINE_OTHER) : no_shape();
  case 'r':
    return fio_take_word(&at, "read") ? shape_of_rates(at, FIO_READ, FIO_LINE_FLOW) : no_shape();
  case 's':
    if (fio_take_word(&at, "slat")) return shape_of_times(at, FIO_SLAT);
    if (fio_take_word(&at, "sync")) return shape_of_times(at, FIO_SYNC);
    if (fio_take_word(&at, "submit")) return shape_of_detail(at, NULL, FIO_LINE_DEPTHS);
    if (fio_take_word(&at, "states")) return shape_of_detail(at, "unwritten=", FIO_LINE_OTHER);
    return fio_take_word(&at, "steadystate") ? shape_of_detail(at, "attained=", FIO_LINE_OTHER) : no_shape();
  case 't':
    return fio_take_word(&at, "trim") ? shape_of_rates(at, FIO_TRIM, FIO_LINE_FLOW) : no_shape();
  case 'u':
    return fio_take_word(&at, "unit work") ? shape_of_detail(at, "mean=", FIO_LINE_OTHER) : no_shape();
  case 'w':
    return fio_take_word(&at, "write") ? shape_of_rates(at, FIO_WRITE, FIO_LINE_FLOW) : no_shape();
  default:
    return no_shape();
  }
}

/* What a job may be called too ("fio: (groupid=0, …"), so that header and job lines are looked for first. */
static FioShape shape_of_message(FioCursor line) {
  static const struct {
    const char *start;
    FioLineKind kind;
  } messages[] = {{"fio: ", FIO_LINE_MESSAGE},
                  {"note: ", FIO_LINE_MESSAGE},
                  {"client <", FIO_LINE_MESSAGE},
                  {"Expected CRC: ", FIO_LINE_MESSAGE},
                  {"Received CRC: ", FIO_LINE_MESSAGE},
                  {"hostname=", FIO_LINE_HOST},
                  {"Jobs: ", FIO_LINE_PROGRESS},
                  {"Threads: ", FIO_LINE_PROGRESS},
                  {"Threads running: ", FIO_LINE_PROGRESS}};
  for (gsize i = 0; i < G_N_ELEMENTS(messages); i++) {
    FioCursor at = line;
    if (*line.at != messages[i].start[0] || !fio_take_word(&at, messages[i].start)) continue;
    if (messages[i].kind == FIO_LINE_PROGRESS && !at_digit(at)) continue;
    if (messages[i].kind == FIO_LINE_HOST && !fio_holds(at, ", be=")) continue;
    return shape(messages[i].kind, 0, at);
  }
  return no_shape();
}

/* A job may be called like any line ("read: IOPS=1k"). */
static gboolean names_job(FioCursor line) {
  while ((line.at = memchr(line.at, '(', (gsize)(line.end - line.at))) != NULL) {
    if (fio_take_word(&line, "(groupid=") || fio_take_word(&line, "(g=")) return TRUE;
    line.at++;
  }
  return FALSE;
}

FioShape fio_shape_of(const char *text, gsize length) {
  FioCursor line = {text, text + length};
  fio_skip_blanks(&line);
  while (line.end > line.at && line.end[-1] == ' ') line.end--;
  if (line.at == line.end) return no_shape();
  FioShape found = g_ascii_islower(*line.at) ? shape_of_small_word(line) : shape_of_word(line);
  if (found.kind == FIO_LINE_ROW || (found.kind != FIO_LINE_NONE && !names_job(line))) return found;
  if (fio_is_digit(*line.at)) {
    if (at_entry(line)) return shape(FIO_LINE_ROW, 0, line); /* a row that was wrapped between entries */
    found = line.end - line.at > 1 && line.at[1] == ';' ? shape_of_terse(line) : shape_of_bare_version(line);
    if (found.kind != FIO_LINE_NONE) return found;
  }
  found = shape_by_pairs(line);
  if (found.kind == FIO_LINE_HEADER || found.kind == FIO_LINE_JOB) return found;
  FioShape message = shape_of_message(line);
  if (message.kind != FIO_LINE_NONE) return message;
  if (found.kind == FIO_LINE_NONE && ends_progress(line)) return shape(FIO_LINE_PROGRESS, 0, line);
  if (found.kind == FIO_LINE_NONE && is_remark(line)) return shape(FIO_LINE_MESSAGE, 0, line);
  return found;
}

gboolean fio_is_list_end(const char *text, gsize length) {
  FioCursor line = {text, text + length};
  fio_skip_blanks(&line);
  if (length >= 6 && memcmp(line.end - 6, "resets", 6) == 0) return TRUE; /* "; 24 zone resets" */
  if (line.at < line.end && *line.at == '>') line.at++;
  if (line.at < line.end && *line.at == '=') return at_digit((FioCursor){line.at + 1, line.end});
  const char *start = line.at;
  while (line.at < line.end && (g_ascii_isalnum(*line.at) || *line.at == '_')) line.at++;
  return line.at > start && fio_take_char(&line, '=') && at_digit(line);
}

/* ---- Readers ---- */

/* Behind "KEY=" and blanks. */
static gboolean take_key(FioCursor *cursor, const char *key) {
  if (!fio_take_behind(cursor, key)) return FALSE;
  fio_skip_blanks(cursor);
  return TRUE;
}

/* "1002msec"; the m shows that no digit is missing, the rest of it that the line is whole. */
static gboolean take_msec(FioCursor *cursor, gint64 *msec, gboolean *whole) {
  double value = 0;
  guint8 decimals = 0;
  FioCursor ahead = *cursor;
  fio_skip_blanks(&ahead);
  if (!fio_scan_decimal(&ahead, &value, &decimals) || !fio_take_char(&ahead, 'm') || value > 1e15)
    return FALSE;
  *msec = (gint64)value;
  *whole = fio_take_word(&ahead, "sec");
  *cursor = ahead;
  return TRUE;
}

/* "13.6k, BW=106MiB/s (112MB/s)(107MiB/1002msec); 0 zone resets". */
static gboolean read_new_flow(FioCursor rest, FioFlowLine *flow) {
  gboolean whole = FALSE;
  if (take_key(&rest, "IOPS=") && !fio_scan_count(&rest, &flow->iops)) flow->iops = -1;
  if (take_key(&rest, "BW=") && !fio_scan_amount(&rest, FALSE, &flow->bandwidth))
    flow->bandwidth = FIO_NO_AMOUNT;
  while (flow->msec < 0 && fio_take_behind(&rest, "(")) {
    FioAmount amount;
    gint64 msec = 0;
    FioCursor inner = rest;
    if (!fio_scan_amount(&inner, FALSE, &amount) || !fio_take_char(&inner, '/') ||
        !take_msec(&inner, &msec, &whole))
      continue;
    flow->bytes = amount;
    flow->msec = msec;
  }
  return whole && flow->iops >= 0 && flow->bandwidth.number >= 0;
}

/* "io=80396KiB, bw=82243KiB/s, iops=20078, runt=  1001msec". */
static gboolean read_old_flow(FioCursor rest, FioFlowLine *flow) {
  gboolean whole = FALSE;
  FioCursor at = rest;
  if (take_key(&at, "io=") && !fio_scan_amount(&at, TRUE, &flow->bytes)) flow->bytes = FIO_NO_AMOUNT;
  at = rest;
  if (take_key(&at, "bw=") && !fio_scan_amount(&at, TRUE, &flow->bandwidth)) flow->bandwidth = FIO_NO_AMOUNT;
  at = rest;
  if (take_key(&at, "iops=") && !fio_scan_count(&at, &flow->iops)) flow->iops = -1;
  /* "iops=29," was cut: it may have been 29,727. */
  if (at.at + 1 == at.end && *at.at == ',') flow->iops = -1;
  at = rest;
  if (take_key(&at, "runt=")) take_msec(&at, &flow->msec, &whole);
  return whole && flow->bytes.number >= 0 && flow->bandwidth.number >= 0;
}

gboolean fio_read_flow(FioCursor rest, FioFlowLine *flow) {
  *flow = (FioFlowLine){-1, FIO_NO_AMOUNT, FIO_NO_AMOUNT, -1, at_pair(rest, "io")};
  return flow->old ? read_old_flow(rest, flow) : read_new_flow(rest, flow);
}

gboolean fio_read_status(FioCursor rest, FioStatusLine *status) {
  gboolean old = at_pair(rest, "io"), whole = FALSE;
  *status = (FioStatusLine){FIO_NO_AMOUNT, FIO_NO_AMOUNT, -1, old};
  FioCursor at = rest;
  if (take_key(&at, old ? "aggrb=" : "bw=") && !fio_scan_amount(&at, old, &status->bandwidth))
    status->bandwidth = FIO_NO_AMOUNT;
  at = rest;
  if (take_key(&at, "io=") && !fio_scan_amount(&at, old, &status->bytes)) status->bytes = FIO_NO_AMOUNT;
  at = rest;
  if (take_key(&at, old ? "maxt=" : "run=") && (old || fio_take_behind(&at, "-")))
    take_msec(&at, &status->msec, &whole);
  return whole && status->bandwidth.number >= 0 && status->bytes.number >= 0;
}

/* How many of the unit in "(usec)" make a second; 0 for what is no unit. */
static double take_unit(FioCursor *cursor) {
  static const struct {
    const char *name;
    double parts;
  } units[] = {{"nsec", 1e9}, {"usec", 1e6}, {"msec", 1e3}, {"sec", 1}};
  fio_skip_blanks(cursor);
  if (!fio_take_char(cursor, '(')) return 0;
  fio_skip_blanks(cursor);
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
    if (fio_take_word(cursor, units[i].name)) return fio_take_behind(cursor, ")") ? units[i].parts : 0;
  }
  return 0;
}

gboolean fio_read_latency(FioCursor rest, FioLatency *latency) {
  *latency = (FioLatency){-1, -1, -1, -1};
  double parts = take_unit(&rest);
  if (parts == 0 || !fio_take_behind(&rest, ":")) return TRUE;
  for (;;) {
    while (rest.at < rest.end && (*rest.at == ' ' || *rest.at == ',')) rest.at++;
    const char *key = rest.at;
    while (rest.at < rest.end && g_ascii_isalpha(*rest.at)) rest.at++;
    gsize length = (gsize)(rest.at - key);
    double value = 0;
    if (length < 3 || !fio_take_char(&rest, '=')) break;
    fio_skip_blanks(&rest);
    const char *digits = rest.at;
    if (!fio_scan_count(&rest, &value)) { /* "min=-1": the others may be well */
      if (!fio_take_behind(&rest, ",")) break;
      continue;
    }
    if (memcmp(key, "min", 3) == 0)
      latency->minimum = value / parts;
    else if (memcmp(key, "max", 3) == 0)
      latency->maximum = value / parts;
    else if (memcmp(key, "avg", 3) == 0)
      latency->mean = value / parts;
    /* The last of the line has two decimals, or it was broken within. */
    else if (memcmp(key + length - 3, "dev", 3) == 0 && rest.at - digits > 3 && rest.at[-3] == '.')
      latency->deviation = value / parts;
  }
  return latency->minimum >= 0 && latency->maximum >= 0 && latency->mean >= 0 && latency->deviation >= 0;
}

double fio_read_table_unit(FioCursor *rest) {
  double parts = take_unit(rest);
  if (!fio_take_behind(rest, ":")) rest->at = rest->end;
  return parts;
}

gboolean fio_read_percentile(FioCursor *rest, FioEntry *entry, gboolean *broken) {
  guint8 decimals = 0;
  while (rest->at < rest->end && (*rest->at == ' ' || *rest->at == ',')) rest->at++;
  *broken = rest->at < rest->end;
  FioCursor at = *rest;
  if (!fio_scan_decimal(&at, &entry->label, &entry->label_decimals) || !fio_take_word(&at, "th="))
    return FALSE;
  gboolean bracket = fio_take_char(&at, '[');
  fio_skip_blanks(&at);
  if (!fio_scan_decimal(&at, &entry->value, &decimals)) return FALSE;
  fio_skip_blanks(&at);
  if (bracket ? !fio_take_char(&at, ']') : at.at < at.end && *at.at != ',') return FALSE;
  *broken = FALSE;
  *rest = at;
  return TRUE;
}

/* "13647,5798,0,0 short=", "20099/0, short=", "r=283974/w=0/d=0, short=": returns how many there are. */
static guint read_slots(FioCursor *rest, guint64 values[FIO_FLOWS]) {
  guint count = 0;
  while (count < FIO_FLOWS) {
    if (rest->end - rest->at > 2 && rest->at[1] == '=' && g_ascii_isalpha(*rest->at)) rest->at += 2;
    if (!fio_scan_whole(rest, &values[count])) break;
    count++;
    if (!fio_take_char(rest, '/') && !fio_take_char(rest, ',')) break;
  }
  return count;
}

gboolean fio_read_issued(FioCursor rest, FioIssued *issued) {
  *issued = (FioIssued){.known = 0};
  guint count = read_slots(&rest, issued->total);
  issued->known = (1U << count) - 1;
  guint64 shortened[FIO_FLOWS] = {0};
  issued->whole = fio_take_behind(&rest, "short=") && count >= 2;
  guint shorts = issued->whole ? read_slots(&rest, shortened) : 0;
  for (guint i = 0; i < shorts; i++) issued->shortened |= (shortened[i] > 0 ? 1U : 0U) << i;
  return issued->whole;
}

static double read_percent(FioCursor rest, const char *key) {
  double value = 0;
  guint8 decimals = 0;
  if (!take_key(&rest, key) || !fio_scan_decimal(&rest, &value, &decimals)) return -1;
  return fio_take_char(&rest, '%') ? value / 100 : -1;
}

gboolean fio_read_cpu(FioCursor rest, double *user, double *system) {
  *user = read_percent(rest, "usr=");
  *system = read_percent(rest, "sys=");
  return *user >= 0 && *system >= 0;
}

gboolean fio_read_target(FioCursor rest) {
  double target = 0;
  guint8 decimals = 0;
  return take_key(&rest, "target=") && fio_scan_decimal(&rest, &target, &decimals) && target > 0;
}

guint fio_read_starting(FioCursor rest) {
  guint64 sum = 0, part = 0;
  do {
    if (!fio_scan_whole(&rest, &part)) break;
    sum += MIN(part, G_MAXINT);
  } while (fio_take_behind(&rest, " and ")); /* "1 thread and 1 process" */
  return (guint)MIN(sum, G_MAXINT);
}

gint fio_read_section(FioCursor rest) {
  guint64 group = 0;
  fio_skip_blanks(&rest);
  return fio_scan_whole(&rest, &group) && group <= G_MAXINT ? (gint)group : -1;
}

FioRounding fio_rounding_of(const char *version, gboolean old) {
  if (old) return FIO_ROUNDING_REMAINDER;
  if (version == NULL) return FIO_ROUNDING_UNKNOWN;
  FioCursor at = {version, version + strlen(version)};
  guint64 major = 0, minor = 0;
  if (!fio_scan_whole(&at, &major)) return FIO_ROUNDING_UNKNOWN;
  if (fio_take_char(&at, '.')) fio_scan_whole(&at, &minor);
  if (major < 2 || (major == 2 && minor < 20)) return FIO_ROUNDING_REMAINDER;
  return major == 2 || (major == 3 && minor < 26) ? FIO_ROUNDING_CARRY : FIO_ROUNDING_NEAREST;
}

char *fio_read_version(FioCursor rest) {
  FioCursor at = rest;
  if (fio_take_behind(&at, "fio=")) rest = at; /* a server's line */
  if (fio_take_word(&rest, "fio")) rest.at += rest.at < rest.end && (*rest.at == '-' || *rest.at == ' ');
  const char *start = rest.at;
  while (rest.at < rest.end && *rest.at != ' ' && *rest.at != ',') rest.at++;
  gsize length = (gsize)(rest.at - start);
  return length > 0 && length < 64 && fio_is_digit(*start) ? g_strndup(start, length) : NULL;
}
