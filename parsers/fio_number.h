// SPDX-License-Identifier: GPL-3.0-or-later
/* fio's way with numbers: a few digits, a multiplier, a unit; and how much its rounding leaves open. */
#ifndef IODELTA_PARSERS_FIO_NUMBER_H
#define IODELTA_PARSERS_FIO_NUMBER_H

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/* Reads along one line. */
typedef struct {
  const char *at;
  const char *end;
} FioCursor;

static inline void fio_skip_blanks(FioCursor *cursor) {
  while (cursor->at < cursor->end && *cursor->at == ' ') cursor->at++;
}

static inline gboolean fio_is_digit(char c) {
  return (guchar)(c - '0') < 10;
}

static inline gboolean fio_take_char(FioCursor *cursor, char wanted) {
  if (cursor->at >= cursor->end || *cursor->at != wanted) return FALSE;
  cursor->at++;
  return TRUE;
}

/* Moves behind a word where it stands at the cursor. */
static inline gboolean fio_take_word(FioCursor *cursor, const char *word) {
  gsize length = strlen(word);
  if ((gsize)(cursor->end - cursor->at) < length || memcmp(cursor->at, word, length) != 0) return FALSE;
  cursor->at += length;
  return TRUE;
}

/* Moves behind the next place where the word stands; FALSE and no move where there is none. */
gboolean fio_take_behind(FioCursor *cursor, const char *word);

/* TRUE where the word stands behind the cursor. */
gboolean fio_holds(FioCursor cursor, const char *word);

/* Bytes, or bytes a second, as printed. fio before 2.17 ("old") writes KB for 1024 bytes and knows no T. */
typedef struct {
  double number;   /* the digits; -1 where the amount is absent */
  guint8 decimals; /* how many of them follow the point */
  guint8 power;    /* of the multiplier: 0 none, 1 kilo, 2 mega, … */
  gboolean binary; /* the multiplier is a power of 1024 */
  gboolean bits;
} FioAmount;

#define FIO_NO_AMOUNT ((FioAmount){.number = -1})

/* How the decimals of a version's amounts came about (they tell what the true value may be). */
typedef enum {
  FIO_ROUNDING_UNKNOWN,   /* a version that the log does not tell */
  FIO_ROUNDING_REMAINDER, /* before 2.20: digits of the remainder, up to a unit off */
  FIO_ROUNDING_CARRY,     /* 2.20 to 3.25: rounded, but 77.99 comes out as 77.0 */
  FIO_ROUNDING_NEAREST,   /* since 3.26 */
} FioRounding;

/* Numbers may carry the thousands separators of old versions ("80,860KiB"). All of these leave the cursor
 * behind the number and its unit, or return FALSE (no number there, more digits than 64 bits hold). */
gboolean fio_scan_amount(FioCursor *cursor, gboolean old, FioAmount *amount);
gboolean fio_scan_count(FioCursor *cursor, double *value); /* 13.6k, 2.5M: multipliers are powers of 1000 */
gboolean fio_scan_decimal(FioCursor *cursor, double *value, guint8 *decimals); /* no multiplier */
gboolean fio_scan_whole(FioCursor *cursor, guint64 *value);                    /* no separators either */

/* In bytes (a second). */
double fio_amount_value(const FioAmount *amount);

/* What the true value may be: [*low, *high]. */
void fio_amount_bounds(const FioAmount *amount, FioRounding rounding, double *low, double *high);

/* A block size of a job line (4K, 512, 4096B, 64.0KiB, 65.5kB) in whole bytes; 0 bytes where the rounding
 * hides which it was. */
gboolean fio_scan_block_size(FioCursor *cursor, guint64 *bytes);

G_END_DECLS

#endif
