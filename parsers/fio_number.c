// SPDX-License-Identifier: GPL-3.0-or-later
#include "parsers/fio_number.h"

#include <math.h>

/* More digits than this may not fit 64 bits; fio never prints them. */
#define MOST_DIGITS 19

/* Lines are short: memmem, which prepares tables for long ones, takes longer. */
gboolean fio_take_behind(FioCursor *cursor, const char *word) {
  gsize length = strlen(word);
  const char *p = cursor->at;
  while ((gsize)(cursor->end - p) >= length && (p = memchr(p, *word, (gsize)(cursor->end - p))) != NULL) {
    if ((gsize)(cursor->end - p) >= length && memcmp(p, word, length) == 0) {
      cursor->at = p + length;
      return TRUE;
    }
    p++;
  }
  return FALSE;
}

gboolean fio_holds(FioCursor cursor, const char *word) {
  return fio_take_behind(&cursor, word);
}

static inline double power_of_ten(guint exponent) {
  static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                  1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19};
  return powers[MIN(exponent, G_N_ELEMENTS(powers) - 1)];
}

/* A comma that parts thousands: three digits follow it, and no fourth. */
static gboolean is_separator(const char *at, const char *end) {
  return end - at > 3 && *at == ',' && fio_is_digit(at[1]) && fio_is_digit(at[2]) && fio_is_digit(at[3]) &&
         (end - at == 4 || !fio_is_digit(at[4]));
}

gboolean fio_scan_decimal(FioCursor *cursor, double *number, guint8 *decimals) {
  const char *p = cursor->at, *end = cursor->end;
  guint64 mantissa = 0;
  guint digits = 0, after = 0;
  for (; p < end; p++) {
    if (fio_is_digit(*p)) {
      mantissa = mantissa * 10 + (guint64)(*p - '0');
      digits++;
    } else if (digits == 0 || !is_separator(p, end)) {
      break;
    }
  }
  if (digits == 0) return FALSE;
  if (end - p >= 2 && *p == '.' && fio_is_digit(p[1])) {
    for (p++; p < end && fio_is_digit(*p); p++, after++) mantissa = mantissa * 10 + (guint64)(*p - '0');
  }
  if (digits + after > MOST_DIGITS) return FALSE;
  *number = after == 0 ? (double)mantissa : (double)mantissa / power_of_ten(after);
  *decimals = (guint8)after;
  cursor->at = p;
  return TRUE;
}

/* The power that a multiplier's letter stands for; 0 where it is none. */
static guint8 letter_power(char letter, gboolean old) {
  switch (letter) {
  case 'k':
  case 'K':
    return 1;
  case 'M':
    return 2;
  case 'G':
    return 3;
  case 'T':
    return 4;
  case 'P':
    return old ? 4 : 5; /* old versions went from giga to peta */
  case 'E':
    return old ? 5 : 6;
  default:
    return 0;
  }
}

gboolean fio_scan_count(FioCursor *cursor, double *value) {
  guint8 decimals = 0;
  if (!fio_scan_decimal(cursor, value, &decimals)) return FALSE;
  guint8 power = cursor->at < cursor->end ? letter_power(*cursor->at, FALSE) : 0;
  if (power > 0) {
    cursor->at++;
    *value *= power_of_ten(3U * power);
  }
  return TRUE;
}

gboolean fio_scan_whole(FioCursor *cursor, guint64 *value) {
  const char *p = cursor->at;
  guint64 sum = 0;
  for (; p < cursor->end && fio_is_digit(*p); p++) {
    guint64 digit = (guint64)(*p - '0');
    if (sum > (G_MAXUINT64 - digit) / 10) return FALSE;
    sum = sum * 10 + digit;
  }
  if (p == cursor->at) return FALSE;
  cursor->at = p;
  *value = sum;
  return TRUE;
}

/* Rates of the sums over clients have no unit: "82.4Mi (86.4M)(82.5MiB/1001msec)", until 2.16 "1871.3M/s". In
 * a line that was cut or wrapped within a unit something else follows. */
static gboolean ends_rate(FioCursor cursor) {
  if (fio_take_word(&cursor, "/s")) return TRUE;
  fio_skip_blanks(&cursor);
  return cursor.at < cursor.end && (*cursor.at == '(' || *cursor.at == ')');
}

