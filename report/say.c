// SPDX-License-Identifier: GPL-3.0-or-later
/* Findings as sentences, for articles and for people who do not read tables. */
#include "report/display.h"
#include "report/figures.h"
#include "report/lines.h"
#include "report/wording.h"

#include <math.h>
#include <string.h>

/* What a sentence is made of. All borrowed. */
typedef struct {
  const IodView *view;
  const IodLine *line;
  const IodVersus *versus;
  const char *base, *fresh;
} Finding;

static gboolean is_rate(const IodMetric *metric) {
  return metric->better == IOD_BETTER_HIGHER &&
         (g_str_equal(metric->unit, "B/s") || g_str_equal(metric->unit, "1/s"));
}

/* "36 %", of a change by which something is more or less. */
static char *change_text(double ratio) {
  double change = fabs(ratio - 1) * 100;
  if (ratio < 1 && change > 99) return g_strdup("more than 99 %");
  g_autofree char *text = iod_value_text(change, NAN);
  char *point = change >= 10 ? strchr(text, '.') : NULL;
  if (point != NULL) { /* whole per cents are what the interval can bear */
    g_free(text);
    text = g_strdup_printf("%.0f", change);
  }
  return g_strconcat(text, " %", NULL);
}

/* "jiva is 36 % slower than hostpath", "jiva's p99 is 88 % lower than hostpath's". */
static char *comparison_text(const Finding *finding, const char *hedge) {
  const IodMetric *metric = &finding->line->row->metric;
  double ratio = finding->versus->answer.ratio;
  g_autofree char *change = change_text(ratio);
  g_autofree char *times = iod_value_text(ratio, NAN);
  g_autofree char *name = iod_display_text(iod_view_metric(finding->view, metric));
  if (is_rate(metric)) {
    if (ratio >= 2)
      return g_strdup_printf("%s is%s %s times as fast as %s", finding->fresh, hedge, times, finding->base);
    return g_strdup_printf("%s is%s %s %s than %s", finding->fresh, hedge, change,
                           ratio < 1 ? "slower" : "faster", finding->base);
  }
  if (ratio >= 2)
    return g_strdup_printf("%s's %s is%s %s times %s's", finding->fresh, name, hedge, times, finding->base);
  return g_strdup_printf("%s's %s is%s %s %s than %s's", finding->fresh, name, hedge, change,
                         ratio < 1 ? "lower" : "higher", finding->base);
}

static char *with_unit(const IodLine *line, const char *value) {
  g_autofree char *unit = iod_display_text(line->scale.suffix);
  return g_strconcat(value, *unit != '\0' ? " " : "", unit, NULL);
}

