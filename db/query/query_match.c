/* Taking a game ply by ply. */
#include "db/query/query_match.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/query_lines.h"
#include "db/query/query_memo.h"
#include "db/query/query_outlook.h"
#include "db/query/query_sacrifice.h"
#include "db/query/query_screen.h"

/* A way in which an open test may hold. */
typedef struct Watch {
    const Gate *gate, *end;
    const Way *way;
    const QueryMemo *memo; /* of a way of pawns that is not exact; else NULL */
    unsigned test;
} Watch;

struct GrMatcher {
    const GrPlan *plan;
    /* what is known of this game */
    bool *fact;
    GameNumber *number;
    Chance *chance;       /* by test: what it is in the rest of the game */
    bool *seen;           /* by test: did it hold at a ply at which it was asked? */
    const GrFinalCounts *final;
    bool bare;            /* there is no text */
    uint32_t plies;       /* positions of the game */
    uint32_t ply;         /* of the next one */
    bool nothing;         /* it is certain that there is no hit */
    bool over;            /* nothing more has to be shown */
    Slack slack;          /* the outlook stays as it is for so long */
    unsigned *open;       /* the tests that are still open */
    unsigned opens;
    Watch *watch;         /* all their ways, but of those that are asked only if `stir` */
    unsigned watches;
    bool stir;            /* the next position is to be taken in any case */
    bool quiet;           /* the move before left all pieces on the board, and none came */
    GrMove last;          /* the move before; GR_NO_MOVE if there was none */
    PlayedMove played;
    Offers offers;        /* if sacrifices are asked for */
    Moment moment;        /* of the position at hand */
    QueryPawns pawns;     /* as they were when a way of pawns was asked last, */
    QueryMemo *memo;      /* and what that came to, by test and way */
    /* room for `room` positions */
    uint32_t room;
    uint64_t **test;      /* by test: plies at which it holds */
    uint64_t *bits;       /* all of them, and those of the tree of times */
    uint32_t *rows;
    uint64_t *keys;
    GrHit *hits;
    QueryLines lines;     /* of a game with variations, if those are asked for */
};

GrMatcher *gr_matcher_new(const GrPlan *plan) {
    GrMatcher *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->plan = plan;
    m->fact = calloc(plan->facts + 1, sizeof *m->fact);
    m->number = calloc(plan->numbers + 1, sizeof *m->number);
    m->chance = calloc(plan->tests + 1, sizeof *m->chance);
    m->seen = calloc(plan->tests + 1, sizeof *m->seen);
    m->test = calloc(plan->tests + 1, sizeof *m->test);
    m->open = calloc(plan->tests + 1, sizeof *m->open);
    m->watch = calloc((size_t)plan->tests * PLAN_WAYS + 1, sizeof *m->watch);
    m->memo = calloc((size_t)plan->tests * PLAN_WAYS + 1, sizeof *m->memo);
    if (m->fact && m->number && m->chance && m->seen && m->test && m->open && m->watch && m->memo)
        return m;
    gr_matcher_free(m);
    return NULL;
}

static void free_room(GrMatcher *m) {
    free(m->bits);
    free(m->rows);
    free(m->keys);
    free(m->hits);
    m->bits = NULL;
    m->rows = NULL;
    m->keys = NULL;
    m->hits = NULL;
    m->room = 0;
}

void gr_matcher_free(GrMatcher *m) {
    if (!m)
        return;
    free_room(m);
    free(m->fact);
    free(m->number);
    free(m->chance);
    free(m->seen);
    free(m->test);
    free(m->open);
    free(m->watch);
    free(m->memo);
    query_lines_free(&m->lines);
    free(m);
}

void gr_matcher_texts(GrMatcher *m, bool texts) {
    m->bare = !texts;
}

static size_t words_for(uint32_t plies) {
    return ((size_t)plies + 63) / 64;
}

/* Makes room for the positions of the game. Everything is made at once, so that nothing can fail
 * once the game has begun. */
static int reserve(GrMatcher *m) {
    const GrPlan *plan = m->plan;
    uint32_t room = m->plies > 256 ? m->plies + m->plies / 2 : 256;
    if (m->hits && m->plies <= m->room)
        return 0;
    free_room(m);
    m->bits = malloc(words_for(room) * (plan->tests + plan->times) * sizeof *m->bits);
    m->hits = malloc(((size_t)room + 1) * sizeof *m->hits);
    m->rows = malloc((plan->times > 1 ? (size_t)plan->times * TIME_ROWS + 1 : 1) * room *
                     sizeof *m->rows);
    m->keys = malloc((plan->repeats ? room : 1) * sizeof *m->keys);
    if (!m->bits || !m->hits || !m->rows || !m->keys) {
        free_room(m);
        return GR_ERR_MEMORY;
    }
    m->room = room;
    return 0;
}

