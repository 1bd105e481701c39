// SPDX-License-Identifier: GPL-3.0-or-later
/* The making of IodFeed, for the stream that owns it (parser.h has what parsers see). */
#ifndef IODELTA_PARSERS_FEED_H
#define IODELTA_PARSERS_FEED_H

#include "parsers/source.h"

IodFeed *iod_feed_new(IodSource *source, const IodLabels *labels);
void iod_feed_free(IodFeed *feed);

/* A line of prose that may name what comes next: the runs that begin below it, however late they are told. */
void iod_feed_heading(IodFeed *feed, const char *text, guint32 line);

/* As iod_feed_observe, for metrics and values of any kind (numbers, CSV): nothing is looked up, negatives
 * pass. */
void iod_feed_push(IodFeed *feed, IodRun *run, const IodObservation *observation);

#endif
