// SPDX-License-Identifier: GPL-3.0-or-later
/* Workloads by the name of what they stand for. */
#include "runner/runner.h"

#include <string.h>

typedef struct {
  IodPreset face;
  double runtime, ramp_time; /* s */
  const IodJob *jobs;
  guint count;
} Entry;

#define K (G_GUINT64_CONSTANT(1) << 10)
#define M (G_GUINT64_CONSTANT(1) << 20)

static const IodJob quick[] = {
    {.rw = IOD_RW_RANDREAD, .block_size = 4 * K, .iodepth = 1, .numjobs = 1},
    {.rw = IOD_RW_RANDWRITE, .block_size = 4 * K, .iodepth = 1, .numjobs = 1},
    {.rw = IOD_RW_RANDREAD, .block_size = 4 * K, .iodepth = 16, .numjobs = 1},
    {.rw = IOD_RW_RANDWRITE, .block_size = 4 * K, .iodepth = 16, .numjobs = 1},
    {.rw = IOD_RW_READ, .block_size = M, .iodepth = 4, .numjobs = 1},
    {.rw = IOD_RW_WRITE, .block_size = M, .iodepth = 4, .numjobs = 1},
};

static const IodJob database[] = {
    {.rw = IOD_RW_RANDRW, .rwmixread = 70, .block_size = 16 * K, .iodepth = 16, .numjobs = 1},
    {.rw = IOD_RW_RANDREAD, .block_size = 16 * K, .iodepth = 1, .numjobs = 1},
    {.rw = IOD_RW_WRITE, .block_size = 4 * K, .iodepth = 1, .numjobs = 1, .fsync = 1, .fdatasync = TRUE},
};

static const IodJob backup[] = {
    {.rw = IOD_RW_READ, .block_size = M, .iodepth = 8, .numjobs = 1},
    {.rw = IOD_RW_WRITE, .block_size = M, .iodepth = 8, .numjobs = 1},
};

static const IodJob dd[] = {
    {.rw = IOD_RW_WRITE, .block_size = M, .iodepth = 1, .numjobs = 1, .engine = IOD_ENGINE_PSYNC},
    {.rw = IOD_RW_READ, .block_size = M, .iodepth = 1, .numjobs = 1, .engine = IOD_ENGINE_PSYNC},
};

static const IodJob seeds[] = {
    {.rw = IOD_RW_RANDRW, .rwmixread = 50, .block_size = 4 * K, .iodepth = 16, .numjobs = 8},
    {.rw = IOD_RW_RANDRW, .rwmixread = 60, .block_size = 16 * K, .iodepth = 32, .numjobs = 1},
    {.rw = IOD_RW_WRITE, .block_size = 512 * K, .iodepth = 1, .numjobs = 1, .dsync = TRUE},
    {.rw = IOD_RW_WRITE, .block_size = 16 * K, .iodepth = 1, .numjobs = 1, .fsync = 1},
};

static const Entry entries[] = {
    {{"quick",
      "a first look at a volume: 4k at random, alone and 16 deep, and 1m in sequence, read and written"},
     3,
     0.5,
     quick,
     G_N_ELEMENTS(quick)},
    {{"database",
      "a transactional database: 16k pages, 70 % of them read, and a log of 4k writes each made durable "
      "by fdatasync"},
     10,
     2,
     database,
     G_N_ELEMENTS(database)},
    {{"backup", "a backup and its restore: long streams of 1m, 8 in flight"},
     10,
     1,
     backup,
     G_N_ELEMENTS(backup)},
    {{"dd", "dd bs=1M with oflag=direct and iflag=direct: one stream, one block at a time"},
     10,
     0,
     dd,
     G_N_ELEMENTS(dd)},
    {{"seeds",
      "the published comparisons of Kubernetes volumes: fio's 4k randrw of 8 jobs 16 deep, sysbench's 16k "
      "rndrw and its seqwr with fsync after each write, dd's 512k with oflag=dsync"},
     10,
     1,
     seeds,
     G_N_ELEMENTS(seeds)},
};

const IodPreset *iod_preset_at(guint index) {
  return index < G_N_ELEMENTS(entries) ? &entries[index].face : NULL;
}

static const Entry *find(const char *name, GError **error) {
  g_autoptr(GString) names = g_string_new(NULL);
  for (gsize i = 0; i < G_N_ELEMENTS(entries); i++) {
    if (strcmp(entries[i].face.name, name) == 0) return &entries[i];
    g_string_append_printf(names, "%s%s", i > 0 ? ", " : "", entries[i].face.name);
  }
  g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "there is no preset '%s'; there are %s", name, names->str);
  return NULL;
}

gboolean iod_preset_apply(const char *name, GArray *jobs, IodSettings *settings, GError **error) {
  const Entry *entry = find(name, error);
  if (entry == NULL) return FALSE;
  g_array_append_vals(jobs, entry->jobs, entry->count);
  settings->runtime = (gint64)(entry->runtime * 1e9);
  settings->ramp_time = (gint64)(entry->ramp_time * 1e9);
  return TRUE;
}
