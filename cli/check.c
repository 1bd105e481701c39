// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "report/check.h"

#include <string.h>

typedef struct {
  InputOptions input;
  GroupOptions group;
  OutputOptions output;
  char *against, *fail_on, *correction, *rules;
  char **ignore, **limits, **confirm;
  gboolean point, allow_missing, allow_failed;
} Options;

static const char summary[] =
    "Judges new runs against a baseline: exit 1 where something got worse, 4 where nothing can be told, 5 "
    "without a\n"
    "usable baseline. BASE is a baseline, a log or a folder; all that follows is the new side.";
static const char examples[] =
    "Examples:\n"
    "  iodelta baseline save base.json nightly/    once; review and commit base.json\n"
    "  iodelta check base.json tonight/            in CI\n"
    "  iodelta check --against base.json tonight/ -o report.md -o report.xml\n"
    "  iodelta check base.json new/ --threshold 8% --threshold 'clat_p99=20%' --limit 'op=fsync "
    "lat_p99<10ms'\n"
    "  iodelta check base.json new/ --confirm again/   fail only where both got worse";

static void add_own_options(GOptionContext *context, Options *options) {
  const GOptionEntry entries[] = {
      {"against", 0, 0, G_OPTION_ARG_FILENAME, &options->against, "The baseline (else the first INPUT)",
       "BASE"},
      {"fail-on", 0, 0, G_OPTION_ARG_STRING, &options->fail_on, "worse (default), likely or unclear", "WHAT"},
      {"limit", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->limits,
       "An absolute limit, as in 'op=fsync lat_p99<10ms'", "LIMIT"},
      {"rules", 0, 0, G_OPTION_ARG_FILENAME, &options->rules,
       "A file with a line 'threshold …', 'limit …', 'ignore …' or 'metrics …' each", "FILE"},
      {"confirm", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options->confirm,
       "A second set of new runs: fail only where both got worse", "INPUT"},
      {"correction", 0, 0, G_OPTION_ARG_STRING, &options->correction,
       "For many cells: none (default), holm or bh", "HOW"},
      {"point", 0, 0, G_OPTION_ARG_NONE, &options->point, "Judge by the ratio alone, without its interval",
       NULL},
      {"ignore", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options->ignore,
       "A label that may differ between the sides", "LABEL"},
      {"allow-missing", 0, 0, G_OPTION_ARG_NONE, &options->allow_missing,
       "Cells that only the baseline has are no failure", NULL},
      {"allow-failed", 0, 0, G_OPTION_ARG_NONE, &options->allow_failed, "New runs that failed are no failure",
       NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

/* The rules file's lists behind those of the options. */
static char **joined(char **texts, const GPtrArray *more) {
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  for (; texts && *texts; texts++) g_strv_builder_add(builder, *texts);
  for (guint i = 0; i < more->len; i++) g_strv_builder_add(builder, g_ptr_array_index(more, i));
  return g_strv_builder_end(builder);
}

static void replace_list(char ***list, const GPtrArray *more) {
  char **all = joined(*list, more);
  g_strfreev(*list);
  *list = all;
}

static gboolean apply_rules(Options *options, GError **error) {
  if (!options->rules) return TRUE;
  g_autoptr(IodRules) rules = iod_rules_read(options->rules, error);
  if (!rules) return FALSE;
  replace_list(&options->group.thresholds, rules->thresholds);
  replace_list(&options->group.metrics, rules->metrics);
  replace_list(&options->limits, rules->limits);
  replace_list(&options->ignore, rules->ignore);
  return TRUE;
}

static gboolean make_rules(const Options *options, IodGateRules *rules, GError **error) {
  *rules = (IodGateRules){.point = options->point,
                          .allow_missing = options->allow_missing,
                          .allow_failed = options->allow_failed,
                          .ignore = options->ignore,
                          .limits = options->limits};
  if (options->fail_on && !iod_fail_on_parse(options->fail_on, &rules->fail_on)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--fail-on %s: write worse, likely or unclear",
                options->fail_on);
    return FALSE;
  }
  if (options->correction && !iod_correction_parse(options->correction, &rules->correction)) {
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "--correction %s: write none, holm or bh",
                options->correction);
    return FALSE;
  }
  return TRUE;
}

/* The baseline goes first, whether it came by --against or as the first INPUT; all else is the new side. */
static IodInputs *make_sides(const Options *options, char *const *fresh, GError **error) {
  InputOptions sides = options->input;
  g_autoptr(GStrvBuilder) builder = g_strv_builder_new();
  if (options->against)
    g_strv_builder_add(builder, options->against);
  else if (sides.inputs)
    g_strv_builder_add(builder, sides.inputs[0]);
  for (; fresh && *fresh; fresh++) g_strv_builder_add(builder, *fresh);
  sides.inputs = g_strv_builder_end(builder);
  guint count = g_strv_length(sides.inputs);
  g_autoptr(IodInputs) inputs = count >= 2 ? input_options_make(&sides, error) : NULL;
  g_strfreev(sides.inputs);
  if (count < 2)
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "name a baseline and new runs: iodelta check BASE NEW…");
  for (guint i = 0; inputs && i < count; i++) iod_inputs_set_side(inputs, i, i == 0 ? "base" : "new", i == 0);
  return g_steal_pointer(&inputs);
}

