// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "stats/stats.h"

#include <math.h>
#include <string.h>

/* Runs of two sides, given as lists of numbers: one cell a call. */
typedef struct {
  IodDataset *dataset;
  IodGrouping grouping;
} Case;

static Case new_case(void) {
  Case made = {iod_dataset_new(),
               {.by = "series", .baseline = "base", .center = IOD_CENTER_MEDIAN, .confidence = 0.95}};
  return made;
}

static void add_run(Case *at, const char *series, const char *id, const char *test, const char *metric,
                    double value, const char *block_size, const char *session) {
  g_autoptr(IodRun) run = iod_run_new("fio", series);
  g_autoptr(IodLabels) labels = iod_labels_new();
  IodObservation observation = {.test = test, .op = "read", .value = value, .labels = labels};
  iod_metric_lookup(metric, &observation.metric);
  if (block_size) iod_labels_set(labels, "block_size", block_size);
  run->id = g_strdup(id);
  run->session = g_strdup(session);
  iod_labels_set(run->labels, "series", series);
  iod_sink_run(iod_dataset_sink(at->dataset), run);
  iod_sink_observe(iod_dataset_sink(at->dataset), run, &observation);
}

/* n runs around a value, a hundredth apart. */
static void add_cell(Case *at, const char *series, const char *test, const char *metric, double value,
                     guint n) {
  for (guint i = 0; i < n; i++) {
    g_autofree char *id = g_strdup_printf("%s-%s-%u", test, metric, i);
    add_run(at, series, id, test, metric, value * (1 + 0.002 * i), NULL, NULL);
  }
}

typedef struct {
  IodComparison *comparison;
  IodGate *gate;
} Judged;

static Judged judge(Case *at, const IodGateRules *rules, GError **error) {
  Judged judged = {iod_group(at->dataset, &at->grouping, error), NULL};
  assert_non_null(judged.comparison);
  judged.gate = iod_gate(judged.comparison, at->dataset, rules, error);
  return judged;
}

static void clear(Case *at, Judged *judged) {
  if (judged->gate) iod_gate_free(judged->gate);
  iod_comparison_free(judged->comparison);
  iod_dataset_free(at->dataset);
}

static const IodFinding *first(const Judged *judged) {
  return g_ptr_array_index(judged->gate->findings, 0);
}

static void what_got_worse_fails_and_stands_first(void **state) {
  (void)state;
  Case at = new_case();
  add_cell(&at, "base", "same", "iops", 100, 5), add_cell(&at, "new", "same", "iops", 100.1, 5);
  add_cell(&at, "base", "slow", "iops", 100, 5), add_cell(&at, "new", "slow", "iops", 70, 5);
  add_cell(&at, "base", "late", "lat_mean", 1, 5), add_cell(&at, "new", "late", "lat_mean", 2, 5);
  add_cell(&at, "base", "fast", "iops", 100, 5), add_cell(&at, "new", "fast", "iops", 150, 5);
  Judged judged = judge(&at, &(IodGateRules){0}, NULL);
  assert_int_equal(judged.gate->fails, 2);
  assert_int_equal(judged.gate->judged, 4);
  assert_null(judged.gate->undecided);
  assert_string_equal(first(&judged)->row->test, "late"); /* twofold is worse than a third */
  assert_int_equal(judged.gate->verdicts[IOD_VERDICT_WORSE], 2);
  assert_int_equal(judged.gate->verdicts[IOD_VERDICT_BETTER], 1);
  assert_int_equal(judged.gate->verdicts[IOD_VERDICT_SAME], 1);
  clear(&at, &judged);
}

static void a_missing_cell_fails_unless_allowed(void **state) {
  (void)state;
  for (int allowed = 0; allowed < 2; allowed++) {
    Case at = new_case();
    add_cell(&at, "base", "a", "iops", 100, 5), add_cell(&at, "new", "a", "iops", 100.1, 5);
    add_cell(&at, "base", "gone", "iops", 100, 5);
    add_cell(&at, "new", "fresh", "iops", 100, 5);
    Judged judged = judge(&at, &(IodGateRules){.allow_missing = allowed}, NULL);
    assert_int_equal(judged.gate->missing, 1);
    assert_int_equal(judged.gate->fresh, 1);
    assert_int_equal(judged.gate->fails, allowed ? 0 : 1);
    assert_int_equal(first(&judged)->state, IOD_STATE_MISSING);
    clear(&at, &judged);
  }
}

static void nothing_in_common_is_no_baseline(void **state) {
  (void)state;
  g_autoptr(GError) error = NULL;
  Case at = new_case();
  add_cell(&at, "base", "a", "iops", 100, 5), add_cell(&at, "new", "b", "iops", 100, 5);
  Judged judged = judge(&at, &(IodGateRules){0}, &error);
  assert_null(judged.gate);
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_BASELINE));
  clear(&at, &judged);
}

