// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: scenes to files. NULL with an error (output) where the library that writes fails. */
#ifndef IODELTA_PLOT_PAINT_H
#define IODELTA_PLOT_PAINT_H

#include "plot/scene.h"

#include <cairo.h>

/* What a file says of itself beside the picture. */
typedef struct {
  const char *title, *description;
} IodAbout;

/* What lies between top and bottom of a scene. */
void iod_paint(const IodScene *scene, cairo_t *cairo, double top, double bottom);

GBytes *iod_png_new(const IodScene *scene, double scale, const IodAbout *about, GError **error);

/* page: from 0; it tells the ids of one page from those of the others. */
GBytes *iod_svg_new(const IodScene *scene, guint page, const IodAbout *about);

/* All pages in one. */
GBytes *iod_pdf_new(const GPtrArray *scenes, const IodAbout *about, GError **error);

#endif
