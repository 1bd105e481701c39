// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_cases.h"

static const char *const volumes[] = {"hostpath", "jiva", NULL};

static Case *two_volumes(void) {
  Case *c = case_new(volumes);
  static const double host[] = {195e6, 200e6, 201e6, 203e6, 208e6},
                      jiva[] = {103e6, 104e6, 104e6, 105e6, 107e6};
  static const double slow[] = {30.3e6, 31.4e6, 31.7e6}, slower[] = {46.9e6, 47.6e6, 48.5e6};
  IodRow *big = case_row(c, "dd", "copy", "-", "bandwidth", "dd bs=512m");
  plot_values(c, big, 0, host, 5);
  plot_values(c, big, 1, jiva, 5);
  plot_compare(c, big);
  IodRow *small = case_row(c, "dd", "copy", "-", "bandwidth", "dd bs=512k");
  plot_values(c, small, 0, slow, 3);
  plot_values(c, small, 1, slower, 3);
  plot_compare(c, small);
  return c;
}

static void test_lengths_are_proportional(void **state) {
  (void)state;
  g_autoptr(Case) c = two_volumes();
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  assert_laid_out(&plan);
  assert_int_equal(plan.scenes->len, 1);
  const IodShape *first = find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0);
  gboolean lying = first->box.w > first->box.h;
  double unit = (lying ? first->box.w : first->box.h) / 201e6;
  static const double centres[2][2] = {{201e6, 104e6}, {31.4e6, 47.6e6}};
  for (int row = 0; row < 2; row++)
    for (int series = 0; series < 2; series++) {
      const IodShape *bar = find_shape(&plan, IOD_ROLE_BAR, row, series, 0);
      assert_non_null(bar);
      assert_close((lying ? bar->box.w : bar->box.h) / centres[row][series], unit, unit * 1e-9);
    }
  assert_int_equal(count_shapes(&plan, IOD_ROLE_RUN, -1, -1), 16);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_WHISKER, -1, -1), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths_are_proportional),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
