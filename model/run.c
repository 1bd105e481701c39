// SPDX-License-Identifier: GPL-3.0-or-later
/* Runs, histograms, warnings, and the way into a sink. */
#include "model/model.h"

#include <string.h>

IodRun *iod_run_new(const char *tool, const char *source) {
  IodRun *run = g_atomic_rc_box_new0(IodRun);
  run->tool = g_strdup(tool);
  run->source = g_strdup(source);
  run->line = 1;
  run->complete = TRUE;
  run->facts = iod_labels_new();
  run->labels = iod_labels_new();
  return run;
}

IodRun *iod_run_ref(IodRun *run) {
  return g_atomic_rc_box_acquire(run);
}

static void clear_run(gpointer data) {
  IodRun *run = data;
  g_free(run->tool);
  g_free(run->id);
  g_free(run->source);
  g_free(run->version);
  g_free(run->start);
  g_free(run->session);
  g_free(run->failure);
  g_free(run->heading);
  iod_labels_free(run->facts);
  iod_labels_free(run->labels);
  g_clear_pointer(&run->histograms, g_ptr_array_unref);
  json_decref(run->series);
}

void iod_run_unref(IodRun *run) {
  if (run != NULL) g_atomic_rc_box_release_full(run, clear_run);
}

IodHistogram *iod_histogram_new(const char *op, const char *metric, const char *unit, guint precision_bits) {
  IodHistogram *histogram = g_new0(IodHistogram, 1);
  histogram->op = g_strdup(op);
  histogram->metric = g_strdup(metric);
  histogram->unit = g_strdup(unit);
  histogram->precision_bits = precision_bits;
  histogram->counts = g_array_new(FALSE, FALSE, sizeof(IodBucket));
  return histogram;
}

void iod_histogram_free(IodHistogram *histogram) {
  if (histogram == NULL) return;
  g_free(histogram->op);
  g_free(histogram->metric);
  g_free(histogram->unit);
  g_array_unref(histogram->counts);
  g_free(histogram);
}

static void free_histogram(gpointer data) {
  iod_histogram_free(data);
}

void iod_run_add_histogram(IodRun *run, IodHistogram *histogram) {
  if (run->histograms == NULL) run->histograms = g_ptr_array_new_with_free_func(free_histogram);
  g_ptr_array_add(run->histograms, histogram);
}

static gsize packed_size(const char *text) {
  return text != NULL ? strlen(text) + 1 : 0;
}

static const char *pack(char **cursor, const char *text) {
  if (text == NULL) return NULL;
  char *copy = *cursor;
  *cursor = g_stpcpy(copy, text) + 1;
  return copy;
}

/* One block holds the copy and its strings, so that freeing needs no knowledge of who owns them. */
IodWarning *iod_warning_copy(const IodWarning *warning) {
  gsize size = packed_size(warning->code) + packed_size(warning->message) + packed_size(warning->source) +
               packed_size(warning->row) + packed_size(warning->series);
  IodWarning *copy = g_malloc0(sizeof *copy + size);
  char *cursor = (char *)(copy + 1);
  copy->code = pack(&cursor, warning->code);
  copy->message = pack(&cursor, warning->message);
  copy->source = pack(&cursor, warning->source);
  copy->line = warning->line;
  copy->row = pack(&cursor, warning->row);
  copy->series = pack(&cursor, warning->series);
  return copy;
}

void iod_warning_free(IodWarning *warning) {
  g_free(warning);
}

void iod_sink_run(IodSink *sink, IodRun *run) {
  if (sink->run != NULL) sink->run(sink, run);
}

void iod_sink_observe(IodSink *sink, IodRun *run, const IodObservation *observation) {
  if (sink->observe != NULL) sink->observe(sink, run, observation);
}

void iod_sink_warn(IodSink *sink, const IodWarning *warning) {
  if (sink->warn != NULL) sink->warn(sink, warning);
}
