// SPDX-License-Identifier: GPL-3.0-or-later
/* The result file grows by whole lines: whatever moment the process is killed at, all runs but the one under
 * way are on the disk. */
#include "cli/run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean fail(GError **error, IodErrorCode code, const char *path, const char *reason) {
  g_set_error(error, IOD_ERROR, (gint)code, "-o %s: %s", path, reason);
  return FALSE;
}

/* ---- What an interrupted plan left ---- */

static gboolean take_line(RunOutput *output, const char *line, gsize length, IodPlan *plan, IodSink *earlier,
                          GError **error) {
  json_error_t trouble;
  g_autoptr(GError) reason = NULL;
  json_t *run = json_loadb(line, length, JSON_REJECT_DUPLICATES, &trouble);
  output->lines++;
  gboolean fine = run != NULL && iod_plan_resume(plan, run, &reason) &&
                  iod_native_read(run, output->path, output->lines, earlier, &reason);
  json_decref(run);
  if (fine) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "-o %s, line %u: can't be resumed: %s", output->path,
              output->lines, reason != NULL ? reason->message : trouble.text);
  return FALSE;
}

/* What every line begins with. */
static const char opening[] = "{\"schema\":\"" IOD_SCHEMA_RESULTS "\",";

/* A last line without its end was being written when the process was killed: it is cut off, if it is one of
 * ours. */
static gboolean cut_tail(const RunOutput *output, const char *text, gsize at, gsize length, GError **error) {
  if (at == length) return TRUE;
  if (memcmp(text + at, opening, MIN(length - at, strlen(opening))) != 0) {
    return fail(error, IOD_ERROR_USAGE, output->path, "can't be resumed: it is no result of iodelta run");
  }
  if (ftruncate(output->fd, (off_t)at) == 0) return TRUE;
  return fail(error, IOD_ERROR_OUTPUT, output->path, g_strerror(errno));
}

static gboolean take_lines(RunOutput *output, const char *text, gsize length, IodPlan *plan, IodSink *earlier,
                           GError **error) {
  gsize at = 0;
  for (const char *end = NULL; (end = memchr(text + at, '\n', length - at)) != NULL;) {
    gsize next = (gsize)(end - text) + 1;
    if (next - at > 1 && !take_line(output, text + at, next - at - 1, plan, earlier, error)) return FALSE;
    at = next;
  }
  return cut_tail(output, text, at, length, error);
}

static gboolean resume(RunOutput *output, IodPlan *plan, IodSink *earlier, GError **error) {
  output->fd = open(output->path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (output->fd < 0) return fail(error, IOD_ERROR_OUTPUT, output->path, g_strerror(errno));
  if (flock(output->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    return fail(error, IOD_ERROR_USAGE, output->path, "another iodelta is writing it");
  }
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr(GError) trouble = NULL;
  if (!g_file_get_contents(output->path, &text, &length, &trouble)) {
    return fail(error, IOD_ERROR_OUTPUT, output->path, trouble->message);
  }
  output->made = length == 0;
  return take_lines(output, text, length, plan, earlier, error);
}

/* ---- Opening ---- */

static gboolean begin(RunOutput *output, GError **error) {
  output->fd = open(output->path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0666);
  if (output->fd < 0 && errno == EEXIST) {
    return fail(error, IOD_ERROR_USAGE, output->path,
                "it exists; go on with its plan by --resume, or name another file");
  }
  if (output->fd < 0) return fail(error, IOD_ERROR_OUTPUT, output->path, g_strerror(errno));
  flock(output->fd, LOCK_EX | LOCK_NB);
  output->made = TRUE;
  return TRUE;
}

static char *name_by_date(void) {
  g_autoptr(GDateTime) now = g_date_time_new_now_local();
  return g_date_time_format(now, "iodelta-%Y%m%d-%H%M%S.ndjson");
}

gboolean run_output_open(RunOutput *output, const RunOptions *options, IodPlan *plan, IodSink *earlier,
                         GError **error) {
  *output = (RunOutput){.fd = -1};
  if (options->resume && options->file == NULL) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, "--resume needs -o FILE, the results so far");
    return FALSE;
  }
  if (options->file == NULL && !isatty(STDOUT_FILENO)) {
    output->path = g_strdup("-");
    output->fd = STDOUT_FILENO;
    return TRUE;
  }
  output->path = options->file != NULL ? g_strdup(options->file) : name_by_date();
  if (options->resume) return resume(output, plan, earlier, error);
  if (!begin(output, error)) return FALSE;
  if (options->file == NULL) g_printerr("iodelta: results go to %s\n", output->path);
  return TRUE;
}

/* ---- Writing ---- */

static char *line_of(const IodDataset *run) {
  g_autoptr(GArray) entries = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < iod_dataset_size(run); i++) g_array_append_val(entries, i);
  json_t *body = iod_native_from_run(run, 0, entries);
  json_t *root = json_object();
  json_object_set_new(root, "schema", json_string(IOD_SCHEMA_RESULTS));
  json_object_update(root, body);
  g_autofree char *text = iod_json_text(root, JSON_COMPACT);
  json_decref(body);
  json_decref(root);
  return g_strconcat(text, "\n", NULL);
}

static gboolean write_all(int fd, const char *text) {
  for (gsize length = strlen(text); length > 0;) {
    gssize wrote = write(fd, text, length);
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return FALSE;
    text += wrote;
    length -= (gsize)wrote;
  }
  return TRUE;
}

/* No half line is left behind: a reader would have to guess what it was. */
static gboolean append(RunOutput *output, const char *line, GError **error) {
  struct stat before = {0};
  gboolean regular = fstat(output->fd, &before) == 0 && S_ISREG(before.st_mode);
  if (write_all(output->fd, line) && (!regular || fdatasync(output->fd) == 0)) return TRUE;
  int reason = errno;
  if (regular && output->fd != STDOUT_FILENO && ftruncate(output->fd, before.st_size) != 0) reason = errno;
  return fail(error, IOD_ERROR_OUTPUT, output->path, g_strerror(reason));
}

gboolean run_output_write(RunOutput *output, IodDataset *run, GError **error) {
  IodRun *only = iod_dataset_run(run, 0);
  g_free(only->id);
  only->id = g_strdup_printf("%u", output->lines + 1);
  g_autofree char *line = line_of(run);
  if (!append(output, line, error)) return FALSE;
  output->lines++;
  output->made = FALSE;
  return TRUE;
}

void run_output_close(RunOutput *output) {
  if (output->fd >= 0 && output->fd != STDOUT_FILENO) {
    if (output->made) unlink(output->path);
    close(output->fd);
  }
  g_free(output->path);
}
