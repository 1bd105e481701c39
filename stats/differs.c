// SPDX-License-Identifier: GPL-3.0-or-later
/* What differs between the series without making rows, and what varies and is in no row or column. */
#include "stats/table.h"

#include <string.h>

/* Texts of one name in one series; and so for all names. */
typedef struct {
  guint n_series;
  IodNames labels;   /* the names */
  GPtrArray *values; /* a (name, series): GHashTable, a set of texts borrowed; NULL for none */
} Found;

static void free_set(gpointer set) {
  if (set != NULL) g_hash_table_unref(set);
}

static void found_init(Found *found, guint n_series) {
  found->n_series = n_series;
  iod_names_init(&found->labels);
  found->values = g_ptr_array_new_with_free_func(free_set);
}

static void found_clear(Found *found) {
  iod_names_clear(&found->labels);
  g_ptr_array_unref(found->values);
}

static void found_add(Found *found, const char *label, guint series, const char *value) {
  guint number = iod_names_number(&found->labels, label) - 1;
  guint place = number * found->n_series + series;
  if (found->values->len < (number + 1) * found->n_series)
    g_ptr_array_set_size(found->values, (int)((number + 1) * found->n_series));
  if (value == NULL) return;
  gpointer *set = &g_ptr_array_index(found->values, place);
  if (*set == NULL) *set = g_hash_table_new(g_str_hash, g_str_equal);
  g_hash_table_add(*set, (gpointer)(gsize)value);
}

static int by_value(gconstpointer a, gconstpointer b) {
  return iod_natural_compare(*(const char *const *)a, *(const char *const *)b);
}

/* "4096, 8192"; NULL for none. Free it. */
static char *join_values(GHashTable *set) {
  enum { SHOWN = 6 };
  if (set == NULL) return NULL;
  g_autoptr(GPtrArray) values = g_ptr_array_new();
  GHashTableIter iter;
  gpointer value = NULL;
  g_hash_table_iter_init(&iter, set);
  while (g_hash_table_iter_next(&iter, &value, NULL)) g_ptr_array_add(values, value);
  g_ptr_array_sort(values, by_value);
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < MIN(values->len, SHOWN); i++)
    g_string_append_printf(text, "%s%s", i > 0 ? ", " : "", (const char *)g_ptr_array_index(values, i));
  if (values->len > SHOWN) g_string_append_printf(text, ", … (%u)", values->len);
  return g_string_free(text, FALSE);
}

static void take_differs(IodComparison *comparison, const Found *found) {
  g_autofree guint *ranks = iod_label_ranks(&found->labels);
  guint count = iod_names_count(&found->labels), first = comparison->differs->len;
  g_ptr_array_set_size(comparison->differs, (int)(first + count));
  for (guint i = 0; i < count; i++) {
    IodDiffers *differs = g_new0(IodDiffers, 1);
    differs->label = g_strdup(iod_names_text(&found->labels, i + 1));
    differs->n_series = found->n_series;
    differs->values = g_new0(char *, found->n_series);
    for (guint series = 0; series < found->n_series; series++)
      differs->values[series] = join_values(g_ptr_array_index(found->values, i * found->n_series + series));
    comparison->differs->pdata[first + ranks[i + 1] - 1] = differs;
  }
}

/* ---- Labels ---- */

/* Whether a label's values differ between the series for one and the same metric; to lack it is a value. */
static gboolean differs_in(const IodTally *tally, guint name) {
  g_autoptr(GHashTable) firsts = g_hash_table_new(NULL, NULL);
  for (guint group = 0; group < tally->groups->len; group++) {
    gpointer metric = GUINT_TO_POINTER(g_array_index(tally->groups, IodTallyGroup, group).metric),
             first = NULL;
    guint key[] = {group, name}, number = 0;
    gpointer value = NULL;
    if (iod_tuples_find(tally->stat_numbers, key, 2, &number))
      value = GUINT_TO_POINTER(g_array_index(tally->stats, IodTallyStat, number).value);
    if (!g_hash_table_lookup_extended(firsts, metric, NULL, &first))
      g_hash_table_insert(firsts, metric, value);
    else if (first != value)
      return TRUE;
  }
  return FALSE;
}

static void add_label(Found *found, const IodRoles *roles, const IodScope *scope, guint name) {
  const char *label = iod_names_text(&roles->variants->names, name);
  for (guint i = 0; i < scope->variants->len; i++) {
    const IodVariant *variant = iod_variant(roles->variants, g_array_index(scope->variants, guint, i));
    guint value = iod_variant_value(roles->variants, variant, name);
    found_add(found, label, variant->series, iod_names_text(&roles->variants->values, value));
  }
}

static void look_at_scope(Found *found, const IodRoles *roles, const IodScope *scope) {
  IodTally tally;
  g_autoptr(GHashTable) done = g_hash_table_new(NULL, NULL);
  iod_tally_init(&tally, roles, scope);
  for (guint i = 0; i < tally.stats->len; i++) {
    guint name = g_array_index(tally.stats, IodTallyStat, i).name;
    if (!g_hash_table_add(done, GUINT_TO_POINTER(name)) || iod_scope_has_row_name(scope, name)) continue;
    if (differs_in(&tally, name)) add_label(found, roles, scope, name);
  }
  iod_tally_clear(&tally);
}

