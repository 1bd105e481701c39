// SPDX-License-Identifier: GPL-3.0-or-later
/* iozone 3: tables of the automatic mode and blocks of the throughput mode. The lines before them tell
 * version, options and unit; the report for spreadsheets behind them repeats them and is passed over. */
#include "parsers/iozone_table.h"
#include "parsers/iozone_throughput.h"

#include <string.h>

/* In the order in which iozone prints what comes before its figures: a line of a step that was passed already
 * belongs to the next run. */
typedef enum { NO_STEP, BANNER, VERSION, BEGAN, OPTION, COMMAND, UNIT, DETAIL, HEADING } Step;

typedef struct {
  IozoneRun run;
  IozoneTable table;
  IozoneThroughput throughput;
  Step step;
  gboolean listing; /* within the list of contributors */
} State;

/* ---- Runs ---- */

static void settle(State *state, gboolean cut) {
  iozone_table_settle(&state->table, cut);
}

static void begin_run(State *state, guint32 line) {
  settle(state, FALSE);
  iozone_run_begin(&state->run, line);
  iozone_table_reset(&state->table);
  iozone_throughput_reset(&state->throughput);
  state->step = NO_STEP;
}

static void end_run(State *state) {
  settle(state, FALSE);
  if (state->run.run) iozone_run_end(&state->run);
  state->table.open = FALSE;
}

/* Options may be printed twice; nothing else that comes before the figures is. */
static gboolean is_over(const State *state, Step step) {
  const IozoneRun *run = &state->run;
  if (!run->run || run->ended || run->has_figures) return TRUE;
  return step < state->step || (step == state->step && step != OPTION && step != DETAIL);
}

/* The mode of what was under way holds on where a heading stands alone. */
static void reach(State *state, Step step, guint32 line) {
  if (is_over(state, step)) {
    gboolean under_way = state->run.run && !state->run.ended && step == HEADING;
    IozoneOptions old = state->run.options;
    begin_run(state, line);
    if (under_way) {
      state->run.options.mode = old.mode;
      state->run.options.mode_known = old.mode_known;
    }
  }
  state->step = step;
}

/* ---- Lines before the figures ---- */

static void on_version(State *state, const char *text) {
  gsize length = strspn(text, "0123456789.");
  if (length == 0) return;
  g_free(state->run.run->version);
  state->run.run->version = g_strndup(text, length);
  iozone_table_version(&state->table, state->run.run->version);
}

/* "Mon Nov 30 23:37:30 2026": local time of an unknown zone. */
static void on_began(State *state, const char *text) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  char month[4] = "";
  guint day = 0, hour = 0, minute = 0, second = 0, year = 0;
  state->run.claimed = TRUE;
  if (sscanf(text, "%*3s %3s %2u %2u:%2u:%2u %4u", month, &day, &hour, &minute, &second, &year) != 6) return;
  const char *found = strstr(months, month);
  if (!found || strlen(month) != 3 || (found - months) % 3) return;
  guint number = (guint)(found - months) / 3 + 1;
  if (!g_date_valid_dmy((GDateDay)day, (GDateMonth)number, (GDateYear)year) || hour > 23 || minute > 59 ||
      second > 60)
    return;
  g_free(state->run.run->start);
  state->run.run->start =
      g_strdup_printf("%04u-%02u-%02uT%02u:%02u:%02u-00:00", year, number, day, hour, minute, second);
}

static void on_command(State *state, const char *text) {
  g_autofree char *command = g_strchomp(g_strdup(text));
  state->run.claimed = TRUE;
  iozone_command(text, &state->run.options);
  iozone_run_options_changed(&state->run);
  iod_labels_set(state->run.run->facts, "command", command);
}

static void on_fact(State *state, const char *name, const char *text) {
  g_autofree char *value = g_strchomp(g_strdup(text));
  if (*value) iod_labels_set(state->run.run->facts, name, value);
}

static void on_mode(State *state, IozoneMode mode) {
  state->run.options.mode = mode;
  state->run.options.mode_known = TRUE;
}

/* What a line does beside being passed over. */
typedef enum {
  NOTHING,
  CLAIM,
  TAKE_VERSION,
  LIST,
  TAKE_BEGAN,
  TAKE_COMMAND,
  TAKE_BUILD,
  TAKE_MACHINE,
  RATE,
  OPERATIONS,
  MICROSECONDS,
  DIRECT,
  SYNC,
  DSYNC,
  FSYNC,
  CLOSE,
  MMAP,
  ASYNCHRONOUS,
  NO_RETEST
} Action;

