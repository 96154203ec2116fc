/* How games that are described in a file end by rules of their own, and what is wrong with their positions. */
#include <ctype.h>
#include <string.h>

#include "rules/check_count.h"
#include "rules/camp.h"
#include "rules/defined_build.h"
#include "rules/tables.h"

static const GrDefined *defined_of(const GrPosition *pos) {
    return pos->rules->variant->defined;
}

/* Where pieces of the types stand. */
static GrSet squares_of(const GrPosition *pos, unsigned types) {
    GrSet set = 0;
    for (; types; types &= types - 1)
        set |= pos->type[__builtin_ctz(types)];
    return set;
}

/* `safe`: only pieces that are not attacked count. */
static bool flag_reached(const GrPosition *pos, int side, bool safe) {
    const GrDefinition *def = &defined_of(pos)->def;
    GrSet there = pos->side[side] & def->flag_region[side];
    if (def->flag_types[side])
        there &= squares_of(pos, def->flag_types[side]);
    for (GrSet left = safe ? there : 0; left;) {
        int sq = gr_set_pop(&left);
        if (gr_attackers(pos, sq, !side))
            there &= ~gr_set_of(sq);
    }
    GrSet all = pos->side[0] | pos->side[1] | pos->type[0];
    bool full = def->flag_blocked && !(def->flag_region[side] & ~all);
    return there && (gr_set_count(there) >= def->flag_count || full);
}

/* Where pieces must be safe, they may become so by a move of the other side. With an answer due a side wins only when
 * its turn has come again, since then its pieces were safe; but where the flag is the king's, one sees before whether
 * it can be answered, and only Black can draw by that, since White came first. */
static bool flag_over(const GrPosition *pos, int *winner, bool (*can_answer)(const GrPosition *)) {
    const GrDefinition *def = &defined_of(pos)->def;
    int us = pos->turn;
    bool king = def->flag_types[us] == 1u << GR_KING;
    if (def->flag_answer && flag_reached(pos, us, false)) {
        bool both = us == GR_WHITE && def->flag_types[!us] == 1u << GR_KING && flag_reached(pos, !us, false);
        *winner = both ? -1 : us;
        return true;
    }
    if (def->flag_answer && !king)
        return false;
    *winner = flag_reached(pos, !us, def->flag_safe) ? !us : us;
    if (*winner == us && !(def->flag_safe && flag_reached(pos, us, true)))
        return false;
    return !(def->flag_answer && us == GR_BLACK && can_answer(pos));
}

static bool is_extinct(const GrPosition *pos, int side, GrSet type) {
    const GrDefinition *def = &defined_of(pos)->def;
    int others = def->extinction_others + (def->extinction_claim && side == pos->turn);
    return gr_set_count(type & pos->side[side]) <= def->extinction_count &&
           gr_set_count(type & pos->side[!side]) >= others;
}

static bool extinction_over(const GrPosition *pos, int *winner) {
    const GrDefinition *def = &defined_of(pos)->def;
    for (int i = 0; i < 2; i++) {
        int side = i ? pos->turn : !pos->turn;
        bool extinct = (def->extinction_types & 1) && is_extinct(pos, side, pos->side[0] | pos->side[1]);
        for (int type = 1; !extinct && type <= def->types; type++)
            extinct = (def->extinction_types >> type & 1) &&
                      is_extinct(pos, side, squares_of(pos, defined_of(pos)->like[type]));
        if (extinct) {
            *winner = def->extinction == GR_ENDS_DRAWN ? -1 : def->extinction == GR_ENDS_WON ? side : !side;
            return true;
        }
    }
    return false;
}

/* ---- lines ---- */

/* The directions of lines, each with its index in line_goes. */
static const int8_t step[4][3] = {{1, 0, 0}, {0, 1, 1}, {1, 1, 2}, {-1, 1, 2}};

static GrSet line_pieces(const GrPosition *pos, int side) {
    const GrDefinition *def = &defined_of(pos)->def;
    return pos->side[side] & (def->line_types ? squares_of(pos, def->line_types) : ~(GrSet)0);
}

static int line_winner(const GrDefinition *def, int side) {
    return def->line_ends == GR_ENDS_DRAWN ? -1 : def->line_ends == GR_ENDS_LOST ? !side : side;
}

