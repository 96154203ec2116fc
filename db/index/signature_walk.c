/* What signatures say of the phases of a game, shown to a query's plan one after the other. Where they say all
 * that the query asks, what they say is kept, and the game need not be played through. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "db/index/signature_plan.h"

/* Numbers of pieces, White's and Black's of each kind. */
typedef struct Counts {
    uint8_t of[2 * GR_SIGNATURE_KINDS];
} Counts;

/* A game on its way through its phases. */
typedef struct Walk {
    const GrSignaturePlan *plan;
    GrSignatureParts parts;
    GrPhase phase;      /* what is the same in all */
    Counts low, high;   /* of the phase, if that has its numbers here */
    GrPhases seen;      /* of all phases so far */
    GrSettledGames *settled; /* takes what is kept of them */
    const uint8_t *promotion, *promoted; /* those that are still to come, and plies of those after the next one: */
    uint32_t promotions, next;           /* how many, and the ply of the next one */
    bool endless;       /* how many plies there are is not known */
    bool decided;       /* no test is open in any phase */
    bool failed;        /* out of memory */
} Walk;

static void keep_run(Walk *walk, uint32_t first, uint32_t last, uint64_t tests) {
    GrSettledGames *settled = walk->settled;
    if (settled->runs == settled->run_room) {
        size_t room = settled->run_room ? 2 * settled->run_room : 256;
        GrTestRun *run = realloc(settled->run, room * sizeof *run);
        walk->failed |= !run;
        if (!run)
            return;
        settled->run = run;
        settled->run_room = room;
    }
    settled->run[settled->runs++] = (GrTestRun){first, last, tests};
}

/* Shows the plan a phase without promotions, or a position after one. */
static void see_part(Walk *walk, uint32_t first, uint32_t last) {
    unsigned pieces = walk->phase.least;
    if (pieces == walk->phase.most && pieces < GR_SIGNATURE_PIECES && walk->plan->never_with >> pieces & 1) {
        walk->seen.fails |= walk->plan->tests;
        return;
    }
    GrPhases now = gr_plan_ask_phase(walk->plan->plan, &walk->phase);
    walk->seen.holds |= now.holds;
    walk->seen.fails |= now.fails;
    walk->decided &= !(now.holds & now.fails) && !(now.holds && walk->endless);
    if (now.holds && walk->decided)
        keep_run(walk, first, last, now.holds);
}

/* Comes to the next promotion, if there is one and its ply makes sense. */
static void next_promotion(Walk *walk) {
    uint32_t more;
    if (walk->promotions && !gr_signature_ply(&walk->promoted, walk->parts.end, &more))
        walk->promotions = 0;
    if (walk->promotions)
        walk->next += more;
}

/* Shows the plan the position after the next promotion. */
static void see_promotion(Walk *walk) {
    unsigned c = *walk->promotion - 1u;
    walk->phase.promoted[c % 2] = 2u << (c / 2 + 1) % 31;
    walk->phase.promotes = true;
    see_part(walk, walk->next, walk->next);
    walk->phase.promoted[c % 2] = 0;
    walk->phase.promotes = false;
}

/* Shows the plan a phase, and each promotion in it by itself. */
static void see(Walk *walk, uint32_t first, uint32_t last) {
    while (walk->promotions && walk->next <= last) {
        if (first < walk->next)
            see_part(walk, first, walk->next - 1);
        if (first <= walk->next)
            see_promotion(walk);
        first = walk->next + 1;
        walk->promotion++;
        walk->promotions--;
        next_promotion(walk);
    }
    if (first <= last)
        see_part(walk, first, last);
}

/* Shows the last phase, which the last position may be a part of its own of; `exactly` is what there is there, NULL
 * if that is as in the phase. */
static void see_last(Walk *walk, uint32_t first, uint32_t last, const Counts *exactly) {
    if (!walk->plan->ends) {
        see(walk, first, last);
        return;
    }
    walk->phase.part = GR_PHASE_BEFORE;
    if (first < last || walk->endless)
        see(walk, first, walk->endless ? last : last - 1);
    walk->phase.part = GR_PHASE_LAST;
    if (exactly)
        walk->phase.low = walk->phase.high = exactly->of;
    see(walk, last, last);
}

static bool may_match(const Walk *walk) {
    return gr_plan_may_match(walk->plan->plan, &walk->seen);
}

/* What was recorded of each kind; *capped: of one, GR_SIGNATURE_MANY, which may stand for more. */
static Counts read_counts(const GrSignatureParts *parts, bool *capped) {
    Counts counts;
    *capped = false;
    for (uint32_t kind = 0; kind < parts->kinds; kind++) {
        unsigned both = gr_signature_count(parts, kind);
        unsigned white = both % GR_SIGNATURE_SIDE, black = both / GR_SIGNATURE_SIDE;
        *capped |= white >= GR_SIGNATURE_MANY || black >= GR_SIGNATURE_MANY;
        counts.of[2 * kind] = (uint8_t)white;
        counts.of[2 * kind + 1] = (uint8_t)black;
    }
    return counts;
}

