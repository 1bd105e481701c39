// SPDX-License-Identifier: GPL-3.0-or-later
/* Conditions on observations, as select.c reads them and select_check.c explains them. */
#ifndef IODELTA_STATS_FILTER_H
#define IODELTA_STATS_FILTER_H

#include "stats/stats.h"

/* One of the values that a condition lists. */
typedef struct {
  char *text;
  GPatternSpec *pattern; /* where text has * or ?; else NULL */
  gboolean range;        /* text is low..high; an open end is infinite */
  gboolean quoted;       /* taken as it is */
  double low, high;
} IodFilterItem;

/* field=a,b,c or field!=a,b,c */
typedef struct {
  char *text; /* as written, for messages */
  char *field;
  gboolean negated;
  GPtrArray *items; /* of IodFilterItem */
} IodCondition;

struct IodFilter {
  GPtrArray *conditions; /* of IodCondition; all must hold */
};

/* What a field is: one of an observation's own, of its run's, or a label. */
typedef enum {
  IOD_FIELD_TOOL,
  IOD_FIELD_TEST,
  IOD_FIELD_OP,
  IOD_FIELD_METRIC,
  IOD_FIELD_RUN,
  IOD_FIELD_SOURCE,
  IOD_FIELD_LABEL
} IodField;
IodField iod_field_of(const char *name);

/* The value of a condition's field; NULL where it has none (a label that is missing). */
const char *iod_field_value(const char *field, const IodKey *key, const IodRun *run);

gboolean iod_filter_item_matches(const IodCondition *condition, const IodFilterItem *item, const char *value);
gboolean iod_condition_holds(const IodCondition *condition, const IodKey *key, const IodRun *run);

/* Whether a row is meant: one of its samples' runs meets all conditions. */
gboolean iod_filter_matches_row(const IodFilter *filter, const IodRow *row);

/* TRUE where a condition names the field. */
gboolean iod_filter_mentions(const IodFilter *filter, const char *field);

/* Whether name is meant by pattern: the name itself, a pattern with * and ?, or the short form of a latency's
 * ("p99", "mean" for lat_… and clat_…). */
gboolean iod_metric_matches(const char *pattern, const char *name);

/* Whether each part of a filter matches something in the dataset; else an error (usage) names what does not,
 * with the nearest name that does. */
gboolean iod_filter_check(const IodFilter *filter, const IodDataset *dataset, GError **error);

/* For a filter whose parts all match something and that leaves nothing all the same: sets the error that says
 * which conditions exclude each other. */
void iod_filter_explain(const IodFilter *filter, const IodDataset *dataset, GError **error);

/* Whether some run or observation has the label; else an error (usage) begins with option and names the
 * nearest one. */
gboolean iod_label_check(const IodDataset *dataset, const char *name, const char *option, GError **error);

#endif
