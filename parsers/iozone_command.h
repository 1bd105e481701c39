// SPDX-License-Identifier: GPL-3.0-or-later
/* iozone's options, as far as they change what its figures mean: from its command line or from the lines that
 * it prints before its table. */
#ifndef IODELTA_PARSERS_IOZONE_COMMAND_H
#define IODELTA_PARSERS_IOZONE_COMMAND_H

#include "parsers/iozone_layout.h"
#include "parsers/parser.h"

typedef enum { IOZONE_RATE, IOZONE_OPERATIONS, IOZONE_MICROSECONDS } IozoneMode;

typedef struct {
  IozoneMode mode;
  gboolean mode_known; /* else it is assumed */
  IozoneGroups groups; /* that -i names; 0: none named or no command line seen, so all may have run */
  gboolean command_seen;
  gboolean direct, sync, dsync, fsync, close, mmap;
  gboolean asynchronous; /* -H, -k */
  gboolean extended;     /* -E */
  gboolean auto2;        /* -A */
  gboolean telemetry;    /* -X, -Y: a row's record size is 0 */
  gboolean throughput;   /* -t, -l, -u: no table */
  gboolean no_retest;    /* -+n */
} IozoneOptions;

/* Takes what follows "Command line used:". Arguments stand there without quoting, so the name of a file that
 * holds blanks may be taken for options; nothing can be done about that. */
void iozone_command(const char *text, IozoneOptions *options);

/* What the options make observations' labels: direct, sync, fsync, close, mmap. */
void iozone_option_labels(const IozoneOptions *options, IodLabels *labels);

#endif
