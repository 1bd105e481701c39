// SPDX-License-Identifier: GPL-3.0-or-later
#include "support.h"

#include "parsers/prefix.h"

#include <string.h>

static void check(const char *line, const char *rest, const char *key) {
  IodPrefix prefix = iod_prefix_find(line, strlen(line), NULL);
  g_autofree char *found = g_strndup(prefix.key, prefix.key_length);
  assert_string_equal(line + prefix.length, rest);
  assert_string_equal(found ? found : "", key);
}

static void machines_prefixes_are_found(void **state) {
  (void)state;
  check("[pod/fio-jiva-0/fio]   read: IOPS=1", "  read: IOPS=1", "[pod/fio-jiva-0/fio]");
  check("2024-05-01T10:11:12.123456789Z stdout F   read", "  read", "");
  check("2024-05-01T10:11:12.123456789Z stdout F", "", "");
  check("2024-05-01T10:11:12.1234567Z   read", "  read", "");
  check("2024-05-01T10:11:12+02:00 read", "read", "");
  check("2024-05-01 10:11:12,123 read", "read", "");
  check("Nov 30 20:22:23 node1 fio[123]: read", "read", "node1 fio[123]");
  check("Nov  3 20:22:23 node1 fio: read", "read", "node1 fio");
  check("20:22:23 DEBUG| [stdout] read", "read", "");
  check("[2024-05-01 10:11:12]   read", "  read", "");
  check("[2024-05-01T10:11:12.123Z] read", "read", "");
  check("    [ 12%]   read", "  read", "");
  check("[100%] read", "read", "");
}

static void logs_are_no_prefixes(void **state) {
  (void)state;
  const char *lines[] = {
      "500+0 records in",
      "32768000 bytes (33 MB, 31 MiB) copied, 1.57488 s, 20.8 MB/s",
      "[ 1s ] reads: 352.19 MiB/s",
      "[root@node ~]# dd if=/dev/zero",
      "    [12] not a share",
      "    indented",
      "Run status group 0 (all jobs):",
      "May be slow",
      "  2024-05-01T10:11:12Z indented",
      "2024-05-01",
      "",
  };
  for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) check(lines[i], lines[i], "");
}

static void hosts_stand_before_nearly_all_lines(void **state) {
  (void)state;
  const char *pdsh = "node1: a\nnode2:   b\nnode1: c\n10.0.0.7: d\n";
  g_autoptr(GHashTable) hosts = iod_prefix_hosts(pdsh, strlen(pdsh));
  assert_non_null(hosts);
  assert_int_equal(iod_prefix_find("node2:   b", 10, hosts).length, 7);
  assert_int_equal(iod_prefix_find("node9: b", 8, hosts).length, 0);

  const char *log = "read1: a\nwrite: b\n  lat: 3\ncpu : 5\nx\n";
  assert_null(iod_prefix_hosts(log, strlen(log)));
  const char *errors = "dd: a\ndd: b\ndd: c\ndd: d\n";
  assert_null(iod_prefix_hosts(errors, strlen(errors)));
}

static void one_host_tells_nothing(void **state) {
  (void)state;
  const char *one = "Nov 30 20:22:23 node1 fio[1]: a\nNov 30 20:22:23 node1 fio[2]: b\n";
  const char *two = "Nov 30 20:22:23 node1 fio[1]: a\nNov 30 20:22:23 node2 fio[2]: b";
  assert_false(iod_prefix_many_hosts(one, strlen(one), NULL));
  assert_true(iod_prefix_many_hosts(two, strlen(two), NULL));
}

static void labels_tell_pod_and_host(void **state) {
  (void)state;
  g_autoptr(IodLabels) labels = iod_labels_new();
  const char *pod = "[pod/fio-0/bench]", *host = "node1 fio[123]";
  iod_prefix_labels(pod, strlen(pod), labels);
  assert_string_equal(iod_labels_get(labels, "pod"), "fio-0");
  assert_string_equal(iod_labels_get(labels, "container"), "bench");
  iod_prefix_labels(host, strlen(host), labels);
  assert_string_equal(iod_labels_get(labels, "host"), "node1");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(machines_prefixes_are_found),
      cmocka_unit_test(logs_are_no_prefixes),
      cmocka_unit_test(hosts_stand_before_nearly_all_lines),
      cmocka_unit_test(one_host_tells_nothing),
      cmocka_unit_test(labels_tell_pod_and_host),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
