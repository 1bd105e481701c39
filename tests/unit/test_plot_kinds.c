// SPDX-License-Identifier: GPL-3.0-or-later
/* Ratios, lines, latency, runs, heat maps and tables: what is drawn lies where its value says. */
#include "plot_cases.h"

#include "plot/kinds.h"
#include "plot/tail.h"
#include "plot/theme.h"

static const char *const volumes[] = {"hostpath", "jiva", NULL};

static IodRow *add_row(Case *c, const char *test, const char *metric, const char *label, const char *value) {
  gboolean size = g_strcmp0(label, "block_size") == 0;
  g_autofree char *shown = size ? iod_size_text(g_ascii_strtoull(value, NULL, 10)) : g_strdup(value);
  g_autofree char *name = label != NULL ? g_strdup_printf("fio %s %s=%s", test, size ? "bs" : label, shown)
                                        : g_strdup_printf("fio %s", test);
  IodRow *row = case_row(c, "fio", test, "-", metric, name);
  if (label != NULL) iod_labels_set(row->labels, label, value);
  return row;
}

/* Both series with n runs that lie close to their centres. */
static void fill(Case *c, IodRow *row, double base, double fresh, guint n) {
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  plot_around(c, row, 0, base, 0.002, n, random);
  plot_around(c, row, 1, fresh, 0.002, n, random);
  plot_compare(c, row);
}

static double middle_x(const IodShape *shape) {
  return shape->box.x + shape->box.w / 2;
}

static double middle_y(const IodShape *shape) {
  return shape->box.y + shape->box.h / 2;
}

static void plan_as(Case *c, IodPlotKind kind, IodPlan *plan) {
  static IodPlotOptions options;
  options = (IodPlotOptions){.kind = kind};
  g_autoptr(GError) error = NULL;
  if (!iod_plan_make(&c->comparison, &options, plan, &error)) fail_msg("%s", error->message);
  assert_laid_out(plan);
}

/* Equal factors are equal distances; better is to the right whether higher or lower is better. */
static void test_ratio(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  fill(c, add_row(c, "half", "iops", NULL, NULL), 1000, 500, 6);
  fill(c, add_row(c, "same", "iops", NULL, NULL), 1000, 1000, 6);
  fill(c, add_row(c, "double", "iops", NULL, NULL), 1000, 2000, 6);
  fill(c, add_row(c, "halved", "lat_mean", NULL, NULL), 1e-3, 5e-4, 6);
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_RATIO, &plan);
  double half = middle_x(find_shape(&plan, IOD_ROLE_POINT, 0, 1, 0)),
         same = middle_x(find_shape(&plan, IOD_ROLE_POINT, 1, 1, 0));
  double twice = middle_x(find_shape(&plan, IOD_ROLE_POINT, 2, 1, 0));
  assert_close(same - half, twice - same, (twice - half) * 0.01);
  assert_true(twice > same);
  const IodShape *band = find_shape(&plan, IOD_ROLE_BAND, 1, -1, 0);
  assert_true(band->box.x < same && same < band->box.x + band->box.w);
  const IodShape *lower = find_shape(&plan, IOD_ROLE_BAND, 3, -1, 0);
  assert_true(middle_x(find_shape(&plan, IOD_ROLE_POINT, 3, 1, 0)) > lower->box.x + lower->box.w);
  /* The verdict by the point's shape: triangles and a square. */
  assert_int_equal(find_shape(&plan, IOD_ROLE_POINT, 0, 1, 0)->count, 3);
  assert_int_equal(find_shape(&plan, IOD_ROLE_POINT, 1, 1, 0)->count, 4);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_RATIO, 0, 1, 1)), "worse");
}

static void test_ratio_needs_two_series(void **state) {
  (void)state;
  static const char *const one[] = {"only", NULL};
  static const double value = 5;
  g_autoptr(Case) c = case_new(one);
  plot_values(c, add_row(c, "a", "iops", NULL, NULL), 0, &value, 1);
  for (guint i = 0; i < 2; i++) {
    IodPlotOptions options = {.kind = i == 0 ? IOD_PLOT_RATIO : IOD_PLOT_HEATMAP};
    g_auto(IodPlan) plan;
    g_autoptr(GError) error = NULL;
    assert_false(iod_plan_make(&c->comparison, &options, &plan, &error));
    assert_int_equal(error->code, IOD_ERROR_USAGE);
    assert_non_null(strstr(error->message, "two series"));
  }
}

