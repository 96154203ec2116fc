/* Checks and pins at all positions of a film.
 *
 * Kings mostly stand still, and of the square of one it is known which lines go from there; each other square in the
 * same positions takes one more look. For checks, the first piece on a line that goes up the board is that on the
 * lowest square, which takes two instructions to find, and lines that go down are looked at on boards upside down. For
 * pins, which would take twice that, only such squares are looked at from which an enemy may slide to the king.
 */
#include <string.h>

#include "db/query/run/film_local.h"

#define FOUR static inline __attribute__((always_inline))

/* ---- four positions ---- */

/* What stands where, and the king of each that is looked at: the first of several. */
typedef struct Four {
    QueryLanes king, own, enemies, way[FILM_WAYS];
} Four;

FOUR uint64_t any_of(const QueryLanes *four) {
    return ((*four)[0] | (*four)[1]) | ((*four)[2] | (*four)[3]);
}

FOUR void find_king(Four *four, const QueryLanes *kings) {
    const QueryLanes own = *kings & four->own;
    four->king = own & -own;
}

/* Takes the king of one of the positions, of which there is one, and all positions where it stands on that square. */
FOUR uint64_t take_king(QueryLanes *open, QueryLanes *same) {
    const uint64_t first = (*open)[0] ? (*open)[0] : (*open)[1] ? (*open)[1] : (*open)[2] ? (*open)[2] : (*open)[3];
    *same = (QueryLanes)(*open == first);
    *open &= ~*same;
    return first;
}

/* The board upside down: ranks are bytes. */
FOUR void turn(const QueryLanes *four, QueryLanes *turned) {
    *turned = QUERY_TURN(*four, QUERY_ALL_DOWN);
}

/* Adds the first of some pieces on a line that goes up. */
FOUR void add_first(const QueryLanes *occupied, uint64_t line, QueryLanes *first) {
    const QueryLanes on = *occupied & line;
    *first |= on & -on;
}

/* Of enemies that slide, those first seen along lines that go up from where a king stands; or, on boards upside down,
 * along those that go down, but for that to the west. */
FOUR void see_sliders(const uint64_t line[QUERY_RAYS], const QueryLanes *occupied, const QueryLanes *orth,
                      const QueryLanes *diag, bool down, QueryLanes *seen) {
    QueryLanes first = {0};
    add_first(occupied, line[down ? 1 : 0], &first);
    if (!down)
        add_first(occupied, line[QUERY_EAST], &first);
    *seen |= first & *orth;
    first = (QueryLanes){0};
    add_first(occupied, line[down ? 5 : 4], &first);
    add_first(occupied, line[down ? 7 : 6], &first);
    *seen |= first & *diag;
}

/* At which positions does an enemy attack the king? From the west a carry comes from the slider to the king, as in
 * query_go_east. */
FOUR void find_checks(const Film *r, const Four *four, int side, QueryLanes *found) {
    const FilmAttacks *kings = r->plan->attacks;
    const QueryLanes occupied = four->own | four->enemies;
    const QueryLanes orth = four->way[FILM_ORTH] & four->enemies, diag = four->way[FILM_DIAG] & four->enemies;
    QueryLanes open = four->king, same, under, orth_under, diag_under;
    turn(&occupied, &under);
    turn(&orth, &orth_under);
    turn(&diag, &diag_under);
    *found = (QueryLanes){0};
    while (any_of(&open)) {
        const uint64_t king = take_king(&open, &same);
        const int at = __builtin_ctzll(king);
        const uint64_t *aims = kings->aims[side][at], *line = kings->line[at];
        QueryLanes seen = (four->way[FILM_KNIGHT] & aims[FILM_KNIGHT]) | (four->way[FILM_KING] & aims[FILM_KING]) |
                          (four->way[FILM_PAWN] & aims[FILM_PAWN]);
        seen &= four->enemies;
        see_sliders(line, &occupied, &orth, &diag, false, &seen);
        see_sliders(line, &under, &orth_under, &diag_under, true, &seen);
        const QueryLanes west = orth & line[QUERY_WEST];
        seen |= ((~occupied & line[QUERY_WEST]) + west + west) & king;
        *found |= same & ~(QueryLanes)(seen == 0);
    }
}

/* ---- films ---- */

/* Some positions, in which the king stands on few squares, and few enemies slide towards it. */
enum { FEW_FOURS = 8 };
typedef struct Few {
    const QueryLanes *own, *empty; /* from the first four on */
    unsigned fours;
    QueryLanes king[FEW_FOURS], aimers[FEW_FOURS];
    uint64_t left; /* not 0: there is a king left */
} Few;

/* Finds enemies that slide towards a king, whatever is between, where that stands there; takes it out of `king`.
 * Returns all their squares. */
