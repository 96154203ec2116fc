/* The rules against the oracle, in random positions. */
#include "tests/oracle/properties.h"

#include <stdarg.h>

bool properties_fault(Properties *p, const char *format, ...) {
    va_list args;
    size_t used = (size_t)snprintf(p->text, sizeof p->text, "%s: %s\n    ",
                                   gr_variant(p->rules)->name, p->fen);
    va_start(args, format);
    vsnprintf(p->text + used, sizeof p->text - used, format, args);
    va_end(args);
    return false;
}

/* ---- FEN, key, equality ---- */

static bool same_fields(const GrPosition *a, const GrPosition *b) {
    return memcmp(a->board, b->board, sizeof a->board) == 0 &&
           memcmp(a->side, b->side, sizeof a->side) == 0 &&
           memcmp(a->type, b->type, sizeof a->type) == 0 &&
           memcmp(a->extra, b->extra, sizeof a->extra) == 0 && a->ep == b->ep &&
           (a->ep == 0 || a->ep_victim == b->ep_victim) && a->turn == b->turn &&
           a->rights == b->rights && a->pending == b->pending &&
           memcmp(a->pocket, b->pocket, sizeof a->pocket) == 0 && a->clock == b->clock &&
           a->number == b->number;
}

static bool fen_holds(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    char want[OR_FEN_SIZE], again[GR_FEN_SIZE];
    GrPosition rebuilt;
    GrFaults faults;
    size_t length = gr_fen_write(pos, p->fen);
    or_write(oracle, want);
    if (strcmp(p->fen, want) != 0 || length != strlen(want)) {
        return properties_fault(p, "the oracle writes\n    %s", want);
    }
    if (gr_fen_read(p->rules, p->fen, &rebuilt, &faults) != 0) {
        return properties_fault(p, "is refused: %s", faults.fault[0].text);
    }
    gr_fen_write(&rebuilt, again);
    if (strcmp(p->fen, again) != 0) {
        return properties_fault(p, "is read and written as\n    %s", again);
    }
    if (!gr_same(pos, &rebuilt) || !same_fields(pos, &rebuilt)) {
        return properties_fault(p, "played and read are different positions");
    }
    if (pos->key != rebuilt.key || pos->key != gr_key_of(pos)) {
        return properties_fault(p, "key %016" PRIx64 ", read %016" PRIx64 ", anew %016" PRIx64,
                                pos->key, rebuilt.key, gr_key_of(pos));
    }
    return true;
}

/* ---- the list of moves ---- */

static void append_move(Properties *p, AidCode code, const char *what) {
    char uci[24];
    size_t used = strlen(p->text);
    aid_code_text(code, uci);
    snprintf(p->text + used, sizeof p->text - used, "\n    %s %s", what, uci);
}

/* Prints each move that one list has and the other lacks. */
static bool lists_agree(Properties *p) {
    size_t n = p->list.count, m = p->oracle_list.count, i = 0, k = 0;
    bool agree = true;
    while (i < n || k < m) {
        if (i < n && k < m && p->ours[i] == p->oracles[k]) {
            i++;
            k++;
            continue;
        }
        if (agree) {
            agree = properties_fault(p, "moves differ from the oracle's:");
        }
        if (k == m || (i < n && p->ours[i] < p->oracles[k])) {
            append_move(p, p->ours[i++], "too much");
        } else {
            append_move(p, p->oracles[k++], "missing");
        }
    }
    return agree;
}

static bool moves_hold(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    gr_moves(pos, &p->list);
    or_moves(oracle, &p->oracle_list);
    for (unsigned i = 0; i < p->list.count; i++) {
        p->ours[i] = aid_code(pos, p->list.move[i]);
    }
    for (size_t i = 0; i < p->oracle_list.count; i++) {
        p->oracles[i] = aid_oracle_code(&p->oracle_list.move[i]);
    }
    qsort(p->ours, p->list.count, sizeof *p->ours, aid_compare_codes);
    qsort(p->oracles, p->oracle_list.count, sizeof *p->oracles, aid_compare_codes);
    if (!lists_agree(p)) {
        return false;
    }
    if (gr_count_moves(pos) != p->list.count) {
        return properties_fault(p, "%" PRIu64 " moves counted, %u listed", gr_count_moves(pos),
                     p->list.count);
    }
    return true;
}

