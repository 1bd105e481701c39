// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/clean.h"

#include <string.h>

enum { ESCAPE = 0x1b, TAB_STOP = 8 };

/* Characters beyond ASCII that stand for plain ones; "" drops the character. */
static const struct {
  gunichar character;
  const char *plain;
} replacements[] = {
    {0x00a0, " "},  {0x00ad, ""},   {0x1680, " "}, {0x200b, ""},   {0x200c, ""},   {0x200d, ""},
    {0x200e, ""},   {0x200f, ""},   {0x2010, "-"}, {0x2011, "-"},  {0x2018, "'"},  {0x2019, "'"},
    {0x201c, "\""}, {0x201d, "\""}, {0x2028, " "}, {0x2029, " "},  {0x202f, " "},  {0x205f, " "},
    {0x2060, ""},   {0x2212, "-"},  {0x3000, " "}, {0xfeff, ""},   {0xff08, "("},  {0xff09, ")"},
    {0xff0b, "+"},  {0xff0c, ", "}, {0xff0e, "."}, {0xff1a, ": "}, {0xff1b, "; "}, {0xff1d, "="},
};

static const struct {
  const char *entity;
  char plain;
} entities[] = {
    {"&gt;", '>'},   {"&lt;", '<'},   {"&amp;", '&'},   {"&quot;", '"'}, {"&apos;", '\''},
    {"&nbsp;", ' '}, {"&#39;", '\''}, {"&#34;", '"'},   {"&#62;", '>'},  {"&#60;", '<'},
    {"&#38;", '&'},  {"&#160;", ' '}, {"&#x27;", '\''}, {"&#xa0;", ' '},
};

/* Bytes that need a look; '>' only as a quoting mark at the line's beginning. */
static inline gboolean is_odd(unsigned char byte) {
  return byte < 0x20 || byte >= 0x7f || byte == '&';
}

gboolean iod_is_clean(const char *line, gsize length) {
  gboolean odd = FALSE;
  for (gsize i = 0; i < length; i++) odd |= is_odd((unsigned char)line[i]);
  if (odd) return FALSE;
  while (length > 0 && *line == ' ') line++, length--;
  return length == 0 || *line != '>';
}

/* The end of the escape sequence that begins at text: CSI, OSC, or two bytes. */
static const char *escape_end(const char *text, const char *end) {
  if (text + 1 >= end) return end;
  if (text[1] == '[') {
    for (text += 2; text < end; text++)
      if (*text >= '@' && *text <= '~') return text + 1;
    return end;
  }
  if (text[1] == ']') {
    for (text += 2; text < end; text++) {
      if (*text == '\a') return text + 1;
      if (*text == ESCAPE && text + 1 < end && text[1] == '\\') return text + 2;
    }
    return end;
  }
  return text + (strchr("()#%", text[1]) ? 3 : 2) < end ? text + (strchr("()#%", text[1]) ? 3 : 2) : end;
}

static gsize entity_at(const char *text, const char *end, char *plain) {
  for (gsize i = 0; i < G_N_ELEMENTS(entities); i++) {
    gsize length = strlen(entities[i].entity);
    if ((gsize)(end - text) >= length && g_ascii_strncasecmp(text, entities[i].entity, length) == 0) {
      *plain = entities[i].plain;
      return length;
    }
  }
  return 0;
}

static gboolean append_plain(gunichar character, GString *out) {
  if (character >= 0x2000 && character <= 0x200a) {
    g_string_append_c(out, ' ');
    return TRUE;
  }
  for (gsize i = 0; i < G_N_ELEMENTS(replacements); i++) {
    if (replacements[i].character != character) continue;
    g_string_append(out, replacements[i].plain);
    return TRUE;
  }
  return FALSE;
}

/* One character beyond ASCII, or a byte that is no UTF-8: Latin-1, as old logs are. Returns its length. */
static gsize append_wide(const char *text, const char *end, GString *out) {
  gunichar character = g_utf8_get_char_validated(text, end - text);
  gsize length = 1;
  if (character == (gunichar)-1 || character == (gunichar)-2)
    character = (unsigned char)*text;
  else
    length = (gsize)g_unichar_to_utf8(character, NULL);
  if (!append_plain(character, out) && !g_unichar_iscntrl(character)) g_string_append_unichar(out, character);
  return length;
}

static void append_tab(gsize line_start, GString *out) {
  gsize column = out->len - line_start;
  for (gsize blanks = TAB_STOP - column % TAB_STOP; blanks > 0; blanks--) g_string_append_c(out, ' ');
}

/* Takes the quoting marks of mails and Markdown from the line that begins at start. One blank after the last
 * mark goes with it; the rest is the quoted line's own indentation. */
static void strip_quotes(GString *out, gsize start) {
  gsize at = start, quoted = start;
  while (out->str[at] == ' ' || out->str[at] == '>') {
    if (out->str[at] == '>' && out->str[at + 1] == '=') break; /* fio's ">=2000=1.2%" of a wrapped line */
    if (out->str[at] == '>')
      quoted = at + 1;
    else if (quoted > start && at - quoted >= 1)
      break;
    at++;
  }
  if (quoted == start) return;
  if (out->str[quoted] == ' ') quoted++;
  g_string_erase(out, (gssize)start, (gssize)(quoted - start));
}

void iod_clean(const char *line, gsize length, GString *out) {
  const char *end = line + length;
  gsize start = out->len;
  while (line < end) {
    unsigned char byte = (unsigned char)*line;
    char plain;
    gsize entity;
    if (byte == ESCAPE) {
      line = escape_end(line, end);
    } else if (byte == '\t') {
      append_tab(start, out);
      line++;
    } else if (byte < 0x20 || byte == 0x7f) {
      line++;
    } else if (byte >= 0x80) {
      line += append_wide(line, end, out);
    } else if (byte == '&' && (entity = entity_at(line, end, &plain))) {
      g_string_append_c(out, plain);
      line += entity;
    } else {
      g_string_append_c(out, (char)byte);
      line++;
    }
  }
  strip_quotes(out, start);
}
