// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot_cases.h"

#include "plot/theme.h"

static const char *const volumes[] = {"hostpath", "jiva", NULL};

static IodRow *add_row(Case *c, const char *tool, const char *metric, const char *name) {
  return case_row(c, tool, "copy", "-", metric, name);
}

static Case *two_volumes(void) {
  Case *c = case_new(volumes);
  static const double host[] = {195e6, 200e6, 201e6, 203e6, 208e6},
                      jiva[] = {103e6, 104e6, 104e6, 105e6, 107e6};
  static const double slow[] = {30.3e6, 31.4e6, 31.7e6}, slower[] = {46.9e6, 47.6e6, 48.5e6};
  IodRow *big = add_row(c, "dd", "bandwidth", "dd bs=512m");
  plot_values(c, big, 0, host, 5);
  plot_values(c, big, 1, jiva, 5);
  plot_compare(c, big);
  IodRow *small = add_row(c, "dd", "bandwidth", "dd bs=512k");
  plot_values(c, small, 0, slow, 3);
  plot_values(c, small, 1, slower, 3);
  plot_compare(c, small);
  return c;
}

static double length_of(const IodShape *bar, gboolean lying) {
  return lying ? bar->box.w : bar->box.h;
}

/* Both ways to lay bars: names of 80 letters on a narrow page make them lie. */
static void test_lengths_are_proportional(void **state) {
  (void)state;
  static const double centres[2][2] = {{201e6, 104e6}, {31.4e6, 47.6e6}};
  for (int lying = 0; lying < 2; lying++) {
    g_autoptr(Case) c = two_volumes();
    IodRow *first = c->comparison.rows->pdata[0];
    if (lying) first->name = case_keep(c, g_strnfill(80, 'x'));
    IodPlotOptions options = {.kind = IOD_PLOT_BARS, .width = lying ? 400 : 0};
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    assert_int_equal(plan.scenes->len, 1);
    const IodShape *bar = find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0);
    assert_int_equal(bar->box.w > bar->box.h, lying);
    double unit = length_of(bar, lying) / 201e6;
    for (int row = 0; row < 2; row++)
      for (int series = 0; series < 2; series++) {
        bar = find_shape(&plan, IOD_ROLE_BAR, row, series, 0);
        assert_non_null(bar);
        assert_close(length_of(bar, lying) / centres[row][series], unit, unit * 1e-9);
      }
    assert_int_equal(count_shapes(&plan, IOD_ROLE_RUN, -1, -1), 16);
    assert_int_equal(count_shapes(&plan, IOD_ROLE_WHISKER, -1, -1), 4);
  }
}

/* The value at a place on the axis, from two ticks. */
static double value_at(const IodPlan *plan, double at, gboolean lying) {
  const IodShape *grid[2], *label[2];
  double place[2], value[2];
  for (guint i = 0; i < 2; i++) {
    grid[i] = find_shape(plan, IOD_ROLE_GRID, -1, -1, i);
    label[i] = find_shape(plan, IOD_ROLE_TICK, -1, -1, i);
    place[i] = lying ? grid[i]->box.x : grid[i]->box.y;
    value[i] = g_ascii_strtod(text_of(label[i]), NULL);
  }
  return value[0] + (at - place[0]) / (place[1] - place[0]) * (value[1] - value[0]);
}

static void test_ticks_tell_the_values(void **state) {
  (void)state;
  g_autoptr(Case) c = two_volumes();
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  const IodShape *bar = find_shape(&plan, IOD_ROLE_BAR, 0, 1, 0);
  assert_close(value_at(&plan, bar->box.y, FALSE), 104, 0.01); /* MB/s: dd counts in 10^6 */
  assert_close(value_at(&plan, bar->box.y + bar->box.h, FALSE), 0, 0.01);
  const IodShape *whisker = find_shape(&plan, IOD_ROLE_WHISKER, 0, 1, 0);
  assert_close(value_at(&plan, whisker->box.y, FALSE), 107, 0.01); /* min to max of five runs */
  assert_close(value_at(&plan, whisker->box.y + whisker->box.h, FALSE), 103, 0.01);
  const IodShape *run = find_shape(&plan, IOD_ROLE_RUN, 0, 1, 0);
  assert_close(value_at(&plan, run->box.y + run->box.h / 2, FALSE), 103, 0.01);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_VALUE, 0, 1, 0)), "104");
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_RATIO, 0, 1, 0)), "0.52×");
}

