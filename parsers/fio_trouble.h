// SPDX-License-Identifier: GPL-3.0-or-later
/* What fio's messages say of failed jobs. */
#ifndef IODELTA_PARSERS_FIO_TROUBLE_H
#define IODELTA_PARSERS_FIO_TROUBLE_H

#include "parsers/fio_dump.h"
#include "parsers/fio_preamble.h"

G_BEGIN_DECLS

typedef struct {
  char *reason;        /* the first failure of a job; NULL where none is known */
  guint32 line;        /* of it */
  guint32 interrupted; /* the line that says that a signal ended the run; 0: none does */
} FioTrouble;

void fio_trouble_clear(FioTrouble *trouble);

/* Takes the text behind "fio: ". */
void fio_trouble_message(FioTrouble *trouble, FioCursor rest, guint32 line);

/* Tells the feed of a run's failure: what its headers and the messages say. */
void fio_trouble_tell(const FioTrouble *trouble, IodFeed *feed, const FioDump *dump);

G_END_DECLS

#endif
