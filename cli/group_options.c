// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/options.h"

#include <string.h>

void group_options_init(GroupOptions *options) {
  *options = (GroupOptions){.confidence = 0.95};
}

void group_options_add_series(GOptionContext *context, GroupOptions *options) {
  const GOptionEntry entries[] = {
      {"by", 0, 0, G_OPTION_ARG_STRING, &options->by,
       "The label whose values are compared (default: the inputs)", "LABEL"},
      {"baseline", 0, 0, G_OPTION_ARG_STRING, &options->baseline,
       "Which of them the others are compared with", "VALUE"},
      {"x", 'x', 0, G_OPTION_ARG_STRING, &options->order_by, "Order rows by this label first", "LABEL"},
      {"pairwise", 0, 0, G_OPTION_ARG_NONE, &options->pairwise, "Compare each series with each", NULL},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

void group_options_add(GOptionContext *context, GroupOptions *options) {
  const GOptionEntry entries[] = {
      {"where", 'w', 0, G_OPTION_ARG_STRING_ARRAY, &options->where,
       "Only these, as in 'metric=iops op=write volume!=cstor block_size=4k..1m'", "CONDITIONS"},
      {"metrics", 'm', 0, G_OPTION_ARG_STRING_ARRAY, &options->metrics, "Only these metrics, as in iops,p99",
       "NAMES"},
      {"all", 'a', 0, G_OPTION_ARG_NONE, &options->all,
       "All metrics, not only iops (else bandwidth), mean latency, p99", NULL},
      {"across", 0, 0, G_OPTION_ARG_STRING, &options->across, "Roll up over this label, within each run",
       "LABEL"},
      {"reduce", 0, 0, G_OPTION_ARG_STRING, &options->reduce,
       "How --across rolls up: geomean (default) or mean", "HOW"},
      {"rollup", 0, 0, G_OPTION_ARG_STRING, &options->rollup,
       "The same for one tool, as in iozone:block_size=mean", "TOOL:LABEL=HOW"},
      {"per-job", 0, 0, G_OPTION_ARG_NONE, &options->per_job, "The jobs of fio groups rather than the groups",
       NULL},
      {"center", 0, 0, G_OPTION_ARG_STRING, &options->center, "median (default), mean or geomean", "CENTRE"},
      {"confidence", 0, 0, G_OPTION_ARG_DOUBLE, &options->confidence,
       "Of intervals, 0.5 to 0.9999 (default 0.95)", "C"},
      {"threshold", 't', 0, G_OPTION_ARG_STRING_ARRAY, &options->thresholds,
       "What counts as a change, as in 8% or 'clat_p99=20%' (default 5%)", "[METRIC=]T"},
      G_OPTION_ENTRY_NULL,
  };
  g_option_context_add_main_entries(context, entries, NULL);
}

void group_options_clear(GroupOptions *options) {
  g_strfreev(options->where);
  g_strfreev(options->metrics);
  g_strfreev(options->thresholds);
  char *texts[] = {options->by,     options->baseline,    options->across,
                   options->reduce, options->rollup,      options->order_by,
                   options->center, options->rollup_tool, options->rollup_label};
  for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  if (options->filter) iod_filter_free(options->filter);
  if (options->bands) g_ptr_array_unref(options->bands);
}

static gboolean wrong(GError **error, const char *option, const char *value, const char *right) {
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "%s %s: %s", option, value, right);
  return FALSE;
}

static gboolean parse_reduce(const char *option, const char *text, gboolean *mean, GError **error) {
  *mean = strcmp(text, "mean") == 0;
  return *mean || strcmp(text, "geomean") == 0 || wrong(error, option, text, "write geomean or mean");
}

/* "iozone:block_size=mean" */
static gboolean parse_rollup(GroupOptions *options, IodGrouping *grouping, GError **error) {
  const char *text = options->rollup;
  const char *colon = strchr(text, ':'), *equals = colon ? strchr(colon, '=') : NULL;
  if (options->across) return wrong(error, "--rollup", text, "it can't stand beside --across");
  if (!equals || colon == text || equals == colon + 1)
    return wrong(error, "--rollup", text, "write TOOL:LABEL=HOW, as in iozone:block_size=mean");
  options->rollup_tool = g_strndup(text, (gsize)(colon - text));
  options->rollup_label = g_strndup(colon + 1, (gsize)(equals - colon - 1));
  grouping->rollup_tool = options->rollup_tool;
  grouping->across = options->rollup_label;
  return parse_reduce("--rollup", equals + 1, &grouping->across_mean, error);
}

static gboolean make_filter(GroupOptions *options, GError **error) {
  options->filter = iod_filter_new();
  for (char **text = options->where; text && *text; text++)
    if (!iod_filter_add(options->filter, *text, error)) return FALSE;
  for (char **text = options->metrics; text && *text; text++)
    if (!iod_filter_add_metrics(options->filter, *text, error)) return FALSE;
  return TRUE;
}

gboolean group_options_make(GroupOptions *options, IodGrouping *grouping, GError **error) {
  *grouping = (IodGrouping){.by = options->by,
                            .baseline = options->baseline,
                            .across = options->across,
                            .order_by = options->order_by,
                            .pairwise = options->pairwise,
                            .per_job = options->per_job,
                            .all_metrics = options->all,
                            .center = IOD_CENTER_MEDIAN,
                            .confidence = options->confidence};
  if (options->center && !iod_center_parse(options->center, &grouping->center))
    return wrong(error, "--center", options->center, "write median, mean or geomean");
  if (!(options->confidence >= 0.5 && options->confidence <= 0.9999)) {
    g_autofree char *shown = g_strdup_printf("%g", options->confidence);
    return wrong(error, "--confidence", shown, "write a number from 0.5 to 0.9999");
  }
  if (options->reduce && !options->across)
    return wrong(error, "--reduce", options->reduce, "it belongs to --across LABEL");
  if (options->reduce && !parse_reduce("--reduce", options->reduce, &grouping->across_mean, error))
    return FALSE;
  if (options->rollup && !parse_rollup(options, grouping, error)) return FALSE;
  if (!make_filter(options, error)) return FALSE;
  options->bands = g_ptr_array_new();
  for (char **text = options->thresholds; text && *text; text++) g_ptr_array_add(options->bands, *text);
  grouping->filter = options->filter;
  grouping->thresholds = options->bands;
  return TRUE;
}
