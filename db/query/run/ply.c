/* Taking a game ply by ply: positions are filmed, where that is enough, or else asked one by one. */
#include "db/query/run/matcher.h"

/* ---- films ---- */

GrFilmRow query_film_row(const GrPosition *pos) {
    GrFilmRow row;
    for (int type = 1; type <= GR_FILM_TYPES; type++)
        row.word[type] = (uint64_t)pos->type[type];
    for (int side = 0; side < 2; side++)
        row.word[gr_film_side(side)] = (uint64_t)pos->side[side];
    return row;
}

GrFilmMove query_film_move(const GrPosition *pos, GrMove move) {
    PlayedMove played;
    if (move == GR_NO_MOVE)
        return (GrFilmMove){.move = move};
    query_note_move(&played, pos, move);
    return (GrFilmMove){.move = move, .piece = played.mover, .target = played.target, .victim = played.victim,
                          .square = played.victim_square};
}

/* Asks about the last positions, so many. */
static void look_at_film(GrMatcher *m, uint32_t count) {
    QueryFilm *film = m->film;
    gr_matcher_film(m, &(GrFilm){.start = &film->start, .row = film->row, .move = film->move,
                                 .first = m->ply + 1 - count, .count = count, .turn = film->turn,
                                 .number = film->number});
    film->move[0] = film->move[count];
}

/* Films the position; `ends`: nothing more is shown. */
static void film(GrMatcher *m, const GrPosition *pos, GrMove next, bool ends) {
    QueryFilm *film = m->film;
    uint32_t n = m->ply % GR_FILM_PLIES;
    if (!m->ply)
        film->move[0].move = GR_NO_MOVE;
    if (!m->ply && m->plan->follows)
        film->start = *pos;
    if (!n) {
        film->turn = pos->turn;
        film->number = pos->number;
    }
    if (m->plan->columns & GR_FILM_ROWS)
        film->row[n] = query_film_row(pos);
    if (m->plan->columns & GR_FILM_MOVES)
        film->move[n + 1] = query_film_move(pos, next);
    if (n + 1 == GR_FILM_PLIES || ends)
        look_at_film(m, n + 1);
    else
        m->ply++;
}

void query_end_film(GrMatcher *m) {
    uint32_t count = m->ply % GR_FILM_PLIES;
    if (!m->film || m->over || !count)
        return;
    m->ply--;
    look_at_film(m, count);
}

/* ---- positions ---- */

/* Tests for sacrifices hold at plies before this one, where the moves since then show it. */
static void note_sacrifices(GrMatcher *m, bool last) {
    Offer found[MOST_OFFERS];
    unsigned count = query_watch_offers(&m->offers, &m->moment, last, found);
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < m->opens; i++) {
            const Test *test = m->plan->test[m->open[i]].test;
            if (test->op == TEST_SACRIFICE && query_sacrifice_fits(&test->event, &found[n]))
                query_note_hit(m, m->open[i], found[n].ply);
        }
}

/* After a move that takes, or of a pawn, no position can come again in most games. */
static void note_repeats(GrMatcher *m, const GrPosition *pos, GrMove next) {
    GrMoveKind kind = gr_kind_unwalled(gr_move_kind(next));
    bool stays = kind == GR_CASTLE || kind == GR_PASS ||
                 (kind == GR_NORMAL && !gr_move_piece(next) &&
                  pos->board[gr_move_to(next)] == GR_EMPTY);
    if (!stays || m->plan->pawns >> gr_type_of(pos->board[gr_move_from(next)]) & 1)
        m->moment.since = m->plan->returns ? 0 : m->ply + 1;
}

static void look_at_position(GrMatcher *m, const GrPosition *pos, GrMove next, const GrPlyText *text) {
    static const GrPlyText none;
    const GrPlan *plan = m->plan;
    m->moment.pos = pos;
    m->moment.ply = m->ply;
    m->moment.next = next;
    m->moment.text = text ? text : &none;
    if (plan->repeats)
        m->keys[m->ply] = pos->key;
    if (plan->sacrifices)
        note_sacrifices(m, next == GR_NO_MOVE);
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++)
        if (query_test(plan->test[*i].test, &m->moment))
            query_note_hit(m, *i, m->ply);
    m->over = next == GR_NO_MOVE;
    if (plan->events && !m->over)
        query_note_move(&m->played, pos, next);
    if (plan->repeats && !m->over)
        note_repeats(m, pos, next);
    m->moment.last = next;
    m->ply++;
}

int gr_matcher_ply(GrMatcher *m, const GrPosition *pos, GrMove next, const GrPlyText *text) {
    if (m->over || m->ply >= m->plies)
        return 0;
    bool ends = next == GR_NO_MOVE || (m->ply % 8 == 7 && query_all_are_past(m, pos));
    if (m->film)
        film(m, pos, next, ends);
    else
        look_at_position(m, pos, next, text);
    m->over |= ends;
    return !m->over;
}
