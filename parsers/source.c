// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/source.h"

#include "parsers/clean.h"
#include "parsers/path_labels.h"
#include "parsers/prefix.h"
#include "parsers/stream.h"

#include <string.h>

enum { SNIFFED = 64 * 1024, MOST_STREAMS = 4096, DEEPEST_PREFIX = 3 };

struct IodSource {
  IodSink sink; /* first: what the feeds push into; labels and numbers runs, then passes on */
  const IodReading *reading;
  const IodPlace *place;
  GHashTable *counts;  /* tool -> number of its runs so far */
  IodStream *plain;    /* lines without a machine's prefix */
  GHashTable *streams; /* a prefix's key -> IodStream */
  GHashTable *hosts;   /* names that pdsh puts before lines; NULL for none */
  gboolean many_hosts; /* whose lines are told apart by the label host */
  GString *held;       /* the first lines, until it is known whether they have such names; NULL after */
  GString *cleaned;
  guint32 line;
  IodYield yield;
  guint overlong;
};

/* ---- The sink ---- */

static char *next_id(IodSource *source, const char *tool) {
  guint number = GPOINTER_TO_UINT(g_hash_table_lookup(source->counts, tool)) + 1;
  g_hash_table_replace(source->counts, g_strdup(tool), GUINT_TO_POINTER(number));
  if (!source->place->run_name) return g_strdup_printf("%u", number);
  if (number == 1) return g_strdup(source->place->run_name);
  return g_strdup_printf("%s#%u", source->place->run_name, number);
}

static void take_from_labels(const IodSource *source, IodLabels *labels) {
  for (guint i = 0; i < source->reading->from->len; i++) {
    const IodLabelPattern *from = g_ptr_array_index(source->reading->from, i);
    const char *value = iod_labels_get(labels, from->label);
    if (value) iod_path_pattern_match(from->pattern, value, labels, NULL);
  }
}

static void on_run(IodSink *sink, IodRun *run) {
  IodSource *source = (IodSource *)sink;
  if (!run->id) run->id = next_id(source, run->tool);
  take_from_labels(source, run->labels);
  iod_labels_merge(run->labels, source->place->labels);
  if (run->failure) source->yield.failed_runs++;
  iod_sink_run(source->reading->sink, run);
}

static void on_observation(IodSink *sink, IodRun *run, const IodObservation *observation) {
  IodSource *source = (IodSource *)sink;
  source->yield.observations++;
  iod_sink_observe(source->reading->sink, run, observation);
}

static void on_warning(IodSink *sink, const IodWarning *warning) {
  iod_sink_warn(((IodSource *)sink)->reading->sink, warning);
}

/* ---- Lines ---- */

IodSource *iod_source_new(const IodReading *reading, const IodPlace *place) {
  IodSource *source = g_new0(IodSource, 1);
  source->sink = (IodSink){on_run, on_observation, on_warning};
  source->reading = reading;
  source->place = place;
  source->counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  source->streams = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  source->held = g_string_new(NULL);
  source->cleaned = g_string_new(NULL);
  return source;
}

static void warn(IodSource *source, const char *code, guint32 line, const char *message) {
  IodWarning warning = {.code = code, .message = message, .source = source->place->name, .line = line};
  on_warning(&source->sink, &warning);
}

static IodStream *plain_stream(IodSource *source) {
  if (!source->plain) source->plain = iod_stream_new(source, NULL);
  return source->plain;
}

static IodStream *stream_of(IodSource *source, const char *key, gsize length) {
  g_autofree char *name = g_strndup(key, length);
  IodStream *stream = g_hash_table_lookup(source->streams, name);
  if (stream) return stream;
  if (g_hash_table_size(source->streams) >= MOST_STREAMS) return plain_stream(source);
  g_autoptr(IodLabels) labels = iod_labels_new();
  iod_prefix_labels(key, length, labels);
  if (!source->many_hosts) iod_labels_set(labels, "host", NULL);
  stream = iod_stream_new(source, labels);
  g_hash_table_insert(source->streams, g_steal_pointer(&name), stream);
  return stream;
}

