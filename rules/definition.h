/* A game as data: all that a variants file can state about it, and how it becomes rules like any other.
 *
 * A GrDefinition is a plain value of fixed size. The reader in notation/definition/ makes them from text; a
 * program may also fill one itself, beginning with gr_definition_init. gr_variants_define checks it and adds
 * its rules to the variants that a program has opened: they are then found by their name like all others.
 *
 * The rules of such a game are run by one machine whose tables are made from the definition (rules/defined.h),
 * where a variant with a C file of its own has a machine compiled for it.
 */
#ifndef GR_RULES_DEFINITION_H
#define GR_RULES_DEFINITION_H

#include "rules/decls.h"
#include "rules/error.h"
#include "rules/fen.h"
#include "rules/variant.h"

GR_BEGIN_DECLS

enum {
    GR_DEFINED_TYPES = GR_MAX_TYPES - 1, /* piece types of a game, the royal one among them */
    GR_DEFINED_WAYS = 64,                /* ways to go of a piece */
    GR_DEFINED_SIZE = 16,                /* files and ranks, within GR_MAX_SQUARES squares */
    GR_DEFINED_MOST = 200,               /* games that can be added to the variants of a program */
    GR_DEFINED_CHECKS = 7,               /* checks that may be counted */
    GR_DEFINED_NAME = 32, GR_DEFINED_TITLE = 48, GR_DEFINED_FEN = 256, GR_DEFINED_BETZA = 96,
    GR_DEFINED_DRAWING = 1024, GR_DEFINED_CHARACTER = 5 /* bytes of each, NUL included */
};

/* What pieces and boards look like to those who play the game. */
typedef enum GrPieceShape {
    GR_SHAPE_FIGURE, /* figures as in chess, a disc with a letter for pieces without one */
    GR_SHAPE_WEDGE,  /* of Shogi: points away from its owner, the same colour for both sides */
    GR_SHAPE_DISC    /* of Xiangqi: White's characters are red */
} GrPieceShape;

typedef enum GrBoardDrawing {
    GR_BOARD_SQUARES, /* of two colours in turn */
    GR_BOARD_LINES,   /* squares of one colour, with lines between; dots where promotion begins, on boards of seven by
                         seven and more */
    GR_BOARD_POINTS,  /* pieces stand where lines cross; palaces where the royal piece is kept to 3 by 3 of them */
    GR_BOARD_RIVER    /* the same, but lines between the two middle ranks run along the edges only */
} GrBoardDrawing;

/* What stands beside a board: how its players count files and ranks. Squares of moves and FEN are not changed by it. */
typedef enum GrCoordinates {
    GR_COORDINATES_LETTERS, /* files by letters from White's left, ranks by numbers from White's side */
    GR_COORDINATES_SHOGI,   /* files by numbers from White's right, ranks by letters from Black's side */
    GR_COORDINATES_XIANGQI  /* files by numbers, by each side from its right; no ranks */
} GrCoordinates;

/* How a piece goes along one offset. */
typedef enum GrWayKind {
    GR_WAY_LEAP,      /* directly */
    GR_WAY_LAME,      /* if the squares on the way are empty: first straight along the longer side, then
                         diagonally */
    GR_WAY_RIDE,      /* and on in the same direction, up to `range` times */
    GR_WAY_HOP,       /* over exactly one piece or wall on the line, and on from there, up to `range` times the
                         offset from where it stands */
    GR_WAY_GRASSHOP,  /* over the first piece or wall on the line, onto the square behind it */
    GR_WAY_SHY        /* as GR_WAY_HOP, but over no piece that hops so, nor onto one */
} GrWayKind;

enum {
    GR_WAY_MOVES = 1, GR_WAY_TAKES = 2,
    GR_WAY_FIRST = 4, /* only from the squares of the double step */
    GR_WAY_DRAWN = 8  /* only from and to squares of the diagonals that are drawn on the board */
};

