// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/wording.h"

#include <math.h>
#include <string.h>

/* "1e-06" is written "1e-6". */
static char *formatted(const char *format, double value) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(buffer, sizeof buffer, format, value);
  char *exponent = strchr(buffer, 'e');
  if (exponent == NULL) return g_strdup(buffer);
  int power = (int)g_ascii_strtoll(exponent + 1, NULL, 10);
  return g_strdup_printf("%.*se%d", (int)(exponent - buffer), buffer, power);
}

static char *fixed(double value, int decimals) {
  char format[16];
  g_snprintf(format, sizeof format, "%%.%df", CLAMP(decimals, 0, 20));
  return formatted(format, value);
}

static gboolean reads_well(double shown) {
  return fabs(shown) >= 0.001 && fabs(shown) < 99999.5;
}

char *iod_say_value(const IodScale *scale, const IodMetric *metric, double value) {
  if (!isfinite(value)) return g_strdup("–");
  if (value == 0) return g_strdup("0");
  double shown = value / scale->factor;
  if (reads_well(shown)) return fixed(shown, iod_decimals_for(shown));
  gboolean si = strchr(scale->suffix, 'i') == NULL || strstr(scale->suffix, "iops") != NULL;
  IodScale own = iod_scale_for(metric, NULL, si ? IOD_UNITS_SI : IOD_UNITS_IEC, fabs(value));
  shown = value / own.factor;
  g_autofree char *number =
      reads_well(shown) ? fixed(shown, iod_decimals_for(shown)) : formatted("%.2e", shown);
  return g_strjoin(*own.suffix != '\0' ? " " : "", number, own.suffix, NULL);
}

char *iod_say_tick(double shown, int decimals) {
  double size = fabs(shown);
  if (size == 0) return fixed(0, decimals > 5 ? 0 : decimals);
  if (size >= 1e7 || decimals > 5) return formatted("%.3g", shown);
  return fixed(shown, decimals);
}

char *iod_say_log_tick(double shown) {
  int decimals = 0;
  for (double scaled = shown; decimals < 6 && fabs(scaled - round(scaled)) > 1e-6 * scaled; scaled *= 10)
    decimals++;
  return iod_say_tick(shown, decimals);
}

char *iod_say_count(guint count, const char *thing) {
  return g_strdup_printf("%u %s%s", count, thing, count == 1 ? "" : "s");
}

char *iod_say_ratio(double ratio) {
  double size = fabs(ratio);
  if (!isfinite(ratio)) return g_strdup("–");
  g_autofree char *number = NULL;
  if (size != 0 && (size >= 1e5 || size < 1e-3))
    number = formatted("%.1e", ratio);
  else
    number = fixed(ratio, size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size == 0 ? 2 : 3);
  return g_strconcat(number, "×", NULL);
}

char *iod_say_percent(double fraction) {
  double percent = fraction * 100;
  g_autofree char *number = fixed(percent, fabs(percent - round(percent)) < 0.05 ? 0 : 1);
  return g_strconcat(number, " %", NULL);
}

const char *iod_say_verdict(IodVerdict verdict) {
  static const char *const words[] = {
      [IOD_VERDICT_NONE] = "",
      [IOD_VERDICT_WORSE] = "worse",
      [IOD_VERDICT_LIKELY_WORSE] = "likely worse",
      [IOD_VERDICT_UNCLEAR] = "unclear",
      [IOD_VERDICT_SAME] = "same",
      [IOD_VERDICT_IDENTICAL] = "identical",
      [IOD_VERDICT_LIKELY_BETTER] = "likely better",
      [IOD_VERDICT_BETTER] = "better",
  };
  return words[verdict];
}

/* "clat_p99" -> "p99 completion latency". */
static char *say_latency(const char *name) {
  static const struct {
    const char *prefix, *words;
  } kinds[] = {{"lat_", "latency"}, {"clat_", "completion latency"}, {"slat_", "submission latency"}};
  for (gsize i = 0; i < G_N_ELEMENTS(kinds); i++) {
    if (!g_str_has_prefix(name, kinds[i].prefix)) continue;
    const char *rest = name + strlen(kinds[i].prefix);
    if (iod_metric_percentile(name) >= 0) return g_strdup_printf("%s %s", rest, kinds[i].words);
    g_autofree char *first =
        g_strdup_printf("%c%s", g_ascii_toupper(rest[0]), rest[0] != '\0' ? rest + 1 : "");
    return g_strdup_printf("%s %s", first, kinds[i].words);
  }
  return NULL;
}

char *iod_say_metric(const IodMetric *metric) {
  static const struct {
    const char *name, *words;
  } known[] = {{"iops", "I/O operations"},  {"bandwidth", "Bandwidth"}, {"transactions_rate", "Transactions"},
               {"queries_rate", "Queries"}, {"events_rate", "Events"},  {"cpu_user", "CPU, user"},
               {"cpu_sys", "CPU, system"},  {"cpu", "CPUs used"},       {"memory", "Memory"}};
  for (gsize i = 0; i < G_N_ELEMENTS(known); i++)
    if (strcmp(metric->name, known[i].name) == 0) return g_strdup(known[i].words);
  char *latency = say_latency(metric->name);
  if (latency != NULL) return latency;
  char *words = g_strdup(metric->name);
  words[0] = g_ascii_toupper(words[0]);
  return g_strdelimit(words, "_", ' ');
}

char *iod_say_metric_short(const IodMetric *metric) {
  if (strcmp(metric->name, "iops") == 0) return g_strdup("IOPS");
  if (g_str_has_prefix(metric->name, "clat_p") || g_str_has_prefix(metric->name, "lat_p"))
    return g_strdup(strchr(metric->name, '_') + 1);
  char *words = iod_say_metric(metric);
  /* "CPU, user" and the like stay as they are. */
  if (!g_ascii_isupper(words[1])) words[0] = g_ascii_tolower(words[0]);
  return words;
}

const char *iod_say_better(IodBetter better) {
  switch (better) {
  case IOD_BETTER_HIGHER:
    return "higher is better";
  case IOD_BETTER_LOWER:
    return "lower is better";
  case IOD_BETTER_UNKNOWN:
  case IOD_BETTER_NEITHER:
    break;
  }
  return "";
}

char *iod_say_label(const char *label, const char *value) {
  guint64 bytes = 0;
  if (strcmp(label, "block_size") != 0 && strcmp(label, "file_size") != 0) return g_strdup(value);
  return iod_size_parse(value, &bytes) ? iod_size_text(bytes) : g_strdup(value);
}
