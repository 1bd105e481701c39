// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/chart_draw.h"

#include <math.h>

/* Room for the numbers of series at the ends of their curves. */
#define NUMBERS_ROOM 30.0

typedef struct {
  const IodChart *chart;
  IodScene *scene;
  IodAxis x, y;
  IodBox plot;
} Drawing;

static double x_of(const Drawing *d, const IodCurvePoint *point) {
  return iod_axis_at(&d->x, point->x);
}

static gboolean is_drawn(const Drawing *d, double value) {
  return isfinite(value) && (!d->chart->y_log || value > 0);
}

static gboolean has_band(const Drawing *d, const IodCurvePoint *point) {
  return is_drawn(d, point->y) && isfinite(point->low) && isfinite(point->high);
}

/* The band of points [first, end), there and back. */
static void draw_band(const Drawing *d, const IodCurve *curve, guint first, guint end, IodColour colour) {
  guint n = end - first;
  g_autofree IodPoint *outline = g_new(IodPoint, 2 * n);
  for (guint i = 0; i < n; i++) {
    const IodCurvePoint *point = &g_array_index(curve->points, IodCurvePoint, first + i);
    outline[i] = (IodPoint){x_of(d, point), iod_axis_at(&d->y, point->low), i == 0};
    outline[2 * n - 1 - i] = (IodPoint){x_of(d, point), iod_axis_at(&d->y, point->high), FALSE};
  }
  iod_scene_path(d->scene, IOD_ROLE_BAND, outline, 2 * n, TRUE, iod_fade(colour, 0.18));
}

static void draw_bands(const Drawing *d, const IodCurve *curve, IodColour colour) {
  for (guint i = 0; i < curve->points->len;) {
    guint end = i;
    while (end < curve->points->len && has_band(d, &g_array_index(curve->points, IodCurvePoint, end))) end++;
    if (end > i + 1) draw_band(d, curve, i, end, colour);
    i = MAX(end, i + 1);
  }
}

/* Broken where a value is missing. */
static void draw_line(const Drawing *d, const IodCurve *curve, const IodLook *look) {
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(IodPoint));
  gboolean move = TRUE;
  for (guint i = 0; i < curve->points->len; i++) {
    const IodCurvePoint *point = &g_array_index(curve->points, IodCurvePoint, i);
    if (is_drawn(d, point->y)) {
      IodPoint at = {x_of(d, point), iod_axis_at(&d->y, point->y), move};
      g_array_append_val(points, at);
    }
    move = !is_drawn(d, point->y);
  }
  if (points->len < 2) return;
  IodShape *line =
      iod_scene_path(d->scene, IOD_ROLE_CURVE, (const IodPoint *)(gpointer)points->data, points->len, FALSE,
                     d->chart->thin ? iod_fade(look->line, 0.45) : look->line);
  line->width = d->chart->thin ? 1 : 1.9;
  line->dash = look->dash;
}

static void draw_level(const Drawing *d, const IodCurve *curve, const IodLook *look) {
  if (!is_drawn(d, curve->level)) return;
  double y = iod_axis_at(&d->y, curve->level);
  IodShape *line = iod_scene_line(d->scene, IOD_ROLE_POINT, (IodPoint){d->plot.x, y, TRUE},
                                  (IodPoint){d->plot.x + d->plot.w, y, FALSE}, look->line, 1.2);
  line->dash = 5;
}

static void draw_points(const Drawing *d, const IodCurve *curve, const IodLook *look) {
  double crowd = d->plot.w / MAX(curve->points->len, 1),
         radius = d->chart->uneven ? 2.4 : CLAMP(crowd / 5, 1.6, 3.4);
  for (guint i = 0; i < curve->points->len; i++) {
    const IodCurvePoint *point = &g_array_index(curve->points, IodCurvePoint, i);
    if (!is_drawn(d, point->y)) continue;
    iod_scene_about(d->scene, point->row, (int)curve->series);
    iod_draw_marker(d->scene, d->chart->thin ? IOD_ROLE_RUN : IOD_ROLE_POINT, look->marker, x_of(d, point),
                    iod_axis_at(&d->y, point->y), radius, look->line,
                    look->hatch == IOD_HATCH_NONE ? look->line : d->chart->layout->theme->ground);
    if (point->tip != NULL) iod_scene_tip(d->scene, g_strdup(point->tip));
  }
}

