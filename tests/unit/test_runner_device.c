// SPDX-License-Identifier: GPL-3.0-or-later
/* Block devices and small file systems of their own, on loop devices: what is in use or holds something is
 * refused, and what fills up or can't be written is told. Needs root; skipped elsewhere. */
#include "runner_program.h"

#include <fcntl.h>
#include <sys/stat.h>

/* Runs a command of the shell; its output, without the newline at its end. NULL where it failed. Free it. */
static char *shell(const char *format, ...) G_GNUC_PRINTF(1, 2);
static char *shell(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *words = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  char *command[] = {(char[]){"/bin/sh"}, (char[]){"-c"}, words, NULL};
  char *out = NULL;
  int status = 0;
  if (!g_spawn_sync(NULL, command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL, NULL, &out, NULL, &status, NULL))
    return NULL;
  if (status == 0) return g_strchomp(out);
  g_free(out);
  return NULL;
}

static gboolean done(char *output) {
  gboolean fine = output != NULL;
  g_free(output);
  return fine;
}

typedef struct {
  Program *program;
  char *image, *device, *mount;
} Loop;

/* A loop device on a file of so many MiB. */
static int loop_setup(void **state) {
  Loop *loop = g_new0(Loop, 1);
  void *program = NULL;
  if (program_setup(&program) != 0) return -1;
  loop->program = program;
  loop->image = g_build_filename(loop->program->folder, "image", NULL);
  loop->mount = g_build_filename(loop->program->folder, "mount", NULL);
  *state = loop;
  return g_mkdir(loop->mount, 0755);
}

static int loop_teardown(void **state) {
  Loop *loop = *state;
  void *program = loop->program;
  g_free(shell("umount '%s'", loop->mount));
  if (loop->device != NULL) g_free(shell("losetup -d %s", loop->device));
  int result = program_teardown(&program);
  g_free(loop->image);
  g_free(loop->device);
  g_free(loop->mount);
  g_free(loop);
  return result;
}

static void attach(Loop *loop, guint mebibytes, const char *options) {
  if (geteuid() != 0) skip_because("loop devices need root");
  needs_direct(loop->program);
  if (!done(shell("dd if=/dev/zero of='%s' bs=1M count=%u", loop->image, mebibytes)))
    skip_because("no room for an image");
  loop->device = shell("losetup -f --show %s '%s'", options, loop->image);
  if (loop->device == NULL) skip_because("this kernel lets no loop device be made");
}

static void mount_new(Loop *loop, guint mebibytes, const char *mkfs) {
  attach(loop, mebibytes, "");
  if (!done(shell("%s %s", mkfs, loop->device))) skip_because("mkfs.ext4 is not installed");
  if (!done(shell("mount %s '%s'", loop->device, loop->mount))) skip_because("nothing may be mounted here");
}

/* Runs the program with words in which %s is the device. */
static void run_on(Loop *loop, const char *words) {
  g_auto(GStrv) parts = g_strsplit(words, "%s", -1);
  g_autofree char *joined = g_strjoinv(loop->device, parts);
  program_run(loop->program, joined);
}

/* ---- Devices ---- */

static void an_empty_device_is_written_only_by_name(void **state) {
  Loop *loop = *state;
  attach(loop, 8, "");
  run_on(loop, "run %s --rw randwrite --ios 20 --runs 1");
  program_exits(loop->program, 2);
  program_says(loop->program, "--destroy /dev/loop");
  run_on(loop, "run %s --rw randwrite --ios 20 --runs 1 --overwrite %s");
  program_exits(loop->program, 2);
  run_on(loop, "run %s --rw randread --ios 20 --runs 1");
  program_exits(loop->program, 0);
  run_on(loop, "run disk=%s --rw randwrite,randread --ios 20 --runs 1 --verify --destroy %s");
  program_exits(loop->program, 0);
  json_t *runs = runs_in(loop->program->out);
  assert_string_equal(fact_in(json_array_get(runs, 0), "target_kind"), "device");
  assert_string_equal(fact_in(json_array_get(runs, 0), "proof_direct"), "1");
  json_decref(runs);
}

