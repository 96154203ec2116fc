/* Finding sacrifices as a game goes on. */
#include "db/query/run/sacrifice.h"

#include <limits.h>


/* What White has more than Black. */
static int balance_of(const GrPlan *plan, const GrPosition *pos) {
    int sum = 0;
    for (int type = 1; type <= plan->variant->types; type++)
        sum += plan->worth[type] * (gr_set_count(pos->type[type] & pos->side[GR_WHITE]) -
                                    gr_set_count(pos->type[type] & pos->side[GR_BLACK]));
    for (int i = 0; i < 4; i++)
        for (int bit = 0; bit < 8; bit++)
            if (plan->pocket_worth[bit] && (pos->pocket[i] >> bit & 1))
                sum += i < 2 ? plan->pocket_worth[bit] : -plan->pocket_worth[bit];
    return sum;
}

/* ---- offers ---- */

/* Has the side at least a pawn less than before it offered the piece? */
static bool is_behind(int side, int before, int now) {
    return side == GR_WHITE ? now < before : now > before;
}

/* Drops the offers that were made good; those whose time is up are sacrifices. */
static unsigned settle(Offers *o, uint32_t ply, int now, bool last, Offer found[MOST_OFFERS]) {
    unsigned kept = 0, count = 0;
    for (unsigned i = 0; i < o->open; i++) {
        const Offer *offer = &o->offer[i];
        if (!is_behind(offer->side, offer->before, now))
            continue;
        if (last || ply > offer->ply + OFFER_PLIES)
            found[count++] = *offer;
        else
            o->offer[kept++] = *offer;
    }
    o->open = kept;
    return count;
}

/* The least that the side had before the move before the last, and at four plies before that. */
static int least_before(const Offers *o, uint32_t ply, int side) {
    int least = o->balance[(ply - 2) % 8];
    for (uint32_t n = 3; n <= 2 + OFFER_PLIES && n <= ply; n++) {
        int then = o->balance[(ply - n) % 8];
        if (is_behind(side, least, then))
            least = then;
    }
    return least;
}

/* The move before the last offered what the last one took. */
static void note_offer(Offers *o, const PlayedMove *played, uint32_t ply, int now) {
    int side = gr_side_of(played->victim), before = least_before(o, ply, side);
    if (side == played->side || side != o->mover || !is_behind(side, before, now) ||
        o->open == MOST_OFFERS)
        return;
    o->offer[o->open] = query_offer_of(played, ply);
    o->offer[o->open++].before = before;
}

/* Did all pieces stay on the board, and did none come? */
static bool was_quiet(const PlayedMove *played) {
    GrMoveKind kind = gr_kind_unwalled(gr_move_kind(played->move));
    return played->is && played->victim == GR_EMPTY && !gr_move_piece(played->move) &&
           (kind == GR_NORMAL || kind == GR_CASTLE || kind == GR_PASS);
}

unsigned query_watch_offers(Offers *o, const Moment *m, bool last, Offer found[MOST_OFFERS]) {
    const PlayedMove *played = m->played;
    int now = was_quiet(played) ? o->balance[(m->ply - 1) % 8] : balance_of(m->plan, m->pos);
    if (m->ply == 0)
        o->open = 0;
    o->balance[m->ply % 8] = now;
    unsigned count = settle(o, m->ply, now, last, found);
    if (m->ply >= 2 && !last && played->is && played->victim != GR_EMPTY)
        note_offer(o, played, m->ply, now);
    o->mover = o->turn;
    o->turn = m->pos->turn;
    return count;
}

/* ---- offers of which only the moves that matter are seen ---- */

static int balance_now(const Offers *o) {
    return o->change[o->changes % 8].balance;
}

void query_start_offers(Offers *o) {
    o->open = 0;
    o->next = 1;
    o->changes = 0;
    o->change[0].ply = 0;
    o->change[0].balance = 0;
}

/* Nothing was taken on the way to plies before that one. */
static unsigned wait(Offers *o, uint32_t ply, Offer found[MOST_OFFERS]) {
    unsigned count = 0;
    for (uint32_t n = o->next; n < ply && o->open; n++)
        count += settle(o, n, balance_now(o), false, found + count);
    o->next = ply;
    return count;
}

/* What White has more after the move than before it. */
static int change_by(const GrPlan *plan, const PlayedMove *played) {
    unsigned promoted = (unsigned)gr_move_piece(played->move);
    int by = played->victim == GR_EMPTY ? 0 : plan->worth[gr_type_of(played->victim)];
    int gain = promoted ? plan->worth[promoted] - plan->worth[gr_type_of(played->mover)] : 0;
    return played->side == GR_WHITE ? by + gain : -by - gain;
}

/* As least_before; what came of the last move is not noted yet. */
static int least_of_changes(const Offers *o, uint32_t ply, int side) {
    int least = side == GR_WHITE ? INT_MAX : INT_MIN;
    for (unsigned n = o->changes;; n--) {
        uint32_t at = o->change[n % 8].ply;
        int then = o->change[n % 8].balance;
        if (at <= ply - 2 && is_behind(side, least, then))
            least = then;
        if (!n || at + 2 + OFFER_PLIES <= ply)
            return least;
    }
}

unsigned query_take_offers(Offers *o, const GrPlan *plan, const PlayedMove *played, uint32_t ply, bool wanted,
                           Offer found[MOST_OFFERS]) {
    unsigned count = wait(o, ply, found);
    int now = balance_now(o) + change_by(plan, played), side = !played->side;
    count += settle(o, ply, now, false, found + count);
    if (wanted && ply >= 2 && o->open < MOST_OFFERS && gr_side_of(played->victim) == side) {
        Offer offer = query_offer_of(played, ply);
        offer.before = least_of_changes(o, ply, side);
        if (is_behind(side, offer.before, now))
            o->offer[o->open++] = offer;
    }
    o->next = ply + 1;
    o->changes++;
    o->change[o->changes % 8].ply = ply;
    o->change[o->changes % 8].balance = now;
    return count;
}

unsigned query_end_offers(Offers *o, uint32_t ply, Offer found[MOST_OFFERS]) {
    unsigned count = o->next > ply ? 0 : wait(o, ply, found);
    return count + settle(o, ply, balance_now(o), true, found + count);
}

bool query_sacrifice_fits(const EventTest *test, const Offer *offer) {
    return (test->sides >> offer->side & 1) &&
           (!test->object || (test->object >> offer->type & 1)) &&
           (test->object_sides >> offer->side & 1) &&
           (!test->has_on || gr_set_has(test->on, offer->square));
}
