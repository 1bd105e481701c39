// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/stream.h"

#include "parsers/feed.h"

#include <string.h>

typedef struct {
  const IodParser *parser;
  gpointer state;
} Reader;

/* A JSON document under way: its text so far, and how deep its end lies. */
typedef struct {
  GString *text;
  guint32 line;
  guint depth;
  gboolean in_string, escaped;
  gboolean unended;
} Document;

struct IodStream {
  IodSource *source;
  IodFeed *feed;
  GArray *readers;   /* of Reader */
  Document document; /* text NULL: none under way */
};

enum { LARGEST_DOCUMENT = 512 * 1024 * 1024, LONGEST_HEADING = 100 };

static void open_reader(IodStream *stream, const IodParser *parser) {
  Reader reader = {parser, parser->open(stream->feed)};
  g_array_append_val(stream->readers, reader);
}

IodStream *iod_stream_new(IodSource *source, const IodLabels *labels) {
  IodStream *stream = g_new0(IodStream, 1);
  const IodParser *only = iod_source_reading(source)->only;
  stream->source = source;
  stream->feed = iod_feed_new(source, labels);
  stream->readers = g_array_new(FALSE, FALSE, sizeof(Reader));
  for (guint i = 0; iod_parsers[i]; i++)
    if (only ? only == iod_parsers[i] : !iod_parsers[i]->by_name_only) open_reader(stream, iod_parsers[i]);
  return stream;
}

/* Prose that may name what comes next: short, begins like a title, is no shell prompt. */
static gboolean is_heading(const IodLine *line) {
  const char *text = line->text;
  while (*text == '#' || *text == '=' || *text == '*' || *text == ' ') text++;
  if (!*text || line->length > LONGEST_HEADING || strchr(line->text, '@') || strstr(line->text, "$ "))
    return FALSE;
  return g_ascii_isalpha(*text) || (unsigned char)*text >= 0x80;
}

static void explain(IodStream *stream, const IodLine *line, const char *tool, const char *what) {
  const IodReading *reading = iod_source_reading(stream->source);
  if (reading->explain)
    reading->explain(reading->explain_user, iod_source_name(stream->source), line->number, line->text,
                     line->length, tool, what);
}

/* Every parser sees every line: each passes over what is not its own. */
static void offer(IodStream *stream, const IodLine *line) {
  gboolean taken = FALSE;
  for (guint i = 0; i < stream->readers->len; i++) {
    Reader *reader = &g_array_index(stream->readers, Reader, i);
    const char *what = reader->parser->line ? reader->parser->line(reader->state, line) : NULL;
    if (!what) continue;
    taken = TRUE;
    explain(stream, line, reader->parser->name, what);
  }
  if (taken) return;
  explain(stream, line, NULL, NULL);
  if (is_heading(line)) iod_feed_heading(stream->feed, line->text, line->number);
}

/* ---- JSON among the lines ---- */

/* A document begins at a line that is "{" or begins with a member or another brace. */
static gboolean opens_document(const IodLine *line) {
  const char *text = line->text + strspn(line->text, " ");
  if (*text != '{') return FALSE;
  text += 1 + strspn(text + 1, " ");
  return *text == '\0' || *text == '"' || *text == '}';
}

/* Outside of strings JSON is made of few characters. */
static gboolean may_stand_in_json(char c) {
  return g_ascii_isalnum(c) || (c != '\0' && strchr(" ,:.+-", c));
}

/* Follows braces and strings through one line. TRUE where the outermost brace closes, or where no JSON goes
 * on like this: what merely began like it is not held back for long. */
static gboolean ends_document(Document *document, const char *text) {
  for (; *text; text++) {
    if (document->in_string) {
      if (document->escaped)
        document->escaped = FALSE;
      else if (*text == '\\')
        document->escaped = TRUE;
      else if (*text == '"')
        document->in_string = FALSE;
    } else if (*text == '"') {
      document->in_string = TRUE;
    } else if (*text == '{' || *text == '[') {
      document->depth++;
    } else if (*text == '}' || *text == ']') {
      if (document->depth > 0 && --document->depth == 0) return TRUE;
    } else if (!may_stand_in_json(*text)) {
      return TRUE;
    }
  }
  return document->in_string; /* a string does not go over lines */
}

