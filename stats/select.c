// SPDX-License-Identifier: GPL-3.0-or-later
/* The language of --where and -m, and whether an observation meets it. */
#include "stats/filter.h"

#include <math.h>
#include <string.h>

static void free_item(gpointer data) {
  IodFilterItem *item = data;
  g_free(item->text);
  if (item->pattern != NULL) g_pattern_spec_free(item->pattern);
  g_free(item);
}

static void free_condition(gpointer data) {
  IodCondition *condition = data;
  g_free(condition->text);
  g_free(condition->field);
  g_ptr_array_unref(condition->items);
  g_free(condition);
}

IodFilter *iod_filter_new(void) {
  IodFilter *filter = g_new0(IodFilter, 1);
  filter->conditions = g_ptr_array_new_with_free_func(free_condition);
  return filter;
}

void iod_filter_free(IodFilter *filter) {
  if (filter == NULL) return;
  g_ptr_array_unref(filter->conditions);
  g_free(filter);
}

/* ---- Reading ---- */

/* A number as labels hold them: a size, or a decimal number. */
static gboolean read_number(const char *text, gsize length, double *number) {
  g_autofree char *copy = g_strndup(text, length);
  guint64 bytes = 0;
  if (iod_size_parse(copy, &bytes)) {
    *number = (double)bytes;
    return TRUE;
  }
  const char *at = copy + (copy[0] == '-' ? 1 : 0);
  if (!iod_scan_number(&at, copy + length, number) || *at != '\0') return FALSE;
  if (copy[0] == '-') *number = -*number;
  return TRUE;
}

/* 4k..1m, 4k.. or ..1m; anything else that holds two dots is a plain text. */
static void read_range(IodFilterItem *item) {
  const char *dots = strstr(item->text, "..");
  if (dots == NULL) return;
  const char *end = dots + 2;
  item->low = -INFINITY;
  item->high = INFINITY;
  gboolean open_low = dots == item->text, open_high = *end == '\0';
  if (open_low && open_high) return;
  if (!open_low && !read_number(item->text, (gsize)(dots - item->text), &item->low)) return;
  if (!open_high && !read_number(end, strlen(end), &item->high)) return;
  item->range = TRUE;
}

static IodFilterItem *new_item(const char *text, gboolean quoted) {
  IodFilterItem *item = g_new0(IodFilterItem, 1);
  item->text = g_strdup(text);
  item->quoted = quoted;
  if (quoted) return item;
  if (strpbrk(text, "*?") != NULL)
    item->pattern = g_pattern_spec_new(text);
  else
    read_range(item);
  return item;
}

/* Reads a,b,"c d" up to a blank; *text moves behind it. FALSE where a quote is not closed or a value is
 * missing. */
static gboolean read_items(const char **text, GPtrArray *items) {
  g_autoptr(GString) value = g_string_new(NULL);
  gboolean quoted = FALSE;
  for (;; (*text)++) {
    char c = **text;
    if (c == '"' || c == '\'') {
      const char *close = strchr(*text + 1, c);
      if (close == NULL) return FALSE;
      g_string_append_len(value, *text + 1, close - *text - 1);
      *text = close;
      quoted = TRUE;
    } else if (c == '\0' || c == ',' || g_ascii_isspace(c)) {
      if (value->len == 0 && !quoted) return FALSE;
      g_ptr_array_add(items, new_item(value->str, quoted));
      if (c != ',') return TRUE;
      g_string_truncate(value, 0);
      quoted = FALSE;
    } else {
      g_string_append_c(value, c);
    }
  }
}

static gboolean refuse(GError **error, const char *start, const char *what) {
  gsize length = strcspn(start, " \t\r\n");
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "'%.*s': %s; write FIELD=VALUE[,VALUE…], FIELD!=VALUE or FIELD=LOW..HIGH, without "
              "blanks (or in quotes)",
              (int)length, start, what);
  return FALSE;
}

static gboolean read_condition(const char **text, IodFilter *filter, GError **error) {
  const char *start = *text;
  gsize length = strcspn(start, "=! \t\r\n\"'<>");
  const char *sign = start + length;
  gboolean negated = *sign == '!';
  if (*sign == '<' || *sign == '>')
    return refuse(error, start, "bounds are written as a range, block_size=4k..1m");
  if (length == 0 || (negated ? sign[1] != '=' : *sign != '='))
    return refuse(error, start, "this is no condition");
  IodCondition *condition = g_new0(IodCondition, 1);
  condition->field = g_strndup(start, length);
  condition->negated = negated;
  condition->items = g_ptr_array_new_with_free_func(free_item);
  g_ptr_array_add(filter->conditions, condition);
  *text = sign + (negated ? 2 : 1);
  if (!read_items(text, condition->items))
    return refuse(error, start, "a value is missing or a quote is not closed");
  condition->text = g_strndup(start, (gsize)(*text - start));
  return TRUE;
}

gboolean iod_filter_add(IodFilter *filter, const char *text, GError **error) {
  guint before = filter->conditions->len;
  for (;;) {
    while (g_ascii_isspace(*text)) text++;
    if (*text == '\0') break;
    if (read_condition(&text, filter, error)) continue;
    g_ptr_array_set_size(filter->conditions, (int)before);
    return FALSE;
  }
  if (filter->conditions->len > before) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "an empty condition: write FIELD=VALUE, as in 'op=write'");
  return FALSE;
}

