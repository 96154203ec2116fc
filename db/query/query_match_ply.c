/* Taking a game ply by ply. */
#include "db/query/query_match.h"

#include <string.h>

#include "db/query/query_matcher.h"
#include "db/query/query_screen.h"

static const uint32_t ANY_PIECE = ~((uint32_t)1 << GR_EMPTY);

static bool ask_test(GrMatcher *m, const Test *test, const GrPosition *pos, GrMove next,
                     const GrPlyText *text) {
    static const GrPlyText none;
    m->moment.pos = pos;
    m->moment.ply = m->ply;
    m->moment.last = m->last;
    m->moment.next = next;
    m->moment.text = text ? text : &none;
    return query_test(test, &m->moment);
}

/* What the gates leave open: asks what must hold besides, if it is not known yet. */
static __attribute__((noinline)) bool ask(GrMatcher *m, unsigned test, const Way *way,
                                          const GrPosition *pos, GrMove next, const GrPlyText *text) {
    const GrPlan *plan = m->plan;
    QueryMemo *memo = &m->memo[test * PLAN_WAYS + (size_t)(way - plan->test[test].way)];
    if (!way->of_pawns)
        return ask_test(m, way->test, pos, next, text);
    query_note_pawns(&m->pawns, plan, pos);
    query_rest_on(&m->grounds, (uint64_t)(m->pawns.set[0] | m->pawns.set[1]));
    if (memo->turn != m->pawns.turn)
        *memo = (QueryMemo){.turn = m->pawns.turn, .held = ask_test(m, way->test, pos, next, text)};
    return memo->held;
}

/* May there be the check that the way asks for, after the move before? */
static inline bool passes(const GrMatcher *m, const Way *way, const GrPosition *pos) {
    return way->screen == SCREEN_NONE || query_screen_lets(m->plan, way->screen, pos, m->last);
}

/* Does the way of a watch hold, whose gates are open? The board is narrow. */
static inline bool ask_watch(GrMatcher *m, const Watch *watch, const GrPosition *pos, GrMove next,
                             const GrPlyText *text) {
    if (watch->way->screen != SCREEN_NONE)
        query_rest_on_all(&m->grounds);
    if (watch->memo && watch->memo->turn == m->pawns.turn &&
        query_pawns_stay(&m->pawns, m->plan, pos)) {
        query_rest_on(&m->grounds, (uint64_t)(m->pawns.set[0] | m->pawns.set[1]));
        return watch->memo->held;
    }
    return watch->way->exact ||
           (passes(m, watch->way, pos) && ask(m, watch->test, watch->way, pos, next, text));
}

static bool are_open(const Gate *gate, const Gate *end, const GrPosition *pos) {
    for (; gate < end; gate++)
        if (!query_gate_is_open(gate, pos))
            return false;
    return true;
}

static inline bool lets(const Watch *watch, const GrPosition *pos, GrGrounds *on) {
    for (const Gate *gate = watch->gate; gate < watch->end; gate++)
        if (!query_gate_rests(gate, pos, on))
            return false;
    return true;
}

/* A test that is steady holds if it did before a quiet move. */
static bool holds(GrMatcher *m, unsigned i, const GrPosition *pos, GrMove next,
                  const GrPlyText *text) {
    const PlanTest *test = &m->plan->test[i];
    if (test->steady && m->quiet)
        return m->test[i][(m->ply - 1) / 64] >> (m->ply - 1) % 64 & 1;
    if ((test->event && !m->played.is) || test->test->op == TEST_SACRIFICE) /* which is noted when it is known */
        return false;
    for (const Way *way = test->way, *end = way + test->ways; way < end; way++) {
        const Gate *gate = test->gate + way->gate;
        if (are_open(gate, gate + way->gates, pos) && passes(m, way, pos) &&
            (way->exact || ask(m, i, way, pos, next, text)))
            return true;
    }
    return false;
}

static inline void note_hit_at(GrMatcher *m, unsigned test, uint32_t ply) {
    m->test[test][ply / 64] |= (uint64_t)1 << ply % 64;
    m->seen[test] = true;
}

static inline void note_hit(GrMatcher *m, unsigned test) {
    note_hit_at(m, test, m->ply);
}

/* Tests for sacrifices hold at plies before this one, where the moves since then show it. */
static void note_sacrifices(GrMatcher *m, const GrPosition *pos, GrMove next) {
    Offer found[MOST_OFFERS];
    m->moment.pos = pos;
    m->moment.ply = m->ply;
    unsigned count = query_watch_offers(&m->offers, &m->moment, m->quiet, next == GR_NO_MOVE, found);
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < m->opens; i++) {
            const Test *test = m->plan->test[m->open[i]].test;
            if (test->op == TEST_SACRIFICE && query_sacrifice_fits(&test->event, &found[n]))
                note_hit_at(m, m->open[i], found[n].ply);
        }
}

