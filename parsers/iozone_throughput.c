// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_throughput.h"

#include <string.h>

static const struct {
  const char *name, *test, *op;
} tests[] = {
    {"initial writers", "write", "write"},
    {"rewriters", "rewrite", "write"},
    {"readers", "read", "read"},
    {"re-readers", "reread", "read"},
    {"reverse readers", "backward_read", "read"},
    {"stride readers", "stride_read", "read"},
    {"random readers", "random_read", "read"},
    {"mixed workload", "mixed", "mixed"},
    {"random writers", "random_write", "write"},
    {"pwrite writers", "pwrite", "write"},
    {"pread readers", "pread", "read"},
    {"fwriters", "fwrite", "write"},
    {"freaders", "fread", "read"},
};

/* Lines with a rate, in the order of a block. The first two name the test. */
static const struct {
  const char *opening;
  gboolean names_test;
  const char *rate, *operations; /* metrics */
} kinds[] = {
    {"Children see throughput for", TRUE, "bandwidth", "iops"},
    {"Parent sees throughput for", TRUE, "bandwidth_parent", "iops_parent"},
    {"Min throughput per ", FALSE, "bandwidth_min", "iops_min"},
    {"Max throughput per ", FALSE, "bandwidth_max", "iops_max"},
    {"Avg throughput per ", FALSE, "bandwidth_mean", "iops_mean"},
};

