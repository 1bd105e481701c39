// SPDX-License-Identifier: GPL-3.0-or-later
/* The one table of what can be read. A new tool is one new file and one line here (docs/adding-a-parser.md).
 */
#include "parsers/parser.h"

extern const IodParser iod_parser_native;
extern const IodParser iod_parser_numbers;
extern const IodParser iod_parser_csv;
extern const IodParser iod_parser_dd;
extern const IodParser iod_parser_fio;
extern const IodParser iod_parser_sysbench;
extern const IodParser iod_parser_iozone;

const IodParser *const iod_parsers[] = {
    &iod_parser_native, &iod_parser_numbers,  &iod_parser_csv,    &iod_parser_dd,
    &iod_parser_fio,    &iod_parser_sysbench, &iod_parser_iozone, NULL,
};

guint iod_parser_count(void) {
  return G_N_ELEMENTS(iod_parsers) - 1;
}

const char *iod_parser_name(guint index) {
  return iod_parsers[index]->name;
}

const char *iod_parser_summary(guint index) {
  return iod_parsers[index]->summary;
}
