// SPDX-License-Identifier: GPL-3.0-or-later
/* A comparison in, a figure out. */
#include "plot/render.h"
#include "plot/kinds.h"
#include "plot/page.h"
#include "plot/paint.h"
#include "plot/pick.h"
#include "plot/wording.h"

#include <string.h>

#define DEFAULT_WIDTH 960

static const IodKindLay kinds[] = {
    [IOD_PLOT_BARS] = iod_lay_bars,       [IOD_PLOT_RATIO] = iod_lay_ratio,
    [IOD_PLOT_LINES] = iod_lay_lines,     [IOD_PLOT_HEATMAP] = iod_lay_heatmap,
    [IOD_PLOT_LATENCY] = iod_lay_latency, [IOD_PLOT_RUNS] = iod_lay_runs,
    [IOD_PLOT_TABLE] = iod_lay_table,
};

static gboolean has_label(const IodComparison *comparison, const char *label) {
  static const char *const always[] = {"tool", "test", "op"};
  for (gsize i = 0; i < G_N_ELEMENTS(always); i++)
    if (strcmp(always[i], label) == 0) return TRUE;
  for (guint i = 0; i < comparison->rows->len; i++)
    if (iod_labels_get(((const IodRow *)comparison->rows->pdata[i])->labels, label) != NULL) return TRUE;
  return FALSE;
}

/* "block_size, iodepth, rw" */
static char *list_labels(const IodComparison *comparison) {
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodLabels *labels = ((const IodRow *)comparison->rows->pdata[i])->labels;
    for (guint k = 0; k < iod_labels_count(labels); k++) {
      const char *name = iod_labels_at(labels, k).name;
      if (!g_ptr_array_find_with_equal_func(names, name, g_str_equal, NULL))
        g_ptr_array_add(names, (gpointer)(gsize)name);
    }
  }
  g_ptr_array_add(names, NULL);
  return g_strjoinv(", ", (char **)names->pdata);
}

static gboolean check_label(const IodComparison *comparison, const char *what, const char *label,
                            GError **error) {
  if (label == NULL || has_label(comparison, label)) return TRUE;
  g_autofree char *labels = list_labels(comparison);
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s: no row has a label '%s'; there are: tool, test, op%s%s",
              what, label, *labels != '\0' ? ", " : "", labels);
  return FALSE;
}

static gboolean size_fits(const char *what, guint size, guint least, GError **error) {
  if (size == 0 || (size >= least && size <= IOD_PLOT_MAX_SIZE)) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "a %s of %u: write %u to %d", what, size, least,
              IOD_PLOT_MAX_SIZE);
  return FALSE;
}

static gboolean check_options(const IodComparison *comparison, const IodPlotOptions *options,
                              GError **error) {
  if (!check_label(comparison, "--panels", options->panels, error) ||
      !check_label(comparison, "-x", options->x, error))
    return FALSE;
  if (!size_fits("width", options->width, IOD_PLOT_MIN_WIDTH, error) ||
      !size_fits("height", options->height, IOD_PLOT_MIN_HEIGHT, error))
    return FALSE;
  if (options->scale == 0 || (options->scale >= 0.25 && options->scale <= 8)) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "a scale of %g: write 0.25 to 8", options->scale);
  return FALSE;
}

void iod_plan_clear(IodPlan *plan) {
  g_clear_pointer(&plan->scenes, g_ptr_array_unref);
  g_clear_pointer(&plan->layout.blocks, g_ptr_array_unref);
  g_clear_pointer(&plan->layout.groups, g_ptr_array_unref);
  g_clear_pointer(&plan->layout.lines, g_ptr_array_unref);
  g_clear_pointer(&plan->layout.notes, g_ptr_array_unref);
  g_clear_pointer(&plan->layout.texts, iod_texts_free);
}

gboolean iod_plan_make(const IodComparison *comparison, const IodPlotOptions *options, IodPlan *plan,
                       GError **error) {
  *plan = (IodPlan){0};
  if (!check_options(comparison, options, error)) return FALSE;
  IodLayout *layout = &plan->layout;
  *layout = (IodLayout){.comparison = comparison, .options = options, .theme = iod_theme(options->dark)};
  layout->texts = iod_texts_new();
  layout->inner = (options->width != 0 ? options->width : DEFAULT_WIDTH) - 2 * IOD_MARGIN;
  layout->notes = g_ptr_array_new_with_free_func(g_free);
  layout->blocks = g_ptr_array_new_with_free_func(iod_block_free);
  layout->lines = iod_pick_lines(layout);
  IodPlotKind kind = options->kind != IOD_PLOT_AUTO ? options->kind : iod_choose_kind(layout);
  if (!kinds[kind](layout, error)) {
    iod_plan_clear(plan);
    return FALSE;
  }
  g_autofree char *rows = iod_say_count(comparison->hidden, "row");
  if (!options->all && kind != IOD_PLOT_LATENCY && comparison->hidden > 0)
    iod_layout_note(layout, g_strdup_printf("not drawn: %s of other metrics; --all draws them", rows));
  plan->scenes = iod_pages_make(layout);
  return TRUE;
}

static gboolean add_page(IodFigure *figure, GBytes *page) {
  if (page != NULL) g_ptr_array_add(figure->pages, page);
  return page != NULL;
}

static gboolean write_pages(const IodPlan *plan, const IodAbout *about, IodFigure *figure, GError **error) {
  const IodPlotOptions *options = plan->layout.options;
  if (options->format == IOD_PLOT_PDF) return add_page(figure, iod_pdf_new(plan->scenes, about, error));
  for (guint i = 0; i < plan->scenes->len; i++) {
    const IodScene *scene = plan->scenes->pdata[i];
    double scale = options->scale != 0 ? options->scale : 1;
    if (!add_page(figure, options->format == IOD_PLOT_SVG ? iod_svg_new(scene, i, about)
                                                          : iod_png_new(scene, scale, about, error)))
      return FALSE;
  }
  return TRUE;
}

gboolean iod_plot_render(const IodComparison *comparison, const IodPlotOptions *options, IodFigure *figure,
                         GError **error) {
  g_auto(IodPlan) plan;
  if (!iod_plan_make(comparison, options, &plan, error)) return FALSE;
  g_autofree char *title = iod_title_default(&plan.layout);
  g_autofree char *description = iod_caption_default(&plan.layout);
  IodAbout about = {options->title != NULL && *options->title != '\0' ? options->title : title, description};
  IodFigure made = {g_ptr_array_new_with_free_func((GDestroyNotify)g_bytes_unref), NULL};
  if (!write_pages(&plan, &about, &made, error)) {
    iod_figure_clear(&made);
    return FALSE;
  }
  made.notes = g_steal_pointer(&plan.layout.notes);
  *figure = made;
  return TRUE;
}
