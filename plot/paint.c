// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/paint.h"

#include "plot/text.h"

static void set_colour(cairo_t *cairo, IodColour colour) {
  cairo_set_source_rgba(cairo, (colour >> 24) / 255.0, (colour >> 16 & 0xff) / 255.0,
                        (colour >> 8 & 0xff) / 255.0, (colour & 0xff) / 255.0);
}

static void trace(const IodScene *scene, const IodShape *shape, cairo_t *cairo) {
  const IodBox *box = &shape->box;
  if (shape->type == IOD_SHAPE_RECT) {
    cairo_rectangle(cairo, box->x, box->y, box->w, box->h);
  } else if (shape->type == IOD_SHAPE_CIRCLE) {
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, box->x + box->w / 2, box->y + box->h / 2, box->w / 2, 0, 2 * G_PI);
    cairo_close_path(cairo);
  } else {
    for (guint i = 0; i < shape->count; i++) {
      const IodPoint *point = &g_array_index(scene->points, IodPoint, shape->first + i);
      (point->move ? cairo_move_to : cairo_line_to)(cairo, point->x, point->y);
    }
    if (shape->closed) cairo_close_path(cairo);
  }
}

static void paint_shape(const IodScene *scene, const IodShape *shape, cairo_t *cairo) {
  cairo_new_path(cairo);
  trace(scene, shape, cairo);
  if (shape->fill != 0) {
    set_colour(cairo, shape->fill);
    cairo_fill_preserve(cairo);
  }
  if (shape->stroke != 0) {
    set_colour(cairo, shape->stroke);
    cairo_set_line_width(cairo, shape->width);
    cairo_set_dash(cairo, &shape->dash, shape->dash > 0 ? 1 : 0, 0);
    cairo_stroke_preserve(cairo);
  }
}

/* Ink may reach beyond a text's logical box (marks over capitals, descenders of other scripts). */
static gboolean lies_within(const IodShape *shape, double top, double bottom) {
  double air = shape->type == IOD_SHAPE_TEXT ? shape->box.h : shape->width + 1;
  return shape->box.y - air < bottom && shape->box.y + shape->box.h + air > top;
}

void iod_paint(const IodScene *scene, cairo_t *cairo, double top, double bottom) {
  set_colour(cairo, scene->ground);
  cairo_paint(cairo);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  for (guint i = 0; i < scene->shapes->len; i++) {
    const IodShape *shape = &g_array_index(scene->shapes, IodShape, i);
    if (!lies_within(shape, top, bottom)) continue;
    if (shape->type != IOD_SHAPE_TEXT) {
      paint_shape(scene, shape, cairo);
      continue;
    }
    set_colour(cairo, shape->fill);
    cairo_move_to(cairo, shape->box.x + shape->text->dx, shape->box.y + shape->text->dy);
    pango_cairo_show_layout(cairo, shape->text->layout);
  }
}
