// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/page.h"
#include "plot/wording.h"

#define SWATCH     12.0
#define SWATCH_GAP 6.0
#define ITEM_GAP   18.0

/* One series in the legend; places are from the header's corner. */
typedef struct {
  guint series;
  double x, y;
  const IodText *text;
} Item;

/* Of a series; heat maps tell series by numbers alone. */
static double swatch_width(const IodLayout *layout) {
  if (layout->legend == IOD_LEGEND_HEAT) return 0;
  return layout->legend == IOD_LEGEND_LINES ? 2 * SWATCH : SWATCH;
}

/* From left to right, in as many lines as it takes. Returns the height. */
static double measure_legend(IodLayout *layout, IodHeader *header, double top) {
  gboolean without_first = layout->legend == IOD_LEGEND_COMPARED || layout->legend == IOD_LEGEND_HEAT;
  double swatch = swatch_width(layout), x = 0, y = top, line = 0;
  if (swatch > 0) swatch += SWATCH_GAP;
  for (guint i = without_first ? 1 : 0; i < layout->comparison->n_series; i++) {
    g_autofree char *name = layout->numbered ? g_strdup_printf("%u  %s", i + 1, iod_series_name(layout, i))
                                             : g_strdup(iod_series_name(layout, i));
    const IodText *text = iod_text_wrapped(layout->texts, IOD_FONT_BODY, name, layout->inner - swatch);
    if (x > 0 && x + swatch + text->w > layout->inner) {
      x = 0;
      y += line + 4;
      line = 0;
    }
    g_array_append_vals(header->items, &(Item){i, x, y, text}, 1);
    x += swatch + text->w + ITEM_GAP;
    line = MAX(line, text->h);
  }
  return y + line - top;
}

/* The colours of a heat map with what their ends stand for. */
static double measure_scale(IodLayout *layout, IodHeader *header, double top) {
  g_autofree char *limit = iod_say_ratio(layout->heat_limit);
  g_autofree char *worse = g_strdup_printf("%s worse", limit), *better = g_strdup_printf("%s better", limit);
  header->scale_y = top;
  header->worse = iod_text(layout->texts, IOD_FONT_SMALL, worse);
  header->better = iod_text(layout->texts, IOD_FONT_SMALL, better);
  return MAX(SWATCH, header->worse->h);
}

static double measure_key(IodLayout *layout, IodHeader *header, double top) {
  double height = 0;
  if (layout->legend == IOD_LEGEND_HEAT) height = measure_scale(layout, header, top);
  if (layout->legend == IOD_LEGEND_HEAT && !layout->numbered) return height;
  return height + measure_legend(layout, header, top + height + (height > 0 ? 6 : 0)) + (height > 0 ? 6 : 0);
}

char *iod_title_default(const IodLayout *layout) {
  const IodComparison *comparison = layout->comparison;
  if (comparison->n_series == 2)
    return g_strdup_printf("%s compared with %s", iod_series_name(layout, 1), iod_series_name(layout, 0));
  if (comparison->n_series > 2)
    return g_strdup_printf("%u series compared with %s", comparison->n_series - 1,
                           iod_series_name(layout, 0));
  const char *name = iod_series_name(layout, 0);
  return g_strdup(*name != '\0' ? name : "Results");
}

void iod_header_measure(IodLayout *layout, IodHeader *header) {
  const IodPlotOptions *options = layout->options;
  g_autofree char *automatic = options->title == NULL ? iod_title_default(layout) : NULL;
  const char *title = automatic != NULL ? automatic : options->title;
  *header = (IodHeader){.items = g_array_new(FALSE, FALSE, sizeof(Item))};
  double y = 0;
  if (*title != '\0') {
    header->title = iod_text_wrapped(layout->texts, IOD_FONT_TITLE, title, layout->inner);
    y += header->title->h;
  }
  if (options->subtitle != NULL && *options->subtitle != '\0') {
    header->subtitle = iod_text_wrapped(layout->texts, IOD_FONT_BODY, options->subtitle, layout->inner);
    y += header->subtitle->h + 2;
  }
  if (layout->legend != IOD_LEGEND_NONE && layout->comparison->n_series > 1) {
    if (y > 0) y += 8;
    y += measure_key(layout, header, y);
  }
  header->height = y;
}

void iod_header_clear(IodHeader *header) {
  g_array_unref(header->items);
}

static void draw_scale(const IodLayout *layout, const IodHeader *header, IodScene *scene) {
  const IodTheme *theme = layout->theme;
  double x = IOD_MARGIN, y = IOD_MARGIN + header->scale_y;
  iod_scene_text(scene, IOD_ROLE_LEGEND, header->worse, x, y, theme->muted);
  x += header->worse->w + SWATCH_GAP;
  for (int step = -4; step <= 4; step++) {
    IodBox box = {x, y, 1.5 * SWATCH, SWATCH};
    iod_scene_rect(scene, IOD_ROLE_SWATCH, box, iod_heat_colour(theme, step / 4.0));
    x += box.w;
  }
  iod_scene_text(scene, IOD_ROLE_LEGEND, header->better, x + SWATCH_GAP, y, theme->muted);
}

static void draw_swatch(const IodLayout *layout, IodScene *scene, guint series, double x, double middle) {
  IodLook look = iod_look(layout->theme, series);
  if (layout->legend == IOD_LEGEND_COMPARED) {
    iod_scene_line(scene, IOD_ROLE_SWATCH, (IodPoint){x, middle, TRUE}, (IodPoint){x + SWATCH, middle, FALSE},
                   look.line, 3);
    return;
  }
  if (layout->legend == IOD_LEGEND_AREAS) {
    iod_draw_area(scene, IOD_ROLE_SWATCH, (IodBox){x, middle - SWATCH / 2, SWATCH, SWATCH}, &look);
    return;
  }
  IodShape *line = iod_scene_line(scene, IOD_ROLE_SWATCH, (IodPoint){x, middle, TRUE},
                                  (IodPoint){x + 2 * SWATCH, middle, FALSE}, look.line, 2);
  line->dash = look.dash;
  iod_draw_marker(scene, IOD_ROLE_SWATCH, look.marker, x + SWATCH, middle, 4, look.line,
                  look.hatch == IOD_HATCH_NONE ? look.line : layout->theme->ground);
}

void iod_header_draw(const IodLayout *layout, const IodHeader *header, IodScene *scene) {
  double y = IOD_MARGIN;
  if (header->title != NULL) {
    iod_scene_text(scene, IOD_ROLE_TITLE, header->title, IOD_MARGIN, y, layout->theme->text);
    y += header->title->h;
  }
  if (header->subtitle != NULL)
    iod_scene_text(scene, IOD_ROLE_TITLE, header->subtitle, IOD_MARGIN, y + 2, layout->theme->muted);
  if (header->worse != NULL) draw_scale(layout, header, scene);
  for (guint i = 0; i < header->items->len; i++) {
    const Item *item = &g_array_index(header->items, Item, i);
    double x = IOD_MARGIN + item->x, top = IOD_MARGIN + item->y;
    iod_scene_about(scene, -1, (int)item->series);
    double swatch = swatch_width(layout);
    if (swatch > 0) draw_swatch(layout, scene, item->series, x, top + iod_font_height(IOD_FONT_BODY) / 2);
    iod_scene_text(scene, IOD_ROLE_LEGEND, item->text, x + (swatch > 0 ? swatch + SWATCH_GAP : 0), top,
                   layout->theme->text);
  }
  iod_scene_about(scene, -1, -1);
}
