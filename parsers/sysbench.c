// SPDX-License-Identifier: GPL-3.0-or-later
/* sysbench 0.4, 0.5, 1.0 and 1.1. The grammar is the table of lines below; indentation means nothing to it.
 */
#include "parsers/sysbench.h"

#include <string.h>

/* The parts of a report in their order. */
typedef enum { NOWHERE, RATES, THROUGHPUT, GENERAL, LATENCY, FAIRNESS } Section;

typedef struct {
  IodFeed *feed;
  SysbenchRun run;
  Section section;        /* the lines at hand are in */
  Section reached;        /* the report has */
  gboolean in_checkpoint; /* whose report does not count */
} State;

/* One line at hand, without its indentation. */
typedef struct {
  const char *text, *end;
  const IodLine *line;
} Cursor;

static void begin(State *state, guint32 line) {
  sysbench_run_give(&state->run, state->feed);
  sysbench_run_clear(&state->run);
  state->run.line = line;
  state->section = state->reached = NOWHERE;
  state->in_checkpoint = FALSE;
}

static void set_test(State *state, const char *test) {
  if (!state->run.test) state->run.test = g_strdup(test);
}

/* ---- Numbers ---- */

static void skip_blanks(Cursor *at) {
  while (at->text < at->end && *at->text == ' ') at->text++;
}

/* A number that ends an unfinished line may have been cut, and is not trusted. */
static gboolean is_cut(State *state, const Cursor *at) {
  const char *rest = at->text < at->end && *at->text == '.' ? at->text + 1 : at->text;
  if (!at->line->unended || rest < at->end) return FALSE;
  iod_feed_warn(state->feed, "cut", at->line->number, "the log ends within this number; it is left out");
  return TRUE;
}

/* power: of ten, by which the number is to be multiplied. */
static gboolean read_scaled(State *state, Cursor *at, int power, double *value) {
  skip_blanks(at);
  return iod_scan_scaled(&at->text, at->end, power, value) && !is_cut(state, at);
}

static gboolean read_number(State *state, Cursor *at, double *value) {
  return read_scaled(state, at, 0, value);
}

/* "567.05Mb", "64MiB", "1K": letters are powers of 1024, b and B are bytes. */
static gboolean read_size(State *state, Cursor *at, double *bytes) {
  static const char prefixes[] = "KMGT";
  if (!read_number(state, at, bytes)) return FALSE;
  skip_blanks(at);
  const char *prefix = at->text < at->end && *at->text ? strchr(prefixes, *at->text) : NULL;
  if (prefix) {
    for (const char *power = prefixes; power <= prefix; power++) *bytes *= 1024;
    at->text++;
  }
  if (at->text < at->end && *at->text == 'i') at->text++;
  if (at->text < at->end && (*at->text == 'b' || *at->text == 'B')) at->text++;
  return TRUE;
}

/* A figure that is there already begins another run: reports that were pasted one behind the other. */
static void set_figure(State *state, SysbenchFigure figure, double value, guint32 line) {
  if (state->in_checkpoint) return;
  if (state->run.lines[figure]) begin(state, line);
  if (!state->run.line) state->run.line = line;
  state->run.values[figure] = value;
  state->run.lines[figure] = line;
}

static const char *take_number(State *state, Cursor at, SysbenchFigure figure, double factor) {
  double value;
  if (!read_number(state, &at, &value)) return NULL;
  set_figure(state, figure, value * factor, at.line->number);
  return "result";
}

/* ---- Lines of the head ---- */

/* "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)", "sysbench v0.4.8:  multi-threaded …" */
static const char *on_version(State *state, Cursor at, int unused) {
  (void)unused;
  if (at.text < at.end && *at.text == 'v') at.text++;
  const char *end = at.text;
  while (end < at.end && *end != ' ' && *end != ':') end++;
  if (at.text == at.end || !g_ascii_isdigit(*at.text)) return NULL;
  gboolean awaited = state->run.command && !state->run.began && !sysbench_run_has_figures(&state->run);
  if (!awaited) begin(state, at.line->number);
  state->run.began = TRUE;
  state->run.version = g_strndup(at.text, (gsize)(end - at.text));
  return "head of a run";
}

