/* A game as its keys say it, before it becomes a GrDefinition: pieces by their slots, regions on the largest board.
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
    char title[GR_DEFINED_TITLE], start[GR_DEFINED_FEN];
    int ranks, files;
    char letter[SLOTS];                   /* upper case, 0: no such piece */
    char betza[SLOTS][GR_DEFINED_BETZA];  /* of custom pieces, and of a king that has one */
    char name[26][GR_DEFINED_NAME];       /* by letter, "" where none was given */
    char *drawing[26];                    /* owned */
    char character[2][26][2][GR_DEFINED_CHARACTER]; /* of pieces and of what they become, by letter and side */
    int shape, board, coordinates;        /* GrPieceShape, GrBoardDrawing, GrCoordinates */
    int limit[SLOTS], sideways[SLOTS];    /* sideways: a rank, from 0 */
    Region mobility[2][SLOTS];            /* empty: everywhere */
    Region first[2][SLOTS];               /* empty: as the double step's */
    Region promotion[2], doubles[2], triples[2], passing[2], flag[2];
    Region drops_to[2], walls_to[2];
    int becomes[SLOTS];                   /* what a piece is promoted to, a slot; -1: nothing */
    Slots promoters[2], promotions[2], passers[2], resetters[2], castling_rooks[2], extinction_types, drops_apart,
        drops_by_colour, no_drop_mates, must_drop_types, flag_pieces[2];
    int castling_king_piece[2]; /* slots */
    Slots line_types, blast_proof;
    bool line_goes[3], facing_ends, passes[2], passes_stuck[2];
    Region diagonals;
    Region link_from[2], link_to[2];
    Slots drops_first_rank, immune, origins;
    int castling_wins; /* as in GrDefinition */
    int counts, counting, mated; /* GrCounts, GrCounting, GrVerdictOf */
    bool first_leaps, gates, seirawan, castles_apart, king_stays, promotes_late, flag_blocked, stalemate_counts;
    bool rooks_drop_first,
        castles_dropped, ends_full;
    int line, line_square, line_spread, line_ends;
    bool must_promote, must_stay_mobile, double_step, castles, checking, must_take, counts_checks, flag_answer,
        extinction_claim, changes_by_capture, must_change, changes_back, drops, keeps_captures, drops_pawns_first,
        drops_pawns_promoting, drops_promoted, drop_checks, any_castlings, drops_bishops_apart, must_drop,
        no_pawn_mate, fold_by_side, no_perpetual_checks, no_chases, no_shuttles, flying_kings, flag_safe, stand_ins, needs_one_safe, blasts;
    int castling_rank, castling_king, castling_to[2], castling_rook[2];
    int stalemate, extinction, fold_value; /* GrVerdictOf */
    int walls; /* GrWallRule */
    int drops_enclosing, flips; /* GrEnclosing */
    Region drop_start;
    Slots petrified;
    bool free_drops, two_boards, petrifies_blast, keeps_promoted;
    bool walls_alone;
    int move_rule, fold_rule, flag_count, extinction_count, extinction_others, drops_apart_count;
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

/* Takes what a section says. False when memory runs out. */
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
