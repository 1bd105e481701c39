// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/figures.h"

#include <math.h>
#include <string.h>

static char *formatted(const char *format, double value) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup(g_ascii_formatd(buffer, sizeof buffer, format, value));
}

/* Beyond these a number with its zeros is harder to read than one with an exponent. */
static char *fixed(double value, int decimals, double large) {
  double size = fabs(value);
  if (size >= large || (size > 0 && size < 1e-4)) return formatted("%.2e", value);
  char format[16];
  g_snprintf(format, sizeof format, "%%.%df", decimals);
  return formatted(format, value);
}

char *iod_value_text(double shown, double reference) {
  if (!isfinite(shown)) return g_strdup("-");
  int decimals = iod_decimals_for(shown);
  if (fabs(shown) <= 2 * fabs(reference) && shown != 0) {
    int wanted = iod_decimals_for(reference);
    /* A value far below the reference would lose all its digits. */
    if (wanted > decimals || fabs(shown) * 10 >= fabs(reference)) decimals = wanted;
  }
  return fixed(shown, decimals, 1e10);
}

char *iod_ratio_text(double ratio) {
  if (!isfinite(ratio)) return g_strdup("-");
  double size = fabs(ratio);
  int decimals = size >= 1000   ? 0
                 : size >= 100  ? 1
                 : size >= 10   ? 2
                 : size >= 0.01 ? 3
                                : iod_decimals_for(ratio);
  return fixed(ratio, ratio == 0 ? 0 : decimals, 1e5);
}

char *iod_range_text(const char *low, const char *high) {
  gboolean hyphen = strchr(low, '-') == NULL && strchr(high, '-') == NULL;
  return g_strconcat(low, hyphen ? "-" : " to ", high, NULL);
}

char *iod_percent_text(double fraction) {
  double percent = fraction * 100;
  if (!isfinite(percent)) return g_strdup("-");
  g_autofree char *text = formatted("%.4g", percent);
  if (strchr(text, 'e') != NULL) { /* 1.23e+03, 1e-05 */
    g_free(text);
    text = formatted(fabs(percent) >= 1 ? "%.0f" : "%.1e", percent);
  }
  return g_strconcat(text, " %", NULL);
}

char *iod_p_text(double p) {
  if (!isfinite(p)) return g_strdup("-");
  return formatted(p >= 0.00995 ? "%.3f" : p >= 0.0001 ? "%.4f" : "%.1e", p);
}
