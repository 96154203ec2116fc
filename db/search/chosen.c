/* Asking the index which games are chosen. */
#include "db/search/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "db/index/values.h"
#include "db/store/head.h"

enum { MOST_GAMES = GR_VALUES_CHUNKS * GR_CHUNK_GAMES };

typedef struct Asking {
    GrDb *db;
    GrChosen *chosen;
    GrTagValues values;    /* of the segment at hand, */
    bool facts;            /* with their facts, for conditions that ask for these, */
    bool unknown;          /* and whether there are games of which it says nothing; */
    uint8_t *verdict;      /* of its games, with room for those of any; */
    uint8_t *room;         /* for what is joined, */
    uint8_t *other;        /* and for the second of two tags */
    GrError *error;
} Asking;

void gr_chosen_close(GrChosen *chosen) {
    gr_asked_close(&chosen->asked);
    free(chosen->may);
    free(chosen->sure);
    *chosen = (GrChosen){0};
}

/* ---- a segment ---- */

/* Games that are not there are out, of others nothing is said yet. */
static void judge_facts(Asking *a) {
    static const uint8_t of_state[] = {[GR_FACT_NONE] = GR_OUT, [GR_FACT_UNKNOWN] = GR_UNSURE, [GR_FACT_GAME] = GR_IN};
    for (uint32_t i = 0; i < a->values.games; i++)
        a->verdict[i] = of_state[a->values.state[i]];
    a->unknown = memchr(a->verdict, GR_UNSURE, a->values.games) != NULL;
}

static void judge_result(const Asking *a, const GrAsked *asked, uint8_t *verdict) {
    uint8_t by_result[4];
    for (uint32_t result = 0; result < 4; result++)
        by_result[result] = gr_asked_result(asked, result);
    for (uint32_t i = 0; i < a->values.games; i++)
        verdict[i] = a->values.fact[i] < GR_FACT_GAME ? GR_UNSURE : by_result[(a->values.fact[i] - GR_FACT_GAME) & 3];
}

static void judge_variant(const Asking *a, const GrAsked *asked, uint8_t *verdict) {
    uint32_t last = UINT32_MAX;
    uint8_t of_last = GR_OUT;
    for (uint32_t i = 0; i < a->values.games; i++) {
        uint32_t fact = a->values.fact[i], variant = (fact - GR_FACT_GAME) / 4;
        verdict[i] = GR_UNSURE;
        if (fact < GR_FACT_GAME)
            continue;
        if (variant != last)
            of_last = gr_asked_variant(asked, &a->db->catalog, variant);
        last = variant;
        verdict[i] = of_last;
    }
}

static int judge_tag(const Asking *a, const GrAsked *asked, int which, uint8_t *verdict) {
    return gr_values_look_up(a->db, &a->values, asked->tag[which], &asked->fits, verdict, a->error);
}

static int judge_tags(const Asking *a, const GrAsked *asked, uint8_t *verdict) {
    int found = judge_tag(a, asked, 0, verdict);
    if (found > 0 && asked->subject != GR_ON_TAG)
        found = judge_tag(a, asked, 1, a->other);
    if (found > 0 && asked->subject != GR_ON_TAG)
        gr_asked_join(verdict, a->other, a->values.games, asked->subject == GR_ON_BOTH);
    for (uint32_t i = 0; i < a->values.games && found > 0 && a->unknown; i++)
        if (a->values.state[i] == GR_FACT_UNKNOWN)
            verdict[i] = GR_UNSURE;
    return found;
}

/* 1, 0 if something is damaged, or a code. */
static int judge(void *context, const GrAsked *asked, uint8_t *verdict) {
    Asking *a = context;
    switch (asked->subject) {
    case GR_ON_GAMES:
        for (uint32_t i = 0; i < a->values.games; i++)
            verdict[i] = a->verdict[i] ? gr_asked_number(asked, a->values.first + i) : GR_OUT;
        return 1;
    case GR_ON_VARIANT:
        judge_variant(a, asked, verdict);
        return 1;
    case GR_ON_RESULT:
        judge_result(a, asked, verdict);
        return 1;
    case GR_ON_PLIES:
        memset(verdict, GR_UNSURE, a->values.games);
        return 1;
    default:
        return judge_tags(a, asked, verdict);
    }
}