static void what_a_device_holds_is_named(void **state) {
  static const struct {
    const char *make, *says;
  } cases[] = {
      {"mkfs.ext4 -q -F %s", "ext4 file system"},
      {"mkfs.xfs -q -f %s", "XFS file system"},
      {"mkfs.btrfs -q -f %s", "btrfs file system"},
      {"mkswap %s", "swap space"},
      {"printf '\\125\\252' | dd of=%s bs=1 seek=510 conv=notrunc", "partition table"},
      {"printf 'EFI PART' | dd of=%s bs=512 seek=1 conv=notrunc", "GPT partition table"},
      {"printf 'EFI PART' | dd of=%s bs=512 seek=262143 conv=notrunc", "GPT partition table"},
      {"printf LUKS'\\272\\276' | dd of=%s conv=notrunc", "LUKS"},
      {"printf LABELONE | dd of=%s bs=512 seek=1 conv=notrunc", "LVM"},
      {"printf '\\374\\116\\053\\251' | dd of=%s bs=4096 seek=1 conv=notrunc", "RAID"},
      {"printf '\\014\\261\\272\\000\\000\\000\\000\\000' | dd of=%s bs=1024 seek=132 conv=notrunc", "ZFS"},
  };
  Loop *loop = *state;
  attach(loop, 128, "");
  for (gsize i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_auto(GStrv) parts = g_strsplit(cases[i].make, "%s", -1);
    g_autofree char *command = g_strjoinv(loop->device, parts);
    if (!done(shell("%s", command))) {
      print_message("SKIP: not installed: %s\n", cases[i].make);
      continue;
    }
    run_on(loop, "run %s --size 4m --rw randwrite --ios 20 --runs 1 --destroy %s");
    program_exits(loop->program, 2);
    program_says(loop->program, cases[i].says);
    program_says(loop->program, "wipefs");
    assert_true(done(shell("dd if=/dev/zero of=%s bs=1M count=128 oflag=direct", loop->device)));
  }
}

/* What the runner itself wrote must not look like something. */
static void our_own_data_bear_no_signature(void **state) {
  Loop *loop = *state;
  attach(loop, 8, "");
  for (guint i = 0; i < 3; i++) {
    run_on(loop, "run %s --rw randwrite --ios 3000 --runs 1 --destroy %s");
    program_exits(loop->program, 0);
  }
}

static void a_device_in_use_is_refused(void **state) {
  Loop *loop = *state;
  mount_new(loop, 16, "mkfs.ext4 -q -F");
  run_on(loop, "run %s --rw randwrite --ios 20 --runs 1 --destroy %s");
  program_exits(loop->program, 2);
  program_says(loop->program, "is mounted on");
  run_on(loop, "run %s --rw randread --ios 20 --runs 1");
  program_exits(loop->program, 2);
}

static void a_block_smaller_than_a_sector_is_refused(void **state) {
  Loop *loop = *state;
  attach(loop, 8, "-b 4096");
  run_on(loop, "run %s --rw randread --bs 512 --ios 20 --runs 1");
  program_exits(loop->program, 2);
  program_says(loop->program, "multiples of 4096");
  run_on(loop, "run %s --rw randread --bs 8k --ios 20 --runs 1");
  program_exits(loop->program, 0);
}

/* ---- File systems ---- */

static void a_full_file_system_is_seen_before_the_first_write(void **state) {
  Loop *loop = *state;
  mount_new(loop, 32, "mkfs.ext4 -q -F");
  program_run(loop->program, "run mount --rw read --size 40m --ios 20 --runs 1");
  program_exits(loop->program, 2);
  program_says(loop->program, "are free");
  program_run(loop->program, "run mount --rw read --size 8m --ios 20 --runs 1");
  program_exits(loop->program, 0);
  /* lost+found alone. */
  assert_int_equal(entries_of(loop->mount), 1);
}

