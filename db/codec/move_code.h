/* The code of moves: how the main line of any game is stored. Internal to db/.
 *
 * A ply is two looks into tables: which piece moves, by how lately it moved before, and where it goes, by direction and
 * distance. The tables are frozen and know no rules, only what is usual, so that reading generates no moves. What they
 * have no symbol for takes an escape, and what the squares do not settle is a number among the legal moves.
 *
 * The pieces of a side are in an order (GrMoveOrder): those that have moved, the last one first, then those that have
 * not, as they stand at the start, from the rank furthest ahead to the nearest, each rank from the file a on. After
 * every move, of either side, the squares where a side has no piece any more go out of its order, and those where it
 * has a new one go to the front, in the order of their numbers. That holds for moves of all kinds.
 *
 * The bytes of a line are one number, the first byte the lowest: places are in it from the lowest bit up, targets and
 * what follows them from the highest bit down. These are two streams of bits, neither with a length, which a processor
 * decodes side by side. A ply is
 *
 *   place      0 to 23 count from the front of the order, 24 to 55, less 24, from its end. GR_PLACE_MARKED: the place
 *              follows, and the move is marked. GR_PLACE_OTHER: a move that no piece makes; in place of a target it has
 *              its number among all such legal moves. GR_PLACE_RARE: one of GrPlaceRare follows in two bits.
 *   target     0 to 79: a way (gr_move_ways). GR_TARGET_LAST: to where the other side moved last. GR_TARGET_ANY: the
 *              square follows in seven bits.
 *
 * The code of a place depends on how many pieces of the side have moved, and how many have not. That of a target
 * depends on the class of the piece and where it stands; if the piece may reach where the other side moved last, on
 * whether that took something; of a pawn, on whether it has moved, and on what is ahead of it.
 *
 * Two squares mean, if the move is not marked,
 *
 *   of a pawn to the last rank: a promotion; to which type follows, as a number among the types that are neither pawns
 *   nor royal, in as many bits as there need to be
 *   of a pawn to another file, where a capture en passant is legal: that
 *   of a royal piece, if a castling goes so that its side has the right to: castling; looked for where the piece goes
 *   two squares or more, where its own piece stands, and anywhere if castlings have no fixed squares
 *   to an own piece, a hole or a king; of one that shoots, to any piece; of one that goes like a king in a game with
 *   drops; while a placement is due; and in games where moves bring walls: as if the move were marked
 *   else: a plain move.
 *
 * A marked move has its number behind its target: that among the legal moves of the piece to the square, in the order
 * of GrMove, in as many bits as their number needs, none for one.
 */
#ifndef GR_DB_CODEC_MOVE_CODE_H
#define GR_DB_CODEC_MOVE_CODE_H

#include "rules/position.h"

enum {
    GR_CODE_BITS = 7, /* a symbol has no more */

    GR_PLACE_END = 24, /* symbols from here on count from the end, */
    GR_PLACE_MARKED = 56,
    GR_PLACE_OTHER,
    GR_PLACE_RARE,
    GR_PLACE_SYMBOLS,
    GR_PLACE_MOVED = 10, /* one code for each count of pieces that have moved, */
    GR_PLACE_STILL = 8,  /* and for each count of those that have not; */
    GR_PLACE_GAMES = GR_PLACE_MOVED * GR_PLACE_STILL, /* and then those of games in which others than pieces move */
    GR_PLACE_CODES = 2 * GR_PLACE_GAMES,

    GR_TARGET_WAYS = 80,
    GR_TARGET_LAST = GR_TARGET_WAYS,
    GR_TARGET_ANY,
    GR_TARGET_SYMBOLS,
    GR_TARGET_ZONES = 16,
    GR_TARGET_LASTS = 4, /* of pieces that reach where the other side moved last: after a capture or not, by rank */
    GR_TARGET_PAWNS = 32, /* of pawns, by rank, whether they have moved, and what is ahead; then, of each class: */
    GR_TARGET_CLASS = GR_TARGET_ZONES + GR_TARGET_LASTS,
    GR_TARGET_CLASSES = 8,
    GR_TARGET_CODES = GR_TARGET_PAWNS + GR_TARGET_CLASSES * GR_TARGET_CLASS
};

/* Behind GR_PLACE_RARE. */
typedef enum GrPlaceRare {
    GR_RARE_FAR,    /* the place from the front follows in seven bits */
    GR_RARE_MARKED, /* as GR_PLACE_MARKED and GR_PLACE_OTHER, where these have no bits of their own */
    GR_RARE_OTHER,
    GR_RARE_WHOLE   /* the whole move follows in 32 bits (gr_whole_move) */
} GrPlaceRare;

/* A move as a whole: from the lowest bit on seven bits for the square from and for that to, five for its kind and for a
 * type of piece, seven for the third square: as a GrMove has them, whatever becomes of that. */
static inline uint32_t gr_whole_move(GrMove move) {
    return (uint32_t)gr_move_from(move) | (uint32_t)gr_move_to(move) << 7 | (uint32_t)gr_move_kind(move) << 14 |
           (uint32_t)gr_move_piece(move) << 19 | (uint32_t)gr_move_third(move) << 24;
}

/* Where kinds have four bits, a promotion in place is an ordinary move to where it comes from, and a castling that puts
 * a piece one that names it. */
static inline uint32_t gr_kind_code(GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    return (uint32_t)(kind == GR_TURN ? GR_NORMAL : kind == GR_DROP_CASTLE ? GR_CASTLE : kind);
}

