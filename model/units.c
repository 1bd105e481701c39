// SPDX-License-Identifier: GPL-3.0-or-later
/* How values are shown: in the unit that leaves one to three digits before the point. */
#include "model/model.h"

#include <math.h>
#include <string.h>

/* One step of a ladder of units. */
typedef struct {
  double factor;
  const char *suffix;
} Step;

#define KI 1024.0
#define MI (1024.0 * KI)
#define GI (1024.0 * MI)
#define TI (1024.0 * GI)

/* Each ladder rises and ends with a NULL suffix. */
static const Step bytes_si[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}, {0, NULL}};
static const Step bytes_iec[] = {{1, "B"}, {KI, "KiB"}, {MI, "MiB"}, {GI, "GiB"}, {TI, "TiB"}, {0, NULL}};
static const Step rate_si[] = {{1, "B/s"},    {1e3, "kB/s"},  {1e6, "MB/s"},
                               {1e9, "GB/s"}, {1e12, "TB/s"}, {0, NULL}};
static const Step rate_iec[] = {{1, "B/s"},    {KI, "KiB/s"}, {MI, "MiB/s"},
                                {GI, "GiB/s"}, {TI, "TiB/s"}, {0, NULL}};
static const Step times[] = {{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}, {0, NULL}};
static const Step operations[] = {{1, "iops"}, {1e3, "kiops"}, {1e6, "Miops"}, {0, NULL}};
static const Step events[] = {{1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}, {0, NULL}};
static const Step percents[] = {{0.01, "%"}, {0, NULL}};
static const Step plain[] = {{1, ""}, {0, NULL}};

static gboolean is_fraction(const char *name) {
  return strcmp(name, "cpu_user") == 0 || strcmp(name, "cpu_sys") == 0 || strcmp(name, "loss") == 0;
}

/* The ladder of a metric; NULL where its unit is one of the user's. */
static const Step *ladder(const IodMetric *metric, gboolean iec) {
  if (strcmp(metric->unit, "B/s") == 0) return iec ? rate_iec : rate_si;
  if (strcmp(metric->unit, "B") == 0) return iec ? bytes_iec : bytes_si;
  if (strcmp(metric->unit, "s") == 0) return times;
  if (strcmp(metric->unit, "1/s") == 0) return g_str_has_prefix(metric->name, "iops") ? operations : events;
  if (strcmp(metric->unit, "1") == 0) return is_fraction(metric->name) ? percents : plain;
  return NULL;
}

static void set_suffix(IodScale *scale, const char *suffix) {
  g_autofree char *valid = g_utf8_make_valid(suffix, -1);
  gsize length = strlen(valid);
  if (length >= sizeof scale->suffix) {
    length = (gsize)(g_utf8_find_prev_char(valid, valid + sizeof scale->suffix) - valid);
  }
  memcpy(scale->suffix, valid, length);
  scale->suffix[length] = '\0';
}

IodScale iod_scale_for(const IodMetric *metric, const char *tool, IodUnitStyle style, double typical) {
  IodScale scale = {1, ""};
  gboolean iec = style == IOD_UNITS_IEC || (style == IOD_UNITS_AUTO && g_strcmp0(tool, "dd") != 0);
  const Step *steps = ladder(metric, iec);
  if (steps == NULL) {
    set_suffix(&scale, metric->unit);
    return scale;
  }
  const Step *chosen = steps;
  for (const Step *step = steps; step->suffix != NULL; step++) {
    gboolean base = step->factor == 1;
    gboolean fits = typical > 0 ? typical >= step->factor : base;
    if (style == IOD_UNITS_RAW ? base : fits) chosen = step;
  }
  if (style == IOD_UNITS_RAW && steps == percents) chosen = plain;
  scale.factor = chosen->factor;
  set_suffix(&scale, chosen->suffix);
  return scale;
}

int iod_decimals_for(double shown) {
  double size = fabs(shown);
  if (size == 0) return 0;
  /* The bounds are those at which the digits kept round up to the next power of ten. */
  if (size >= 99.95) return 0;
  if (size >= 9.995) return 1;
  if (size >= 0.9995) return 2;
  if (size >= 0.01) return 3;
  return MIN(2 - (int)floor(log10(size)), 20);
}