static void test_marks_and_colours(void **state) {
  (void)state;
  g_autoptr(Case) c = two_volumes();
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  const IodTheme *theme = iod_theme(FALSE);
  /* Worse in the one row, better in the other: by colour, and up or down. */
  const IodShape *worse = find_shape(&plan, IOD_ROLE_MARK, 0, 1, 0),
                 *better = find_shape(&plan, IOD_ROLE_MARK, 1, 1, 0);
  assert_int_equal(worse->fill, theme->worse);
  assert_int_equal(better->fill, theme->better);
  const IodScene *scene = plan.scenes->pdata[0];
  assert_true(g_array_index(scene->points, IodPoint, worse->first).y > worse->box.y + worse->box.h / 2);
  assert_true(g_array_index(scene->points, IodPoint, better->first).y < better->box.y + better->box.h / 2);
  for (int series = 0; series < 2; series++) {
    IodColour colour = iod_look(theme, (guint)series).fill;
    assert_int_equal(find_shape(&plan, IOD_ROLE_SWATCH, -1, series, 0)->fill, colour);
    for (int row = 0; row < 2; row++)
      assert_int_equal(find_shape(&plan, IOD_ROLE_BAR, row, series, 0)->fill, colour);
  }
  assert_null(find_shape(&plan, IOD_ROLE_MARK, 0, 0, 0)); /* the baseline has no verdict */
}

static void test_zero_and_missing(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  static const double zero[] = {0, 0, 0}, some[] = {5, 6, 7};
  IodRow *row = add_row(c, "fio", "iops", "a");
  plot_values(c, row, 0, zero, 3);
  plot_values(c, row, 1, some, 3);
  plot_compare(c, row);
  row = add_row(c, "fio", "iops", "b");
  plot_values(c, row, 1, some, 3);
  plot_compare(c, row);
  row = add_row(c, "fio", "iops", "never measured");
  row->n_series = 2;
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  assert_laid_out(&plan);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_VALUE, 0, 0, 0)), "0");
  assert_close(find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0)->box.h, 0, 1e-9);
  assert_null(find_shape(&plan, IOD_ROLE_BAR, 1, 0, 0));
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_VALUE, 1, 0, 0)), "–");
  assert_null(find_shape(&plan, IOD_ROLE_NAME, 2, -1, 0));
}

static void test_one_run_has_no_interval(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  static const double one = 1691.3 * 1048576, other = 1700.06 * 1048576;
  IodRow *row = add_row(c, "sysbench", "bandwidth", "sysbench read");
  plot_values(c, row, 0, &one, 1);
  plot_values(c, row, 1, &other, 1);
  plot_compare(c, row);
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  assert_laid_out(&plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_WHISKER, -1, -1), 0);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_RUN, -1, -1), 0);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_BAR, -1, -1), 2);
  assert_non_null(strstr(text_of(find_shape(&plan, IOD_ROLE_CAPTION, -1, -1, 0)), "One run each"));
}

static Case *far_apart(void) {
  Case *c = case_new(volumes);
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  static const double centres[] = {1e-9, 1, 1e15};
  for (guint i = 0; i < G_N_ELEMENTS(centres); i++) {
    IodRow *row = add_row(c, "fio", "bandwidth", i == 0 ? "tiny" : i == 1 ? "middle" : "huge");
    iod_labels_set(row->labels, "config", i == 0 ? "a" : i == 1 ? "b" : "c");
    for (guint s = 0; s < 2; s++) plot_around(c, row, s, centres[i], 0.1, 4, random);
    plot_compare(c, row);
  }
  return c;
}

static gboolean is_noted(const IodPlan *plan, const char *words) {
  for (guint i = 0; i < plan->layout.notes->len; i++)
    if (strstr(plan->layout.notes->pdata[i], words) != NULL) return TRUE;
  return FALSE;
}

