/* Why a move is not legal. Internal to notation/: diagnose.h is the door. */
#ifndef GR_NOTATION_EXPLAIN_H
#define GR_NOTATION_EXPLAIN_H

#include "notation/buffer.h"
#include "notation/move/syntax.h"

typedef struct Explain {
    const GrLexicon *lexicon;
    const GrVariant *v;
    const GrPosition *pos;
    const GrSyntax *syntax;
    GrBuffer *out;
    int side; /* to move */
} Explain;

/* Do several legal moves fit the text? Then they are named in the reason. */
bool explain_is_open(const Explain *e);

/* Writes the reason, without a full stop. */
void explain_move(const Explain *e);

/* ---- parts of it ---- */

/* explain_special.c: castling, spells, teleports, placements, passing. */
void explain_special(const Explain *e);

/* A king's move that can only have meant castling, from and to squares given: says why that is not
 * possible and returns true. */
bool explain_king_castles(const Explain *e, int from, int to);

/* The same of a wizard that goes to a piece of its side. */
bool explain_wizard_changes(const Explain *e, int from, int to);

/* explain_way.c: does the piece on `from` get to `to`, all but its king's safety considered? Unless
 * it does, says why not: because such a piece never goes so, or because something is against it
 * here. */
typedef enum Way { WAY_FREE, WAY_NEVER, WAY_CLOSED } Way;
Way explain_way(const Explain *e, int from, int to);

/* explain_wall.c: with another wall, or with one where the text has none, the move is legal. Says what is wrong;
 * false if that is not it. */
bool explain_wall(const Explain *e);

/* explain_gate.c: without the piece that the text has put where one was, the move is legal. Says what is wrong; false
 * if that is not it. */
bool explain_gate(const Explain *e);

/* Why a wall cannot come to a square instead of a move. */
void explain_lone_wall(const Explain *e);

/* explain_ending.c: some move from `from` to `to` is legal, but the text says of it what is not so:
 * a promotion, a drop, a quest; or leaves it out. Says what; false if that is not it. */
bool explain_ending(const Explain *e, int from, int to);

/* A move that goes from `from` to `to` drops what it must not, or not what it must, or where it
 * cannot: says so, or returns false. */
bool explain_drop(const Explain *e, int from, int to);

/* ---- what they share, explain_words.c ---- */

/* Takes a piece off the position or puts one there, as far as attacks look at it: it is no position
 * to play on from. */
void explain_lift(GrPosition *pos, int sq);
void explain_put(GrPosition *pos, int sq, int piece);

/* Is the royal piece of the side to move attacked in that position? If so, says by what, after the
 * words of `lead`, and returns true. */
bool explain_attacked(const Explain *e, const GrPosition *after, const char *lead);

/* "White", "Black". */
const char *explain_side(int side);

/* "Knight". */
const char *explain_type(const Explain *e, int type);

/* "a" or "an", as the piece's name wants it. */
const char *explain_article(const Explain *e, int type);

/* "e4". */
typedef struct ExplainSquare { char text[4]; } ExplainSquare;
ExplainSquare explain_square(const Explain *e, int sq);
#define SQUARE(sq) (explain_square(e, sq).text)

/* Does such a piece take without moving, as the archer of Wizard Chess? */
bool explain_shoots(const Explain *e, int type);

/* Adds "a Queen, Rook or Bishop" for the types of a set of bits 1 << type. */
void explain_put_types(const Explain *e, unsigned types);

/* "White's Knight", "a hole": what stands on a square. */
void explain_put_owner(const Explain *e, int sq);

/* "e4 is occupied by White's Knight", "e4 is a hole". */
void explain_put_occupied(const Explain *e, int sq);

#endif
