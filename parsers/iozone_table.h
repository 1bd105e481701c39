// SPDX-License-Identifier: GPL-3.0-or-later
/* The table of iozone's automatic mode: which tests its rows hold, row by row to observations.
 *
 * Which test a figure belongs to is told, in this order, by the -i options of the command line; by the widths
 * of cells and of the blanks between them; by there being as many figures as the heading has columns. Where
 * none of these tells, the row is refused. */
#ifndef IODELTA_PARSERS_IOZONE_TABLE_H
#define IODELTA_PARSERS_IOZONE_TABLE_H

#include "parsers/iozone_row.h"
#include "parsers/iozone_run.h"

/* A row whose blanks end it where another might go on: it counts unless what follows shows that it was cut.
 */
typedef struct {
  gboolean held;
  IozoneGroups groups;
  IozonePlan plan;
  guint64 values[IOZONE_COLUMNS];
  guint64 file, record;
  guint32 line;
} IozoneHeldRow;

typedef struct {
  IozoneRun *run;
  IozoneHeading heading;
  gboolean headed;       /* the heading was seen */
  gboolean open;         /* rows may come */
  gboolean disturbed;    /* other lines came between: what looks like a row need not be one */
  gboolean unit_assumed; /* and said so */
  gboolean anonymous;    /* the run is made of rows without anything before them */
  IozoneLayouts layouts; /* of the version */
  IozoneGroups groups;   /* of the rows; 0: not known yet */
  IozonePlan plan;       /* of groups, where columns are in order; count 0: none */
  IozoneHeldRow row;
  GHashTable *pairs;        /* sizes -> their labels and the run that had them last */
  guint runs;               /* serial number of the current one, for pairs */
  guint labelled;           /* pairs that have labels */
  IodLabels *option_labels; /* that these were made with */
} IozoneTable;

void iozone_table_init(IozoneTable *table, IozoneRun *run);
void iozone_table_clear(IozoneTable *table);

/* A run began of which only `version` (may be NULL) is known: rows may come with or without a heading. */
void iozone_table_reset(IozoneTable *table);
void iozone_table_version(IozoneTable *table, const char *version);
void iozone_table_heading(IozoneTable *table, const IozoneHeading *heading);

/* A line that begins with a digit. NULL where it is no row. */
const char *iozone_table_line(IozoneTable *table, const IodLine *line);

/* A line that is no row, or the end: cut tells that iozone stopped there. */
void iozone_table_settle(IozoneTable *table, gboolean cut);

#endif
