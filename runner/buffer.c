// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/buffer.h"

#include "runner/offsets.h"

#include <string.h>
#include <sys/mman.h>

#define SECTOR    512U
#define BEST_AREA ((gsize)1024 * 1024)

void iod_data_fill(void *buffer, gsize size, guint64 seed, guint64 position) {
  guint64 *words = buffer;
  for (gsize i = 0; i < size / sizeof *words; i++) {
    words[i] = GUINT64_TO_LE(iod_random_at(seed, position / sizeof *words + i));
  }
}

void iod_data_stamp(void *data, gsize size, const IodStamp *stamp) {
  gsize unit = size % IOD_PAGE == 0 ? IOD_PAGE : SECTOR;
  IodStamp copy = *stamp;
  for (gsize at = 0; at < size; at += unit) {
    memcpy((guint8 *)data + at, &copy, sizeof copy);
    copy.offset += unit;
  }
}

gboolean iod_buffers_init(IodBuffers *buffers, guint slots, gsize block_size, gboolean writes, guint64 seed,
                          gsize budget) {
  gsize step = (block_size + IOD_PAGE - 1) / IOD_PAGE * IOD_PAGE;
  gsize area = writes ? MIN(BEST_AREA, budget / slots) / step * step : step;
  area = MAX(area, step);
  gsize total = area * slots;
  void *memory = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
  if (memory == MAP_FAILED) return FALSE;
  *buffers = (IodBuffers){memory, total, area, step, block_size, area / step, seed};
  for (guint slot = 0; writes && slot < slots; slot++) {
    iod_data_fill(buffers->memory + slot * area, area, seed, 0);
  }
  return TRUE;
}

void iod_buffers_clear(IodBuffers *buffers) {
  if (buffers->memory != NULL) munmap(buffers->memory, buffers->total);
  buffers->memory = NULL;
}

void iod_buffers_expected(const IodBuffers *buffers, guint64 block, void *data) {
  iod_data_fill(data, buffers->block_size, buffers->seed, block % buffers->places * buffers->step);
}
