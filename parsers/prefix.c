// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/prefix.h"

#include <string.h>

/* Shapes are written with: 0 a digit, W letters and digits (one or more) with blanks behind, H a host's or
 * pod's name (letters, digits and . _ - @, one or more), _ a blank, ? the rest of a time (digits . , : + - Z,
 * any), all else itself.
 * '{' and '}' stand around what makes the stream's key. */
static const char *const shapes[] = {
    "{[pod/H/H]}_",                   /* kubectl logs --prefix */
    "0000-00-00T00:00:00?_stdout_F_", /* CRI, as in /var/log/pods */
    "0000-00-00T00:00:00?_stderr_F_",
    "0000-00-00T00:00:00?_stdout_P_",
    "0000-00-00T00:00:00?_stderr_P_",
    "0000-00-00T00:00:00?_", /* kubectl logs --timestamps, docker logs -t, GitHub */
    "0000-00-00_00:00:00?_", /* loggers of programs */
    "[0000-00-00T00:00:00?]_",
    "[0000-00-00_00:00:00?]_",
    "00:00:00_W|_[stdout]_", /* test frameworks */
    "00:00:00_W|_[stderr]_",
    "00:00:00_W|_",
};

static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

static gboolean is_host_character(char c) {
  return g_ascii_isalnum(c) || c == '.' || c == '_' || c == '-' || c == '@';
}

typedef struct {
  const char *at, *end;
  const char *key, *key_end;
} Match;

static gboolean take_many(Match *match, gboolean (*wanted)(char)) {
  const char *from = match->at;
  while (match->at < match->end && wanted(*match->at)) match->at++;
  return match->at > from;
}

static gboolean is_word(char c) {
  return g_ascii_isalnum(c) != 0;
}

static gboolean is_rest_of_time(char c) {
  return g_ascii_isdigit(c) || strchr(".,:+-Z", c);
}

static gboolean matches(Match *match, const char *shape) {
  for (; *shape; shape++) {
    switch (*shape) {
    case '{':
      match->key = match->at;
      continue;
    case '}':
      match->key_end = match->at;
      continue;
    case 'H':
      if (!take_many(match, is_host_character)) return FALSE;
      continue;
    case 'W':
      if (!take_many(match, is_word)) return FALSE;
      while (match->at < match->end && *match->at == ' ') match->at++;
      continue;
    case '?':
      take_many(match, is_rest_of_time);
      continue;
    case '_':
      /* One blank ends a prefix; more belong to the line behind it. At the line's end it may be missing. */
      if (match->at == match->end) return shape[1] == '\0';
      if (*match->at != ' ') return FALSE;
      match->at++;
      continue;
    case '0':
      if (match->at == match->end || !g_ascii_isdigit(*match->at)) return FALSE;
      match->at++;
      continue;
    default:
      if (match->at == match->end || *match->at != *shape) return FALSE;
      match->at++;
    }
  }
  return TRUE;
}

/* "Nov 30 20:22:23 node1 fio[123]: ", as journald and syslog write. The key is host and program. */
static gboolean syslog_prefix(Match *match) {
  gboolean month = FALSE;
  if (match->end - match->at < 16) return FALSE;
  for (gsize i = 0; i + 3 < sizeof months; i += 3) month |= memcmp(match->at, months + i, 3) == 0;
  if (!month || match->at[3] != ' ') return FALSE;
  match->at += 4;
  if (*match->at == ' ') match->at++;
  const char *date = match->at;
  while (match->at < match->end && g_ascii_isdigit(*match->at)) match->at++;
  if (match->at == date || !matches(match, "_00:00:00_")) return FALSE;
  match->key = match->at;
  if (!take_many(match, is_host_character) || match->at == match->end || *match->at++ != ' ') return FALSE;
  while (match->at < match->end && *match->at != ':' && *match->at != ' ') match->at++;
  match->key_end = match->at;
  return match->at + 1 < match->end && match->at[0] == ':' && match->at[1] == ' ' && (match->at += 2);
}

/* "    [ 12%] ", as build tools and test runners show how far they are. */
static gboolean percent_prefix(Match *match) {
  while (match->at < match->end && *match->at == ' ') match->at++;
  if (match->at == match->end || *match->at++ != '[') return FALSE;
  while (match->at < match->end && *match->at == ' ') match->at++;
  const char *digits = match->at;
  while (match->at < match->end && g_ascii_isdigit(*match->at)) match->at++;
  return match->at > digits && matches(match, "%]_");
}

