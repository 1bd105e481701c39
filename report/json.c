// SPDX-License-Identifier: GPL-3.0-or-later
/* Summary and comparison as JSON: iodelta.compare/1, iodelta.summary/1 and, a row a line, NDJSON. */
#include "report/json.h"

#include "report/escape.h"
#include "report/writers.h"

#include <math.h>

json_t *iod_json_string(const char *text) {
  if (text == NULL) return json_null();
  json_t *string = json_string(text);
  if (string != NULL) return string;
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  return json_string(valid);
}

json_t *iod_json_number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *from_bounds(const IodInterval *interval) {
  if (!isfinite(interval->low) || !isfinite(interval->high)) return json_null();
  json_t *bounds = json_array();
  json_array_append_new(bounds, json_real(interval->low));
  json_array_append_new(bounds, json_real(interval->high));
  return bounds;
}

/* Names of objects come from logs too, and must be UTF-8 for jansson to take them. */
static void set_named(json_t *object, const char *name, json_t *value) {
  g_autofree char *valid = g_utf8_make_valid(name != NULL ? name : "", -1);
  json_object_set_new(object, valid, value);
}

static void set_interval(json_t *object, const IodInterval *interval) {
  json_t *bounds = from_bounds(interval);
  gboolean none = json_is_null(bounds);
  json_object_set_new(object, "ci", bounds);
  json_object_set_new(object, "ci_confidence", none ? json_null() : iod_json_number(interval->confidence));
}

static json_t *from_labels(const IodLabels *labels) {
  json_t *object = json_object();
  for (guint i = 0; i < iod_labels_count(labels); i++) {
    IodLabel label = iod_labels_at(labels, i);
    set_named(object, label.name, iod_json_string(label.value));
  }
  return object;
}

static json_t *from_sample(const char *name, const IodSample *sample) {
  const IodSummary *summary = &sample->summary;
  json_t *object = json_object();
  json_object_set_new(object, "name", iod_json_string(name));
  json_object_set_new(object, "n", json_integer(summary->n));
  json_object_set_new(object, "center", iod_json_number(summary->center));
  set_interval(object, &summary->ci);
  json_object_set_new(object, "mean", iod_json_number(summary->mean));
  json_object_set_new(object, "median", iod_json_number(summary->median));
  json_object_set_new(object, "geomean", iod_json_number(summary->geomean));
  json_object_set_new(object, "stddev", iod_json_number(summary->stddev));
  json_object_set_new(object, "min", iod_json_number(summary->min));
  json_object_set_new(object, "max", iod_json_number(summary->max));
  json_t *values = json_array();
  for (guint i = 0; i < summary->n; i++) json_array_append_new(values, iod_json_number(sample->values[i]));
  json_object_set_new(object, "values", values);
  return object;
}

char *iod_method_text(const IodAnswer *answer) {
  static const char suffix[] = " of differences";
  if (answer->method == NULL) return NULL;
  gboolean add = answer->of_differences && !g_str_has_suffix(answer->method, suffix);
  return g_strconcat(answer->method, add ? suffix : NULL, NULL);
}

static json_t *from_versus(const IodComparison *comparison, const IodVersus *versus) {
  const IodAnswer *answer = &versus->answer;
  g_autofree char *method = iod_method_text(answer);
  json_t *object = json_object();
  json_object_set_new(object, "name", iod_json_string(comparison->series[versus->fresh]));
  json_object_set_new(object, "base", iod_json_string(comparison->series[versus->base]));
  json_object_set_new(object, "ratio", iod_json_number(answer->ratio));
  json_object_set_new(object, "center_ratio", iod_json_number(answer->center_ratio));
  set_interval(object, &answer->ci);
  if (answer->of_differences) {
    json_object_set_new(object, "difference", iod_json_number(answer->difference));
    json_object_set_new(object, "difference_ci", from_bounds(&answer->difference_ci));
    if (json_is_null(json_object_get(object, "ci_confidence"))) {
      json_object_set_new(object, "ci_confidence", iod_json_number(answer->difference_ci.confidence));
    }
  }
  json_object_set_new(object, "p", iod_json_number(answer->p));
  json_object_set_new(object, "method", iod_json_string(method));
  json_object_set_new(object, "verdict", iod_json_string(iod_verdict_name(answer->verdict)));
  json_object_set_new(object, "reason", iod_json_string(answer->reason));
  json_object_set_new(object, "runs_needed",
                      answer->runs_needed > 0 ? json_integer(answer->runs_needed) : json_null());
  json_object_set_new(object, "runs_reason", iod_json_string(answer->runs_reason));
  return object;
}