/* What could not be read: the baseline alone is an error of its own kind. */
static ExitCode read_failed(const Reading *reading) {
  for (guint i = 0; i < reading->failures->len; i++)
    if (!g_error_matches(g_ptr_array_index(reading->failures, i), IOD_ERROR, IOD_ERROR_BASELINE))
      return EXIT_INPUT;
  return EXIT_BASELINE;
}

static Reading *read_sides(const Options *options, char *const *fresh, ExitCode *code) {
  g_autoptr(GError) error = NULL;
  g_autoptr(IodInputs) inputs = make_sides(options, fresh, &error);
  if (!inputs) {
    *code = cli_fail(error);
    return NULL;
  }
  Reading *reading = reading_make(inputs, options->output.quiet);
  if (!reading->failures->len) return reading;
  *code = read_failed(reading);
  reading_free(reading);
  return NULL;
}

static ExitCode exit_of(const IodGate *gate) {
  if (gate->fails) return EXIT_WORSE;
  return gate->undecided ? EXIT_UNDECIDED : EXIT_DONE;
}

typedef struct {
  const IodGate *gate;
  IodCheckCall call;
} Rendered;

static void render(gconstpointer user, IodFormat format, const IodReportOptions *report, GString *out) {
  const Rendered *rendered = user;
  iod_report_check(rendered->gate, &rendered->call, format, report, out);
}

static ExitCode tell(Options *options, const IodGate *gate, OutputPlan *plan, const char *base,
                     char *const *fresh, gboolean strict) {
  g_autoptr(GError) error = NULL;
  IodBaselineHead head = {0};
  g_autofree char *names = g_strjoinv(" ", (char **)(gsize)fresh);
  const char *path =
      strchr(base, '=') && !g_file_test(base, G_FILE_TEST_EXISTS) ? strchr(base, '=') + 1 : base;
  if (!iod_baseline_head_read(path, &head, NULL)) head = (IodBaselineHead){0};
  ExitCode code = strict ? EXIT_INPUT : exit_of(gate);
  Rendered rendered = {gate, {base, head.created, names, (int)code}};
  if (!output_write(&options->output, plan, options->input.inputs, render, &rendered, &error))
    code = cli_fail(error);
  iod_baseline_head_clear(&head);
  return code;
}

/* Everything is read; both comparisons are made and judged. */
static ExitCode judge(Options *options, const Reading *reading, const Reading *again,
                      const IodGrouping *grouping, OutputPlan *plan, char *const *fresh) {
  g_autoptr(GError) error = NULL;
  IodGateRules rules;
  if (!make_rules(options, &rules, &error)) return cli_fail(error);
  g_autoptr(IodComparison) comparison = iod_group(reading->dataset, grouping, &error);
  if (!comparison) return cli_fail(error);
  g_autoptr(IodComparison) confirm = again ? iod_group(again->dataset, grouping, &error) : NULL;
  if (again && !confirm) return cli_fail(error);
  rules.confirm = confirm;
  g_autoptr(IodGate) gate = iod_gate(comparison, reading->dataset, &rules, &error);
  if (!gate) return cli_fail(error);
  plan->report.dataset = reading->dataset;
  const char *base = options->against ? options->against : options->input.inputs[0];
  return tell(options, gate, plan, base, fresh, options->output.strict && reading->warnings > 0);
}

static ExitCode perform(Options *options) {
  g_autoptr(GError) error = NULL;
  IodGrouping grouping;
  OutputPlan plan;
  ExitCode code = EXIT_USAGE;
  if (!apply_rules(options, &error) || !group_options_make(&options->group, &grouping, &error) ||
      !output_options_make(&options->output, TRUE, &plan, &error))
    return cli_fail(error);
  grouping.floors = TRUE;
  grouping.baseline = "base";
  if (!options->output.format && g_getenv("GITHUB_ACTIONS")) plan.format = IOD_FORMAT_GITHUB;
  char **fresh = options->input.inputs;
  if (fresh && !options->against) fresh++;
  g_autoptr(Reading) reading = read_sides(options, fresh, &code);
  g_autoptr(Reading) again =
      reading && options->confirm ? read_sides(options, options->confirm, &code) : NULL;
  if (!reading || (options->confirm && !again)) return code;
  return judge(options, reading, again, &grouping, &plan, fresh);
}

int command_check(int argc, char **argv) {
  Options options = {0};
  GOptionContext *context = g_option_context_new("BASE NEW…");
  g_option_context_set_summary(context, summary);
  g_option_context_set_description(context, examples);
  group_options_init(&options.group);
  add_own_options(context, &options);
  input_options_add(context, &options.input);
  group_options_add(context, &options.group);
  output_options_add(context, &options.output);
  ExitCode code = options_parse(context, argc, argv) ? perform(&options) : EXIT_USAGE;
  input_options_clear(&options.input);
  group_options_clear(&options.group);
  output_options_clear(&options.output);
  char *texts[] = {options.against, options.fail_on, options.correction, options.rules};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  char **lists[] = {options.ignore, options.limits, options.confirm};
  for (gsize i = 0; i < G_N_ELEMENTS(lists); i++) g_strfreev(lists[i]);
  return (int)code;
}
