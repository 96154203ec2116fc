/* Which games a query may be found in, by their signatures: first by their traits, which rule most of them out
 * if few can meet the query, and then by their phases (signature_walk.c). */
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

/* ---- plans ---- */

/* What may be where no more is known than how many pieces there are. */
static GrPhases ask_number(const GrPlan *plan, unsigned least, unsigned most) {
    static const uint8_t none[2 * GR_SIGNATURE_KINDS];
    uint8_t any[2 * GR_SIGNATURE_KINDS];
    const GrPhase phase = {.low = none, .high = any, .least = least, .most = most, .part = GR_PHASE_WHOLE,
                           .mated = 3, .stalemated = 3, .promoted = {UINT32_MAX, UINT32_MAX},
                           .en_passant = true, .passes = true};
    memset(any, UINT8_MAX, sizeof any);
    return gr_plan_ask_phase(plan, &phase);
}

/* With which numbers of pieces does every test fail, whatever they are? */
static void learn_numbers(GrSignaturePlan *of) {
    GrPhases many = ask_number(of->plan, of->variant.few - 1, UINT_MAX);
    of->tests = many.holds | many.fails;
    of->only_few = !many.holds && !gr_plan_may_match(of->plan, &(GrPhases){.fails = of->tests});
    for (unsigned pieces = 0; pieces < GR_SIGNATURE_PIECES; pieces++)
        of->never_with |= (uint64_t)(ask_number(of->plan, pieces, pieces).holds == 0) << pieces;
}

/* Does every test fail as long as there are few pieces, by how many there are at most and at least? */
static bool fails_with_few(const GrSignaturePlan *plan, const GrSignatureParts *parts) {
    uint32_t first = 0, never = 0;
    for (uint32_t n = 0; n < parts->kinds; n++)
        first += gr_signature_count(parts, n) % GR_SIGNATURE_SIDE + gr_signature_count(parts, n) / GR_SIGNATURE_SIDE;
    uint32_t least = parts->events < first ? first - parts->events : 0, most = first + parts->events;
    while (least + never <= most && least + never < GR_SIGNATURE_PIECES &&
           plan->never_with >> (least + never) & 1)
        never++;
    return least + never > most;
}

void gr_signature_plan(GrSignaturePlan *of, const GrPlan *plan, const GrRules *rules) {
    *of = (GrSignaturePlan){.never = gr_plan_needs(plan) & GR_PLAN_NOTHING};
    gr_signature_variant(&of->variant, rules);
    if (of->never)
        memset(of->by_traits, GR_SIGNATURE_RULED_OUT, sizeof of->by_traits);
    if (of->never)
        return;
    of->plan = plan;
    of->asks = gr_plan_has_phases(plan);
    if (!of->asks)
        memset(of->by_traits, GR_SIGNATURE_LEFT_IN, sizeof of->by_traits);
    of->whole = gr_plan_is_of_phases(plan);
    of->counts = gr_plan_counts_pieces(plan);
    of->promotes = gr_plan_asks_for_promotions(plan);
    of->ends = gr_plan_asks_for_ends(plan);
    if (of->asks && of->counts)
        learn_numbers(of);
}

/* ---- asking all ---- */

typedef struct Question {
    const GrDb *db;
    GrSignaturePlan *plan;
    size_t plans;
    uint32_t variant;      /* number of the variant asked about last, and its plan; NULL: any may fit */
    GrSignaturePlan *last;
    GrSettledGames *settled;
    bool failed;           /* out of memory */
} Question;

static GrSignaturePlan *find_plan(Question *q, uint32_t variant) {
    const char *name = gr_intern_get(&q->db->catalog.variants, variant);
    const GrRules *rules = name ? gr_variants_find(q->db->variants, name) : NULL;
    q->variant = variant;
    q->last = NULL;
    for (size_t i = 0; rules && i < q->plans; i++)
        if (q->plan[i].variant.rules == rules)
            q->last = &q->plan[i];
    return q->last;
}

