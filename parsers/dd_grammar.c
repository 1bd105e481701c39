// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/dd_grammar.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PART, CUT, SIZE, COMMAND, COUNT };

#define WORD  "[A-Za-z\\x80-\\xff]"
#define COMMA "(?: , | 、 )" /* the full-width one is made plain by the cleaning */
/* Words are translated, their order is not: a count, words, its size in brackets, words, a comma, the
 * seconds. */
#define BYTES                                                                                                \
  "(?: (?<! [\\w.,+:\\/\"-] ) | (?<= \\/s ) ) (?<bytes> \\d+ ) \\ ? (?<unit> " WORD "++ )"                   \
  "(?: [^\\d(),:\\/\"=]* \\( (?<size> [^()]* ) \\) )?"

static const char *const texts[COUNT] = {
    [PART] =
        "(?: (?<! [\\w.,+=-] ) | (?<= \\^C ) ) (?<full> \\d+ ) \\+ (?<partial> \\d+ ) (?! [\\w.,+] )"
        "|" BYTES
        /* GNU, busybox, toybox, uutils; old GNU and BSD; BSD under way */
        "(?: [^\\d(),:\\/\"=]* (?<comma> " COMMA " ) \\ * | \\ transferred (?: (?<in> \\ in \\ ) | \\  ) )"
        "(?<seconds> \\d+ (?: [.,] \\d+ )? (?: e [-+] \\d+ )? ) \\ ? (?<time> (?: (?! 、 ) " WORD " )+ )"
        "(?: \\.? \\ * " COMMA " \\ * (?<rate> (?: [\\d.,]+ | " WORD "+ ) \\ ? " WORD "* ) \\/ (?<per> " WORD
        "+ ) )?",
    [CUT] = "^ \\ * " BYTES "",
    [SIZE] = "^ (?<number> \\d+ (?: [.,] \\d+ )? ) \\ ? (?<letter> [kKMGTPE] )? i? B? (?: , | $ )",
    [COMMAND] = "(?: ^ | [\\ ;&|(`\\/] ) (?<command> dd \\  (?: .* \\  )? [io]f= .* )",
};

static const IodPattern *pattern(guint index) {
  static gsize once;
  return iod_patterns(&once, texts, COUNT)[index];
}

static gboolean begins_word(unsigned char byte) {
  return g_ascii_isalpha(byte) || byte >= 0x80;
}

/* "B/s" or "bytes/sec)" and the like. */
static gboolean ends_in_rate(const IodLine *line) {
  const char *end = line->text + line->length;
  while (end > line->text && end[-1] == ' ') end--;
  gsize length = (gsize)(end - line->text);
  return (length > 3 && memcmp(end - 2, "/s", 2) == 0) || (length > 5 && memcmp(end - 5, "/sec)", 5) == 0);
}

gboolean iod_dd_worth_scanning(const IodLine *line) {
  const char *text = line->text + strspn(line->text, " ");
  if (g_ascii_isdigit(*text)) {
    text += strspn(text, "0123456789");
    if (*text == '+' ? g_ascii_isdigit(text[1]) : begins_word((unsigned char)text[*text == ' '])) return TRUE;
  } else if ((unsigned char)*text >= 0x80) {
    return TRUE;
  } else if (strstr(text, " copied, ") ||
             (memchr(text, '+', line->length - (gsize)(text - line->text)) && strstr(text, " records "))) {
    return TRUE;
  }
  return line->unended || ends_in_rate(line);
}

/* One unit in the last place of a number as printed. */
static double last_place(IodSlice number) {
  int places = 0;
  gboolean fraction = FALSE;
  const char *at = number.start, *end = number.start + number.length;
  for (; at < end && *at != 'e'; at++) {
    if (fraction) places--;
    if (*at == '.' || *at == ',') fraction = TRUE;
  }
  if (at < end) places += atoi(at + 1);
  return pow(10, places);
}

/* Whether a value, known to a fraction of error, is what "33 MB", "31.3MB" or "96 M" says, of 1000 or of
 * 1024. A size in units unknown says nothing. */
static gboolean agrees(double value, double error, IodSlice size, IodMatch *match) {
  static const char letters[] = "kMGTPE";
  const double slack = 0.02;
  double number = 0, decimal = 1, binary = 1;
  if (!iod_pattern_find(pattern(SIZE), match, size.start, size.length, 0)) return TRUE;
  IodSlice letter = iod_match_named(match, "letter"), digits = iod_match_named(match, "number");
  if (!iod_slice_number(digits, &number)) return TRUE;
  if (letter.start) {
    char wanted = *letter.start == 'K' ? 'k' : *letter.start;
    double power = (double)(strchr(letters, wanted) - letters + 1);
    decimal = pow(1000, power);
    binary = pow(1024, power);
  }
  double place = last_place(digits), low = (number - place) * decimal, high = (number + place) * binary;
  return value >= low * (1 - slack - error) && value <= high * (1 + slack + error);
}

