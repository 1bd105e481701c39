// SPDX-License-Identifier: GPL-3.0-or-later
/* The module that libarchive is linked into. */
#include "model/model.h"
#include "parsers/packed.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>

enum { CHUNK = 64 * 1024 };

/* What comes out of a log's archive is text: 1000 times its size where it repeats itself. Far more is no log.
 */
static const guint64 small_enough = G_GUINT64_CONSTANT(1) << 30;
static const guint64 likely_growth = 2000;

typedef struct {
  IodBytes *bytes;
  struct archive *archive;
  guint64 given;
  gboolean bomb;
  char chunk[CHUNK];
} Unpacking;

static la_ssize_t on_read(struct archive *archive, void *user, const void **buffer) {
  Unpacking *unpacking = user;
  gssize got = iod_bytes_read(unpacking->bytes, unpacking->chunk, CHUNK);
  if (got < 0) archive_set_error(archive, errno, "%s", g_strerror(errno));
  *buffer = unpacking->chunk;
  return got;
}

static gssize read_member(gpointer data, void *buffer, gsize size) {
  Unpacking *unpacking = data;
  la_ssize_t got = unpacking->bomb ? 0 : archive_read_data(unpacking->archive, buffer, size);
  if (got < 0) return errno = EIO, -1;
  unpacking->given += (guint64)got;
  unpacking->bomb |=
      unpacking->given > small_enough && unpacking->given / likely_growth > unpacking->bytes->taken;
  return got;
}

static gboolean is_hidden(const char *name) {
  g_autofree char *base = g_path_get_basename(name);
  return *base == '.';
}

static void give(Unpacking *unpacking, struct archive_entry *entry, IodMember member, gpointer user) {
  gboolean raw = archive_format(unpacking->archive) == ARCHIVE_FORMAT_RAW;
  const char *name = archive_entry_pathname_utf8(entry);
  if (!name) name = archive_entry_pathname(entry);
  if (!raw && (archive_entry_filetype(entry) != AE_IFREG || !name || is_hidden(name))) return;
  member(user, raw ? NULL : name, read_member, unpacking);
}

static gboolean finish(Unpacking *unpacking, int state, GError **error) {
  if (unpacking->bomb)
    g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT,
                "over 1 GiB comes out of it, %" G_GUINT64_FORMAT " times its size: not read on",
                likely_growth);
  else if (state != ARCHIVE_EOF)
    g_set_error(error, IOD_ERROR, IOD_ERROR_INPUT, "can't be unpacked: %s",
                archive_error_string(unpacking->archive));
  else
    return TRUE;
  return FALSE;
}

gboolean iod_archive_unpack(IodBytes *bytes, IodMember member, gpointer user, GError **error);
gboolean iod_archive_unpack(IodBytes *bytes, IodMember member, gpointer user, GError **error) {
  Unpacking *unpacking = g_new0(Unpacking, 1);
  struct archive_entry *entry;
  unpacking->bytes = bytes;
  unpacking->archive = archive_read_new();
  archive_read_support_filter_all(unpacking->archive);
  /* Not all formats: a CSV passes for an mtree, a plain file for an empty one. */
  archive_read_support_format_tar(unpacking->archive);
  archive_read_support_format_zip(unpacking->archive);
  archive_read_support_format_7zip(unpacking->archive);
  archive_read_support_format_raw(unpacking->archive);
  int state = archive_read_open(unpacking->archive, unpacking, NULL, on_read, NULL);
  while (state == ARCHIVE_OK && !unpacking->bomb) {
    state = archive_read_next_header(unpacking->archive, &entry);
    if (state == ARCHIVE_WARN) state = ARCHIVE_OK;
    if (state == ARCHIVE_OK) give(unpacking, entry, member, user);
  }
  gboolean right = finish(unpacking, state, error);
  archive_read_free(unpacking->archive);
  g_free(unpacking);
  return right;
}
