// SPDX-License-Identifier: GPL-3.0-or-later
/* What dd prints, of all its makers and in all languages: lines in, their parts out. dd.c makes runs of them.
 */
#ifndef IODELTA_PARSERS_DD_GRAMMAR_H
#define IODELTA_PARSERS_DD_GRAMMAR_H

#include "parsers/parser.h"
#include "parsers/pattern.h"

typedef enum {
  IOD_DD_RECORDS,  /* "64+0 records in": full, partial */
  IOD_DD_TRANSFER, /* "67108864 bytes (67 MB, 64 MiB) copied, 0.15 s, 441 MB/s": bytes, seconds */
  IOD_DD_BROKEN,   /* a transfer whose byte count is not the size printed behind it: its digits were lost */
} IodDdKind;

typedef struct {
  IodDdKind kind;
  guint64 full, partial;
  guint64 bytes;
  double seconds;
  gboolean whole_seconds; /* printed without decimals, as progress is */
  gboolean under_way;     /* in the wording that BSD's dd has for progress alone */
  gboolean odd_rate;      /* bytes over seconds are not the rate printed behind them */
  gboolean certain; /* it says bytes; else only its shape tells, which lines of records above must confirm */
  IodSlice lead;    /* what stands before it in its line */
} IodDdPart;

/* TRUE where the line may hold parts; what costs more than a look at its beginning and end comes after. */
gboolean iod_dd_worth_scanning(const IodLine *line);

/* Finds the next part from *offset on and moves *offset behind it; most lines hold one, pasted ones several.
 */
gboolean iod_dd_next(IodMatch *match, const IodLine *line, gsize *offset, IodDdPart *part);

/* The byte count of a transfer line that was cut before its seconds. */
gboolean iod_dd_cut_bytes(IodMatch *match, const IodLine *line, guint64 *bytes);

/* "dd: error writing 'f': No space left on device": what is behind "dd: ". Warnings are none. certain: it has
 * the shape of an error; else it may be prose, unless a report follows. */
gboolean iod_dd_error(const IodLine *line, IodSlice *reason, gboolean *certain);

/* "+ dd if=/dev/zero of=t bs=1M", whatever prompt stands before it: from "dd" on. */
gboolean iod_dd_command(IodMatch *match, const IodLine *line, IodSlice *command);

/* What stands between the reports that one copy was asked for by signals: the terminal's and the shell's
 * lines. */
gboolean iod_dd_is_request(const IodLine *line);

#endif
