// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the readers of native JSON: members of the type they must have, and errors that say where they
 * have not. */
#ifndef IODELTA_MODEL_NATIVE_H
#define IODELTA_MODEL_NATIVE_H

#include "model/model.h"

/* Where the reader is: runs[3].observations[7]; source and line are those of the document. */
typedef struct {
  const char *source;
  guint32 line;     /* 0: not told */
  const char *runs; /* "runs", or NULL where the root is itself a run or a row */
  gsize run;
  const char *list; /* "observations", …; NULL outside */
  gsize item;
} IodPlace;

/* Makes blanks of control characters, so that what a document holds can't break a message in two. Returns
 * text. */
char *iod_one_line(char *text);

/* Sets an error about a member (NULL: the place itself); returns FALSE. */
gboolean iod_place_refuse(const IodPlace *place, const char *member, GError **error, const char *format, ...)
    G_GNUC_PRINTF(4, 5);

/* A string. Absent or null: *text stays as it is, or an error where required. Borrowed from object. */
gboolean iod_member_text(const IodPlace *place, const json_t *object, const char *member, gboolean required,
                         const char **text, GError **error);

/* A whole number from 0 to max. Absent or null: *number stays as it is. */
gboolean iod_member_whole(const IodPlace *place, const json_t *object, const char *member, guint64 max,
                          guint64 *number, GError **error);

/* An object of strings (numbers count as such), set in labels. Absent or null: none. */
gboolean iod_member_labels(const IodPlace *place, const json_t *object, const char *member, IodLabels *labels,
                           GError **error);

/* An array; *array is NULL where it is absent or null. */
gboolean iod_member_array(const IodPlace *place, const json_t *object, const char *member,
                          const json_t **array, GError **error);

/* Gives the observation that an object tells to the sink. */
gboolean iod_native_read_observation(const IodPlace *place, const json_t *object, IodRun *run, IodSink *sink,
                                     GError **error);

#endif
