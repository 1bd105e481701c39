// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/grid.h"

#include "report/display.h"
#include "report/escape.h"

#include <string.h>

typedef struct {
  char *head, *markdown_head;
  guint span, gap;
  IodAlign align;
} Column;

typedef struct {
  char *text;
  IodStyle style;
} Cell;

/* A row of cells, or the title of a block. */
typedef struct {
  char *title, *note; /* title NULL: a row */
  GArray *cells;
} Line;

struct IodGrid {
  GArray *columns; /* of Column */
  GArray *lines;   /* of Line */
  guint hang;      /* first cells that are wider stand on lines of their own; G_MAXUINT: none do */
};

/* Where the columns of a terminal are. */
typedef struct {
  guint start, width;
  guint before, behind; /* widths at both sides of the decimal point */
} Place;

static void clear_column(gpointer data) {
  Column *column = data;
  g_free(column->head);
  g_free(column->markdown_head);
}

static void clear_cell(gpointer data) {
  g_free(((Cell *)data)->text);
}

static void clear_line(gpointer data) {
  Line *line = data;
  g_free(line->title);
  g_free(line->note);
  g_clear_pointer(&line->cells, g_array_unref);
}

IodGrid *iod_grid_new(void) {
  IodGrid *grid = g_new0(IodGrid, 1);
  grid->columns = g_array_new(FALSE, FALSE, sizeof(Column));
  grid->lines = g_array_new(FALSE, FALSE, sizeof(Line));
  grid->hang = G_MAXUINT;
  g_array_set_clear_func(grid->columns, clear_column);
  g_array_set_clear_func(grid->lines, clear_line);
  return grid;
}

void iod_grid_free(IodGrid *grid) {
  if (grid == NULL) return;
  g_array_unref(grid->columns);
  g_array_unref(grid->lines);
  g_free(grid);
}

void iod_grid_column(IodGrid *grid, const char *head, guint span, IodAlign align, guint gap) {
  Column column = {g_strdup(head), g_strdup(head), span, gap, align};
  g_array_append_val(grid->columns, column);
}

void iod_grid_column_markdown(IodGrid *grid, const char *head) {
  Column *column = &g_array_index(grid->columns, Column, grid->columns->len - 1);
  g_free(column->markdown_head);
  column->markdown_head = g_strdup(head);
}

void iod_grid_tighten(IodGrid *grid) {
  for (guint c = 0; c < grid->columns->len; c++) {
    Column *column = &g_array_index(grid->columns, Column, c);
    column->gap = MIN(column->gap, 1);
  }
}

void iod_grid_hang(IodGrid *grid, guint width) {
  grid->hang = width;
}

void iod_grid_block(IodGrid *grid, const char *title, const char *note) {
  Line line = {g_strdup(title), g_strdup(note), NULL};
  g_array_append_val(grid->lines, line);
}

void iod_grid_row(IodGrid *grid) {
  Line line = {NULL, NULL, g_array_new(FALSE, FALSE, sizeof(Cell))};
  g_array_set_clear_func(line.cells, clear_cell);
  g_array_append_val(grid->lines, line);
}

void iod_grid_cell(IodGrid *grid, char *text, IodStyle style) {
  Cell cell = {text, style};
  g_array_append_val(g_array_index(grid->lines, Line, grid->lines->len - 1).cells, cell);
}

/* ---- For terminals */

/* The width of what stands before the decimal point, or of all where there is none. */
static guint width_before(const char *text) {
  const char *point = strchr(text, '.');
  g_autofree char *before = point != NULL ? g_strndup(text, (gsize)(point - text)) : NULL;
  return iod_display_width(before != NULL ? before : text);
}

static void fit_cell(Place *place, const Cell *cell) {
  if (cell->text == NULL) return;
  guint width = iod_display_width(cell->text);
  guint before = width_before(cell->text);
  place->width = MAX(place->width, width);
  place->before = MAX(place->before, before);
  place->behind = MAX(place->behind, width - before);
}

static gboolean hangs(const IodGrid *grid, const Line *line) {
  const char *name = line->cells->len > 0 ? g_array_index(line->cells, Cell, 0).text : NULL;
  return name != NULL && iod_display_width(name) > grid->hang;
}

static void fit_row(const IodGrid *grid, Place *places, const Line *line) {
  for (guint c = hangs(grid, line) ? 1 : 0; c < line->cells->len; c++) {
    fit_cell(&places[c], &g_array_index(line->cells, Cell, c));
  }
}

static guint end_of(const Place *place) {
  return place->start + place->width;
}

/* Heads that run over several columns widen the last of them where they must. */
static void place_columns(const IodGrid *grid, Place *places) {
  guint x = 0;
  for (guint c = 0; c < grid->columns->len; c++) {
    const Column *column = &g_array_index(grid->columns, Column, c);
    if (column->align == IOD_ALIGN_POINT) {
      places[c].width = MAX(places[c].width, places[c].before + places[c].behind);
    }
    x += c > 0 ? column->gap : 0;
    places[c].start = x;
    for (guint h = 0; h <= c; h++) {
      const Column *head = &g_array_index(grid->columns, Column, h);
      if (head->head == NULL || h + head->span != c + 1) continue;
      guint end = places[h].start + iod_display_width(head->head);
      if (end > end_of(&places[c])) places[c].width = end - places[c].start;
    }
    x = end_of(&places[c]);
  }
}