/* Block sizes double from place to place: equal steps; a hole breaks the line; zero is at the foot. */
static void test_lines(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  static const char *const sizes[] = {"4096", "8192", "16384", "32768", "65536"};
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    IodRow *row = add_row(c, "seq", "bandwidth", "block_size", sizes[i]);
    fill(c, row, 100e6 * (i + 1), 200e6, 5);
    if (i == 2) row->samples[1] = NULL;
  }
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_AUTO, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_CURVE, -1, -1), 2);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_POINT, -1, 1), 4);
  double step = 0;
  for (int i = 0; i < 4; i++) {
    const IodShape *a = find_shape(&plan, IOD_ROLE_POINT, i, 0, 0),
                   *b = find_shape(&plan, IOD_ROLE_POINT, i + 1, 0, 0);
    if (i > 0) assert_close(middle_x(b) - middle_x(a), step, 0.01);
    step = middle_x(b) - middle_x(a);
    assert_true(middle_y(b) < middle_y(a));
  }
  const IodShape *curve = find_shape(&plan, IOD_ROLE_CURVE, -1, 1, 0);
  const IodScene *scene = plan.scenes->pdata[0];
  guint moves = 0;
  for (guint i = 0; i < curve->count; i++)
    moves += g_array_index(scene->points, IodPoint, curve->first + i).move ? 1 : 0;
  assert_int_equal(moves, 2);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_BAND, -1, 0), 1);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_BAND, -1, 1), 2);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_HEAD, -1, -1, 0)), "fio seq");
}

static void test_lines_leave_out_what_has_no_number(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  fill(c, add_row(c, "seq", "iops", "iodepth", "1"), 10, 20, 3);
  fill(c, add_row(c, "seq", "iops", "iodepth", "16"), 10, 20, 3);
  fill(c, add_row(c, "other", "iops", NULL, NULL), 10, 20, 3);
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_LINES, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_POINT, -1, -1), 4);
  assert_int_equal(plan.layout.notes->len, 1);
  assert_string_equal(plan.layout.notes->pdata[0], "left out, for want of two numbers of iodepth: 1 row");
}

static const char *const percentiles[] = {"clat_p50", "clat_p90", "clat_p99", "clat_p99.9"};

static void test_latency(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  for (guint i = 0; i < G_N_ELEMENTS(percentiles); i++) {
    IodRow *row = add_row(c, "randread", percentiles[i], NULL, NULL);
    row->usual = i == 2;
    fill(c, row, 1e-4 * pow(10, i), 2e-4, 5);
  }
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_LATENCY, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_POINT, -1, 0), 4);
  /* From nine to nine the distance is the same, and so is a factor of ten upwards. */
  const IodShape *p[4];
  for (int i = 0; i < 4; i++) p[i] = find_shape(&plan, IOD_ROLE_POINT, i, 0, 0);
  assert_close(middle_x(p[3]) - middle_x(p[2]), middle_x(p[2]) - middle_x(p[1]), 0.01);
  assert_close(middle_y(p[2]) - middle_y(p[3]), middle_y(p[1]) - middle_y(p[2]), 0.5);
}

static IodHistogram *histogram_of(guint64 first, guint64 count) {
  IodHistogram *histogram = iod_histogram_new("-", "clat", "ns", 7);
  for (guint64 i = 0; i < count; i++) {
    IodBucket bucket = {first + i, 10};
    g_array_append_val(histogram->counts, bucket);
  }
  return histogram;
}

static void test_percentiles_of_histograms(void **state) {
  (void)state;
  /* Up to 2^8 a bucket holds one value; 128 << 3 and the like are the middles of wider ones. */
  IodHistogram *small = histogram_of(100, 10);
  assert_close(iod_tail_percentile(small, 50), 104e-9, 1e-15);
  assert_close(iod_tail_percentile(small, 100), 109e-9, 1e-15);
  assert_close(iod_tail_percentile(small, 0), 100e-9, 1e-15);
  assert_int_equal(iod_tail_total(small), 100);
  IodHistogram *wide = histogram_of((3 << 7) + 130, 1); /* 130 << 3 = 1040 to 1047 */
  assert_close(iod_tail_percentile(wide, 50), 1043.5e-9, 1e-15);
  IodHistogram *empty = histogram_of(0, 0);
  assert_true(isnan(iod_tail_percentile(empty, 50)));
  iod_histogram_free(small);
  iod_histogram_free(wide);
  iod_histogram_free(empty);
}

/* Where all runs carry a histogram, the curve comes out of it: a point each tenth of a nine. */
static void test_latency_from_histograms(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  IodRun *runs[2];
  for (guint s = 0; s < 2; s++) {
    runs[s] = iod_run_new("iodelta", "a.json");
    iod_run_add_histogram(runs[s], histogram_of(100 * (s + 1), 100));
  }
  for (guint i = 0; i < G_N_ELEMENTS(percentiles); i++) {
    IodRow *row = add_row(c, "randread", percentiles[i], NULL, NULL);
    fill(c, row, 150e-9, 250e-9, 1);
    for (guint s = 0; s < 2; s++) row->samples[s]->runs = case_keep(c, g_memdup2(&runs[s], sizeof runs[s]));
  }
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_LATENCY, &plan);
  const IodShape *curve = find_shape(&plan, IOD_ROLE_CURVE, -1, 0, 0);
  assert_int_equal(curve->count, 31); /* 1000 counted: three nines */
  assert_null(find_shape(&plan, IOD_ROLE_POINT, -1, -1, 0));
  for (guint s = 0; s < 2; s++) iod_run_unref(runs[s]);
}

