// SPDX-License-Identifier: GPL-3.0-or-later
/* Summaries and comparisons in, text out: for terminals, Markdown, CSV, JSON, NDJSON; and the rows of
 * `parse`, written as they come. Names out of logs are made harmless on the way: no control character, no
 * terminal escape and no character that turns the direction of writing leaves this folder, and bytes that are
 * no UTF-8 become U+FFFD. */
#ifndef IODELTA_REPORT_H
#define IODELTA_REPORT_H

#include "stats/stats.h"

G_BEGIN_DECLS

typedef enum {
  IOD_FORMAT_TEXT,
  IOD_FORMAT_MARKDOWN,
  IOD_FORMAT_CSV,
  IOD_FORMAT_JSON,
  IOD_FORMAT_NDJSON,
  IOD_FORMAT_JUNIT, /* of a check alone, as is the next */
  IOD_FORMAT_GITHUB
} IodFormat;

/* "text", "markdown", "csv", "json", "ndjson", "junit", "github". */
gboolean iod_format_parse(const char *text, IodFormat *format);

/* ---- Tables (text and Markdown take all options; the other formats always hold everything)
 * ------------------ */

/* What a table shows beside the names, the centre and, of a comparison, ratio and verdict. */
typedef enum {
  IOD_SHOW_N = 1 << 0,
  IOD_SHOW_MEDIAN = 1 << 1,
  IOD_SHOW_MEAN = 1 << 2,
  IOD_SHOW_STDDEV = 1 << 3,
  IOD_SHOW_MIN = 1 << 4,
  IOD_SHOW_MAX = 1 << 5,
  IOD_SHOW_CI = 1 << 6, /* summary: of the centre; comparison: of the ratio */
  IOD_SHOW_CV = 1 << 7, /* coefficient of variation: stddev / mean */
  IOD_SHOW_P = 1 << 8,  /* of a comparison */
} IodShow;

/* "n,median,ci" -> a mask of IodShow. Fails (usage) on a name that is none. */
gboolean iod_show_parse(const char *names, guint *show, GError **error);

/* All zero: the defaults. */
typedef struct {
  IodUnitStyle units;
  gboolean color;   /* ANSI colours; words say the same without them */
  guint width;      /* columns there are; 0: as many as it takes */
  guint show;       /* mask of IodShow; 0: n and ci (summary: n, ci, mean, stddev, min, max) */
  gboolean changed; /* only rows whose verdict is worse, better, or likely either */
  gboolean winner;  /* a column that names the best series, in brackets where that is not proved */
  gboolean say;     /* sentences under the table */
  gboolean all;     /* the rows that are not usual, too */
  /* What was compared, for the warnings about it: JSON has them, tables tell their number. NULL: none.
   * Borrowed. */
  const IodDataset *dataset;
} IodReportOptions;

/* Appends to out. JSON is iodelta.compare/1, iodelta.summary/1 (the same without versus); NDJSON its rows,
 * one a line; CSV one line a row and series. */
void iod_report_comparison(const IodComparison *comparison, IodFormat format, const IodReportOptions *options,
                           GString *out);
void iod_report_summary(const IodComparison *comparison, IodFormat format, const IodReportOptions *options,
                        GString *out);

/* ---- The logs of one file (logs.c) ---- */

/* Where all of a dataset comes from one source with several runs: appends a numbered list of them (line,
 * tool, test, key figure, the heading above it) and the command that names two. Else FALSE, and nothing.
 * input: as the user named it. */
gboolean iod_report_logs(const IodDataset *dataset, const char *input, GString *out);

/* ---- The rows of `parse` (rows.c)
 * --------------------------------------------------------------------------- */

/* Takes a piece of the output; FALSE where it could not be written: what follows is then dropped. */
typedef gboolean (*IodWrite)(gpointer user, const char *data, gsize length, GError **error);

/* Writes each observation as a line as it comes, in constant memory. */
typedef struct IodRowsWriter IodRowsWriter;

/* format: IOD_FORMAT_NDJSON or IOD_FORMAT_CSV. next, where given, is told of runs and warnings; borrowed. */
IodRowsWriter *iod_rows_writer_new(IodFormat format, IodWrite write, gpointer user, IodSink *next);
IodSink *iod_rows_writer_sink(IodRowsWriter *writer);       /* borrowed */
guint64 iod_rows_writer_count(const IodRowsWriter *writer); /* observations taken so far */
/* Writes what is still held back; FALSE with the first error of all writing. */
gboolean iod_rows_writer_flush(IodRowsWriter *writer, GError **error);
void iod_rows_writer_free(IodRowsWriter *writer); /* flush first: what is held back is lost */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodRowsWriter, iod_rows_writer_free)

G_END_DECLS

#endif