/* Seconds in a language unknown are known by the rate, which is per the same word. */
static gboolean is_time(IodSlice time, IodSlice per) {
  static const char *const words[] = {"s", "sec", "secs", "second", "seconds", "秒"};
  if (per.start && per.length == time.length && memcmp(per.start, time.start, per.length) == 0) return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
    if (time.length == strlen(words[i]) && memcmp(time.start, words[i], time.length) == 0) return TRUE;
  return FALSE;
}

static gboolean read_transfer(IodMatch *match, IodDdPart *part) {
  IodSlice seconds = iod_match_named(match, "seconds"), unit = iod_match_named(match, "unit");
  IodSlice size = iod_match_named(match, "size"), rate = iod_match_named(match, "rate");
  if (!is_time(iod_match_named(match, "time"), iod_match_named(match, "per"))) return FALSE;
  if (!iod_slice_whole(iod_match_named(match, "bytes"), &part->bytes)) return FALSE;
  if (!iod_slice_number(seconds, &part->seconds)) return FALSE;
  part->kind = IOD_DD_TRANSFER;
  part->under_way = !iod_match_named(match, "comma").start && !iod_match_named(match, "in").start;
  part->whole_seconds = part->under_way || strcspn(seconds.start, ".,e") >= seconds.length;
  double bytes = (double)part->bytes;
  gboolean says_bytes = g_ascii_strncasecmp(unit.start, "byte", strlen("byte")) == 0;
  gboolean fits = size.start && agrees(bytes, 0, size, match);
  part->certain = says_bytes || fits;
  if (says_bytes && size.start && !fits) part->kind = IOD_DD_BROKEN;
  if (rate.start && part->seconds > 0)
    part->odd_rate = !agrees(bytes / part->seconds, last_place(seconds) / part->seconds, rate, match);
  return TRUE;
}

static IodSlice trimmed(const char *start, const char *end) {
  while (start < end && *start == ' ') start++;
  while (start < end && end[-1] == ' ') end--;
  return (IodSlice){start, (gsize)(end - start)};
}

gboolean iod_dd_next(IodMatch *match, const IodLine *line, gsize *offset, IodDdPart *part) {
  while (iod_pattern_find(pattern(PART), match, line->text, line->length, *offset)) {
    IodSlice whole = iod_match_whole(match), full = iod_match_named(match, "full");
    gsize begin = *offset;
    *offset = (gsize)(whole.start - line->text) + whole.length;
    *part = (IodDdPart){.kind = IOD_DD_RECORDS, .lead = trimmed(line->text + begin, whole.start)};
    if (full.start) {
      if (iod_slice_whole(full, &part->full) &&
          iod_slice_whole(iod_match_named(match, "partial"), &part->partial))
        return TRUE;
    } else if (read_transfer(match, part)) {
      return TRUE;
    }
  }
  return FALSE;
}

gboolean iod_dd_cut_bytes(IodMatch *match, const IodLine *line, guint64 *bytes) {
  return iod_pattern_find(pattern(CUT), match, line->text, line->length, 0) &&
         iod_slice_whole(iod_match_named(match, "bytes"), bytes);
}

/* dd goes on after a warning, and its report counts. All catalogues leave the option's name in the one about
 * partial reads as it is. */
static gboolean is_warning(const char *text) {
  static const char *const words[] = {
      "warning:",  "Warnung:",  "attention:",  "attention :",    "avertissement:", "advertencia:",
      "aviso:",    "avviso:",   "attenzione:", "waarschuwing:",  "ostrzeżenie:",   "varning:",
      "advarsel:", "varoitus:", "警告:",       "предупреждение:"};
  for (gsize i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_ascii_strncasecmp(text, words[i], strlen(words[i])) == 0) return TRUE;
  return strstr(text, "iflag=fullblock") != NULL;
}

gboolean iod_dd_error(const IodLine *line, IodSlice *reason, gboolean *certain) {
  const char *text = line->text + strspn(line->text, " ");
  if (*text != 'd' && *text != '/') return FALSE;
  const char *name = strstr(text, "dd: ");
  if (!name || (name > text && name[-1] != '/') || memchr(text, ' ', (gsize)(name - text))) return FALSE;
  text = name + strlen("dd: ");
  if (is_warning(text)) return FALSE;
  *reason = trimmed(text, line->text + line->length);
  *certain = (strstr(text, ": ") || strpbrk(text, "'`\"")) && !strstr(text, "/s");
  return reason->length > 0;
}

gboolean iod_dd_command(IodMatch *match, const IodLine *line, IodSlice *command) {
  if (!strstr(line->text, "dd ")) return FALSE;
  if (!iod_pattern_find(pattern(COMMAND), match, line->text, line->length, 0)) return FALSE;
  *command = iod_match_named(match, "command");
  return TRUE;
}

gboolean iod_dd_is_request(const IodLine *line) {
  static const char *const signs[] = {"USR1", "-INFO", "SIGINFO"};
  const char *text = line->text + strspn(line->text, " ");
  if (g_str_has_prefix(text, "load: ") || g_str_has_prefix(text, "^T") || g_str_has_prefix(text, "^C"))
    return TRUE;
  if (!strstr(text, "kill")) return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS(signs); i++)
    if (strstr(text, signs[i])) return TRUE;
  return FALSE;
}
