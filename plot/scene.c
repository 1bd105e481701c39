// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/scene.h"

#include "plot/text.h"

static void clear_shape(gpointer shape) {
  g_free(((IodShape *)shape)->tip);
}

IodScene *iod_scene_new(double width, double height, IodColour ground) {
  IodScene *scene = g_new0(IodScene, 1);
  *scene = (IodScene){.width = width, .height = height, .ground = ground, .row = -1, .series = -1};
  scene->shapes = g_array_new(FALSE, FALSE, sizeof(IodShape));
  g_array_set_clear_func(scene->shapes, clear_shape);
  scene->points = g_array_new(FALSE, FALSE, sizeof(IodPoint));
  return scene;
}

void iod_scene_free(IodScene *scene) {
  if (scene == NULL) return;
  g_array_unref(scene->shapes);
  g_array_unref(scene->points);
  g_free(scene);
}

void iod_scene_about(IodScene *scene, int row, int series) {
  scene->row = row;
  scene->series = series;
}

static IodShape *add(IodScene *scene, const IodShape *shape) {
  g_array_append_vals(scene->shapes, shape, 1);
  IodShape *added = &g_array_index(scene->shapes, IodShape, scene->shapes->len - 1);
  added->row = scene->row;
  added->series = scene->series;
  return added;
}

IodShape *iod_scene_rect(IodScene *scene, IodRole role, IodBox box, IodColour fill) {
  return add(scene, &(IodShape){.type = IOD_SHAPE_RECT, .role = role, .box = box, .fill = fill});
}

IodShape *iod_scene_circle(IodScene *scene, IodRole role, double x, double y, double radius, IodColour fill) {
  IodBox box = {x - radius, y - radius, 2 * radius, 2 * radius};
  return add(scene, &(IodShape){.type = IOD_SHAPE_CIRCLE, .role = role, .box = box, .fill = fill});
}

static IodBox bounds(const IodPoint *points, guint count) {
  if (count == 0) return (IodBox){0, 0, 0, 0};
  double left = points[0].x, right = left, top = points[0].y, bottom = top;
  for (guint i = 1; i < count; i++) {
    left = MIN(left, points[i].x);
    right = MAX(right, points[i].x);
    top = MIN(top, points[i].y);
    bottom = MAX(bottom, points[i].y);
  }
  return (IodBox){left, top, right - left, bottom - top};
}

IodShape *iod_scene_path(IodScene *scene, IodRole role, const IodPoint *points, guint count, gboolean closed,
                         IodColour colour) {
  guint first = scene->points->len;
  g_array_append_vals(scene->points, points, count);
  return add(scene, &(IodShape){.type = IOD_SHAPE_PATH,
                                .role = role,
                                .box = bounds(points, count),
                                .fill = closed ? colour : 0,
                                .stroke = closed ? 0 : colour,
                                .width = 1.5,
                                .first = first,
                                .count = count,
                                .closed = closed});
}

IodShape *iod_scene_line(IodScene *scene, IodRole role, IodPoint from, IodPoint to, IodColour stroke,
                         double width) {
  IodShape *shape = iod_scene_path(scene, role, (IodPoint[]){{from.x, from.y, TRUE}, to}, 2, FALSE, stroke);
  shape->width = width;
  return shape;
}

IodShape *iod_scene_text(IodScene *scene, IodRole role, const IodText *text, double x, double y,
                         IodColour colour) {
  IodBox box = {x, y, text->w, text->h};
  return add(scene,
             &(IodShape){.type = IOD_SHAPE_TEXT, .role = role, .box = box, .fill = colour, .text = text});
}

void iod_scene_tip(IodScene *scene, char *tip) {
  IodShape *last = &g_array_index(scene->shapes, IodShape, scene->shapes->len - 1);
  g_free(last->tip);
  last->tip = tip;
}
