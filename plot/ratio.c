// SPDX-License-Identifier: GPL-3.0-or-later
/* Ratios: a row a line, one point a series on a logarithmic axis about 1, the better side always to the
 * right. */
#include "plot/ratio.h"

#include "plot/kinds.h"
#include "plot/wording.h"

#include <math.h>
#include <string.h>

#define NAME_GAP 12.0
#define ROW_GAP  8.0

static void free_row(gpointer data) {
  IodRatioRow *row = data;
  for (guint i = 0; i < row->ratios->len; i++) g_free(g_array_index(row->ratios, IodRatio, i).tip);
  g_array_unref(row->ratios);
  g_free(row->label);
  g_free(row->metric);
  g_free(row);
}

static void free_panel(gpointer data) {
  IodRatioPanel *panel = data;
  g_ptr_array_unref(panel->rows);
  g_free(panel->facet);
  g_free(panel);
}

static IodRatioPanel *panel_for(IodLayout *layout, GPtrArray *panels, IodBetter better, const char *facet) {
  if (better == IOD_BETTER_NEITHER) better = IOD_BETTER_UNKNOWN;
  for (guint i = 0; i < panels->len; i++) {
    IodRatioPanel *panel = panels->pdata[i];
    if (panel->better == better && g_strcmp0(panel->facet, facet) == 0) return panel;
  }
  IodRatioPanel *panel = g_new0(IodRatioPanel, 1);
  panel->layout = layout;
  panel->better = better;
  panel->facet = g_strdup(facet);
  panel->rows = g_ptr_array_new_with_free_func(free_row);
  g_ptr_array_add(panels, panel);
  return panel;
}

static IodRatioRow *add_row(IodRatioPanel *panel, int index, double band, char *label) {
  IodRatioRow *row = g_new0(IodRatioRow, 1);
  row->index = index;
  row->band = band;
  row->label = label;
  row->ratios = g_array_new(FALSE, TRUE, sizeof(IodRatio));
  g_ptr_array_add(panel->rows, row);
  return row;
}

static void add_ratio(IodLayout *layout, IodRatioRow *row, guint series, double ratio, const IodInterval *ci,
                      IodVerdict verdict) {
  IodRatio added = {.series = series, .ratio = ratio, .low = ci->low, .high = ci->high, .verdict = verdict};
  g_autofree char *text = iod_say_ratio(ratio);
  g_autofree char *low = iod_say_ratio(ci->low), *high = iod_say_ratio(ci->high);
  gboolean interval = isfinite(ci->low) && isfinite(ci->high);
  g_autofree char *range = interval ? g_strdup_printf("%s to %s", low, high) : g_strdup("");
  added.text = iod_text(layout->texts, IOD_FONT_SMALL, text);
  added.range = iod_text(layout->texts, IOD_FONT_SMALL, range);
  added.word = iod_text(layout->texts, IOD_FONT_SMALL, iod_say_verdict(verdict));
  added.tip = g_strdup_printf("%s, %s: %s%s%s %s", iod_series_name(layout, series), row->label, text,
                              interval ? ", " : "", range, iod_say_verdict(verdict));
  layout->verdicts |= 1U << verdict;
  layout->shows |= IOD_SHOWS_RATIOS | (interval ? IOD_SHOWS_RATIO_WHISKERS : 0);
  g_array_append_val(row->ratios, added);
}

/* Rows with something to compare; returns how many there are without. */
static guint collect(IodLayout *layout, GPtrArray *panels) {
  guint without = 0;
  for (guint g = 0; g < layout->groups->len; g++) {
    const IodGroup *group = layout->groups->pdata[g];
    for (guint i = 0; i < group->lines->len; i++) {
      const IodLine *line = group->lines->pdata[i];
      IodRatioRow *row = NULL;
      for (guint s = 1; s < layout->comparison->n_series; s++) {
        const IodVersus *versus = iod_versus_of(line->row, s);
        if (versus == NULL) continue;
        if (row == NULL) {
          IodRatioPanel *panel = panel_for(layout, panels, line->row->metric.better, group->facet);
          row = add_row(panel, line->index, line->row->band, g_strdup(line->name));
          row->metric = iod_say_metric_short(&line->row->metric);
        }
        add_ratio(layout, row, s, versus->answer.ratio, &versus->answer.ci, versus->answer.verdict);
      }
      if (row == NULL) without++;
    }
  }
  return without;
}

