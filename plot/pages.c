// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/page.h"

#include <math.h>

/* The height of a page that was asked to be as high as it needs. */
#define AUTO_HEIGHT 1600.0

/* A block, or some of its items, on a page. */
typedef struct {
  const IodBlock *block;
  guint page, first, count;
  IodBox box; /* y from the top of the contents */
} Place;

typedef struct {
  IodLayout *layout;
  GArray *places;
  double room; /* for contents on a page */
  double more; /* what each block of the last line got beside its width */
  double y;    /* where the next line of blocks begins */
  guint page;
} Flow;

static double items_height(const IodBlock *block, guint first, guint count) {
  double height = 0;
  for (guint i = first; i < first + count; i++) height += g_array_index(block->items, double, i);
  return height;
}

static double block_height(const IodBlock *block) {
  return block->head + block->foot + items_height(block, 0, block->items->len);
}

static void next_page(Flow *flow) {
  flow->page++;
  flow->y = 0;
}

/* Blocks from first on that stand in one line. */
static guint line_of_blocks(const Flow *flow, guint first) {
  const GPtrArray *blocks = flow->layout->blocks;
  double width = ((const IodBlock *)blocks->pdata[first])->width;
  guint count = 1;
  while (first + count < blocks->len) {
    width += IOD_GAP + ((const IodBlock *)blocks->pdata[first + count])->width;
    if (width > flow->layout->inner + 0.01) break;
    count++;
  }
  return count;
}

static void place_line(Flow *flow, guint first, guint count) {
  IodBlock *const *blocks = (IodBlock *const *)flow->layout->blocks->pdata + first;
  double height = 0, width = IOD_GAP * (count - 1), x = IOD_MARGIN;
  gboolean grow = TRUE;
  for (guint i = 0; i < count; i++) {
    height = MAX(height, block_height(blocks[i]));
    width += blocks[i]->width;
    grow = grow && blocks[i]->grow;
  }
  if (flow->y > 0 && flow->y + height > flow->room) next_page(flow);
  /* A line that is not full keeps the widths of the one above it. */
  double more = grow ? (flow->layout->inner - width) / count : 0;
  if (first > 0) more = MIN(more, flow->more);
  flow->more = more;
  for (guint i = 0; i < count; i++) {
    Place place = {
        blocks[i], flow->page, 0, blocks[i]->items->len, {x, flow->y, blocks[i]->width + more, height}};
    g_array_append_val(flow->places, place);
    x += place.box.w + IOD_GAP;
  }
  flow->y += height + IOD_GAP;
}

/* As many items a page as there is room for, at least one. */
static void place_broken(Flow *flow, const IodBlock *block) {
  double width = block->grow ? flow->layout->inner : block->width;
  for (guint first = 0; first < block->items->len;) {
    double height = block->head + block->foot;
    guint count = 0;
    while (first + count < block->items->len) {
      double item = g_array_index(block->items, double, first + count);
      if (count > 0 && flow->y + height + item > flow->room) break;
      if (count == 0 && flow->y > 0 && flow->y + height + item > flow->room) next_page(flow);
      height += item;
      count++;
    }
    Place place = {block, flow->page, first, count, {IOD_MARGIN, flow->y, width, height}};
    g_array_append_val(flow->places, place);
    first += count;
    flow->y += height + IOD_GAP;
    if (first < block->items->len) next_page(flow);
  }
}

static void place_all(Flow *flow) {
  const GPtrArray *blocks = flow->layout->blocks;
  for (guint i = 0; i < blocks->len;) {
    const IodBlock *block = blocks->pdata[i];
    guint count = line_of_blocks(flow, i);
    if (count == 1 && block->items->len > 1 && flow->y + block_height(block) > flow->room)
      place_broken(flow, block);
    else
      place_line(flow, i, count);
    i += count;
  }
}

/* The height of the contents of a page. */
static double contents_height(const Flow *flow, guint page) {
  double height = 0;
  for (guint i = 0; i < flow->places->len; i++) {
    const Place *place = &g_array_index(flow->places, Place, i);
    if (place->page == page) height = MAX(height, place->box.y + place->box.h);
  }
  return height;
}

