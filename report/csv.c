// SPDX-License-Identifier: GPL-3.0-or-later
/* Summary and comparison as CSV: a line for each series of a row and each that it is compared with. */
#include "report/digits.h"
#include "report/escape.h"
#include "report/writers.h"

#include <math.h>

static void append_text(GString *out, const char *text) {
  iod_append_csv(out, text);
  g_string_append_c(out, ',');
}

/* A number that does not exist is an empty field. */
static void append_value(GString *out, double value) {
  if (isfinite(value)) iod_append_number(out, value);
  g_string_append_c(out, ',');
}

static void append_row(GString *out, const IodRow *row) {
  append_text(out, row->tool);
  append_text(out, row->test);
  append_text(out, row->op);
  append_text(out, row->metric.name);
  append_text(out, row->metric.unit);
  append_text(out, iod_better_name(row->metric.better));
  iod_append_csv_labels(out, row->labels, NULL);
  g_string_append_c(out, ',');
}

static void append_summary(GString *out, const IodSummary *summary) {
  iod_append_whole(out, summary->n);
  g_string_append_c(out, ',');
  const double values[] = {summary->center, summary->ci.low, summary->ci.high, summary->ci.confidence,
                           summary->mean,   summary->median, summary->geomean, summary->stddev,
                           summary->min,    summary->max};
  for (gsize i = 0; i < G_N_ELEMENTS(values); i++) append_value(out, values[i]);
}

/* base,ratio,ratio_lo,ratio_hi,p,method,verdict */
static void append_answer(GString *out, const IodComparison *comparison, const IodVersus *versus) {
  if (versus == NULL) {
    g_string_append(out, ",,,,,,\n");
    return;
  }
  const IodAnswer *answer = &versus->answer;
  g_autofree char *method = iod_method_text(answer);
  append_text(out, comparison->series[versus->base]);
  append_value(out, answer->ratio);
  append_value(out, answer->ci.low);
  append_value(out, answer->ci.high);
  append_value(out, answer->p);
  append_text(out, method);
  iod_append_csv(out, iod_verdict_name(answer->verdict));
  g_string_append_c(out, '\n');
}

static void append_line(GString *out, const IodComparison *comparison, const IodRow *row, guint series,
                        const IodVersus *versus) {
  append_row(out, row);
  append_text(out, comparison->series[series]);
  append_summary(out, &row->samples[series]->summary);
  append_answer(out, comparison, versus);
}

static void append_series(GString *out, const IodComparison *comparison, const IodRow *row, guint series,
                          gboolean versus) {
  guint lines = 0;
  for (guint i = 0; versus && i < row->versus->len; i++) {
    const IodVersus *one = &g_array_index(row->versus, IodVersus, i);
    if (one->fresh != series) continue;
    append_line(out, comparison, row, series, one);
    lines++;
  }
  if (lines == 0) append_line(out, comparison, row, series, NULL);
}

void iod_write_csv(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                   GString *out) {
  (void)options;
  g_string_append(
      out, "tool,test,op,metric,unit,better,labels,series,n,center,ci_lo,ci_hi,ci_confidence,mean,median,"
           "geomean,stddev,min,max,base,ratio,ratio_lo,ratio_hi,p,method,verdict\n");
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = comparison->rows->pdata[i];
    for (guint s = 0; s < comparison->n_series; s++) {
      if (row->samples[s] != NULL) append_series(out, comparison, row, s, versus);
    }
  }
}
