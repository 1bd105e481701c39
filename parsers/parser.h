// SPDX-License-Identifier: GPL-3.0-or-later
/* What every parser in this folder is made of. A parser is a state machine over the cleaned lines of one
 * stream (a file, or what one pod wrote into it). Each sees all lines of the stream and passes over what is
 * not its own, so that logs of several tools may be mixed. Adding a tool: one new file with its `const
 * IodParser`, one line in table.c. */
#ifndef IODELTA_PARSERS_PARSER_H
#define IODELTA_PARSERS_PARSER_H

#include "parsers/parsers.h"

/* One line, cleaned: no line end, no escapes, no quoting or machine's prefix; NBSP and tabs are kept out of
 * numbers by being blanks (a tab becomes blanks up to the next multiple of 8). Leading blanks are kept:
 * columns matter to iozone. text is NUL-terminated and holds no other NUL. */
typedef struct {
  const char *text;
  gsize length;
  guint32 number;    /* in the source, from 1, counting line feeds */
  gboolean unended;  /* the input ended within it: its last number may have been cut */
  gboolean carriage; /* ended by a carriage return alone: a progress line that the next one overwrites */
} IodLine;

/* Where a parser puts what it found; belongs to the stream. */
typedef struct IodFeed IodFeed;

typedef struct {
  const char *name;      /* the tool, as in observations */
  const char *summary;   /* one line for people: what it reads, which metrics it gives */
  gboolean by_name_only; /* only where --input-format names it: content can't tell */
  gpointer (*open)(IodFeed *feed);
  /* Takes one line. Returns what it was taken for, a short constant for `parse --explain` ("transfer line",
   * "progress, passed over"), or NULL where it is not this tool's. */
  const char *(*line)(gpointer state, const IodLine *line);
  /* Takes a whole JSON document that stood in the stream; NULL where the tool has none. The same return. */
  const char *(*document)(gpointer state, const json_t *root, guint32 line);
  void (*close)(gpointer state); /* the stream ended: give what is pending, free the state */
} IodParser;

extern const IodParser *const iod_parsers[]; /* ends with NULL; table.c */

/* Begins the tool's next run. Borrowed: the feed keeps it until the next begins, the sink as long as it
 * likes. Facts (version, start, …) may be set as they come, before or after its observations. line: where it
 * begins. The run is announced to the sink with its first observation or its failure, so a run begun in vain
 * leaves no trace. */
IodRun *iod_feed_run(IodFeed *feed, const char *tool, guint32 line);

/* Gives one observation; unit and direction come from the metric's name. Values that are not finite or
 * negative are refused with a warning (no benchmark prints them). */
void iod_feed_observe(IodFeed *feed, IodRun *run, const char *test, const char *op, const char *metric,
                      double value, guint32 line, const IodLabels *labels);

/* The run gave no result, or not all: counted, warned of ("failed_run"), told to `check`. reason is one line.
 */
void iod_feed_fail(IodFeed *feed, IodRun *run, guint32 line, const char *reason);

/* Anything else that the user must know. code: "cut" (a log that ends early), "ambiguous", "broken",
 * "assumed", … */
void iod_feed_warn(IodFeed *feed, const char *code, guint32 line, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* How numbers and CSV are to be read (numbers.c, csv.c); borrowed. */
typedef struct {
  guint column;
  char *metric, *unit;
  IodBetter better;
  char *csv_value;
} IodPlainOptions;
const IodPlainOptions *iod_feed_plain_options(const IodFeed *feed);

/* The sink itself, for rows of the table whose reading lives elsewhere (native.c); the source of the stream.
 */
IodSink *iod_feed_sink(IodFeed *feed);
const char *iod_feed_source(const IodFeed *feed);

#endif