static void one_run_a_side_tells_nothing_but_by_point(void **state) {
  (void)state;
  for (int point = 0; point < 2; point++) {
    Case at = new_case();
    add_cell(&at, "base", "a", "iops", 100, 1), add_cell(&at, "new", "a", "iops", 50, 1);
    Judged judged = judge(&at, &(IodGateRules){.point = point}, NULL);
    assert_int_equal(judged.gate->fails, point ? 1 : 0);
    assert_int_equal(judged.gate->undecided == NULL, point);
    clear(&at, &judged);
  }
}

static void another_block_size_is_not_the_same_measurement(void **state) {
  (void)state;
  char *ignore[] = {(char *)(gsize) "block_size", NULL};
  for (int ignored = 0; ignored < 2; ignored++) {
    Case at = new_case();
    for (guint i = 0; i < 5; i++) {
      g_autofree char *id = g_strdup_printf("%u", i);
      add_run(&at, "base", id, "a", "iops", 100 + i, "4096", NULL);
      add_run(&at, "new", id, "a", "iops", 100 + i, "16384", NULL);
    }
    Judged judged = judge(&at, &(IodGateRules){.ignore = ignored ? ignore : NULL}, NULL);
    assert_int_equal(judged.gate->undecided == NULL, ignored);
    if (!ignored) assert_non_null(strstr(judged.gate->undecided, "block_size"));
    clear(&at, &judged);
  }
}

static void limits_hold_whatever_the_baseline(void **state) {
  (void)state;
  char *limits[] = {(char *)(gsize) "test=a lat_mean<10ms", NULL},
       *wrong[] = {(char *)(gsize) "lat_mean=3", NULL};
  char *nothing[] = {(char *)(gsize) "op=fsync lat_mean<10ms", NULL};
  g_autoptr(GError) error = NULL;
  Case at = new_case();
  add_cell(&at, "base", "a", "lat_mean", 0.011, 5), add_cell(&at, "new", "a", "lat_mean", 0.011, 5);
  add_cell(&at, "base", "b", "lat_mean", 0.011, 5), add_cell(&at, "new", "b", "lat_mean", 0.011, 5);
  Judged judged = judge(&at, &(IodGateRules){.limits = limits}, NULL);
  assert_int_equal(judged.gate->over, 1);
  assert_int_equal(judged.gate->fails, 1);
  assert_int_equal(first(&judged)->state, IOD_STATE_LIMIT);
  assert_null(iod_gate(judged.comparison, at.dataset, &(IodGateRules){.limits = wrong}, &error));
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  g_clear_error(&error);
  assert_null(iod_gate(judged.comparison, at.dataset, &(IodGateRules){.limits = nothing}, &error));
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  clear(&at, &judged);
}

static void a_failed_run_fails_unless_allowed(void **state) {
  (void)state;
  for (int allowed = 0; allowed < 2; allowed++) {
    Case at = new_case();
    add_cell(&at, "base", "a", "iops", 100, 5), add_cell(&at, "new", "a", "iops", 100.1, 5);
    for (int side = 0; side < 2; side++) { /* what failed in the baseline is past */
      g_autoptr(IodRun) run = iod_run_new("dd", "x.log");
      run->id = g_strdup("1");
      run->failure = g_strdup("No space left on device");
      iod_labels_set(run->labels, "series", side ? "new" : "base");
      iod_sink_run(iod_dataset_sink(at.dataset), run);
    }
    Judged judged = judge(&at, &(IodGateRules){.allow_failed = allowed}, NULL);
    assert_int_equal(judged.gate->failed, 1);
    assert_int_equal(judged.gate->fails, allowed ? 0 : 1);
    assert_non_null(strstr(first(&judged)->note, "No space left"));
    clear(&at, &judged);
  }
}

static void only_what_is_confirmed_fails(void **state) {
  (void)state;
  Case at = new_case(), good = new_case(), bad = new_case();
  add_cell(&at, "base", "a", "iops", 100, 5), add_cell(&at, "new", "a", "iops", 70, 5);
  add_cell(&good, "base", "a", "iops", 100, 5), add_cell(&good, "new", "a", "iops", 100, 5);
  add_cell(&bad, "base", "a", "iops", 100, 5), add_cell(&bad, "new", "a", "iops", 75, 5);
  Judged again = judge(&good, &(IodGateRules){0}, NULL), worse = judge(&bad, &(IodGateRules){0}, NULL);
  Judged judged = judge(&at, &(IodGateRules){.confirm = again.comparison}, NULL);
  assert_int_equal(judged.gate->fails, 0);
  assert_non_null(strstr(first(&judged)->note, "not confirmed"));
  iod_gate_free(judged.gate);
  judged.gate = iod_gate(judged.comparison, at.dataset, &(IodGateRules){.confirm = worse.comparison}, NULL);
  assert_int_equal(judged.gate->fails, 1);
  clear(&at, &judged);
  clear(&good, &again);
  clear(&bad, &worse);
}

