// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/check_words.h"

#include "report/display.h"
#include "report/figures.h"
#include "report/lines.h"
#include "report/wording.h"

#include <math.h>
#include <string.h>

enum { BASE, FRESH };

static void free_line(gpointer data) {
  IodCheckLine *line = data;
  char *texts[] = {line->state, line->name, line->change, line->ratio, line->interval, line->note};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  g_free(line);
}

/* ---- One finding ---- */

static const IodLine *line_of(const IodView *view, const IodRow *row) {
  for (guint block = 0; block < IOD_BLOCKS; block++)
    for (guint i = 0; i < view->blocks[block]->len; i++) {
      const IodLine *line = &g_array_index(view->blocks[block], IodLine, i);
      if (line->row == row) return line;
    }
  return NULL;
}

static char *state_words(const IodFinding *finding) {
  static const char *const words[] = {NULL, "MISSING", "new", "FAILED", "LIMIT", "-"};
  if (finding->state != IOD_STATE_VERDICT) return g_strdup(words[finding->state]);
  return iod_plain_verdict(finding->verdict);
}

static IodStyle style_of(const IodFinding *finding) {
  if (finding->fails) return IOD_STYLE_WORSE;
  if (finding->state != IOD_STATE_VERDICT) return IOD_STYLE_PLAIN;
  switch (finding->verdict) {
  case IOD_VERDICT_WORSE:
    return IOD_STYLE_WORSE;
  case IOD_VERDICT_LIKELY_WORSE:
    return IOD_STYLE_LIKELY_WORSE;
  case IOD_VERDICT_BETTER:
    return IOD_STYLE_BETTER;
  case IOD_VERDICT_LIKELY_BETTER:
    return IOD_STYLE_LIKELY_BETTER;
  default:
    return IOD_STYLE_PLAIN;
  }
}

/* "17.9 -> 14.6 kiops"; one side alone where the other has none. */
static char *change_words(const IodView *view, const IodLine *line) {
  const IodSample *base = line->row->samples[BASE], *fresh = line->row->samples[FRESH];
  double reference = iod_view_reference(view, line->row);
  g_autofree char *old = base ? iod_line_value(line, base->summary.center, reference) : g_strdup("-");
  g_autofree char *new = fresh ? iod_line_value(line, fresh->summary.center, reference) : g_strdup("-");
  g_autofree char *unit = iod_display_text(line->scale.suffix);
  return g_strdup_printf("%s -> %s%s%s", old, new, *unit ? " " : "", unit);
}

static char *runs_words(const IodAnswer *answer) {
  if (answer->runs_needed > 50) return g_strdup("over 50 runs a side would decide");
  if (answer->runs_needed > 0)
    return g_strdup_printf("about %d runs a side would decide", answer->runs_needed);
  return g_strdup(answer->runs_reason ? answer->runs_reason : answer->reason);
}

/* How far from acceptable it is, or what would tell. */
static char *note_words(const IodFinding *finding) {
  const IodAnswer *answer = finding->answer;
  if (finding->note) return iod_display_text(finding->note);
  if (finding->state != IOD_STATE_VERDICT || !answer) return NULL;
  gboolean rises = finding->row->metric.better == IOD_BETTER_LOWER;
  double end = rises ? 1 + finding->row->band : 1 / (1 + finding->row->band);
  g_autofree char *edge = iod_ratio_text(end);
  switch (finding->verdict) {
  case IOD_VERDICT_WORSE:
    return g_strdup_printf("band ends at %s", edge);
  case IOD_VERDICT_LIKELY_WORSE:
    return finding->fails ? g_strdup_printf("band ends at %s", edge)
                          : g_strdup_printf("only warned of: not all beyond %s", edge);
  case IOD_VERDICT_UNCLEAR:
    return runs_words(answer);
  default:
    return NULL;
  }
}

static IodCheckLine *new_line(const IodGate *gate, const IodView *view, const IodFinding *finding) {
  IodCheckLine *made = g_new0(IodCheckLine, 1);
  const IodLine *line = finding->row ? line_of(view, finding->row) : NULL;
  made->finding = finding;
  made->state = state_words(finding);
  made->style = style_of(finding);
  made->note = note_words(finding);
  made->name = line ? g_strdup(line->name) : g_strdup("a new run");
  if (!line) return made;
  made->change = change_words(view, line);
  if (!finding->answer) return made;
  made->ratio = iod_ratio_text(finding->answer->ratio);
  made->interval = iod_interval_words(gate->comparison, line, (IodPair){BASE, FRESH});
  return made;
}

static gboolean is_worth_saying(const IodFinding *finding) {
  if (finding->state == IOD_STATE_NOT_JUDGED) return FALSE;
  return finding->state != IOD_STATE_VERDICT ||
         (finding->verdict != IOD_VERDICT_SAME && finding->verdict != IOD_VERDICT_IDENTICAL);
}

