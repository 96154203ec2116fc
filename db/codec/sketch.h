/* Reading a game's replay form as a sketch: of its positions only the pieces and whose turn it is are kept up, and of
 * pieces that nobody asks for only the board, which takes a third of the time of playing. Internal to db/.
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

/* What a move did, in a film. */
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
    GrMove move[GR_SKETCH_PLIES];  /* that were read last; */
    GrSketchRow row[GR_SKETCH_PLIES + 1]; /* if they were filmed, the positions before them, and that after the last, */
    uint32_t rows;                        /* which is this one; */
    GrSketchMove played[GR_SKETCH_PLIES + 1]; /* and the moves that led to them */
    uint64_t stir;                 /* which of them are of pieces that are asked for, or rare */
    bool sound;                    /* all of them can be */
} GrSketch;

/* Is a game of the variant played so? */
bool gr_sketch_knows(const GrVariant *variant);

/* Begins a line at the start of which `replayer` stands; false if there is no sketch of it. */
bool gr_sketch_open(GrSketch *sketch, const GrReplayer *replayer, const GrPosition *start);

/* Reads the next plies, at most GR_SKETCH_PLIES, that are known to be there. `pieces` are those that are asked for,
 * bits 1 << code: of a move that is noted in sketch->stir one of them is moved, taken or comes. False if bytes are
 * damaged or there is something that a sketch cannot have. */
bool gr_sketch_read(GrSketch *sketch, GrReplayer *replayer, uint32_t plies, uint32_t pieces);

/* Has a row room for positions of the variant? */
bool gr_sketch_films(const GrVariant *variant);

/* What of a game is filmed: where pieces stand (GrSketch.row), what moves did (GrSketch.played); bits. */
enum { GR_FILM_ROWS = 1, GR_FILM_MOVES = 2 };

/* Reads the next plies, as gr_sketch_read does, but films them. The first row is the position at which the last call
 * stopped, the first move that which led there. */
bool gr_sketch_film(GrSketch *sketch, GrReplayer *replayer, uint32_t plies, unsigned what);

/* Plays on the board alone a move that is not noted. */
static inline void gr_sketch_shift(GrPosition *pos, GrMove move) {
    unsigned from = move & 127, to = move >> 7;
    pos->board[to] = pos->board[from];
    pos->board[from] = GR_EMPTY;
    pos->turn = !pos->turn;
}

/* Notes what a capture en passant will take, as a position has it. */
static inline void gr_sketch_expect(GrPosition *pos, GrMove next) {
    if (gr_move_kind(next) == GR_EN_PASSANT)
        pos->ep_victim = (uint8_t)(gr_move_to(next) + (pos->turn == GR_WHITE ? -8 : 8));
}

/* Types that are asked for, as gr_sketch_play takes them: those of some pieces, none if all pieces are. */
static inline unsigned gr_sketch_types(uint32_t pieces) {
    return pieces == UINT32_MAX ? 0 : (pieces | pieces >> gr_piece(GR_BLACK, 0)) & ((1u << GR_MAX_TYPES) - 1);
}

/* Takes squares out of a set, and puts others in. Boards are of 64 squares: half of each set is all of it. */
static inline void gr_sketch_change(GrSet *set, uint64_t out, uint64_t in) {
    *set = ((uint64_t)*set & ~out) | in;
}

/* Takes a square out of the sets of these types, which may still have a piece there that was shifted away since. */
static inline void gr_sketch_clear(GrPosition *pos, uint64_t here, unsigned types) {
    for (; types; types &= types - 1)
        gr_sketch_change(&pos->type[__builtin_ctz(types)], here, 0);
}

/* Plays any move that was read, where pieces of other types may have been shifted before. False if it cannot be
 * played, which no bytes say that were written from a game. */
bool gr_sketch_play_rare(GrPosition *pos, GrMove move, unsigned types);
static inline bool gr_sketch_play(GrPosition *pos, GrMove move, unsigned types) {
    if (__builtin_expect(move >> 14 != 0, 0))
        return gr_sketch_play_rare(pos, move, types);
    unsigned from = move & 127, to = move >> 7, side = pos->turn;
    uint8_t piece = pos->board[from], taken = pos->board[to];
    uint64_t here = (uint64_t)1 << to, gone = (uint64_t)1 << from;
    gr_sketch_clear(pos, here, types);
    gr_sketch_change(&pos->side[!side], here, 0);
    gr_sketch_change(&pos->type[gr_type_of(taken)], here, 0);
    gr_sketch_change(&pos->side[side], gone, here);
    gr_sketch_change(&pos->type[gr_type_of(piece)], gone, here);
    pos->board[from] = GR_EMPTY;
    pos->board[to] = piece;
    pos->turn = (uint8_t)!side;
    return true;
}

#endif
