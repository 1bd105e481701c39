// SPDX-License-Identifier: GPL-3.0-or-later
/* Every subset of the tests in every layout, printed as iozone prints them (widths as measured in real logs),
 * with and without the command line, the blanks at the ends of rows, and figures of all lengths. Whatever is
 * read must be right; and all must be read where anything tells the tests apart. */
#include "iozone_support.h"

enum { COLUMNS = 17, GROUPS = 11 };

static const char *const names[COLUMNS] = {
    "write write",      "rewrite write",      "read read",          "reread read",
    "random_read read", "random_write write", "backward_read read", "record_rewrite write",
    "stride_read read", "fwrite write",       "frewrite write",     "fread read",
    "freread read",     "pwrite write",       "repwrite write",     "pread read",
    "repread read",
};
static const guint group_of[COLUMNS] = {0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 6, 7, 7, 9, 9, 10, 10};

static const struct {
  const char *version;
  gboolean extended; /* can print the tests of -E */
  int width[COLUMNS];
  int blank[GROUPS];
  const char *heading, *extension;
} layouts[] = {
    {"3.263",
     FALSE,
     {8, 8, 9, 9, 8, 8, 8, 8, 8, 9, 9, 8, 9, 8, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19},
     "              KB  reclen   write rewrite    read    reread    read   write    read rewrite    read"
     "   fwrite frewrite   fread  freread",
     ""},
    {"3.353",
     FALSE,
     {8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9, 8, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19},
     "              KB  reclen   write rewrite    read    reread    read   write    read  rewrite     read"
     "   fwrite frewrite   fread  freread",
     ""},
    {"3.420",
     TRUE,
     {8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9, 8, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19},
     "              KB  reclen   write rewrite    read    reread    read   write    read  rewrite     read"
     "   fwrite frewrite   fread  freread",
     "  pwrite repwrite  pread   repread"},
    {"3.429",
     TRUE,
     {9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9},
     {16, 18, 16, 8, 8, 8, 18, 16, 0, 17, 19},
     "              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite"
     "      read   fwrite frewrite    fread  freread",
     "  pwrite repwrite   pread   repread"},
    {"3.471",
     TRUE,
     {9, 9, 9, 9, 9, 9, 9, 10, 10, 9, 9, 9, 9, 9, 9, 8, 9},
     {18, 18, 18, 9, 10, 10, 18, 17, 0, 18, 18},
     "              kB  reclen    write  rewrite    read    reread    read     write     read   rewrite"
     "      read   fwrite frewrite    fread  freread",
     "  pwrite repwrite   pread   repread"},
};

typedef struct {
  guint layout;
  guint groups; /* bit g: -i g */
  gboolean extended, command, version, padded;
  guint fewest, most; /* digits of figures */
} Case;

static guint random_figure(GRand *random, const Case *how) {
  guint digits = (guint)g_rand_int_range(random, (gint32)how->fewest, (gint32)how->most + 1), figure = 0;
  for (guint i = 0; i < digits; i++)
    figure = figure * 10 + (guint)g_rand_int_range(random, i == 0 ? 1 : 0, 10);
  return figure;
}

static void append_row(GString *text, const Case *how, guint record, guint *figures) {
  g_string_append_printf(text, "%16d%8u", 65536, record);
  for (guint column = 0; column < (how->extended ? COLUMNS : 13u); column++) {
    guint group = group_of[column];
    if (how->groups >> group & 1)
      g_string_append_printf(text, "%*u", layouts[how->layout].width[column], figures[column]);
    else if (column == 0 || group_of[column - 1] != group)
      g_string_append_printf(text, "%*s", layouts[how->layout].blank[group], "");
  }
  if (!how->padded) {
    while (text->str[text->len - 1] == ' ') g_string_truncate(text, text->len - 1);
  }
  g_string_append_c(text, '\n');
}

static void append_heading(GString *text, const Case *how) {
  if (how->version)
    g_string_append_printf(text, "\t        Version $Revision: %s $\n\n", layouts[how->layout].version);
  if (how->command) {
    g_string_append(text, "\tCommand line used: ./iozone -s 64m -r 4k -f /mnt/t");
    for (guint group = GROUPS; group-- > 0;)
      if (how->groups >> group & 1) g_string_append_printf(text, group % 2 ? " -i%u" : " -i %u", group);
    g_string_append_printf(text, "%s\n", how->extended ? " -E" : "");
  }
  g_string_append_printf(text, "\tOutput is in kBytes/sec\n%s%s\n", layouts[how->layout].heading,
                         how->extended ? layouts[how->layout].extension : "");
}