static void draw_curve(const Drawing *d, const IodCurve *curve) {
  IodLook look = iod_look(d->chart->layout->theme, curve->series);
  iod_scene_about(d->scene, -1, (int)curve->series);
  draw_bands(d, curve, look.line);
  draw_level(d, curve, &look);
  draw_line(d, curve, &look);
  if (!d->chart->smooth) draw_points(d, curve, &look);
  iod_scene_about(d->scene, -1, -1);
}

/* A number at the end of a curve. */
typedef struct {
  const IodText *text;
  double x, y, at; /* the curve's end; where the text is put */
  guint series;
} End;

static int by_height(gconstpointer a, gconstpointer b) {
  const End *x = a, *y = b;
  return (x->y > y->y) - (x->y < y->y);
}

static GArray *collect_ends(const Drawing *d) {
  GArray *ends = g_array_new(FALSE, FALSE, sizeof(End));
  for (guint i = 0; i < d->chart->curves->len; i++) {
    const IodCurve *curve = d->chart->curves->pdata[i];
    guint last = curve->points->len;
    while (last > 0 && !is_drawn(d, g_array_index(curve->points, IodCurvePoint, last - 1).y)) last--;
    if (last == 0) continue;
    const IodCurvePoint *point = &g_array_index(curve->points, IodCurvePoint, last - 1);
    g_autofree char *number = g_strdup_printf("%u", curve->series + 1);
    End end = {iod_text(d->chart->layout->texts, IOD_FONT_SMALL, number), x_of(d, point),
               iod_axis_at(&d->y, point->y), 0, curve->series};
    g_array_append_val(ends, end);
  }
  g_array_sort(ends, by_height);
  return ends;
}

/* Numbers where the curves end, pushed apart: many colours are hard to tell from each other. */
static void draw_ends(const Drawing *d) {
  g_autoptr(GArray) ends = collect_ends(d);
  double bottom = d->plot.y + d->plot.h, height = ends->len > 0 ? g_array_index(ends, End, 0).text->h : 0;
  double pitch = MIN(height, ends->len > 1 ? (d->plot.h + height) / ends->len : height),
         least = d->plot.y - height / 2;
  for (guint i = 0; i < ends->len; i++) {
    End *end = &g_array_index(ends, End, i);
    double most = bottom + height / 2 - (ends->len - i) * pitch;
    end->at = CLAMP(end->y - height / 2, least, MAX(most, least));
    least = end->at + pitch;
    IodLook look = iod_look(d->chart->layout->theme, end->series);
    double x = d->plot.x + d->plot.w + 12;
    iod_scene_about(d->scene, -1, (int)end->series);
    iod_scene_line(d->scene, IOD_ROLE_PLAIN, (IodPoint){end->x + 4, end->y, TRUE},
                   (IodPoint){x - 2, end->at + height / 2, FALSE}, iod_fade(look.line, 0.6), 0.8);
    iod_scene_text(d->scene, IOD_ROLE_LEGEND, end->text, x, end->at, d->chart->layout->theme->text);
  }
  iod_scene_about(d->scene, -1, -1);
}

static double apart(const Drawing *d, guint a, guint b) {
  const IodPlace *left = &g_array_index(d->chart->places, IodPlace, a);
  const IodPlace *right = &g_array_index(d->chart->places, IodPlace, b);
  return iod_axis_at(&d->x, right->value) - iod_axis_at(&d->x, left->value) -
         (left->label->w + right->label->w) / 2 - 6;
}

/* Every label, or every second, third, … so that none touch. */
static guint every_for(const Drawing *d) {
  const GArray *places = d->chart->places;
  for (guint every = 1; every < places->len; every++) {
    gboolean fits = TRUE;
    for (guint i = every; fits && i < places->len; i += every) fits = apart(d, i - every, i) >= 0;
    if (fits) return every;
  }
  return MAX(places->len, 1);
}

