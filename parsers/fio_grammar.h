// SPDX-License-Identifier: GPL-3.0-or-later
/* The lines of fio's text report (1.20 to 3.42): which is which, and what it holds. No line's meaning depends
 * on its indentation, which pastes lose. */
#ifndef IODELTA_PARSERS_FIO_GRAMMAR_H
#define IODELTA_PARSERS_FIO_GRAMMAR_H

#include "parsers/fio_number.h"

G_BEGIN_DECLS

/* What was done, in fio's own order. */
typedef enum { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED, FIO_FLOWS, FIO_FSYNC = FIO_FLOWS, FIO_OPS } FioOp;

/* Which stretch of time a latency or a percentile table is of. */
typedef enum {
  FIO_SLAT,
  FIO_CLAT,
  FIO_LAT,
  FIO_TIMES,
  FIO_SYNC = FIO_TIMES, /* of an fsync or the like */
  FIO_PASSED,           /* of one priority class, of a block's lifetime: passed over */
} FioTime;

typedef enum {
  FIO_LINE_NONE,     /* not fio's */
  FIO_LINE_JOB,      /* NAME: (g=0): rw=… */
  FIO_LINE_DOTS,     /* clones of the job above */
  FIO_LINE_VERSION,  /* fio-3.33 */
  FIO_LINE_BARE,     /* 2.0.8: a version where one is due */
  FIO_LINE_STARTING, /* Starting 4 processes */
  FIO_LINE_HOST,     /* hostname=…, fio=fio-3.33: a server */
  FIO_LINE_MESSAGE,
  FIO_LINE_PROGRESS,
  FIO_LINE_TERSE,
  FIO_LINE_HEADER, /* NAME: (groupid=0, jobs=1): err= 0: pid=… */
  FIO_LINE_FLOW,   /* read: IOPS=… */
  /* Within a block, up to FIO_LINE_OTHER: */
  FIO_LINE_LATENCY, /* clat (usec): min=… */
  FIO_LINE_TABLE,   /* clat percentiles (usec): */
  FIO_LINE_ROW,     /* | 1.00th=[ 27], … */
  FIO_LINE_SAMPLES, /* bw (KiB/s): min=…, iops : min=… */
  FIO_LINE_BINS,    /* lat (usec) : 2=0.09%, … */
  FIO_LINE_CPU,
  FIO_LINE_DEPTHS, /* IO depths, submit, complete */
  FIO_LINE_ISSUED,
  FIO_LINE_TARGET, /* latency : target=… */
  FIO_LINE_OTHER,
  FIO_LINE_SECTION, /* Run status group 0 (all jobs): */
  FIO_LINE_STATUS,  /* READ: bw=… */
  FIO_LINE_DISKS,
} FioLineKind;

/* A line told by its shape. */
typedef struct {
  FioLineKind kind;
  guint which;    /* FioOp of a flow or a status line, FioTime of a latency or a table */
  FioCursor rest; /* behind the words that told the kind; the whole line for a header or a job line */
} FioShape;

FioShape fio_shape_of(const char *text, gsize length);

/* What a kind is called when lines are explained; NULL for none. */
const char *fio_kind_name(FioLineKind kind);

/* TRUE where a line of no kind can be the end of a list that the line before broke off ("aggrios=0/0, …"). */
gboolean fio_is_list_end(const char *text, gsize length);

/* The readers below take shape.rest. They return TRUE where the line is whole, FALSE where its end is
 * missing: it was wrapped, or cut. What was there is filled in all the same. */

typedef struct {
  double iops; /* -1 where absent, as all below */
  FioAmount bandwidth, bytes;
  gint64 msec;
  gboolean old; /* as printed before 2.17 */
} FioFlowLine;

gboolean fio_read_flow(FioCursor rest, FioFlowLine *flow);

typedef struct {
  FioAmount bandwidth, bytes;
  gint64 msec;  /* the longest run time */
  gboolean old; /* as printed before 2.17 */
} FioStatusLine;

gboolean fio_read_status(FioCursor rest, FioStatusLine *status);

typedef struct {
  double minimum, maximum, mean, deviation; /* s; -1 where absent */
} FioLatency;

gboolean fio_read_latency(FioCursor rest, FioLatency *latency);

/* The parts of a second that a table's values are in (1e6 for usec); moves rest behind the title. */
double fio_read_table_unit(FioCursor *rest);

/* An entry of a percentile table, its value in the table's unit. */
typedef struct {
  double label, value;
  guint8 label_decimals;
} FioEntry;

/* The next entry of a row; FALSE at its end. broken tells that the row ends within an entry. */
gboolean fio_read_percentile(FioCursor *rest, FioEntry *entry, gboolean *broken);

typedef struct {
  guint64 total[FIO_FLOWS]; /* read, write, trim, sync */
  guint known;              /* bit i: total[i] is there */
  guint shortened;          /* bit i: some were short */
  gboolean whole;           /* all slots that the version has are there */
} FioIssued;

gboolean fio_read_issued(FioCursor rest, FioIssued *issued);
gboolean fio_read_cpu(FioCursor rest, double *user, double *system); /* fractions; -1 where absent */
gboolean fio_read_target(FioCursor rest);                            /* TRUE where a latency target was set */
guint fio_read_starting(FioCursor rest);                             /* how many jobs start */
gint fio_read_section(FioCursor rest);                               /* the group's number */

/* How a version ("3.33", or NULL) rounds; old tells that the line is as printed before 2.17. */
FioRounding fio_rounding_of(const char *version, gboolean old);

/* "3.33" out of "fio-3.33"; NULL where there is none. Free it. */
char *fio_read_version(FioCursor rest);

G_END_DECLS

#endif
