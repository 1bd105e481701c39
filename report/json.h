// SPDX-License-Identifier: GPL-3.0-or-later
/* Private: the pieces that JSON documents of a comparison are made of. All are new references. */
#ifndef IODELTA_REPORT_JSON_H
#define IODELTA_REPORT_JSON_H

#include "stats/stats.h"

json_t *iod_json_string(const char *text); /* NULL is null; what is no UTF-8 is made so */
json_t *iod_json_number(double value);     /* null where it is none */
json_t *iod_json_row(const IodComparison *comparison, const IodRow *row, gboolean versus);
json_t *iod_json_geomeans(const IodComparison *comparison);
/* Those of the grouping and, where there is one, of the dataset it was made of. */
json_t *iod_json_warnings(const IodComparison *comparison, const IodDataset *dataset);

/* Appends it as text; takes root. */
void iod_json_append(GString *out, json_t *root);

/* The same behind a text: ", \"name\": ". Takes value. */
void iod_json_append_member(GString *out, const char *before, json_t *value);

#endif
