// SPDX-License-Identifier: GPL-3.0-or-later
#include "plot/layout.h"

IodBlock *iod_block_new(double width, gpointer data, GDestroyNotify free_data) {
  IodBlock *block = g_new0(IodBlock, 1);
  block->width = width;
  block->items = g_array_new(FALSE, FALSE, sizeof(double));
  block->data = data;
  block->free_data = free_data;
  return block;
}

void iod_block_free(gpointer data) {
  IodBlock *block = data;
  if (block->free_data != NULL) block->free_data(block->data);
  g_array_unref(block->items);
  g_free(block);
}

void iod_block_item(IodBlock *block, double height) {
  g_array_append_val(block->items, height);
}

double iod_block_stretch(const IodBlock *block, IodBox box, guint first, guint count) {
  double planned = 0;
  for (guint i = first; i < first + count; i++) planned += g_array_index(block->items, double, i);
  return planned > 0 ? MAX(1, (box.h - block->head - block->foot) / planned) : 1;
}

void iod_layout_note(IodLayout *layout, char *note) {
  g_ptr_array_add(layout->notes, note);
}

const IodVersus *iod_versus_of(const IodRow *row, guint series) {
  for (guint i = 0; i < row->versus->len; i++) {
    const IodVersus *versus = &g_array_index(row->versus, IodVersus, i);
    if (versus->base == 0 && versus->fresh == series) return versus;
  }
  return NULL;
}

const char *iod_series_name(const IodLayout *layout, guint series) {
  const char *name = layout->comparison->series[series];
  return name != NULL ? name : "";
}
