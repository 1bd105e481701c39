// SPDX-License-Identifier: GPL-3.0-or-later
/* Centres and verdicts by the names that options and JSON give them. */
#include "stats/stats.h"

static const char *const center_names[] = {
    [IOD_CENTER_MEDIAN] = "median",
    [IOD_CENTER_MEAN] = "mean",
    [IOD_CENTER_GEOMEAN] = "geomean",
};

static const char *const verdict_names[] = {
    [IOD_VERDICT_NONE] = NULL,
    [IOD_VERDICT_WORSE] = "worse",
    [IOD_VERDICT_LIKELY_WORSE] = "likely_worse",
    [IOD_VERDICT_UNCLEAR] = "unclear",
    [IOD_VERDICT_SAME] = "same",
    [IOD_VERDICT_IDENTICAL] = "identical",
    [IOD_VERDICT_LIKELY_BETTER] = "likely_better",
    [IOD_VERDICT_BETTER] = "better",
};

const char *iod_center_name(IodCenter center) {
  return center_names[center];
}

gboolean iod_center_parse(const char *text, IodCenter *center) {
  for (guint i = 0; i < G_N_ELEMENTS(center_names); i++) {
    if (!g_str_equal(text, center_names[i])) continue;
    *center = (IodCenter)i;
    return TRUE;
  }
  return FALSE;
}

const char *iod_verdict_name(IodVerdict verdict) {
  return verdict_names[verdict];
}
