// SPDX-License-Identifier: GPL-3.0-or-later
/* The rows of `parse`: one observation a line, written as they come. */
#include "report/digits.h"
#include "report/escape.h"
#include "report/report.h"

#define BUFFER_SIZE ((gsize)64 * 1024)

struct IodRowsWriter {
  IodSink sink; /* first: the sink's address is the writer's */
  IodSink *next;
  IodWrite write;
  gpointer user;
  void (*append)(GString *out, const IodRun *run, const IodObservation *observation);
  GString *buffer;
  GError *error; /* the first; nothing is written after it */
  guint64 count;
};

static void append_member(GString *out, const char *name, const char *value) {
  g_string_append(out, name);
  iod_append_json(out, value);
}

static void append_ndjson(GString *out, const IodRun *run, const IodObservation *observation) {
  append_member(out, "{\"tool\":", run->tool);
  append_member(out, ",\"test\":", observation->test);
  append_member(out, ",\"op\":", observation->op);
  append_member(out, ",\"metric\":", observation->metric.name);
  append_member(out, ",\"unit\":", observation->metric.unit);
  append_member(out, ",\"better\":", iod_better_name(observation->metric.better));
  g_string_append(out, ",\"value\":");
  iod_append_number(out, observation->value);
  append_member(out, ",\"run\":", run->id);
  append_member(out, ",\"source\":", run->source);
  g_string_append(out, ",\"line\":");
  if (observation->line != 0) {
    iod_append_whole(out, observation->line);
  } else {
    g_string_append(out, "null");
  }
  g_string_append(out, ",\"labels\":{");
  IodMerge cursor = {0, 0};
  IodLabel label;
  for (gboolean first = TRUE; iod_merge_next(&cursor, observation->labels, run->labels, &label);
       first = FALSE) {
    if (!first) g_string_append_c(out, ',');
    iod_append_json(out, label.name);
    append_member(out, ":", label.value);
  }
  g_string_append(out, "}}\n");
}

static void append_csv(GString *out, const IodRun *run, const IodObservation *observation) {
  const char *before[] = {run->tool,
                          observation->test,
                          observation->op,
                          observation->metric.name,
                          observation->metric.unit,
                          iod_better_name(observation->metric.better)};
  for (gsize i = 0; i < G_N_ELEMENTS(before); i++) {
    iod_append_csv(out, before[i]);
    g_string_append_c(out, ',');
  }
  iod_append_number(out, observation->value);
  g_string_append_c(out, ',');
  iod_append_csv(out, run->id);
  g_string_append_c(out, ',');
  iod_append_csv(out, run->source);
  g_string_append_c(out, ',');
  if (observation->line != 0) iod_append_whole(out, observation->line);
  g_string_append_c(out, ',');
  iod_append_csv_labels(out, observation->labels, run->labels);
  g_string_append_c(out, '\n');
}

static void write_out(IodRowsWriter *writer) {
  if (writer->error == NULL && writer->buffer->len > 0) {
    writer->write(writer->user, writer->buffer->str, writer->buffer->len, &writer->error);
  }
  g_string_truncate(writer->buffer, 0);
}

static void on_run(IodSink *sink, IodRun *run) {
  IodRowsWriter *writer = (IodRowsWriter *)sink;
  if (writer->next != NULL) iod_sink_run(writer->next, run);
}

static void on_observation(IodSink *sink, IodRun *run, const IodObservation *observation) {
  IodRowsWriter *writer = (IodRowsWriter *)sink;
  writer->count++;
  if (writer->error != NULL) return;
  writer->append(writer->buffer, run, observation);
  if (writer->buffer->len >= BUFFER_SIZE) write_out(writer);
}

static void on_warning(IodSink *sink, const IodWarning *warning) {
  IodRowsWriter *writer = (IodRowsWriter *)sink;
  if (writer->next != NULL) iod_sink_warn(writer->next, warning);
}

IodRowsWriter *iod_rows_writer_new(IodFormat format, IodWrite write, gpointer user, IodSink *next) {
  IodRowsWriter *writer = g_new0(IodRowsWriter, 1);
  writer->sink = (IodSink){on_run, on_observation, on_warning};
  writer->next = next;
  writer->write = write;
  writer->user = user;
  writer->append = format == IOD_FORMAT_CSV ? append_csv : append_ndjson;
  writer->buffer = g_string_sized_new(BUFFER_SIZE + 1024);
  if (format == IOD_FORMAT_CSV) {
    g_string_append(writer->buffer, "tool,test,op,metric,unit,better,value,run,source,line,labels\n");
  }
  return writer;
}

IodSink *iod_rows_writer_sink(IodRowsWriter *writer) {
  return &writer->sink;
}

guint64 iod_rows_writer_count(const IodRowsWriter *writer) {
  return writer->count;
}

gboolean iod_rows_writer_flush(IodRowsWriter *writer, GError **error) {
  write_out(writer);
  if (writer->error == NULL) return TRUE;
  g_propagate_error(error, g_error_copy(writer->error));
  return FALSE;
}

void iod_rows_writer_free(IodRowsWriter *writer) {
  if (writer == NULL) return;
  g_string_free(writer->buffer, TRUE);
  g_clear_error(&writer->error);
  g_free(writer);
}
