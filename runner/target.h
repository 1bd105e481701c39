// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: the file or device that a target's I/O goes to, and whether it may. */
#ifndef IODELTA_RUNNER_TARGET_H
#define IODELTA_RUNNER_TARGET_H

#include "runner/runner.h"

#include <sys/types.h>

typedef enum { IOD_KIND_FOLDER, IOD_KIND_FILE, IOD_KIND_DEVICE } IodKind;

typedef struct {
  const IodTarget *target;
  IodKind kind;
  char *path;   /* of the file or device itself; in a folder NULL until it is made */
  guint64 size; /* bytes that are used, a multiple of 4 KiB */
  gboolean direct;
  gboolean lay_out; /* real data are written before the first run */
  dev_t device;     /* that holds the file, or that it is */
  ino_t inode;
  guint offset_align; /* of offsets and sizes; 0: not told */
  guint mem_align;
  int folder; /* of a folder: its descriptor; else -1 */
  int fd;     /* held while the plan runs, locked in a folder; -1 before */
} IodFile;

/* Looks at a target without writing. Errors: IOD_ERROR_USAGE. */
IodFile *iod_file_examine(const IodPlan *plan, const IodTarget *target, GError **error);

/* Makes the file of a folder, or opens what exists. */
gboolean iod_file_prepare(IodFile *file, GError **error);

/* A descriptor of its own for a thread, as a job needs it; -1 on error. */
int iod_file_open(const IodFile *file, const IodJob *job, GError **error);

/* Whether the path still leads to the file. */
gboolean iod_file_is_there(const IodFile *file);

/* Removes what was made, closes, frees. */
void iod_file_free(IodFile *file);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodFile, iod_file_free)

/* Whether the name is one that the runner gives to its files. */
gboolean iod_file_is_ours(const char *name);

/* Why a block device must not be used, or NULL (device.c). Free it. */
char *iod_device_objection(dev_t device);

/* What the first and last sectors say the device holds; NULL where nothing is known (signature.c). */
const char *iod_device_signature(int fd, guint64 size);

/* Room for the files of all folders, file system by file system (space.c). */
gboolean iod_space_suffices(const GPtrArray *files, GError **error);

#endif
