// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/packed.h"

#include "model/module.h"

#include <string.h>

static const struct {
  gsize offset, length;
  const char *bytes;
} marks[] = {
    {0, 2, "\x1f\x8b"}, /* gzip */
    {0, 6,
     "\xfd"
     "7zXZ\0"},                   /* xz */
    {0, 4, "\x28\xb5\x2f\xfd"},   /* zstd */
    {0, 3, "BZh"},                /* bzip2 */
    {0, 4, "PK\3\4"},             /* zip */
    {0, 6, "7z\xbc\xaf\x27\x1c"}, /* 7-Zip */
    {257, 5, "ustar"},            /* tar */
};

gboolean iod_is_packed(const char *head, gsize length) {
  for (gsize i = 0; i < G_N_ELEMENTS(marks); i++)
    if (marks[i].offset + marks[i].length <= length &&
        memcmp(head + marks[i].offset, marks[i].bytes, marks[i].length) == 0)
      return TRUE;
  return FALSE;
}

gboolean iod_unpack(IodBytes *bytes, IodMember member, gpointer user, GError **error) {
  IodUnpack unpack =
      (IodUnpack)(gsize)iod_module_symbol("libiodelta-archive.so", "iod_archive_unpack", error);
  return unpack && unpack(bytes, member, user, error);
}
