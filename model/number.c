// SPDX-License-Identifier: GPL-3.0-or-later
/* Numbers and sizes, read and written without regard to the locale. */
#include "model/model.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Whole numbers up to here are exact in a double. */
#define EXACT_LIMIT (G_GUINT64_CONSTANT(1) << 53)

/* Digits already taken apart: mantissa * 10^exponent, as long as the mantissa holds them all. */
typedef struct {
  guint64 mantissa;
  gint exponent;
  gboolean exact; /* no digit was left out of the mantissa */
} Decimal;

static void add_digit(Decimal *decimal, char digit, gboolean fraction) {
  if (decimal->mantissa > (G_MAXUINT64 - 9) / 10) {
    decimal->exact = FALSE;
    return;
  }
  decimal->mantissa = decimal->mantissa * 10 + (guint64)(digit - '0');
  if (fraction) decimal->exponent--;
}

/* An exponent's end; start where none stands there. */
static const char *scan_exponent(const char *start, const char *end, gint *exponent) {
  const char *p = start;
  if (p >= end || (*p != 'e' && *p != 'E')) return start;
  p++;
  gboolean negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) p++;
  if (p >= end || !g_ascii_isdigit(*p)) return start;
  gint value = 0;
  for (; p < end && g_ascii_isdigit(*p); p++) {
    if (value < 100000) value = value * 10 + (*p - '0');
  }
  *exponent = negative ? -value : value;
  return p;
}

/* Both factors are exact and there is one rounding, so the result is the nearest double (Clinger, "How to
 * read floating point numbers accurately", PLDI 1990, the fast case). */
static gboolean convert_exactly(const Decimal *decimal, gint exponent, double *value) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                  1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  exponent += decimal->exponent;
  if (!decimal->exact || decimal->mantissa > EXACT_LIMIT || exponent < -22 || exponent > 22) return FALSE;
  double mantissa = (double)decimal->mantissa;
  *value = exponent < 0 ? mantissa / powers[-exponent] : mantissa * powers[exponent];
  return TRUE;
}

/* The slow way, for more digits than fit: mantissa is the text before the exponent. */
static gboolean convert_text(const char *mantissa, gsize length, gint exponent, double *value) {
  g_autofree char *copy = g_strdup_printf("%.*se%d", (int)length, mantissa, exponent);
  *value = g_ascii_strtod(copy, NULL);
  return isfinite(*value);
}

gboolean iod_scan_number(const char **text, const char *end, double *value) {
  return iod_scan_scaled(text, end, 0, value);
}

gboolean iod_scan_scaled(const char **text, const char *end, gint power, double *value) {
  const char *p = *text;
  Decimal decimal = {0, 0, TRUE};
  for (; p < end && g_ascii_isdigit(*p); p++) add_digit(&decimal, *p, FALSE);
  gboolean whole_part = p > *text;
  /* A dot without a digit behind it ends a sentence. */
  if (end - p >= 2 && *p == '.' && g_ascii_isdigit(p[1])) {
    for (p++; p < end && g_ascii_isdigit(*p); p++) add_digit(&decimal, *p, TRUE);
  } else if (!whole_part) {
    return FALSE;
  }
  gint exponent = 0;
  gsize length = (gsize)(p - *text);
  if (length > G_MAXINT) return FALSE;
  p = scan_exponent(p, end, &exponent);
  exponent += power;
  if (!convert_exactly(&decimal, exponent, value) && !convert_text(*text, length, exponent, value))
    return FALSE;
  *text = p;
  return TRUE;
}

gboolean iod_number_parse(const char *text, const char *end, double *value) {
  gboolean negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) text++;
  if (!iod_scan_number(&text, end, value) || text != end) return FALSE;
  if (negative) *value = -*value;
  return TRUE;
}

gboolean iod_scan_whole(const char **text, const char *end, guint64 *value) {
  const char *p = *text;
  guint64 sum = 0;
  for (; p < end && g_ascii_isdigit(*p); p++) {
    guint64 digit = (guint64)(*p - '0');
    if (sum > (G_MAXUINT64 - digit) / 10) return FALSE;
    sum = sum * 10 + digit;
  }
  if (p == *text) return FALSE;
  *text = p;
  *value = sum;
  return TRUE;
}

static const char size_letters[] = "kmgtp";

/* The bits by which a suffix shifts ("k", "KiB", "kB": 10; "", "B": 0); -1 where it is none. */
static gint size_shift(const char *suffix) {
  gint shift = 0;
  const char *letter = *suffix != '\0' ? strchr(size_letters, g_ascii_tolower(*suffix)) : NULL;
  if (letter != NULL) {
    shift = 10 * (gint)(letter - size_letters + 1);
    suffix++;
    if (g_ascii_strcasecmp(suffix, "ib") == 0) suffix++;
  }
  if (g_ascii_tolower(*suffix) == 'b') suffix++;
  return *suffix == '\0' ? shift : -1;
}

gboolean iod_size_parse(const char *text, guint64 *bytes) {
  const char *rest = text;
  const char *end = text + strlen(text);
  guint64 whole = 0;
  if (!iod_scan_whole(&rest, end, &whole)) return FALSE;
  if (*rest == '.') { /* 1.5g */
    double number = 0;
    rest = text;
    if (!iod_scan_number(&rest, end, &number)) return FALSE;
    gint shift = size_shift(rest);
    if (shift < 0) return FALSE;
    number = ldexp(number, shift);
    if (number > (double)EXACT_LIMIT || number != floor(number)) return FALSE;
    *bytes = (guint64)number;
    return TRUE;
  }
  gint shift = size_shift(rest);
  if (shift < 0 || whole > G_MAXUINT64 >> shift) return FALSE;
  *bytes = whole << shift;
  return TRUE;
}

char *iod_size_text(guint64 bytes) {
  gsize power = 0;
  while (bytes != 0 && power < strlen(size_letters) && (bytes & 1023) == 0) {
    bytes >>= 10;
    power++;
  }
  char suffix[2] = {power > 0 ? size_letters[power - 1] : '\0', '\0'};
  return g_strdup_printf("%" G_GUINT64_FORMAT "%s", bytes, suffix);
}

char *iod_number_text(double value, char *buffer) {
  if (value == floor(value) && fabs(value) < (double)EXACT_LIMIT) {
    /* "-0" would be read back as the integer 0. */
    const char *format = value == 0 && signbit(value) ? "%.1f" : "%.0f";
    return g_ascii_formatd(buffer, G_ASCII_DTOSTR_BUF_SIZE, format, value);
  }
  /* 15 digits lose no trailing zero to %g; subnormal numbers have fewer to begin with. */
  for (int digits = fabs(value) < DBL_MIN ? 1 : DBL_DIG; digits <= DBL_DECIMAL_DIG; digits++) {
    char format[8];
    g_snprintf(format, sizeof format, "%%.%dg", digits);
    g_ascii_formatd(buffer, G_ASCII_DTOSTR_BUF_SIZE, format, value);
    if (g_ascii_strtod(buffer, NULL) == value) break;
  }
  return buffer;
}
