// SPDX-License-Identifier: GPL-3.0-or-later
/* Figures of random comparisons: names of any script and length, any number of series, rows and runs, values
 * of any size, zeros and holes. Whatever is drawn, no text touches another or leaves the page. */
#include "plot_cases.h"

/* Latin with places to break and without, Greek, Cyrillic, CJK, Arabic, Hebrew, Devanagari, emoji, combining
 * marks. */
static const char *const scripts[] = {"abcdefghijklmnop-/_ 0123456789",
                                      "WMWMWMWM@@",
                                      "αβγδεζηθ ικλμν",
                                      "абвгдежз-ийк",
                                      "ディスク性能比較測定値",
                                      "حجم تخزين على خادم",
                                      "אחסון מקומי",
                                      "भंडारण मापन",
                                      "🚀🔥💾😀👩‍👩‍👧",
                                      "e\xcc\x81o\xcc\x88n\xcc\x83\xcc\xad "};

static char *random_name(GRand *random) {
  const char *script = scripts[g_rand_int_range(random, 0, G_N_ELEMENTS(scripts))];
  int letters = (int)g_utf8_strlen(script, -1);
  int length = g_rand_int_range(random, 0, 3) == 0 ? g_rand_int_range(random, 40, 81)
                                                   : g_rand_int_range(random, 1, 25);
  GString *name = g_string_new(NULL);
  for (int i = 0; i < length; i++)
    g_string_append_unichar(
        name, g_utf8_get_char(g_utf8_offset_to_pointer(script, g_rand_int_range(random, 0, letters))));
  return g_string_free(name, FALSE);
}

static char **random_names(GRand *random, guint n) {
  char **names = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++) names[i] = random_name(random);
  return names;
}

static double random_centre(GRand *random) {
  if (g_rand_int_range(random, 0, 20) == 0) return 0;
  return pow(10, g_rand_double_range(random, -9, 15));
}

static void fill_row(Case *c, IodRow *row, GRand *random) {
  gboolean wild = g_rand_boolean(random), any = FALSE;
  double centre = random_centre(random);
  for (guint s = 0; s < c->comparison.n_series; s++) {
    if (g_rand_int_range(random, 0, 12) == 0 && (any || s + 1 < c->comparison.n_series)) continue;
    guint n = (guint)g_rand_int_range(random, 1, g_rand_int_range(random, 0, 8) == 0 ? 40 : 8);
    if (wild) centre = random_centre(random);
    plot_around(c, row, s, centre, g_rand_double_range(random, 0, 0.6), n, random);
    any = TRUE;
  }
  plot_compare(c, row);
}

static Case *random_case(GRand *random) {
  static const char *const metrics[] = {"iops",     "bandwidth",  "lat_mean", "clat_p50", "clat_p90",
                                        "clat_p99", "clat_p99.9", "cpu",      "bytes",    "memory"};
  guint n_series = (guint)(g_rand_int_range(random, 0, 4) == 0 ? g_rand_int_range(random, 9, 25)
                                                               : g_rand_int_range(random, 1, 7));
  guint n_rows = (guint)(g_rand_int_range(random, 0, 6) == 0 ? g_rand_int_range(random, 20, 60)
                                                             : g_rand_int_range(random, 1, 12));
  g_auto(GStrv) names = random_names(random, n_series);
  Case *c = case_new((const char *const *)names);
  gboolean sweeps = g_rand_boolean(random);
  g_autofree char *shared = random_name(random);
  for (guint i = 0; i < n_rows; i++) {
    char *name = case_keep(c, sweeps ? g_strdup(shared) : random_name(random));
    const char *metric = metrics[g_rand_int_range(random, 0, G_N_ELEMENTS(metrics))];
    IodRow *row = case_row(c, "fio", sweeps ? "sweep" : name, "-", metric, name);
    g_autofree char *block = g_strdup_printf("%u", 4096U << (i % 9)),
                    *file = g_strdup_printf("%u", 1U << (20 + i / 9 % 4));
    iod_labels_set(row->labels, "block_size", block);
    iod_labels_set(row->labels, "file_size", file);
    iod_labels_set(row->labels, "config", i % 2 ? "a" : "b");
    fill_row(c, row, random);
  }
  return c;
}

static void draw_random(guint32 seed) {
  static const guint widths[] = {400, 520, 700, 960, 1600}, heights[] = {0, 0, 200, 500, 1200};
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  g_autoptr(Case) c = random_case(random);
  for (IodPlotKind kind = IOD_PLOT_AUTO; kind <= IOD_PLOT_TABLE; kind++) {
    IodPlotOptions options = {
        .kind = kind,
        .width = widths[g_rand_int_range(random, 0, G_N_ELEMENTS(widths))],
        .height = heights[g_rand_int_range(random, 0, G_N_ELEMENTS(heights))],
        .log_axis = g_rand_int_range(random, 0, 4) == 0,
        .dark = g_rand_boolean(random),
        .scales = (IodPlotScales)g_rand_int_range(random, 0, 3),
        .panels = g_rand_int_range(random, 0, 3) == 0 ? "config" : NULL,
        .all = g_rand_boolean(random),
    };
    g_auto(IodPlan) plan;
    g_autoptr(GError) error = NULL;
    if (!iod_plan_make(&c->comparison, &options, &plan, &error)) {
      /* These draw whatever has a value. */
      if (kind == IOD_PLOT_AUTO || kind == IOD_PLOT_BARS || kind == IOD_PLOT_RUNS || kind == IOD_PLOT_TABLE)
        fail_msg("seed %u, kind %d: %s", seed, (int)kind, error->message);
      assert_int_equal(error->code, IOD_ERROR_USAGE);
      continue;
    }
    plot_where = g_strdup_printf("seed %u, kind %d, width %u, height %u", seed, (int)kind, options.width,
                                 options.height);
    assert_laid_out(&plan);
    g_clear_pointer(&plot_where, g_free);
  }
}

static void test_random_figures(void **state) {
  (void)state;
  const char *more = g_getenv("IOD_FUZZ");
  guint32 from = 1, count = 40;
  if (more != NULL) count = (guint32)g_ascii_strtoull(more, NULL, 10);
  for (guint32 seed = from; seed < from + count; seed++) draw_random(seed);
  assert_int_equal(plot_faults, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_figures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