json_t *iod_json_row(const IodComparison *comparison, const IodRow *row, gboolean versus) {
  json_t *object = json_object();
  json_object_set_new(object, "tool", iod_json_string(row->tool));
  json_object_set_new(object, "test", iod_json_string(row->test));
  json_object_set_new(object, "op", iod_json_string(row->op));
  json_object_set_new(object, "metric", iod_json_string(row->metric.name));
  json_object_set_new(object, "unit", iod_json_string(row->metric.unit));
  json_object_set_new(object, "better", json_string(iod_better_name(row->metric.better)));
  json_object_set_new(object, "labels", from_labels(row->labels));
  json_t *series = json_array();
  for (guint s = 0; s < comparison->n_series; s++) {
    if (row->samples[s] == NULL) continue;
    json_array_append_new(series, from_sample(comparison->series[s], row->samples[s]));
  }
  json_object_set_new(object, "series", series);
  if (!versus) return object;
  json_t *list = json_array();
  for (guint i = 0; i < row->versus->len; i++) {
    json_array_append_new(list, from_versus(comparison, &g_array_index(row->versus, IodVersus, i)));
  }
  json_object_set_new(object, "versus", list);
  return object;
}

static json_t *from_differs(const IodComparison *comparison) {
  json_t *object = json_object();
  for (guint i = 0; i < comparison->differs->len; i++) {
    const IodDiffers *differs = comparison->differs->pdata[i];
    json_t *values = json_object();
    for (guint s = 0; s < comparison->n_series; s++) {
      set_named(values, comparison->series[s], iod_json_string(differs->values[s]));
    }
    set_named(object, differs->label, values);
  }
  return object;
}

json_t *iod_json_geomeans(const IodComparison *comparison) {
  json_t *list = json_array();
  for (guint i = 0; i < comparison->geomeans->len; i++) {
    const IodGeomean *geomean = &g_array_index(comparison->geomeans, IodGeomean, i);
    json_t *object = json_object();
    json_object_set_new(object, "metric", iod_json_string(geomean->metric));
    json_object_set_new(object, "kind", iod_json_string(geomean->kind));
    json_object_set_new(object, "name", iod_json_string(comparison->series[geomean->series]));
    json_object_set_new(object, "ratio", iod_json_number(geomean->ratio));
    set_interval(object, &geomean->ci);
    json_object_set_new(object, "p", iod_json_number(geomean->p));
    json_object_set_new(object, "verdict", iod_json_string(iod_verdict_name(geomean->verdict)));
    json_object_set_new(object, "rows", json_integer(geomean->rows));
    json_array_append_new(list, object);
  }
  return list;
}

static json_t *from_warning(const IodWarning *warning) {
  json_t *object = json_object();
  json_object_set_new(object, "code", iod_json_string(warning->code));
  json_object_set_new(object, "message", iod_json_string(warning->message));
  json_object_set_new(object, "row", iod_json_string(warning->row));
  json_object_set_new(object, "series", iod_json_string(warning->series));
  json_object_set_new(object, "source", iod_json_string(warning->source));
  json_object_set_new(object, "line", warning->line != 0 ? json_integer(warning->line) : json_null());
  return object;
}

json_t *iod_json_warnings(const IodComparison *comparison, const IodDataset *dataset) {
  json_t *list = json_array();
  for (guint i = 0; i < comparison->warnings->len; i++) {
    json_array_append_new(list, from_warning(comparison->warnings->pdata[i]));
  }
  for (guint i = 0; dataset != NULL && i < iod_dataset_warning_count(dataset); i++) {
    json_array_append_new(list, from_warning(iod_dataset_warning(dataset, i)));
  }
  return list;
}

/* Takes root. */
void iod_json_append(GString *out, json_t *root) {
  g_autofree char *text = iod_json_text(root, JSON_ENCODE_ANY);
  iod_append_json_shielded(out, text);
  json_decref(root);
}

void iod_json_append_member(GString *out, const char *before, json_t *value) {
  g_string_append(out, before);
  iod_json_append(out, value);
}

void iod_write_ndjson(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                      GString *out) {
  (void)options;
  for (guint i = 0; i < comparison->rows->len; i++) {
    iod_json_append(out, iod_json_row(comparison, comparison->rows->pdata[i], versus));
    g_string_append_c(out, '\n');
  }
}

/* One line a row, so that both jq and grep can work with it. */
void iod_write_json(const IodComparison *comparison, gboolean versus, const IodReportOptions *options,
                    GString *out) {
  const char *baseline = comparison->n_series > 0 ? comparison->series[0] : NULL;
  g_string_append_printf(out, "{\"schema\": \"iodelta.%s/1\"", versus ? "compare" : "summary");
  iod_json_append_member(out, ", \"by\": ", iod_json_string(comparison->by));
  iod_json_append_member(out, ", \"baseline\": ", iod_json_string(baseline));
  iod_json_append_member(out, ", \"center\": ", json_string(iod_center_name(comparison->center)));
  iod_json_append_member(out, ", \"confidence\": ", iod_json_number(comparison->confidence));
  g_string_append(out, ",\n \"rows\": [");
  for (guint i = 0; i < comparison->rows->len; i++) {
    iod_json_append_member(out, i > 0 ? ",\n  " : "\n  ",
                           iod_json_row(comparison, comparison->rows->pdata[i], versus));
  }
  g_string_append(out, "]");
  iod_json_append_member(out, ",\n \"differs\": ", from_differs(comparison));
  iod_json_append_member(out, ",\n \"geomeans\": ", iod_json_geomeans(comparison));
  iod_json_append_member(out, ",\n \"warnings\": ", iod_json_warnings(comparison, options->dataset));
  g_string_append(out, "}\n");
}
