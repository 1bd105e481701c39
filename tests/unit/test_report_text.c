// SPDX-License-Identifier: GPL-3.0-or-later
/* Summaries and comparisons as text and as Markdown. */
#include "report_cases.h"

#include "report/display.h"
#include "report/wording.h"

static const char *const two[] = {"hostpath", "jiva", NULL};

/* Holds a report against tests/data/report/NAME. With IOD_UPDATE_GOLDEN set the file is written instead: read
 * the difference before it is committed. */
static void assert_golden(const Case *c, gboolean versus, IodFormat format, const IodReportOptions *options,
                          const char *name) {
  g_autofree char *text = case_text(c, versus, format, options);
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, "report", name, NULL);
  g_autofree char *expected = NULL;
  if (g_getenv("IOD_UPDATE_GOLDEN") != NULL) assert_true(g_file_set_contents(path, text, -1, NULL));
  if (!g_file_get_contents(path, &expected, NULL, NULL)) fail_msg("%s can't be read", path);
  if (strcmp(text, expected) != 0) fail_msg("not as in %s:\n%s", path, text);
}

static void assert_has(const char *text, const char *part) {
  if (strstr(text, part) == NULL) fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void assert_has_not(const char *text, const char *part) {
  if (strstr(text, part) != NULL) fail_msg("\"%s\" is in:\n%s", part, text);
}

/* Three rows: proved worse with a star, unclear, better in a block of its own. */
static Case *plain_case(void) {
  Case *c = case_new(two);
  IodRow *row = case_row(c, "dd", "copy", "-", "bandwidth", "dd bs=64k");
  case_flat(c, row, 0, 14.4e6, 10);
  case_flat(c, row, 1, 10.1e6, 10);
  case_versus(row, 0, 1, 0.643, 0.533, 0.870, IOD_VERDICT_WORSE);
  row = case_row(c, "iozone", "write", "write", "bandwidth", "iozone write");
  case_flat(c, row, 0, 315.0 * 1048576, 5);
  case_flat(c, row, 1, 343.0 * 1048576, 5);
  case_versus(row, 0, 1, 1.109, 0.908, 1.378, IOD_VERDICT_UNCLEAR)->runs_needed = 51;
  row = case_row(c, "fio", "seqwrite", "write", "clat_p99", "fio seqwrite");
  row->band = 0.15;
  case_flat(c, row, 0, 0.00816, 5);
  case_flat(c, row, 1, 0.00096, 5);
  case_versus(row, 0, 1, 0.118, 0.036, 0.496, IOD_VERDICT_BETTER);
  return c;
}

static void test_compare(void **state) {
  (void)state;
  g_autoptr(Case) c = plain_case();
  assert_golden(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 110}, "compare-110.txt");
  assert_golden(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 80}, "compare-80.txt");
  assert_golden(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 40}, "compare-40.txt");
  assert_golden(c, TRUE, IOD_FORMAT_MARKDOWN, NULL, "compare.md");
}

static void test_summary(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  IodRow *row = case_row(c, "fio", "randread", "read", "iops", "fio randread");
  case_sample(c, row, 0, (double[]){1000, 1100, 1250, 1180, 1040}, 5)->ci = (IodInterval){1000, 1250, 0.9375};
  case_sample(c, row, 1, (double[]){900}, 1);
  row = case_row(c, "fio", "randread", "read", "lat_mean", "fio randread");
  case_sample(c, row, 0, (double[]){0.00215, 0.00225, 0.0022, 0.0021, 0.0023, 0.0022}, 6)->ci =
      (IodInterval){0.0021, 0.0023, 0.96875};
  assert_golden(c, FALSE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 120}, "summary-120.txt");
  assert_golden(c, FALSE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 40}, "summary-40.txt");
  assert_golden(c, FALSE, IOD_FORMAT_MARKDOWN, NULL, "summary.md");
}

/* ---- Single cells */

/* One row with an answer to be changed. */
static Case *one_row(const char *metric, IodAnswer **answer) {
  Case *c = case_new(two);
  IodRow *row = case_row(c, "fio", "job", "read", metric, "fio job");
  case_flat(c, row, 0, 1000, 5);
  case_flat(c, row, 1, 900, 5);
  *answer = case_versus(row, 0, 1, 0.9, 0.85, 0.96, IOD_VERDICT_LIKELY_WORSE);
  return c;
}

