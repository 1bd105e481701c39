// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: what bars that lie and bars that stand have in common: a group of rows with its texts measured. */
#ifndef IODELTA_PLOT_BARS_H
#define IODELTA_PLOT_BARS_H

#include "plot/axis.h"
#include "plot/pick.h"

#define IOD_VALUE_GAP 5.0 /* between a bar's end and its value */

typedef struct {
  const IodSample *sample;                /* NULL: no value */
  const IodVersus *versus;                /* to the baseline, or NULL */
  const IodText *value, *ratio, *verdict; /* the latter two NULL without versus */
  double extent;                          /* the largest of what is drawn of it, in base units */
} IodBar;

typedef struct {
  const IodLine *line;
  const IodText *name;
  double height; /* of a lying group */
  IodBar *bars;  /* one a series */
} IodBarRow;

/* A panel of bars. */
typedef struct {
  IodLayout *layout;
  const IodGroup *group; /* borrowed */
  GArray *rows;          /* of IodBarRow */
  const IodText *title, *better;
  IodAxis axis;       /* from and to are set when it is drawn */
  double least, most; /* of all that is drawn, in base units; least: the smallest above zero */
  double below;       /* the smallest, at most 0 */
} IodBarPanel;

/* Panels of all groups, of IodBarPanel; names and titles are left to be measured. */
GPtrArray *iod_bars_measure(IodLayout *layout);
void iod_bar_panel_free(gpointer panel);

/* The widest of one of the texts of all bars (its offset in IodBar); 0 where none has it. */
double iod_bars_widest(const GPtrArray *panels, gsize text_offset);

/* The whisker, and the runs as dots, of a bar whose middle lies at `middle` and which is thick; upright:
 * middle is x. */
void iod_bar_spread(const IodLayout *layout, IodScene *scene, const IodSample *sample, const IodAxis *axis,
                    double middle, double thick, gboolean upright);

/* What an SVG tells of a bar. Free it. */
char *iod_bar_tip(const IodBarPanel *panel, const IodBarRow *row, guint series);

/* The axis of a panel that is room long, of all panels of its family where they share it. upright: values
 * stand over their bars. */
void iod_bars_set_axis(const IodLayout *layout, const GPtrArray *panels, IodBarPanel *panel, double room,
                       gboolean upright);

/* Notes how many bars are too short to be seen beside the longest. */
void iod_bars_note_short(IodLayout *layout, const GPtrArray *panels, double room);

/* Lying bars: any number of rows and series, names of any length. The blocks take panels. */
void iod_lay_lying(IodLayout *layout, GPtrArray *panels);

/* Standing bars, for few rows and series with short names; FALSE where they would not fit. */
gboolean iod_lay_standing(IodLayout *layout, GPtrArray *panels);

#endif
