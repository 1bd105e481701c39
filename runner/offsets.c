// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/offsets.h"

#define ROUNDS 4

void iod_offsets_init(IodOffsets *offsets, guint64 blocks, gboolean random, guint64 seed) {
  guint bits = 2;
  while (bits < 63 && (G_GUINT64_CONSTANT(1) << bits) < blocks) bits++;
  *offsets = (IodOffsets){
      .blocks = blocks, .seed = seed, .random = random, .left_bits = bits / 2, .right_bits = bits - bits / 2};
}

static guint64 mask(guint bits) {
  return (G_GUINT64_CONSTANT(1) << bits) - 1;
}

/* What a round adds to one half, from the other half. */
static guint64 scramble(guint64 key, guint round, guint64 half) {
  return iod_mix(key + half * IOD_GOLDEN + round) >> 16;
}

static guint64 forward(const IodOffsets *offsets, guint64 key, guint64 value) {
  guint64 left = value >> offsets->right_bits;
  guint64 right = value & mask(offsets->right_bits);
  for (guint round = 0; round < ROUNDS; round += 2) {
    left ^= scramble(key, round, right) & mask(offsets->left_bits);
    right ^= scramble(key, round + 1, left) & mask(offsets->right_bits);
  }
  return left << offsets->right_bits | right;
}

static guint64 backward(const IodOffsets *offsets, guint64 key, guint64 value) {
  guint64 left = value >> offsets->right_bits;
  guint64 right = value & mask(offsets->right_bits);
  for (guint round = ROUNDS; round > 0; round -= 2) {
    right ^= scramble(key, round - 1, left) & mask(offsets->right_bits);
    left ^= scramble(key, round - 2, right) & mask(offsets->left_bits);
  }
  return left << offsets->right_bits | right;
}

guint64 iod_offsets_block(const IodOffsets *offsets, guint64 pass, guint64 position) {
  if (!offsets->random) return position;
  guint64 key = iod_random_at(offsets->seed, pass);
  guint64 block = position;
  do block = forward(offsets, key, block);
  while (block >= offsets->blocks);
  return block;
}

guint64 iod_offsets_position(const IodOffsets *offsets, guint64 pass, guint64 block) {
  if (!offsets->random) return block;
  guint64 key = iod_random_at(offsets->seed, pass);
  guint64 position = block;
  do position = backward(offsets, key, position);
  while (position >= offsets->blocks);
  return position;
}