/* When enough pieces have gone, or plies: does the rest of the game matter? */
static __attribute__((noinline)) bool rest_matters(GrMatcher *m, const GrPosition *pos) {
    query_matcher_look(m, m->ply + 1, pos);
    m->nothing = m->opens && query_matcher_is_futile(m);
    return m->opens && !m->nothing;
}

/* All pieces stay on the board, and none comes. */
static inline bool is_quiet(const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    return kind == GR_CASTLE || kind == GR_PASS ||
           (kind == GR_NORMAL && !gr_move_piece(move) &&
            pos->board[gr_move_to(move)] == GR_EMPTY);
}

/* What the next position has to know of the move that leads to it. */
static inline void note(GrMatcher *m, const GrPosition *pos, GrMove next) {
    const GrPlan *plan = m->plan;
    m->quiet = is_quiet(pos, next);
    m->slack.pieces -= !m->quiet;
    m->played.is = plan->events && query_wants_move(plan, pos, next);
    m->stir = m->played.is || (!m->quiet && plan->counts) || m->slack.pieces <= 0;
    if (m->played.is)
        query_note_move(&m->played, pos, next);
}

static void note_repeats(GrMatcher *m, const GrPosition *pos, GrMove next) {
    const GrPlan *plan = m->plan;
    if (!m->quiet || plan->pawns >> gr_type_of(pos->board[gr_move_from(next)]) & 1)
        m->moment.since = plan->returns ? 0 : m->ply + 1;
}

/* A position at which some test may hold, or of which something is to be kept in mind. */
static __attribute__((noinline)) int take(GrMatcher *m, const GrPosition *pos, GrMove next,
                                          const GrPlyText *text) {
    const GrPlan *plan = m->plan;
    bool held = false;
    if (m->over || m->ply >= m->plies)
        return 0;
    if (plan->repeats)
        m->keys[m->ply] = pos->key;
    if (plan->sacrifices)
        note_sacrifices(m, pos, next);
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++)
        if (holds(m, *i, pos, next, text)) {
            note_hit(m, *i);
            held |= plan->test[*i].steady;
        }
    if (next == GR_NO_MOVE)
        m->over = true;
    else if (m->slack.pieces <= 0 || m->ply >= m->slack.ply)
        m->over = !rest_matters(m, pos);
    m->stir = false;
    if (plan->notes && !m->over)
        note(m, pos, next);
    if (plan->repeats)
        note_repeats(m, pos, next);
    m->stir |= m->over || held || plan->repeats || plan->sacrifices || !plan->narrow;
    m->last = next;
    m->ply++;
    m->grounds = (GrGrounds){.touched = plan->idle ? 0 : UINT64_MAX, .taken = ANY_PIECE};
    return !m->over;
}

/* Most positions are passed by with a few instructions. */
int gr_matcher_ply(GrMatcher *m, const GrPosition *pos, GrMove next, const GrPlyText *text) {
    if (m->stir || next == GR_NO_MOVE || m->ply >= m->slack.ply)
        return take(m, pos, next, text);
    m->grounds = (GrGrounds){.aims = m->plan->aims, .taken = m->plan->counts || m->plan->awaits ? ANY_PIECE : 0};
    if (m->plan->events && !m->plan->awaits)
        query_rest_on_all(&m->grounds);
    for (const Watch *watch = m->watch, *end = watch + m->watches; watch < end; watch++)
        if (lets(watch, pos, &m->grounds) && ask_watch(m, watch, pos, next, text))
            note_hit(m, watch->test);
    if (m->plan->notes)
        note(m, pos, next);
    m->last = next;
    m->ply++;
    return 1;
}

void gr_matcher_pass(GrMatcher *m, uint32_t ply) {
    uint32_t from = m->ply, to = ply < m->plies ? ply : m->plies;
    if (from >= to || !from)
        return;
    for (const unsigned *i = m->open, *end = i + m->opens; i < end; i++)
        if (!m->plan->test[*i].event && m->test[*i][(from - 1) / 64] >> (from - 1) % 64 & 1)
            query_set_bits(m->test[*i], from, to - 1);
    if (m->plan->sacrifices)
        query_pass_offers(&m->offers, from, to);
    m->ply = to;
    m->played.is = false;
    m->quiet = m->plan->awaits; /* else what happened since is not known, */
    m->last = GR_NO_MOVE;
    m->stir |= m->plan->counts;
    m->slack.pieces -= m->plan->counts; /* if any was taken, it was the last one */
}

const GrGrounds *gr_matcher_grounds(const GrMatcher *m) {
    return &m->grounds;
}
