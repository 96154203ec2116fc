/* Asking the index which games a selection chooses. */
#include "db/search/chosen.h"

#include <stdlib.h>

#include "db/index/values.h"
#include "db/store/head.h"

typedef struct Choice {
    GrDb *db;
    GrChosen *chosen;
    GrTagValues values;    /* of the segment at hand, */
    uint8_t *verdict;   /* and of its games; */
    uint32_t *value[2]; /* room for two columns */
    GrError *error;
} Choice;

void gr_chosen_close(GrChosen *chosen) {
    gr_asked_close(chosen->asked, chosen->count);
    free(chosen->may);
    free(chosen->sure);
    *chosen = (GrChosen){0};
}

/* ---- a segment ---- */

/* Games that are not there are out, of others nothing is said yet. */
static void judge_facts(Choice *c) {
    for (uint32_t i = 0; i < c->values.games; i++) {
        uint32_t fact = c->values.fact[i];
        c->verdict[i] = fact == GR_FACT_NONE ? GR_OUT : fact == GR_FACT_UNKNOWN ? GR_UNSURE : GR_IN;
    }
}

static void judge_result(Choice *c, const GrAsked *asked) {
    uint8_t by_result[4];
    for (uint32_t result = 0; result < 4; result++)
        by_result[result] = gr_asked_result(asked, result);
    for (uint32_t i = 0; i < c->values.games; i++)
        c->verdict[i] &= c->values.fact[i] < GR_FACT_GAME ? GR_UNSURE
                                                           : by_result[(c->values.fact[i] - GR_FACT_GAME) & 3];
}

static void judge_variant(Choice *c, const GrAsked *asked) {
    uint32_t last = UINT32_MAX;
    uint8_t of_last = GR_OUT;
    for (uint32_t i = 0; i < c->values.games; i++) {
        uint32_t fact = c->values.fact[i], variant = (fact - GR_FACT_GAME) / 4;
        if (fact < GR_FACT_GAME)
            continue;
        if (variant != last)
            of_last = gr_asked_variant(asked, &c->db->catalog, variant);
        last = variant;
        c->verdict[i] &= of_last;
    }
}

static void judge_number(Choice *c, const GrAsked *asked) {
    for (uint32_t i = 0; i < c->values.games; i++)
        if (c->verdict[i])
            c->verdict[i] &= gr_asked_number(asked, c->values.first + i);
}

static int judge_tags(Choice *c, const GrAsked *asked) {
    int tags = asked->condition->subject == GR_ON_TAG ? 1 : 2, found = 1;
    uint8_t unknown = GR_OUT;
    for (int n = 0; n < tags && found > 0; n++)
        found = gr_values_read(c->db, &c->values, asked->tag[n], c->value[n], c->error);
    for (uint32_t i = 0; i < c->values.games && found > 0; i++)
        unknown |= c->values.fact[i] == GR_FACT_UNKNOWN;
    for (uint32_t i = 0; i < c->values.games && unknown; i++) /* of which no column says anything */
        for (int n = 0; n < tags && c->values.fact[i] == GR_FACT_UNKNOWN; n++)
            c->value[n][i] = 0;
    if (found > 0)
        gr_asked_judge_tag(asked, c->value[0], c->value[1], c->values.games, c->verdict);
    return found;
}

/* 1, 0 if something is damaged, or a code. */
static int judge(Choice *c, const GrAsked *asked) {
    switch (asked->condition->subject) {
    case GR_ON_GAMES:
        judge_number(c, asked);
        return 1;
    case GR_ON_VARIANT:
        judge_variant(c, asked);
        return 1;
    case GR_ON_RESULT:
        judge_result(c, asked);
        return 1;
    case GR_ON_PLIES:
        for (uint32_t i = 0; i < c->values.games; i++)
            c->verdict[i] &= GR_UNSURE;
        return 1;
    default:
        return judge_tags(c, asked);
    }
}

/* The lowest bit of each of eight bytes. */
static uint64_t lowest_bits(uint64_t bytes) {
    return (bytes & 0x0101010101010101) * 0x0102040810204080 >> 56;
}

