// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/wording.h"

#include "report/display.h"
#include "report/figures.h"

#include <math.h>
#include <string.h>

static gboolean has_bounds(const IodInterval *interval) {
  return isfinite(interval->low) && isfinite(interval->high);
}

/* Rows that are not judged can differ all the same. */
static gboolean differs(const IodAnswer *answer) {
  if (answer->of_differences && has_bounds(&answer->difference_ci)) {
    return answer->difference_ci.low > 0 || answer->difference_ci.high < 0;
  }
  return has_bounds(&answer->ci) && (answer->ci.low > 1 || answer->ci.high < 1);
}

static char *unclear_words(const IodAnswer *answer) {
  if (answer->runs_needed > 50) return g_strdup("unclear (>50)");
  if (answer->runs_needed > 0) return g_strdup_printf("unclear (%d)", answer->runs_needed);
  gboolean told = g_strcmp0(answer->reason, "noisy") == 0 || g_strcmp0(answer->reason, "coarse") == 0;
  return told ? g_strdup_printf("unclear (%s)", answer->reason) : g_strdup("unclear");
}

/* Capitals only where it is proved that something got worse. */
char *iod_plain_verdict(IodVerdict verdict) {
  static const char *const words[] = {
      [IOD_VERDICT_NONE] = "-",
      [IOD_VERDICT_WORSE] = "WORSE",
      [IOD_VERDICT_LIKELY_WORSE] = "likely worse",
      [IOD_VERDICT_UNCLEAR] = "unclear",
      [IOD_VERDICT_SAME] = "same",
      [IOD_VERDICT_IDENTICAL] = "identical",
      [IOD_VERDICT_LIKELY_BETTER] = "likely better",
      [IOD_VERDICT_BETTER] = "better",
  };
  return g_strdup(words[verdict]);
}

char *iod_verdict_words(const IodRow *row, IodPair pair, const char *const *series) {
  const IodVersus *versus = iod_row_versus(row, pair.base, pair.fresh);
  if (versus == NULL) {
    gboolean base = row->samples[pair.base] != NULL;
    gboolean fresh = row->samples[pair.fresh] != NULL;
    if (base == fresh) return g_strdup("-");
    return g_strdup_printf("only %s", series[base ? pair.base : pair.fresh]);
  }
  const IodAnswer *answer = &versus->answer;
  if (answer->verdict == IOD_VERDICT_NONE && differs(answer)) return g_strdup("differs");
  return answer->verdict == IOD_VERDICT_UNCLEAR ? unclear_words(answer) : iod_plain_verdict(answer->verdict);
}

IodStyle iod_verdict_style(const IodVersus *versus) {
  switch (versus != NULL ? versus->answer.verdict : IOD_VERDICT_NONE) {
  case IOD_VERDICT_WORSE:
    return IOD_STYLE_WORSE;
  case IOD_VERDICT_LIKELY_WORSE:
    return IOD_STYLE_LIKELY_WORSE;
  case IOD_VERDICT_LIKELY_BETTER:
    return IOD_STYLE_LIKELY_BETTER;
  case IOD_VERDICT_BETTER:
    return IOD_STYLE_BETTER;
  default:
    return IOD_STYLE_PLAIN;
  }
}

gboolean iod_ratio_starred(const IodVersus *versus) {
  double ratio = versus->answer.ratio;
  double quotient = versus->answer.center_ratio;
  if (!(ratio > 0) || !(quotient > 0) || !isfinite(ratio) || !isfinite(quotient)) return FALSE;
  const double visible = 0.005;
  gboolean apart =
      (ratio - 1) * (quotient - 1) < 0 && fabs(ratio - 1) > visible && fabs(quotient - 1) > visible;
  return apart || fabs(log(ratio / quotient)) > log(1.05);
}

char *iod_ratio_words(const IodVersus *versus) {
  if (versus == NULL) return g_strdup("-");
  g_autofree char *text = iod_ratio_text(versus->answer.ratio);
  return g_strconcat(text, iod_ratio_starred(versus) ? "*" : "", NULL);
}

/* The difference itself can be seen from the centres. */
static char *difference_words(const IodLine *line, const IodAnswer *answer) {
  g_autofree char *low = iod_line_value(line, answer->difference_ci.low, answer->difference);
  g_autofree char *high = iod_line_value(line, answer->difference_ci.high, answer->difference);
  g_autofree char *range = iod_range_text(low, high);
  return g_strdup_printf("(%s)d", range);
}

static guint runs_of(const IodRow *row, guint series) {
  return row->samples[series] != NULL ? row->samples[series]->summary.n : 0;
}

/* Why there is no interval. */
static const char *no_interval(const IodRow *row, IodPair pair, const IodAnswer *answer) {
  if (runs_of(row, pair.base) == 1 || runs_of(row, pair.fresh) == 1) return "1 run";
  if (g_strcmp0(answer->reason, "too_few") == 0) return "too few";
  return answer->method != NULL ? "no bounds" : "no interval";
}

gboolean iod_interval_assumed(const IodComparison *comparison, const IodVersus *versus) {
  const IodAnswer *answer = &versus->answer;
  return comparison->center == IOD_CENTER_MEDIAN && answer->method != NULL && has_bounds(&answer->ci) &&
         g_str_has_prefix(answer->method, "Welch");
}

char *iod_interval_words(const IodComparison *comparison, const IodLine *line, IodPair pair) {
  const IodVersus *versus = iod_row_versus(line->row, pair.base, pair.fresh);
  if (versus == NULL) return NULL;
  const IodAnswer *answer = &versus->answer;
  if (answer->verdict == IOD_VERDICT_IDENTICAL) return g_strdup("all equal");
  if (answer->of_differences && has_bounds(&answer->difference_ci)) return difference_words(line, answer);
  if (!has_bounds(&answer->ci)) return g_strdup(no_interval(line->row, pair, answer));
  g_autofree char *low = iod_ratio_text(answer->ci.low);
  g_autofree char *high = iod_ratio_text(answer->ci.high);
  g_autofree char *range = iod_range_text(low, high);
  return g_strdup_printf("(%s)%s", range, iod_interval_assumed(comparison, versus) ? "~" : "");
}

static char *size_words(const char *value) {
  const char *text = value;
  guint64 bytes = 0;
  gboolean whole = iod_scan_whole(&text, value + strlen(value), &bytes) && *text == '\0';
  return whole ? iod_size_text(bytes) : iod_display_text(value);
}

char *iod_label_words(const char *name, const char *value) {
  if (!g_str_has_suffix(name, "_size")) return iod_display_text(value);
  g_auto(GStrv) values = g_strsplit(value, ",", -1);
  for (guint i = 0; values[i] != NULL; i++) {
    char *words = size_words(values[i]);
    g_free(values[i]);
    values[i] = words;
  }
  return g_strjoinv(", ", values);
}
