// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: text as Pango shapes it, measured once and painted as measured. Metrics are not rounded to pixels,
 * so that a text is as wide in each format and at each scale. */
#ifndef IODELTA_PLOT_TEXT_H
#define IODELTA_PLOT_TEXT_H

#include "plot/scene.h"

#include <pango/pangocairo.h>

typedef enum {
  IOD_FONT_BODY,
  IOD_FONT_SMALL,
  IOD_FONT_STRONG,
  IOD_FONT_HEAD,
  IOD_FONT_TITLE,
  IOD_FONTS
} IodFont;

struct IodText {
  PangoLayout *layout;
  double w, h;
  double dx, dy; /* of the layout's origin from the box's corner */
};

/* Fonts, and the texts that were made with them. */
typedef struct IodTexts IodTexts;
IodTexts *iod_texts_new(void);
void iod_texts_free(IodTexts *texts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodTexts, iod_texts_free)

/* One line. The text belongs to texts. Control characters, bytes that are no UTF-8 and characters that turn
 * the direction of what follows are replaced; beyond 300 characters the middle is left out. */
const IodText *iod_text(IodTexts *texts, IodFont font, const char *string);

/* In as many lines as it takes to be no wider than width; narrower where the lines are. */
const IodText *iod_text_wrapped(IodTexts *texts, IodFont font, const char *string, double width);

/* The same with lines that are centred or end at the right. */
const IodText *iod_text_aligned(IodTexts *texts, IodFont font, const char *string, double width,
                                PangoAlignment alignment);

/* About that of a line, for planning; boxes are measured. */
double iod_font_height(IodFont font);

/* A string as it is shown. Free it. */
char *iod_text_clean(const char *string);

#endif
