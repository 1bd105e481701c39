// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/text.h"

#include <math.h>
#include <string.h>

#define LONGEST 300

struct IodTexts {
  PangoFontMap *map;
  PangoContext *context;
  PangoFontDescription *fonts[IOD_FONTS];
  GPtrArray *texts;
};

static const struct {
  double size;
  gboolean bold;
} sizes[IOD_FONTS] = {
    [IOD_FONT_BODY] = {12, FALSE}, [IOD_FONT_SMALL] = {10.5, FALSE}, [IOD_FONT_STRONG] = {12, TRUE},
    [IOD_FONT_HEAD] = {13, TRUE},  [IOD_FONT_TITLE] = {18, TRUE},
};

static void free_text(gpointer data) {
  IodText *text = data;
  g_object_unref(text->layout);
  g_free(text);
}

IodTexts *iod_texts_new(void) {
  IodTexts *texts = g_new0(IodTexts, 1);
  texts->map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT);
  texts->context = pango_font_map_create_context(texts->map);
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  pango_cairo_context_set_font_options(texts->context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(texts->context, FALSE);
  /* What a text says must not depend on the user's language. */
  pango_context_set_language(texts->context, pango_language_from_string("en"));
  for (guint i = 0; i < IOD_FONTS; i++) {
    PangoFontDescription *font = texts->fonts[i] = pango_font_description_new();
    pango_font_description_set_family_static(font, "DejaVu Sans, sans-serif");
    pango_font_description_set_absolute_size(font, sizes[i].size * PANGO_SCALE);
    if (sizes[i].bold) pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD);
  }
  texts->texts = g_ptr_array_new_with_free_func(free_text);
  return texts;
}

void iod_texts_free(IodTexts *texts) {
  if (texts == NULL) return;
  g_ptr_array_unref(texts->texts);
  for (guint i = 0; i < IOD_FONTS; i++) pango_font_description_free(texts->fonts[i]);
  g_object_unref(texts->context);
  g_object_unref(texts->map);
  g_free(texts);
}

/* Characters that would turn the direction of what stands beside them, or break the line. */
static gboolean is_format(gunichar c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F ||
         c == 0x2028 || c == 0x2029 || c == 0xFEFF || c == 0xFFFC;
}

char *iod_text_clean(const char *string) {
  g_autofree char *valid = g_utf8_make_valid(string != NULL ? string : "", -1);
  long length = g_utf8_strlen(valid, -1), at = 0;
  GString *clean = g_string_sized_new(strlen(valid));
  for (char *p = valid; *p != '\0'; p = g_utf8_next_char(p), at++) {
    gunichar c = g_utf8_get_char(p);
    if (length > LONGEST && at >= LONGEST / 2 && at < length - LONGEST / 2) {
      if (at == LONGEST / 2) g_string_append(clean, "…");
    } else if (c == '\t' || c == '\n') {
      g_string_append_c(clean, ' ');
    } else if (g_unichar_iscntrl(c) || is_format(c)) {
      g_string_append(clean, "\xEF\xBF\xBD");
    } else {
      g_string_append_unichar(clean, c);
    }
  }
  return g_string_free(clean, FALSE);
}

static void measure(IodText *text) {
  PangoRectangle logical;
  pango_layout_get_extents(text->layout, NULL, &logical);
  text->w = (double)logical.width / PANGO_SCALE;
  text->h = (double)logical.height / PANGO_SCALE;
  text->dx = -(double)logical.x / PANGO_SCALE;
  text->dy = -(double)logical.y / PANGO_SCALE;
}

const IodText *iod_text_aligned(IodTexts *texts, IodFont font, const char *string, double width,
                                PangoAlignment alignment) {
  g_autofree char *clean = iod_text_clean(string);
  IodText *text = g_new0(IodText, 1);
  text->layout = pango_layout_new(texts->context);
  pango_layout_set_font_description(text->layout, texts->fonts[font]);
  pango_layout_set_text(text->layout, clean, -1);
  measure(text);
  if (text->w > width) {
    pango_layout_set_width(text->layout, (int)floor(MAX(width, 1) * PANGO_SCALE));
    pango_layout_set_wrap(text->layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(text->layout, alignment);
    measure(text);
  }
  g_ptr_array_add(texts->texts, text);
  return text;
}

const IodText *iod_text_wrapped(IodTexts *texts, IodFont font, const char *string, double width) {
  return iod_text_aligned(texts, font, string, width, PANGO_ALIGN_LEFT);
}

const IodText *iod_text(IodTexts *texts, IodFont font, const char *string) {
  return iod_text_aligned(texts, font, string, G_MAXDOUBLE, PANGO_ALIGN_LEFT);
}

double iod_font_height(IodFont font) {
  return sizes[font].size * 1.17;
}
