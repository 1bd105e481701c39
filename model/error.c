// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/model.h"

G_DEFINE_QUARK(iod - error - quark, iod_error)
