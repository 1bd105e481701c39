// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/result.h"

static const double percentiles[] = {50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};

static void set_number(IodLabels *labels, const char *name, double value) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  iod_labels_set(labels, name, iod_number_text(value, text));
}

IodLabels *iod_result_labels(const IodJob *job, const IodSettings *settings, int error) {
  IodLabels *labels = iod_labels_new();
  iod_labels_set(labels, "rw", iod_rw_name(job->rw));
  iod_labels_set(labels, "ioengine", iod_engine_name(job->engine));
  iod_labels_set(labels, "direct", settings->direct ? "1" : "0");
  iod_labels_set_size(labels, "block_size", job->block_size);
  iod_labels_set_size(labels, "iodepth", job->iodepth);
  iod_labels_set_size(labels, "numjobs", job->numjobs);
  if (job->fsync > 0) iod_labels_set_size(labels, job->fdatasync ? "fdatasync" : "fsync", job->fsync);
  if (job->dsync) iod_labels_set(labels, "sync", "dsync");
  if (iod_rw_reads(job->rw) && iod_rw_writes(job->rw))
    iod_labels_set_size(labels, "rwmixread", job->rwmixread);
  if (settings->rate > 0) set_number(labels, "rate", settings->rate);
  if (error != 0) iod_labels_set_size(labels, "error", (guint64)error);
  return labels;
}

/* ---- Observations ---- */

typedef struct {
  const IodLabels *labels;
  IodRun *run;
  IodSink *sink;
  const char *test, *op;
} Teller;

static void tell(const Teller *teller, const char *metric, double value) {
  IodObservation observation = {
      .test = teller->test, .op = teller->op, .value = value, .labels = teller->labels};
  iod_metric_lookup(metric, &observation.metric);
  iod_sink_observe(teller->sink, teller->run, &observation);
}

static void tell_part(const Teller *teller, const char *prefix, const char *part, double nanoseconds) {
  g_autofree char *metric = g_strconcat(prefix, "_", part, NULL);
  tell(teller, metric, nanoseconds / 1e9);
}

static void tell_moments(const Teller *teller, const char *prefix, const IodMoments *moments) {
  if (moments->n == 0) return;
  tell_part(teller, prefix, "min", (double)moments->min);
  tell_part(teller, prefix, "mean", iod_moments_mean(moments));
  tell_part(teller, prefix, "max", (double)moments->max);
  tell_part(teller, prefix, "stddev", iod_moments_stddev(moments));
}

/* The middle of the highest bucket may lie beyond the greatest time, which is known exactly. */
static void tell_percentiles(const Teller *teller, const char *prefix, const IodMoments *moments,
                             const IodCounts *counts) {
  for (gsize i = 0; i < G_N_ELEMENTS(percentiles) && moments->n > 0; i++) {
    g_autofree char *metric = iod_metric_percentile_name(prefix, percentiles[i]);
    double time = iod_histogram_percentile(counts, percentiles[i]);
    tell(teller, metric, CLAMP(time, (double)moments->min, (double)moments->max) / 1e9);
  }
}

static void observe_op(const Teller *teller, const IodOpTiming *op, gboolean transfers, gint64 duration) {
  double seconds = (double)duration / 1e9;
  if (op->lat.n == 0) return;
  if (transfers && duration > 0) {
    tell(teller, "iops", (double)op->lat.n / seconds);
    tell(teller, "bandwidth", (double)op->bytes / seconds);
    tell(teller, "bytes", (double)op->bytes);
    tell(teller, "duration", seconds);
  }
  tell(teller, "ios", (double)op->lat.n);
  if (op->clat_counts != NULL && transfers) {
    tell_moments(teller, "slat", &op->slat);
    tell_moments(teller, "clat", &op->clat);
    tell_percentiles(teller, "clat", &op->clat, op->clat_counts);
  }
  tell_moments(teller, "lat", &op->lat);
  tell_percentiles(teller, "lat", &op->lat, op->lat_counts);
}

void iod_result_observe(const IodMeasured *measured, const IodLabels *labels, IodRun *run, IodSink *sink) {
  Teller teller = {labels, run, sink, iod_rw_name(measured->job.rw), "-"};
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    teller.op = iod_op_name((IodOp)i);
    observe_op(&teller, &measured->timing.ops[i], i != IOD_OP_FSYNC, measured->duration);
  }
  if (measured->duration <= 0) return;
  teller.op = "-";
  tell(&teller, "cpu_user", measured->cpu_user / ((double)measured->duration / 1e9));
  tell(&teller, "cpu_sys", measured->cpu_sys / ((double)measured->duration / 1e9));
}

/* ---- What goes with the run ---- */

static void add_histograms(const IodOpTiming *timing, const char *op, gboolean transfers, IodRun *run) {
  if (timing->lat.n == 0) return;
  iod_run_add_histogram(run, iod_histogram_of(timing->lat_counts, op, "lat"));
  if (timing->clat_counts != NULL && transfers) {
    iod_run_add_histogram(run, iod_histogram_of(timing->clat_counts, op, "clat"));
  }
}

static json_t *new_series(const char *op, const char *metric, const char *unit, json_t *values) {
  json_t *series = json_object();
  json_object_set_new(series, "op", json_string(op));
  json_object_set_new(series, "metric", json_string(metric));
  json_object_set_new(series, "unit", json_string(unit));
  json_object_set_new(series, "interval", json_integer(1));
  json_object_set_new(series, "values", values);
  return series;
}

/* Whole seconds only. */
static void add_series(const IodOpTiming *timing, const char *op, gint64 duration, json_t *all) {
  guint seconds = MIN(timing->seconds->len, (guint)(duration / IOD_NSEC_PER_SEC));
  if (timing->lat.n == 0 || seconds == 0) return;
  json_t *iops = json_array();
  json_t *lat = json_array();
  for (guint i = 0; i < seconds; i++) {
    const IodSecond *second = &g_array_index(timing->seconds, IodSecond, i);
    double mean = second->ios > 0 ? (double)second->lat / (double)second->ios / 1e9 : 0;
    json_array_append_new(iops, json_integer((json_int_t)second->ios));
    json_array_append_new(lat, second->ios > 0 ? json_real(mean) : json_null());
  }
  json_array_append_new(all, new_series(op, "iops", "1/s", iops));
  json_array_append_new(all, new_series(op, "lat_mean", "s", lat));
}

static void tell_count(IodRun *run, const char *what, const char *op, guint64 count) {
  g_autofree char *fact = g_strconcat(what, op, NULL);
  if (count > 0) iod_labels_set_size(run->facts, fact, count);
}

void iod_result_fill(const IodMeasured *measured, IodRun *run) {
  json_decref(run->series);
  run->series = json_array();
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    const IodOpTiming *timing = &measured->timing.ops[i];
    const char *op = iod_op_name((IodOp)i);
    add_histograms(timing, op, i != IOD_OP_FSYNC, run);
    add_series(timing, op, measured->duration, run->series);
    tell_count(run, "short_ios_", op, timing->short_ios);
    tell_count(run, "failed_ios_", op, timing->failed_ios);
  }
  if (measured->missed > 0) iod_labels_set_size(run->facts, "missed_ios", measured->missed);
  if (measured->fault.error == 0) return;
  iod_labels_set(run->facts, "failed_op", iod_op_name(measured->fault.op));
  iod_labels_set_size(run->facts, "failed_offset", measured->fault.offset);
  iod_labels_set(run->facts, "failed_error", g_strerror(measured->fault.error));
}
