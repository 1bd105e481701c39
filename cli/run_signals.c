// SPDX-License-Identifier: GPL-3.0-or-later
/* Every signal that would end the process and can be taken is read from a descriptor, so that no handler runs
 * amid anything, and what was made is removed on the ordinary way out. */
#include "cli/run.h"

#include <pthread.h>
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

void run_signals_take(RunSignals *signals) {
  static const int numbers[] = {SIGINT,  SIGTERM, SIGHUP,  SIGQUIT,   SIGALRM, SIGUSR1,
                                SIGUSR2, SIGXCPU, SIGPROF, SIGVTALRM, SIGPWR};
  sigset_t set;
  sigemptyset(&set);
  for (gsize i = 0; i < G_N_ELEMENTS(numbers); i++) sigaddset(&set, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  /* These are told by the call that fails. */
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  *signals = (RunSignals){.fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC)};
}

guint run_signals_count(RunSignals *signals) {
  struct signalfd_siginfo info;
  while (read(signals->fd, &info, sizeof info) == sizeof info) signals->count++;
  return signals->count;
}
