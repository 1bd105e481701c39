// SPDX-License-Identifier: GPL-3.0-or-later
/* compare and summary: the same reading and grouping, with and without the other series. */
#include "cli/options.h"

typedef struct {
  InputOptions input;
  GroupOptions group;
  OutputOptions output;
} Options;

typedef struct {
  const char *usage, *summary, *examples;
  gboolean compares;
  OutputRender render;
} Kind;

static void render_comparison(gconstpointer user, IodFormat format, const IodReportOptions *report,
                              GString *out) {
  iod_report_comparison(user, format, report, out);
}

static void render_summary(gconstpointer user, IodFormat format, const IodReportOptions *report,
                           GString *out) {
  iod_report_summary(user, format, report, out);
}

static const Kind compare_kind = {
    .usage = "[BASE NEW…]",
    .summary = "Series side by side, with the ratio to the baseline, its interval and a verdict.\n"
               "Each INPUT is a series: a log, a folder of logs, NAME=PATH, or - for standard input.",
    .examples = "Examples:\n"
                "  iodelta compare hostpath/ jiva/\n"
                "  iodelta compare --by volume --dirs config,_,volume campaign/\n"
                "  iodelta compare --across block_size --reduce mean -w tool=iozone base=a/ new=b/\n"
                "  iodelta compare EC=article.txt#1 replicated=article.txt#2 -o table.md\n"
                "  ministat's numbers: iodelta compare --input-format numbers before.txt after.txt",
    .compares = TRUE,
    .render = render_comparison,
};

static const Kind summary_kind = {
    .usage = "[INPUT…]",
    .summary = "One row a sample: n, centre with its interval, mean, standard deviation, min, max.",
    .examples = "Examples:\n"
                "  cat *.log | iodelta summary\n"
                "  iodelta summary -m iops,p99 logs/\n"
                "  iodelta summary --format csv logs/ > logs.csv",
    .render = render_summary,
};

/* Two logs of one test in one input, and nothing to compare them by: the reader is shown which is which. */
static gboolean list_logs(const Reading *reading, const InputOptions *options) {
  g_autoptr(GString) list = g_string_new(NULL);
  if (!options->inputs || !options->inputs[0] || options->inputs[1]) return FALSE;
  if (!iod_report_logs(reading->dataset, options->inputs[0], list)) return FALSE;
  g_printerr("%s", list->str);
  return TRUE;
}

static ExitCode give(const Kind *kind, Options *options, const Reading *reading, const IodGrouping *grouping,
                     OutputPlan *plan) {
  g_autoptr(GError) error = NULL;
  g_autoptr(IodComparison) comparison = iod_group(reading->dataset, grouping, &error);
  if (!comparison) {
    if (kind->compares && !grouping->by && list_logs(reading, &options->input)) return EXIT_USAGE;
    return cli_fail(error);
  }
  plan->report.all = grouping->all_metrics;
  plan->report.dataset = reading->dataset;
  if (!output_write(&options->output, plan, options->input.inputs, kind->render, comparison, &error))
    return cli_fail(error);
  if (reading->failures->len) return EXIT_INPUT;
  return options->output.strict && reading->warnings ? EXIT_INPUT : EXIT_DONE;
}

static ExitCode perform(const Kind *kind, Options *options) {
  g_autoptr(GError) error = NULL;
  IodGrouping grouping;
  OutputPlan plan;
  if (!group_options_make(&options->group, &grouping, &error) ||
      !output_options_make(&options->output, FALSE, &plan, &error))
    return cli_fail(error);
  g_autoptr(IodInputs) inputs = input_options_make(&options->input, &error);
  if (!inputs) return cli_fail(error);
  g_autoptr(Reading) reading = reading_make(inputs, options->output.quiet);
  if (reading->failures->len && (kind->compares || iod_dataset_size(reading->dataset) == 0))
    return EXIT_INPUT;
  grouping.pool = !kind->compares && !grouping.by && iod_inputs_count(inputs) < 2;
  return give(kind, options, reading, &grouping, &plan);
}

static int command(const Kind *kind, int argc, char **argv) {
  Options options = {0};
  GOptionContext *context = g_option_context_new(kind->usage);
  g_option_context_set_summary(context, kind->summary);
  g_option_context_set_description(context, kind->examples);
  group_options_init(&options.group);
  input_options_add(context, &options.input);
  group_options_add_series(context, &options.group);
  group_options_add(context, &options.group);
  output_options_add(context, &options.output);
  ExitCode code = options_parse(context, argc, argv) ? perform(kind, &options) : EXIT_USAGE;
  input_options_clear(&options.input);
  group_options_clear(&options.group);
  output_options_clear(&options.output);
  return (int)code;
}

int command_compare(int argc, char **argv) {
  return command(&compare_kind, argc, argv);
}

int command_summary(int argc, char **argv) {
  return command(&summary_kind, argc, argv);
}
