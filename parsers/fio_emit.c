// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_emit.h"

#include "parsers/feed.h"
#include "parsers/fio_figures.h"
#include "parsers/fio_labels.h"
#include "parsers/fio_table.h"

/* Rates of shorter runs are counted in too few milliseconds. */
enum { BRIEF_MSEC = 100 };

/* A run's figures on their way, and the first lines of what is told once a run (0: none). */
typedef struct {
  IodFeed *feed;
  IodRun *run;
  const FioPreamble *preamble;
  const FioMetrics *metrics;
  guint32 top, brief, inconsistent, rounded, unfinished;
} Emission;

/* Where an observation belongs. */
typedef struct {
  const char *test;
  const char *op;
  const IodLabels *labels;
} Place;

static const char *const op_names[FIO_OPS] = {"read", "write", "trim", "mixed", "fsync"};

static void observe(Emission *out, const Place *place, IodMetric metric, double value, guint32 line) {
  IodObservation observation = {.test = place->test,
                                .op = place->op,
                                .metric = metric,
                                .value = value,
                                .line = line,
                                .labels = place->labels};
  if (value >= 0) iod_feed_push(out->feed, out->run, &observation);
}

static void note(guint32 *first, guint32 line) {
  if (*first == 0) *first = line;
}

/* ---- Blocks ---- */

static void observe_latency(Emission *out, const Place *place, guint time, const FioLatency *latency,
                            guint32 line) {
  if (line == 0) return;
  observe(out, place, out->metrics->times[time].minimum, latency->minimum, line);
  observe(out, place, out->metrics->times[time].maximum, latency->maximum, line);
  observe(out, place, out->metrics->times[time].mean, latency->mean, line);
  observe(out, place, out->metrics->times[time].deviation, latency->deviation, line);
}

static void observe_table(Emission *out, const Place *place, const FioTable *table, gboolean sum) {
  for (guint i = 0; i < table->count; i++) {
    const FioPercentile *entry = &table->entries[i];
    g_autofree char *owned = NULL;
    IodMetric metric;
    if (!fio_table_metric(table, i, sum, out->metrics, &metric, &owned)) {
      note(&out->rounded, entry->line);
      continue;
    }
    observe(out, place, metric, entry->value, entry->line);
    if (fio_table_is_top(entry->value)) note(&out->top, entry->line);
  }
}

static void observe_flow(Emission *out, const Place *place, const FioBlock *block, FioOp op,
                         const FioFigures *figures) {
  const FioFlow *flow = block->flows[op];
  observe(out, place, out->metrics->iops, figures->iops, flow->line);
  observe(out, place, out->metrics->bandwidth, figures->bandwidth, flow->line);
  observe(out, place, out->metrics->bytes, figures->bytes, flow->line);
  observe(out, place, out->metrics->duration, figures->seconds, flow->line);
  observe(out, place, out->metrics->ios, figures->ios, block->issued_line);
  for (guint time = 0; time < FIO_TIMES; time++)
    observe_latency(out, place, time, &flow->times[time], flow->time_lines[time]);
  if (figures->seconds >= 0 && figures->seconds * 1000 < BRIEF_MSEC) note(&out->brief, flow->line);
  if (figures->inconsistent) note(&out->inconsistent, flow->line);
}

/* The labels of one operation of a block; number 0: of the sum over all clients. */
static IodLabels *labels_of(const Emission *out, const FioGroup *group, guint number, const FioBlock *block,
                            FioOp op) {
  if (number == 0) return fio_labels_of_sum(out->preamble, group, block->header->jobs, op);
  return fio_labels_of_block(out->preamble, group, number, block, op);
}

/* Where each operation's observations of a block belong; those with the same block size share their labels.
 */
typedef struct {
  Place of[FIO_OPS + 1]; /* FIO_OPS: of the job as a whole */
  IodLabels *owned[FIO_OPS + 1];
} Places;

static void find_places(const Emission *out, const FioGroup *group, guint number, const FioBlock *block,
                        Places *places) {
  const FioJob *job = fio_labels_job(out->preamble, block);
  guint64 sizes[FIO_OPS + 1];
  for (guint op = 0; op <= FIO_OPS; op++) {
    gboolean there = op == FIO_OPS ? block->cpu_line != 0 : fio_block_has(block, op);
    sizes[op] = fio_labels_block_size(job, block, op);
    places->of[op] = (Place){fio_block_name(block), op < FIO_OPS ? op_names[op] : "-", NULL};
    places->owned[op] = NULL;
    for (guint other = 0; there && number > 0 && other < op; other++)
      if (places->owned[other] != NULL && sizes[other] == sizes[op])
        places->of[op].labels = places->owned[other];
    if (there && places->of[op].labels == NULL)
      places->of[op].labels = places->owned[op] = labels_of(out, group, number, block, op);
  }
}

static void free_places(Places *places) {
  for (guint op = 0; op <= FIO_OPS; op++) iod_labels_free(places->owned[op]);
}

