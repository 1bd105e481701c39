// SPDX-License-Identifier: GPL-3.0-or-later
/* Reads text with iozone's parser alone, in memory, and keeps what it gave as one line an observation. */
#ifndef IODELTA_TESTS_IOZONE_SUPPORT_H
#define IODELTA_TESTS_IOZONE_SUPPORT_H

#include "support.h"

#include "parsers/source.h"

#include <string.h>

extern const IodParser iod_parser_iozone;

typedef struct {
  IodSink sink;        /* first */
  GHashTable *seen;    /* "1 write write bandwidth block_size=4096 file_size=4194304" -> double */
  guint count;         /* more than seen holds where one came twice */
  GPtrArray *warnings; /* "code: message" */
  GPtrArray *runs;     /* of IodRun, as announced */
} Reading;

static void reading_run(IodSink *sink, IodRun *run) {
  Reading *reading = (Reading *)sink;
  for (guint i = 0; i < reading->runs->len; i++)
    if (g_ptr_array_index(reading->runs, i) == run) return;
  g_ptr_array_add(reading->runs, iod_run_ref(run));
}

static void reading_observe(IodSink *sink, IodRun *run, const IodObservation *observation) {
  Reading *reading = (Reading *)sink;
  GString *key = g_string_new(NULL);
  g_string_printf(key, "%s %s %s %s", run->id, observation->test, observation->op, observation->metric.name);
  for (guint i = 0; i < iod_labels_count(observation->labels); i++) {
    IodLabel label = iod_labels_at(observation->labels, i);
    g_string_append_printf(key, " %s=%s", label.name, label.value);
  }
  double *value = g_memdup2(&observation->value, sizeof(double));
  g_hash_table_replace(reading->seen, g_string_free(key, FALSE), value);
  reading->count++;
}

static void reading_warn(IodSink *sink, const IodWarning *warning) {
  g_ptr_array_add(((Reading *)sink)->warnings, g_strdup_printf("%s: %s", warning->code, warning->message));
}

static void unref_run(gpointer data) {
  iod_run_unref(data);
}

static inline Reading *read_bytes(const char *text, gsize size) {
  Reading *reading = g_new0(Reading, 1);
  reading->sink = (IodSink){reading_run, reading_observe, reading_warn};
  reading->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  reading->warnings = g_ptr_array_new_with_free_func(g_free);
  reading->runs = g_ptr_array_new_with_free_func(unref_run);
  g_autoptr(GPtrArray) from = g_ptr_array_new();
  IodPlainOptions plain = {0};
  IodReading how = {.only = &iod_parser_iozone, .plain = &plain, .from = from, .sink = &reading->sink};
  IodPlace place = {.name = "iozone.log", .labels = iod_labels_new()};
  IodSource *source = iod_source_new(&how, &place);
  g_autofree char *bytes = g_malloc(size + 1);
  memcpy(bytes, text, size);
  bytes[size] = '\0';
  for (char *line = bytes, *end = bytes + size; line < end;) {
    char *feed = memchr(line, '\n', (gsize)(end - line));
    iod_source_line(source, line, (gsize)((feed ? feed : end) - line), !feed);
    line = feed ? feed + 1 : end;
  }
  iod_source_close(source);
  iod_labels_free(place.labels);
  return reading;
}

static inline Reading *read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

static inline void free_reading(Reading *reading) {
  g_hash_table_unref(reading->seen);
  g_ptr_array_unref(reading->warnings);
  g_ptr_array_unref(reading->runs);
  g_free(reading);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Reading, free_reading)

/* Inlined, gcc 12 fears that the text points to the variable that it was returned in. */
G_GNUC_NO_INLINE G_GNUC_UNUSED static char *load_log(const char *name) {
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, "iozone", name, NULL);
  char *text = NULL;
  if (!g_file_get_contents(path, &text, NULL, NULL)) fail_msg("%s can't be read", path);
  return text;
}

static inline Reading *read_log(const char *name) {
  g_autofree char *text = load_log(name);
  return read_text(text);
}

static inline void check_value(const Reading *reading, const char *key, double wanted) {
  const double *value = g_hash_table_lookup(reading->seen, key);
  if (!value) fail_msg("no %s among %u", key, reading->count);
  if (*value != wanted) fail_msg("%s is %.17g, not %.17g", key, *value, wanted);
}

static inline void check_absent(const Reading *reading, const char *key) {
  if (g_hash_table_contains(reading->seen, key)) fail_msg("%s should not be there", key);
}

static inline void check_count(const Reading *reading, guint wanted) {
  if (reading->count != wanted) fail_msg("%u observations, not %u", reading->count, wanted);
  assert_int_equal(g_hash_table_size(reading->seen), wanted); /* none twice */
}

/* How many warnings have the code. */
static inline guint warnings_of(const Reading *reading, const char *code) {
  guint count = 0;
  g_autofree char *opening = g_strconcat(code, ": ", NULL);
  for (guint i = 0; i < reading->warnings->len; i++)
    if (g_str_has_prefix(g_ptr_array_index(reading->warnings, i), opening)) count++;
  return count;
}

static inline void check_no_warning(const Reading *reading) {
  if (reading->warnings->len) fail_msg("%s", (const char *)g_ptr_array_index(reading->warnings, 0));
}

static inline const IodRun *run_at(const Reading *reading, guint index) {
  assert_in_range(index, 0, reading->runs->len - 1);
  return g_ptr_array_index(reading->runs, index);
}

#endif