/* The lowest bit of each of eight bytes. */
static uint64_t lowest_bits(uint64_t bytes) {
    return (bytes & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

/* A segment begins with a word of bits; its last games may be beyond those of the database. */
static void note_verdicts(const Asking *a) {
    GrChosen *chosen = a->chosen;
    int64_t at = (a->values.first - 1) / 64;
    for (uint32_t i = 0; i < a->values.games && at < (chosen->games + 63) / 64; i += 64, at++) {
        uint64_t may = 0, sure = 0;
        for (uint32_t n = 0; n < 64; n += 8) {
            const uint8_t *v = a->verdict + i + n;
            uint64_t bytes = (uint64_t)v[0] | (uint64_t)v[1] << 8 | (uint64_t)v[2] << 16 | (uint64_t)v[3] << 24 |
                             (uint64_t)v[4] << 32 | (uint64_t)v[5] << 40 | (uint64_t)v[6] << 48 | (uint64_t)v[7] << 56;
            may |= lowest_bits(bytes) << n;
            sure |= lowest_bits(bytes >> 1) << n;
        }
        chosen->may[at] = may;
        chosen->sure[at] = sure;
    }
}

/* Room for the games of any segment, which is kept. */
static bool make_room(Asking *a) {
    if (!a->verdict)
        a->verdict = malloc(MOST_GAMES);
    if (!a->room)
        a->room = malloc(a->chosen->asked.depth * MOST_GAMES);
    if (!a->other)
        a->other = malloc(MOST_GAMES);
    return a->verdict && a->room && a->other;
}

static int ask_segment(Asking *a, const GrSegment *segment) {
    int found = gr_values_open(a->db, segment, a->facts, &a->values, a->error);
    if (found > 0 && !make_room(a))
        found = gr_no_memory(a->error);
    if (found > 0) {
        judge_facts(a);
        found = gr_asked_judge(&a->chosen->asked, judge, a, a->values.games, a->room, a->verdict);
    }
    if (found > 0)
        note_verdicts(a);
    return found < 0 ? found : 0;
}

static void free_asking(Asking *a) {
    free(a->verdict);
    free(a->room);
    free(a->other);
    gr_values_free(&a->values);
}

/* ---- all of them ---- */

static void set_bits(uint64_t *word, int64_t first, int64_t last, bool on) {
    for (int64_t i = first - 1; i < last; i++) {
        if (i % 64 == 0 && last - i >= 64) {
            word[i / 64] = on ? ~0ull : 0;
            i += 63;
        } else if (on) {
            word[i / 64] |= 1ull << i % 64;
        } else {
            word[i / 64] &= ~(1ull << i % 64);
        }
    }
}

/* Of these games nothing is known. */
static void forget(GrChosen *chosen, int64_t first, int64_t last) {
    first = first > 1 ? first : 1;
    last = last < chosen->games ? last : chosen->games;
    set_bits(chosen->may, first, last, true);
    set_bits(chosen->sure, first, last, false);
}

/* Segments do not lie over each other, unless somebody else made them: then which one is right is not known. */
static bool lies_over_another(const GrCoverage *coverage, size_t which) {
    for (size_t i = 0; i < coverage->segments; i++)
        if (i != which && coverage->segment[i].first <= coverage->segment[which].last &&
            coverage->segment[i].last >= coverage->segment[which].first)
            return true;
    return false;
}

static bool asks_for_facts(const GrAskedChoice *choice) {
    bool asks = false;
    for (size_t i = 0; i < choice->count; i++)
        asks |= choice->asked[i].subject == GR_ON_VARIANT || choice->asked[i].subject == GR_ON_RESULT;
    return asks;
}

static int ask_index(GrDb *db, GrChosen *chosen, GrError *error) {
    const GrCoverage *coverage = gr_coverage(db);
    Asking asking = {.db = db, .chosen = chosen, .facts = asks_for_facts(&chosen->asked), .error = error};
    int code = 0;
    for (size_t i = 0; i < coverage->segments && !code; i++)
        if (!lies_over_another(coverage, i))
            code = ask_segment(&asking, &coverage->segment[i]);
    free_asking(&asking);
    for (size_t i = 0; i < coverage->lacks; i++)
        forget(chosen, coverage->lack[i][0], coverage->lack[i][1]);
    return code;
}

/* Takes out the games whose numbers are not asked for. */
static void ask_numbers(GrChosen *chosen) {
    for (size_t i = 0; i < chosen->asked.conditions; i++) {
        const GrAsked *asked = &chosen->asked.asked[i];
        if (asked->subject != GR_ON_GAMES)
            continue;
        for (int64_t id = 1; id <= chosen->games; id++)
            if (!gr_asked_number(asked, id)) {
                chosen->may[(id - 1) / 64] &= ~(1ull << (id - 1) % 64);
                chosen->sure[(id - 1) / 64] &= ~(1ull << (id - 1) % 64);
            }
    }
}

static void count_games(GrChosen *chosen) {
    for (int64_t i = 0; i < (chosen->games + 63) / 64; i++) {
        chosen->certain += (uint64_t)__builtin_popcountll(chosen->sure[i]);
        chosen->open += (uint64_t)__builtin_popcountll(chosen->may[i] & ~chosen->sure[i]);
    }
}

static int choose(GrDb *db, GrChosen *chosen, GrError *error) {
    int64_t last = gr_db_last(db, error);
    int code = last < 0 ? (int)last : gr_db_flush(db, error);
    if (!code)
        code = gr_coverage_load(db, error);
    if (code || !last)
        return code;
    chosen->games = last;
    chosen->may = calloc((size_t)last / 64 + 1, sizeof *chosen->may);
    chosen->sure = calloc((size_t)last / 64 + 1, sizeof *chosen->sure);
    if (!chosen->may || !chosen->sure)
        return gr_no_memory(error);
    forget(chosen, 1, last);
    if (gr_coverage(db)->any)
        code = ask_index(db, chosen, error);
    if (!code)
        ask_numbers(chosen);
    count_games(chosen);
    return code;
}

int gr_chosen_open(GrDb *db, const GrChoice *choice, GrChosen *chosen, GrError *error) {
    *chosen = (GrChosen){0};
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_asked_open(db, choice, &chosen->asked, error);
    if (!code && chosen->asked.count)
        code = choose(db, chosen, error);
    if (code)
        gr_chosen_close(chosen);
    return code;
}

/* ---- using them ---- */

int64_t gr_chosen_next(const GrChosen *chosen, int64_t id) {
    int64_t at = id - 1;
    if (!chosen->may || at >= chosen->games)
        return id;
    uint64_t word = chosen->may[at / 64] >> at % 64;
    if (word)
        return id + __builtin_ctzll(word);
    for (at = at / 64 + 1; at < (chosen->games + 63) / 64; at++)
        if (chosen->may[at])
            return at * 64 + 1 + __builtin_ctzll(chosen->may[at]);
    return chosen->games + 1;
}

bool gr_chosen_narrow(const GrChosen *chosen, bool unsure, GrGameSet *set) {
    if (!chosen->may || chosen->open == (uint64_t)chosen->games ||
        (set->word && (set->shift || set->groups != chosen->games)))
        return true;
    int64_t words = chosen->games / 64 + 1;
    if (!set->word) {
        *set = (GrGameSet){.word = malloc((size_t)words * sizeof *set->word), .groups = chosen->games,
                           .unasked = UINT64_MAX};
        if (!set->word)
            return false;
        memset(set->word, 0xFF, (size_t)words * sizeof *set->word);
    }
    set->count = 0;
    for (int64_t i = 0; i < words; i++) {
        set->word[i] &= chosen->may[i] & (unsure ? ~chosen->sure[i] : ~0ull);
        set->count += (uint64_t)__builtin_popcountll(set->word[i]);
    }
    set->unasked = set->unasked < set->count ? set->unasked : set->count;
    return true;
}
