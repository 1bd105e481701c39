// SPDX-License-Identifier: GPL-3.0-or-later
/* The order of rows: tools, tests as their tool counts them, operations, metrics, then labels from the
 * outermost (what the user gave) to the innermost (the block size). It depends on what the rows are, never on
 * the order in which inputs came. */
#include "stats/table.h"

#include <string.h>

/* The place of a text in a list that ends with NULL; its length where it is none of them. */
static guint place_in(const char *const *list, const char *text) {
  guint place = 0;
  while (list[place] != NULL && strcmp(list[place], text) != 0) place++;
  return place;
}

static const char *const tools[] = {"dd",     "iozone",   "sysbench", "fio",    "iodelta",
                                    "ioping", "bonnie++", "pgbench",  "iperf3", NULL};
static const char *const ops[] = {"read", "write", "trim", "fsync", "mixed", "send", "receive", "-", NULL};

/* iozone's columns, sysbench's modes, bonnie++'s tests; the names of different tools don't get in each
 * other's way. */
static const char *const tests[] = {"write",
                                    "rewrite",
                                    "read",
                                    "reread",
                                    "random_read",
                                    "random_write",
                                    "backward_read",
                                    "record_rewrite",
                                    "stride_read",
                                    "fwrite",
                                    "frewrite",
                                    "fread",
                                    "freread",
                                    "mixed",
                                    "pwrite",
                                    "repwrite",
                                    "pread",
                                    "repread",
                                    "pwritev",
                                    "repwritev",
                                    "preadv",
                                    "repreadv",
                                    "seqwr",
                                    "seqrewr",
                                    "seqrd",
                                    "rndrd",
                                    "rndwr",
                                    "rndrw",
                                    "fileio",
                                    "cpu",
                                    "memory",
                                    "threads",
                                    "mutex",
                                    "seq_output_char",
                                    "seq_output_block",
                                    "seq_rewrite",
                                    "seq_input_char",
                                    "seq_input_block",
                                    "random_seeks",
                                    "seq_create",
                                    "seq_stat",
                                    "seq_delete",
                                    "random_create",
                                    "random_stat",
                                    "random_delete",
                                    NULL};

/* Percentiles stand between lat_mean and what is behind "lat_min"; the place of the others is where they are
 * here. */
static const char *const metrics[] = {"iops",
                                      "bandwidth",
                                      "transactions_rate",
                                      "queries_rate",
                                      "events_rate",
                                      "lat_mean",
                                      "clat_mean",
                                      "slat_mean",
                                      "lat_p",
                                      "clat_p",
                                      "slat_p",
                                      "lat_min",
                                      "lat_max",
                                      "lat_stddev",
                                      "clat_min",
                                      "clat_max",
                                      "clat_stddev",
                                      "slat_min",
                                      "slat_max",
                                      "slat_stddev",
                                      "iops_mean",
                                      "iops_min",
                                      "iops_max",
                                      "iops_parent",
                                      "bandwidth_mean",
                                      "bandwidth_min",
                                      "bandwidth_max",
                                      "bandwidth_parent",
                                      "jitter",
                                      "loss",
                                      "retransmits",
                                      "cpu_user",
                                      "cpu_sys",
                                      "cpu",
                                      "memory",
                                      "bytes",
                                      "duration",
                                      "ios",
                                      "events",
                                      NULL};

/* What tools tell, from the outermost to the innermost; everything else stands before. */
static const char *const tool_labels[] = {"rw",        "ioengine", "io_mode",    "direct",  "sync",
                                          "fsync",     "mmap",     "close",      "group",   "aggregate",
                                          "file_size", "scale",    "clients",    "numjobs", "target",
                                          "iodepth",   "rate",     "block_size", "job",     NULL};

static guint metric_place(const char *name) {
  char kind[] = "clat_p";
  if (iod_metric_percentile(name) < 0) return place_in(metrics, name);
  g_snprintf(kind, sizeof kind, "%.*s", (int)(strchr(name, '_') + 2 - name), name);
  return place_in(metrics, kind);
}

/* ---- Labels ---- */

static guint label_place(const char *name) {
  guint place = place_in(tool_labels, name);
  return tool_labels[place] == NULL ? 0 : place + 1;
}

static int by_label(gconstpointer a, gconstpointer b, gpointer user) {
  const IodNames *names = user;
  const char *left = iod_names_text(names, *(const guint *)a),
             *right = iod_names_text(names, *(const guint *)b);
  guint first = label_place(left), second = label_place(right);
  if (first != second) return first < second ? -1 : 1;
  return iod_natural_compare(left, right);
}

