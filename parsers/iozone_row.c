// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_row.h"

#include <string.h>

enum { MOST_DIGITS = 18, FIGURE_DIGITS = 8 };

static inline gboolean is_digit(char c) {
  return (guchar)(c - '0') < 10;
}

static inline const char *skip_blanks(const char *at, const char *end) {
  while (at < end && *at == ' ') at++;
  return at;
}

static gboolean is_blank(const char *at, const char *end) {
  return skip_blanks(at, end) >= end;
}

/* Reads digits; NULL where there are none, or more than a size or figure has. */
static inline const char *whole(const char *at, const char *end, guint64 *value) {
  const char *start = at;
  guint64 sum = 0;
  for (; at < end && is_digit(*at); at++) sum = sum * 10 + (guint64)(*at - '0');
  if (at == start || at - start > MOST_DIGITS) return NULL;
  *value = sum;
  return at;
}

gboolean iozone_row_sizes(const char *text, gsize length, IozoneSizes *sizes) {
  const char *end = text + length;
  const char *at = skip_blanks(text, end);
  const char *file_end = whole(at, end, &sizes->file);
  if (!file_end || file_end == end || *file_end != ' ') return FALSE;
  const char *record = skip_blanks(file_end, end);
  at = whole(record, end, &sizes->record);
  if (at && at - file_end > IOZONE_SPACING && record - file_end < IOZONE_SPACING)
    at = whole(record, file_end + IOZONE_SPACING, &sizes->record); /* the first figure touches it */
  else if (!at || (at < end && *at != ' '))
    return FALSE;
  sizes->spacing = (gsize)(at - file_end);
  sizes->rest = at;
  sizes->end = end;
  return TRUE;
}

/* ---- By columns ---- */

/* Eight characters, blanks and then digits, as one number: all of them at once in a register. */
static inline gboolean eight(const char *at, guint64 *value) {
  const guint64 ones = G_GUINT64_CONSTANT(0x0101010101010101);
  guint64 word;
  memcpy(&word, at, sizeof word);
  word = GUINT64_FROM_LE(word);
  guint64 blank = (~word >> 4 & ones) * 0xff; /* 0xff in the bytes of blanks, the first the lowest */
  if ((blank & (blank + 1)) || blank >> 56 || (word & blank & ones * 0x0f)) return FALSE;
  word |= blank & ones * 0x10; /* a blank becomes a zero */
  if (((word & ones * 0xf0) | ((word + ones * 6) & ones * 0xf0) >> 4) != ones * 0x33) return FALSE;
  word = (word & ones * 0x0f) * (10 * 256 + 1) >> 8;
  word = (word & G_GUINT64_CONSTANT(0x00ff00ff00ff00ff)) * (100 * 65536 + 1) >> 16;
  word = (word & G_GUINT64_CONSTANT(0x0000ffff0000ffff)) * (G_GUINT64_CONSTANT(10000) << 32 | 1) >> 32;
  *value = word;
  return TRUE;
}

/* A cell of any width: blanks, then digits up to its end. */
static gboolean wide_cell(const char *start, const char *end, guint64 *value) {
  start = skip_blanks(start, end);
  return whole(start, end, value) == end;
}

static inline gboolean cell(const char *end, guint width, guint64 *value) {
  const char *start = end - width;
  if (width > 8 && (start[0] != ' ' || end[-9] != ' ')) return wide_cell(start, end, value);
  return eight(end - 8, value);
}

gboolean iozone_row_cells(const IozonePlan *plan, const char *rest, const char *end, guint64 *values,
                          const char **after) {
  const char *left = rest;
  if (plan->count == 0 || end - rest < plan->end[plan->count - 1]) return FALSE;
  for (guint i = 0; i < plan->count; i++) {
    const char *right = rest + plan->end[i];
    if (right - plan->width[i] != left && !is_blank(left, right - plan->width[i])) return FALSE;
    if (!cell(right, plan->width[i], &values[i])) return FALSE;
    left = right;
  }
  *after = left;
  return left == end || !is_digit(*left);
}

gboolean iozone_row_goes_on(const char *after, const char *end) {
  after = skip_blanks(after, end);
  return after < end && is_digit(*after);
}

/* ---- By count ---- */

static void add_number(IozoneNumbers *numbers, const char *start, gsize length, gboolean touching) {
  if (numbers->count > IOZONE_COLUMNS) return;
  if (touching) {
    numbers->touching |= 1u << numbers->count;
    if (*start == '0') numbers->odd = TRUE;
  }
  guint64 *value = &numbers->values[numbers->count++];
  *value = 0;
  for (gsize i = 0; i < length; i++) *value = *value * 10 + (guint64)(start[i] - '0');
}

void iozone_row_numbers(const char *rest, const char *end, IozoneNumbers *numbers) {
  numbers->count = numbers->touching = 0;
  numbers->odd = FALSE;
  while ((rest = skip_blanks(rest, end)) < end && is_digit(*rest)) {
    const char *start = rest;
    while (rest < end && is_digit(*rest)) rest++;
    gsize first = ((gsize)(rest - start) - 1) % FIGURE_DIGITS + 1;
    add_number(numbers, start, first, FALSE);
    for (start += first; start < rest; start += FIGURE_DIGITS)
      add_number(numbers, start, FIGURE_DIGITS, TRUE);
  }
  numbers->after = rest;
}

/* ---- By blanks ---- */

typedef struct {
  guint layout;
  IozoneGroups available;
  const char *text; /* behind the record size */
  gsize length;
  guint fits;
  IozoneGroups found;
} Walk;

/* Blank as far as it goes: what editors strip from the ends of lines was blank. */
static gboolean is_blank_block(const Walk *walk, gsize at, gsize width) {
  at = MIN(at, walk->length);
  return is_blank(walk->text + at, walk->text + MIN(at + width, walk->length));
}

/* The width of a group's cells; 0 where they do not stand there. The next may touch them. */
static gsize cells_at(const Walk *walk, guint group, gsize at) {
  IozonePlan plan;
  guint64 values[IOZONE_COLUMNS];
  const char *after;
  if (!iozone_plan(walk->layout, 1u << group, &plan) || plan.count == 0) return 0;
  guint start = plan.end[0] - plan.width[0];
  for (guint i = 0; i < plan.count; i++) plan.end[i] = (guint16)(plan.end[i] - start);
  gsize width = plan.end[plan.count - 1];
  if (at + width > walk->length) return 0;
  const char *cells = walk->text + at;
  return iozone_row_cells(&plan, cells, cells + width, values, &after) ? width : 0;
}

static void walk_from(Walk *walk, guint group, gsize at, IozoneGroups groups) {
  while (group < IOZONE_GROUPS && !(walk->available >> group & 1)) group++;
  if (walk->fits > 1) return;
  if (group == IOZONE_GROUPS) {
    if (is_blank_block(walk, at, walk->length) && walk->fits++ == 0) walk->found = groups;
    return;
  }
  gsize width = cells_at(walk, group, at);
  if (width) walk_from(walk, group + 1, at + width, groups | 1u << group);
  width = iozone_blank_width(walk->layout, group);
  if (is_blank_block(walk, at, width)) walk_from(walk, group + 1, at + width, groups);
}

guint iozone_row_walk(guint layout, IozoneGroups available, const char *rest, const char *end,
                      IozoneGroups *groups) {
  Walk walk = {.layout = layout, .available = available, .text = rest, .length = (gsize)(end - rest)};
  walk_from(&walk, 0, 0, 0);
  *groups = walk.found;
  return walk.fits;
}
