// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/limits.h"
#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* The two sides, as `check` names its series. */
enum { BASE, FRESH };

/* Labels whose difference makes two runs no measurement of the same. */
static const char *const decisive[] = {"block_size", "rw", "iodepth", "numjobs", "direct"};

gboolean iod_fail_on_parse(const char *text, IodFailOn *fail_on) {
  static const char *const names[] = {"worse", "likely", "unclear"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    if (!g_str_equal(text, names[i])) continue;
    *fail_on = (IodFailOn)i;
    return TRUE;
  }
  return FALSE;
}

const char *iod_state_name(IodState state, IodVerdict verdict) {
  static const char *const names[] = {NULL, "missing", "new", "failed", "limit", "not_judged"};
  return state == IOD_STATE_VERDICT ? iod_verdict_name(verdict) : names[state];
}

static void free_finding(gpointer data) {
  IodFinding *finding = data;
  g_free(finding->note);
  g_free(finding);
}

void iod_gate_free(IodGate *gate) {
  g_ptr_array_unref(gate->findings);
  g_free(gate->undecided);
  g_free(gate);
}

static IodFinding *add_finding(IodGate *gate, IodState state, const IodRow *row) {
  IodFinding *finding = g_new0(IodFinding, 1);
  finding->state = state;
  finding->row = row;
  g_ptr_array_add(gate->findings, finding);
  return finding;
}

/* ---- Verdicts ---- */

/* By the ratio alone: beyond the band is worse or better, whatever the interval. */
static IodVerdict point_verdict(const IodRow *row, const IodAnswer *answer) {
  double ratio = answer->ratio;
  if (answer->verdict == IOD_VERDICT_NONE || isnan(ratio)) return answer->verdict;
  if (ratio <= 1 + row->band && ratio >= 1 / (1 + row->band)) return IOD_VERDICT_SAME;
  gboolean up = ratio > 1, up_is_better = row->metric.better == IOD_BETTER_HIGHER;
  return up == up_is_better ? IOD_VERDICT_BETTER : IOD_VERDICT_WORSE;
}

static gboolean is_same_row(const IodRow *a, const IodRow *b) {
  return g_str_equal(a->tool, b->tool) && g_str_equal(a->test, b->test) && g_str_equal(a->op, b->op) &&
         g_str_equal(a->metric.name, b->metric.name) && iod_labels_equal(a->labels, b->labels);
}

static const IodAnswer *answer_of(const IodRow *row) {
  const IodVersus *versus = iod_row_versus(row, BASE, FRESH);
  return versus != NULL ? &versus->answer : NULL;
}

/* A cell that the second set of runs does not find worse was bad luck. */
static gboolean is_confirmed(const IodRow *row, const IodGateRules *rules) {
  for (guint i = 0; i < rules->confirm->rows->len; i++) {
    const IodRow *other = g_ptr_array_index(rules->confirm->rows, i);
    if (!is_same_row(row, other)) continue;
    const IodAnswer *answer = answer_of(other);
    if (!answer) return TRUE; /* not measured again: the first finding stands */
    return (rules->point ? point_verdict(other, answer) : answer->verdict) == IOD_VERDICT_WORSE;
  }
  return TRUE;
}

