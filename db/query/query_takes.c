/* Which plans can be asked of moves alone, and asking them. */
#include "db/query/query_takes.h"

#include "db/query/query_compile.h"
#include "db/query/query_matcher.h"

/* ---- plans ---- */

static bool has_event(const Test *test) {
    bool has = test->op == TEST_EVENT;
    for (unsigned i = 0; i < test->parts; i++)
        has |= has_event(test->part[i]);
    return has;
}

static bool is_of_moves(const Test *test) {
    for (unsigned i = 0; i < test->parts; i++)
        if (!is_of_moves(test->part[i]))
            return false;
    return test->parts || test->op == TEST_EVENT || test->op == TEST_FACT || test->op == TEST_TRUE ||
           test->op == TEST_FALSE;
}

/* Each test has to be one of moves that are awaited, or to be decided before the game begins. */
void query_know_takes(GrPlan *plan) {
    plan->takes = plan->of_pieces && plan->awaits;
    for (unsigned i = 0; i < plan->tests && plan->takes; i++) {
        const Test *test = plan->test[i].test;
        plan->takes = test->op == TEST_SACRIFICE ||
                      (is_of_moves(test) && (plan->test[i].event || !has_event(test)));
    }
}

bool gr_plan_takes(const GrPlan *plan) {
    return plan->takes;
}

/* ---- moves ---- */

static bool fits(const GrMatcher *m, const Test *test) {
    bool all = test->op == TEST_AND;
    switch (test->op) {
    case TEST_AND:
    case TEST_OR:
        for (unsigned i = 0; i < test->parts; i++)
            if (fits(m, test->part[i]) != all)
                return !all;
        return all;
    case TEST_NOT:
        return !fits(m, test->part[0]);
    case TEST_FACT:
        return m->fact[test->fact];
    case TEST_EVENT:
        return query_event_fits(&test->event, &m->played);
    default:
        return test->op == TEST_TRUE;
    }
}

static void note(GrMatcher *m, unsigned test, uint32_t ply) {
    m->test[test][ply / 64] |= (uint64_t)1 << ply % 64;
    m->seen[test] = true;
}

static void note_sacrifices(GrMatcher *m, const Offer *found, unsigned count) {
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < m->opens; i++) {
            const Test *test = m->plan->test[m->open[i]].test;
            if (test->op == TEST_SACRIFICE && query_sacrifice_fits(&test->event, &found[n]))
                note(m, m->open[i], found[n].ply);
        }
}

/* Does a test ask for a sacrifice of what the move took? */
static bool is_offer_wanted(const GrMatcher *m, uint32_t ply) {
    Offer offer = query_offer_of(&m->played, ply);
    bool wanted = false;
    for (unsigned i = 0; i < m->opens && m->played.victim != GR_EMPTY; i++) {
        const Test *test = m->plan->test[m->open[i]].test;
        wanted |= test->op == TEST_SACRIFICE && query_sacrifice_fits(&test->event, &offer);
    }
    return wanted;
}

/* A move, and the ply that it led to. At the last one nothing is offered any more. */
static void take(GrMatcher *m, const GrSketchTake *move, uint32_t ply) {
    Offer found[MOST_OFFERS];
    m->played = (PlayedMove){.is = true, .move = move->move, .side = (uint8_t)gr_side_of(move->piece),
                             .mover = move->piece, .target = move->target, .victim = move->victim,
                             .victim_square = move->square};
    for (unsigned i = 0; i < m->opens; i++) {
        const Test *test = m->plan->test[m->open[i]].test;
        if (test->op != TEST_SACRIFICE && fits(m, test))
            note(m, m->open[i], ply);
    }
    if (!m->plan->sacrifices)
        return;
    bool wanted = ply + 1 < m->plies && is_offer_wanted(m, ply);
    note_sacrifices(m, found, query_take_offers(&m->offers, m->plan, &m->played, ply, wanted, found));
}

void gr_matcher_takes(GrMatcher *m, const GrTakes *takes) {
    Offer found[MOST_OFFERS];
    if (!takes->first)
        query_start_offers(&m->offers);
    for (uint32_t i = 0; i < takes->count; i++)
        take(m, &takes->take[i], takes->first + takes->take[i].ply + 1);
    if (!takes->last)
        return;
    if (m->plan->sacrifices)
        note_sacrifices(m, found, query_end_offers(&m->offers, m->plies - 1, found));
    m->ply = m->plies;
    m->over = true;
}