static void test_verdicts(void **state) {
  (void)state;
  static const struct {
    IodVerdict verdict;
    int runs;
    const char *reason, *text;
  } cases[] = {
      {IOD_VERDICT_WORSE, 0, NULL, " WORSE\n"},
      {IOD_VERDICT_LIKELY_WORSE, 0, NULL, " likely worse\n"},
      {IOD_VERDICT_UNCLEAR, 0, NULL, " unclear\n"},
      {IOD_VERDICT_UNCLEAR, 12, NULL, " unclear (12)\n"},
      {IOD_VERDICT_UNCLEAR, 51, "noisy", " unclear (>50)\n"},
      {IOD_VERDICT_UNCLEAR, 0, "noisy", " unclear (noisy)\n"},
      {IOD_VERDICT_UNCLEAR, 0, "coarse", " unclear (coarse)\n"},
      {IOD_VERDICT_SAME, 0, NULL, " same\n"},
      {IOD_VERDICT_IDENTICAL, 0, NULL, " identical\n"},
      {IOD_VERDICT_LIKELY_BETTER, 0, NULL, " likely better\n"},
      {IOD_VERDICT_BETTER, 0, NULL, " better\n"},
      {IOD_VERDICT_NONE, 0, "not_judged", " differs\n"},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    IodAnswer *answer = NULL;
    g_autoptr(Case) c = one_row("iops", &answer);
    answer->verdict = cases[i].verdict;
    answer->reason = cases[i].reason;
    answer->runs_needed = cases[i].runs;
    g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
    assert_has(text, cases[i].text);
    assert_has(text, cases[i].verdict == IOD_VERDICT_IDENTICAL ? "0.900 all equal" : "0.900 (0.850-0.960)");
    gboolean shouts = strstr(text, "WORSE") != NULL;
    assert_true(shouts == (cases[i].verdict == IOD_VERDICT_WORSE));
  }
}

/* A row that is not judged and whose interval holds 1 says nothing. */
static void test_not_judged(void **state) {
  (void)state;
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("bytes", &answer);
  answer->verdict = IOD_VERDICT_NONE;
  answer->ci.high = 1.02;
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(text, "NEITHER IS BETTER");
  assert_has(text, "(0.850-1.020)");
  assert_has(text, " -\n");
  assert_has_not(text, "band");
}

/* The place of an interval is never blank. */
static void test_no_interval(void **state) {
  (void)state;
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  answer->ci = (IodInterval){NAN, NAN, NAN};
  answer->verdict = IOD_VERDICT_UNCLEAR;
  answer->reason = "too_few";
  answer->method = NULL;
  g_autofree char *few = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(few, "0.900 too few ");
  assert_has(few, "4 against 4 runs, or 3 against 10, have one");
  answer->reason = NULL;
  answer->method = "Fieller";
  g_autofree char *fieller = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(fieller, "0.900 no bounds ");
  answer->verdict = IOD_VERDICT_IDENTICAL;
  g_autofree char *identical = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(identical, "0.900 all equal ");
  IodRow *row = c->comparison.rows->pdata[0];
  row->samples[1]->summary.n = 1;
  answer->verdict = IOD_VERDICT_UNCLEAR;
  answer->reason = "single_run";
  g_autofree char *single = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(single, "5/1");
  assert_has(single, "0.900 1 run ");
}

static void test_marks(void **state) {
  (void)state;
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  g_autofree char *plain = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has_not(plain, "*  "); /* the picture has one */
  assert_has_not(plain, "* median");
  answer->method = "Welch on logs";
  answer->ratio = 1.01;
  answer->ci = (IodInterval){0.8, 1.2, 0.95};
  g_autofree char *welch = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(welch, "1.010* (0.800-1.200)~");
  assert_has(welch, "* ratio of geometric means; the medians' own quotient is 0.900 (fio job)");
  assert_has(welch, "~ Welch's t on logarithms");
  c->comparison.confidence = 0.99;
  g_autofree char *stricter = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has(stricter, "5 against 5 runs have one"); /* 2 / C(10, 5) = 0.0079 */
}

/* A baseline of zero, or a fall to zero. */
static void test_difference(void **state) {
  (void)state;
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  answer->ratio = NAN;
  answer->ci = (IodInterval){NAN, NAN, NAN};
  answer->of_differences = TRUE;
  answer->difference = -100;
  answer->difference_ci = (IodInterval){-130, -70, 0.95};
  answer->verdict = IOD_VERDICT_WORSE;
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.say = TRUE});
  assert_has(text, "- (-130 to -70)d ");
  assert_has(text, "WORSE");
  assert_has(text, "d interval of the difference");
  assert_has(text, "jiva's iops is worse than hostpath's on fio job (900 against 1000 iops; 5 runs each).");
}

/* ---- The picture */

