// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/svg.h"

#include <hb-ot.h>
#include <math.h>
#include <string.h>

typedef struct {
  PangoFont *font;
  PangoGlyph glyph;
  guint id;
  gboolean blank;
} Glyph;

struct IodSvgGlyphs {
  char *prefix;
  GHashTable *known; /* set of Glyph */
  cairo_surface_t *surface;
  cairo_t *cairo; /* to trace on */
};

static guint hash_glyph(gconstpointer data) {
  const Glyph *glyph = data;
  return g_direct_hash(glyph->font) * 31 + glyph->glyph;
}

static gboolean same_glyph(gconstpointer a, gconstpointer b) {
  const Glyph *x = a, *y = b;
  return x->font == y->font && x->glyph == y->glyph;
}

IodSvgGlyphs *iod_svg_glyphs_new(const char *prefix) {
  IodSvgGlyphs *glyphs = g_new0(IodSvgGlyphs, 1);
  glyphs->prefix = g_strdup(prefix);
  glyphs->known = g_hash_table_new_full(hash_glyph, same_glyph, g_free, NULL);
  glyphs->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
  glyphs->cairo = cairo_create(glyphs->surface);
  return glyphs;
}

void iod_svg_glyphs_free(IodSvgGlyphs *glyphs) {
  g_hash_table_unref(glyphs->known);
  cairo_destroy(glyphs->cairo);
  cairo_surface_destroy(glyphs->surface);
  g_free(glyphs->prefix);
  g_free(glyphs);
}

static void append_pair(GString *out, double x, double y) {
  iod_svg_number(out, x);
  g_string_append_c(out, ' ');
  iod_svg_number(out, y);
}

/* The path that was traced, as SVG has it. FALSE where it is empty. */
static gboolean append_path(GString *out, cairo_t *cairo) {
  static const char commands[] = {[CAIRO_PATH_MOVE_TO] = 'M',
                                  [CAIRO_PATH_LINE_TO] = 'L',
                                  [CAIRO_PATH_CURVE_TO] = 'C',
                                  [CAIRO_PATH_CLOSE_PATH] = 'Z'};
  cairo_path_t *path = cairo_copy_path(cairo);
  gboolean any = FALSE;
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t *data = &path->data[i];
    /* Cairo ends a path that was closed with a move to where nothing follows. */
    if (data->header.type == CAIRO_PATH_MOVE_TO && i + data->header.length >= path->num_data) break;
    g_string_append_c(out, commands[data->header.type]);
    for (int k = 1; k < data->header.length; k++) {
      if (k > 1) g_string_append_c(out, ' ');
      append_pair(out, data[k].point.x, data[k].point.y);
    }
    any = TRUE;
  }
  cairo_path_destroy(path);
  cairo_new_path(cairo);
  return any;
}

static const Glyph *define_glyph(IodSvgGlyphs *glyphs, GString *defs, PangoFont *font, PangoGlyph code) {
  Glyph wanted = {font, code, 0, FALSE};
  Glyph *glyph = g_hash_table_lookup(glyphs->known, &wanted);
  if (glyph != NULL) return glyph;
  glyph = g_memdup2(&wanted, sizeof wanted);
  glyph->id = g_hash_table_size(glyphs->known) + 1;
  cairo_set_scaled_font(glyphs->cairo, pango_cairo_font_get_scaled_font(PANGO_CAIRO_FONT(font)));
  cairo_glyph_path(glyphs->cairo, &(cairo_glyph_t){code, 0, 0}, 1);
  gsize before = defs->len;
  g_string_append_printf(defs, "<path id=\"%s-%u\" d=\"", glyphs->prefix, glyph->id);
  glyph->blank = !append_path(defs, glyphs->cairo);
  if (glyph->blank)
    g_string_truncate(defs, before);
  else
    g_string_append(defs, "\"/>\n");
  g_hash_table_add(glyphs->known, glyph);
  return glyph;
}

static gboolean has_colours(PangoFont *font) {
  hb_face_t *face = hb_font_get_face(pango_font_get_hb_font(font));
  return hb_ot_color_has_png(face) || hb_ot_color_has_layers(face) || hb_ot_color_has_svg(face);
}

