// SPDX-License-Identifier: GPL-3.0-or-later
/* Every figure that is read from a report in words, against fio's own JSON of the same run, as closely as the
 * words allow: fio's rules of rounding are applied to the JSON's figures, and the result must be what was
 * read. */
#include "fio_support.h"

#include <jansson.h>

typedef struct {
  const Reading *reading;
  const char *file;
  const char *version; /* "fio-3.33" */
  const char *test;
  char *labels; /* that tell the job from others */
  guint compared;
} Job;

static double number(const json_t *object, const char *key) {
  return json_number_value(json_object_get(object, key));
}

static void compare(Job *job, const char *op, const char *metric, double want, double below, double above) {
  const Seen *seen = find_seen(job->reading, job->test, op, metric, job->labels);
  if (!seen) {
    fail_msg("%s: %s %s %s is missing", job->file, job->test, op, metric);
    return;
  }
  double slack = 1e-12 * fabs(want) + 1e-18;
  if (seen->value < want - below - slack || seen->value > want + above + slack)
    fail_msg("%s: %s %s %s is %.15g, not %.15g -%g +%g", job->file, job->test, op, metric, seen->value, want,
             below, above);
  job->compared++;
}

/* fio prints a line in msec, usec or nsec by these rules (3.x). Returns how many ns make the unit. */
static double unit_of_line(const json_t *latency) {
  double min = number(latency, "min"), max = number(latency, "max"), deviation = number(latency, "stddev");
  if (min > 2e6 && max > 99999999 && deviation > 1e6) return 1e6;
  return min > 2000 && max > 99999 && deviation > 1000 ? 1e3 : 1;
}

/* min and max are whole, or of six characters with a multiplier. */
static void compare_whole(Job *job, const char *op, const char *metric, double ns, double unit) {
  double printed = floor(ns / unit);
  double rounding = printed > 999999 ? printed * 5.1e-5 : 0;
  compare(job, op, metric, printed * unit / 1e9, rounding * unit / 1e9, rounding * unit / 1e9);
}

static void compare_percentiles(Job *job, const char *op, const char *prefix, const json_t *table) {
  const char *label;
  json_t *value;
  double smallest = INFINITY, largest = 0;
  json_object_foreach((json_t *)(guintptr)table, label, value) {
    if (g_ascii_strtod(label, NULL) == 0) continue;
    smallest = fmin(smallest, json_number_value(value));
    largest = fmax(largest, json_number_value(value));
  }
  double unit = smallest > 2e6 && largest > 99999999 ? 1e6 : smallest > 2000 && largest > 99999 ? 1e3 : 1;
  json_object_foreach((json_t *)(guintptr)table, label, value) {
    if (g_ascii_strtod(label, NULL) == 0) continue;
    g_autofree char *metric = iod_metric_percentile_name(prefix, g_ascii_strtod(label, NULL));
    compare(job, op, metric, ceil(json_number_value(value) / unit) * unit / 1e9, 0, 0);
  }
}

static void compare_latency(Job *job, const char *op, const char *prefix, const json_t *latency,
                            gboolean table) {
  if (!latency) return;
  double unit = unit_of_line(latency);
  const struct {
    const char *metric;
    const char *key;
  } parts[] = {{"mean", "mean"}, {"stddev", "stddev"}, {"min", "min"}, {"max", "max"}};
  for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *metric = g_strdup_printf("%s_%s", prefix, parts[i].metric);
    double ns = number(latency, parts[i].key);
    if (i < 2)
      compare(job, op, metric, ns / 1e9, 0.00501 * unit / 1e9, 0.00501 * unit / 1e9);
    else
      compare_whole(job, op, metric, ns, unit);
  }
  const json_t *percentiles = json_object_get(latency, "percentile");
  if (table && percentiles) compare_percentiles(job, op, prefix, percentiles);
}

static void compare_flow(Job *job, const json_t *about, const char *op) {
  const json_t *flow = json_object_get(about, op);
  if (!flow) return;
  const Seen *iops = find_seen(job->reading, job->test, op, "iops", job->labels);
  if (!iops) {
    fail_msg("%s: %s %s {%s} is missing", job->file, job->test, op, job->labels);
    return;
  }
  double rounding = g_str_has_prefix(job->version, "fio-3.3") || g_str_has_prefix(job->version, "fio-3.4") ||
                            strcmp(job->version, "fio-3.28") == 0
                        ? 0.006
                        : 0.1;
  /* Blocks of one size: bytes and rates come from the exact count. Printed figures of versions before 3.26
   * may be off by a unit. */
  gboolean exact = strstr(iops->labels, "block_size=") != NULL && number(about, "error") == 0 &&
                   strcmp(job->test, "lt") != 0 && strcmp(op, "mixed") != 0;
  double bandwidth = number(flow, "bw_bytes"), bytes = number(flow, "io_bytes");
  compare(job, op, "iops", number(flow, "iops"), 1e-6 * number(flow, "iops"), 1e-6 * number(flow, "iops"));
  compare(job, op, "ios", number(flow, "total_ios"), 0, 0);
  compare(job, op, "duration", number(flow, "runtime") / 1000, 0, 0);
  compare(job, op, "bandwidth", bandwidth, exact ? 0 : rounding * bandwidth,
          exact ? 1 : rounding * bandwidth);
  compare(job, op, "bytes", bytes, exact ? 0 : rounding * bytes, exact ? 0 : rounding * bytes);
  compare_latency(job, op, "slat", json_object_get(flow, "slat_ns"), TRUE);
  compare_latency(job, op, "clat", json_object_get(flow, "clat_ns"), TRUE);
  compare_latency(job, op, "lat", json_object_get(flow, "lat_ns"), TRUE);
}

