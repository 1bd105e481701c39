// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <unistd.h>

void input_options_add(GOptionContext *context, InputOptions *options) {
  const GOptionEntry entries[] = {
      {"path-labels", 0, 0, G_OPTION_ARG_STRING, &options->path_labels,
       "Labels out of the path, as in '{config}/{_}/{volume}/{run}.*'", "PATTERN"},
      {"dirs", 0, 0, G_OPTION_ARG_STRING, &options->dirs,
       "Names of the folder levels below an input ('_': none)", "A,_,B"},
      {"label", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->labels,
       "A label for all that is read (repeatable)", "K=V"},
      {"from", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->from,
       "Labels out of a label, as in 'pod=fio-{volume}-*'", "LABEL=PATTERN"},
      {"given", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->given,
       "Values measured by hand, as in jiva:cpu=6,memory=736MiB", "NAME:M=V,…"},
      {"input-format", 0, 0, G_OPTION_ARG_STRING, &options->format,
       "auto, numbers, csv, or a tool's name (iodelta parsers)", "FORMAT"},
      {"column", 0, 0, G_OPTION_ARG_INT, &options->column, "numbers: which column holds them", "N"},
      {"metric", 0, 0, G_OPTION_ARG_STRING, &options->metric, "numbers, csv: what they are", "NAME"},
      {"unit", 0, 0, G_OPTION_ARG_STRING, &options->unit, "numbers, csv: their unit", "U"},
      {"better", 0, 0, G_OPTION_ARG_STRING, &options->better, "numbers, csv: higher or lower", "WAY"},
      {"value", 0, 0, G_OPTION_ARG_STRING, &options->csv_value, "csv: the column that holds the value",
       "COLUMN"},
      {G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->inputs, NULL, NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

void input_options_clear(InputOptions *options) {
  g_strfreev(options->inputs);
  g_strfreev(options->labels);
  g_strfreev(options->from);
  g_strfreev(options->given);
  char *texts[] = {options->format, options->path_labels, options->dirs,     options->metric,
                   options->unit,   options->better,      options->csv_value};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
}

/* Gives each of a list of texts to a setter. */
static gboolean each(IodInputs *inputs, char **texts, gboolean (*set)(IodInputs *, const char *, GError **),
                     GError **error) {
  for (char **text = texts; text && *text; text++)
    if (!set(inputs, *text, error)) return FALSE;
  return TRUE;
}

static gboolean fill(const InputOptions *options, IodInputs *inputs, GError **error) {
  if (options->column < 0) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--column %d: columns count from 1", options->column);
    return FALSE;
  }
  if (options->csv_value) iod_inputs_set_csv_value(inputs, options->csv_value);
  return each(inputs, options->inputs, iod_inputs_add, error) &&
         each(inputs, options->labels, iod_inputs_add_label, error) &&
         each(inputs, options->from, iod_inputs_add_from, error) &&
         each(inputs, options->given, iod_inputs_add_given, error) &&
         (!options->format || iod_inputs_set_format(inputs, options->format, error)) &&
         (!options->path_labels || iod_inputs_set_path_labels(inputs, options->path_labels, error)) &&
         (!options->dirs || iod_inputs_set_dirs(inputs, options->dirs, error)) &&
         iod_inputs_set_numbers(inputs, (guint)options->column, options->metric, options->unit,
                                options->better, error);
}

IodInputs *input_options_make(const InputOptions *options, GError **error) {
  g_autoptr(IodInputs) inputs = iod_inputs_new();
  if (!fill(options, inputs, error)) return NULL;
  if (iod_inputs_count(inputs) > 0) return g_steal_pointer(&inputs);
  if (isatty(STDIN_FILENO)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "name a log, a folder of logs, or pipe one in");
    return NULL;
  }
  return iod_inputs_add(inputs, "-", error) ? g_steal_pointer(&inputs) : NULL;
}