/* Sets a test's bits from a ply to the end of the game. */
static void fill_from(GrMatcher *m, unsigned test, uint32_t ply, bool value) {
    uint64_t *bits = m->test[test];
    size_t words = words_for(m->plies), word = ply / 64;
    if (ply >= m->plies)
        return;
    uint64_t kept = ((uint64_t)1 << ply % 64) - 1;
    bits[word] = (bits[word] & kept) | (value ? ~kept : 0);
    for (word++; word < words; word++)
        bits[word] = value ? ~(uint64_t)0 : 0;
    if (m->plies % 64)
        bits[words - 1] &= ((uint64_t)1 << m->plies % 64) - 1;
}

static void start_bits(GrMatcher *m) {
    size_t words = words_for(m->plies);
    for (unsigned i = 0; i < m->plan->tests; i++) {
        m->test[i] = m->bits + i * words;
        fill_from(m, i, 0, m->chance[i] == YES);
        m->seen[i] = false;
    }
}

/* ---- what can still be ---- */

static Chance chance_so_far(const GrMatcher *m, unsigned test) {
    return m->chance[test] == NO && !m->seen[test] ? NO : MAYBE;
}

/* Is it certain that there is no hit, whatever comes? */
static bool is_futile(const GrMatcher *m) {
    Chance room[64];
    if (m->plan->tests > sizeof room / sizeof *room)
        return false;
    for (unsigned i = 0; i < m->plan->tests; i++)
        room[i] = m->plan->test[i].scope == QUERY_OF_GAME ? m->chance[i] : chance_so_far(m, i);
    return query_time_chance(m->plan->root, room) == NO;
}

/* A test that is asked after event_kinds, when pieces have come or gone, or at the end needs no watch. */
static void keep_open(GrMatcher *m, unsigned test) {
    const PlanTest *t = &m->plan->test[test];
    m->open[m->opens++] = test;
    for (unsigned i = 0; i < t->ways && !t->event && !t->steady && !t->last; i++) {
        const Gate *gate = t->gate + t->way[i].gate;
        bool lasts = t->way[i].of_pawns && !t->way[i].exact;
        const QueryMemo *memo = lasts ? &m->memo[test * PLAN_WAYS + i] : NULL;
        m->watch[m->watches++] = (Watch){gate, gate + t->way[i].gates, &t->way[i], memo, test};
    }
}

/* Takes note of what is certain from `from` on, and which tests are still open. */
static void look(GrMatcher *m, uint32_t from, const GrPosition *pos) {
    bool later = pos || !m->plan->fades;
    m->opens = m->watches = 0;
    m->slack = (Slack){.pieces = later ? INT_MAX : 0, .ply = later ? UINT32_MAX : 0};
    Outlook outlook = {.plan = m->plan, .fact = m->fact, .from = from, .to = m->plies - 1,
                       .pos = pos, .final = m->final, .bare = m->bare, .slack = &m->slack};
    for (unsigned i = 0; i < m->plan->tests; i++) {
        if (m->chance[i] != MAYBE)
            continue;
        if (!pos || m->plan->test[i].fades)
            m->chance[i] = query_chance(m->plan->test[i].test, &outlook);
        if (pos && m->chance[i] != MAYBE)
            fill_from(m, i, from, m->chance[i] == YES);
        if (m->chance[i] == MAYBE)
            keep_open(m, i);
    }
}

static int begin(GrMatcher *m, const GrGame *game, const GrFinalCounts *final, uint32_t plies,
                 uint32_t leaves) {
    const GrPlan *plan = m->plan;
    m->plies = plan->variant ? plies + 1 : 0;
    m->ply = 0;
    m->pawns.turn++;
    m->quiet = false;
    m->last = GR_NO_MOVE;
    m->stir = true;
    m->final = final;
    m->played.is = false;
    m->nothing = m->over = true;
    for (unsigned i = 0; i < plan->numbers; i++)
        m->number[i] = query_number_of(&plan->number[i], game);
    for (unsigned i = 0; i < plan->facts; i++)
        m->fact[i] = query_fact(&plan->fact[i], game, m->number);
    for (unsigned i = 0; i < plan->tests; i++)
        m->chance[i] = MAYBE;
    look(m, 0, NULL);
    if (query_time_chance(plan->root, m->chance) == NO)
        return 0;
    if (reserve(m))
        return GR_ERR_MEMORY;
    start_bits(m);
    m->nothing = false;
    m->over = m->opens == 0;
    m->moment = (Moment){.plan = plan, .played = &m->played, .fact = m->fact, .number = m->number,
                         .keys = m->keys, .leaves = leaves};
    return m->opens > 0;
}

int gr_matcher_begin(GrMatcher *m, const GrGame *game, const GrFinalCounts *final) {
    return begin(m, game, final, game->plies, UINT32_MAX);
}