/* The geometric means of all rows go below those they are of. */
static void collect_geomeans(IodLayout *layout, GPtrArray *panels) {
  const GArray *geomeans = layout->comparison->geomeans;
  for (guint p = 0; layout->options->panels == NULL && p < panels->len; p++) {
    IodRatioPanel *panel = panels->pdata[p];
    const char *kind = panel->better == IOD_BETTER_HIGHER  ? "throughput"
                       : panel->better == IOD_BETTER_LOWER ? "latency"
                                                           : "";
    IodRatioRow *row = NULL;
    for (guint i = 0; i < geomeans->len; i++) {
      const IodGeomean *mean = &g_array_index(geomeans, IodGeomean, i);
      if (g_strcmp0(mean->kind, kind) != 0 || mean->rows < 2 || panel->rows->len < 2) continue;
      if (row == NULL) row = add_row(panel, -1, 0, g_strdup_printf("geometric mean of %u rows", mean->rows));
      add_ratio(layout, row, mean->series, mean->ratio, &mean->ci, mean->verdict);
    }
  }
}

/* The metric that all rows of a panel have; NULL where there are several: then each row's label tells it. */
static const char *name_metrics(IodRatioPanel *panel) {
  const char *common = ((const IodRatioRow *)panel->rows->pdata[0])->metric;
  gboolean several = FALSE;
  for (guint i = 0; i < panel->rows->len; i++) {
    const IodRatioRow *row = panel->rows->pdata[i];
    several = several || (row->metric != NULL && strcmp(row->metric, common) != 0);
  }
  for (guint i = 0; several && i < panel->rows->len; i++) {
    IodRatioRow *row = panel->rows->pdata[i];
    if (row->metric == NULL) continue;
    char *label = g_strdup_printf("%s, %s", row->label, row->metric);
    g_free(row->label);
    row->label = label;
  }
  return several ? NULL : common;
}

static void widen(double value, double *low, double *high) {
  if (!isfinite(value) || value <= 0) return;
  *low = MIN(*low, value);
  *high = MAX(*high, value);
}

/* All points, and intervals up to a factor of four beyond them: one that is wider is cut, which its arrow
 * says. */
static void set_axis(const IodLayout *layout, const GPtrArray *panels, IodRatioPanel *panel) {
  double low = 0.95, high = 1.05, wide_low = 1, wide_high = 1;
  for (guint p = 0; p < panels->len; p++) {
    const IodRatioPanel *other = panels->pdata[p];
    if (other != panel && (layout->options->scales == IOD_SCALES_FREE || other->better != panel->better))
      continue;
    for (guint i = 0; i < other->rows->len; i++) {
      const IodRatioRow *row = other->rows->pdata[i];
      widen(1 + row->band, &low, &high);
      widen(1 / (1 + row->band), &low, &high);
      for (guint k = 0; k < row->ratios->len; k++) {
        const IodRatio *ratio = &g_array_index(row->ratios, IodRatio, k);
        widen(ratio->ratio, &low, &high);
        widen(ratio->low, &wide_low, &wide_high);
        widen(ratio->high, &wide_low, &wide_high);
      }
    }
  }
  low = MIN(low, MAX(wide_low, low / 4));
  high = MAX(high, MIN(wide_high, high * 4));
  panel->axis.log = TRUE;
  iod_axis_log_bounds(low, high, &panel->axis.low, &panel->axis.high);
}

