// SPDX-License-Identifier: GPL-3.0-or-later
#include "report/display.h"

#include "report/escape.h"

#include <string.h>

#define ELLIPSIS  "…"
#define ZERO_JOIN 0x200d /* joins the emoji at both sides to one */

static guint char_width(gunichar c) {
  if (g_unichar_iszerowidth(c)) return 0;
  return g_unichar_iswide(c) ? 2 : 1;
}

guint iod_display_width(const char *text) {
  guint width = 0;
  for (const char *p = text; *p != '\0'; p = iod_utf8_next(p)) width += char_width(g_utf8_get_char(p));
  return width;
}

char *iod_display_text(const char *text) {
  GString *out = g_string_new(NULL);
  if (text != NULL) iod_append_plain(out, text);
  return g_string_free(out, FALSE);
}

/* A character with the marks that belong to it: cut between these only. */
typedef struct {
  const char *start;
  guint width;
} Cluster;

static GArray *clusters_of(const char *text) {
  GArray *clusters = g_array_new(FALSE, FALSE, sizeof(Cluster));
  gboolean joined = FALSE;
  for (const char *p = text; *p != '\0'; p = iod_utf8_next(p)) {
    gunichar c = g_utf8_get_char(p);
    guint width = char_width(c);
    if (clusters->len == 0 || (width > 0 && !joined)) {
      Cluster fresh = {p, 0};
      g_array_append_val(clusters, fresh);
    }
    g_array_index(clusters, Cluster, clusters->len - 1).width += width;
    joined = c == ZERO_JOIN;
  }
  return clusters;
}

/* Keeps at most head columns of the beginning and tail of the end. */
static char *cut_middle(const char *text, guint head, guint tail) {
  g_autoptr(GArray) clusters = clusters_of(text);
  const Cluster *cluster = (const Cluster *)(gpointer)clusters->data;
  guint first = 0;
  for (guint width = 0; first < clusters->len && width + cluster[first].width <= head; first++) {
    width += cluster[first].width;
  }
  guint last = clusters->len;
  for (guint width = 0; last > first && width + cluster[last - 1].width <= tail; last--) {
    width += cluster[last - 1].width;
  }
  if (first == last) return g_strdup(text);
  const char *rest = last < clusters->len ? cluster[last].start : "";
  return g_strdup_printf("%.*s" ELLIPSIS "%s", (int)(cluster[first].start - text), text, rest);
}

static char **shorten_at(char **names, guint width, guint head) {
  guint count = g_strv_length(names);
  char **shortened = g_new0(char *, count + 1);
  for (guint i = 0; i < count; i++) {
    gboolean fits = iod_display_width(names[i]) <= width;
    shortened[i] = fits ? g_strdup(names[i]) : cut_middle(names[i], head, width - 1 - head);
  }
  return shortened;
}

/* TRUE where names that differ are still different. */
static gboolean distinct(char **names, char **shortened) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; names[i] != NULL; i++) {
    const char *before = g_hash_table_lookup(seen, shortened[i]);
    if (before != NULL && strcmp(before, names[i]) != 0) return FALSE;
    g_hash_table_insert(seen, shortened[i], names[i]);
  }
  return TRUE;
}

char **iod_shorten_to(char **names, guint width) {
  /* Where the ends are alike, the difference is kept by cutting elsewhere. */
  const guint heads[] = {width / 2, 3 * width / 4, width / 4, width - 1};
  for (gsize i = 0; width > 0 && i < G_N_ELEMENTS(heads); i++) {
    g_auto(GStrv) shortened = shorten_at(names, width, heads[i]);
    if (distinct(names, shortened)) return g_steal_pointer(&shortened);
  }
  return NULL;
}

char **iod_shorten_all(char **names, guint width) {
  guint widest = 0;
  for (guint i = 0; names[i] != NULL; i++) widest = MAX(widest, iod_display_width(names[i]));
  for (guint w = MAX(width, 3); w < widest; w++) {
    char **shortened = iod_shorten_to(names, w);
    if (shortened != NULL) return shortened;
  }
  return g_strdupv(names);
}

void iod_end_line(GString *out) {
  while (out->len > 0 && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

/* Starts a line. */
static void break_line(GString *out, guint *column, guint indent) {
  iod_end_line(out);
  g_string_append_printf(out, "%*s", (int)indent, "");
  *column = indent;
}

void iod_append_broken(GString *out, const char *text, guint width, guint indent, guint *column) {
  if (width <= indent + 1 || *column + iod_display_width(text) <= width) {
    g_string_append(out, text);
    *column += iod_display_width(text);
    return;
  }
  g_autoptr(GArray) clusters = clusters_of(text);
  for (guint i = 0; i < clusters->len; i++) {
    const Cluster *cluster = &g_array_index(clusters, Cluster, i);
    const char *end =
        i + 1 < clusters->len ? g_array_index(clusters, Cluster, i + 1).start : text + strlen(text);
    if (*column + cluster->width > width && *column > indent) break_line(out, column, indent);
    g_string_append_len(out, cluster->start, end - cluster->start);
    *column += cluster->width;
  }
}

void iod_append_wrapped(GString *out, const char *text, guint width, guint indent) {
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  guint column = 0;
  for (guint i = 0; words[i] != NULL; i++) {
    guint needed = iod_display_width(words[i]);
    /* A percentage stays in one line: "95 %". */
    if (words[i + 1] != NULL && *words[i + 1] == '%') needed += 1 + iod_display_width(words[i + 1]);
    if (i > 0 && width != 0 && *words[i] != '%' && column > indent && column + 1 + needed > width) {
      break_line(out, &column, indent);
    } else if (i > 0) {
      g_string_append_c(out, ' ');
      column++;
    }
    iod_append_broken(out, words[i], width, indent, &column);
  }
  iod_end_line(out);
}
