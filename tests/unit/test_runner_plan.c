// SPDX-License-Identifier: GPL-3.0-or-later
/* The order of runs, what a plan refuses, and how it is gone on with. */
#include "runner/runner.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static IodPlan *new_plan(const char *rw, guint runs, guint64 seed) {
  IodPlan *plan = iod_plan_new();
  IodJobLists lists = {.rw = rw};
  g_autofree char *fallback = NULL;
  assert_true(iod_plan_add_target(plan, "a=/x/a", NULL));
  assert_true(iod_plan_add_target(plan, "b=/x/b", NULL));
  assert_true(iod_plan_add_target(plan, "/x/c", NULL));
  assert_true(iod_jobs_expand(&lists, plan->jobs, NULL));
  assert_true(iod_jobs_resolve(plan->jobs, &fallback, NULL));
  plan->runs = runs;
  plan->settings.seed = seed;
  return plan;
}

static const IodStep *at(const IodPlan *plan, guint index) {
  return &g_array_index(plan->steps, IodStep, index);
}

static void a_round_visits_every_target_once(void **state) {
  (void)state;
  g_autoptr(IodPlan) plan = new_plan("read,write,randrw,randread", 6, 1);
  assert_true(iod_plan_finish(plan, NULL));
  assert_int_equal(plan->steps->len, 6 * 4 * 3);
  for (guint i = 0; i < plan->steps->len; i += 3) {
    guint targets = 0;
    for (guint j = 0; j < 3; j++) {
      assert_int_equal(at(plan, i + j)->round, i / 12);
      assert_int_equal(at(plan, i + j)->job, at(plan, i)->job);
      targets |= 1U << at(plan, i + j)->target;
    }
    assert_int_equal(targets, 7);
  }
}

/* No target is always first, else it alone would have the cold machine. */
static void the_order_is_shuffled(void **state) {
  (void)state;
  g_autoptr(IodPlan) plan = new_plan("read", 60, 1);
  assert_true(iod_plan_finish(plan, NULL));
  guint first[3] = {0};
  for (guint i = 0; i < plan->steps->len; i += 3) first[at(plan, i)->target]++;
  for (guint i = 0; i < 3; i++) assert_in_range(first[i], 8, 35);
}

static void the_seed_makes_the_order_and_more_runs_keep_it(void **state) {
  (void)state;
  g_autoptr(IodPlan) few = new_plan("read,write", 3, 9);
  g_autoptr(IodPlan) many = new_plan("read,write", 9, 9);
  g_autoptr(IodPlan) other = new_plan("read,write", 9, 10);
  assert_true(iod_plan_finish(few, NULL) && iod_plan_finish(many, NULL) && iod_plan_finish(other, NULL));
  guint differs = 0;
  for (guint i = 0; i < few->steps->len; i++) {
    assert_memory_equal(at(few, i), at(many, i), sizeof(IodStep));
    differs += memcmp(at(few, i), at(other, i), sizeof(IodStep)) != 0 ? 1 : 0;
  }
  assert_true(differs > 0);
}

static json_t *made_run(const char *options, const char *place, gboolean complete) {
  return json_pack("{s:b, s:{s:s, s:s}}", "complete", complete, "facts", "options", options, "plan_step",
                   place);
}

static void a_plan_goes_on_where_it_stopped(void **state) {
  (void)state;
  g_autoptr(IodPlan) plan = new_plan("read,write", 2, 1);
  assert_true(iod_plan_finish(plan, NULL));
  g_autofree char *options = iod_plan_options(plan);
  json_t *whole = made_run(options, "1/2/3", TRUE);
  json_t *cut = made_run(options, "1/1/1", FALSE);
  json_t *beyond = made_run(options, "7/1/1", TRUE);
  json_t *foreign = made_run("targets elsewhere", "1/2/3", TRUE);
  json_t *stranger = json_pack("{s:s}", "tool", "fio");
  assert_true(iod_plan_resume(plan, whole, NULL));
  assert_true(iod_plan_resume(plan, cut, NULL));
  assert_true(iod_plan_resume(plan, beyond, NULL));
  assert_int_equal(iod_plan_left(plan), 11);
  g_autoptr(GError) error = NULL;
  assert_false(iod_plan_resume(plan, foreign, &error));
  assert_non_null(strstr(error->message, "targets elsewhere"));
  assert_false(iod_plan_resume(plan, stranger, NULL));
  for (guint i = 0; i < plan->steps->len; i++) {
    gboolean is_it = at(plan, i)->round == 0 && at(plan, i)->job == 1 && at(plan, i)->target == 2;
    assert_int_equal(at(plan, i)->done, is_it);
  }
  json_decref(whole), json_decref(cut), json_decref(beyond), json_decref(foreign), json_decref(stranger);
}