static void assert_picture(IodBetter better, double band, double ratio, double low, double high,
                           const char *expected) {
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  IodRow *row = c->comparison.rows->pdata[0];
  row->metric.better = better;
  row->band = band;
  *answer = (IodAnswer){.ratio = ratio, .ci = {low, high, 0.95}};
  g_autofree char *picture = iod_picture(row, (IodPair){0, 1});
  if (expected == NULL) {
    assert_null(picture);
  } else {
    assert_string_equal(picture, expected);
  }
}

static void test_picture(void **state) {
  (void)state;
  const IodBetter up = IOD_BETTER_HIGHER;
  const IodBetter down = IOD_BETTER_LOWER;
  assert_picture(up, 0.05, 0.643, 0.533, 0.870, "   [*]:|:");
  assert_picture(down, 0.05, 0.643, 0.533, 0.870, "      :|:[*]");
  assert_picture(up, 0.05, 1, 0.98, 1.02, "      [*]");
  /* Rounding moves no end over the edge of the band or over 1. */
  assert_picture(up, 0.05, 0.94, 0.93, 0.952, "     *:|:");
  assert_picture(up, 0.05, 0.94, 0.93, 0.953, "     [*|:");
  assert_picture(up, 0.05, 1.002, 1.0001, 1.01, "      :|*");
  assert_picture(up, 0.15, 1, 0.9, 1.1, "     :[*]:");
  /* Beyond its edges */
  assert_picture(up, 0.05, 30, 20, 40, "      :|:     >");
  assert_picture(up, 0.05, 1.8, 1.3, 40, "      :|:[*===>");
  assert_picture(up, 0.05, 0.01, 0.001, 0.02, "<     :|:");
  assert_picture(down, 0.05, 0.01, 0.001, 0.02, "      :|:     >");
  /* Without an interval, without anything */
  assert_picture(up, 0.05, 1.2, NAN, NAN, "      :|:*");
  assert_picture(up, 0.05, NAN, NAN, NAN, NULL);
  assert_picture(IOD_BETTER_NEITHER, 0.05, 1.2, 1.1, 1.3, NULL);
  assert_picture(up, 0, 1.2, 1.1, 1.3, NULL);
}

/* In the table the 1.0 of all pictures stands under that of the head. */
static void test_picture_place(void **state) {
  (void)state;
  g_autoptr(Case) c = plain_case();
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  glong head = strstr(lines[1], ":|:") - lines[1];
  assert_true(head > 0);
  assert_memory_equal(lines[2] + head, ":|:", 3);
  assert_memory_equal(lines[5] + head, " | ", 3); /* a band of 15 % */
}

/* ---- Options */

static void test_show(void **state) {
  (void)state;
  guint show = 0;
  g_autoptr(GError) error = NULL;
  assert_true(iod_show_parse("n, cv,p", &show, &error));
  assert_int_equal(show, IOD_SHOW_N | IOD_SHOW_CV | IOD_SHOW_P);
  assert_false(iod_show_parse("n,meen", &show, &error));
  assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  assert_non_null(strstr(error->message, "\"meen\""));
  g_clear_error(&error);
  assert_false(iod_show_parse("", &show, &error));
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  IodReportOptions options = {.show = IOD_SHOW_MEAN | IOD_SHOW_STDDEV | IOD_SHOW_CV | IOD_SHOW_P};
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &options);
  assert_has(text, "hostpath  mean  stddev   cv  jiva  mean  stddev   cv  jiva/hostpath      p");
  assert_has(text, "1000  1000       0  0 %   900   900       0  0 %          0.900  0.012");
  assert_has_not(text, "(0.850-0.960)");
  assert_has_not(text, "5/5");
}

static void test_changed(void **state) {
  (void)state;
  g_autoptr(Case) c = plain_case();
  ((IodRow *)c->comparison.rows->pdata[0])->usual = FALSE;
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.changed = TRUE});
  assert_has_not(text, "iozone write");
  assert_has_not(text, "dd bs=64k");
  assert_has(text, "fio seqwrite p99");
  assert_has(text, "1 more row in which nothing is known to have changed: without --changed\n");
  assert_has(text, "1 more row: --all\n");
  g_autofree char *all = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.all = TRUE});
  assert_has(all, "dd bs=64k");
  assert_has_not(all, "--all");
  g_autofree char *json = case_text(c, TRUE, IOD_FORMAT_NDJSON, &(IodReportOptions){.changed = TRUE});
  assert_has(json, "iozone"); /* the formats for programs hold all */
}