/* A bound that was recorded. */
static Counts read_bound(const uint8_t *bytes, uint32_t kinds, bool upper) {
    Counts counts;
    for (uint32_t c = 0; c < 2 * kinds; c++) {
        unsigned both = bytes[c / 2], count = c % 2 ? both / GR_SIGNATURE_SIDE : both % GR_SIGNATURE_SIDE;
        counts.of[c] = upper && count >= GR_SIGNATURE_MANY ? UINT8_MAX : (uint8_t)count;
    }
    return counts;
}

/* Pieces that came by promotion in the first position recorded were not there before. */
static void take_promoted(const GrSignatureParts *parts, uint8_t *low) {
    const uint8_t *plies = parts->promoted;
    uint32_t ply = 0, more;
    for (uint32_t n = 0; n < parts->promotions && gr_signature_ply(&plies, parts->end, &more); n++) {
        unsigned c = parts->promotion[n] - 1u;
        ply += more;
        if (ply == parts->first && c < 2 * parts->kinds && low[c])
            low[c]--;
    }
}

/* What there was before material is recorded, or as long as it is not: `counts` is what there was then, or at
 * last; NULL if nothing is known of that. */
static void show_many(Walk *walk, const Counts *counts) {
    const GrSignatureVariant *v = &walk->plan->variant;
    const GrSignatureParts *parts = &walk->parts;
    bool few = parts->traits & GR_TRAIT_FEW, grew = parts->traits & GR_TRAIT_GREW;
    if (grew && counts && parts->least) {
        walk->low = read_bound(parts->least, parts->kinds, false);
        walk->high = read_bound(parts->most, parts->kinds, true);
    } else if (grew || !counts) {
        memset(&walk->low, 0, sizeof walk->low);
        memset(&walk->high, UINT8_MAX, sizeof walk->high);
    } else {
        walk->low = *counts;
        take_promoted(parts, walk->low.of);
    }
    walk->phase.low = walk->low.of;
    walk->phase.high = grew ? walk->high.of : v->start;
    bool unread = few && !counts; /* there were few pieces, but which is not said */
    walk->phase.least = !unread && (counts || !grew) ? v->few - 1 : 0; /* of more than `few`, two may be royal */
    walk->phase.most = UINT_MAX;
    walk->phase.part = few ? GR_PHASE_BEFORE : GR_PHASE_WHOLE;
}

/* One less or more of a kind; false if that makes no sense. */
static bool change(GrPhase *phase, uint8_t *count, uint32_t kinds, unsigned event) {
    bool more = event >= GR_SIGNATURE_MORE;
    unsigned at = event - (more ? (unsigned)GR_SIGNATURE_MORE : 1u);
    if (at >= 2 * kinds || count[at] == (more ? UINT8_MAX : 0))
        return false;
    count[at] = (uint8_t)(count[at] + (more ? 1 : -1));
    phase->most = phase->least += more ? 1u : -1u;
    return true;
}

/* Every phase with material; false if that makes no sense. */
static bool walk_few(Walk *walk, uint8_t *count, uint32_t *ply) {
    const GrSignatureParts *parts = &walk->parts;
    const uint8_t *event = parts->event, *plies = parts->plies;
    uint32_t more;
    walk->phase.low = walk->phase.high = count;
    walk->phase.least = 0;
    for (uint32_t n = 0; n < 2 * parts->kinds; n++)
        walk->phase.least += count[n];
    walk->phase.most = walk->phase.least;
    walk->phase.part = GR_PHASE_BEFORE;
    for (; *event; event++, *ply += more) {
        if (!gr_signature_ply(&plies, parts->end, &more) || more > GR_MAX_PLIES - *ply)
            return false;
        if (more)
            see(walk, *ply, *ply + more - 1);
        if (!walk->decided && may_match(walk))
            return true;
        if (!change(&walk->phase, count, parts->kinds, *event))
            return false;
    }
    if (parts->rest > GR_MAX_PLIES - *ply)
        return false;
    see_last(walk, *ply, *ply + parts->rest, NULL);
    *ply += parts->rest;
    return true;
}

/* A game with material: false if that makes no sense. */
static bool walk_material(Walk *walk, uint32_t *ply) {
    const GrSignatureParts *parts = &walk->parts;
    bool capped;
    Counts count = read_counts(parts, &capped);
    *ply = parts->first;
    show_many(walk, &count);
    if (*ply)
        see(walk, 0, *ply - 1);
    return walk_few(walk, count.of, ply);
}

