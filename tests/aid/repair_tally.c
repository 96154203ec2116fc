/* Counting how well games are repaired. */
#include "tests/aid/repair_tally.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation/move/resolve.h"

enum { MOST_UNITS = 4, MOST_TOKENS = DAMAGE_PLIES + 16 };

/* ---- is the true game among those named? ---- */

/* What stands for a token once some edits are made. */
typedef struct Place {
    GrMove put_in[MOST_UNITS * 2]; /* before it */
    unsigned put;
    bool dropped;
    GrMove replaced; /* GR_NO_MOVE: it stands for itself */
    unsigned said;   /* the token that is read here */
} Place;

/* An edit with its alternatives: one GrRepair, or two of plies that were swapped. */
typedef struct Unit {
    const GrRepair *edit;
    unsigned count, taken; /* taken: 0 the edit itself, else the alternative taken - 1 */
} Unit;

static void make(Place *place, GrEditKind kind, uint32_t token, GrMove move) {
    Place *p = &place[token];
    if (kind == GR_INSERTED && p->put < MOST_UNITS * 2) {
        p->put_in[p->put++] = move;
    } else if (kind == GR_DROPPED) {
        p->dropped = true;
    } else {
        p->replaced = move;
    }
}

static void make_unit(Place *place, const Unit *unit, size_t tokens) {
    if (unit->taken == 0) {
        for (unsigned i = 0; i < unit->count; i++) {
            make(place, unit->edit[i].kind, unit->edit[i].token, unit->edit[i].move);
        }
        return;
    }
    const GrRepairOther *other = &unit->edit->other[unit->taken - 1];
    if (other->kind != GR_SWAPPED) {
        make(place, other->kind, other->token, other->move);
    } else if (other->token + other->reach < tokens) {
        unsigned said = place[other->token].said;
        place[other->token].said = place[other->token + other->reach].said;
        place[other->token + other->reach].said = said;
    }
}

/* Do the places play the game, and nothing else? */
static bool plays(const Place *place, const GrScript *script, const Played *game) {
    GrLexicon lexicon;
    GrPosition pos = game->start;
    unsigned ply = 0;
    gr_lexicon_init(&lexicon, pos.rules);
    for (size_t i = 0; i <= script->count; i++) {
        for (unsigned k = 0; k < place[i].put; k++, ply++) {
            if (ply >= game->plies || place[i].put_in[k] != game->move[ply]) {
                return false;
            }
            gr_play(&pos, game->move[ply]);
        }
        if (i == script->count || place[i].dropped) {
            continue;
        }
        const GrToken *token = &script->token[place[i].said];
        GrMove move = place[i].replaced;
        if (ply >= game->plies ||
            (move == GR_NO_MOVE && (!token->readable || gr_resolve(&lexicon, &pos, &token->syntax,
                                                                   &move, NULL) != 1)) ||
            move != game->move[ply]) {
            return false;
        }
        gr_play(&pos, move);
        ply++;
    }
    return ply == game->plies;
}

static unsigned find_units(const GrRepairs *repairs, Unit unit[MOST_UNITS]) {
    unsigned units = 0;
    for (size_t i = 0; i < repairs->count; i += unit[units++].count) {
        if (units == MOST_UNITS) {
            return 0;
        }
        bool pair = repairs->edit[i].kind == GR_SWAPPED && i + 1 < repairs->count;
        unit[units] = (Unit){&repairs->edit[i], pair ? 2 : 1, 0};
    }
    return units;
}

/* Goes on to the next choice of alternatives, as an odometer does. */
static bool next_choice(Unit *unit, unsigned units) {
    for (unsigned i = 0; i < units; i++) {
        if (unit[i].taken++ < unit[i].edit->named) {
            return true;
        }
        unit[i].taken = 0;
    }
    return false;
}

static bool is_named(const Played *game, const GrScript *script, const GrRepairs *repairs) {
    static Place place[MOST_TOKENS + 1];
    Unit unit[MOST_UNITS];
    unsigned units = find_units(repairs, unit);
    if (units == 0 || script->count > MOST_TOKENS) {
        return false;
    }
    do {
        for (unsigned i = 0; i <= script->count; i++) {
            place[i] = (Place){.said = i};
        }
        for (unsigned i = 0; i < units; i++) {
            make_unit(place, &unit[i], script->count);
        }
        if (plays(place, script, game)) {
            return true;
        }
    } while (next_choice(unit, units));
    return false;
}

Outcome tally_outcome(const Played *game, const GrScript *script, const GrRepairs *repairs) {
    if (repairs->status == GR_REPAIR_NONE || repairs->status == GR_REPAIR_GAVE_UP) {
        return NONE;
    }
    if (repairs->plies == game->plies &&
        memcmp(repairs->move, game->move, game->plies * sizeof *game->move) == 0) {
        return EXACT;
    }
    if (repairs->status == GR_REPAIR_WHOLE) {
        return UNSEEN;
    }
    return is_named(game, script, repairs) ? NAMED : OTHER;
}

/* ---- counting ---- */

static bool add_time(Tally *tally, double seconds) {
    if (tally->timed % 256 == 0) {
        double *grown = realloc(tally->seconds, (tally->timed + 256) * sizeof *grown);
        if (!grown) {
            return false;
        }
        tally->seconds = grown;
    }
    tally->seconds[tally->timed++] = seconds;
    return true;
}

bool tally_game(Tally *tally, const GrRepairs *repairs, Outcome outcome, double seconds) {
    tally->count[outcome]++;
    if (outcome != UNSEEN && outcome != NONE) {
        tally->open += repairs->open;
        tally->sure += !repairs->open;
        tally->right += !repairs->open && outcome == EXACT;
    }
    return add_time(tally, seconds);
}

bool tally_add(Tally *sum, const Tally *part) {
    bool good = true;
    for (int i = 0; i <= NONE; i++) {
        sum->count[i] += part->count[i];
    }
    sum->open += part->open;
    sum->sure += part->sure;
    sum->right += part->right;
    for (unsigned i = 0; i < part->timed && good; i++) {
        good = add_time(sum, part->seconds[i]);
    }
    return good;
}

void tally_free(Tally *tally) {
    free(tally->seconds);
    memset(tally, 0, sizeof *tally);
}

/* ---- printing ---- */

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void tally_print_head(void) {
    printf("%-39s %5s %6s %6s %6s %5s %5s %7s %6s %5s %5s %5s\n", "", "games", "unseen", "exact",
           "named", "other", "none", "guesses", "right", "50%", "95%", "worst");
}

/* Shares are of the games in which the damage shows; `right` is the share of exact ones among those
 * that are not said to be guesses. Times are milliseconds of the processor. */
void tally_print(const char *title, const Tally *t) {
    unsigned seen = t->timed - t->count[UNSEEN];
    double percent = seen ? 100.0 / seen : 0;
    if (t->timed == 0) {
        return;
    }
    qsort(t->seconds, t->timed, sizeof *t->seconds, compare);
    printf("%-39s %5u %6u %5.1f%% %5.1f%% %4.1f%% %4.1f%% %6.1f%% %5.1f%% %5.0f %5.0f %5.0f\n",
           title, t->timed, t->count[UNSEEN], t->count[EXACT] * percent,
           t->count[NAMED] * percent, t->count[OTHER] * percent, t->count[NONE] * percent,
           t->open * percent, t->sure ? 100.0 * t->right / t->sure : 0.0,
           t->seconds[t->timed / 2] * 1e3, t->seconds[t->timed * 95 / 100] * 1e3,
           t->seconds[t->timed - 1] * 1e3);
    fflush(stdout);
}
