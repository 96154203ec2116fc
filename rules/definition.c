/* Definitions as values: defaults, comparison, squares that a way covers. */
#include "rules/definition.h"

#include <stdlib.h>
#include <string.h>

#include "rules/defined_build.h"
#include "rules/registry.h"
#include "rules/tables.h"

void gr_definition_init(GrDefinition *definition) {
    memset(definition, 0, sizeof *definition);
    definition->files = definition->ranks = 8;
    definition->types = 1;
    definition->must_promote = true;
    definition->castles = true;
    definition->castling_king = 4;
    definition->castling_kings[GR_WHITE] = definition->castling_kings[GR_BLACK] = GR_KING;
    definition->castling_to[0] = 6;
    definition->castling_to[1] = 2;
    definition->castling_rook[0] = GR_DEFINED_SIZE - 1;
    definition->mated = -1;
    definition->move_rule = 50;
    definition->repetition = 3;
    definition->repetition_value = GR_ENDS_DRAWN;
    definition->flag_count = 1;
    definition->drops_apart_count = 1;
    for (int side = 0; side < 2; side++)
        definition->passing_region[side] = definition->drop_region[side] = definition->wall_region[side] = ~(GrSet)0;
    strcpy(definition->start, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

void gr_defined_free(GrRules *rules) {
    free(rules->board);
    free((void *)(uintptr_t)rules->variant->defined);
    free(rules);
}

const GrDefinition *gr_definition_of(const GrRules *rules) {
    const GrDefined *defined = rules->variant->defined;
    return defined ? &defined->def : NULL;
}

const GrDefinition *gr_defined(const GrVariant *variant) {
    return &variant->defined->def;
}

GrPieceShape gr_shape_of(const GrVariant *variant) {
    return variant->defined ? (GrPieceShape)variant->defined->def.shape : GR_SHAPE_FIGURE;
}

GrBoardDrawing gr_board_drawing_of(const GrVariant *variant) {
    return variant->defined ? (GrBoardDrawing)variant->defined->def.board : GR_BOARD_SQUARES;
}

GrCoordinates gr_coordinates_of(const GrVariant *variant) {
    return variant->defined ? (GrCoordinates)variant->defined->def.coordinates : GR_COORDINATES_LETTERS;
}

const GrDefinedPiece *gr_defined_piece(const GrVariant *variant, int type) {
    return &variant->defined->def.piece[type];
}

GrSet gr_defined_ray(const GrDefinition *def, int sq, int df, int dr, int range) {
    GrSet set = 0;
    int file = sq % def->files + df, rank = sq / def->files + dr;
    for (int n = 0; n < range; n++, file += df, rank += dr) {
        if (file < 0 || file >= def->files || rank < 0 || rank >= def->ranks)
            break;
        set |= gr_set_of(rank * def->files + file);
    }
    return set;
}

static int sign(int n) {
    return (n > 0) - (n < 0);
}

bool gr_defined_goes(const GrDefinition *def, const GrDefinedPiece *piece, const GrWay *way, int side, int sq) {
    int rank = sq / def->files;
    if ((way->how & GR_WAY_DRAWN) && !gr_set_has(def->diagonals, sq))
        return false;
    return way->dr || (side == GR_WHITE ? rank : def->ranks - 1 - rank) >= piece->sideways_rank;
}

GrSet gr_defined_ends(const GrDefinition *def, const GrWay *way) {
    return way->how & GR_WAY_DRAWN ? def->diagonals : ~(GrSet)0;
}

GrSet gr_defined_path(const GrDefinition *def, int sq, int df, int dr) {
    GrSet set = 0;
    int file = sq % def->files, rank = sq / def->files;
    if (!gr_defined_ray(def, sq, df, dr, 1))
        return 0;
    for (;;) {
        int more = abs(df) - abs(dr), by_file = more >= 0 ? sign(df) : 0, by_rank = more <= 0 ? sign(dr) : 0;
        file += by_file;
        rank += by_rank;
        df -= by_file;
        dr -= by_rank;
        if (!df && !dr)
            return set;
        set |= gr_set_of(rank * def->files + file);
    }
}

GrSet gr_way_path(const GrVariant *variant, int sq, int df, int dr) {
    return gr_defined_path(&variant->defined->def, sq, df, dr);
}

GrSet gr_defined_reach(const GrVariant *variant, int side, int type, int sq, bool takes) {
    const GrDefinition *def = &variant->defined->def;
    const GrDefinedPiece *piece = &def->piece[type];
    int turn = side == GR_WHITE ? 1 : -1;
    GrSet set = 0;
    for (int i = 0; i < piece->ways; i++) {
        const GrWay *way = &piece->way[i];
        GrSet first = piece->first[side] ? piece->first[side] : def->double_region[side];
        bool here = (!(way->how & GR_WAY_FIRST) || gr_set_has(first, sq)) &&
                    gr_defined_goes(def, piece, way, side, sq);
        bool far = way->kind != GR_WAY_LEAP && way->kind != GR_WAY_LAME;
        if (here && (way->how & (takes ? GR_WAY_TAKES : GR_WAY_MOVES)))
            set |= gr_defined_ray(def, sq, turn * way->df, turn * way->dr, far ? way->range : 1) &
                   gr_defined_ends(def, way);
    }
    if (piece->pawn && takes)
        set = gr_defined_ray(def, sq, -1, turn, 1) | gr_defined_ray(def, sq, 1, turn, 1);
    else if (piece->pawn)
        set = gr_defined_ray(def, sq, 0, turn,
                             gr_set_has(def->triple_region[side], sq)   ? 3
                             : gr_set_has(def->double_region[side], sq) ? 2
                                                                        : 1);
    return piece->region[side] ? set & piece->region[side] : set;
}

static bool has_way(const GrDefinedPiece *piece, const GrWay *way) {
    for (int i = 0; i < piece->ways; i++)
        if (memcmp(&piece->way[i], way, sizeof *way) == 0)
            return true;
    return false;
}

static bool same_piece(const GrDefinedPiece *a, const GrDefinedPiece *b) {
    for (int i = 0; i < a->ways; i++)
        if (!has_way(b, &a->way[i]))
            return false;
    for (int i = 0; i < b->ways; i++)
        if (!has_way(a, &b->way[i]))
            return false;
    return a->letter == b->letter && a->pawn == b->pawn && a->limit == b->limit &&
           a->sideways_rank == b->sideways_rank && a->base == b->base && a->alias == b->alias &&
           a->worth == b->worth && a->promoted == b->promoted &&
           memcmp(a->promotes, b->promotes, sizeof a->promotes) == 0 &&
           memcmp(a->passes, b->passes, sizeof a->passes) == 0 &&
           memcmp(a->resets, b->resets, sizeof a->resets) == 0 &&
           memcmp(a->first, b->first, sizeof a->first) == 0 && a->origin == b->origin &&
           memcmp(a->region, b->region, sizeof a->region) == 0;
}

bool gr_definition_same(const GrDefinition *a, const GrDefinition *b) {
    if (a->types != b->types || strcmp(a->start, b->start) != 0)
        return false;
    for (int type = 1; type <= a->types; type++)
        if (!same_piece(&a->piece[type], &b->piece[type]))
            return false;
    /* The rest has no pointers, and everything that is not set is 0. */
    GrDefinition *one = malloc(2 * sizeof *one), *other = one + 1;
    if (!one)
        return false;
    memcpy(one, a, sizeof *one);
    memcpy(other, b, sizeof *other);
    for (GrDefinition *def = one; def <= other; def++) {
        memset(def->name, 0, sizeof def->name);
        memset(def->title, 0, sizeof def->title);
        memset(def->start, 0, sizeof def->start);
        memset(def->piece, 0, sizeof def->piece);
        def->shape = def->board = def->coordinates = 0;
    }
    bool same = memcmp(one, other, sizeof *one) == 0;
    free(one);
    return same;
}

void gr_definition_repeat_like(GrDefinition *definition, const GrDefinition *like) {
    definition->repetition = like->repetition;
    definition->repetition_value = like->repetition_value;
    definition->repetition_by_side = like->repetition_by_side;
    definition->no_perpetual_checks = like->no_perpetual_checks;
    definition->no_chases = like->no_chases;
    definition->no_shuttles = like->no_shuttles;
}
