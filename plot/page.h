// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: pages out of blocks: title, subtitle and legend above, caption below, on each page. */
#ifndef IODELTA_PLOT_PAGE_H
#define IODELTA_PLOT_PAGE_H

#include "plot/layout.h"

/* Puts the layout's blocks on pages. Of IodScene. */
GPtrArray *iod_pages_make(IodLayout *layout);

/* ---- header.c ---- */

typedef struct {
  double height;
  const IodText *title, *subtitle; /* or NULL */
  GArray *items;                   /* of the legend */
  double scale_y;                  /* of a heat map's colours */
  const IodText *worse, *better;   /* at their ends; or NULL */
} IodHeader;

void iod_header_measure(IodLayout *layout, IodHeader *header);
void iod_header_clear(IodHeader *header);
void iod_header_draw(const IodLayout *layout, const IodHeader *header, IodScene *scene);

/* The title of a figure that was given none. Free it. */
char *iod_title_default(const IodLayout *layout);

/* ---- caption.c ---- */

/* What the figure was made of and what its shapes mean. Free it. */
char *iod_caption_default(const IodLayout *layout);

#endif
