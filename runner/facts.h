// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: what explains a result. What the system does not tell is left out. */
#ifndef IODELTA_RUNNER_FACTS_H
#define IODELTA_RUNNER_FACTS_H

#include "runner/target.h"

/* kernel, cpu, cpus, memory, host, and the limits of the cgroup. */
void iod_facts_machine(IodLabels *facts);

/* File system, mount options, device and the settings of its queue, free space. */
void iod_facts_target(const IodFile *file, IodLabels *facts);

#endif