static void set_bits(uint64_t *bits, uint32_t first, uint32_t last) {
    for (uint32_t ply = first; ply <= last; ply++)
        bits[ply / 64] |= (uint64_t)1 << ply % 64;
}

int gr_matcher_runs(GrMatcher *m, uint32_t plies, const GrTestRun *run, size_t runs) {
    m->plies = plies + 1;
    m->nothing = m->over = true;
    m->opens = 0;
    if (reserve(m))
        return GR_ERR_MEMORY;
    for (unsigned i = 0; i < m->plan->tests; i++)
        m->chance[i] = NO;
    start_bits(m);
    for (unsigned i = 0; i < m->plan->tests; i++) {
        uint32_t held = 0;
        for (size_t n = 0; n < runs; n++)
            if (run[n].tests >> i & 1) {
                set_bits(m->test[i], run[n].first, run[n].last);
                held += run[n].last - run[n].first + 1;
            }
        m->seen[i] = held;
        m->chance[i] = held == m->plies ? YES : NO;
    }
    m->nothing = false;
    return 0;
}

int query_matcher_begin_line(GrMatcher *m, const GrGame *game, uint32_t plies, uint32_t leaves) {
    return begin(m, game, NULL, plies, leaves);
}

QueryLines *query_matcher_lines(GrMatcher *m) {
    return &m->lines;
}

const GrPlan *query_matcher_plan(const GrMatcher *m) {
    return m->plan;
}

/* ---- plies ---- */

static bool ask_test(GrMatcher *m, const Test *test, const GrPosition *pos, GrMove next,
                     const GrPlyText *text) {
    static const GrPlyText none;
    m->moment.pos = pos;
    m->moment.ply = m->ply;
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
    if (watch->memo && watch->memo->turn == m->pawns.turn &&
        query_pawns_stay(&m->pawns, m->plan, pos))
        return watch->memo->held;
    return watch->way->exact ||
           (passes(m, watch->way, pos) && ask(m, watch->test, watch->way, pos, next, text));
}

static inline bool are_open(const Gate *gate, const Gate *end, const GrPosition *pos,
                            bool narrow) {
    for (; gate < end; gate++)
        if (!query_gate_holds(gate, pos, narrow))
            return false;
    return true;
}

/* A test that is steady holds if it did before a quiet move. */
static bool holds(GrMatcher *m, unsigned i, const GrPosition *pos, GrMove next,
                  const GrPlyText *text) {
    const PlanTest *test = &m->plan->test[i];
    if (test->steady && m->quiet)
        return m->test[i][(m->ply - 1) / 64] >> (m->ply - 1) % 64 & 1;
    if (test->event && !m->played.is)
        return false;
    for (const Way *way = test->way, *end = way + test->ways; way < end; way++) {
        const Gate *gate = test->gate + way->gate;
        if (are_open(gate, gate + way->gates, pos, false) && passes(m, way, pos) &&
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
    look(m, m->ply + 1, pos);
    m->nothing = m->opens && is_futile(m);
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
    return !m->over;
}

/* Most positions are passed by with a few instructions. */
int gr_matcher_ply(GrMatcher *m, const GrPosition *pos, GrMove next, const GrPlyText *text) {
    if (m->stir || next == GR_NO_MOVE || m->ply >= m->slack.ply)
        return take(m, pos, next, text);
    for (const Watch *watch = m->watch, *end = watch + m->watches; watch < end; watch++)
        if (are_open(watch->gate, watch->end, pos, true) &&
            ask_watch(m, watch, pos, next, text))
            note_hit(m, watch->test);
    if (m->plan->notes)
        note(m, pos, next);
    m->last = next;
    m->ply++;
    return 1;
}

/* A game that was not shown to its end has as many plies as were shown. */
static void cut_short(GrMatcher *m) {
    uint32_t kept = m->plies;
    if (m->over)
        return;
    m->plies = m->ply;
    for (unsigned i = 0; i < m->plan->tests; i++)
        if (m->plies < kept && m->plies % 64)
            m->test[i][m->plies / 64] &= ((uint64_t)1 << m->plies % 64) - 1;
}

void gr_matcher_end(GrMatcher *m, const GrHit **hits, size_t *count) {
    const GrPlan *plan = m->plan;
    *hits = m->hits;
    *count = 0;
    if (m->nothing)
        return;
    size_t stride = words_for(m->plies);
    cut_short(m);
    for (unsigned i = 0; i < m->opens; i++) /* which did not hold to the end, if not before */
        m->chance[m->open[i]] = NO;
    if (is_futile(m))
        return;
    TimeRoom room = {.plan = plan, .chance = m->chance, .plies = m->plies,
                     .words = words_for(m->plies), .test = m->test,
                     .bits = m->bits + plan->tests * stride, .rows = m->rows, .hits = m->hits};
    *count = query_find_hits(&room);
}
