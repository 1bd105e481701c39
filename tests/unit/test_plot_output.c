// SPDX-License-Identifier: GPL-3.0-or-later
/* Files: PNGs read back, SVGs parsed and drawn by a second renderer, PDFs; the same bytes each time. */
#include "plot_cases.h"

#include "plot/plot.h"
#include "plot/theme.h"

#include <cairo.h>

static const char *const volumes[] = {"host & <path>", "jiva \"2\"", "ceph", NULL};

static Case *some_case(void) {
  Case *c = case_new(volumes);
  g_autoptr(GRand) random = g_rand_new_with_seed(9);
  static const char *const names[] = {"fio randread", "fio randwrite ディスク حجم 😀"};
  for (guint i = 0; i < 2; i++) {
    IodRow *row = case_row(c, "fio", "rand", "-", i == 0 ? "iops" : "lat_mean", names[i]);
    for (guint s = 0; s < 3; s++) plot_around(c, row, s, 1000.0 * (s + 1), 0.05, 6, random);
    plot_compare(c, row);
  }
  return c;
}

static GBytes *render(const Case *c, const IodPlotOptions *options) {
  g_auto(IodFigure) figure = {NULL, NULL};
  g_autoptr(GError) error = NULL;
  if (!iod_plot_render(&c->comparison, options, &figure, &error)) fail_msg("%s", error->message);
  assert_int_equal(figure.pages->len, 1);
  return g_bytes_ref(figure.pages->pdata[0]);
}

typedef struct {
  const guint8 *data;
  gsize left;
} Source;

