/* A reel while it is asked about. Internal to the query language. */
#ifndef GR_DB_QUERY_REEL_LOCAL_H
#define GR_DB_QUERY_REEL_LOCAL_H

#include "db/query/query_moment.h"
#include "db/query/query_rays.h"
#include "db/query/query_reel.h"

enum { REEL_FOURS = GR_REEL_PLIES / 4 };

/* A set of squares at each ply. */
typedef struct ReelSet {
    QueryLanes at[REEL_FOURS];
} ReelSet;

/* How pieces attack, each as at least one of these. */
typedef enum ReelWay { REEL_ORTH, REEL_DIAG, REEL_PAWN, REEL_KNIGHT, REEL_KING, REEL_WAYS } ReelWay;

/* The types of pieces that attack so; and what is known of squares on which a king may stand: from where pieces of the
 * other side that step attack it, by its side; the lines from there, those down the board as they are when it is upside
 * down; all straight ones together, all diagonal ones, and all; and which squares are between it and another one, and
 * which are behind that, on a line. */
struct ReelAttacks {
    uint16_t types[REEL_WAYS];
    uint64_t aims[2][64][REEL_WAYS];
    uint64_t line[64][QUERY_RAYS], slides[64][2], lines[65]; /* of no king: none */
    uint64_t between[64][64], behind[64][64];
};
typedef struct ReelAttacks ReelAttacks;

typedef struct Reel {
    const GrPlan *plan;
    const GrReel *of;
    unsigned fours;                /* of plies */
    uint64_t plies;                /* bits: those that there are */
    bool loaded;                   /* all that follows is known, as far as it is asked for: */
    ReelSet word[GR_SKETCH_WORDS]; /* of rows */
    ReelSet empty;
    const ReelSet *way[REEL_WAYS]; /* pieces by how they attack */
    ReelSet room[REEL_WAYS];
    unsigned attacks, pins;        /* bits by side: these are known: */
    ReelSet attacked[2];           /* what all pieces of a side attack, */
    ReelSet pinned[2];             /* and which of them are pinned */
} Reel;

static inline const ReelSet *reel_side(const Reel *r, int side) {
    return &r->word[gr_sketch_side(side)];
}

static inline void reel_fill(const Reel *r, ReelSet *set, uint64_t squares) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] = (QueryLanes){squares, squares, squares, squares};
}

static inline void reel_add(const Reel *r, ReelSet *set, const ReelSet *more) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] |= more->at[i];
}

static inline void reel_keep(const Reel *r, ReelSet *set, const ReelSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= of->at[i];
}

static inline void reel_drop(const Reel *r, ReelSet *set, const ReelSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= ~of->at[i];
}

/* query_reel_load.c: turns rows into sets. */
void reel_load(Reel *r);

/* Pieces of some types, bits, of either side: the set of the only one, or *room. */
const ReelSet *reel_of_types(const Reel *r, unsigned types, ReelSet *room);

/* query_reel_attacks.c: what pieces of a side, of these types, attack; and pieces of these types that attack one of
 * the squares as those of a side do. `fours`, bits: where there is any of them. */
void reel_attacked_by(const Reel *r, unsigned types, int side, const ReelSet *pieces, unsigned fours, ReelSet *set);
void reel_attackers_of(const Reel *r, unsigned types, int side, const ReelSet *squares, unsigned fours, ReelSet *set);

/* Makes known what all pieces of some sides attack, bits. */
void reel_know_attacks(Reel *r, unsigned sides);

/* query_reach.c: the types that attack so, bits; false if a piece of the variant attacks in another way. */
bool query_find_ways(const GrPlan *plan, uint16_t types[REEL_WAYS]);

/* query_reel_kings.c: how pieces attack; NULL if that cannot be said so, or when memory runs out. */
const ReelAttacks *reel_learn_attacks(GrPlan *plan);

/* The pinned pieces of a side; and plies at which one of these sides is to move and in check, if
 * `turn` is to move at the first one. */
const ReelSet *reel_pinned(Reel *r, int side);
uint64_t reel_checks(const Reel *r, int turn, unsigned sides);

/* query_reel_pawns.c: a side's pawns of which an adjective of pawns holds. */
void reel_pawns_that_are(const Reel *r, unsigned pawns, int side, unsigned adjective, ReelSet *set);

/* query_reel_sets.c: finds a set; false if it has nothing at any ply. And what stands on a plane. */
bool reel_find(Reel *r, const SetTest *test, ReelSet *set);
void reel_plane(const Reel *r, const Plane *plane, ReelSet *set);

/* query_reel_board.c: of some plies, those at which a pattern fits, or the numbers of pieces. */
uint64_t reel_board(const Reel *r, const BoardTest *board, uint64_t plies);
uint64_t reel_shifted(const Reel *r, const BoardTest *board, uint64_t plies);
uint64_t reel_material(const Reel *r, const MaterialTest *material, uint64_t plies);

/* Plies at which a set has any squares, and how many it has at each. */
uint64_t reel_some(const Reel *r, const ReelSet *set);
void reel_count(const Reel *r, const ReelSet *set, uint8_t count[GR_REEL_PLIES]);

/* query_reel_moves.c: what a move of a reel did; of some plies, those to which such a move led; sacrifices, which are
 * noted at the plies before. */
PlayedMove reel_played(const GrReel *reel, unsigned n);
uint64_t reel_events(const GrReel *reel, const EventTest *test, uint64_t plies);
void reel_note_sacrifices(GrMatcher *m, const GrReel *reel);

/* query_reel_checks.c: of some plies, those at which one of the sides is to move in a discovered check; those at which
 * so many pieces give check, which takes no sets if these are at least two. */
uint64_t reel_discoveries(const Reel *r, unsigned sides, uint64_t plies);
uint64_t reel_checkers(Reel *r, int64_t low, int64_t high, uint64_t plies);

#endif