gboolean iod_filter_add_metrics(IodFilter *filter, const char *names, GError **error) {
  g_autofree char *condition = g_strconcat("metric=", names, NULL);
  g_strdelimit(condition, " \t", ','); /* "iops, p99" is as good as "iops,p99" */
  g_auto(GStrv) parts = g_strsplit(condition, ",", -1);
  g_autoptr(GStrvBuilder) kept = g_strv_builder_new();
  for (char **part = parts; *part != NULL; part++)
    if (**part != '\0') g_strv_builder_add(kept, *part);
  g_auto(GStrv) list = g_strv_builder_end(kept);
  g_autofree char *joined = g_strjoinv(",", list);
  return iod_filter_add(filter, joined, error);
}

/* ---- Matching ---- */

IodField iod_field_of(const char *name) {
  static const char *const fields[] = {"tool", "test", "op", "metric", "run", "source"};
  for (guint i = 0; i < G_N_ELEMENTS(fields); i++)
    if (strcmp(name, fields[i]) == 0) return (IodField)i;
  return IOD_FIELD_LABEL;
}

const char *iod_field_value(const char *field, const IodKey *key, const IodRun *run) {
  switch (iod_field_of(field)) {
  case IOD_FIELD_TOOL:
    return key->tool;
  case IOD_FIELD_TEST:
    return key->test;
  case IOD_FIELD_OP:
    return key->op;
  case IOD_FIELD_METRIC:
    return key->metric.name;
  case IOD_FIELD_RUN:
    return run->id;
  case IOD_FIELD_SOURCE:
    return run->source;
  case IOD_FIELD_LABEL:
    break;
  }
  return iod_label_of(key, run, field);
}

gboolean iod_metric_matches(const char *pattern, const char *name) {
  static const char *const latencies[] = {"lat_", "clat_"};
  if (strcmp(pattern, name) == 0 || g_pattern_match_simple(pattern, name)) return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS(latencies); i++) {
    if (!g_str_has_prefix(name, latencies[i])) continue;
    const char *part = name + strlen(latencies[i]);
    return strcmp(pattern, part) == 0 || (pattern[0] == 'p' && g_pattern_match_simple(pattern, part));
  }
  return FALSE;
}

static gboolean same_number(const char *a, const char *b) {
  guint64 left = 0, right = 0;
  return iod_size_parse(a, &left) && iod_size_parse(b, &right) && left == right;
}

static gboolean source_matches(const IodFilterItem *item, const char *source) {
  const char *slash = strrchr(source, '/');
  const char *name = slash != NULL ? slash + 1 : source;
  if (item->pattern != NULL)
    return g_pattern_spec_match_string(item->pattern, source) ||
           g_pattern_spec_match_string(item->pattern, name);
  return strcmp(item->text, source) == 0 || strcmp(item->text, name) == 0;
}

gboolean iod_filter_item_matches(const IodCondition *condition, const IodFilterItem *item,
                                 const char *value) {
  if (value == NULL) return FALSE;
  IodField field = iod_field_of(condition->field);
  if (item->quoted) return strcmp(item->text, value) == 0;
  if (field == IOD_FIELD_METRIC) return iod_metric_matches(item->text, value);
  if (field == IOD_FIELD_SOURCE) return source_matches(item, value);
  if (item->pattern != NULL) return g_pattern_spec_match_string(item->pattern, value);
  if (item->range) {
    double number = 0;
    return read_number(value, strlen(value), &number) && number >= item->low && number <= item->high;
  }
  return strcmp(item->text, value) == 0 || (field == IOD_FIELD_LABEL && same_number(item->text, value));
}

gboolean iod_condition_holds(const IodCondition *condition, const IodKey *key, const IodRun *run) {
  const char *value = iod_field_value(condition->field, key, run);
  for (guint i = 0; i < condition->items->len; i++) {
    if (iod_filter_item_matches(condition, g_ptr_array_index(condition->items, i), value))
      return !condition->negated;
  }
  return condition->negated;
}

gboolean iod_filter_matches(const IodFilter *filter, const IodKey *key, const IodRun *run) {
  for (guint i = 0; filter != NULL && i < filter->conditions->len; i++)
    if (!iod_condition_holds(g_ptr_array_index(filter->conditions, i), key, run)) return FALSE;
  return TRUE;
}

gboolean iod_filter_mentions(const IodFilter *filter, const char *field) {
  for (guint i = 0; filter != NULL && i < filter->conditions->len; i++) {
    const IodCondition *condition = g_ptr_array_index(filter->conditions, i);
    if (strcmp(condition->field, field) == 0) return TRUE;
  }
  return FALSE;
}

gboolean iod_filter_matches_row(const IodFilter *filter, const IodRow *row) {
  IodKey key = {
      .tool = row->tool, .test = row->test, .op = row->op, .metric = row->metric, .labels = row->labels};
  for (guint i = 0; i < row->n_series; i++)
    if (row->samples[i] != NULL && iod_filter_matches(filter, &key, row->samples[i]->runs[0])) return TRUE;
  return FALSE;
}
