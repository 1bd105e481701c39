// SPDX-License-Identifier: GPL-3.0-or-later
/* What tells series and verdicts apart without colour: hatching, markers, marks. */
#include "plot/theme.h"

#define HATCH_STEP 5.0

/* Lines x + y = c, or x - y = c where falling, across a box. */
static void add_diagonals(GArray *points, IodBox box, gboolean falling) {
  double right = box.x + box.w, bottom = box.y + box.h;
  for (double c = HATCH_STEP / 2; c < box.w + box.h; c += HATCH_STEP) {
    /* From the left or the bottom edge to the top or the right one. */
    IodPoint from = {box.x + MAX(0, c - box.h), box.y + MIN(c, box.h), TRUE};
    IodPoint to = {box.x + MIN(c, box.w), box.y + MAX(0, c - box.w), FALSE};
    if (falling) {
      from.y = box.y + bottom - from.y;
      to.y = box.y + bottom - to.y;
    }
    if (to.x > right) to.x = right;
    g_array_append_val(points, from);
    g_array_append_val(points, to);
  }
}

static void add_levels(GArray *points, IodBox box) {
  for (double y = HATCH_STEP / 2; y < box.h; y += HATCH_STEP) {
    g_array_append_vals(points, &(IodPoint){box.x, box.y + y, TRUE}, 1);
    g_array_append_vals(points, &(IodPoint){box.x + box.w, box.y + y, FALSE}, 1);
  }
}

static void draw_hatch(IodScene *scene, IodBox box, const IodLook *look) {
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(IodPoint));
  if (look->hatch == IOD_HATCH_LEVEL) {
    add_levels(points, box);
  } else {
    add_diagonals(points, box, FALSE);
    if (look->hatch == IOD_HATCH_CROSSED) add_diagonals(points, box, TRUE);
  }
  if (points->len == 0) return;
  IodShape *shape = iod_scene_path(scene, IOD_ROLE_HATCH, (const IodPoint *)(gpointer)points->data,
                                   points->len, FALSE, look->edge);
  shape->width = 1;
}

IodShape *iod_draw_area(IodScene *scene, IodRole role, IodBox box, const IodLook *look) {
  guint index = scene->shapes->len;
  iod_scene_rect(scene, role, box, look->fill);
  if (look->hatch != IOD_HATCH_NONE && box.w > 1 && box.h > 1) draw_hatch(scene, box, look);
  return &g_array_index(scene->shapes, IodShape, index);
}

static guint polygon(IodMarker marker, double x, double y, double r, IodPoint points[4]) {
  double s = r * 0.9;
  switch (marker) {
  case IOD_MARKER_SQUARE:
    points[0] = (IodPoint){x - s, y - s, TRUE};
    points[1] = (IodPoint){x + s, y - s, FALSE};
    points[2] = (IodPoint){x + s, y + s, FALSE};
    points[3] = (IodPoint){x - s, y + s, FALSE};
    return 4;
  case IOD_MARKER_DIAMOND:
    points[0] = (IodPoint){x, y - r * 1.25, TRUE};
    points[1] = (IodPoint){x + r * 1.1, y, FALSE};
    points[2] = (IodPoint){x, y + r * 1.25, FALSE};
    points[3] = (IodPoint){x - r * 1.1, y, FALSE};
    return 4;
  case IOD_MARKER_UP:
  case IOD_MARKER_DOWN:
  case IOD_MARKER_CIRCLE:
    break;
  }
  double up = marker == IOD_MARKER_DOWN ? -1 : 1;
  points[0] = (IodPoint){x, y - up * r, TRUE};
  points[1] = (IodPoint){x + r * 1.1, y + up * r * 0.85, FALSE};
  points[2] = (IodPoint){x - r * 1.1, y + up * r * 0.85, FALSE};
  return 3;
}

void iod_draw_marker(IodScene *scene, IodRole role, IodMarker marker, double x, double y, double radius,
                     IodColour colour, IodColour inside) {
  IodShape *shape = NULL;
  if (marker == IOD_MARKER_CIRCLE) {
    shape = iod_scene_circle(scene, role, x, y, radius, inside);
  } else {
    IodPoint points[4];
    guint count = polygon(marker, x, y, radius, points);
    shape = iod_scene_path(scene, role, points, count, TRUE, inside);
  }
  shape->stroke = colour;
  shape->width = 1.4;
}

static void draw_strokes(IodScene *scene, const IodPoint *points, guint count, IodColour colour) {
  iod_scene_path(scene, IOD_ROLE_MARK, points, count, FALSE, colour)->width = 1.6;
}

/* A question mark without a font. */
static void draw_question(IodScene *scene, double x, double y, double r, IodColour colour) {
  IodPoint hook[] = {{x - r * 0.6, y - r * 0.5, TRUE},
                     {x - r * 0.3, y - r * 0.95, FALSE},
                     {x + r * 0.3, y - r * 0.95, FALSE},
                     {x + r * 0.6, y - r * 0.5, FALSE},
                     {x + r * 0.5, y - r * 0.1, FALSE},
                     {x, y + r * 0.15, FALSE},
                     {x, y + r * 0.4, FALSE}};
  draw_strokes(scene, hook, G_N_ELEMENTS(hook), colour);
  iod_scene_circle(scene, IOD_ROLE_MARK, x, y + r * 0.9, 1, colour);
}

void iod_draw_verdict_on(IodScene *scene, IodVerdict verdict, double x, double y, double radius,
                         IodColour colour, IodColour ground) {
  double half = radius * 0.8, gap = radius * 0.35;
  IodPoint level[] = {{x - half, y - gap, TRUE},     {x + half, y - gap, FALSE},
                      {x - half, y + gap, TRUE},     {x + half, y + gap, FALSE},
                      {x - half, y - 3 * gap, TRUE}, {x + half, y - 3 * gap, FALSE}};
  switch (verdict) {
  case IOD_VERDICT_BETTER:
    iod_draw_marker(scene, IOD_ROLE_MARK, IOD_MARKER_UP, x, y, radius, colour, colour);
    break;
  case IOD_VERDICT_LIKELY_BETTER:
    iod_draw_marker(scene, IOD_ROLE_MARK, IOD_MARKER_UP, x, y, radius, colour, ground);
    break;
  case IOD_VERDICT_WORSE:
    iod_draw_marker(scene, IOD_ROLE_MARK, IOD_MARKER_DOWN, x, y, radius, colour, colour);
    break;
  case IOD_VERDICT_LIKELY_WORSE:
    iod_draw_marker(scene, IOD_ROLE_MARK, IOD_MARKER_DOWN, x, y, radius, colour, ground);
    break;
  case IOD_VERDICT_SAME:
    draw_strokes(scene, level, 4, colour);
    break;
  case IOD_VERDICT_IDENTICAL:
    draw_strokes(scene, level, 6, colour);
    break;
  case IOD_VERDICT_UNCLEAR:
    draw_question(scene, x, y, radius, colour);
    break;
  case IOD_VERDICT_NONE:
    break;
  }
}

void iod_draw_verdict(IodScene *scene, const IodTheme *theme, IodVerdict verdict, double x, double y,
                      double radius) {
  iod_draw_verdict_on(scene, verdict, x, y, radius, iod_verdict_colour(theme, verdict), theme->ground);
}