/* The line without what a machine put before it goes to the stream that the prefix tells. */
static void route(IodSource *source, IodLine line) {
  IodStream *stream = NULL;
  for (guint depth = 0; depth < DEEPEST_PREFIX; depth++) {
    IodPrefix prefix = iod_prefix_find(line.text, line.length, source->hosts);
    if (!prefix.length) break;
    if (prefix.key && !stream) stream = stream_of(source, prefix.key, prefix.key_length);
    line.text += prefix.length;
    line.length -= prefix.length;
  }
  iod_stream_line(stream ? stream : plain_stream(source), &line);
}

/* One piece of a line between carriage returns. */
static void take_piece(IodSource *source, char *text, gsize length, gboolean unended, gboolean carriage) {
  IodLine line = {
      .text = text, .length = length, .number = source->line, .unended = unended, .carriage = carriage};
  if (!iod_is_clean(text, length)) {
    g_string_truncate(source->cleaned, 0);
    iod_clean(text, length, source->cleaned);
    line.text = source->cleaned->str;
    line.length = source->cleaned->len;
  } else {
    text[length] = '\0';
  }
  route(source, line);
}

static void take_line(IodSource *source, char *line, gsize length, gboolean unended) {
  source->line++;
  while (length > 0 && line[length - 1] == '\r') length--;
  for (char *end; (end = memchr(line, '\r', length)); line = end + 1) {
    take_piece(source, line, (gsize)(end - line), FALSE, TRUE);
    length -= (gsize)(end - line) + 1;
  }
  take_piece(source, line, length, unended, FALSE);
}

/* The first lines were held back until it could be seen whether pdsh's names stand before them. */
static void release_held(IodSource *source, gboolean unended) {
  GString *held = g_steal_pointer(&source->held);
  source->hosts = iod_prefix_hosts(held->str, held->len);
  source->many_hosts = iod_prefix_many_hosts(held->str, held->len, source->hosts);
  for (char *line = held->str, *end = held->str + held->len; line < end;) {
    char *feed = memchr(line, '\n', (gsize)(end - line));
    take_line(source, line, (gsize)(feed - line), unended && feed + 1 == end);
    line = feed + 1;
  }
  g_string_free(held, TRUE);
}

void iod_source_line(IodSource *source, char *line, gsize length, gboolean unended) {
  if (!source->held) {
    take_line(source, line, length, unended);
    return;
  }
  g_string_append_len(source->held, line, (gssize)length);
  g_string_append_c(source->held, '\n');
  if (unended || source->held->len > SNIFFED) release_held(source, unended);
}

void iod_source_overlong(IodSource *source, gsize length) {
  if (source->held) release_held(source, FALSE);
  source->line++;
  if (source->overlong++ > 0) return;
  g_autofree char *size = iod_size_text(length);
  g_autofree char *message =
      g_strdup_printf("a line of %s bytes is longer than any benchmark prints; such lines are "
                      "passed over",
                      size);
  warn(source, "long_line", source->line, message);
}

IodYield iod_source_close(IodSource *source) {
  if (source->held) release_held(source, FALSE);
  if (source->plain) iod_stream_close(source->plain);
  g_autoptr(GList) keys =
      g_list_sort(g_hash_table_get_keys(source->streams), (GCompareFunc)iod_natural_compare);
  for (GList *key = keys; key; key = key->next)
    iod_stream_close(g_hash_table_lookup(source->streams, key->data));
  IodYield yield = source->yield;
  g_hash_table_unref(source->streams);
  g_hash_table_unref(source->counts);
  if (source->hosts) g_hash_table_unref(source->hosts);
  g_string_free(source->cleaned, TRUE);
  g_free(source);
  return yield;
}

const IodReading *iod_source_reading(const IodSource *source) {
  return source->reading;
}

const char *iod_source_name(const IodSource *source) {
  return source->place->name;
}

IodSink *iod_source_sink(IodSource *source) {
  return &source->sink;
}
