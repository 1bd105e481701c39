// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_preamble.h"

#include <string.h>

/* Names are compared by their ends only where there are few: it is for pastes. */
enum { FEW_JOBS = 64 };

static void free_job(gpointer data) {
  fio_job_free(data);
}

static guint hash_job(gconstpointer key) {
  const FioJob *job = key;
  return g_str_hash(job->name) ^ (guint)job->group;
}

static gboolean same_job(gconstpointer a, gconstpointer b) {
  const FioJob *one = a, *other = b;
  return one->group == other->group && strcmp(one->name, other->name) == 0;
}

FioPreamble *fio_preamble_new(void) {
  FioPreamble *preamble = g_new0(FioPreamble, 1);
  preamble->jobs = g_ptr_array_new_with_free_func(free_job);
  preamble->names = g_hash_table_new(hash_job, same_job);
  return preamble;
}

void fio_preamble_free(FioPreamble *preamble) {
  if (preamble == NULL) return;
  g_ptr_array_unref(preamble->jobs);
  g_hash_table_unref(preamble->names);
  g_free(preamble->version);
  g_free(preamble);
}

void fio_preamble_add(FioPreamble *preamble, FioJob *job) {
  FioJob *before = g_hash_table_lookup(preamble->names, job);
  if (before != NULL) { /* in its place; the key stays equal */
    FioJob old = *before;
    *before = *job;
    *job = old;
    fio_job_free(job);
    return;
  }
  g_ptr_array_add(preamble->jobs, job);
  g_hash_table_add(preamble->names, job);
}

const FioJob *fio_preamble_job(const FioPreamble *preamble, const char *name, gint group) {
  const FioJob wanted = {.name = (char *)(guintptr)name, .group = group};
  const FioJob *exact = g_hash_table_lookup(preamble->names, &wanted);
  if (exact != NULL || preamble->jobs->len > FEW_JOBS) return exact;
  for (guint i = 0; i < preamble->jobs->len; i++) {
    const FioJob *job = g_ptr_array_index(preamble->jobs, i);
    if (job->group == group && fio_name_ends(job->name, name)) return job;
  }
  return NULL;
}

/* The longest name of a job that text ends with. */
static const char *known_end(const FioPreamble *preamble, const char *text, gint group) {
  const char *best = NULL;
  for (guint i = 0; i < preamble->jobs->len && preamble->jobs->len <= FEW_JOBS; i++) {
    const FioJob *job = g_ptr_array_index(preamble->jobs, i);
    if (job->group != group || !fio_name_ends(text, job->name)) continue;
    if (best == NULL || strlen(job->name) > strlen(best)) best = job->name;
  }
  return best;
}

char *fio_preamble_name(const FioPreamble *preamble, const FioHeader *header) {
  const char *text = header->name;
  if (fio_preamble_job(preamble, text, header->group) != NULL) return g_strdup(text);
  const char *known = known_end(preamble, text, header->group);
  return g_strdup(known != NULL ? known : text);
}

gboolean fio_preamble_is_of(const FioPreamble *preamble, gint group) {
  for (guint i = 0; i < preamble->jobs->len; i++) {
    const FioJob *job = g_ptr_array_index(preamble->jobs, i);
    if (job->group != group) return FALSE;
  }
  return preamble->jobs->len > 0;
}
