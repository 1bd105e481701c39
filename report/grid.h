// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: a table of texts in blocks, laid out for terminals or as Markdown. */
#ifndef IODELTA_REPORT_GRID_H
#define IODELTA_REPORT_GRID_H

#include <glib.h>

typedef enum { IOD_ALIGN_LEFT, IOD_ALIGN_RIGHT, IOD_ALIGN_POINT /* at the decimal point */ } IodAlign;

/* Colours only repeat what words say. */
typedef enum {
  IOD_STYLE_PLAIN,
  IOD_STYLE_HEAD,
  IOD_STYLE_WORSE,
  IOD_STYLE_LIKELY_WORSE,
  IOD_STYLE_LIKELY_BETTER,
  IOD_STYLE_BETTER,
} IodStyle;

void iod_append_styled(GString *out, const char *text, IodStyle style, gboolean color);

/* The title of a block as a line of its own, its note (or NULL) in brackets behind it, in at most width
 * columns (0: any). */
void iod_append_block(GString *out, const char *title, const char *note, gboolean color, guint width);

typedef struct IodGrid IodGrid;

IodGrid *iod_grid_new(void);
void iod_grid_free(IodGrid *grid);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodGrid, iod_grid_free)

/* Columns first, from left to right. head may run over the next span - 1 columns of text, which then have
 * none; gap: blanks before the column. */
void iod_grid_column(IodGrid *grid, const char *head, guint span, IodAlign align, guint gap);
/* The head of the latest column in Markdown, where it differs; NULL: the column is for terminals only. */
void iod_grid_column_markdown(IodGrid *grid, const char *head);

/* Leaves one blank between columns. */
void iod_grid_tighten(IodGrid *grid);

/* Gives the first column at most this width: what is wider there stands on lines of its own above its row. */
void iod_grid_hang(IodGrid *grid, guint width);

/* Begins a block. The first one's title stands in the line of the heads, over two columns; a note comes in
 * brackets. */
void iod_grid_block(IodGrid *grid, const char *title, const char *note);
/* Begins a row; its cells are then given in order of the columns. Takes text; NULL is an empty cell. */
void iod_grid_row(IodGrid *grid);
void iod_grid_cell(IodGrid *grid, char *text, IodStyle style);

guint iod_grid_width(const IodGrid *grid); /* in columns of a terminal, without the notes of blocks */
/* width: that of the terminal (0: any), to which titles of blocks are wrapped. */
void iod_grid_text(const IodGrid *grid, gboolean color, guint width, GString *out);
void iod_grid_markdown(const IodGrid *grid, GString *out);

#endif
