/* The weights as tables: which there are, and where their cells are in the vector. */
#include "analysis/engine/weights_tables.h"

#include <stdio.h>
#include <string.h>

/* How many columns a list has. */
enum { RANKS = -1, RIGHTS = -2, CORNER = -3 };

static const struct Kind {
    const char *name;
    GrTableShape shape;
    int base, length; /* length: of a list */
    GrOwnTerms own;   /* GR_OWN_NONE: every variant has it */
    const char *about;
} kinds[] = {
    {"value", GR_TABLE_PIECES, GR_W_VALUE, 0, GR_OWN_NONE,
     "A piece, wherever it stands: midgame, endgame."},
    {"phase", GR_TABLE_COUNTS, 0, 0, GR_OWN_NONE,
     "How much a piece on the board makes it a midgame."},
    {"pressure", GR_TABLE_COUNTS, 1, 0, GR_OWN_NONE,
     "How much an attack on a square around the enemy's king counts for [danger]."},
    {"squares", GR_TABLE_BOARD, GR_W_SQUARE, 0, GR_OWN_NONE,
     "A piece on a square, added to its value; the own side is below."},
    {"mobility", GR_TABLE_REACH, GR_W_MOBILITY, 0, GR_OWN_NONE,
     "A piece that can go to so many squares that no enemy pawn attacks."},
    {"two of them", GR_TABLE_PIECES, GR_W_PAIR, 0, GR_OWN_NONE, "Two or more pieces of a type."},
    {"half-open file", GR_TABLE_PIECES, GR_W_HALF_OPEN, 0, GR_OWN_NONE,
     "A piece that goes along files, on one with enemy pawns only."},
    {"open file", GR_TABLE_PIECES, GR_W_OPEN, 0, GR_OWN_NONE, "On a file without pawns."},
    {"attacks", GR_TABLE_PAIRS, GR_W_ATTACK, 0, GR_OWN_NONE,
     "The piece of the row attacks that of the column, which no pawn guards."},
    {"attacks on guarded", GR_TABLE_PAIRS, GR_W_GUARDED, 0, GR_OWN_NONE,
     "The piece of the row attacks that of the column, which a pawn guards."},
    {"rights", GR_TABLE_LIST, GR_W_RIGHT, RIGHTS, GR_OWN_NONE,
     "The side still has its first right (as to castle), its second ..."},
    {"passed", GR_TABLE_LIST, GR_W_PASSED, RANKS, GR_OWN_NONE,
     "A passed pawn, by its rank."},
    {"blocked", GR_TABLE_LIST, GR_W_BLOCKED, RANKS, GR_OWN_NONE,
     "A passed pawn with something on the square ahead, by its rank."},
    {"escort", GR_TABLE_LIST, GR_W_ESCORT, GR_WEIGHT_STEPS, GR_OWN_NONE,
     "A passed pawn in the other half, by its own king's steps to the square ahead."},
    {"catcher", GR_TABLE_LIST, GR_W_CATCHER, GR_WEIGHT_STEPS, GR_OWN_NONE,
     "The same by the steps of the enemy's king."},
    {"linked", GR_TABLE_LIST, GR_W_LINKED, RANKS, GR_OWN_NONE,
     "A pawn beside or guarded by another, by its rank."},
    {"doubled", GR_TABLE_LIST, GR_W_DOUBLED, 1, GR_OWN_NONE, "A pawn behind another of its side."},
    {"isolated", GR_TABLE_LIST, GR_W_ISOLATED, 1, GR_OWN_NONE,
     "A pawn with none of its side on the files beside it."},
    {"shelter", GR_TABLE_LIST, GR_W_SHELTER, 1, GR_OWN_NONE, "An own pawn next to the king."},
    {"ahead", GR_TABLE_LIST, GR_W_AHEAD, 2, GR_OWN_NONE,
     "An own pawn on the king's file or beside, one rank ahead; two ranks."},
    {"storm", GR_TABLE_LIST, GR_W_STORM, 1, GR_OWN_NONE,
     "An enemy pawn there, one to three ranks ahead."},
    {"bare", GR_TABLE_LIST, GR_W_BARE, 1, GR_OWN_NONE, "No own pawn on the king's file."},
    {"tempo", GR_TABLE_LIST, GR_W_TEMPO, 1, GR_OWN_NONE, "The side to move."},
    {"danger", GR_TABLE_LIST, GR_W_DANGER, GR_WEIGHT_DANGER, GR_OWN_NONE,
     "The pressure on the squares around the enemy's king, in steps of six."},
    {"corner", GR_TABLE_LIST, GR_W_CORNER, CORNER, GR_OWN_NONE,
     "The enemy has its king alone: by its steps, along files and ranks, from the nearest corner."},
    {"apart", GR_TABLE_LIST, GR_W_APART, GR_WEIGHT_STEPS, GR_OWN_NONE,
     "The same by the steps between the kings."},
    {"spell", GR_TABLE_LIST, GR_W_SPELL, 1, GR_OWN_SPELLS,
     "A square that can change places with a hole."},
    {"fall", GR_TABLE_PIECES, GR_W_FALL, 0, GR_OWN_SPELLS, "An enemy piece on such a square."},
    {"king's bishop", GR_TABLE_LIST, GR_W_RESERVE, 8, GR_OWN_RESERVES,
     "A bishop in the king's reserve, by the king's rank."},
    {"king's knight", GR_TABLE_LIST, GR_W_RESERVE + 8, 8, GR_OWN_RESERVES, "A knight there."},
    {"king's rook", GR_TABLE_LIST, GR_W_RESERVE + 16, 8, GR_OWN_RESERVES, "A rook there."},
    {"magician's bishop", GR_TABLE_LIST, GR_W_RESERVE + 24, 8, GR_OWN_RESERVES,
     "A bishop in the magician's reserve, by the magician's rank."},
    {"magician's knight", GR_TABLE_LIST, GR_W_RESERVE + 32, 8, GR_OWN_RESERVES, "A knight there."},
    {"magician's rook", GR_TABLE_LIST, GR_W_RESERVE + 40, 8, GR_OWN_RESERVES, "A rook there."},
    {"dragon", GR_TABLE_LIST, GR_W_DRAGON, 1, GR_OWN_QUESTS,
     "A captured dragon that can be resurrected."},
    {"quest", GR_TABLE_LIST, GR_W_QUEST, RANKS, GR_OWN_QUESTS,
     "A piece on the quest while a dragon waits, by its rank."},
    {"vain quest", GR_TABLE_LIST, GR_W_VAIN, 1, GR_OWN_QUESTS,
     "A piece on the quest while none does."},
    {"in hand", GR_TABLE_LIST, GR_W_IN_HAND, 1, GR_OWN_QUESTS, "A warrior about to be placed."},
    {"held", GR_TABLE_PIECES, GR_W_HELD, 0, GR_OWN_HANDS, "A piece in hand."},
    {"checks", GR_TABLE_LIST, GR_W_CHECKS, GR_WEIGHT_CHECKS, GR_OWN_CHECKS,
     "No check given yet, one, two."},
    {"race", GR_TABLE_LIST, GR_W_RACE, RANKS, GR_OWN_RACE,
     "The king's rank, from the first to the last for both sides."},
    {"hill", GR_TABLE_LIST, GR_W_HILL, GR_WEIGHT_HILL, GR_OWN_HILL,
     "The king's steps from the nearest edge."},
};

