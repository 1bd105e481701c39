// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_labels.h"

#include <string.h>

const FioJob *fio_labels_job(const FioPreamble *preamble, const FioBlock *block) {
  if (block->header == NULL) return NULL;
  return fio_preamble_job(preamble, block->header->name, block->header->group);
}

guint64 fio_labels_block_size(const FioJob *job, const FioBlock *block, FioOp op) {
  if (job == NULL) return 0;
  if (op < FIO_FLOWS) return job->size[op];
  if (op == FIO_FSYNC && block->flows[FIO_WRITE] != NULL) return job->size[FIO_WRITE];
  guint64 size = 0;
  for (guint i = 0; i < FIO_FLOWS; i++) {
    if (block->flows[i] == NULL) continue;
    if (size != 0 && job->size[i] != size) return 0;
    size = job->size[i];
  }
  return size;
}

/* As iod_labels_set_size, without the machinery of printf: reports may have many thousands of jobs. */
static void set_number(IodLabels *labels, const char *name, guint64 value) {
  char text[24];
  char *at = text + sizeof text;
  *--at = '\0';
  do *--at = (char)('0' + value % 10);
  while ((value /= 10) > 0);
  iod_labels_set(labels, name, at);
}

static IodLabels *job_labels(const FioPreamble *preamble, const FioBlock *block, FioOp op) {
  IodLabels *labels = iod_labels_new();
  const FioJob *job = fio_labels_job(preamble, block);
  guint64 size = fio_labels_block_size(job, block, op);
  if (size > 0) set_number(labels, "block_size", size);
  if (job == NULL) return labels;
  iod_labels_set(labels, "rw", job->rw);
  iod_labels_set(labels, "ioengine", job->engine);
  iod_labels_set(labels, "iodepth", job->depth);
  return labels;
}

static gboolean has_failed(const FioBlock *block) {
  return block->header != NULL && block->header->error != 0;
}

IodLabels *fio_labels_of_block(const FioPreamble *preamble, const FioGroup *group, guint number,
                               const FioBlock *block, FioOp op) {
  IodLabels *labels = job_labels(preamble, block, op);
  if (block->header != NULL) set_number(labels, "numjobs", block->header->jobs);
  if (group->several) set_number(labels, "job", number);
  if (group->ambiguous) set_number(labels, "group", (guint64)group->number);
  if (has_failed(block)) set_number(labels, "error", block->header->error);
  return labels;
}

/* Takes out of labels what others says otherwise. */
static void keep_common(IodLabels *labels, const IodLabels *others) {
  for (guint i = iod_labels_count(labels); i > 0; i--) {
    IodLabel label = iod_labels_at(labels, i - 1);
    const char *other = iod_labels_get(others, label.name);
    if (other == NULL || strcmp(other, label.value) != 0) iod_labels_set(labels, label.name, NULL);
  }
}

IodLabels *fio_labels_of_sum(const FioPreamble *preamble, const FioGroup *group, guint64 jobs, FioOp op) {
  IodLabels *labels = NULL;
  guint64 error = 0;
  for (guint i = 0; i < group->blocks->len; i++) {
    const FioBlock *block = g_ptr_array_index(group->blocks, i);
    if (error == 0 && has_failed(block)) error = block->header->error;
    if (op != FIO_OPS && !fio_block_has(block, op)) continue;
    g_autoptr(IodLabels) own = job_labels(preamble, block, op);
    if (labels == NULL)
      labels = g_steal_pointer(&own);
    else
      keep_common(labels, own);
  }
  if (labels == NULL) labels = iod_labels_new();
  if (jobs > 0) set_number(labels, "numjobs", jobs);
  if (error > 0) set_number(labels, "error", error);
  if (group->ambiguous) set_number(labels, "group", (guint64)group->number);
  iod_labels_set(labels, "aggregate", "group");
  return labels;
}
