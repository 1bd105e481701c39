// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: SVG is written from the scene itself: Cairo's surface knows neither title nor description, its ids
 * clash where two pictures stand on one page, and it can't tell values where one points. */
#ifndef IODELTA_PLOT_SVG_H
#define IODELTA_PLOT_SVG_H

#include "plot/text.h"

void iod_svg_number(GString *out, double value); /* two decimals, without zeros at the end */
void iod_svg_colour(GString *out, const char *attribute,
                    IodColour colour); /* ' fill="#0072b2" fill-opacity="0.5"' */

/* Outlines of glyphs, each written once. */
typedef struct IodSvgGlyphs IodSvgGlyphs;
IodSvgGlyphs *iod_svg_glyphs_new(const char *prefix);
void iod_svg_glyphs_free(IodSvgGlyphs *glyphs);
/* A text as outlines, so that it looks the same where its font is not installed. New glyphs go to defs. */
void iod_svg_text(IodSvgGlyphs *glyphs, GString *defs, GString *out, const IodShape *shape);

#endif
