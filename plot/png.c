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

/* Flat areas compress best unfiltered, and a low level finds them as well as a high one. libpng reports
 * errors by a long jump to here. */
static gboolean compress(cairo_surface_t *surface, double scale, const IodAbout *about, GByteArray *out) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
  png_infop info = png != NULL ? png_create_info_struct(png) : NULL;
  if (info == NULL || setjmp(png_jmpbuf(png))) {
    png_destroy_write_struct(&png, &info);
    return FALSE;
  }
  png_uint_32 width = (png_uint_32)cairo_image_surface_get_width(surface);
  png_uint_32 height = (png_uint_32)cairo_image_surface_get_height(surface);
  gsize stride = (gsize)cairo_image_surface_get_stride(surface);
  const guint8 *pixels = cairo_image_surface_get_data(surface);
  png_uint_32 per_metre = (png_uint_32)lround(96 * scale / 0.0254);
  png_set_write_fn(png, out, take, flush);
  png_set_IHDR(png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_compression_level(png, 3);
  write_texts(png, info, about);
  png_write_info(png, info);
  /* Cairo's pixels are 0x00RRGGBB in the byte order of the machine. */
  if (G_BYTE_ORDER == G_LITTLE_ENDIAN) png_set_bgr(png);
  png_set_filler(png, 0, G_BYTE_ORDER == G_LITTLE_ENDIAN ? PNG_FILLER_AFTER : PNG_FILLER_BEFORE);
  for (png_uint_32 y = 0; y < height; y++) png_write_row(png, pixels + y * stride);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return TRUE;
}

GBytes *iod_png_new(const IodScene *scene, double scale, const IodAbout *about, GError **error) {
  int width = (int)ceil(scene->width * scale), height = (int)ceil(scene->height * scale);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, scale, scale);
  iod_paint(scene, cairo);
  cairo_status_t status = cairo_status(cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  GByteArray *out = g_byte_array_new();
  gboolean good = status == CAIRO_STATUS_SUCCESS && compress(surface, scale, about, out);
  cairo_surface_destroy(surface);
  if (good) return g_byte_array_free_to_bytes(out);
  g_byte_array_unref(out);
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "a picture of %d by %d pixels could not be made: %s", width,
              height, status != CAIRO_STATUS_SUCCESS ? cairo_status_to_string(status) : "libpng failed");
  return NULL;
}
