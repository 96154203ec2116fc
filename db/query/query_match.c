/* Matchers; how games begin and end for them. */
#include "db/query/query_match.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "db/query/query_matcher.h"

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

bool query_matcher_is_futile(const GrMatcher *m) {
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

void query_matcher_look(GrMatcher *m, uint32_t from, const GrPosition *pos) {
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
    query_matcher_look(m, 0, NULL);
    if (query_time_chance(plan->root, m->chance) == NO)
        return 0;
    if (reserve(m))
        return GR_ERR_MEMORY;
    start_bits(m);
    m->nothing = false;
    m->over = m->opens == 0;
    m->moment = (Moment){.plan = plan, .played = &m->played, .fact = m->fact, .number = m->number,
                         .on = &m->grounds, .keys = m->keys, .leaves = leaves};
    return m->opens > 0;
}

int gr_matcher_begin(GrMatcher *m, const GrGame *game, const GrFinalCounts *final) {
    return begin(m, game, final, game->plies, UINT32_MAX);
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
                query_set_bits(m->test[i], run[n].first, run[n].last);
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
    if (query_matcher_is_futile(m))
        return;
    TimeRoom room = {.plan = plan, .chance = m->chance, .plies = m->plies,
                     .words = words_for(m->plies), .test = m->test,
                     .bits = m->bits + plan->tests * stride, .rows = m->rows, .hits = m->hits};
    *count = query_find_hits(&room);
}
