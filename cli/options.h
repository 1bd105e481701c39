// SPDX-License-Identifier: GPL-3.0-or-later
/* Options that several commands share, each group in a file of its own. The structs are filled in by GOption;
 * the functions turn them into what the pieces of the house take. */
#ifndef IODELTA_CLI_OPTIONS_H
#define IODELTA_CLI_OPTIONS_H

#include "cli/cli.h"
#include "report/report.h"
#include "stats/stats.h"

/* ---- Inputs (input_options.c) ---- */

typedef struct {
  char **inputs;
  char *format, *path_labels, *dirs;
  char **labels, **from, **given;
  int column;
  char *metric, *unit, *better, *csv_value;
} InputOptions;

void input_options_add(GOptionContext *context, InputOptions *options);
void input_options_clear(InputOptions *options);
/* The inputs as named; without any, standard input where that is no terminal. NULL on wrong use. */
IodInputs *input_options_make(const InputOptions *options, GError **error);

/* ---- Grouping (group_options.c) ---- */

typedef struct {
  char **where, **metrics, **thresholds;
  char *by, *baseline, *across, *reduce, *rollup, *order_by, *center;
  double confidence;
  gboolean per_job, all, pairwise;
  IodFilter *filter; /* made out of where and metrics */
  GPtrArray *bands;  /* made out of thresholds */
  char *rollup_tool, *rollup_label;
} GroupOptions;

void group_options_init(GroupOptions *options);
void group_options_add(GOptionContext *context, GroupOptions *options);
void group_options_add_series(GOptionContext *context,
                              GroupOptions *options); /* where the series are the user's choice */
void group_options_clear(GroupOptions *options);
/* The pointers in *grouping live as long as options. */
gboolean group_options_make(GroupOptions *options, IodGrouping *grouping, GError **error);

/* ---- Output (output_options.c) ---- */

typedef struct {
  char *format, *units, *color, *show;
  char **files;
  gboolean changed, winner, say, strict, quiet;
} OutputOptions;

/* What is written: stdout in one format, and the same in files by their names. */
typedef struct {
  IodFormat format;
  IodReportOptions report;
} OutputPlan;

void output_options_add(GOptionContext *context, OutputOptions *options);
void output_options_clear(OutputOptions *options);
/* checks: with the formats that only a check has. */
gboolean output_options_make(const OutputOptions *options, gboolean checks, OutputPlan *plan, GError **error);

/* Renders one format; user is what is rendered. */
typedef void (*OutputRender)(gconstpointer user, IodFormat format, const IodReportOptions *report,
                             GString *out);

/* Writes stdout and every -o FILE, each whole or not at all. inputs: paths that no output may replace. */
gboolean output_write(const OutputOptions *options, const OutputPlan *plan, char *const *inputs,
                      OutputRender render, gconstpointer user, GError **error);

/* One file, whole or not at all; never over an input. */
gboolean output_write_file(const char *path, const char *data, gsize length, char *const *inputs,
                           GError **error);
gboolean output_write_stdout(const char *data, gsize length, GError **error);

/* ---- Reading everything (read.c) ---- */

typedef struct {
  IodDataset *dataset;
  GPtrArray *failures; /* of GError */
  guint warnings;      /* of the reading, said already */
} Reading;

/* Reads all inputs, says the warnings (unless quiet) and the failures on stderr. */
Reading *reading_make(IodInputs *inputs, gboolean quiet);
void reading_free(Reading *reading);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Reading, reading_free)

/* Parses argv with context; on wrong use says what is wrong and how to get help, FALSE. Frees the context. */
gboolean options_parse(GOptionContext *context, int argc, char **argv);

/* Sets the usage error "OPTION VALUE: write RIGHT"; FALSE. */
gboolean options_wrong(GError **error, const char *option, const char *value, const char *right);

#endif