static const char *on_options(State *state, Cursor at, int unused) {
  (void)unused;
  if (sysbench_run_has_figures(&state->run) || state->run.started || !state->run.began)
    begin(state, at.line->number);
  state->run.began = TRUE;
  return "head of a run";
}

static const char *on_threads(State *state, Cursor at, int unused) {
  (void)unused;
  guint64 threads;
  skip_blanks(&at);
  if (!iod_scan_whole(&at.text, at.end, &threads)) return NULL;
  if (sysbench_run_has_figures(&state->run)) begin(state, at.line->number);
  if (!is_cut(state, &at)) iod_labels_set_size(state->run.labels, "numjobs", threads);
  return "setting";
}

/* Sizes are printed with five digits: 9.3132GiB. */
static void set_size(State *state, const char *label, double bytes) {
  iod_labels_set_size(state->run.labels, label, (guint64)(bytes + 0.5));
}

static const char *on_block_size(State *state, Cursor at, int is_fileio) {
  double bytes;
  if (!state->run.began || !read_size(state, &at, &bytes)) return NULL;
  set_size(state, "block_size", bytes);
  if (is_fileio) state->run.is_fileio = TRUE;
  return "setting";
}

/* "directio", "sync directio", "(none)"; 0.4 and 0.5 print open(2)'s flags in hexadecimal. */
static const char *on_flags(State *state, Cursor at, int unused) {
  (void)unused;
  enum { DSYNC = 0x1000, DIRECT = 0x4000, DIRECT_ON_ARM = 0x10000, SYNC = 0x100000 };
  skip_blanks(&at);
  state->run.is_fileio = TRUE;
  if (!g_ascii_isdigit(*at.text)) {
    sysbench_run_set_flags(&state->run, at.text);
    return "setting";
  }
  guint64 bits = g_ascii_strtoull(at.text, NULL, 16);
  if (bits & (DIRECT | DIRECT_ON_ARM)) iod_labels_set(state->run.labels, "direct", "1");
  if (bits & (SYNC | DSYNC)) iod_labels_set(state->run.labels, "sync", bits & SYNC ? "1" : "dsync");
  return "setting";
}

static const char *on_fsync_period(State *state, Cursor at, int unused) {
  (void)unused;
  guint64 requests;
  if (iod_scan_whole(&at.text, at.end, &requests)) iod_labels_set_size(state->run.labels, "fsync", requests);
  return "setting";
}

static const char *on_fsync_each(State *state, Cursor at, int unused) {
  (void)at, (void)unused;
  iod_labels_set(state->run.labels, "fsync", "1");
  return "setting";
}

static const char *on_io_mode(State *state, Cursor at, int unused) {
  (void)unused;
  static const char *const modes[][2] = {
      {"synchronous", "sync"}, {"asynchronous", "async"}, {"fast mmap", "mmap"}, {"slow mmap", "mmap"}};
  for (gsize i = 0; i < G_N_ELEMENTS(modes); i++) {
    if (!g_str_has_prefix(at.text, modes[i][0])) continue;
    iod_labels_set(state->run.labels, "io_mode", modes[i][1]);
    return "setting";
  }
  return NULL;
}