static void judge_cell(IodGate *gate, const IodRow *row, const IodAnswer *answer, const IodGateRules *rules,
                       double p) {
  IodVerdict verdict = rules->point ? point_verdict(row, answer) : answer->verdict;
  IodFinding *finding =
      add_finding(gate, verdict == IOD_VERDICT_NONE ? IOD_STATE_NOT_JUDGED : IOD_STATE_VERDICT, row);
  finding->answer = answer;
  gboolean corrected = rules->correction != IOD_CORRECTION_NONE && !rules->point;
  if (corrected && verdict == IOD_VERDICT_WORSE && !(p <= 1 - gate->comparison->confidence)) {
    verdict = IOD_VERDICT_LIKELY_WORSE;
    finding->note = g_strdup("not significant among so many cells");
  }
  if (verdict == IOD_VERDICT_WORSE && rules->confirm && !is_confirmed(row, rules)) {
    verdict = IOD_VERDICT_UNCLEAR;
    finding->note = g_strdup("not confirmed by the second set of runs");
  }
  finding->verdict = verdict;
  finding->fails = verdict == IOD_VERDICT_WORSE ||
                   (verdict == IOD_VERDICT_LIKELY_WORSE && rules->fail_on != IOD_FAIL_WORSE);
  gate->verdicts[verdict]++;
  if (finding->state == IOD_STATE_NOT_JUDGED) return;
  /* One run a side gives a ratio that nothing stands behind: it counts as judged only by --point. */
  if (rules->point || !answer->reason || !g_str_equal(answer->reason, "single_run")) gate->judged++;
}

static void judge_row(IodGate *gate, const IodRow *row, const IodGateRules *rules, double p) {
  const IodAnswer *answer = answer_of(row);
  gate->cells++;
  if (answer) {
    judge_cell(gate, row, answer, rules, p);
  } else if (row->samples[BASE]) {
    add_finding(gate, IOD_STATE_MISSING, row)->fails = !rules->allow_missing;
    gate->missing++;
  } else {
    add_finding(gate, IOD_STATE_NEW, row);
    gate->fresh++;
  }
}

static gboolean judge_rows(IodGate *gate, const IodGateRules *rules, GError **error) {
  const GPtrArray *rows = gate->comparison->rows;
  g_autofree double *p = g_new(double, MAX(rows->len, 1));
  gboolean common = FALSE;
  for (guint i = 0; i < rows->len; i++) {
    const IodRow *row = g_ptr_array_index(rows, i);
    const IodAnswer *answer = row->usual ? answer_of(row) : NULL;
    p[i] = answer ? answer->p : (double)NAN;
    common |= answer != NULL;
  }
  iod_correct(p, rows->len, rules->correction);
  for (guint i = 0; i < rows->len; i++) {
    const IodRow *row = g_ptr_array_index(rows, i);
    if (row->usual) judge_row(gate, row, rules, p[i]);
  }
  if (!common)
    g_set_error(error, IOD_ERROR, IOD_ERROR_BASELINE,
                "the baseline and the new runs have no cell in common (%u in the one, %u in the other)",
                gate->missing, gate->fresh);
  return common;
}

/* ---- Limits, failed runs, differences ---- */

static gboolean judge_limit(IodGate *gate, const char *text, GError **error) {
  g_autoptr(IodLimit) limit = iod_limit_new(text, error);
  guint concerned = 0;
  if (!limit) return FALSE;
  for (guint i = 0; i < gate->comparison->rows->len; i++) {
    const IodRow *row = g_ptr_array_index(gate->comparison->rows, i);
    if (!iod_limit_concerns(limit, row)) continue;
    concerned++;
    if (!row->samples[FRESH] || iod_limit_holds(limit, row->samples[FRESH]->summary.center)) continue;
    IodFinding *finding = add_finding(gate, IOD_STATE_LIMIT, row);
    finding->answer = answer_of(row);
    finding->note = g_strdup(limit->text);
    finding->fails = TRUE;
    gate->over++;
  }
  if (concerned > 0) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--limit '%s': no result is meant by it", text);
  return FALSE;
}

static void find_failed(IodGate *gate, const IodDataset *dataset, const IodGateRules *rules) {
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++) {
    const IodRun *run = iod_dataset_run(dataset, i);
    const char *series = iod_labels_get(run->labels, gate->comparison->by);
    if (!run->failure || g_strcmp0(series, gate->comparison->series[FRESH]) != 0) continue;
    IodFinding *finding = add_finding(gate, IOD_STATE_FAILED, NULL);
    finding->note = g_strdup_printf("%s, %s:%u: %s", run->tool, run->source, run->line, run->failure);
    finding->fails = !rules->allow_failed;
    gate->failed++;
  }
}

