/* The public face of the rules: each call goes to the hooks of the variant. */
#include "rules/position.h"

#include <assert.h>
#include <string.h>

#include "rules/match.h"
#include "rules/tables.h"

static const GrHooks *hooks_of(const GrPosition *pos) {
    return pos->rules->variant->hooks;
}

void gr_start(const GrRules *rules, GrPosition *pos) {
    gr_rules_use(rules);
    *pos = rules->start;
}

#ifdef GR_DEBUG
/* Sets and key are kept up to date by hand in the play hooks; here they are rebuilt. */
static void verify(const GrPosition *pos) {
    GrSet side[2] = {0, 0}, type[GR_MAX_TYPES] = {0};
    int squares = gr_squares(pos->rules->variant), types = pos->rules->variant->types;
    for (int sq = 0; sq < GR_MAX_SQUARES; sq++) {
        int code = pos->board[sq];
        assert(sq < squares || code == GR_EMPTY);
        if (code == GR_HOLE)
            type[0] |= gr_set_of(sq);
        else if (code != GR_EMPTY) {
            side[gr_side_of(code)] |= gr_set_of(sq);
            type[gr_type_of(code)] |= gr_set_of(sq);
        }
    }
    assert(memcmp(side, pos->side, sizeof side) == 0);
    assert(memcmp(type, pos->type, (size_t)(types + 1) * sizeof *type) == 0);
    assert(gr_key_of(pos) == pos->key);
}
#endif

void gr_play(GrPosition *pos, GrMove move) {
    hooks_of(pos)->play(pos, move);
#ifdef GR_DEBUG
    verify(pos);
#endif
}

void gr_moves(const GrPosition *pos, GrMoveList *list) {
    hooks_of(pos)->moves(pos, list);
}

void gr_move_sets(const GrPosition *pos, const GrAttackMap *map, GrMoveSets *sets) {
    hooks_of(pos)->move_sets(pos, map, sets);
}

void gr_captures(const GrPosition *pos, GrMoveList *list) {
    if (hooks_of(pos)->captures) {
        hooks_of(pos)->captures(pos, list);
        return;
    }
    unsigned kept = 0;
    gr_moves(pos, list);
    for (unsigned i = 0; i < list->count; i++) {
        GrMove m = list->move[i];
        if (gr_move_becomes(m) || gr_is_capture(pos, m))
            list->move[kept++] = m;
    }
    list->count = kept;
}

uint64_t gr_count_moves(const GrPosition *pos) {
    return hooks_of(pos)->count(pos);
}

bool gr_can_move(const GrPosition *pos) {
    if (hooks_of(pos)->can_move)
        return hooks_of(pos)->can_move(pos);
    return gr_count_moves(pos) > 0;
}

bool gr_is_legal(const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    int from = gr_move_from(move), to = gr_move_to(move), squares = gr_squares(pos->rules->variant);
    if (from >= squares || to >= squares)
        return false;
    GrPattern pattern = {
        .kinds = 1u << kind,
        .types = gr_is_by_piece(move) ? 1u << gr_type_of(pos->board[from]) : 0,
        .from = gr_set_of(from),
        .to = gr_set_of(to),
        .piece = gr_move_piece(move),
        .third = gr_has_third(move) ? gr_move_third(move) : -1,
    };
    GrMove found;
    return gr_match(pos, &pattern, &found, 1) == 1 && found == move;
}

int gr_captured_square(const GrPosition *pos, GrMove move) {
    int to = gr_move_to(move);
    GrMoveKind kind = gr_move_kind(move);
    if (gr_kind_unwalled(kind) == GR_EN_PASSANT)
        return pos->ep_victim;
    return gr_kind_does(kind, GR_TAKES) && pos->board[to] != GR_EMPTY ? to : GR_NO_SQUARE;
}

bool gr_is_capture(const GrPosition *pos, GrMove move) {
    return gr_captured_square(pos, move) != GR_NO_SQUARE;
}

GrSet gr_attackers(const GrPosition *pos, int sq, int side) {
    return hooks_of(pos)->attackers(pos, sq, side, 0);
}

GrSet gr_attackers_without(const GrPosition *pos, int sq, int side, GrSet gone) {
    return hooks_of(pos)->attackers(pos, sq, side, gone);
}