static const char *on_mode(State *state, Cursor at, int unused) {
  (void)unused;
  static const char *const modes[][2] = {
      {"sequential write (creation) test", "seqwr"},
      {"sequential rewrite test", "seqrewr"},
      {"sequential read test", "seqrd"},
      {"random read test", "rndrd"},
      {"random write test", "rndwr"},
      {"random r/w test", "rndrw"},
      {"memory operations speed test", "memory"},
      {"thread subsystem performance test", "threads"},
      {"mutex performance test", "mutex"},
      {"CPU performance benchmark", "cpu"},
      {"CPU speed test", "cpu"},
      {"OLTP test", "oltp"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(modes); i++) {
    if (!g_str_has_prefix(at.text, modes[i][0])) continue;
    set_test(state, modes[i][1]);
    state->run.is_fileio |= i < 6;
    return "setting";
  }
  return NULL;
}

/* The memory test's "operation: read". */
static const char *on_memory_op(State *state, Cursor at, int unused) {
  (void)unused;
  static const char *const ops[] = {"read", "write"};
  skip_blanks(&at);
  if (!state->run.began) return NULL;
  for (gsize i = 0; i < G_N_ELEMENTS(ops); i++)
    if (g_str_has_prefix(at.text, ops[i])) state->run.memory_op = ops[i];
  return "setting";
}

static const char *on_cpu(State *state, Cursor at, int unused) {
  (void)at, (void)unused;
  set_test(state, "cpu");
  return "setting";
}

static const char *on_memory(State *state, Cursor at, int unused) {
  (void)at, (void)unused;
  set_test(state, "memory");
  return "setting";
}

static const char *on_started(State *state, Cursor at, int unused) {
  (void)at, (void)unused;
  if (state->run.began) state->run.started = TRUE;
  return state->run.began ? "threads started" : NULL;
}

/* Without a head it may be another program's: it counts with a report that follows. */
static const char *on_fatal(State *state, Cursor at, int unused) {
  (void)unused;
  skip_blanks(&at);
  if (sysbench_run_has_figures(&state->run) && !state->in_checkpoint) begin(state, at.line->number);
  if (!state->run.line) state->run.line = at.line->number;
  if (!state->run.failure) {
    state->run.failure = g_strndup(at.text, (gsize)(at.end - at.text));
    state->run.failure_line = at.line->number;
  }
  return state->run.began ? "failure" : NULL;
}

static const char *on_nothing(State *state, Cursor at, int unused) {
  (void)at, (void)unused;
  return state->run.began || state->section != NOWHERE ? "passed over" : NULL;
}

/* ---- Lines of the report ---- */

/* A part that comes before those already seen begins another report: the one behind a checkpoint's, or a
 * further run whose head was not pasted. */
static const char *on_section(State *state, Cursor at, int section) {
  if ((Section)section <= state->reached) {
    if (state->in_checkpoint)
      state->in_checkpoint = FALSE;
    else if (sysbench_run_has_figures(&state->run))
      begin(state, at.line->number);
  }
  state->section = state->reached = (Section)section;
  return "heading";
}

static const char *on_sql(State *state, Cursor at, int unused) {
  (void)unused;
  on_section(state, at, RATES);
  set_test(state, "oltp");
  return "heading";
}

static const char *on_rate(State *state, Cursor at, int figure) {
  const char *what = take_number(state, at, (SysbenchFigure)figure, 1);
  if (what) state->run.is_fileio = TRUE;
  return what;
}

/* Words that other programs print too. */
static const char *on_plain(State *state, Cursor at, int figure) {
  return state->section == NOWHERE ? NULL : take_number(state, at, (SysbenchFigure)figure, 1);
}

static const char *on_mebibytes(State *state, Cursor at, int figure) {
  const char *what = take_number(state, at, (SysbenchFigure)figure, 0x1p20);
  if (what) state->run.is_fileio = TRUE;
  return what;
}

static const char *on_latency(State *state, Cursor at, int figure) {
  double value;
  if (state->section != LATENCY) return NULL;
  if (!read_scaled(state, &at, -3, &value)) return NULL;
  if (value > 1e9) return "nothing was measured"; /* 0.4 prints an unset 64-bit maximum */
  set_figure(state, (SysbenchFigure)figure, value, at.line->number);
  return "result";
}

/* "95th percentile:   0.02", "approx.  95 percentile:   0.01ms" */
static const char *on_percentile(State *state, Cursor at) {
  double percentile;
  if (state->section != LATENCY || !iod_scan_number(&at.text, at.end, &percentile) || percentile > 100)
    return NULL;
  const char *colon = memchr(at.text, ':', (gsize)(at.end - at.text));
  if (!colon || !strstr(at.text, "percentile")) return NULL;
  at.text = colon + 1;
  state->run.percentile = percentile;
  return on_latency(state, at, SYSBENCH_LAT_PERCENTILE);
}

static const char *on_approximate(State *state, Cursor at, int unused) {
  (void)unused;
  skip_blanks(&at);
  return on_percentile(state, at);
}

/* "IOPS=17435.30 272.43 MiB/s (285.66 MB/s)" of 1.1. fio's line has a comma and BW= there. */
static const char *on_iops(State *state, Cursor at, int figure) {
  double iops, bandwidth;
  skip_blanks(&at);
  if (!g_str_has_prefix(at.text, "IOPS=")) return NULL;
  at.text += strlen("IOPS=");
  gboolean alone = figure == SYSBENCH_FSYNCS;
  if (!iod_scan_number(&at.text, at.end, &iops) || (at.text < at.end && *at.text != ' ')) return NULL;
  if (alone && is_cut(state, &at)) return "result";
  skip_blanks(&at);
  if (!alone && (!iod_scan_number(&at.text, at.end, &bandwidth) || !g_str_has_prefix(at.text, " MiB/s")))
    return NULL;
  state->run.is_fileio = TRUE;
  set_figure(state, (SysbenchFigure)figure, iops, at.line->number);
  if (!alone)
    set_figure(state, figure == SYSBENCH_READS ? SYSBENCH_READ_BANDWIDTH : SYSBENCH_WRITE_BANDWIDTH,
               bandwidth * 0x1p20, at.line->number);
  return "result";
}

/* What stands in brackets: "(567.05Mb/sec)", "(5590903.88 per second)". */
static gboolean find_bracket(Cursor *at) {
  const char *bracket = NULL;
  for (const char *c = at->text; c < at->end; c++)
    if (*c == '(') bracket = c;
  if (!bracket) return FALSE;
  at->text = bracket + 1;
  return TRUE;
}

/* "Read 340.31Mb  Written 226.88Mb  Total transferred 567.19Mb  (567.05Mb/sec)" */
static const char *on_transferred(State *state, Cursor at, int unused) {
  (void)unused;
  double rate;
  if (!strstr(at.text, "Total transferred") || !find_bracket(&at) || !read_size(state, &at, &rate))
    return NULL;
  state->run.is_fileio = TRUE;
  set_figure(state, SYSBENCH_BANDWIDTH, rate, at.line->number);
  return "result";
}

/* "transactions:  66642  (222.13 per sec.)", "Total operations: 5600038 (5590903.88 per second)", and 0.4's
 * memory. */
static const char *on_bracketed_rate(State *state, Cursor at, int figure) {
  double rate;
  if (!find_bracket(&at) || !read_number(state, &at, &rate) ||
      (!strstr(at.text, "per sec") && !strstr(at.text, "ops/sec")))
    return NULL;
  if (figure == SYSBENCH_EVENTS_RATE) set_test(state, "memory");
  set_figure(state, (SysbenchFigure)figure, rate, at.line->number);
  return "result";
}

/* 0.4 and 0.5 begin fileio's report with it; their memory test has its rate there. */
static const char *on_operations(State *state, Cursor at, int unused) {
  (void)unused;
  if (strstr(at.text, "ops/sec")) return on_bracketed_rate(state, at, SYSBENCH_EVENTS_RATE);
  if (!strstr(at.text, "Total")) return NULL;
  on_section(state, at, RATES);
  state->run.is_fileio = TRUE;
  return "counts, passed over";
}

/* Lines that begin with a number: "36290.90 Requests/sec executed", "5468.79 MiB transferred (5459.87
 * MiB/sec)", "64MiB total file size", "1073741824 bytes written in 27.85 seconds", "95th percentile:". */
static const char *on_number(State *state, Cursor at) {
  Cursor number = at;
  double value;
  if (!iod_scan_number(&number.text, number.end, &value)) return NULL;
  if (g_str_has_prefix(number.text, " Requests/sec executed")) {
    state->run.is_fileio = TRUE;
    set_figure(state, SYSBENCH_REQUESTS, value, at.line->number);
    return "result";
  }
  if ((g_str_has_prefix(number.text, " MiB transferred") ||
       g_str_has_prefix(number.text, " MB transferred")) &&
      find_bracket(&number) && read_number(state, &number, &value)) {
    set_test(state, "memory");
    set_figure(state, SYSBENCH_BANDWIDTH, value * 0x1p20, at.line->number);
    return "result";
  }
  if (state->run.began && strstr(number.text, "total file size") && read_size(state, &at, &value)) {
    set_size(state, "file_size", value);
    state->run.is_fileio = TRUE;
    return "setting";
  }
  if (g_str_has_prefix(number.text, " bytes written in ") && state->run.began)
    return "preparation, passed over";
  if (g_str_has_prefix(number.text, " files, ") || g_str_has_prefix(number.text, " |"))
    return on_nothing(state, at, 0);
  return on_percentile(state, at);
}

/* "[ 1s ] reads: 352.19 MiB/s …", "[   1s] …", "[ 1s ] Checkpoint report:" */
static const char *on_interval(State *state, Cursor at) {
  double seconds;
  at.text++;
  skip_blanks(&at);
  if (!iod_scan_number(&at.text, at.end, &seconds) || at.text == at.end || *at.text != 's') return NULL;
  if (strstr(at.text, "Checkpoint report:")) {
    state->run.checkpoint = state->in_checkpoint = TRUE;
    state->section = state->reached = NOWHERE;
    return "checkpoint, passed over";
  }
  return "interval, passed over";
}

/* ---- The grammar ---- */

static const struct {
  const char *words; /* what the line begins with, indentation left off */
  const char *(*take)(State *state, Cursor behind, int argument);
  int argument;
} grammar[] = {
    {"sysbench ", on_version, 0},
    {"Running the test with following options:", on_options, 0},
    {"Number of threads:", on_threads, 0},
    {"Block size ", on_block_size, TRUE},
    {"block size:", on_block_size, FALSE},
    {"Memory block size:", on_block_size, FALSE},
    {"Extra file open flags:", on_flags, 0},
    {"Periodic FSYNC enabled, calling fsync() each ", on_fsync_period, 0},
    {"Periodic FSYNC enabled, calling fsync () each ", on_fsync_period, 0},
    {"Calling fsync() after each write operation.", on_fsync_each, 0},
    {"Calling fsync () after each write operation.", on_fsync_each, 0},
    {"Using ", on_io_mode, 0},
    {"Doing ", on_mode, 0},
    {"Prime numbers limit:", on_cpu, 0},
    {"Primer numbers limit:", on_cpu, 0},
    {"Maximum prime number checked in CPU test:", on_cpu, 0},
    {"Running memory speed test", on_memory, 0},
    {"operation:", on_memory_op, 0},
    {"Memory operations type:", on_memory_op, 0},
    {"Threads started!", on_started, 0},
    {"FATAL:", on_fatal, 0},
    {"File operations:", on_section, RATES},
    {"CPU speed:", on_section, RATES},
    {"SQL statistics:", on_sql, 0},
    {"OLTP test statistics:", on_sql, 0},
    {"Throughput:", on_section, THROUGHPUT},
    {"General statistics:", on_section, GENERAL},
    {"Test execution summary:", on_section, GENERAL},
    {"Latency (ms):", on_section, LATENCY},
    {"response time:", on_section, LATENCY},
    {"per-request statistics:", on_section, LATENCY},
    {"Threads fairness:", on_section, FAIRNESS},
    {"reads/s:", on_rate, SYSBENCH_READS},
    {"writes/s:", on_rate, SYSBENCH_WRITES},
    {"fsyncs/s:", on_rate, SYSBENCH_FSYNCS},
    {"read, MiB/s:", on_mebibytes, SYSBENCH_READ_BANDWIDTH},
    {"written, MiB/s:", on_mebibytes, SYSBENCH_WRITE_BANDWIDTH},
    {"read:", on_iops, SYSBENCH_READS},
    {"write:", on_iops, SYSBENCH_WRITES},
    {"fsync:", on_iops, SYSBENCH_FSYNCS},
    {"Operations performed:", on_operations, 0},
    {"Read ", on_transferred, 0},
    {"Total operations:", on_bracketed_rate, SYSBENCH_EVENTS_RATE},
    {"transactions:", on_bracketed_rate, SYSBENCH_TRANSACTIONS_RATE},
    {"queries:", on_bracketed_rate, SYSBENCH_QUERIES_RATE},
    {"events per second:", on_plain, SYSBENCH_EVENTS_RATE},
    {"events/s (eps):", on_plain, SYSBENCH_EVENTS_RATE},
    {"total time:", on_plain, SYSBENCH_DURATION},
    {"time elapsed:", on_plain, SYSBENCH_DURATION},
    {"total number of events:", on_plain, SYSBENCH_EVENTS},
    {"min:", on_latency, SYSBENCH_LAT_MIN},
    {"avg:", on_latency, SYSBENCH_LAT_MEAN},
    {"max:", on_latency, SYSBENCH_LAT_MAX},
    {"sum:", on_latency, SYSBENCH_LAT_SUM},
    {"approx. ", on_approximate, 0},
    /* What says nothing that is wanted. */
    {"Report ", on_nothing, 0},
    {"Random number generator", on_nothing, 0},
    {"Initializing ", on_nothing, 0},
    {"Target transaction rate:", on_nothing, 0},
    {"Forcing shutdown", on_nothing, 0},
    {"WARNING:", on_nothing, 0},
    {"Merging requests", on_nothing, 0},
    {"Number of ", on_nothing, 0},
    {"Read/Write ratio", on_nothing, 0},
    {"Calling fsync", on_nothing, 0},
    {"total size:", on_nothing, 0},
    {"scope:", on_nothing, 0},
    {"Memory ", on_nothing, 0},
    {"Creating file", on_nothing, 0},
    {"Reusing existing file", on_nothing, 0},
    {"Extending existing file", on_nothing, 0},
    {"No bytes written", on_nothing, 0},
    {"Removing test files", on_nothing, 0},
    {"Time limit exceeded", on_nothing, 0},
    {"(last message repeated", on_nothing, 0},
    {"Done.", on_nothing, 0},
    {"DEBUG:", on_nothing, 0},
    {"Latency histogram", on_nothing, 0},
    {"value  ---", on_nothing, 0},
    {"queries performed:", on_nothing, 0},
    {"read:", on_nothing, 0},
    {"write:", on_nothing, 0},
    {"other:", on_nothing, 0},
    {"total:", on_nothing, 0},
    {"deadlocks:", on_nothing, 0},
    {"read/write requests:", on_nothing, 0},
    {"other operations:", on_nothing, 0},
    {"ignored errors:", on_nothing, 0},
    {"reconnects:", on_nothing, 0},
    {"total time taken by event execution:", on_nothing, 0},
    {"percentile stats:", on_nothing, 0},
    {"events (avg/stddev):", on_nothing, 0},
    {"execution time (avg/stddev):", on_nothing, 0},
};

/* Several rows may begin alike: the first that takes the line has it. */
static const char *take_by_grammar(State *state, Cursor at) {
  const char *what = NULL;
  for (gsize i = 0; i < G_N_ELEMENTS(grammar) && !what; i++) {
    if (*grammar[i].words != *at.text) continue;
    gsize length = strlen(grammar[i].words);
    if ((gsize)(at.end - at.text) < length || memcmp(at.text, grammar[i].words, length) != 0) continue;
    Cursor behind = {at.text + length, at.end, at.line};
    what = grammar[i].take(state, behind, grammar[i].argument);
  }
  return what;
}

static const char *take_command(State *state, Cursor at) {
  char *command = sysbench_command_find(at.text);
  if (!command) return NULL;
  begin(state, at.line->number);
  state->run.command = command;
  sysbench_command_apply(command, &state->run);
  return "command";
}

static const char *take_line(gpointer data, const IodLine *line) {
  State *state = data;
  Cursor at = {line->text, line->text + line->length, line};
  skip_blanks(&at);
  if (at.text == at.end) return NULL;
  const char *what = NULL;
  if (g_ascii_isdigit(*at.text))
    what = on_number(state, at);
  else
    what = *at.text == '[' ? on_interval(state, at) : take_by_grammar(state, at);
  if (!what) what = take_command(state, at);
  if (!what) state->section = NOWHERE; /* the report ended, or another program spoke */
  return what;
}

static gpointer open_sysbench(IodFeed *feed) {
  State *state = g_new0(State, 1);
  state->feed = feed;
  sysbench_run_clear(&state->run);
  return state;
}

static void close_sysbench(gpointer data) {
  State *state = data;
  sysbench_run_give(&state->run, state->feed);
  sysbench_run_clear(&state->run);
  iod_labels_free(state->run.labels);
  g_free(state);
}

const IodParser iod_parser_sysbench = {
    .name = "sysbench",
    .summary =
        "sysbench 0.4 to 1.1, fileio, cpu, memory, threads, mutex, OLTP: iops, bandwidth, lat_*, *_rate",
    .open = open_sysbench,
    .line = take_line,
    .close = close_sysbench,
};
