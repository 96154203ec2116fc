/* Which games a query may be found in, by their signatures: each is shown to the query's plan as the
 * phases that it tells of. */
#include "db/query/query_phase.h"

#include <stdlib.h>
#include <string.h>

#include "db/codec/bytes.h"
#include "db/index/signatures.h"

/* The games of a variant. */
typedef struct Games {
    const GrPlan *plan;   /* NULL: nothing that could rule out one of them */
    bool never;           /* the query is never found in them */
    GrSignatureVariant variant;
} Games;

typedef struct Question {
    const GrDb *db;
    Games *games;
    size_t variants;
    uint32_t variant;     /* number of the variant asked about last, and its games; NULL: any may fit */
    const Games *last;
} Question;

static const Games *games_of(Question *q, uint32_t variant) {
    if (variant == q->variant)
        return q->last;
    const char *name = gr_intern_get(&q->db->catalog.variants, variant);
    const GrRules *rules = name ? gr_variants_find(q->db->variants, name) : NULL;
    q->variant = variant;
    q->last = NULL;
    for (size_t i = 0; rules && i < q->variants; i++)
        if (q->games[i].variant.rules == rules)
            q->last = &q->games[i];
    return q->last;
}

static GrPhase phase_of(unsigned traits) {
    unsigned side = traits & GR_TRAIT_BLACK ? 1u << GR_BLACK : 1u << GR_WHITE, end = traits & GR_TRAIT_END;
    return (GrPhase){.mated = end == GR_TRAIT_MATE ? side : 0,
                     .stalemated = end == GR_TRAIT_STALEMATE ? side : 0,
                     .promotes = traits & GR_TRAIT_PROMOTED,
                     .en_passant = traits & GR_TRAIT_EN_PASSANT,
                     .passes = traits & GR_TRAIT_PASSED};
}

/* Before there were few pieces; `few` is what there was of each kind then, NULL if that never was so. */
static void see_many(const GrPlan *plan, const GrSignatureVariant *v, unsigned traits, const uint8_t *few, GrPhases *seen) {
    static const uint8_t none[2 * GR_SIGNATURE_KINDS];
    uint8_t any[2 * GR_SIGNATURE_KINDS];
    bool grew = traits & GR_TRAIT_GREW;
    GrPhase phase = phase_of(traits);
    phase.low = few && !grew ? few : none;
    phase.high = grew ? any : v->start;
    phase.least = grew ? 0 : v->few + 1;
    memset(any, UINT8_MAX, sizeof any);
    gr_plan_see_phase(plan, &phase, seen);
}

/* One less or more of a kind; false if that makes no sense. */
static bool change(uint8_t *count, uint32_t kinds, unsigned event) {
    bool more = event >= GR_SIGNATURE_MORE;
    unsigned at = event - (more ? (unsigned)GR_SIGNATURE_MORE : 1u);
    if (at >= 2 * kinds || count[at] == (more ? UINT8_MAX : 0))
        return false;
    count[at] = (uint8_t)(count[at] + (more ? 1 : -1));
    return true;
}

/* Of a game with material. */
static bool material_fits(const GrPlan *plan, const GrSignatureVariant *v, unsigned traits,
                          const uint8_t *kind, uint32_t kinds, const uint8_t *event) {
    uint8_t count[2 * GR_SIGNATURE_KINDS] = {0};
    GrPhases seen = {0, 0};
    GrPhase phase = phase_of(traits);
    if (kinds != v->kinds)
        return true;
    for (uint32_t n = 0; n < kinds; n++) {
        count[2 * n] = kind[n] % GR_SIGNATURE_SIDE;
        count[2 * n + 1] = kind[n] / GR_SIGNATURE_SIDE;
    }
    see_many(plan, v, traits, count, &seen);
    phase.low = phase.high = count;
    for (;; event++) {
        gr_plan_see_phase(plan, &phase, &seen);
        if (gr_plan_may_match(plan, &seen))
            return true;
        if (!*event)
            return false;
        if (!change(count, kinds, *event))
            return true;
    }
}

bool gr_signature_may_match(const GrPlan *plan, const GrSignatureVariant *v, unsigned traits,
                            const uint8_t *kind, uint32_t kinds, const uint8_t *event) {
    GrPhases seen = {0, 0};
    if ((traits & GR_TRAIT_END) == GR_TRAIT_UNKNOWN)
        return true;
    if (traits & GR_TRAIT_FEW)
        return material_fits(plan, v, traits, kind, kinds, event);
    see_many(plan, v, traits, NULL, &seen);
    return gr_plan_may_match(plan, &seen);
}

static bool ask_row(void *context, const GrSignatures *signatures, bool *may) {
    Question *q = context;
    GrInput counts = gr_input(signatures->counts.data, signatures->counts.len);
    GrInput events = gr_input(signatures->events.data, signatures->events.len);
    for (uint32_t i = 0; i < signatures->games; i++) {
        const Games *games = games_of(q, signatures->variant[i]);
        unsigned traits = (uint8_t)signatures->traits.data[i];
        uint32_t kinds = signatures->kinds[i];
        bool few = traits & GR_TRAIT_FEW;
        const uint8_t *kind = few ? gr_input_bytes(&counts, kinds) : NULL;
        const uint8_t *event = few ? (const uint8_t *)gr_input_string(&events) : NULL;
        if (counts.bad || events.bad)
            return false;
        may[i] = !games || !games->never;
        if (may[i] && games && games->plan)
            may[i] = gr_signature_may_match(games->plan, &games->variant, traits, kind, kinds, event);
    }
    return true;
}

int gr_signatures_match(GrDb *db, GrPlan *const *plans, size_t count, GrGameSet *set, GrError *error) {
    Question q = {.db = db, .variants = count, .games = calloc(count + 1, sizeof *q.games)};
    bool any = false;
    if (!q.games)
        return gr_no_memory(error);
    for (size_t i = 0; i < count; i++) {
        const GrRules *rules = gr_variants_at(db->variants, i);
        Games *games = &q.games[i];
        if (!rules)
            continue;
        gr_signature_variant(&games->variant, rules);
        games->never = gr_plan_needs(plans[i]) & GR_PLAN_NOTHING;
        games->plan = !games->never && gr_plan_has_phases(plans[i]) ? plans[i] : NULL;
        any |= games->plan != NULL;
    }
    GrSignatureAsk ask = {.parts = GR_SIGNATURES_MATERIAL, .context = &q, .row = ask_row};
    int code = any ? gr_signatures_ask(db, &ask, set, error) : 0;
    free(q.games);
    return code;
}