void gr_attacks(const GrPosition *pos, int side, GrAttacks *attacks) {
    hooks_of(pos)->attacks(pos, side, attacks);
}

/* Where a piece of a type would be taken by something of less worth. */
static GrSet taken_by_lesser(const GrAttacks *attacks, unsigned lesser) {
    GrSet taken = 0;
    for (; lesser; lesser &= lesser - 1)
        taken |= attacks->by[__builtin_ctz(lesser)];
    return taken;
}

void gr_in_danger(const GrPosition *pos, const uint32_t lesser[GR_MAX_TYPES], const GrPosition *from,
                  const GrDanger *known, GrDanger *danger) {
    GrAttacks attacks[2];
    if (hooks_of(pos)->in_danger) {
        hooks_of(pos)->in_danger(pos, lesser, from, known, danger);
        return;
    }
    gr_attacks(pos, GR_WHITE, &attacks[GR_WHITE]);
    gr_attacks(pos, GR_BLACK, &attacks[GR_BLACK]);
    for (int side = 0; side < 2; side++) {
        GrSet alone = attacks[!side].once & ~attacks[side].once;
        memcpy(danger->attacks[side], attacks[side].by, sizeof attacks[side].by);
        danger->of[side] = 0;
        for (int type = GR_KING + 1; type <= gr_variant(pos->rules)->types; type++)
            danger->of[side] |= pos->side[side] & pos->type[type] &
                                (alone | taken_by_lesser(&attacks[!side], lesser[type]));
    }
}

void gr_attack_map_start(GrAttackMap *map) {
    memset(map->side, 0, sizeof map->side);
    memset(map->type, 0, sizeof map->type);
    memset(map->watch, 0xFF, sizeof map->watch);
}

void gr_attack_map_update(GrAttackMap *map, const GrPosition *pos) {
    hooks_of(pos)->attack_map(pos, map);
}

void gr_attack_origins(const GrPosition *pos, int sq, int side, GrSet from[GR_MAX_TYPES]) {
    hooks_of(pos)->origins(pos, sq, side, from);
}

bool gr_checks(const GrPosition *pos, GrChecks *checks) {
    const GrHooks *hooks = hooks_of(pos);
    return hooks->checks && !hooks->in_check && hooks->checks(pos, checks);
}

int gr_king_square(const GrPosition *pos, int side) {
    GrSet king = pos->side[side] & pos->type[GR_KING];
    return king ? gr_set_first(king) : GR_NO_SQUARE;
}

int gr_in_hand(const GrPosition *pos, int side, int type) {
    return hooks_of(pos)->in_hand ? hooks_of(pos)->in_hand(pos, side, type) : 0;
}

bool gr_may_pass(const GrPosition *pos) {
    if (pos->pending)
        return false;
    return !gr_in_check(pos) || (pos->rules->variant->passes && gr_is_legal(pos, gr_move_make(GR_PASS, 0, 0, 0, 0)));
}

const char *gr_objection(const GrPosition *pos, GrMove move) {
    return hooks_of(pos)->objection ? hooks_of(pos)->objection(pos, move) : NULL;
}

bool gr_castling(const GrPosition *pos, int right, GrCastling *castling) {
    const GrVariant *v = pos->rules->variant;
    if (v->hooks->castling)
        return v->hooks->castling(pos, right, castling);
    *castling = v->castling[right];
    if (!(pos->rights >> (GR_MOVED_RIGHTS + right) & 1))
        return pos->rights >> right & 1;
    int side = castling->king_to / v->files == 0 ? GR_WHITE : GR_BLACK;
    castling->king_from = (uint8_t)gr_set_first(pos->side[side] & pos->type[GR_KING]);
    castling->rook_from = (uint8_t)gr_rules_moved_rook(pos, right);
    return true;
}

bool gr_castling_is_moved(const GrPosition *pos, int right) {
    return pos->rules->variant->moving_castlings || (pos->rights >> (GR_MOVED_RIGHTS + right) & 1);
}

int gr_castling_right(const GrPosition *pos, GrMove move) {
    const GrVariant *v = pos->rules->variant;
    GrCastling c;
    for (int right = 0; right < v->castlings; right++)
        if (gr_castling(pos, right, &c) && c.king_from == gr_move_from(move) &&
            c.king_to == gr_move_to(move))
            return right;
    return 0;
}

