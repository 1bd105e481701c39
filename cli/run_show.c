// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/run.h"

#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* ---- Progress ---- */

static void append_time(GString *text, gint64 nanoseconds) {
  gint64 seconds = nanoseconds / IOD_NSEC_PER_SEC;
  if (seconds >= 3600)
    g_string_append_printf(text, "%d:%02d:", (int)(seconds / 3600), (int)(seconds / 60 % 60));
  else
    g_string_append_printf(text, "%d:", (int)(seconds / 60));
  g_string_append_printf(text, "%02d", (int)(seconds % 60));
}

static void append_value(GString *text, const char *name, double value) {
  IodMetric metric;
  iod_metric_lookup(name, &metric);
  IodScale scale = iod_scale_for(&metric, "iodelta", IOD_UNITS_AUTO, value);
  double shown = value / scale.factor;
  g_string_append_printf(text, "  %.*f %s", iod_decimals_for(shown), shown, scale.suffix);
}

static const char *phase_name(IodPhase phase) {
  static const char *const names[] = {"laying out", "ramp", "", "verifying"};
  return names[phase];
}

static int terminal_columns(void) {
  struct winsize size;
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* What changes comes first: on a narrow terminal the end is cut. */
static void describe_progress(const IodProgress *progress, GString *text) {
  if (progress->phase == IOD_PHASE_LAYOUT) {
    g_string_printf(text, "laying out %s  %.0f %%", progress->target->name, progress->fraction * 100);
    return;
  }
  g_autofree char *job = iod_job_text(progress->job);
  g_string_printf(text, "run %u of %u  ", progress->step + 1, progress->steps);
  append_time(text, progress->left);
  g_string_append(text, " left");
  if (progress->phase != IOD_PHASE_RUN) g_string_append_printf(text, "  %s", phase_name(progress->phase));
  if (progress->phase != IOD_PHASE_VERIFY) {
    append_value(text, "iops", progress->iops);
    append_value(text, "bandwidth", progress->bandwidth);
  }
  g_string_append_printf(text, "  %s  %s", progress->target->name, job);
}

void run_show_progress(const IodProgress *progress) {
  g_autoptr(GString) text = g_string_new(NULL);
  describe_progress(progress, text);
  g_autofree char *valid = g_utf8_make_valid(text->str, -1);
  g_autofree char *cut = g_utf8_substring(valid, 0, MIN(terminal_columns() - 1, g_utf8_strlen(valid, -1)));
  for (char *c = cut; *c != '\0'; c++) {
    if (g_ascii_iscntrl(*c)) *c = '?';
  }
  fprintf(stderr, "\r\033[K%s", cut);
  fflush(stderr);
}

void run_show_nothing(void) {
  fputs("\r\033[K", stderr);
  fflush(stderr);
}

/* ---- The plan ---- */

static void append_size(GString *text, guint64 bytes) {
  g_autofree char *size = iod_bytes_text(bytes);
  g_string_append(text, size);
}

static void append_writing(GString *text, const IodEstimate *estimate) {
  if (estimate->layout_bytes > 0) {
    append_size(text, estimate->layout_bytes);
    g_string_append(text, " of real data before the first run");
  }
  if (estimate->written_bytes > 0) {
    g_string_append(text, estimate->layout_bytes > 0 ? ", then up to " : "up to ");
    append_size(text, estimate->written_bytes);
  }
  if (estimate->writing > 0) {
    g_string_append_printf(text, "%s", estimate->layout_bytes + estimate->written_bytes > 0 ? ", then " : "");
    append_time(text, estimate->writing);
    g_string_append(text, " (min:s) of writing as fast as the targets take it");
  }
  if (estimate->layout_bytes + estimate->written_bytes == 0 && estimate->writing == 0) {
    g_string_append(text, "nothing");
  }
}

void run_show_plan(const IodPlan *plan, const IodEstimate *estimate) {
  g_autoptr(GString) text = g_string_new(NULL);
  g_string_printf(text, "%u runs: %u rounds of %u jobs on %u targets", iod_plan_left(plan), plan->runs,
                  plan->jobs->len, plan->targets->len);
  guint done = plan->steps->len - iod_plan_left(plan);
  if (done > 0) g_string_append_printf(text, "; %u are done already", done);
  g_string_append(text, "\nwrites ");
  append_writing(text, estimate);
  g_string_append(text, "\ntakes ");
  if (estimate->measuring > 0) {
    append_time(text, estimate->measuring);
    g_string_append_printf(text, " (min:s)%s",
                           estimate->layout_bytes > 0 ? " after that data is written" : "");
  } else {
    g_string_append(text, "as long as its I/Os take");
  }
  g_string_append(text, "\n\n");
  for (guint i = 0; i < plan->steps->len; i++) {
    const IodStep *step = &g_array_index(plan->steps, IodStep, i);
    if (step->done) continue;
    const IodTarget *target = plan->targets->pdata[step->target];
    g_autofree char *job = iod_job_text(&g_array_index(plan->jobs, IodJob, step->job));
    g_string_append_printf(text, "%4u  round %-3u %-50s %s\n", i + 1, step->round + 1, job, target->name);
  }
  g_print("%s", text->str);
}