typedef struct GrWay {
    int8_t df, dr;  /* files to the right and ranks forward, as White sees it; Black goes the other way */
    uint8_t kind;   /* GrWayKind */
    uint8_t range;  /* of rides and hops; GR_FAR: to the edge */
    uint8_t how;    /* GR_WAY_MOVES and the like */
} GrWay;

typedef struct GrDefinedPiece {
    char letter;                   /* upper case; 0 only for type 1 of a game without a royal piece. A promoted piece
                                      has that of its base */
    char alias;                    /* of a promoted piece: the letter by which the dialect knows how it goes; else 0 */
    uint8_t base;                  /* of a promoted piece, written "+P": what it was, and is again in hand; else 0 */
    uint8_t promoted;              /* what it becomes by a move from or to the promotion region; 0: nothing */
    char name[GR_DEFINED_NAME];    /* "Champion" */
    char betza[GR_DEFINED_BETZA];  /* as it was written, to be shown; the ways count */
    char drawing[GR_DEFINED_DRAWING]; /* an SVG path in a square of 45 units, or "" */
    char character[2][GR_DEFINED_CHARACTER]; /* by side: a character of UTF-8 that stands for it; "": its letter */
    bool pawn;                     /* a pawn of chess, with double and triple steps by region */
    bool promotes[2];              /* in the promotion region of the side, into `promotions` */
    bool passes[2];                /* may capture en passant */
    bool resets[2];                /* its moves reset the count of moves without progress */
    uint8_t sideways_rank;         /* steps along a rank are made from this one of the side's own on; from 0 */
    uint8_t limit;                 /* most that a side may have by promotion; 0: no limit */
    uint8_t worth;                 /* points, where they decide (GR_COUNTS_POINTS) */
    GrSet region[2];               /* squares it may go to; 0: all */
    GrSet first[2];                /* squares from which its first steps go; 0: the double_region */
    bool origin;                   /* a move straight on from there is captured en passant where it began, too */
    uint8_t ways;
    GrWay way[GR_DEFINED_WAYS];    /* none of a pawn */
} GrDefinedPiece;

/* When a side has lost pieces. */
typedef enum GrVerdictOf { GR_ENDS_NOT, GR_ENDS_LOST, GR_ENDS_DRAWN, GR_ENDS_WON } GrVerdictOf;

/* Where pieces may be dropped, or which of the other side's become the mover's, by what stands around. */
typedef enum GrEnclosing {
    GR_ENCLOSING_NONE,
    GR_ENCLOSING_LINES, /* as in Othello: the other side's between the square and an own piece on a line of a queen */
    GR_ENCLOSING_NEAR,  /* as in Ataxx: beside an own piece, also diagonally; the other side's beside the square */
    GR_ENCLOSING_MOVED, /* only those beside it, and by a drop only if an own piece is there, too */
    GR_ENCLOSING_APART, /* only drops: not beside a piece of the other side along rank or file */
    GR_ENCLOSING_SLID,  /* only drops: where a piece ends that slides in from an edge, straight and as far as it can */
    GR_ENCLOSING_TOP    /* only drops: on the first rank of the board or right above a piece */
} GrEnclosing;

/* Where a wall comes with every move. */
typedef enum GrWallRule {
    GR_WALLS_NONE,
    GR_WALLS_ARROW,  /* where the piece could go from where it has come */
    GR_WALLS_DUCK,   /* anywhere; the wall that there was is gone */
    GR_WALLS_EDGE,   /* on the edge of the board, or beside a wall */
    GR_WALLS_PAST,   /* where the piece came from */
    GR_WALLS_STATIC  /* anywhere */
} GrWallRule;

/* Who wins what would be a draw, by what is on the board. */
typedef enum GrCounts {
    GR_COUNTS_NOT,
    GR_COUNTS_POINTS, /* who has more of them; Black if none has */
    GR_COUNTS_PIECES, /* who has more pieces */
    GR_COUNTS_WHITE, GR_COUNTS_BLACK /* always that side */
} GrCounts;

