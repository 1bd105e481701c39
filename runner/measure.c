// SPDX-License-Identifier: GPL-3.0-or-later
#include "runner/measure.h"

#include <math.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define TICK          (250 * G_GINT64_CONSTANT(1000000))
#define BUFFER_BUDGET (64U << 20)
/* An interrupt waits this long for I/O in flight before its threads are left behind. */
#define PATIENCE (5 * IOD_NSEC_PER_SEC)

/* What the threads of a run share with the one that watches them. */
typedef struct {
  const IodMeasureSpec *spec;
  IodMeasured *measured;
  gint stop;
  GMutex lock; /* of what follows */
  GCond changed;
  guint preparing, running;
  gboolean released;
  GError *error; /* the first of the preparations */
  GPtrArray *threads;
} Crew;

typedef struct {
  Crew *crew;
  guint index;
} Member;

static void note_error(Crew *crew, GError *error) {
  g_mutex_lock(&crew->lock);
  if (crew->error == NULL)
    crew->error = error;
  else
    g_error_free(error);
  g_mutex_unlock(&crew->lock);
}

/* ---- A thread ---- */

/* The file in as many equal parts as there are threads, so that none meets another. */
static gboolean set_up(IodWorker *worker, const IodMeasureSpec *spec, guint index, GError **error) {
  const IodJob *job = worker->job;
  const IodSettings *settings = spec->settings;
  guint64 blocks = spec->file->size / job->numjobs / job->block_size;
  guint64 seed = iod_random_at(settings->seed, index);
  worker->first = index * blocks * job->block_size;
  worker->tag = iod_random_at(spec->tag, index);
  worker->mix_seed = iod_random_at(worker->tag, 0);
  worker->read_percent = !iod_rw_writes(job->rw) ? 100 : !iod_rw_reads(job->rw) ? 0 : job->rwmixread;
  worker->interval = settings->rate > 0 ? 1e9 * job->numjobs / settings->rate : 0;
  worker->left = settings->ios > 0 ? settings->ios : G_MAXUINT64;
  iod_offsets_init(&worker->offsets, blocks, iod_rw_random(job->rw), iod_random_at(seed, spec->tag));
  worker->fd = iod_file_open(spec->file, job, error);
  if (worker->fd < 0) return FALSE;
  if (iod_buffers_init(&worker->buffers, job->iodepth, job->block_size, worker->read_percent < 100, seed,
                       BUFFER_BUDGET / job->numjobs)) {
    return TRUE;
  }
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_USAGE,
                      "no memory for the buffers: use a smaller --iodepth or --bs");
  return FALSE;
}

static const IodEngineOps *engine_of(const IodJob *job) {
  return job->engine == IOD_ENGINE_IO_URING ? &iod_engine_uring : &iod_engine_psync;
}

static void wait_for_release(Crew *crew) {
  g_mutex_lock(&crew->lock);
  crew->preparing--;
  g_cond_broadcast(&crew->changed);
  while (!crew->released) g_cond_wait(&crew->changed, &crew->lock);
  g_mutex_unlock(&crew->lock);
}

static gpointer work(gpointer data) {
  g_autofree Member *member = data;
  Crew *crew = member->crew;
  IodWorker *worker = &crew->measured->workers[member->index];
  const IodEngineOps *engine = engine_of(crew->spec->job);
  GError *error = NULL;
  gpointer state = NULL;
  prctl(PR_SET_TIMERSLACK, 1UL);
  gboolean set = set_up(worker, crew->spec, member->index, &error);
  gboolean prepared = set && engine->prepare(worker, &state, &error);
  if (!prepared) note_error(crew, error);
  wait_for_release(crew);
  if (prepared) {
    if (!g_atomic_int_get(&crew->stop)) engine->run(worker, state);
    engine->release(state);
  }
  g_mutex_lock(&crew->lock);
  crew->running--;
  g_cond_broadcast(&crew->changed);
  g_mutex_unlock(&crew->lock);
  return NULL;
}

/* ---- The one that watches ---- */

typedef struct {
  double user, sys;
} Cpu;

static Cpu cpu_now(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (Cpu){(double)usage.ru_utime.tv_sec + (double)usage.ru_utime.tv_usec / 1e6,
               (double)usage.ru_stime.tv_sec + (double)usage.ru_stime.tv_usec / 1e6};
}