static const char *const phase_name[GR_PHASES] = {"midgame", "endgame"};

void gr_weight_table_start(GrWeightTable *table, const GrVariant *variant,
                           const GrGeometry *geometry) {
    *table = (GrWeightTable){.variant = variant, .geometry = geometry, .kind = -1};
}

/* The side's own rights. */
static int rights_of(const GrVariant *v) {
    int count = 0;
    for (const char *c = v->rights; *c; c++)
        count += *c >= 'A' && *c <= 'Z';
    return count;
}

static int farthest_from_corner(const GrVariant *v) {
    return (v->files - 1) / 2 + (v->ranks - 1) / 2;
}

static int length_of(const GrVariant *v, int length) {
    if (length == RANKS)
        return v->ranks < GR_WEIGHT_RANKS ? v->ranks : GR_WEIGHT_RANKS;
    if (length == CORNER)
        return farthest_from_corner(v) < GR_WEIGHT_CORNER ? farthest_from_corner(v) + 1
                                                           : GR_WEIGHT_CORNER;
    return length == RIGHTS ? rights_of(v) : length;
}

/* Where there is no royal piece, its type has no letter and no tables. */
static int first_type(const GrVariant *v) {
    return v->piece[GR_KING].letter ? GR_KING : GR_KING + 1;
}

/* The next table of the same kind, or the first of the next one. */
static bool step(GrWeightTable *t) {
    bool phases = t->shape == GR_TABLE_BOARD || t->shape == GR_TABLE_REACH ||
                  t->shape == GR_TABLE_PAIRS;
    if (t->kind >= 0 && phases && ++t->phase < GR_PHASES)
        return true;
    t->phase = 0;
    if (t->kind >= 0 && t->shape == GR_TABLE_BOARD && ++t->type <= t->variant->types)
        return true;
    t->type = first_type(t->variant);
    do {
        if (++t->kind >= (int)(sizeof kinds / sizeof kinds[0]))
            return false;
    } while ((kinds[t->kind].own && kinds[t->kind].own != gr_own_terms(t->variant)) ||
             (kinds[t->kind].shape == GR_TABLE_LIST &&
              length_of(t->variant, kinds[t->kind].length) == 0));
    return true;
}

