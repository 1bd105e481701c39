// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: a page as a list of shapes with their places, in the order in which they are painted. Everything
 * that is laid out ends here, so that a layout can be tested without a picture and painted in any format.
 * Unit: 1/96 inch, y down. */
#ifndef IODELTA_PLOT_SCENE_H
#define IODELTA_PLOT_SCENE_H

#include <glib.h>

typedef struct {
  double x, y, w, h;
} IodBox;

/* 0xRRGGBBAA; 0 draws nothing. */
typedef guint32 IodColour;

/* What a shape stands for. */
typedef enum {
  IOD_ROLE_PLAIN, /* lines and grounds that carry no value */
  IOD_ROLE_GRID,
  IOD_ROLE_BAND, /* a range: confidence, tolerance */
  IOD_ROLE_BAR,
  IOD_ROLE_HATCH,
  IOD_ROLE_WHISKER,
  IOD_ROLE_RUN,   /* one run */
  IOD_ROLE_POINT, /* a centre or a ratio */
  IOD_ROLE_CURVE,
  IOD_ROLE_CELL,
  IOD_ROLE_MARK, /* a verdict */
  IOD_ROLE_SWATCH,
  /* Texts; all above are none. */
  IOD_ROLE_TITLE,
  IOD_ROLE_HEAD,
  IOD_ROLE_NAME,
  IOD_ROLE_VALUE,
  IOD_ROLE_RATIO,
  IOD_ROLE_TICK,
  IOD_ROLE_LEGEND,
  IOD_ROLE_CAPTION,
} IodRole;

typedef enum { IOD_SHAPE_RECT, IOD_SHAPE_CIRCLE, IOD_SHAPE_PATH, IOD_SHAPE_TEXT } IodShapeType;

typedef struct {
  double x, y;
  gboolean move; /* begins a piece of the path */
} IodPoint;

typedef struct IodText IodText;

typedef struct {
  IodShapeType type;
  IodRole role;
  int row, series; /* of the comparison; -1: none */
  IodBox box;      /* what it covers; of a text: where its lines stand */
  IodColour fill, stroke;
  double width;       /* of the stroke */
  double dash;        /* length of dashes and gaps; 0: unbroken */
  guint first, count; /* points of a path */
  gboolean closed;
  const IodText *text; /* borrowed */
  char *tip;           /* told by an SVG where one points at the shape; or NULL */
} IodShape;

typedef struct {
  double width, height;
  IodColour ground;
  GArray *shapes;  /* of IodShape */
  GArray *points;  /* of IodPoint */
  int row, series; /* given to the shapes that are added */
} IodScene;

IodScene *iod_scene_new(double width, double height, IodColour ground);
void iod_scene_free(IodScene *scene);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodScene, iod_scene_free)

/* The shapes added next show this; -1: nothing. */
void iod_scene_about(IodScene *scene, int row, int series);

/* The returned shape may be changed until the next one is added. */
IodShape *iod_scene_rect(IodScene *scene, IodRole role, IodBox box, IodColour fill);
IodShape *iod_scene_circle(IodScene *scene, IodRole role, double x, double y, double radius, IodColour fill);
IodShape *iod_scene_line(IodScene *scene, IodRole role, IodPoint from, IodPoint to, IodColour stroke,
                         double width);
/* A closed path is filled, an open one stroked with width 1.5. */
IodShape *iod_scene_path(IodScene *scene, IodRole role, const IodPoint *points, guint count, gboolean closed,
                         IodColour colour);
/* With its top left corner at x, y. The text must outlive the scene. */
IodShape *iod_scene_text(IodScene *scene, IodRole role, const IodText *text, double x, double y,
                         IodColour colour);

/* The tip of the shape added last; takes it. */
void iod_scene_tip(IodScene *scene, char *tip);

#endif
