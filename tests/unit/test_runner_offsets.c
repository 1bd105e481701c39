// SPDX-License-Identifier: GPL-3.0-or-later
/* Every pass visits every block once, in an order of its own, and the order can be asked both ways. */
#include "runner/offsets.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void a_pass_visits_every_block_once(void **state) {
  (void)state;
  static const guint64 sizes[] = {1, 2, 3, 5, 7, 8, 9, 63, 64, 65, 1000, 4096, 4097, 20000};
  for (gsize s = 0; s < G_N_ELEMENTS(sizes); s++) {
    for (guint64 pass = 0; pass < 3; pass++) {
      IodOffsets offsets;
      iod_offsets_init(&offsets, sizes[s], TRUE, 42);
      g_autofree guint8 *seen = g_new0(guint8, sizes[s]);
      for (guint64 i = 0; i < sizes[s]; i++) {
        guint64 block = iod_offsets_block(&offsets, pass, i);
        assert_true(block < sizes[s]);
        assert_int_equal(seen[block], 0);
        seen[block] = 1;
        assert_int_equal(iod_offsets_position(&offsets, pass, block), i);
      }
    }
  }
}

static void large_files_are_walked_both_ways(void **state) {
  (void)state;
  IodOffsets offsets;
  guint64 blocks = (G_GUINT64_CONSTANT(1) << 45) + 12345;
  iod_offsets_init(&offsets, blocks, TRUE, 7);
  for (guint64 i = 0; i < 10000; i++) {
    guint64 position = iod_random_at(1, i) % blocks;
    guint64 block = iod_offsets_block(&offsets, 3, position);
    assert_true(block < blocks);
    assert_int_equal(iod_offsets_position(&offsets, 3, block), position);
  }
}

/* Any stretch of a pass falls evenly over the file: chi-squared over 64 parts, 63 degrees of freedom; the
 * bounds are those of one in a million. */
static void a_stretch_of_a_pass_is_even(void **state) {
  (void)state;
  IodOffsets offsets;
  guint64 blocks = 262144;
  iod_offsets_init(&offsets, blocks, TRUE, 1);
  guint64 counts[64] = {0};
  guint64 ascending = 0;
  guint64 last = 0;
  const guint64 stretch = 16384;
  for (guint64 i = 0; i < stretch; i++) {
    guint64 block = iod_offsets_block(&offsets, 0, 5000 + i);
    counts[block * 64 / blocks]++;
    ascending += block > last ? 1 : 0;
    last = block;
  }
  double chi = 0;
  double expected = (double)stretch / 64;
  for (guint i = 0; i < 64; i++)
    chi += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
  assert_true(chi < 130);
  assert_in_range(ascending, stretch / 2 - 400, stretch / 2 + 400);
}

static void passes_and_seeds_differ(void **state) {
  (void)state;
  IodOffsets a;
  IodOffsets b;
  iod_offsets_init(&a, 1000, TRUE, 1);
  iod_offsets_init(&b, 1000, TRUE, 2);
  guint same_pass = 0;
  guint same_seed = 0;
  for (guint64 i = 0; i < 1000; i++) {
    same_pass += iod_offsets_block(&a, 0, i) == iod_offsets_block(&a, 1, i) ? 1 : 0;
    same_seed += iod_offsets_block(&a, 0, i) == iod_offsets_block(&b, 0, i) ? 1 : 0;
  }
  assert_true(same_pass < 20);
  assert_true(same_seed < 20);
}

static void sequential_is_in_order(void **state) {
  (void)state;
  IodOffsets offsets;
  iod_offsets_init(&offsets, 10, FALSE, 1);
  for (guint64 i = 0; i < 10; i++) assert_int_equal(iod_offsets_block(&offsets, 5, i), i);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pass_visits_every_block_once), cmocka_unit_test(large_files_are_walked_both_ways),
      cmocka_unit_test(a_stretch_of_a_pass_is_even),    cmocka_unit_test(passes_and_seeds_differ),
      cmocka_unit_test(sequential_is_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
