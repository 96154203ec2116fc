/* Sacrifices: what only the moves that follow can show. Internal to the query language.
 *
 * A side offers a piece with a move after which the other side takes it, so that the side has less
 * than it had before the move and at each of the four plies before that. If that stays so for four
 * plies after the capture, or to the end of a game in which the side moved once more, the move was
 * a sacrifice.
 */
#ifndef GR_DB_QUERY_SACRIFICE_H
#define GR_DB_QUERY_SACRIFICE_H

#include "db/query/query_moment.h"

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
} Offers;

/* What pieces count, by type, and what those count that each bit of a pocket stands for. */
void query_make_worths(GrPlan *plan);

/* Takes note of the position at a ply: `played` led to it, `quiet` if no piece came or
 * went, and it is the last one or not. Puts the offers that turn out to be sacrifices at `found`;
 * returns how many. */
unsigned query_watch_offers(Offers *offers, const Moment *moment, bool quiet, bool last,
                            Offer found[MOST_OFFERS]);

/* Passes over plies from `from` on, up to the one before `to`, in none of which a piece came or went, or will. */
void query_pass_offers(Offers *offers, uint32_t from, uint32_t to);

bool query_sacrifice_fits(const EventTest *test, const Offer *offer);

#endif
