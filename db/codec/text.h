/* What a game has beyond its tags and main moves, as bytes: comments, NAGs, variations, the text
 * that could not be replayed, and what was wrong with it. Internal to db/.
 *
 * The body of a game is empty for a game of plain moves. Else it starts with a byte of
 * GrBodyPart bits and has the parts that it names, in that order:
 *   GR_BODY_TREE   the annotated tree: operations (text.c) that walk the moves, up to GR_OP_END
 *   GR_BODY_REST   the rest, a string with its NUL
 *   GR_BODY_DIAGS  number of diagnostics; each: severity (a byte), line, column, ply, string
 * The moves of a variation are in its operation, as a line (db/codec/move_line.h).
 */
#ifndef GR_DB_TEXT_H
#define GR_DB_TEXT_H

#include "db/codec/bytes.h"
#include "db/codec/move_line.h"
#include "notation/game.h"

enum GrBodyPart { GR_BODY_TREE = 1, GR_BODY_REST = 2, GR_BODY_DIAGS = 4 };

/* An operation is a varint n << 3 | GrOp. */
typedef enum GrOp {
    GR_OP_END,       /* ends the line: back to the move that it is a variation of, or the end */
    GR_OP_MOVES,     /* n moves follow in the line */
    GR_OP_BEFORE,    /* a comment of n bytes before the next move, the first of its variation */
    GR_OP_COMMENT,   /* a comment of n bytes after the move (or before all moves) */
    GR_OP_NAGS,      /* n NAGs of the move, a byte each */
    GR_OP_VARIATION  /* a variation in place of the move begins; n bytes: how many moves it has, a varint, and
                        its line */
} GrOp;

/* Writes the game's body to the end of `body`; `legal` as for gr_pack. GR_ERR_ILLEGAL if a variation has an illegal
 * move, GR_ERR_LIMIT beyond a bound of limits.h. body->failed is not looked at. */
int gr_body_write(const GrGame *game, bool legal, GrLineWriter *writer, GrBuffer *body, GrError *error);

/* Reads a body into a game whose main line is read already (nodes 1 to game->plies in a row). */
int gr_body_read(GrInput *body, GrLineReader *reader, GrGame *game, GrError *error);

#endif
