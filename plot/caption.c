// SPDX-License-Identifier: GPL-3.0-or-later
/* What a reader must know to read the figure: how many runs, which centre, which interval, what the marks
 * mean, which tools. */
#include "plot/page.h"

#include "plot/wording.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint least_n, most_n;
  double least_confidence, most_confidence; /* of the intervals of centres */
  GPtrArray *tools;                         /* of char *: "fio 3.33" */
  GHashTable *seen;                         /* runs whose tool is in it */
} Facts;

static void add_tool(Facts *facts, const IodRun *run) {
  if (run->tool == NULL || !g_hash_table_add(facts->seen, (gpointer)(gsize)run)) return;
  g_autofree char *tool = run->version == NULL ? g_strdup(run->tool)
                          : g_str_has_prefix(run->version, run->tool)
                              ? g_strdup(run->version)
                              : g_strdup_printf("%s %s", run->tool, run->version);
  if (facts->tools->len < 6 && !g_ptr_array_find_with_equal_func(facts->tools, tool, g_str_equal, NULL))
    g_ptr_array_add(facts->tools, g_steal_pointer(&tool));
}

static void add_sample(Facts *facts, const IodSample *sample) {
  const IodSummary *summary = &sample->summary;
  facts->least_n = MIN(facts->least_n, summary->n);
  facts->most_n = MAX(facts->most_n, summary->n);
  if (isfinite(summary->ci.low) && isfinite(summary->ci.confidence)) {
    facts->least_confidence = MIN(facts->least_confidence, summary->ci.confidence);
    facts->most_confidence = MAX(facts->most_confidence, summary->ci.confidence);
  }
  for (guint i = 0; sample->runs != NULL && i < summary->n; i++) add_tool(facts, sample->runs[i]);
}

static Facts collect(const IodLayout *layout) {
  Facts facts = {G_MAXUINT, 0, 2, 0, g_ptr_array_new_with_free_func(g_free), g_hash_table_new(NULL, NULL)};
  for (guint i = 0; i < layout->lines->len; i++) {
    const IodRow *row = ((const IodLine *)layout->lines->pdata[i])->row;
    for (guint s = 0; s < layout->comparison->n_series; s++)
      if (row->samples[s] != NULL) add_sample(&facts, row->samples[s]);
  }
  return facts;
}

static void say_runs(GString *text, const IodLayout *layout, const Facts *facts) {
  const char *center = iod_center_name(layout->comparison->center);
  if (strcmp(center, "geomean") == 0) center = "geometric mean";
  if (facts->most_n == 1) {
    g_string_append(text, "One run each: no interval can be told. ");
    return;
  }
  g_autofree char *first = g_strdup_printf("%c%s", g_ascii_toupper(center[0]), center + 1);
  g_string_append(text, first);
  if (facts->least_n == facts->most_n)
    g_string_append_printf(text, " of %u runs", facts->most_n);
  else
    g_string_append_printf(text, " of %u to %u runs", facts->least_n, facts->most_n);
}

static void say_shapes(GString *text, const IodLayout *layout, const Facts *facts) {
  if (facts->most_n == 1) return;
  if ((layout->shows & (IOD_SHOWS_WHISKERS | IOD_SHOWS_BANDS)) && facts->most_confidence > 0) {
    g_autofree char *least = iod_say_percent(facts->least_confidence);
    g_autofree char *most = iod_say_percent(facts->most_confidence);
    g_string_append_printf(text, ", %s: its %s", layout->shows & IOD_SHOWS_BANDS ? "bands" : "whiskers",
                           least);
    if (strcmp(least, most) != 0) g_string_append_printf(text, " to %s", most);
    g_string_append(text, " interval");
  }
  if (layout->shows & IOD_SHOWS_LEVELS) g_string_append(text, " (dashed), markers: the single runs");
  if (layout->shows & IOD_SHOWS_RUNS) g_string_append(text, ", dots: the single runs");
  g_string_append(text, ". ");
}

static void say_ratios(GString *text, const IodLayout *layout) {
  const IodComparison *comparison = layout->comparison;
  if (!(layout->shows & IOD_SHOWS_RATIOS)) return;
  const char *kind = comparison->center == IOD_CENTER_MEDIAN ? "median of all pairwise ratios"
                     : comparison->center == IOD_CENTER_MEAN ? "ratio of the means"
                                                             : "ratio of the geometric means";
  g_string_append_printf(text, "Ratios are to %s (%s)", iod_series_name(layout, 0), kind);
  if (layout->shows & IOD_SHOWS_RATIO_WHISKERS) {
    g_autofree char *confidence = iod_say_percent(comparison->confidence);
    g_string_append_printf(text, ", whiskers: %s interval", confidence);
  }
  g_string_append(text, ". ");
}

static void say_marks(GString *text, const IodLayout *layout) {
  static const struct {
    guint verdicts;
    const char *words;
  } marks[] = {{1U << IOD_VERDICT_BETTER, "▲ better"},
               {1U << IOD_VERDICT_WORSE, "▼ worse"},
               {1U << IOD_VERDICT_LIKELY_BETTER | 1U << IOD_VERDICT_LIKELY_WORSE, "hollow: likely"},
               {1U << IOD_VERDICT_SAME, "= the same within the band"},
               {1U << IOD_VERDICT_IDENTICAL, "≡ identical"},
               {1U << IOD_VERDICT_UNCLEAR, "? unclear"}};
  gboolean first = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
    if (!(layout->verdicts & marks[i].verdicts)) continue;
    g_string_append_printf(text, "%s%s", first ? "" : ", ", marks[i].words);
    first = FALSE;
  }
  if (!first) g_string_append(text, ". ");
}

static void say_differs(GString *text, const IodLayout *layout) {
  const IodComparison *comparison = layout->comparison;
  for (guint i = 0; i < comparison->differs->len && i < 4; i++) {
    const IodDiffers *differs = comparison->differs->pdata[i];
    g_string_append_printf(text, "%s differs:", differs->label);
    guint told = 0;
    for (guint s = 0; s < comparison->n_series && told < 6; s++) {
      if (differs->values[s] == NULL) continue;
      g_autofree char *value = iod_say_label(differs->label, differs->values[s]);
      g_string_append_printf(text, "%s %s %s", told++ > 0 ? "," : "", iod_series_name(layout, s), value);
    }
    g_string_append(text, ". ");
  }
}

char *iod_caption_default(const IodLayout *layout) {
  Facts facts = collect(layout);
  GString *text = g_string_new(NULL);
  say_runs(text, layout, &facts);
  say_shapes(text, layout, &facts);
  say_ratios(text, layout);
  say_marks(text, layout);
  if (layout->shows & IOD_SHOWS_LOG)
    g_string_append(text, "Logarithmic axis: the bars do not begin at zero. ");
  if (layout->shows & IOD_SHOWS_TOLERANCE)
    g_string_append(text, "Grey: the band within which a ratio is the same. ");
  if (layout->shows & IOD_SHOWS_WINNERS) g_string_append(text, "★ the best of its row. ");
  if (layout->shows & IOD_SHOWS_LEADERS) g_string_append(text, "☆ the best, but not proved. ");
  say_differs(text, layout);
  for (guint i = 0; i < facts.tools->len; i++)
    g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", (const char *)facts.tools->pdata[i]);
  g_string_append_printf(text, "%siodelta %s", facts.tools->len > 0 ? "; " : "", IOD_VERSION);
  g_ptr_array_unref(facts.tools);
  g_hash_table_unref(facts.seen);
  return g_string_free(text, FALSE);
}
