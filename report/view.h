// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: what of a comparison is shown, and in which units; the same for every kind of table. */
#ifndef IODELTA_REPORT_VIEW_H
#define IODELTA_REPORT_VIEW_H

#include "report/report.h"

/* A row that is shown. */
typedef struct {
  const IodRow *row;
  IodScale scale;
  char *name; /* with the metric, where its unit does not tell it; fit for a terminal */
} IodLine;

/* Two series that are compared. */
typedef struct {
  guint base, fresh;
} IodPair;

/* Rows by what is better, so that one block has one meaning. */
typedef enum { IOD_BLOCK_HIGHER, IOD_BLOCK_LOWER, IOD_BLOCK_OTHER, IOD_BLOCKS } IodBlock;

typedef struct {
  const IodComparison *comparison;
  const IodReportOptions *options;
  gboolean versus;            /* a comparison; else a summary */
  guint show;                 /* mask of IodShow */
  char **series;              /* names fit for a terminal; "" for a pooled one */
  GArray *blocks[IOD_BLOCKS]; /* of IodLine */
  GArray *pairs;              /* of IodPair; empty in a summary */
  guint hidden;               /* rows that --all would show */
  guint unchanged;            /* rows that are left out as --changed asks */
  GHashTable *ambiguous; /* percentiles ("p99") that would stand for two metrics: those are named in full */
} IodView;

IodView *iod_view_new(const IodComparison *comparison, gboolean versus, const IodReportOptions *options);
void iod_view_free(IodView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodView, iod_view_free)

/* The lines of all blocks, counted. */
guint iod_view_count(const IodView *view);

/* The smallest size among a row's centres, in base units: what its numbers are to be compared with. NaN:
 * none. */
double iod_view_reference(const IodView *view, const IodRow *row);

/* The metric in as few letters as are clear: "p99", "lat_mean". */
const char *iod_view_metric(const IodView *view, const IodMetric *metric);

/* A number of a row in the unit of its line, beside others of about reference (base units too; NaN: none).
 * Free it. */
char *iod_line_value(const IodLine *line, double value, double reference);

#endif
