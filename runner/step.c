// SPDX-License-Identifier: GPL-3.0-or-later
/* One run of a plan: made, checked, and handed over with all that explains it. */
#include "runner/campaign.h"
#include "runner/facts.h"
#include "runner/measure.h"
#include "runner/proof.h"
#include "runner/result.h"
#include "runner/verify.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

typedef struct {
  IodSitting *sitting;
  const IodStep *step;
  const IodJob *job;
  const IodFile *file;
  IodRun *run;
  int error; /* errno of what cut it short */
} Making;

static void set_failure(Making *making, int error, char *failure) {
  if (making->run->failure != NULL) {
    g_free(failure);
    return;
  }
  making->run->failure = failure;
  making->run->complete = FALSE;
  making->error = error;
}

static guint64 tag_of(const IodSitting *sitting, const IodStep *step) {
  guint64 seed = iod_random_at(sitting->plan->settings.seed, step->round);
  return iod_random_at(iod_random_at(seed, step->job), step->target);
}

/* ---- Before ---- */

static IodRun *new_run(const IodSitting *sitting, const IodStep *step, const IodFile *file) {
  IodRun *run = iod_run_new("iodelta", NULL);
  g_autoptr(GDateTime) now = g_date_time_new_now_utc();
  run->line = 0;
  run->version = g_strdup(IOD_VERSION);
  run->start = g_date_time_format_iso8601(now);
  run->session = g_strdup(sitting->session);
  iod_labels_merge(run->facts, sitting->machine);
  iod_labels_set(run->facts, "options", sitting->options);
  g_autofree char *place = g_strdup_printf("%u/%u/%u", step->round + 1, step->job + 1, step->target + 1);
  iod_labels_set(run->facts, "plan_step", place);
  iod_facts_target(file, run->facts);
  iod_labels_set(run->labels, "target", file->target->name);
  if (file->target->named) iod_labels_set(run->labels, "series", file->target->name);
  iod_labels_merge(run->labels, sitting->plan->labels);
  return run;
}

/* Shows what can be shown before the run, with a descriptor opened just as the threads open theirs. */
static gboolean prove(Making *making, GError **error) {
  int fd = iod_file_open(making->file, making->job, error);
  if (fd < 0) return FALSE;
  /* What the page cache still has of it goes, so that no run finds what another left. */
  fdatasync(fd);
  posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  IodProof proof = iod_proof_take(making->file, fd);
  iod_proof_tell(&proof, making->file, making->run->facts);
  close(fd);
  return TRUE;
}

/* ---- After ---- */

static const char *remedy_of(int error) {
  if (error == ENOSPC || error == EDQUOT) return "; make room, or use a smaller --size";
  if (error == EIO || error == ENXIO || error == ENODEV) return "; see the kernel's log (dmesg)";
  if (error == ENODATA) return "; the file ended before its end";
  return "";
}

static void note_fault(Making *making, const IodMeasured *measured) {
  const IodFault *fault = &measured->fault;
  if (fault->error == 0) return;
  set_failure(making, fault->error,
              g_strdup_printf("%s at byte %" G_GUINT64_FORMAT " failed: %s%s", iod_op_name(fault->op),
                              fault->offset, g_strerror(fault->error), remedy_of(fault->error)));
}

static void note_short(Making *making, const IodMeasured *measured) {
  guint64 count = 0;
  guint64 whole = 0;
  for (guint i = 0; i < IOD_OP_COUNT; i++) {
    count += measured->timing.ops[i].short_ios;
    whole += measured->timing.ops[i].lat.n;
  }
  if (count == 0) return;
  iod_sitting_warn(making->sitting, "short_ios", making->file->target->path,
                   "%" G_GUINT64_FORMAT " I/Os moved fewer bytes than asked for; they are not in the numbers",
                   count);
  if (whole == 0) set_failure(making, EIO, g_strdup("every I/O moved fewer bytes than asked for"));
}

static void note_cached(Making *making) {
  guint64 cached = iod_cached_bytes(making->file->fd, making->file->size);
  if (cached == IOD_UNKNOWN) return;
  iod_labels_set_size(making->run->facts, "proof_cached_bytes_after", cached);
  if (!making->file->direct || cached == 0) return;
  iod_sitting_warn(making->sitting, "cached", making->file->target->path,
                   "%" G_GUINT64_FORMAT
                   " bytes of the file are in the page cache after direct I/O: this file system "
                   "goes through the cache all the same",
                   cached);
}

static void note_rate(Making *making, const IodMeasured *measured) {
  if (measured->missed == 0) return;
  iod_sitting_warn(making->sitting, "rate", making->file->target->path,
                   "the rate was not kept: %" G_GUINT64_FORMAT " I/Os that were due had not begun at the end",
                   measured->missed);
}