GPtrArray *iod_check_lines(const IodGate *gate, const IodReportOptions *options) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(free_line);
  IodReportOptions all = *options;
  all.all = TRUE;
  all.changed = FALSE;
  g_autoptr(IodView) view = iod_view_new(gate->comparison, TRUE, &all);
  for (guint i = 0; i < gate->findings->len; i++) {
    const IodFinding *finding = g_ptr_array_index(gate->findings, i);
    if (is_worth_saying(finding)) g_ptr_array_add(lines, new_line(gate, view, finding));
  }
  return lines;
}

/* ---- All of it ---- */

static guint most_runs(const IodComparison *comparison, guint series) {
  guint most = 0;
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (row->samples[series]) most = MAX(most, row->samples[series]->summary.n);
  }
  return most;
}

static void add_count(GString *text, guint count, const char *word) {
  if (count == 0) return;
  g_string_append_printf(text, "%s%u %s", text->len ? ", " : "", count, word);
}

/* "8 same, 1 likely worse, 1 unclear" */
static char *counts(const IodGate *gate) {
  GString *text = g_string_new(NULL);
  add_count(text, gate->verdicts[IOD_VERDICT_SAME] + gate->verdicts[IOD_VERDICT_IDENTICAL], "same");
  add_count(text, gate->verdicts[IOD_VERDICT_BETTER], "better");
  add_count(text, gate->verdicts[IOD_VERDICT_LIKELY_BETTER], "likely better");
  add_count(text, gate->verdicts[IOD_VERDICT_LIKELY_WORSE], "likely worse");
  add_count(text, gate->verdicts[IOD_VERDICT_UNCLEAR], "unclear");
  add_count(text, gate->missing, "missing");
  add_count(text, gate->fresh, "new");
  add_count(text, gate->verdicts[IOD_VERDICT_NONE], "not judged");
  return g_string_free(text, FALSE);
}

/* What fails it, in a few words. */
static char *outcome(const IodGate *gate) {
  GString *text = g_string_new(NULL);
  if (gate->verdicts[IOD_VERDICT_WORSE])
    g_string_append_printf(text, "WORSE in %u of %u cells", gate->verdicts[IOD_VERDICT_WORSE], gate->cells);
  if (gate->over) g_string_append_printf(text, "%s%u over a limit", text->len ? ", " : "", gate->over);
  if (gate->failed)
    g_string_append_printf(text, "%s%u failed %s", text->len ? ", " : "", gate->failed,
                           gate->failed == 1 ? "run" : "runs");
  if (text->len == 0 && gate->fails)
    g_string_append_printf(text, "fails in %u of %u cells", gate->fails, gate->cells);
  if (text->len == 0 && gate->undecided)
    g_string_append_printf(text, "can't tell; %u of %u cells judged", gate->judged, gate->cells);
  if (text->len == 0)
    g_string_append_printf(text, "nothing worse in %u of %u cells", gate->judged, gate->cells);
  return g_string_free(text, FALSE);
}

char *iod_check_headline(const IodGate *gate, const IodCheckCall *call) {
  g_autofree char *first = outcome(gate), *all = counts(gate), *against = iod_display_text(call->against);
  GString *text = g_string_new(first);
  if (*all) g_string_append_printf(text, " (%s)", all);
  g_string_append_printf(text, "; %u new %s v %u in %s", most_runs(gate->comparison, FRESH),
                         most_runs(gate->comparison, FRESH) == 1 ? "run" : "runs",
                         most_runs(gate->comparison, BASE), against);
  if (call->created) {
    g_autofree char *created = iod_display_text(call->created);
    g_string_append_printf(text, " of %.10s", created);
  }
  return g_string_free(text, FALSE);
}

GPtrArray *iod_check_advice(const IodGate *gate, const IodCheckCall *call) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  g_autofree char *against = iod_display_text(call->against), *fresh = iod_display_text(call->fresh);
  if (gate->undecided) iod_add_line(lines, "can't tell: %s", gate->undecided);
  if (call->exit_code == 1)
    iod_add_line(lines,
                 "exit 1. See: iodelta compare %s %s --changed   Accept: iodelta baseline save --replace "
                 "--why ... %s %s",
                 against, fresh, call->created ? against : "base.json", fresh);
  else
    iod_add_line(lines, "exit %d", call->exit_code);
  return lines;
}

GPtrArray *iod_check_overall(const IodGate *gate) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < gate->comparison->geomeans->len; i++) {
    const IodGeomean *mean = &g_array_index(gate->comparison->geomeans, IodGeomean, i);
    if (!mean->kind || mean->series != FRESH) continue;
    g_autofree char *ratio = iod_ratio_text(mean->ratio), *low = iod_ratio_text(mean->ci.low);
    g_autofree char *high = iod_ratio_text(mean->ci.high), *range = iod_range_text(low, high);
    g_autofree char *verdict = iod_plain_verdict(mean->verdict);
    if (isfinite(mean->ci.low))
      iod_add_line(lines, "all %u %s cells together: %s (%s) %s", mean->rows, mean->kind, ratio, range,
                   verdict);
    else
      iod_add_line(lines, "all %u %s cells together: %s", mean->rows, mean->kind, ratio);
  }
  return lines;
}