static int compare_moves(const void *a, const void *b) {
    GrMove x = *(const GrMove *)a, y = *(const GrMove *)b;
    return (x > y) - (x < y);
}

static bool is_listed(const Properties *p, GrMove move) {
    return bsearch(&move, p->sorted, p->list.count, sizeof move, compare_moves) != NULL;
}

/* gr_is_legal says yes to the moves listed and to no other number. */
static bool legality_holds(Properties *p, const GrPosition *pos) {
    memcpy(p->sorted, p->list.move, p->list.count * sizeof *p->sorted);
    qsort(p->sorted, p->list.count, sizeof *p->sorted, compare_moves);
    for (unsigned i = 0; i < p->list.count; i++) {
        if (!gr_is_legal(pos, p->list.move[i])) {
            return properties_fault(p, "gr_is_legal denies %08" PRIx32, p->list.move[i]);
        }
        GrMove near = p->list.move[i] ^ (GrMove)1 << random_below(&p->random, 32);
        if (gr_is_legal(pos, near) != is_listed(p, near)) {
            return properties_fault(p, "gr_is_legal is wrong about %08" PRIx32, near);
        }
    }
    for (int i = 0; i < 4; i++) {
        GrMove any = (GrMove)random_next(&p->random);
        if (gr_is_legal(pos, any) != is_listed(p, any)) {
            return properties_fault(p, "gr_is_legal is wrong about %08" PRIx32, any);
        }
    }
    return true;
}

/* ---- captures ---- */

static const OrMove *oracle_move(const Properties *p, AidCode code) {
    for (size_t i = 0; i < p->oracle_list.count; i++) {
        if (aid_oracle_code(&p->oracle_list.move[i]) == code) {
            return &p->oracle_list.move[i];
        }
    }
    return NULL;
}

/* What gr_captures lists: a quest that takes nothing is no promotion. */
static bool is_loud(const OrMove *move) {
    return move->captures || move->kind == OR_EN_PASSANT ||
           (move->becomes != 0 && move->becomes != '^');
}

static bool captures_hold(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    unsigned expected = 0;
    for (unsigned i = 0; i < p->list.count; i++) {
        GrMove move = p->list.move[i];
        const OrMove *theirs = oracle_move(p, aid_code(pos, move));
        bool takes = theirs->captures || theirs->kind == OR_EN_PASSANT;
        int victim = theirs->kind == OR_EN_PASSANT ? oracle->passer : theirs->to;
        int ours = gr_captured_square(pos, move);
        if (gr_is_capture(pos, move) != takes || (ours != GR_NO_SQUARE) != takes ||
            (takes && aid_square(pos, ours) != victim)) {
            return properties_fault(p, "wrong about what %08" PRIx32 " takes", move);
        }
        expected += is_loud(theirs);
    }
    gr_captures(pos, &p->captures);
    for (unsigned i = 0; i < p->captures.count; i++) {
        GrMove move = p->captures.move[i];
        const OrMove *theirs = is_listed(p, move) ? oracle_move(p, aid_code(pos, move)) : NULL;
        if (theirs == NULL || !is_loud(theirs)) {
            return properties_fault(p, "gr_captures lists %08" PRIx32, move);
        }
    }
    if (p->captures.count != expected) {
        return properties_fault(p, "gr_captures lists %u, not %u", p->captures.count, expected);
    }
    return true;
}

/* ---- check, the end of the game, attacks ---- */

static bool state_holds(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    static const GrState same[] = {[OR_OPEN] = GR_OPEN, [OR_CHECKMATE] = GR_CHECKMATE,
                                   [OR_STALEMATE] = GR_STALEMATE, [OR_DRAWN] = GR_DRAWN,
                                   [OR_WON] = GR_WON};
    int winner;
    if (gr_in_check(pos) != or_in_check(oracle, oracle->turn)) {
        return properties_fault(p, "gr_in_check says %d", gr_in_check(pos));
    }
    bool can = oracle->place ? or_can_move(oracle) : p->oracle_list.count > 0;
    if (gr_can_move(pos) != can) {
        return properties_fault(p, "gr_can_move says %d", gr_can_move(pos));
    }
    if (gr_state(pos) != same[or_state(oracle)]) {
        return properties_fault(p, "gr_state says %d, the oracle %d", (int)gr_state(pos),
                     (int)or_state(oracle));
    }
    if (or_over(oracle, &winner) && gr_winner(pos, gr_state(pos)) != winner) {
        return properties_fault(p, "won by %d, not %d", gr_winner(pos, gr_state(pos)), winner);
    }
    return true;
}