static const struct {
  const char *opening;
  Step step;
  Action action;
} before[] = {
    {"Iozone: Performance Test of File I/O", BANNER, CLAIM},
    {"Version $Revision: ", VERSION, TAKE_VERSION},
    {"Compiled for ", NO_STEP, NOTHING},
    {"Build:", NO_STEP, TAKE_BUILD},
    {"Contributors:", NO_STEP, LIST},
    {"Run began:", BEGAN, TAKE_BEGAN},
    {"Machine = ", OPTION, TAKE_MACHINE},
    {"OPS Mode.", OPTION, OPERATIONS},
    {"Microseconds/op Mode.", OPTION, MICROSECONDS},
    {"O_DIRECT feature enabled", OPTION, DIRECT},
    {"SYNC Mode.", OPTION, SYNC},
    {"Read & Write sync mode active", OPTION, SYNC},
    {">>> O_DSYNC mode enabled", OPTION, DSYNC},
    {"Include fsync in write timing", OPTION, FSYNC},
    {"Include close in write timing", OPTION, CLOSE},
    {"Using mmap files", OPTION, MMAP},
    {"Using POSIX Async I/O", OPTION, ASYNCHRONOUS},
    {"POSIX Async I/O", OPTION, ASYNCHRONOUS},
    {"No retest option selected", OPTION, NO_RETEST},
    {"Auto Mode", OPTION, NOTHING},
    {"File size set to ", OPTION, NOTHING},
    {"Record Size ", OPTION, NOTHING},
    {"Using minimum file size of ", OPTION, NOTHING},
    {"Using maximum file size of ", OPTION, NOTHING},
    {"Using Minimum Record Size ", OPTION, NOTHING},
    {"Using Maximum Record Size ", OPTION, NOTHING},
    {"Excel chart generation enabled", OPTION, NOTHING},
    {"Command line used:", COMMAND, TAKE_COMMAND},
    {"Output is in kBytes/sec", UNIT, RATE},
    {"Output is in Kbytes/sec", UNIT, RATE},
    {"Time Resolution = ", DETAIL, NOTHING},
    {"Processor cache ", DETAIL, NOTHING},
    {"File stride size set to ", DETAIL, NOTHING},
    {"Min process = ", DETAIL, NOTHING},
    {"Max process = ", DETAIL, NOTHING},
    {"Min thread = ", DETAIL, NOTHING},
    {"Max thread = ", DETAIL, NOTHING},
    {"Throughput test with ", DETAIL, NOTHING},
};

static void act(State *state, Action action, const char *rest) {
  IozoneOptions *options = &state->run.options;
  rest += strspn(rest, " ");
  switch (action) {
  case NOTHING:
    return;
  case CLAIM:
    state->run.claimed = TRUE;
    return;
  case TAKE_VERSION:
    on_version(state, rest);
    return;
  case LIST:
    state->listing = TRUE;
    return;
  case TAKE_BEGAN:
    on_began(state, rest);
    return;
  case TAKE_COMMAND:
    on_command(state, rest);
    return;
  case TAKE_BUILD:
    on_fact(state, "build", rest);
    return;
  case TAKE_MACHINE:
    on_fact(state, "machine", rest);
    return;
  case RATE:
    on_mode(state, IOZONE_RATE);
    return;
  case OPERATIONS:
    on_mode(state, IOZONE_OPERATIONS);
    return;
  case MICROSECONDS:
    on_mode(state, IOZONE_MICROSECONDS);
    return;
  case DIRECT:
    options->direct = TRUE;
    break;
  case SYNC:
    options->sync = TRUE;
    break;
  case DSYNC:
    options->dsync = TRUE;
    break;
  case FSYNC:
    options->fsync = TRUE;
    break;
  case CLOSE:
    options->close = TRUE;
    break;
  case MMAP:
    options->mmap = TRUE;
    break;
  case ASYNCHRONOUS:
    options->asynchronous = TRUE;
    break;
  case NO_RETEST:
    options->no_retest = TRUE;
    break;
  }
  iozone_run_options_changed(&state->run);
}

/* Lines that only iozone prints may begin a run; those that others might print count within one. */
static const char *line_before(State *state, const char *text, const IodLine *line) {
  for (gsize i = 0; i < G_N_ELEMENTS(before); i++) {
    if (*text != *before[i].opening || !g_str_has_prefix(text, before[i].opening)) continue;
    gboolean under_way = state->run.run && !state->run.ended && !state->run.has_figures;
    if (before[i].step == NO_STEP && !under_way) return NULL;
    if (before[i].step != NO_STEP) reach(state, before[i].step, line->number);
    act(state, before[i].action, text + strlen(before[i].opening));
    return "heading of a run";
  }
  return NULL;
}

/* ---- Lines after the figures and among them ---- */

static const char *const advice[] = {
    "The test completed too quickly",
    "You will get a more precise",
    "performance by re-running",
    "Timer resolution is poor",
    "reported inaccurate results",
    "I/O error during read.",
    "Child[",
    "CPU Utilization:",
    "CPU utilization:",
    "Min xfer",
};

static const char *const errors[] = {
    "Error writing ",
    "Error reading ",
    "Error in ",
    "Error in file:",
    "Can not open temp file",
    "Cannot open temp file",
    "Can't open temp file",
    "Microsecond mode not supported",
    "Can not mix throughput mode",
    "Sorry ... ",
    "Error: ",
};

static gboolean begins_with_one(const char *text, const char *const *openings, gsize count) {
  for (gsize i = 0; i < count; i++)
    if (*text == *openings[i] && g_str_has_prefix(text, openings[i])) return TRUE;
  return FALSE;
}

