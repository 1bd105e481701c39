// SPDX-License-Identifier: GPL-3.0-or-later
#include "stats/table.h"

#include <string.h>

char *iod_session_of(const IodRun *run) {
  const char *label = iod_labels_get(run->labels, "session");
  if (label) return g_strdup(label);
  if (run->session) return g_strdup(run->session);
  const char *time = run->start ? strchr(run->start, 'T') : NULL;
  return time ? g_strndup(run->start, (gsize)(time - run->start)) : NULL;
}
