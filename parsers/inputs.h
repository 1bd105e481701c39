// SPDX-License-Identifier: GPL-3.0-or-later
/* What IodInputs holds, for the files that fill it in (inputs.c) and read it (reading.c). */
#ifndef IODELTA_PARSERS_INPUTS_H
#define IODELTA_PARSERS_INPUTS_H

#include "parsers/parser.h"
#include "parsers/path_labels.h"

typedef struct {
  char *name;           /* NAME of NAME=PATH, or NULL */
  char *path;           /* "-" for standard input */
  guint pick;           /* N of PATH#N; 0: all of it */
  gboolean is_baseline; /* `check`'s: what fails here is an error of its own kind */
} IodInput;

struct IodInputs {
  GPtrArray *inputs; /* of IodInput */
  GPtrArray *series; /* of char *: the name of each; made when first asked for */
  gboolean pooled;   /* none is a series */
  const IodParser *only;
  IodPathPattern *path_labels;
  char **dirs;       /* names of the folder levels, "_" to pass over; NULL: dir1, dir2, … */
  IodLabels *labels; /* --label */
  GPtrArray *from;   /* of IodLabelPattern */
  GPtrArray *given;  /* of char *: --given, checked */
  IodPlainOptions plain;
  IodExplain explain;
  gpointer explain_user;
};

/* Names for series out of their paths: what all share before and behind is left off, cut at / - _ (and at the
 * dot of an ending). Returns as many as there are inputs; free with g_ptr_array_unref. */
GPtrArray *iod_series_names(const GPtrArray *inputs);

/* Gives the values measured by hand to the sink. text: "NAME:cpu=6,memory=736MiB". */
gboolean iod_given_check(const char *text, GError **error);
void iod_given_read(const char *text, IodSink *sink);

/* Passes the N-th run of a dataset on, in the order of their lines. FALSE where it has fewer. */
gboolean iod_pick_run(const IodDataset *dataset, guint pick, IodSink *sink);

#endif
