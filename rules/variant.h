/* Variants as data: boards, pieces, names.
 *
 * A GrVariant is what one file of rules/ has for its game: constants and the few functions that
 * are its own. A GrRules is that plus the tables made from it, when its first position is asked for.
 * To its users it never changes, and any number of threads may use it at once. Rules live in a
 * GrVariants, which the program opens once.
 */
#ifndef GR_RULES_VARIANT_H
#define GR_RULES_VARIANT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/decls.h"
#include "rules/error.h"
#include "rules/set.h"

GR_BEGIN_DECLS

enum { GR_WHITE, GR_BLACK };

/* Piece types are numbers from 1, below GR_MAX_TYPES; the royal piece of every variant is type 1. What
 * stands on a square is type | side << 5, GR_EMPTY, or GR_HOLE: a number below GR_PIECES. */
enum { GR_EMPTY = 0, GR_KING = 1, GR_MAX_TYPES = 32, GR_HOLE = 32, GR_PIECES = 64 };

static inline int gr_piece(int side, int type) {
    return type | side << 5;
}

/* 0 for GR_EMPTY and GR_HOLE. */
static inline int gr_type_of(int piece) {
    return piece & 31;
}

static inline int gr_side_of(int piece) {
    return piece >> 5;
}

/* How a piece goes: leaps to fixed offsets and slides of a bounded range (0: none; GR_FAR: to the
 * edge). Offsets are written once and stand for all eight reflections. */
enum { GR_FAR = 31 };
typedef struct GrReach {
    struct { int8_t df, dr; } leap[4]; /* (0,0) ends the list */
    uint8_t orth, diag;                /* slide ranges along ranks and files; along diagonals */
} GrReach;

typedef enum GrPieceFlag {
    GR_IS_PAWN = 1,   /* moves by the pawn row of its variant, not by its reaches */
    GR_HOPS = 2,      /* captures along its slides only, over exactly one piece */
    GR_CASTS = 4,     /* casts spells (magician) */
    GR_SHOOTS = 8,    /* captures without moving */
    GR_IS_PROMOTED = 32, /* written with a '+' before the letter, which is that of the type it was */
    GR_GOES_ODDLY = 16 /* in ways that its reaches do not say, or only roughly: gr_defined_reach */
} GrPieceFlag;

typedef struct GrPieceRow {
    char letter;         /* upper case, as in FEN and SAN; pawns too. 0: there is no such piece (the
                            first row of a game without a royal piece) */
    char alias;          /* a further letter that texts may use, or 0 */
    const char *name;    /* "Cardinal" */
    const char *names;   /* further names, separated by spaces, or "" : "Archbishop Iman" */
    unsigned flags;      /* GrPieceFlag */
    GrReach move;        /* squares it may go to without capturing */
    GrReach capture;     /* squares it attacks */
} GrPieceRow;

/* A castling: both pieces' squares, by right (bit n of GrPosition.rights, letter rights[n]). */
typedef struct GrCastling {
    uint8_t king_from, king_to, rook_from, rook_to;
    const char *san; /* "O-O", "O-O-O", "O-O(b)" */
} GrCastling;

/* What few games have besides moves: first moves that go further, pieces that rise in the enemy camp, once, or go on a
 * quest for one that was captured, captured ones that are placed again, and teleports (wizard). */
typedef struct GrCamp {
    uint8_t rises[GR_MAX_TYPES]; /* what a type becomes in the region of its side; 0: nothing */
    GrSet region[2];
    uint8_t quest;      /* the type that waits beside the board when captured, and comes back by a quest; 0: none. */
    uint8_t quests;     /* So many of it a side has at the most; a byte of GrPosition.pocket says how many wait */
    uint8_t returns;    /* the type that its side places again when it is captured; 0: none. Then: */
    GrSet return_from[2], return_to[2]; /* captured there, placed here */
    uint32_t fresh;     /* types whose first move goes further, bits 1 << type */
    GrSet start[2];     /* where those of a side stand that have not moved */
    bool teleports;     /* the royal piece may change places once: the right of its letter */
} GrCamp;

typedef struct GrPosition GrPosition;
typedef struct GrHooks GrHooks; /* rules/hooks.h: what a variant's file provides */

