// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: which block comes when. A pass visits every block once; a random pass is a
 * permutation that is computed (a Feistel network over the next power of two, walked until it falls into the
 * range: Black and Rogaway, "Ciphers with arbitrary finite domains", 2002), so that even coverage needs no
 * map, and the order can be asked both ways. Each pass has a permutation of its own. */
#ifndef IODELTA_RUNNER_OFFSETS_H
#define IODELTA_RUNNER_OFFSETS_H

#include "model/model.h"

typedef struct {
  guint64 blocks; /* at least 1 */
  guint64 seed;
  gboolean random;
  guint left_bits, right_bits;
} IodOffsets;

void iod_offsets_init(IodOffsets *offsets, guint64 blocks, gboolean random, guint64 seed);

/* The block, below blocks, that comes at a position, below blocks, of a pass. */
guint64 iod_offsets_block(const IodOffsets *offsets, guint64 pass, guint64 position);

/* The position of a block in a pass. */
guint64 iod_offsets_position(const IodOffsets *offsets, guint64 pass, guint64 block);

/* Mixes the bits of a number well: splitmix64's finalizer (Steele, Lea and Flood, "Fast splittable
 * pseudorandom number generators", 2014). */
static inline guint64 iod_mix(guint64 x) {
  x ^= x >> 30;
  x *= G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
  x ^= x >> 27;
  x *= G_GUINT64_CONSTANT(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

#define IOD_GOLDEN G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)

/* The index-th number of the stream that seed names. */
static inline guint64 iod_random_at(guint64 seed, guint64 index) {
  return iod_mix(seed + (index + 1) * IOD_GOLDEN);
}

#endif