static void test_runs_are_in_order(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  IodRow *row = add_row(c, "seq", "iops", NULL, NULL);
  static const double drifting[] = {10, 20, 30, 40, 50, 60}, level[] = {35, 35, 35};
  plot_values(c, row, 0, drifting, 6);
  plot_values(c, row, 1, level, 3);
  plot_compare(c, row);
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_RUNS, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_RUN, 0, 0), 6);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_RUN, 0, 1), 3);
  for (guint i = 1; i < 6; i++) {
    const IodShape *a = find_shape(&plan, IOD_ROLE_RUN, 0, 0, i - 1),
                   *b = find_shape(&plan, IOD_ROLE_RUN, 0, 0, i);
    assert_true(middle_x(b) > middle_x(a) && middle_y(b) < middle_y(a));
  }
  /* The centre of the drifting series is that of the level one. */
  const IodShape *centre = find_shape(&plan, IOD_ROLE_POINT, -1, 0, 0);
  assert_close(middle_y(centre), middle_y(find_shape(&plan, IOD_ROLE_RUN, 0, 1, 0)), 0.2);
}

static Case *field(guint sizes, guint files) {
  Case *c = case_new(volumes);
  for (guint x = 0; x < sizes; x++)
    for (guint y = 0; y < files; y++) {
      g_autofree char *block = g_strdup_printf("%u", 4096U << x),
                      *file = g_strdup_printf("%u", 1048576U << y);
      IodRow *row = add_row(c, "write", "bandwidth", "block_size", block);
      iod_labels_set(row->labels, "file_size", file);
      fill(c, row, 1e8, x == 0 && y == 0 ? 4e8 : x == 1 && y == 0 ? 0.25e8 : 1e8, 4);
    }
  return c;
}

static void test_heatmap(void **state) {
  (void)state;
  g_autoptr(Case) c = field(5, 3);
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_AUTO, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_CELL, -1, -1), 15);
  const IodTheme *theme = iod_theme(FALSE);
  /* A quarter and four times are equally far from 1, at the two ends of the colours. */
  assert_int_equal(find_shape(&plan, IOD_ROLE_CELL, 0, 1, 0)->fill, iod_heat_colour(theme, 1));
  IodColour worst = find_shape(&plan, IOD_ROLE_CELL, 3, 1, 0)->fill;
  assert_true(worst >> 24 > (worst >> 8 & 0xff)); /* red beyond blue */
  assert_int_equal(find_shape(&plan, IOD_ROLE_CELL, 6, 1, 0)->fill,
                   find_shape(&plan, IOD_ROLE_CELL, 7, 1, 0)->fill);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_RATIO, 0, 1, 0)), "4.00×");
  /* Sizes of blocks across, rising; sizes of files down. */
  const IodShape *first = find_shape(&plan, IOD_ROLE_CELL, 0, 1, 0),
                 *right = find_shape(&plan, IOD_ROLE_CELL, 3, 1, 0);
  const IodShape *below = find_shape(&plan, IOD_ROLE_CELL, 1, 1, 0);
  assert_true(right->box.x > first->box.x && right->box.y == first->box.y);
  assert_true(below->box.y > first->box.y && below->box.x == first->box.x);
}

/* No two labels with numbers: rows by series. */
static void test_heatmap_of_series(void **state) {
  (void)state;
  static const char *const names[] = {"hostpath", "jiva", "mayastor", NULL};
  g_autoptr(Case) c = case_new(names);
  g_autoptr(GRand) random = g_rand_new_with_seed(6);
  static const char *const tests[] = {"randread", "randwrite", "seqread"};
  for (guint i = 0; i < 3; i++) {
    IodRow *row = add_row(c, tests[i], i == 2 ? "lat_mean" : "iops", NULL, NULL);
    for (guint s = 0; s < 3; s++) plot_around(c, row, s, 100 * (s + 1), 0.01, 4, random);
    plot_compare(c, row);
  }
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_HEATMAP, &plan);
  assert_int_equal(count_shapes(&plan, IOD_ROLE_CELL, -1, -1), 6);
  const IodTheme *theme = iod_theme(FALSE);
  /* Three times as many operations are the best here, three times the latency is the worst. */
  assert_int_equal(find_shape(&plan, IOD_ROLE_CELL, 2, 2, 0)->box.w > 0, TRUE);
  IodColour good = find_shape(&plan, IOD_ROLE_CELL, 0, 2, 0)->fill,
            bad = find_shape(&plan, IOD_ROLE_CELL, 2, 2, 0)->fill;
  assert_true((good >> 8 & 0xff) > good >> 24 && bad >> 24 > (bad >> 8 & 0xff));
  assert_true(theme->ground != good);
}