void iozone_throughput_init(IozoneThroughput *throughput, IozoneRun *run) {
  *throughput = (IozoneThroughput){.run = run};
  throughput->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

void iozone_throughput_clear(IozoneThroughput *throughput) {
  iod_labels_free(throughput->labels);
  g_hash_table_unref(throughput->seen);
}

static void close_block(IozoneThroughput *throughput) {
  throughput->test = NULL;
  throughput->idle = FALSE;
  g_clear_pointer(&throughput->labels, iod_labels_free);
}

void iozone_throughput_reset(IozoneThroughput *throughput) {
  close_block(throughput);
  throughput->file_size = throughput->block_size = 0;
  g_hash_table_remove_all(throughput->seen);
}

/* ---- Pieces of a line ---- */

static gboolean take(const char **text, const char *word) {
  gsize length = strlen(word);
  if (strncmp(*text, word, length) != 0) return FALSE;
  *text += length;
  *text += strspn(*text, " ");
  return TRUE;
}

/* "= 330699.30 kB/sec": what is behind the number must show that it is whole. */
static gboolean take_rate(const char **text, gboolean unended, double *rate) {
  const char *end = *text + strlen(*text);
  if (!take(text, "=") || !iod_scan_number(text, end, rate)) return FALSE;
  if (unended && *text == end) return FALSE;
  return *text == end || **text == ' ';
}

/* FALSE where the unit is none of iozone's; missing, it is the run's. */
static gboolean take_unit(const char *text, IozoneMode mode, gboolean *operations) {
  text += strspn(text, " ");
  *operations = mode == IOZONE_OPERATIONS;
  if (!*text) return TRUE;
  *operations = g_ascii_strncasecmp(text, "ops", 3) == 0;
  return *operations || g_ascii_strncasecmp(text, "kB", MIN(2, strlen(text))) == 0;
}

/* "2 initial writers". Names begin like one another, so the longest counts. */
static gboolean take_test(const char **text, guint64 *jobs, const char **test, const char **op) {
  const char *at = *text, *end = at + strlen(at);
  if (!iod_scan_whole(&at, end, jobs) || *at != ' ') return FALSE;
  at += strspn(at, " ");
  for (gsize i = 0; i < G_N_ELEMENTS(tests); i++) {
    gsize length = strlen(tests[i].name);
    if (strncmp(at, tests[i].name, length) != 0 || (at[length] != ' ' && at[length] != '=')) continue;
    *test = tests[i].test;
    *op = tests[i].op;
    *text = at + length + strspn(at + length, " ");
    return TRUE;
  }
  return FALSE;
}

/* ---- Blocks ---- */

static void open_block(IozoneThroughput *throughput, const char *test, const char *op, guint64 jobs,
                       gboolean begins, guint32 line) {
  if (!begins && throughput->test == test && throughput->jobs == jobs) return;
  close_block(throughput);
  throughput->test = test;
  throughput->op = op;
  throughput->jobs = jobs;
  throughput->labels = iod_labels_copy(throughput->run->labels);
  iod_labels_set_size(throughput->labels, "numjobs", jobs);
  if (throughput->file_size) iod_labels_set_size(throughput->labels, "file_size", throughput->file_size);
  if (throughput->block_size) iod_labels_set_size(throughput->labels, "block_size", throughput->block_size);
  char *key = g_strdup_printf("%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT, test, jobs,
                              throughput->file_size, throughput->block_size);
  if (g_hash_table_contains(throughput->seen, key)) {
    iozone_run_repeat(throughput->run, line);
    g_hash_table_remove_all(throughput->seen);
  }
  g_hash_table_add(throughput->seen, key);
}

static const char *rate_line(IozoneThroughput *throughput, guint kind, const char *text,
                             const IodLine *line) {
  static const char taken[] = "throughput line", passed[] = "throughput line, passed over";
  IozoneRun *run = throughput->run;
  double rate = 0;
  gboolean operations = FALSE;
  if (kinds[kind].names_test && *text && !g_ascii_isdigit(*text)) return NULL;
  if (kinds[kind].names_test) {
    const char *test = NULL, *op = NULL;
    guint64 jobs = 0;
    if (!take_test(&text, &jobs, &test, &op)) {
      close_block(throughput);
      iozone_run_trouble(run, line->unended ? IOZONE_CUT_LINE : IOZONE_ORPHAN, line->number);
      return passed;
    }
    if (*text) open_block(throughput, test, op, jobs, kind == 0, line->number);
  } else if (!take(&text, "process") && !take(&text, "thread")) {
    if (!line->unended) return NULL;
  }
  if (!take_rate(&text, line->unended, &rate) || !take_unit(text, run->options.mode, &operations)) {
    iozone_run_trouble(run, line->unended ? IOZONE_CUT_LINE : IOZONE_ORPHAN, line->number);
    return passed;
  }
  if (!throughput->test) {
    iozone_run_trouble(run, IOZONE_ORPHAN, line->number);
    return passed;
  }
  if (kind == 0) throughput->idle = rate <= 0;
  run->has_figures = TRUE;
  if (throughput->idle || (rate <= 0 && kind != 2)) return taken;
  iozone_run_observe(run, throughput->test, throughput->op,
                     operations ? kinds[kind].operations : kinds[kind].rate, operations ? rate : rate * 1024,
                     line->number, throughput->labels);
  return taken;
}

/* "process writes a 8192 kByte file in 64 kByte records": sizes of what follows. */
static const char *sizes_line(IozoneThroughput *throughput, const char *text) {
  const char *end = text + strlen(text);
  guint64 file = 0, block = 0;
  if (!take(&text, "process writes a") && !take(&text, "thread writes a")) return NULL;
  if (!iod_scan_whole(&text, end, &file) || g_ascii_strncasecmp(text, " kByte file in ", 15) != 0)
    return NULL;
  text += 15;
  if (!iod_scan_whole(&text, end, &block) || g_ascii_strncasecmp(text, " kByte", 6) != 0) block = 0;
  close_block(throughput);
  throughput->file_size = file * 1024;
  throughput->block_size = block * 1024;
  return "sizes of the throughput test";
}

const char *iozone_throughput_line(IozoneThroughput *throughput, const char *text, const IodLine *line) {
  if (take(&text, "Each")) return sizes_line(throughput, text);
  for (guint i = 0; i < G_N_ELEMENTS(kinds); i++)
    if (take(&text, kinds[i].opening)) return rate_line(throughput, i, text, line);
  return NULL;
}
