// SPDX-License-Identifier: GPL-3.0-or-later
/* Doubles to decimal by exact 128-bit arithmetic: value = m * 2^e times 10^s, with s such that 17 digits
 * stand before the point, fits in 128 bits for all that benchmarks print (1e-6 to 2^53). The rest goes the
 * slow way. */
#include "report/digits.h"

#include "model/model.h"

#include <math.h>
#include <string.h>

void iod_append_whole(GString *out, guint64 value) {
  char digits[20];
  gsize at = sizeof digits;
  do {
    digits[--at] = (char)('0' + value % 10);
    value /= 10;
  } while (value != 0);
  g_string_append_len(out, digits + at, (gssize)(sizeof digits - at));
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 Wide;

#define MANTISSA_BITS 53
#define MAX_SCALE     22 /* 10^22 * 2^53 is the last that fits */
#define DIGITS_17     G_GUINT64_CONSTANT(100000000000000000)

/* Ready for comparing decimals with it: value * 10^scale = product / 2^shift. */
typedef struct {
  Wide product, power; /* mantissa * 10^scale, 10^scale */
  gint scale, shift;
  gboolean even; /* the mantissa: halves between neighbours are rounded to it */
} Exact;

static Wide power_of_ten(gint exponent) {
  Wide power = 1;
  for (gint i = 0; i < exponent; i++) power *= 10;
  return power;
}

/* digits: the first 17, not rounded. FALSE where value is out of range, or a power of two, whose neighbours
 * are not equally far. */
static gboolean set_exact(Exact *exact, double value, guint64 *digits) {
  gint exponent = 0;
  guint64 mantissa = (guint64)ldexp(frexp(value, &exponent), MANTISSA_BITS);
  if ((mantissa & (mantissa - 1)) == 0) return FALSE;
  exact->shift = MANTISSA_BITS - exponent;
  exact->even = (mantissa & 1) == 0;
  exact->scale = 16 - (gint)floor(log10(value));
  if (exact->shift <= 0 || exact->scale < 0 || exact->scale > MAX_SCALE) return FALSE;
  exact->power = power_of_ten(exact->scale);
  exact->product = exact->power * mantissa;
  *digits = (guint64)(exact->product >> exact->shift);
  return *digits < DIGITS_17 && *digits >= DIGITS_17 / 10; /* log10 may be off by one at powers of ten */
}

/* TRUE where decimal / 10^scale is nearer to the value than to its neighbours. */
static gboolean reads_back(const Exact *exact, guint64 decimal) {
  Wide scaled = (Wide)decimal << exact->shift;
  Wide distance = scaled > exact->product ? scaled - exact->product : exact->product - scaled;
  return 2 * distance < exact->power || (2 * distance == exact->power && exact->even);
}

/* Writes digits / 10^scale without exponent and without trailing zeros. */
static void append_decimal(GString *out, guint64 digits, gint scale) {
  while (scale > 0 && digits % 10 == 0) {
    digits /= 10;
    scale--;
  }
  char text[20];
  gint length = 0;
  for (guint64 rest = digits; rest != 0; rest /= 10) length++;
  for (gint i = length - 1; i >= 0; i--, digits /= 10) text[i] = (char)('0' + digits % 10);
  gint before = length - scale;
  if (before > 0) {
    g_string_append_len(out, text, before);
  } else {
    g_string_append_c(out, '0');
  }
  if (scale == 0) return;
  g_string_append_c(out, '.');
  for (gint i = before; i < 0; i++) g_string_append_c(out, '0');
  g_string_append_len(out, text + MAX(before, 0), length - MAX(before, 0));
}

/* Rounds to 15 digits, to 16, to 17, until it reads back. Each begins with the digits that are not yet
 * rounded: rounding twice would miss. */
static gboolean append_exactly(GString *out, double value) {
  Exact exact;
  guint64 digits = 0;
  if (!set_exact(&exact, value, &digits)) return FALSE;
  guint64 rounded = (digits + 50) / 100 * 100;
  if (!reads_back(&exact, rounded)) rounded = (digits + 5) / 10 * 10;
  if (!reads_back(&exact, rounded))
    rounded = (guint64)((exact.product + ((Wide)1 << (exact.shift - 1))) >> exact.shift);
  append_decimal(out, rounded, exact.scale);
  return TRUE;
}
#else
static gboolean append_exactly(GString *out, double value) {
  (void)out, (void)value;
  return FALSE;
}
#endif

void iod_append_number(GString *out, double value) {
  const double exact_limit = 9007199254740992; /* 2^53 */
  double size = fabs(value);
  gboolean fast = size < exact_limit && size > 0;
  if (fast && value < 0) g_string_append_c(out, '-');
  if (fast && size == floor(size)) {
    iod_append_whole(out, (guint64)size);
    return;
  }
  if (fast && append_exactly(out, size)) return;
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append(out, iod_number_text(fast ? size : value, buffer));
}
