// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/model.h"

int main(void) {
  g_print("iodelta %s\n", IOD_VERSION);
  return 0;
}
