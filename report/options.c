// SPDX-License-Identifier: GPL-3.0-or-later
/* Names of formats and columns. */
#include "report/report.h"

gboolean iod_format_parse(const char *text, IodFormat *format) {
  static const char *const names[] = {
      [IOD_FORMAT_TEXT] = "text",     [IOD_FORMAT_MARKDOWN] = "markdown", [IOD_FORMAT_CSV] = "csv",
      [IOD_FORMAT_JSON] = "json",     [IOD_FORMAT_NDJSON] = "ndjson",     [IOD_FORMAT_JUNIT] = "junit",
      [IOD_FORMAT_GITHUB] = "github",
  };
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (!g_str_equal(text, names[i])) continue;
    *format = (IodFormat)i;
    return TRUE;
  }
  return FALSE;
}

static gboolean show_one(const char *name, guint *show) {
  static const struct {
    const char *name;
    IodShow bit;
  } columns[] = {
      {"n", IOD_SHOW_N},     {"median", IOD_SHOW_MEDIAN}, {"mean", IOD_SHOW_MEAN},
      {"min", IOD_SHOW_MIN}, {"stddev", IOD_SHOW_STDDEV}, {"max", IOD_SHOW_MAX},
      {"ci", IOD_SHOW_CI},   {"cv", IOD_SHOW_CV},         {"p", IOD_SHOW_P},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(columns); i++) {
    if (!g_str_equal(name, columns[i].name)) continue;
    *show |= columns[i].bit;
    return TRUE;
  }
  return FALSE;
}

gboolean iod_show_parse(const char *names, guint *show, GError **error) {
  g_auto(GStrv) list = g_strsplit(names, ",", -1);
  *show = 0;
  for (guint i = 0; list[i] != NULL; i++) {
    if (show_one(g_strstrip(list[i]), show)) continue;
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
                "there is no column \"%s\" to show: n, median, mean, stddev, min, max, ci, cv, p", list[i]);
    return FALSE;
  }
  if (*show != 0) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "no column to show was named: n, median, mean, stddev, min, max, ci, cv, p");
  return FALSE;
}
