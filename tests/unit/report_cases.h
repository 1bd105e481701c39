// SPDX-License-Identifier: GPL-3.0-or-later
/* Comparisons built by hand, for the tests of report/. */
#ifndef IODELTA_TESTS_REPORT_CASES_H
#define IODELTA_TESTS_REPORT_CASES_H

#include "support.h"

#include "report/report.h"

#include <math.h>
#include <string.h>

/* A comparison and all that was allocated for it. */
typedef struct {
  IodComparison comparison;
  GPtrArray *kept;
} Case;

static inline gpointer case_keep(Case *c, gpointer data) {
  g_ptr_array_add(c->kept, data);
  return data;
}

/* names: one a series, NULL-terminated; NULL alone: a pooled one. */
static inline Case *case_new(const char *const *names) {
  Case *c = g_new0(Case, 1);
  c->kept = g_ptr_array_new_with_free_func(g_free);
  IodComparison *comparison = &c->comparison;
  guint count = names != NULL ? g_strv_length((gchar **)(uintptr_t)names) : 1;
  comparison->by = names != NULL ? case_keep(c, g_strdup("series")) : NULL;
  comparison->series = case_keep(c, g_new0(char *, count + 1));
  for (guint i = 0; names != NULL && i < count; i++) comparison->series[i] = case_keep(c, g_strdup(names[i]));
  comparison->n_series = count;
  comparison->center = IOD_CENTER_MEDIAN;
  comparison->confidence = 0.95;
  comparison->rows = g_ptr_array_new();
  comparison->differs = g_ptr_array_new();
  comparison->ignored = g_ptr_array_new();
  comparison->geomeans = g_array_new(FALSE, FALSE, sizeof(IodGeomean));
  comparison->warnings = g_ptr_array_new();
  return c;
}

static inline void case_free(Case *c) {
  for (guint i = 0; i < c->comparison.rows->len; i++) {
    IodRow *row = c->comparison.rows->pdata[i];
    iod_labels_free(row->labels);
    g_array_unref(row->versus);
  }
  g_ptr_array_unref(c->comparison.rows);
  g_ptr_array_unref(c->comparison.differs);
  g_ptr_array_unref(c->comparison.ignored);
  g_array_unref(c->comparison.geomeans);
  g_ptr_array_unref(c->comparison.warnings);
  g_ptr_array_unref(c->kept);
  g_free(c);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Case, case_free)

/* A usual row with a band of 5 %. All strings are borrowed. */
static inline IodRow *case_row(Case *c, const char *tool, const char *test, const char *op,
                               const char *metric, const char *name) {
  IodRow *row = case_keep(c, g_new0(IodRow, 1));
  row->tool = tool;
  row->test = test;
  row->op = op;
  iod_metric_lookup(metric, &row->metric);
  row->labels = iod_labels_new();
  row->name = case_keep(c, g_strdup(name));
  row->usual = TRUE;
  row->band = 0.05;
  row->n_series = c->comparison.n_series;
  row->samples = case_keep(c, g_new0(IodSample *, c->comparison.n_series));
  row->versus = g_array_new(FALSE, FALSE, sizeof(IodVersus));
  g_ptr_array_add(c->comparison.rows, row);
  return row;
}

static inline int compare_doubles(const void *a, const void *b) {
  const double *x = a;
  const double *y = b;
  return (*x > *y) - (*x < *y);
}

/* Values of one series; the interval is left unknown. */
static inline IodSummary *case_sample(Case *c, IodRow *row, guint series, const double *values, guint n) {
  IodSample *sample = case_keep(c, g_new0(IodSample, 1));
  double *sorted = case_keep(c, g_memdup2(values, n * sizeof *values));
  sample->values = case_keep(c, g_memdup2(values, n * sizeof *values));
  qsort(sorted, n, sizeof *sorted, compare_doubles);
  double sum = 0, squares = 0, logs = 0;
  for (guint i = 0; i < n; i++) {
    sum += values[i];
    logs += log(values[i]);
  }
  for (guint i = 0; i < n; i++) squares += (values[i] - sum / n) * (values[i] - sum / n);
  sample->summary = (IodSummary){
      .n = n,
      .mean = sum / n,
      .median = (sorted[n / 2] + sorted[(n - 1) / 2]) / 2,
      .geomean = exp(logs / n),
      .stddev = n > 1 ? sqrt(squares / (n - 1)) : NAN,
      .min = sorted[0],
      .max = sorted[n - 1],
      .ci = {NAN, NAN, NAN},
  };
  sample->summary.center = sample->summary.median;
  row->samples[series] = sample;
  return &sample->summary;
}

/* n values around center, all of them equal to it: what matters to a table is the centre. */
static inline IodSummary *case_flat(Case *c, IodRow *row, guint series, double center, guint n) {
  g_autofree double *values = g_new(double, n);
  for (guint i = 0; i < n; i++) values[i] = center;
  return case_sample(c, row, series, values, n);
}

/* Series fresh against base; center_ratio is that of the samples. Valid until the next one is added. */
static inline IodAnswer *case_versus(IodRow *row, guint base, guint fresh, double ratio, double low,
                                     double high, IodVerdict verdict) {
  IodVersus versus = {base, fresh, {.ratio = ratio}};
  IodAnswer *answer = &versus.answer;
  answer->center_ratio = row->samples[fresh]->summary.center / row->samples[base]->summary.center;
  gboolean interval = isfinite(low);
  answer->ci = (IodInterval){low, high, interval ? 0.957 : NAN};
  answer->p = interval ? 0.0123 : NAN;
  answer->method = interval ? "rank-sum exact" : NULL;
  answer->difference = NAN;
  answer->difference_ci = (IodInterval){NAN, NAN, NAN};
  answer->verdict = verdict;
  g_array_append_val(row->versus, versus);
  return &g_array_index(row->versus, IodVersus, row->versus->len - 1).answer;
}

static inline void case_warning(Case *c, const IodWarning *warning) {
  g_ptr_array_add(c->comparison.warnings, case_keep(c, g_memdup2(warning, sizeof *warning)));
}

/* The report as a string to be freed. */
static inline char *case_text(const Case *c, gboolean versus, IodFormat format,
                              const IodReportOptions *options) {
  static const IodReportOptions defaults = {0};
  GString *out = g_string_new(NULL);
  (versus ? iod_report_comparison : iod_report_summary)(&c->comparison, format, options ? options : &defaults,
                                                        out);
  return g_string_free(out, FALSE);
}

#endif
