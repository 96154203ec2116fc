/* A signature: a summary of a game in a few bytes. It shows of most games that they never come to
 * a position, so that only the others have to be played through. Internal to db/.
 *
 * Two things are recorded, in the order in which they happen: at which home squares of its pawns a
 * piece went missing, or came back; and, from the first position with but few pieces on, what
 * there is of each kind and how that changes. Where nothing comes back to the board, that begins
 * with the first promotion if it is earlier, so that until then pieces only go. Of a game that never
 * comes to that, what there is in its last position is recorded. A byte of traits says how the game ends and
 * which rare moves it has; promotions are listed. Every position of the game is on the way recorded
 * so, whatever its variant and its start; between two positions the way may lead over others,
 * which does no harm.
 *
 * Signatures are made from the games and can be made again at any time. What is changed of a block
 * by whatever program takes away its row of signatures, by a trigger; games without one are played
 * through. grimoire-format(5) has the bytes.
 */
#ifndef GR_DB_SIGNATURE_H
#define GR_DB_SIGNATURE_H

#include "db/codec/bytes.h"
#include "notation/game.h"
#include "db/codec/limits.h"
#include "rules/position.h"

enum {
    GR_SIGNATURE_EVENTS = 60, /* of any sort; a game with more has no signature */
    GR_SIGNATURE_KINDS = GR_MAX_TYPES,
    GR_SIGNATURE_STRIDE = 255, /* plies in a byte, and one more byte follows */
    GR_SIGNATURE_PLIES = GR_SIGNATURE_EVENTS + 3 + 2 * (GR_MAX_PLIES / GR_SIGNATURE_STRIDE), /* bytes */
    GR_SIGNATURE_SIZE = 3 * (GR_SIGNATURE_EVENTS + 1 + GR_SIGNATURE_KINDS) + 2 + 2 * GR_SIGNATURE_PLIES,
    GR_SIGNATURE_VERSION = 1
};

/* Traits: a number, and bits. */
enum {
    GR_TRAIT_END = 3,      /* the part that says how the last position stands: */
    GR_TRAIT_OPEN = 0,     /* otherwise, */
    GR_TRAIT_MATE = 1,     /* checkmate, */
    GR_TRAIT_STALEMATE = 2,
    GR_TRAIT_UNKNOWN = 3,  /* nothing is known of the game */
    GR_TRAIT_BLACK = 4,    /* of checkmate and stalemate: Black is to move */
    GR_TRAIT_GREW = 8,     /* a kind had, before material is recorded, more than before, or than at
                              the variant's start; or that may be */
    GR_TRAIT_PROMOTED = 16,
    GR_TRAIT_EN_PASSANT = 32,
    GR_TRAIT_PASSED = 64,  /* there is a null move */
    GR_TRAIT_FEW = 128     /* there were few pieces, or a promotion, and material is recorded from then on */
};

/* Bytes of a signature. First come the traits, then events of home squares: the nth of those that are as at the
 * start, counted from 0, is left; the nth of the others is as at the start again. Then one of two
 * ends. */
enum {
    GR_SIGNATURE_END,
    GR_SIGNATURE_ANY = 2,  /* nothing is recorded, this being the only byte after the traits but for those below */
    GR_SIGNATURE_LEFT,     /* + n */
    GR_SIGNATURE_BACK = 128 /* + n */
};

/* The end of events of squares, which there must be. Reads up to seven bytes behind it. */
static inline const uint8_t *gr_signature_squares_end(const uint8_t *at) {
    const uint64_t ones = 0x0101010101010101;
    for (;; at += 8) {
        uint64_t bytes = gr_bytes_as_u64(at), ends = (bytes - GR_SIGNATURE_LEFT * ones) & ~bytes & ones << 7;
        if (ends) /* the lowest one is right; a borrow may make more of those above it */
            return at + __builtin_ctzll(ends) / 8;
    }
}

/* Behind that, unless nothing is known of the game: the number of kinds, 0 if nothing is recorded; and then
 *   - what there is of each kind: with GR_TRAIT_FEW in the first position recorded, else in the last one;
 *   - with GR_TRAIT_GREW, the least and then the most that there was of each before that;
 *   - with GR_TRAIT_PROMOTED, for each promotion 1 + c, and a 0;
 *   - with GR_TRAIT_FEW, events, and a 0;
 *   - with GR_TRAIT_PROMOTED, plies: of the first promotion from the start, of each from the one before, of the
 *     last position from the last;
 *   - with GR_TRAIT_FEW, in the same way, plies of the first position recorded, each event, the last position;
 * and at last, of a game that ends by checkmate or stalemate, the ply of its last position. A number of plies is the
 * sum of its bytes: each is GR_SIGNATURE_STRIDE but for the last one, which is lower. */