/* Which places are labelled: at even distances, or where they lie unevenly all that have room, from the
 * right, where the tail is. Free it. */
static gboolean *choose_labels(const Drawing *d) {
  guint n = d->chart->places->len, kept = n, every = d->chart->uneven ? 1 : every_for(d);
  gboolean *chosen = g_new0(gboolean, n);
  for (guint i = n; i-- > 0;) {
    if (d->chart->uneven ? kept == n || apart(d, i, kept) >= 0 : i % every == 0) {
      chosen[i] = TRUE;
      kept = i;
    }
  }
  return chosen;
}

static void draw_places(const Drawing *d) {
  const IodTheme *theme = d->chart->layout->theme;
  double bottom = d->plot.y + d->plot.h;
  g_autofree gboolean *chosen = choose_labels(d);
  for (guint i = 0; i < d->chart->places->len; i++) {
    const IodPlace *place = &g_array_index(d->chart->places, IodPlace, i);
    double x = iod_axis_at(&d->x, place->value);
    iod_scene_line(d->scene, IOD_ROLE_GRID, (IodPoint){x, chosen[i] ? d->plot.y : bottom, TRUE},
                   (IodPoint){x, bottom + 4, FALSE}, chosen[i] ? theme->grid : theme->axis, 1);
    if (chosen[i])
      iod_scene_text(d->scene, IOD_ROLE_TICK, place->label, x - place->label->w / 2, bottom + 5,
                     theme->muted);
  }
  if (d->chart->x_name != NULL)
    iod_scene_text(d->scene, IOD_ROLE_TICK, d->chart->x_name,
                   d->plot.x + (d->plot.w - d->chart->x_name->w) / 2,
                   bottom + 5 + iod_font_height(IOD_FONT_SMALL) + 2, theme->muted);
}

/* Half a label beyond the first and the last place, within the panel. */
static void set_x_axis(Drawing *d) {
  const GArray *places = d->chart->places;
  const IodPlace *first = &g_array_index(places, IodPlace, 0),
                 *last = &g_array_index(places, IodPlace, places->len - 1);
  double air = MIN(MAX(14, MAX(first->label->w, last->label->w) / 2), d->plot.w / 4);
  d->x = (IodAxis){d->chart->x_log, first->value, last->value, d->plot.x + air, d->plot.x + d->plot.w - air};
  if (first->value == last->value) d->x.from = d->x.to = d->plot.x + d->plot.w / 2;
}

void iod_chart_draw(const IodBlock *block, IodScene *scene, IodBox box, guint first, guint count) {
  (void)first;
  (void)count;
  const IodChart *chart = block->data;
  const IodLayout *layout = chart->layout;
  Drawing d = {.chart = chart, .scene = scene};
  double top = box.y + block->head, height = box.h - block->head - block->foot;
  d.y = (IodAxis){chart->y_log, chart->y_low, chart->y_high, top + height, top};
  g_autoptr(GArray) ticks = iod_axis_ticks(&d.y, layout->texts, &chart->scale, TRUE);
  double left = MAX(30, iod_axis_widest(ticks) + 8);
  d.plot = (IodBox){box.x + left, top, box.w - left - (layout->numbered ? NUMBERS_ROOM : 0), height};
  set_x_axis(&d);
  iod_scene_text(scene, IOD_ROLE_HEAD, chart->title, box.x, box.y, layout->theme->text);
  iod_scene_text(scene, IOD_ROLE_HEAD, chart->better, box.x, box.y + chart->title->h + 1,
                 layout->theme->muted);
  iod_axis_draw(layout, scene, ticks, d.plot, TRUE);
  draw_places(&d);
  double bottom = top + height;
  iod_scene_line(scene, IOD_ROLE_PLAIN, (IodPoint){d.plot.x, bottom, TRUE},
                 (IodPoint){d.plot.x + d.plot.w, bottom, FALSE}, layout->theme->axis, 1.2);
  for (guint i = 0; i < chart->curves->len; i++) draw_curve(&d, chart->curves->pdata[i]);
  if (layout->numbered) draw_ends(&d);
}
