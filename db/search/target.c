/* A position that is searched for. */
#include "db/search/target.h"

#include <string.h>

#include "db/codec/signature.h"

/* All pawns of a side that stand on the first n + 1 ranks as it sees them. */
static int pawns_within(const GrPosition *pos, GrSet pawns, int side, int n) {
    const GrVariant *v = gr_variant(pos->rules);
    int squares = (n + 1) * v->files, all = gr_squares(v);
    GrSet within = gr_set_below(squares < all ? squares : GR_MAX_SQUARES);
    if (side == GR_BLACK)
        within = squares < all ? ~(gr_set_of(all - squares) - 1) : ~(GrSet)0;
    return gr_set_count(pawns & pos->side[side] & within);
}

static unsigned kinds_of_pawns(const GrVariant *v) {
    unsigned kinds = 0;
    for (int type = 1; type <= v->types; type++)
        kinds |= v->piece[type].flags & GR_IS_PAWN ? 1u << type : 0;
    return kinds;
}

static GrSet pawns_of(const GrPosition *pos, unsigned kinds) {
    GrSet pawns = 0;
    for (; kinds; kinds &= kinds - 1)
        pawns |= pos->type[__builtin_ctz(kinds)];
    return pawns;
}

/* Where something waits beside the board, pieces come; where there are holes, pawns are carried. */
static void look_ahead(GrTarget *target) {
    const GrPosition *pos = &target->pos;
    const GrVariant *v = gr_variant(pos->rules);
    target->shrinks = gr_only_shrinks(v);
    target->forward = !v->holes && !v->hands;
    target->kinds = kinds_of_pawns(v);
    const GrSet pawns = pawns_of(pos, target->kinds);
    for (int side = 0; side < 2; side++) {
        target->pieces[side] = (uint8_t)gr_set_count(pos->side[side]);
        for (int n = 0; n < v->ranks && n < 16; n++) {
            target->pawns[side][n] = (uint8_t)pawns_within(pos, pawns, side, n);
            if (n && target->pawns[side][n] > target->pawns[side][n - 1])
                target->last[side] = (uint16_t)(target->last[side] | 1u << n);
        }
        target->men[side][0] = (uint8_t)gr_set_count(pawns & pos->side[side]);
        for (int type = 1; type <= v->types; type++)
            target->men[side][type] = (uint8_t)gr_set_count(pos->type[type] & pos->side[side] & ~pawns);
        target->home[side] = target->forward ? pawns & pos->side[side] & gr_second_rank(v, side) : 0;
    }
}

/* Has a pawn left the second rank that is there in the target? Only one on the first rank could
 * come to stand in its place. */
static bool home_lost(const GrTarget *target, const GrPosition *pos, GrSet pawns) {
    for (int side = 0; side < 2; side++)
        if (target->home[side] & ~(pawns & pos->side[side]) && !pawns_within(pos, pawns, side, 0))
            return true;
    return false;
}

/* Are there enough pieces of each type, or pawns that can become what is missing? */
static bool enough_left(const GrTarget *target, const GrPosition *pos, GrSet pawns) {
    const int types = gr_variant(pos->rules)->types;
    for (int side = 0; side < 2; side++) {
        const GrSet own = pos->side[side], others = own & ~pawns;
        const uint8_t *men = target->men[side];
        int spare = gr_set_count(pawns & own) - men[0];
        if (gr_set_count(own) < target->pieces[side] || spare < 0)
            return false;
        for (int type = 1; type <= types; type++) {
            int missing = men[type] ? men[type] - gr_set_count(pos->type[type] & others) : 0;
            spare -= missing > 0 ? missing : 0;
        }
        if (spare < 0)
            return false;
    }
    return true;
}

