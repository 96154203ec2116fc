/* From the syntax of a move in a text to the one legal move that fits. */
#ifndef GR_NOTATION_RESOLVE_H
#define GR_NOTATION_RESOLVE_H

#include "notation/move/syntax.h"
#include "rules/decls.h"

GR_BEGIN_DECLS

/* What was odd about a move that was resolved all the same; bits. */
enum {
    GR_ODD_NOT_LPAWN = 1, /* the text says LPawn, but the pawn is none */
    GR_ODD_CAPTURE = 2,   /* the text says `x`, but nothing is taken */
    GR_ODD_QUEEN = 4,     /* no promotion is stated; it was taken to be the usual one */
    GR_ODD_CHOICE = 8,    /* the same, where there is no usual one: of several continuations it is the promotion */
    GR_ODD_WING = 16,     /* the text does not say which castling; it is the only one that is legal */
    GR_ODD_SIGN = 64,     /* a '+' was no check, but promotes: nothing is odd */
    GR_ODD_PAWN = 32      /* a pawn captures, but the text has neither `x` nor where it comes from */
};

/* Finds the legal move. Returns the number of legal moves that fit: 1 and then *move is set, 0, or
 * more than 1 if the text leaves the choice open. *odd (which may be NULL) is set with a move. */
size_t gr_resolve(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                  GrMove *move, unsigned *odd);

/* The legal moves of a piece between the same two squares as this one, itself among them: what it may become, and the
 * quest. Returns how many there are, of which up to cap are written to out. */
size_t gr_resolve_choices(const GrPosition *pos, GrMove move, GrMove *out, size_t cap);

/* The pattern that gr_resolve asks for first. */
void gr_resolve_pattern(const GrLexicon *lexicon, const GrPosition *pos, const GrSyntax *syntax,
                        GrPattern *want);

/* Does a castling whose right has the letter k, q, b or f go to the wing (see GrSyntax) that a text names? */
bool gr_resolve_wing(int letter, char wing);

/* Could what castles go there by a plain move, too, as far as its way of going says? Then the two squares do not say
 * that it castles, and the king takes its rook instead. */
bool gr_castling_looks_plain(const GrPosition *pos, int from, int to);

/* Of a pattern with one square to come from and one to go to, and castlings among its kinds: a king
 * that takes its own rook castles, and the pattern is made that of the castling. Where the plain move
 * between the squares is legal (or, in games whose castlings have no fixed squares, a king's single
 * step may be meant) they are not taken for a castling. */
void gr_resolve_castling(const GrPosition *pos, GrPattern *want);

/* Where a side may pass by a legal move, the square of the piece that a pass is written with, as if it went there: its
 * royal piece, or its first one. GR_NO_SQUARE in other games. */
int gr_passing_square(const GrPosition *pos);

/* Is a legal pass meant by a pattern that goes nowhere? */
bool gr_resolve_pass(const GrPosition *pos, const GrPattern *want, GrMove *move);

/* The type that a '+' or '-' behind a move from the square says: its piece promoted, or what that was before; 0 if it
 * can say nothing. */
int gr_becomes_by_sign(const GrPosition *pos, int from, char sign);

/* Turns the pattern of a plain move into that of one which also puts a piece of the type from the hand where one was
 * (Seirawan Chess); with the squares of rook and king, in this order, a castling that puts it on the rook's square.
 * False if the game has no such moves. */
bool gr_gate_pattern(const GrPosition *pos, GrPattern *want, int type);

GR_END_DECLS

#endif