/* Writes into the holes of a file take room until there is none. */
static void a_file_system_that_fills_up_ends_the_run(void **state) {
  Loop *loop = *state;
  mount_new(loop, 16, "mkfs.ext4 -q -F -m 0");
  assert_true(done(shell("truncate -s 64M '%s/holes'", loop->mount)));
  program_run(
      loop->program,
      "run mount/holes --rw randwrite --bs 64k --ios 5000 --runs 2 --overwrite mount/holes -o r.ndjson");
  program_exits(loop->program, 6);
  program_says(loop->program, "No space left");
  g_autofree char *path = g_build_filename(loop->program->folder, "r.ndjson", NULL);
  g_autofree char *text = NULL;
  assert_true(g_file_get_contents(path, &text, NULL, NULL));
  json_t *runs = runs_in(text);
  assert_int_equal(json_array_size(runs), 1);
  assert_true(value_in(json_array_get(runs, 0), "write", "ios") > 50);
  assert_true(json_is_false(json_object_get(json_array_get(runs, 0), "complete")));
  json_decref(runs);
}

/* The device under the file system is smaller than it says, as a thin volume is. */
static void a_volume_that_has_run_out_is_told(void **state) {
  Loop *loop = *state;
  if (geteuid() != 0) skip_because("loop devices need root");
  needs_direct(loop->program);
  if (!done(shell("mount -t tmpfs -o size=12m none '%s'", loop->mount)))
    skip_because("nothing may be mounted here");
  g_autofree char *inner = g_build_filename(loop->program->folder, "inner", NULL);
  assert_int_equal(g_mkdir(inner, 0755), 0);
  gboolean made =
      done(shell("truncate -s 64M '%s/image' && mkfs.ext4 -q -F '%s/image'", loop->mount, loop->mount));
  if (made) loop->device = shell("losetup -f --show '%s/image'", loop->mount);
  if (loop->device == NULL || !done(shell("mount %s '%s'", loop->device, inner)))
    skip_because("no loop device");
  program_run(loop->program, "run inner --rw read --size 32m --ios 20 --runs 1");
  guint left = entries_of(inner);
  g_free(shell("umount '%s'; losetup -d %s", inner, loop->device));
  g_clear_pointer(&loop->device, g_free);
  program_exits(loop->program, 6);
  program_says(loop->program, "laying the file out failed");
  assert_int_equal(left, 1);
}

static void what_is_read_only_is_refused(void **state) {
  Loop *loop = *state;
  mount_new(loop, 16, "mkfs.ext4 -q -F");
  assert_true(done(shell("mount -o remount,ro '%s'", loop->mount)));
  program_run(loop->program, "run mount --rw read --size 1m --ios 20 --runs 1");
  program_exits(loop->program, 2);
  program_says(loop->program, "Read-only file system");
}

/* With its data journalled ext4 has no O_DIRECT: it takes the flag and goes through the page cache. */
static void a_flag_that_means_nothing_is_refused(void **state) {
  Loop *loop = *state;
  mount_new(loop, 32, "mkfs.ext4 -q -F");
  g_free(shell("umount '%s'", loop->mount));
  if (!done(shell("mount -o data=journal %s '%s'", loop->device, loop->mount)))
    skip_because("no data=journal here");
  program_run(loop->program, "run mount --rw read --size 1m --ios 20 --runs 1");
  program_exits(loop->program, 2);
  program_says(loop->program, "--direct 0");
  assert_int_equal(entries_of(loop->mount), 1);
}

#define LOOP(test) cmocka_unit_test_setup_teardown(test, loop_setup, loop_teardown)

int main(void) {
  const struct CMUnitTest tests[] = {
      LOOP(an_empty_device_is_written_only_by_name),
      LOOP(what_a_device_holds_is_named),
      LOOP(our_own_data_bear_no_signature),
      LOOP(a_device_in_use_is_refused),
      LOOP(a_block_smaller_than_a_sector_is_refused),
      LOOP(a_full_file_system_is_seen_before_the_first_write),
      LOOP(a_file_system_that_fills_up_ends_the_run),
      LOOP(a_volume_that_has_run_out_is_told),
      LOOP(what_is_read_only_is_refused),
      LOOP(a_flag_that_means_nothing_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
