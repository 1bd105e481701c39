// SPDX-License-Identifier: GPL-3.0-or-later
/* Texts of cells. */
#include "report/display.h"
#include "report/figures.h"
#include "report/table.h"

#include <math.h>

const char *iod_block_title(IodBlock block) {
  static const char *const titles[] = {"HIGHER IS BETTER", "LOWER IS BETTER", "NEITHER IS BETTER"};
  return titles[block];
}

const char *iod_block_note(IodBlock block, gboolean versus, gboolean picture) {
  if (block == IOD_BLOCK_OTHER) return "shown, not judged";
  if (block != IOD_BLOCK_LOWER || !versus) return NULL;
  return picture ? "a ratio under 1 is better; the picture is turned round" : "a ratio under 1 is better";
}

char *iod_runs_words(const IodRow *row, const guint *series, guint count) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < count; i++) {
    const IodSample *sample = row->samples[series[i]];
    if (i > 0) g_string_append_c(text, '/');
    if (sample != NULL) {
      g_string_append_printf(text, "%u", sample->summary.n);
    } else {
      g_string_append_c(text, '-');
    }
  }
  return g_string_free(text, FALSE);
}

char *iod_center_interval(const IodView *view, const IodLine *line, const IodSummary *summary) {
  if (!isfinite(summary->ci.low) || !isfinite(summary->ci.high)) {
    return g_strdup(summary->n == 1 ? "1 run" : "no interval");
  }
  g_autofree char *low = iod_line_value(line, summary->ci.low, summary->center);
  g_autofree char *high = iod_line_value(line, summary->ci.high, summary->center);
  g_autofree char *range = iod_range_text(low, high);
  if (!(summary->ci.confidence < view->comparison->confidence - 1e-9)) return g_strdup_printf("(%s)", range);
  g_autofree char *confidence = iod_percent_text(summary->ci.confidence);
  return g_strdup_printf("(%s) %s", range, confidence);
}

IodPairs iod_view_pairs(const IodView *view) {
  return (IodPairs){(const IodPair *)(gconstpointer)view->pairs->data, view->pairs->len};
}

char *iod_pair_title(const IodView *view, IodPair pair) {
  return g_strdup_printf("%s to %s", view->series[pair.fresh], view->series[pair.base]);
}

GArray *iod_pairs_series(const IodView *view, IodPairs pairs) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint s = 0; s < view->comparison->n_series; s++) {
    gboolean named = pairs.count == 0;
    for (guint i = 0; i < pairs.count; i++)
      named = named || pairs.pairs[i].base == s || pairs.pairs[i].fresh == s;
    if (named) g_array_append_val(list, s);
  }
  return list;
}

gboolean iod_row_has_any(const IodRow *row, const GArray *series) {
  for (guint i = 0; i < series->len; i++) {
    if (row->samples[g_array_index(series, guint, i)] != NULL) return TRUE;
  }
  return FALSE;
}

const IodStatistic iod_statistics[] = {
    {IOD_SHOW_MEDIAN, "median"}, {IOD_SHOW_MEAN, "mean"}, {IOD_SHOW_STDDEV, "stddev"}, {IOD_SHOW_CV, "cv"},
    {IOD_SHOW_MIN, "min"},       {IOD_SHOW_MAX, "max"},   {IOD_SHOW_N, NULL},
};

gboolean iod_shows(const IodView *view, const IodStatistic *statistic) {
  IodCenter center = view->comparison->center;
  if (statistic->bit == IOD_SHOW_MEDIAN && center == IOD_CENTER_MEDIAN) return FALSE;
  if (statistic->bit == IOD_SHOW_MEAN && center == IOD_CENTER_MEAN) return FALSE;
  return (view->show & statistic->bit) != 0;
}

/* Equal values whose mean was rounded have a spread of a few units in the last place. */
static double visible_stddev(const IodSummary *summary) {
  return summary->stddev < 1e-12 * fabs(summary->mean) ? 0 : summary->stddev;
}

char *iod_statistic_words(const IodLine *line, const IodSummary *summary, IodShow bit) {
  switch (bit) {
  case IOD_SHOW_MEDIAN:
    return iod_line_value(line, summary->median, summary->center);
  case IOD_SHOW_MEAN:
    return iod_line_value(line, summary->mean, summary->center);
  case IOD_SHOW_STDDEV:
    return iod_line_value(line, visible_stddev(summary), NAN);
  case IOD_SHOW_CV: {
    double variation = visible_stddev(summary) / fabs(summary->mean) * 100;
    g_autofree char *text = iod_value_text(variation, NAN);
    return isfinite(variation) ? g_strconcat(text, " %", NULL) : g_steal_pointer(&text);
  }
  case IOD_SHOW_MIN:
    return iod_line_value(line, summary->min, summary->center);
  default:
    return iod_line_value(line, summary->max, summary->center);
  }
}
