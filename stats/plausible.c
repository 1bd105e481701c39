// SPDX-License-Identifier: GPL-3.0-or-later
/* Figures of one run that can't all be true, or that measure something else than the disk. */
#include "stats/suspicion.h"

#include <math.h>
#include <string.h>

/* What one run says of one workload: a tool's test and op with its labels. */
typedef struct {
  const IodVariant *variant; /* of its rate */
  guint number;              /* of that variant */
  guint run;
  double iops, bandwidth, latency;
} Account;

/* Something odd, counted in each row and series before it is said. */
typedef struct {
  const IodDraft *draft;
  guint series, runs, odd;
  double worst; /* what is said of the oddest run */
} Finding;

typedef struct {
  const IodRoles *roles;
  const IodCells *cells;
  GArray *accounts; /* of Account */
} Plausibility;

/* ---- Gathering ---- */

typedef enum { FIELD_NONE, FIELD_IOPS, FIELD_BANDWIDTH, FIELD_LATENCY } Field;

static Field field_of(const char *metric) {
  if (strcmp(metric, "iops") == 0) return FIELD_IOPS;
  if (strcmp(metric, "bandwidth") == 0) return FIELD_BANDWIDTH;
  return strcmp(metric, "lat_mean") == 0 ? FIELD_LATENCY : FIELD_NONE;
}

/* The numbers of variants that differ in their metric alone are equal. Free it. */
static guint *number_workloads(const IodVariants *variants) {
  guint *numbers = g_new(guint, MAX(variants->variants->len, 1));
  g_autoptr(IodTuples) known = iod_tuples_new();
  g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < variants->variants->len; i++) {
    const IodVariant *variant = iod_variant(variants, i);
    g_array_set_size(key, 0);
    g_array_append_val(key, variant->scope);
    g_array_append_vals(key, iod_variant_pairs(variants, variant), variant->n_pairs * 2);
    numbers[i] = iod_tuples_number(known, (const guint *)(gpointer)key->data, key->len, NULL);
  }
  return numbers;
}

static void enter(Account *account, const IodVariant *variant, const IodReading *reading, Field field) {
  if (field == FIELD_BANDWIDTH) account->bandwidth = reading->value;
  if (field == FIELD_LATENCY) account->latency = reading->value;
  if (field != FIELD_IOPS) return;
  account->iops = reading->value;
  account->variant = variant;
  account->number = reading->variant;
}

static void gather(Plausibility *plausibility, const GArray *readings) {
  const IodVariants *variants = plausibility->roles->variants;
  g_autofree guint *workloads = number_workloads(variants);
  g_autoptr(IodTuples) known = iod_tuples_new();
  for (guint i = 0; i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    const IodVariant *variant = iod_variant(variants, reading->variant);
    Field field = field_of(variant->key->metric.name);
    guint key[] = {reading->run, workloads[reading->variant]};
    gboolean fresh = FALSE;
    if (field == FIELD_NONE) continue;
    guint number = iod_tuples_number(known, key, 2, &fresh);
    Account none = {NULL, 0, reading->run, NAN, NAN, NAN};
    if (fresh) g_array_append_val(plausibility->accounts, none);
    enter(&g_array_index(plausibility->accounts, Account, number), variant, reading, field);
  }
}

/* A label's value as a number; 0 where it has none. */
static double number_of(const IodVariant *variant, const char *label) {
  const char *text = iod_label_of(variant->key, variant->run, label);
  guint64 number = 0;
  return text != NULL && iod_size_parse(text, &number) ? (double)number : 0;
}

/* ---- Counting and saying ---- */

typedef struct {
  IodTuples *numbers; /* of (draft, series) */
  GArray *findings;   /* of Finding */
} Findings;

static Findings findings_new(void) {
  return (Findings){iod_tuples_new(), g_array_new(FALSE, FALSE, sizeof(Finding))};
}

/* Counts a run that was looked at. measure: how odd it is, 0 for not at all. */
static void count_run(Findings *findings, const Plausibility *plausibility, const Account *account,
                      double measure, double said) {
  const IodDraft *draft = plausibility->cells->of_variant[account->number];
  guint key[] = {draft->number, account->variant->series};
  gboolean fresh = FALSE;
  guint number = iod_tuples_number(findings->numbers, key, 2, &fresh);
  Finding first = {draft, account->variant->series, 0, 0, 0};
  if (fresh) g_array_append_val(findings->findings, first);
  Finding *finding = &g_array_index(findings->findings, Finding, number);
  finding->runs++;
  if (measure <= 0) return;
  finding->odd++;
  if (finding->odd == 1 || said > finding->worst) finding->worst = said;
}

/* By the order of the rows, which does not depend on that of the inputs. */
static int by_row(gconstpointer a, gconstpointer b, gpointer user) {
  const Finding *left = a, *right = b;
  GHashTable *places = user;
  guint first = GPOINTER_TO_UINT(g_hash_table_lookup(places, left->draft));
  guint second = GPOINTER_TO_UINT(g_hash_table_lookup(places, right->draft));
  if (first != second) return first < second ? -1 : 1;
  return (left->series > right->series) - (left->series < right->series);
}

