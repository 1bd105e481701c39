// SPDX-License-Identifier: GPL-3.0-or-later
/* What is written: nothing compresses it, nothing deduplicates it, the same seed makes the same. */
#include "runner/buffer.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MIB (1024U * 1024U)

static double entropy(const guint8 *data, gsize size) {
  guint64 counts[256] = {0};
  for (gsize i = 0; i < size; i++) counts[data[i]]++;
  double bits = 0;
  for (guint i = 0; i < 256; i++) {
    double share = (double)counts[i] / (double)size;
    if (share > 0) bits -= share * log2(share);
  }
  return bits;
}

static guint hash_words(gconstpointer data) {
  return (guint) * (const guint64 *)data;
}

static gboolean equal_words(gconstpointer a, gconstpointer b) {
  return memcmp(a, b, 8) == 0;
}

/* How many of the words of 8 bytes are there twice: a compressor lives on them. */
static guint repeated_words(const guint8 *data, gsize size) {
  g_autoptr(GHashTable) seen = g_hash_table_new(hash_words, equal_words);
  guint repeated = 0;
  for (gsize i = 0; i < size; i += 8)
    repeated += g_hash_table_add(seen, (gpointer)(uintptr_t)(data + i)) ? 0 : 1;
  return repeated;
}

static void laid_out_data_do_not_repeat(void **state) {
  (void)state;
  g_autofree guint8 *data = g_malloc(4 * MIB);
  for (guint i = 0; i < 4; i++) iod_data_fill(data + i * MIB, MIB, 1, i * MIB);
  assert_true(entropy(data, 4 * MIB) > 7.9999);
  assert_int_equal(repeated_words(data, 4 * MIB), 0);
}

static void data_are_named_by_seed_and_place(void **state) {
  (void)state;
  guint8 a[8192];
  guint8 b[4096];
  iod_data_fill(a, sizeof a, 5, 1 << 20);
  iod_data_fill(b, sizeof b, 5, (1 << 20) + 4096);
  assert_memory_equal(a + 4096, b, 4096);
  iod_data_fill(b, sizeof b, 6, (1 << 20) + 4096);
  assert_memory_not_equal(a + 4096, b, 4096);
}

/* Writes of 4k, one slot: a megabyte of the file holds a megabyte of different data but for the stamps. */
static void neighbours_in_the_file_differ(void **state) {
  (void)state;
  IodBuffers buffers;
  assert_true(iod_buffers_init(&buffers, 2, 4096, TRUE, 9, 64U << 20));
  g_autofree guint8 *file = g_malloc(MIB);
  for (guint block = 0; block < 256; block++) {
    guint8 *data = iod_buffers_at(&buffers, block % 2, block);
    assert_int_equal((uintptr_t)data % 4096, 0);
    IodStamp stamp = {77, block * 4096, 1000000 + block};
    iod_data_stamp(data, 4096, &stamp);
    memcpy(file + block * 4096, data, 4096);
  }
  /* The stamp's first word, the tag, is the same in all 256 blocks. */
  assert_int_equal(repeated_words(file, MIB), 255);
  iod_buffers_clear(&buffers);
}

static void every_page_of_a_block_is_stamped(void **state) {
  (void)state;
  g_autofree guint8 *data = g_malloc0(65536);
  IodStamp stamp = {1, 1 << 20, 3};
  iod_data_stamp(data, 65536, &stamp);
  for (guint i = 0; i < 16; i++) {
    IodStamp found;
    memcpy(&found, data + i * 4096, sizeof found);
    assert_int_equal(found.tag, 1);
    assert_int_equal(found.offset, (1 << 20) + i * 4096);
    assert_int_equal(found.index, 3);
  }
}

static void what_is_expected_is_what_was_there(void **state) {
  (void)state;
  IodBuffers buffers;
  assert_true(iod_buffers_init(&buffers, 3, 6 * 1024, TRUE, 9, 64U << 20));
  guint8 expected[6 * 1024];
  for (guint64 block = 0; block < 1000; block += 37) {
    iod_buffers_expected(&buffers, block, expected);
    assert_memory_equal(iod_buffers_at(&buffers, 2, block), expected, sizeof expected);
  }
  iod_buffers_clear(&buffers);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(laid_out_data_do_not_repeat),
      cmocka_unit_test(data_are_named_by_seed_and_place),
      cmocka_unit_test(neighbours_in_the_file_differ),
      cmocka_unit_test(every_page_of_a_block_is_stamped),
      cmocka_unit_test(what_is_expected_is_what_was_there),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
