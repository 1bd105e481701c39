// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_report.h"

#include "parsers/fio_emit.h"

#include <string.h>

/* The blocks of one dump are printed within moments. */
enum { ONE_DUMP_SECONDS = 10 };

struct FioReport {
  IodFeed *feed;
  FioMetrics *metrics; /* NULL until the first dump is given */
  FioPreamble *preamble;
  IodRun *run;      /* begun with the preamble, for its first dump; NULL once that took it */
  GPtrArray *dumps; /* of FioDump: whole, but what follows may replace the last */
  FioDump *dump;    /* under way; NULL: none, as below */
  FioBlock *block;
  FioFlow *flow;
  FioOp op; /* of flow */
  FioSection *section;
  FioTime table; /* that rows belong to */
  double table_parts;
  FioTrouble trouble;
  gboolean text; /* lines that are not fio's stood behind the last of a dump's */
  gboolean told; /* a dump of this preamble was given */
};

static void free_dump(gpointer data) {
  fio_dump_free(data);
}

FioReport *fio_report_new(IodFeed *feed) {
  FioReport *report = g_new0(FioReport, 1);
  report->feed = feed;
  report->preamble = fio_preamble_new();
  report->dumps = g_ptr_array_new_with_free_func(free_dump);
  report->table = FIO_PASSED;
  return report;
}

/* ---- Dumps ---- */

static void leave_block(FioReport *report) {
  report->block = NULL;
  report->flow = NULL;
  report->table = FIO_PASSED;
}

/* The dump under way is whole; it may be the one before it again, further on. */
static void end_dump(FioReport *report) {
  FioDump *dump = g_steal_pointer(&report->dump);
  leave_block(report);
  report->section = NULL;
  if (dump == NULL) return;
  FioDump *last = report->dumps->len > 0 ? g_ptr_array_index(report->dumps, report->dumps->len - 1) : NULL;
  if (last != NULL && fio_dump_repeats(last, dump)) {
    fio_dump_replace(dump, last);
    g_ptr_array_remove_index(report->dumps, report->dumps->len - 1);
  }
  g_ptr_array_add(report->dumps, dump);
}

/* Gives the dumps that nothing can replace any more. */
static void give_dumps(FioReport *report) {
  end_dump(report);
  for (guint i = 0; i < report->dumps->len; i++) {
    const FioDump *dump = g_ptr_array_index(report->dumps, i);
    if (report->metrics == NULL) report->metrics = fio_metrics_new();
    fio_emit(report->feed, dump, report->preamble, report->metrics);
    if (i + 1 == report->dumps->len) fio_trouble_tell(&report->trouble, report->feed, dump, report->preamble);
    report->told = TRUE;
  }
  g_ptr_array_set_size(report->dumps, 0);
}

static void begin_dump(FioReport *report, guint32 line) {
  end_dump(report);
  if (report->text) give_dumps(report);
  IodRun *run = report->run != NULL ? report->run : iod_run_ref(iod_feed_run(report->feed, "fio", line));
  report->run = NULL;
  report->dump = fio_dump_new(run, line, report->text);
  iod_run_unref(run);
  report->text = FALSE;
}

/* ---- The preamble ---- */

static gboolean has_dumps(const FioReport *report) {
  return report->dump != NULL || report->dumps->len > 0 || report->told;
}

gboolean fio_report_in_preamble(const FioReport *report) {
  return report->preamble->jobs->len > 0 && !has_dumps(report);
}

/* fio began, and no report of it came. */
static void tell_missing(FioReport *report, gboolean at_end) {
  const FioPreamble *preamble = report->preamble;
  if (report->run == NULL || preamble->starting == 0 || preamble->jobs->len == 0) return;
  if (report->trouble.reason != NULL) {
    g_autofree char *reason =
        g_strdup_printf("a job ended with %s, and there is no report", report->trouble.reason);
    iod_feed_fail(report->feed, report->run, report->trouble.line, reason);
  } else if (at_end) {
    iod_feed_fail(report->feed, report->run, preamble->line, "it was started, but there is no report of it");
  } else {
    iod_feed_warn(report->feed, "cut", preamble->line, "fio was started here, but there is no report of it");
  }
}

static void end_preamble(FioReport *report, gboolean at_end) {
  give_dumps(report);
  tell_missing(report, at_end);
  if (at_end || !report->trouble.kept) fio_trouble_clear(&report->trouble);
  g_clear_pointer(&report->preamble, fio_preamble_free);
  g_clear_pointer(&report->run, iod_run_unref);
  report->told = FALSE;
}