bool gr_target_ahead(const GrTarget *target, const GrPosition *pos) {
    if (!target->board_only && target->pos.rights & ~pos->rights)
        return false;
    GrSet pawns = pawns_of(pos, target->kinds);
    if (home_lost(target, pos, pawns) || (target->shrinks && !enough_left(target, pos, pawns)))
        return false;
    if (!target->forward)
        return true;
    for (int side = 0; side < 2; side++)
        for (unsigned left = target->last[side]; left; left &= left - 1)
            if (pawns_within(pos, pawns, side, __builtin_ctz(left)) < target->pawns[side][__builtin_ctz(left)])
                return false;
    return true;
}

void gr_target_position(GrTarget *target, const GrPosition *pos) {
    *target = (GrTarget){.pos = *pos};
    look_ahead(target);
}

unsigned gr_target_fen(GrTarget *target, const GrRules *rules, const char *fen, GrFaults *faults) {
    *target = (GrTarget){.board_only = false};
    unsigned wrong = gr_fen_read(rules, fen, &target->pos, faults);
    if (!wrong)
        look_ahead(target);
    return wrong;
}

/* Adds the pocket in which nothing is, in the form that the start position's has. */
static size_t put_empty_pocket(const GrVariant *v, char *to) {
    const char *pocket = strchr(v->start, '[');
    size_t len = 0;
    for (const char *p = pocket; p && *p != ' '; p++)
        if (strchr("[],", *p))
            to[len++] = *p;
        else if (to[len - 1] != '-')
            to[len++] = '-';
    return len;
}

unsigned gr_target_board(GrTarget *target, const GrRules *rules, const char *board,
                         GrFaults *faults) {
    enum { POCKET = 16 };
    char fen[GR_FEN_SIZE + POCKET + 8];
    size_t len = strcspn(board, " \t");
    if (len >= GR_FEN_SIZE)
        len = GR_FEN_SIZE - 1; /* longer than any board: gr_fen_read will report it */
    *target = (GrTarget){.board_only = true, .pockets = memchr(board, '[', len) != NULL};
    if (!len) /* what is added below would be taken for the board */
        return gr_fen_read(rules, "", &target->pos, faults);
    memcpy(fen, board, len);
    if (!target->pockets)
        len += put_empty_pocket(gr_variant(rules), fen + len);
    memcpy(fen + len, " b", 3);
    /* One of the two sides may move: the other must not stand in check then. */
    unsigned wrong = gr_fen_read(rules, fen, &target->pos, faults);
    if (wrong) {
        memcpy(fen + len, " w", 3);
        wrong = gr_fen_read(rules, fen, &target->pos, faults);
    }
    if (!wrong)
        look_ahead(target);
    return wrong;
}

const GrRules *gr_target_rules(GrDb *const *dbs, int count, const char *fen, const char *board) {
    const GrRules *fits = NULL, *first = NULL;
    GrTarget target;
    GrFaults faults;
    for (int d = 0; d < count; d++)
        for (size_t n = 0; n < gr_db_variants(dbs[d]); n++) {
            const GrRules *one = gr_db_variant(dbs[d], n);
            bool read = one && (fen ? gr_target_fen(&target, one, fen, &faults)
                                    : gr_target_board(&target, one, board, &faults)) == 0;
            if (read && !faults.count)
                return one;
            fits = fits || !read ? fits : one;
            first = first ? first : one;
        }
    return fits ? fits : first;
}

static bool same_board(const GrTarget *target, const GrPosition *pos) {
    const GrPosition *want = &target->pos;
    if (memcmp(want->side, pos->side, sizeof pos->side) ||
        memcmp(want->type, pos->type, sizeof pos->type) ||
        memcmp(want->extra, pos->extra, sizeof pos->extra))
        return false;
    return !target->pockets || gr_same_beside(want, pos);
}

bool gr_target_fits(const GrTarget *target, const GrPosition *pos) {
    if (target->board_only)
        return same_board(target, pos);
    return target->pos.key == pos->key && gr_same(&target->pos, pos);
}
