// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: colours, and what tells one series from another. */
#ifndef IODELTA_PLOT_THEME_H
#define IODELTA_PLOT_THEME_H

#include "plot/scene.h"

#include "stats/stats.h"

typedef enum { IOD_HATCH_NONE, IOD_HATCH_RISING, IOD_HATCH_CROSSED, IOD_HATCH_LEVEL } IodHatch;
typedef enum {
  IOD_MARKER_CIRCLE,
  IOD_MARKER_SQUARE,
  IOD_MARKER_UP,
  IOD_MARKER_DIAMOND,
  IOD_MARKER_DOWN
} IodMarker;

/* How a series looks, in every panel and kind. Eight colours that colour-blind readers can tell apart (Okabe
 * and Ito, "Color Universal Design", 2008; grey in place of black); beyond eight the same ones hatched or
 * dashed. */
typedef struct {
  IodColour fill, edge; /* of an area, and of its outline and hatching */
  IodColour line;
  IodHatch hatch;
  IodMarker marker;
  double dash;
} IodLook;

typedef struct {
  gboolean dark;
  IodColour ground, text, muted, grid, axis, stripe, band;
  IodColour better, worse, neutral;
} IodTheme;

const IodTheme *iod_theme(gboolean dark);
IodLook iod_look(const IodTheme *theme, guint series);
IodColour iod_verdict_colour(const IodTheme *theme, IodVerdict verdict);

/* The ground of a heat map's cell, and of the text on it. side: -1 (worse) to 1 (better), 0 no difference. */
IodColour iod_heat_colour(const IodTheme *theme, double side);
IodColour iod_text_on(IodColour ground);

IodColour iod_fade(IodColour colour, double alpha);
/* Between two opaque colours; share of b from 0 to 1. */
IodColour iod_mix(IodColour a, IodColour b, double share);

/* A box in the look of a series, hatched where it is. */
IodShape *iod_draw_area(IodScene *scene, IodRole role, IodBox box, const IodLook *look);
/* A marker; hollow ones show ground inside. */
void iod_draw_marker(IodScene *scene, IodRole role, IodMarker marker, double x, double y, double radius,
                     IodColour colour, IodColour inside);
/* A verdict by its shape: up for better, down for worse, hollow where only likely, = for same, ? for unclear.
 */
void iod_draw_verdict(IodScene *scene, const IodTheme *theme, IodVerdict verdict, double x, double y,
                      double radius);
/* The same in a colour of choice on a ground of choice. */
void iod_draw_verdict_on(IodScene *scene, IodVerdict verdict, double x, double y, double radius,
                         IodColour colour, IodColour ground);

#endif
