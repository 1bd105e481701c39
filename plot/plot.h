// SPDX-License-Identifier: GPL-3.0-or-later
/* Comparisons as figures: bars, ratios, lines, heat maps, latency curves, runs, tables; as PNG, SVG or PDF.
 * This is a library of its own (libiodelta-plot) that is loaded when the first figure is asked for: Cairo and
 * Pango cost more time to load than a comparison takes to make. */
#ifndef IODELTA_PLOT_H
#define IODELTA_PLOT_H

#include "stats/stats.h"

G_BEGIN_DECLS

#define IOD_PLOT_LIBRARY "libiodelta-plot.so"

typedef enum {
  IOD_PLOT_AUTO, /* what the data suggest */
  IOD_PLOT_BARS,
  IOD_PLOT_RATIO,
  IOD_PLOT_LINES,
  IOD_PLOT_HEATMAP,
  IOD_PLOT_LATENCY,
  IOD_PLOT_RUNS,
  IOD_PLOT_TABLE
} IodPlotKind;

typedef enum { IOD_PLOT_PNG, IOD_PLOT_SVG, IOD_PLOT_PDF } IodPlotFormat;

/* Which panels have the same axis: those of one workload and metric; all of one metric; none. */
typedef enum { IOD_SCALES_AUTO, IOD_SCALES_SHARED, IOD_SCALES_FREE } IodPlotScales;

/* Sizes that are accepted, in units of which a PNG has `scale` pixels. */
#define IOD_PLOT_MIN_WIDTH  400
#define IOD_PLOT_MIN_HEIGHT 200
#define IOD_PLOT_MAX_SIZE   10000

/* All zero: the defaults. Strings are borrowed; NULL: a default, "": none. */
typedef struct {
  IodPlotKind kind;
  IodPlotFormat format;
  guint width;  /* of a page; 0: 960 */
  guint height; /* of a page; 0: as much as is needed, up to a screenful and a half, then further pages */
  double scale; /* pixels a unit in a PNG, up to 8; 0: 1 */
  gboolean dark;
  const char *title, *subtitle, *caption;
  const char *panels; /* a label, each value of which gets panels of its own */
  const char *x;      /* a label with numbers: along the axis of a line chart or heat map; NULL: found */
  IodPlotScales scales;
  gboolean log_axis; /* values on a logarithmic axis */
  gboolean all;      /* the rows that are not usual, too */
  IodUnitStyle units;
} IodPlotOptions;

/* pages: of GBytes, one a page; a PDF holds all of its pages in one. notes: of char *, what a reader of the
 * figure does not see: rows that were left out, further pages, what is too small to see. */
typedef struct {
  GPtrArray *pages;
  GPtrArray *notes;
} IodFigure;

static inline void iod_figure_clear(IodFigure *figure) {
  g_clear_pointer(&figure->pages, g_ptr_array_unref);
  g_clear_pointer(&figure->notes, g_ptr_array_unref);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(IodFigure, iod_figure_clear)

/* "auto", "bars", "ratio", … Inline: whoever asks has not loaded the library yet. */
static inline gboolean iod_plot_kind_parse(const char *text, IodPlotKind *kind) {
  static const char *const names[] = {"auto",    "bars",    "ratio", "lines",
                                      "heatmap", "latency", "runs",  "table"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (!g_str_equal(text, names[i])) continue;
    *kind = (IodPlotKind)i;
    return TRUE;
  }
  return FALSE;
}

/* Draws; the same input gives the same bytes on the same machine (fonts are its own). Fails (usage) on a size
 * out of range, an unknown label, or where no row can be drawn as that kind, saying what that would need.
 * figure is filled in on success only. */
gboolean iod_plot_render(const IodComparison *comparison, const IodPlotOptions *options, IodFigure *figure,
                         GError **error);
typedef gboolean (*IodPlotRender)(const IodComparison *comparison, const IodPlotOptions *options,
                                  IodFigure *figure, GError **error);

G_END_DECLS

#endif
