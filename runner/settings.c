// SPDX-License-Identifier: GPL-3.0-or-later
/* Settings that all runs of a plan share. */
#include "runner/runner.h"

#include <math.h>
#include <string.h>

#define MAX_SECONDS (10.0 * 366 * 24 * 3600)

void iod_settings_init(IodSettings *settings) {
  *settings = (IodSettings){.runtime = 10 * IOD_NSEC_PER_SEC, .seed = 1, .direct = TRUE};
}

char *iod_bytes_text(guint64 bytes) {
  IodMetric metric;
  iod_metric_lookup("bytes", &metric);
  IodScale scale = iod_scale_for(&metric, "iodelta", IOD_UNITS_IEC, (double)bytes);
  double shown = (double)bytes / scale.factor;
  return g_strdup_printf("%.*f %s", scale.factor > 1 ? iod_decimals_for(shown) : 0, shown, scale.suffix);
}

gboolean iod_time_parse(const char *text, gint64 *nanoseconds) {
  static const struct {
    const char *suffix;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"m", 60}, {"h", 3600}};
  double number = 0;
  if (!iod_scan_number(&text, text + strlen(text), &number)) return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS(units); i++) {
    if (strcmp(text, units[i].suffix) != 0) continue;
    double seconds = number * units[i].seconds;
    if (!(seconds <= MAX_SECONDS)) return FALSE;
    *nanoseconds = (gint64)llround(seconds * 1e9);
    return TRUE;
  }
  return FALSE;
}
