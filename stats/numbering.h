// SPDX-License-Identifier: GPL-3.0-or-later
/* Texts and tuples as numbers, so that a million observations are grouped by comparing integers; and what to
 * say where a name that the user wrote is unknown. */
#ifndef IODELTA_STATS_NUMBERING_H
#define IODELTA_STATS_NUMBERING_H

#include "model/model.h"

/* Distinct texts, numbered from 1 in the order in which they came; 0 stands for "none". */
typedef struct {
  GHashTable *numbers;
  GPtrArray *texts; /* borrowed from whoever added them; texts[0] is NULL */
} IodNames;

void iod_names_init(IodNames *names);
void iod_names_clear(IodNames *names);
guint iod_names_number(IodNames *names, const char *text);       /* adds it where it is new; 0 for NULL */
guint iod_names_find(const IodNames *names, const char *text);   /* 0 where it is unknown */
const char *iod_names_text(const IodNames *names, guint number); /* NULL for 0 */
guint iod_names_count(const IodNames *names);                    /* the highest number */

/* The rank of each number (an array of iod_names_count + 1) in natural order; that of 0 is 0. Free it. */
guint *iod_names_ranks(const IodNames *names);

/* Distinct tuples of integers, numbered from 0 in the order in which they came. */
typedef struct IodTuples IodTuples;
IodTuples *iod_tuples_new(void);
void iod_tuples_free(IodTuples *tuples);
/* The number of a tuple; *fresh (may be NULL) tells whether it was new. */
guint iod_tuples_number(IodTuples *tuples, const guint *items, guint n, gboolean *fresh);
/* The number of a tuple that is known; FALSE where it is not. */
gboolean iod_tuples_find(const IodTuples *tuples, const guint *items, guint n, guint *number);
guint iod_tuples_count(const IodTuples *tuples);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodTuples, iod_tuples_free)

/* The candidate (of char *) that wanted was probably meant to be: the one at the smallest Levenshtein
 * distance, if that is small for its length, or one that contains it; NULL where none is near. Borrowed. */
const char *iod_nearest(const char *wanted, const GPtrArray *candidates);

/* Appends what to write instead: "; did you mean 'volume'?", and what there is where that is a short list.
 * Candidates are sorted on the way. */
void iod_suggest(GString *message, const char *wanted, GPtrArray *candidates);

#endif
