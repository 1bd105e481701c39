// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/iozone_command.h"

#include <string.h>

/* Options that take an argument, glued on or as the next word; after -+ only some letters take one. */
static const char with_argument[] = "bdfFgHijJklLnPqrsStuUVXYy";
static const char plus_with_argument[] = "abchimpqwxyACHKOPSW";

typedef struct {
  char **words; /* what is left of them */
  IozoneOptions *options;
} Arguments;

static const char *argument(Arguments *arguments, const char *glued) {
  if (*glued) return glued;
  if (!arguments->words[0]) return "";
  return *arguments->words++;
}

static void choose_group(const char *text, IozoneOptions *options) {
  char *end = NULL;
  guint64 group = g_ascii_strtoull(text, &end, 10);
  if (end != text && group < IOZONE_GROUPS) options->groups |= 1u << group;
}

static void plus_option(Arguments *arguments, const char *text) {
  IozoneOptions *options = arguments->options;
  if (*text == 'r') options->sync = TRUE;
  if (*text == 'D') options->dsync = TRUE;
  if (*text == 'n') options->no_retest = TRUE;
  if (*text && strchr(plus_with_argument, *text)) argument(arguments, text + 1);
}

static void flag(char letter, IozoneOptions *options) {
  switch (letter) {
  case 'A':
    options->auto2 = TRUE;
    break;
  case 'B':
    options->mmap = TRUE;
    break;
  case 'c':
    options->close = TRUE;
    break;
  case 'e':
    options->fsync = TRUE;
    break;
  case 'E':
    options->extended = TRUE;
    break;
  case 'I':
    options->direct = TRUE;
    break;
  case 'N':
    options->mode = IOZONE_MICROSECONDS;
    break;
  case 'o':
    options->sync = TRUE;
    break;
  case 'O':
    options->mode = IOZONE_OPERATIONS;
    break;
  default:
    break;
  }
}

/* One word of options, as getopt reads it: flags may be joined, the rest of a word is an argument. */
static void word_of_options(Arguments *arguments, const char *text) {
  IozoneOptions *options = arguments->options;
  for (; *text; text++) {
    if (*text == '+') {
      plus_option(arguments, text + 1);
      return;
    }
    if (strchr(with_argument, *text)) {
      if (strchr("Hk", *text)) options->asynchronous = TRUE;
      if (strchr("XY", *text)) options->telemetry = TRUE;
      if (strchr("tlu", *text)) options->throughput = TRUE;
      const char *value = argument(arguments, text + 1);
      if (*text == 'i') choose_group(value, options);
      return;
    }
    flag(*text, options);
  }
}

void iozone_command(const char *text, IozoneOptions *options) {
  g_auto(GStrv) words = g_strsplit_set(text, " ", -1);
  Arguments arguments = {words, options};
  guint kept = 0;
  for (guint i = 0; words[i]; i++) { /* several blanks are one separator */
    if (*words[i])
      words[kept++] = words[i];
    else
      g_free(words[i]);
  }
  words[kept] = NULL;
  options->command_seen = TRUE;
  options->mode_known = TRUE;
  while (arguments.words[0]) {
    const char *word = *arguments.words++;
    if (word[0] == '-' && word[1]) word_of_options(&arguments, word + 1);
  }
}

void iozone_option_labels(const IozoneOptions *options, IodLabels *labels) {
  if (options->direct) iod_labels_set(labels, "direct", "1");
  if (options->dsync) iod_labels_set(labels, "sync", "dsync");
  if (options->sync) iod_labels_set(labels, "sync", "1");
  if (options->fsync) iod_labels_set(labels, "fsync", "1");
  if (options->close) iod_labels_set(labels, "close", "1");
  if (options->mmap) iod_labels_set(labels, "mmap", "1");
}
