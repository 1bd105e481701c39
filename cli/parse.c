// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/cli.h"

#include <stdio.h>

typedef struct {
  IodSink sink;
  GPtrArray *warnings;
} Writer;

static void on_observation(IodSink *sink, IodRun *run, const IodObservation *o) {
  (void)sink;
  json_t *labels = json_object();
  g_autoptr(IodLabels) all = iod_labels_copy(o->labels);
  iod_labels_merge(all, run->labels);
  for (guint i = 0; i < iod_labels_count(all); i++)
    json_object_set_new(labels, iod_labels_at(all, i).name, json_string(iod_labels_at(all, i).value));
  json_t *row = json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:f,s:s,s:s,s:i,s:o}", "tool", run->tool, "test", o->test,
                          "op", o->op, "metric", o->metric.name, "unit", o->metric.unit, "better",
                          iod_better_name(o->metric.better), "value", o->value, "run", run->id, "source",
                          run->source, "line", (int)o->line, "labels", labels);
  json_dumpf(row, stdout, JSON_COMPACT);
  putchar('\n');
  json_decref(row);
}

static void on_warning(IodSink *sink, const IodWarning *warning) {
  g_ptr_array_add(((Writer *)sink)->warnings, iod_warning_copy(warning));
}

static void explain(gpointer user, const char *source, guint32 line, const char *text, gsize length,
                    const char *tool, const char *what) {
  (void)user, (void)length;
  printf("%s:%u: %s%s%s | %s\n", source, line, tool ? tool : "-", tool ? ": " : "", what ? what : "", text);
}

int command_parse(int argc, char **argv) {
  g_autoptr(IodInputs) inputs = iod_inputs_new();
  g_autoptr(GPtrArray) failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
  g_autoptr(GPtrArray) warnings = g_ptr_array_new_with_free_func((GDestroyNotify)iod_warning_free);
  Writer writer = {{NULL, on_observation, on_warning}, warnings};
  for (int i = 1; i < argc; i++) {
    g_autoptr(GError) error = NULL;
    if (g_str_equal(argv[i], "--format") && ++i) continue;
    if (g_str_equal(argv[i], "--explain"))
      iod_inputs_set_explain(inputs, explain, NULL);
    else if (!iod_inputs_add(inputs, argv[i], &error))
      return cli_fail(error);
  }
  iod_inputs_read(inputs, &writer.sink, failures);
  cli_say_warnings(warnings);
  for (guint i = 0; i < failures->len; i++) cli_fail(g_ptr_array_index(failures, i));
  return failures->len ? EXIT_INPUT : EXIT_DONE;
}
