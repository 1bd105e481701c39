// SPDX-License-Identifier: GPL-3.0-or-later
/* plot: what compare compares, as a figure. The library that draws is loaded here. */
#include "cli/options.h"

#include "model/module.h"
#include "plot/plot.h"

#include <string.h>
#include <unistd.h>

typedef struct {
  char *kind, *format, *theme, *title, *subtitle, *caption, *panels, *scales, *units;
  char **files;
  int width, height;
  double scale;
  gboolean log_axis, strict, quiet;
} PlotOptions;

typedef struct {
  InputOptions input;
  GroupOptions group;
  PlotOptions plot;
} Options;

static void add_plot_options(GOptionContext *context, PlotOptions *options) {
  const GOptionEntry entries[] = {
      {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files,
       "Where to: .png .svg .pdf (repeatable); further pages go to NAME-2.png, …", "FILE"},
      {"format", 'f', 0, G_OPTION_ARG_STRING, &options->format, "png, svg or pdf, to standard output",
       "FORMAT"},
      {"kind", 'k', 0, G_OPTION_ARG_STRING, &options->kind,
       "bars, ratio, lines, heatmap, latency, runs or table (default: by the data)", "KIND"},
      {"panels", 0, 0, G_OPTION_ARG_STRING, &options->panels,
       "Panels of its own for each value of this label", "LABEL"},
      {"scales", 0, 0, G_OPTION_ARG_STRING, &options->scales,
       "One axis for panels of a workload (auto, default), of a metric (shared), or none (free)", "WHICH"},
      {"log", 0, 0, G_OPTION_ARG_NONE, &options->log_axis, "Values on a logarithmic axis", NULL},
      {"width", 0, 0, G_OPTION_ARG_INT, &options->width, "Of a page (default 960)", "N"},
      {"height", 0, 0, G_OPTION_ARG_INT, &options->height, "Of a page (default: as much as it takes)", "N"},
      {"scale", 0, 0, G_OPTION_ARG_DOUBLE, &options->scale, "Pixels for each of them in a PNG (default 1)",
       "X"},
      {"theme", 0, 0, G_OPTION_ARG_STRING, &options->theme, "light (default) or dark", "THEME"},
      {"title", 0, 0, G_OPTION_ARG_STRING, &options->title, "'' for none", "TEXT"},
      {"subtitle", 0, 0, G_OPTION_ARG_STRING, &options->subtitle, "Under the title", "TEXT"},
      {"caption", 0, 0, G_OPTION_ARG_STRING, &options->caption,
       "In place of the one that tells runs, intervals, tools; '' for none", "TEXT"},
      {"units", 0, 0, G_OPTION_ARG_STRING, &options->units, "auto (default), si, iec or raw", "UNITS"},
      {"strict", 0, 0, G_OPTION_ARG_NONE, &options->strict, "A warning about the input is an error", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "No warnings and notes on stderr", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

static void clear_plot_options(PlotOptions *options) {
  char *texts[] = {options->kind,    options->format, options->theme,  options->title, options->subtitle,
                   options->caption, options->panels, options->scales, options->units};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  g_strfreev(options->files);
}

/* The place of a word in a list; FALSE where it is not in it. NULL is the first. */
static gboolean choose(const char *text, const char *const *words, guint n, guint *choice) {
  for (*choice = 0; *choice < n; (*choice)++)
    if (text == NULL || strcmp(text, words[*choice]) == 0) return TRUE;
  return FALSE;
}

static const char *const formats[] = {"png", "svg", "pdf"};

static gboolean format_of_file(const char *path, guint *format, GError **error) {
  const char *dot = strrchr(path, '.');
  return (dot != NULL && choose(dot + 1, formats, G_N_ELEMENTS(formats), format)) ||
         options_wrong(error, "-o", path, "a name that ends in .png, .svg or .pdf");
}

static gboolean make_look(const PlotOptions *options, IodPlotOptions *plot, GError **error) {
  static const char *const themes[] = {"light", "dark"}, *const scales[] = {"auto", "shared", "free"},
                           *const units[] = {"auto", "si", "iec", "raw"};
  static const IodUnitStyle styles[] = {IOD_UNITS_AUTO, IOD_UNITS_SI, IOD_UNITS_IEC, IOD_UNITS_RAW};
  guint theme, scale, style;
  if (!choose(options->theme, themes, 2, &theme))
    return options_wrong(error, "--theme", options->theme, "light or dark");
  if (!choose(options->scales, scales, 3, &scale))
    return options_wrong(error, "--scales", options->scales, "auto, shared or free");
  if (!choose(options->units, units, 4, &style))
    return options_wrong(error, "--units", options->units, "auto, si, iec or raw");
  plot->dark = theme == 1;
  plot->scales = (IodPlotScales)scale;
  plot->units = styles[style];
  return TRUE;
}

static gboolean make_plot(const Options *options, IodPlotOptions *plot, GError **error) {
  const PlotOptions *given = &options->plot;
  guint format = 0;
  *plot = (IodPlotOptions){.title = given->title,
                           .subtitle = given->subtitle,
                           .caption = given->caption,
                           .panels = given->panels,
                           .x = options->group.order_by,
                           .width = (guint)MAX(given->width, 0),
                           .height = (guint)MAX(given->height, 0),
                           .scale = given->scale,
                           .log_axis = given->log_axis,
                           .all = options->group.all};
  if (given->width < 0 || given->height < 0)
    return options_wrong(error, "--width, --height", "below 0", "how large a page is");
  if (given->kind && !iod_plot_kind_parse(given->kind, &plot->kind))
    return options_wrong(error, "--kind", given->kind, "bars, ratio, lines, heatmap, latency, runs or table");
  if (given->format && !choose(given->format, formats, G_N_ELEMENTS(formats), &format))
    return options_wrong(error, "--format", given->format, "png, svg or pdf");
  plot->format = (IodPlotFormat)format;
  for (char **file = given->files; file && *file; file++)
    if (!format_of_file(*file, &format, error)) return FALSE;
  if (!given->files && !given->format && isatty(STDOUT_FILENO))
    return options_wrong(error, "-o FILE", "is missing", "where the figure goes, as in -o figure.png");
  return make_look(given, plot, error);
}

/* "a/b.png", 2 -> "a/b-2.png". */
static char *page_path(const char *path, guint page) {
  const char *dot = strrchr(path, '.');
  return page == 1 ? g_strdup(path) : g_strdup_printf("%.*s-%u%s", (int)(dot - path), path, page, dot);
}

static gboolean write_pages(const char *path, const IodFigure *figure, const Options *options,
                            GError **error) {
  for (guint i = 0; i < figure->pages->len; i++) {
    g_autofree char *name = page_path(path, i + 1);
    gsize length = 0;
    const char *data = g_bytes_get_data(figure->pages->pdata[i], &length);
    if (!output_write_file(name, data, length, options->input.inputs, error)) return FALSE;
    if (i > 0 && !options->plot.quiet) g_printerr("iodelta: page %u is %s\n", i + 1, name);
  }
  return TRUE;
}

/* Standard output holds one page of a picture; a PDF holds them all. */
static gboolean write_stdout(const IodFigure *figure, const Options *options, GError **error) {
  gsize length = 0;
  const char *data = g_bytes_get_data(figure->pages->pdata[0], &length);
  if (figure->pages->len > 1 && !options->plot.quiet)
    g_printerr("iodelta: this is page 1 of %u; -o FILE or --format pdf gives all\n", figure->pages->len);
  return output_write_stdout(data, length, error);
}

static gboolean draw(IodPlotRender render, const IodComparison *comparison, IodPlotOptions *plot,
                     const Options *options, const char *path, gboolean says, GError **error) {
  g_auto(IodFigure) figure = {NULL, NULL};
  guint format = plot->format;
  if (path && !format_of_file(path, &format, error)) return FALSE;
  plot->format = (IodPlotFormat)format;
  if (!render(comparison, plot, &figure, error)) return FALSE;
  for (guint i = 0; says && i < figure.notes->len; i++)
    g_printerr("iodelta: %s\n", (const char *)figure.notes->pdata[i]);
  return path ? write_pages(path, &figure, options, error) : write_stdout(&figure, options, error);
}

static gboolean draw_all(const IodComparison *comparison, IodPlotOptions *plot, const Options *options,
                         GError **error) {
  gpointer symbol = iod_module_symbol(IOD_PLOT_LIBRARY, "iod_plot_render", error);
  IodPlotRender render;
  if (!symbol) return FALSE;
  memcpy(&render, &symbol, sizeof render);
  gboolean says = !options->plot.quiet;
  if (!options->plot.files || options->plot.format)
    if (!draw(render, comparison, plot, options, NULL, says && !options->plot.files, error)) return FALSE;
  for (char **file = options->plot.files; file && *file; file++)
    if (!draw(render, comparison, plot, options, *file, says && file == options->plot.files, error))
      return FALSE;
  return TRUE;
}

static ExitCode perform(Options *options) {
  g_autoptr(GError) error = NULL;
  IodGrouping grouping;
  IodPlotOptions plot;
  if (!group_options_make(&options->group, &grouping, &error) || !make_plot(options, &plot, &error))
    return cli_fail(error);
  g_autoptr(IodInputs) inputs = input_options_make(&options->input, &error);
  if (!inputs) return cli_fail(error);
  g_autoptr(Reading) reading = reading_make(inputs, options->plot.quiet);
  if (reading->failures->len) return EXIT_INPUT;
  grouping.pool = !grouping.by && iod_inputs_count(inputs) < 2;
  g_autoptr(IodComparison) comparison = iod_group(reading->dataset, &grouping, &error);
  if (!comparison || !draw_all(comparison, &plot, options, &error)) return cli_fail(error);
  return options->plot.strict && reading->warnings ? EXIT_INPUT : EXIT_DONE;
}

int command_plot(int argc, char **argv) {
  Options options = {0};
  GOptionContext *context = g_option_context_new("[BASE NEW…] -o FILE");
  g_option_context_set_summary(context, "The comparison as a figure: PNG, SVG or PDF.");
  g_option_context_set_description(
      context, "Examples:\n"
               "  iodelta plot hostpath/ jiva/ -o figure.png\n"
               "  iodelta plot --kind lines -x block_size -w tool=iozone a/ b/ -o iozone.svg\n"
               "  iodelta plot --by volume --dirs config,_,volume --panels config campaign/ -o all.pdf\n"
               "  iodelta plot -k latency EC=article.txt#1 replicated=article.txt#2 -o tail.png");
  group_options_init(&options.group);
  input_options_add(context, &options.input);
  group_options_add_series(context, &options.group);
  group_options_add(context, &options.group);
  add_plot_options(context, &options.plot);
  ExitCode code = options_parse(context, argc, argv) ? perform(&options) : EXIT_USAGE;
  input_options_clear(&options.input);
  group_options_clear(&options.group);
  clear_plot_options(&options.plot);
  return (int)code;
}
