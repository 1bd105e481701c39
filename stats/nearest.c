// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/numbering.h"

#include <string.h>

enum { LONGEST = 64, LISTED = 8 };

/* Levenshtein's distance by rows, given up where it passes limit (Wagner & Fischer 1974). */
static guint distance(const char *a, const char *b, guint limit) {
  gsize a_length = strlen(a), b_length = strlen(b);
  if (a_length > LONGEST || b_length > LONGEST) return limit + 1;
  guint row[LONGEST + 1];
  for (guint j = 0; j <= b_length; j++) row[j] = j;
  for (guint i = 1; i <= a_length; i++) {
    guint corner = row[0], best = i;
    row[0] = i;
    for (guint j = 1; j <= b_length; j++) {
      guint replaced = corner + (g_ascii_tolower(a[i - 1]) != g_ascii_tolower(b[j - 1]) ? 1 : 0);
      corner = row[j];
      row[j] = MIN(replaced, MIN(row[j], row[j - 1]) + 1);
      best = MIN(best, row[j]);
    }
    if (best > limit) return limit + 1;
  }
  return row[b_length];
}

const char *iod_nearest(const char *wanted, const GPtrArray *candidates) {
  guint limit = MAX(2, (guint)MIN(strlen(wanted), LONGEST) / 3);
  const char *nearest = NULL, *containing = NULL;
  for (guint i = 0; i < candidates->len && limit > 0; i++) {
    const char *candidate = g_ptr_array_index(candidates, i);
    guint far = distance(wanted, candidate, limit);
    if (far <= limit && far < MAX(strlen(wanted), strlen(candidate))) {
      nearest = candidate;
      limit = far > 0 ? far - 1 : 0;
    }
    gboolean contains = strlen(wanted) >= 2 && strstr(candidate, wanted) != NULL;
    if (contains && (containing == NULL || strlen(candidate) < strlen(containing))) containing = candidate;
  }
  return nearest != NULL ? nearest : containing;
}

static int by_name(gconstpointer a, gconstpointer b) {
  return iod_natural_compare(*(const char *const *)a, *(const char *const *)b);
}

void iod_suggest(GString *message, const char *wanted, GPtrArray *candidates) {
  g_ptr_array_sort(candidates, by_name);
  const char *nearest = iod_nearest(wanted, candidates);
  if (nearest != NULL) g_string_append_printf(message, "; did you mean '%s'?", nearest);
  if (candidates->len == 0 || (nearest != NULL && candidates->len > LISTED)) return;
  g_string_append(message, nearest != NULL ? " There are: " : "; there are: ");
  for (guint i = 0; i < MIN(candidates->len, LISTED); i++) {
    g_string_append_printf(message, "%s%s", i > 0 ? ", " : "",
                           (const char *)g_ptr_array_index(candidates, i));
  }
  if (candidates->len > LISTED) g_string_append_printf(message, " and %u more", candidates->len - LISTED);
}
