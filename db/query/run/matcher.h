/* A matcher from inside. Internal to the query language. */
#ifndef GR_DB_QUERY_RUN_MATCHER_H
#define GR_DB_QUERY_RUN_MATCHER_H

#include "db/query/run/lines.h"
#include "db/query/run/film.h"
#include "db/query/run/sacrifice.h"

/* The positions that were shown one by one since films were looked at last. */
typedef struct QueryFilm {
    GrFilmRow row[GR_FILM_PLIES];
    GrFilmMove move[GR_FILM_PLIES + 1]; /* the last one leads to the next position */
    GrPosition start;                   /* of the game */
    int turn;                             /* in the first of them, */
    uint16_t number;                      /* and that of its move */
} QueryFilm;

/* What goes on from one film of a game to the next: castling rights and the clock, by ply, the first ones before the
 * film; and of whole positions, which are made when a test wants them, the last one that was made, and its ply; or one
 * without rules at the start. */
typedef struct QueryFollowed {
    uint8_t rights[GR_FILM_PLIES + 1];
    uint16_t clock[GR_FILM_PLIES + 1];
    uint32_t times[GR_FILM_PLIES + 1]; /* so often has the position stood on the board */
    uint32_t since;                    /* the first ply whose position may come again */
    GrFilmRow before;
    GrPosition pos;
    uint32_t ply;
    uint64_t shown, asked; /* plies of all games; positions made of these */
} QueryFollowed;

struct GrMatcher {
    const GrPlan *plan;
    /* what is known of this game */
    bool *fact;
    GameNumber *number;
    Chance *chance;       /* by test: what it is in all of the game, as far as is known before it is shown */
    bool *seen;           /* by test: did it hold at a ply at which it was asked? */
    bool bare;            /* there is no text */
    bool lines_follow;    /* of any length: what holds of the game as played need not hold of its variations */
    uint32_t plies;       /* positions of the game */
    uint32_t ply;         /* of the next one */
    bool nothing;         /* it is certain that there is no hit */
    bool over;            /* nothing more has to be shown */
    unsigned *open;       /* the tests that positions decide */
    unsigned opens;
    QueryFilm *film;      /* of a plan for which films are enough, without whole positions */
    QueryFollowed followed;
    PlayedMove played;
    Offers offers;        /* if sacrifices are asked for */
    Moment moment;        /* of the position at hand */
    /* room for `room` positions */
    uint32_t room;
    uint64_t **test;      /* by test: plies at which it holds */
    uint64_t *bits;       /* all of them, and those of the tree of times */
    uint32_t *rows;
    uint64_t *keys;
    GrHit *hits;
    QueryLines lines;     /* of a game with variations, if those are asked for */
};

/* chance.c */
Chance query_chance(const GrMatcher *m, const Test *test);

/* Is it certain that no test holds any more after the position, which is that at m->ply? Of it, only where pieces stand
 * is looked at. */
bool query_all_are_past(const GrMatcher *m, const GrPosition *pos);

/* ply.c: where pieces stand in a position, and what a move does that is played in it, or GR_NO_MOVE. */
GrFilmRow query_film_row(const GrPosition *pos);
GrFilmMove query_film_move(const GrPosition *pos, GrMove move);

/* Looks at what was shown since films were looked at last. */
void query_end_film(GrMatcher *m);

static inline void query_set_bits(uint64_t *bits, uint32_t first, uint32_t last) {
    for (uint32_t ply = first; ply <= last; ply++)
        bits[ply / 64] |= (uint64_t)1 << ply % 64;
}

static inline void query_note_hit(GrMatcher *m, unsigned test, uint32_t ply) {
    m->test[test][ply / 64] |= (uint64_t)1 << ply % 64;
    m->seen[test] = true;
}

#endif