static cairo_status_t read_some(void *closure, unsigned char *data, unsigned length) {
  Source *source = closure;
  if (source->left < length) return CAIRO_STATUS_READ_ERROR;
  memcpy(data, source->data, length);
  source->data += length;
  source->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *read_png(GBytes *png) {
  Source source = {NULL, 0};
  source.data = g_bytes_get_data(png, &source.left);
  cairo_surface_t *surface = cairo_image_surface_create_from_png_stream(read_some, &source);
  assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
  return surface;
}

static guint32 pixel(cairo_surface_t *surface, double x, double y) {
  const guint8 *row =
      cairo_image_surface_get_data(surface) + (int)y * cairo_image_surface_get_stride(surface);
  guint32 value;
  memcpy(&value, row + 4 * (int)x, sizeof value);
  return value & 0xffffff;
}

/* Wherever the layout says that a bar is there is its colour, and the margins are empty, in each size and
 * theme. */
static void test_png_shows_what_was_laid_out(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  static const double scales[] = {1, 1.5, 2, 3};
  for (guint i = 0; i < 2 * G_N_ELEMENTS(scales); i++) {
    double scale = scales[i / 2];
    IodPlotOptions options = {.kind = IOD_PLOT_BARS, .scale = scale, .dark = i % 2 == 1};
    const IodTheme *theme = iod_theme(options.dark);
    g_auto(IodPlan) plan;
    assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
    assert_laid_out(&plan);
    const IodScene *scene = plan.scenes->pdata[0];
    g_autoptr(GBytes) png = render(c, &options);
    cairo_surface_t *surface = read_png(png);
    int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
    assert_int_equal(width, (int)ceil(960 * scale));
    assert_int_equal(height, (int)ceil(scene->height * scale));
    for (guint k = 0; k < scene->shapes->len; k++) {
      const IodShape *bar = SHAPE(scene, k);
      if (bar->role != IOD_ROLE_BAR) continue;
      /* Near the foot, where no dot and no whisker is. */
      double x = (bar->box.x + bar->box.w / 2) * scale, y = (bar->box.y + bar->box.h - 4) * scale;
      assert_int_equal(pixel(surface, x, y), bar->fill >> 8);
    }
    for (int x = 0; x < width; x++) {
      assert_int_equal(pixel(surface, x, 3 * scale), theme->ground >> 8);
      assert_int_equal(pixel(surface, x, height - 3 * scale), theme->ground >> 8);
    }
    for (int y = 0; y < height; y++) {
      assert_int_equal(pixel(surface, 3 * scale, y), theme->ground >> 8);
      assert_int_equal(pixel(surface, width - 3 * scale, y), theme->ground >> 8);
    }
    cairo_surface_destroy(surface);
  }
}

/* Bands are painted apart from each other: text that crosses from one to the next is whole. */
static void test_text_is_dark_where_it_stands(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  IodPlotOptions options = {.kind = IOD_PLOT_TABLE};
  g_auto(IodPlan) plan;
  assert_true(iod_plan_make(&c->comparison, &options, &plan, NULL));
  const IodScene *scene = plan.scenes->pdata[0];
  g_autoptr(GBytes) png = render(c, &options);
  cairo_surface_t *surface = read_png(png);
  for (guint k = 0; k < scene->shapes->len; k++) {
    const IodShape *text = SHAPE(scene, k);
    guint inked = 0;
    if (!is_text(text) || *text_of(text) == '\0') continue;
    guint32 ground = pixel(surface, text->box.x - 1.5, text->box.y + text->box.h / 2);
    for (double y = text->box.y; y < text->box.y + text->box.h; y++)
      for (double x = text->box.x; x < text->box.x + text->box.w; x++)
        inked += pixel(surface, x, y) != ground ? 1 : 0;
    if (inked < 4) fail_msg("'%s' is not to be seen", text_of(text));
  }
  cairo_surface_destroy(surface);
}

static void test_same_bytes(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  for (IodPlotFormat format = IOD_PLOT_PNG; format <= IOD_PLOT_PDF; format++) {
    IodPlotOptions options = {.format = format};
    g_autoptr(GBytes) first = render(c, &options);
    g_usleep(1100000 * (format == IOD_PLOT_PDF)); /* a second later: no date is in it */
    g_autoptr(GBytes) second = render(c, &options);
    assert_true(g_bytes_equal(first, second));
  }
}

/* What a parser of SVG needs to see. */
typedef struct {
  GHashTable *ids;
  GPtrArray *wanted; /* of ids that are pointed to */
  guint titles, descriptions;
  const char *prefix;
} Seen;

static void start_element(GMarkupParseContext *context, const char *element, const char **names,
                          const char **values, gpointer data, GError **error) {
  (void)context;
  (void)error;
  Seen *seen = data;
  seen->titles += strcmp(element, "title") == 0 ? 1 : 0;
  seen->descriptions += strcmp(element, "desc") == 0 ? 1 : 0;
  for (guint i = 0; names[i] != NULL; i++) {
    if (strcmp(names[i], "id") == 0 && !g_hash_table_add(seen->ids, g_strdup(values[i])))
      fail_msg("the id %s is there twice", values[i]);
    if (strcmp(names[i], "xlink:href") == 0 && values[i][0] == '#')
      g_ptr_array_add(seen->wanted, g_strdup(values[i] + 1));
  }
}

static void parse_svg(GBytes *svg, Seen *seen) {
  static const GMarkupParser parser = {.start_element = start_element};
  gsize length = 0;
  const char *text = g_bytes_get_data(svg, &length);
  GMarkupParseContext *context = g_markup_parse_context_new(&parser, 0, seen, NULL);
  g_autoptr(GError) error = NULL;
  if (!g_markup_parse_context_parse(context, text, (gssize)length, &error) ||
      !g_markup_parse_context_end_parse(context, &error))
    fail_msg("the SVG is not well-formed: %s", error->message);
  g_markup_parse_context_free(context);
}

static void test_svg_is_well_formed(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  Seen seen = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
               g_ptr_array_new_with_free_func(g_free), 0, 0, NULL};
  /* All kinds on one page of HTML: no id is there twice. */
  for (IodPlotKind kind = IOD_PLOT_BARS; kind <= IOD_PLOT_TABLE; kind++) {
    if (kind == IOD_PLOT_LINES || kind == IOD_PLOT_LATENCY) continue; /* nothing to draw here */
    IodPlotOptions options = {.kind = kind, .format = IOD_PLOT_SVG};
    g_autoptr(GBytes) svg = render(c, &options);
    parse_svg(svg, &seen);
    assert_int_equal(seen.descriptions,
                     kind - IOD_PLOT_BARS + 1 - (kind > IOD_PLOT_LINES) - (kind > IOD_PLOT_LATENCY));
  }
  assert_true(seen.titles > 5);
  assert_true(seen.wanted->len > 100);
  for (guint i = 0; i < seen.wanted->len; i++)
    assert_true(g_hash_table_contains(seen.ids, seen.wanted->pdata[i]));
  g_hash_table_unref(seen.ids);
  g_ptr_array_unref(seen.wanted);
}

static void test_svg_tells_values(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  IodPlotOptions options = {.kind = IOD_PLOT_BARS, .format = IOD_PLOT_SVG, .title = "A & B <C>"};
  g_autoptr(GBytes) svg = render(c, &options);
  g_autofree char *text = g_strndup(g_bytes_get_data(svg, NULL), g_bytes_get_size(svg));
  assert_non_null(strstr(text, "A &amp; B &lt;C&gt;</title>"));
  assert_non_null(strstr(text, "<desc id="));
  assert_non_null(strstr(text, "Median of 6 runs"));
  assert_non_null(strstr(text, "ceph, fio randread: "));
  assert_non_null(strstr(text, "n = 6"));
  assert_null(strstr(text, "<text"));
}

static gboolean have(const char *program) {
  g_autofree char *path = g_find_program_in_path(program);
  if (path == NULL) print_message("SKIP: %s is not installed\n", program);
  return path != NULL;
}

static void run(const char *const *arguments) {
  g_autoptr(GError) error = NULL;
  g_autofree char *said = NULL;
  int status = 0;
  if (!g_spawn_sync(NULL, (char **)(gsize)arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, &said,
                    &status, &error))
    fail_msg("%s: %s", arguments[0], error->message);
  if (!g_spawn_check_wait_status(status, NULL)) fail_msg("%s: %s", arguments[0], said);
}

