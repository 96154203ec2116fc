/* Filming a game from its replay form: of its positions only where pieces stand, and what the moves between them did,
 * which takes a fifth of the time of playing. Internal to db/.
 *
 * Only for lines in GR_REPLAY_FORM_PACKED of games that are played like chess: a capture takes what stands where it
 * goes to, and nothing waits beside the board. Whatever is not as usual ends a sketch, and the game has to be played.
 */
#ifndef GR_DB_SKETCH_H
#define GR_DB_SKETCH_H

#include "db/codec/replay.h"

enum { GR_SKETCH_PLIES = 64, GR_SKETCH_TYPES = 6, GR_SKETCH_WORDS = 8 };

/* What stands where: Black's squares, those of the types from 1 on, White's. */
typedef struct GrSketchRow {
    uint64_t word[GR_SKETCH_WORDS];
} GrSketchRow;
static inline unsigned gr_sketch_side(int side) {
    return side == GR_WHITE ? GR_SKETCH_WORDS - 1 : 0;
}

/* A piece that has a number: its code, and where the rows of how it goes begin in GrPlayVariant.go. */
typedef struct GrSketchMan {
    uint16_t way;
    uint16_t piece;
} GrSketchMan;

/* What a move did. */
typedef struct GrSketchMove {
    GrMove move;    /* GR_NO_MOVE at the start */
    uint8_t piece;  /* codes of what moves, */
    uint8_t target; /* of what stands where it goes to, */
    uint8_t victim; /* and of what is taken, GR_EMPTY if nothing is, */
    uint8_t square; /* where; if nothing is, this says nothing */
} GrSketchMove;

/* One that is all zero is ready to be opened. */
typedef struct GrSketch {
    GrPosition ahead;              /* where reading is: its board and its turn; */
    GrSketchMan man[2][16];        /* and what the pieces of each side are, by number */
    GrPosition start;              /* that was opened last, */
    GrSketchMan first[2][16];      /* and what they were there; */
    GrSketchRow row[GR_SKETCH_PLIES + 1]; /* the positions before the plies that were filmed last, and after them, */
    uint32_t rows;                        /* which is this one; */
    GrSketchMove played[GR_SKETCH_PLIES + 1]; /* and the moves that led to them */
    bool sound;                    /* all of them can be */
} GrSketch;

/* Is a game of the variant played so? */
bool gr_sketch_knows(const GrVariant *variant);

/* Begins a line at the start of which `replayer` stands; false if there is no sketch of it. */
bool gr_sketch_open(GrSketch *sketch, const GrReplayer *replayer, const GrPosition *start);

/* Has a row room for positions of the variant? */
bool gr_sketch_films(const GrVariant *variant);

/* What of a game is filmed: where pieces stand (GrSketch.row), what moves did (GrSketch.played); bits. */
enum { GR_FILM_ROWS = 1, GR_FILM_MOVES = 2 };

/* Films the next plies, at most GR_SKETCH_PLIES, that are known to be there. The first row is the position at which the
 * last call stopped, the first move that which led there. False if bytes are damaged or there is something that a
 * sketch cannot have. */
bool gr_sketch_film(GrSketch *sketch, GrReplayer *replayer, uint32_t plies, unsigned what);

#endif
