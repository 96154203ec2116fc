/* What is known of positions by the moves of a film: castling rights, the clock and repetitions at each ply; and whole
 * positions, of which tests are asked for which columns are not enough, at plies that the other tests leave: what stood
 * on the board before the last move, which is then played. */
#include "db/query/run/film_local.h"
#include "db/query/run/matcher.h"

static bool is_progress(const GrPlan *plan, const GrFilmMove *move) {
    return gr_move_kind(move->move) != GR_PASS &&
           (move->victim != GR_EMPTY || plan->pawns >> gr_type_of(move->piece) & 1);
}

/* Those of games that began with rights of other kings and rooks than the usual ones, which have not moved since. */
static unsigned moved_rights_after(const GrPosition *start, unsigned rights, GrMove move) {
    for (int right = 0; right < GR_MOVED_RIGHTS; right++) {
        GrCastling c;
        int from = gr_move_from(move), to = gr_move_to(move);
        if ((rights >> right & 1) && gr_castling(start, right, &c) &&
            (from == c.king_from || from == c.rook_from || to == c.rook_from))
            rights &= ~(1u << right);
    }
    return rights;
}

/* Rights are as gr_rights_held gives them. */
static unsigned rights_after(const GrPlan *plan, const GrPosition *start, unsigned rights, GrMove move) {
    if (!rights || gr_move_kind(move) == GR_PASS)
        return rights;
    if (start->rights >> GR_MOVED_RIGHTS)
        return moved_rights_after(start, rights, move);
    return rights & plan->rights_kept[gr_move_from(move)] & plan->rights_kept[gr_move_to(move)];
}

/* ---- whole positions ---- */

static int piece_at(const GrFilmRow *row, int sq) {
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        if (row->word[type] >> sq & 1)
            return gr_piece(row->word[gr_film_side(GR_BLACK)] >> sq & 1 ? GR_BLACK : GR_WHITE, type);
    return GR_EMPTY;
}

/* Makes stand in a position what stands in a row. */
static void arrange(GrPosition *pos, const GrFilmRow *row) {
    uint64_t changed = 0;
    for (int side = 0; side < 2; side++) {
        changed |= (uint64_t)pos->side[side] ^ row->word[gr_film_side(side)];
        pos->side[side] = row->word[gr_film_side(side)];
    }
    for (int type = 1; type <= GR_FILM_TYPES; type++) {
        changed |= (uint64_t)pos->type[type] ^ row->word[type];
        pos->type[type] = row->word[type];
    }
    for (; changed; changed &= changed - 1) {
        int sq = __builtin_ctzll(changed);
        pos->board[sq] = (uint8_t)piece_at(row, sq);
    }
}

static void put_rights(GrPosition *pos, const GrPosition *start, unsigned held) {
    unsigned moved = start->rights >> GR_MOVED_RIGHTS & held;
    pos->rights = (uint8_t)(moved << GR_MOVED_RIGHTS | (held & ~moved));
    for (int right = 0; right < GR_MOVED_RIGHTS; right++)
        pos->rook_file[right] = moved >> right & 1 ? start->rook_file[right] : 0;
}

/* Makes the position before the nth of a film, but for what does not matter to the one after it: clock, number, captures
 * en passant that were not played. Of what waits beside the board, marks and the like films know nothing; variants that have such
 * things are not asked so. */
static void make_before(const QueryFollowed *f, const GrFilm *film, unsigned n, GrPosition *pos) {
    arrange(pos, n ? &film->row[n - 1] : &f->before);
    pos->turn = (uint8_t)((unsigned)film->turn ^ (n & 1) ^ 1);
    put_rights(pos, film->start, f->rights[n]);
    const GrFilmMove *move = &film->move[n];
    bool passing = gr_move_kind(move->move) == GR_EN_PASSANT;
    pos->ep = passing ? gr_set_of(gr_move_to(move->move)) : 0;
    pos->ep_victim = passing ? move->square : 0;
    pos->key = gr_key_of(pos);
}

/* Makes the nth position. */
static void make_position(GrMatcher *m, const GrFilm *film, unsigned n) {
    QueryFollowed *f = &m->followed;
    GrPosition *pos = &f->pos;
    const uint32_t ply = film->first + n;
    if (pos->rules && f->ply == ply)
        return;
    if (!pos->rules || !ply)
        *pos = *film->start;
    if (ply && f->ply != ply - 1)
        make_before(f, film, n, pos);
    if (ply)
        gr_play(pos, film->move[n].move);
    pos->number = film_number(film, m->plan, n);
    pos->clock = f->clock[n + 1];
    f->ply = ply;
}

/* ---- repetitions ---- */

/* A number for a piece on a square, as random as those of Zobrist keys (S. Vigna's mixer, 2014). */
static uint64_t number_of(unsigned piece, int sq) {
    uint64_t n = (uint64_t)(64 * piece + (unsigned)sq + 1) * 0x9e3779b97f4a7c15;
    n = (n ^ n >> 30) * 0xbf58476d1ce4e5b9;
    return n ^ n >> 27;
}

