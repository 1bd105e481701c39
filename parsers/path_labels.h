// SPDX-License-Identifier: GPL-3.0-or-later
/* Labels out of a path or a label: '{config}/{_}/{volume}/{run}.{workload}.*'. {x} and * match one or more
 * characters but '/', as few as possible; {_} is forgotten. */
#ifndef IODELTA_PARSERS_PATH_LABELS_H
#define IODELTA_PARSERS_PATH_LABELS_H

#include "model/model.h"

typedef struct IodPathPattern IodPathPattern;

/* Of a path: matches its last components, as many as the pattern has. {tool} and {test} are refused (the log
 * tells them), so is a name that stands twice. */
IodPathPattern *iod_path_pattern_new(const char *text, GError **error);
void iod_path_pattern_free(IodPathPattern *pattern);

/* Sets the labels that the text tells. {run} goes to *run_name (to be freed) where that is not NULL, and is a
 * label like any other where it is. FALSE, and nothing set, where the text does not match. */
gboolean iod_path_pattern_match(const IodPathPattern *pattern, const char *text, IodLabels *labels,
                                char **run_name);

/* A pattern that is held against the value of a label: --from 'pod=fio-{volume}-*'. */
typedef struct {
  char *label;
  IodPathPattern *pattern;
} IodLabelPattern;

IodLabelPattern *iod_label_pattern_new(const char *text, GError **error);
void iod_label_pattern_free(IodLabelPattern *pattern);

#endif