/* The first title stands beside the heads; where the second column has none, over that too. */
static guint title_width(const IodGrid *grid, const Place *places, const char *title) {
  const Column *second = grid->columns->len > 1 ? &g_array_index(grid->columns, Column, 1) : NULL;
  guint more = second != NULL && second->head == NULL ? second->gap + places[1].width : 0;
  guint needed = iod_display_width(title);
  return MAX(places[0].width, needed > more ? needed - more : 0);
}

static Place *layout(const IodGrid *grid) {
  Place *places = g_new0(Place, grid->columns->len);
  for (guint i = 0; i < grid->lines->len; i++) {
    const Line *line = &g_array_index(grid->lines, Line, i);
    if (line->cells != NULL) fit_row(grid, places, line);
  }
  places[0].width += 1; /* rows stand one to the right of their block's title */
  const Line *first = grid->lines->len > 0 ? &g_array_index(grid->lines, Line, 0) : NULL;
  if (first != NULL && first->title != NULL) places[0].width = title_width(grid, places, first->title);
  place_columns(grid, places);
  return places;
}

guint iod_grid_width(const IodGrid *grid) {
  g_autofree Place *places = layout(grid);
  return end_of(&places[grid->columns->len - 1]);
}

static const char *const colors[] = {
    [IOD_STYLE_PLAIN] = NULL,        [IOD_STYLE_HEAD] = "1",           [IOD_STYLE_WORSE] = "1;31",
    [IOD_STYLE_LIKELY_WORSE] = "31", [IOD_STYLE_LIKELY_BETTER] = "32", [IOD_STYLE_BETTER] = "1;32",
};

void iod_append_styled(GString *out, const char *text, IodStyle style, gboolean color) {
  if (!color || colors[style] == NULL) {
    g_string_append(out, text);
  } else {
    g_string_append_printf(out, "\x1b[%sm%s\x1b[0m", colors[style], text);
  }
}

/* Moves to a column; at least one blank where something stands before it. */
static void move_to(GString *out, guint *x, guint target) {
  guint blanks = target > *x ? target - *x : *x > 0;
  g_string_append_printf(out, "%*s", (int)blanks, "");
  *x += blanks;
}

static guint offset(const Place *place, IodAlign align, const char *text) {
  guint width = iod_display_width(text);
  if (align == IOD_ALIGN_LEFT) return 0;
  if (align == IOD_ALIGN_RIGHT) return place->width - width;
  return place->width - place->behind - width_before(text);
}

static void append_hanging(const Line *line, guint width, GString *out) {
  g_autofree char *name = g_strconcat(" ", g_array_index(line->cells, Cell, 0).text, NULL);
  iod_append_wrapped(out, name, width, 3);
}

static void append_row(const IodGrid *grid, const Place *places, const Line *line, gboolean color,
                       GString *out) {
  guint x = 0;
  for (guint c = hangs(grid, line) ? 1 : 0; c < line->cells->len; c++) {
    const Cell *cell = &g_array_index(line->cells, Cell, c);
    if (cell->text == NULL || *cell->text == '\0') continue;
    IodAlign align = g_array_index(grid->columns, Column, c).align;
    move_to(out, &x, places[c].start + (c == 0 ? 1 : 0) + offset(&places[c], align, cell->text));
    iod_append_styled(out, cell->text, cell->style, color);
    x += iod_display_width(cell->text);
  }
  iod_end_line(out);
}

static void append_heads(const IodGrid *grid, const Place *places, const char *title, gboolean color,
                         GString *out) {
  iod_append_styled(out, title, IOD_STYLE_HEAD, color);
  guint x = iod_display_width(title);
  for (guint c = 1; c < grid->columns->len; c++) {
    const Column *column = &g_array_index(grid->columns, Column, c);
    if (column->head == NULL || *column->head == '\0') continue;
    guint width = iod_display_width(column->head);
    guint shift = column->align == IOD_ALIGN_LEFT || column->span > 1 ? 0 : places[c].width - width;
    move_to(out, &x, places[c].start + shift);
    iod_append_styled(out, column->head, IOD_STYLE_HEAD, color);
    x += width;
  }
  iod_end_line(out);
}

void iod_append_block(GString *out, const char *title, const char *note, gboolean color, guint width) {
  g_autofree char *text = note != NULL ? g_strdup_printf("%s (%s)", title, note) : g_strdup(title);
  g_autoptr(GString) wrapped = g_string_new(NULL);
  iod_append_wrapped(wrapped, text, width, 2);
  gsize length =
      g_str_has_prefix(wrapped->str, title) ? strlen(title) : 0; /* 0: the title itself was broken */
  if (length > 0) iod_append_styled(out, title, IOD_STYLE_HEAD, color);
  g_string_append(out, wrapped->str + length);
}