/* The sides that have a royal piece, exactly one each. GR_ROYALS_FALL: a side may have lost its
 * own, which ends the game. */
typedef enum GrRoyals {
    GR_ROYALS_BOTH, GR_ROYALS_BLACK, GR_ROYALS_NONE, GR_ROYALS_FALL, GR_ROYALS_WHITE
} GrRoyals;

typedef struct GrVariant {
    const char *name;    /* "magi": command lines, UCI_Variant */
    const char *title;   /* "Magi": the PGN tag Variant */
    const char *aliases; /* further names, separated by '|', or "" : "Magi 2003" */
    uint8_t files, ranks;
    uint8_t first;       /* the side that moves first in the start position */
    uint8_t types;       /* number of piece types */
    const GrPieceRow *piece;     /* piece[1 .. types]; piece[0] is unused */
    const char *rights;          /* letter of right n: "KQkq", "Zz" */
    uint8_t castlings;           /* rights 0 .. castlings - 1 are castlings */
    const GrCastling *castling;
    const char *start;           /* FEN of the (usual) start position */
    uint16_t starts;             /* how many start positions there are; 0: the usual one only */
    bool fifty;          /* fifty-move rule and threefold repetition draw */
    uint8_t repeats;     /* how often a position occurs before that draws, where it is not three times: of defined
                            games. See gr_repeats */
    bool repeats_decide; /* somebody may win or lose by repetition: rules/repetition.h */
    uint16_t quiet_plies; /* plies without progress that draw, where it is not 100: of defined games */
    int8_t stalemate;    /* for a side not in check and without a legal move: 0 a draw, -1 lost
                            (wizard), 1 won (antichess) */
    int8_t mated;        /* for a side that is mated: 0 lost, else 1 won, 2 a draw */
    bool stalemate_counts; /* stalemate is so for the side with fewer pieces, a draw if they are as many */
    GrRoyals royals;     /* which sides have a royal piece */
    bool abreast;        /* both sides start at the same end of the board and go the same way (racingkings) */
    bool holes;          /* the board may have holes, '*' in FEN */
    bool lone_walls;     /* a wall may come instead of a move: GR_ENTER without a piece */
    bool walls;          /* moves bring walls, which are holes (duck): all legal moves do */
    bool drops;          /* a move may drop a piece from a reserve (royal): then */
    uint8_t carrier[2];  /* the types that have one, at most one piece of each a side; 0: only one has, */
    uint8_t carried[3];  /* what is in a reserve, bits 1, 2 and 4 of its byte of GrPosition.pocket; 0: no third one, */
    uint8_t carry_rank;  /* and the rank, from 0 for a side's own back rank, on which drops begin: gr_reserve_due */
    bool gates;          /* a move may put a piece in hand onto the square that is left: GR_DROP, GR_DROP_CASTLE. The
                            squares that still allow it are GrPosition.extra[GR_FRESH] (seirawan) */
    const GrCamp *camp;  /* NULL: nothing of that */
    uint8_t pockets;     /* bytes of GrPosition.pocket that a side has: White's first, then Black's */
    bool hands;          /* sides have pieces in hand, from the start or captured ones (crazyhouse) */
    bool promoted;       /* there are types with GR_IS_PROMOTED */
    bool moving_castlings; /* castlings have other squares in other positions (chess960) */
    bool any_castlings;    /* a FEN may give rights of castlings from other squares, as in chess960: GR_MOVED_RIGHTS */
    bool explosions;     /* a capture removes more than what it captures (atomic) */
    bool grows;          /* pieces come onto the board from nowhere, or change sides (othello) */
    bool passes;         /* GR_PASS may be a legal move (janggi) */
    bool counts;         /* somebody wins what would be drawn: gr_count_winner */
    bool counting;       /* a side that is chased counts moves to a draw (makruk) */
    bool must_take;      /* captures are compulsory (antichess) */
    bool own_ends;       /* games are won in other ways than by mate, too, which SAN marks with '#' */
    const GrHooks *hooks;
    uint8_t rook_type[4]; /* of the castlings' rooks; 0: the type with the letter R */
    uint8_t castling_king[2]; /* by side, the type that castles with them; 0: the royal one */
    const struct GrDefined *defined; /* what it was made from, if from a definition */
} GrVariant;

