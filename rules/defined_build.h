/* What the two machines for defined games share, and what rules/define.c needs of them. Internal to rules/. */
#ifndef GR_RULES_DEFINED_BUILD_H
#define GR_RULES_DEFINED_BUILD_H

#include "rules/definition.h"
#include "rules/hooks.h"

/* The hooks of boards with at most 64 squares, and of larger ones. */
extern const GrHooks gr_defined_small, gr_defined_large;

/* Types that the rule of chases treats apart (rules/chase.h), bits 1 << type. */
typedef struct GrRoles {
    uint32_t rook, cannon, horse, elephant, advisor, soldier;
} GrRoles;

/* What else the machine of a defined game must know of its variant, found before the machine is made. */
typedef struct GrDefined {
    GrDefinition def;
    GrVariant variant;
    GrPieceRow piece[GR_MAX_TYPES];
    GrCastling castling[4];
    char rights[5];
    GrHooks hooks;
    bool royal[2];
    uint8_t named;  /* bit n: the rook of castling n is written by its file */
    uint32_t like[GR_MAX_TYPES]; /* the types that go by one name with each: those that became it, too */
    uint8_t pawn;   /* what a piece that a pawn became is in hand */
    bool marks;     /* these are marked */
    bool dies_out;  /* extinction ends the game */
    bool lines;     /* lines of pieces end the game */
    bool flags;     /* a side can win by reaching its flag region */
    GrRoles role;   /* only where chases count */
    uint32_t counted[3]; /* types that go as a rook, a khon, a knight */
    uint8_t chess_pawn;  /* the type that is a pawn of chess, 0: none */
    uint8_t gate[4];     /* squares of rights of first leaps, */
    int gates;           /* so many */
    bool held_kings;     /* kings are in hand at the start */
    GrCamp camp;    /* if the variant has it */
    uint8_t holes;  /* in the start position */
    uint8_t checks; /* that each side has to give; 0: they are not counted */
} GrDefined;

/* ---- making it: rules/define.c and its parts ---- */

/* What is wrong with a definition, before anything is made of it. 0 or a code. */
int gr_defined_faults(const GrDefinition *def, GrError *error);

/* The row of a piece. */
void gr_defined_row(GrDefined *defined, int type);

/* What stands on each square of the start FEN, 0 where nothing does; false if the board does not fit. */
bool gr_defined_scan(const GrDefinition *def, char board[GR_MAX_SQUARES]);
int gr_defined_count(const char board[GR_MAX_SQUARES], int letter);

/* Royal pieces and castlings, by the start position. */
int gr_defined_royals(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error);
int gr_defined_castlings(GrDefined *defined, const char board[GR_MAX_SQUARES], GrError *error);

/* Where nothing castles rights mean nothing, as those of a parent's start position. */
void gr_defined_drop_rights(GrDefinition *def);

/* The rights of a start position, "" where there are none. */
const char *gr_defined_rights(const char *start);

/* The side that moves first there. */
int gr_defined_first(const char *start);

/* ---- how its pieces go ---- */

/* The squares of an offset and its repetitions from sq, `range` at the most. */
GrSet gr_defined_ray(const GrDefinition *def, int sq, int df, int dr, int range);

/* May a piece go that way from a square: not along a rank before it may? */
bool gr_defined_goes(const GrDefinition *def, const GrDefinedPiece *piece, const GrWay *way, int side, int sq);

/* The squares on which it may end by the way alone. */
GrSet gr_defined_ends(const GrDefinition *def, const GrWay *way);

/* What a lame leap needs to be empty. */
GrSet gr_defined_path(const GrDefinition *def, int sq, int df, int dr);

/* The hooks of games with hands: GrHooks.in_hand, write_pocket, read_pocket, write_marks, read_mark. */
int gr_defined_in_hand(const GrPosition *pos, int side, int type);
size_t gr_defined_write_hands(const GrPosition *pos, char *out);
const char *gr_defined_read_hands(GrPosition *pos, const char *text, size_t length);
const char *gr_defined_read_no_hands(GrPosition *pos, const char *text, size_t length);
size_t gr_defined_write_mark(const GrPosition *pos, int sq, char *out);
const char *gr_defined_read_mark(GrPosition *pos, int sq, char mark);

/* Where pieces have reserves: GrHooks.dead and fault. */
bool gr_defined_carried_dead(const GrPosition *pos);
const char *gr_defined_reserve_fault(const GrPosition *pos);

/* The hooks GrHooks.write_right, dead, fault, write_field and read_field. */
char gr_defined_write_right(const GrPosition *pos, int right);
bool gr_defined_dead(const GrPosition *pos);
const char *gr_defined_fault(GrPosition *pos, unsigned n);

/* The checks that win by the start FEN; 1 if it has no number of them. */
int gr_defined_read_count(const GrDefinition *def);
size_t gr_defined_write_checks(const GrPosition *pos, char *out);
const char *gr_defined_read_checks(GrPosition *pos, const char *text, size_t length);

/* Who wins what would be a draw; -1: nobody. */
int gr_defined_count_winner(const GrPosition *pos);

/* Squares on which pieces may be put when theirs leave them: all of a side's castling rank. Has the side something to
 * put there, now or later? rules/defined_gates.c. */
GrSet gr_defined_home(const GrDefinition *def, int side);
bool gr_defined_may_gate(const GrPosition *pos, int side);

/* Counting, and rights of first leaps: rules/defined_counting.c. `took`: the type that the last move captured, or 0. */
void gr_defined_counted_types(GrDefined *defined);
void gr_defined_count_move(GrPosition *pos, int took, bool promoted);
int gr_defined_gates(GrDefined *defined, const char *rights, GrError *error);
const char *gr_defined_read_gate(GrPosition *pos, char letter);

/* Has the game ended by a rule of its own? As GrHooks.over; `can_answer` says whether the king of the side to move
 * can go to its flag region. */
bool gr_defined_over(const GrPosition *pos, int *winner, bool (*can_answer)(const GrPosition *pos));

/* As GrHooks.aim. */
bool gr_defined_aim(const GrPosition *pos, int side, GrAim *aim);

#endif
