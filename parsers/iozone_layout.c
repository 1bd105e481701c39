// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_layout.h"

#include <string.h>

const IozoneColumn iozone_columns[IOZONE_COLUMNS] = {
    {"write", "write", "write", 0, FALSE},
    {"rewrite", "write", "rewrite", 0, TRUE},
    {"read", "read", "read", 1, FALSE},
    {"reread", "read", "reread", 1, TRUE},
    {"random_read", "read", "read", 2, FALSE},
    {"random_write", "write", "write", 2, FALSE},
    {"backward_read", "read", "read", 3, FALSE},
    {"record_rewrite", "write", "rewrite", 4, FALSE},
    {"stride_read", "read", "read", 5, FALSE},
    {"fwrite", "write", "fwrite", 6, FALSE},
    {"frewrite", "write", "frewrite", 6, TRUE},
    {"fread", "read", "fread", 7, FALSE},
    {"freread", "read", "freread", 7, TRUE},
    {"pwrite", "write", "pwrite", 9, FALSE},
    {"repwrite", "write", "repwrite", 9, TRUE},
    {"pread", "read", "pread", 10, FALSE},
    {"repread", "read", "repread", 10, TRUE},
    {"pwritev", "write", "pwritev", 11, FALSE},
    {"repwritev", "write", "repwritev", 11, TRUE},
    {"preadv", "read", "preadv", 12, FALSE},
    {"repreadv", "read", "repreadv", 12, TRUE},
};

/* Columns whose widths are known. */
enum { MEASURED = 17 };

/* Minor numbers of version 3 that print a layout, widths of its cells, of its blanks by group, and where some
 * words of its heading end: counted, as all places in a row, from the end of "reclen" or of the record size.
 */
static const struct {
  guint first, last;
  guint8 width[MEASURED];
  guint8 blank[IOZONE_GROUPS];
  guint16 write, record_rewrite;
} layouts[IOZONE_LAYOUTS] = {
    {0,
     307,
     {8, 8, 9, 9, 8, 8, 8, 8, 8, 9, 9, 8, 9, 8, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19, 0, 0},
     8,
     66},
    {308,
     427,
     {8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9, 8, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19, 0, 0},
     8,
     67},
    /* Wider cells, but still the old blanks: later cells drift to the left. */
    {428,
     431,
     {9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19, 0, 0},
     9,
     73},
    {431,
     G_MAXUINT,
     {9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9},
     {18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18, 0, 0},
     9,
     73},
};

guint iozone_column_count(IozoneGroups groups) {
  guint count = 0;
  for (guint i = 0; i < IOZONE_COLUMNS; i++) count += groups >> iozone_columns[i].group & 1;
  return count;
}

IozoneLayouts iozone_layouts_of_version(const char *version) {
  IozoneLayouts found = 0;
  if (!version || !g_str_has_prefix(version, "3.") || !g_ascii_isdigit(version[2])) return IOZONE_ANY_LAYOUT;
  guint64 minor = g_ascii_strtoull(version + 2, NULL, 10);
  for (guint i = 0; i < IOZONE_LAYOUTS; i++)
    if (minor >= layouts[i].first && minor <= layouts[i].last) found |= 1u << i;
  return found;
}

guint iozone_blank_width(guint layout, guint group) {
  return layouts[layout].blank[group];
}

guint iozone_row_width(guint layout, IozoneGroups available, IozoneGroups groups) {
  guint width = 0, last = G_MAXUINT;
  for (guint i = 0; i < MEASURED; i++) {
    guint group = iozone_columns[i].group;
    if (groups >> group & 1)
      width += layouts[layout].width[i];
    else if (group != last && available >> group & 1)
      width += layouts[layout].blank[group];
    last = group;
  }
  return width;
}

gboolean iozone_plan(guint layout, IozoneGroups groups, IozonePlan *plan) {
  guint end = 0, last = G_MAXUINT;
  if (groups >> 11) return FALSE;
  plan->count = 0;
  for (guint i = 0; i < MEASURED; i++) {
    guint group = iozone_columns[i].group;
    if (!(groups >> group & 1)) {
      if (group != last) end += layouts[layout].blank[group];
    } else {
      end += layouts[layout].width[i];
      plan->column[plan->count] = (guint8)i;
      plan->width[plan->count] = layouts[layout].width[i];
      plan->end[plan->count] = (guint16)end;
      plan->count++;
    }
    last = group;
  }
  return TRUE;
}

/* ---- The heading ---- */

/* The next word of the text; its length, 0 at the end. */
static gsize next_word(const char **text) {
  *text += strspn(*text, " ");
  return strcspn(*text, " ");
}

static gboolean is_word(const char *text, gsize length, const char *word) {
  return length == strlen(word) && strncmp(text, word, length) == 0;
}

static IozoneLayouts layouts_with(IozoneLayouts candidates, guint column, gsize end) {
  IozoneLayouts found = 0;
  if (column != 0 && column != 7) return candidates;
  for (guint i = 0; i < IOZONE_LAYOUTS; i++)
    if (end == (column == 0 ? layouts[i].write : layouts[i].record_rewrite)) found |= 1u << i;
  return candidates & found;
}

/* The column from `from` on that has this word; IOZONE_COLUMNS where none has. Columns may be missing. */
static guint column_of(const char *text, gsize length, guint from) {
  while (from < IOZONE_COLUMNS && !is_word(text, length, iozone_columns[from].word)) from++;
  return from;
}

/* Headings that iozone prints; any other was damaged. */
static gboolean is_known(guint columns, IozoneGroups groups) {
  IozoneGroups extended = groups >> 9, basic = groups & 0x1ff;
  if (iozone_column_count(groups) != columns) return FALSE; /* one of a pair is missing */
  if (extended != 0 && extended != 3 && extended != 0xf) return FALSE;
  return basic == IOZONE_BASIC || basic == IOZONE_MAPPED || (basic == IOZONE_AUTO2 && !extended);
}

gboolean iozone_heading(const char *text, IozoneHeading *heading) {
  gsize length = next_word(&text);
  if (length != 2 || g_ascii_strncasecmp(text, "kB", 2) != 0) return FALSE;
  text += length;
  length = next_word(&text);
  if (!is_word(text, length, "reclen")) return FALSE;
  const char *reclen_end = text += length;
  guint count = 0, column = 0;
  *heading = (IozoneHeading){.layouts = IOZONE_ANY_LAYOUT};
  for (; (length = next_word(&text)) > 0; text += length, column++, count++) {
    column = column_of(text, length, column);
    if (column == IOZONE_COLUMNS) break;
    heading->groups |= 1u << iozone_columns[column].group;
    heading->layouts = layouts_with(heading->layouts, column, (gsize)(text + length - reclen_end));
  }
  if (count == 0) return FALSE;
  if (!heading->layouts) heading->layouts = IOZONE_ANY_LAYOUT;
  heading->whole = length == 0 && is_known(count, heading->groups);
  if (!heading->whole) heading->groups = IOZONE_BASIC;
  return TRUE;
}