/* Kinds are types from the second on. There is of each: White's number + GR_SIGNATURE_SIDE *
 * Black's; GR_SIGNATURE_MANY of a side stands for 14 or more. With GR_TRAIT_FEW it stands for 14 alone, since a game
 * with more of a kind has no signature then.
 * Events: 1 + c, one less; GR_SIGNATURE_MORE + c, one more; c is 2 * kind, from 0, and 1
 * more for Black's. */
enum { GR_SIGNATURE_SIDE = 15, GR_SIGNATURE_MANY = 14, GR_SIGNATURE_MORE = 64 };

/* What is known of a variant. */
typedef struct GrSignatureVariant {
    const GrRules *rules; /* NULL: nothing yet */
    uint8_t type[2];      /* what White and Black have most of at the start, */
    GrSet home[2];        /* and where, but for the middle files, which show too little */
    bool is_home[GR_MAX_SQUARES]; /* is a square among them? */
    unsigned kinds;       /* types from the second on */
    unsigned few;         /* half the pieces of the start */
    bool shrinks;         /* no piece comes onto the board but in place of another */
    bool lasts;           /* what has left a home square is gone for good */
    uint8_t start[2 * GR_SIGNATURE_KINDS]; /* how many there are of each kind: White's, Black's */
} GrSignatureVariant;

/* Does nothing if it is that variant's already. */
void gr_signature_variant(GrSignatureVariant *variant, const GrRules *rules);

/* The second rank of a board, as a side sees it; a board of one rank has none. */
GrSet gr_second_rank(const GrVariant *v, int side);

/* The home squares that are as at the start. */
static inline GrSet gr_signature_home(const GrSignatureVariant *v, const GrPosition *pos) {
    return (pos->type[v->type[0]] & pos->side[0] & v->home[0]) |
           (pos->type[v->type[1]] & pos->side[1] & v->home[1]);
}

static inline unsigned gr_signature_pieces(const GrPosition *pos) {
    return (unsigned)gr_set_count(pos->side[0] | pos->side[1]);
}

enum { GR_SIGNATURE_UNSEEN = GR_MAX_SQUARES + 1 }; /* no number of pieces: a board may be empty */

/* Makes the signature of a game that is played through. One that is all zero is ready to be
 * used. */
typedef struct GrSignatureMaker {
    GrSignatureVariant variant;
    GrSet home;
    unsigned pieces;    /* on the board of the last position; GR_SIGNATURE_UNSEEN before the first */
    bool few;           /* material is recorded, */
    bool looks;         /* or looked at: it is, or will be with the next position, or bounds are needed */
    bool bounds, bounded; /* needed: least and most; they have been begun */
    bool full;          /* there were too many events */
    unsigned traits;
    uint32_t ply, few_at;   /* of the last position; of the first one recorded */
    uint16_t at[GR_SIGNATURE_EVENTS], promoted_at[GR_SIGNATURE_EVENTS]; /* the plies of events and promotions */
    unsigned squares, events, promotions;
    uint8_t square[GR_SIGNATURE_EVENTS], event[GR_SIGNATURE_EVENTS], promotion[GR_SIGNATURE_EVENTS];
    uint8_t kind[GR_SIGNATURE_KINDS];
    uint8_t count[2 * GR_SIGNATURE_KINDS], least[2 * GR_SIGNATURE_KINDS], most[2 * GR_SIGNATURE_KINDS];
} GrSignatureMaker;

/* Begins with a game's first position; rules NULL for a game without any. */
void gr_signature_maker_start(GrSignatureMaker *maker, const GrRules *rules);

/* The slow parts of gr_signature_maker_see. */
void gr_signature_maker_begin(GrSignatureMaker *maker, const GrPosition *pos);
void gr_signature_maker_rare(GrSignatureMaker *maker, const GrPosition *pos, GrMove move);
void gr_signature_maker_squares(GrSignatureMaker *maker, GrSet home);
void gr_signature_maker_material(GrSignatureMaker *maker, const GrPosition *pos);

/* Does the move no more than take one piece from a square to another, and what stood there away? */
static inline bool gr_signature_is_plain(GrMove move) {
    return gr_move_kind(move) == GR_NORMAL && !gr_move_piece(move);
}

/* Sees a move, and how many pieces stand on the board after it. True if these show that nothing has changed that is
 * recorded, which is nearly always so: as many pieces as before it, a plain move, and no home square in it. False if
 * the position has to be looked at (gr_signature_maker_look). */
static inline bool gr_signature_maker_passes(GrSignatureMaker *o, unsigned pieces, GrMove move) {
    o->ply += o->pieces != GR_SIGNATURE_UNSEEN;
    return pieces == o->pieces && gr_signature_is_plain(move) && !gr_set_has(o->home, gr_move_from(move)) &&
           !o->variant.is_home[gr_move_to(move)];
}

