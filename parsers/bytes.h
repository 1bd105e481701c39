// SPDX-License-Identifier: GPL-3.0-or-later
/* The bytes of a file or pipe, whose beginning can be looked at before it is read. */
#ifndef IODELTA_PARSERS_BYTES_H
#define IODELTA_PARSERS_BYTES_H

#include <glib.h>

enum { IOD_HEAD = 512 }; /* as far as a tar's mark lies */

typedef struct {
  int fd;
  char head[IOD_HEAD];
  gsize head_length, head_taken;
  guint64 taken; /* bytes given out so far */
} IodBytes;

/* Fills the head; what fails shows when it is read. */
void iod_bytes_open(IodBytes *bytes, int fd);

/* As read(2), without EINTR: -1 with errno, 0 at the end. */
gssize iod_bytes_read(IodBytes *bytes, void *buffer, gsize size);

#endif