static bool attackers_hold(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    const GrVariant *v = gr_variant(p->rules);
    int to = (int)random_below(&p->random, (unsigned)gr_squares(v));
    int side = (int)random_below(&p->random, 2);
    if (pos->board[to] == GR_HOLE) {
        return true;
    }
    int square = aid_square(pos, to);
    bool royal = gr_type_of(pos->board[to]) == GR_KING && gr_side_of(pos->board[to]) != side;
    GrSet got = gr_attackers(pos, to, side);
    for (int from = 0; from < gr_squares(v); from++) {
        int sq = aid_square(pos, from);
        bool want = or_owner(oracle->piece[sq]) == side &&
                    (or_attacks(oracle, sq, square) ||
                     ((royal || oracle->v->id == OR_MAGICIAN) && or_threatens(oracle, sq, square)));
        if (gr_set_has(got, from) != want) {
            char a[4], b[4];
            gr_square_name(v, from, a);
            gr_square_name(v, to, b);
            return properties_fault(p, "gr_attackers: %s %s %s", a,
                                    want ? "attacks" : "does not attack", b);
        }
    }
    return true;
}

/* Takes away what is on a square, as far as attacks have to know. */
static void take_away(GrPosition *pos, int sq) {
    for (int s = 0; s < 2; s++) {
        pos->side[s] &= ~gr_set_of(sq);
    }
    for (int t = 1; t < GR_MAX_TYPES; t++) {
        pos->type[t] &= ~gr_set_of(sq);
    }
    pos->board[sq] = GR_EMPTY;
}

/* Puts a piece on a square in place of what is there, likewise. */
static void put_there(GrPosition *pos, int sq, int side, int type) {
    take_away(pos, sq);
    pos->board[sq] = (uint8_t)gr_piece(side, type);
    pos->side[side] |= gr_set_of(sq);
    pos->type[type] |= gr_set_of(sq);
}

/* All attacks of a side, and the squares to attack from, against gr_attackers. Open lines of
 * wizards are not among them. */
static bool attacks_hold(Properties *p, const GrPosition *pos) {
    const GrVariant *v = gr_variant(p->rules);
    int to = (int)random_below(&p->random, (unsigned)gr_squares(v));
    int from = (int)random_below(&p->random, (unsigned)gr_squares(v));
    int side = (int)random_below(&p->random, 2);
    int type = 1 + (int)random_below(&p->random, v->types);
    GrAttacks attacks;
    GrSet origins[GR_MAX_TYPES];
    if (pos->board[to] == GR_HOLE || gr_type_of(pos->board[to]) == GR_KING) {
        return true;
    }
    GrSet got = gr_attackers(pos, to, side);
    gr_attacks(pos, side, &attacks);
    for (int t = 1; t <= v->types; t++) {
        if (gr_set_has(attacks.by[t], to) != ((got & pos->type[t]) != 0)) {
            return properties_fault(p, "gr_attacks: %c on square %d", v->piece[t].letter, to);
        }
    }
    if (gr_set_has(attacks.once, to) != (gr_set_count(got) >= 1) ||
        gr_set_has(attacks.twice, to) != (gr_set_count(got) >= 2)) {
        return properties_fault(p, "gr_attacks: how many on square %d", to);
    }
    if (pos->board[from] == GR_HOLE || from == to) {
        return true;
    }
    GrPosition there = *pos;
    put_there(&there, from, side, type);
    gr_attack_origins(pos, to, side, origins);
    if (gr_set_has(origins[type], from) != gr_set_has(gr_attackers(&there, to, side), from)) {
        return properties_fault(p, "gr_attack_origins: %c from %d to %d", v->piece[type].letter,
                                from, to);
    }
    return true;
}

