// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/pick.h"

#include "plot/wording.h"

#include <math.h>
#include <string.h>

static void free_line(gpointer data) {
  IodLine *line = data;
  g_free(line->name);
  g_free(line);
}

static gboolean has_values(const IodLayout *layout, const IodRow *row) {
  for (guint i = 0; i < layout->comparison->n_series; i++)
    if (row->samples[i] != NULL && isfinite(row->samples[i]->summary.center)) return TRUE;
  return FALSE;
}

static GPtrArray *pick(const IodLayout *layout, gboolean (*wanted)(const IodLayout *, const IodRow *)) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(free_line);
  const GPtrArray *rows = layout->comparison->rows;
  for (guint i = 0; i < rows->len; i++) {
    const IodRow *row = rows->pdata[i];
    if (!wanted(layout, row) || !has_values(layout, row)) continue;
    IodLine *line = g_new0(IodLine, 1);
    line->row = row;
    line->index = (int)i;
    line->name = iod_name_without(row->name, row, layout->options->panels);
    g_ptr_array_add(lines, line);
  }
  return lines;
}

static gboolean is_shown(const IodLayout *layout, const IodRow *row) {
  return row->usual || layout->options->all;
}

static gboolean is_percentile(const IodLayout *layout, const IodRow *row) {
  (void)layout;
  return iod_metric_percentile(row->metric.name) >= 0;
}

GPtrArray *iod_pick_lines(const IodLayout *layout) {
  return pick(layout, is_shown);
}

GPtrArray *iod_pick_percentiles(const IodLayout *layout) {
  return pick(layout, is_percentile);
}

/* How the label stands in a row's name. */
static char *name_part(const char *label, const char *value) {
  static const struct { const char *label, *shown; } sizes[] = {{"block_size", "bs"}, {"file_size", "size"}};
  const char *shown = label;
  for (gsize i = 0; i < G_N_ELEMENTS(sizes); i++)
    if (strcmp(label, sizes[i].label) == 0) shown = sizes[i].shown;
  g_autofree char *text = iod_say_label(label, value);
  return g_strdup_printf(" %s=%s", shown, text);
}

char *iod_name_without(const char *name, const IodRow *row, const char *label) {
  const char *value = label != NULL ? iod_labels_get(row->labels, label) : NULL;
  if (value == NULL) return g_strdup(name);
  g_autofree char *part = name_part(label, value);
  const char *at = strstr(name, part);
  gsize length = strlen(part);
  if (at == NULL || at == name || (at[length] != '\0' && at[length] != ' ')) return g_strdup(name);
  return g_strdup_printf("%.*s%s", (int)(at - name), name, at + length);
}

/* dd's MB/s and iozone's MiB/s are two units of one metric. */
static const char *unit_kind(const IodLayout *layout, const IodRow *row) {
  if (layout->options->units != IOD_UNITS_AUTO || row->metric.unit[0] != 'B') return row->metric.unit;
  return strcmp(row->tool, "dd") == 0 ? "B/s, SI" : "B/s, IEC";
}

static void free_group(gpointer data) {
  IodGroup *group = data;
  g_ptr_array_unref(group->lines);
  g_free(group->family);
  g_free(group->facet);
  g_free(group);
}

IodGroup *iod_group_new(const IodLine *line) {
  IodGroup *group = g_new0(IodGroup, 1);
  group->metric = line->row->metric;
  group->tool = line->row->tool;
  group->lines = g_ptr_array_new();
  return group;
}

static IodGroup *find_group(GPtrArray *groups, const char *family, const char *facet) {
  for (guint i = 0; i < groups->len; i++) {
    IodGroup *group = groups->pdata[i];
    if (strcmp(group->family, family) == 0 && g_strcmp0(group->facet, facet) == 0) return group;
  }
  return NULL;
}

static char *facet_of(const IodLayout *layout, const IodRow *row) {
  const char *label = layout->options->panels;
  if (label == NULL) return NULL;
  const char *value = strcmp(label, "tool") == 0   ? row->tool
                      : strcmp(label, "test") == 0 ? row->test
                      : strcmp(label, "op") == 0   ? row->op
                                                   : iod_labels_get(row->labels, label);
  if (value == NULL) return g_strdup_printf("no %s", label);
  g_autofree char *text = iod_say_label(label, value);
  return g_strdup_printf("%s %s", label, text);
}

GPtrArray *iod_pick_groups(const IodLayout *layout, const GPtrArray *lines) {
  GPtrArray *groups = g_ptr_array_new_with_free_func(free_group);
  for (guint i = 0; i < lines->len; i++) {
    const IodLine *line = lines->pdata[i];
    g_autofree char *family = g_strdup_printf("%s\n%s\n%d", line->row->metric.name,
                                              unit_kind(layout, line->row), line->row->metric.better);
    g_autofree char *facet = facet_of(layout, line->row);
    IodGroup *group = find_group(groups, family, facet);
    if (group == NULL) {
      group = iod_group_new(line);
      group->family = g_steal_pointer(&family);
      group->facet = g_steal_pointer(&facet);
      g_ptr_array_add(groups, group);
    }
    g_ptr_array_add(group->lines, lines->pdata[i]);
  }
  iod_groups_scale(layout, groups);
  return groups;
}

typedef struct {
  double least, most;
} Span;

static void widen(const IodLayout *layout, const IodGroup *group, Span *span) {
  for (guint i = 0; i < group->lines->len; i++) {
    const IodRow *row = ((const IodLine *)group->lines->pdata[i])->row;
    for (guint s = 0; s < layout->comparison->n_series; s++) {
      double size = row->samples[s] != NULL ? fabs(row->samples[s]->summary.center) : 0;
      if (!(size > 0) || !isfinite(size)) continue;
      span->least = MIN(span->least, size);
      span->most = MAX(span->most, size);
    }
  }
}

void iod_groups_scale(const IodLayout *layout, GPtrArray *groups) {
  for (guint i = 0; i < groups->len; i++) {
    IodGroup *group = groups->pdata[i];
    Span span = {G_MAXDOUBLE, 0};
    for (guint k = 0; k < groups->len; k++) {
      const IodGroup *other = groups->pdata[k];
      if (k == i || (layout->options->scales != IOD_SCALES_FREE && strcmp(other->family, group->family) == 0))
        widen(layout, other, &span);
    }
    /* Between the largest and the smallest, which may be too small to matter. */
    double typical = span.most > 0 ? sqrt(span.most) * sqrt(MAX(span.least, span.most / 1e4)) : 0;
    group->scale = iod_scale_for(&group->metric, group->tool, layout->options->units, typical);
  }
}

char *iod_group_title(const IodLayout *layout, const IodGroup *group) {
  (void)layout;
  g_autofree char *metric = iod_say_metric(&group->metric);
  GString *title = g_string_new(NULL);
  if (group->facet != NULL) g_string_append_printf(title, "%s: ", group->facet);
  g_string_append(title, metric);
  if (group->scale.suffix[0] != '\0') g_string_append_printf(title, " (%s)", group->scale.suffix);
  return g_string_free(title, FALSE);
}
