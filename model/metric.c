// SPDX-License-Identifier: GPL-3.0-or-later
/* The catalogue of metrics: what each is measured in and which direction is better. */
#include "model/model.h"

#include <string.h>

/* cpu is a number of CPUs; cpu_user, cpu_sys and loss are fractions of one. */
static const IodMetric catalogue[] = {
    {"bandwidth", "B/s", IOD_BETTER_HIGHER},
    {"bandwidth_parent", "B/s", IOD_BETTER_HIGHER},
    {"bandwidth_min", "B/s", IOD_BETTER_HIGHER},
    {"bandwidth_max", "B/s", IOD_BETTER_HIGHER},
    {"bandwidth_mean", "B/s", IOD_BETTER_HIGHER},
    {"iops", "1/s", IOD_BETTER_HIGHER},
    {"iops_parent", "1/s", IOD_BETTER_HIGHER},
    {"iops_min", "1/s", IOD_BETTER_HIGHER},
    {"iops_max", "1/s", IOD_BETTER_HIGHER},
    {"iops_mean", "1/s", IOD_BETTER_HIGHER},
    {"events_rate", "1/s", IOD_BETTER_HIGHER},
    {"transactions_rate", "1/s", IOD_BETTER_HIGHER},
    {"queries_rate", "1/s", IOD_BETTER_HIGHER},
    {"cpu_user", "1", IOD_BETTER_LOWER},
    {"cpu_sys", "1", IOD_BETTER_LOWER},
    {"cpu", "CPUs", IOD_BETTER_LOWER},
    {"memory", "B", IOD_BETTER_LOWER},
    {"retransmits", "1", IOD_BETTER_LOWER},
    {"jitter", "s", IOD_BETTER_LOWER},
    {"loss", "1", IOD_BETTER_LOWER},
    {"bytes", "B", IOD_BETTER_NEITHER},
    {"duration", "s", IOD_BETTER_NEITHER},
    {"ios", "1", IOD_BETTER_NEITHER},
    {"events", "1", IOD_BETTER_NEITHER},
};

/* What follows "lat_", "clat_" or "slat_"; NULL where the name does not begin so. */
static const char *latency_part(const char *name) {
  static const char *const prefixes[] = {"lat_", "clat_", "slat_"};
  for (gsize i = 0; i < G_N_ELEMENTS(prefixes); i++) {
    if (g_str_has_prefix(name, prefixes[i])) return name + strlen(prefixes[i]);
  }
  return NULL;
}

double iod_metric_percentile(const char *name) {
  const char *part = latency_part(name);
  if (part == NULL || part[0] != 'p' || !g_ascii_isdigit(part[1])) return -1;
  const char *text = part + 1;
  const char *end = text + strspn(text, "0123456789.");
  double percentile = 0;
  if (!iod_scan_number(&text, end, &percentile) || *text != '\0' || percentile > 100) return -1;
  return percentile;
}

static gboolean is_latency(const char *name) {
  static const char *const parts[] = {"mean", "min", "max", "stddev"};
  const char *part = latency_part(name);
  for (gsize i = 0; part != NULL && i < G_N_ELEMENTS(parts); i++) {
    if (strcmp(part, parts[i]) == 0) return TRUE;
  }
  return iod_metric_percentile(name) >= 0;
}

gboolean iod_metric_lookup(const char *name, IodMetric *metric) {
  *metric = (IodMetric){name, "1", IOD_BETTER_UNKNOWN};
  if (is_latency(name)) {
    metric->unit = "s";
    metric->better = IOD_BETTER_LOWER;
    return TRUE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(catalogue); i++) {
    if (strcmp(name, catalogue[i].name) != 0) continue;
    metric->unit = catalogue[i].unit;
    metric->better = catalogue[i].better;
    return TRUE;
  }
  return FALSE;
}

char *iod_metric_percentile_name(const char *prefix, double percentile) {
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  /* Tools print at most nine places; %f with that many leaves no trace of binary fractions. */
  g_ascii_formatd(text, sizeof text, "%.9f", percentile);
  gsize length = strlen(text);
  while (text[length - 1] == '0') length--;
  if (text[length - 1] == '.') length--;
  return g_strdup_printf("%s_p%.*s", prefix, (int)length, text);
}

static const char *const better_names[] = {
    [IOD_BETTER_UNKNOWN] = "unknown",
    [IOD_BETTER_HIGHER] = "higher",
    [IOD_BETTER_LOWER] = "lower",
    [IOD_BETTER_NEITHER] = "neither",
};

const char *iod_better_name(IodBetter better) {
  return better_names[better];
}

gboolean iod_better_parse(const char *text, IodBetter *better) {
  for (guint i = 0; i < G_N_ELEMENTS(better_names); i++) {
    if (strcmp(text, better_names[i]) != 0) continue;
    *better = (IodBetter)i;
    return TRUE;
  }
  return FALSE;
}
