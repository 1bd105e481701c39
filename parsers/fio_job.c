// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_job.h"

#include <string.h>

/* fio keeps 127 bytes of a name; what is longer has other text in front. */
enum { LONGEST_NAME = 127 };

enum { PATTERN_JOB, PATTERN_HEADER, PATTERN_HEADER_CUT, PATTERN_DATE, PATTERNS };

/* Names may hold anything, these words too: they end at the last place where the rest fits. */
#define HEADER_START                                                                                         \
  "^ (?<name>.*) \\(groupid= (?<group>\\d+) ,?\\ * (?: jobs= \\ * (?<jobs>\\d+) )? \\) \\ *:\\ * err= \\ * " \
  "(?<error>\\d+)"

static const char *const pattern_texts[PATTERNS] = {
    [PATTERN_JOB] = "^ (?<name>.*) :\\ \\(g= (?<group>\\d+) \\) (?: .*? \\b rw= (?<rw>\\w+) )?"
                    "(?: .*? \\b ioengine= (?<engine>[^,\\ ]+) )? (?: .*? \\b iodepth= (?<depth>\\d+) )?",
    [PATTERN_HEADER] =
        HEADER_START "(?: \\ * \\( (?<reason>.*) \\) )? \\ *:\\ * pid= (?<pid>\\d+) (?<rest>.*) $",
    [PATTERN_HEADER_CUT] = HEADER_START "(?: \\ * \\( (?<reason>.*?) \\)? $ )?",
    [PATTERN_DATE] =
        "^ :\\ * (?: [A-Za-z]{3} \\ + )? (?<month>[A-Za-z]{3}) \\ + (?<day>\\d{1,2}) \\ +"
        "(?<hour>\\d{2}) : (?<minute>\\d{2}) : (?<second>\\d{2}) \\ + (?<year>\\d{4}) \\b (?<behind>.*)",
};

static gboolean finds(guint which, FioCursor line, IodMatch *match) {
  static gsize once;
  const IodPattern *const *patterns = iod_patterns(&once, pattern_texts, PATTERNS);
  return iod_pattern_find(patterns[which], match, line.at, (gsize)(line.end - line.at), 0);
}

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

/* What stands before a group's number, less the colon that ends a name. */
static char *name_of(IodSlice text) {
  const char *end = text.start + text.length;
  while (end > text.start && end[-1] == ' ') end--;
  if (end > text.start && end[-1] == ':') end--;
  while (end > text.start && end[-1] == ' ') end--;
  const char *start = behind_progress((FioCursor){text.start, end});
  if (end - start > LONGEST_NAME) start = end - LONGEST_NAME;
  g_autofree char *bytes = g_strndup(start, (gsize)(end - start));
  return g_utf8_make_valid(bytes, -1);
}

/* ---- Job lines ---- */

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

/* Three ranges (two before 2.0.10): of reads, writes, trims; or of sequential and of random I/O. */
static void read_sizes(FioCursor line, FioJob *job) {
  guint64 ranges[FIO_TRIM + 1] = {0};
  gboolean by_order = memmem(line.at, (gsize)(line.end - line.at), "seq_rand", 8) != NULL ||
                      memmem(line.at, (gsize)(line.end - line.at), "seq/rand", 8) != NULL;
  if (!fio_take_behind(&line, "bs=") && !(fio_take_behind(&line, "bs(seq/rand)="))) return;
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
}

FioJob *fio_job_read(FioCursor line, IodMatch *match) {
  guint64 group = 0;
  if (!finds(PATTERN_JOB, line, match) || !iod_slice_whole(iod_match_named(match, "group"), &group) ||
      group > G_MAXINT)
    return NULL;
  FioJob *job = g_new0(FioJob, 1);
  job->name = name_of(iod_match_named(match, "name"));
  job->group = (gint)group;
  job->rw = iod_slice_text(iod_match_named(match, "rw"));
  job->engine = iod_slice_text(iod_match_named(match, "engine"));
  job->depth = iod_slice_text(iod_match_named(match, "depth"));
  job->whole = job->depth != NULL;
  read_sizes((FioCursor){iod_match_named(match, "group").start, line.end}, job);
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

static gint number_of(IodMatch *match, const char *name) {
  guint64 number = 0;
  return iod_slice_whole(iod_match_named(match, name), &number) && number <= 9999 ? (gint)number : -1;
}

/* Seconds since 1970 of "Mon Nov 30 23:00:28 2026"; -1 where there is no such day. */
static gint64 date_of(IodMatch *match) {
  static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  IodSlice name = iod_match_named(match, "month");
  gint month = 0;
  for (gint i = 0; i < 12 && name.length == 3; i++)
    if (memcmp(name.start, months + (gsize)3 * (gsize)i, 3) == 0) month = i + 1;
  g_autoptr(GDateTime) date =
      g_date_time_new_utc(number_of(match, "year"), month, number_of(match, "day"), number_of(match, "hour"),
                          number_of(match, "minute"), MIN(number_of(match, "second"), 59));
  return date != NULL ? g_date_time_to_unix(date) : -1;
}

/* What stands behind the pid: the date since 2.0.9, nothing before. */
static void read_date(IodSlice rest, FioHeader *header, IodMatch *match) {
  FioCursor line = {rest.start, rest.start + rest.length};
  fio_skip_blanks(&line);
  header->whole = line.at == line.end;
  if (header->whole || !finds(PATTERN_DATE, line, match)) return;
  header->date = date_of(match);
  header->whole = header->date >= 0;
  IodSlice behind = iod_match_named(match, "behind");
  header->glued = memmem(behind.start, behind.length, "IOPS=", 5) != NULL ||
                  memmem(behind.start, behind.length, "iops=", 5) != NULL;
}

FioHeader *fio_header_read(FioCursor line, IodMatch *match) {
  guint64 group = 0, error = 0, jobs = 1, pid = 0;
  /* The reason of an error holds colons and brackets: it ends before the pid, if that was not cut off. */
  gboolean has_pid = finds(PATTERN_HEADER, line, match);
  if (!has_pid && !finds(PATTERN_HEADER_CUT, line, match)) return NULL;
  IodSlice jobs_text = iod_match_named(match, "jobs");
  if (!iod_slice_whole(iod_match_named(match, "group"), &group) || group > G_MAXINT ||
      !iod_slice_whole(iod_match_named(match, "error"), &error) ||
      (jobs_text.start != NULL && !iod_slice_whole(jobs_text, &jobs)) ||
      (has_pid && !iod_slice_whole(iod_match_named(match, "pid"), &pid)))
    return NULL;
  FioHeader *header = g_new0(FioHeader, 1);
  *header = (FioHeader){.group = (gint)group, .jobs = jobs, .error = error, .pid = pid, .date = -1};
  header->name = name_of(iod_match_named(match, "name"));
  g_autofree char *reason = iod_slice_text(iod_match_named(match, "reason"));
  if (reason != NULL) header->reason = g_utf8_make_valid(reason, -1);
  if (has_pid) read_date(iod_match_named(match, "rest"), header, match);
  return header;
}

void fio_header_free(FioHeader *header) {
  if (header == NULL) return;
  g_free(header->name);
  g_free(header->reason);
  g_free(header);
}
