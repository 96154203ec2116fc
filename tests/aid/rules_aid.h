/* What the tests of the rules share: they state positions as FEN and moves as UCI strings, and
 * every statement is asked of the library and of the oracle alike.
 *
 * The functions return NULL if all holds, else a text that says what does not (valid until the
 * next call). Use them through the macros. Choose the variant first with aid_variant.
 */
#ifndef GR_TESTS_RULES_AID_H
#define GR_TESTS_RULES_AID_H

#include "rules/fen.h"
#include "rules/position.h"
#include "tests/oracle/oracle.h"
#include "tests/aid/test.h"

/* The rules by short name, from a variants that stays open; ends the program if there are none. */
const GrRules *aid_rules(const char *variant);
void aid_variant(const char *name);

/* A move as one number that both implementations can make: from, to, suffix, drop. */
typedef uint64_t AidCode;
AidCode aid_code(const GrPosition *pos, GrMove move);
AidCode aid_oracle_code(const OrMove *move);
void aid_code_text(AidCode code, char out[24]); /* the UCI string */
int aid_square(const GrPosition *pos, int sq);  /* the oracle's number of a square */
int aid_compare_codes(const void *a, const void *b); /* for qsort */

/* `moves` and `want` are lists separated by spaces. */
const char *aid_legal(const char *fen, const char *moves, bool legal);
/* Exactly `want` are the legal moves that begin with `prefix` ("" for all moves). */
const char *aid_moves_are(const char *fen, const char *prefix, const char *want);
const char *aid_count_is(const char *fen, unsigned want);
/* Playing the moves one after another leads to the position `want`. */
const char *aid_played(const char *fen, const char *moves, const char *want);
const char *aid_state_is(const char *fen, GrState want, int winner);
const char *aid_check_is(const char *fen, bool want);
const char *aid_san_is(const char *fen, const char *uci, const char *san);
/* The move takes the piece on `square`; "-": it takes none. */
const char *aid_takes(const char *fen, const char *uci, const char *square);
/* The two positions are the same one, and have the same key (or neither). */
const char *aid_same(const char *fen, const char *other, bool same);
/* The FEN is refused, `count` faults are listed (0: any number above 0; rights and squares that
 * are left out count), and each of the words, separated by '|', occurs in one of them, upper and
 * lower case alike. */
const char *aid_faults(const char *fen, unsigned count, const char *words);
/* The FEN is read with that number of rights and squares left out, and written back as `want`. */
const char *aid_corrected(const char *fen, unsigned count, const char *words, const char *want);
/* The FEN is accepted and is written back as `want`. */
const char *aid_reads_as(const char *fen, const char *want);

static inline void aid_told(const char *fault, const char *file, int line) {
    if (fault != NULL && test_failure(file, line)) {
        printf("%s\n", fault);
    }
}

#define LEGAL(fen, moves) aid_told(aid_legal(fen, moves, true), __FILE__, __LINE__)
#define ILLEGAL(fen, moves) aid_told(aid_legal(fen, moves, false), __FILE__, __LINE__)
#define MOVES(fen, prefix, want) aid_told(aid_moves_are(fen, prefix, want), __FILE__, __LINE__)
#define COUNT(fen, want) aid_told(aid_count_is(fen, want), __FILE__, __LINE__)
#define PLAYED(fen, moves, want) aid_told(aid_played(fen, moves, want), __FILE__, __LINE__)
#define STATE(fen, want, winner) aid_told(aid_state_is(fen, want, winner), __FILE__, __LINE__)
#define IN_CHECK(fen, want) aid_told(aid_check_is(fen, want), __FILE__, __LINE__)
#define SAN(fen, uci, san) aid_told(aid_san_is(fen, uci, san), __FILE__, __LINE__)
#define TAKES(fen, uci, square) aid_told(aid_takes(fen, uci, square), __FILE__, __LINE__)
#define SAME(fen, other) aid_told(aid_same(fen, other, true), __FILE__, __LINE__)
#define DIFFERENT(fen, other) aid_told(aid_same(fen, other, false), __FILE__, __LINE__)
#define FAULTS(fen, count, words) aid_told(aid_faults(fen, count, words), __FILE__, __LINE__)
#define MENDED(fen, count, words, want)                                                            \
    aid_told(aid_corrected(fen, count, words, want), __FILE__, __LINE__)
#define READS_AS(fen, want) aid_told(aid_reads_as(fen, want), __FILE__, __LINE__)

#endif