/* again: the line can't belong to the preamble under way. */
static void need_preamble(FioReport *report, gboolean again, guint32 line) {
  if (has_dumps(report) || again) {
    end_preamble(report, FALSE);
    report->preamble = fio_preamble_new();
  }
  if (report->preamble->line != 0) return;
  report->preamble->line = line;
  report->text = FALSE;
  report->run = iod_run_ref(iod_feed_run(report->feed, "fio", line));
}

static gboolean started(const FioReport *report) {
  return report->preamble->servers == 0 && report->preamble->starting > 0;
}

static gboolean take_job(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  FioJob *job = fio_job_read(shape->rest);
  if (job == NULL) return TRUE;
  if (!job->whole && !last_chance) {
    fio_job_free(job);
    return FALSE;
  }
  need_preamble(report, started(report), line);
  fio_preamble_add(report->preamble, job);
  return TRUE;
}

static void take_version(FioReport *report, const FioShape *shape, guint32 line) {
  char *version = fio_read_version(shape->rest);
  if (version == NULL) return;
  need_preamble(report, started(report), line);
  g_free(report->preamble->version);
  report->preamble->version = version;
}

static gboolean take_server(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  if (!fio_holds(shape->rest, "fio=") && !last_chance) return FALSE;
  take_version(report, shape, line);
  if (report->preamble->line != 0) report->preamble->servers++;
  return TRUE;
}

static void take_starting(FioReport *report, const FioShape *shape, guint32 line) {
  need_preamble(report, started(report), line);
  report->preamble->starting += fio_read_starting(shape->rest);
}

/* ---- Blocks ---- */

/* TRUE where servers report to a client: their reports are one. */
static gboolean of_servers(const FioReport *report) {
  return report->preamble->servers > 0 || (report->dump != NULL && report->dump->clients != NULL);
}

/* TRUE where each server has reported. */
static gboolean all_servers(const FioReport *report) {
  return report->dump->clients != NULL || report->dump->sections->len >= report->preamble->servers;
}

/* TRUE where a header belongs to the dump under way. */
static gboolean goes_on(const FioReport *report, const FioHeader *header) {
  const FioDump *dump = report->dump;
  if (dump == NULL) return FALSE;
  if (of_servers(report)) return !(all_servers(report) && fio_dump_has(dump, header));
  if (dump->sections->len > 0 || dump->blocks->len == 0 || fio_dump_has(dump, header)) return FALSE;
  const FioBlock *last = g_ptr_array_index(dump->blocks, dump->blocks->len - 1);
  if (last->header == NULL) return FALSE;
  if (last->header->date < 0 || header->date < 0) return !report->text;
  return ABS(header->date - last->header->date) <= ONE_DUMP_SECONDS;
}

/* The sum over all servers: what was printed up to here are its parts, told by a preamble or not. */
static void begin_clients(FioReport *report, FioBlock *block, guint32 line) {
  if (report->dump == NULL || report->dump->clients != NULL) begin_dump(report, line);
  while (report->dumps->len > 0 && report->preamble->servers == 0) {
    FioDump *before = g_ptr_array_index(report->dumps, report->dumps->len - 1);
    if (before->clients != NULL || report->dump->after_text) break;
    fio_dump_absorb(report->dump, before);
    g_ptr_array_remove_index(report->dumps, report->dumps->len - 1);
  }
  report->dump->clients = block;
}

static gboolean take_header(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  g_autoptr(FioHeader) header = fio_header_read(shape->rest);
  if (header == NULL) return TRUE;
  if (!header->whole && !last_chance) return FALSE;
  leave_block(report);
  if (header->glued) {
    iod_feed_warn(report->feed, "broken", line,
                  "a whole report of fio stands in one line; it is left out: give it with its line ends");
    return TRUE;
  }
  char *name = fio_preamble_name(report->preamble, header);
  g_free(header->name);
  header->name = name;
  gboolean clients = header->pid == 0 && strcmp(name, "All clients") == 0;
  gboolean more = goes_on(report, header);
  FioBlock *block = fio_block_new(g_steal_pointer(&header), line);
  if (clients) {
    begin_clients(report, block, line);
  } else {
    if (!more) begin_dump(report, line);
    fio_dump_add(report->dump, block);
  }
  report->block = block;
  report->section = NULL;
  report->text = FALSE;
  return TRUE;
}

/* A direction whose header is missing belongs to the lines right above it, or begins anew. */
static FioBlock *headless_block(FioReport *report, FioOp op, guint32 line) {
  FioBlock *block = report->block;
  if (block != NULL && block->header == NULL && block->issued_line == 0 && block->flows[op] == NULL)
    return block;
  begin_dump(report, line);
  block = fio_block_new(NULL, line);
  fio_dump_add(report->dump, block);
  report->block = block;
  return block;
}