static void options_tell_all_but_the_rounds(void **state) {
  (void)state;
  g_autoptr(IodPlan) a = new_plan("read", 2, 1);
  g_autoptr(IodPlan) b = new_plan("read", 5, 1);
  g_autofree char *first = iod_plan_options(a);
  g_autofree char *second = iod_plan_options(b);
  assert_string_equal(first, second);
  assert_string_equal(first,
                      "targets a=/x/a, b=/x/b, /x/c; jobs read 4k iodepth=1 numjobs=1 psync; size default; "
                      "runtime 10s; seed 1; direct 1");
  b->settings.ramp_time = 1;
  g_autofree char *third = iod_plan_options(b);
  assert_string_not_equal(first, third);
}

static void targets_are_named(void **state) {
  (void)state;
  g_autoptr(IodPlan) plan = iod_plan_new();
  assert_true(iod_plan_add_target(plan, "./a=b", NULL));
  assert_true(iod_plan_add_target(plan, "fast=/mnt/a=b", NULL));
  const IodTarget *path = plan->targets->pdata[0];
  const IodTarget *named = plan->targets->pdata[1];
  assert_string_equal(path->name, "./a=b");
  assert_false(path->named);
  assert_string_equal(named->name, "fast");
  assert_string_equal(named->path, "/mnt/a=b");
  assert_false(iod_plan_add_target(plan, "fast=/mnt/other", NULL));
  assert_false(iod_plan_add_target(plan, "slow=/mnt/a=b", NULL));
  assert_false(iod_plan_add_target(plan, "=/mnt", NULL));
  assert_false(iod_plan_add_target(plan, "x=", NULL));
}

static void refuses(IodPlan *plan, const char *reason) {
  g_autoptr(GError) error = NULL;
  assert_false(iod_plan_finish(plan, &error));
  assert_non_null(strstr(error->message, reason));
}

static void what_makes_no_sense_is_refused(void **state) {
  (void)state;
  g_autoptr(IodPlan) plan = new_plan("read", 2, 1);
  plan->settings.verify = TRUE;
  refuses(plan, "--verify");
  plan->settings.verify = FALSE;
  plan->settings.runtime = 0;
  refuses(plan, "--runtime");
  plan->settings.ios = 5;
  plan->runs = 0;
  refuses(plan, "--runs 0");
  plan->runs = 400000;
  refuses(plan, "too many");
  plan->runs = 1;
  g_array_index(plan->jobs, IodJob, 0).fsync = 1;
  refuses(plan, "nothing to sync");
  g_array_index(plan->jobs, IodJob, 0).fsync = 0;
  g_ptr_array_add(plan->overwrite, g_strdup("/x/A"));
  refuses(plan, "--overwrite /x/A");
  g_ptr_array_set_size(plan->overwrite, 0);
  g_ptr_array_add(plan->destroy, g_strdup("x/a"));
  refuses(plan, "--destroy x/a");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_round_visits_every_target_once),
      cmocka_unit_test(the_order_is_shuffled),
      cmocka_unit_test(the_seed_makes_the_order_and_more_runs_keep_it),
      cmocka_unit_test(a_plan_goes_on_where_it_stopped),
      cmocka_unit_test(options_tell_all_but_the_rounds),
      cmocka_unit_test(targets_are_named),
      cmocka_unit_test(what_makes_no_sense_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
