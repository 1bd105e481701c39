// SPDX-License-Identifier: GPL-3.0-or-later
/* The native JSON, read. */
#include "model/native.h"

#include <math.h>
#include <string.h>

/* Histograms divide each power of two into 2^bits steps; no clock needs more. */
#define MAX_PRECISION_BITS 30

static void warn(const IodRun *run, guint32 line, IodSink *sink, const char *code, char *message) {
  IodWarning warning = {.code = code, .message = iod_one_line(message), .source = run->source, .line = line};
  iod_sink_warn(sink, &warning);
}

/* The unit and direction that the metric's name tells, unless the observation tells others. */
static gboolean read_metric(const IodPlace *place, const json_t *object, IodMetric *metric, gboolean *known,
                            GError **error) {
  const char *name = NULL;
  const char *better = NULL;
  if (!iod_member_text(place, object, "metric", TRUE, &name, error)) return FALSE;
  *known = iod_metric_lookup(name, metric);
  if (!iod_member_text(place, object, "unit", FALSE, &metric->unit, error) ||
      !iod_member_text(place, object, "better", FALSE, &better, error)) {
    return FALSE;
  }
  if (better != NULL && !iod_better_parse(better, &metric->better)) {
    return iod_place_refuse(place, "better", error, "must be higher, lower, neither or unknown");
  }
  return TRUE;
}

gboolean iod_native_read_observation(const IodPlace *place, const json_t *object, IodRun *run, IodSink *sink,
                                     GError **error) {
  if (!json_is_object(object)) return iod_place_refuse(place, NULL, error, "must be an object");
  g_autoptr(IodLabels) labels = iod_labels_new();
  IodObservation observation = {.test = "-", .op = "-", .labels = labels};
  gboolean known = FALSE;
  guint64 line = 0;
  if (!iod_member_text(place, object, "test", FALSE, &observation.test, error) ||
      !iod_member_text(place, object, "op", FALSE, &observation.op, error) ||
      !read_metric(place, object, &observation.metric, &known, error) ||
      !iod_member_whole(place, object, "line", G_MAXUINT32, &line, error) ||
      !iod_member_labels(place, object, "labels", labels, error)) {
    return FALSE;
  }
  const json_t *value = json_object_get(object, "value");
  observation.value = json_number_value(value);
  observation.line = (guint32)line;
  if (!json_is_number(value) || !isfinite(observation.value)) {
    return iod_place_refuse(place, "value", error, "must be a number");
  }
  if (known && observation.value < 0) {
    g_autofree char *message =
        g_strdup_printf("%s of run %s is negative: left out", observation.metric.name, run->id);
    warn(run, observation.line, sink, "broken", message);
    return TRUE;
  }
  iod_sink_observe(sink, run, &observation);
  return TRUE;
}

static gboolean read_observations(IodPlace *place, const json_t *object, IodRun *run, IodSink *sink,
                                  GError **error) {
  const json_t *list = NULL;
  if (!iod_member_array(place, object, "observations", &list, error)) return FALSE;
  place->list = "observations";
  for (place->item = 0; place->item < json_array_size(list); place->item++) {
    if (!iod_native_read_observation(place, json_array_get(list, place->item), run, sink, error))
      return FALSE;
  }
  place->list = NULL;
  return TRUE;
}

static gboolean read_counts(const IodPlace *place, const json_t *counts, GArray *buckets, GError **error) {
  for (gsize i = 0; i < json_array_size(counts); i++) {
    const json_t *pair = json_array_get(counts, i);
    const json_t *index = json_array_get(pair, 0);
    const json_t *count = json_array_get(pair, 1);
    if (json_array_size(pair) != 2 || !json_is_integer(index) || !json_is_integer(count) ||
        json_integer_value(index) < 0 || json_integer_value(count) < 0) {
      return iod_place_refuse(place, "counts", error, "must be pairs of whole numbers, [index, count]");
    }
    IodBucket bucket = {(guint64)json_integer_value(index), (guint64)json_integer_value(count)};
    if (i > 0 && bucket.index <= g_array_index(buckets, IodBucket, i - 1).index) {
      return iod_place_refuse(place, "counts", error, "must rise by their index");
    }
    g_array_append_val(buckets, bucket);
  }
  return TRUE;
}

static gboolean read_histogram(const IodPlace *place, const json_t *object, IodRun *run, GError **error) {
  if (!json_is_object(object)) return iod_place_refuse(place, NULL, error, "must be an object");
  const char *op = "-";
  const char *metric = NULL;
  const char *unit = "s";
  guint64 bits = 0;
  const json_t *counts = NULL;
  if (!iod_member_text(place, object, "op", FALSE, &op, error) ||
      !iod_member_text(place, object, "metric", TRUE, &metric, error) ||
      !iod_member_text(place, object, "unit", FALSE, &unit, error) ||
      !iod_member_whole(place, object, "precision_bits", MAX_PRECISION_BITS, &bits, error) ||
      !iod_member_array(place, object, "counts", &counts, error)) {
    return FALSE;
  }
  IodHistogram *histogram = iod_histogram_new(op, metric, unit, (guint)bits);
  iod_run_add_histogram(run, histogram);
  return read_counts(place, counts, histogram->counts, error);
}

static gboolean read_histograms(IodPlace *place, const json_t *object, IodRun *run, GError **error) {
  const json_t *list = NULL;
  if (!iod_member_array(place, object, "histograms", &list, error)) return FALSE;
  place->list = "histograms";
  for (place->item = 0; place->item < json_array_size(list); place->item++) {
    if (!read_histogram(place, json_array_get(list, place->item), run, error)) return FALSE;
  }
  place->list = NULL;
  return TRUE;
}