/* What is in danger, by a random order of types, against gr_attackers; what types attack is mostly known of another
 * position. */
static bool danger_holds(Properties *p, const GrPosition *pos) {
    const GrVariant *v = gr_variant(p->rules);
    uint32_t lesser[GR_MAX_TYPES] = {0};
    GrDanger found;
    const GrSet *danger = found.of;
    bool again = p->mapped == p->rules;
    int sq = (int)random_below(&p->random, (unsigned)gr_squares(v));
    int type = gr_type_of(pos->board[sq]), side = gr_side_of(pos->board[sq]);
    for (int t = 1; t <= v->types; t++) {
        lesser[t] = (uint16_t)(random_below(&p->random, 1U << v->types) << 1);
    }
    gr_in_danger(pos, lesser, again ? &p->known_of : NULL, again ? &p->known : NULL, &found);
    p->known_of = *pos;
    p->known = found;
    if (pos->board[sq] == GR_EMPTY || pos->board[sq] == GR_HOLE || type == GR_KING) {
        return !gr_set_has(danger[0] | danger[1], sq) || properties_fault(p, "gr_in_danger: nothing on square %d", sq);
    }
    GrSet enemies = gr_attackers(pos, sq, !side);
    bool want = enemies && !gr_attackers(pos, sq, side);
    for (int t = 1; t <= v->types; t++) {
        want |= (lesser[type] >> t & 1) && (enemies & pos->type[t]);
    }
    return (gr_set_has(danger[side], sq) == want && !gr_set_has(danger[!side], sq)) ||
           properties_fault(p, "gr_in_danger: %c on square %d", v->piece[type].letter, sq);
}

/* gr_attackers_without against gr_attackers where up to three pieces have really left the board. */
static bool attackers_without_hold(Properties *p, const GrPosition *pos) {
    const GrVariant *v = gr_variant(p->rules);
    int to = (int)random_below(&p->random, (unsigned)gr_squares(v));
    int side = (int)random_below(&p->random, 2);
    GrPosition there = *pos;
    GrSet gone = 0, left = (pos->side[GR_WHITE] | pos->side[GR_BLACK]) & ~gr_set_of(to);
    for (int n = 0; n < 3; n++) {
        int sq = (int)random_below(&p->random, (unsigned)gr_squares(v));
        if (gr_set_has(left, sq) && !gr_set_has(gone, sq)) {
            gone |= gr_set_of(sq);
            take_away(&there, sq);
        }
    }
    if (pos->board[to] != GR_HOLE && gr_attackers_without(pos, to, side, gone) != gr_attackers(&there, to, side)) {
        return properties_fault(p, "gr_attackers_without: on square %d by side %d", to, side);
    }
    return true;
}

/* A map that comes from other positions says the same as gr_attacks. */
static bool map_holds(Properties *p, const GrPosition *pos) {
    int types = gr_variant(p->rules)->types;
    GrAttacks attacks;
    if (p->mapped != p->rules) {
        gr_attack_map_start(&p->map);
    }
    p->mapped = p->rules;
    gr_attack_map_update(&p->map, pos);
    for (int side = GR_WHITE; side <= GR_BLACK; side++) {
        const GrAttacks *kept = &p->map.of[side];
        gr_attacks(pos, side, &attacks);
        if (kept->once != attacks.once || kept->twice != attacks.twice ||
            memcmp(kept->by + 1, attacks.by + 1, (size_t)types * sizeof *kept->by) != 0) {
            return properties_fault(p, "gr_attack_map_update of side %d", side);
        }
    }
    return true;
}

/* Sets and the other moves are the list, which is sorted by now. */
static bool sets_hold(Properties *p, const GrPosition *pos) {
    GrMoveSets *sets = &p->sets;
    gr_move_sets(pos, &p->map, sets);
    for (unsigned i = 0; i < sets->others.count; i++) {
        GrMove move = sets->others.move[i];
        if (gr_move_kind(move) == GR_NORMAL && !gr_move_piece(move)) {
            return properties_fault(p, "gr_move_sets lists a plain move");
        }
    }
    for (GrSet from = sets->from; from;) {
        int sq = gr_set_pop(&from);
        if (!sets->to[sq]) {
            return properties_fault(p, "gr_move_sets: no move from %d", sq);
        }
        for (GrSet to = sets->to[sq]; to;) {
            gr_list_add(&sets->others, gr_move_make(GR_NORMAL, sq, gr_set_pop(&to), 0, 0));
        }
    }
    qsort(sets->others.move, sets->others.count, sizeof *p->sorted, compare_moves);
    if (sets->others.count != p->list.count ||
        memcmp(sets->others.move, p->sorted, p->list.count * sizeof *p->sorted) != 0) {
        return properties_fault(p, "gr_move_sets: %u moves, not the %u listed",
                                sets->others.count, p->list.count);
    }
    return true;
}