#define BLOCK 6

static int mean_of(cairo_surface_t *surface, int left, int top, int shift) {
  int sum = 0;
  for (int y = top; y < top + BLOCK; y++)
    for (int x = left; x < left + BLOCK; x++) sum += (int)(pixel(surface, x, y) >> shift & 0xff);
  return sum / (BLOCK * BLOCK);
}

/* The largest difference between blocks of a few pixels: renderers place glyphs a little differently. */
static int difference(cairo_surface_t *a, cairo_surface_t *b) {
  int width = cairo_image_surface_get_width(a), height = cairo_image_surface_get_height(a), most = 0;
  assert_int_equal(cairo_image_surface_get_width(b), width);
  assert_int_equal(cairo_image_surface_get_height(b), height);
  for (int y = 0; y + BLOCK <= height; y += BLOCK)
    for (int x = 0; x + BLOCK <= width; x += BLOCK)
      for (int shift = 0; shift <= 16; shift += 8)
        most = MAX(most, abs(mean_of(a, x, y, shift) - mean_of(b, x, y, shift)));
  return most;
}

static void test_a_second_renderer_agrees(void **state) {
  (void)state;
  if (!have("rsvg-convert") || !have("xmllint")) skip();
  g_autoptr(Case) c = some_case();
  g_autofree char *folder = g_dir_make_tmp("iodelta-plot-XXXXXX", NULL);
  g_autofree char *svg_path = g_build_filename(folder, "a.svg", NULL),
                  *png_path = g_build_filename(folder, "a.png", NULL);
  static const IodPlotKind some[] = {IOD_PLOT_BARS, IOD_PLOT_RATIO, IOD_PLOT_HEATMAP, IOD_PLOT_TABLE,
                                     IOD_PLOT_RUNS};
  for (guint i = 0; i < G_N_ELEMENTS(some); i++) {
    IodPlotOptions options = {.kind = some[i], .format = IOD_PLOT_SVG, .dark = i % 2 == 1};
    g_autoptr(GBytes) svg = render(c, &options);
    options.format = IOD_PLOT_PNG;
    g_autoptr(GBytes) png = render(c, &options);
    assert_true(
        g_file_set_contents(svg_path, g_bytes_get_data(svg, NULL), (gssize)g_bytes_get_size(svg), NULL));
    run((const char *const[]){"xmllint", "--noout", svg_path, NULL});
    run((const char *const[]){"rsvg-convert", "-o", png_path, svg_path, NULL});
    cairo_surface_t *ours = read_png(png), *theirs = cairo_image_surface_create_from_png(png_path);
    int differs = difference(ours, theirs);
    if (differs > 60) fail_msg("kind %d: somewhere the colour differs by %d", (int)some[i], differs);
    cairo_surface_destroy(ours);
    cairo_surface_destroy(theirs);
  }
  g_remove(svg_path);
  g_remove(png_path);
  g_rmdir(folder);
}

static void test_pdf(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  IodPlotOptions options = {.kind = IOD_PLOT_RUNS, .format = IOD_PLOT_PDF};
  g_autoptr(GBytes) pdf = render(c, &options);
  gsize length = 0;
  const char *text = g_bytes_get_data(pdf, &length);
  assert_memory_equal(text, "%PDF-1.5", 8);
  static const char date[] = "/CreationDate (19700101";
  assert_non_null(memmem(text, length, date, sizeof date - 1));
}

static void test_refusals(void **state) {
  (void)state;
  g_autoptr(Case) c = some_case();
  const struct {
    IodPlotOptions options;
    const char *words;
  } cases[] = {
      {{.width = 100}, "width of 100"},
      {{.width = 100000}, "width of 100000"},
      {{.height = 10}, "height of 10"},
      {{.scale = 100}, "scale of 100"},
      {{.panels = "colour"}, "no row has a label 'colour'"},
      {{.x = "colour"}, "no row has a label 'colour'"},
      {{.kind = IOD_PLOT_LINES}, "no rows line up"},
      {{.kind = IOD_PLOT_LATENCY}, "no latency has two percentiles"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(IodFigure) figure = {NULL, NULL};
    g_autoptr(GError) error = NULL;
    assert_false(iod_plot_render(&c->comparison, &cases[i].options, &figure, &error));
    assert_int_equal(error->code, IOD_ERROR_USAGE);
    if (strstr(error->message, cases[i].words) == NULL)
      fail_msg("'%s' instead of '%s'", error->message, cases[i].words);
    assert_null(figure.pages);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_png_shows_what_was_laid_out),
      cmocka_unit_test(test_text_is_dark_where_it_stands),
      cmocka_unit_test(test_same_bytes),
      cmocka_unit_test(test_svg_is_well_formed),
      cmocka_unit_test(test_svg_tells_values),
      cmocka_unit_test(test_a_second_renderer_agrees),
      cmocka_unit_test(test_pdf),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