static void test_color(void **state) {
  (void)state;
  g_autoptr(Case) c = plain_case();
  g_autofree char *plain = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 110});
  g_autofree char *color =
      case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 110, .color = TRUE});
  assert_null(strchr(plain, '\x1b'));
  assert_has(color, "\x1b[1;31mWORSE\x1b[0m");
  assert_has(color, "\x1b[1;32mbetter\x1b[0m");
  assert_has_not(color, "\x1b[1;31munclear");
  g_autoptr(GRegex) codes = g_regex_new("\x1b\\[[0-9;]*m", 0, 0, NULL);
  g_autofree char *stripped = g_regex_replace_literal(codes, color, -1, 0, "", 0, NULL);
  assert_string_equal(stripped, plain);
}

static void test_units(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  const double values[] = {20e6, 30e6, 900e6, 5e11}; /* the last has no digits left in MB/s */
  for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
    IodRow *row = case_row(c, "dd", "copy", "-", "bandwidth", "dd");
    case_flat(c, row, 0, values[i], 1);
    case_flat(c, row, 1, values[i], 1);
  }
  g_autofree char *text = case_text(c, FALSE, IOD_FORMAT_TEXT, NULL);
  assert_has(text, " dd         MB/s  hostpath");
  assert_has(text, " dd         GB/s  hostpath");
  assert_has(text, " 20.0 ");
  assert_has(text, " 900 ");
  assert_has(text, " 500 ");
  g_autofree char *raw = case_text(c, FALSE, IOD_FORMAT_TEXT, &(IodReportOptions){.units = IOD_UNITS_RAW});
  assert_has(raw, " 20000000 ");
  assert_has_not(raw, "MB/s");
}

/* Rows of a test share a unit; it is the smaller one where the larger would leave zeros before the digits. */
static void test_unit_of_rows(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  const double values[] = {0.187, 0.4, 3.5, 4.0, 3.9};
  for (gsize i = 0; i < G_N_ELEMENTS(values); i++) {
    IodRow *row = case_row(c, "iozone", "write", "write", "bandwidth", "iozone write");
    case_flat(c, row, 0, values[i] * 1073741824, 1);
  }
  case_flat(c, case_row(c, "iozone", "read", "read", "bandwidth", "iozone read"), 0, 4.25 * 1073741824, 1);
  g_autofree char *text = case_text(c, FALSE, IOD_FORMAT_TEXT, NULL);
  assert_has(text, " iozone write MiB/s");
  assert_has(text, " 191 ");
  assert_has(text, " 4096 ");
  assert_has_not(text, " iozone write GiB/s");
  assert_has(text, " iozone read  GiB/s");
}

/* "p99" alone would stand for two metrics here. */
static void test_metric_names(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  const char *const metrics[] = {"clat_p99", "lat_p99", "clat_p95", "lat_mean", "iops", "value"};
  for (gsize i = 0; i < G_N_ELEMENTS(metrics); i++) {
    case_flat(c, case_row(c, "fio", "job", "read", metrics[i], "fio"), 0, 1, 1);
  }
  g_autofree char *text = case_text(c, FALSE, IOD_FORMAT_TEXT, NULL);
  assert_has(text, " fio clat_p99 ");
  assert_has(text, " fio lat_p99 ");
  assert_has(text, " fio p95 ");
  assert_has(text, " fio lat_mean ");
  assert_has(text, " fio value ");
  assert_has_not(text, "fio iops ");
}

/* ---- Winner and sentences */

static void assert_winner(const Case *c, const char *expected) {
  g_autofree char *winner = iod_winner_words(&c->comparison, c->comparison.rows->pdata[0],
                                             (const char *const *)c->comparison.series);
  assert_string_equal(winner, expected);
}

static void test_winner(void **state) {
  (void)state;
  IodAnswer *answer = NULL;
  g_autoptr(Case) c = one_row("iops", &answer);
  assert_winner(c, "(hostpath)");
  answer->verdict = IOD_VERDICT_WORSE;
  assert_winner(c, "hostpath");
  answer->verdict = IOD_VERDICT_SAME;
  assert_winner(c, "tie");
  ((IodRow *)c->comparison.rows->pdata[0])->metric.better = IOD_BETTER_LOWER;
  answer->verdict = IOD_VERDICT_BETTER;
  assert_winner(c, "jiva");
  ((IodRow *)c->comparison.rows->pdata[0])->metric.better = IOD_BETTER_NEITHER;
  assert_winner(c, "-");
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.winner = TRUE});
  assert_has(text, "winner\n");
}