bool gr_in_check(const GrPosition *pos) {
    if (hooks_of(pos)->in_check)
        return hooks_of(pos)->in_check(pos);
    GrSet king = pos->side[pos->turn] & pos->type[GR_KING];
    return king && gr_attackers(pos, gr_set_first(king), !pos->turn) != 0;
}

bool gr_is_dead(const GrPosition *pos) {
    return hooks_of(pos)->dead && hooks_of(pos)->dead(pos);
}

bool gr_is_over(const GrPosition *pos) {
    int winner;
    return hooks_of(pos)->over && hooks_of(pos)->over(pos, &winner);
}

GrState gr_state(const GrPosition *pos) {
    int winner;
    if (hooks_of(pos)->over && hooks_of(pos)->over(pos, &winner))
        return winner < 0 ? GR_DRAWN : GR_WON;
    if (!gr_can_move(pos))
        return gr_in_check(pos) ? GR_CHECKMATE : GR_STALEMATE;
    const GrVariant *v = pos->rules->variant;
    if (v->fifty && pos->clock >= (v->quiet_plies ? v->quiet_plies : 100))
        return gr_count_winner(pos) < 0 ? GR_DRAWN : GR_WON;
    if (gr_is_dead(pos) || (pos->count_limit && pos->counted > pos->count_limit))
        return GR_DRAWN;
    return GR_OPEN;
}

int gr_count_winner(const GrPosition *pos) {
    return hooks_of(pos)->count_winner ? hooks_of(pos)->count_winner(pos) : -1;
}

int gr_winner(const GrPosition *pos, GrState state) {
    int stalemate = pos->rules->variant->stalemate, winner = -1;
    if (pos->rules->variant->stalemate_counts && state == GR_STALEMATE) {
        int more = gr_set_count(pos->side[pos->turn]) - gr_set_count(pos->side[!pos->turn]);
        stalemate = more == 0 ? 0 : more < 0 ? stalemate : -stalemate;
    }
    if (state == GR_WON && !(hooks_of(pos)->over && hooks_of(pos)->over(pos, &winner)))
        winner = gr_count_winner(pos);
    else if (state == GR_CHECKMATE && pos->rules->variant->mated)
        winner = pos->rules->variant->mated == 1 ? pos->turn : -1;
    else if (state == GR_CHECKMATE || (state == GR_STALEMATE && stalemate < 0))
        winner = !pos->turn;
    else if (state == GR_STALEMATE)
        winner = stalemate > 0 ? pos->turn : gr_count_winner(pos);
    return winner;
}

bool gr_same_beside(const GrPosition *a, const GrPosition *b) {
    const GrVariant *v = a->rules->variant;
    return memcmp(a->pocket, b->pocket, sizeof a->pocket) == 0 &&
           !(v->hands && v->defined && memcmp(a->hand, b->hand, sizeof a->hand) != 0);
}

bool gr_same(const GrPosition *a, const GrPosition *b) {
    if (a->rules != b->rules || a->turn != b->turn || a->rights != b->rights ||
        a->pending != b->pending || a->ep != b->ep)
        return false;
    if (!gr_same_beside(a, b) ||
        memcmp(a->rook_file, b->rook_file, sizeof a->rook_file) != 0 ||
        memcmp(a->extra, b->extra, sizeof a->extra) != 0)
        return false;
    if (memcmp(a->board, b->board, sizeof a->board) == 0)
        return true;
    /* Pieces that differ in name only have one Zobrist number. */
    const GrZobrist *z = &a->rules->zobrist;
    for (int sq = 0; sq < gr_squares(a->rules->variant); sq++)
        if (z->piece[a->board[sq]][sq] != z->piece[b->board[sq]][sq])
            return false;
    return true;
}

static uint64_t rights_key(const GrPosition *pos) {
    uint64_t key = 0;
    for (unsigned rights = pos->rights; rights; rights &= rights - 1) {
        int n = __builtin_ctz(rights);
        key ^= n < GR_MOVED_RIGHTS ? pos->rules->zobrist.right[n] : gr_rules_moved_key(pos, n - GR_MOVED_RIGHTS);
    }
    return key;
}