/* ---- patterns ---- */

/* Does an ordinary move change nothing but where its piece stands, and what it takes? */
static bool is_simple(const GrPosition *before, GrMove move, const GrPosition *after) {
    return gr_move_kind(move) == GR_NORMAL && !gr_move_piece(move) && !before->ep && !after->ep &&
           before->rights == after->rights && before->turn != after->turn &&
           before->pending == after->pending && !gr_variant(before->rules)->explosions &&
           memcmp(before->pocket, after->pocket, sizeof before->pocket) == 0 &&
           memcmp(before->extra, after->extra, sizeof before->extra) == 0;
}

/* A move that cannot give check does not, and the key after a simple one is guessed right. */
static bool forecasts_hold(Properties *p, const GrPosition *pos) {
    GrChecks checks;
    bool known = gr_checks(pos, &checks);
    for (unsigned i = 0; i < p->list.count; i++) {
        GrMove move = p->list.move[i];
        GrPosition after = *pos;
        gr_play(&after, move);
        if (known && gr_in_check(&after) && !gr_may_check(&checks, pos, move)) {
            return properties_fault(p, "move %08x gives check", (unsigned)move);
        }
        if (is_simple(pos, move, &after) && gr_key_guess(pos, move) != after.key) {
            return properties_fault(p, "the key after move %08x is another", (unsigned)move);
        }
    }
    return true;
}

static bool is_nobodys(GrMoveKind kind) {
    return kind == GR_SPELL || kind == GR_SPELL_FALL || kind == GR_PLACE || kind == GR_ENTER;
}

static bool fits(const GrPosition *pos, const GrPattern *want, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    int type = gr_type_of(pos->board[gr_move_from(move)]);
    return (want->kinds >> kind & 1) && gr_set_has(want->from, gr_move_from(move)) &&
           (want->types == 0 || is_nobodys(kind) || (want->types >> type & 1)) &&
           gr_set_has(want->to, gr_move_to(move)) &&
           (want->piece < 0 || want->piece == gr_move_piece(move)) &&
           (want->third < 0 || want->third == gr_move_third(move));
}

static GrPattern random_pattern(Properties *p, const GrPosition *pos, GrMove near) {
    Random *r = &p->random;
    GrSet all = gr_set_below(gr_squares(gr_variant(p->rules)));
    GrSet some = ((GrSet)random_next(r) << 64 | random_next(r)) & all;
    int type = gr_type_of(pos->board[gr_move_from(near)]);
    GrPattern want = {.kinds = 0xFFF, .from = all, .to = all, .piece = -1, .third = -1};
    if (random_chance(r, 2)) {
        want.kinds = 1u << gr_move_kind(near);
    }
    if (random_chance(r, 2) && type > 0 && type < GR_MAX_TYPES) {
        want.types = 1u << type;
    }
    if (random_chance(r, 3)) {
        want.from = random_chance(r, 2) ? gr_set_of(gr_move_from(near)) : some;
    }
    if (!random_chance(r, 3)) {
        want.to = random_chance(r, 2) ? gr_set_of(gr_move_to(near)) : some;
    }
    if (random_chance(r, 2)) {
        want.piece = gr_move_piece(near);
    }
    if (gr_move_kind(near) == GR_DROP && random_chance(r, 2)) {
        want.kinds = 1u << GR_DROP;
        want.third = gr_move_third(near);
    }
    return want;
}

