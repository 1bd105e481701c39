// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

#include <string.h>
#include <unistd.h>

static void free_input(gpointer data) {
  IodInput *input = data;
  g_free(input->name);
  g_free(input->path);
  g_free(input);
}

IodInputs *iod_inputs_new(void) {
  IodInputs *inputs = g_new0(IodInputs, 1);
  inputs->inputs = g_ptr_array_new_with_free_func(free_input);
  inputs->labels = iod_labels_new();
  inputs->from = g_ptr_array_new_with_free_func((GDestroyNotify)iod_label_pattern_free);
  inputs->given = g_ptr_array_new_with_free_func(g_free);
  return inputs;
}

void iod_inputs_free(IodInputs *inputs) {
  g_ptr_array_unref(inputs->inputs);
  if (inputs->series) g_ptr_array_unref(inputs->series);
  iod_path_pattern_free(inputs->path_labels);
  g_strfreev(inputs->dirs);
  iod_labels_free(inputs->labels);
  g_ptr_array_unref(inputs->from);
  g_ptr_array_unref(inputs->given);
  g_free(inputs->plain.metric);
  g_free(inputs->plain.unit);
  g_free(inputs->plain.csv_value);
  g_free(inputs);
}

/* PATH#N: only where PATH itself, '#' and all, is no file. */
static guint split_pick(char *path) {
  char *hash = strrchr(path, '#');
  guint64 number;
  if (!hash || access(path, F_OK) == 0) return 0;
  if (!g_ascii_string_to_unsigned(hash + 1, 10, 1, G_MAXUINT32, &number, NULL)) return 0;
  *hash = '\0';
  return (guint)number;
}

gboolean iod_inputs_add(IodInputs *inputs, const char *argument, GError **error) {
  const char *equals = strchr(argument, '=');
  const char *slash = strchr(argument, '/');
  gboolean named = equals && (!slash || equals < slash);
  if (!*argument || (named && (equals == argument || !equals[1]))) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "input '%s': write PATH or NAME=PATH; a path with '=' in it as ./%s", argument, argument);
    return FALSE;
  }
  IodInput *input = g_new0(IodInput, 1);
  input->name = named ? g_utf8_make_valid(argument, equals - argument) : NULL;
  input->path = g_strdup(named ? equals + 1 : argument);
  input->pick = split_pick(input->path);
  g_ptr_array_add(inputs->inputs, input);
  return TRUE;
}

gboolean iod_inputs_set_format(IodInputs *inputs, const char *name, GError **error) {
  if (strcmp(name, "auto") == 0) return TRUE;
  g_autoptr(GString) known = g_string_new("auto");
  for (guint i = 0; iod_parsers[i]; i++) {
    if (strcmp(iod_parsers[i]->name, name) == 0) {
      inputs->only = iod_parsers[i];
      return TRUE;
    }
    g_string_append_printf(known, ", %s", iod_parsers[i]->name);
  }
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--input-format %s: not one of %s", name, known->str);
  return FALSE;
}

gboolean iod_inputs_set_path_labels(IodInputs *inputs, const char *pattern, GError **error) {
  iod_path_pattern_free(inputs->path_labels);
  return (inputs->path_labels = iod_path_pattern_new(pattern, error)) != NULL;
}

gboolean iod_inputs_set_dirs(IodInputs *inputs, const char *names, GError **error) {
  g_strfreev(inputs->dirs);
  inputs->dirs = g_strsplit(names, ",", -1);
  for (char **name = inputs->dirs; *name; name++) {
    if (**name && strcmp(*name, "tool") != 0 && strcmp(*name, "test") != 0) continue;
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "--dirs '%s': write a name for each folder level, '_' to pass one over; tool and test are "
                "told by the log",
                names);
    return FALSE;
  }
  return TRUE;
}

gboolean iod_inputs_add_label(IodInputs *inputs, const char *text, GError **error) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !g_utf8_validate(text, -1, NULL)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--label '%s': write NAME=VALUE", text);
    return FALSE;
  }
  g_autofree char *name = g_strndup(text, (gsize)(equals - text));
  iod_labels_set(inputs->labels, name, equals + 1);
  return TRUE;
}

gboolean iod_inputs_add_from(IodInputs *inputs, const char *text, GError **error) {
  IodLabelPattern *from = iod_label_pattern_new(text, error);
  if (!from) return FALSE;
  g_ptr_array_add(inputs->from, from);
  return TRUE;
}

gboolean iod_inputs_add_given(IodInputs *inputs, const char *text, GError **error) {
  if (!iod_given_check(text, error)) return FALSE;
  g_ptr_array_add(inputs->given, g_strdup(text));
  return TRUE;
}

gboolean iod_inputs_set_numbers(IodInputs *inputs, guint column, const char *metric, const char *unit,
                                const char *better, GError **error) {
  IodPlainOptions *plain = &inputs->plain;
  IodMetric known = {.unit = "1", .better = IOD_BETTER_UNKNOWN};
  if (metric) iod_metric_lookup(metric, &known);
  plain->column = column;
  plain->better = known.better;
  if (better && !iod_better_parse(better, &plain->better)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--better %s: not one of higher, lower, neither, unknown",
                better);
    return FALSE;
  }
  g_free(plain->metric);
  g_free(plain->unit);
  plain->metric = g_strdup(metric);
  plain->unit = g_strdup(unit ? unit : known.unit);
  return TRUE;
}

void iod_inputs_set_csv_value(IodInputs *inputs, const char *column) {
  g_free(inputs->plain.csv_value);
  inputs->plain.csv_value = g_strdup(column);
}

guint iod_inputs_count(const IodInputs *inputs) {
  return inputs->inputs->len;
}

void iod_inputs_pool(IodInputs *inputs) {
  inputs->pooled = TRUE;
}

const char *iod_inputs_series(const IodInputs *inputs, guint index) {
  if (inputs->pooled) return NULL;
  const IodInput *only = g_ptr_array_index(inputs->inputs, 0);
  if (inputs->inputs->len == 1 && inputs->given->len == 0) return only->name;
  IodInputs *cache = (IodInputs *)(gsize)inputs; /* the names are made once, when all inputs are known */
  if (!cache->series || cache->series->len != inputs->inputs->len) {
    if (cache->series) g_ptr_array_unref(cache->series);
    cache->series = iod_series_names(inputs->inputs);
  }
  return g_ptr_array_index(inputs->series, index);
}

void iod_inputs_set_side(IodInputs *inputs, guint index, const char *series, gboolean is_baseline) {
  IodInput *input = g_ptr_array_index(inputs->inputs, index);
  g_free(input->name);
  input->name = g_strdup(series);
  input->is_baseline = is_baseline;
}

void iod_inputs_set_explain(IodInputs *inputs, IodExplain explain, gpointer user) {
  inputs->explain = explain;
  inputs->explain_user = user;
}
