// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/bytes.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static gssize read_some(int fd, void *buffer, gsize size) {
  gssize got;
  do got = read(fd, buffer, size);
  while (got < 0 && errno == EINTR);
  return got;
}

void iod_bytes_open(IodBytes *bytes, int fd) {
  *bytes = (IodBytes){.fd = fd};
  for (gssize got; bytes->head_length < IOD_HEAD; bytes->head_length += (gsize)got) {
    got = read_some(fd, bytes->head + bytes->head_length, IOD_HEAD - bytes->head_length);
    if (got <= 0) break;
  }
}

gssize iod_bytes_read(IodBytes *bytes, void *buffer, gsize size) {
  gssize got;
  if (bytes->head_taken < bytes->head_length) {
    got = (gssize)MIN(size, bytes->head_length - bytes->head_taken);
    memcpy(buffer, bytes->head + bytes->head_taken, (gsize)got);
    bytes->head_taken += (gsize)got;
  } else {
    got = read_some(bytes->fd, buffer, size);
  }
  if (got > 0) bytes->taken += (guint64)got;
  return got;
}