/* Of three, the best must be ahead of the second too, whose comparison with it is not there. */
static void test_winner_of_three(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new((const char *const[]){"a", "b", "c", NULL});
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio");
  for (guint s = 0; s < 3; s++) case_flat(c, row, s, 100 + 50 * s, 5);
  case_versus(row, 0, 1, 1.5, 1.4, 1.6, IOD_VERDICT_BETTER);
  IodAnswer *best = case_versus(row, 0, 2, 2.0, 1.9, 2.1, IOD_VERDICT_BETTER);
  assert_winner(c, "c");
  best->ci.low = 1.55;
  assert_winner(c, "(c)");
  case_versus(row, 1, 2, 1.33, 1.2, 1.4, IOD_VERDICT_BETTER); /* --pairwise proves it */
  assert_winner(c, "c");
  row->samples[0] = row->samples[1] = NULL;
  assert_winner(c, "-");
}

static void test_sentences(void **state) {
  (void)state;
  g_autoptr(Case) c = plain_case();
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.say = TRUE});
  assert_has(text,
             "\njiva is 36 % slower than hostpath on dd bs=64k (10.1 against 14.4 MB/s; ratio 0.643, 95 % "
             "interval 0.533 to 0.870; 10 runs each).\n");
  assert_has(
      text, "Whether jiva differs from hostpath on iozone write is unclear (343 against 315 MiB/s; ratio "
            "1.109, 95 % interval 0.908 to 1.378; 5 runs each): more than 50 runs a side would be needed.\n");
  assert_has(text,
             "jiva's p99 is 88 % lower than hostpath's on fio seqwrite (0.960 against 8.16 ms; ratio 0.118, "
             "95 % interval 0.036 to 0.496; 5 runs each).\n");
  IodAnswer *answer = NULL;
  g_autoptr(Case) other = one_row("iops", &answer);
  *answer = (IodAnswer){.ratio = 3.935, .ci = {NAN, NAN, NAN}, .verdict = IOD_VERDICT_LIKELY_BETTER};
  g_autofree char *likely = case_text(other, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.say = TRUE});
  assert_has(likely,
             "jiva is likely 3.94 times as fast as hostpath on fio job, though not proved to be beyond 5 % "
             "(900 against 1000 iops; ratio 3.935; 5 runs each).\n");
  answer->ratio = 0.0001;
  g_autofree char *tiny = case_text(other, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.say = TRUE});
  assert_has(tiny, "jiva is likely more than 99 % slower than hostpath");
}

/* ---- Around the tables */

static void add_differs(Case *c, const char *label, const char *const *values) {
  IodDiffers *differs = case_keep(c, g_new0(IodDiffers, 1));
  differs->label = case_keep(c, g_strdup(label));
  differs->n_series = c->comparison.n_series;
  differs->values = case_keep(c, g_new0(char *, c->comparison.n_series));
  for (guint s = 0; s < c->comparison.n_series; s++) {
    if (values[s] != NULL) differs->values[s] = case_keep(c, g_strdup(values[s]));
  }
  g_ptr_array_add(c->comparison.differs, differs);
}

static void test_around(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new((const char *const[]){"a", "b", "c", NULL});
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  for (guint s = 0; s < 3; s++) case_flat(c, row, s, 100, 5);
  case_versus(row, 0, 1, 1, 0.99, 1.01, IOD_VERDICT_SAME);
  c->comparison.by = case_keep(c, g_strdup("volume"));
  add_differs(c, "file_size", (const char *const[]){"1073741824", "8589934592,1048576", "1073741824"});
  add_differs(c, "numjobs", (const char *const[]){"4", NULL, NULL});
  g_ptr_array_add(c->comparison.ignored, case_keep(c, g_strdup("pod")));
  c->comparison.failed_runs = 2;
  IodGeomean geomean = {NULL, "throughput", 1, 4, 0.95, {0.93, 0.97, 0.95}, 0.01, IOD_VERDICT_LIKELY_WORSE};
  g_array_append_val(c->comparison.geomeans, geomean);
  geomean =
      (IodGeomean){"lat_mean", NULL, 1, 9, 3, {NAN, NAN, NAN}, NAN, IOD_VERDICT_NONE}; /* of no row shown */
  g_array_append_val(c->comparison.geomeans, geomean);
  for (guint i = 0; i < 9; i++)
    case_warning(c, &(IodWarning){.code = "outlier", .message = "far off", .row = "fio job"});
  case_warning(c, &(IodWarning){.code = "cut", .message = "a.log ends early", .source = "a.log", .line = 7});
  row->rolled = 13;
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  iod_sink_warn(iod_dataset_sink(dataset), &(IodWarning){.code = "cut", .message = "ends early"});
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.dataset = dataset});
  assert_has(text, "volume b, c to a: median; ratio with 95 % interval; band 5 %\n"
                   "file_size differs: 1g (a, c), 8g, 1m (b)\n"
                   "numjobs differs: 4 (a), not told (b, c)\n"
                   "varies, but tells no rows apart: pod\n"
                   "rolled up within each run: a value stands for 13\n");
  assert_has(text, "2 runs failed and gave no values\n");
  assert_has(text, "GEOMETRIC MEANS OF RATIOS  rows  ratio\n"
                   " b throughput, run by run     4  0.950 (0.930-0.970)  likely worse\n");
  assert_has_not(text, "lat_mean");
  assert_has(text, "11 warnings:\n"
                   "- fio job: far off\n"
                   "- fio job: far off\n"
                   "- fio job: far off\n"
                   "- 6 more of this kind (outlier)\n"
                   "- a.log ends early\n"
                   "- 1 about the input: on standard error, and in full with --format json\n");
}

