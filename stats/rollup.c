// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

gboolean iod_rollup_takes(const IodMetric *metric) {
  return metric->better != IOD_BETTER_NEITHER;
}

void iod_rollup_find(IodRoles *roles, const GArray *readings) {
  (void)roles;
  (void)readings;
}