/* What looked like a document was none, or was cut: its lines are text like any other. */
static void replay(IodStream *stream) {
  Document document = stream->document;
  stream->document.text = NULL;
  guint32 number = document.line;
  for (char *text = document.text->str; *text; number++) {
    char *feed = strchr(text, '\n');
    gboolean last = !feed || feed[1] == '\0';
    if (feed) *feed = '\0';
    IodLine line = {
        .text = text, .length = strlen(text), .number = number, .unended = last && document.unended};
    offer(stream, &line);
    if (!feed) break;
    text = feed + 1;
  }
  g_string_free(document.text, TRUE);
}

static void offer_document(IodStream *stream, const json_t *root) {
  guint32 first = stream->document.line;
  for (guint i = 0; i < stream->readers->len; i++) {
    Reader *reader = &g_array_index(stream->readers, Reader, i);
    const char *what = reader->parser->document ? reader->parser->document(reader->state, root, first) : NULL;
    if (!what) continue;
    IodLine line = {.text = "{…}", .length = strlen("{…}"), .number = first};
    explain(stream, &line, reader->parser->name, what);
    return;
  }
}

static void drop_document(IodStream *stream) {
  g_string_free(stream->document.text, TRUE);
  stream->document.text = NULL;
}

/* Whole numbers beyond 64 bits (old fio prints them for "never") are read as reals rather than refused. */
static json_t *load(const GString *text, json_error_t *error) {
  json_t *root = json_loadb(text->str, text->len, JSON_ALLOW_NUL, error);
  if (root || json_error_code(error) != json_error_numeric_overflow) return root;
  return json_loadb(text->str, text->len, JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL, error);
}

/* Text that says in its beginning that it is our own JSON is no log, however broken. */
static gboolean claims_to_be_ours(const GString *text) {
  g_autofree char *head = g_strndup(text->str, 256);
  return strstr(head, "\"schema\"") && strstr(head, "\"iodelta.");
}

static void end_document(IodStream *stream) {
  json_error_t error;
  const Document *document = &stream->document;
  json_t *root = load(document->text, &error);
  if (root) {
    offer_document(stream, root);
    json_decref(root);
  } else if (claims_to_be_ours(document->text)) {
    guint32 line = document->line + (guint32)MAX(error.line - 1, 0);
    gboolean cut = document->depth > 0;
    iod_feed_warn(stream->feed, cut ? "cut" : "broken", line, "JSON of iodelta's own that %s: %s",
                  cut ? "ends early" : "can't be read", error.text);
  } else {
    replay(stream);
    return;
  }
  drop_document(stream);
}

static void add_to_document(IodStream *stream, const IodLine *line) {
  Document *document = &stream->document;
  g_string_append_len(document->text, line->text, (gssize)line->length);
  g_string_append_c(document->text, '\n');
  document->unended = line->unended;
  if (ends_document(document, line->text))
    end_document(stream);
  else if (document->text->len > LARGEST_DOCUMENT)
    replay(stream);
}

void iod_stream_line(IodStream *stream, const IodLine *line) {
  if (!stream->document.text && opens_document(line))
    stream->document = (Document){.text = g_string_new(NULL), .line = line->number};
  if (stream->document.text)
    add_to_document(stream, line);
  else
    offer(stream, line);
}

void iod_stream_close(IodStream *stream) {
  if (stream->document.text) end_document(stream);
  for (guint i = 0; i < stream->readers->len; i++) {
    Reader *reader = &g_array_index(stream->readers, Reader, i);
    reader->parser->close(reader->state);
  }
  g_array_unref(stream->readers);
  iod_feed_free(stream->feed);
  g_free(stream);
}
