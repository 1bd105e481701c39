// SPDX-License-Identifier: GPL-3.0-or-later
/* Heat maps: the ratio over two labels with numbers (a map a workload and series), or, where there are no two
 * such labels, over rows and series: what each costs against the baseline, on one page. */
#include "plot/heat.h"
#include "plot/kinds.h"
#include "plot/numeric.h"
#include "plot/wording.h"

#include <math.h>
#include <string.h>

/* Rows of one workload over two labels. */
typedef struct {
  const IodGroup *group;
  char *rest, *name;
  GPtrArray *lines; /* of IodLine, borrowed */
} Field;

static void free_field(gpointer data) {
  Field *field = data;
  g_ptr_array_unref(field->lines);
  g_free(field->rest);
  g_free(field->name);
  g_free(field);
}

static Field *field_for(GPtrArray *fields, const IodGroup *group, const IodLine *line, const char *x,
                        const char *y) {
  g_autofree char *rest = iod_numeric_rest(line->row, x, y);
  for (guint i = 0; i < fields->len; i++) {
    Field *field = fields->pdata[i];
    if (field->group == group && strcmp(field->rest, rest) == 0) return field;
  }
  Field *field = g_new0(Field, 1);
  g_autofree char *without_x = iod_name_without(line->name, line->row, x);
  field->group = group;
  field->rest = g_steal_pointer(&rest);
  field->name = iod_name_without(without_x, line->row, y);
  field->lines = g_ptr_array_new();
  g_ptr_array_add(fields, field);
  return field;
}

static GPtrArray *collect(const IodLayout *layout, const char *x, const char *y, guint *left_out) {
  GPtrArray *fields = g_ptr_array_new_with_free_func(free_field);
  for (guint g = 0; g < layout->groups->len; g++) {
    const IodGroup *group = layout->groups->pdata[g];
    for (guint i = 0; i < group->lines->len; i++) {
      const IodLine *line = group->lines->pdata[i];
      double value;
      if (iod_numeric_value(line->row, x, &value) && iod_numeric_value(line->row, y, &value) &&
          line->row->versus->len > 0)
        g_ptr_array_add(field_for(fields, group, line, x, y)->lines, group->lines->pdata[i]);
      else
        ++*left_out;
    }
  }
  return fields;
}

static const IodLine *line_at(const Field *field, const char *x, double at_x, const char *y, double at_y) {
  for (guint i = 0; i < field->lines->len; i++) {
    const IodLine *line = field->lines->pdata[i];
    double vx, vy;
    if (iod_numeric_value(line->row, x, &vx) && vx == at_x && iod_numeric_value(line->row, y, &vy) &&
        vy == at_y)
      return line;
  }
  return NULL;
}

static void set_heads(IodLayout *layout, IodHeat *heat, const IodGroup *group, const char *title,
                      const char *below) {
  heat->better = group->metric.better;
  heat->title = iod_text(layout->texts, IOD_FONT_HEAD, title);
  heat->below = iod_text(layout->texts, IOD_FONT_SMALL, below);
}

static void add_labels(IodLayout *layout, GPtrArray *texts, const GArray *values, const char *label) {
  for (guint i = 0; i < values->len; i++) {
    g_autofree char *text = iod_say_label(label, g_array_index(values, IodNumericValue, i).text);
    g_ptr_array_add(texts, (gpointer)(gsize)iod_text(layout->texts, IOD_FONT_BODY, text));
  }
}

static char *say_metric(const IodGroup *group) {
  g_autofree char *metric = iod_say_metric(&group->metric);
  const char *better = iod_say_better(group->metric.better);
  return g_strjoin(*better != '\0' ? ", " : "", metric, better, NULL);
}

static IodHeat *map_field(IodLayout *layout, const Field *field, const char *x, const char *y, guint series) {
  IodHeat *heat = iod_heat_new(layout);
  g_autoptr(GArray) xs = iod_numeric_values(field->lines, x), ys = iod_numeric_values(field->lines, y);
  g_autofree char *metric = say_metric(field->group);
  g_autofree char *title = field->group->facet != NULL
                               ? g_strdup_printf("%s: %s", field->group->facet, field->name)
                               : g_strdup(field->name);
  g_autofree char *below =
      g_strdup_printf("%s to %s: %s", iod_series_name(layout, series), iod_series_name(layout, 0), metric);
  g_autofree char *x_name = iod_numeric_name(x), *y_name = iod_numeric_name(y);
  set_heads(layout, heat, field->group, title, below);
  heat->across = iod_text(layout->texts, IOD_FONT_SMALL, x_name);
  heat->corner = iod_text(layout->texts, IOD_FONT_SMALL, y_name);
  add_labels(layout, heat->columns, xs, x);
  add_labels(layout, heat->names, ys, y);
  for (guint i = 0; i < ys->len; i++) {
    for (guint k = 0; k < xs->len; k++) {
      const IodLine *line = line_at(field, x, g_array_index(xs, IodNumericValue, k).value, y,
                                    g_array_index(ys, IodNumericValue, i).value);
      const IodVersus *versus = line != NULL ? iod_versus_of(line->row, series) : NULL;
      iod_heat_add(heat, line != NULL ? line->index : -1, series, versus != NULL ? &versus->answer : NULL,
                   line != NULL ? line->name : "");
    }
  }
  return heat;
}