static void likely_and_unclear_fail_when_asked(void **state) {
  (void)state;
  const double base[] = {100, 101, 102, 103, 104}, likely[] = {96, 97, 98, 99, 99.5},
               unclear[] = {80, 95, 101, 110, 125};
  Case at = new_case();
  for (guint i = 0; i < 5; i++) {
    g_autofree char *id = g_strdup_printf("%u", i);
    add_run(&at, "base", id, "likely", "iops", base[i], NULL, NULL),
        add_run(&at, "new", id, "likely", "iops", likely[i], NULL, NULL);
    add_run(&at, "base", id, "unclear", "iops", base[i], NULL, NULL),
        add_run(&at, "new", id, "unclear", "iops", unclear[i], NULL, NULL);
  }
  Judged judged = judge(&at, &(IodGateRules){0}, NULL);
  assert_int_equal(judged.gate->fails, 0);
  assert_int_equal(judged.gate->verdicts[IOD_VERDICT_LIKELY_WORSE], 1);
  assert_int_equal(judged.gate->verdicts[IOD_VERDICT_UNCLEAR], 1);
  assert_null(judged.gate->undecided);
  iod_gate_free(judged.gate);
  judged.gate = iod_gate(judged.comparison, at.dataset, &(IodGateRules){.fail_on = IOD_FAIL_LIKELY}, NULL);
  assert_int_equal(judged.gate->fails, 1);
  iod_gate_free(judged.gate);
  judged.gate = iod_gate(judged.comparison, at.dataset, &(IodGateRules){.fail_on = IOD_FAIL_UNCLEAR}, NULL);
  assert_non_null(judged.gate->undecided);
  clear(&at, &judged);
}

static void sessions_widen_the_band(void **state) {
  (void)state;
  Case at = new_case();
  IodNoise noise;
  for (guint i = 0; i < 10; i++) {
    g_autofree char *id = g_strdup_printf("%u", i);
    add_run(&at, "base", id, "a", "iops", (i < 5 ? 100 : 130) + 0.1 * i, NULL, i < 5 ? "monday" : "tuesday");
    if (i < 5) add_run(&at, "new", id, "a", "iops", 95 + 0.1 * i, NULL, "now");
  }
  at.grouping.floors = TRUE;
  Judged judged = judge(&at, &(IodGateRules){0}, NULL);
  assert_true(fabs(first(&judged)->row->band - 0.3) < 0.01);
  assert_int_equal(judged.gate->fails, 0);
  clear(&at, &judged);

  at = new_case();
  for (guint i = 0; i < 10; i++) {
    g_autofree char *id = g_strdup_printf("%u", i);
    add_run(&at, "base", id, "a", "iops", (i < 5 ? 100 : 130) + 0.1 * i, NULL, i < 5 ? "monday" : "tuesday");
  }
  assert_true(iod_noise_measure(at.dataset, &at.grouping, &noise, NULL));
  assert_int_equal(noise.sessions, 2);
  assert_int_equal(noise.comparisons, 2);
  assert_int_equal(noise.alarms, 1); /* monday after tuesday */
  iod_dataset_free(at.dataset);
}

static void p_values_are_corrected_for_their_number(void **state) {
  (void)state;
  /* R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") and "BH" */
  double holm[] = {0.01, 0.04, 0.03, NAN, 0.005}, bh[] = {0.01, 0.04, 0.03, NAN, 0.005};
  const double holm_wanted[] = {0.03, 0.06, 0.06, NAN, 0.02}, bh_wanted[] = {0.02, 0.04, 0.04, NAN, 0.02};
  iod_correct(holm, 5, IOD_CORRECTION_HOLM);
  iod_correct(bh, 5, IOD_CORRECTION_BH);
  for (gsize i = 0; i < 5; i++) {
    if (isnan(holm_wanted[i])) {
      assert_true(isnan(holm[i]) && isnan(bh[i]));
      continue;
    }
    assert_true(fabs(holm[i] - holm_wanted[i]) < 1e-12);
    assert_true(fabs(bh[i] - bh_wanted[i]) < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_got_worse_fails_and_stands_first),
      cmocka_unit_test(a_missing_cell_fails_unless_allowed),
      cmocka_unit_test(nothing_in_common_is_no_baseline),
      cmocka_unit_test(one_run_a_side_tells_nothing_but_by_point),
      cmocka_unit_test(another_block_size_is_not_the_same_measurement),
      cmocka_unit_test(limits_hold_whatever_the_baseline),
      cmocka_unit_test(a_failed_run_fails_unless_allowed),
      cmocka_unit_test(only_what_is_confirmed_fails),
      cmocka_unit_test(likely_and_unclear_fail_when_asked),
      cmocka_unit_test(sessions_widen_the_band),
      cmocka_unit_test(p_values_are_corrected_for_their_number),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
