// SPDX-License-Identifier: GPL-3.0-or-later
/* Puts fio's lines together: into blocks, dumps and runs. */
#ifndef IODELTA_PARSERS_FIO_REPORT_H
#define IODELTA_PARSERS_FIO_REPORT_H

#include "parsers/fio_trouble.h"

G_BEGIN_DECLS

typedef struct FioReport FioReport;

FioReport *fio_report_new(IodFeed *feed);

/* Takes a line of fio's. FALSE where its end is missing: then nothing was taken, unless last_chance says that
 * no more of it will come. */
gboolean fio_report_line(FioReport *report, const FioShape *shape, guint32 line, gboolean last_chance);

/* A line that is not fio's stood there. */
void fio_report_text(FioReport *report);

/* TRUE where a line that holds a version alone ("2.0.8"), or dots, is due. */
gboolean fio_report_in_preamble(const FioReport *report);

/* The end: gives what is pending and frees the report. */
void fio_report_close(FioReport *report);

G_END_DECLS

#endif
