// SPDX-License-Identifier: GPL-3.0-or-later
/* Absolute limits: 'op=fsync lat_p99<10ms'. */
#ifndef IODELTA_STATS_LIMITS_H
#define IODELTA_STATS_LIMITS_H

#include "stats/stats.h"

typedef struct {
  char *text;
  IodFilter *filter; /* the conditions before the limit */
  char *metric;      /* a name, or a pattern */
  gboolean below;    /* the value must be below (else above) */
  gboolean strict;   /* < rather than <= */
  double bound;      /* base units */
} IodLimit;

IodLimit *iod_limit_new(const char *text, GError **error);
void iod_limit_free(IodLimit *limit);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodLimit, iod_limit_free)

gboolean iod_limit_concerns(const IodLimit *limit, const IodRow *row);
gboolean iod_limit_holds(const IodLimit *limit, double value);

#endif