/* How many of the figures were read; fails where one is wrong. */
static guint check_case(GRand *random, const Case *how, guint *wanted) {
  g_autoptr(GString) text = g_string_new(NULL);
  guint figures[2][COLUMNS], right = 0;
  append_heading(text, how);
  for (guint row = 0; row < 2; row++) {
    for (guint column = 0; column < COLUMNS; column++) figures[row][column] = random_figure(random, how);
    append_row(text, how, 4u << row, figures[row]);
  }
  g_string_append(text, "\niozone test complete.\n");
  g_autoptr(Reading) reading = read_text(text->str);
  *wanted = 0;
  for (guint row = 0; row < 2; row++) {
    for (guint column = 0; column < (how->extended ? COLUMNS : 13u); column++) {
      g_autofree char *key =
          g_strdup_printf("1 %s bandwidth block_size=%u file_size=67108864", names[column], 4096u << row);
      const double *value = g_hash_table_lookup(reading->seen, key);
      gboolean chosen = how->groups >> group_of[column] & 1;
      *wanted += chosen ? 1 : 0;
      if (!value) continue;
      if (!chosen || *value != figures[row][column] * 1024.0) fail_msg("%s is wrong in\n%s", key, text->str);
      right++;
    }
  }
  assert_int_equal(reading->count, right);
  if (right < *wanted && !reading->warnings->len)
    fail_msg("not a word about what was left out of\n%s", text->str);
  return right;
}

static void check_all(const Case *pattern, gboolean all_must_be_read) {
  g_autoptr(GRand) random = g_rand_new_with_seed(42);
  for (guint layout = 0; layout < G_N_ELEMENTS(layouts); layout++) {
    Case how = *pattern;
    how.layout = layout;
    if (how.extended && !layouts[layout].extended) continue;
    for (guint subset = 1; subset < (how.extended ? 1024u : 256u); subset++) {
      if (how.extended && subset % 7 != 0 && subset >> 8 != 3) continue; /* a part of them will do */
      how.groups = (subset & 0xff) | (subset >> 8) << 9;
      guint wanted = 0, right = check_case(random, &how, &wanted);
      if (all_must_be_read && right < wanted)
        fail_msg("%s, tests %x: %u of %u", layouts[layout].version, how.groups, right, wanted);
    }
  }
}

static void told_by_the_command_line(void **state) {
  (void)state;
  check_all(&(Case){.command = TRUE, .version = TRUE, .padded = TRUE, .fewest = 3, .most = 8}, TRUE);
  check_all(&(Case){.command = TRUE, .version = FALSE, .padded = FALSE, .fewest = 1, .most = 8}, TRUE);
  check_all(&(Case){.command = TRUE, .version = TRUE, .padded = FALSE, .fewest = 1, .most = 2}, TRUE);
  check_all(&(Case){.command = TRUE, .version = TRUE, .extended = TRUE, .fewest = 3, .most = 8}, TRUE);
}

static void told_by_blanks(void **state) {
  (void)state;
  check_all(&(Case){.version = TRUE, .padded = TRUE, .fewest = 4, .most = 8}, TRUE);
  check_all(&(Case){.version = TRUE, .padded = FALSE, .fewest = 4, .most = 8}, TRUE);
  check_all(&(Case){.version = TRUE, .extended = TRUE, .padded = TRUE, .fewest = 4, .most = 8}, TRUE);
}

/* Without the version two layouts may fit, and small figures look like blanks: then nothing is read. */
static void never_guessed(void **state) {
  (void)state;
  check_all(&(Case){.padded = TRUE, .fewest = 4, .most = 8}, FALSE);
  check_all(&(Case){.padded = FALSE, .fewest = 4, .most = 8}, FALSE);
  check_all(&(Case){.padded = TRUE, .fewest = 1, .most = 2}, FALSE);
  check_all(&(Case){.version = TRUE, .padded = FALSE, .fewest = 1, .most = 2}, FALSE);
  check_all(&(Case){.extended = TRUE, .padded = FALSE, .fewest = 1, .most = 8}, FALSE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(told_by_the_command_line),
      cmocka_unit_test(told_by_blanks),
      cmocka_unit_test(never_guessed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
