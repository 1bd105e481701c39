// SPDX-License-Identifier: GPL-3.0-or-later
/* The files of an input, in natural order. */
#ifndef IODELTA_PARSERS_WALK_H
#define IODELTA_PARSERS_WALK_H

#include "model/model.h"

/* One file to read: its path, and the folders between the input and it. */
typedef struct {
  char *path;
  char **levels;      /* names of the folders below the input, NULL-terminated */
  gboolean in_folder; /* found in a folder rather than named */
} IodFound;

void iod_found_free(IodFound *found);

/* Appends the file that path names, or all files below the folder that it names: in natural order, hidden
 * ones, links to folders and special files left out. FALSE where it can't be opened. */
gboolean iod_walk(const char *path, GPtrArray *found, GError **error);

/* The folders of a file in an archive: those of the archive, then those of its path within. Free with
 * g_strfreev. */
char **iod_member_levels(char **levels, const char *name);

#endif