static inline GrSignaturePlan *plan_of(Question *q, uint32_t variant) {
    return variant == q->variant ? q->last : find_plan(q, variant);
}

static uint8_t judge_traits(GrSignaturePlan *plan, unsigned traits) {
    uint8_t verdict = gr_signature_traits_may(plan, traits) ? GR_SIGNATURE_LEFT_IN : GR_SIGNATURE_RULED_OUT;
    plan->by_traits[traits] = verdict;
    return verdict;
}

/* Takes games out by their traits, and says what has to be known of the others. */
static unsigned ask_traits(void *context, const GrSignatures *signatures, bool *may) {
    Question *q = context;
    const uint8_t *traits = signatures->part[GR_SIGNED_TRAITS].at;
    GrSignaturePlan *plan = q->last;
    unsigned wanted = 0;
    for (uint32_t i = 0; i < signatures->games; i++) {
        if (!may[i])
            continue;
        if (signatures->variant[i] != q->variant)
            plan = find_plan(q, signatures->variant[i]);
        if (!plan)
            continue;
        uint8_t verdict = plan->by_traits[traits[i]];
        if (verdict == GR_SIGNATURE_UNASKED)
            verdict = judge_traits(plan, traits[i]);
        may[i] = verdict == GR_SIGNATURE_LEFT_IN;
        if (may[i] && (plan->counts || plan->promotes))
            wanted |= gr_signature_is_plain_game(traits[i]) ? GR_SIGNATURES_PLAIN : GR_SIGNATURES_OTHERS;
    }
    return wanted;
}

/* Is a game ruled out by a look at all of it? */
static bool fails_at_once(const GrSignaturePlan *plan, const GrSignatureParts *parts) {
    if (gr_signature_is_unknown(parts->traits) || parts->kinds != plan->variant.kinds)
        return false;
    if (plan->only_few)
        return !parts->event || fails_with_few(plan, parts);
    return parts->event && plan->variant.shrinks && gr_signature_is_plain_game(parts->traits) &&
           !gr_signature_ends_may(plan, parts);
}

static int ask_game(Question *q, const GrSignaturePlan *plan, int64_t id, const GrSignatureParts *parts) {
    return fails_at_once(plan, parts) ? 0 : gr_signature_may_match(plan, id, parts, q->settled);
}

static bool ask_row(void *context, const GrSignatures *signatures, bool *may) {
    Question *q = context;
    GrSignatureCursor cursor = gr_signatures_begin(signatures);
    size_t games = q->settled->games, runs = q->settled->runs;
    for (uint32_t i = 0; i < signatures->games; i++) {
        GrSignatureParts parts;
        if (may[i] ? !gr_signatures_next(&cursor, &parts) : !gr_signatures_skip(&cursor)) {
            q->settled->games = games;
            q->settled->runs = runs;
            return false;
        }
        const GrSignaturePlan *plan = may[i] ? plan_of(q, signatures->variant[i]) : NULL;
        if (!plan || !plan->asks)
            continue;
        int found = ask_game(q, plan, signatures->first + i, &parts);
        q->failed |= found < 0;
        may[i] = found != 0;
    }
    return true;
}

int gr_signatures_match(GrDb *db, GrPlan *const *plans, const GrRules *const *rules, size_t count, GrGameSet *set,
                        GrSettledGames *settled, GrError *error) {
    Question q = {.db = db, .settled = settled, .plans = count, .plan = calloc(count + 1, sizeof *q.plan)};
    bool any = false;
    if (!q.plan)
        return gr_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        gr_signature_plan(&q.plan[i], plans[i], rules[i]);
        any |= q.plan[i].asks;
    }
    const GrSignatureAsk ask = {.context = &q, .traits = ask_traits, .row = ask_row};
    int code = any ? gr_signatures_ask(db, &ask, set, error) : 0;
    free(q.plan);
    return code ? code : q.failed ? gr_no_memory(error) : 0;
}