static gboolean replace_text(const IodPlace *place, const json_t *object, const char *member, char **text,
                             GError **error) {
  const char *value = NULL;
  if (!iod_member_text(place, object, member, FALSE, &value, error)) return FALSE;
  if (value != NULL) {
    g_free(*text);
    *text = g_strdup(value);
  }
  return TRUE;
}

static gboolean read_facts(const IodPlace *place, const json_t *object, IodRun *run, GError **error) {
  /* Where the log told no line there is none; only what tells no source stands in this document. */
  guint64 line = json_is_string(json_object_get(object, "source")) ? 0 : place->line;
  if (!replace_text(place, object, "id", &run->id, error) ||
      !replace_text(place, object, "version", &run->version, error) ||
      !replace_text(place, object, "source", &run->source, error) ||
      !iod_member_whole(place, object, "line", G_MAXUINT32, &line, error) ||
      !replace_text(place, object, "heading", &run->heading, error) ||
      !replace_text(place, object, "start", &run->start, error) ||
      !replace_text(place, object, "session", &run->session, error) ||
      !replace_text(place, object, "failure", &run->failure, error) ||
      !iod_member_labels(place, object, "facts", run->facts, error) ||
      !iod_member_labels(place, object, "labels", run->labels, error)) {
    return FALSE;
  }
  run->line = (guint32)line;
  const json_t *complete = json_object_get(object, "complete");
  if (complete != NULL && !json_is_boolean(complete) && !json_is_null(complete)) {
    return iod_place_refuse(place, "complete", error, "must be true or false");
  }
  run->complete = complete == NULL || json_is_null(complete) ? run->failure == NULL : json_is_true(complete);
  return TRUE;
}

static void tell_run(IodRun *run, IodSink *sink) {
  iod_sink_run(sink, run);
  if (run->failure != NULL) {
    g_autofree char *message = g_strdup_printf("run %s of %s failed: %s", run->id, run->tool, run->failure);
    warn(run, run->line, sink, "failed_run", message);
  } else if (!run->complete) {
    g_autofree char *message = g_strdup_printf("run %s of %s is incomplete", run->id, run->tool);
    warn(run, run->line, sink, "cut", message);
  }
}

static gboolean read_run(IodPlace *place, const json_t *object, guint number, IodSink *sink, GError **error) {
  if (!json_is_object(object)) return iod_place_refuse(place, NULL, error, "must be an object");
  const char *tool = NULL;
  if (!iod_member_text(place, object, "tool", TRUE, &tool, error)) return FALSE;
  g_autoptr(IodRun) run = iod_run_new(tool, place->source);
  run->id = g_strdup_printf("%u", number);
  const json_t *series = NULL;
  if (!read_facts(place, object, run, error) || !read_histograms(place, object, run, error) ||
      !iod_member_array(place, object, "series", &series, error)) {
    return FALSE;
  }
  if (series != NULL) run->series = json_deep_copy(series);
  tell_run(run, sink);
  return read_observations(place, object, run, sink, error);
}

static gboolean read_root(const json_t *root, const char *source, guint32 line, IodSink *sink,
                          GError **error) {
  IodPlace place = {.source = source, .line = line};
  const json_t *runs = NULL;
  if (!iod_member_array(&place, root, "runs", &runs, error)) return FALSE;
  if (runs == NULL && json_object_get(root, "observations") == NULL) {
    return iod_place_refuse(&place, NULL, error, "neither \"runs\" nor \"observations\" in it");
  }
  if (runs == NULL) return read_run(&place, root, 1, sink, error);
  place.runs = "runs";
  for (place.run = 0; place.run < json_array_size(runs); place.run++) {
    if (!read_run(&place, json_array_get(runs, place.run), (guint)place.run + 1, sink, error)) return FALSE;
  }
  return TRUE;
}

static gboolean is_newer(const char *version) {
  gsize digits = strspn(version, "0123456789");
  guint64 number = G_MAXUINT64; /* and stays so where there are too many digits */
  const char *text = version;
  iod_scan_whole(&text, version + digits, &number);
  return digits > 0 && version[digits] == '\0' && number > 1;
}

/* "iodelta.results/1" and the baseline's; says what is wrong with any other. */
static gboolean check_schema(const IodPlace *place, const char *schema, GError **error) {
  static const char *const known[] = {IOD_SCHEMA_RESULTS, IOD_SCHEMA_BASELINE};
  for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
    gsize stem = (gsize)(strchr(known[i], '/') + 1 - known[i]);
    if (strcmp(schema, known[i]) == 0) return TRUE;
    if (strncmp(schema, known[i], stem) == 0 && is_newer(schema + stem)) {
      return iod_place_refuse(place, "schema", error,
                              "%s is newer than what this iodelta reads (%s): use a newer one", schema,
                              known[i]);
    }
  }
  return iod_place_refuse(place, "schema", error,
                          "%s holds no runs: give a results file, a baseline, or the logs", schema);
}

gboolean iod_native_read(const json_t *root, const char *source, guint32 line, IodSink *sink,
                         GError **error) {
  IodPlace place = {.source = source, .line = line};
  const char *schema = NULL;
  if (!json_is_object(root)) return iod_place_refuse(&place, NULL, error, "must be an object");
  if (!iod_member_text(&place, root, "schema", TRUE, &schema, error) ||
      !check_schema(&place, schema, error)) {
    return FALSE;
  }
  /* First into nothing, so that a fault at the end leaves no half of a document in the sink. */
  IodSink nothing = {NULL, NULL, NULL};
  return read_root(root, source, line, &nothing, error) && read_root(root, source, line, sink, error);
}

gboolean iod_native_is_ours(const json_t *root) {
  const char *schema = json_string_value(json_object_get(root, "schema"));
  return schema != NULL && g_str_has_prefix(schema, "iodelta.");
}