/* Has a piece the next ones of a line beside it in that direction, or enough on the whole line? */
static bool begins_line(const GrDefinition *def, GrSet set, int sq, int df, int dr) {
    if (def->line) {
        GrSet rest = gr_defined_ray(def, sq, df, dr, def->line - 1);
        if (gr_set_count(rest) == def->line - 1 && !(rest & ~set))
            return true;
    }
    return def->line_spread && gr_set_count(gr_defined_ray(def, sq, df, dr, GR_FAR) & set) >= def->line_spread - 1;
}

/* Is it the lower left corner of a square? */
static bool begins_square(const GrDefinition *def, GrSet set, int sq) {
    int size = def->line_square;
    GrSet all = 0;
    if (!size || sq % def->files + size > def->files || sq / def->files + size > def->ranks)
        return false;
    for (int rank = 0; rank < size; rank++)
        all |= gr_set_below(size) << (sq + rank * def->files);
    return !(all & ~set);
}

static bool lines_over(const GrPosition *pos, int *winner) {
    const GrDefinition *def = &defined_of(pos)->def;
    int side = !pos->turn;
    GrSet set = line_pieces(pos, side);
    bool made = false;
    for (GrSet left = set; left && !made;) {
        int sq = gr_set_pop(&left);
        made = begins_square(def, set, sq);
        for (int i = 0; i < 4 && !made; i++)
            made = def->line_goes[step[i][2]] && begins_line(def, set, sq, step[i][0], step[i][1]);
    }
    *winner = line_winner(def, side);
    return made;
}

/* Are pieces of the side on one region linked with some on the other? */
static bool linked_over(const GrPosition *pos, int *winner) {
    const GrDefinition *def = &defined_of(pos)->def;
    int side = !pos->turn;
    GrSet set = line_pieces(pos, side);
    GrSet seen = set & def->link_from[side], next = seen;
    if (!(set & def->link_to[side]))
        return false;
    while (next) {
        int sq = gr_set_pop(&next);
        GrSet near = 0;
        for (int i = 0; i < 4; i++)
            if (def->line_goes[step[i][2]])
                near |= gr_defined_ray(def, sq, step[i][0], step[i][1], 1) |
                        gr_defined_ray(def, sq, -step[i][0], -step[i][1], 1);
        if (near & set & def->link_to[side]) {
            *winner = line_winner(def, side);
            return true;
        }
        next |= near & set & ~seen;
        seen |= near & set;
    }
    return false;
}

static bool is_full(const GrPosition *pos) {
    GrSet all = pos->side[0] | pos->side[1] | pos->type[0];
    return all == gr_set_below(gr_squares(pos->rules->variant));
}

/* ---- passing, and who wins a draw ---- */