static void test_no_rows(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  const IodFormat formats[] = {IOD_FORMAT_TEXT, IOD_FORMAT_MARKDOWN};
  for (gsize i = 0; i < G_N_ELEMENTS(formats); i++) {
    g_autofree char *compare = case_text(c, TRUE, formats[i], NULL);
    assert_has(compare, "jiva to hostpath: median; ratio with 95 % interval\n");
    assert_has(compare, "no rows to show\n");
    g_autofree char *summary = case_text(c, FALSE, formats[i], NULL);
    assert_has(summary, "no rows to show\n");
  }
}

/* Rows that only one side has stay in the table. */
static void test_unmatched(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  case_flat(c, case_row(c, "dd", "copy", "-", "bandwidth", "dd bs=4k"), 0, 1e6, 3);
  case_flat(c, case_row(c, "dd", "copy", "-", "bandwidth", "dd bs=8k"), 1, 1e6, 3);
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.say = TRUE});
  assert_has(text, "3/-");
  assert_has(text, "only hostpath\n");
  assert_has(text, "-/3");
  assert_has(text, "only jiva\n");
  assert_has(text, "Only jiva has values on dd bs=8k.\n");
}

/* Each with each: a table for each pair, or one for all where it fits. */
static void test_pairwise(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new((const char *const[]){"a", "b", "c", NULL});
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  for (guint s = 0; s < 3; s++) case_flat(c, row, s, 100 + 50 * s, 5);
  case_versus(row, 0, 1, 1.5, 1.4, 1.6, IOD_VERDICT_BETTER);
  case_versus(row, 0, 2, 2, 1.9, 2.1, IOD_VERDICT_BETTER);
  case_versus(row, 1, 2, 1.33, 1.2, 1.4, IOD_VERDICT_BETTER);
  g_autofree char *wide = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 140});
  assert_has(wide, "a, b, c, each with each: median");
  assert_has(wide, "  b/a ");
  assert_has(wide, "  c/b\n");
  assert_has(wide, "5/5/5");
  g_autofree char *narrow = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 80});
  assert_has(narrow, "\nb to a\n");
  assert_has(narrow, "\nc to b\n");
  assert_has(narrow, "1.330 (1.200-1.400)");
}

/* ---- Whatever comes */

/* Many series and rows of all kinds, with names that are long, wide, empty or hostile. */
static Case *wild_case(guint n_series, guint n_rows) {
  static const char *const words[] = {"",
                                      "漢字ファイル",
                                      "🙂 smile",
                                      "a|b\\c",
                                      "\x1b[31mred\x1b[0m",
                                      "tab\tand\nline",
                                      "openebs-mayastor-replica-with-a-name-that-never-ends-really",
                                      "e\u0301\u0301\u0301",
                                      "\xff\xfe",
                                      "x \xe2\x80\xae y",
                                      "%s%n",
                                      "<b>&amp;"};
  static const char *const metrics[] = {"bandwidth", "iops",   "lat_mean", "clat_p99.99",
                                        "bytes",     "memory", "odd"};
  g_autoptr(GRand) rand = g_rand_new_with_seed(n_series * 1000 + n_rows);
  g_auto(GStrv) names = g_new0(char *, n_series + 1);
  for (guint s = 0; s < n_series; s++)
    names[s] = g_strdup_printf("%s%u", words[(s * 5 + 6) % G_N_ELEMENTS(words)], s);
  Case *c = case_new((const char *const *)names);
  for (guint i = 0; i < n_rows; i++) {
    const char *metric = metrics[i % G_N_ELEMENTS(metrics)];
    g_autofree char *name =
        g_strdup_printf("fio %s bs=%uk %s", words[i % G_N_ELEMENTS(words)], i, words[i * 7 % 12]);
    IodRow *row = case_row(c, "fio", words[i % 12], "read", metric, name);
    row->usual = i % 5 != 4;
    for (guint s = 0; s < n_series; s++) {
      if (g_rand_int_range(rand, 0, 6) == 0) continue;
      double size = i % 3 == 0 ? 0 : pow(10, g_rand_double_range(rand, -12, 18));
      case_flat(c, row, s, size, (guint)g_rand_int_range(rand, 1, 4));
    }
    for (guint s = 1; s < n_series && row->samples[0] != NULL; s++) {
      if (row->samples[s] == NULL) continue;
      double ratio = i % 4 == 0 ? NAN : pow(10, g_rand_double_range(rand, -9, 9));
      double spread = i % 2 == 0 ? NAN : g_rand_double_range(rand, 1, 1000);
      IodAnswer *answer = case_versus(row, 0, s, ratio, ratio / spread, ratio * spread,
                                      (IodVerdict)g_rand_int_range(rand, 0, 8));
      answer->of_differences = i % 6 == 0;
      answer->difference = -ratio;
      answer->difference_ci = (IodInterval){-ratio - spread, -ratio + spread, 0.95};
      answer->runs_reason = i % 7 == 0 ? "the baseline's runs\nare too few" : NULL;
    }
  }
  case_warning(c, &(IodWarning){.message = words[4], .source = words[8], .row = words[9]});
  add_differs(c, words[5], (const char *const *)(const void *)names);
  return c;
}

