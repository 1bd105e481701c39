// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/feed.h"

#include <math.h>

struct IodFeed {
  IodSource *source;
  IodLabels *labels;   /* of the stream: pod, container, host */
  GHashTable *current; /* tool -> its IodRun under way; owned */
  GQueue *headings;    /* of Heading, the last ones, the latest first */
};

typedef struct {
  char *text;
  guint32 line;
} Heading;

/* A parser tells a run when it has ended; by then other headings have gone by. */
enum { MOST_HEADINGS = 256 };

static void free_heading(gpointer data) {
  Heading *heading = data;
  g_free(heading->text);
  g_free(heading);
}

static const char *heading_above(const IodFeed *feed, guint32 line) {
  for (GList *each = feed->headings->head; each; each = each->next) {
    const Heading *heading = each->data;
    if (heading->line <= line) return heading->text;
  }
  return NULL;
}

IodFeed *iod_feed_new(IodSource *source, const IodLabels *labels) {
  IodFeed *feed = g_new0(IodFeed, 1);
  feed->source = source;
  feed->labels = iod_labels_copy(labels);
  feed->current = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)iod_run_unref);
  feed->headings = g_queue_new();
  return feed;
}

void iod_feed_free(IodFeed *feed) {
  g_hash_table_unref(feed->current);
  iod_labels_free(feed->labels);
  g_queue_free_full(feed->headings, free_heading);
  g_free(feed);
}

void iod_feed_heading(IodFeed *feed, const char *text, guint32 line) {
  Heading *heading = g_new(Heading, 1);
  *heading = (Heading){g_strdup(text), line};
  g_queue_push_head(feed->headings, heading);
  if (g_queue_get_length(feed->headings) > MOST_HEADINGS) free_heading(g_queue_pop_tail(feed->headings));
}

IodRun *iod_feed_run(IodFeed *feed, const char *tool, guint32 line) {
  IodRun *run = iod_run_new(tool, iod_source_name(feed->source));
  run->line = line;
  run->complete = TRUE;
  run->heading = g_strdup(heading_above(feed, line));
  iod_labels_merge(run->labels, feed->labels);
  g_hash_table_replace(feed->current, run->tool, run);
  return run;
}

/* A run is told to the sink when it first has something to tell; from then on it has its id. */
static void announce(IodFeed *feed, IodRun *run) {
  if (!run->id) iod_sink_run(iod_source_sink(feed->source), run);
}

void iod_feed_push(IodFeed *feed, IodRun *run, const IodObservation *observation) {
  announce(feed, run);
  iod_sink_observe(iod_source_sink(feed->source), run, observation);
}

void iod_feed_observe(IodFeed *feed, IodRun *run, const char *test, const char *op, const char *metric,
                      double value, guint32 line, const IodLabels *labels) {
  IodObservation observation = {.test = test, .op = op, .value = value, .line = line, .labels = labels};
  iod_metric_lookup(metric, &observation.metric);
  if (!isfinite(value) || value < 0) {
    iod_feed_warn(feed, "implausible", line,
                  "%s %s %s is no number that a benchmark can give; it is left out", test, op, metric);
    return;
  }
  iod_feed_push(feed, run, &observation);
}

void iod_feed_fail(IodFeed *feed, IodRun *run, guint32 line, const char *reason) {
  g_free(run->failure);
  run->failure = g_strdup(reason);
  run->complete = FALSE;
  announce(feed, run);
  iod_feed_warn(feed, "failed_run", line, "%s failed: %s", run->tool, reason);
}

void iod_feed_warn(IodFeed *feed, const char *code, guint32 line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  IodWarning warning = {
      .code = code, .message = message, .source = iod_source_name(feed->source), .line = line};
  iod_sink_warn(iod_source_sink(feed->source), &warning);
}

const IodPlainOptions *iod_feed_plain_options(const IodFeed *feed) {
  return iod_source_reading(feed->source)->plain;
}

IodSink *iod_feed_sink(IodFeed *feed) {
  return iod_source_sink(feed->source);
}

const char *iod_feed_source(const IodFeed *feed) {
  return iod_source_name(feed->source);
}