static FioFigures figures_of(const Emission *out, const FioGroup *group, const FioBlock *block, FioOp op,
                             const IodLabels *labels) {
  const char *size = iod_labels_get(labels, "block_size");
  guint64 block_size = size != NULL ? g_ascii_strtoull(size, NULL, 10) : 0;
  FioFigures figures = fio_figures_of(block, op, block_size, out->preamble->version);
  /* fio 3.27 to 3.38 leaves the rates of the mixed line at 0, but not those of the sums. */
  if (op == FIO_MIXED && figures.bandwidth < 0 && !group->several && group->section != NULL) {
    const FioStatusLine *sum = &group->section->sums[op];
    if (group->section->lines[op] != 0 && sum->bandwidth.number >= 0)
      figures.bandwidth = fio_amount_value(&sum->bandwidth);
    if (group->section->lines[op] != 0 && sum->bytes.number >= 0)
      figures.bytes = fio_amount_value(&sum->bytes);
  }
  return figures;
}

static void emit_block(Emission *out, const FioGroup *group, guint number, const FioBlock *block) {
  if (!fio_block_has_result(block)) return;
  Places places;
  find_places(out, group, number, block, &places);
  for (guint op = 0; op < FIO_FLOWS; op++) {
    if (block->flows[op] == NULL) continue;
    FioFigures figures = figures_of(out, group, block, op, places.of[op].labels);
    observe_flow(out, &places.of[op], block, op, &figures);
  }
  observe_latency(out, &places.of[FIO_FSYNC], FIO_SYNC, &block->sync, block->sync_line);
  for (guint at = 0; block->percentiles != NULL && at < block->percentiles->len;) {
    FioTable table = fio_table_at(block, at);
    observe_table(out, &places.of[table.entries->op], &table, number == 0);
    at += table.count;
  }
  if (block->cpu_line != 0) {
    observe(out, &places.of[FIO_OPS], out->metrics->cpu_user, block->cpu_user, block->cpu_line);
    observe(out, &places.of[FIO_OPS], out->metrics->cpu_sys, block->cpu_system, block->cpu_line);
  }
  if (block->header != NULL && block->issued_line == 0) note(&out->unfinished, block->line);
  free_places(&places);
}

/* ---- Sums over a group ---- */

static gboolean weight_of(const FioBlock *block, FioOp op, guint64 *ios) {
  if (op != FIO_FSYNC) return fio_block_ios(block, op, ios);
  *ios = block->issued.total[FIO_FLOWS - 1];
  return (block->issued.known & (1U << (FIO_FLOWS - 1))) != 0;
}

static double mean_of(const FioBlock *block, FioOp op, guint time) {
  if (op == FIO_FSYNC) return block->sync_line != 0 ? block->sync.mean : -1;
  return block->flows[op]->time_lines[time] != 0 ? block->flows[op]->times[time].mean : -1;
}

/* The I/Os of all jobs; -1 where one does not tell. */
static double sum_ios(const FioGroup *group, FioOp op) {
  double sum = 0;
  for (guint i = 0; i < group->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(group->blocks, i);
    guint64 ios = 0;
    if (!fio_block_has(block, op)) continue;
    if (!weight_of(block, op, &ios)) return -1;
    sum += (double)ios;
  }
  return sum;
}

/* The mean over all I/Os of all jobs; -1 where one does not tell. */
static double weighted_mean(const FioGroup *group, FioOp op, guint time) {
  double sum = 0, weights = 0;
  for (guint i = 0; i < group->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(group->blocks, i);
    guint64 ios = 0;
    if (!fio_block_has(block, op)) continue;
    double mean = mean_of(block, op, time);
    if (mean < 0 || !weight_of(block, op, &ios)) return -1;
    sum += mean * (double)ios;
    weights += (double)ios;
  }
  return weights > 0 ? sum / weights : -1;
}

static void emit_means(Emission *out, const Place *place, const FioGroup *group, FioOp op, guint32 line) {
  for (guint time = 0; time < FIO_TIMES; time++)
    observe(out, place, out->metrics->times[time].mean, weighted_mean(group, op, time), line);
}

static void emit_sum(Emission *out, const FioGroup *group, const char *test, FioOp op) {
  const FioStatusLine *sum = &group->section->sums[op];
  guint32 line = group->section->lines[op];
  guint64 jobs = group->exceeded ? 0 : fio_group_jobs(group);
  g_autoptr(IodLabels) labels = fio_labels_of_sum(out->preamble, group, jobs, op);
  Place place = {test, op_names[op], labels};
  double seconds = sum->msec >= 0 ? (double)sum->msec / 1000 : -1;
  double ios = group->exceeded || group->blocks->len == 0 ? -1 : sum_ios(group, op);
  if (ios >= 0 && seconds > 0) observe(out, &place, out->metrics->iops, ios / seconds, line);
  if (sum->bandwidth.number >= 0)
    observe(out, &place, out->metrics->bandwidth, fio_amount_value(&sum->bandwidth), line);
  if (sum->bytes.number >= 0) observe(out, &place, out->metrics->bytes, fio_amount_value(&sum->bytes), line);
  observe(out, &place, out->metrics->duration, seconds, line);
  observe(out, &place, out->metrics->ios, ios, line);
  if (ios >= 0) emit_means(out, &place, group, op, line);
}

