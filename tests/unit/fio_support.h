// SPDX-License-Identifier: GPL-3.0-or-later
/* Reads text with fio's parser alone, in memory, and keeps what it gave. */
#ifndef IODELTA_TESTS_FIO_SUPPORT_H
#define IODELTA_TESTS_FIO_SUPPORT_H

#include "support.h"

#include "parsers/source.h"

#include <math.h>
#include <string.h>

extern const IodParser iod_parser_fio;

typedef struct {
  char *test, *op, *metric;
  double value;
  guint32 line;
  char *labels; /* "block_size=4096 job=1 …", by name */
  IodRun *run;
} Seen;

typedef struct {
  IodSink sink;        /* first */
  GPtrArray *seen;     /* of Seen */
  GPtrArray *warnings; /* "code: message" */
  GPtrArray *runs;     /* of IodRun, as announced */
} Reading;

static void free_seen(gpointer data) {
  Seen *seen = data;
  g_free(seen->test);
  g_free(seen->op);
  g_free(seen->metric);
  g_free(seen->labels);
  g_free(seen);
}

static void reading_run(IodSink *sink, IodRun *run) {
  g_ptr_array_add(((Reading *)sink)->runs, iod_run_ref(run));
}

static void reading_observe(IodSink *sink, IodRun *run, const IodObservation *observation) {
  Seen *seen = g_new0(Seen, 1);
  GString *labels = g_string_new(NULL);
  for (guint i = 0; i < iod_labels_count(observation->labels); i++) {
    IodLabel label = iod_labels_at(observation->labels, i);
    g_string_append_printf(labels, "%s%s=%s", i > 0 ? " " : "", label.name, label.value);
  }
  *seen = (Seen){g_strdup(observation->test),
                 g_strdup(observation->op),
                 g_strdup(observation->metric.name),
                 observation->value,
                 observation->line,
                 g_string_free(labels, FALSE),
                 run};
  g_ptr_array_add(((Reading *)sink)->seen, seen);
}

static void reading_warn(IodSink *sink, const IodWarning *warning) {
  g_ptr_array_add(((Reading *)sink)->warnings, g_strdup_printf("%s: %s", warning->code, warning->message));
}

static void free_run(gpointer data) {
  iod_run_unref(data);
}

static inline Reading *read_fio(const char *text, gssize length) {
  Reading *reading = g_new0(Reading, 1);
  reading->sink = (IodSink){reading_run, reading_observe, reading_warn};
  reading->seen = g_ptr_array_new_with_free_func(free_seen);
  reading->warnings = g_ptr_array_new_with_free_func(g_free);
  reading->runs = g_ptr_array_new_with_free_func(free_run);
  g_autoptr(GPtrArray) from = g_ptr_array_new();
  IodPlainOptions plain = {0};
  IodReading how = {.only = &iod_parser_fio, .plain = &plain, .from = from, .sink = &reading->sink};
  IodPlace place = {.name = "fio.log", .labels = iod_labels_new()};
  IodSource *source = iod_source_new(&how, &place);
  gsize size = length < 0 ? strlen(text) : (gsize)length;
  g_autofree char *bytes = g_memdup2(text, size + 1);
  for (char *line = bytes, *end = bytes + size; line < end;) {
    char *feed = memchr(line, '\n', (gsize)(end - line));
    iod_source_line(source, line, (gsize)((feed ? feed : end) - line), !feed);
    line = feed ? feed + 1 : end;
  }
  iod_source_close(source);
  iod_labels_free(place.labels);
  return reading;
}

static inline void free_reading(Reading *reading) {
  g_ptr_array_unref(reading->seen);
  g_ptr_array_unref(reading->warnings);
  g_ptr_array_unref(reading->runs);
  g_free(reading);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Reading, free_reading)

static inline char *fixture(const char *name) {
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, "fio", name, NULL);
  char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) fail_msg("cannot read %s", path);
  return text;
}

static inline Reading *read_fixture(const char *name) {
  g_autofree char *text = fixture(name);
  return read_fio(text, -1);
}

/* Each of the blank-separated pairs is among the labels. */
static inline gboolean has_labels(const Seen *seen, const char *wanted) {
  g_auto(GStrv) pairs = g_strsplit(wanted, " ", -1);
  g_auto(GStrv) labels = g_strsplit(seen->labels, " ", -1);
  for (char **pair = pairs; *pair; pair++)
    if (**pair && !g_strv_contains((const char *const *)labels, *pair)) return FALSE;
  return TRUE;
}

/* The one observation that fits ("" fits any test or op); NULL where there is none, fails where there are
 * several. */
static inline const Seen *find_seen(const Reading *reading, const char *test, const char *op,
                                    const char *metric, const char *labels) {
  const Seen *found = NULL;
  for (guint i = 0; i < reading->seen->len; i++) {
    const Seen *seen = g_ptr_array_index(reading->seen, i);
    if ((*test && strcmp(seen->test, test) != 0) || (*op && strcmp(seen->op, op) != 0) ||
        strcmp(seen->metric, metric) != 0 || !has_labels(seen, labels))
      continue;
    if (found) fail_msg("%s %s %s %s is there more than once", test, op, metric, labels);
    found = seen;
  }
  return found;
}

/* Its value; -1 where there is none. */
static inline double value_of(const Reading *reading, const char *test, const char *op, const char *metric,
                              const char *labels) {
  const Seen *seen = find_seen(reading, test, op, metric, labels);
  return seen ? seen->value : -1;
}

static inline gboolean is_near(double got, double want, double relative) {
  return fabs(got - want) <= fabs(want) * relative;
}

#define assert_value(reading, test, op, metric, labels, want)                                                \
  do {                                                                                                       \
    double got_ = value_of(reading, test, op, metric, labels);                                               \
    if (!is_near(got_, want, 1e-9))                                                                          \
      fail_msg("%s %s %s: got %.12g, wanted %.12g", test, op, metric, got_, (double)(want));                 \
  } while (0)

#define assert_absent(reading, test, op, metric, labels)                                                     \
  assert_null(find_seen(reading, test, op, metric, labels))

static inline gboolean is_warned(const Reading *reading, const char *code) {
  g_autofree char *start = g_strconcat(code, ":", NULL);
  for (guint i = 0; i < reading->warnings->len; i++)
    if (g_str_has_prefix(g_ptr_array_index(reading->warnings, i), start)) return TRUE;
  return FALSE;
}

static inline gint compare_lines(gconstpointer a, gconstpointer b) {
  return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* All that was observed but for the lines, in an order of its own: readings that say the same are equal. */
static inline char *gist_of(const Reading *reading) {
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < reading->seen->len; i++) {
    const Seen *seen = g_ptr_array_index(reading->seen, i);
    g_ptr_array_add(lines, g_strdup_printf("%s|%s|%s|%s|%s|%.17g", seen->run->id, seen->test, seen->op,
                                           seen->metric, seen->labels, seen->value));
  }
  g_ptr_array_sort(lines, compare_lines);
  g_ptr_array_add(lines, NULL);
  return g_strjoinv("\n", (char **)lines->pdata);
}

#endif