bool gr_weight_table_next(GrWeightTable *table) {
    if (!step(table))
        return false;
    const struct Kind *kind = &kinds[table->kind];
    table->shape = kind->shape;
    table->about = kind->about;
    table->base = kind->base;
    table->length = length_of(table->variant, kind->length);
    snprintf(table->title, sizeof table->title, "%s", kind->name);
    size_t used = strlen(table->title), room = sizeof table->title - used;
    if (kind->shape == GR_TABLE_BOARD)
        snprintf(table->title + used, room, " %c %s", table->variant->piece[table->type].letter,
                 phase_name[table->phase]);
    else if (kind->shape == GR_TABLE_REACH || kind->shape == GR_TABLE_PAIRS)
        snprintf(table->title + used, room, " %s", phase_name[table->phase]);
    return true;
}

/* ---- rows and columns ---- */

/* Pawns attack alike, whatever their type: the first of them has the row. */
static bool has_row(const GrWeightTable *t, int type) {
    bool pawn = t->variant->piece[type].flags & GR_IS_PAWN;
    if (t->shape == GR_TABLE_REACH)
        return !pawn;
    for (int first = 1; t->shape == GR_TABLE_PAIRS && pawn && first < type; first++)
        if (t->variant->piece[first].flags & GR_IS_PAWN)
            return false;
    return true;
}

int gr_weight_table_row(const GrWeightTable *t, int n) {
    if (t->shape == GR_TABLE_LIST)
        return n < GR_PHASES ? n : -1;
    if (t->shape == GR_TABLE_BOARD)
        return n < t->variant->ranks ? t->variant->ranks - 1 - n : -1;
    for (int type = first_type(t->variant); type <= t->variant->types; type++)
        if (has_row(t, type) && n-- == 0)
            return type;
    return -1;
}

void gr_weight_table_label(const GrWeightTable *t, int row, char label[GR_TABLE_LABEL]) {
    if (t->shape == GR_TABLE_LIST)
        snprintf(label, GR_TABLE_LABEL, "%s", phase_name[row]);
    else if (t->shape == GR_TABLE_BOARD)
        snprintf(label, GR_TABLE_LABEL, "%d", row + 1);
    else
        snprintf(label, GR_TABLE_LABEL, "%c", t->variant->piece[row].letter);
}

static int farthest(const GrWeightTable *t, int type) {
    int most = 0;
    for (int sq = 0; sq < gr_squares(t->variant); sq++) {
        int count = gr_set_count(gr_geometry_reach(t->geometry, type, GR_MOVING, sq, 0) |
                                 gr_geometry_reach(t->geometry, type, GR_TAKING, sq, 0));
        most = count > most ? count : most;
    }
    return most < GR_WEIGHT_REACH ? most : GR_WEIGHT_REACH - 1;
}

int gr_weight_table_columns(const GrWeightTable *t, int row) {
    switch (t->shape) {
    case GR_TABLE_PIECES: return GR_PHASES;
    case GR_TABLE_COUNTS: return 1;
    case GR_TABLE_BOARD: return t->variant->files;
    case GR_TABLE_REACH: return farthest(t, row) + 1;
    case GR_TABLE_PAIRS: return t->variant->types;
    case GR_TABLE_LIST: return t->length;
    }
    return 0;
}

void gr_weight_table_heading(const GrWeightTable *t, int column, char label[GR_TABLE_LABEL]) {
    label[0] = '\0';
    if (t->shape == GR_TABLE_BOARD)
        snprintf(label, GR_TABLE_LABEL, "%c", 'a' + column);
    else if (t->shape == GR_TABLE_REACH)
        snprintf(label, GR_TABLE_LABEL, "%d", column);
    else if (t->shape == GR_TABLE_PAIRS)
        snprintf(label, GR_TABLE_LABEL, "%c", t->variant->piece[column + 1].letter);
}

int16_t *gr_weight_table_cell(const GrWeightTable *t, GrWeights *weights, int row, int column) {
    switch (t->shape) {
    case GR_TABLE_PIECES: return &weights->weight[t->base + row].phase[column];
    case GR_TABLE_COUNTS: return t->base ? &weights->press[row] : &weights->phase[row];
    case GR_TABLE_BOARD:
        return &weights->weight[t->base + t->type * GR_MAX_SQUARES +
                                gr_square(t->variant, column, row)].phase[t->phase];
    case GR_TABLE_REACH:
        return &weights->weight[t->base + row * GR_WEIGHT_REACH + column].phase[t->phase];
    case GR_TABLE_PAIRS:
        return &weights->weight[t->base + row * GR_WEIGHT_TYPES + column + 1].phase[t->phase];
    case GR_TABLE_LIST: break;
    }
    return &weights->weight[t->base + column].phase[row];
}
