// SPDX-License-Identifier: GPL-3.0-or-later
/* A check as JSON (iodelta.check/1), NDJSON and CSV. */
#include "report/check_writers.h"
#include "report/digits.h"
#include "report/escape.h"
#include "report/json.h"

#include <math.h>

static const char *state_of(const IodFinding *finding) {
  return iod_state_name(finding->state, finding->verdict);
}

static json_t *from_finding(const IodGate *gate, const IodFinding *finding) {
  json_t *object = finding->row ? iod_json_row(gate->comparison, finding->row, TRUE) : json_object();
  json_object_set_new(object, "state", iod_json_string(state_of(finding)));
  json_object_set_new(object, "fails", json_boolean(finding->fails));
  json_object_set_new(object, "band", finding->row ? iod_json_number(finding->row->band) : json_null());
  json_object_set_new(object, "note", iod_json_string(finding->note));
  return object;
}

void iod_write_check_ndjson(const IodGate *gate, GString *out) {
  for (guint i = 0; i < gate->findings->len; i++) {
    iod_json_append(out, from_finding(gate, g_ptr_array_index(gate->findings, i)));
    g_string_append_c(out, '\n');
  }
}

void iod_write_check_json(const IodGate *gate, const IodCheckCall *call, const IodReportOptions *options,
                          GString *out) {
  g_string_append(out, "{\"schema\": \"iodelta.check/1\"");
  iod_json_append_member(out, ", \"against\": ", iod_json_string(call->against));
  iod_json_append_member(out, ", \"created\": ", iod_json_string(call->created));
  iod_json_append_member(out, ", \"exit\": ", json_integer(call->exit_code));
  iod_json_append_member(out, ", \"judged\": ", json_integer(gate->judged));
  iod_json_append_member(out, ", \"cells\": ", json_integer(gate->cells));
  iod_json_append_member(out, ", \"undecided\": ", iod_json_string(gate->undecided));
  g_string_append(out, ",\n \"rows\": [");
  for (guint i = 0; i < gate->findings->len; i++)
    iod_json_append_member(out, i > 0 ? ",\n  " : "\n  ",
                           from_finding(gate, g_ptr_array_index(gate->findings, i)));
  g_string_append(out, "]");
  iod_json_append_member(out, ",\n \"geomeans\": ", iod_json_geomeans(gate->comparison));
  iod_json_append_member(out, ",\n \"warnings\": ", iod_json_warnings(gate->comparison, options->dataset));
  g_string_append(out, "}\n");
}

static void append_field(GString *out, const char *text) {
  iod_append_csv(out, text);
  g_string_append_c(out, ',');
}

static void append_number(GString *out, double value) {
  if (isfinite(value)) iod_append_number(out, value);
  g_string_append_c(out, ',');
}

static void append_row(GString *out, const IodRow *row) {
  append_field(out, row ? row->tool : NULL);
  append_field(out, row ? row->test : NULL);
  append_field(out, row ? row->op : NULL);
  append_field(out, row ? row->metric.name : NULL);
  append_field(out, row ? row->metric.unit : NULL);
  if (row) iod_append_csv_labels(out, row->labels, NULL);
  g_string_append_c(out, ',');
  for (guint side = 0; side < 2; side++) {
    const IodSample *sample = row ? row->samples[side] : NULL;
    append_number(out, sample ? (double)sample->summary.n : (double)NAN);
    append_number(out, sample ? sample->summary.center : NAN);
  }
  append_number(out, row ? row->band : NAN);
}

void iod_write_check_csv(const IodGate *gate, GString *out) {
  g_string_append(out, "state,fails,tool,test,op,metric,unit,labels,n_base,base,n_new,new,band,ratio,ratio_"
                       "lo,ratio_hi,p,note\n");
  for (guint i = 0; i < gate->findings->len; i++) {
    const IodFinding *finding = g_ptr_array_index(gate->findings, i);
    const IodAnswer *answer = finding->answer;
    append_field(out, state_of(finding));
    append_field(out, finding->fails ? "true" : "false");
    append_row(out, finding->row);
    append_number(out, answer ? answer->ratio : NAN);
    append_number(out, answer ? answer->ci.low : NAN);
    append_number(out, answer ? answer->ci.high : NAN);
    append_number(out, answer ? answer->p : NAN);
    iod_append_csv(out, finding->note);
    g_string_append_c(out, '\n');
  }
}
