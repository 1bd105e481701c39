// SPDX-License-Identifier: GPL-3.0-or-later
/* Loaded before the C library, this makes reads and writes fail as a broken device would make them. FAULTY_IO
 * says how: "CALL:WHAT:FROM:EVERY", CALL being pread, pwrite or fdatasync, WHAT short, lie (reports success
 * and does nothing), stall (the same after 0.2 s), hang (for ever) or an error's number, from the FROM-th
 * call on each EVERY-th. Only calls of FAULTY_SIZE bytes on the runner's own file are meant. */
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

ssize_t pread64(int fd, void *data, size_t size, off_t offset);
ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset);

typedef struct {
  char call[16], what[16];
  long from, every;
} Fault;

static int is_runners(int fd) {
  char link[64];
  char path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = '\0';
  return strstr(path, "/.iodelta-") != NULL;
}

/* Whether this call is one that is to fail; fault then says how. */
static int is_due(const char *call, int fd, size_t size, Fault *fault) {
  static atomic_long calls;
  const char *said = getenv("FAULTY_IO");
  const char *meant = getenv("FAULTY_SIZE");
  if (said == NULL ||
      sscanf(said, "%15[^:]:%15[^:]:%ld:%ld", fault->call, fault->what, &fault->from, &fault->every) != 4)
    return 0;
  if (strcmp(fault->call, call) != 0 || (meant != NULL && size != (size_t)atol(meant)) || !is_runners(fd))
    return 0;
  long number = atomic_fetch_add(&calls, 1) + 1;
  return number >= fault->from && (number - fault->from) % fault->every == 0;
}

/* What the call gives back instead: fewer bytes, all of them, or an error. */
static ssize_t result_of(const Fault *fault, size_t size) {
  while (strcmp(fault->what, "hang") == 0) sleep(1000);
  if (strcmp(fault->what, "stall") == 0) usleep(200000);
  if (strcmp(fault->what, "stall") == 0 || strcmp(fault->what, "lie") == 0) return (ssize_t)size;
  if (strcmp(fault->what, "short") == 0) return (ssize_t)(size / 2);
  errno = atoi(fault->what);
  return -1;
}

/* An object pointer from dlsym becomes a function's. */
static void find(const char *name, void *function) {
  void *symbol = dlsym(RTLD_NEXT, name);
  memcpy(function, &symbol, sizeof symbol);
}

ssize_t pread(int fd, void *data, size_t size, off_t offset) {
  static ssize_t (*real)(int, void *, size_t, off_t);
  Fault fault;
  if (real == NULL) find("pread", &real);
  return is_due("pread", fd, size, &fault) ? result_of(&fault, size) : real(fd, data, size, offset);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t offset) {
  static ssize_t (*real)(int, const void *, size_t, off_t);
  Fault fault;
  if (real == NULL) find("pwrite", &real);
  return is_due("pwrite", fd, size, &fault) ? result_of(&fault, size) : real(fd, data, size, offset);
}

ssize_t pread64(int fd, void *data, size_t size, off_t offset) {
  return pread(fd, data, size, offset);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t offset) {
  return pwrite(fd, data, size, offset);
}

int fdatasync(int fd) {
  static int (*real)(int);
  Fault fault;
  if (real == NULL) find("fdatasync", &real);
  return is_due("fdatasync", fd, 0, &fault) ? (int)result_of(&fault, 0) : real(fd);
}
