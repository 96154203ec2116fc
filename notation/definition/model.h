/* A game as its keys state it, before it becomes a GrDefinition: pieces by their slots, regions on the largest board.
 * Internal to notation/definition/. */
#ifndef GR_NOTATION_DEFINITION_MODEL_H
#define GR_NOTATION_DEFINITION_MODEL_H

#include "notation/definition/sections.h"

/* Slots of pieces, in the order in which their keys are taken: of two pieces with one letter the later stays. */
enum {
    SLOT_PAWN, SLOT_KNIGHT, SLOT_BISHOP, SLOT_ROOK, SLOT_QUEEN, SLOT_SHOGI_PAWN = 18,
    SLOT_JANGGI_CANNON = 27, SLOT_SOLDIER = 28, SLOT_HORSE = 29, SLOT_JANGGI_ELEPHANT = 31, SLOT_WAZIR = 33,
    SLOT_CUSTOM = 36,
    SLOT_KING = SLOT_CUSTOM + 25, SLOTS, SLOT_NAME = 24
};

typedef struct Region {
    uint16_t rank[GR_DEFINED_SIZE]; /* bits 1 << file */
} Region;

typedef uint64_t Slots; /* bits 1 << slot; bit ANY: all pieces taken together */
enum { ANY_SLOT = 63 };

typedef struct Model {
    /* names, the board, and how they are drawn */
    char title[GR_DEFINED_TITLE], start[GR_DEFINED_FEN];
    int ranks, files;
    int shape, board, coordinates;        /* GrPieceShape, GrBoardDrawing, GrCoordinates */
    char *drawing[26];                    /* of pieces, by letter; owned */
    char character[2][26][2][GR_DEFINED_CHARACTER]; /* of pieces and of what they become, by letter and side */

    /* pieces */
    char letter[SLOTS];                   /* upper case, 0: no such piece */
    char betza[SLOTS][GR_DEFINED_BETZA];  /* of custom pieces, and of a king that has one */
    char name[26][GR_DEFINED_NAME];       /* by letter, "" where none was given */
    int limit[SLOTS], sideways[SLOTS];    /* sideways: a rank, from 0 */
    Region mobility[2][SLOTS];            /* empty: everywhere */
    Slots origins, immune;

    /* moves of pawns, first moves, promotion */
    Region doubles[2], triples[2], passing[2], promotion[2];
    Region first[2][SLOTS];               /* empty: as the double step's */
    Slots promoters[2], promotions[2], passers[2], resetters[2];
    int becomes[SLOTS];                   /* what a piece is promoted to, a slot; -1: nothing */
    bool double_step, must_promote, must_change, changes_back, changes_by_capture, promotes_late, first_leaps;

    /* castling */
    bool castles, castles_by_file, any_castlings, castles_apart, castles_dropped;
    int castling_king_piece[2];           /* slots */
    Slots castling_rooks[2];
    int castling_rank, castling_king, castling_to[2], castling_rook[2];
    int castling_wins;                    /* as in GrDefinition */

    /* hands */
    bool drops, free_drops, two_boards, must_drop, keeps_captures, keeps_promoted, drop_checks, no_pawn_mate;
    bool drops_pawns_first, drops_pawns_promoting, drops_promoted, drops_bishops_apart, rooks_drop_first;
    bool gates, seirawan;
    Slots must_drop_types, no_drop_mates, drops_apart, drops_by_colour, drops_first_rank;
    int drops_apart_count, drops_enclosing; /* GrEnclosing */
    Region drops_to[2], drop_start;

    /* what moves do besides, and what they must and must not */
    bool blasts, petrifies_blast, walls_alone;
    Slots blast_proof, petrified, casters, carriers, carried, carried_last;
    Slots shooters, wanderers, quest, returns;
    Region return_from[2], return_to[2];
    int rises[SLOTS];                     /* a slot; -1: nothing */
    int carry_rank, wander_steps;
    bool teleports, flying_diagonals;
    int flips, walls;                     /* GrEnclosing, GrWallRule */
    Region walls_to[2], diagonals;
    bool checking, must_take, must_stay_mobile, flying_kings, king_stays, passes[2], passes_stuck[2];

    /* how games end */
    int mated, stalemate, extinction, fold_value, line_ends; /* GrVerdictOf */
    bool stand_ins, needs_one_safe, extinction_claim, stalemate_counts, counts_checks, facing_ends, ends_full;
    Slots extinction_types, flag_pieces[2], line_types;
    int extinction_count, extinction_others;
    int counts, counting;                 /* GrCounts, GrCounting */
    int move_rule, fold_rule;
    bool fold_by_side, no_perpetual_checks, no_chases, no_shuttles;
    Region flag[2], link_from[2], link_to[2];
    int flag_count;
    bool flag_answer, flag_safe, flag_blocked;
    int line, line_square, line_spread;
    bool line_goes[3];
} Model;

/* The name of a slot's key, "pawn" or "customPiece1", and what the piece is called. */
const char *slot_key(int slot, char out[SLOT_NAME]);
const char *slot_name(int slot);

/* How a piece of the slot goes. */
const char *slot_betza(const Model *model, int slot);

/* A game without any piece, as the dialect has it by default. */
void model_init(Model *model);
void model_free(Model *model);

/* False when memory runs out. */
bool model_copy(Model *to, const Model *from);

/* Takes over the keys of a section. False when memory runs out. */
bool model_take(Model *model, const GrVariantsFile *file, const Section *section, GrVariantsFaults *faults);

/* Makes it a definition. `section` is where faults are that no key has by itself. */
void model_conclude(const Model *model, const GrVariantsFile *file, const Section *section,
                    GrDefinition *definition, GrVariantsFaults *faults);

/* Janggi (janggi.c): what a piece of a slot does beyond its Betza notation; what it counts; and the slot by which
 * a type is written where any is special so, -1: as a piece without one. Types keep their order then. */
void janggi_piece(const Model *model, int slot, GrDefinedPiece *piece);
int janggi_worth(int slot);
int janggi_slot(const GrDefinition *def, int type);

/* The entry of a key; NULL if the section has none. */
const Entry *find_entry(const GrVariantsFile *file, const Section *section, const char *key);

#endif
