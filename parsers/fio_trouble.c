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

void fio_trouble_tell(const FioTrouble *trouble, IodFeed *feed, const FioDump *dump) {
  guint failed = 0;
  const FioBlock *block = first_failed(dump, &failed);
  if (block != NULL) {
    g_autofree char *others =
        failed > 1 ? g_strdup_printf("; so did %u more of its jobs", failed - 1) : g_strdup("");
    g_autofree char *reason = g_strdup_printf(
        "job %s ended with error %" G_GUINT64_FORMAT "%s%s%s%s", fio_block_name(block), block->header->error,
        block->header->reason != NULL ? " (" : "", block->header->reason != NULL ? block->header->reason : "",
        block->header->reason != NULL ? ")" : "", others);
    iod_feed_fail(feed, dump->run, block->line, reason);
  } else if (trouble->reason != NULL) {
    g_autofree char *reason = g_strdup_printf("a job ended with %s", trouble->reason);
    iod_feed_fail(feed, dump->run, trouble->line, reason);
  }
  if (trouble->interrupted != 0) {
    dump->run->complete = FALSE;
    iod_feed_warn(feed, "interrupted", trouble->interrupted, "a signal ended this run before its time");
  }
}