static void map_all(IodLayout *layout, const char *x, const char *y, GPtrArray *heats) {
  guint left_out = 0;
  g_autoptr(GPtrArray) fields = collect(layout, x, y, &left_out);
  for (guint i = 0; i < fields->len; i++)
    for (guint s = 1; s < layout->comparison->n_series; s++)
      g_ptr_array_add(heats, map_field(layout, fields->pdata[i], x, y, s));
  g_autofree char *rows = iod_say_count(left_out, "row");
  if (left_out > 0 && heats->len > 0)
    iod_layout_note(layout,
                    g_strdup_printf("left out, without %s and %s or without a ratio: %s", x, y, rows));
}

static void add_geomeans(IodLayout *layout, IodHeat *heat, const IodGroup *group, guint rows) {
  const GArray *geomeans = layout->comparison->geomeans;
  gboolean any = FALSE;
  if (rows < 2 || group->facet != NULL) return;
  for (guint s = 1; s < layout->comparison->n_series; s++) {
    const IodGeomean *found = NULL;
    for (guint i = 0; found == NULL && i < geomeans->len; i++) {
      const IodGeomean *mean = &g_array_index(geomeans, IodGeomean, i);
      if (mean->series == s && g_strcmp0(mean->metric, group->metric.name) == 0 && mean->rows > 1)
        found = mean;
    }
    if (found == NULL && !any) return;
    if (!any)
      g_ptr_array_add(heat->names, (gpointer)(gsize)iod_text(layout->texts, IOD_FONT_BODY, "geometric mean"));
    any = TRUE;
    IodAnswer answer = {.ratio = found != NULL ? found->ratio : NAN,
                        .verdict = found != NULL ? found->verdict : IOD_VERDICT_NONE};
    iod_heat_add(heat, -1, s, found != NULL ? &answer : NULL, "geometric mean");
  }
}

/* Rows by series: one map a metric. */
static IodHeat *matrix_of(IodLayout *layout, const IodGroup *group) {
  IodHeat *heat = iod_heat_new(layout);
  g_autofree char *metric = say_metric(group);
  g_autofree char *title =
      group->facet != NULL ? g_strdup_printf("%s: %s", group->facet, metric) : g_strdup(metric);
  g_autofree char *below = g_strdup_printf("ratio to %s", iod_series_name(layout, 0));
  set_heads(layout, heat, group, title, below);
  for (guint s = 1; s < layout->comparison->n_series; s++) {
    g_autofree char *head =
        layout->numbered ? g_strdup_printf("%u", s + 1) : g_strdup(iod_series_name(layout, s));
    g_ptr_array_add(heat->columns, (gpointer)(gsize)iod_text(layout->texts, IOD_FONT_BODY, head));
  }
  guint rows = 0;
  for (guint i = 0; i < group->lines->len; i++) {
    const IodLine *line = group->lines->pdata[i];
    if (line->row->versus->len == 0) continue;
    rows++;
    g_ptr_array_add(heat->names, (gpointer)(gsize)iod_text(layout->texts, IOD_FONT_BODY, line->name));
    for (guint s = 1; s < layout->comparison->n_series; s++) {
      const IodVersus *versus = iod_versus_of(line->row, s);
      iod_heat_add(heat, line->index, s, versus != NULL ? &versus->answer : NULL, line->name);
    }
  }
  add_geomeans(layout, heat, group, rows);
  return heat;
}

static void matrix_all(IodLayout *layout, GPtrArray *heats) {
  guint longest = 0;
  for (guint s = 1; s < layout->comparison->n_series; s++)
    longest = MAX(longest, (guint)g_utf8_strlen(iod_series_name(layout, s), -1));
  /* Heads of many or long names would be towers of broken words. */
  layout->numbered = layout->comparison->n_series > 9 || (layout->comparison->n_series > 2 && longest > 36);
  for (guint g = 0; g < layout->groups->len; g++) {
    IodHeat *heat = matrix_of(layout, layout->groups->pdata[g]);
    if (heat->names->len > 0)
      g_ptr_array_add(heats, heat);
    else
      iod_heat_free(heat);
  }
}

gboolean iod_lay_heatmap(IodLayout *layout, GError **error) {
  if (layout->comparison->n_series < 2) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE,
                        "a heat map shows ratios and needs two series to compare; --kind bars draws one");
    return FALSE;
  }
  const char *x = NULL, *y = NULL;
  layout->groups = iod_pick_groups(layout, layout->lines);
  iod_numeric_pair(layout, &x, &y);
  g_autoptr(GPtrArray) heats = g_ptr_array_new();
  if (y != NULL) map_all(layout, x, y, heats);
  if (heats->len == 0) matrix_all(layout, heats);
  if (heats->len == 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "%s has no value in a row that another series has: there is no ratio to draw",
                iod_series_name(layout, 0));
    return FALSE;
  }
  iod_heats_add(layout, heats);
  return TRUE;
}
