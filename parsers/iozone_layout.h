// SPDX-License-Identifier: GPL-3.0-or-later
/* What iozone's tables look like, version by version: tests and their order, widths of cells and of the
 * blanks that stand for tests that were left out. All tables of numbers about the format are in
 * iozone_layout.c. */
#ifndef IODELTA_PARSERS_IOZONE_LAYOUT_H
#define IODELTA_PARSERS_IOZONE_LAYOUT_H

#include <glib.h>

/* Columns of a table, in their order, and the groups in which -i chooses them. Group 8 has no column. */
enum { IOZONE_COLUMNS = 21, IOZONE_GROUPS = 13 };

typedef struct {
  const char *test, *op;
  const char *word; /* in the table's heading */
  guint group;
  gboolean retest; /* printed as 0 with -+n */
} IozoneColumn;

extern const IozoneColumn iozone_columns[IOZONE_COLUMNS];

/* A set of groups: bit g is -i g. */
typedef guint IozoneGroups;
enum {
  IOZONE_ALL_GROUPS = (1 << IOZONE_GROUPS) - 1,
  IOZONE_BASIC = 0xff,  /* a table without -E: 0 to 7 */
  IOZONE_MAPPED = 0x3f, /* with mmap or asynchronous I/O: 0 to 5 */
  IOZONE_AUTO2 = 0x03,  /* with -A */
};

/* How many columns the groups have. */
guint iozone_column_count(IozoneGroups groups);

/* A set of layouts: bit l is layout l. */
typedef guint IozoneLayouts;
enum { IOZONE_LAYOUTS = 4, IOZONE_ANY_LAYOUT = (1 << IOZONE_LAYOUTS) - 1 };

/* The layouts that a version ("3.471") may print; all where it is NULL or no version of iozone 3. */
IozoneLayouts iozone_layouts_of_version(const char *version);

/* Where the cells of a row end that holds the tests of some groups, counted from the end of its record size.
 */
typedef struct {
  guint count;
  guint8 column[IOZONE_COLUMNS];
  guint8 width[IOZONE_COLUMNS];
  guint16 end[IOZONE_COLUMNS];
} IozonePlan;

/* FALSE where the layout has no column for one of the groups (pwritev and preadv: only special builds). */
gboolean iozone_plan(guint layout, IozoneGroups groups, IozonePlan *plan);

/* The width that a group's cells, or the blanks in their stead, take up in a layout. */
guint iozone_blank_width(guint layout, guint group);

/* How wide a row is behind its record size, blanks at its end included. */
guint iozone_row_width(guint layout, IozoneGroups available, IozoneGroups groups);

/* What the lower line of a table's heading tells. */
typedef struct {
  IozoneGroups groups;   /* that the table has columns for */
  gboolean whole;        /* all its words were read; else groups is a guess */
  IozoneLayouts layouts; /* that have words in these places; all where its blanks were lost */
} IozoneHeading;

/* TRUE where the line is "kB reclen write rewrite …". */
gboolean iozone_heading(const char *text, IozoneHeading *heading);

#endif
