// SPDX-License-Identifier: GPL-3.0-or-later
/* Datasets made by hand, and what to ask of the comparisons made of them. */
#ifndef IODELTA_TESTS_MADE_H
#define IODELTA_TESTS_MADE_H

/* cmocka wants these before it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "stats/stats.h"

/* "a=1 b=2" */
static inline IodLabels *made_labels(const char *text) {
  IodLabels *labels = iod_labels_new();
  g_auto(GStrv) pairs = g_strsplit(text, " ", -1);
  for (char **pair = pairs; *pair != NULL; pair++) {
    char *equals = strchr(*pair, '=');
    if (equals == NULL) continue;
    *equals = '\0';
    iod_labels_set(labels, *pair, equals + 1);
  }
  return labels;
}

/* Begins a run. labels: as above, the run's own. Borrowed from the dataset. */
static inline IodRun *made_run(IodDataset *dataset, const char *tool, const char *source, const char *id,
                               const char *labels) {
  g_autoptr(IodRun) run = iod_run_new(tool, source);
  run->id = g_strdup(id);
  iod_labels_free(run->labels);
  run->labels = made_labels(labels);
  iod_sink_run(iod_dataset_sink(dataset), run);
  return run; /* the dataset holds it */
}

/* One observation. what: "TEST OP METRIC". */
static inline void made_value(IodDataset *dataset, IodRun *run, const char *what, double value,
                              const char *labels) {
  g_auto(GStrv) words = g_strsplit(what, " ", 3);
  g_autoptr(IodLabels) own = made_labels(labels);
  IodObservation observation = {.test = words[0], .op = words[1], .value = value, .line = 1, .labels = own};
  iod_metric_lookup(words[2], &observation.metric);
  iod_sink_observe(iod_dataset_sink(dataset), run, &observation);
}

/* Runs of one value each, one a value, in a source of the series' name. */
static inline void made_series(IodDataset *dataset, const char *tool, const char *series, const char *what,
                               const char *labels, guint n, const double *values) {
  g_autofree char *run_labels = g_strdup_printf("series=%s", series);
  for (guint i = 0; i < n; i++) {
    g_autofree char *source = g_strdup_printf("%s/%s-%s-%u.log", series, what, labels, i);
    made_value(dataset, made_run(dataset, tool, source, "1", run_labels), what, values[i], labels);
  }
}

static inline IodGrouping made_grouping(void) {
  return (IodGrouping){.center = IOD_CENTER_MEDIAN, .confidence = 0.95};
}

/* Groups what must succeed. */
static inline IodComparison *made_comparison(const IodDataset *dataset, const IodGrouping *grouping) {
  GError *error = NULL;
  IodComparison *comparison = iod_group(dataset, grouping, &error);
  if (error != NULL) fail_msg("iod_group: %s", error->message);
  assert_non_null(comparison);
  return comparison;
}

/* Groups what must fail as wrong use; the message must hold each of the NULL-terminated parts. */
static inline void made_refusal(const IodDataset *dataset, const IodGrouping *grouping, ...) {
  g_autoptr(GError) error = NULL;
  IodComparison *comparison = iod_group(dataset, grouping, &error);
  assert_null(comparison);
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  va_list parts;
  va_start(parts, grouping);
  for (const char *part = va_arg(parts, const char *); part != NULL; part = va_arg(parts, const char *))
    if (strstr(error->message, part) == NULL) fail_msg("'%s' does not say '%s'", error->message, part);
  va_end(parts);
}

/* The names of all rows with their metric, joined: "dd bandwidth|dd bytes". */
static inline char *made_rows(const IodComparison *comparison) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    g_string_append_printf(text, "%s%s %s", i > 0 ? "|" : "", row->name, row->metric.name);
  }
  return g_string_free(text, FALSE);
}

/* cmocka's assert_float_equal knows floats alone. */
static inline void assert_near(double got, double wanted, double tolerance) {
  if (!(fabs(got - wanted) <= tolerance)) fail_msg("%.17g is not within %g of %.17g", got, tolerance, wanted);
}

static inline void assert_rows(const IodComparison *comparison, const char *wanted) {
  g_autofree char *rows = made_rows(comparison);
  assert_string_equal(rows, wanted);
}

static inline IodRow *made_row(const IodComparison *comparison, const char *name_and_metric) {
  for (guint i = 0; i < comparison->rows->len; i++) {
    IodRow *row = g_ptr_array_index(comparison->rows, i);
    g_autofree char *name = g_strdup_printf("%s %s", row->name, row->metric.name);
    if (strcmp(name, name_and_metric) == 0) return row;
  }
  g_autofree char *rows = made_rows(comparison);
  fail_msg("no row '%s' among %s", name_and_metric, rows);
  return NULL;
}

/* A sample as "1000 1010 990"; "-" where the row has none. */
static inline void assert_sample(const IodRow *row, guint series, const char *wanted) {
  const IodSample *sample = row->samples[series];
  GString *text = g_string_new(sample == NULL ? "-" : NULL);
  for (guint i = 0; sample != NULL && i < sample->summary.n; i++)
    g_string_append_printf(text, "%s%g", i > 0 ? " " : "", sample->values[i]);
  g_autofree char *got = g_string_free(text, FALSE);
  assert_string_equal(got, wanted);
}

/* What differs, as "file_size: 1, 8|iodepth: -, 4". */
static inline void assert_differs(const IodComparison *comparison, const char *wanted) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < comparison->differs->len; i++) {
    const IodDiffers *differs = g_ptr_array_index(comparison->differs, i);
    g_string_append_printf(text, "%s%s:", i > 0 ? "|" : "", differs->label);
    for (guint s = 0; s < comparison->n_series; s++)
      g_string_append_printf(text, "%s %s", s > 0 ? " /" : "",
                             differs->values[s] != NULL ? differs->values[s] : "-");
  }
  g_autofree char *got = g_string_free(text, FALSE);
  assert_string_equal(got, wanted);
}

static inline const IodWarning *made_warning(const IodComparison *comparison, const char *code) {
  for (guint i = 0; i < comparison->warnings->len; i++) {
    const IodWarning *warning = g_ptr_array_index(comparison->warnings, i);
    if (strcmp(warning->code, code) == 0) return warning;
  }
  return NULL;
}

#endif
