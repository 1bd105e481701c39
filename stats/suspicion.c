// SPDX-License-Identifier: GPL-3.0-or-later
/* Samples that do not look like repeats of one thing. */
#include "stats/suspicion.h"

#include <math.h>
#include <string.h>

/* Scales the median absolute deviation to a normal distribution's standard deviation. */
#define MAD_SCALE 1.4826

/* One sample, and where what is said about it goes. */
typedef struct {
  const IodRow *row;
  const IodSample *sample;
  const char *series;
  GPtrArray *notes;
} Suspect;

/* The file's name and which run in it. */
static const char *name_of_run(const IodSample *sample, guint index, char *buffer, gsize size) {
  const IodRun *run = sample->runs[index];
  const char *source = run->source != NULL ? run->source : "?", *slash = strrchr(source, '/');
  g_snprintf(buffer, (gulong)size, "%s, run %s", slash != NULL ? slash + 1 : source,
             run->id != NULL ? run->id : "?");
  return buffer;
}

static double spread(const IodSample *sample) {
  enum { ENOUGH_FOR_MAD = 6 };
  const IodSummary *summary = &sample->summary;
  if (summary->n >= ENOUGH_FOR_MAD)
    return summary->median != 0 ? MAD_SCALE * summary->mad / fabs(summary->median) : 0;
  double mean = 0, squares = 0;
  for (guint i = 0; i < summary->n; i++) {
    if (!(sample->values[i] > 0)) return 0;
    mean += log(sample->values[i]) / summary->n;
  }
  for (guint i = 0; i < summary->n; i++) squares += pow(log(sample->values[i]) - mean, 2);
  return sqrt(squares / (summary->n - 1));
}

static void note_spread(const Suspect *suspect) {
  enum { FEWEST = 3 };
  double share = suspect->sample->summary.n >= FEWEST ? spread(suspect->sample) : 0;
  if (share <= 0.10) return;
  iod_note(suspect->notes, "spread", suspect->row, suspect->series, "%s %s%s%s: the runs spread by %.0f %%",
           suspect->row->name, suspect->row->metric.name, iod_of(suspect->series), iod_text(suspect->series),
           share * 100);
  iod_note_weigh(suspect->notes, share);
}

/* Kendall's test, and a change over the runs that could matter: the median of the last third against that of
 * the first. */
static gboolean note_drift(const Suspect *suspect) {
  enum { FEWEST = 5, MOST = 5000 };
  const IodSample *sample = suspect->sample;
  guint n = sample->summary.n, third = MAX(n / 3, 1);
  if (n < FEWEST || n > MOST) return FALSE;
  double p = iod_drift_p(sample->values, n);
  if (p > 0.02) return FALSE;
  IodSummary first, last;
  iod_describe(sample->values, third, IOD_CENTER_MEDIAN, 0.5, &first);
  iod_describe(sample->values + n - third, third, IOD_CENTER_MEDIAN, 0.5, &last);
  double change = last.median / first.median - 1;
  if (!(fabs(change) > suspect->row->band / 2)) return FALSE;
  iod_note(suspect->notes, "drift", suspect->row, suspect->series,
           "%s %s%s%s drifts: %+.0f %% from the first to the last of %u runs (p = %.2g); they are no repeats "
           "of one thing",
           suspect->row->name, suspect->row->metric.name, iod_of(suspect->series), iod_text(suspect->series),
           change * 100, n, p);
  iod_note_weigh(suspect->notes, fabs(change));
  return TRUE;
}

/* The first run lies beyond all others by more than they spread (twice that where they are few), and by more
 * than the band. */
