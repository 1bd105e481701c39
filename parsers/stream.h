// SPDX-License-Identifier: GPL-3.0-or-later
/* The lines of one source that belong together (all of it, or one pod's), offered to every parser. JSON
 * documents that stand among the lines are taken out whole. */
#ifndef IODELTA_PARSERS_STREAM_H
#define IODELTA_PARSERS_STREAM_H

#include "parsers/source.h"

typedef struct IodStream IodStream;

/* labels: what the machine's prefixes tell (pod, container, host); copied. */
IodStream *iod_stream_new(IodSource *source, const IodLabels *labels);
void iod_stream_line(IodStream *stream, const IodLine *line);
void iod_stream_close(IodStream *stream); /* frees it */

#endif
