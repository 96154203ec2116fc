/* What games say of two names. */
#include <stdlib.h>

#include "db/upkeep/suggest_local.h"

enum { FIRST_YEAR = 1800, YEARS = 400 };

static const GrSeen *seen_of(const GrSuggest *s, uint32_t name, uint32_t i) {
    return &s->seen[s->name[name].first + i];
}

/* ---- FIDE's numbers ---- */

/* 1: one in common; 0: one of them has none; -1: different ones. */
static int compare_fide(const GrSuggest *s, uint32_t a, uint32_t b) {
    uint32_t of_a = 0;
    bool of_b = false;
    for (uint32_t i = 0; i < s->name[a].games; i++)
        of_a = seen_of(s, a, i)->fide ? seen_of(s, a, i)->fide : of_a;
    for (uint32_t i = 0; i < s->name[b].games && of_a; i++) {
        uint32_t fide = seen_of(s, b, i)->fide;
        if (fide == of_a)
            return 1;
        of_b |= fide > 0;
    }
    return of_a && of_b ? -1 : 0;
}

/* ---- years and ratings ---- */

static void compare_years(const GrSeenName *a, const GrSeenName *b, GrEvidence *e) {
    e->dated = a->from && b->from;
    if (!e->dated)
        return;
    unsigned from = a->from < b->from ? a->from : b->from, to = a->to > b->to ? a->to : b->to;
    e->span = to - from;
    e->gap = a->to < b->from ? (unsigned)(b->from - a->to) : b->to < a->from ? (unsigned)(a->from - b->to) : 0;
}

typedef struct Ratings {
    uint32_t sum[YEARS], count[YEARS];
} Ratings;

static void sum_ratings(const GrSuggest *s, uint32_t name, Ratings *of) {
    for (uint32_t i = 0; i < s->name[name].games; i++) {
        const GrSeen *seen = seen_of(s, name, i);
        if (seen->elo && seen->year >= FIRST_YEAR && seen->year < FIRST_YEAR + YEARS) {
            of->sum[seen->year - FIRST_YEAR] += seen->elo;
            of->count[seen->year - FIRST_YEAR]++;
        }
    }
}

/* How far the mean ratings are apart, on an average of the years that both have; or else of years that are up to
 * NEAREST apart. */
static int compare_ratings(const GrSuggest *s, uint32_t a, uint32_t b) {
    enum { NEAREST = 3 };
    Ratings x = {{0}, {0}}, y = {{0}, {0}};
    unsigned sum = 0, years = 0;
    if (!s->name[a].high || !s->name[b].high)
        return -1;
    sum_ratings(s, a, &x);
    sum_ratings(s, b, &y);
    for (int apart = 0; apart <= NEAREST && !years; apart++)
        for (int i = 0; i < 2 * YEARS; i++) { /* forth, and back */
            int of_a = i % YEARS, of_b = i < YEARS ? of_a + apart : of_a - apart;
            if (of_b < 0 || of_b >= YEARS || !x.count[of_a] || !y.count[of_b])
                continue;
            sum += (unsigned)abs((int)(x.sum[of_a] / x.count[of_a]) - (int)(y.sum[of_b] / y.count[of_b]));
            years++;
        }
    return years ? (int)(sum / years) : -1;
}

/* ---- opponents and events ---- */

/* Two games of one round, against two people: these are two players. A simultaneous display is no such case, but rare
 * enough. */
static bool play_at_once(const GrSuggest *s, const GrSeen *seen) {
    uint32_t other = seen->slot ? s->round[2 * seen->slot] == s->stamp ? s->round[2 * seen->slot + 1] : 0 : 0;
    return other && seen->other && other != seen->other &&
           gr_names_fit(&s->name[other].parts, &s->name[seen->other].parts) == GR_NAMES_APART;
}

static void compare_games(GrSuggest *s, uint32_t a, uint32_t b, GrEvidence *e) {
    s->stamp += 2; /* the next number marks what has been counted */
    for (uint32_t i = 0; i < s->name[a].games; i++) {
        const GrSeen *seen = seen_of(s, a, i);
        e->apart |= seen->other == b;
        s->met[seen->other] = s->stamp;
        s->took[seen->event] = s->stamp;
        s->round[2 * seen->slot] = s->stamp;
        s->round[2 * seen->slot + 1] = seen->other;
    }
    for (uint32_t i = 0; i < s->name[b].games && !e->apart; i++) {
        const GrSeen *seen = seen_of(s, b, i);
        e->apart |= play_at_once(s, seen);
        if (seen->other && s->met[seen->other] == s->stamp) {
            e->opponents++;
            s->met[seen->other]++;
        }
        if (seen->event && s->took[seen->event] == s->stamp) {
            e->events++;
            s->took[seen->event]++;
        }
    }
}

GrEvidence gr_suggest_evidence(GrSuggest *s, uint32_t a, uint32_t b) {
    const GrSeenName *x = &s->name[a], *y = &s->name[b];
    GrEvidence e = {.elo = -1};
    if (x->games > y->games) /* the shorter list is marked */
        return gr_suggest_evidence(s, b, a);
    int fide = compare_fide(s, a, b);
    e.same_fide = fide > 0;
    e.apart = fide < 0 || x->met_itself || y->met_itself;
    if (e.apart)
        return e;
    compare_games(s, a, b, &e);
    compare_years(x, y, &e);
    if (!e.apart)
        e.elo = compare_ratings(s, a, b);
    return e;
}

int gr_suggest_points(const GrEvidence *e) {
    enum { ADJOINING = 3, DISTANT = 10, LIFE = 75 };
    int points = e->same_fide ? 10 : 0;
    if (e->dated)
        points += e->span > LIFE ? -6 : e->gap <= ADJOINING ? 1 : e->gap <= DISTANT ? 0 : -3;
    if (e->elo >= 0)
        points += e->elo <= 60 ? 2 : e->elo <= 120 ? 1 : e->elo <= 200 ? 0 : e->elo <= 300 ? -2 : -5;
    points += e->opponents >= 4 ? 2 : e->opponents >= 1;
    points += e->events >= 3 ? 2 : e->events >= 1;
    return points;
}
