// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_job.h"

#include <string.h>

/* fio keeps 127 bytes of a name; what is longer has other text in front. */
enum { LONGEST_NAME = 127 };

gboolean fio_name_ends(const char *text, const char *name) {
  gsize length = strlen(text), wanted = strlen(name);
  if (wanted == 0 || length <= wanted || memcmp(text + length - wanted, name, wanted) != 0) return FALSE;
  return !g_ascii_isalnum(text[length - wanted - 1]);
}

static void take_blanks_and(FioCursor *cursor, char wanted) {
  fio_skip_blanks(cursor);
  fio_take_char(cursor, wanted);
}

/* The last place of word in the line; names come before it, whatever they hold. */
static const char *last_place(FioCursor line, const char *word) {
  const char *last = NULL;
  for (FioCursor at = line; fio_take_behind(&at, word);) last = at.at - strlen(word);
  return last;
}

/* Behind the progress line that a name is glued to: "Jobs: 1 (f=1): [m(1)]…[eta 00m:00s]NAME: (groupid=…". */
static const char *behind_progress(FioCursor line) {
  FioCursor at = line;
  if (!fio_take_word(&at, "Jobs: ")) return line.at;
  const char *mark = last_place(line, "[eta ");
  at.at = mark != NULL ? mark : last_place(line, "(f=");
  if (at.at == NULL || !fio_take_behind(&at, mark != NULL ? "]" : ")")) return line.at;
  fio_skip_blanks(&at);
  return at.at;
}

/* The text before at, less blanks and the colon that ends a name. */
static char *name_before(FioCursor line, const char *at) {
  const char *end = at;
  while (end > line.at && end[-1] == ' ') end--;
  if (end > line.at && end[-1] == ':') end--;
  while (end > line.at && end[-1] == ' ') end--;
  const char *start = behind_progress((FioCursor){line.at, end});
  if (end - start <= LONGEST_NAME) return g_strndup(start, (gsize)(end - start));
  return g_utf8_make_valid(end - LONGEST_NAME, LONGEST_NAME); /* the cut may go through a character */
}

static gboolean take_group(FioCursor *cursor, gint *group) {
  guint64 number = 0;
  if (!fio_scan_whole(cursor, &number) || number > G_MAXINT) return FALSE;
  *group = (gint)number;
  return TRUE;
}

/* ---- Job lines ---- */

/* The text up to the comma that ends it; NULL where there is none, as in a line that was broken within a
 * word. */
static char *word_at(FioCursor line, const char *key) {
  if (!fio_take_behind(&line, key)) return NULL;
  const char *start = line.at;
  while (line.at < line.end && *line.at != ',' && *line.at != ' ') line.at++;
  gboolean ends = line.at == line.end || *line.at == ',';
  return ends && line.at > start ? g_strndup(start, (gsize)(line.at - start)) : NULL;
}

/* "4K-4K", "4096B-64.0KiB": the size where both ends are the same. */
static gboolean take_range(FioCursor *line, guint64 *size) {
  guint64 low = 0, high = 0;
  fio_skip_blanks(line);
  const char *first = line->at;
  if (!fio_scan_block_size(line, &low) || !fio_take_char(line, '-')) return FALSE;
  gsize length = (gsize)(line->at - first - 1);
  const char *second = line->at;
  if (!fio_scan_block_size(line, &high)) return FALSE;
  gboolean same = (gsize)(line->at - second) == length && memcmp(first, second, length) == 0;
  *size = same ? low : 0;
  return TRUE;
}

/* Three ranges (two before 2.0.10): of reads, writes, trims; or of sequential and of random I/O. FALSE where
 * something else stands among them. */
static gboolean read_sizes(FioCursor line, FioJob *job) {
  guint64 ranges[FIO_TRIM + 1] = {0};
  /* "bs(seq/rand)=…", later "bs=…, bs_is_seq_rand" */
  gboolean by_order = fio_holds(line, "seq");
  if (!fio_take_behind(&line, "bs=") && !fio_take_behind(&line, "bs(seq/rand)=")) return TRUE;
  for (guint i = 0; i <= FIO_TRIM; i++) {
    take_blanks_and(&line, '(');
    if (line.at < line.end && strchr("RWT", *line.at) != NULL) line.at++;
    take_blanks_and(&line, ')');
    if (!take_range(&line, &ranges[i])) break;
    take_blanks_and(&line, ',');
    take_blanks_and(&line, '/');
  }
  gboolean random = job->rw != NULL && strstr(job->rw, "rand") != NULL;
  for (guint i = 0; i <= FIO_TRIM; i++) job->size[i] = by_order ? ranges[random ? 1 : 0] : ranges[i];
  gboolean one = job->size[FIO_READ] == job->size[FIO_WRITE];
  job->size[FIO_MIXED] = one ? job->size[FIO_READ] : 0;
  return line.at < line.end && g_ascii_isalpha(*line.at);
}