/* Waits for the end of all threads, at most until a time. */
static gboolean wait_over(Crew *crew, gint64 until) {
  g_mutex_lock(&crew->lock);
  while (crew->running > 0 && g_cond_wait_until(&crew->changed, &crew->lock, until / 1000)) {
  }
  gboolean over = crew->running == 0;
  g_mutex_unlock(&crew->lock);
  return over;
}

typedef struct {
  gint64 at;
  guint64 ios, bytes;
} Reading;

static Reading read_counters(const IodMeasured *measured) {
  Reading reading = {.at = iod_now()};
  for (guint i = 0; i < measured->worker_count; i++) {
    reading.ios += __atomic_load_n(&measured->workers[i].done_ios, __ATOMIC_RELAXED);
    reading.bytes += __atomic_load_n(&measured->workers[i].done_bytes, __ATOMIC_RELAXED);
  }
  return reading;
}

static double fraction_done(const Crew *crew, const Reading *reading, gint64 start) {
  const IodSettings *settings = crew->spec->settings;
  double by_time = settings->runtime > 0 ? (double)(reading->at - start) / (double)settings->runtime : 0;
  double by_count =
      settings->ios > 0 ? (double)reading->ios / (double)settings->ios / crew->spec->job->numjobs : 0;
  return CLAMP(MAX(by_time, by_count), 0, 1);
}

static guint tell(const Crew *crew, gint64 start, Reading *last) {
  Reading reading = read_counters(crew->measured);
  double seconds = (double)(reading.at - last->at) / 1e9;
  double iops = (double)(reading.ios - last->ios) / seconds;
  double bandwidth = (double)(reading.bytes - last->bytes) / seconds;
  *last = reading;
  gboolean ramping = reading.at < start;
  double fraction = fraction_done(crew, &reading, start);
  return crew->spec->tick(crew->spec->data, ramping ? IOD_PHASE_RAMP : IOD_PHASE_RUN, fraction, iops,
                          bandwidth);
}

/* Follows the run to its end; cpu becomes what was used up to the first I/O that counts. */
static void watch(Crew *crew, gint64 measure_from, Cpu *cpu) {
  Reading last = read_counters(crew->measured);
  gint64 next = last.at + TICK;
  gint64 give_up = IOD_NEVER;
  gboolean counted = measure_from <= last.at;
  for (;;) {
    if (wait_over(crew, counted ? next : MIN(next, measure_from))) return;
    gint64 now = iod_now();
    if (!counted && now >= measure_from) {
      *cpu = cpu_now();
      counted = TRUE;
    }
    if (now < next) continue;
    next = now + TICK;
    guint interrupts = tell(crew, measure_from, &last);
    if (interrupts > 0) {
      crew->measured->interrupted = TRUE;
      g_atomic_int_set(&crew->stop, 1);
      if (give_up == IOD_NEVER) give_up = now + PATIENCE;
    }
    if (interrupts > 1 || now >= give_up) {
      crew->measured->abandoned = TRUE;
      return;
    }
  }
}

static void release_crew(Crew *crew, gint64 start) {
  const IodSettings *settings = crew->spec->settings;
  gint64 measure_from = start + settings->ramp_time;
  for (guint i = 0; i < crew->measured->worker_count; i++) {
    IodWorker *worker = &crew->measured->workers[i];
    worker->start = start;
    if (worker->interval > 0) worker->start += (gint64)(i * 1e9 / settings->rate);
    worker->measure_from = measure_from;
    worker->second_end = measure_from + IOD_NSEC_PER_SEC;
    worker->deadline = settings->runtime > 0 ? measure_from + settings->runtime : IOD_NEVER;
  }
  g_mutex_lock(&crew->lock);
  crew->released = TRUE;
  g_cond_broadcast(&crew->changed);
  g_mutex_unlock(&crew->lock);
}

/* An open loop lasts as long as was asked for: that its last I/O was over before that is no higher rate. */
static gint64 covered_until(const IodWorker *worker, gint64 from) {
  gint64 end = MAX(worker->timing.last_end, from);
  gboolean ran_out = worker->interval > 0 && worker->deadline != IOD_NEVER && worker->left > 0 &&
                     g_atomic_int_get(worker->stop) == 0;
  return ran_out ? MAX(end, worker->deadline) : end;
}

