/* Asking the heads of blocks which games pass a filter. */
#include "db/search/filtered.h"

#include <stdlib.h>
#include <string.h>

#include "db/search/filter_heads.h"

void gr_filtered_close(GrFiltered *filtered) {
    gr_filter_close(&filtered->filter);
    free(filtered->may);
    free(filtered->sure);
    *filtered = (GrFiltered){0};
}

/* ---- numbers of games ---- */

static void take_out(GrFiltered *filtered, int64_t id) {
    filtered->may[(id - 1) / 64] &= ~(1ull << (id - 1) % 64);
}

static bool asks_for_numbers(const GrFilter *filter) {
    for (size_t i = 0; i < filter->conditions; i++)
        if (filter->term[i].subject == GR_ON_GAMES)
            return true;
    return false;
}

/* Takes out the games whose numbers are not asked for. */
static void ask_numbers(GrFiltered *filtered) {
    for (size_t i = 0; i < filtered->filter.conditions; i++) {
        const GrFilterTerm *term = &filtered->filter.term[i];
        for (int64_t id = 1; term->subject == GR_ON_GAMES && id <= filtered->games; id++)
            if (!gr_filter_number(term, id))
                take_out(filtered, id);
    }
}

/* All games may fit whose numbers do. */
static int ask_of_numbers(GrDb *db, GrFiltered *filtered, GrError *error) {
    int64_t last = gr_db_last(db, error);
    if (last <= 0)
        return (int)last;
    filtered->games = last;
    filtered->may = malloc(((size_t)last / 64 + 1) * sizeof *filtered->may);
    filtered->sure = calloc((size_t)last / 64 + 1, sizeof *filtered->sure);
    if (!filtered->may || !filtered->sure)
        return gr_no_memory(error);
    memset(filtered->may, 0xFF, (size_t)last / 64 * sizeof *filtered->may);
    filtered->may[last / 64] = (1ull << last % 64) - 1;
    ask_numbers(filtered);
    return 0;
}

/* ---- heads ---- */

/* Games without a block are none. */
static void pass_gap(GrFiltered *filtered, int64_t from, int64_t end) {
    for (int64_t id = from; id < end && id <= filtered->games; id++)
        take_out(filtered, id);
}

static void note_verdicts(GrFiltered *filtered, const GrHeads *heads) {
    int64_t first = heads->head.first;
    for (uint32_t i = 0; i < heads->head.games && first + i <= filtered->games; i++) {
        int64_t at = first + i - 1;
        if (heads->verdict[i] == GR_OUT)
            take_out(filtered, at + 1);
        else if (heads->verdict[i] == GR_IN)
            filtered->sure[at / 64] |= filtered->may[at / 64] & 1ull << at % 64;
    }
}

/* Judges the games of a block, unless none of them may fit. *end becomes the first game behind those that are judged.
 * 0 or a code. */
static int ask_head(GrFiltered *filtered, GrHeads *heads, int64_t first, int64_t *end, GrError *error) {
    GrError why;
    *end = first;
    if (gr_filtered_next(filtered, first) >= first + GR_BLOCK_GAMES)
        return 0;
    int got = gr_heads_judge(heads, first, &why);
    if (got < 0)
        return gr_is_damage(got) ? 0 : gr_fail(error, why.code, "%s", why.text);
    if (got) {
        note_verdicts(filtered, heads);
        *end = first + heads->head.games;
    }
    return 0;
}

static int ask_heads(GrDb *db, GrFiltered *filtered, GrError *error) {
    GrHeads *heads = calloc(1, sizeof *heads);
    if (!heads)
        return gr_no_memory(error);
    int code = gr_heads_open(heads, db, &filtered->filter) ? 0 : gr_no_memory(error);
    int64_t first = 0, end = 1;
    while (!code && (first = gr_db_next_block(db, first + 1, error)) > 0) {
        if (end && first > end)
            code = gr_db_note_missing(db, end, error);
        if (end)
            pass_gap(filtered, end, first);
        if (!code)
            code = ask_head(filtered, heads, first, &end, error);
        end = end > first ? end : 0; /* where games begin that are not known is not known either */
    }
    gr_heads_close(heads);
    free(heads);
    return code ? code : first < 0 ? (int)first : 0;
}

static void count_games(GrFiltered *filtered) {
    for (int64_t i = 0; i < (filtered->games + 63) / 64; i++) {
        filtered->certain += (uint64_t)__builtin_popcountll(filtered->sure[i]);
        filtered->open += (uint64_t)__builtin_popcountll(filtered->may[i] & ~filtered->sure[i]);
    }
}

int gr_filtered_open(GrDb *db, const GrConditions *conditions, bool ahead, GrFiltered *filtered, GrError *error) {
    *filtered = (GrFiltered){0};
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_filter_open(db, conditions, &filtered->filter, error);
    if (!code && filtered->filter.count)
        code = gr_db_flush(db, error);
    bool asks = filtered->filter.count && (ahead || asks_for_numbers(&filtered->filter));
    if (!code && asks)
        code = ask_of_numbers(db, filtered, error);
    if (!code && asks && ahead)
        code = ask_heads(db, filtered, error);
    if (code)
        gr_filtered_close(filtered);
    else
        count_games(filtered);
    return code;
}

/* ---- using them ---- */

int64_t gr_filtered_next(const GrFiltered *filtered, int64_t id) {
    int64_t at = id - 1;
    if (!filtered->may || at >= filtered->games)
        return id;
    uint64_t word = filtered->may[at / 64] >> at % 64;
    if (word)
        return id + __builtin_ctzll(word);
    for (at = at / 64 + 1; at < (filtered->games + 63) / 64; at++)
        if (filtered->may[at])
            return at * 64 + 1 + __builtin_ctzll(filtered->may[at]);
    return filtered->games + 1;
}

bool gr_filtered_narrow(const GrFiltered *filtered, bool unsure, GrGameSet *set) {
    if (!filtered->may || filtered->open == (uint64_t)filtered->games ||
        (set->word && (set->shift || set->groups != filtered->games)))
        return true;
    int64_t words = filtered->games / 64 + 1;
    if (!set->word) {
        *set = (GrGameSet){.word = malloc((size_t)words * sizeof *set->word), .groups = filtered->games,
                           .unasked = UINT64_MAX};
        if (!set->word)
            return false;
        memset(set->word, 0xFF, (size_t)words * sizeof *set->word);
    }
    set->count = 0;
    for (int64_t i = 0; i < words; i++) {
        set->word[i] &= filtered->may[i] & (unsure ? ~filtered->sure[i] : ~0ull);
        set->count += (uint64_t)__builtin_popcountll(set->word[i]);
    }
    set->unasked = set->unasked < set->count ? set->unasked : set->count;
    return true;
}