static gboolean under_way(const State *state) {
  return state->run.run && !state->run.ended;
}

/* "write: No space left on device" right after iozone's own words. */
static gboolean explains_error(const State *state, const char *text, const IodLine *line) {
  const char *colon = strchr(text, ':');
  return state->run.error && line->number == state->run.error_line + 1 && colon && colon[1] == ' ' &&
         !g_str_has_prefix(text, "iozone:");
}

/* iozone was stopped within the row that stands above. */
static gboolean is_stop(const char *text) {
  return g_str_has_prefix(text, "iozone: interrupted") ||
         begins_with_one(text, errors, G_N_ELEMENTS(errors)) || strstr(text, "Killed");
}

static const char *line_of_end(State *state, const char *text, const IodLine *line) {
  if (g_str_has_prefix(text, "iozone test complete.")) {
    end_run(state);
    return "end of a run";
  }
  if (!under_way(state)) return NULL;
  if (g_str_has_prefix(text, "iozone: interrupted")) {
    state->run.interrupted = line->number;
    return "interrupted";
  }
  if (g_str_has_prefix(text, "exiting iozone")) {
    end_run(state);
    return "end of a run";
  }
  if (begins_with_one(text, errors, G_N_ELEMENTS(errors)) || explains_error(state, text, line)) {
    iozone_run_error(&state->run, text, line->number);
    return "error";
  }
  return NULL;
}

static const char *heading_line(State *state, const char *text, const IodLine *line) {
  IozoneHeading heading;
  if (g_str_has_prefix(text, "random") && strstr(text, "bkwd") && strstr(text, "stride"))
    return "heading of the table";
  if (!iozone_heading(text, &heading)) return NULL;
  reach(state, HEADING, line->number);
  iozone_table_heading(&state->table, &heading);
  return "heading of the table";
}

static const char *throughput_line(State *state, const char *text, const IodLine *line) {
  if (!strchr("CPMAE", *text)) return NULL;
  if (!under_way(state)) {
    if (!strstr(text, " throughput ") && !strstr(text, " writes a ")) return NULL;
    begin_run(state, line->number);
  }
  return iozone_throughput_line(&state->throughput, text, line);
}

/* What -R prints at the end repeats the figures. */
static const char *report_line(State *state, const char *text, const IodLine *line) {
  static const char *const titles[] = {"\"Throughput report Y-axis", "\"Writer report\"",
                                       "\"Re-writer report\"", "\"Reader report\"", "\"Re-Reader report\""};
  if (begins_with_one(text, titles, G_N_ELEMENTS(titles)) && !(state->run.run && state->run.has_figures)) {
    if (!under_way(state)) begin_run(state, line->number);
    iozone_run_trouble(&state->run, IOZONE_ONLY_REPORT, line->number);
    return "report for spreadsheets, not read";
  }
  if (!state->run.run || (*text != '"' && !g_str_has_prefix(text, "Excel output is below"))) return NULL;
  return "report for spreadsheets, passed over";
}

static const char *other_line(State *state, const char *text, const IodLine *line) {
  const char *what;
  if (state->table.row.held) settle(state, is_stop(text));
  if ((what = throughput_line(state, text, line)) || (what = line_before(state, text, line)) ||
      (what = heading_line(state, text, line)) || (what = line_of_end(state, text, line)) ||
      (what = report_line(state, text, line)))
    return what;
  if (!state->run.run) return NULL;
  if (begins_with_one(text, advice, G_N_ELEMENTS(advice)) ||
      (under_way(state) && g_str_has_prefix(text, "iozone ")))
    return "advice, passed over";
  if (under_way(state) && !state->run.has_figures && state->run.claimed && text > line->text)
    return "heading of a run";
  state->table.disturbed = TRUE;
  return NULL;
}

/* ---- The parser ---- */

static gpointer open_state(IodFeed *feed) {
  State *state = g_new0(State, 1);
  iozone_run_init(&state->run, feed);
  iozone_table_init(&state->table, &state->run);
  iozone_throughput_init(&state->throughput, &state->run);
  return state;
}

static const char *take_line(gpointer data, const IodLine *line) {
  State *state = data;
  const char *text = line->text + strspn(line->text, " ");
  if (g_ascii_isdigit(*text)) {
    const char *what = iozone_table_line(&state->table, line);
    if (!what) other_line(state, text, line);
    return what;
  }
  if (*text == '\0') {
    state->listing = FALSE;
    return NULL;
  }
  const char *what = other_line(state, text, line);
  if (what) state->listing = g_str_has_prefix(text, "Contributors:");
  return !what && state->listing ? "heading of a run" : what;
}

static void close_state(gpointer data) {
  State *state = data;
  end_run(state);
  iozone_table_clear(&state->table);
  iozone_throughput_clear(&state->throughput);
  iozone_run_clear(&state->run);
  g_free(state);
}

const IodParser iod_parser_iozone = {
    .name = "iozone",
    .summary =
        "iozone 3's table and throughput mode: bandwidth, or iops (-O), or lat_mean (-N), by test and size",
    .open = open_state,
    .line = take_line,
    .close = close_state,
};