/* From 1e-9 to 1e15 in one figure: linear as always, a logarithmic axis offered, or an axis a panel. */
static void test_far_apart(void **state) {
  (void)state;
  g_autoptr(Case) c = far_apart();
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  {
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    assert_true(is_noted(&plan, "too short to be seen beside the longest: 4 bars"));
    double unit = find_shape(&plan, IOD_ROLE_BAR, 2, 0, 0)->box.h;
    assert_true(find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0)->box.h < unit * 1e-20);
  }
  options.log_axis = TRUE;
  {
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    assert_false(is_noted(&plan, "too short"));
    assert_true(find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0)->box.h > 1);
    assert_non_null(strstr(text_of(find_shape(&plan, IOD_ROLE_CAPTION, -1, -1, 0)), "do not begin at zero"));
  }
  options = (IodPlotOptions){.kind = IOD_PLOT_BARS, .panels = "config", .scales = IOD_SCALES_FREE};
  {
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    assert_false(is_noted(&plan, "too short"));
    for (int row = 0; row < 3; row++) assert_true(find_shape(&plan, IOD_ROLE_BAR, row, 0, 0)->box.h > 100);
  }
}

/* Panels of one metric have one scale, unless each is to have its own. */
static void test_shared_scale(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  static const double values[] = {100, 10};
  for (guint i = 0; i < 2; i++) {
    IodRow *row = add_row(c, "fio", "iops", "randread");
    iod_labels_set(row->labels, "config", i == 0 ? "small" : "large");
    for (guint s = 0; s < 2; s++) plot_values(c, row, s, &values[i], 1);
  }
  for (int free = 0; free < 2; free++) {
    IodPlotOptions options = {
        .kind = IOD_PLOT_BARS, .panels = "config", .scales = free ? IOD_SCALES_FREE : IOD_SCALES_AUTO};
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    double first = find_shape(&plan, IOD_ROLE_BAR, 0, 0, 0)->box.h,
           second = find_shape(&plan, IOD_ROLE_BAR, 1, 0, 0)->box.h;
    assert_close(second / first, free ? 1 : 0.1, 1e-9);
    assert_int_equal(count_shapes(&plan, IOD_ROLE_HEAD, -1, -1), 4);
    assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_HEAD, -1, -1, 0)),
                        "config small: I/O operations (iops)");
  }
}

/* More series than colours: hatched, and numbered at each bar as in the legend. */
static void test_twenty_four_series(void **state) {
  (void)state;
  char *names[25] = {NULL};
  for (guint i = 0; i < 24; i++) names[i] = g_strdup_printf("volume-%02u", i);
  g_autoptr(Case) c = case_new((const char *const *)names);
  g_autoptr(GRand) random = g_rand_new_with_seed(4);
  for (guint i = 0; i < 10; i++) {
    IodRow *row = add_row(c, "fio", "iops", "randread");
    for (guint s = 0; s < 24; s++) plot_around(c, row, s, 1000 + 100 * s, 0.1, 5, random);
    plot_compare(c, row);
  }
  IodPlotOptions options = {.kind = IOD_PLOT_BARS};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  assert_laid_out(&plan);
  assert_true(plan.scenes->len > 1);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_BAR, -1, -1), 240);
  for (int row = 0; row < 10; row++) assert_non_null(find_shape(&plan, IOD_ROLE_BAR, row, 23, 0));
  assert_null(find_shape(&plan, IOD_ROLE_HATCH, 0, 7, 0));
  assert_non_null(find_shape(&plan, IOD_ROLE_HATCH, 0, 8, 0));
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_LEGEND, 0, 23, 0)), "24");
  for (guint a = 0; a < 24; a++)
    for (guint b = a + 1; b < 24; b++) {
      IodLook x = iod_look(iod_theme(FALSE), a), y = iod_look(iod_theme(FALSE), b);
      assert_true(x.fill != y.fill || x.hatch != y.hatch);
    }
  for (guint i = 0; i < 24; i++) g_free(names[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lengths_are_proportional),
      cmocka_unit_test(test_ticks_tell_the_values),
      cmocka_unit_test(test_marks_and_colours),
      cmocka_unit_test(test_zero_and_missing),
      cmocka_unit_test(test_one_run_has_no_interval),
      cmocka_unit_test(test_far_apart),
      cmocka_unit_test(test_shared_scale),
      cmocka_unit_test(test_twenty_four_series),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
