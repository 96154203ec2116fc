/* Matchers; how games begin and end for them. */
#include "db/query/run/match.h"

#include <stdlib.h>
#include <string.h>

#include "db/query/run/matcher.h"
#include "db/query/run/time.h"

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
    bool films = plan->columns && !plan->positions;
    m->film = films ? calloc(1, sizeof *m->film) : NULL;
    if (m->fact && m->number && m->chance && m->seen && m->test && m->open && (m->film || !films))
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
    free(m->film);
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

static void start_bits(GrMatcher *m) {
    size_t words = words_for(m->plies);
    for (unsigned i = 0; i < m->plan->tests; i++) {
        m->test[i] = m->bits + i * words;
        m->seen[i] = false;
        memset(m->test[i], 0, words * sizeof *m->bits);
        if (m->chance[i] == YES && m->plies)
            query_set_bits(m->test[i], 0, m->plies - 1);
    }
}

/* ---- what can still be ---- */

static Chance chance_so_far(const GrMatcher *m, unsigned test) {
    return m->chance[test] == NO && !m->seen[test] ? NO : MAYBE;
}

static bool is_futile(const GrMatcher *m) {
    Chance room[64];
    if (m->plan->tests > sizeof room / sizeof *room)
        return false;
    for (unsigned i = 0; i < m->plan->tests; i++)
        room[i] = m->plan->test[i].scope == QUERY_OF_GAME ? m->chance[i] : chance_so_far(m, i);
    return query_time_chance(m->plan->root, room) == NO;
}

static bool fact_holds(const Fact *fact, const GrGame *game, const GameNumber *numbers) {
    Moment of_game = {.number = numbers};
    return fact->node->op == QUERY_COMPARE ? query_sum_fits(&fact->sum, &of_game) : query_fact(fact, game);
}

/* Takes note of what is certain before the game is shown, and of which tests are open. */
static void look(GrMatcher *m) {
    m->opens = 0;
    for (unsigned i = 0; i < m->plan->tests; i++) {
        m->chance[i] = query_chance(m, m->plan->test[i].test);
        if (m->chance[i] == MAYBE)
            m->open[m->opens++] = i;
    }
}

static int begin(GrMatcher *m, const GrGame *game, uint32_t plies, uint32_t leaves) {
    const GrPlan *plan = m->plan;
    m->plies = plan->variant ? plies + 1 : 0;
    m->ply = 0;
    m->played.is = false;
    m->nothing = m->over = true;
    for (unsigned i = 0; i < plan->numbers; i++)
        m->number[i] = query_number_of(&plan->number[i], game);
    for (unsigned i = 0; i < plan->facts; i++)
        m->fact[i] = fact_holds(&plan->fact[i], game, m->number);
    look(m);
    if (query_time_chance(plan->root, m->chance) == NO)
        return 0;
    if (reserve(m))
        return GR_ERR_MEMORY;
    start_bits(m);
    m->nothing = false;
    m->over = m->opens == 0;
    m->moment = (Moment){.plan = plan, .played = &m->played, .fact = m->fact, .number = m->number,
                         .keys = m->keys, .leaves = leaves};
    return m->opens > 0 || m->lines_follow;
}

/* A game that may have variations is certain beforehand only if none of them can hold a hit. */
int gr_matcher_begin(GrMatcher *m, const GrGame *game) {
    m->lines_follow = m->plan->query->variations && m->plan->variant && !m->bare;
    return begin(m, game, game->plies, UINT32_MAX);
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
    m->lines_follow = false;
    return begin(m, game, plies, leaves);
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
    query_end_film(m);
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