static bool kings_face(const GrPosition *pos) {
    const GrDefinition *def = &defined_of(pos)->def;
    GrSet all = pos->side[0] | pos->side[1] | pos->type[0], king = pos->side[GR_WHITE] & pos->type[GR_KING];
    GrSet other = pos->side[GR_BLACK] & pos->type[GR_KING];
    static const int8_t way[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (int i = 0; i < 4 && king && other; i++) {
        int sq = gr_set_first(king), df = way[i][0], dr = way[i][1];
        GrSet ray = gr_defined_ray(def, sq, df, dr, GR_FAR);
        GrSet behind = gr_defined_ray(def, gr_set_first(other), df, dr, GR_FAR) | other;
        if ((ray & other) && !(ray & ~behind & all))
            return true;
    }
    return false;
}

/* The side that has just passed kept a draw, or both wanted none to move. */
static bool passed_over(const GrPosition *pos, int *winner) {
    const GrDefinition *def = &defined_of(pos)->def;
    if (pos->passes < 2 && !(pos->passes && def->facing_ends && kings_face(pos)))
        return false;
    *winner = gr_defined_count_winner(pos);
    return true;
}

int gr_defined_count_winner(const GrPosition *pos) {
    const GrDefinition *def = &defined_of(pos)->def;
    int ahead = 0;
    if (def->counts == GR_COUNTS_PIECES)
        ahead = gr_set_count(pos->side[GR_WHITE]) - gr_set_count(pos->side[GR_BLACK]);
    for (int type = 1; type <= def->types && def->counts == GR_COUNTS_POINTS; type++)
        ahead += def->piece[type].worth * (gr_set_count(pos->side[GR_WHITE] & pos->type[type]) -
                                           gr_set_count(pos->side[GR_BLACK] & pos->type[type]));
    if (def->counts == GR_COUNTS_NOT || (def->counts == GR_COUNTS_PIECES && !ahead))
        return -1;
    return def->counts == GR_COUNTS_WHITE || (def->counts != GR_COUNTS_BLACK && ahead > 0) ? GR_WHITE : GR_BLACK;
}

/* Do king and rook of a side stand as after a castling that wins? */
static bool has_castled(const GrPosition *pos, int side, unsigned wins) {
    const GrVariant *v = pos->rules->variant;
    for (int i = 0; v->rights[i]; i++) {
        const GrCastling *c = &v->castling[i];
        if ((v->rights[i] >= 'a') == side && (wins >> i & 1) &&
            pos->board[c->king_to] == gr_piece(side, gr_castling_king(v, side)) &&
            pos->board[c->rook_to] == gr_piece(side, gr_castling_rook(v, i)))
            return true;
    }
    return false;
}

/* Castlings win, and who can make none of them any more has lost: first the side that has just moved. */
static bool castling_over(const GrPosition *pos, int *winner) {
    const GrVariant *v = pos->rules->variant;
    static const char letters[] = "KQkq";
    for (int n = 0; n < 2; n++) {
        int side = n ? pos->turn : !pos->turn;
        unsigned wins = 0;
        for (int i = 0; v->rights[i]; i++) {
            const char *letter = strchr(letters, v->rights[i]);
            if ((v->rights[i] >= 'a') == side && letter)
                wins |= ((unsigned)defined_of(pos)->def.castling_wins >> (letter - letters) & 1u) << i;
        }
        if (wins && !(gr_rights_held(pos) & wins)) {
            *winner = has_castled(pos, side, wins) ? side : !side;
            return true;
        }
    }
    return false;
}

bool gr_defined_over(const GrPosition *pos, int *winner, bool (*can_answer)(const GrPosition *)) {
    const GrDefined *defined = defined_of(pos);
    if (defined->dies_out && extinction_over(pos, winner))
        return true;
    if (defined->lines && lines_over(pos, winner))
        return true;
    if (defined->def.castling_wins && castling_over(pos, winner))
        return true;
    if (defined->flags && flag_over(pos, winner, can_answer))
        return true;
    if (defined->def.ends_full && is_full(pos)) {
        *winner = gr_defined_count_winner(pos);
        return true;
    }
    if ((defined->def.link_from[!pos->turn] || defined->def.link_to[!pos->turn]) && linked_over(pos, winner))
        return true;
    *winner = !pos->turn;
    return (defined->checks && pos->pocket[!pos->turn] >= defined->checks) ||
           (pos->passes && passed_over(pos, winner));
}

/* Flags that one more piece on its own square brings; a check more. */
bool gr_defined_aim(const GrPosition *pos, int side, GrAim *aim) {
    const GrDefined *defined = defined_of(pos);
    const GrDefinition *def = &defined->def;
    bool check = defined->checks && pos->pocket[side] + 1 == defined->checks;
    *aim = (GrAim){.check = check};
    if (defined->flags && def->flag_region[side]) {
        unsigned types = def->flag_types[side] ? def->flag_types[side] : ~1u;
        GrSet there = pos->side[side] & def->flag_region[side] & squares_of(pos, types);
        if (gr_set_count(there) + 1 >= def->flag_count)
            *aim = (GrAim){.to = def->flag_region[side], .types = types, .check = check};
    }
    return aim->to || check;
}

char gr_defined_write_right(const GrPosition *pos, int right) {
    const GrDefined *defined = defined_of(pos);
    const GrVariant *v = pos->rules->variant;
    char letter = v->rights[right];
    if (!(defined->named >> right & 1))
        return letter;
    return (char)((letter >= 'a' ? 'a' : 'A') + v->castling[right].rook_from % v->files);
}

bool gr_defined_dead(const GrPosition *pos) {
    return !((pos->side[GR_WHITE] | pos->side[GR_BLACK]) & ~pos->type[GR_KING]);
}

/* What is in a reserve may still come. */
bool gr_defined_carried_dead(const GrPosition *pos) {
    return !(pos->pocket[0] | pos->pocket[1] | pos->pocket[2] | pos->pocket[3]) && gr_defined_dead(pos);
}

/* Reserves go with their pieces, of which a side has one at the most. */
const char *gr_defined_reserve_fault(const GrPosition *pos) {
    const GrVariant *v = pos->rules->variant;
    for (int i = 0; v->drops && i < 4; i++) {
        int pieces = v->carrier[i & 1] ? gr_set_count(pos->side[i >> 1] & pos->type[v->carrier[i & 1]]) : 0;
        if (pieces > 1)
            return "a side has one piece of a type with a reserve at the most";
        if (!pieces && pos->pocket[i])
            return "a reserve, but the side has not the piece that carries it";
    }
    return "";
}

/* ---- checks that are counted ---- */

int gr_defined_read_count(const GrDefinition *def) {
    for (const char *plus = strchr(def->start, '+'); plus; plus = strchr(plus + 1, '+'))
        if (plus > def->start && isdigit((unsigned char)plus[-1]) && isdigit((unsigned char)plus[1]))
            return plus[-1] > plus[1] ? plus[-1] - '0' : plus[1] - '0';
    return 1;
}

size_t gr_defined_write_checks(const GrPosition *pos, char *out) {
    return gr_checks_write(pos, defined_of(pos)->checks, out);
}

const char *gr_defined_read_checks(GrPosition *pos, const char *text, size_t length) {
    return gr_checks_read(pos, defined_of(pos)->checks, text, length)
               ? NULL
               : "the checks left are written as in '3+3', those given as in '+0+0', and there are fewer";
}

/* ---- faults ---- */

static bool stuck_pawn(const GrPosition *pos) {
    const GrDefinition *def = &defined_of(pos)->def;
    for (int type = 1; def->must_promote && !def->promotes_late && !def->casters && type <= def->types; type++)
        for (int side = GR_WHITE; def->piece[type].pawn && side <= GR_BLACK; side++) {
            int last = side == GR_WHITE ? def->ranks - 1 : 0;
            for (GrSet left = pos->side[side] & pos->type[type] & def->promotion_region[side]; left;)
                if (gr_set_pop(&left) / def->files == last && def->piece[type].promotes[side])
                    return true;
        }
    return false;
}

static bool both_in_check(const GrPosition *pos) {
    const GrDefinition *def = &defined_of(pos)->def;
    GrSet king = pos->side[pos->turn] & pos->type[GR_KING];
    return def->no_checks && king && gr_attackers(pos, gr_set_first(king), !pos->turn);
}

/* No hand may overflow, nor a FEN. Where captures come into hands, one hand may get all. */
static const char *too_many(const GrPosition *pos) {
    int all = gr_set_count(pos->side[GR_WHITE] | pos->side[GR_BLACK]);
    for (int type = 1; type < GR_MAX_TYPES; type++)
        all += pos->hand[GR_WHITE][type] + pos->hand[GR_BLACK][type];
    if (defined_of(pos)->def.keeps_captures && !defined_of(pos)->def.free_drops)
        return all > GR_HAND_MAX ? "more than 63 pieces on the board and in hand" : "";
    return pos->rules->variant->hands && all > 200 ? "more than 200 pieces on the board and in hand" : "";
}

static const char *camp_fault(GrPosition *pos) {
    const char *wrong = pos->rules->variant->camp ? gr_camp_fault(pos) : "";
    for (int side = GR_WHITE; pos->rules->variant->camp && !*wrong && side <= GR_BLACK; side++)
        if (gr_camp_has_too_many(pos, side))
            return "a side has more of what comes back by a quest than at the start";
    return wrong;
}

const char *gr_defined_fault(GrPosition *pos, unsigned n) {
    const GrDefined *defined = defined_of(pos);
    if (n == 0)
        return stuck_pawn(pos) ? "a pawn on its last rank, where it would have been promoted" : "";
    if (n == 1)
        return both_in_check(pos) ? "no side can be in check" : "";
    if (n == 2)
        return too_many(pos);
    if (n == 3)
        return defined->def.casters && gr_set_count(pos->type[0]) != defined->holes
                   ? "there are always as many holes as in the start position" : "";
    if (n == 4)
        return gr_defined_reserve_fault(pos);
    if (n == 5)
        return camp_fault(pos);
    if (n == 6 && defined->checks)
        return gr_checks_fault(pos, defined->checks);
    return n == 6 ? "" : NULL;
}
