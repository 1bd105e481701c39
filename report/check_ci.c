// SPDX-License-Identifier: GPL-3.0-or-later
/* A check for CI systems: JUnit XML and GitHub's annotations. */
#include "report/check_words.h"
#include "report/check_writers.h"

#include <string.h>

/* ---- JUnit ---- */

/* Attributes and text of XML 1.0, which has no control characters at all. */
static void append_xml(GString *out, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  for (char *at = valid; *at; at = g_utf8_next_char(at)) {
    gunichar character = g_utf8_get_char(at);
    switch (character) {
    case '&':
      g_string_append(out, "&amp;");
      break;
    case '<':
      g_string_append(out, "&lt;");
      break;
    case '>':
      g_string_append(out, "&gt;");
      break;
    case '"':
      g_string_append(out, "&quot;");
      break;
    case '\'':
      g_string_append(out, "&apos;");
      break;
    default:
      if (character < 0x20 || character == 0x7f || character == 0xfffe || character == 0xffff)
        g_string_append_c(out, '?');
      else
        g_string_append_unichar(out, character);
    }
  }
}

/* "17.9 -> 14.6 kiops, 0.816 (0.789-0.841), band ends at 0.952" */
static char *details(const IodCheckLine *line) {
  GString *text = g_string_new(line->change ? line->change : "");
  if (line->ratio) g_string_append_printf(text, "%s%s", text->len ? ", " : "", line->ratio);
  if (line->interval) g_string_append_printf(text, " %s", line->interval);
  if (line->note) g_string_append_printf(text, "%s%s", text->len ? ", " : "", line->note);
  return g_string_free(text, FALSE);
}

static void append_case(GString *out, const IodCheckLine *line) {
  const IodFinding *finding = line->finding;
  g_autofree char *said = details(line);
  g_string_append(out, "  <testcase classname=\"iodelta");
  if (finding->row) g_string_append_c(out, '.'), append_xml(out, finding->row->tool);
  g_string_append(out, "\" name=\"");
  append_xml(out, line->name);
  g_string_append(out, "\">");
  if (finding->fails)
    g_string_append(out, "<failure type=\"");
  else
    g_string_append(out, "<system-out>");
  if (finding->fails)
    append_xml(out, line->state), g_string_append(out, "\" message=\""), append_xml(out, said);
  else
    append_xml(out, line->state), g_string_append(out, ": "), append_xml(out, said);
  g_string_append(out, finding->fails ? "\"/></testcase>\n" : "</system-out></testcase>\n");
}

/* Cells that are as they were are passed tests without a word. */
static guint count_unsaid(const IodGate *gate, const GPtrArray *lines) {
  return gate->findings->len - lines->len;
}

void iod_write_check_junit(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                           GString *out) {
  g_autoptr(GPtrArray) lines = iod_check_lines(gate, options);
  g_autofree char *headline = iod_check_headline(gate, call);
  guint unsaid = count_unsaid(gate, lines);
  guint errors = gate->undecided ? 1 : 0;
  g_string_append_printf(out,
                         "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                         "<testsuite name=\"iodelta check\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n",
                         gate->findings->len + errors, gate->fails, errors);
  for (guint i = 0; i < lines->len; i++) append_case(out, g_ptr_array_index(lines, i));
  for (guint i = 0; i < unsaid; i++)
    g_string_append_printf(out, "  <testcase classname=\"iodelta\" name=\"unchanged cell %u\"/>\n", i + 1);
  if (gate->undecided) {
    g_string_append(out, "  <testcase classname=\"iodelta\" name=\"can it be told?\"><error message=\"");
    append_xml(out, gate->undecided);
    g_string_append(out, "\"/></testcase>\n");
  }
  g_string_append(out, "  <system-out>");
  append_xml(out, headline);
  g_string_append(out, "</system-out>\n</testsuite>\n");
}

/* ---- GitHub ---- */

/* The data of a workflow command: % and line ends are escaped. */
static void append_command(GString *out, const char *text) {
  for (; *text; text++) {
    if (*text == '%')
      g_string_append(out, "%25");
    else if (*text == '\r')
      g_string_append(out, "%0D");
    else if (*text == '\n')
      g_string_append(out, "%0A");
    else
      g_string_append_c(out, *text);
  }
}

void iod_write_check_github(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                            GString *out) {
  g_autoptr(GPtrArray) lines = iod_check_lines(gate, options);
  g_autofree char *headline = iod_check_headline(gate, call);
  for (guint i = 0; i < lines->len; i++) {
    const IodCheckLine *line = g_ptr_array_index(lines, i);
    gboolean warns =
        line->finding->state == IOD_STATE_VERDICT && line->finding->verdict == IOD_VERDICT_LIKELY_WORSE;
    g_autofree char *said = details(line);
    if (!line->finding->fails && !warns) continue;
    g_string_append_printf(out, "::%s title=iodelta check::", line->finding->fails ? "error" : "warning");
    append_command(out, line->state);
    g_string_append_c(out, ' ');
    append_command(out, line->name);
    g_string_append(out, ": ");
    append_command(out, said);
    g_string_append_c(out, '\n');
  }
  if (gate->undecided) {
    g_string_append(out, "::error title=iodelta check::can't tell: ");
    append_command(out, gate->undecided);
    g_string_append_c(out, '\n');
  }
  g_string_append(out, "::notice title=iodelta check::");
  append_command(out, headline);
  g_string_append_c(out, '\n');
}