/* "(10.1 against 14.4 MB/s; ratio 0.643, 95 % interval 0.533-0.870; 10 and 10 runs)". */
static char *evidence_text(const Finding *finding) {
  const IodRow *row = finding->line->row;
  const IodSummary *base = &row->samples[finding->versus->base]->summary;
  const IodSummary *fresh = &row->samples[finding->versus->fresh]->summary;
  const IodAnswer *answer = &finding->versus->answer;
  double reference = iod_view_reference(finding->view, row);
  g_autofree char *old_value = iod_line_value(finding->line, base->center, reference);
  g_autofree char *new_value = iod_line_value(finding->line, fresh->center, reference);
  g_autofree char *values = g_strdup_printf("%s against %s", new_value, old_value);
  g_autofree char *shown = with_unit(finding->line, values);
  g_autoptr(GString) text = g_string_new(shown);
  if (isfinite(answer->ratio)) {
    g_autofree char *ratio = iod_ratio_text(answer->ratio);
    g_string_append_printf(text, "; ratio %s", ratio);
  }
  if (isfinite(answer->ci.low) && isfinite(answer->ci.high)) {
    g_autofree char *low = iod_ratio_text(answer->ci.low);
    g_autofree char *high = iod_ratio_text(answer->ci.high);
    g_autofree char *confidence = iod_percent_text(finding->view->comparison->confidence);
    g_string_append_printf(text, ", %s interval %s to %s", confidence, low, high);
  }
  if (fresh->n == base->n) {
    g_string_append_printf(text, "; %u run%s each", fresh->n, fresh->n == 1 ? "" : "s");
  } else {
    g_string_append_printf(text, "; %u and %u runs", fresh->n, base->n);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static char *unclear_end(const IodAnswer *answer) {
  if (g_strcmp0(answer->reason, "single_run") == 0)
    return g_strdup(": one run does not tell how much runs spread");
  if (answer->runs_needed > 50) return g_strdup(": more than 50 runs a side would be needed");
  if (answer->runs_needed > 0)
    return g_strdup_printf(": about %d runs a side would decide", answer->runs_needed);
  if (answer->runs_reason == NULL) return g_strdup("");
  g_autofree char *reason = iod_display_text(answer->runs_reason);
  return g_strconcat(": ", reason, NULL);
}

/* Without a ratio (a baseline of zero) the values themselves must say it. */
static char *verdict_text(const Finding *finding, const char *hedge) {
  const IodRow *row = finding->line->row;
  if (finding->versus->answer.ratio > 0) return comparison_text(finding, hedge);
  gboolean better = finding->versus->answer.verdict == IOD_VERDICT_BETTER ||
                    finding->versus->answer.verdict == IOD_VERDICT_LIKELY_BETTER;
  g_autofree char *metric = iod_display_text(iod_view_metric(finding->view, &row->metric));
  return g_strdup_printf("%s's %s is%s %s than %s's", finding->fresh, metric, hedge,
                         better ? "better" : "worse", finding->base);
}

static char *finding_text(const Finding *finding) {
  const IodAnswer *answer = &finding->versus->answer;
  const char *name = finding->line->name;
  g_autofree char *test = iod_display_text(finding->line->row->name); /* the claim names the metric */
  g_autofree char *evidence = evidence_text(finding);
  g_autofree char *band = iod_percent_text(finding->line->row->band);
  g_autofree char *claim = NULL;
  g_autofree char *end = NULL;
  switch (answer->verdict) {
  case IOD_VERDICT_WORSE:
  case IOD_VERDICT_BETTER:
    claim = verdict_text(finding, "");
    return g_strdup_printf("%s on %s (%s).", claim, test, evidence);
  case IOD_VERDICT_LIKELY_WORSE:
  case IOD_VERDICT_LIKELY_BETTER:
    claim = verdict_text(finding, " likely");
    return g_strdup_printf("%s on %s, though not proved to be beyond %s (%s).", claim, test, band, evidence);
  case IOD_VERDICT_SAME:
    return g_strdup_printf("%s and %s are the same within %s on %s (%s).", finding->fresh, finding->base,
                           band, name, evidence);
  case IOD_VERDICT_IDENTICAL:
    return g_strdup_printf("%s and %s gave identical values on %s (%s).", finding->fresh, finding->base, name,
                           evidence);
  case IOD_VERDICT_UNCLEAR:
    end = unclear_end(answer);
    return g_strdup_printf("Whether %s differs from %s on %s is unclear (%s)%s.", finding->fresh,
                           finding->base, name, evidence, end);
  default:
    return g_strdup_printf("%s and %s on %s: %s; not judged.", finding->fresh, finding->base, name, evidence);
  }
}

static void add_sentence(const IodView *view, const IodLine *line, IodPair pair, GPtrArray *lines) {
  const IodVersus *versus = iod_row_versus(line->row, pair.base, pair.fresh);
  const char *base = view->series[pair.base];
  const char *fresh = view->series[pair.fresh];
  gboolean has_base = line->row->samples[pair.base] != NULL;
  gboolean has_fresh = line->row->samples[pair.fresh] != NULL;
  if (versus != NULL && has_base && has_fresh) {
    Finding finding = {view, line, versus, base, fresh};
    g_ptr_array_add(lines, finding_text(&finding));
  } else if (has_base != has_fresh) {
    iod_add_line(lines, "Only %s has values on %s.", has_base ? base : fresh, line->name);
  }
}

GPtrArray *iod_sentences(const IodView *view) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      for (guint p = 0; p < view->pairs->len; p++) {
        add_sentence(view, &g_array_index(view->blocks[b], IodLine, i),
                     g_array_index(view->pairs, IodPair, p), lines);
      }
    }
  }
  return lines;
}
