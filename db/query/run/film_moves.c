/* What the moves of a film did. */
#include "db/query/run/matcher.h"
#include "db/query/run/film_local.h"

PlayedMove film_played(const GrFilm *film, unsigned n) {
    const GrFilmMove *move = &film->move[n];
    bool takes = move->victim != GR_EMPTY;
    return (PlayedMove){.is = move->move != GR_NO_MOVE, .move = move->move,
                        .side = (uint8_t)((unsigned)film->turn ^ (n & 1) ^ 1), .mover = move->piece,
                        .target = move->target, .victim = move->victim,
                        .victim_square = (uint8_t)(takes ? move->square : GR_NO_SQUARE)};
}

/* ---- events ---- */

/* What a move must be, at least, to be such an event: bits by the codes of what moves and what is taken, by kinds, and
 * squares. A few instructions say of most moves that they are not. */
typedef struct Need {
    uint64_t movers, victims, to;
} Need;

static uint64_t codes(unsigned sides, unsigned types) {
    const uint64_t all = types ? types : ~1u;
    return (sides & QUERY_WHITE ? all << gr_piece(GR_WHITE, 0) : 0) |
           (sides & QUERY_BLACK ? all << gr_piece(GR_BLACK, 0) : 0);
}

static Need need_of(const EventTest *test) {
    Need need = {UINT64_MAX, UINT64_MAX, UINT64_MAX};
    switch (test->verb) {
    case QUERY_TAKES:
    case QUERY_EN_PASSANT:
        need.victims = codes(test->object ? test->object_sides : QUERY_EITHER, test->object);
        break;
    case QUERY_MOVES:
    case QUERY_PROMOTES:
    case QUERY_CASTLES:
        break;
    default:
        return need;
    }
    need.movers = codes(test->sides, test->subject);
    if (test->has_to)
        need.to = (uint64_t)test->to;
    return need;
}

uint64_t film_events(const GrFilm *film, const EventTest *test, uint64_t plies) {
    const Need need = need_of(test);
    uint64_t may = 0, found = 0;
    for (unsigned n = 0; n < film->count; n++) {
        const GrFilmMove *m = &film->move[n];
        uint64_t fits = (need.movers >> (m->piece & 63)) & (need.victims >> (m->victim & 63)) &
                        (need.to >> (gr_move_to(m->move) & 63));
        may |= (fits & 1) << n;
    }
    for (may &= plies; may; may &= may - 1) {
        unsigned n = (unsigned)__builtin_ctzll(may);
        PlayedMove played = film_played(film, n);
        found |= (uint64_t)query_event_fits(test, &played) << n;
    }
    return found;
}

/* ---- sacrifices ---- */

static void note(GrMatcher *m, const Offer *found, unsigned count) {
    for (unsigned n = 0; n < count; n++)
        for (unsigned i = 0; i < m->opens; i++) {
            const Test *test = m->plan->test[m->open[i]].test;
            if (test->op != TEST_SACRIFICE || !query_sacrifice_fits(&test->event, &found[n]))
                continue;
            query_note_hit(m, m->open[i], found[n].ply);
        }
}

/* Does a test ask for a sacrifice of what the move took? At the last ply nothing is offered any more. */
static bool is_offer_wanted(const GrMatcher *m, const PlayedMove *played, uint32_t ply) {
    Offer offer = query_offer_of(played, ply);
    bool wanted = false;
    for (unsigned i = 0; i < m->opens && played->victim != GR_EMPTY && ply + 1 < m->plies; i++) {
        const Test *test = m->plan->test[m->open[i]].test;
        wanted |= test->op == TEST_SACRIFICE && query_sacrifice_fits(&test->event, &offer);
    }
    return wanted;
}

void film_note_sacrifices(GrMatcher *m, const GrFilm *film) {
    Offer found[MOST_OFFERS];
    if (!film->first)
        query_start_offers(&m->offers);
    for (unsigned n = 0; n < film->count; n++) {
        const GrFilmMove *move = &film->move[n];
        if (move->victim == GR_EMPTY && !gr_move_piece(move->move))
            continue;
        uint32_t ply = film->first + n;
        PlayedMove played = film_played(film, n);
        bool wanted = is_offer_wanted(m, &played, ply);
        note(m, found, query_take_offers(&m->offers, m->plan, &played, ply, wanted, found));
    }
    if (film->first + film->count == m->plies)
        note(m, found, query_end_offers(&m->offers, m->plies - 1, found));
}
