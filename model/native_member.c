// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/native.h"

#include <string.h>

char *iod_one_line(char *text) {
  for (char *p = text; *p != '\0'; p++) {
    if (g_ascii_iscntrl(*p)) *p = ' ';
  }
  return text;
}

gboolean iod_place_refuse(const IodPlace *place, const char *member, GError **error, const char *format,
                          ...) {
  g_autoptr(GString) text = g_string_new(NULL);
  if (place->runs != NULL) g_string_append_printf(text, "%s[%" G_GSIZE_FORMAT "]", place->runs, place->run);
  if (place->list != NULL) {
    g_string_append_printf(text, "%s%s[%" G_GSIZE_FORMAT "]", text->len > 0 ? "." : "", place->list,
                           place->item);
  }
  if (member != NULL) g_string_append_printf(text, "%s%s", text->len > 0 ? "." : "", member);
  if (text->len > 0) g_string_append(text, ": ");
  va_list arguments;
  va_start(arguments, format);
  g_string_append_vprintf(text, format, arguments);
  va_end(arguments);
  g_set_error_literal(error, IOD_ERROR, IOD_ERROR_INPUT, iod_one_line(text->str));
  return FALSE;
}

/* NULL where absent or null. */
static const json_t *get(const json_t *object, const char *member) {
  const json_t *value = json_object_get(object, member);
  return json_is_null(value) ? NULL : value;
}

gboolean iod_member_text(const IodPlace *place, const json_t *object, const char *member, gboolean required,
                         const char **text, GError **error) {
  const json_t *value = get(object, member);
  if (value == NULL) return !required || iod_place_refuse(place, member, error, "is missing");
  if (!json_is_string(value)) return iod_place_refuse(place, member, error, "must be a string");
  const char *string = json_string_value(value);
  if (strlen(string) != json_string_length(value)) {
    return iod_place_refuse(place, member, error, "must not hold a NUL");
  }
  if (required && *string == '\0') return iod_place_refuse(place, member, error, "is empty");
  *text = string;
  return TRUE;
}

gboolean iod_member_whole(const IodPlace *place, const json_t *object, const char *member, guint64 max,
                          guint64 *number, GError **error) {
  const json_t *value = get(object, member);
  if (value == NULL) return TRUE;
  json_int_t whole = json_integer_value(value);
  if (!json_is_integer(value) || whole < 0 || (guint64)whole > max) {
    return iod_place_refuse(place, member, error, "must be a whole number from 0 to %" G_GUINT64_FORMAT, max);
  }
  *number = (guint64)whole;
  return TRUE;
}

gboolean iod_member_array(const IodPlace *place, const json_t *object, const char *member,
                          const json_t **array, GError **error) {
  *array = get(object, member);
  if (*array == NULL || json_is_array(*array)) return TRUE;
  return iod_place_refuse(place, member, error, "must be an array");
}

static gboolean set_label(IodLabels *labels, const char *name, const json_t *value) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (json_is_string(value)) {
    const char *text = json_string_value(value);
    if (strlen(text) != json_string_length(value)) return FALSE;
    iod_labels_set(labels, name, text);
  } else if (json_is_integer(value)) {
    g_snprintf(buffer, sizeof buffer, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    iod_labels_set(labels, name, buffer);
  } else if (json_is_real(value)) {
    iod_labels_set(labels, name, iod_number_text(json_real_value(value), buffer));
  } else {
    return json_is_null(value);
  }
  return TRUE;
}

gboolean iod_member_labels(const IodPlace *place, const json_t *object, const char *member, IodLabels *labels,
                           GError **error) {
  const json_t *value = get(object, member);
  if (value == NULL) return TRUE;
  if (!json_is_object(value)) return iod_place_refuse(place, member, error, "must be an object");
  /* jansson's iterators take no const object, though they leave it alone. */
  union {
    const json_t *shared;
    json_t *plain;
  } source = {value};
  const char *name = NULL;
  json_t *label = NULL;
  json_object_foreach(source.plain, name, label) {
    if (set_label(labels, name, label)) continue;
    g_autofree char *path = g_strdup_printf("%s.%s", member, name);
    return iod_place_refuse(place, path, error, "must be a string");
  }
  return TRUE;
}
