// SPDX-License-Identifier: GPL-3.0-or-later
/* What fio's messages say of failed jobs. */
#ifndef IODELTA_PARSERS_FIO_TROUBLE_H
#define IODELTA_PARSERS_FIO_TROUBLE_H

#include "parsers/fio_dump.h"
#include "parsers/fio_preamble.h"

G_BEGIN_DECLS

typedef struct {
  char *reason;        /* the first failure of a job; NULL where none is known */
  guint64 pid;         /* of that job; 0 where it never started */
  guint32 line;        /* of it */
  gboolean kept;       /* it was none of the run before, whose report it followed */
  guint32 interrupted; /* the line that says that a signal ended the run; 0: none does */
} FioTrouble;

void fio_trouble_clear(FioTrouble *trouble);

/* Takes the text behind "fio: ". */
void fio_trouble_message(FioTrouble *trouble, FioCursor rest, guint32 line);

/* Tells the feed of a run's failure, what its headers and the messages say, and forgets it. A message that is
 * of none of its jobs is kept for the run that follows: messages are written at once, reports when a buffer
 * is full. */
void fio_trouble_tell(FioTrouble *trouble, IodFeed *feed, const FioDump *dump, const FioPreamble *preamble);

G_END_DECLS

#endif
