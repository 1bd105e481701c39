// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: numbers, metrics and verdicts in words. All results of type char * are to be freed. */
#ifndef IODELTA_PLOT_WORDING_H
#define IODELTA_PLOT_WORDING_H

#include "stats/stats.h"

/* A value in the unit of its axis, without it: "0.643", "215"; in a unit of its own where it would be hard to
 * read in that one ("3.2 ns" where the axis is in s). No number: "–". */
char *iod_say_value(const IodScale *scale, const IodMetric *metric, double value);

/* A value on a tick. */
char *iod_say_tick(double shown, int decimals);
char *iod_say_log_tick(double shown); /* with no more digits than it has */

char *iod_say_count(guint count, const char *thing); /* "1 row", "2 rows" */
char *iod_say_ratio(double ratio);                   /* "0.52×" */
char *iod_say_percent(double fraction);              /* "95 %", "93.8 %" */
const char *iod_say_verdict(IodVerdict verdict);     /* "likely worse"; "" for none */

/* "Mean latency", "p99 latency"; how it is called at the head of a panel. */
char *iod_say_metric(const IodMetric *metric);

/* The same in fewer letters, to stand behind a row's name: "mean latency", "p99". */
char *iod_say_metric_short(const IodMetric *metric);

/* "higher is better", or "". */
const char *iod_say_better(IodBetter better);

/* A label's value: sizes as people write them ("64k"). */
char *iod_say_label(const char *label, const char *value);

#endif
