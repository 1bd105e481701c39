// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

Reading *reading_make(IodInputs *inputs, gboolean quiet) {
  Reading *reading = g_new0(Reading, 1);
  g_autoptr(GPtrArray) warnings = g_ptr_array_new();
  reading->dataset = iod_dataset_new();
  reading->failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
  iod_inputs_read(inputs, iod_dataset_sink(reading->dataset), reading->failures);
  for (guint i = 0; i < iod_dataset_warning_count(reading->dataset); i++)
    g_ptr_array_add(warnings, (gpointer)(gsize)iod_dataset_warning(reading->dataset, i));
  if (!quiet) cli_say_warnings(warnings);
  for (guint i = 0; i < reading->failures->len; i++) cli_fail(g_ptr_array_index(reading->failures, i));
  reading->warnings = warnings->len;
  return reading;
}

void reading_free(Reading *reading) {
  iod_dataset_free(reading->dataset);
  g_ptr_array_unref(reading->failures);
  g_free(reading);
}

gboolean options_parse(GOptionContext *context, int argc, char **argv) {
  g_autoptr(GError) error = NULL;
  gboolean right = g_option_context_parse(context, &argc, &argv, &error);
  if (!right) g_printerr("iodelta: %s; %s --help tells the options\n", error->message, g_get_prgname());
  g_option_context_free(context);
  return right;
}

gboolean options_wrong(GError **error, const char *option, const char *value, const char *right) {
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s %s: write %s", option, value, right);
  return FALSE;
}