/* Looks at a position that gr_signature_maker_passes says no of. */
static inline void gr_signature_maker_look(GrSignatureMaker *o, const GrPosition *pos, GrMove move) {
    unsigned pieces = gr_signature_pieces(pos);
    bool plain = pieces == o->pieces && gr_signature_is_plain(move);
    if (o->pieces == GR_SIGNATURE_UNSEEN)
        gr_signature_maker_begin(o, pos);
    else if (!gr_signature_is_plain(move))
        gr_signature_maker_rare(o, pos, move);
    o->pieces = pieces;
    GrSet home = gr_signature_home(&o->variant, pos);
    if (home != o->home)
        gr_signature_maker_squares(o, home);
    if (!plain && (o->looks || pieces <= o->variant.few))
        gr_signature_maker_material(o, pos);
}

/* Sees the next position of the game, and the move that led to it; first of all the position
 * before the first ply, with GR_NO_MOVE. */
static inline void gr_signature_maker_see(GrSignatureMaker *o, const GrPosition *pos, GrMove move) {
    if (!gr_signature_maker_passes(o, gr_signature_pieces(pos), move))
        gr_signature_maker_look(o, pos, move);
}

/* Writes the signature of what was seen and returns its length, 2 at least. `last` is the game's last
 * position, NULL if it has none. */
unsigned gr_signature_maker_end(const GrSignatureMaker *maker, const GrPosition *last,
                                uint8_t out[GR_SIGNATURE_SIZE]);

/* Has a signature with such traits the ply of the last position at its end? */
static inline bool gr_signature_ends(unsigned traits) {
    unsigned end = traits & GR_TRAIT_END;
    return end == GR_TRAIT_MATE || end == GR_TRAIT_STALEMATE;
}

/* Reads the next number of plies; false if there is none before `end`, or beyond GR_MAX_PLIES. */
static inline bool gr_signature_ply(const uint8_t **at, const uint8_t *end, uint32_t *plies) {
    uint8_t byte = GR_SIGNATURE_STRIDE;
    for (*plies = 0; byte == GR_SIGNATURE_STRIDE && *at < end && *plies <= GR_MAX_PLIES;)
        *plies += byte = *(*at)++;
    return byte < GR_SIGNATURE_STRIDE && *plies <= GR_MAX_PLIES;
}

/* Passes over `count` numbers of plies; false if there are fewer, or if their sum is beyond GR_MAX_PLIES. */
static inline bool gr_signature_pass(const uint8_t **at, const uint8_t *end, uint32_t count) {
    uint32_t plies, all = 0;
    for (; count && all <= GR_MAX_PLIES && gr_signature_ply(at, end, &plies); count--)
        all += plies;
    return !count && all <= GR_MAX_PLIES;
}

/* The same of a whole game. */
unsigned gr_signature_of(GrSignatureMaker *maker, const GrGame *game, uint8_t out[GR_SIGNATURE_SIZE]);

/* The parts of a signature; pointers lead into its bytes. */
typedef struct GrSignatureParts {
    unsigned traits;
    uint32_t last;          /* of a game that ends by checkmate or stalemate: its plies */
    uint32_t kinds;         /* 0: no material is known, and nothing below */
    const uint8_t *count;   /* of each kind but the last one, */
    uint8_t last_count;     /* and of that */
    const uint8_t *least, *most; /* NULL without GR_TRAIT_GREW */
    const uint8_t *promotion, *promoted; /* each 1 + c, and their plies; NULL: not known, or none */
    uint32_t promotions, after;          /* how many; plies after the last one */
    const uint8_t *event, *plies;        /* with GR_TRAIT_FEW: events, and how many plies after the one before */
    uint32_t events, first, rest;        /* how many; the first ply recorded; plies after the last event */
    const uint8_t *end;     /* of the bytes that have plies */
} GrSignatureParts;

static inline unsigned gr_signature_count(const GrSignatureParts *parts, uint32_t kind) {
    return kind + 1 < parts->kinds ? parts->count[kind] : parts->last_count;
}

/* Is nothing known of it? */
static inline bool gr_signature_is_unknown(unsigned traits) {
    return (traits & GR_TRAIT_END) == GR_TRAIT_UNKNOWN;
}

/* Did pieces only go, from as many as at the start? */
static inline bool gr_signature_is_plain_game(unsigned traits) {
    return !(traits & (GR_TRAIT_GREW | GR_TRAIT_PROMOTED));
}

/* Reads what is recorded of a game with parts->traits behind its squares, from where it stands: counts, the number of
 * kinds first; promotions and events; plies. That may be one and the same input. False if it makes no sense. */
bool gr_signature_read(GrSignatureParts *parts, GrInput *counts, GrInput *events, GrInput *plies);

/* Writes parts so; returns the length. */
unsigned gr_signature_write(const GrSignatureParts *parts, uint8_t *out);

/* Writes a number of plies; returns the length. */
unsigned gr_signature_put_ply(uint32_t plies, uint8_t *out);

#endif