FioJob *fio_job_read(FioCursor line) {
  static const char mark[] = ": (g=";
  const char *at = last_place(line, mark);
  gint group = 0;
  if (at == NULL) return NULL;
  FioCursor rest = {at + strlen(mark), line.end};
  if (!take_group(&rest, &group) || !fio_take_char(&rest, ')')) return NULL;
  FioJob *job = g_new0(FioJob, 1);
  job->name = name_before(line, at);
  job->group = group;
  job->rw = word_at(rest, "rw=");
  job->engine = word_at(rest, "ioengine=");
  gboolean sizes = read_sizes(rest, job);
  FioCursor depth = rest;
  guint64 number = 0;
  const char *digits = fio_take_behind(&depth, "iodepth=") ? depth.at : NULL;
  if (digits != NULL && fio_scan_whole(&depth, &number))
    job->depth = g_strndup(digits, (gsize)(depth.at - digits));
  job->whole = sizes && job->rw != NULL && job->engine != NULL && job->depth != NULL;
  return job;
}

void fio_job_free(FioJob *job) {
  if (job == NULL) return;
  g_free(job->name);
  g_free(job->rw);
  g_free(job->engine);
  g_free(job->depth);
  g_free(job);
}

/* ---- Headers ---- */

static gboolean take_number(FioCursor *cursor, guint *value) {
  guint64 whole = 0;
  fio_skip_blanks(cursor);
  if (!fio_scan_whole(cursor, &whole) || whole > 9999) return FALSE;
  *value = (guint)whole;
  return TRUE;
}

/* "Mon Nov 30 23:00:28 2026"; -1 where it is not whole. */
static gint64 take_date(FioCursor *cursor) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  FioCursor at = *cursor;
  guint month = 0, day = 0, hour = 0, minute = 0, second = 0, year = 0;
  fio_skip_blanks(&at);
  while (at.at < at.end && g_ascii_isalpha(*at.at)) at.at++; /* the day of the week */
  fio_skip_blanks(&at);
  if (at.end - at.at < 4) return -1;
  for (guint i = 0; i < 12; i++)
    if (memcmp(at.at, months + (gsize)3 * i, 3) == 0) month = i + 1;
  at.at += 3;
  gboolean read = month > 0 && take_number(&at, &day) && take_number(&at, &hour) && fio_take_char(&at, ':') &&
                  take_number(&at, &minute) && fio_take_char(&at, ':') && take_number(&at, &second);
  const char *year_at = at.at;
  read = read && take_number(&at, &year) && at.at - year_at >= 5;
  if (!read) return -1;
  g_autoptr(GDateTime) date = g_date_time_new_utc((gint)year, (gint)month, (gint)day, (gint)hour,
                                                  (gint)minute, (gdouble)MIN(second, 59U));
  *cursor = at;
  return date != NULL ? g_date_time_to_unix(date) : -1;
}

/* ": pid=19494: Mon Nov 30 23:00:28 2026", the date since 2.0.9. */
static void read_pid(FioCursor rest, FioHeader *header) {
  if (!fio_scan_whole(&rest, &header->pid)) return;
  fio_skip_blanks(&rest);
  gboolean dated = fio_take_char(&rest, ':');
  if (!dated) {
    header->whole = rest.at == rest.end;
    return;
  }
  header->date = take_date(&rest);
  header->whole = header->date >= 0;
  header->glued = fio_holds(rest, "IOPS=") || fio_holds(rest, "iops=");
}

/* "28 (file:io_u.c:1876, func=io_u error, error=No space left on device)", the error's number being taken
 * already. The text holds colons and brackets: it ends before the last pid. */
static void read_reason(FioCursor rest, FioHeader *header) {
  fio_skip_blanks(&rest);
  const char *pid = last_place(rest, "pid=");
  if (pid != NULL) read_pid((FioCursor){pid + strlen("pid="), rest.end}, header);
  if (!fio_take_char(&rest, '(')) return;
  const char *end = pid != NULL ? pid : rest.end;
  while (end > rest.at && strchr(" :", end[-1]) != NULL) end--;
  if (end > rest.at && end[-1] == ')') end--;
  header->reason = g_strndup(rest.at, (gsize)(end - rest.at));
}

FioHeader *fio_header_read(FioCursor line) {
  static const char mark[] = "(groupid=";
  const char *at = last_place(line, mark);
  if (at == NULL) return NULL;
  FioCursor rest = {at + strlen(mark), line.end};
  gint group = 0;
  guint64 jobs = 1, error = 0;
  if (!take_group(&rest, &group)) return NULL;
  take_blanks_and(&rest, ',');
  fio_skip_blanks(&rest);
  if (fio_take_word(&rest, "jobs=") && !fio_scan_whole(&rest, &jobs)) return NULL;
  take_blanks_and(&rest, ')');
  take_blanks_and(&rest, ':');
  fio_skip_blanks(&rest);
  if (!fio_take_word(&rest, "err=")) return NULL;
  fio_skip_blanks(&rest);
  if (!fio_scan_whole(&rest, &error)) return NULL;
  FioHeader *header = g_new0(FioHeader, 1);
  header->name = name_before(line, at);
  header->group = group;
  header->jobs = jobs;
  header->error = error;
  header->date = -1;
  read_reason(rest, header);
  return header;
}

void fio_header_free(FioHeader *header) {
  if (header == NULL) return;
  g_free(header->name);
  g_free(header->reason);
  g_free(header);
}