/* ---- Versions ---- */

/* The versions of each tool in each series. */
static void find_versions(Found *versions, const IodRoles *roles, const GArray *readings) {
  guint last_run = G_MAXUINT, last_series = G_MAXUINT;
  for (guint i = 0; i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    guint series = iod_variant(roles->variants, reading->variant)->series;
    if (reading->run == last_run && series == last_series) continue;
    const IodRun *run = iod_dataset_run(roles->variants->dataset, reading->run);
    if (run->version != NULL) found_add(versions, run->tool, series, run->version);
    last_run = reading->run;
    last_series = series;
  }
}

/* TRUE where two series that tell their versions tell different ones. */
static gboolean versions_differ(const Found *versions, guint tool) {
  char *first = NULL;
  gboolean differ = FALSE;
  for (guint series = 0; series < versions->n_series && !differ; series++) {
    g_autofree char *text =
        join_values(g_ptr_array_index(versions->values, tool * versions->n_series + series));
    if (text == NULL) continue;
    if (first == NULL)
      first = g_steal_pointer(&text);
    else
      differ = strcmp(first, text) != 0;
  }
  g_free(first);
  return differ;
}

/* Versions that vary within a series, and in all series alike, are pooled: that is said. */
static void note_mixed_versions(IodComparison *comparison, const Found *versions, guint tool) {
  for (guint series = 0; series < versions->n_series; series++) {
    GHashTable *set = g_ptr_array_index(versions->values, tool * versions->n_series + series);
    if (set == NULL || g_hash_table_size(set) < 2) continue;
    g_autofree char *text = join_values(set);
    g_ptr_array_add(comparison->ignored,
                    g_strdup_printf("%s version (%s)", iod_names_text(&versions->labels, tool + 1), text));
    return;
  }
}

static void add_versions(IodDiffers *differs, const Found *versions, guint tool, gboolean several) {
  for (guint series = 0; series < versions->n_series; series++) {
    g_autofree char *text =
        join_values(g_ptr_array_index(versions->values, tool * versions->n_series + series));
    if (text == NULL) continue;
    char *before = differs->values[series];
    differs->values[series] =
        g_strdup_printf("%s%s%s%s%s", before != NULL ? before : "", before != NULL ? ", " : "",
                        several ? iod_names_text(&versions->labels, tool + 1) : "", several ? " " : "", text);
    g_free(before);
  }
}

static void find_version_differs(IodComparison *comparison, const IodRoles *roles, const GArray *readings) {
  Found versions;
  g_autoptr(GArray) differing = g_array_new(FALSE, FALSE, sizeof(guint));
  found_init(&versions, comparison->n_series);
  find_versions(&versions, roles, readings);
  for (guint tool = 0; tool < iod_names_count(&versions.labels); tool++) {
    if (versions_differ(&versions, tool))
      g_array_append_val(differing, tool);
    else
      note_mixed_versions(comparison, &versions, tool);
  }
  if (differing->len > 0) {
    IodDiffers *differs = g_new0(IodDiffers, 1);
    differs->label = g_strdup("version");
    differs->n_series = comparison->n_series;
    differs->values = g_new0(char *, comparison->n_series);
    for (guint i = 0; i < differing->len; i++)
      add_versions(differs, &versions, g_array_index(differing, guint, i), differing->len > 1);
    g_ptr_array_add(comparison->differs, differs);
  }
  found_clear(&versions);
}

/* ---- What is ignored ---- */

/* Labels that never make rows, where they vary among what was chosen. */
static void find_ignored(IodComparison *comparison, const IodRoles *roles) {
  const IodVariants *variants = roles->variants;
  static const char *const never[] = {"error", "session", "run", "job"};
  for (gsize i = 0; i < G_N_ELEMENTS(never); i++) {
    guint name = iod_names_find(&variants->names, never[i]);
    if (name == 0 || !roles->excluded[name] || g_strcmp0(roles->series->by, never[i]) == 0) continue;
    g_autoptr(GHashTable) set = g_hash_table_new(g_str_hash, g_str_equal);
    for (guint v = 0; v < variants->variants->len; v++) {
      guint value = iod_variant_value(variants, iod_variant(variants, v), name);
      g_hash_table_add(set,
                       (gpointer)(gsize)(value != 0 ? iod_names_text(&variants->values, value) : "none"));
    }
    if (g_hash_table_size(set) < 2) continue;
    g_autofree char *text = join_values(set);
    g_ptr_array_add(comparison->ignored, strcmp(never[i], "job") == 0
                                             ? g_strdup("job (the jobs of groups: --per-job)")
                                             : g_strdup_printf("%s (%s)", never[i], text));
  }
}

void iod_differs_find(IodComparison *comparison, const IodRoles *roles, const GArray *readings) {
  Found found;
  found_init(&found, comparison->n_series);
  for (guint i = 0; comparison->n_series > 1 && i < roles->variants->scopes; i++)
    if (roles->scopes[i].variants->len > 0) look_at_scope(&found, roles, &roles->scopes[i]);
  take_differs(comparison, &found);
  found_clear(&found);
  find_version_differs(comparison, roles, readings);
  find_ignored(comparison, roles);
}
