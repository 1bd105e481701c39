// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/parsers.h"

#include <string.h>
#include <unistd.h>

static const char csv[] = "tool,metric,value\ndd,iops,7\n";

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

static IodDataset *read_path(const char *path, GPtrArray *failures) {
  g_autoptr(IodInputs) inputs = iod_inputs_new();
  IodDataset *dataset = iod_dataset_new();
  assert_true(iod_inputs_add(inputs, path, NULL));
  iod_inputs_read(inputs, iod_dataset_sink(dataset), failures);
  return dataset;
}

static void compressed_files_read_as_if_plain(void **state) {
  (void)state;
  assert_true(g_file_set_contents("a.csv", csv, -1, NULL));
  assert_int_equal(system("gzip -k a.csv; xz -k a.csv; bzip2 -k a.csv; gzip -c a.csv.gz > twice.gz"), 0);
  const char *names[] = {"a.csv.gz", "a.csv.xz", "a.csv.bz2", "twice.gz"};
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(GPtrArray) failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
    g_autoptr(IodDataset) dataset = read_path(names[i], failures);
    assert_int_equal(failures->len, 0);
    assert_int_equal(iod_dataset_size(dataset), 1);
    assert_true(iod_dataset_entry(dataset, 0).value == 7.0);
    assert_string_equal(iod_dataset_run(dataset, 0)->source, names[i]);
  }
}

static void members_count_as_files(void **state) {
  (void)state;
  assert_int_equal(system("mkdir -p a/x b/x; printf 'tool,metric,value\\ndd,iops,1\\n' > a/x/1.csv;"
                          "printf 'tool,metric,value\\ndd,iops,2\\n' > b/x/1.csv; cp a/x/1.csv b/x/._1.csv;"
                          "tar -cJf t.tar.xz a b"),
                   0);
  g_autoptr(GPtrArray) failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
  g_autoptr(IodDataset) dataset = read_path("t.tar.xz", failures);
  assert_int_equal(iod_dataset_size(dataset), 2);
  IodEntry second = iod_dataset_entry(dataset, 1);
  assert_string_equal(second.run->source, "t.tar.xz!b/x/1.csv");
  assert_string_equal(iod_label_of(second.key, second.run, "dir1"), "b");
}

static void damage_and_bombs_are_named(void **state) {
  (void)state;
  assert_true(g_file_set_contents("a.csv", csv, -1, NULL));
  assert_int_equal(
      system("gzip a.csv; head -c 30 a.csv.gz > cut.gz; (echo a; head -c 1100M /dev/zero) | gzip -1 > bomb;"
             "gzip -n bomb"),
      0);
  const char *names[] = {"cut.gz", "bomb.gz"}, *words[] = {"can't be unpacked", "not read on"};
  for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autoptr(GPtrArray) failures = g_ptr_array_new_with_free_func((GDestroyNotify)g_error_free);
    g_autoptr(IodDataset) dataset = read_path(names[i], failures);
    assert_int_equal(failures->len, 1);
    assert_int_equal(iod_dataset_size(dataset), 0);
    assert_non_null(strstr(((GError *)g_ptr_array_index(failures, 0))->message, words[i]));
  }
}

#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

int main(void) {
  const struct CMUnitTest tests[] = {
      IN_FOLDER(compressed_files_read_as_if_plain),
      IN_FOLDER(members_count_as_files),
      IN_FOLDER(damage_and_bombs_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
