// SPDX-License-Identifier: GPL-3.0-or-later
/* Compressed files and archives (.gz .xz .zst .bz2 .tar.* .zip): members are read as files. libarchive is
 * loaded with the first of them. */
#ifndef IODELTA_PARSERS_PACKED_H
#define IODELTA_PARSERS_PACKED_H

#include "parsers/bytes.h"

#include <glib.h>

/* TRUE where a file begins as a compressed file or an archive does. */
gboolean iod_is_packed(const char *head, gsize length);

/* Reads one member's bytes; as iod_bytes_read. */
typedef gssize (*IodMemberRead)(gpointer archive, void *buffer, gsize size);

/* What to do with each member. name: its path within the archive; NULL for a file that is only compressed. */
typedef void (*IodMember)(gpointer user, const char *name, IodMemberRead read, gpointer archive);

/* Walks through all members that are files and not hidden. Fails (input) on damage, on a password, and where
 * far more comes out than any log holds (a bomb); members before that were given. */
gboolean iod_unpack(IodBytes *bytes, IodMember member, gpointer user, GError **error);

/* The same, in the module. */
typedef gboolean (*IodUnpack)(IodBytes *bytes, IodMember member, gpointer user, GError **error);

#endif
