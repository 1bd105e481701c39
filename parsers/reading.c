// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

#include "parsers/packed.h"
#include "parsers/source.h"
#include "parsers/walk.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One reading of all inputs. */
typedef struct {
  IodInputs *inputs;
  IodReading reading;
  GPtrArray *files;    /* of GPtrArray of IodFound: one array an input, NULL where it could not be opened */
  GHashTable *seen;    /* "device:inode#pick" -> the path that was read */
  GArray *varying;     /* gboolean a folder level: whether its name varies */
  GPtrArray *failures; /* of GError */
  const IodInput *current;
} Session;

static void fail(Session *session, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void fail(Session *session, const char *format, ...) {
  va_list arguments;
  int code = session->current->is_baseline ? IOD_ERROR_BASELINE : IOD_ERROR_INPUT;
  va_start(arguments, format);
  g_ptr_array_add(session->failures, g_error_new_valist(IOD_ERROR, code, format, arguments));
  va_end(arguments);
}

static void warn(Session *session, const char *code, const char *source, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static void warn(Session *session, const char *code, const char *source, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *message = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  IodWarning warning = {.code = code, .message = message, .source = source};
  iod_sink_warn(session->reading.sink, &warning);
}

/* ---- Finding ---- */

static void free_found(gpointer found) {
  if (found) g_ptr_array_unref(found);
}

static void find_files(Session *session) {
  for (guint i = 0; i < session->inputs->inputs->len; i++) {
    const IodInput *input = g_ptr_array_index(session->inputs->inputs, i);
    g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func((GDestroyNotify)iod_found_free);
    g_autoptr(GError) error = NULL;
    session->current = input;
    if (strcmp(input->path, "-") != 0 && !iod_walk(input->path, found, &error)) {
      fail(session, "%s", error->message);
      g_ptr_array_add(session->files, NULL);
      continue;
    }
    g_ptr_array_add(session->files, g_steal_pointer(&found));
  }
}

/* A folder level whose name is the same everywhere tells nothing and gives no label. */
static void find_varying(Session *session) {
  g_autoptr(GPtrArray) first = g_ptr_array_new();
  for (guint i = 0; i < session->files->len; i++) {
    GPtrArray *found = g_ptr_array_index(session->files, i);
    for (guint j = 0; found && j < found->len; j++) {
      char **levels = ((IodFound *)g_ptr_array_index(found, j))->levels;
      for (guint level = 0; levels[level]; level++) {
        gboolean varies = FALSE;
        if (level >= session->varying->len) {
          g_ptr_array_add(first, levels[level]);
          g_array_append_val(session->varying, varies);
        } else if (strcmp(g_ptr_array_index(first, level), levels[level]) != 0) {
          g_array_index(session->varying, gboolean, level) = TRUE;
        }
      }
    }
  }
}

/* ---- Labels of a place ---- */

static void label_levels(const Session *session, char **levels, IodLabels *labels) {
  char **names = session->inputs->dirs;
  for (guint level = 0; levels[level]; level++) {
    g_autofree char *value = g_utf8_make_valid(levels[level], -1);
    if (names) {
      if (level >= g_strv_length(names)) return;
      if (strcmp(names[level], "_") != 0) iod_labels_set(labels, names[level], value);
    } else if (level >= session->varying->len || g_array_index(session->varying, gboolean, level)) {
      g_autofree char *name = g_strdup_printf("dir%u", level + 1);
      iod_labels_set(labels, name, value);
    }
  }
}

static void label_place(Session *session, const char *path, char **levels, const char *series,
                        IodPlace *place) {
  const IodInputs *inputs = session->inputs;
  if (!inputs->path_labels)
    label_levels(session, levels, place->labels);
  else if (!iod_path_pattern_match(inputs->path_labels, path, place->labels, &place->run_name))
    warn(session, "path_labels", place->name, "does not match --path-labels: it has none of its labels");
  if (series) iod_labels_set(place->labels, "series", series);
  iod_labels_merge(place->labels, inputs->labels);
}

/* ---- Reading ---- */

/* A stored baseline among the logs of a folder is no log: it is read only when it is named. */
static gboolean is_stray_baseline(const IodBytes *bytes, const IodFound *file) {
  if (!file->in_folder || !g_str_has_suffix(file->path, ".json")) return FALSE;
  g_autofree char *head = g_strndup(bytes->head, bytes->head_length);
  return strstr(head, "iodelta.baseline/") != NULL;
}

static gboolean already_read(Session *session, int fd, const IodFound *file, guint pick) {
  struct stat info;
  if (fstat(fd, &info) != 0) return FALSE;
  char *key = g_strdup_printf("%ju:%ju#%u", (uintmax_t)info.st_dev, (uintmax_t)info.st_ino, pick);
  const char *other = g_hash_table_lookup(session->seen, key);
  if (other && S_ISREG(info.st_mode)) {
    g_autofree char *shown = g_filename_display_name(file->path);
    if (strcmp(other, file->path) == 0)
      warn(session, "read_twice", shown, "is named twice; it counts once");
    else
      warn(session, "read_twice", shown, "is the same file as %s; it counts once", other);
    g_free(key);
    return TRUE;
  }
  g_hash_table_replace(session->seen, key, g_strdup(file->path));
  return FALSE;
}

/* One file, or one member of an archive, on its way into a sink. */
typedef struct {
  Session *session;
  const IodFound *file;
  const char *shown, *series;
  IodReading *reading;
  IodYield yield;
} Passage;

static gssize read_bytes(gpointer user, void *buffer, gsize size) {
  return iod_bytes_read(user, buffer, size);
}

/* levels: the folders between the input and the file. */
static void pass(Passage *passage, const char *shown, const char *path, char **levels, IodRead read,
                 gpointer user) {
  g_autoptr(IodLabels) labels = iod_labels_new();
  IodPlace place = {.name = shown, .labels = labels};
  g_autoptr(GError) error = NULL;
  label_place(passage->session, path, levels, passage->series, &place);
  IodSource *source = iod_source_new(passage->reading, &place);
  if (!iod_read_all(read, user, source, &error)) fail(passage->session, "%s", error->message);
  IodYield yield = iod_source_close(source);
  passage->yield.observations += yield.observations;
  passage->yield.failed_runs += yield.failed_runs;
  if (yield.observations == 0 && yield.failed_runs == 0 && path != passage->file->path)
    warn(passage->session, "no_result", shown, "no benchmark result was found in it");
  g_free(place.run_name);
}

/* A member of an archive lies where a file in a folder of the archive's name would. */
static void pass_member(gpointer user, const char *name, IodMemberRead read, gpointer archive) {
  Passage *passage = user;
  if (!name) {
    pass(passage, passage->shown, passage->file->path, passage->file->levels, read, archive);
    return;
  }
  g_autofree char *valid = g_utf8_make_valid(name, -1);
  g_autofree char *shown = g_strdup_printf("%s!%s", passage->shown, valid);
  g_autofree char *path = g_build_filename(passage->file->path, valid, NULL);
  g_auto(GStrv) levels = iod_member_levels(passage->file->levels, valid);
  pass(passage, shown, path, levels, read, archive);
}

static void pass_file(Passage *passage, IodBytes *bytes) {
  g_autoptr(GError) error = NULL;
  if (!iod_is_packed(bytes->head, bytes->head_length))
    pass(passage, passage->shown, passage->file->path, passage->file->levels, read_bytes, bytes);
  else if (!iod_unpack(bytes, pass_member, passage, &error))
    fail(passage->session, "%s: %s", passage->shown, error->message);
}

/* PATH#N: everything is read, one run of it passed on. */
static void pass_picked(Passage *passage, IodBytes *bytes, guint pick) {
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  IodReading reading = passage->session->reading;
  reading.sink = iod_dataset_sink(dataset);
  passage->reading = &reading;
  pass_file(passage, bytes);
  if (!iod_pick_run(dataset, pick, passage->session->reading.sink))
    fail(passage->session, "%s#%u: it holds %u logs", passage->shown, pick, iod_dataset_run_count(dataset));
}

static IodYield read_open_file(Session *session, int fd, const IodInput *input, const IodFound *file,
                               const char *shown, const char *series) {
  Passage passage = {
      .session = session, .file = file, .shown = shown, .series = series, .reading = &session->reading};
  IodBytes bytes;
  iod_bytes_open(&bytes, fd);
  if (is_stray_baseline(&bytes, file) || already_read(session, fd, file, input->pick))
    return (IodYield){.observations = 1}; /* passed over on purpose: no failure of this input */
  if (input->pick)
    pass_picked(&passage, &bytes, input->pick);
  else
    pass_file(&passage, &bytes);
  if (passage.yield.observations == 0 && passage.yield.failed_runs == 0 && file->in_folder)
    warn(session, "no_result", shown, "no benchmark result was found in it");
  return passage.yield;
}

static IodYield read_file(Session *session, const IodInput *input, const IodFound *file, const char *series) {
  gboolean standard = strcmp(file->path, "-") == 0;
  int fd = standard ? STDIN_FILENO : open(file->path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  g_autofree char *shown = standard ? g_strdup("-") : g_filename_display_name(file->path);
  if (fd < 0) {
    fail(session, "%s: %s", shown, g_strerror(errno));
    return (IodYield){0};
  }
  IodYield yield = read_open_file(session, fd, input, file, shown, series);
  if (!standard) close(fd);
  return yield;
}

static void read_input(Session *session, guint index) {
  const IodInput *input = g_ptr_array_index(session->inputs->inputs, index);
  GPtrArray *found = g_ptr_array_index(session->files, index);
  const char *series = iod_inputs_series(session->inputs, index);
  IodYield sum = {0};
  session->current = input;
  guint failures = session->failures->len;
  if (!found) return;
  char *no_levels[] = {NULL};
  IodFound standard = {.path = (char *)(gsize) "-", .levels = no_levels};
  guint files = strcmp(input->path, "-") == 0 ? 1 : found->len;
  for (guint i = 0; i < files; i++) {
    IodYield one = read_file(session, input, found->len ? g_ptr_array_index(found, i) : &standard, series);
    sum.observations += one.observations;
    sum.failed_runs += one.failed_runs;
  }
  if (sum.observations > 0 || session->failures->len > failures) return;
  g_autofree char *shown = g_filename_display_name(input->path);
  if (sum.failed_runs > 0)
    fail(session, "%s: only failed runs, no result", shown);
  else if (files == 0)
    fail(session, "%s: no file in this folder", shown);
  else
    fail(session, "%s: no benchmark result found; `iodelta parse --explain` shows how each line was read",
         shown);
}

void iod_inputs_read(IodInputs *inputs, IodSink *sink, GPtrArray *failures) {
  Session session = {
      .inputs = inputs,
      .reading = {.only = inputs->only,
                  .plain = &inputs->plain,
                  .from = inputs->from,
                  .sink = sink,
                  .explain = inputs->explain,
                  .explain_user = inputs->explain_user},
      .files = g_ptr_array_new_with_free_func(free_found),
      .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free),
      .varying = g_array_new(FALSE, FALSE, sizeof(gboolean)),
      .failures = failures,
  };
  find_files(&session);
  find_varying(&session);
  for (guint i = 0; i < inputs->inputs->len; i++) read_input(&session, i);
  for (guint i = 0; i < inputs->given->len; i++) iod_given_read(g_ptr_array_index(inputs->given, i), sink);
  g_ptr_array_unref(session.files);
  g_hash_table_unref(session.seen);
  g_array_unref(session.varying);
}