static IodRatioColumns measure_columns(const IodLayout *layout, const GPtrArray *panels) {
  double name = 0, text = 0, range = 0, word = 0;
  for (guint p = 0; p < panels->len; p++) {
    const IodRatioPanel *panel = panels->pdata[p];
    for (guint i = 0; i < panel->rows->len; i++) {
      const IodRatioRow *row = panel->rows->pdata[i];
      name = MAX(name, iod_text(layout->texts, IOD_FONT_BODY, row->label)->w);
      for (guint k = 0; k < row->ratios->len; k++) {
        const IodRatio *ratio = &g_array_index(row->ratios, IodRatio, k);
        text = MAX(text, ratio->text->w);
        range = MAX(range, ratio->range->w);
        word = MAX(word, ratio->word->w);
      }
    }
  }
  guint compared = layout->comparison->n_series - 1;
  IodRatioColumns columns = {.pitch = compared == 1 ? 21 : compared <= 4 ? 17 : 14};
  columns.name = MIN(name + 1, layout->inner * (layout->inner < 700 ? 0.3 : 0.34)) + NAME_GAP;
  columns.number = layout->numbered ? iod_text(layout->texts, IOD_FONT_SMALL, "00")->w + 6 : 0;
  columns.ratio = text + 12 + 16;
  columns.word = word > 0 && layout->inner >= 600 ? word + 5 : 0;
  columns.range = range > 0 && layout->inner >= 800 && range < 190 ? range + 12 : 0;
  columns.plot = layout->inner - columns.name - columns.number - columns.ratio - columns.word - columns.range;
  return columns;
}

static char *say_title(const IodRatioPanel *panel) {
  const char *parts[4] = {NULL};
  guint n = 0;
  if (panel->facet != NULL) parts[n++] = panel->facet;
  if (panel->metric != NULL) parts[n++] = panel->metric;
  const char *better = iod_say_better(panel->better);
  if (*better != '\0') parts[n++] = better;
  char *title = g_strjoinv(", ", (char **)(gsize)parts);
  title[0] = g_ascii_toupper(title[0]);
  return title;
}

static void add_block(IodLayout *layout, IodRatioPanel *panel) {
  g_autofree char *title = say_title(panel);
  panel->title = iod_text_wrapped(layout->texts, IOD_FONT_HEAD, title, layout->inner);
  if (panel->better != IOD_BETTER_UNKNOWN) {
    panel->worse_side = iod_text(layout->texts, IOD_FONT_SMALL, "← worse");
    panel->better_side = iod_text(layout->texts, IOD_FONT_SMALL, "better →");
  }
  IodBlock *block = iod_block_new(layout->inner, panel, free_panel);
  block->draw = iod_ratio_panel_draw;
  block->stretch = TRUE;
  block->head = panel->title->h + iod_font_height(IOD_FONT_SMALL) + 8;
  block->foot = iod_font_height(IOD_FONT_SMALL) + 6;
  for (guint i = 0; i < panel->rows->len; i++) {
    IodRatioRow *row = panel->rows->pdata[i];
    row->name = iod_text_wrapped(layout->texts, row->index < 0 ? IOD_FONT_STRONG : IOD_FONT_BODY, row->label,
                                 panel->columns.name - NAME_GAP);
    row->height = MAX(row->ratios->len * panel->columns.pitch, row->name->h) + ROW_GAP;
    iod_block_item(block, row->height);
  }
  g_ptr_array_add(layout->blocks, block);
}

gboolean iod_lay_ratio(IodLayout *layout, GError **error) {
  if (layout->comparison->n_series < 2) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE,
                        "a figure of ratios needs two series to compare; --kind bars draws one");
    return FALSE;
  }
  layout->numbered = layout->comparison->n_series > 9;
  layout->legend = layout->comparison->n_series > 2 ? IOD_LEGEND_COMPARED : IOD_LEGEND_NONE;
  layout->shows |= IOD_SHOWS_TOLERANCE;
  layout->groups = iod_pick_groups(layout, layout->lines);
  g_autoptr(GPtrArray) panels = g_ptr_array_new();
  guint without = collect(layout, panels);
  if (panels->len == 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "%s has no value in a row that another series has: there is no ratio to draw",
                iod_series_name(layout, 0));
    return FALSE;
  }
  g_autofree char *rows = iod_say_count(without, "row");
  if (without > 0)
    iod_layout_note(
        layout, g_strdup_printf("left out, without a value of the baseline or of another series: %s", rows));
  for (guint i = 0; i < panels->len; i++) {
    IodRatioPanel *panel = panels->pdata[i];
    panel->metric = name_metrics(panel);
  }
  collect_geomeans(layout, panels);
  IodRatioColumns columns = measure_columns(layout, panels);
  for (guint i = 0; i < panels->len; i++) {
    IodRatioPanel *panel = panels->pdata[i];
    panel->columns = columns;
    set_axis(layout, panels, panel);
    add_block(layout, panel);
  }
  return TRUE;
}
