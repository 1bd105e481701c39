// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/pattern.h"

#include "model/model.h"

#include <pcre2.h>
#include <string.h>

/* No pattern has more groups. Backtracking beyond the limit means a line that no tool printed. */
enum { MOST_GROUPS = 24, MATCH_LIMIT = 200000, LONGEST_NUMBER = 64 };

struct IodPattern {
  pcre2_code *code;
};

struct IodMatch {
  pcre2_match_data *data;
  pcre2_match_context *context;
  const pcre2_code *code; /* of the last match */
  const char *text;
};

static const IodPattern *compile(const char *text) {
  int error = 0;
  PCRE2_SIZE offset = 0;
  pcre2_code *code =
      pcre2_compile((PCRE2_SPTR)text, PCRE2_ZERO_TERMINATED, PCRE2_EXTENDED, &error, &offset, NULL);
  if (!code) g_error("pattern \"%s\" is broken at %" G_GSIZE_FORMAT, text, (gsize)offset);
  /* Where the JIT is missing the interpreter does the same, slower. */
  pcre2_jit_compile(code, PCRE2_JIT_COMPLETE);
  IodPattern *pattern = g_new(IodPattern, 1);
  pattern->code = code;
  return pattern;
}

const IodPattern *const *iod_patterns(gsize *once, const char *const *texts, guint count) {
  if (g_once_init_enter(once)) {
    const IodPattern **patterns = g_new(const IodPattern *, count);
    for (guint i = 0; i < count; i++) patterns[i] = compile(texts[i]);
    g_once_init_leave(once, (gsize)patterns);
  }
  return (const IodPattern *const *)*once;
}

IodMatch *iod_match_new(void) {
  IodMatch *match = g_new0(IodMatch, 1);
  match->data = pcre2_match_data_create(MOST_GROUPS, NULL);
  match->context = pcre2_match_context_create(NULL);
  pcre2_set_match_limit(match->context, MATCH_LIMIT);
  return match;
}

void iod_match_free(IodMatch *match) {
  if (!match) return;
  pcre2_match_data_free(match->data);
  pcre2_match_context_free(match->context);
  g_free(match);
}

gboolean iod_pattern_find(const IodPattern *pattern, IodMatch *match, const char *text, gsize length,
                          gsize offset) {
  match->code = pattern->code;
  match->text = text;
  return pcre2_match(pattern->code, (PCRE2_SPTR)text, length, offset, 0, match->data, match->context) > 0;
}

static IodSlice group(const IodMatch *match, gsize number) {
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer(match->data);
  if (number >= pcre2_get_ovector_count(match->data) || ends[2 * number] == PCRE2_UNSET)
    return (IodSlice){NULL, 0};
  return (IodSlice){match->text + ends[2 * number], ends[2 * number + 1] - ends[2 * number]};
}

IodSlice iod_match_whole(const IodMatch *match) {
  return group(match, 0);
}

IodSlice iod_match_named(const IodMatch *match, const char *name) {
  int number = pcre2_substring_number_from_name(match->code, (PCRE2_SPTR)name);
  if (number < 0) g_error("a pattern has no group \"%s\"", name);
  return group(match, (gsize)number);
}

char *iod_slice_text(IodSlice slice) {
  return slice.start ? g_strndup(slice.start, slice.length) : NULL;
}

gboolean iod_slice_whole(IodSlice slice, guint64 *value) {
  if (!slice.start) return FALSE;
  const char *at = slice.start, *end = slice.start + slice.length;
  return iod_scan_whole(&at, end, value) && at == end;
}

gboolean iod_slice_number(IodSlice slice, double *value) {
  char digits[LONGEST_NUMBER];
  if (!slice.start || slice.length >= sizeof digits) return FALSE;
  memcpy(digits, slice.start, slice.length);
  char *comma = memchr(digits, ',', slice.length);
  if (comma) *comma = '.';
  const char *at = digits, *end = digits + slice.length;
  return iod_scan_number(&at, end, value) && at == end;
}
