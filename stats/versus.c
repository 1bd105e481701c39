// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

/* The baseline's sessions differ among themselves by more than the band: so may the new runs. */
static void widen(IodRow *row, const IodGrouping *grouping) {
  if (!grouping->floors || row->samples[0] == NULL) return;
  double floor = iod_noise_floor(row->samples[0], grouping->center, grouping->confidence);
  if (floor > row->band) row->band = floor;
}

static void describe(IodRow *row, const IodGrouping *grouping) {
  for (guint i = 0; i < row->n_series; i++) {
    IodSample *sample = row->samples[i];
    if (sample == NULL) continue;
    iod_describe(sample->values, sample->summary.n, grouping->center, grouping->confidence, &sample->summary);
  }
}

/* What has no direction, and what is no estimate of anything (a minimum), is shown and not judged. */
static void leave_unjudged(IodAnswer *answer) {
  answer->verdict = IOD_VERDICT_NONE;
  answer->reason = "not_judged";
  answer->runs_needed = 0;
  answer->runs_reason = NULL;
}

static void compare(IodRow *row, guint base, guint fresh, const IodGrouping *grouping) {
  const IodSample *old = row->samples[base], *new = row->samples[fresh];
  if (old == NULL || new == NULL) return;
  IodQuestion question = {grouping->center, grouping->confidence, row->band, row->metric.better};
  IodVersus versus = {.base = base, .fresh = fresh};
  iod_compare(old->values, old->summary.n, new->values, new->summary.n, &question, &versus.answer);
  if (!iod_metric_is_judged(&row->metric)) leave_unjudged(&versus.answer);
  g_array_append_val(row->versus, versus);
}

void iod_rows_compare(IodComparison *comparison, const IodGrouping *grouping) {
  guint bases = grouping->pairwise ? comparison->n_series : MIN(comparison->n_series, 1);
  for (guint i = 0; i < comparison->rows->len; i++) {
    IodRow *row = g_ptr_array_index(comparison->rows, i);
    describe(row, grouping);
    widen(row, grouping);
    for (guint base = 0; base < bases; base++)
      for (guint fresh = base + 1; fresh < comparison->n_series; fresh++) compare(row, base, fresh, grouping);
  }
}

const IodVersus *iod_row_versus(const IodRow *row, guint base, guint fresh) {
  for (guint i = 0; i < row->versus->len; i++) {
    const IodVersus *versus = &g_array_index(row->versus, IodVersus, i);
    if (versus->base == base && versus->fresh == fresh) return versus;
  }
  return NULL;
}