/* Lines of text fit, are UTF-8 and hold no control character. */
static void assert_sound(const char *text, guint width) {
  assert_true(g_utf8_validate(text, -1, NULL));
  assert_null(strstr(text, "nan"));
  assert_null(strstr(text, "inf"));
  assert_null(strstr(text, "\xe2\x80\xae"));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++) {
    for (const char *p = lines[i]; *p != '\0'; p++) assert_true((guchar)*p >= 0x20 && *p != 0x7f);
    if (width != 0 && iod_display_width(lines[i]) > width)
      fail_msg("wider than %u: %s\n%s", width, lines[i], text);
    if (*lines[i] != '\0' && g_str_has_suffix(lines[i], " ")) fail_msg("ends in blanks: \"%s\"", lines[i]);
  }
}

static void test_wild(void **state) {
  (void)state;
  static const guint series[] = {1, 2, 3, 24};
  static const guint widths[] = {20, 40, 80, 120, 200, 0};
  for (gsize s = 0; s < G_N_ELEMENTS(series); s++) {
    g_autoptr(Case) c = wild_case(series[s], 30);
    for (gsize w = 0; w < G_N_ELEMENTS(widths); w++) {
      for (guint options = 0; options < (series[s] < 24 ? 4U : 1U); options++) {
        IodReportOptions report = {.width = widths[w],
                                   .say = options == 1,
                                   .winner = options == 2,
                                   .all = options == 3,
                                   .show = options == 3 ? 0x1ff : 0};
        g_autofree char *compare = case_text(c, TRUE, IOD_FORMAT_TEXT, &report);
        assert_sound(compare, widths[w]);
        g_autofree char *summary = case_text(c, FALSE, IOD_FORMAT_TEXT, &report);
        assert_sound(summary, widths[w]);
      }
    }
    g_autofree char *markdown = case_text(c, TRUE, IOD_FORMAT_MARKDOWN, &(IodReportOptions){.say = TRUE});
    assert_sound(markdown, 0);
    assert_has_not(markdown, "<b>");
  }
}

/* All rows of a Markdown table have as many cells as its head, whatever stands in them. */
static void test_markdown_cells(void **state) {
  (void)state;
  g_autoptr(Case) c = wild_case(3, 30);
  g_autofree char *markdown = case_text(c, TRUE, IOD_FORMAT_MARKDOWN, &(IodReportOptions){.all = TRUE});
  g_auto(GStrv) lines = g_strsplit(markdown, "\n", -1);
  guint cells = 0;
  guint rows = 0;
  for (guint i = 0; lines[i] != NULL; i++) {
    if (*lines[i] != '|') {
      cells = 0;
      continue;
    }
    guint count = 0;
    for (const char *p = lines[i]; *p != '\0'; p++) {
      if (*p == '\\' && p[1] != '\0')
        p++;
      else if (*p == '|')
        count++;
    }
    if (cells == 0) cells = count;
    assert_int_equal(count, cells);
    rows++;
  }
  assert_true(rows >= 30 + 6);
}

