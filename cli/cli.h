// SPDX-License-Identifier: GPL-3.0-or-later
/* The commands, and what they share: exit codes, what is said on stderr. Options in, the pieces of the house
 * called in order, an exit code out. */
#ifndef IODELTA_CLI_CLI_H
#define IODELTA_CLI_CLI_H

#include "parsers/parsers.h"

/* Exit codes; where several hold, the first in the order USAGE, INPUT, BASELINE, WORSE, UNDECIDED. */
typedef enum {
  EXIT_DONE = 0,
  EXIT_WORSE = 1,     /* check: something got worse */
  EXIT_USAGE = 2,     /* wrong use */
  EXIT_INPUT = 3,     /* input that could not be read or holds no result */
  EXIT_UNDECIDED = 4, /* check could not tell */
  EXIT_BASELINE = 5,  /* no usable baseline */
  EXIT_CUT_SHORT = 6, /* run did not come to its end */
} ExitCode;

typedef struct {
  const char *name;
  const char *summary;
  int (*main)(int argc, char **argv); /* argv[0] is the command's name */
} Command;

int command_parse(int argc, char **argv);
int command_summary(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_run(int argc, char **argv);
int command_check(int argc, char **argv);
int command_baseline(int argc, char **argv);
int command_parsers(int argc, char **argv);

/* Says an error on stderr and gives the exit code that fits it. */
ExitCode cli_fail(const GError *error);

/* Says the warnings of a reading, one line for all that say the same. */
void cli_say_warnings(const GPtrArray *warnings);

#endif
