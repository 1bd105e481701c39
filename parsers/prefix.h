// SPDX-License-Identifier: GPL-3.0-or-later
/* What machines put before the lines of a log: kubectl, docker, CRI, journald, pdsh, test frameworks. */
#ifndef IODELTA_PARSERS_PREFIX_H
#define IODELTA_PARSERS_PREFIX_H

#include "model/model.h"

typedef struct {
  gsize length;    /* bytes to pass over; 0 where there is no prefix */
  const char *key; /* what makes it a stream of its own (pod, host), within the line; key_length 0 for none */
  gsize key_length;
} IodPrefix;

/* hosts: names that iod_prefix_hosts found (a set of strings), or NULL. */
IodPrefix iod_prefix_find(const char *line, gsize length, GHashTable *hosts);

/* The labels that a key tells: pod and container, else host. */
void iod_prefix_labels(const char *key, gsize key_length, IodLabels *labels);

/* TRUE where the lines of a source's beginning come from more than one host; the name of the only one tells
 * nothing. */
gboolean iod_prefix_many_hosts(const char *text, gsize length, GHashTable *hosts);

/* Looks at the beginning of a source whether nearly all lines begin with "HOST: " (pdsh) or "NAME | " (docker
 * compose). Returns the set of those names, or NULL. */
GHashTable *iod_prefix_hosts(const char *text, gsize length);

#endif