static guint stars_of(const IodPlan *plan, int row, int series) {
  guint stars = 0;
  const IodShape *mark;
  for (guint i = 0; (mark = find_shape(plan, IOD_ROLE_MARK, row, series, i)) != NULL; i++)
    stars += mark->count == 10 ? 1 : 0;
  return stars;
}

static void test_table(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(volumes);
  fill(c, add_row(c, "worse", "iops", NULL, NULL), 1000, 500, 6);
  fill(c, add_row(c, "better", "lat_mean", NULL, NULL), 1e-3, 5e-4, 6);
  fill(c, add_row(c, "alike", "lat_mean", NULL, NULL), 1e-3, 1.0001e-3, 6);
  g_auto(IodPlan) plan;
  plan_as(c, IOD_PLOT_TABLE, &plan);
  assert_int_equal(stars_of(&plan, 0, 0), 1);
  assert_int_equal(stars_of(&plan, 0, 1), 0);
  assert_int_equal(stars_of(&plan, 1, 1), 1);
  const IodTheme *theme = iod_theme(FALSE);
  assert_int_equal(find_shape(&plan, IOD_ROLE_MARK, 0, 0, 0)->fill, theme->better);
  /* What is not proved is hollow. */
  assert_int_equal(find_shape(&plan, IOD_ROLE_MARK, 2, 0, 0)->fill, theme->ground);
  assert_string_equal(text_of(find_shape(&plan, IOD_ROLE_VALUE, 0, 0, 0)), "1000");
  assert_non_null(strstr(text_of(find_shape(&plan, IOD_ROLE_CAPTION, -1, -1, 0)), "☆"));
}

/* 200 rows go to further pages, each row once, and no page is higher than it should be. */
static void test_pages(void **state) {
  (void)state;
  static const IodPlotKind some[] = {IOD_PLOT_BARS, IOD_PLOT_RATIO, IOD_PLOT_HEATMAP, IOD_PLOT_TABLE,
                                     IOD_PLOT_RUNS};
  g_autoptr(Case) c = case_new(volumes);
  for (guint i = 0; i < 200; i++) {
    g_autofree char *test = g_strdup_printf("t%03u", i);
    fill(c, add_row(c, case_keep(c, g_strdup(test)), "iops", NULL, NULL), 1000 + i, 1000, 2);
  }
  for (guint k = 0; k < G_N_ELEMENTS(some); k++) {
    IodPlotOptions options = {.kind = some[k], .height = 700};
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    assert_true(plan.scenes->len > 3);
    for (guint p = 0; p < plan.scenes->len; p++)
      assert_close(((const IodScene *)plan.scenes->pdata[p])->height, 700, 0.5);
    for (int row = 0; some[k] != IOD_PLOT_RUNS && row < 200; row++)
      assert_int_equal(count_shapes(&plan, IOD_ROLE_NAME, row, -1), 1);
  }
}

static void test_what_suits_the_data(void **state) {
  (void)state;
  g_autoptr(Case) fields = field(4, 3);
  g_autoptr(Case) sweep = field(4, 1);
  g_autoptr(Case) few = field(2, 1);
  g_autoptr(Case) many = case_new(volumes);
  for (guint i = 0; i < 120; i++)
    fill(many, add_row(many, case_keep(many, g_strdup_printf("t%u", i)), "iops", NULL, NULL), 10, 20, 2);
  const struct {
    Case *data;
    IodPlotKind kind;
  } cases[] = {
      {fields, IOD_PLOT_HEATMAP}, {sweep, IOD_PLOT_LINES}, {few, IOD_PLOT_BARS}, {many, IOD_PLOT_RATIO}};
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    IodPlotOptions options = {.kind = IOD_PLOT_AUTO};
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&cases[i].data->comparison, &options, &plan, NULL));
    assert_int_equal(iod_choose_kind(&plan.layout), cases[i].kind);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ratio),
      cmocka_unit_test(test_ratio_needs_two_series),
      cmocka_unit_test(test_lines),
      cmocka_unit_test(test_lines_leave_out_what_has_no_number),
      cmocka_unit_test(test_latency),
      cmocka_unit_test(test_percentiles_of_histograms),
      cmocka_unit_test(test_latency_from_histograms),
      cmocka_unit_test(test_runs_are_in_order),
      cmocka_unit_test(test_heatmap),
      cmocka_unit_test(test_heatmap_of_series),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_what_suits_the_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