/* Glyphs in colour are no outlines: such a text can only be a picture. */
static gboolean any_coloured(PangoLayout *layout) {
  gboolean any = FALSE;
  PangoLayoutIter *iter = pango_layout_get_iter(layout);
  do {
    const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
    any = any || (run != NULL && has_colours(run->item->analysis.font));
  } while (pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
  return any;
}

static void use_glyph(const IodSvgGlyphs *glyphs, const Glyph *glyph, GString *out, double x, double y) {
  g_string_append_printf(out, "<use xlink:href=\"#%s-%u\" x=\"", glyphs->prefix, glyph->id);
  iod_svg_number(out, x);
  g_string_append(out, "\" y=\"");
  iod_svg_number(out, y);
  g_string_append(out, "\"/>");
}

/* A box in place of a character that no font has. */
static void use_box(GString *out, const PangoLayoutRun *run, const PangoGlyphInfo *info, double x, double y) {
  PangoRectangle logical;
  pango_font_get_glyph_extents(run->item->analysis.font, info->glyph, NULL, &logical);
  double width = (double)info->geometry.width / PANGO_SCALE, height = -0.85 * logical.y / PANGO_SCALE;
  g_string_append(out, "<path d=\"M");
  append_pair(out, x + 0.1 * width, y);
  g_string_append_c(out, 'h');
  iod_svg_number(out, 0.8 * width);
  g_string_append_c(out, 'v');
  iod_svg_number(out, -height);
  g_string_append_c(out, 'h');
  iod_svg_number(out, -0.8 * width);
  g_string_append(out, "z\" fill-opacity=\"0.35\"/>");
}

static void use_run(IodSvgGlyphs *glyphs, GString *defs, GString *out, PangoLayoutIter *iter,
                    const IodShape *shape) {
  const PangoLayoutRun *run = pango_layout_iter_get_run_readonly(iter);
  if (run == NULL) return;
  PangoRectangle logical;
  pango_layout_iter_get_run_extents(iter, NULL, &logical);
  double x = shape->box.x + shape->text->dx + (double)logical.x / PANGO_SCALE;
  double y = shape->box.y + shape->text->dy + (double)pango_layout_iter_get_baseline(iter) / PANGO_SCALE;
  for (int i = 0; i < run->glyphs->num_glyphs; i++) {
    const PangoGlyphInfo *info = &run->glyphs->glyphs[i];
    double at_x = x + (double)info->geometry.x_offset / PANGO_SCALE;
    double at_y = y + (double)info->geometry.y_offset / PANGO_SCALE;
    x += (double)info->geometry.width / PANGO_SCALE;
    if (info->glyph == PANGO_GLYPH_EMPTY) continue;
    if (info->glyph & PANGO_GLYPH_UNKNOWN_FLAG) {
      use_box(out, run, info, at_x, at_y);
      continue;
    }
    const Glyph *glyph = define_glyph(glyphs, defs, run->item->analysis.font, info->glyph);
    if (!glyph->blank) use_glyph(glyphs, glyph, out, at_x, at_y);
  }
}

static void use_glyphs(IodSvgGlyphs *glyphs, GString *defs, GString *out, const IodShape *shape) {
  g_string_append(out, "<g");
  iod_svg_colour(out, "fill", shape->fill);
  g_string_append_c(out, '>');
  PangoLayoutIter *iter = pango_layout_get_iter(shape->text->layout);
  do use_run(glyphs, defs, out, iter, shape);
  while (pango_layout_iter_next_run(iter));
  pango_layout_iter_free(iter);
  g_string_append(out, "</g>\n");
}

static cairo_status_t take(void *closure, const unsigned char *data, unsigned length) {
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void use_picture(GString *out, const IodShape *shape) {
  const double scale = 3, air = 2;
  IodBox box = {floor(shape->box.x) - air, floor(shape->box.y) - air, 0, 0};
  box.w = ceil(shape->box.w) + 2 * air + 1;
  box.h = ceil(shape->box.h) + 2 * air + 1;
  cairo_surface_t *surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int)(box.w * scale), (int)(box.h * scale));
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, scale, scale);
  cairo_set_source_rgb(cairo, (shape->fill >> 24) / 255.0, (shape->fill >> 16 & 0xff) / 255.0,
                       (shape->fill >> 8 & 0xff) / 255.0);
  cairo_move_to(cairo, shape->box.x + shape->text->dx - box.x, shape->box.y + shape->text->dy - box.y);
  pango_cairo_show_layout(cairo, shape->text->layout);
  g_autoptr(GByteArray) png = g_byte_array_new();
  cairo_surface_write_to_png_stream(surface, take, png);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  g_autofree char *data = g_base64_encode(png->data, png->len);
  g_string_append_printf(out, "<image x=\"%.0f\" y=\"%.0f\" width=\"%.0f\" height=\"%.0f\" ", box.x, box.y,
                         box.w, box.h);
  g_string_append_printf(out, "xlink:href=\"data:image/png;base64,%s\"/>\n", data);
}

void iod_svg_text(IodSvgGlyphs *glyphs, GString *defs, GString *out, const IodShape *shape) {
  if (any_coloured(shape->text->layout))
    use_picture(out, shape);
  else
    use_glyphs(glyphs, defs, out, shape);
}
