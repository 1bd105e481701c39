// SPDX-License-Identifier: GPL-3.0-or-later
/* The steps from a dataset to a comparison, one after the other. */
#include "stats/suspicion.h"

#include <string.h>

static void free_row(gpointer row) {
  iod_row_free(row);
}

static void free_warning(gpointer warning) {
  iod_warning_free(warning);
}

static void free_differs(gpointer data) {
  IodDiffers *differs = data;
  g_free(differs->label);
  for (guint i = 0; i < differs->n_series; i++) g_free(differs->values[i]);
  g_free(differs->values);
  g_free(differs);
}

void iod_comparison_free(IodComparison *comparison) {
  if (comparison == NULL) return;
  g_free(comparison->by);
  for (guint i = 0; i < comparison->n_series; i++) g_free(comparison->series[i]);
  g_free(comparison->series);
  g_ptr_array_unref(comparison->rows);
  g_ptr_array_unref(comparison->differs);
  g_ptr_array_unref(comparison->ignored);
  g_array_unref(comparison->geomeans);
  g_ptr_array_unref(comparison->warnings);
  g_free(comparison);
}

static IodComparison *new_comparison(const IodSeries *series, const IodGrouping *grouping) {
  IodComparison *comparison = g_new0(IodComparison, 1);
  comparison->by = g_strdup(series->by);
  comparison->n_series = series->names->len;
  comparison->series = g_new(char *, comparison->n_series);
  for (guint i = 0; i < comparison->n_series; i++)
    comparison->series[i] = g_strdup(g_ptr_array_index(series->names, i));
  comparison->center = grouping->center;
  comparison->confidence = grouping->confidence;
  comparison->rows = g_ptr_array_new_with_free_func(free_row);
  comparison->differs = g_ptr_array_new_with_free_func(free_differs);
  comparison->ignored = g_ptr_array_new_with_free_func(g_free);
  comparison->geomeans = g_array_new(FALSE, FALSE, sizeof(IodGeomean));
  comparison->warnings = g_ptr_array_new_with_free_func(free_warning);
  return comparison;
}

static gboolean check_options(const IodDataset *dataset, const IodGrouping *grouping, GError **error) {
  if (iod_dataset_size(dataset) == 0) {
    g_set_error_literal(error, IOD_ERROR, IOD_ERROR_INPUT, "the input holds no result");
    return FALSE;
  }
  if (grouping->across != NULL && !iod_label_check(dataset, grouping->across, "--across", error))
    return FALSE;
  if (grouping->order_by != NULL && !iod_label_check(dataset, grouping->order_by, "-x", error)) return FALSE;
  if (grouping->across == NULL || g_strcmp0(grouping->across, grouping->by) != 0) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "'%s' can't both make the series (--by) and be rolled up (--across)", grouping->across);
  return FALSE;
}

/* Memory is asked for rows times series. */
static gboolean check_size(const IodCells *cells, const IodSeries *series, GError **error) {
  const guint64 most = 100 * 1000 * 1000;
  if ((guint64)cells->drafts->len * series->names->len <= most) return TRUE;
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE,
              "%u rows in %u series of '%s' are too many; choose some with --where, or another --by",
              cells->drafts->len, series->names->len, series->by);
  return FALSE;
}

/* The drafts' rows become the comparison's. */
static void take_rows(IodComparison *comparison, IodCells *cells, const IodBands *bands) {
  for (guint i = 0; i < cells->drafts->len; i++) {
    IodDraft *draft = g_ptr_array_index(cells->drafts, i);
    IodRow *row = draft->row;
    draft->taken = TRUE;
    row->band = iod_bands_of(bands, row);
    if (!row->usual) comparison->hidden++;
    g_ptr_array_add(comparison->rows, row);
  }
}

static guint count_failed(const IodDataset *dataset) {
  guint failed = 0;
  for (guint i = 0; i < iod_dataset_run_count(dataset); i++)
    failed += iod_dataset_run(dataset, i)->failure != NULL ? 1 : 0;
  return failed;
}

/* What is made on the way; iod_group frees it. */
typedef struct {
  IodVariants variants;
  IodSeries series;
  IodRoles roles;
  IodRunOrder order;
  IodCells cells;
  GArray *readings;
  IodBands *bands;
  GPtrArray *notes;
} Steps;

static void clear_steps(Steps *steps) {
  iod_cells_clear(&steps->cells);
  iod_run_order_clear(&steps->order);
  iod_roles_clear(&steps->roles);
  iod_series_clear(&steps->series);
  iod_variants_clear(&steps->variants);
  if (steps->readings != NULL) g_array_unref(steps->readings);
  iod_bands_free(steps->bands);
  g_ptr_array_unref(steps->notes);
}

/* From the dataset to rows with samples. */
static gboolean make_rows(Steps *steps, const IodDataset *dataset, const IodGrouping *grouping,
                          GError **error) {
  steps->readings = iod_choose(&steps->variants, grouping, error);
  if (steps->readings == NULL) return FALSE;
  if (!iod_series_find(&steps->variants, steps->readings, grouping, &steps->series, error)) return FALSE;
  iod_roles_find(&steps->roles, &steps->variants, steps->readings, grouping, &steps->series);
  if (!iod_rollup_check(&steps->roles, error)) return FALSE;
  iod_run_order_init(&steps->order, dataset);
  iod_cells_find(&steps->cells, &steps->roles, steps->readings, &steps->order);
  if (!check_size(&steps->cells, &steps->series, error)) return FALSE;
  iod_drafts_sort(&steps->cells, &steps->roles);
  iod_rows_name(&steps->cells, &steps->roles);
  if (steps->series.none && steps->series.by != NULL)
    iod_note(steps->notes, "no_label", NULL, "(none)",
             "results without the label '%s' make up the series (none)", steps->series.by);
  iod_rollup_warn(&steps->roles, steps->notes);
  if (!iod_samples_make(&steps->cells, &steps->roles, &steps->order, steps->notes, error)) return FALSE;
  iod_usual_find(&steps->cells, &steps->roles);
  return TRUE;
}

static IodComparison *compare_rows(Steps *steps, const IodDataset *dataset, const IodGrouping *grouping) {
  IodComparison *comparison = new_comparison(&steps->series, grouping);
  take_rows(comparison, &steps->cells, steps->bands);
  comparison->failed_runs = count_failed(dataset);
  iod_differs_find(comparison, &steps->roles, steps->readings);
  iod_rows_compare(comparison, grouping);
  iod_campaign_find(comparison, &steps->cells, iod_bands_common(steps->bands), steps->notes);
  iod_fairness_check(comparison, &steps->roles, &steps->cells, steps->readings, steps->notes);
  iod_samples_suspect(comparison, steps->notes);
  iod_plausibility_check(&steps->roles, &steps->cells, steps->readings, steps->notes);
  iod_notes_say(steps->notes, comparison->warnings);
  return comparison;
}

IodComparison *iod_group(const IodDataset *dataset, const IodGrouping *grouping, GError **error) {
  IodComparison *comparison = NULL;
  if (!check_options(dataset, grouping, error)) return NULL;
  Steps steps = {.bands = iod_bands_new(grouping->thresholds, dataset, error)};
  if (steps.bands == NULL) return NULL;
  steps.notes = iod_notes_new();
  iod_variants_init(&steps.variants, dataset);
  if (make_rows(&steps, dataset, grouping, error)) comparison = compare_rows(&steps, dataset, grouping);
  clear_steps(&steps);
  return comparison;
}
