// SPDX-License-Identifier: GPL-3.0-or-later
/* Private to the runner: the small files of /proc and /sys. */
#ifndef IODELTA_RUNNER_TEXT_FILE_H
#define IODELTA_RUNNER_TEXT_FILE_H

#include "model/model.h"

/* The text of a file without white space at its end; NULL where it can't be read. Free it. */
char *iod_text_file(const char *format, ...) G_GNUC_PRINTF(1, 2);

#endif