static uint64_t find_aimers(const Film *r, Few *few, unsigned at, int side, uint64_t king) {
    const uint64_t *line = r->plan->attacks->slides[__builtin_ctzll(king)];
    const QueryLanes *enemies = film_side(r, !side)->at + at;
    const QueryLanes *orth = r->way[FILM_ORTH]->at + at, *diag = r->way[FILM_DIAG]->at + at;
    QueryLanes all = {0}, left = {0};
    for (unsigned i = 0; i < few->fours; i++) {
        const QueryLanes same = (QueryLanes)(few->king[i] == king);
        few->aimers[i] = same & enemies[i] & ((orth[i] & line[0]) | (diag[i] & line[1]));
        few->king[i] &= ~same;
        all |= few->aimers[i];
        left |= few->king[i];
    }
    few->left = any_of(&left);
    return any_of(&all);
}

/* Adds what stands alone between one that slides from there and the king. */
static void add_alone(const Few *few, uint64_t from, uint64_t way, QueryLanes *pinned) {
    for (unsigned i = 0; i < few->fours; i++) {
        const QueryLanes on = ~few->empty[i] & way, idle = (QueryLanes)((few->aimers[i] & from) == 0);
        pinned[i] |= on & few->own[i] & ~idle & (QueryLanes)((on & (on - 1)) == 0);
    }
}

/* The king of the first position that has one left. */
static uint64_t next_king(const Few *few) {
    unsigned n = 0;
    while (!few->king[n / 4][n % 4])
        n++;
    return few->king[n / 4][n % 4];
}

static void find_pinned(const Film *r, int side, unsigned at, QueryLanes *pinned) {
    const unsigned left = r->fours - at;
    Few few;
    few.own = film_side(r, side)->at + at;
    few.empty = r->empty.at + at;
    few.fours = left < FEW_FOURS ? left : FEW_FOURS;
    QueryLanes all = {0};
    for (unsigned i = 0; i < few.fours; i++) {
        const QueryLanes kings = few.own[i] & r->word[GR_KING].at[at + i];
        few.king[i] = kings & -kings;
        pinned[i] = (QueryLanes){0};
        all |= kings;
    }
    for (few.left = any_of(&all); few.left;) {
        const uint64_t king = next_king(&few), *between = r->plan->attacks->between[__builtin_ctzll(king)];
        for (uint64_t from = find_aimers(r, &few, at, side, king); from; from &= from - 1)
            add_alone(&few, from & -from, between[__builtin_ctzll(from)], pinned);
    }
}

const FilmSet *film_pinned(Film *r, int side) {
    for (unsigned i = 0; i < r->fours && !(r->pins >> side & 1); i += FEW_FOURS)
        find_pinned(r, side, i, r->pinned[side].at + i);
    r->pins |= 1u << side;
    return &r->pinned[side];
}

/* Of eight positions every second one, from the first or (late) the second on: in the order 0, 4, 2, 6. */
FOUR void take_turns(const FilmSet *set, unsigned i, unsigned next, bool late, QueryLanes *four) {
    if (late)
        *four = QUERY_PICK(set->at[i], set->at[next], 1, 5, 3, 7);
    else
        *four = QUERY_PICK(set->at[i], set->at[next], 0, 4, 2, 6);
}

FOUR uint64_t checks_of(const Film *r, int side, bool late) {
    QueryLanes plies = {0}, bit = {1, 1 << 4, 1 << 2, 1 << 6}, kings, found;
    for (unsigned i = 0; i < r->fours; i += 2, bit <<= 8) {
        unsigned next = i + 1 < r->fours ? i + 1 : i;
        Four four;
        take_turns(film_side(r, side), i, next, late, &four.own);
        take_turns(film_side(r, !side), i, next, late, &four.enemies);
        take_turns(&r->word[GR_KING], i, next, late, &kings);
        take_turns(r->way[FILM_ORTH], i, next, late, &four.way[FILM_ORTH]);
        take_turns(r->way[FILM_DIAG], i, next, late, &four.way[FILM_DIAG]);
        take_turns(r->way[FILM_PAWN], i, next, late, &four.way[FILM_PAWN]);
        take_turns(r->way[FILM_KNIGHT], i, next, late, &four.way[FILM_KNIGHT]);
        take_turns(r->way[FILM_KING], i, next, late, &four.way[FILM_KING]);
        find_king(&four, &kings);
        find_checks(r, &four, side, &found);
        plies |= found & bit;
    }
    return any_of(&plies) << late;
}

uint64_t film_checks(const Film *r, int turn, unsigned sides) {
    uint64_t plies = 0;
    for (int side = 0; side < 2; side++)
        if (sides >> side & 1)
            plies |= turn == side ? checks_of(r, side, false) : checks_of(r, side, true);
    return plies & r->plies;
}

#undef FOUR