/* Another one. Its length is known only if it has ended, or if there are promotions. */
static void walk_other(Walk *walk, uint32_t *ply) {
    const GrSignatureParts *parts = &walk->parts;
    const uint8_t *plies = parts->promoted;
    bool capped = true, promoted = parts->promotion != NULL;
    Counts last;
    if (parts->kinds)
        last = read_counts(parts, &capped);
    show_many(walk, parts->kinds ? &last : NULL);
    *ply = gr_signature_ends(parts->traits) ? parts->last : promoted ? parts->after : 0;
    walk->endless = !gr_signature_ends(parts->traits) && !promoted;
    for (uint32_t n = 0, more; promoted && !gr_signature_ends(parts->traits) && n < parts->promotions; n++)
        *ply += gr_signature_ply(&plies, parts->end, &more) ? more : 0;
    see_last(walk, 0, *ply, capped ? NULL : &last);
}

/* ---- asking about a game ---- */

/* What is the same in all phases of a game. Where promotions are not known one by one, any may be. */
static GrPhase phase_of(const GrSignatureParts *parts) {
    unsigned traits = parts->traits, end = traits & GR_TRAIT_END;
    unsigned side = traits & GR_TRAIT_BLACK ? 1u << GR_BLACK : 1u << GR_WHITE;
    uint32_t promoted = traits & GR_TRAIT_PROMOTED && !parts->promotion ? UINT32_MAX : 0;
    return (GrPhase){.mated = end == GR_TRAIT_MATE ? side : 0,
                     .stalemated = end == GR_TRAIT_STALEMATE ? side : 0,
                     .promoted = {promoted, promoted},
                     .en_passant = traits & GR_TRAIT_EN_PASSANT,
                     .passes = traits & GR_TRAIT_PASSED};
}

static int keep_game(GrSettledGames *settled, const GrSettledGame *game) {
    if (settled->games == settled->game_room) {
        size_t room = settled->game_room ? 2 * settled->game_room : 256;
        GrSettledGame *grown = realloc(settled->game, room * sizeof *grown);
        if (!grown)
            return GR_ERR_MEMORY;
        settled->game = grown;
        settled->game_room = room;
    }
    settled->game[settled->games++] = *game;
    return 0;
}

/* Is what the parts have of pieces of use? It may be of another program's variant, or there is nothing. */
static bool knows_material(const GrSignaturePlan *plan, const GrSignatureParts *parts) {
    return parts->kinds == plan->variant.kinds;
}

int gr_signature_may_match(const GrSignaturePlan *plan, int64_t id, const GrSignatureParts *parts,
                           GrSettledGames *settled) {
    GrSettledGame game = {.id = id, .rules = plan->variant.rules, .run = settled->runs};
    Walk walk = {.plan = plan, .parts = *parts, .phase = phase_of(parts), .settled = settled,
                 .promotion = parts->promotion, .promoted = parts->promoted, .promotions = parts->promotions,
                 .decided = plan->whole};
    bool may = true;
    if (gr_signature_is_unknown(parts->traits) || (parts->kinds && !knows_material(plan, parts)))
        return 1;
    next_promotion(&walk);
    if (parts->event)
        walk.decided &= may = walk_material(&walk, &game.plies);
    else
        walk_other(&walk, &game.plies);
    may = !may || may_match(&walk);
    walk.decided &= !walk.endless; /* what holds where no test does, holds at we do not know how many plies */
    game.runs = settled->runs - game.run;
    if (!may || !walk.decided)
        settled->runs = game.run;
    else if (walk.failed || keep_game(settled, &game))
        return GR_ERR_MEMORY;
    return may;
}

/* ---- at a glance ---- */

/* May a game have the query that is like this in all of its positions? */
static bool phase_may_match(const GrSignaturePlan *plan, GrPhase phase, const uint8_t *low, const uint8_t *high) {
    phase.low = low;
    phase.high = high;
    phase.most = UINT_MAX;
    phase.part = GR_PHASE_WHOLE;
    const GrPhases seen = gr_plan_ask_phase(plan->plan, &phase);
    return gr_plan_may_match(plan->plan, &seen);
}

bool gr_signature_traits_may(const GrSignaturePlan *plan, unsigned traits) {
    const GrSignatureParts parts = {.traits = traits};
    const Counts none = {{0}};
    Counts any;
    memset(&any, UINT8_MAX, sizeof any);
    bool plain = gr_signature_is_plain_game(traits) && plan->variant.shrinks;
    return gr_signature_is_unknown(traits) ||
           phase_may_match(plan, phase_of(&parts), none.of, plain ? plan->variant.start : any.of);
}

bool gr_signature_ends_may(const GrSignaturePlan *plan, const GrSignatureParts *parts) {
    bool capped;
    Counts last = read_counts(parts, &capped);
    for (uint32_t n = 0; n < parts->events; n++)
        if (parts->event[n] <= 2 * parts->kinds && last.of[parts->event[n] - 1])
            last.of[parts->event[n] - 1]--;
    return phase_may_match(plan, phase_of(parts), last.of, plan->variant.start);
}