static void sum_up(const Crew *crew, gint64 measure_from) {
  IodMeasured *measured = crew->measured;
  gint64 end = measure_from;
  for (guint i = 0; i < measured->worker_count; i++) {
    IodWorker *worker = &measured->workers[i];
    gint64 covered = covered_until(worker, measure_from);
    for (; worker->second_end <= covered; worker->second_end += IOD_NSEC_PER_SEC)
      iod_timing_next_second(&worker->timing);
    iod_timing_merge(&measured->timing, &worker->timing);
    end = MAX(end, covered);
    measured->issued += worker->issued;
    if (measured->fault.error == 0) measured->fault = worker->fault;
    if (worker->interval > 0 && worker->deadline != IOD_NEVER && worker->left > 0) {
      double due = ceil((double)(worker->deadline - worker->start) / worker->interval);
      if (due > (double)worker->issued) measured->missed += (guint64)(due - (double)worker->issued);
    }
  }
  measured->duration = end - measure_from;
}

static void run_crew(Crew *crew) {
  g_mutex_lock(&crew->lock);
  while (crew->preparing > 0) g_cond_wait(&crew->changed, &crew->lock);
  g_mutex_unlock(&crew->lock);
  if (crew->error != NULL) g_atomic_int_set(&crew->stop, 1);
  Cpu before = cpu_now();
  gint64 start = iod_now();
  release_crew(crew, start);
  gint64 measure_from = start + crew->spec->settings->ramp_time;
  watch(crew, measure_from, &before);
  Cpu after = cpu_now();
  crew->measured->cpu_user = after.user - before.user;
  crew->measured->cpu_sys = after.sys - before.sys;
  if (crew->measured->abandoned) return;
  for (guint i = 0; i < crew->threads->len; i++) g_thread_join(crew->threads->pdata[i]);
  sum_up(crew, measure_from);
}

static gboolean start_thread(Crew *crew, guint index) {
  Member *member = g_new(Member, 1);
  *member = (Member){crew, index};
  g_mutex_lock(&crew->lock);
  crew->preparing++;
  crew->running++;
  g_mutex_unlock(&crew->lock);
  GError *error = NULL;
  GThread *thread = g_thread_try_new("iodelta-job", work, member, &error);
  if (thread != NULL) {
    g_ptr_array_add(crew->threads, thread);
    return TRUE;
  }
  g_free(member);
  note_error(crew, g_error_new(IOD_ERROR, IOD_ERROR_USAGE,
                               "thread %u could not be started: %s; use fewer --numjobs", index + 1,
                               error->message));
  g_error_free(error);
  g_mutex_lock(&crew->lock);
  crew->preparing--;
  crew->running--;
  g_mutex_unlock(&crew->lock);
  return FALSE;
}

static Crew *hire(const IodMeasureSpec *spec) {
  guint count = spec->job->numjobs;
  Crew *crew = g_new0(Crew, 1);
  crew->spec = spec;
  crew->measured = g_new0(IodMeasured, 1);
  crew->measured->job = *spec->job;
  crew->measured->workers = g_new0(IodWorker, count);
  crew->measured->worker_count = count;
  crew->threads = g_ptr_array_new();
  g_mutex_init(&crew->lock);
  g_cond_init(&crew->changed);
  gboolean split = spec->job->engine == IOD_ENGINE_IO_URING;
  iod_timing_init(&crew->measured->timing, split);
  for (guint i = 0; i < count; i++) {
    IodWorker *worker = &crew->measured->workers[i];
    worker->fd = -1;
    worker->job = &crew->measured->job;
    worker->stop = &crew->stop;
    iod_timing_init(&worker->timing, split);
  }
  for (guint i = 0; i < count && start_thread(crew, i); i++) continue;
  return crew;
}

static void dismiss(Crew *crew) {
  g_mutex_clear(&crew->lock);
  g_cond_clear(&crew->changed);
  g_ptr_array_unref(crew->threads);
  g_free(crew);
}

IodMeasured *iod_measure(const IodMeasureSpec *spec, GError **error) {
  Crew *crew = hire(spec);
  run_crew(crew);
  IodMeasured *measured = crew->measured;
  if (measured->abandoned) return measured;
  GError *failed = crew->error;
  dismiss(crew);
  if (failed == NULL) return measured;
  g_propagate_error(error, failed);
  iod_measured_free(measured);
  return NULL;
}

void iod_measured_free(IodMeasured *measured) {
  if (measured == NULL || measured->abandoned) return;
  for (guint i = 0; i < measured->worker_count; i++) {
    IodWorker *worker = &measured->workers[i];
    iod_buffers_clear(&worker->buffers);
    iod_timing_clear(&worker->timing);
    if (worker->fd >= 0) close(worker->fd);
  }
  iod_timing_clear(&measured->timing);
  g_free(measured->workers);
  g_free(measured);
}
