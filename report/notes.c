// SPDX-License-Identifier: GPL-3.0-or-later
/* The lines below a table: what its marks mean, where it has some, and what was left out. */
#include "report/display.h"
#include "report/figures.h"
#include "report/lines.h"
#include "report/table.h"
#include "report/wording.h"

#include <math.h>
#include <string.h>

#define NAMED_ROWS 3 /* examples in one note */

/* Rows that a note is about: a few by name, the others counted. */
typedef struct {
  GString *text;
  guint count;
} Examples;

typedef struct {
  const IodView *view;
  Examples pairwise, welch; /* starred ratios, by what the ratio is */
  gboolean assumed, counted, noisy, coarse, single, few, difference, differs, only;
  GHashTable *reasons; /* why no number of runs is told -> Examples */
  GPtrArray *order;    /* of the same reasons, as they came; borrowed */
} Notes;

static void add_example(const Notes *notes, Examples *examples, const IodLine *line, IodPair pair,
                        const char *before) {
  if (examples->text == NULL) examples->text = g_string_new(NULL);
  if (++examples->count > NAMED_ROWS) return;
  gboolean several = notes->view->pairs->len > 1;
  g_string_append_printf(examples->text, "%s%s%s%s%s%s", examples->count > 1 ? ", " : "", before,
                         *before != '\0' ? " (" : "", line->name, several ? ", " : "",
                         several ? notes->view->series[pair.fresh] : "");
  if (*before != '\0') g_string_append_c(examples->text, ')');
}

/* Takes what examples hold. */
static char *examples_text(Examples *examples) {
  if (examples->count > NAMED_ROWS) {
    g_string_append_printf(examples->text, " and %u more", examples->count - NAMED_ROWS);
  }
  return g_string_free(g_steal_pointer(&examples->text), FALSE);
}

static void free_examples(gpointer data) {
  Examples *examples = data;
  if (examples->text != NULL) g_string_free(examples->text, TRUE);
  g_free(examples);
}

static gboolean is_welch(const IodAnswer *answer) {
  return answer->method != NULL && g_str_has_prefix(answer->method, "Welch");
}

static void collect_star(Notes *notes, const IodLine *line, IodPair pair, const IodVersus *versus) {
  if (!iod_ratio_starred(versus)) return;
  g_autofree char *quotient = iod_ratio_text(versus->answer.center_ratio);
  add_example(notes, is_welch(&versus->answer) ? &notes->welch : &notes->pairwise, line, pair, quotient);
}

static void collect_reason(Notes *notes, const IodLine *line, IodPair pair, const char *reason) {
  Examples *examples = g_hash_table_lookup(notes->reasons, reason);
  if (examples == NULL) {
    examples = g_new0(Examples, 1);
    char *key = g_strdup(reason);
    g_hash_table_insert(notes->reasons, key, examples);
    g_ptr_array_add(notes->order, key);
  }
  add_example(notes, examples, line, pair, "");
}

static void collect_unclear(Notes *notes, const IodLine *line, IodPair pair, const IodAnswer *answer) {
  if (answer->verdict != IOD_VERDICT_UNCLEAR) return;
  notes->counted = notes->counted || answer->runs_needed > 0;
  if (answer->runs_needed > 0) return;
  /* "1 run" has a note of its own. */
  if (g_strcmp0(answer->reason, "single_run") == 0) return;
  if (answer->runs_reason != NULL) {
    collect_reason(notes, line, pair, answer->runs_reason);
  } else {
    notes->noisy = notes->noisy || g_strcmp0(answer->reason, "noisy") == 0;
    notes->coarse = notes->coarse || g_strcmp0(answer->reason, "coarse") == 0;
  }
}

static void collect(Notes *notes, const IodLine *line, IodPair pair) {
  const IodVersus *versus = iod_row_versus(line->row, pair.base, pair.fresh);
  const IodComparison *comparison = notes->view->comparison;
  if (versus == NULL) {
    notes->only =
        notes->only || (line->row->samples[pair.base] == NULL) != (line->row->samples[pair.fresh] == NULL);
    return;
  }
  const IodAnswer *answer = &versus->answer;
  g_autofree char *interval = iod_interval_words(comparison, line, pair);
  g_autofree char *verdict = iod_verdict_words(line->row, pair, (const char *const *)notes->view->series);
  notes->single = notes->single || g_str_equal(interval, "1 run");
  notes->few = notes->few || g_str_equal(interval, "too few");
  notes->difference = notes->difference || g_str_has_suffix(interval, ")d");
  notes->differs = notes->differs || g_str_equal(verdict, "differs");
  notes->assumed = notes->assumed || iod_interval_assumed(comparison, versus);
  collect_star(notes, line, pair, versus);
  collect_unclear(notes, line, pair, answer);
}

/* How many runs an exact interval takes: the smallest p of a rank test, 2 / C(2n, n), must not exceed 1 -
 * confidence. */