/* The columns' heads are told once, with the first block. */
static void append_first_block(const IodGrid *grid, const Place *places, const Line *line, gboolean color,
                               guint width, GString *out) {
  append_heads(grid, places, line->title, color, out);
  if (line->note == NULL) return;
  g_autofree char *note = g_strdup_printf(" (%s)", line->note);
  iod_append_wrapped(out, note, width, 2);
}

void iod_grid_text(const IodGrid *grid, gboolean color, guint width, GString *out) {
  g_autofree Place *places = layout(grid);
  gboolean first = TRUE;
  for (guint i = 0; i < grid->lines->len; i++) {
    const Line *line = &g_array_index(grid->lines, Line, i);
    if (line->title == NULL) {
      if (hangs(grid, line)) append_hanging(line, width, out);
      append_row(grid, places, line, color, out);
      continue;
    }
    if (first) {
      append_first_block(grid, places, line, color, width, out);
    } else {
      iod_append_block(out, line->title, line->note, color, width);
    }
    first = FALSE;
  }
}

/* ---- Markdown */

/* The texts of one block: the head, then its rows; as many texts each as there are columns in Markdown. */
static GPtrArray *markdown_rows(const IodGrid *grid, guint start) {
  GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  for (guint i = start; i < grid->lines->len; i++) {
    const Line *line = &g_array_index(grid->lines, Line, i);
    if (line->title != NULL && i > start) break;
    GPtrArray *texts = g_ptr_array_new();
    for (guint c = 0; c < grid->columns->len; c++) {
      const Column *column = &g_array_index(grid->columns, Column, c);
      if (column->markdown_head == NULL) continue;
      const Cell *cell =
          line->title == NULL && c < line->cells->len ? &g_array_index(line->cells, Cell, c) : NULL;
      const char *head = c == 0 ? line->title : column->markdown_head;
      const char *plain = line->title != NULL ? head : cell != NULL ? cell->text : NULL;
      gboolean bold = cell != NULL && cell->text != NULL && cell->style == IOD_STYLE_WORSE;
      GString *text = g_string_new(bold ? "**" : NULL);
      if (plain != NULL) iod_append_markdown(text, plain);
      if (bold) g_string_append(text, "**");
      g_ptr_array_add(texts, g_string_free(text, FALSE));
    }
    g_ptr_array_add(texts, NULL);
    g_ptr_array_add(rows, g_ptr_array_free(texts, FALSE));
  }
  return rows;
}

static void append_padded(GString *out, const char *text, guint width, gboolean right) {
  guint blanks = width - iod_display_width(text);
  g_string_append_printf(out, "%*s%s%*s", right ? (int)blanks : 0, "", text, right ? 0 : (int)blanks, "");
}

static void append_rule(GString *out, guint width, gboolean right) {
  if (!right) g_string_append_c(out, ':');
  for (guint i = 1; i < width; i++) g_string_append_c(out, '-');
  if (right) g_string_append_c(out, ':');
}

/* The columns' alignments and widths in Markdown: as many as texts has. */
static void append_table(const IodGrid *grid, const GPtrArray *rows, GString *out) {
  g_autofree guint *widths = g_new0(guint, grid->columns->len);
  g_autofree gboolean *right = g_new0(gboolean, grid->columns->len);
  guint count = 0;
  for (guint c = 0; c < grid->columns->len; c++) {
    const Column *column = &g_array_index(grid->columns, Column, c);
    if (column->markdown_head == NULL) continue;
    right[count] = column->align != IOD_ALIGN_LEFT;
    widths[count++] = 3;
  }
  for (guint i = 0; i < rows->len; i++) {
    char **texts = rows->pdata[i];
    for (guint c = 0; c < count; c++) widths[c] = MAX(widths[c], iod_display_width(texts[c]));
  }
  for (guint i = 0; i < rows->len; i++) {
    char **texts = rows->pdata[i];
    for (guint c = 0; c < count; c++) {
      g_string_append(out, c == 0 ? "| " : " | ");
      append_padded(out, texts[c], widths[c], right[c]);
    }
    g_string_append(out, " |\n");
    for (guint c = 0; i == 0 && c < count; c++) {
      g_string_append(out, c == 0 ? "| " : " | ");
      append_rule(out, widths[c], right[c]);
    }
    if (i == 0) g_string_append(out, " |\n");
  }
}

void iod_grid_markdown(const IodGrid *grid, GString *out) {
  for (guint i = 0; i < grid->lines->len; i++) {
    const Line *line = &g_array_index(grid->lines, Line, i);
    if (line->title == NULL) continue;
    g_autoptr(GPtrArray) rows = markdown_rows(grid, i);
    g_string_append_c(out, '\n');
    append_table(grid, rows, out);
  }
}