/* "B" or "bit" with what may precede it, and "/s". FALSE where no unit stands there. */
static gboolean scan_unit(FioCursor *cursor, gboolean old, FioAmount *amount) {
  FioCursor ahead = *cursor;
  fio_skip_blanks(&ahead); /* "618740 B/s" of old versions */
  guint8 power = ahead.at < ahead.end ? letter_power(*ahead.at, old) : 0;
  if (power > 0) ahead.at++;
  gboolean iec = power > 0 && fio_take_char(&ahead, 'i');
  gboolean bytes = fio_take_char(&ahead, 'B');
  gboolean bits = !bytes && fio_take_word(&ahead, "bit");
  if (!bytes && !bits && (power == 0 || !ends_rate(ahead))) return FALSE;
  fio_take_word(&ahead, "/s");
  amount->power = power;
  amount->binary = iec || old;
  amount->bits = bits;
  *cursor = ahead;
  return TRUE;
}

gboolean fio_scan_amount(FioCursor *cursor, gboolean old, FioAmount *amount) {
  FioAmount found = FIO_NO_AMOUNT;
  FioCursor ahead = *cursor;
  if (!fio_scan_decimal(&ahead, &found.number, &found.decimals)) return FALSE;
  /* Only nothing at all is printed without any unit (fio 3.27 to 3.38: "BW=0 (0)"). */
  if (!scan_unit(&ahead, old, &found) && (found.number > 0 || !ends_rate(ahead))) return FALSE;
  *amount = found;
  *cursor = ahead;
  return TRUE;
}

/* What one unit is worth in bytes. */
static double unit_of(const FioAmount *amount) {
  double unit = amount->binary ? ldexp(1, 10 * amount->power) : power_of_ten(3U * amount->power);
  return amount->bits ? unit / 8 : unit;
}

double fio_amount_value(const FioAmount *amount) {
  return amount->number * unit_of(amount);
}

void fio_amount_bounds(const FioAmount *amount, FioRounding rounding, double *low, double *high) {
  double below = 0, above = 0;
  double step = 1 / power_of_ten(amount->decimals);
  gboolean round = amount->decimals > 0 && amount->number == floor(amount->number);
  switch (rounding) {
  case FIO_ROUNDING_NEAREST:
    below = above = step / 2;
    break;
  case FIO_ROUNDING_CARRY:
    below = step / 2;
    above = round ? 1 : step / 2;
    break;
  case FIO_ROUNDING_REMAINDER:
  case FIO_ROUNDING_UNKNOWN:
    below = above = 1;
    break;
  }
  if (amount->power == 0) below = above = 0.5; /* whole bytes (a second) */
  double unit = unit_of(amount);
  *low = MAX(0, amount->number - below) * unit;
  *high = (amount->number + above) * unit;
}

/* What was asked for, of a size that was rounded when printed: a power of two within the rounding (65.5kB is
 * 65536), else a multiple of 512 that was printed whole. */
static guint64 restore_block_size(double number, guint8 decimals, double unit) {
  double value = number * unit;
  if (number <= 0 || value > (double)(G_GUINT64_CONSTANT(1) << 40)) return 0;
  guint64 nearest = (guint64)(value + 0.5);
  if (unit == 1) return nearest;
  double power = exp2(round(log2(value)));
  if (fabs(power - value) <= unit / power_of_ten(decimals) / 2) return (guint64)power;
  return (double)nearest == value && nearest % 512 == 0 ? nearest : 0;
}

gboolean fio_scan_block_size(FioCursor *cursor, guint64 *bytes) {
  double number = 0;
  guint8 decimals = 0;
  if (!fio_scan_decimal(cursor, &number, &decimals)) return FALSE;
  guint8 power = cursor->at < cursor->end ? letter_power(*cursor->at, FALSE) : 0;
  if (power > 0) cursor->at++;
  gboolean iec = fio_take_char(cursor, 'i');
  /* "kB" are 1000 bytes; the bare K of old versions is 1024. */
  gboolean decimal = fio_take_char(cursor, 'B') && !iec;
  *bytes = restore_block_size(number, decimals, decimal ? power_of_ten(3U * power) : ldexp(1, 10 * power));
  return TRUE;
}
