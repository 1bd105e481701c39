// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/proof.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXTENTS 128U
#define WINDOW  (G_GUINT64_CONSTANT(1) << 30)

static guint64 count_holes(int fd, guint64 size) {
  guint64 holes = 0;
  for (guint64 at = 0; at < size;) {
    off_t hole = lseek(fd, (off_t)at, SEEK_HOLE);
    if (hole < 0) return IOD_UNKNOWN;
    if ((guint64)hole >= size) break;
    off_t data = lseek(fd, hole, SEEK_DATA);
    if (data < 0 && errno != ENXIO) return IOD_UNKNOWN;
    at = data < 0 ? size : MIN((guint64)data, size);
    holes += at - (guint64)hole;
  }
  return holes;
}

/* Bytes of unwritten extents among those that a call told; *at becomes where the next begins, size behind the
 * last. */
static guint64 sum_unwritten(const struct fiemap *map, guint64 size, guint64 *at) {
  guint64 unwritten = 0;
  if (map->fm_mapped_extents == 0) *at = size;
  for (guint i = 0; i < map->fm_mapped_extents; i++) {
    const struct fiemap_extent *extent = &map->fm_extents[i];
    if ((extent->fe_flags & FIEMAP_EXTENT_UNWRITTEN) != 0) unwritten += extent->fe_length;
    gboolean last = (extent->fe_flags & FIEMAP_EXTENT_LAST) != 0;
    *at = last ? size : extent->fe_logical + extent->fe_length;
  }
  return unwritten;
}

static guint64 count_unwritten(int fd, guint64 size) {
  struct fiemap *map = g_malloc0(sizeof *map + EXTENTS * sizeof(struct fiemap_extent));
  guint64 unwritten = 0;
  for (guint64 at = 0; at < size && unwritten != IOD_UNKNOWN;) {
    *map = (struct fiemap){.fm_start = at, .fm_length = size - at, .fm_extent_count = EXTENTS};
    if (ioctl(fd, FS_IOC_FIEMAP, map) != 0)
      unwritten = IOD_UNKNOWN;
    else
      unwritten += sum_unwritten(map, size, &at);
  }
  g_free(map);
  return unwritten;
}

/* Younger than the C library's headers. */
#ifndef SYS_cachestat
#define SYS_cachestat 451
#endif

typedef struct {
  guint64 offset, length;
} CacheRange;

typedef struct {
  guint64 cached, dirty, writeback, evicted, recently_evicted;
} CacheState;

/* Pages of one window of the file; IOD_UNKNOWN where it can't be told. */
static guint64 count_pages(int fd, guint64 at, gsize length, gsize page) {
  void *view = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, (off_t)at);
  if (view == MAP_FAILED) return IOD_UNKNOWN;
  gsize count = (length + page - 1) / page;
  guint8 *pages = g_malloc(count);
  guint64 resident = mincore(view, length, pages) == 0 ? 0 : IOD_UNKNOWN;
  for (gsize i = 0; resident != IOD_UNKNOWN && i < count; i++) resident += pages[i] & 1U;
  g_free(pages);
  munmap(view, length);
  return resident;
}

static guint64 count_resident(int fd, guint64 size, gsize page) {
  guint64 resident = 0;
  for (guint64 at = 0; at < size; at += WINDOW) {
    guint64 pages = count_pages(fd, at, (gsize)MIN(WINDOW, size - at), page);
    if (pages == IOD_UNKNOWN) return IOD_UNKNOWN;
    resident += pages * page;
  }
  return resident;
}

guint64 iod_cached_bytes(int fd, guint64 size) {
  gsize page = (gsize)sysconf(_SC_PAGESIZE);
  CacheRange range = {0, size};
  CacheState state = {0};
  if (syscall(SYS_cachestat, fd, &range, &state, 0) == 0) return state.cached * page;
  return count_resident(fd, size, page);
}

IodProof iod_proof_take(const IodFile *file, int fd) {
  int flags = fcntl(fd, F_GETFL);
  IodProof proof = {.direct = flags >= 0 && (flags & O_DIRECT) != 0,
                    .hole_bytes = IOD_UNKNOWN,
                    .unwritten_bytes = IOD_UNKNOWN,
                    .cached_bytes = iod_cached_bytes(fd, file->size)};
  if (file->kind != IOD_KIND_DEVICE) {
    proof.hole_bytes = count_holes(fd, file->size);
    proof.unwritten_bytes = count_unwritten(fd, file->size);
  }
  return proof;
}

static void tell_bytes(IodLabels *facts, const char *name, guint64 bytes) {
  if (bytes != IOD_UNKNOWN) iod_labels_set_size(facts, name, bytes);
}

void iod_proof_tell(const IodProof *proof, const IodFile *file, IodLabels *facts) {
  iod_labels_set(facts, "proof_direct", proof->direct ? "1" : "0");
  if (file->offset_align > 0) {
    iod_labels_set_size(facts, "proof_offset_align", file->offset_align);
    iod_labels_set_size(facts, "proof_mem_align", file->mem_align);
  }
  tell_bytes(facts, "proof_hole_bytes", proof->hole_bytes);
  tell_bytes(facts, "proof_unwritten_bytes", proof->unwritten_bytes);
  tell_bytes(facts, "proof_cached_bytes", proof->cached_bytes);
}
