// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_trouble.h"

#include <string.h>

void fio_trouble_clear(FioTrouble *trouble) {
  g_free(trouble->reason);
  *trouble = (FioTrouble){.reason = NULL};
}

/* "pid=20544, err=28/file:io_u.c:1876, func=io_u error, error=No space left on device", "pid=24803, got
 * signal=9". */
static void job_message(FioTrouble *trouble, FioCursor rest, guint32 line) {
  guint64 pid = 0, number = 0;
  if (trouble->reason != NULL || !fio_scan_whole(&rest, &pid)) return;
  FioCursor text = rest;
  if (fio_take_word(&rest, ", err=") && fio_scan_whole(&rest, &number) && number > 0) {
    fio_take_word(&text, ", ");
  } else if (fio_take_word(&rest, ", got signal=") && fio_scan_whole(&rest, &number)) {
    fio_take_word(&text, ", got ");
  } else {
    return;
  }
  g_autofree char *bytes = g_strndup(text.at, (gsize)(text.end - text.at));
  trouble->reason = g_utf8_make_valid(bytes, -1);
  trouble->pid = pid;
  trouble->line = line;
}

void fio_trouble_message(FioTrouble *trouble, FioCursor rest, guint32 line) {
  if (fio_take_word(&rest, "pid="))
    job_message(trouble, rest, line);
  else if (fio_take_word(&rest, "terminating on signal") && trouble->interrupted == 0)
    trouble->interrupted = line;
}

static const FioBlock *first_failed(const FioDump *dump, guint *failed) {
  const FioBlock *first = NULL;
  *failed = 0;
  for (guint i = 0; i < dump->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(dump->blocks, i);
    if (block->header == NULL || block->header->error == 0) continue;
    if (first == NULL) first = block;
    ++*failed;
  }
  return first;
}

/* TRUE where the failed job may be one of a dump's: it is there, was summed up with others, or is missing. */
static gboolean is_of(const FioTrouble *trouble, const FioDump *dump, const FioPreamble *preamble) {
  guint64 jobs = 0;
  for (guint i = 0; i < dump->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(dump->blocks, i);
    if (block->header == NULL) continue;
    if (block->header->pid == trouble->pid || block->header->jobs > 1) return TRUE;
    jobs += block->header->jobs;
  }
  return trouble->pid == 0 || trouble->kept || jobs < preamble->starting || preamble->starting == 0;
}

static void tell_error(IodFeed *feed, const FioDump *dump, const FioBlock *block, guint failed) {
  const FioHeader *header = block->header;
  g_autofree char *why = header->reason != NULL ? g_strdup_printf(" (%s)", header->reason) : g_strdup("");
  g_autofree char *others =
      failed > 1 ? g_strdup_printf("; so did %u more of its jobs", failed - 1) : g_strdup("");
  g_autofree char *reason = g_strdup_printf("job %s ended with error %" G_GUINT64_FORMAT "%s%s",
                                            fio_block_name(block), header->error, why, others);
  iod_feed_fail(feed, dump->run, block->line, reason);
}

void fio_trouble_tell(FioTrouble *trouble, IodFeed *feed, const FioDump *dump, const FioPreamble *preamble) {
  guint failed = 0;
  const FioBlock *block = first_failed(dump, &failed);
  if (trouble->interrupted != 0) {
    dump->run->complete = FALSE;
    iod_feed_warn(feed, "interrupted", trouble->interrupted, "a signal ended this run before its time");
  }
  if (block != NULL) {
    tell_error(feed, dump, block, failed);
  } else if (trouble->reason != NULL && !is_of(trouble, dump, preamble)) {
    trouble->kept = TRUE;
    trouble->interrupted = 0;
    return;
  } else if (trouble->reason != NULL) {
    g_autofree char *reason = g_strdup_printf("a job ended with %s", trouble->reason);
    iod_feed_fail(feed, dump->run, trouble->line, reason);
  }
  fio_trouble_clear(trouble);
}
