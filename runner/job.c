// SPDX-License-Identifier: GPL-3.0-or-later
/* Jobs: the words of the command line, and the product of their lists. */
#include "runner/job.h"

#include <string.h>

#define SECTOR         512
#define MAX_BLOCK_SIZE (G_GUINT64_CONSTANT(1) << 30)
#define MAX_DEPTH      4096
#define MAX_JOBS       1024
#define MAX_PRODUCT    100000

static const char *const rw_names[] = {"read", "write", "randread", "randwrite", "rw", "randrw"};
static const char *const engine_names[] = {"auto", "psync", "io_uring"};

static gboolean find_name(const char *const *names, guint count, const char *text, guint *index) {
  for (*index = 0; *index < count; ++*index) {
    if (strcmp(names[*index], text) == 0) return TRUE;
  }
  return FALSE;
}

const char *iod_rw_name(IodRw rw) {
  return rw_names[rw];
}

gboolean iod_rw_parse(const char *text, IodRw *rw) {
  guint index = 0;
  if (strcmp(text, "readwrite") == 0) text = "rw"; /* fio takes both */
  if (!find_name(rw_names, G_N_ELEMENTS(rw_names), text, &index)) return FALSE;
  *rw = (IodRw)index;
  return TRUE;
}

gboolean iod_rw_reads(IodRw rw) {
  return rw != IOD_RW_WRITE && rw != IOD_RW_RANDWRITE;
}

gboolean iod_rw_writes(IodRw rw) {
  return rw != IOD_RW_READ && rw != IOD_RW_RANDREAD;
}

gboolean iod_rw_random(IodRw rw) {
  return rw == IOD_RW_RANDREAD || rw == IOD_RW_RANDWRITE || rw == IOD_RW_RANDRW;
}

const char *iod_engine_name(IodEngine engine) {
  return engine_names[engine];
}

gboolean iod_engine_parse(const char *text, IodEngine *engine) {
  guint index = 0;
  if (!find_name(engine_names, G_N_ELEMENTS(engine_names), text, &index)) return FALSE;
  *engine = (IodEngine)index;
  return TRUE;
}

static gboolean parse_block_size(const char *text, guint64 *size, GError **error) {
  if (iod_size_parse(text, size) && *size > 0 && *size % SECTOR == 0 && *size <= MAX_BLOCK_SIZE) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "block size '%s': a multiple of 512 bytes up to 1g is needed (4k, 64k, 1m)", text);
  return FALSE;
}

static gboolean parse_count(const char *what, const char *text, guint max, guint *count, GError **error) {
  const char *cursor = text;
  guint64 value = 0;
  if (iod_scan_whole(&cursor, text + strlen(text), &value) && *cursor == '\0' && value >= 1 && value <= max) {
    *count = (guint)value;
    return TRUE;
  }
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s '%s': a whole number from 1 to %u is needed", what, text,
              max);
  return FALSE;
}

static gboolean parse_rw(const char *text, IodRw *rw, GError **error) {
  if (iod_rw_parse(text, rw)) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "rw '%s': it is read, write, randread, randwrite, rw or randrw, or a job as rw:bs:iodepth "
              "(randread:4k:16)",
              text);
  return FALSE;
}

/* The lists of one job: what the job itself says stands for the list. */
typedef struct {
  char **bs, **iodepth, **numjobs;
} Lists;

static gboolean same_job(const IodJob *a, const IodJob *b) {
  return a->rw == b->rw && a->rwmixread == b->rwmixread && a->block_size == b->block_size &&
         a->iodepth == b->iodepth && a->numjobs == b->numjobs && a->engine == b->engine &&
         a->fsync == b->fsync && a->fdatasync == b->fdatasync && a->dsync == b->dsync;
}

void iod_jobs_add_once(GArray *jobs, const IodJob *job) {
  for (guint i = 0; i < jobs->len; i++) {
    if (same_job(&g_array_index(jobs, IodJob, i), job)) return;
  }
  g_array_append_val(jobs, *job);
}

static gboolean expand_one(IodJob job, const Lists *lists, GArray *jobs, GError **error) {
  for (char **bs = lists->bs; *bs != NULL; bs++) {
    if (!parse_block_size(*bs, &job.block_size, error)) return FALSE;
    for (char **depth = lists->iodepth; *depth != NULL; depth++) {
      if (!parse_count("iodepth", *depth, MAX_DEPTH, &job.iodepth, error)) return FALSE;
      for (char **numjobs = lists->numjobs; *numjobs != NULL; numjobs++) {
        if (!parse_count("numjobs", *numjobs, MAX_JOBS, &job.numjobs, error)) return FALSE;
        iod_jobs_add_once(jobs, &job);
      }
    }
  }
  return TRUE;
}

static gboolean expand_word(const char *word, IodJob job, const Lists *given, GArray *jobs, GError **error) {
  g_auto(GStrv) parts = g_strsplit(word, ":", -1);
  guint count = g_strv_length(parts);
  if (count == 0 || count > 3) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "job '%s': it is rw, rw:bs or rw:bs:iodepth", word);
    return FALSE;
  }
  if (!parse_rw(parts[0], &job.rw, error)) return FALSE;
  char *own_bs[] = {count > 1 ? parts[1] : NULL, NULL};
  char *own_depth[] = {count > 2 ? parts[2] : NULL, NULL};
  Lists lists = *given;
  if (count > 1) lists.bs = own_bs;
  if (count > 2) lists.iodepth = own_depth;
  return expand_one(job, &lists, jobs, error);
}

static char **split_list(const char *text, const char *otherwise) {
  return g_strsplit(text != NULL ? text : otherwise, ",", -1);
}

gboolean iod_jobs_expand(const IodJobLists *lists, GArray *jobs, GError **error) {
  g_auto(GStrv) words = split_list(lists->rw, "read");
  g_auto(GStrv) bs = split_list(lists->bs, "4k");
  g_auto(GStrv) iodepth = split_list(lists->iodepth, "1");
  g_auto(GStrv) numjobs = split_list(lists->numjobs, "1");
  guint64 product = (guint64)g_strv_length(words) * g_strv_length(bs);
  product *= (guint64)g_strv_length(iodepth) * g_strv_length(numjobs);
  if (product > MAX_PRODUCT) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "the lists make %" G_GUINT64_FORMAT " combinations: shorten them", product);
    return FALSE;
  }
  Lists shared = {bs, iodepth, numjobs};
  guint before = jobs->len;
  for (char **word = words; *word != NULL; word++) {
    if (!expand_word(*word, lists->common, &shared, jobs, error)) return FALSE;
  }
  if (jobs->len > before) return TRUE;
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, "an empty list gives no job");
  return FALSE;
}

char *iod_job_text(const IodJob *job) {
  g_autofree char *size = iod_size_text(job->block_size);
  GString *text = g_string_new(NULL);
  g_string_printf(text, "%s %s iodepth=%u numjobs=%u %s", iod_rw_name(job->rw), size, job->iodepth,
                  job->numjobs, iod_engine_name(job->engine));
  if (iod_rw_reads(job->rw) && iod_rw_writes(job->rw)) {
    g_string_append_printf(text, " rwmixread=%u", job->rwmixread);
  }
  if (job->fsync > 0) {
    g_string_append_printf(text, " %s=%u", job->fdatasync ? "fdatasync" : "fsync", job->fsync);
  }
  if (job->dsync) g_string_append(text, " sync=dsync");
  return g_string_free(text, FALSE);
}