/* May a pawn be taken en passant that the last move brought to the nth position? */
static bool may_take_passing(GrMatcher *m, const GrFilm *film, unsigned n) {
    const GrFilmMove *move = &film->move[n];
    int from = gr_move_from(move->move), to = gr_move_to(move->move);
    const uint64_t on = (uint64_t)1 << to;
    const uint64_t beside = (on << 1 & QUERY_NOT_A) | (on >> 1 & QUERY_NOT_H);
    if (from - to != 16 && to - from != 16)
        return false;
    if (!(film->row[n].word[gr_film_side(!gr_side_of(move->piece))] & beside))
        return false;
    make_position(m, film, n);
    return m->followed.pos.ep;
}

/* Can no position come again after the move to the nth one? */
static bool ends_run(const GrMatcher *m, const GrFilm *film, unsigned n) {
    const QueryFollowed *f = &m->followed;
    const GrFilmMove *move = &film->move[n];
    return is_progress(m->plan, move) || gr_move_kind(move->move) == GR_CASTLE || f->rights[n] != f->rights[n + 1];
}

/* The key of a position is that of what has moved since the first one that it may be again. One in which a pawn can be
 * taken en passant does not come again. */
static void count_repeats(GrMatcher *m, const GrFilm *film) {
    QueryFollowed *f = &m->followed;
    for (unsigned n = 0; n < film->count; n++) {
        const GrFilmMove *move = &film->move[n];
        const uint32_t ply = film->first + n;
        uint64_t *key = &m->keys[ply];
        f->times[n + 1] = 1;
        if (!ply || ends_run(m, film, n)) {
            *key = 0;
            f->since = ply + (ply ? is_progress(m->plan, move) && may_take_passing(m, film, n) : film->start->ep != 0);
            continue;
        }
        *key = key[-1];
        if (gr_move_kind(move->move) != GR_PASS)
            *key ^= number_of(move->piece, gr_move_from(move->move)) ^ number_of(move->piece, gr_move_to(move->move));
        for (uint32_t back = 2; ply >= f->since + back; back += 2)
            f->times[n + 1] += m->keys[ply - back] == *key;
    }
}

/* ---- what goes on from film to film ---- */

void film_follow(GrMatcher *m, const GrFilm *film) {
    QueryFollowed *f = &m->followed;
    const GrPlan *plan = m->plan;
    unsigned n = 0;
    if (!film->first) {
        f->rights[++n] = (uint8_t)gr_rights_held(film->start);
        f->clock[n] = film->start->clock;
        f->pos.rules = NULL;
        f->ply = f->since = 0;
    }
    for (; n < film->count; n++) {
        f->rights[n + 1] = (uint8_t)rights_after(plan, film->start, f->rights[n], film->move[n].move);
        f->clock[n + 1] = (uint16_t)(is_progress(plan, &film->move[n]) ? 0 : f->clock[n] + 1);
    }
    f->shown += film->count;
    if (plan->repeats)
        count_repeats(m, film);
}

void film_leave(GrMatcher *m, const GrFilm *film) {
    QueryFollowed *f = &m->followed;
    f->rights[0] = f->rights[film->count];
    f->clock[0] = f->clock[film->count];
    if (m->plan->columns & GR_FILM_ROWS)
        f->before = film->row[film->count - 1];
}

uint64_t film_rights(const GrMatcher *m, const GrFilm *film, const Test *test, uint64_t plies) {
    uint64_t found = 0;
    for (unsigned n = 0; n < film->count; n++)
        found |= (uint64_t)query_rights_fit(test, m->followed.rights[n + 1]) << n;
    return plies & found;
}

/* ---- asking ---- */

static GrMove next_move(const GrMatcher *m, const GrFilm *film, unsigned n) {
    return film->first + n + 1 < m->plies ? film->move[n + 1].move : (GrMove)GR_NO_MOVE;
}

static bool stands_as(const GrFilmRow *row, const GrPosition *pos) {
    bool same = true;
    for (int side = 0; side < 2; side++)
        same &= row->word[gr_film_side(side)] == (uint64_t)pos->side[side];
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        same &= row->word[type] == (uint64_t)pos->type[type];
    return same;
}

/* May the test hold in the nth position, as far as columns say? A game ends in a mate, and in a stalemate but for null
 * moves. */
static bool may_hold(const GrMatcher *m, const GrFilm *film, const Test *test, unsigned n) {
    if (test->op == TEST_POSITION)
        return stands_as(&film->row[n], test->position);
    GrMove next = next_move(m, film, n);
    return test->need != NEED_FEW_POSITIONS || next == GR_NO_MOVE || gr_move_kind(next) == GR_PASS;
}

static bool holds(GrMatcher *m, const GrFilm *film, const Test *test, unsigned n) {
    static const GrPlyText none;
    make_position(m, film, n);
    m->played = film_played(film, n);
    m->moment.pos = &m->followed.pos;
    m->moment.ply = film->first + n;
    m->moment.last = film->move[n].move;
    m->moment.next = next_move(m, film, n);
    m->moment.text = &none;
    m->followed.asked++;
    return query_test(test, &m->moment);
}

uint64_t film_ask_positions(GrMatcher *m, const GrFilm *film, const Test *test, uint64_t plies) {
    uint64_t found = 0;
    for (; plies; plies &= plies - 1) {
        unsigned n = (unsigned)__builtin_ctzll(plies);
        if (may_hold(m, film, test, n) && holds(m, film, test, n))
            found |= (uint64_t)1 << n;
    }
    return found;
}
