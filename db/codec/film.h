/* Filming a game from its replay form: of its positions only where pieces stand, and what the moves between them did,
 * which takes a fifth of the time of playing. Internal to db/.
 *
 * Only for lines in GR_REPLAY_FORM_PACKED of games that are played like chess: a capture takes what stands where it
 * goes to, and nothing waits beside the board. Whatever is not as usual ends a film, and the game has to be played.
 */
#ifndef GR_DB_FILM_H
#define GR_DB_FILM_H

#include "db/codec/replay.h"

enum { GR_FILM_PLIES = 64, GR_FILM_TYPES = 6, GR_FILM_WORDS = 8 };

/* What stands where: Black's squares, those of the types from 1 on, White's. */
typedef struct GrFilmRow {
    uint64_t word[GR_FILM_WORDS];
} GrFilmRow;
static inline unsigned gr_film_side(int side) {
    return side == GR_WHITE ? GR_FILM_WORDS - 1 : 0;
}

/* A piece that has a number: its code, and where the rows of how it goes begin in GrPlayVariant.go. */
typedef struct GrFilmMan {
    uint16_t way;
    uint16_t piece;
} GrFilmMan;

/* What a move did. */
typedef struct GrFilmMove {
    GrMove move;    /* GR_NO_MOVE at the start */
    uint8_t piece;  /* codes of what moves, */
    uint8_t target; /* of what stands where it goes to, */
    uint8_t victim; /* and of what is taken, GR_EMPTY if nothing is, */
    uint8_t square; /* where; if nothing is, this says nothing */
} GrFilmMove;

/* Films a game. One that is all zero is ready to be opened. */
typedef struct GrFilmer {
    GrPosition ahead;              /* where reading is: its board and its turn; */
    GrFilmMan man[2][16];          /* and what the pieces of each side are, by number */
    GrPosition start;              /* that was opened last, */
    GrFilmMan first[2][16];        /* and what they were there; */
    GrFilmRow row[GR_FILM_PLIES + 1];     /* the positions before the plies that were filmed last, and after them, */
    uint32_t rows;                        /* which is this one; */
    GrFilmMove played[GR_FILM_PLIES + 1]; /* and the moves that led to them */
    bool sound;                    /* all of them can be */
} GrFilmer;

/* Is a game of the variant played so that its lines can be filmed? */
bool gr_filmer_knows(const GrVariant *variant);

/* Begins a line at the start of which `replayer` stands; false if that cannot be filmed. */
bool gr_filmer_open(GrFilmer *filmer, const GrReplayer *replayer, const GrPosition *start);

/* Has a row room for positions of the variant? */
bool gr_film_fits(const GrVariant *variant);

/* What of a game is filmed: where pieces stand (GrFilmer.row), what moves did (GrFilmer.played); bits. */
enum { GR_FILM_ROWS = 1, GR_FILM_MOVES = 2 };

/* Films the next plies, at most GR_FILM_PLIES, that are known to be there. The first row is the position at which the
 * last call stopped, the first move that which led there. False if bytes are damaged or there is something that a
 * film cannot have. */
bool gr_filmer_next(GrFilmer *filmer, GrReplayer *replayer, uint32_t plies, unsigned what);

#endif
