// SPDX-License-Identifier: GPL-3.0-or-later
/* Sets of name=value pairs. They are small (a dozen names), so a sorted array serves best. */
#include "model/model.h"

#include <string.h>

typedef struct {
  char *name;
  char *value;
} Pair;

struct IodLabels {
  GArray *pairs; /* of Pair, by name */
  guint hash;    /* of all pairs, kept up to date: datasets ask for it with each observation */
};

static void clear_pair(gpointer data) {
  Pair *pair = data;
  g_free(pair->name);
  g_free(pair->value);
}

IodLabels *iod_labels_new(void) {
  IodLabels *labels = g_new0(IodLabels, 1);
  labels->pairs = g_array_new(FALSE, FALSE, sizeof(Pair));
  g_array_set_clear_func(labels->pairs, clear_pair);
  return labels;
}

IodLabels *iod_labels_copy(const IodLabels *labels) {
  IodLabels *copy = iod_labels_new();
  for (guint i = 0; i < iod_labels_count(labels); i++) {
    IodLabel label = iod_labels_at(labels, i);
    Pair pair = {g_strdup(label.name), g_strdup(label.value)};
    g_array_append_val(copy->pairs, pair);
  }
  copy->hash = iod_labels_hash(labels);
  return copy;
}

void iod_labels_free(IodLabels *labels) {
  if (labels == NULL) return;
  g_array_unref(labels->pairs);
  g_free(labels);
}

/* Pairs are combined by exclusive or, so that one can be taken out again; hence the mixing of name with
 * value. */
static guint pair_hash(const Pair *pair) {
  guint name = g_str_hash(pair->name);
  return (name * 31 + g_str_hash(pair->value)) * 2654435761U;
}

/* Where name stands, or would stand. */
static gboolean find(const IodLabels *labels, const char *name, guint *index) {
  guint low = 0;
  guint high = labels->pairs->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    int order = strcmp(g_array_index(labels->pairs, Pair, middle).name, name);
    if (order == 0) {
      *index = middle;
      return TRUE;
    }
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  *index = low;
  return FALSE;
}

void iod_labels_set(IodLabels *labels, const char *name, const char *value) {
  guint index = 0;
  Pair fresh = {g_strdup(name), g_strdup(value)}; /* first: they may be those of the pair that goes */
  if (find(labels, name, &index)) {
    labels->hash ^= pair_hash(&g_array_index(labels->pairs, Pair, index));
    g_array_remove_index(labels->pairs, index);
  }
  if (fresh.value == NULL) {
    g_free(fresh.name);
    return;
  }
  labels->hash ^= pair_hash(&fresh);
  g_array_insert_val(labels->pairs, index, fresh);
}

void iod_labels_set_size(IodLabels *labels, const char *name, guint64 value) {
  char text[24];
  g_snprintf(text, sizeof text, "%" G_GUINT64_FORMAT, value);
  iod_labels_set(labels, name, text);
}

const char *iod_labels_get(const IodLabels *labels, const char *name) {
  guint index = 0;
  if (labels == NULL || !find(labels, name, &index)) return NULL;
  return g_array_index(labels->pairs, Pair, index).value;
}

guint iod_labels_count(const IodLabels *labels) {
  return labels != NULL ? labels->pairs->len : 0;
}

IodLabel iod_labels_at(const IodLabels *labels, guint index) {
  const Pair *pair = &g_array_index(labels->pairs, Pair, index);
  return (IodLabel){pair->name, pair->value};
}

void iod_labels_merge(IodLabels *into, const IodLabels *from) {
  if (into == from) return;
  for (guint i = 0; i < iod_labels_count(from); i++) {
    IodLabel label = iod_labels_at(from, i);
    iod_labels_set(into, label.name, label.value);
  }
}

guint iod_labels_hash(gconstpointer labels) {
  return labels != NULL ? ((const IodLabels *)labels)->hash : 0;
}

gboolean iod_labels_equal(gconstpointer a, gconstpointer b) {
  if (a == b) return TRUE;
  guint count = iod_labels_count(a);
  if (count != iod_labels_count(b) || iod_labels_hash(a) != iod_labels_hash(b)) return FALSE;
  for (guint i = 0; i < count; i++) {
    IodLabel left = iod_labels_at(a, i);
    IodLabel right = iod_labels_at(b, i);
    if (strcmp(left.name, right.name) != 0 || strcmp(left.value, right.value) != 0) return FALSE;
  }
  return TRUE;
}
