// SPDX-License-Identifier: GPL-3.0-or-later
/* Jobs, times and presets as they are named on a command line. */
#include "runner/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static GArray *expand(IodJobLists lists, GError **error) {
  GArray *jobs = g_array_new(FALSE, FALSE, sizeof(IodJob));
  if (iod_jobs_expand(&lists, jobs, error)) return jobs;
  g_array_unref(jobs);
  return NULL;
}

static const IodJob *at(const GArray *jobs, guint index) {
  return &g_array_index(jobs, IodJob, index);
}

static void lists_make_a_product(void **state) {
  (void)state;
  IodJobLists lists = {.rw = "randread,write", .bs = "4k,64k,1m", .iodepth = "1,16", .numjobs = "1,4"};
  g_autoptr(GArray) jobs = expand(lists, NULL);
  assert_non_null(jobs);
  assert_int_equal(jobs->len, 24);
  assert_int_equal(at(jobs, 0)->rw, IOD_RW_RANDREAD);
  assert_int_equal(at(jobs, 23)->rw, IOD_RW_WRITE);
  assert_int_equal(at(jobs, 23)->block_size, 1 << 20);
  assert_int_equal(at(jobs, 23)->iodepth, 16);
  assert_int_equal(at(jobs, 23)->numjobs, 4);
}

static void a_job_says_its_own(void **state) {
  (void)state;
  IodJobLists lists = {.rw = "randread:4k,read:1m:8,randrw", .bs = "16k,32k", .iodepth = "2,3"};
  g_autoptr(GArray) jobs = expand(lists, NULL);
  assert_non_null(jobs);
  assert_int_equal(jobs->len, 2 + 1 + 4);
  assert_int_equal(at(jobs, 0)->block_size, 4096);
  assert_int_equal(at(jobs, 1)->iodepth, 3);
  assert_int_equal(at(jobs, 2)->block_size, 1 << 20);
  assert_int_equal(at(jobs, 2)->iodepth, 8);
  assert_int_equal(at(jobs, 3)->rw, IOD_RW_RANDRW);
  assert_int_equal(at(jobs, 6)->block_size, 32768);
}

static void what_is_named_twice_is_one_job(void **state) {
  (void)state;
  IodJobLists lists = {.rw = "read:4k:1,read", .bs = "4k,4096"};
  g_autoptr(GArray) jobs = expand(lists, NULL);
  assert_non_null(jobs);
  assert_int_equal(jobs->len, 1);
}

static void defaults_are_fios(void **state) {
  (void)state;
  g_autoptr(GArray) jobs = expand((IodJobLists){0}, NULL);
  assert_non_null(jobs);
  assert_int_equal(jobs->len, 1);
  g_autofree char *text = iod_job_text(at(jobs, 0));
  assert_string_equal(text, "read 4k iodepth=1 numjobs=1 auto");
}

static void nonsense_is_refused_by_name(void **state) {
  (void)state;
  static const struct {
    IodJobLists lists;
    const char *named;
  } cases[] = {
      {{.rw = "reed"}, "reed"},        {{.rw = "read:"}, "''"},     {{.rw = "read:4k:0"}, "'0'"},
      {{.rw = "read:4k:1:2"}, "1:2"},  {{.rw = ""}, "empty"},       {{.bs = "4k,"}, "''"},
      {{.bs = "100"}, "'100'"},        {{.bs = "0"}, "'0'"},        {{.bs = "2g"}, "'2g'"},
      {{.iodepth = "5000"}, "'5000'"}, {{.iodepth = "-1"}, "'-1'"}, {{.numjobs = "1x"}, "'1x'"},
      {{.numjobs = "1 2"}, "'1 2'"},   {{.rw = "trim"}, "trim"},    {{.bs = "99999999999999999999"}, "9999"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    assert_null(expand(cases[i].lists, &error));
    assert_int_equal(error->code, IOD_ERROR_USAGE);
    assert_non_null(strstr(error->message, cases[i].named));
  }
}

static void a_depth_needs_a_ring(void **state) {
  (void)state;
  g_autofree char *fallback = NULL;
  g_autoptr(GError) error = NULL;
  IodJobLists lists = {.iodepth = "4", .common = {.engine = IOD_ENGINE_PSYNC}};
  g_autoptr(GArray) jobs = expand(lists, NULL);
  assert_false(iod_jobs_resolve(jobs, &fallback, &error));
  assert_non_null(strstr(error->message, "iodepth 4"));
}

/* Whatever the kernel allows, as many I/Os are in flight as were asked for. */
static void the_depth_is_kept(void **state) {
  (void)state;
  g_autofree char *fallback = NULL;
  IodJobLists lists = {.iodepth = "1,8", .numjobs = "2"};
  g_autoptr(GArray) jobs = expand(lists, NULL);
  assert_true(iod_jobs_resolve(jobs, &fallback, NULL));
  assert_int_equal(at(jobs, 0)->engine, IOD_ENGINE_PSYNC);
  assert_int_equal(at(jobs, 0)->numjobs, 2);
  assert_int_equal(at(jobs, 1)->iodepth * at(jobs, 1)->numjobs, 16);
  assert_int_equal(at(jobs, 1)->engine, fallback == NULL ? IOD_ENGINE_IO_URING : IOD_ENGINE_PSYNC);
}

static void times_have_units(void **state) {
  (void)state;
  static const struct {
    const char *text;
    gint64 nanoseconds;
  } good[] = {{"10", 10000000000},
              {"1.5s", 1500000000},
              {"250ms", 250000000},
              {"2m", 120000000000},
              {"1h", 3600000000000},
              {"30us", 30000},
              {"0", 0}};
  static const char *const bad[] = {"", "s", "-1", "1x", "1 s", "1e99", "10s ", "nan"};
  gint64 time = 0;
  for (gsize i = 0; i < G_N_ELEMENTS(good); i++) {
    assert_true(iod_time_parse(good[i].text, &time));
    assert_int_equal(time, good[i].nanoseconds);
  }
  for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) assert_false(iod_time_parse(bad[i], &time));
}

static void presets_say_what_they_stand_for(void **state) {
  (void)state;
  guint count = 0;
  for (const IodPreset *preset = NULL; (preset = iod_preset_at(count)) != NULL; count++) {
    g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(IodJob));
    g_autofree char *fallback = NULL;
    IodSettings settings;
    iod_settings_init(&settings);
    assert_true(strlen(preset->stands_for) > 20);
    assert_true(iod_preset_apply(preset->name, jobs, &settings, NULL));
    assert_true(jobs->len > 0);
    assert_true(settings.runtime > 0);
    assert_true(iod_jobs_resolve(jobs, &fallback, NULL));
  }
  assert_int_equal(count, 5);
  g_autoptr(GError) error = NULL;
  g_autoptr(GArray) jobs = g_array_new(FALSE, FALSE, sizeof(IodJob));
  IodSettings settings;
  assert_false(iod_preset_apply("fast", jobs, &settings, &error));
  assert_non_null(strstr(error->message, "quick, database, backup, dd, seeds"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lists_make_a_product),
      cmocka_unit_test(a_job_says_its_own),
      cmocka_unit_test(what_is_named_twice_is_one_job),
      cmocka_unit_test(defaults_are_fios),
      cmocka_unit_test(nonsense_is_refused_by_name),
      cmocka_unit_test(a_depth_needs_a_ring),
      cmocka_unit_test(the_depth_is_kept),
      cmocka_unit_test(times_have_units),
      cmocka_unit_test(presets_say_what_they_stand_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
