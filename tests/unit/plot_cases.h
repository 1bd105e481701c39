// SPDX-License-Identifier: GPL-3.0-or-later
/* Comparisons to draw, made by the real statistics, and what must hold for every figure. */
#ifndef IODELTA_TESTS_PLOT_CASES_H
#define IODELTA_TESTS_PLOT_CASES_H

#include "report_cases.h"

#include "plot/render.h"

/* Values of one series in a row. */
static inline void plot_values(Case *c, IodRow *row, guint series, const double *values, guint n) {
  IodSample *sample = case_keep(c, g_new0(IodSample, 1));
  sample->values = case_keep(c, g_memdup2(values, n * sizeof *values));
  iod_describe(values, n, c->comparison.center, c->comparison.confidence, &sample->summary);
  row->samples[series] = sample;
}

/* Compares all series of a row with the first. */
static inline void plot_compare(const Case *c, IodRow *row) {
  const IodSample *base = row->samples[0];
  row->n_series = c->comparison.n_series;
  for (guint s = 1; base != NULL && s < c->comparison.n_series; s++) {
    const IodSample *fresh = row->samples[s];
    if (fresh == NULL) continue;
    IodQuestion question = {c->comparison.center, c->comparison.confidence, row->band, row->metric.better};
    IodVersus versus = {.base = 0, .fresh = s};
    iod_compare(base->values, base->summary.n, fresh->values, fresh->summary.n, &question, &versus.answer);
    g_array_append_val(row->versus, versus);
  }
}

/* n values about centre, spread by share of it, the same for the same seed. */
static inline void plot_around(Case *c, IodRow *row, guint series, double centre, double share, guint n,
                               GRand *random) {
  g_autofree double *values = g_new(double, n);
  for (guint i = 0; i < n; i++) values[i] = centre * (1 + share * g_rand_double_range(random, -1, 1));
  plot_values(c, row, series, values, n);
}

static inline void assert_close(double got, double want, double tolerance) {
  if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g is not %.17g, within %g", got, want, tolerance);
}

/* What is being drawn, for messages. */
static char *plot_where;
static guint plot_faults;

/* Goes on, so that one run shows all that is wrong with a layout. */
#define plot_fault(...)                                                                                      \
  do {                                                                                                       \
    if (plot_faults++ < 20) print_error(__VA_ARGS__);                                                        \
  } while (0)

#define SHAPE(scene, i) (&g_array_index((scene)->shapes, IodShape, i))

static inline gboolean is_text(const IodShape *shape) {
  return shape->type == IOD_SHAPE_TEXT;
}

static inline gboolean overlap(const IodBox *a, const IodBox *b) {
  const double slack = 0.01;
  return a->x + slack < b->x + b->w && b->x + slack < a->x + a->w && a->y + slack < b->y + b->h &&
         b->y + slack < a->y + a->h;
}

static inline const char *text_of(const IodShape *shape) {
  return pango_layout_get_text(shape->text->layout);
}

static inline void assert_inside(const IodScene *scene, const IodShape *shape) {
  const double air = is_text(shape) ? 0.01 : 0.5;
  if (shape->box.x >= -air && shape->box.y >= -air && shape->box.x + shape->box.w <= scene->width + air &&
      shape->box.y + shape->box.h <= scene->height + air)
    return;
  plot_fault("%s: outside a page of %.0f x %.0f: role %d at %.1f %.1f, %.1f x %.1f: %s\n", plot_where,
             scene->width, scene->height, shape->role, shape->box.x, shape->box.y, shape->box.w, shape->box.h,
             is_text(shape) ? text_of(shape) : "");
}

static inline int by_top(gconstpointer a, gconstpointer b) {
  const IodShape *x = *(const IodShape *const *)a, *y = *(const IodShape *const *)b;
  return (x->box.y > y->box.y) - (x->box.y < y->box.y);
}

/* No text touches another. */
static inline void assert_texts_apart(const IodScene *scene) {
  g_autoptr(GPtrArray) texts = g_ptr_array_new();
  for (guint i = 0; i < scene->shapes->len; i++)
    if (is_text(SHAPE(scene, i)) && *text_of(SHAPE(scene, i)) != '\0')
      g_ptr_array_add(texts, SHAPE(scene, i));
  g_ptr_array_sort(texts, by_top);
  for (guint i = 0; i < texts->len; i++) {
    const IodShape *a = texts->pdata[i];
    for (guint k = i + 1; k < texts->len; k++) {
      const IodShape *b = texts->pdata[k];
      if (b->box.y >= a->box.y + a->box.h) break;
      if (overlap(&a->box, &b->box))
        plot_fault("%s: '%s' (%.1f %.1f, %.1f x %.1f) and '%s' (%.1f %.1f, %.1f x %.1f) overlap\n",
                   plot_where, text_of(a), a->box.x, a->box.y, a->box.w, a->box.h, text_of(b), b->box.x,
                   b->box.y, b->box.w, b->box.h);
    }
  }
}

/* No text lies on a bar, a mark or a swatch. */
static inline void assert_texts_clear(const IodScene *scene) {
  for (guint i = 0; i < scene->shapes->len; i++) {
    const IodShape *shape = SHAPE(scene, i);
    if (shape->role != IOD_ROLE_BAR && shape->role != IOD_ROLE_MARK && shape->role != IOD_ROLE_SWATCH)
      continue;
    for (guint k = 0; k < scene->shapes->len; k++) {
      const IodShape *text = SHAPE(scene, k);
      if (!is_text(text) || *text_of(text) == '\0' || !overlap(&shape->box, &text->box)) continue;
      plot_fault("%s: '%s' (%.1f %.1f, %.1f x %.1f) lies on role %d (%.1f %.1f, %.1f x %.1f)\n", plot_where,
                 text_of(text), text->box.x, text->box.y, text->box.w, text->box.h, shape->role, shape->box.x,
                 shape->box.y, shape->box.w, shape->box.h);
    }
  }
}

/* What must hold for every page of every figure. */
static inline void assert_laid_out(const IodPlan *plan) {
  for (guint p = 0; p < plan->scenes->len; p++) {
    const IodScene *scene = plan->scenes->pdata[p];
    for (guint i = 0; i < scene->shapes->len; i++) assert_inside(scene, SHAPE(scene, i));
    assert_texts_apart(scene);
    assert_texts_clear(scene);
  }
  if (plot_faults > 0 && plot_where == NULL) fail_msg("%u faults in the layout", plot_faults);
}

/* The n-th shape of a role that shows a row and a series (-1: any); NULL where there is none. */
static inline const IodShape *find_shape(const IodPlan *plan, IodRole role, int row, int series, guint n) {
  for (guint p = 0; p < plan->scenes->len; p++) {
    const IodScene *scene = plan->scenes->pdata[p];
    for (guint i = 0; i < scene->shapes->len; i++) {
      const IodShape *shape = SHAPE(scene, i);
      if (shape->role != role || (row >= 0 && shape->row != row) || (series >= 0 && shape->series != series))
        continue;
      if (n-- == 0) return shape;
    }
  }
  return NULL;
}

static inline guint count_shapes(const IodPlan *plan, IodRole role, int row, int series) {
  guint count = 0;
  while (find_shape(plan, role, row, series, count) != NULL) count++;
  return count;
}

#endif
