// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: memory for I/O, and the data in it. Data are pseudorandom (nothing compresses them),
 * the same for the same seed, and every 4 KiB that are written bear a stamp (nothing deduplicates them, and a
 * reader can tell which write it sees). */
#ifndef IODELTA_RUNNER_BUFFER_H
#define IODELTA_RUNNER_BUFFER_H

#include "model/model.h"

#define IOD_PAGE 4096U

/* Which write put these data there. */
typedef struct {
  guint64 tag;    /* of the run and its thread */
  guint64 offset; /* in the file, of the stamped unit */
  guint64 index;  /* of the I/O, from 0 */
} IodStamp;

/* Bytes [position, position + size) of the endless data that seed names; both are multiples of 8. */
void iod_data_fill(void *buffer, gsize size, guint64 seed, guint64 position);

/* Stamps each unit (4 KiB; a sector where the size is no multiple of that) of the data of one I/O. */
void iod_data_stamp(void *data, gsize size, const IodStamp *stamp);

/* One area a slot (an I/O in flight). Blocks that are neighbours in the file take different data from it, so
 * that no compressor finds them to be alike; the same data come again a megabyte further on, under other
 * stamps. */
typedef struct {
  guint8 *memory;
  gsize total, area, step;
  gsize block_size;
  guint64 places; /* in an area */
  guint64 seed;
} IodBuffers;

/* budget: bytes that all areas together should not exceed where blocks leave the choice. FALSE with errno set
 * where there is no memory. */
gboolean iod_buffers_init(IodBuffers *buffers, guint slots, gsize block_size, gboolean writes, guint64 seed,
                          gsize budget);
void iod_buffers_clear(IodBuffers *buffers);

/* Where the data of a block stand in a slot's area. */
static inline guint8 *iod_buffers_at(const IodBuffers *buffers, guint slot, guint64 block) {
  return buffers->memory + slot * buffers->area + (gsize)(block % buffers->places) * buffers->step;
}

/* What a block looked like before it was stamped: fills data, block_size bytes. */
void iod_buffers_expected(const IodBuffers *buffers, guint64 block, void *data);

#endif
