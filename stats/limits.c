// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/limits.h"

#include "stats/filter.h"

#include <string.h>

/* Units that may stand behind a bound, and what they are in base units. */
static const struct {
  const char *suffix;
  double factor;
} units[] = {
    {"", 1},           {"ns", 1e-9},  {"us", 1e-6},    {"\xc2\xb5s", 1e-6}, {"ms", 1e-3},
    {"s", 1},          {"%", 1e-2},   {"k", 1e3},      {"M", 1e6},          {"B/s", 1},
    {"kB/s", 1e3},     {"MB/s", 1e6}, {"GB/s", 1e9},   {"KiB/s", 1024.0},   {"MiB/s", 0x1p20},
    {"GiB/s", 0x1p30}, {"B", 1},      {"KiB", 1024.0}, {"MiB", 0x1p20},     {"GiB", 0x1p30},
};

static gboolean read_bound(const char *text, double *bound) {
  const char *at = text;
  if (!iod_scan_number(&at, text + strlen(text), bound)) return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
    if (strcmp(at, units[i].suffix) != 0) continue;
    *bound *= units[i].factor;
    return TRUE;
  }
  return FALSE;
}

/* "lat_p99<=10ms" */
static gboolean read_limit(IodLimit *limit, const char *text) {
  const char *sign = strpbrk(text, "<>");
  if (!sign || sign == text) return FALSE;
  limit->below = *sign == '<';
  limit->strict = sign[1] != '=';
  limit->metric = g_strndup(text, (gsize)(sign - text));
  return read_bound(sign + (limit->strict ? 1 : 2), &limit->bound);
}

IodLimit *iod_limit_new(const char *text, GError **error) {
  g_autoptr(IodLimit) limit = g_new0(IodLimit, 1);
  g_autofree char *trimmed = g_strstrip(g_strdup(text));
  const char *blank = strrchr(trimmed, ' ');
  limit->text = g_strdup(trimmed);
  limit->filter = iod_filter_new();
  if (!read_limit(limit, blank ? blank + 1 : trimmed)) {
    g_set_error(
        error, IOD_ERROR, IOD_ERROR_USAGE,
        "--limit '%s': write conditions, then METRIC<VALUE or METRIC>VALUE, as in 'op=fsync lat_p99<10ms'",
        text);
    return NULL;
  }
  g_autofree char *conditions = g_strndup(trimmed, blank ? (gsize)(blank - trimmed) : 0);
  if (*conditions && !iod_filter_add(limit->filter, conditions, error)) return NULL;
  return g_steal_pointer(&limit);
}

void iod_limit_free(IodLimit *limit) {
  g_free(limit->text);
  g_free(limit->metric);
  if (limit->filter) iod_filter_free(limit->filter);
  g_free(limit);
}

gboolean iod_limit_concerns(const IodLimit *limit, const IodRow *row) {
  return iod_metric_matches(limit->metric, row->metric.name) && iod_filter_matches_row(limit->filter, row);
}

gboolean iod_limit_holds(const IodLimit *limit, double value) {
  if (limit->below) return limit->strict ? value < limit->bound : value <= limit->bound;
  return limit->strict ? value > limit->bound : value >= limit->bound;
}
