// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

void output_options_add(GOptionContext *context, OutputOptions *options) {
  const GOptionEntry entries[] = {
      {"format", 'f', 0, G_OPTION_ARG_STRING, &options->format,
       "text (default), markdown, csv, json or ndjson", "FORMAT"},
      {"output", 'o', 0, G_OPTION_ARG_FILENAME_ARRAY, &options->files,
       "The same into a file: .md .csv .json .ndjson .txt (repeatable)", "FILE"},
      {"show", 0, 0, G_OPTION_ARG_STRING, &options->show, "Columns: n,median,mean,stddev,min,max,ci,cv,p",
       "LIST"},
      {"changed", 0, 0, G_OPTION_ARG_NONE, &options->changed,
       "Only rows that are worse or better, or likely so", NULL},
      {"winner", 0, 0, G_OPTION_ARG_NONE, &options->winner, "A column that names the best", NULL},
      {"say", 0, 0, G_OPTION_ARG_NONE, &options->say, "The findings as sentences", NULL},
      {"units", 0, 0, G_OPTION_ARG_STRING, &options->units, "auto (default), si, iec or raw", "UNITS"},
      {"color", 0, 0, G_OPTION_ARG_STRING, &options->color, "auto (default), always or never", "WHEN"},
      {"strict", 0, 0, G_OPTION_ARG_NONE, &options->strict, "A warning about the input is an error", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options->quiet, "No warnings on stderr", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

void output_options_clear(OutputOptions *options) {
  g_free(options->format);
  g_free(options->units);
  g_free(options->color);
  g_free(options->show);
  g_strfreev(options->files);
}

static gboolean wants_color(const char *when) {
  const char *none = g_getenv("NO_COLOR"), *terminal = g_getenv("TERM");
  if (when && strcmp(when, "always") == 0) return TRUE;
  if ((when && strcmp(when, "never") == 0) || (none && *none)) return FALSE;
  return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static guint terminal_width(void) {
  struct winsize size;
  return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

/* Formats that only a check has. */
static gboolean is_for_checks(IodFormat format) {
  return format == IOD_FORMAT_JUNIT || format == IOD_FORMAT_GITHUB;
}

static gboolean format_of_file(const char *path, gboolean checks, IodFormat *format, GError **error) {
  static const struct {
    const char *ending;
    IodFormat format;
  } endings[] = {
      {".md", IOD_FORMAT_MARKDOWN},   {".csv", IOD_FORMAT_CSV},  {".json", IOD_FORMAT_JSON},
      {".ndjson", IOD_FORMAT_NDJSON}, {".txt", IOD_FORMAT_TEXT}, {".xml", IOD_FORMAT_JUNIT},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(endings); i++) {
    if (!g_str_has_suffix(path, endings[i].ending) || (is_for_checks(endings[i].format) && !checks)) continue;
    *format = endings[i].format;
    return TRUE;
  }
  return options_wrong(error, "-o", path,
                       checks ? "a name that ends in .md, .csv, .json, .ndjson, .txt or .xml"
                              : "a name that ends in .md, .csv, .json, .ndjson or .txt");
}

static gboolean parse_format(const char *text, gboolean checks, IodFormat *format, GError **error) {
  if (iod_format_parse(text, format) && (checks || !is_for_checks(*format))) return TRUE;
  return options_wrong(error, "--format", text,
                       checks ? "text, markdown, csv, json, ndjson, junit or github"
                              : "text, markdown, csv, json or ndjson");
}

gboolean output_options_make(const OutputOptions *options, gboolean checks, OutputPlan *plan,
                             GError **error) {
  static const char *const units[] = {"auto", "si", "iec", "raw"};
  static const IodUnitStyle styles[] = {IOD_UNITS_AUTO, IOD_UNITS_SI, IOD_UNITS_IEC, IOD_UNITS_RAW};
  const char *color = options->color;
  gsize style = 0;
  *plan = (OutputPlan){.format = IOD_FORMAT_TEXT};
  if (options->format && !parse_format(options->format, checks, &plan->format, error)) return FALSE;
  if (color && strcmp(color, "auto") != 0 && strcmp(color, "always") != 0 && strcmp(color, "never") != 0)
    return options_wrong(error, "--color", color, "auto, always or never");
  while (options->units && style < G_N_ELEMENTS(units) && strcmp(units[style], options->units) != 0) style++;
  if (style == G_N_ELEMENTS(units))
    return options_wrong(error, "--units", options->units, "auto, si, iec or raw");
  if (options->show && !iod_show_parse(options->show, &plan->report.show, error)) return FALSE;
  for (char **file = options->files; file && *file; file++) {
    IodFormat format;
    if (!format_of_file(*file, checks, &format, error)) return FALSE;
  }
  plan->report.units = styles[style];
  plan->report.color = wants_color(color);
  plan->report.width = terminal_width();
  plan->report.changed = options->changed;
  plan->report.winner = options->winner;
  plan->report.say = options->say;
  return TRUE;
}

static gboolean is_input(const char *path, char *const *inputs) {
  struct stat output, input;
  if (stat(path, &output) != 0) return FALSE;
  for (; inputs && *inputs; inputs++) {
    const char *equals = strchr(*inputs, '=');
    const char *named = equals ? equals + 1 : *inputs;
    if (stat(*inputs, &input) != 0 && stat(named, &input) != 0) continue;
    if (input.st_dev == output.st_dev && input.st_ino == output.st_ino) return TRUE;
  }
  return FALSE;
}

gboolean output_write_file(const char *path, const char *data, gsize length, char *const *inputs,
                           GError **error) {
  g_autoptr(GError) trouble = NULL;
  if (is_input(path, inputs)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "-o %s: it is one of the inputs; name another file", path);
    return FALSE;
  }
  if (g_file_set_contents_full(path, data, (gssize)length, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &trouble))
    return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "-o %s: %s", path, trouble->message);
  return FALSE;
}

gboolean output_write_stdout(const char *data, gsize length, GError **error) {
  if (fwrite(data, 1, length, stdout) == length && fflush(stdout) == 0) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "standard output: %s", g_strerror(errno));
  return FALSE;
}

gboolean output_write(const OutputOptions *options, const OutputPlan *plan, char *const *inputs,
                      OutputRender render, gconstpointer user, GError **error) {
  for (char **file = options->files; file && *file; file++) {
    g_autoptr(GString) text = g_string_new(NULL);
    IodReportOptions report = plan->report;
    IodFormat format = IOD_FORMAT_TEXT;
    if (!format_of_file(*file, TRUE, &format, error)) return FALSE; /* make has seen to it */
    report.color = FALSE;
    report.width = 0;
    render(user, format, &report, text);
    if (!output_write_file(*file, text->str, text->len, inputs, error)) return FALSE;
  }
  g_autoptr(GString) text = g_string_new(NULL);
  render(user, plan->format, &plan->report, text);
  return output_write_stdout(text->str, text->len, error);
}
