// SPDX-License-Identifier: GPL-3.0-or-later
/* PNG through libpng: Cairo's own writer spends more time on it than all the rest takes. */
#include "plot/paint.h"

#include "model/model.h"

#include <math.h>
#include <png.h>

static void take(png_structp png, png_bytep data, png_size_t length) {
  g_byte_array_append(png_get_io_ptr(png), data, (guint)length);
}

static void flush(png_structp png) {
  (void)png;
}

static void write_texts(png_structp png, png_infop info, const IodAbout *about) {
  png_text texts[] = {{.compression = PNG_ITXT_COMPRESSION_NONE, .key = (png_charp)(gsize) "Title"},
                      {.compression = PNG_ITXT_COMPRESSION_NONE, .key = (png_charp)(gsize) "Description"}};
  texts[0].text = (png_charp)(gsize)about->title;
  texts[1].text = (png_charp)(gsize)about->description;
  png_set_text(png, info, texts, 2);
}

/* Rows of pixels that are painted and compressed together: they stay in the processor's cache, and a page of
 * any height takes little memory. */
#define BAND 96

typedef struct {
  const IodScene *scene;
  double scale;
  int width, height;
  cairo_surface_t *surface;
  const char *trouble;
} Canvas;

static void write_head(png_structp png, png_infop info, const Canvas *canvas, const IodAbout *about) {
  png_uint_32 per_metre = (png_uint_32)lround(96 * canvas->scale / 0.0254);
  png_set_IHDR(png, info, (png_uint_32)canvas->width, (png_uint_32)canvas->height, 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  /* Flat areas compress best unfiltered, and a low level finds them as well as a high one. */
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, 3);
  write_texts(png, info, about);
  png_write_info(png, info);
  /* Cairo's pixels are 0x00RRGGBB in the byte order of the machine. */
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN) png_set_bgr(png);
  png_set_filler(png, 0, G_BYTE_ORDER == G_LITTLE_ENDIAN ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
}

static gboolean paint_band(Canvas *canvas, int first, int rows) {
  cairo_t *cairo = cairo_create(canvas->surface);
  cairo_translate(cairo, 0, -first);
  cairo_scale(cairo, canvas->scale, canvas->scale);
  iod_paint(canvas->scene, cairo, first / canvas->scale, (first + rows) / canvas->scale);
  cairo_status_t status = cairo_status(cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(canvas->surface);
  if (status != CAIRO_STATUS_SUCCESS) canvas->trouble = cairo_status_to_string(status);
  return status == CAIRO_STATUS_SUCCESS;
}

static void write_bands(png_structp png, Canvas *canvas) {
  gsize stride = (gsize)cairo_image_surface_get_stride(canvas->surface);
  const guint8 *pixels = cairo_image_surface_get_data(canvas->surface);
  for (int first = 0; first < canvas->height; first += BAND) {
    int rows = MIN(BAND, canvas->height - first);
    if (!paint_band(canvas, first, rows)) return;
    for (int y = 0; y < rows; y++) png_write_row(png, pixels + (gsize)y * stride);
  }
}

/* libpng reports errors by a long jump to here. */
static void write_png(Canvas *canvas, const IodAbout *about, GByteArray *out) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    canvas->trouble = "libpng failed";
    png_destroy_write_struct(&png, &info);
    return;
  }
  png_set_write_fn(png, out, take, flush);
  write_head(png, info, canvas, about);
  write_bands(png, canvas);
  if (canvas->trouble == NULL) png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
}

GBytes *iod_png_new(const IodScene *scene, double scale, const IodAbout *about, GError **error) {
  Canvas canvas = {.scene = scene, .scale = scale};
  canvas.width = (int)ceil(scene->width * scale);
  canvas.height = (int)ceil(scene->height * scale);
  canvas.surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, canvas.width, MIN(BAND, canvas.height));
  cairo_status_t status = cairo_surface_status(canvas.surface);
  GByteArray *out = g_byte_array_new();
  if (status == CAIRO_STATUS_SUCCESS)
    write_png(&canvas, about, out);
  else
    canvas.trouble = cairo_status_to_string(status);
  cairo_surface_destroy(canvas.surface);
  if (canvas.trouble == NULL) return g_byte_array_free_to_bytes(out);
  g_byte_array_unref(out);
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "a picture of %d by %d pixels could not be made: %s",
              canvas.width, canvas.height, canvas.trouble);
  return NULL;
}
