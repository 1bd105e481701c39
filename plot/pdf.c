// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/paint.h"

#include "model/model.h"

#include <cairo-pdf.h>

static cairo_status_t take(void *closure, const unsigned char *data, unsigned length) {
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

GBytes *iod_pdf_new(const GPtrArray *scenes, const IodAbout *about, GError **error) {
  /* Ours are of 1/96 inch, those of a PDF of 1/72. */
  const double points = 0.75;
  GByteArray *out = g_byte_array_new();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(take, out, 1, 1);
  cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, about->title);
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, about->description);
  /* The same input gives the same bytes: no time of today. */
  cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1970-01-01T00:00:00Z");
  cairo_t *cairo = cairo_create(surface);
  for (guint i = 0; i < scenes->len; i++) {
    const IodScene *scene = scenes->pdata[i];
    cairo_pdf_surface_set_size(surface, scene->width * points, scene->height * points);
    cairo_save(cairo);
    cairo_scale(cairo, points, points);
    iod_paint(scene, cairo, 0, scene->height);
    cairo_restore(cairo);
    cairo_show_page(cairo);
  }
  cairo_status_t status = cairo_status(cairo);
  cairo_destroy(cairo);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status == CAIRO_STATUS_SUCCESS) return g_byte_array_free_to_bytes(out);
  g_byte_array_unref(out);
  g_set_error(error, IOD_ERROR, IOD_ERROR_OUTPUT, "a PDF could not be made: %s",
              cairo_status_to_string(status));
  return NULL;
}