static gboolean take_flow(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  FioFlowLine rates;
  FioOp op = shape->which;
  gboolean whole = fio_read_flow(shape->rest, &rates);
  if (!whole && !last_chance) return FALSE;
  if (rates.iops < 0 && rates.bandwidth.number < 0 && rates.bytes.number < 0) return TRUE;
  FioBlock *block = report->block;
  gboolean fits =
      block != NULL && block->header != NULL && block->issued_line == 0 && block->flows[op] == NULL;
  if (!fits) block = headless_block(report, op, line);
  report->flow = block->flows[op] = g_new0(FioFlow, 1);
  report->flow->line = line;
  report->flow->rates = rates;
  report->op = op;
  report->table = FIO_PASSED;
  report->section = NULL;
  return TRUE;
}

static gboolean take_latency(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  FioLatency latency;
  guint time = shape->which;
  gboolean whole = fio_read_latency(shape->rest, &latency);
  if (!whole && !last_chance) return FALSE;
  report->table = FIO_PASSED;
  if (time == FIO_SYNC && report->block != NULL && report->block->sync_line == 0) {
    report->block->sync = latency;
    report->block->sync_line = line;
  } else if (time < FIO_TIMES && report->flow != NULL && report->flow->time_lines[time] == 0) {
    report->flow->times[time] = latency;
    report->flow->time_lines[time] = line;
  }
  return TRUE;
}

static gboolean has_table(const FioBlock *block, guint op, guint time) {
  for (guint i = 0; block->percentiles != NULL && i < block->percentiles->len; i++) {
    const FioPercentile *entry = &g_array_index(block->percentiles, FioPercentile, i);
    if (entry->op == op && entry->time == time) return TRUE;
  }
  return FALSE;
}

/* Returns FALSE where the row breaks off within an entry. */
/* fio prints four entries a row at most, 1.58 six; a table has 20. */
enum { MOST_ENTRIES = 32 };

static gboolean take_row(FioReport *report, FioCursor rest, guint32 line, gboolean last_chance) {
  FioPercentile percentiles[MOST_ENTRIES];
  guint count = 0;
  gboolean broken = FALSE;
  FioEntry entry;
  if (report->table == FIO_PASSED || report->block == NULL) return TRUE;
  guint8 op = (guint8)(report->table == FIO_SYNC ? FIO_FSYNC : report->op);
  while (count < MOST_ENTRIES && fio_read_percentile(&rest, &entry, &broken))
    if (entry.label <= 100)
      percentiles[count++] = (FioPercentile){
          entry.label,         entry.value / report->table_parts, line, op, (guint8)report->table,
          entry.label_decimals};
  if (broken && !last_chance) return FALSE;
  FioBlock *block = report->block;
  if (count == 0) return TRUE;
  if (block->percentiles == NULL)
    block->percentiles = g_array_sized_new(FALSE, FALSE, sizeof *percentiles, 40);
  g_array_append_vals(block->percentiles, percentiles, count);
  return TRUE;
}

/* The heading of a table; until 1.60 the first entries stand behind it. */
static void take_table(FioReport *report, const FioShape *shape, guint32 line) {
  FioCursor rest = shape->rest;
  FioTime time = shape->which;
  report->table = FIO_PASSED;
  if (time == FIO_PASSED || report->block == NULL || (time != FIO_SYNC && report->flow == NULL)) return;
  double parts = fio_read_table_unit(&rest);
  if (parts == 0 || has_table(report->block, time == FIO_SYNC ? FIO_FSYNC : report->op, time)) return;
  report->table = time;
  report->table_parts = parts;
  take_row(report, rest, line, TRUE);
}

static gboolean take_cpu(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  double user = -1, system = -1;
  if (!fio_read_cpu(shape->rest, &user, &system) && !last_chance) return FALSE;
  report->flow = NULL;
  report->table = FIO_PASSED;
  if (report->block == NULL || report->block->cpu_line != 0) return TRUE;
  report->block->cpu_user = user;
  report->block->cpu_system = system;
  report->block->cpu_line = line;
  return TRUE;
}

static gboolean take_issued(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  FioIssued issued;
  if (!fio_read_issued(shape->rest, &issued) && !last_chance) return FALSE;
  report->flow = NULL;
  report->table = FIO_PASSED;
  if (report->block == NULL || report->block->issued_line != 0) return TRUE;
  report->block->issued = issued;
  report->block->issued_line = line;
  return TRUE;
}

/* ---- Sums of groups ---- */

static void begin_section(FioReport *report, gint group, guint32 line) {
  gboolean headless = report->dump != NULL && report->dump->blocks->len > 0 &&
                      fio_block_group(g_ptr_array_index(report->dump->blocks, 0)) < 0;
  gboolean apart = report->dump == NULL || (headless && report->text) ||
                   (!of_servers(report) && fio_dump_section(report->dump, group) != NULL);
  leave_block(report);
  if (apart) begin_dump(report, line);
  report->section = fio_section_new(group, line);
  fio_dump_add_section(report->dump, report->section);
  report->text = FALSE;
}

