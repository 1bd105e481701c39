// SPDX-License-Identifier: GPL-3.0-or-later
/* The blocks of iozone's throughput mode (-t, -l, -u): children's and parent's totals, minimum, maximum and
 * average of one process, test by test. */
#ifndef IODELTA_PARSERS_IOZONE_THROUGHPUT_H
#define IODELTA_PARSERS_IOZONE_THROUGHPUT_H

#include "parsers/iozone_run.h"

typedef struct {
  IozoneRun *run;
  guint64 file_size, block_size; /* bytes; 0: not told */
  const char *test, *op;         /* of the block under way; NULL for none */
  guint64 jobs;
  gboolean idle;     /* its children did nothing: the test was not run */
  IodLabels *labels; /* of the block */
  GHashTable *seen;  /* blocks of this run, by test, processes and sizes */
} IozoneThroughput;

void iozone_throughput_init(IozoneThroughput *throughput, IozoneRun *run);
void iozone_throughput_clear(IozoneThroughput *throughput);
void iozone_throughput_reset(IozoneThroughput *throughput); /* a run begins */

/* NULL where the line is none of these. text: the line without its leading blanks. */
const char *iozone_throughput_line(IozoneThroughput *throughput, const char *text, const IodLine *line);

#endif
