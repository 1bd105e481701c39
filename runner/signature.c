// SPDX-License-Identifier: GPL-3.0-or-later
/* What a block device holds, told by the marks that file systems, volume managers and partition tables leave
 * at fixed places. A device that bears one is never used; an unknown one is no proof that nothing is there.
 */
#include "runner/target.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define K         G_GUINT64_CONSTANT(1024)
#define HEAD      (512 * K)
#define TAIL      (256 * K)
#define ALIGNMENT G_GUINT64_CONSTANT(4096)

typedef struct {
  guint64 offset;
  const char *magic;
  gsize length;
  const char *what;
} Mark;

static const Mark marks[] = {
    {512, "EFI PART", 8, "a GPT partition table"},
    {4096, "EFI PART", 8, "a GPT partition table"},
    {0, "XFSB", 4, "an XFS file system"},
    {64 * K + 64, "_BHRfS_M", 8, "a btrfs file system"},
    {K, "\x10\x20\xf5\xf2", 4, "an F2FS file system"},
    {K, "\xe2\xe1\xf5\xe0", 4, "an EROFS file system"},
    {K, "H+\x00\x04", 4, "an HFS+ file system"},
    {K, "HX\x00\x05", 4, "an HFS+ file system"},
    {32, "NXSB", 4, "an APFS file system"},
    {3, "NTFS    ", 8, "an NTFS file system"},
    {3, "EXFAT   ", 8, "an exFAT file system"},
    {3, "-FVE-FS-", 8, "an encrypted volume (BitLocker)"},
    {54, "FAT1", 4, "a FAT file system"},
    {82, "FAT32", 5, "a FAT file system"},
    {32 * K, "JFS1", 4, "a JFS file system"},
    {32 * K + 1, "CD001", 5, "an ISO 9660 file system"},
    {32 * K + 1, "BEA01", 5, "a UDF file system"},
    {0, "hsqs", 4, "a squashfs file system"},
    {64 * K, "\x01\x16\x19\x70", 4, "a GFS2 file system"},
    {64 * K + 52, "ReIsEr", 6, "a ReiserFS file system"},
    {8 * K, "OCFSV2", 6, "an OCFS2 file system"},
    {4096 + 24, "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81", 16, "a bcache device"},
    {4096 + 24, "\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef", 16,
     "a bcachefs file system"},
    {0, "LUKS\xba\xbe", 6, "an encrypted volume (LUKS)"},
    {0, "LABELONE", 8, "an LVM physical volume"},
    {512, "LABELONE", 8, "an LVM physical volume"},
    {1024, "LABELONE", 8, "an LVM physical volume"},
    {1536, "LABELONE", 8, "an LVM physical volume"},
    {512, "!Stra0tis\x86\xff\x02^\x41rh", 16, "a Stratis pool"},
    {0, "\xfc\x4e\x2b\xa9", 4, "a member of a RAID array"},
    {4096, "\xfc\x4e\x2b\xa9", 4, "a member of a RAID array"},
    {4096 - 10, "SWAPSPACE2", 10, "swap space"},
    {64 * K - 10, "SWAPSPACE2", 10, "swap space"},
    {0, "bluestore block device", 22, "a Ceph OSD"},
    {0, "dmvdo001", 8, "a VDO volume"},
};

/* Bytes of a device, from a start that is aligned for O_DIRECT. */
typedef struct {
  guint8 *data;
  guint64 start;
  gsize length;
} Part;

static gboolean read_part(int fd, guint64 size, guint64 start, gsize length, Part *part) {
  *part = (Part){.start = start - start % ALIGNMENT};
  length = (gsize)MIN(length, size > part->start ? size - part->start : 0);
  length -= length % 512;
  if (length == 0) return FALSE;
  part->data = aligned_alloc(ALIGNMENT, (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
  if (part->data == NULL) return FALSE;
  gssize got = pread(fd, part->data, length, (off_t)part->start);
  part->length = got > 0 ? (gsize)got : 0;
  return part->length > 0;
}

static gboolean bears(const Part *part, guint64 offset, const void *magic, gsize length) {
  if (offset < part->start || offset - part->start + length > part->length) return FALSE;
  return memcmp(part->data + (offset - part->start), magic, length) == 0;
}

static guint8 byte_at(const Part *part, guint64 offset) {
  return offset - part->start < part->length ? part->data[offset - part->start] : 0;
}

/* Marks of two bytes stand in random data too: what is around them has to fit. */
static gboolean holds_boot_sector(const Part *head) {
  if (!bears(head, 510, "\x55\xaa", 2)) return FALSE;
  if (byte_at(head, 0) == 0xeb || byte_at(head, 0) == 0xe9) return TRUE;
  for (guint entry = 0; entry < 4; entry++) {
    guint8 status = byte_at(head, 446 + entry * 16);
    if (status != 0 && status != 0x80) return FALSE;
  }
  return TRUE;
}

static gboolean holds_ext(const Part *head) {
  if (!bears(head, K + 56, "\x53\xef", 2)) return FALSE;
  /* Logarithm of the block size over 1 KiB, and the revision. */
  return byte_at(head, K + 24) <= 6 && byte_at(head, K + 76) <= 1 && bears(head, K + 77, "\0\0\0", 3);
}

/* The second half of a ZFS label is a ring of uberblocks, of either byte order. */
static gboolean holds_zfs(const Part *head) {
  for (guint64 at = 128 * K; at < 256 * K; at += K) {
    if (bears(head, at, "\x0c\xb1\xba\0\0\0\0\0", 8) || bears(head, at, "\0\0\0\0\0\xba\xb1\x0c", 8))
      return TRUE;
  }
  return FALSE;
}

static const char *in_head(const Part *head) {
  for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
    if (bears(head, marks[i].offset, marks[i].magic, marks[i].length)) return marks[i].what;
  }
  if (holds_ext(head)) return "an ext2, ext3 or ext4 file system";
  if (holds_zfs(head)) return "a member of a ZFS pool";
  if (holds_boot_sector(head)) return "a partition table or boot sector";
  return NULL;
}

/* RAID superblocks of the versions 0.90 and 1.0, and the second copy of a GPT. */
static const char *in_tail(const Part *tail, guint64 size) {
  static const char raid[] = "\xfc\x4e\x2b\xa9";
  guint64 old = size / (64 * K) * (64 * K);
  if (old >= 64 * K && bears(tail, old - 64 * K, raid, 4)) return "a member of a RAID array";
  if (size >= 8 * K && bears(tail, ((size / 512 - 16) & ~G_GUINT64_CONSTANT(7)) * 512, raid, 4)) {
    return "a member of a RAID array";
  }
  if (bears(tail, size - 512, "EFI PART", 8) || bears(tail, size - 4096, "EFI PART", 8)) {
    return "a GPT partition table";
  }
  return NULL;
}

const char *iod_device_signature(int fd, guint64 size) {
  const char *what = NULL;
  Part part;
  if (size < 4096) return NULL;
  if (read_part(fd, size, 0, HEAD, &part)) what = in_head(&part);
  free(part.data);
  if (what != NULL) return what;
  if (read_part(fd, size, size > TAIL ? size - TAIL : 0, TAIL + ALIGNMENT, &part))
    what = in_tail(&part, size);
  free(part.data);
  return what;
}
