/* Filming lines: where pieces stand in each position and what moves did, without playing the game. Internal to db/.
 *
 * Only for games that are played like chess: a capture takes what stands where it goes to, and nothing waits beside the
 * board. Whatever is not as usual ends a film, and the game has to be played.
 */
#ifndef GR_DB_CODEC_MOVE_FILM_H
#define GR_DB_CODEC_MOVE_FILM_H

#include "db/codec/film.h"
#include "db/codec/move_line.h"

/* The tables for filming plain moves of games of one variant on 64 squares, whose sides have at most 16 pieces. */

/* A piece on a square, and the rows of its targets, times 1 << GR_CODE_BITS. */
typedef struct GrFilmStand {
    uint64_t reach;   /* where it may reach to on an empty board; of a pawn nothing */
    uint16_t row;     /* of targets, if it does not reach where the other side moved last; */
    uint16_t reached; /* what that adds if it does */
    uint16_t ahead;   /* bits that what stands ahead of it adds: enemies to the left, anything before it, enemies to
                         the right; of pawns only */
} GrFilmStand;

enum {
    /* A place: the bits that it has, whether its piece has not moved, and from the fifth bit on the place. */
    GR_FILM_STILL = 8,
    GR_FILM_NONE = 255 - 7, /* there is none, or what follows is rare */
    /* A target: the bits that it has, when it is none of a plain move, and from bit GR_FILM_STEP on how many squares on
     * it is. */
    GR_FILM_LEN = 7,
    GR_FILM_LAST = 8,   /* to where the other side moved last */
    GR_FILM_EMPTY = 16, /* no plain move if it goes to an empty square; */
    GR_FILM_TAKEN = 32, /* if it goes to a piece of the other side; */
    GR_FILM_OWN = 64,   /* and to any other: that is in all targets */
    GR_FILM_STEP = 8,
    GR_FILM_ODD_ROW = GR_TARGET_CODES, /* of targets that are never plain ones */
    /* The rows of places: by how many pieces have moved, and have not. */
    GR_FILM_UNMOVED_ROW = 1 << GR_CODE_BITS,
    GR_FILM_MOVED_ROW = 17 * GR_FILM_UNMOVED_ROW,
};

typedef struct GrFilmCode {
    bool known;           /* places are filled, */
    const GrRules *rules; /* and what follows them, for these rules */
    uint8_t place[17 * GR_FILM_MOVED_ROW];
    GrFilmStand stand[2][GR_PIECES][64]; /* by whether it has moved (0) or not, piece code, square */
    uint16_t target[2][(GR_TARGET_CODES + 1) << GR_CODE_BITS];
    uint8_t odd[2][GR_PIECES]; /* by side to move and what stands there: GR_FILM_EMPTY, GR_FILM_TAKEN or GR_FILM_OWN */
} GrFilmCode;

/* Films a game. One that is all zero is ready to be opened. */
typedef struct GrLineFilmer {
    GrLineReader line; /* of which only the order, not its sets, and the bits are kept up to date */
    GrFilmCode codes[GR_CODES_KEPT]; /* as those of the line */
    const GrFilmCode *code;
    GrPosition ahead;  /* where reading is: its board and its turn */
    GrFilmRow row[GR_FILM_PLIES + 1];     /* the positions before the plies that were filmed last, and after them, */
    uint32_t rows;                        /* which is this one; */
    GrFilmMove played[GR_FILM_PLIES + 1]; /* and the moves that led to them */
} GrLineFilmer;

/* Is a game of the variant played so that its lines can be filmed? */
bool gr_move_film_knows(const GrVariant *variant);

/* Begins a line; false if games of the variant are not played so that they can be filmed. */
bool gr_move_film_open(GrLineFilmer *filmer, const GrPosition *start, const uint8_t *bytes, size_t len);

/* Films the next plies, at most GR_FILM_PLIES, that are known to be there. The first row is the position at which the
 * last call stopped, the first move that which led there. False if bytes are damaged or there is something that a
 * film cannot have. `what`: GR_FILM_ROWS, GR_FILM_MOVES, or both. */
bool gr_move_film_next(GrLineFilmer *filmer, uint32_t plies, unsigned what);

#endif
