/* Asking the heads of blocks which games are chosen. */
#include "db/search/chosen.h"

#include <stdlib.h>
#include <string.h>

#include "db/search/heads.h"

void gr_chosen_close(GrChosen *chosen) {
    gr_asked_close(&chosen->asked);
    free(chosen->may);
    free(chosen->sure);
    *chosen = (GrChosen){0};
}

/* ---- numbers of games ---- */

static void take_out(GrChosen *chosen, int64_t id) {
    chosen->may[(id - 1) / 64] &= ~(1ull << (id - 1) % 64);
}

static bool asks_for_numbers(const GrAskedChoice *choice) {
    for (size_t i = 0; i < choice->conditions; i++)
        if (choice->asked[i].subject == GR_ON_GAMES)
            return true;
    return false;
}

/* Takes out the games whose numbers are not asked for. */
static void ask_numbers(GrChosen *chosen) {
    for (size_t i = 0; i < chosen->asked.conditions; i++) {
        const GrAsked *asked = &chosen->asked.asked[i];
        for (int64_t id = 1; asked->subject == GR_ON_GAMES && id <= chosen->games; id++)
            if (!gr_asked_number(asked, id))
                take_out(chosen, id);
    }
}

/* All games may fit whose numbers do. */
static int ask_of_numbers(GrDb *db, GrChosen *chosen, GrError *error) {
    int64_t last = gr_db_last(db, error);
    if (last <= 0)
        return (int)last;
    chosen->games = last;
    chosen->may = malloc(((size_t)last / 64 + 1) * sizeof *chosen->may);
    chosen->sure = calloc((size_t)last / 64 + 1, sizeof *chosen->sure);
    if (!chosen->may || !chosen->sure)
        return gr_no_memory(error);
    memset(chosen->may, 0xFF, (size_t)last / 64 * sizeof *chosen->may);
    chosen->may[last / 64] = (1ull << last % 64) - 1;
    ask_numbers(chosen);
    return 0;
}

/* ---- heads ---- */

/* Games without a block are none. */
static void pass_gap(GrChosen *chosen, int64_t from, int64_t end) {
    for (int64_t id = from; id < end && id <= chosen->games; id++)
        take_out(chosen, id);
}

static void note_verdicts(GrChosen *chosen, const GrHeads *heads) {
    int64_t first = heads->head.first;
    for (uint32_t i = 0; i < heads->head.games && first + i <= chosen->games; i++) {
        int64_t at = first + i - 1;
        if (heads->verdict[i] == GR_OUT)
            take_out(chosen, at + 1);
        else if (heads->verdict[i] == GR_IN)
            chosen->sure[at / 64] |= chosen->may[at / 64] & 1ull << at % 64;
    }
}

/* Judges the games of a block, unless none of them may fit. *end becomes the first game behind those that are judged.
 * 0 or a code. */
static int ask_head(GrChosen *chosen, GrHeads *heads, int64_t first, int64_t *end, GrError *error) {
    GrError why;
    *end = first;
    if (gr_chosen_next(chosen, first) >= first + GR_BLOCK_GAMES)
        return 0;
    int got = gr_heads_judge(heads, first, &why);
    if (got < 0)
        return gr_is_damage(got) ? 0 : gr_fail(error, why.code, "%s", why.text);
    if (got) {
        note_verdicts(chosen, heads);
        *end = first + heads->head.games;
    }
    return 0;
}

static int ask_heads(GrDb *db, GrChosen *chosen, GrError *error) {
    GrHeads *heads = calloc(1, sizeof *heads);
    if (!heads)
        return gr_no_memory(error);
    int code = gr_heads_open(heads, db, &chosen->asked) ? 0 : gr_no_memory(error);
    int64_t first = 0, end = 1;
    while (!code && (first = gr_db_next_block(db, first + 1, error)) > 0) {
        if (end)
            pass_gap(chosen, end, first);
        code = ask_head(chosen, heads, first, &end, error);
        end = end > first ? end : 0; /* where games begin that are not known is not known either */
    }
    gr_heads_close(heads);
    free(heads);
    return code ? code : first < 0 ? (int)first : 0;
}

static void count_games(GrChosen *chosen) {
    for (int64_t i = 0; i < (chosen->games + 63) / 64; i++) {
        chosen->certain += (uint64_t)__builtin_popcountll(chosen->sure[i]);
        chosen->open += (uint64_t)__builtin_popcountll(chosen->may[i] & ~chosen->sure[i]);
    }
}

int gr_chosen_open(GrDb *db, const GrChoice *choice, bool ahead, GrChosen *chosen, GrError *error) {
    *chosen = (GrChosen){0};
    int code = gr_db_refresh(db, error);
    if (!code)
        code = gr_asked_open(db, choice, &chosen->asked, error);
    if (!code && chosen->asked.count)
        code = gr_db_flush(db, error);
    bool asks = chosen->asked.count && (ahead || asks_for_numbers(&chosen->asked));
    if (!code && asks)
        code = ask_of_numbers(db, chosen, error);
    if (!code && asks && ahead)
        code = ask_heads(db, chosen, error);
    if (code)
        gr_chosen_close(chosen);
    else
        count_games(chosen);
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