static gboolean did_something(const json_t *about) {
  return json_object_get(about, "read") || json_object_get(about, "write") ||
         json_object_get(about, "trim") || json_object_get(about, "mixed");
}

static void compare_job(Job *job, const json_t *about) {
  static const char *const ops[] = {"read", "write", "trim", "mixed"};
  guint before = job->compared;
  for (gsize i = 0; i < G_N_ELEMENTS(ops); i++) compare_flow(job, about, ops[i]);
  compare_latency(job, "fsync", "lat", json_object_get(about, "sync"), TRUE);
  compare(job, "-", "cpu_user", number(about, "usr_cpu") / 100, 0.0000501, 0.0000501);
  compare(job, "-", "cpu_sys", number(about, "sys_cpu") / 100, 0.0000501, 0.0000501);
  guint there = 0;
  for (guint i = 0; i < job->reading->seen->len; i++) {
    const Seen *seen = g_ptr_array_index(job->reading->seen, i);
    there += strcmp(seen->test, job->test) == 0 && has_labels(seen, job->labels) &&
             strstr(seen->labels, "aggregate=") == NULL;
  }
  /* Nothing was read that fio did not mean. */
  if (there != job->compared - before)
    fail_msg("%s: %s has %u figures, %u of them compared", job->file, job->test, there,
             job->compared - before);
}

/* How jobs are told apart: by their number in a group that has several, by the group where names repeat. */
static char *labels_of(const Reading *reading, const char *name, gint group, guint in_group) {
  g_autofree char *job = g_strdup_printf("job=%u", in_group);
  g_autofree char *both = g_strdup_printf("job=%u group=%d", in_group, group);
  g_autofree char *group_only = g_strdup_printf("group=%d", group);
  const char *ways[] = {both, group_only, job, ""};
  for (gsize i = 0; i < G_N_ELEMENTS(ways); i++)
    for (guint k = 0; k < reading->seen->len; k++) {
      const Seen *seen = g_ptr_array_index(reading->seen, k);
      if (strcmp(seen->test, name) == 0 && strcmp(seen->metric, "cpu_user") == 0 && has_labels(seen, ways[i]))
        return g_strdup(ways[i]);
    }
  return g_strdup("");
}

static guint compare_file(const char *name) {
  g_autofree char *stem = g_strndup(name, strlen(name) - strlen(".json"));
  g_autofree char *text_name = g_strdup_printf("twin/%s.txt", stem);
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, "fio", "twin", name, NULL);
  g_autoptr(Reading) reading = read_fixture(text_name);
  json_t *root = json_load_file(path, 0, NULL);
  assert_non_null(root);
  guint groups[64] = {0}, compared = 0;
  size_t i;
  json_t *about;
  json_array_foreach(json_object_get(root, "jobs"), i, about) {
    gint group = (gint)json_integer_value(json_object_get(about, "groupid"));
    assert_in_range(group, 0, 63);
    guint in_group = ++groups[group];
    if (!did_something(about)) continue;
    Job job = {reading,
               name,
               json_string_value(json_object_get(root, "fio version")),
               json_string_value(json_object_get(about, "jobname")),
               NULL,
               0};
    job.labels = labels_of(reading, job.test, group, in_group);
    compare_job(&job, about);
    compared += job.compared;
    g_free(job.labels);
  }
  json_decref(root);
  return compared;
}

static void text_says_what_the_json_says(void **state) {
  (void)state;
  g_autofree char *folder = g_build_filename(IOD_TEST_DATA, "fio", "twin", NULL);
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  assert_non_null(dir);
  guint files = 0, compared = 0;
  for (const char *name; (name = g_dir_read_name(dir));) {
    if (!g_str_has_suffix(name, ".json")) continue;
    compared += compare_file(name);
    files++;
  }
  assert_in_range(files, 40, 1000);
  assert_in_range(compared, 2000, 100000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(text_says_what_the_json_says)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