/* Who may count moves to a draw: as in Makruk, Cambodian chess, or ASEAN chess. */
typedef enum GrCounting { GR_COUNTING_NOT, GR_COUNTING_MAKRUK, GR_COUNTING_CAMBODIAN, GR_COUNTING_ASEAN } GrCounting;

typedef struct GrDefinition {
    char name[GR_DEFINED_NAME];    /* "gothic": letters, digits, '-' and '_' */
    char title[GR_DEFINED_TITLE];  /* "Gothic Chess": the PGN tag Variant; may be the name */
    char start[GR_DEFINED_FEN];
    uint8_t files, ranks, types;
    uint8_t shape, board, coordinates; /* GrPieceShape, GrBoardDrawing, GrCoordinates: how the game is drawn */
    GrDefinedPiece piece[GR_DEFINED_TYPES + 1]; /* piece[1 .. types]; type 1 is royal */

    GrSet promotion_region[2], double_region[2], triple_region[2], passing_region[2];
    uint32_t promotions[2];        /* bits 1 << type that a side's pawns may become */
    bool must_promote;             /* in the region, where it can promote at all */
    bool must_stay_mobile;         /* no move to a square from where the piece could never move again */

    /* Promotion of pieces into those that have them as their base. */
    bool changes_by_capture;       /* only by captures */
    bool must_change;              /* where it can; of a pawn of chess must_promote says so */
    bool changes_back;             /* a promoted piece that moves so becomes its base */

    bool drops;                    /* a piece in hand may be dropped instead of a move */
    bool keeps_captures;           /* what is captured comes into the captor's hand (with free_drops it
                                      is marked alone what was promoted), */
    bool keeps_promoted;           /* and what a pawn has become as that, not as a pawn */
    GrSet drop_region[2];
    bool drops_pawns_first, drops_pawns_promoting; /* pawns of chess: on their first rank, in the promotion region */
    bool drops_promoted;           /* a piece may be dropped as what it becomes, too */
    bool gates;                    /* a piece in hand may be put where one leaves its side's castling rank for the
                                      first time, of a castling where the king or the rook was: within drop_region,
                                      and by the rules for pawns there */
    bool no_drop_checks;           /* no drop may give check */
    uint8_t drops_enclosing;       /* GrEnclosing: only there; but while squares of */
    GrSet drop_start;              /* this set are empty, only on these */
    bool free_drops;               /* all types can be dropped, as often as wanted; there are no hands */
    uint8_t flips;                 /* GrEnclosing: pieces that a move makes the mover's */
    uint32_t drops_apart;          /* types not dropped on a file with `drops_apart_count` of the side's own there */
    uint8_t drops_apart_count;
    uint32_t drops_by_colour;      /* types not dropped on the colour of an own one */
    uint32_t no_drop_mates;        /* types whose drop may not mate */
    uint32_t must_drop;            /* a side that can drop one of these must; bit 0: any */

    uint32_t casters;              /* types that cast spells: a hole one square diagonally or two straight on changes
                                      places with a square beside it */

    uint32_t carriers;             /* types with a reserve that they drop on their way, one or two of them */
    uint8_t carried[3];            /* what is in it, as in GrVariant, */
    uint8_t carry_rank;            /* and where drops begin */

    uint32_t shooters;             /* types that capture without moving */
    uint32_t wanderers;            /* types whose first move has several steps, each as they move without capturing, */
    uint8_t wander_steps;          /* so many at the most */
    uint8_t rises[GR_MAX_TYPES];   /* and what else GrCamp has: what types become in the promotion region, once, */
    uint8_t quest;                 /* the type that comes back by a quest, */
    uint8_t returns;               /* and the one that is placed again */
    GrSet return_from[2], return_to[2];
    bool teleports;

    bool castles;
    bool castles_by_file;          /* rights and castlings are named by the files to which kings go, "BFbf", "O-O(b)" */
    bool any_castlings;            /* rights of positions may be those of other rooks and kings, as in chess960 */
    uint8_t castling_rank;         /* from 0, a side's own back rank */
    uint8_t castling_king;         /* file of the king where there are several; from 0, as all files */
    uint8_t castling_to[2];        /* where it goes: towards the last file, towards the first */
    uint8_t castling_rook[2];      /* where rooks are looked for, from there inwards */
    uint32_t castling_rooks[2];    /* types that are rooks for it, by side */
    uint8_t castling_kings[2];     /* the type that castles, by side: the royal one, or another where there is none */

    bool flying_kings;             /* kings attack each other along open files and ranks, */
    bool flying_diagonals;         /* and diagonals */
    bool facing_ends;              /* a king that faces the other must end that or pass, which draws */
    GrSet diagonals;               /* squares of diagonals that are drawn on the board: GR_WAY_DRAWN */
    bool passes[2];                /* the side may pass; two passes in a row draw */
    bool passes_stuck[2];          /* it may where it has no other move */
    uint8_t counts;                /* GrCounts: who wins a draw */
    uint8_t counting;              /* GrCounting */
    bool first_leaps;              /* kings and mets may leap while they have not moved */
    bool promotes_late;            /* pawns are promoted where they stand, or by a step as what they become */
    uint32_t drops_first_rank;     /* types dropped only on a side's own first rank */
    uint8_t castling_wins;         /* castlings that win, bit n for the nth of "KQkq"; a side that can make none of its
                                      own any more has lost */
    bool castles_apart;            /* a side that castles takes the right to the same wing from the other */
    bool castles_dropped;          /* a king and a rook that are dropped where they castle from may do so */
    bool king_stays;               /* a king in check only moves to take what gives it */
    bool ends_full;                /* a full board ends the game in a draw */
    int8_t mated;                  /* for who is mated: -1 lost, 0 a draw, 1 won */
    uint32_t immune;               /* types that take none of their own kind */
    GrSet link_from[2], link_to[2]; /* a side that has moved has linked its pieces on these squares: as a line */
    bool no_checks;                /* no move may give check */
    bool must_take;                /* captures are compulsory */
    bool counts_checks;            /* a side wins when it has given as many as the start FEN has */
    int8_t stalemate;              /* for who is stalemated: 0 a draw, -1 lost, 1 won */
    uint16_t move_rule;            /* moves of each side without progress that draw; 0: no such rule */
    uint8_t repetition;            /* how often a position must occur to end the game; 0: no such rule. Then: */
    uint8_t repetition_value;      /* GrVerdictOf for the side to move, */
    bool repetition_by_side;       /* or for White */
    bool no_perpetual_checks;      /* but who has given check with each move since loses; if both have, it is a draw */
    bool no_chases;                /* and likewise who has chased a piece: rules/chase.h */
    bool no_shuttles;              /* and who moves a piece back and forth twice, position or not */

    GrSet flag_region[2];          /* a side wins when flag_count of its pieces of flag_type are there; 0: never */
    uint32_t flag_types[2];        /* bits 1 << type; 0: any */
    uint8_t flag_count;
    bool flag_answer;              /* the other side has one more move */
    bool flag_safe;                /* pieces that are attacked do not count */
    bool flag_blocked;             /* one of them is enough where the region is full */
    bool stalemate_counts;         /* stalemate is so for the side with fewer pieces, a draw if they are as many */

    /* A side that has just moved has made a line: as many pieces side by side, a square of pieces so many wide, or so
     * many pieces on one line of the board, whatever lies between. 0: there is no such rule. */
    uint8_t line, line_square, line_spread;
    uint8_t line_ends;             /* GrVerdictOf for that side */
    bool line_goes[3];             /* along ranks, files, diagonals */
    uint32_t line_types;           /* pieces that count, bits 1 << type; 0: all */

    uint8_t extinction;            /* GrVerdictOf for a side with few pieces of a type */
    uint32_t extinction_types;     /* each of them, by itself; bit 0: all pieces taken together */
    uint8_t extinction_count;      /* that many or fewer */
    uint8_t extinction_others;     /* only if the other side has that many or more */
    bool extinction_claim;         /* and, if it is the other side to move, one more */
    bool stand_ins;                /* pieces that no more may be lost of are royal: with extinction_count + 1 or fewer
                                      of a type each of these must be safe, and extinction by itself ends nothing
                                      but where captures explode */
    bool needs_one_safe;           /* with more of them not all may be attacked */
    bool blasts;                   /* with what is captured the captor goes, and what stands around, but pawns */
    uint32_t blast_proof;          /* types that stay; bits 1 << type */
    uint32_t petrified;            /* types that become a wall where they capture; bits 1 << type */
    bool petrifies_blast;          /* and where they explode, so does what goes with them */

    uint8_t walls;                 /* GrWallRule: with each move a wall comes onto an empty square */
    bool walls_alone;              /* or instead of a move, which then brings none; not with the king in check */
    GrSet wall_region[2];          /* by side; all squares where it does not matter */
} GrDefinition;

