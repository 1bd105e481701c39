// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/inputs.h"

#include <string.h>

/* Units that people write behind a hand-measured value, and what they are in base units. */
static const struct {
  const char *suffix;
  double factor;
} units[] = {
    {"", 1},
    {"ns", 1e-9},
    {"us", 1e-6},
    {"µs", 1e-6},
    {"ms", 1e-3},
    {"s", 1},
    {"%", 0.01},
    {"B", 1},
    {"kB", 1e3},
    {"MB", 1e6},
    {"GB", 1e9},
    {"KiB", 1024},
    {"MiB", 1048576},
    {"GiB", 1073741824},
    {"B/s", 1},
    {"kB/s", 1e3},
    {"MB/s", 1e6},
    {"GB/s", 1e9},
    {"KiB/s", 1024},
    {"MiB/s", 1048576},
    {"GiB/s", 1073741824},
};

static gboolean read_value(const char *text, double *value) {
  const char *at = text, *end = text + strlen(text);
  gboolean negative = *at == '-';
  if (negative) at++;
  if (!iod_scan_number(&at, end, value)) return FALSE;
  if (negative) *value = -*value;
  while (*at == ' ') at++;
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
    if (strcmp(at, units[i].suffix) != 0) continue;
    *value *= units[i].factor;
    return TRUE;
  }
  return FALSE;
}

static char **split(const char *text, char **name) {
  const char *colon = strchr(text, ':');
  if (!colon || colon == text || !g_utf8_validate(text, -1, NULL)) return NULL;
  *name = g_strndup(text, (gsize)(colon - text));
  return g_strsplit(colon + 1, ",", -1);
}

gboolean iod_given_check(const char *text, GError **error) {
  g_autofree char *name = NULL;
  g_auto(GStrv) pairs = split(text, &name);
  gboolean right = pairs && *pairs;
  for (char **pair = pairs; right && *pair; pair++) {
    char *equals = strchr(*pair, '=');
    double value;
    right = equals && equals > *pair && read_value(equals + 1, &value);
  }
  if (!right)
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "--given '%s': write NAME:METRIC=VALUE[UNIT],…, as in 'jiva:cpu=6,memory=736MiB'", text);
  return right;
}

void iod_given_read(const char *text, IodSink *sink) {
  g_autofree char *name = NULL;
  g_auto(GStrv) pairs = split(text, &name);
  g_autoptr(IodRun) run = iod_run_new("given", "--given");
  run->id = g_strdup("1");
  run->complete = TRUE;
  iod_labels_set(run->labels, "series", name);
  iod_sink_run(sink, run);
  for (char **pair = pairs; *pair; pair++) {
    char *equals = strchr(*pair, '=');
    IodObservation observation = {.test = "-", .op = "-"};
    *equals = '\0';
    if (!read_value(equals + 1, &observation.value)) g_assert_not_reached(); /* iod_given_check saw it */
    iod_metric_lookup(*pair, &observation.metric);
    iod_sink_observe(sink, run, &observation);
  }
}
