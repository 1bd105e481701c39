// SPDX-License-Identifier: GPL-3.0-or-later
/* Parts of the program that are loaded when they are first used, so that what does not need them starts fast.
 */
#ifndef IODELTA_MODEL_MODULE_H
#define IODELTA_MODEL_MODULE_H

#include "model/model.h"

/* A symbol of a library that lies beside libiodelta ("libiodelta-plot.so"). It stays loaded. NULL (usage)
 * where it is not installed. */
gpointer iod_module_symbol(const char *library, const char *symbol, GError **error);

#endif