typedef void (*Say)(const Finding *finding, const char *series, GPtrArray *notes);

/* Says what holds for at least half of a sample's runs. */
static void say_findings(Findings *findings, const Plausibility *plausibility, Say say, GPtrArray *notes) {
  g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL);
  const GPtrArray *drafts = plausibility->cells->drafts;
  for (guint i = 0; i < drafts->len; i++)
    g_hash_table_insert(places, g_ptr_array_index(drafts, i), GUINT_TO_POINTER(i + 1));
  g_array_sort_with_data(findings->findings, by_row, places);
  for (guint i = 0; i < findings->findings->len; i++) {
    const Finding *finding = &g_array_index(findings->findings, Finding, i);
    if (finding->odd == 0 || finding->odd * 2 < finding->runs ||
        !g_hash_table_contains(places, finding->draft))
      continue;
    say(finding, g_ptr_array_index(plausibility->roles->series->names, finding->series), notes);
  }
  iod_tuples_free(findings->numbers);
  g_array_unref(findings->findings);
}

/* ---- Rate times size is bandwidth ---- */

static void say_rates(const Finding *finding, const char *series, GPtrArray *notes) {
  iod_note(
      notes, "implausible", finding->draft->row, series,
      "%s%s%s: iops times block size is %.3g times the bandwidth; the block size told is not the one used",
      finding->draft->row->name, iod_of(series), iod_text(series), finding->worst);
  iod_note_weigh(notes, finding->worst);
}

/* Small rates are printed with so few digits that rounding alone passes 2 %. */
static void check_rates(const Plausibility *plausibility, GPtrArray *notes) {
  const double fewest_ios = 100, fewest_bytes = 100 * 1024;
  Findings findings = findings_new();
  for (guint i = 0; i < plausibility->accounts->len; i++) {
    const Account *account = &g_array_index(plausibility->accounts, Account, i);
    if (!(account->iops >= fewest_ios && account->bandwidth >= fewest_bytes)) continue;
    double size = number_of(account->variant, "block_size");
    double quotient = account->iops * size / account->bandwidth;
    if (size > 0)
      count_run(&findings, plausibility, account, fabs(log(quotient)) > log(1.02) ? 1 : 0, quotient);
  }
  say_findings(&findings, plausibility, say_rates, notes);
}

/* ---- Little's law ---- */

static gboolean is_synchronous(const char *engine) {
  static const char *const engines[] = {"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice"};
  for (gsize i = 0; i < G_N_ELEMENTS(engines); i++)
    if (strcmp(engine, engines[i]) == 0) return TRUE;
  return FALSE;
}

/* How many requests may be under way at a time; 0 where the log does not tell enough. */
static double queue_of(const IodVariant *variant) {
  const char *engine = iod_label_of(variant->key, variant->run, "ioengine");
  double depth = number_of(variant, "iodepth"), jobs = number_of(variant, "numjobs");
  if (engine != NULL && is_synchronous(engine)) depth = 1;
  return engine != NULL || depth == 1 ? depth * jobs : 0;
}

/* What the directions of one workload in one run have under way together. */
typedef struct {
  const Account *first;
  double queue, busy;
} Load;

/* The labels on which the directions of a workload may differ. */
static gboolean is_of_direction(const char *label) {
  return strcmp(label, "block_size") == 0;
}

static guint number_load(IodTuples *known, const Plausibility *plausibility, const Account *account,
                         IodNames *texts, gboolean *fresh) {
  const IodVariants *variants = plausibility->roles->variants;
  const IodPair *pairs = iod_variant_pairs(variants, account->variant);
  g_autoptr(GArray) key = g_array_new(FALSE, FALSE, sizeof(guint));
  guint tool = iod_names_number(texts, account->variant->key->tool);
  guint test = iod_names_number(texts, account->variant->key->test);
  g_array_append_val(key, account->run);
  g_array_append_val(key, tool);
  g_array_append_val(key, test);
  for (guint i = 0; i < account->variant->n_pairs; i++)
    if (!is_of_direction(iod_names_text(&variants->names, pairs[i].name)))
      g_array_append_vals(key, &pairs[i], 2);
  return iod_tuples_number(known, (const guint *)(gpointer)key->data, key->len, fresh);
}