typedef struct GrRules GrRules;
typedef struct GrVariants GrVariants;

/* The rules of all variants; NULL when memory runs out. Free with gr_variants_close (NULL is fine). */
GrVariants *gr_variants_open(void);
void gr_variants_close(GrVariants *variants);

/* By short name, title or alias, whatever the case and the signs between its words; NULL if there is none. Games that a
 * source offers (rules/definition.h) are defined by that. */
const GrRules *gr_variants_find(const GrVariants *variants, const char *name);

/* The nth rules of the variants, NULL past the end: those with C files in the order of the registry, then those that
 * were defined (rules/definition.h) in the order in which they were added. Of what a source offers these are the games
 * that have been asked for, or all after gr_variants_load. */
const GrRules *gr_variants_at(const GrVariants *variants, size_t n);

/* Has all sources of games define all that they have, which gr_variants_at then lists. */
void gr_variants_load(const GrVariants *variants);

const GrVariant *gr_variant(const GrRules *rules);

/* The variant of that short name that has a C file of its own; NULL if there is none. */
const GrVariant *gr_variant_built_in(const char *name);

/* Type of a letter (upper case or lower case, aliases not included), 0 if there is none. */
int gr_type_of_letter(const GrVariant *variant, char letter);

/* Writes the letter of a type to out[3], of a promoted one with its '+', and a NUL; returns the length. */
int gr_piece_sign(const GrVariant *variant, int type, char out[3]);

/* Reads what gr_piece_sign writes, upper case or lower case, at the start of text. Returns the characters used and sets
 * *type; 0 if there is none. */
int gr_piece_read(const GrVariant *variant, const char *text, int *type);

/* The type that a promoted piece was, and that it is in hand; of all others the type itself. */
int gr_base_type(const GrVariant *variant, int type);

/* May pawns stand on the first and the last rank of their side? Else no position has them there. */
bool gr_pawns_anywhere(const GrVariant *variant);

/* The type of the rook of a castling. */
static inline int gr_castling_rook(const GrVariant *variant, int right) {
    int type = right < 4 ? variant->rook_type[right] : 0;
    return type ? type : gr_type_of_letter(variant, 'R');
}

/* The type that a side castles with: its royal piece, or in some defined games one that may be captured. */
static inline int gr_castling_king(const GrVariant *variant, int side) {
    int type = variant->castling_king[side];
    return type ? type : GR_KING;
}

/* How often a position has to occur to end the game; 0: that does not. */
static inline unsigned gr_repeats(const GrVariant *variant) {
    return !variant->fifty || variant->repeats == UINT8_MAX ? 0 : variant->repeats ? variant->repeats : 3;
}

/* Of a reserve, those that a piece which arrives on a rank may drop, and one of which it must: on the first of three
 * ranks one of the first two if both are left, on the next one of them that is left alone, then the third. */
static inline unsigned gr_reserve_due(const GrVariant *variant, unsigned held, int relative_rank) {
    unsigned light = held & 3;
    switch (relative_rank - variant->carry_rank) {
    case 0: return light == 3 ? light : 0;
    case 1: return light == 3 ? 0 : light;
    case 2: return held & 4;
    default: return 0;
    }
}

static inline int gr_square(const GrVariant *v, int file, int rank) {
    return rank * v->files + file;
}

static inline int gr_squares(const GrVariant *v) {
    return v->files * v->ranks;
}

/* 0 for a side's own back rank. */
static inline int gr_relative_rank(const GrVariant *v, int side, int sq) {
    int rank = sq / v->files;
    return side == GR_WHITE ? rank : v->ranks - 1 - rank;
}

/* Has a type a reserve? */
static inline bool gr_is_carrier(const GrVariant *variant, int type) {
    return variant->drops && (variant->carrier[0] == type || variant->carrier[1] == type);
}

/* Can no piece ever come onto the board but in place of another of its side? */
bool gr_only_shrinks(const GrVariant *variant);

/* Writes "a1" ... "j10" and a NUL to out[4]; returns the length. */
int gr_square_name(const GrVariant *v, int sq, char out[4]);

/* Reads a square name at the start of text. Returns the characters used, 0 if it is none. */
int gr_square_read(const GrVariant *v, const char *text, int *sq);

GR_END_DECLS

#endif
