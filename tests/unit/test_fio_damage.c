// SPDX-License-Identifier: GPL-3.0-or-later
/* Logs that end early or were damaged: what is read of them is what stands there, and nothing else. */
#include "fio_support.h"

/* Whether the whole log, or what fio says of the cut one, bears an observation of the cut one out. Where the
 * counts were cut off, the rates are the printed ones. */
static gboolean is_borne_out(const Reading *whole, const Seen *seen) {
  gboolean rounded = strcmp(seen->metric, "iops") == 0 || strcmp(seen->metric, "bandwidth") == 0 ||
                     strcmp(seen->metric, "bytes") == 0;
  for (guint i = 0; i < whole->seen->len; i++) {
    const Seen *other = g_ptr_array_index(whole->seen, i);
    if (strcmp(other->metric, seen->metric) != 0 || strcmp(other->test, seen->test) != 0 ||
        strcmp(other->op, seen->op) != 0 || other->line != seen->line || !has_labels(other, seen->labels))
      continue;
    double allowed = rounded ? 0.1 * other->value + 1 : 0;
    if (fabs(other->value - seen->value) <= allowed) return TRUE;
  }
  return FALSE;
}

/* Cuts a log at every step-th byte, from first on. */
static void check_cuts(const char *name, gsize first, gsize step) {
  g_autofree char *text = fixture(name);
  gsize length = strlen(text);
  g_autoptr(Reading) whole = read_fio(text, (gssize)length);
  for (gsize cut = first; cut < length; cut += step) {
    g_autoptr(Reading) reading = read_fio(text, (gssize)cut);
    for (guint i = 0; i < reading->seen->len; i++) {
      const Seen *seen = g_ptr_array_index(reading->seen, i);
      if (!is_borne_out(whole, seen))
        fail_msg("%s cut at byte %zu: %s %s %s {%s} = %.12g in line %u", name, cut, seen->test, seen->op,
                 seen->metric, seen->labels, seen->value, seen->line);
    }
  }
}

/* Prime steps from different bytes on: all places within a line come up, in a fraction of the time. */
static void every_cut_keeps_to_the_log(void **state) {
  (void)state;
  static const struct {
    const char *name;
    gsize step;
  } logs[] = {
      {"text/v1.20-en_US-grouping.txt", 1},
      {"text/v2.15-enospc.txt", 1},
      {"twin/custom-percentiles.txt", 1},
      {"twin/03-randrw-70-30.txt", 3},
      {"twin/fsync.txt", 5},
      {"twin/same-name-two-groups.txt", 7},
      {"twin/two-sizes.txt", 7},
      {"twin/unified-both.txt", 5},
      {"twin/max-latency.txt", 7},
      {"text/64-verify-failure.txt", 5},
      {"text/77-three-runs-concatenated.txt", 11},
      {"text/86-client-server-error.txt", 5},
      {"text/v1.38-eta-always.txt", 5},
      {"text/v1.58-randrw-group.txt", 3},
      {"text/v2.1.10-bits.txt", 3},
      {"text/v2.19-randrw-numjobs2.txt", 11},
      {"text/v3.42-client-two-servers.txt", 11},
      {"twin/killed-job.txt", 7},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(logs); i++) check_cuts(logs[i].name, i % logs[i].step, logs[i].step);
}

/* ---- What pasting does to a log ---- */

typedef void (*Damage)(GString *out, const char *line, guint number);

static void strip_indentation(GString *out, const char *line, guint number) {
  (void)number;
  g_string_append(out, line + strspn(line, " "));
  g_string_append_c(out, '\n');
}

static void squeeze_blanks(GString *out, const char *line, guint number) {
  (void)number;
  for (const char *p = line; *p; p++)
    if (*p != ' ' || (p > line && p[-1] != ' ')) g_string_append_c(out, *p);
  g_string_append_c(out, '\n');
}

static void double_lines(GString *out, const char *line, guint number) {
  (void)number;
  g_string_append_printf(out, "%s\n\n", line);
}

static void end_as_dos(GString *out, const char *line, guint number) {
  (void)number;
  g_string_append_printf(out, "%s\r\n", line);
}

static void quote(GString *out, const char *line, guint number) {
  (void)number;
  g_string_append_printf(out, "> %s\n", line);
}

static void indent_with_tab(GString *out, const char *line, guint number) {
  (void)number;
  g_string_append_printf(out, "\t%s   \n", line);
}

/* As mailers do: no line is longer than 72, breaks are between words. */
static void wrap_words(GString *out, const char *line, guint number) {
  (void)number;
  while (strlen(line) > 72) {
    gsize at = 72;
    while (at > 0 && line[at] != ' ') at--;
    if (at == 0 || strspn(line, " ") >= at) break;
    g_string_append_len(out, line, (gssize)at);
    g_string_append_c(out, '\n');
    line += at + strspn(line + at, " ");
  }
  g_string_append_printf(out, "%s\n", line);
}

/* As terminals do: lines are broken after 80 characters, wherever that is. */
static void wrap_hard(GString *out, const char *line, guint number) {
  (void)number;
  for (; strlen(line) > 80; line += 80) {
    g_string_append_len(out, line, 80);
    g_string_append_c(out, '\n');
  }
  g_string_append_printf(out, "%s\n", line);
}

