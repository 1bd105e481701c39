// SPDX-License-Identifier: GPL-3.0-or-later
/* The order in which people expect names. Each name is cut into tokens by itself alone, and the tokens are
 * compared one after the other: so the order is total whatever is compared with what. */
#include "model/model.h"

#include <string.h>

/* A number (its digits without leading zeros, and those behind its point without trailing ones) or text. */
typedef struct {
  gboolean number;
  const char *text;
  gsize length;
  const char *fraction;
  gsize fraction_length;
} Token;

typedef struct {
  const char *rest;
  gboolean single; /* the whole name is one number or size: token holds it */
  Token token;
  char size[24];
} Tokens;

static Token number_token(const char *text, gsize length) {
  while (length > 0 && *text == '0') {
    text++;
    length--;
  }
  return (Token){TRUE, text, length, "", 0};
}

static gsize digits(const char *text) {
  return strspn(text, "0123456789");
}

/* 0.25 is more than 0.125, but v0.25 comes behind v0.125 only as a version does: only whole names are decimal
 * numbers. */
static gboolean decimal_token(const char *name, Token *token) {
  gsize whole = digits(name);
  if (whole == 0 || name[whole] != '.') return FALSE;
  const char *fraction = name + whole + 1;
  gsize length = digits(fraction);
  if (length == 0 || fraction[length] != '\0') return FALSE;
  *token = number_token(name, whole);
  while (length > 0 && fraction[length - 1] == '0') length--;
  token->fraction = fraction;
  token->fraction_length = length;
  return TRUE;
}

static void tokens_begin(Tokens *tokens, const char *name) {
  guint64 bytes = 0;
  tokens->rest = name;
  tokens->single = decimal_token(name, &tokens->token);
  if (!tokens->single && iod_size_parse(name, &bytes)) {
    g_snprintf(tokens->size, sizeof tokens->size, "%" G_GUINT64_FORMAT, bytes);
    tokens->token = number_token(tokens->size, strlen(tokens->size));
    tokens->single = TRUE;
  }
}

static gboolean tokens_next(Tokens *tokens, Token *token) {
  if (*tokens->rest == '\0') return FALSE;
  if (tokens->single) {
    *token = tokens->token;
    tokens->rest = "";
    return TRUE;
  }
  gsize length = digits(tokens->rest);
  if (length > 0) {
    *token = number_token(tokens->rest, length);
  } else {
    length = strcspn(tokens->rest, "0123456789");
    *token = (Token){FALSE, tokens->rest, length, "", 0};
  }
  tokens->rest += length;
  return TRUE;
}

static int compare_texts(const char *a, gsize a_length, const char *b, gsize b_length) {
  int order = memcmp(a, b, MIN(a_length, b_length));
  return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static int compare_tokens(const Token *a, const Token *b) {
  if (a->number != b->number) return a->number ? -1 : 1;
  if (!a->number) return compare_texts(a->text, a->length, b->text, b->length);
  if (a->length != b->length) return a->length < b->length ? -1 : 1;
  int order = memcmp(a->text, b->text, a->length);
  return order != 0 ? order : compare_texts(a->fraction, a->fraction_length, b->fraction, b->fraction_length);
}

int iod_natural_compare(const char *a, const char *b) {
  Tokens left, right;
  tokens_begin(&left, a);
  tokens_begin(&right, b);
  for (;;) {
    Token first, second;
    gboolean more = tokens_next(&left, &first);
    if (more != tokens_next(&right, &second)) return more ? 1 : -1;
    if (!more) return strcmp(a, b); /* "01" and "1", "4k" and "4096" */
    int order = compare_tokens(&first, &second);
    if (order != 0) return order;
  }
}
