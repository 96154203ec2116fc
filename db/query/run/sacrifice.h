/* Sacrifices: what only the moves that follow can show. Internal to the query language.
 *
 * A side offers a piece with a move after which the other side takes it, so that the side has less
 * than it had before the move and at each of the four plies before that. If that stays so for four
 * plies after the capture, or to the end of a game in which the side moved once more, the move was
 * a sacrifice.
 */
#ifndef GR_DB_QUERY_RUN_SACRIFICE_H
#define GR_DB_QUERY_RUN_SACRIFICE_H

#include "db/query/run/moment.h"

/* A piece that was offered and taken. */
typedef struct Offer {
    uint32_t ply;         /* after the move that offered it */
    uint8_t side, type;   /* of the piece, */
    uint8_t square;       /* and where it was taken */
    int before;           /* what White had more than Black: the least the side had before */
} Offer;

enum { OFFER_PLIES = 4, MOST_OFFERS = OFFER_PLIES + 1 };
typedef struct Offers {
    int balance[8]; /* what White had more than Black, by ply, of the last eight */
    uint8_t mover;  /* who made the last move; sides do not always alternate (Wizard Chess) */
    uint8_t turn;   /* who is to make the next one */
    unsigned open;
    Offer offer[MOST_OFFERS];
    /* of query_take_offers: the first ply of which nothing is known yet; and what it came to at the last plies at which
     * it changed, the nth in [n % 8] */
    uint32_t next;
    unsigned changes;
    struct {
        uint32_t ply;
        int balance;
    } change[8];
} Offers;

/* Takes note of the position at a ply, which is the last one or not. Puts the offers that turn out to be sacrifices at
 * `found`; returns how many. */
unsigned query_watch_offers(Offers *offers, const Moment *moment, bool last, Offer found[MOST_OFFERS]);

/* The same of games of which only those moves are shown that take or promote, where sides take turns: what pieces count
 * is reckoned from the start on. First the start; then each such move, the ply that it led to, and whether it is of
 * interest that something was offered to it; then the last ply of the game. */
void query_start_offers(Offers *offers);
unsigned query_take_offers(Offers *offers, const GrPlan *plan, const PlayedMove *played, uint32_t ply, bool wanted,
                           Offer found[MOST_OFFERS]);
unsigned query_end_offers(Offers *offers, uint32_t ply, Offer found[MOST_OFFERS]);

/* What a move took, as an offer. */
static inline Offer query_offer_of(const PlayedMove *played, uint32_t ply) {
    return (Offer){.ply = ply - 1, .side = (uint8_t)gr_side_of(played->victim),
                   .type = (uint8_t)gr_type_of(played->victim), .square = played->victim_square};
}

bool query_sacrifice_fits(const EventTest *test, const Offer *offer);

#endif
