// SPDX-License-Identifier: GPL-3.0-or-later
/* Rows as a few short lines each, where the terminal is too narrow for a table. */
#include "report/display.h"
#include "report/figures.h"
#include "report/table.h"
#include "report/wording.h"

#include <math.h>

#define INDENT 3

/* Items kept in one piece, two blanks between them, on as many lines as it takes. */
typedef struct {
  GString *out;
  guint width, column;
} Flow;

/* Takes text. An item that has no room in a line of its own is broken. */
static void add_item(Flow *flow, char *text, IodStyle style, gboolean color) {
  guint needed = iod_display_width(text);
  if (flow->column > INDENT && flow->width != 0 && flow->column + 2 + needed > flow->width) {
    iod_end_line(flow->out);
    g_string_append_printf(flow->out, "%*s", INDENT + 2, "");
    flow->column = INDENT + 2;
  } else if (flow->column > INDENT) {
    g_string_append(flow->out, "  ");
    flow->column += 2;
  }
  if (flow->width != 0 && flow->column + needed > flow->width) {
    iod_append_broken(flow->out, text, flow->width, INDENT + 2, &flow->column);
  } else {
    iod_append_styled(flow->out, text, style, color);
    flow->column += needed;
  }
  g_free(text);
}

static void begin_line(Flow *flow) {
  g_string_append_printf(flow->out, "%*s", INDENT, "");
  flow->column = INDENT;
}

static void add_statistics(Flow *flow, const IodView *view, const IodLine *line, const IodSummary *summary) {
  if (view->show & IOD_SHOW_N) {
    add_item(flow, g_strdup_printf("%u %s", summary->n, summary->n == 1 ? "run" : "runs"), IOD_STYLE_PLAIN,
             FALSE);
  }
  for (const IodStatistic *statistic = iod_statistics; statistic->name != NULL; statistic++) {
    if (!iod_shows(view, statistic)) continue;
    g_autofree char *value = iod_statistic_words(line, summary, statistic->bit);
    add_item(flow, g_strdup_printf("%s %s", statistic->name, value), IOD_STYLE_PLAIN, FALSE);
  }
}

static void append_sample(Flow *flow, const IodView *view, const IodLine *line, guint series) {
  const IodSample *sample = line->row->samples[series];
  if (sample == NULL) return;
  begin_line(flow);
  double reference = iod_view_reference(view, line->row);
  g_autofree char *center = iod_line_value(line, sample->summary.center, reference);
  g_autofree char *unit = iod_display_text(line->scale.suffix);
  if (*view->series[series] != '\0') add_item(flow, g_strdup(view->series[series]), IOD_STYLE_PLAIN, FALSE);
  add_item(flow, g_strdup_printf("%s%s%s", center, *unit != '\0' ? " " : "", unit), IOD_STYLE_PLAIN, FALSE);
  if (!view->versus && (view->show & IOD_SHOW_CI) && sample->summary.n > 1) {
    add_item(flow, iod_center_interval(view, line, &sample->summary), IOD_STYLE_PLAIN, FALSE);
  }
  add_statistics(flow, view, line, &sample->summary);
  iod_end_line(flow->out);
}

static void append_pair(Flow *flow, const IodView *view, const IodLine *line, IodPair pair, gboolean named) {
  const IodVersus *versus = iod_row_versus(line->row, pair.base, pair.fresh);
  gboolean color = view->options->color;
  IodStyle style = iod_verdict_style(versus);
  const char *const *series = (const char *const *)view->series;
  begin_line(flow);
  if (named)
    add_item(flow, g_strdup_printf("%s/%s", series[pair.fresh], series[pair.base]), IOD_STYLE_PLAIN, FALSE);
  if (versus != NULL) {
    add_item(flow, iod_ratio_words(versus), style, color);
    if (view->show & IOD_SHOW_CI) {
      add_item(flow, iod_interval_words(view->comparison, line, pair), IOD_STYLE_PLAIN, FALSE);
    }
    g_autofree char *p = iod_p_text(versus->answer.p);
    if (view->show & IOD_SHOW_P) add_item(flow, g_strconcat("p ", p, NULL), IOD_STYLE_PLAIN, FALSE);
  }
  add_item(flow, iod_verdict_words(line->row, pair, series), style, color);
  iod_end_line(flow->out);
}

static void append_line(Flow *flow, const IodView *view, IodPairs pairs, const GArray *series,
                        const IodLine *line) {
  g_autofree char *name = g_strconcat(" ", line->name, NULL);
  iod_append_wrapped(flow->out, name, flow->width, INDENT);
  for (guint i = 0; i < series->len; i++) append_sample(flow, view, line, g_array_index(series, guint, i));
  for (guint i = 0; i < pairs.count; i++) append_pair(flow, view, line, pairs.pairs[i], pairs.count > 1);
  if (!view->versus || !view->options->winner) return;
  g_autofree char *winner = iod_winner_words(view->comparison, line->row, (const char *const *)view->series);
  begin_line(flow);
  add_item(flow, g_strconcat("winner ", winner, NULL), IOD_STYLE_PLAIN, FALSE);
  iod_end_line(flow->out);
}

void iod_append_stacked(const IodView *view, IodPairs pairs, GString *out) {
  g_autoptr(GArray) series = iod_pairs_series(view, pairs);
  Flow flow = {out, view->options->width, 0};
  for (IodBlock b = 0; b < IOD_BLOCKS; b++) {
    gboolean titled = FALSE;
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      const IodLine *line = &g_array_index(view->blocks[b], IodLine, i);
      if (!iod_row_has_any(line->row, series)) continue;
      if (!titled) {
        iod_append_block(out, iod_block_title(b), iod_block_note(b, view->versus, FALSE),
                         view->options->color, view->options->width);
      }
      titled = TRUE;
      append_line(&flow, view, pairs, series, line);
    }
  }
}