static char *damaged(const char *text, Damage damage) {
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  GString *out = g_string_new(NULL);
  guint number = 0;
  for (char **line = lines; *line && (line[1] || **line); line++) damage(out, *line, number++);
  return g_string_free(out, FALSE);
}

static void check_same(const char *name, const char *text, const char *expected, Damage damage,
                       const char *what) {
  g_autofree char *other = damaged(text, damage);
  g_autoptr(Reading) reading = read_fio(other, -1);
  g_autofree char *gist = gist_of(reading);
  if (strcmp(gist, expected) == 0) return;
  g_auto(GStrv) want = g_strsplit(expected, "\n", -1);
  g_auto(GStrv) got = g_strsplit(gist, "\n", -1);
  guint i = 0;
  while (want[i] && got[i] && strcmp(want[i], got[i]) == 0) i++;
  fail_msg("%s, %s: %s\ninstead of %s", name, what, got[i] ? got[i] : "nothing",
           want[i] ? want[i] : "nothing");
}

static void check_pastes(const char *name, gpointer user) {
  static const struct {
    Damage damage;
    const char *what;
  } damages[] = {{strip_indentation, "indentation lost"},
                 {squeeze_blanks, "blanks squeezed"},
                 {double_lines, "blank lines between"},
                 {end_as_dos, "CR LF"},
                 {quote, "quoted"},
                 {indent_with_tab, "indented"},
                 {wrap_words, "wrapped by a mailer"},
                 {wrap_hard, "wrapped by a terminal"}};
  (void)user;
  g_autofree char *text = fixture(name);
  g_autoptr(Reading) reading = read_fio(text, -1);
  g_autofree char *expected = gist_of(reading);
  for (gsize i = 0; i < G_N_ELEMENTS(damages); i++)
    check_same(name, text, expected, damages[i].damage, damages[i].what);
}

/* Calls a function for each log of a folder below the fixtures. */
static guint each_log(const char *folder, void (*call)(const char *name, gpointer user), gpointer user) {
  g_autofree char *path = g_build_filename(IOD_TEST_DATA, "fio", folder, NULL);
  g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
  assert_non_null(dir);
  guint count = 0;
  for (const char *name; (name = g_dir_read_name(dir));) {
    if (!g_str_has_suffix(name, ".txt")) continue;
    g_autofree char *below = g_build_filename(folder, name, NULL);
    call(below, user);
    count++;
  }
  return count;
}

static void pastes_read_like_the_log(void **state) {
  (void)state;
  assert_in_range(each_log("twin", check_pastes, NULL), 40, 1000);
  assert_in_range(each_log("text", check_pastes, NULL), 20, 1000);
}

/* ---- Any damage at all ---- */

static char *mutated(const char *text, GRand *random) {
  GString *out = g_string_new(text);
  for (guint left = (guint)g_rand_int_range(random, 1, 12); left > 0 && out->len > 2; left--) {
    gssize at = g_rand_int_range(random, 0, (gint32)out->len - 1);
    gssize length = g_rand_int_range(random, 1, 60);
    length = MIN(length, (gssize)out->len - at);
    switch (g_rand_int_range(random, 0, 6)) {
    case 0:
      out->str[at] = (char)g_rand_int_range(random, 1, 256);
      break;
    case 1:
      g_string_erase(out, at, length);
      break;
    case 2: {
      g_autofree char *piece = g_strndup(out->str + at, (gsize)length);
      g_string_insert(out, g_rand_int_range(random, 0, (gint32)out->len), piece);
      break;
    }
    case 3:
      out->str[at] = (char)g_rand_int_range(random, '0', '9' + 1);
      break;
    case 4:
      g_string_insert_c(out, at, '\n');
      break;
    default:
      g_string_truncate(out, (gsize)at);
      break;
    }
  }
  return g_string_free(out, FALSE);
}

static void check_sane(const Reading *reading) {
  static const char *const ops[] = {"read", "write", "trim", "mixed", "fsync", "-", NULL};
  for (guint i = 0; i < reading->seen->len; i++) {
    const Seen *seen = g_ptr_array_index(reading->seen, i);
    IodMetric metric;
    assert_true(isfinite(seen->value) && seen->value >= 0);
    assert_true(*seen->test != '\0' && g_utf8_validate(seen->test, -1, NULL));
    assert_true(g_utf8_validate(seen->labels, -1, NULL));
    assert_true(g_strv_contains(ops, seen->op));
    assert_true(iod_metric_lookup(seen->metric, &metric));
    assert_true(seen->line > 0);
  }
}

static void check_mutations(const char *name, gpointer user) {
  g_autofree char *text = fixture(name);
  for (guint i = 0; i < 40; i++) {
    g_autofree char *other = mutated(text, user);
    g_autoptr(Reading) reading = read_fio(other, -1);
    check_sane(reading);
  }
}

static void any_damage_gives_sane_figures(void **state) {
  (void)state;
  GRand *random = g_rand_new_with_seed(20261130);
  each_log("twin", check_mutations, random);
  each_log("text", check_mutations, random);
  g_rand_free(random);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_cut_keeps_to_the_log),
                                     cmocka_unit_test(pastes_read_like_the_log),
                                     cmocka_unit_test(any_damage_gives_sane_figures)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
