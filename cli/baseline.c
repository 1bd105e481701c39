// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include "report/check.h"

#include <string.h>

typedef struct {
  InputOptions input;
  GroupOptions group;
  OutputOptions output;
  char *why;
  gboolean replace;
} Options;

/* One of save, show, add, noise: FILE and the inputs behind it. */
typedef ExitCode (*Action)(Options *options, const char *file);

static const char summary[] =
    "A baseline keeps all values of some runs, for `check` and for people to review in git.\n"
    "  save FILE INPUT…   write one (--replace: over an older one)\n"
    "  add FILE INPUT…    more runs, as a session of their own\n"
    "  show FILE          what it holds\n"
    "  noise FILE         its sessions against each other: how often would `check` have cried wolf?";
static const char examples[] = "Examples:\n"
                               "  iodelta baseline save base.json nightly/ --why 'first of release 4'\n"
                               "  iodelta baseline add base.json nightly-2/\n"
                               "  iodelta baseline show base.json\n"
                               "  iodelta baseline noise base.json";

static char *now(void) {
  g_autoptr(GDateTime) time = g_date_time_new_now_utc();
  return g_date_time_format(time, "%Y-%m-%dT%H:%M:%SZ");
}

/* All inputs, or the exit code of what could not be read. */
static Reading *read_inputs(const Options *options, ExitCode *code) {
  g_autoptr(GError) error = NULL;
  g_autoptr(IodInputs) inputs = input_options_make(&options->input, &error);
  if (!inputs) {
    *code = cli_fail(error);
    return NULL;
  }
  iod_inputs_pool(inputs);
  Reading *reading = reading_make(inputs, options->output.quiet);
  *code = reading->failures->len || (options->output.strict && reading->warnings) ? EXIT_INPUT : EXIT_DONE;
  if (*code == EXIT_DONE) return reading;
  reading_free(reading);
  return NULL;
}

/* The baseline alone. */
static Reading *read_baseline(const char *file, IodBaselineHead *head, ExitCode *code) {
  g_autoptr(GError) error = NULL;
  g_autoptr(IodInputs) inputs = iod_inputs_new();
  g_autofree char *path = g_path_is_absolute(file) ? g_strdup(file) : g_strconcat("./", file, NULL);
  if (!iod_baseline_head_read(file, head, &error) || !iod_inputs_add(inputs, path, &error)) {
    *code = cli_fail(error);
    return NULL;
  }
  iod_inputs_set_side(inputs, 0, NULL, TRUE);
  Reading *reading = reading_make(inputs, FALSE);
  *code = reading->failures->len ? EXIT_BASELINE : EXIT_DONE;
  if (*code == EXIT_DONE) return reading;
  reading_free(reading);
  return NULL;
}

static ExitCode save(Options *options, const char *file) {
  ExitCode code;
  g_autoptr(GError) error = NULL;
  g_autoptr(Reading) reading = read_inputs(options, &code);
  g_autofree char *created = now();
  if (!reading) return code;
  iod_dataset_set_session(reading->dataset, created);
  if (!iod_baseline_write(file, reading->dataset, created, options->why, options->replace, &error))
    return cli_fail(error);
  g_print("%s: %u values of %u runs\n", file, iod_dataset_size(reading->dataset),
          iod_dataset_run_count(reading->dataset));
  return EXIT_DONE;
}

static ExitCode add(Options *options, const char *file) {
  ExitCode code;
  IodBaselineHead head = {0};
  g_autoptr(GError) error = NULL;
  g_autoptr(Reading) baseline = read_baseline(file, &head, &code);
  g_autoptr(Reading) more = baseline ? read_inputs(options, &code) : NULL;
  g_autofree char *created = now();
  if (more) {
    guint before = iod_dataset_run_count(baseline->dataset);
    guint known =
        iod_dataset_append_new(more->dataset, baseline->dataset, iod_dataset_sink(baseline->dataset));
    iod_dataset_set_session(baseline->dataset, created);
    if (known) g_printerr("iodelta: warning: %u runs are in it already; they are left out\n", known);
    const char *why = options->why ? options->why : head.why;
    if (!iod_baseline_write(file, baseline->dataset, head.created ? head.created : created, why, TRUE,
                            &error))
      code = cli_fail(error);
    else
      g_print("%s: %u runs added to %u\n", file, iod_dataset_run_count(baseline->dataset) - before, before);
  }
  iod_baseline_head_clear(&head);
  return code;
}