/* An empty definition with the values that the dialect of variants.ini has by default. */
void gr_definition_init(GrDefinition *definition);

/* Adds a game to the variants, or finds it if the same game is there already. The definition is copied. NULL with
 * `error` when it cannot be played (GR_ERR_ILLEGAL), another game has its name (GR_ERR_BUSY), or there are too
 * many (GR_ERR_LIMIT). `column`, which may be NULL, is where in the start FEN the fault is, from 1, or 0.
 * Other threads may be using the variants meanwhile, and several may add games at the same time. */
const GrRules *gr_variants_define(const GrVariants *variants, const GrDefinition *definition, unsigned *column,
                                  GrError *error);

/* Where further games come from, which are defined only when they are asked for. */
typedef struct GrVariantsSource {
    void *context;
    /* Defines those of its games in the variants that may be meant by the name, all of them if it is NULL. No two calls
     * of any source's run at the same time. It must not call gr_variants_find or gr_variants_load. */
    void (*define)(void *context, const GrVariants *variants, const char *name);
    void (*close)(void *context);
    bool last; /* it is asked after all others */
} GrVariantsSource;

/* Lets gr_variants_find ask the source for names that no game has yet. The variants own its context from then on, and
 * close it with them. GR_ERR_LIMIT if there are too many; then it stays the caller's. */
