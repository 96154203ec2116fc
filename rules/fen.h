/* FEN in and out, with every fault of a bad one named. */
#ifndef GR_RULES_FEN_H
#define GR_RULES_FEN_H

#include <stddef.h>

#include "rules/decls.h"
#include "rules/position.h"

GR_BEGIN_DECLS

/* A FEN is never longer than this, NUL included. */
enum { GR_FEN_SIZE = 512 };

enum { GR_MAX_FAULTS = 32 };

typedef struct GrFaults {
    unsigned count;  /* how many were found; only the first GR_MAX_FAULTS are kept */
    unsigned dropped; /* how many of them are impossible rights and en passant squares */
    struct {
        unsigned column; /* of the text given, from 1 */
        bool dropped;     /* the right or the square is left out, and the rest stands */
        char text[120];
    } fault[GR_MAX_FAULTS];
} GrFaults;

/* Reads a FEN of the variant. Fields after the board may be missing: White to move (Black in
 * wizard), no rights, no en passant, clock 0, move 1. What follows the sixth field (or a field that
 * starts with ';', as in EPD) is not read.
 * Returns 0 and a complete position, or the number of faults, all of them listed in `faults`
 * (which may be NULL); then *pos is undefined. A position that cannot be played on from (no king,
 * the side that moved still in check, a pawn on the last rank of chess ...) is a fault too.
 * Rights and en passant squares that are impossible in the position are left out of it: they are
 * listed, marked as dropped, but not among the faults that are counted here. So 0 may come with
 * warnings in `faults`. */
unsigned gr_fen_read(const GrRules *rules, const char *text, GrPosition *pos, GrFaults *faults);

/* Writes the FEN and a NUL; returns its length. out has GR_FEN_SIZE bytes. */
size_t gr_fen_write(const GrPosition *pos, char out[GR_FEN_SIZE]);

/* Writes the board field only (pocket included). */
size_t gr_fen_write_board(const GrPosition *pos, char out[GR_FEN_SIZE]);

GR_END_DECLS

#endif
