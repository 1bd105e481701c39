// SPDX-License-Identifier: GPL-3.0-or-later
/* Why a filter is of no use for a dataset. A value that was mistyped must not pass for "there is none". */
#include "stats/filter.h"
#include "stats/numbering.h"

/* The distinct values of a field, or the names of all labels. */
typedef struct {
  GHashTable *seen;
  GPtrArray *values; /* of char *, borrowed from the dataset */
} Values;

static void note(Values *values, const char *value) {
  union {
    const char *shared;
    char *own;
  } text = {value};
  if (value != NULL && g_hash_table_add(values->seen, text.own)) g_ptr_array_add(values->values, text.own);
}

static void note_names(Values *values, const IodLabels *labels) {
  for (guint i = 0; i < iod_labels_count(labels); i++) note(values, iod_labels_at(labels, i).name);
}

static Values values_new(void) {
  return (Values){g_hash_table_new(g_str_hash, g_str_equal), g_ptr_array_new()};
}

static void values_clear(Values *values) {
  g_hash_table_unref(values->seen);
  g_ptr_array_unref(values->values);
}

static void note_key(Values *values, const char *field, const IodKey *key) {
  switch (iod_field_of(field)) {
  case IOD_FIELD_TOOL:
    note(values, key->tool);
    break;
  case IOD_FIELD_TEST:
    note(values, key->test);
    break;
  case IOD_FIELD_OP:
    note(values, key->op);
    break;
  case IOD_FIELD_METRIC:
    note(values, key->metric.name);
    break;
  case IOD_FIELD_LABEL:
    note(values, iod_labels_get(key->labels, field));
    break;
  case IOD_FIELD_RUN:
  case IOD_FIELD_SOURCE:
    break;
  }
}

static void note_run(Values *values, const char *field, const IodRun *run) {
  IodField kind = iod_field_of(field);
  if (kind == IOD_FIELD_RUN) note(values, run->id);
  if (kind == IOD_FIELD_SOURCE) note(values, run->source);
  if (kind == IOD_FIELD_LABEL) note(values, iod_labels_get(run->labels, field));
}

static Values values_of(const IodDataset *dataset, const char *field) {
  Values values = values_new();
  for (guint i = 0; i < iod_dataset_key_count(dataset); i++)
    note_key(&values, field, iod_dataset_key(dataset, i));
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++)
    note_run(&values, field, iod_dataset_run(dataset, i));
  return values;
}

gboolean iod_label_check(const IodDataset *dataset, const char *name, const char *option, GError **error) {
  Values names = values_new();
  for (guint i = 0; i < iod_dataset_key_count(dataset); i++)
    note_names(&names, iod_dataset_key(dataset, i)->labels);
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++)
    note_names(&names, iod_dataset_run(dataset, i)->labels);
  gboolean known = g_hash_table_contains(names.seen, name);
  if (!known) {
    g_autoptr(GString) message = g_string_new(NULL);
    g_string_append_printf(message, "%s: no result has a label '%s'", option, name);
    iod_suggest(message, name, names.values);
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  }
  values_clear(&names);
  return known;
}

static gboolean check_item(const IodCondition *condition, const IodFilterItem *item, const Values *values,
                           GError **error) {
  for (guint i = 0; i < values->values->len; i++)
    if (iod_filter_item_matches(condition, item, g_ptr_array_index(values->values, i))) return TRUE;
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "'%s': no %s is '%s'", condition->text, condition->field, item->text);
  iod_suggest(message, item->text, values->values);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE, message->str);
  return FALSE;
}

static gboolean check_condition(const IodCondition *condition, const IodDataset *dataset, GError **error) {
  if (iod_field_of(condition->field) == IOD_FIELD_LABEL &&
      !iod_label_check(dataset, condition->field, condition->text, error))
    return FALSE;
  Values values = values_of(dataset, condition->field);
  gboolean fine = TRUE;
  for (guint i = 0; fine && i < condition->items->len; i++)
    fine = check_item(condition, g_ptr_array_index(condition->items, i), &values, error);
  values_clear(&values);
  return fine;
}

gboolean iod_filter_check(const IodFilter *filter, const IodDataset *dataset, GError **error) {
  for (guint i = 0; filter != NULL && i < filter->conditions->len; i++)
    if (!check_condition(g_ptr_array_index(filter->conditions, i), dataset, error)) return FALSE;
  return TRUE;
}

/* How many of the conditions, taken one after the other, some observation still meets. */
static guint met_together(const IodFilter *filter, const IodDataset *dataset) {
  guint most = 0;
  for (guint i = 0; i < iod_dataset_size(dataset); i++) {
    IodEntry entry = iod_dataset_entry(dataset, i);
    guint met = 0;
    while (met < filter->conditions->len &&
           iod_condition_holds(g_ptr_array_index(filter->conditions, met), entry.key, entry.run))
      met++;
    most = MAX(most, met);
  }
  return most;
}

void iod_filter_explain(const IodFilter *filter, const IodDataset *dataset, GError **error) {
  guint met = met_together(filter, dataset);
  if (met == filter->conditions->len) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE,
                        "only single jobs of groups match these conditions; --per-job shows them");
    return;
  }
  g_autoptr(GString) others = g_string_new(NULL);
  for (guint i = 0; i < met; i++)
    g_string_append_printf(others, "%s%s", i > 0 ? " " : "",
                           ((IodCondition *)g_ptr_array_index(filter->conditions, i))->text);
  const IodCondition *last = g_ptr_array_index(filter->conditions, met);
  if (met == 0)
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "no result is left by '%s'", last->text);
  else
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "no result meets '%s' together with '%s'", last->text,
                others->str);
}