static gboolean is_ignored(const IodGateRules *rules, const char *label) {
  return rules->ignore && g_strv_contains((const char *const *)rules->ignore, label);
}

/* Why no judgement would be honest, if so. */
static char *find_undecided(const IodGate *gate, const IodGateRules *rules) {
  for (guint i = 0; i < gate->comparison->differs->len; i++) {
    const IodDiffers *differs = g_ptr_array_index(gate->comparison->differs, i);
    for (gsize j = 0; j < G_N_ELEMENTS(decisive); j++)
      if (g_str_equal(differs->label, decisive[j]) && !is_ignored(rules, differs->label))
        return g_strdup_printf(
            "%s differs (%s in the baseline, %s in the new runs): not the same measurement; --ignore %s "
            "waves it through",
            differs->label, differs->values[BASE] ? differs->values[BASE] : "none",
            differs->values[FRESH] ? differs->values[FRESH] : "none", differs->label);
  }
  if (gate->judged == 0)
    return g_strdup("no cell could be judged: too few runs a side (3 against 5, or 4 against 4, suffice)");
  guint unclear = gate->verdicts[IOD_VERDICT_UNCLEAR];
  if (rules->fail_on == IOD_FAIL_UNCLEAR && unclear > 0)
    return g_strdup_printf("%u cells are unclear", unclear);
  return NULL;
}

/* ---- Order ---- */

/* Worst first. */
static int severity(const IodFinding *finding) {
  static const int of_verdict[] = {
      [IOD_VERDICT_WORSE] = 3,      [IOD_VERDICT_LIKELY_WORSE] = 4,  [IOD_VERDICT_UNCLEAR] = 5,
      [IOD_VERDICT_BETTER] = 7,     [IOD_VERDICT_LIKELY_BETTER] = 8, [IOD_VERDICT_SAME] = 9,
      [IOD_VERDICT_IDENTICAL] = 10, [IOD_VERDICT_NONE] = 11};
  static const int of_state[] = {[IOD_STATE_FAILED] = 0,
                                 [IOD_STATE_LIMIT] = 1,
                                 [IOD_STATE_MISSING] = 2,
                                 [IOD_STATE_NEW] = 6,
                                 [IOD_STATE_NOT_JUDGED] = 11};
  return finding->state == IOD_STATE_VERDICT ? of_verdict[finding->verdict] : of_state[finding->state];
}

static double distance(const IodFinding *finding) {
  double ratio = finding->answer ? finding->answer->ratio : (double)NAN;
  return ratio > 0 ? fabs(log(ratio)) : 0;
}

static gint compare_findings(gconstpointer a, gconstpointer b) {
  const IodFinding *first = *(const IodFinding *const *)a, *second = *(const IodFinding *const *)b;
  int difference = severity(first) - severity(second);
  if (difference != 0) return difference;
  double far = distance(first), near = distance(second);
  return far > near ? -1 : far < near;
}

IodGate *iod_gate(const IodComparison *comparison, const IodDataset *dataset, const IodGateRules *rules,
                  GError **error) {
  g_autoptr(IodGate) gate = g_new0(IodGate, 1);
  gate->comparison = comparison;
  gate->findings = g_ptr_array_new_with_free_func(free_finding);
  if (comparison->n_series < 2) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_BASELINE,
                "there is nothing to compare: only one side has results");
    return NULL;
  }
  if (!judge_rows(gate, rules, error)) return NULL;
  for (char **limit = rules->limits; limit && *limit; limit++)
    if (!judge_limit(gate, *limit, error)) return NULL;
  find_failed(gate, dataset, rules);
  gate->undecided = find_undecided(gate, rules);
  g_ptr_array_sort(gate->findings, compare_findings); /* stable: rows of equal weight keep their order */
  for (guint i = 0; i < gate->findings->len; i++)
    gate->fails += ((const IodFinding *)g_ptr_array_index(gate->findings, i))->fails ? 1 : 0;
  return g_steal_pointer(&gate);
}
