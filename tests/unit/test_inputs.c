// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/parsers.h"

#include <string.h>
#include <unistd.h>

/* A folder of small CSV files, made anew for each test, and the current one while it runs. */
static int make_folder(void **state) {
  char *folder = g_dir_make_tmp("iodelta-XXXXXX", NULL);
  assert_non_null(folder);
  *state = folder;
  return chdir(folder);
}

static int remove_folder(void **state) {
  g_autofree char *folder = *state;
  g_autofree char *command = g_strdup_printf("rm -rf '%s'", folder);
  return chdir("/") + system(command);
}

static void write_file(const char *path, const char *text) {
  g_autofree char *folder = g_path_get_dirname(path);
  assert_int_equal(g_mkdir_with_parents(folder, 0700), 0);
  assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void write_value(const char *path, int value) {
  g_autofree char *text = g_strdup_printf("tool,metric,value\ndd,iops,%d\n", value);
  write_file(path, text);
}

typedef struct {
  IodInputs *inputs;
  IodDataset *dataset;
  GPtrArray *failures;
} Fixture;

static Fixture fixture(const char *const *arguments) {
  Fixture made = {iod_inputs_new(), iod_dataset_new(),
                  g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free)};
  for (; *arguments; arguments++) assert_true(iod_inputs_add(made.inputs, *arguments, NULL));
  return made;
}

static void read_all(Fixture *made) {
  iod_inputs_read(made->inputs, iod_dataset_sink(made->dataset), made->failures);
}

static void clear(Fixture *made) {
  iod_inputs_free(made->inputs);
  iod_dataset_free(made->dataset);
  g_ptr_array_unref(made->failures);
}

static void check_label(const Fixture *made, guint index, const char *name, const char *wanted) {
  IodEntry entry = iod_dataset_entry(made->dataset, index);
  const char *value = iod_label_of(entry.key, entry.run, name);
  if (!wanted)
    assert_null(value);
  else
    assert_string_equal(value, wanted);
}

static void check_message(const Fixture *made, guint index, const char *part) {
  assert_in_range(index, 0, made->failures->len - 1);
  GError *error = g_ptr_array_index(made->failures, index);
  if (!strstr(error->message, part)) fail_msg("'%s' is not in '%s'", part, error->message);
}

static void series_are_what_the_paths_do_not_share(void **state) {
  (void)state;
  const struct {
    const char *arguments[4];
    const char *names[3];
  } cases[] = {
      {{"hostpath/", "jiva/"}, {"hostpath", "jiva"}},
      {{"out/2024-hostpath.log", "out/2024-jiva.log"}, {"hostpath", "jiva"}},
      {{"a/fio.txt", "b/fio.txt"}, {"a", "b"}},
      {{"base=x/y", "x/z"}, {"base", "z"}},
      {{"run1", "run10", "run2"}, {"run1", "run10", "run2"}},
      {{"x", "x_new"}, {"x", "x_new"}},
      {{"-", "a.log"}, {"stdin", "a.log"}},
  };
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    Fixture made = fixture(cases[i].arguments);
    for (guint j = 0; cases[i].arguments[j]; j++)
      assert_string_equal(iod_inputs_series(made.inputs, j), cases[i].names[j]);
    clear(&made);
  }
}

static void one_input_is_no_series_unless_named(void **state) {
  (void)state;
  const char *one[] = {"hostpath", NULL}, *named[] = {"base=hostpath", NULL};
  Fixture plain = fixture(one), with_name = fixture(named);
  assert_null(iod_inputs_series(plain.inputs, 0));
  assert_string_equal(iod_inputs_series(with_name.inputs, 0), "base");
  clear(&plain);
  clear(&with_name);
}

static void folders_are_read_in_natural_order(void **state) {
  (void)state;
  for (int i = 12; i > 0; i--) {
    g_autofree char *path = g_strdup_printf("logs/run%d.csv", i);
    write_value(path, i);
  }
  write_value("logs/.hidden.csv", 99);
  const char *arguments[] = {"logs", NULL};
  Fixture made = fixture(arguments);
  read_all(&made);
  assert_int_equal(iod_dataset_size(made.dataset), 12);
  for (guint i = 0; i < 12; i++) assert_true(iod_dataset_entry(made.dataset, i).value == i + 1.0);
  clear(&made);
}

static void folder_levels_are_labels_where_they_vary(void **state) {
  (void)state;
  write_value("c/one/jiva/x/1.csv", 1);
  write_value("c/one/local/x/1.csv", 2);
  const char *arguments[] = {"c", NULL};
  Fixture made = fixture(arguments);
  read_all(&made);
  check_label(&made, 0, "dir1", NULL);
  check_label(&made, 0, "dir2", "jiva");
  check_label(&made, 1, "dir2", "local");
  check_label(&made, 1, "dir3", NULL);
  clear(&made);

  made = fixture(arguments);
  assert_true(iod_inputs_set_dirs(made.inputs, "config,volume,_", NULL));
  read_all(&made);
  check_label(&made, 0, "config", "one");
  check_label(&made, 1, "volume", "local");
  clear(&made);
}

