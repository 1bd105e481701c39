// SPDX-License-Identifier: GPL-3.0-or-later
/* One source (a file, a pipe, a member of an archive) while it is read: bytes in, cleaned lines to the
 * streams, runs and observations out with the labels that the path and the user give. */
#ifndef IODELTA_PARSERS_SOURCE_H
#define IODELTA_PARSERS_SOURCE_H

#include "parsers/parser.h"

/* What is the same for all sources of one reading; borrowed. */
typedef struct {
  const IodParser *only; /* the one parser that --input-format names; NULL: all that go by content */
  const IodPlainOptions *plain;
  const GPtrArray *from; /* of IodPathPattern beside its label: --from */
  IodSink *sink;
  IodExplain explain;
  gpointer explain_user;
} IodReading;

/* What a source's place tells: its labels (the path's, overridden by the user's) and the name of its run, if
 * any. */
typedef struct {
  const char *name; /* as in messages and observations */
  char *run_name;
  IodLabels *labels;
} IodPlace;

typedef struct IodSource IodSource;

IodSource *iod_source_new(const IodReading *reading, const IodPlace *place);

/* One raw line without its line feed. `line` is writable up to and with line[length], and is written to.
 * unended: the input ended without a line feed. */
void iod_source_line(IodSource *source, char *line, gsize length, gboolean unended);

/* A line that was longer than any log's: counted, passed over, warned of once. */
void iod_source_overlong(IodSource *source, gsize length);

/* What a source gave, when it was read to its end. */
typedef struct {
  guint64 observations, failed_runs;
} IodYield;

/* The input ended; parsers give what they still hold. Frees it. */
IodYield iod_source_close(IodSource *source);

/* ---- For the feeds of its streams ---- */
const IodReading *iod_source_reading(const IodSource *source);
const char *iod_source_name(const IodSource *source);
IodSink *iod_source_sink(IodSource *source);

/* As read(2) without EINTR. */
typedef gssize (*IodRead)(gpointer user, void *buffer, gsize size);

/* Reads all that `read` gives into the source. FALSE with errno's message on a read error. */
gboolean iod_read_all(IodRead read, gpointer user, IodSource *source, GError **error);

#endif
