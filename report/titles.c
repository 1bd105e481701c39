// SPDX-License-Identifier: GPL-3.0-or-later
/* The lines above a table. */
#include "report/display.h"
#include "report/figures.h"
#include "report/lines.h"
#include "report/wording.h"

#include <math.h>
#include <stdarg.h>

#define NAMED_SERIES 4 /* more are only counted in the title */

void iod_add_line(GPtrArray *lines, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_ptr_array_add(lines, g_strdup_vprintf(format, arguments));
  va_end(arguments);
}

/* ---- Bands */

typedef struct {
  double band;
  guint rows;
  GPtrArray *metrics; /* of const char *, each once */
} Band;

static void clear_band(gpointer data) {
  g_ptr_array_unref(((Band *)data)->metrics);
}

static void add_metric(Band *band, const char *metric) {
  for (guint i = 0; i < band->metrics->len; i++) {
    if (g_str_equal(band->metrics->pdata[i], metric)) return;
  }
  g_ptr_array_add(band->metrics, g_strdup(metric));
}

static gboolean is_judged(const IodRow *row) {
  for (guint i = 0; i < row->versus->len; i++) {
    if (g_array_index(row->versus, IodVersus, i).answer.verdict != IOD_VERDICT_NONE) return TRUE;
  }
  return FALSE;
}

static void add_band(GArray *bands, const IodView *view, const IodRow *row) {
  if (!is_judged(row)) return;
  guint at = 0;
  while (at < bands->len && fabs(g_array_index(bands, Band, at).band - row->band) > 1e-9) at++;
  if (at == bands->len) {
    Band fresh = {row->band, 0, g_ptr_array_new_with_free_func(g_free)};
    g_array_append_val(bands, fresh);
  }
  Band *band = &g_array_index(bands, Band, at);
  band->rows++;
  add_metric(band, iod_view_metric(view, &row->metric));
}

static gint compare_bands(gconstpointer a, gconstpointer b) {
  const Band *left = a;
  const Band *right = b;
  if (left->rows != right->rows) return left->rows > right->rows ? -1 : 1;
  return left->band < right->band ? -1 : left->band > right->band;
}

/* "; band 5 %, p99 15 %": the commonest stands without a name. */
static char *band_text(const IodView *view) {
  g_autoptr(GArray) bands = g_array_new(FALSE, FALSE, sizeof(Band));
  g_array_set_clear_func(bands, clear_band);
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      add_band(bands, view, g_array_index(view->blocks[b], IodLine, i).row);
    }
  }
  g_array_sort(bands, compare_bands);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < bands->len; i++) {
    const Band *band = &g_array_index(bands, Band, i);
    g_autofree char *percent = iod_percent_text(band->band);
    g_string_append(text, i == 0 ? "; band " : ", ");
    for (guint m = 0; i > 0 && m < band->metrics->len; m++) {
      g_autofree char *metric = iod_display_text(band->metrics->pdata[m]);
      g_string_append_printf(text, "%s ", metric);
    }
    g_string_append(text, percent);
  }
  return g_string_free(text, FALSE);
}

/* ---- Series */

static gboolean is_pairwise(const IodView *view) {
  for (guint i = 0; i < view->pairs->len; i++) {
    if (g_array_index(view->pairs, IodPair, i).base != 0) return TRUE;
  }
  return FALSE;
}

/* "jiva, longhorn to hostpath". */
static char *compared(const IodView *view) {
  guint count = view->comparison->n_series;
  gboolean named = count - 1 <= NAMED_SERIES;
  if (is_pairwise(view)) {
    g_autofree char *all = named ? g_strjoinv(", ", view->series) : g_strdup_printf("%u series", count);
    return g_strconcat(all, ", each with each", NULL);
  }
  g_autofree char *fresh =
      named ? g_strjoinv(", ", view->series + 1) : g_strdup_printf("%u series", count - 1);
  return g_strconcat(fresh, " to ", view->series[0], NULL);
}

static void add_title(const IodView *view, GPtrArray *lines) {
  const IodComparison *comparison = view->comparison;
  const char *center = iod_center_name(comparison->center);
  g_autofree char *confidence = iod_percent_text(comparison->confidence);
  if (!view->versus || view->pairs->len == 0) {
    iod_add_line(lines, "%s with %s interval", center, confidence);
    return;
  }
  gboolean named = comparison->by != NULL && !g_str_equal(comparison->by, "series");
  g_autofree char *by = named ? iod_display_text(comparison->by) : NULL;
  g_autofree char *series = compared(view);
  g_autofree char *bands = band_text(view);
  iod_add_line(lines, "%s%s%s: %s; ratio with %s interval%s", named ? by : "", named ? " " : "", series,
               center, confidence, bands);
}

/* ---- Labels */

/* "file_size differs: 1g (hostpath), 8g (jiva, longhorn)": by value, since series may be many. */
static void add_differs(const IodView *view, const IodDiffers *differs, GPtrArray *lines) {
  g_autoptr(GPtrArray) parts = g_ptr_array_new_with_free_func(g_free);
  guint count = view->comparison->n_series;
  g_autofree gboolean *done = g_new0(gboolean, count);
  for (guint s = 0; s < count; s++) {
    if (done[s]) continue;
    g_autoptr(GString) names = g_string_new(view->series[s]);
    for (guint t = s + 1; t < count; t++) {
      if (g_strcmp0(differs->values[s], differs->values[t]) != 0) continue;
      g_string_append_printf(names, ", %s", view->series[t]);
      done[t] = TRUE;
    }
    const char *value = differs->values[s];
    g_autofree char *text = value != NULL ? iod_label_words(differs->label, value) : g_strdup("not told");
    g_ptr_array_add(parts, g_strdup_printf("%s (%s)", text, names->str));
  }
  g_ptr_array_add(parts, NULL);
  g_autofree char *list = g_strjoinv(", ", (char **)parts->pdata);
  g_autofree char *label = iod_display_text(differs->label);
  iod_add_line(lines, "%s differs: %s", label, list);
}

static void add_ignored(const IodView *view, GPtrArray *lines) {
  const GPtrArray *ignored = view->comparison->ignored;
  if (ignored->len == 0) return;
  g_autoptr(GString) names = g_string_new(NULL);
  for (guint i = 0; i < ignored->len; i++) {
    g_autofree char *name = iod_display_text(ignored->pdata[i]);
    g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", name);
  }
  iod_add_line(lines, "varies, but tells no rows apart: %s", names->str);
}

/* Rows whose values were each reduced from several. */
static void add_rolled(const IodView *view, GPtrArray *lines) {
  guint least = G_MAXUINT;
  guint most = 0;
  for (guint b = 0; b < IOD_BLOCKS; b++) {
    for (guint i = 0; i < view->blocks[b]->len; i++) {
      guint rolled = g_array_index(view->blocks[b], IodLine, i).row->rolled;
      if (rolled == 0) continue;
      least = MIN(least, rolled);
      most = MAX(most, rolled);
    }
  }
  if (most == 0) return;
  g_autofree char *range =
      least < most ? g_strdup_printf("%u to %u", least, most) : g_strdup_printf("%u", most);
  iod_add_line(lines, "rolled up within each run: a value stands for %s", range);
}

GPtrArray *iod_title_lines(const IodView *view) {
  GPtrArray *lines = g_ptr_array_new_with_free_func(g_free);
  add_title(view, lines);
  for (guint i = 0; i < view->comparison->differs->len; i++)
    add_differs(view, view->comparison->differs->pdata[i], lines);
  add_ignored(view, lines);
  add_rolled(view, lines);
  return lines;
}
