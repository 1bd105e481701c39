// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  InputOptions input;
  char *format;
  gboolean explain, strict, quiet;
} Options;

/* Keeps the warnings of a reading that is written as it comes. */
typedef struct {
  IodSink sink;
  GPtrArray *warnings;
} Keeper;

static void keep_warning(IodSink *sink, const IodWarning *warning) {
  g_ptr_array_add(((Keeper *)sink)->warnings, iod_warning_copy(warning));
}

static gboolean write_stdout(gpointer user, const char *data, gsize length, GError **error) {
  (void)user;
  if (fwrite(data, 1, length, stdout) == length && fflush(stdout) == 0) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "standard output: %s", g_strerror(errno));
  return FALSE;
}

static ExitCode finish(const Options *options, const GPtrArray *warnings, const GPtrArray *failures,
                       const GError *error) {
  if (!options->quiet) cli_say_warnings(warnings);
  for (guint i = 0; i < failures->len; i++) cli_fail(g_ptr_array_index(failures, i));
  if (error) return cli_fail(error);
  return failures->len || (options->strict && warnings->len) ? EXIT_INPUT : EXIT_DONE;
}

/* NDJSON and CSV: a row an observation, as it comes. */
static ExitCode write_rows(const Options *options, IodInputs *inputs, IodFormat format) {
  g_autoptr(GPtrArray) failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
  g_autoptr(GPtrArray) warnings = g_ptr_array_new_with_free_func((GDestroyNotify)iod_warning_free);
  g_autoptr(GError) error = NULL;
  Keeper keeper = {{.warn = keep_warning}, warnings};
  g_autoptr(IodRowsWriter) writer = iod_rows_writer_new(format, write_stdout, NULL, &keeper.sink);
  iod_inputs_read(inputs, iod_rows_writer_sink(writer), failures);
  iod_rows_writer_flush(writer, &error);
  return finish(options, warnings, failures, error);
}

/* JSON: one document, so all of it is read first. */
static ExitCode write_document(const Options *options, IodInputs *inputs) {
  g_autoptr(Reading) reading = reading_make(inputs, options->quiet);
  g_autoptr(GError) error = NULL;
  json_t *root = iod_native_from_dataset(reading->dataset, IOD_SCHEMA_RESULTS, NULL);
  g_autofree char *text = iod_json_text(root, JSON_INDENT(1));
  json_decref(root);
  if (!write_stdout(NULL, text, strlen(text), &error) || !write_stdout(NULL, "\n", 1, &error))
    return cli_fail(error);
  return reading->failures->len || (options->strict && reading->warnings) ? EXIT_INPUT : EXIT_DONE;
}

static void print_explained(gpointer user, const char *source, guint32 line, const char *text, gsize length,
                            const char *tool, const char *what) {
  (void)user;
  g_print("%s:%u: %-9s %-28s | %.*s\n", source, line, tool ? tool : "", what ? what : "passed over",
          (int)MIN(length, 120), text);
}

/* Each line with what it was taken for; the results themselves are not written. */
static ExitCode explain(const Options *options, IodInputs *inputs) {
  iod_inputs_set_explain(inputs, print_explained, NULL);
  g_autoptr(Reading) reading = reading_make(inputs, options->quiet);
  return reading->failures->len ? EXIT_INPUT : EXIT_DONE;
}

static ExitCode perform(const Options *options) {
  g_autoptr(GError) error = NULL;
  IodFormat format = IOD_FORMAT_NDJSON;
  if (options->format &&
      (!iod_format_parse(options->format, &format) ||
       (format != IOD_FORMAT_NDJSON && format != IOD_FORMAT_CSV && format != IOD_FORMAT_JSON))) {
    g_set_error(&error, IOD_ERROR, IOD_ERROR_USAGE, "--format %s: write ndjson, json or csv",
                options->format);
    return cli_fail(error);
  }
  g_autoptr(IodInputs) inputs = input_options_make(&options->input, &error);
  if (!inputs) return cli_fail(error);
  if (options->explain) return explain(options, inputs);
  return format == IOD_FORMAT_JSON ? write_document(options, inputs) : write_rows(options, inputs, format);
}

int command_parse(int argc, char **argv) {
  Options options = {0};
  GOptionContext *context = g_option_context_new("[INPUT…]");
  const GOptionEntry entries[] = {
      {"format", 'f', 0, G_OPTION_ARG_STRING, &options.format, "ndjson (default), json or csv", "FORMAT"},
      {"explain", 0, 0, G_OPTION_ARG_NONE, &options.explain, "Show what each line was taken for instead",
       NULL},
      {"strict", 0, 0, G_OPTION_ARG_NONE, &options.strict, "A warning about the input is an error", NULL},
      {"quiet", 'q', 0, G_OPTION_ARG_NONE, &options.quiet, "No warnings on stderr", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_set_summary(context, "Every observation in the inputs, one a line.");
  g_option_context_set_description(context, "Examples:\n"
                                            "  iodelta parse run.log\n"
                                            "  iodelta parse --format csv logs/ > logs.csv\n"
                                            "  iodelta parse --explain odd.log");
  input_options_add(context, &options.input);
  g_option_context_add_main_entries(context, entries, NULL);
  ExitCode code = options_parse(context, argc, argv) ? perform(&options) : EXIT_USAGE;
  input_options_clear(&options.input);
  g_free(options.format);
  return (int)code;
}