static gboolean verifying(gpointer data, double fraction) {
  Making *making = data;
  IodProgress progress = {
      .phase = IOD_PHASE_VERIFY, .target = making->file->target, .job = making->job, .fraction = fraction};
  iod_sitting_tell(making->sitting, progress, FALSE);
  return iod_sitting_interrupts(making->sitting) == 0;
}

/* FALSE where the user ended it. */
static gboolean verify(Making *making, const IodMeasured *measured) {
  IodLabels *facts = making->run->facts;
  if (!making->sitting->plan->settings.verify || !iod_rw_writes(making->job->rw)) return TRUE;
  if (measured->fault.error != 0 || measured->timing.ops[IOD_OP_WRITE].short_ios > 0) {
    iod_labels_set(facts, "verify", "not done: writes were short or failed");
    return TRUE;
  }
  IodVerified verified;
  if (!iod_verify(measured, verifying, making, &verified)) return FALSE;
  iod_labels_set_size(facts, "verified_blocks", verified.blocks);
  iod_labels_set(facts, "verify", verified.bad > 0 || verified.error != 0 ? "failed" : "ok");
  if (verified.error != 0) {
    set_failure(making, verified.error,
                g_strdup_printf("reading back what was written failed: %s", g_strerror(verified.error)));
  } else if (verified.bad > 0) {
    set_failure(
        making, EILSEQ,
        g_strdup_printf("%" G_GUINT64_FORMAT " of %" G_GUINT64_FORMAT
                        " blocks do not hold what was written to them, the first at byte %" G_GUINT64_FORMAT,
                        verified.bad, verified.blocks, verified.first_bad));
  }
  return TRUE;
}

/* ---- The run itself ---- */

static guint measuring(gpointer data, IodPhase phase, double fraction, double iops, double bandwidth) {
  Making *making = data;
  IodProgress progress = {.phase = phase,
                          .target = making->file->target,
                          .job = making->job,
                          .fraction = fraction,
                          .iops = iops,
                          .bandwidth = bandwidth};
  iod_sitting_tell(making->sitting, progress, TRUE);
  return iod_sitting_interrupts(making->sitting);
}

static IodStepResult hand_over(Making *making, const IodMeasured *measured, GError **error) {
  const IodSitting *sitting = making->sitting;
  IodRun *run = making->run;
  if (run->failure != NULL) {
    iod_sitting_warn(sitting, "failed_run", making->file->target->path,
                     "%s; what was measured until then is kept", run->failure);
  }
  g_autoptr(IodDataset) dataset = iod_dataset_new();
  IodSink *sink = iod_dataset_sink(dataset);
  if (measured != NULL) iod_result_fill(measured, run);
  iod_sink_run(sink, run);
  if (measured != NULL) {
    g_autoptr(IodLabels) labels = iod_result_labels(making->job, &sitting->plan->settings, making->error);
    iod_result_observe(measured, labels, run, sink);
  }
  if (!sitting->hooks->finished(sitting->hooks->data, sitting->step, dataset, error)) return IOD_STEP_ERROR;
  return run->failure != NULL ? IOD_STEP_FAILED : IOD_STEP_DONE;
}

static IodStepResult make(Making *making, GError **error) {
  g_autoptr(GError) refused = NULL;
  const IodPlan *plan = making->sitting->plan;
  IodMeasureSpec spec = {.file = making->file,
                         .job = making->job,
                         .settings = &plan->settings,
                         .tag = tag_of(making->sitting, making->step),
                         .tick = measuring,
                         .data = making};
  g_autoptr(IodMeasured) measured = prove(making, &refused) ? iod_measure(&spec, &refused) : NULL;
  if (measured == NULL) {
    set_failure(making, EIO, g_strdup_printf("the run could not begin: %s", refused->message));
    return hand_over(making, NULL, error);
  }
  if (measured->interrupted) return IOD_STEP_INTERRUPTED;
  note_fault(making, measured);
  if (!iod_file_is_there(making->file)) {
    set_failure(making, ENOENT, g_strdup_printf("%s vanished while it was measured", making->file->path));
  }
  note_short(making, measured);
  note_rate(making, measured);
  note_cached(making);
  if (!verify(making, measured)) return IOD_STEP_INTERRUPTED;
  return hand_over(making, measured, error);
}

IodStepResult iod_sitting_run(IodSitting *sitting, GError **error) {
  const IodStep *step = &g_array_index(sitting->plan->steps, IodStep, sitting->step);
  const IodFile *file = sitting->files->pdata[step->target];
  g_autoptr(IodRun) run = new_run(sitting, step, file);
  Making making = {.sitting = sitting,
                   .step = step,
                   .job = &g_array_index(sitting->plan->jobs, IodJob, step->job),
                   .file = file,
                   .run = run};
  if (iod_sitting_interrupts(sitting) > 0) return IOD_STEP_INTERRUPTED;
  return make(&making, error);
}