/* "HOST: " and "NAME | " where the source's beginning showed that nearly all its lines have it. */
static gboolean host_prefix(Match *match, GHashTable *hosts) {
  char name[64];
  match->key = match->at;
  if (!take_many(match, is_host_character)) return FALSE;
  match->key_end = match->at;
  gsize length = (gsize)(match->key_end - match->key);
  if (length >= sizeof name) return FALSE;
  memcpy(name, match->key, length);
  name[length] = '\0';
  if (!g_hash_table_contains(hosts, name)) return FALSE;
  while (match->at < match->end && *match->at == ' ') match->at++;
  if (match->at == match->end || (*match->at != ':' && *match->at != '|')) return FALSE;
  match->at++;
  if (match->at < match->end && *match->at == ' ') match->at++;
  return TRUE;
}

IodPrefix iod_prefix_find(const char *line, gsize length, GHashTable *hosts) {
  IodPrefix prefix = {0};
  Match match = {.at = line, .end = line + length};
  if (length == 0) return prefix;
  gboolean found = FALSE;
  if (*line == ' ' || *line == '[') found = percent_prefix(&match);
  if (!found && *line == ' ') return prefix;
  if (!found && (*line == '[' || g_ascii_isdigit(*line))) {
    for (gsize i = 0; i < G_N_ELEMENTS(shapes) && !found; i++) {
      match = (Match){.at = line, .end = line + length};
      found = matches(&match, shapes[i]);
    }
  } else if (!found && g_ascii_isupper(*line)) {
    found = syslog_prefix(&match);
  }
  if (!found && hosts) {
    match = (Match){.at = line, .end = line + length};
    found = host_prefix(&match, hosts);
  }
  if (!found) return prefix;
  prefix.length = (gsize)(match.at - line);
  prefix.key = match.key;
  prefix.key_length = match.key ? (gsize)(match.key_end - match.key) : 0;
  return prefix;
}

void iod_prefix_labels(const char *key, gsize key_length, IodLabels *labels) {
  g_autofree char *text = g_strndup(key, key_length);
  if (g_str_has_prefix(text, "[pod/")) {
    text[key_length - 1] = '\0';
    g_auto(GStrv) parts = g_strsplit(text + strlen("[pod/"), "/", 2);
    iod_labels_set(labels, "pod", parts[0]);
    iod_labels_set(labels, "container", parts[1]);
    return;
  }
  char *blank = strchr(text, ' ');
  if (blank) *blank = '\0';
  iod_labels_set(labels, "host", text);
}

/* A host's name as opposed to a word of a log ("read: IOPS=…", "dd: writing …"): it has a digit in it. */
static gsize host_length(const char *line, gsize length) {
  gsize at = 0;
  gboolean digit = FALSE;
  while (at < length && is_host_character(line[at])) digit |= g_ascii_isdigit(line[at++]) != 0;
  if (!digit || at == 0 || at > 63) return 0;
  gsize behind = at;
  while (behind < length && line[behind] == ' ') behind++;
  if (behind + 1 >= length || line[behind + 1] != ' ') return 0;
  return (line[behind] == ':' && behind == at) || (line[behind] == '|' && behind > at) ? at : 0;
}

GHashTable *iod_prefix_hosts(const char *text, gsize length) {
  enum { FEWEST = 4 };
  g_autoptr(GHashTable) hosts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  guint lines = 0, with = 0;
  for (const char *line = text, *end = text + length; line < end;) {
    const char *feed = memchr(line, '\n', (gsize)(end - line));
    gsize size = (gsize)((feed ? feed : end) - line);
    if (size > 1) {
      gsize name = host_length(line, size);
      lines++;
      if (name) g_hash_table_add(hosts, g_strndup(line, name)), with++;
    }
    if (!feed) break;
    line = feed + 1;
  }
  gboolean nearly_all = with >= FEWEST && with * 10 >= lines * 9;
  return nearly_all ? g_steal_pointer(&hosts) : NULL;
}

gboolean iod_prefix_many_hosts(const char *text, gsize length, GHashTable *hosts) {
  g_autofree char *first = NULL;
  for (const char *line = text, *end = text + length; line < end;) {
    const char *feed = memchr(line, '\n', (gsize)(end - line));
    IodPrefix prefix = iod_prefix_find(line, (gsize)((feed ? feed : end) - line), hosts);
    if (prefix.key_length && *prefix.key != '[') {
      g_autoptr(IodLabels) labels = iod_labels_new();
      iod_prefix_labels(prefix.key, prefix.key_length, labels);
      if (!first)
        first = g_strdup(iod_labels_get(labels, "host"));
      else if (strcmp(first, iod_labels_get(labels, "host")) != 0)
        return TRUE;
    }
    if (!feed) break;
    line = feed + 1;
  }
  return FALSE;
}