static bool match_holds(Properties *p, const GrPosition *pos) {
    GrMove found[GR_MAX_MOVES];
    if (p->list.count == 0) {
        return true;
    }
    GrMove near = p->list.move[random_below(&p->random, p->list.count)];
    GrPattern want = random_pattern(p, pos, near);
    size_t expected = 0, n = gr_match(pos, &want, found, GR_MAX_MOVES);
    for (unsigned i = 0; i < p->list.count; i++) {
        expected += fits(pos, &want, p->list.move[i]);
    }
    for (size_t i = 0; i < n && i < GR_MAX_MOVES; i++) {
        if (!is_listed(p, found[i]) || !fits(pos, &want, found[i])) {
            return properties_fault(p, "gr_match near %08" PRIx32 " finds %08" PRIx32, near,
                                    found[i]);
        }
    }
    if (n != expected) {
        return properties_fault(
            p, "gr_match near %08" PRIx32 " finds %zu, not %zu (kinds %x, types %x, %d, %d)",
            near, n, expected, want.kinds, want.types, want.piece, want.third);
    }
    qsort(found, n, sizeof *found, compare_moves);
    for (size_t i = 1; i < n; i++) {
        if (found[i] == found[i - 1]) {
            return properties_fault(p, "gr_match finds %08" PRIx32 " twice", found[i]);
        }
    }
    return true;
}

/* gr_find_move finds a move exactly if the list has one, and only one, that fits. */
static bool find_holds(Properties *p, const GrPosition *pos) {
    Random *r = &p->random;
    if (p->list.count == 0) {
        return true;
    }
    GrMove near = p->list.move[random_below(r, p->list.count)], expected = GR_NO_MOVE;
    GrPattern want = random_pattern(p, pos, near);
    unsigned squares = (unsigned)gr_squares(gr_variant(p->rules)), fitting = 0;
    int to = random_chance(r, 4) ? (int)random_below(r, squares) : gr_move_to(near);
    want.kinds = 1u << GR_NORMAL;
    want.types = want.types ? want.types : 1 + random_below(r, ~1u);
    want.third = -1;
    want.to = gr_set_of(to);
    want.piece = gr_move_kind(near) == GR_NORMAL ? gr_move_piece(near) : 0;
    if (random_chance(r, 4)) {
        want.piece = (int)random_below(r, GR_MAX_TYPES);
    }
    for (unsigned i = 0; i < p->list.count; i++) {
        if (fits(pos, &want, p->list.move[i])) {
            expected = fitting++ ? GR_NO_MOVE : p->list.move[i];
        }
    }
    GrMove found = gr_find_move(pos, want.types, want.from, to, want.piece);
    if (found != expected) {
        return properties_fault(p, "gr_find_move near %08" PRIx32 " finds %08" PRIx32
                                   ", not %08" PRIx32 " (types %x, to %d, %d)",
                                near, found, expected, want.types, to, want.piece);
    }
    return true;
}

/* Passing gives the turn to the other side and forgets en passant. */
static bool pass_holds(Properties *p, const GrPosition *pos) {
    GrPosition passed = *pos, rebuilt;
    char fen[GR_FEN_SIZE];
    if (gr_in_check(pos) || pos->pending || !random_chance(&p->random, 8)) {
        return true;
    }
    gr_play(&passed, gr_move_make(GR_PASS, 0, 0, 0, 0));
    gr_fen_write(&passed, fen);
    if (passed.turn == pos->turn || passed.ep != 0 || passed.key != gr_key_of(&passed) ||
        gr_fen_read(p->rules, fen, &rebuilt, NULL) != 0 || !same_fields(&passed, &rebuilt)) {
        return properties_fault(p, "passing leads to\n    %s", fen);
    }
    return true;
}

bool properties_hold(Properties *p, const GrPosition *pos, const OrPosition *oracle) {
    p->text[0] = '\0';
    return fen_holds(p, pos, oracle) && moves_hold(p, pos, oracle) && legality_holds(p, pos) &&
           captures_hold(p, pos, oracle) && state_holds(p, pos, oracle) &&
           attackers_hold(p, pos, oracle) && attacks_hold(p, pos) && danger_holds(p, pos) &&
           attackers_without_hold(p, pos) &&
           map_holds(p, pos) && sets_hold(p, pos) && forecasts_hold(p, pos) && match_holds(p, pos) &&
           find_holds(p, pos) && pass_holds(p, pos);
}
