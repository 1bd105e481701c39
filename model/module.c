// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/module.h"

#include <dlfcn.h>

/* The folder that this very library was loaded from. */
static char *own_folder(void) {
  Dl_info info;
  if (!dladdr((gpointer)(gsize)&iod_module_symbol, &info) || !info.dli_fname) return g_strdup(".");
  return g_path_get_dirname(info.dli_fname);
}

gpointer iod_module_symbol(const char *library, const char *symbol, GError **error) {
  g_autofree char *folder = own_folder();
  g_autofree char *path = g_build_filename(folder, library, NULL);
  gpointer handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  gpointer found = handle ? dlsym(handle, symbol) : NULL;
  if (!found)
    g_set_error(error, IOD_ERROR, IOD_ERROR_USAGE, "this needs a part that is not installed: %s", dlerror());
  return found;
}