/* A segment begins with a word of bits; its last games may be beyond those of the database. */
static void note_verdicts(Choice *c) {
    GrChosen *chosen = c->chosen;
    int64_t at = (c->values.first - 1) / 64;
    for (uint32_t i = 0; i < c->values.games && at < (chosen->games + 63) / 64; i += 64, at++) {
        uint64_t may = 0, sure = 0;
        for (uint32_t n = 0; n < 64; n += 8) {
            const uint8_t *v = c->verdict + i + n;
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
static bool make_room(Choice *c) {
    enum { MOST = GR_VALUES_REPLAYS * GR_REPLAY_GAMES };
    if (!c->verdict)
        c->verdict = malloc(MOST);
    for (int n = 0; n < 2; n++)
        if (!c->value[n])
            c->value[n] = malloc(MOST * sizeof *c->value[n]);
    return c->verdict && c->value[0] && c->value[1];
}

static int ask_segment(Choice *c, const GrSegment *segment) {
    int found = gr_values_open(c->db, segment, &c->values, c->error);
    if (found > 0 && !make_room(c))
        found = gr_no_memory(c->error);
    if (found > 0)
        judge_facts(c);
    for (size_t i = 0; i < c->chosen->count && found > 0; i++)
        found = judge(c, &c->chosen->asked[i]);
    if (found > 0)
        note_verdicts(c);
    return found < 0 ? found : 0;
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

static void forget_replays(GrChosen *chosen, int64_t first, int64_t last) {
    forget(chosen, gr_replay_block_first(first), gr_replay_block_first(last + 1) - 1);
}

/* Segments do not lie over each other, unless somebody else made them: then which one is right is not known. */
static bool lies_over_another(const GrReplays *replays, size_t which) {
    for (size_t i = 0; i < replays->segments; i++)
        if (i != which && replays->segment[i].first <= replays->segment[which].last &&
            replays->segment[i].last >= replays->segment[which].first)
            return true;
    return false;
}

static int ask_index(GrDb *db, GrChosen *chosen, GrError *error) {
    const GrReplays *replays = gr_replays(db);
    Choice choice = {.db = db, .chosen = chosen, .error = error};
    int code = 0;
    for (size_t i = 0; i < replays->segments && !code; i++)
        if (!lies_over_another(replays, i))
            code = ask_segment(&choice, &replays->segment[i]);
    free(choice.verdict);
    free(choice.value[0]);
    free(choice.value[1]);
    gr_values_free(&choice.values);
    for (size_t i = 0; i < replays->bares; i++)
        forget_replays(chosen, replays->bare[i][0], replays->bare[i][1]);
    for (size_t i = 0; i < replays->stales; i++)
        forget(chosen, replays->stale[i][0], replays->stale[i][1]);
    return code;
}

/* Takes out the games whose numbers are not asked for. */
static void ask_numbers(GrChosen *chosen) {
    for (size_t i = 0; i < chosen->count; i++) {
        if (chosen->asked[i].condition->subject != GR_ON_GAMES)
            continue;
        for (int64_t id = 1; id <= chosen->games; id++)
            if (!gr_asked_number(&chosen->asked[i], id)) {
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
        code = gr_replays_load(db, error);
    if (code || !last)
        return code;
    chosen->games = last;
    chosen->may = calloc((size_t)last / 64 + 1, sizeof *chosen->may);
    chosen->sure = calloc((size_t)last / 64 + 1, sizeof *chosen->sure);
    if (!chosen->may || !chosen->sure)
        return gr_no_memory(error);
    forget(chosen, 1, last);
    if (gr_replays(db)->any)
        code = ask_index(db, chosen, error);
    if (!code)
        ask_numbers(chosen);
    count_games(chosen);
    return code;
}

int gr_chosen_open(GrDb *db, const GrSelection *selection, GrChosen *chosen, GrError *error) {
    *chosen = (GrChosen){0};
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_asked_open(db, selection, &chosen->asked, error);
    if (code)
        return code;
    chosen->count = selection->count;
    for (size_t i = 0; i < chosen->count; i++)
        chosen->damaged |= chosen->asked[i].damaged;
    code = chosen->count ? choose(db, chosen, error) : 0;
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
