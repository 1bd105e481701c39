// SPDX-License-Identifier: GPL-3.0-or-later
/* From the measurement to the verdict: run, compare, plot, baseline, check, as a user has them one after the
 * other. */
#include "runner_program.h"

#include <math.h>

static void two_folders_end_in_a_chart_and_a_verdict(void **state) {
  Program *program = *state;
  needs_direct(program);
  g_autofree char *second = g_build_filename(program->folder, "second", NULL);
  assert_int_equal(g_mkdir(second, 0755), 0);
  program_run(program,
              "run hostpath=target jiva=second --size 8m --rw randread --iodepth 4 --runtime 1 --runs 3 "
              "--label cluster=test -o volumes.ndjson");
  program_exits(program, 0);
  assert_non_null(strstr(program->out, "jiva"));
  assert_non_null(strstr(program->out, "randread"));

  program_run(program, "compare volumes.ndjson --format json");
  program_exits(program, 0);
  json_t *comparison = json_loads(program->out, 0, NULL);
  assert_non_null(comparison);
  const json_t *row = json_array_get(json_object_get(comparison, "rows"), 0);
  const json_t *series = json_object_get(row, "series");
  assert_int_equal(json_array_size(series), 2);
  assert_string_equal(text_of(json_array_get(series, 0), "name"), "hostpath");
  assert_int_equal(json_integer_value(json_object_get(json_array_get(series, 0), "n")), 3);
  assert_string_equal(text_of(json_object_get(row, "labels"), "cluster"), "test");
  json_decref(comparison);

  /* The font library keeps what it has read. */
  g_ptr_array_add(program->environment, g_strdup("ASAN_OPTIONS=detect_leaks=0"));
  program_run(program, "plot volumes.ndjson -o volumes.svg");
  program_exits(program, 0);
  g_autofree char *chart = g_build_filename(program->folder, "volumes.svg", NULL);
  g_autofree char *svg = NULL;
  assert_true(g_file_get_contents(chart, &svg, NULL, NULL));
  assert_non_null(strstr(svg, "<svg"));

  program_run(program, "baseline save base.json volumes.ndjson");
  program_exits(program, 0);
  program_run(program, "check --against base.json volumes.ndjson");
  program_exits(program, 0);
}

/* `iodelta run … | iodelta compare --by target`, quiet but for the data. */
static void a_pipe_carries_only_data(void **state) {
  Program *program = *state;
  needs_direct(program);
  program_run(program, "run target --size 8m --rw randread,write:64k --ios 100 --runs 2");
  program_exits(program, 0);
  assert_string_equal(program->err, "");
  json_t *runs = runs_in(program->out);
  assert_int_equal(json_array_size(runs), 4);
  json_decref(runs);
  g_autofree char *results = g_build_filename(program->folder, "piped", NULL);
  assert_true(g_file_set_contents(results, program->out, -1, NULL));
  g_autofree char *words = g_strdup_printf("summary %s --format ndjson", results);
  program_run(program, words);
  program_exits(program, 0);
  assert_non_null(strstr(program->out, "lat_p99.99"));
}

/* What the histogram says of a percentile is what the observation says; merged over runs it still has every
 * I/O. */
static void histograms_tell_what_observations_tell(void **state) {
  Program *program = *state;
  needs_direct(program);
  program_run(program, "run target --size 8m --rw randread --iodepth 4 --ios 1000 --runs 1");
  json_t *runs = runs_in(program->out);
  const json_t *run = json_array_get(runs, 0);
  const json_t *histograms = json_object_get(run, "histograms");
  assert_true(json_array_size(histograms) >= 1);
  for (size_t h = 0; h < json_array_size(histograms); h++) {
    const json_t *histogram = json_array_get(histograms, h);
    const json_t *counts = json_object_get(histogram, "counts");
    json_int_t total = 0;
    double median = 0;
    for (size_t i = 0; i < json_array_size(counts); i++) {
      json_int_t index = json_integer_value(json_array_get(json_array_get(counts, i), 0));
      total += json_integer_value(json_array_get(json_array_get(counts, i), 1));
      json_int_t shift = index < 256 ? 0 : index / 128 - 1;
      if (median == 0 && total >= 500) median = (double)((index - shift * 128) << shift);
    }
    assert_int_equal(total, 1000);
    g_autofree char *metric = g_strconcat(text_of(histogram, "metric"), "_p50", NULL);
    double told = value_in(run, "read", metric) * 1e9;
    assert_true(told >= median && told <= median * (1 + 1.0 / 128) + 1);
  }
  json_decref(runs);
}

static void the_plan_is_told_and_nothing_done(void **state) {
  Program *program = *state;
  program_run(program,
              "run target --size 8m --rw read,write --runtime 2 --ramp-time 1 --runs 3 --direct 0 --plan");
  program_exits(program, 0);
  assert_non_null(strstr(program->out, "6 runs: 3 rounds of 2 jobs on 1 targets"));
  assert_non_null(strstr(program->out, "8.00 MiB of real data"));
  assert_non_null(strstr(program->out, "takes 0:18"));
  assert_int_equal(entries_of(program->target), 0);
  assert_int_equal(entries_of(program->folder), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      PROGRAM(two_folders_end_in_a_chart_and_a_verdict),
      PROGRAM(a_pipe_carries_only_data),
      PROGRAM(histograms_tell_what_observations_tell),
      PROGRAM(the_plan_is_told_and_nothing_done),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