/* What `show` renders. */
typedef struct {
  const char *file;
  const IodBaselineHead *head;
  const IodDataset *dataset;
  const IodComparison *comparison;
} Shown;

static void render_shown(gconstpointer user, IodFormat format, const IodReportOptions *report, GString *out) {
  const Shown *shown = user;
  if (format == IOD_FORMAT_TEXT) iod_report_baseline(shown->file, shown->head, shown->dataset, out);
  iod_report_summary(shown->comparison, format, report, out);
}

static ExitCode show_read(Options *options, const char *file, const IodBaselineHead *head,
                          const Reading *reading) {
  IodGrouping grouping;
  OutputPlan plan;
  g_autoptr(GError) error = NULL;
  if (!group_options_make(&options->group, &grouping, &error) ||
      !output_options_make(&options->output, FALSE, &plan, &error))
    return cli_fail(error);
  grouping.pool = TRUE;
  plan.report.all = grouping.all_metrics;
  plan.report.dataset = reading->dataset;
  g_autoptr(IodComparison) comparison = iod_group(reading->dataset, &grouping, &error);
  Shown shown = {file, head, reading->dataset, comparison};
  char *inputs[] = {(char *)(gsize)file, NULL};
  if (!comparison || !output_write(&options->output, &plan, inputs, render_shown, &shown, &error))
    return cli_fail(error);
  return EXIT_DONE;
}

static ExitCode show(Options *options, const char *file) {
  ExitCode code;
  IodBaselineHead head = {0};
  g_autoptr(Reading) reading = read_baseline(file, &head, &code);
  if (reading) code = show_read(options, file, &head, reading);
  iod_baseline_head_clear(&head);
  return code;
}

static ExitCode noise(Options *options, const char *file) {
  ExitCode code;
  IodBaselineHead head = {0};
  IodGrouping grouping;
  IodNoise found;
  g_autoptr(GError) error = NULL;
  g_autoptr(Reading) reading = read_baseline(file, &head, &code);
  iod_baseline_head_clear(&head);
  if (!reading) return code;
  if (!group_options_make(&options->group, &grouping, &error) ||
      !iod_noise_measure(reading->dataset, &grouping, &found, &error))
    return cli_fail(error);
  g_autoptr(GString) text = g_string_new(NULL);
  iod_report_noise(file, &found, text);
  g_print("%s", text->str);
  return EXIT_DONE;
}

static Action find_action(const char *name) {
  static const struct {
    const char *name;
    Action action;
  } actions[] = {{"save", save}, {"add", add}, {"show", show}, {"noise", noise}};
  for (gsize i = 0; i < G_N_ELEMENTS(actions); i++)
    if (g_str_equal(actions[i].name, name)) return actions[i].action;
  return NULL;
}

/* The words behind `baseline`: what to do, the file, then inputs. */
static ExitCode perform(Options *options) {
  char **words = options->input.inputs;
  Action action = words && words[0] ? find_action(words[0]) : NULL;
  if (!action || !words[1] || ((action == show || action == noise) && words[2])) {
    g_printerr(
        "iodelta: write baseline save|add FILE INPUT… or baseline show|noise FILE; --help tells more\n");
    return EXIT_USAGE;
  }
  g_autofree char *file = g_strdup(words[1]);
  options->input.inputs = words[2] ? g_strdupv(words + 2) : NULL;
  g_strfreev(words);
  return action(options, file);
}

int command_baseline(int argc, char **argv) {
  Options options = {0};
  GOptionContext *context = g_option_context_new("save|add|show|noise FILE [INPUT…]");
  const GOptionEntry entries[] = {
      {"why", 0, 0, G_OPTION_ARG_STRING, &options.why, "Kept in the baseline: why it is what it is", "TEXT"},
      {"replace", 0, 0, G_OPTION_ARG_NONE, &options.replace, "save: over an older baseline", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_set_summary(context, summary);
  g_option_context_set_description(context, examples);
  group_options_init(&options.group);
  g_option_context_add_main_entries(context, entries, NULL);
  input_options_add(context, &options.input);
  group_options_add(context, &options.group);
  output_options_add(context, &options.output);
  ExitCode code = options_parse(context, argc, argv) ? perform(&options) : EXIT_USAGE;
  input_options_clear(&options.input);
  group_options_clear(&options.group);
  output_options_clear(&options.output);
  g_free(options.why);
  return (int)code;
}