guint *iod_label_ranks(const IodNames *names) {
  guint count = iod_names_count(names);
  guint *ranks = g_new0(guint, count + 1);
  g_autofree guint *sorted = g_new(guint, count + 1);
  union {
    const IodNames *shared;
    IodNames *own;
  } user = {names};
  for (guint i = 1; i <= count; i++) sorted[i] = i;
  g_qsort_with_data(sorted + 1, (int)count, sizeof *sorted, by_label, user.own);
  for (guint i = 1; i <= count; i++) ranks[sorted[i]] = i;
  return ranks;
}

/* ---- Rows ---- */

/* Ranks by number, so that sorting a million rows compares integers. */
typedef struct {
  guint *scopes, *metrics, *values;
  gboolean by_label; /* -x */
} Ranks;

static int compare_places(const char *const *list, const char *a, const char *b) {
  guint left = place_in(list, a), right = place_in(list, b);
  if (left != right) return left < right ? -1 : 1;
  return iod_natural_compare(a, b);
}

static int by_scope(gconstpointer a, gconstpointer b) {
  const IodRow *left = (*(IodDraft *const *)a)->row, *right = (*(IodDraft *const *)b)->row;
  int order = compare_places(tools, left->tool, right->tool);
  if (order == 0) order = compare_places(tests, left->test, right->test);
  return order != 0 ? order : compare_places(ops, left->op, right->op);
}

int iod_metric_compare(const IodMetric *a, const IodMetric *b) {
  guint first = metric_place(a->name), second = metric_place(b->name);
  if (first != second) return first < second ? -1 : 1;
  int order = iod_natural_compare(a->name, b->name);
  if (order == 0) order = strcmp(a->unit, b->unit);
  return order != 0 ? order : (a->better > b->better) - (a->better < b->better);
}

static int by_metric(gconstpointer a, gconstpointer b) {
  return iod_metric_compare(&(*(IodDraft *const *)a)->row->metric, &(*(IodDraft *const *)b)->row->metric);
}

/* Ranks what a draft holds at offset (its scope, its metric): one draft of each is enough. Free it. */
static guint *rank(const IodCells *cells, gsize offset, guint count, GCompareFunc compare) {
  guint *ranks = g_new0(guint, count);
  g_autofree gboolean *seen = g_new0(gboolean, count);
  g_autoptr(GPtrArray) firsts = g_ptr_array_new();
  for (guint i = 0; i < cells->drafts->len; i++) {
    guint number = G_STRUCT_MEMBER(guint, g_ptr_array_index(cells->drafts, i), offset);
    if (!seen[number]) g_ptr_array_add(firsts, g_ptr_array_index(cells->drafts, i));
    seen[number] = TRUE;
  }
  g_ptr_array_sort(firsts, compare);
  for (guint i = 0; i < firsts->len; i++)
    ranks[G_STRUCT_MEMBER(guint, g_ptr_array_index(firsts, i), offset)] = i;
  return ranks;
}

static int by_ranks(gconstpointer a, gconstpointer b, gpointer user) {
  const IodDraft *left = *(IodDraft *const *)a, *right = *(IodDraft *const *)b;
  const Ranks *ranks = user;
  if (ranks->by_label && left->order != right->order) return left->order < right->order ? -1 : 1;
  guint first = ranks->scopes[left->scope], second = ranks->scopes[right->scope];
  if (first != second) return first < second ? -1 : 1;
  first = ranks->metrics[left->metric];
  second = ranks->metrics[right->metric];
  if (first != second) return first < second ? -1 : 1;
  for (guint i = 0; i < left->n_values; i++) {
    first = ranks->values[left->values[i]];
    second = ranks->values[right->values[i]];
    if (first != second) return first < second ? -1 : 1;
  }
  first = ranks->values[left->across];
  second = ranks->values[right->across];
  return (first > second) - (first < second);
}

/* Rows without -x's label come last. */
static void set_order(const IodCells *cells, const IodRoles *roles, const Ranks *ranks) {
  for (guint i = 0; i < cells->drafts->len; i++) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    const char *value = iod_labels_get(draft->row->labels, roles->grouping->order_by);
    draft->order = value != NULL ? ranks->values[iod_names_find(&roles->variants->values, value)] : G_MAXUINT;
  }
}

void iod_drafts_sort(IodCells *cells, const IodRoles *roles) {
  Ranks ranks = {rank(cells, G_STRUCT_OFFSET(IodDraft, scope), roles->variants->scopes, by_scope),
                 rank(cells, G_STRUCT_OFFSET(IodDraft, metric), roles->variants->metrics, by_metric),
                 iod_names_ranks(&roles->variants->values), roles->grouping->order_by != NULL};
  if (ranks.by_label) set_order(cells, roles, &ranks);
  g_ptr_array_sort_with_data(cells->drafts, by_ranks, &ranks);
  g_free(ranks.scopes);
  g_free(ranks.metrics);
  g_free(ranks.values);
}
