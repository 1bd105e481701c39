// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/numbering.h"

#include <string.h>

void iod_names_init(IodNames *names) {
  names->numbers = g_hash_table_new(g_str_hash, g_str_equal);
  names->texts = g_ptr_array_new();
  g_ptr_array_add(names->texts, NULL);
}

void iod_names_clear(IodNames *names) {
  g_clear_pointer(&names->numbers, g_hash_table_unref);
  g_clear_pointer(&names->texts, g_ptr_array_unref);
}

guint iod_names_find(const IodNames *names, const char *text) {
  return text != NULL ? GPOINTER_TO_UINT(g_hash_table_lookup(names->numbers, text)) : 0;
}

guint iod_names_number(IodNames *names, const char *text) {
  guint number = iod_names_find(names, text);
  if (number != 0 || text == NULL) return number;
  number = names->texts->len;
  union {
    const char *shared;
    char *own;
  } key = {text};
  g_ptr_array_add(names->texts, key.own);
  g_hash_table_insert(names->numbers, key.own, GUINT_TO_POINTER(number));
  return number;
}

const char *iod_names_text(const IodNames *names, guint number) {
  return g_ptr_array_index(names->texts, number);
}

guint iod_names_count(const IodNames *names) {
  return names->texts->len - 1;
}

static int by_text(gconstpointer a, gconstpointer b, gpointer user) {
  const IodNames *names = user;
  return iod_natural_compare(iod_names_text(names, *(const guint *)a),
                             iod_names_text(names, *(const guint *)b));
}

guint *iod_names_ranks(const IodNames *names) {
  guint count = iod_names_count(names);
  guint *ranks = g_new0(guint, count + 1);
  g_autofree guint *order = g_new(guint, count + 1);
  for (guint i = 0; i <= count; i++) order[i] = i;
  union {
    const IodNames *shared;
    IodNames *own;
  } user = {names};
  g_qsort_with_data(order + 1, (int)count, sizeof *order, by_text, user.own);
  for (guint i = 1; i <= count; i++) ranks[order[i]] = i;
  return ranks;
}

struct IodTuples {
  GHashTable *numbers; /* of guint[1 + n], the first the n */
  guint count;
};

static guint hash_tuple(gconstpointer data) {
  const guint *items = data;
  guint32 hash = 2166136261U; /* FNV-1a over the words */
  for (guint i = 0; i <= items[0]; i++) {
    hash = (hash ^ items[i]) * 16777619U;
    hash ^= hash >> 15;
  }
  return hash;
}

static gboolean equal_tuples(gconstpointer a, gconstpointer b) {
  const guint *left = a, *right = b;
  return left[0] == right[0] && memcmp(left + 1, right + 1, left[0] * sizeof *left) == 0;
}

IodTuples *iod_tuples_new(void) {
  IodTuples *tuples = g_new0(IodTuples, 1);
  tuples->numbers = g_hash_table_new_full(hash_tuple, equal_tuples, g_free, NULL);
  return tuples;
}

void iod_tuples_free(IodTuples *tuples) {
  if (tuples == NULL) return;
  g_hash_table_unref(tuples->numbers);
  g_free(tuples);
}

/* A tuple as the table keeps it; in room where it is short, else freshly made. */
enum { SHORT = 16 };

static guint *make_key(guint room[SHORT], const guint *items, guint n) {
  guint *key = n < SHORT ? room : g_new(guint, n + 1);
  key[0] = n;
  if (n > 0) memcpy(key + 1, items, n * sizeof *items);
  return key;
}

gboolean iod_tuples_find(const IodTuples *tuples, const guint *items, guint n, guint *number) {
  guint room[SHORT];
  guint *key = make_key(room, items, n);
  gpointer found = NULL;
  gboolean known = g_hash_table_lookup_extended(tuples->numbers, key, NULL, &found);
  if (known) *number = GPOINTER_TO_UINT(found);
  if (key != room) g_free(key);
  return known;
}

guint iod_tuples_number(IodTuples *tuples, const guint *items, guint n, gboolean *fresh) {
  guint room[SHORT], number = 0;
  gboolean known = iod_tuples_find(tuples, items, n, &number);
  if (fresh != NULL) *fresh = !known;
  if (known) return number;
  guint *key = make_key(room, items, n);
  if (key == room) key = g_memdup2(room, (n + 1) * sizeof *key);
  g_hash_table_insert(tuples->numbers, key, GUINT_TO_POINTER(tuples->count));
  return tuples->count++;
}

guint iod_tuples_count(const IodTuples *tuples) {
  return tuples->count;
}