static GArray *find_loads(const Plausibility *plausibility) {
  GArray *loads = g_array_new(FALSE, FALSE, sizeof(Load));
  g_autoptr(IodTuples) known = iod_tuples_new();
  IodNames texts;
  iod_names_init(&texts);
  for (guint i = 0; i < plausibility->accounts->len; i++) {
    const Account *account = &g_array_index(plausibility->accounts, Account, i);
    if (account->variant == NULL || strcmp(account->variant->key->op, "fsync") == 0) continue;
    gboolean fresh = FALSE;
    guint number = number_load(known, plausibility, account, &texts, &fresh);
    Load none = {account, queue_of(account->variant), 0};
    if (fresh) g_array_append_val(loads, none);
    Load *load = &g_array_index(loads, Load, number);
    if (strcmp(account->variant->key->op, load->first->variant->key->op) < 0) load->first = account;
    load->busy += account->iops * account->latency; /* NaN where one is not told */
  }
  iod_names_clear(&texts);
  return loads;
}

static void say_overfull(const Finding *finding, const char *series, GPtrArray *notes) {
  iod_note(notes, "implausible", finding->draft->row, series,
           "%s%s%s: iops times latency is %.1f times what iodepth and numjobs allow under way; one of the "
           "figures is not what it "
           "is called",
           finding->draft->row->name, iod_of(series), iod_text(series), finding->worst);
  iod_note_weigh(notes, finding->worst);
}

static void say_idle(const Finding *finding, const char *series, GPtrArray *notes) {
  iod_note(notes, "queue_not_full", finding->draft->row, series,
           "%s%s%s: by iops and latency only 1/%.1f of the queue was in use; buffered I/O, a busy CPU or a "
           "rate limit "
           "held it back",
           finding->draft->row->name, iod_of(series), iod_text(series), finding->worst);
  iod_note_weigh(notes, finding->worst);
}

/* Little (1961): what is under way is the rate times the time each takes. */
static void check_queues(const Plausibility *plausibility, GPtrArray *notes) {
  enum { DEEP = 4 };
  Findings overfull = findings_new(), idle = findings_new();
  g_autoptr(GArray) loads = find_loads(plausibility);
  for (guint i = 0; i < loads->len; i++) {
    const Load *load = &g_array_index(loads, Load, i);
    const IodVariant *variant = load->first->variant;
    if (!(load->queue > 0 && load->busy > 0)) continue;
    double share = load->busy / load->queue;
    count_run(&overfull, plausibility, load->first, share > 2 ? 1 : 0, share);
    if (load->queue < DEEP || iod_label_of(variant->key, variant->run, "rate") != NULL) continue;
    count_run(&idle, plausibility, load->first, share < 0.5 ? 1 : 0, 1 / share);
  }
  say_findings(&overfull, plausibility, say_overfull, notes);
  say_findings(&idle, plausibility, say_idle, notes);
}

/* ---- Files that fit in memory ---- */

static double fact_of(const IodRun *run, const char *name) {
  const char *text = iod_labels_get(run->facts, name);
  guint64 number = 0;
  return text != NULL && iod_size_parse(text, &number) ? (double)number : 0;
}

static gboolean is_buffered(const IodVariant *variant) {
  const char *direct = iod_label_of(variant->key, variant->run, "direct");
  if (direct != NULL) return strcmp(direct, "0") == 0;
  return strcmp(variant->key->tool, "iozone") == 0; /* it tells where it is direct */
}

static void say_cached(const Finding *finding, const char *series, GPtrArray *notes) {
  iod_note(notes, "page_cache", finding->draft->row, series,
           "%s%s%s: buffered I/O on a file that is %.2g times the memory: this measures the page cache",
           finding->draft->row->name, iod_of(series), iod_text(series), 1 / finding->worst);
  iod_note_weigh(notes, finding->worst);
}

static void check_memory(const Plausibility *plausibility, const GArray *readings, GPtrArray *notes) {
  const IodVariants *variants = plausibility->roles->variants;
  Findings findings = findings_new();
  for (guint i = 0; i < readings->len; i++) {
    const IodReading *reading = &g_array_index(readings, IodReading, i);
    const IodVariant *variant = iod_variant(variants, reading->variant);
    const IodRow *row = plausibility->cells->of_variant[reading->variant]->row;
    if (!row->usual || row->metric.better != IOD_BETTER_HIGHER || !is_buffered(variant)) continue;
    const IodRun *run = iod_dataset_run(variants->dataset, reading->run);
    double memory = fact_of(run, "memory"), size = number_of(variant, "file_size");
    if (size <= 0) size = fact_of(run, "file_size");
    Account account = {variant, reading->variant, reading->run, NAN, NAN, NAN};
    if (memory > 0 && size > 0)
      count_run(&findings, plausibility, &account, size < memory ? 1 : 0, memory / size);
  }
  say_findings(&findings, plausibility, say_cached, notes);
}

void iod_plausibility_check(const IodRoles *roles, const IodCells *cells, const GArray *readings,
                            GPtrArray *notes) {
  Plausibility plausibility = {roles, cells, g_array_new(FALSE, FALSE, sizeof(Account))};
  gather(&plausibility, readings);
  check_rates(&plausibility, notes);
  check_queues(&plausibility, notes);
  check_memory(&plausibility, readings, notes);
  g_array_unref(plausibility.accounts);
}
