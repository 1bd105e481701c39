// SPDX-License-Identifier: GPL-3.0-or-later
/* How wide the band of "no difference that matters" is for a metric. */
#include "stats/table.h"

#include <string.h>

/* For which cells a band holds: those that meet the conditions, of a metric. */
typedef struct {
  IodFilter *filter; /* NULL: all */
  char *pattern;     /* NULL: every metric without a band of its own */
  double band;
} Rule;

struct IodBands {
  double common;
  GArray *rules; /* of Rule; the last that matches holds */
};

static void clear_rule(gpointer data) {
  Rule *rule = data;
  if (rule->filter != NULL) iod_filter_free(rule->filter);
  g_free(rule->pattern);
}

void iod_bands_free(IodBands *bands) {
  if (bands == NULL) return;
  g_array_unref(bands->rules);
  g_free(bands);
}

/* "8%" -> 0.08 */
static gboolean read_percent(const char *text, double *band) {
  const char *at = text, *end = text + strlen(text);
  if (!iod_scan_number(&at, end, band)) return FALSE;
  while (*at == ' ') at++;
  if (strcmp(at, "%") != 0) return FALSE;
  *band /= 100;
  return *band <= 10;
}

static gboolean check_pattern(const char *text, const char *pattern, const IodDataset *dataset,
                              GError **error) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GPtrArray) names = g_ptr_array_new();
  for (guint i = 0; i < iod_dataset_key_count(dataset); i++) {
    const char *name = iod_dataset_key(dataset, i)->metric.name;
    if (iod_metric_matches(pattern, name)) return TRUE;
    if (g_hash_table_add(seen, (gpointer)(gsize)name)) g_ptr_array_add(names, (gpointer)(gsize)name);
  }
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "--threshold %s: no metric is '%s'", text, pattern);
  iod_suggest(message, pattern, names);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

/* "clat_p99=20%" or "20%" */
static gboolean read_rule(Rule *rule, const char *text) {
  const char *equals = strchr(text, '=');
  if (equals == text) return FALSE;
  if (equals != NULL) rule->pattern = g_strndup(text, (gsize)(equals - text));
  return read_percent(equals != NULL ? equals + 1 : text, &rule->band);
}

/* Conditions, if any, then what is read by read_rule. */
static gboolean add_threshold(IodBands *bands, const char *text, const IodDataset *dataset, GError **error) {
  g_autofree char *conditions = g_strstrip(g_strdup(text));
  char *blank = strrchr(conditions, ' ');
  Rule rule = {0};
  gboolean right = read_rule(&rule, blank != NULL ? blank + 1 : conditions);
  if (!right) {
    g_set_error(
        error, IOD_ERROR, IOD_ERROR_USAGE,
        "--threshold %s: write a percentage up to 1000%%, as in 8%%, clat_p99=20%% or 'op=read p99=20%%'",
        text);
  } else if (blank != NULL) {
    *blank = '\0';
    rule.filter = iod_filter_new();
    right = iod_filter_add(rule.filter, conditions, error) && iod_filter_check(rule.filter, dataset, error);
  }
  right = right && (rule.pattern == NULL || check_pattern(text, rule.pattern, dataset, error));
  if (!right) {
    clear_rule(&rule);
    return FALSE;
  }
  if (rule.filter == NULL && rule.pattern == NULL)
    bands->common = rule.band;
  else
    g_array_append_val(bands->rules, rule);
  return TRUE;
}

IodBands *iod_bands_new(const GPtrArray *thresholds, const IodDataset *dataset, GError **error) {
  g_autoptr(IodBands) bands = g_new0(IodBands, 1);
  bands->common = 0.05;
  bands->rules = g_array_new(FALSE, FALSE, sizeof(Rule));
  g_array_set_clear_func(bands->rules, clear_rule);
  for (guint i = 0; thresholds != NULL && i < thresholds->len; i++)
    if (!add_threshold(bands, g_ptr_array_index(thresholds, i), dataset, error)) return NULL;
  return g_steal_pointer(&bands);
}

double iod_bands_common(const IodBands *bands) {
  return bands->common;
}

double iod_bands_of(const IodBands *bands, const IodRow *row) {
  double percentile = iod_metric_percentile(row->metric.name);
  gboolean is_tail = percentile >= 95;
  for (guint i = bands->rules->len; i-- > 0;) {
    const Rule *rule = &g_array_index(bands->rules, Rule, i);
    if (rule->filter != NULL && !iod_filter_matches_row(rule->filter, row)) continue;
    if (rule->pattern != NULL ? iod_metric_matches(rule->pattern, row->metric.name) : !is_tail)
      return rule->band;
  }
  if (percentile >= 99) return 0.15;
  return is_tail ? 0.10 : bands->common;
}