/* Twenty-four series in 100 columns: each has its comparison, none is lost. */
static void test_many_series(void **state) {
  (void)state;
  g_auto(GStrv) names = g_new0(char *, 25);
  for (guint s = 0; s < 24; s++) names[s] = g_strdup_printf("volume-%u", s);
  g_autoptr(Case) c = case_new((const char *const *)names);
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  for (guint s = 0; s < 24; s++) case_flat(c, row, s, 100, 5);
  for (guint s = 1; s < 24; s++) case_versus(row, 0, s, 1, 0.99, 1.01, IOD_VERDICT_SAME);
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 100});
  assert_has(text, "23 series to volume-0: median");
  for (guint s = 1; s < 24; s++) {
    g_autofree char *title = g_strdup_printf("\nvolume-%u to volume-0\n", s);
    assert_has(text, title);
  }
}

/* In Markdown, too, more comparisons than fit side by side have a table each. */
static void test_many_series_markdown(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new((const char *const[]){"a", "b", "c", "d", "e", "*f*", NULL});
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  for (guint s = 0; s < 6; s++) case_flat(c, row, s, 100, 5);
  for (guint s = 1; s < 6; s++) case_versus(row, 0, s, 1, 0.99, 1.01, IOD_VERDICT_SAME);
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_MARKDOWN, NULL);
  assert_has(text, "\n**b to a**\n\n| HIGHER IS BETTER | unit");
  assert_has(text, "\n**\\*f\\* to a**\n");
}

/* A few long names stand above their rows; the other rows keep their line, and all keep the picture. */
static void test_hanging_names(void **state) {
  (void)state;
  g_autoptr(Case) c = case_new(two);
  for (guint i = 0; i < 8; i++) {
    g_autofree char *name = g_strdup_printf("iozone write bs=%uk", 1U << i);
    g_autofree char *deep =
        g_strdup_printf("fio job ioengine=libaio config=a iodepth=%u numjobs=16 host=somewhere-else", i);
    IodRow *row = case_row(c, "iozone", "write", "write", "bandwidth", i < 2 ? deep : name);
    case_flat(c, row, 0, 100e6, 5);
    case_flat(c, row, 1, 90e6, 5);
    case_versus(row, 0, 1, 0.9, 0.85, 0.93, IOD_VERDICT_WORSE);
  }
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 110});
  assert_has(text, "worse :|: better\n");
  assert_has(text, "\n fio job ioengine=libaio config=a iodepth=1 numjobs=16 host=somewhere-else\n      ");
  assert_has(text, "\n iozone write bs=4k ");
  assert_has_not(text, "…");
}

/* A name too long for the table is told in full below it. */
static void test_legend(void **state) {
  (void)state;
  const char *const names[] = {"hostpath", "openebs-mayastor-3-replicas-nvme-tcp", NULL};
  g_autoptr(Case) c = case_new(names);
  IodRow *row = case_row(c, "fio", "job", "read", "iops", "fio job");
  case_flat(c, row, 0, 100, 5);
  case_flat(c, row, 1, 100, 5);
  case_versus(row, 0, 1, 1, 0.99, 1.01, IOD_VERDICT_SAME);
  g_autofree char *text = case_text(c, TRUE, IOD_FORMAT_TEXT, &(IodReportOptions){.width = 80});
  assert_has(text, "…");
  assert_has(text, " = openebs-mayastor-3-replicas-nvme-tcp\n");
  g_autofree char *wide = case_text(c, TRUE, IOD_FORMAT_TEXT, NULL);
  assert_has_not(wide, "…");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_compare),
      cmocka_unit_test(test_summary),
      cmocka_unit_test(test_verdicts),
      cmocka_unit_test(test_not_judged),
      cmocka_unit_test(test_no_interval),
      cmocka_unit_test(test_marks),
      cmocka_unit_test(test_difference),
      cmocka_unit_test(test_picture),
      cmocka_unit_test(test_picture_place),
      cmocka_unit_test(test_show),
      cmocka_unit_test(test_changed),
      cmocka_unit_test(test_color),
      cmocka_unit_test(test_units),
      cmocka_unit_test(test_unit_of_rows),
      cmocka_unit_test(test_metric_names),
      cmocka_unit_test(test_winner),
      cmocka_unit_test(test_winner_of_three),
      cmocka_unit_test(test_sentences),
      cmocka_unit_test(test_around),
      cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_unmatched),
      cmocka_unit_test(test_pairwise),
      cmocka_unit_test(test_wild),
      cmocka_unit_test(test_markdown_cells),
      cmocka_unit_test(test_many_series),
      cmocka_unit_test(test_legend),
      cmocka_unit_test(test_hanging_names),
      cmocka_unit_test(test_many_series_markdown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
