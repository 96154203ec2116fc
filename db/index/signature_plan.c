/* Which games a query may be found in, by their signatures: each is shown to the query's plan as the
 * phases that it tells of. Where these say all that the query asks, what they say is kept, and the game
 * need not be played through. */
#include "db/index/signature_plan.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "db/codec/bytes.h"

void gr_settled_free(GrSettledGames *settled) {
    free(settled->game);
    free(settled->run);
    *settled = (GrSettledGames){0};
}

const GrSettledGame *gr_settled_find(const GrSettledGames *settled, int64_t id) {
    size_t low = 0, high = settled->games;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (settled->game[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < settled->games && settled->game[low].id == id ? &settled->game[low] : NULL;
}

/* ---- the phases of a game ---- */

/* A game on its way through its phases. */
typedef struct Walk {
    const GrSignaturePlan *plan;
    GrSignatureParts parts;
    GrPhase phase;      /* what is the same in all */
    GrPhases seen;      /* of all phases so far */
    GrSettledGames *settled; /* takes what is kept of them */
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

/* Shows the plan a phase. */
static void see(Walk *walk, uint32_t first, uint32_t last) {
    GrPhases now = gr_plan_ask_phase(walk->plan->plan, &walk->phase);
    walk->seen.holds |= now.holds;
    walk->seen.fails |= now.fails;
    walk->decided &= !(now.holds & now.fails);
    if (now.holds && walk->decided)
        keep_run(walk, first, last, now.holds);
}

/* Shows the last phase, which the last position may be a part of its own of. */
static void see_last(Walk *walk, uint32_t first, uint32_t last) {
    if (!walk->plan->ends) {
        see(walk, first, last);
        return;
    }
    walk->phase.part = GR_PHASE_BEFORE;
    if (first < last)
        see(walk, first, last - 1);
    walk->phase.part = GR_PHASE_LAST;
    see(walk, last, last);
}

static bool may_match(const Walk *walk) {
    return gr_plan_may_match(walk->plan->plan, &walk->seen);
}

/* Before there were few pieces; `few` is what there was of each kind then, NULL if that never was so, or is
 * not known. `any` must stay as long as the phase. */
static void show_many(Walk *walk, const uint8_t *few, uint8_t any[2 * GR_SIGNATURE_KINDS]) {
    static const uint8_t none[2 * GR_SIGNATURE_KINDS];
    const GrSignatureVariant *v = &walk->plan->variant;
    bool grew = (walk->parts.traits & GR_TRAIT_GREW) || (!few && (walk->parts.traits & GR_TRAIT_FEW));
    memset(any, UINT8_MAX, 2 * GR_SIGNATURE_KINDS);
    walk->phase.low = few && !grew ? few : none;
    walk->phase.high = grew ? any : v->start;
    walk->phase.least = few || !grew ? v->few - 1 : 0; /* of more than `few`, two may be royal */
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

/* Every phase with few pieces; false if that makes no sense. */
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
    for (;; event++, *ply += more) {
        if (!gr_signature_ply(&plies, parts->end, &more) || more > GR_MAX_PLIES - *ply)
            return false;
        if (!*event)
            break;
        if (more)
            see(walk, *ply, *ply + more - 1);
        if (!walk->decided && may_match(walk))
            return true;
        if (!change(&walk->phase, count, parts->kinds, *event))
            return false;
    }
    see_last(walk, *ply, *ply + more);
    *ply += more;
    return true;
}

/* A game with material: false if that makes no sense. */
static bool walk_material(Walk *walk, uint32_t *ply) {
    uint8_t count[2 * GR_SIGNATURE_KINDS] = {0}, any[2 * GR_SIGNATURE_KINDS];
    GrSignatureParts *parts = &walk->parts;
    if (parts->kinds != walk->plan->variant.kinds || !gr_signature_ply(&parts->plies, parts->end, ply))
        return false;
    for (uint32_t n = 0; n < parts->kinds; n++) {
        count[2 * n] = parts->kind[n] % GR_SIGNATURE_SIDE;
        count[2 * n + 1] = parts->kind[n] / GR_SIGNATURE_SIDE;
    }
    show_many(walk, count, any);
    if (*ply)
        see(walk, 0, *ply - 1);
    return walk_few(walk, count, ply);
}

/* Another one. Its length is known only if it has ended. */
static void walk_other(Walk *walk, uint32_t *ply) {
    uint8_t any[2 * GR_SIGNATURE_KINDS];
    show_many(walk, NULL, any);
    *ply = walk->parts.last;
    if (gr_signature_ends(walk->parts.traits)) {
        see_last(walk, 0, *ply);
    } else {
        walk->decided = false;
        see(walk, 0, 0);
    }
}

/* ---- asking about a game ---- */

static GrPhase phase_of(unsigned traits) {
    unsigned side = traits & GR_TRAIT_BLACK ? 1u << GR_BLACK : 1u << GR_WHITE, end = traits & GR_TRAIT_END;
    return (GrPhase){.mated = end == GR_TRAIT_MATE ? side : 0,
                     .stalemated = end == GR_TRAIT_STALEMATE ? side : 0,
                     .promotes = traits & GR_TRAIT_PROMOTED,
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

int gr_signature_may_match(const GrSignaturePlan *plan, int64_t id, const GrSignatureParts *parts,
                           GrSettledGames *settled) {
    GrSettledGame game = {.id = id, .rules = plan->variant.rules, .run = settled->runs};
    Walk walk = {.plan = plan, .parts = *parts, .phase = phase_of(parts->traits), .settled = settled,
                 .decided = plan->whole};
    bool may = true;
    if ((parts->traits & GR_TRAIT_END) == GR_TRAIT_UNKNOWN)
        return 1;
    if (parts->material)
        walk.decided &= may = walk_material(&walk, &game.plies);
    else
        walk_other(&walk, &game.plies);
    may = !may || may_match(&walk);
    game.runs = settled->runs - game.run;
    if (!may || !walk.decided)
        settled->runs = game.run;
    else if (walk.failed || keep_game(settled, &game))
        return GR_ERR_MEMORY;
    return may;
}

void gr_signature_plan(GrSignaturePlan *of, const GrPlan *plan, const GrRules *rules) {
    *of = (GrSignaturePlan){.never = gr_plan_needs(plan) & GR_PLAN_NOTHING};
    gr_signature_variant(&of->variant, rules);
    if (of->never)
        return;
    of->plan = plan;
    of->asks = gr_plan_has_phases(plan);
    of->whole = gr_plan_is_of_phases(plan);
    of->counts = gr_plan_counts_pieces(plan);
    of->ends = gr_plan_asks_for_ends(plan);
}

/* ---- asking all ---- */

typedef struct Question {
    const GrDb *db;
    GrSignaturePlan *plan;
    size_t plans;
    uint32_t variant;      /* number of the variant asked about last, and its plan; NULL: any may fit */
    const GrSignaturePlan *last;
    GrSettledGames *settled;
    bool counts;           /* material is asked for */
    bool failed;           /* out of memory */
} Question;

static const GrSignaturePlan *plan_of(Question *q, uint32_t variant) {
    if (variant == q->variant)
        return q->last;
    const char *name = gr_intern_get(&q->db->catalog.variants, variant);
    const GrRules *rules = name ? gr_variants_find(q->db->variants, name) : NULL;
    q->variant = variant;
    q->last = NULL;
    for (size_t i = 0; rules && i < q->plans; i++)
        if (q->plan[i].variant.rules == rules)
            q->last = &q->plan[i];
    return q->last;
}

/* Where the parts of a row have been read to. */
typedef struct Reader {
    GrInput counts, events, plies, ends;
    bool material; /* it was asked for */
} Reader;

static bool next_material(Reader *r, uint32_t kinds, GrSignatureParts *parts) {
    parts->material = true;
    parts->kinds = kinds;
    parts->kind = gr_input_bytes(&r->counts, kinds);
    parts->event = (const uint8_t *)gr_input_string(&r->events);
    if (r->counts.bad || r->events.bad)
        return false;
    parts->plies = r->plies.at;
    bool sound = gr_signature_pass(&r->plies.at, r->plies.end, (uint32_t)strlen((const char *)parts->event) + 2);
    parts->end = r->plies.at;
    return sound;
}

/* The parts of the next game; false if there is not enough left. */
static bool next_game(Reader *r, const GrSignatures *signatures, uint32_t i, GrSignatureParts *parts) {
    *parts = (GrSignatureParts){.traits = (uint8_t)signatures->traits.data[i]};
    if (r->material && (parts->traits & GR_TRAIT_FEW) && !next_material(r, signatures->kinds[i], parts))
        return false;
    return !gr_signature_ends(parts->traits) || gr_signature_ply(&r->ends.at, r->ends.end, &parts->last);
}

static bool ask_row(void *context, const GrSignatures *signatures, bool *may) {
    Question *q = context;
    Reader reader = {gr_input(signatures->counts.data, signatures->counts.len),
                     gr_input(signatures->events.data, signatures->events.len),
                     gr_input(signatures->plies.data, signatures->plies.len),
                     gr_input(signatures->ends.data, signatures->ends.len), q->counts};
    size_t games = q->settled->games, runs = q->settled->runs;
    for (uint32_t i = 0; i < signatures->games; i++) {
        const GrSignaturePlan *plan = plan_of(q, signatures->variant[i]);
        GrSignatureParts parts;
        if (!next_game(&reader, signatures, i, &parts)) {
            q->settled->games = games;
            q->settled->runs = runs;
            return false;
        }
        if (!may[i])
            continue;
        may[i] = !plan || !plan->never;
        if (!plan || !plan->asks)
            continue;
        int found = gr_signature_may_match(plan, signatures->first + i, &parts, q->settled);
        q->failed |= found < 0;
        may[i] = found != 0;
    }
    return true;
}

int gr_signatures_match(GrDb *db, GrPlan *const *plans, size_t count, GrGameSet *set, GrSettledGames *settled,
                        GrError *error) {
    Question q = {.db = db, .settled = settled, .plans = count, .plan = calloc(count + 1, sizeof *q.plan)};
    bool any = false;
    if (!q.plan)
        return gr_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        gr_signature_plan(&q.plan[i], plans[i], gr_variants_at(db->variants, i));
        any |= q.plan[i].asks;
        q.counts |= q.plan[i].asks && q.plan[i].counts;
    }
    GrSignatureAsk ask = {.parts = q.counts ? GR_SIGNATURES_MATERIAL : 0, .context = &q, .row = ask_row};
    int code = any ? gr_signatures_ask(db, &ask, set, error) : 0;
    free(q.plan);
    return code ? code : q.failed ? gr_no_memory(error) : 0;
}