static inline GrMoveKind gr_kind_of_code(unsigned code, int from, int to, int piece) {
    if (code == GR_CASTLE && piece)
        return GR_DROP_CASTLE;
    return code == GR_NORMAL && from == to ? GR_TURN : (GrMoveKind)code;
}

/* GR_NO_MOVE if it is none. */
static inline GrMove gr_move_of_whole(uint32_t whole) {
    GrMove move = gr_move_make((GrMoveKind)(whole >> 14 & 31), (int)(whole & 127), (int)(whole >> 7 & 127),
                               (int)(whole >> 19 & 31), (int)(whole >> 24 & 127));
    return gr_whole_move(move) == whole ? move : (GrMove)GR_NO_MOVE;
}

/* How many bits a symbol has in each code, as digits; '.': it has none. The only symbol of a code has 0.
 * db/codec/tables/move_code.c; never changed. */
extern const char gr_place_bits[GR_PLACE_CODES][GR_PLACE_SYMBOLS + 1];
extern const char gr_target_bits[GR_TARGET_CODES][GR_TARGET_SYMBOLS + 1];

/* The ways, as files and ranks that a piece goes, forward for its side. */
typedef struct GrMoveWay {
    int8_t files, ranks;
} GrMoveWay;
void gr_move_ways(GrMoveWay way[GR_TARGET_WAYS]);

/* What is special with the moves of a piece. */
enum {
    GR_TRAIT_PAWN = 1,
    GR_TRAIT_CASTLES = 2,
    GR_TRAIT_SHOOTS = 4,
    GR_TRAIT_DROPS = 8,
    GR_TRAIT_EXPLODES = 16 /* captures might leave a side without its king, if bytes are damaged */
};

/* When a move is not plain: if it goes to an empty square; if it goes to another. */
enum { GR_ODD_EMPTY = 1, GR_ODD_TAKEN = 2, GR_ODD = GR_ODD_EMPTY | GR_ODD_TAKEN };

/* Squares in a row of 32 to a rank, in which no way leads from one side of a board to the other. */
enum { GR_WIDE = 32, GR_WIDE_FIRST = 16 * GR_WIDE };

/* The tables for decoding, and what is known of a variant. */
typedef struct GrMoveCode {
    bool known;           /* the tables are filled, */
    const GrRules *rules; /* and what follows them, for these rules */
    uint16_t place[GR_PLACE_CODES][1 << GR_CODE_BITS]; /* by the next bits: the symbol << 4 | its bits */
    uint16_t target[GR_TARGET_CODES][1 << GR_CODE_BITS];
    uint8_t moved[GR_MAX_SQUARES + 1], still[GR_MAX_SQUARES + 1]; /* by number: what they add to a code */
    unsigned files, squares;
    uint8_t others;                /* GR_PLACE_GAMES, or 0 */
    GrMoveWay way[GR_TARGET_WAYS];
    uint8_t symbol[2][2 * GR_WIDE_FIRST]; /* of ways, by wide squares + GR_WIDE_FIRST; GR_TARGET_ANY if it is none */
    uint16_t wide[GR_MAX_SQUARES];
    uint8_t step[2][GR_MAX_SQUARES][GR_TARGET_SYMBOLS]; /* where a way leads to; GR_NO_SQUARE beside the board */
    uint64_t reach[GR_PIECES][GR_MAX_SQUARES][2]; /* where a piece would reach to on an empty board, as bits; not of
                                                     pawns */
    uint64_t barred[2];            /* bits 1 << piece code: no plain move of a side goes there */
    uint8_t traits[GR_PIECES];            /* by piece code, as what follows: */
    uint8_t odd[GR_PIECES][GR_MAX_SQUARES]; /* by target: when it is no plain move; */
    struct {
        uint8_t zone, reached; /* the code of its target, and if it reaches where the other side moved last, or is a
                                  pawn that has not moved; */
        uint8_t pawn, none;    /* 7 for pawns, of whose codes the lowest bits say what is ahead */
    } at[GR_PIECES][GR_MAX_SQUARES];    /* and by square */
    uint8_t stands[2][GR_PIECES]; /* what the pieces ahead of a side's pawn add to that: 7, or 0 for none; 1 for own
                                     ones */
    uint8_t ahead[2][GR_MAX_SQUARES][4]; /* squares ahead of a pawn, and beside that; its own if there is none */
    uint8_t last[2][GR_MAX_SQUARES];     /* of a side's last rank */
    unsigned becomes;              /* how many types a pawn may become, and in which order */
    uint8_t become[GR_MAX_TYPES];
} GrMoveCode;

/* Those of the variants asked for last, since learning one takes as long as reading a hundred games, and games of
 * several may come in turn. All zero at first. */
enum { GR_CODES_KEPT = 16 };
typedef struct GrMoveCodes {
    unsigned next; /* to be learned over */
    GrMoveCode code[GR_CODES_KEPT];
} GrMoveCodes;

/* The one for these rules, which stays as it is while no more than GR_CODES_KEPT variants are asked for in turn. */
const GrMoveCode *gr_move_codes_find(GrMoveCodes *codes, const GrRules *rules);

/* The bits of each symbol of a code as a number, of which the highest is read first, or the lowest; 0 for symbols
 * without bits. */
void gr_move_code_numbers(const char *bits, unsigned symbols, bool lowest, uint8_t *number);

#endif
