/* The code of packed lines: a word for each ply, the rarer the more bits. Internal to db/.
 *
 * A word says which piece moves and where to (GR_REPLAY_FORM_PACKED in db/codec/replay.h). There are two codes for each
 * stretch of a game, White's and Black's: what a side plays depends most on how far the game is. A code gives each
 * usual word at most GR_LINE_BITS bits, decoded by one look into a table; rare words follow an escape.
 *
 * The bytes of a line are one number, the first byte the lowest. White's words are in it from the lowest bit up,
 * Black's from the highest one down: two streams of bits, neither with a length, which a processor can decode side
 * by side.
 */
#ifndef GR_DB_LINE_CODE_H
#define GR_DB_LINE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "notation/buffer.h"

/* A word has a byte in its upper half. Below that, GR_LINE_PLAIN: the byte is that of GR_REPLAY_FORM_PIECES, 16 times
 * the number of a piece and what that does. GR_LINE_BISHOP: the queen that the game began with goes as a bishop does;
 * the byte is what a bishop does. GR_LINE_ANY: any queen goes anywhere; the byte is the square, and the lowest four
 * bits are her number. */
enum { GR_LINE_PLAIN = 0, GR_LINE_BISHOP = 128, GR_LINE_ANY = 192, GR_LINE_KIND = 192, GR_LINE_BYTE = 8 };

enum {
    GR_LINE_STRETCHES = 7,
    GR_LINE_CODES = 2 * GR_LINE_STRETCHES,
    GR_LINE_BITS = 9,
    GR_LINE_WORDS = 256 + 16,          /* symbols: plain words, those of the queen; */
    GR_LINE_ESCAPED = GR_LINE_WORDS,   /* one of these follows in 9 bits, */
    GR_LINE_SQUARE,                    /* or a number and a square of GR_LINE_ANY in 10 bits */
    GR_LINE_SYMBOLS,
    GR_LINE_PLIES = 1020, /* of a line at most */
    GR_LINE_BYTES = GR_LINE_PLIES * (GR_LINE_BITS + 10) / 8 + 1, /* of a line at most */
    GR_LINE_PLIES_A_BYTE = 8                                     /* at most */
};

/* How many bits a symbol has in a code, 0: none. Codes are White's of each stretch, each before Black's.
 * db/codec/tables/line_code.c; never changed. */
extern const uint8_t gr_line_bits[GR_LINE_CODES][GR_LINE_SYMBOLS];

typedef struct GrLineCode {
    bool known;
    uint16_t entry[GR_LINE_CODES][1 << GR_LINE_BITS]; /* by the next bits: a word, + how many it has */
    uint16_t number[GR_LINE_CODES][GR_LINE_SYMBOLS];  /* the bits of a symbol */
} GrLineCode;

/* Makes the tables of a code that is all zero; does nothing if they are made. */
void gr_line_code_learn(GrLineCode *code);

/* The symbol of a word, without an escape. */
unsigned gr_line_symbol(unsigned word);

/* The code of a ply, by its side (GR_WHITE or GR_BLACK). */
unsigned gr_line_code_of(uint32_t ply, unsigned side);

/* Packs the words of a line, at most GR_LINE_PLIES, whose first one is of that side, to the end of `out`. */
void gr_line_pack(const GrLineCode *code, unsigned first, const uint16_t *word, uint32_t plies, GrBuffer *out);

/* Unpacks a line to `word`, which has room for GR_LINE_PLIES, and returns how many words it wrote: those that were
 * packed, then fewer than 24 that mean nothing; 0 if the line has more than GR_LINE_BYTES bytes. The lower
 * six bits of words that are not GR_LINE_ANY mean nothing, either. */
uint32_t gr_line_unpack(const GrLineCode *code, unsigned first, const uint8_t *bytes, size_t len, uint16_t *word);

#endif
