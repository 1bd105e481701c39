// SPDX-License-Identifier: GPL-3.0-or-later
/* What the tests of parsers share: logs in, a dataset out, and questions to it. */
#ifndef IODELTA_TESTS_PARSED_H
#define IODELTA_TESTS_PARSED_H

#include "support.h"

#include "parsers/parsers.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Reads a file that may hold no result: what the user would be told of that is dropped. format is "auto" or
 * the one parser that shall read. */
static inline IodDataset *parse_path(const char *path, const char *format) {
  IodInputs *inputs = iod_inputs_new();
  IodDataset *dataset = iod_dataset_new();
  GPtrArray *failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
  assert_true(iod_inputs_add(inputs, path, NULL));
  assert_true(iod_inputs_set_format(inputs, format, NULL));
  iod_inputs_read(inputs, iod_dataset_sink(dataset), failures);
  g_ptr_array_unref(failures);
  iod_inputs_free(inputs);
  return dataset;
}

static inline IodDataset *parse_bytes_as(const char *format, const char *text, gsize length) {
  g_autofree char *path = NULL;
  int fd = g_file_open_tmp("iodelta-XXXXXX", &path, NULL);
  assert_true(fd >= 0);
  assert_true(write(fd, text, length) == (ssize_t)length);
  close(fd);
  IodDataset *dataset = parse_path(path, format);
  g_unlink(path);
  return dataset;
}

static inline IodDataset *parse_bytes(const char *text, gsize length) {
  return parse_bytes_as("auto", text, length);
}

static inline IodDataset *parse_text(const char *text) {
  return parse_bytes(text, strlen(text));
}

/* A log of tests/data. */
static inline IodDataset *parse_log(const char *name) {
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, name, NULL);
  return parse_path(path, "auto");
}

/* The n-th value (from 0) of a metric; NAN where there are fewer. */
static inline double value_at(const IodDataset *dataset, const char *op, const char *metric, guint n) {
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    if (strcmp(entry.key->metric.name, metric) != 0 || strcmp(entry.key->op, op) != 0) continue;
    if (n-- == 0) return entry.value;
  }
  return NAN;
}

static inline void check_near(double value, double wanted) {
  if (!(fabs(value - wanted) <= 1e-12 * fabs(wanted))) fail_msg("%.17g is not %.17g", value, wanted);
}

static inline void check_value(const IodDataset *dataset, const char *op, const char *metric, double wanted) {
  check_near(value_at(dataset, op, metric, 0), wanted);
}

static inline void check_size(const IodDataset *dataset, guint wanted) {
  if (iod_dataset_size(dataset) != wanted)
    fail_msg("%u observations instead of %u", iod_dataset_size(dataset), wanted);
}

static inline void check_label(const IodDataset *dataset, guint index, const char *name, const char *wanted) {
  IodEntry entry = iod_dataset_entry(dataset, index);
  const char *value = iod_label_of(entry.key, entry.run, name);
  if (g_strcmp0(value, wanted) != 0)
    fail_msg("label %s is %s instead of %s", name, value ? value : "absent", wanted ? wanted : "absent");
}

static inline guint failed_runs(const IodDataset *dataset) {
  guint count = 0;
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++)
    if (iod_dataset_run(dataset, i)->failure) count++;
  return count;
}

static inline const IodWarning *warning_of(const IodDataset *dataset, const char *code) {
  for (guint i = 0; i < iod_dataset_warning_count(dataset); i++)
    if (strcmp(iod_dataset_warning(dataset, i)->code, code) == 0) return iod_dataset_warning(dataset, i);
  return NULL;
}

/* One failed run, told once, with this in the reason; nothing else. */
static inline void check_failure(const IodDataset *dataset, const char *part) {
  check_size(dataset, 0);
  assert_int_equal(failed_runs(dataset), 1);
  assert_int_equal(iod_dataset_warning_count(dataset), 1);
  const IodWarning *warning = warning_of(dataset, "failed_run");
  assert_non_null(warning);
  if (!strstr(warning->message, part)) fail_msg("'%s' is not in '%s'", part, warning->message);
}

static inline char *gist(IodEntry entry) {
  return g_strdup_printf("%s %s %s %.17g", entry.key->test, entry.key->op, entry.key->metric.name,
                         entry.value);
}

/* Cuts the log at every byte behind from (or in all of it, where from is NULL): what is left tells nothing
 * that the whole does not. spared names a metric that may be less exact without what was cut off, or is NULL.
 */
static inline void check_cuts(const char *name, const char *format, const char *from, const char *spared) {
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, name, NULL);
  g_autofree char *text = NULL;
  gsize length = 0;
  assert_true(g_file_get_contents(path, &text, &length, NULL));
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(IodDataset) whole = parse_bytes_as(format, text, length);
  for (guint i = 0; i < iod_dataset_size(whole); i++)
    g_hash_table_add(known, gist(iod_dataset_entry(whole, i)));
  const char *start = from ? strstr(text, from) : text;
  assert_non_null(start);
  for (gsize cut = (gsize)(start - text); cut < length; cut++) {
    g_autoptr(IodDataset) part = parse_bytes_as(format, text, cut);
    for (guint i = 0; i < iod_dataset_size(part); i++) {
      IodEntry entry = iod_dataset_entry(part, i);
      if (spared && strcmp(entry.key->metric.name, spared) == 0) continue;
      g_autofree char *told = gist(entry);
      if (!g_hash_table_contains(known, told)) fail_msg("%s cut at %zu gives %s", name, cut, told);
    }
  }
}

#endif