/* The numbers of what is not on the board: pockets or hands. */
static uint64_t pocket_key(const GrPosition *pos) {
    const GrVariant *v = pos->rules->variant;
    const GrZobrist *z = &pos->rules->zobrist;
    uint64_t key = 0;
    for (int i = 0; i < 4 && (!v->hands || v->defined); i++)
        key ^= z->pocket[i][pos->pocket[i] & 7];
    for (int i = 0; i < 2 * GR_HELD_TYPES && v->hands; i++) {
        int side = i / GR_HELD_TYPES, nth = i % GR_HELD_TYPES;
        key ^= z->hand[side][nth][gr_in_hand(pos, side, GR_KING + 1 + nth) & GR_HAND_MAX];
    }
    return key;
}

uint64_t gr_key_guess(const GrPosition *pos, GrMove move) {
    const GrZobrist *z = &pos->rules->zobrist;
    int from = gr_move_from(move), to = gr_move_to(move);
    const uint64_t *moving = z->piece[pos->board[from]];
    return pos->key ^ z->turn ^ moving[from] ^ moving[to] ^ z->piece[pos->board[to]][to];
}

uint64_t gr_key_of(const GrPosition *pos) {
    const GrZobrist *z = &pos->rules->zobrist;
    uint64_t key = pos->turn == GR_BLACK ? z->turn : 0;
    for (int sq = 0; sq < gr_squares(pos->rules->variant); sq++)
        key ^= z->piece[pos->board[sq]][sq];
    key ^= rights_key(pos) ^ pocket_key(pos);
    for (GrSet ep = pos->ep; ep;)
        key ^= z->ep[gr_set_pop(&ep)];
    for (int i = 0; i < GR_EXTRA; i++)
        for (GrSet set = pos->extra[i]; set;)
            key ^= z->extra[i][gr_set_pop(&set)];
    return pos->pending ? key ^ z->pending : key;
}

uint64_t gr_board_key(const GrPosition *pos) {
    const GrZobrist *z = &pos->rules->zobrist;
    uint64_t key = pos->turn == GR_BLACK ? pos->key ^ z->turn : pos->key;
    key ^= rights_key(pos) ^ pocket_key(pos);
    for (GrSet ep = pos->ep; ep;)
        key ^= z->ep[gr_set_pop(&ep)];
    return pos->pending ? key ^ z->pending : key;
}

static bool fits(const GrPosition *pos, const GrPattern *pattern, GrMove m) {
    GrMoveKind kind = gr_move_kind(m);
    if (!(pattern->kinds >> kind & 1) || !gr_set_has(pattern->from, gr_move_from(m)) ||
        !gr_set_has(pattern->to, gr_move_to(m)))
        return false;
    if (pattern->types && gr_is_by_piece(m) &&
        !(pattern->types >> gr_type_of(pos->board[gr_move_from(m)]) & 1))
        return false;
    if (pattern->piece >= 0 && kind != GR_PLACE && gr_move_piece(m) != pattern->piece)
        return false;
    return pattern->third < 0 || !gr_has_third(m) || gr_move_third(m) == pattern->third;
}

size_t gr_match_listed(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap) {
    GrMoveList list;
    size_t found = 0;
    gr_moves(pos, &list);
    for (unsigned i = 0; i < list.count; i++)
        if (fits(pos, pattern, list.move[i])) {
            if (found < cap)
                out[found] = list.move[i];
            found++;
        }
    return found;
}

size_t gr_match(const GrPosition *pos, const GrPattern *pattern, GrMove *out, size_t cap) {
    size_t (*match)(const GrPosition *, const GrPattern *, GrMove *, size_t) = hooks_of(pos)->match;
    return match ? match(pos, pattern, out, cap) : gr_match_listed(pos, pattern, out, cap);
}

/* Apart from the usual way, which needs no frame on the stack, and so none that is checked. */
static __attribute__((noinline)) GrMove find_by_pattern(const GrPosition *pos, unsigned types, GrSet from, int to,
                                                        int piece) {
    GrMove found;
    GrPattern pattern = {.kinds = 1u << GR_NORMAL, .types = types, .from = from,
                         .to = gr_set_of(to), .piece = piece, .third = -1};
    return gr_match(pos, &pattern, &found, 1) == 1 ? found : GR_NO_MOVE;
}

GrMove gr_find_move(const GrPosition *pos, unsigned types, GrSet from, int to, int piece) {
    if (hooks_of(pos)->find)
        return hooks_of(pos)->find(pos, types, from, to, piece);
    return find_by_pattern(pos, types, from, to, piece);
}