static gboolean note_first_run(const Suspect *suspect) {
  enum { FEWEST = 5, MANY = 8 };
  const IodSample *sample = suspect->sample;
  guint n = sample->summary.n;
  char run[256];
  if (n < FEWEST) return FALSE;
  IodSummary rest;
  iod_describe(sample->values + 1, n - 1, IOD_CENTER_MEDIAN, 0.5, &rest);
  double first = sample->values[0], reach = (n < MANY ? 2 : 1) * (rest.max - rest.min);
  double change = first / rest.median - 1;
  if (!(fabs(change) > suspect->row->band)) return FALSE;
  if (first >= rest.min - reach && first <= rest.max + reach) return FALSE;
  iod_note(suspect->notes, "first_run", suspect->row, suspect->series,
           "%s %s%s%s: the first run (%s) is %+.0f %% off the others' median: a cold cache, or a file not "
           "yet written?",
           suspect->row->name, suspect->row->metric.name, iod_of(suspect->series), iod_text(suspect->series),
           name_of_run(sample, 0, run, sizeof run), change * 100);
  iod_note_weigh(suspect->notes, fabs(change));
  return TRUE;
}

static gboolean note_modes(const Suspect *suspect) {
  const IodSample *sample = suspect->sample;
  IodModes modes;
  if (!iod_modes_find(sample->values, sample->summary.n, &modes)) return FALSE;
  if (modes.within_of_total >= iod_modes_cutoff(sample->summary.n)) return FALSE;
  double step = modes.high / modes.low - 1;
  if (step <= suspect->row->band) return FALSE;
  iod_note(suspect->notes, "two_modes", suspect->row, suspect->series,
           "%s %s%s%s looks like two things: %u runs about one value and %u about another, %.0f %% higher",
           suspect->row->name, suspect->row->metric.name, iod_of(suspect->series), iod_text(suspect->series),
           modes.low_n, sample->summary.n - modes.low_n, step * 100);
  iod_note_weigh(suspect->notes, step);
  return TRUE;
}

/* Robust z over 3.5 (Iglewicz & Hoaglin 1993); of what lies within half the band nothing is said: it changes
 * nothing. */
static void note_outliers(const Suspect *suspect, gboolean but_first) {
  enum { FEWEST = 6 };
  const IodSample *sample = suspect->sample;
  const IodSummary *summary = &sample->summary;
  double scale = MAD_SCALE * summary->mad, farthest = 0;
  guint count = 0, which = 0;
  char run[256];
  if (summary->n < FEWEST || !(scale > 0)) return;
  for (guint i = but_first ? 1 : 0; i < summary->n; i++) {
    double far = fabs(sample->values[i] - summary->median);
    if (far <= 3.5 * scale || far <= suspect->row->band / 2 * fabs(summary->median)) continue;
    count++;
    if (far <= farthest) continue;
    farthest = far;
    which = i;
  }
  if (count == 0) return;
  const char *others = count > 1 ? " and others" : "";
  iod_note(suspect->notes, "outlier", suspect->row, suspect->series,
           "%s %s%s%s: %u of %u runs far from the others: %s%s, %+.0f %% off the median", suspect->row->name,
           suspect->row->metric.name, iod_of(suspect->series), iod_text(suspect->series), count, summary->n,
           name_of_run(sample, which, run, sizeof run), others,
           (sample->values[which] / summary->median - 1) * 100);
  iod_note_weigh(suspect->notes, farthest / fabs(summary->median));
}

/* One remark tells one thing: what a first run, a drift or two modes explain is not told again as outliers or
 * spread. */
static void suspect_sample(const Suspect *suspect) {
  gboolean first = note_first_run(suspect);
  gboolean drift = !first && note_drift(suspect);
  gboolean modes = !drift && note_modes(suspect);
  if (!modes && !drift) note_outliers(suspect, first);
  if (!first && !drift && !modes) note_spread(suspect);
}

void iod_samples_suspect(const IodComparison *comparison, GPtrArray *notes) {
  for (guint i = 0; i < comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(comparison->rows, i);
    if (!row->usual || row->metric.better == IOD_BETTER_NEITHER) continue;
    for (guint series = 0; series < comparison->n_series; series++) {
      Suspect suspect = {row, row->samples[series], comparison->series[series], notes};
      if (suspect.sample != NULL) suspect_sample(&suspect);
    }
  }
}