static char *enough_runs(double confidence) {
  if (confidence <= 0.97) return g_strdup("4 against 4 runs, or 3 against 10, have one");
  guint runs = 1;
  double choices = 2;
  while (2 / choices > 1 - confidence && runs < 100) {
    runs++;
    choices *= 2.0 * (2 * runs - 1) / runs;
  }
  return g_strdup_printf("%u against %u runs have one", runs, runs);
}

static void add_stars(Notes *notes, GPtrArray *lines) {
  const char *center = iod_center_name(notes->view->comparison->center);
  if (notes->pairwise.count > 0) {
    g_autofree char *examples = examples_text(&notes->pairwise);
    iod_add_line(lines, "* median of all pairwise ratios; the %ss' own quotient is %s", center, examples);
  }
  if (notes->welch.count > 0) {
    g_autofree char *examples = examples_text(&notes->welch);
    iod_add_line(lines, "* ratio of geometric means; the %ss' own quotient is %s", center, examples);
  }
}

static void add_intervals(const Notes *notes, GPtrArray *lines) {
  double confidence = notes->view->comparison->confidence;
  g_autofree char *enough = enough_runs(confidence);
  g_autofree char *percent = iod_percent_text(confidence);
  if (notes->assumed) {
    iod_add_line(lines, "~ Welch's t on logarithms: so few runs have no exact interval of %s (%s)", percent,
                 enough);
  }
  if (notes->few) iod_add_line(lines, "too few: so few runs have no interval of %s (%s)", percent, enough);
  if (notes->single)
    iod_add_line(lines, "1 run: how much such runs spread is not known, so neither is an interval");
  if (notes->difference) {
    iod_add_line(lines, "d interval of the difference (new less base, in the row's unit): zeros and negative "
                        "values have no logarithm");
  }
}

static void add_verdicts(const Notes *notes, GPtrArray *lines) {
  if (notes->counted) iod_add_line(lines, "unclear (N): about N runs a side would decide");
  if (notes->noisy)
    iod_add_line(lines, "unclear (noisy): the runs spread so much that no number of them would do");
  if (notes->coarse)
    iod_add_line(lines, "unclear (coarse): the log has too few digits to tell such runs apart");
  for (guint i = 0; i < notes->order->len; i++) {
    const char *reason = notes->order->pdata[i];
    g_autofree char *examples = examples_text(g_hash_table_lookup(notes->reasons, reason));
    g_autofree char *text = iod_display_text(reason);
    iod_add_line(lines, "unclear without a number: %s (%s)", text, examples);
  }
  if (notes->differs) iod_add_line(lines, "differs: the interval leaves out 1, but the row is not judged");
  if (notes->only) iod_add_line(lines, "only: the other series has no such row");
  if (notes->view->versus && notes->view->options->winner) {
    iod_add_line(lines,
                 "winner: in brackets where the lead is not proved; a tie is the same within the band");
  }
}

/* A centre's interval that has less than the confidence asked for. */
static gboolean has_weak_interval(const IodView *view) {
  if (view->versus || !(view->show & IOD_SHOW_CI)) return FALSE;
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      const IodRow *row = g_array_index(view->blocks[b], IodLine, i).row;
      for (guint s = 0; s < view->comparison->n_series; s++) {
        const IodSample *sample = row->samples[s];
        if (sample != NULL && sample->summary.ci.confidence < view->comparison->confidence - 1e-9)
          return TRUE;
      }
    }
  }
  return FALSE;
}

static const char *plural(guint count) {
  return count == 1 ? "" : "s";
}

static void add_left_out(const IodView *view, GPtrArray *lines) {
  if (has_weak_interval(view)) {
    g_autofree char *confidence = iod_percent_text(view->comparison->confidence);
    iod_add_line(lines, "an interval with a percentage behind it has that confidence: too few runs for %s",
                 confidence);
  }
  guint failed = view->comparison->failed_runs;
  if (failed > 0) iod_add_line(lines, "%u run%s failed and gave no values", failed, plural(failed));
  if (view->unchanged > 0) {
    iod_add_line(lines, "%u more row%s in which nothing is known to have changed: without --changed",
                 view->unchanged, plural(view->unchanged));
  }
  if (view->hidden > 0) iod_add_line(lines, "%u more row%s: --all", view->hidden, plural(view->hidden));
}

GPtrArray *iod_note_lines(const IodView *view) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GHashTable) reasons = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_examples);
  g_autoptr(GPtrArray) order = g_ptr_array_new();
  Notes notes = {.view = view, .reasons = reasons, .order = order};
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      for (guint p = 0; p < view->pairs->len; p++) {
        collect(&notes, &g_array_index(view->blocks[b], IodLine, i), g_array_index(view->pairs, IodPair, p));
      }
    }
  }
  add_stars(&notes, lines);
  add_intervals(&notes, lines);
  add_verdicts(&notes, lines);
  add_left_out(view, lines);
  return lines;
}
