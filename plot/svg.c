// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/svg.h"

#include "plot/paint.h"

#include <math.h>
#include <string.h>

void iod_svg_number(GString *out, double value) {
  /* Whole hundredths, written by hand: this is most of what an SVG consists of. */
  long hundredths = lround(value * 100);
  if (hundredths < 0) {
    g_string_append_c(out, '-');
    hundredths = -hundredths;
  }
  char digits[24];
  int length = g_snprintf(digits, sizeof digits, "%ld", hundredths / 100);
  long rest = hundredths % 100;
  if (rest != 0) {
    digits[length++] = '.';
    digits[length++] = (char)('0' + rest / 10);
    if (rest % 10 != 0) digits[length++] = (char)('0' + rest % 10);
  }
  g_string_append_len(out, digits, length);
}

void iod_svg_colour(GString *out, const char *attribute, IodColour colour) {
  g_string_append_printf(out, " %s=\"#%06x\"", attribute, colour >> 8);
  guint alpha = colour & 0xff;
  if (alpha == 255) return;
  g_string_append_printf(out, " %s-opacity=\"", attribute);
  iod_svg_number(out, alpha / 255.0);
  g_string_append_c(out, '"');
}

static void append_attribute(GString *out, const char *name, double value) {
  g_string_append_printf(out, " %s=\"", name);
  iod_svg_number(out, value);
  g_string_append_c(out, '"');
}

static void append_points(GString *out, const IodScene *scene, const IodShape *shape) {
  g_string_append(out, "<path d=\"");
  for (guint i = 0; i < shape->count; i++) {
    const IodPoint *point = &g_array_index(scene->points, IodPoint, shape->first + i);
    g_string_append_c(out, point->move ? 'M' : 'L');
    iod_svg_number(out, point->x);
    g_string_append_c(out, ' ');
    iod_svg_number(out, point->y);
  }
  g_string_append(out, shape->closed ? "Z\"" : "\"");
}

static void append_geometry(GString *out, const IodScene *scene, const IodShape *shape) {
  const IodBox *box = &shape->box;
  if (shape->type == IOD_SHAPE_RECT) {
    g_string_append(out, "<rect");
    append_attribute(out, "x", box->x);
    append_attribute(out, "y", box->y);
    append_attribute(out, "width", box->w);
    append_attribute(out, "height", box->h);
  } else if (shape->type == IOD_SHAPE_CIRCLE) {
    g_string_append(out, "<circle");
    append_attribute(out, "cx", box->x + box->w / 2);
    append_attribute(out, "cy", box->y + box->h / 2);
    append_attribute(out, "r", box->w / 2);
  } else {
    append_points(out, scene, shape);
  }
}

static void append_shape(GString *out, const IodScene *scene, const IodShape *shape) {
  append_geometry(out, scene, shape);
  if (shape->fill != 0)
    iod_svg_colour(out, "fill", shape->fill);
  else
    g_string_append(out, " fill=\"none\"");
  if (shape->stroke != 0) {
    iod_svg_colour(out, "stroke", shape->stroke);
    append_attribute(out, "stroke-width", shape->width);
    if (shape->dash > 0) append_attribute(out, "stroke-dasharray", shape->dash);
  }
  if (shape->tip == NULL) {
    g_string_append(out, "/>\n");
    return;
  }
  static const char *const elements[] = {
      [IOD_SHAPE_RECT] = "rect", [IOD_SHAPE_CIRCLE] = "circle", [IOD_SHAPE_PATH] = "path"};
  g_autofree char *clean = iod_text_clean(shape->tip);
  g_autofree char *tip = g_markup_escape_text(clean, -1);
  g_string_append_printf(out, "><title>%s</title></%s>\n", tip, elements[shape->type]);
}

/* Tells this picture from others that may stand beside it, and is the same whenever the same is drawn. */
static char *prefix_of(const IodScene *scene, guint page, const IodAbout *about) {
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  g_checksum_update(sum, (const guchar *)about->title, (gssize)strlen(about->title));
  g_checksum_update(sum, (const guchar *)about->description, (gssize)strlen(about->description));
  for (guint i = 0; i < scene->shapes->len; i++) {
    const IodShape *shape = &g_array_index(scene->shapes, IodShape, i);
    g_checksum_update(sum, (const guchar *)&shape->box, sizeof shape->box);
    g_checksum_update(sum, (const guchar *)&shape->fill, sizeof shape->fill);
    if (shape->text == NULL) continue;
    const char *text = pango_layout_get_text(shape->text->layout);
    g_checksum_update(sum, (const guchar *)text, (gssize)strlen(text));
  }
  return g_strdup_printf("iod-%.8s-%u", g_checksum_get_string(sum), page + 1);
}

static void append_head(GString *out, const IodScene *scene, const char *prefix, const IodAbout *about) {
  g_autofree char *clean_title = iod_text_clean(about->title);
  g_autofree char *title = g_markup_escape_text(clean_title, -1);
  g_autofree char *description = g_markup_escape_text(about->description, -1);
  g_string_append(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
  append_attribute(out, "width", scene->width);
  append_attribute(out, "height", scene->height);
  g_string_append_printf(out, " viewBox=\"0 0 %.0f %.0f\" role=\"img\" stroke-linejoin=\"round\"",
                         scene->width, scene->height);
  g_string_append_printf(out, " aria-labelledby=\"%s-title %s-desc\">\n", prefix, prefix);
  g_string_append_printf(out, "<title id=\"%s-title\">%s</title>\n<desc id=\"%s-desc\">%s</desc>\n", prefix,
                         title, prefix, description);
}

GBytes *iod_svg_new(const IodScene *scene, guint page, const IodAbout *about) {
  g_autofree char *prefix = prefix_of(scene, page, about);
  IodSvgGlyphs *glyphs = iod_svg_glyphs_new(prefix);
  g_autoptr(GString) body = g_string_new(NULL);
  g_autoptr(GString) defs = g_string_new(NULL);
  for (guint i = 0; i < scene->shapes->len; i++) {
    const IodShape *shape = &g_array_index(scene->shapes, IodShape, i);
    if (shape->type == IOD_SHAPE_TEXT)
      iod_svg_text(glyphs, defs, body, shape);
    else
      append_shape(body, scene, shape);
  }
  iod_svg_glyphs_free(glyphs);
  GString *out = g_string_sized_new(defs->len + body->len + 1024);
  append_head(out, scene, prefix, about);
  g_string_append_printf(out, "<defs>\n%s</defs>\n<rect width=\"100%%\" height=\"100%%\"", defs->str);
  iod_svg_colour(out, "fill", scene->ground);
  g_string_append_printf(out, "/>\n%s</svg>\n", body->str);
  return g_string_free_to_bytes(out);
}