int gr_variants_add_source(const GrVariants *variants, const GrVariantsSource *source, GrError *error);

/* As gr_variants_find for names without "960", but sources that come last are not asked: a game that only these would
 * define is not found, unless it has been. */
const GrRules *gr_variants_find_offered(const GrVariants *variants, const char *name);

/* What the rules were made from; NULL for a variant with a C file of its own. */
const GrDefinition *gr_definition_of(const GrRules *rules);

/* The definition of a variant that has one. */
const GrDefinition *gr_defined(const GrVariant *variant);

/* How the variant is drawn; that with a C file of its own has figures on squares. */
GrPieceShape gr_shape_of(const GrVariant *variant);
GrBoardDrawing gr_board_drawing_of(const GrVariant *variant);
GrCoordinates gr_coordinates_of(const GrVariant *variant);

/* A type of a variant that has a definition. */
const GrDefinedPiece *gr_defined_piece(const GrVariant *variant, int type);

/* The same game: all that matters for the rules is equal, letters of pieces included; names, titles and what
 * it looks like do not count. */
bool gr_definition_same(const GrDefinition *a, const GrDefinition *b);

/* Makes a definition end by repetition as another one does. */
void gr_definition_repeat_like(GrDefinition *definition, const GrDefinition *like);

/* Squares to which a piece of a defined game could go (or, if `takes`, capture) from sq if every piece that it
 * needs were there and none in its way. */
GrSet gr_defined_reach(const GrVariant *variant, int side, int type, int sq, bool takes);

/* What a lame leap by an offset, which ends on the board, needs to be empty. */
GrSet gr_way_path(const GrVariant *variant, int sq, int df, int dr);

GR_END_DECLS

#endif
