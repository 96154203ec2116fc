/* A film while it is asked about. Internal to the query language. */
#ifndef GR_DB_QUERY_RUN_FILM_LOCAL_H
#define GR_DB_QUERY_RUN_FILM_LOCAL_H

#include "db/query/run/moment.h"
#include "db/query/plan/attacks.h"
#include "db/query/plan/rays.h"
#include "db/query/run/film.h"

enum { FILM_FOURS = GR_FILM_PLIES / 4 };

/* A set of squares at each ply. */
typedef struct FilmSet {
    QueryLanes at[FILM_FOURS];
} FilmSet;

typedef struct Film {
    const GrPlan *plan;
    const GrFilm *of;
    unsigned fours;                /* of plies */
    uint64_t plies;                /* bits: those that there are */
    bool loaded;                   /* all that follows is known, as far as it is asked for: */
    FilmSet word[GR_FILM_WORDS]; /* of rows */
    FilmSet empty;
    const FilmSet *way[FILM_WAYS]; /* pieces by how they attack */
    FilmSet room[FILM_WAYS];
    unsigned attacks, pins;        /* bits by side: these are known: */
    FilmSet attacked[2];           /* what all pieces of a side attack, */
    FilmSet pinned[2];             /* and which of them are pinned */
} Film;

static inline const FilmSet *film_side(const Film *r, int side) {
    return &r->word[gr_film_side(side)];
}

static inline void film_fill(const Film *r, FilmSet *set, uint64_t squares) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] = (QueryLanes){squares, squares, squares, squares};
}

static inline void film_add(const Film *r, FilmSet *set, const FilmSet *more) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] |= more->at[i];
}

static inline void film_keep(const Film *r, FilmSet *set, const FilmSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= of->at[i];
}

static inline void film_drop(const Film *r, FilmSet *set, const FilmSet *of) {
    for (unsigned i = 0; i < r->fours; i++)
        set->at[i] &= ~of->at[i];
}

/* film_load.c: turns rows into sets. */
void film_load(Film *r);

/* Pieces of some types, bits, of either side: the set of the only one, or *room. */
const FilmSet *film_of_types(const Film *r, unsigned types, FilmSet *room);

/* film_attacks.c: what pieces of a side, of these types, attack; and pieces of these types that attack one of
 * the squares as those of a side do. `fours`, bits: where there is any of them. */
void film_attacked_by(const Film *r, unsigned types, int side, const FilmSet *pieces, unsigned fours, FilmSet *set);
void film_attackers_of(const Film *r, unsigned types, int side, const FilmSet *squares, unsigned fours, FilmSet *set);

/* Makes known what all pieces of some sides attack, bits. */
void film_know_attacks(Film *r, unsigned sides);

/* The pinned pieces of a side; and plies at which one of these sides is to move and in check, if
 * `turn` is to move at the first one. */
const FilmSet *film_pinned(Film *r, int side);
uint64_t film_checks(const Film *r, int turn, unsigned sides);

/* film_pawns.c: a side's pawns of which an adjective of pawns holds. */
void film_pawns_that_are(const Film *r, unsigned pawns, int side, unsigned adjective, FilmSet *set);

/* film_sets.c: finds a set; false if it has nothing at any ply. And what stands on a plane. */
bool film_find(Film *r, const SetTest *test, FilmSet *set);
void film_plane(const Film *r, const Plane *plane, FilmSet *set);

/* Plies at which a set has any squares, and how many it has at each. */
uint64_t film_some(const Film *r, const FilmSet *set);
void film_count(const Film *r, const FilmSet *set, uint8_t count[GR_FILM_PLIES]);

/* film_board.c: of some plies, those at which a pattern fits, or the numbers of pieces. */
uint64_t film_board(const Film *r, const BoardTest *board, uint64_t plies);
uint64_t film_shifted(const Film *r, const BoardTest *board, uint64_t plies);
uint64_t film_material(const Film *r, const MaterialTest *material, uint64_t plies);

/* film_moves.c: what a move of a film did; of some plies, those to which such a move led; sacrifices, which are
 * noted at the plies before. */
PlayedMove film_played(const GrFilm *film, unsigned n);
uint64_t film_events(const GrFilm *film, const EventTest *test, uint64_t plies);
void film_note_sacrifices(GrMatcher *m, const GrFilm *film);

/* The number of the move that is played in the nth position. */
static inline uint16_t film_number(const GrFilm *film, const GrPlan *plan, unsigned n) {
    const bool second = film->turn != plan->variant->first; /* to move in the first position */
    return (uint16_t)(film->number + (n + second) / 2);
}

/* film_positions.c: finds rights and clocks of a film before it is asked; keeps what the next one of the game
 * takes, when it has been. */
void film_follow(GrMatcher *m, const GrFilm *film);
void film_leave(GrMatcher *m, const GrFilm *film);

/* Of some plies, those at which rights are as a test wants them; those at which a test without parts holds of whole
 * positions. */
uint64_t film_rights(const GrMatcher *m, const GrFilm *film, const Test *test, uint64_t plies);
uint64_t film_ask_positions(GrMatcher *m, const GrFilm *film, const Test *test, uint64_t plies);

/* film_checks.c: of some plies, those at which one of the sides is to move in a discovered check; those at which
 * at least the given number of pieces give check; for two or more it needs no sets. */
uint64_t film_discoveries(const Film *r, unsigned sides, uint64_t plies);
uint64_t film_checkers(Film *r, int64_t low, int64_t high, uint64_t plies);

#endif