/* Gives what a page of fixed height has left to the blocks that stretch, in proportion. */
static void stretch_page(Flow *flow, guint page) {
  double used = contents_height(flow, page), fixed = 0, y = -1, shift = 0;
  if (used <= 0 || used >= flow->room) return;
  for (guint i = 0; i < flow->places->len; i++) {
    const Place *place = &g_array_index(flow->places, Place, i);
    if (place->page != page) continue;
    if (!place->block->stretch) return;
    if (place->box.y > y) fixed += y < 0 ? 0 : IOD_GAP;
    y = place->box.y;
  }
  double factor = MIN((flow->room - fixed) / (used - fixed), 3);
  y = -1;
  double before = 0;
  for (guint i = 0; i < flow->places->len; i++) {
    Place *place = &g_array_index(flow->places, Place, i);
    if (place->page != page) continue;
    if (place->box.y > y && y >= 0) shift += before * (factor - 1);
    y = place->box.y;
    before = place->box.h;
    place->box.y += shift;
    place->box.h *= factor;
  }
}

typedef struct {
  IodHeader header;
  const IodText *caption;
  double top, bottom; /* of the contents: from the page's top, and from its bottom */
} Frame;

static void measure_frame(IodLayout *layout, Frame *frame) {
  const char *given = layout->options->caption;
  g_autofree char *automatic = given == NULL ? iod_caption_default(layout) : NULL;
  const char *caption = automatic != NULL ? automatic : given;
  iod_header_measure(layout, &frame->header);
  frame->caption =
      *caption != '\0' ? iod_text_wrapped(layout->texts, IOD_FONT_SMALL, caption, layout->inner) : NULL;
  frame->top = IOD_MARGIN + frame->header.height + (frame->header.height > 0 ? IOD_GAP : 0);
  frame->bottom = IOD_MARGIN + (frame->caption != NULL ? frame->caption->h + IOD_GAP - 4 : 0);
}

/* "2 of 3", at the right of the title's line or, where there is none, of the caption's. */
static const IodText *page_number(const IodLayout *layout, guint page, guint pages) {
  if (pages == 1) return NULL;
  g_autofree char *text = g_strdup_printf("%u of %u", page + 1, pages);
  return iod_text(layout->texts, IOD_FONT_SMALL, text);
}

static IodScene *draw_page(Flow *flow, const Frame *frame, guint page, guint pages) {
  IodLayout *layout = flow->layout;
  const IodText *number = page_number(layout, page, pages);
  double height = frame->top + contents_height(flow, page) + frame->bottom;
  if (number != NULL) height += number->h + 4;
  height = ceil(MAX(height, layout->options->height));
  IodScene *scene = iod_scene_new(layout->inner + 2 * IOD_MARGIN, height, layout->theme->ground);
  iod_header_draw(layout, &frame->header, scene);
  for (guint i = 0; i < flow->places->len; i++) {
    const Place *place = &g_array_index(flow->places, Place, i);
    if (place->page != page) continue;
    IodBox box = place->box;
    box.y += frame->top;
    place->block->draw(place->block, scene, box, place->first, place->count);
    iod_scene_about(scene, -1, -1);
  }
  double y = height - IOD_MARGIN;
  if (number != NULL) {
    y -= number->h;
    iod_scene_text(scene, IOD_ROLE_CAPTION, number, scene->width - IOD_MARGIN - number->w, y,
                   layout->theme->muted);
    y -= 4;
  }
  if (frame->caption != NULL)
    iod_scene_text(scene, IOD_ROLE_CAPTION, frame->caption, IOD_MARGIN, y - frame->caption->h,
                   layout->theme->muted);
  return scene;
}

GPtrArray *iod_pages_make(IodLayout *layout) {
  Frame frame;
  measure_frame(layout, &frame);
  guint asked = layout->options->height;
  double most = asked != 0 ? asked : AUTO_HEIGHT;
  /* A page number takes its place whether or not there turn out to be further pages. */
  Flow flow = {layout,
               g_array_new(FALSE, FALSE, sizeof(Place)),
               most - frame.top - frame.bottom - iod_font_height(IOD_FONT_SMALL) - 5,
               0,
               0,
               0};
  place_all(&flow);
  GPtrArray *pages = g_ptr_array_new_with_free_func((GDestroyNotify)iod_scene_free);
  guint count = flow.page + 1;
  for (guint page = 0; page < count; page++) {
    if (asked != 0) stretch_page(&flow, page);
    g_ptr_array_add(pages, draw_page(&flow, &frame, page, count));
  }
  const IodScene *first = pages->pdata[0];
  if (asked != 0 && first->height > asked)
    iod_layout_note(
        layout,
        g_strdup_printf("a page %u high cannot hold the title, the legend and one row: it was made %.0f high",
                        asked, first->height));
  g_array_unref(flow.places);
  iod_header_clear(&frame.header);
  return pages;
}