/* Sums without "Run status group N" above them: of the one group whose blocks stand there, or of who knows
 * which. */
static void begin_bare_section(FioReport *report, guint32 line) {
  const FioDump *dump = report->dump;
  gint group = -1;
  if (dump != NULL && dump->blocks->len > 0 && dump->sections->len == 0 && !report->text)
    group = fio_block_group(g_ptr_array_index(dump->blocks, 0));
  else if (!of_servers(report))
    begin_dump(report, line);
  begin_section(report, group, line);
}

static gboolean take_status(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  FioStatusLine sums;
  guint op = shape->which;
  if (!fio_read_status(shape->rest, &sums) && !last_chance) return FALSE;
  if (sums.bandwidth.number < 0 && sums.bytes.number < 0) return TRUE;
  if (report->section == NULL || report->section->lines[op] != 0) begin_bare_section(report, line);
  report->section->sums[op] = sums;
  report->section->lines[op] = line;
  return TRUE;
}

/* ---- Lines ---- */

/* A line within a block; what stood before it and is not fio's interrupts the block, it does not end it. */
static gboolean take_detail(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  if (report->block != NULL) report->text = FALSE;
  switch (shape->kind) {
  case FIO_LINE_LATENCY:
    return take_latency(report, shape, line, last_chance);
  case FIO_LINE_TABLE:
    take_table(report, shape, line);
    return TRUE;
  case FIO_LINE_ROW:
    return take_row(report, shape->rest, line, last_chance);
  case FIO_LINE_CPU:
    return take_cpu(report, shape, line, last_chance);
  case FIO_LINE_ISSUED:
    return take_issued(report, shape, line, last_chance);
  case FIO_LINE_TARGET:
    if (report->block != NULL) report->block->target = fio_read_target(shape->rest);
    return TRUE;
  case FIO_LINE_BINS:
    report->flow = NULL;
    break;
  default:
    break;
  }
  report->table = FIO_PASSED;
  return TRUE;
}

gboolean fio_report_line(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance) {
  switch (shape->kind) {
  case FIO_LINE_JOB:
    return take_job(report, shape, line, last_chance);
  case FIO_LINE_VERSION:
  case FIO_LINE_BARE:
    take_version(report, shape, line);
    break;
  case FIO_LINE_HOST:
    return take_server(report, shape, line, last_chance);
  case FIO_LINE_STARTING:
    take_starting(report, shape, line);
    break;
  case FIO_LINE_MESSAGE:
    fio_trouble_message(&report->trouble, shape->rest, line);
    break;
  case FIO_LINE_HEADER:
    return take_header(report, shape, line, last_chance);
  case FIO_LINE_FLOW:
    return take_flow(report, shape, line, last_chance);
  case FIO_LINE_SECTION:
    begin_section(report, fio_read_section(shape->rest), line);
    break;
  case FIO_LINE_STATUS:
    return take_status(report, shape, line, last_chance);
  case FIO_LINE_DISKS:
    report->section = NULL;
    break;
  default:
    if (shape->kind >= FIO_LINE_LATENCY && shape->kind <= FIO_LINE_OTHER)
      return take_detail(report, shape, line, last_chance);
  }
  return TRUE;
}

static gboolean is_empty(const FioSection *section) {
  for (guint op = 0; op < FIO_FLOWS; op++)
    if (section->lines[op] != 0) return FALSE;
  return TRUE;
}

/* TRUE where the last group has its sums, so that all have. */
static gboolean has_all_sums(const FioDump *dump) {
  if (dump->blocks->len == 0) return dump->sections->len > 0;
  const FioBlock *last = g_ptr_array_index(dump->blocks, dump->blocks->len - 1);
  const FioSection *section = fio_dump_section(dump, fio_block_group(last));
  for (guint op = 0; op < FIO_FLOWS && section != NULL; op++)
    if (last->flows[op] != NULL && section->lines[op] == 0) return FALSE;
  return section != NULL;
}

void fio_report_text(FioReport *report) {
  report->text = TRUE;
  if (report->dump == NULL || of_servers(report)) return;
  gboolean headless = report->block != NULL && report->block->header == NULL;
  /* Messages of the machine may come between the lines of a group. */
  gboolean done = headless || has_all_sums(report->dump);
  if (report->section != NULL && (is_empty(report->section) || !done)) return;
  report->section = NULL;
  /* Nothing that follows can be a repeat. Given at once, runs of several tools keep their order. */
  if (done) give_dumps(report);
}

void fio_report_close(FioReport *report) {
  end_preamble(report, TRUE);
  g_ptr_array_unref(report->dumps);
  g_free(report->metrics);
  g_free(report);
}