static void emit_sync_sum(Emission *out, const FioGroup *group, const char *test) {
  double mean = group->exceeded ? -1 : weighted_mean(group, FIO_FSYNC, FIO_SYNC);
  if (mean < 0) return;
  g_autoptr(IodLabels) labels = fio_labels_of_sum(out->preamble, group, fio_group_jobs(group), FIO_FSYNC);
  Place place = {test, op_names[FIO_FSYNC], labels};
  observe(out, &place, out->metrics->times[FIO_SYNC].mean, mean, group->section->line);
}

static void emit_sums(Emission *out, const FioGroup *group) {
  g_autofree char *numbered = g_strdup_printf("group %d", MAX(group->number, 0));
  const char *test = group->name != NULL ? group->name : numbered;
  for (guint op = 0; op < FIO_FLOWS; op++)
    if (group->section->lines[op] != 0) emit_sum(out, group, test, op);
  emit_sync_sum(out, group, test);
  if (group->exceeded)
    iod_feed_warn(out->feed, "incomplete", group->section->line,
                  "the sums of this group are of more jobs than the %u whose figures stand above; "
                  "they are given as aggregate=group",
                  group->blocks->len);
}

static void emit_group(Emission *out, const FioGroup *group, const FioDump *dump) {
  for (guint i = 0; i < group->blocks->len; i++)
    emit_block(out, group, i + 1, g_ptr_array_index(group->blocks, i));
  if (dump->clients != NULL) return;
  if (group->section != NULL && (group->several || group->blocks->len == 0)) {
    emit_sums(out, group);
  } else if (group->several && fio_dump_has_result(dump)) {
    const FioBlock *first = g_ptr_array_index(group->blocks, 0);
    out->run->complete = FALSE;
    iod_feed_warn(out->feed, "cut", first->line,
                  "the sums of this group of jobs are missing: only the single jobs are given (--per-job)");
  }
}

/* ---- The run ---- */

static void tell_facts(const FioDump *dump, const FioPreamble *preamble) {
  IodRun *run = dump->run;
  gint64 date = -1, msec = 0;
  guint64 pid = 0;
  for (guint i = 0; i < dump->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(dump->blocks, i);
    msec = MAX(msec, fio_block_msec(block));
    if (block->header == NULL) continue;
    date = MAX(date, block->header->date);
    if (pid == 0) pid = block->header->pid;
  }
  if (preamble->version != NULL && run->version == NULL) run->version = g_strdup(preamble->version);
  if (pid > 0) iod_labels_set_size(run->facts, "pid", pid);
  if (date < 0 || run->start != NULL) return;
  /* The header has the time at which the report was printed. */
  g_autoptr(GDateTime) start = g_date_time_new_from_unix_utc(date - (msec + 500) / 1000);
  if (start == NULL) return;
  run->start = g_strdup_printf("%04d-%02d-%02dT%02d:%02d:%02d-00:00", g_date_time_get_year(start),
                               g_date_time_get_month(start), g_date_time_get_day_of_month(start),
                               g_date_time_get_hour(start), g_date_time_get_minute(start),
                               g_date_time_get_second(start));
}

static void tell_oddities(const Emission *out) {
  if (out->unfinished != 0) {
    out->run->complete = FALSE;
    iod_feed_warn(out->feed, "cut", out->unfinished,
                  "the report of this job ends early; what it tells is given");
  }
  if (out->top != 0)
    iod_feed_warn(out->feed, "saturated", out->top,
                  "percentiles at the top of fio's table (about 17 s) mean this or more");
  if (out->brief != 0)
    iod_feed_warn(out->feed, "short_run", out->brief, "I/O went on for less than %d ms: its rates are coarse",
                  BRIEF_MSEC);
  if (out->inconsistent != 0)
    iod_feed_warn(out->feed, "inconsistent", out->inconsistent,
                  "the printed IOPS are not the I/Os issued over the run time; the latter are given");
  if (out->rounded != 0)
    iod_feed_warn(out->feed, "ambiguous", out->rounded,
                  "percentiles whose labels were rounded to the same number are left out");
}

void fio_emit(IodFeed *feed, const FioDump *dump, const FioPreamble *preamble, const FioMetrics *metrics) {
  Emission out = {.feed = feed, .run = dump->run, .preamble = preamble, .metrics = metrics};
  g_autoptr(GPtrArray) groups = fio_groups_of(dump, preamble);
  tell_facts(dump, preamble);
  for (guint i = 0; i < groups->len; i++) emit_group(&out, g_ptr_array_index(groups, i), dump);
  if (dump->clients != NULL && groups->len > 0)
    emit_block(&out, g_ptr_array_index(groups, 0), 0, dump->clients);
  tell_oddities(&out);
}
