// SPDX-License-Identifier: GPL-3.0-or-later
/* What the unit tests share: cmocka with the headers that it wants before it. */
#ifndef IODELTA_TESTS_SUPPORT_H
#define IODELTA_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glib.h>
#include <glib/gstdio.h>

#endif