static void paths_give_labels_and_name_runs(void **state) {
  (void)state;
  write_value("c/2g/dd/jiva/17.seq.out", 1);
  write_value("c/2g/README", 3);
  const char *arguments[] = {"c", NULL};
  Fixture made = fixture(arguments);
  assert_true(iod_inputs_set_path_labels(made.inputs, "{config}/{_}/{volume}/{run}.{load}.*", NULL));
  assert_true(iod_inputs_add_label(made.inputs, "volume=mine", NULL));
  read_all(&made);
  check_label(&made, 0, "config", NULL);
  check_label(&made, 1, "config", "2g");
  check_label(&made, 1, "load", "seq");
  check_label(&made, 1, "volume", "mine");
  assert_int_equal(iod_dataset_warning_count(made.dataset), 1);
  assert_string_equal(iod_dataset_warning(made.dataset, 0)->code, "path_labels");
  clear(&made);
}

static void patterns_that_say_nothing_are_refused(void **state) {
  (void)state;
  const char *wrong[] = {"{tool}/x", "{test}", "{a}/{a}", "{a", "{}"};
  for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autoptr(GError) error = NULL;
    g_autoptr(IodInputs) inputs = iod_inputs_new();
    assert_false(iod_inputs_set_path_labels(inputs, wrong[i], &error));
    assert_true(g_error_matches(error, IOD_ERROR, IOD_ERROR_USAGE));
  }
}

static void a_file_counts_once(void **state) {
  (void)state;
  write_value("logs/a.csv", 1);
  assert_int_equal(symlink("a.csv", "logs/latest.csv"), 0);
  const char *arguments[] = {"logs", "logs/a.csv", NULL};
  Fixture made = fixture(arguments);
  read_all(&made);
  assert_int_equal(iod_dataset_size(made.dataset), 1);
  assert_int_equal(iod_dataset_warning_count(made.dataset), 2);
  assert_int_equal(made.failures->len, 0);
  clear(&made);
}

static void what_can_not_be_read_is_named(void **state) {
  (void)state;
  write_file("empty.log", "");
  write_file("prose.log", "nothing here\n");
  assert_int_equal(g_mkdir("void", 0700), 0);
  write_value("good.csv", 1);
  const char *arguments[] = {"gone.log", "empty.log",  "prose.log", "void",
                             "good.csv", "good.csv#7", "/dev/zero", NULL};
  Fixture made = fixture(arguments);
  read_all(&made);
  assert_int_equal(made.failures->len, 6);
  check_message(&made, 0, "gone.log: No such file");
  check_message(&made, 1, "/dev/zero: is a device");
  check_message(&made, 2, "empty.log: no benchmark result");
  check_message(&made, 3, "prose.log: no benchmark result");
  check_message(&made, 4, "void: no file");
  check_message(&made, 5, "good.csv#7: it holds 1 logs");
  assert_int_equal(iod_dataset_size(made.dataset), 1);
  clear(&made);
}

static void overlong_lines_are_passed_over(void **state) {
  (void)state;
  gsize size = 3 * 1024 * 1024;
  g_autofree char *filler = g_strnfill(size, 'a');
  g_autofree char *text =
      g_strconcat("tool,metric,value\ndd,iops,1\n\n", filler, "\ntool,metric,value\ndd,iops,2\n", NULL);
  write_file("long.csv", text);
  const char *arguments[] = {"long.csv", NULL};
  Fixture made = fixture(arguments);
  read_all(&made);
  assert_int_equal(iod_dataset_size(made.dataset), 2);
  assert_int_equal(iod_dataset_entry(made.dataset, 1).line, 6);
  assert_int_equal(iod_dataset_warning_count(made.dataset), 1);
  assert_string_equal(iod_dataset_warning(made.dataset, 0)->code, "long_line");
  clear(&made);
}

static void values_by_hand_are_given(void **state) {
  (void)state;
  write_value("a.csv", 1);
  const char *arguments[] = {"a.csv", NULL};
  Fixture made = fixture(arguments);
  assert_false(iod_inputs_add_given(made.inputs, "jiva", NULL));
  assert_false(iod_inputs_add_given(made.inputs, "jiva:cpu=six", NULL));
  assert_true(iod_inputs_add_given(made.inputs, "jiva:cpu=6,memory=736MiB,lat_mean=2ms", NULL));
  read_all(&made);
  assert_int_equal(iod_dataset_size(made.dataset), 4);
  assert_true(iod_dataset_entry(made.dataset, 2).value == 736.0 * 1024 * 1024);
  assert_true(iod_dataset_entry(made.dataset, 3).value == 2e-3);
  check_label(&made, 1, "series", "jiva");
  clear(&made);
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(series_are_what_the_paths_do_not_share),
      cmocka_unit_test(one_input_is_no_series_unless_named),
      IN_FOLDER(folders_are_read_in_natural_order),
      IN_FOLDER(folder_levels_are_labels_where_they_vary),
      IN_FOLDER(paths_give_labels_and_name_runs),
      cmocka_unit_test(patterns_that_say_nothing_are_refused),
      IN_FOLDER(a_file_counts_once),
      IN_FOLDER(what_can_not_be_read_is_named),
      IN_FOLDER(overlong_lines_are_passed_over),
      IN_FOLDER(values_by_hand_are_given),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
