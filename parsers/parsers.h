// SPDX-License-Identifier: GPL-3.0-or-later
/* Raw text in, observations out. A set of inputs (files, folders, pipes) is read through; every line is
 * cleaned of what terminals, mails and containers put around it and offered to each tool's parser. */
#ifndef IODELTA_PARSERS_H
#define IODELTA_PARSERS_H

#include "model/model.h"

G_BEGIN_DECLS

/* ---- The tools --------------------------------------------------------------------------------------------
 */

guint iod_parser_count(void);
const char *iod_parser_name(guint index);    /* "dd", … as in --input-format */
const char *iod_parser_summary(guint index); /* one line: what it reads and gives */

/* ---- Inputs -----------------------------------------------------------------------------------------------
 */

/* What to read and which labels to give to it. Order of arguments is kept: the first named input is the
 * baseline. */
typedef struct IodInputs IodInputs;

IodInputs *iod_inputs_new(void);
void iod_inputs_free(IodInputs *inputs);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(IodInputs, iod_inputs_free)

/* One INPUT as on a command line: FILE, FOLDER, "-", NAME=PATH, NAME=PATH#N. Fails (usage) where it is
 * malformed; whether it can be opened shows when it is read. The same file twice counts once, with a warning
 * when read. */
gboolean iod_inputs_add(IodInputs *inputs, const char *argument, GError **error);

/* "auto" or a parser's name. */
gboolean iod_inputs_set_format(IodInputs *inputs, const char *name, GError **error);
/* '{config}/{_}/{volume}/{run}.{workload}.*'; refuses {tool} and {test}. */
gboolean iod_inputs_set_path_labels(IodInputs *inputs, const char *pattern, GError **error);
/* "config,_,volume": names of the folder levels below an input. */
gboolean iod_inputs_set_dirs(IodInputs *inputs, const char *names, GError **error);
/* "k=v": on every observation. */
gboolean iod_inputs_add_label(IodInputs *inputs, const char *text, GError **error);
/* "pod=fio-{volume}-*": labels out of a label. */
gboolean iod_inputs_add_from(IodInputs *inputs, const char *text, GError **error);
/* "NAME:cpu=6,memory=736MiB": values measured by hand, for the series NAME. */
gboolean iod_inputs_add_given(IodInputs *inputs, const char *text, GError **error);
/* What a file of plain numbers holds; any of them may be NULL. column counts from 1; 0 is the whole line. */
gboolean iod_inputs_set_numbers(IodInputs *inputs, guint column, const char *metric, const char *unit,
                                const char *better, GError **error);
/* The column of a CSV that holds the value; the others are labels. */
void iod_inputs_set_csv_value(IodInputs *inputs, const char *column);

/* Two or more inputs: each is a series of the name it was given or that its path tells. */
guint iod_inputs_count(const IodInputs *inputs);
const char *iod_inputs_series(const IodInputs *inputs,
                              guint index); /* NULL where there is one unnamed input */

/* `baseline`: all inputs are of one kind; none is a series of its own. */
void iod_inputs_pool(IodInputs *inputs);

/* `check`: the input belongs to this side, whatever its name; what fails of the baseline is an error of that
 * kind. */
void iod_inputs_set_side(IodInputs *inputs, guint index, const char *series, gboolean is_baseline);

/* Reads all of it into the sink, in order. What failed by itself (an input that can't be opened or holds no
 * result) is appended to failures (of GError *), with domain IOD_ERROR; the rest is read all the same. */
void iod_inputs_read(IodInputs *inputs, IodSink *sink, GPtrArray *failures);

/* ---- Explaining -------------------------------------------------------------------------------------------
 */

/* Is told of every line that is read: what a parser took it for, and whose; what is NULL where none did. */
typedef void (*IodExplain)(gpointer user, const char *source, guint32 line, const char *text, gsize length,
                           const char *tool, const char *what);
void iod_inputs_set_explain(IodInputs *inputs, IodExplain explain, gpointer user);

G_END_DECLS

#endif
