// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: the tables of summaries and comparisons. */
#ifndef IODELTA_REPORT_TABLE_H
#define IODELTA_REPORT_TABLE_H

#include "report/grid.h"
#include "report/view.h"

/* What a table compares; count is 0 in a summary. */
typedef struct {
  const IodPair *pairs;
  guint count;
} IodPairs;

#define IOD_SIDE_BY_SIDE 4 /* comparisons that may share a table; more of them follow each other */

IodPairs iod_view_pairs(const IodView *view);            /* all of a view's */
char *iod_pair_title(const IodView *view, IodPair pair); /* "jiva to hostpath"; free it */

/* How names are written, and whether there is room for the picture. */
typedef struct {
  char **series; /* one a series */
  char **lines;  /* one a line, block after block */
  gboolean picture;
} IodLayout;

/* All names in full. */
IodLayout *iod_layout_new(const IodView *view, gboolean picture);
void iod_layout_free(IodLayout *layout);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodLayout, iod_layout_free)

IodGrid *iod_compare_grid(const IodView *view, IodPairs pairs, const IodLayout *layout);
IodGrid *iod_summary_grid(const IodView *view, const IodLayout *layout);
IodGrid *iod_overall_grid(const IodView *view); /* geometric means; NULL where there are none to show */

/* The table in at most the options' width, names shortened where they must be; NULL where no table fits. The
 * layout that was chosen is the caller's. */
IodGrid *iod_fit_grid(const IodView *view, IodPairs pairs, IodLayout **chosen);

/* The same without columns of a table, for narrow terminals: appends to out. */
void iod_append_stacked(const IodView *view, IodPairs pairs, GString *out);
void iod_append_overall_stacked(const IodView *view, GString *out);

/* Title of a block of rows, and what must be known of it (NULL: nothing). */
const char *iod_block_title(IodBlock block);
const char *iod_block_note(IodBlock block, gboolean versus, gboolean picture);

/* Texts of cells that both kinds of layout have. Free them. */
char *iod_runs_words(const IodRow *row, const guint *series, guint count); /* "10/9", "-/5" */
char *iod_center_interval(const IodView *view, const IodLine *line, const IodSummary *summary);
/* The series that the pairs name, each once, the baselines first; all of them where count is 0. Free it. */
GArray *iod_pairs_series(const IodView *view, IodPairs pairs);
/* TRUE where one of these series has values in the row. */
gboolean iod_row_has_any(const IodRow *row, const GArray *series);

/* What a table can show of one series beside its centre. */
typedef struct {
  IodShow bit;
  const char *name;
} IodStatistic;
extern const IodStatistic iod_statistics[]; /* ends with a NULL name */
/* The statistics that are asked for; FALSE for the one that is the centre, too. */
gboolean iod_shows(const IodView *view, const IodStatistic *statistic);
char *iod_statistic_words(const IodLine *line, const IodSummary *summary, IodShow bit);

#endif
