/* The openings of a match: in which order, and with which random plies. */
#include <stdlib.h>

#include "analysis/study/match_local.h"
#include "rules/random.h"

enum { MOST_ATTEMPTS = 100 };

static uint64_t key_at_end(const GrOpening *opening) {
    GrPosition pos = opening->start;
    for (size_t i = 0; i < opening->count; i++)
        gr_play(&pos, opening->move[i]);
    return pos.key;
}

int gr_match_openings_start(GrMatchOpenings *openings, const GrMatchJob *job) {
    const GrOpenings *list = job->openings;
    GrKeySet ends = {0};
    int is_new = 0;
    *openings = (GrMatchOpenings){.job = job};
    if (!list)
        return 0;
    openings->order = calloc(list->count, sizeof *openings->order);
    for (size_t i = 0; openings->order && i < list->count && is_new >= 0; i++) {
        is_new = gr_keyset_add(&ends, key_at_end(&list->opening[i]));
        if (is_new > 0)
            openings->order[openings->count++] = (uint32_t)i;
    }
    gr_keyset_free(&ends);
    if (!openings->order || is_new < 0) {
        gr_match_openings_free(openings);
        return GR_ERR_MEMORY;
    }
    uint64_t random = job->seed;
    if (!job->in_order)
        gr_shuffle(openings->order, openings->count, &random);
    return 0;
}

void gr_match_openings_free(GrMatchOpenings *openings) {
    free(openings->order);
    gr_keyset_free(&openings->had);
    *openings = (GrMatchOpenings){0};
}

/* The number of the start position, drawn where the variant has several. */
static unsigned start_of(const GrMatchJob *job, uint64_t *random) {
    return gr_variant(job->rules)->starts ? (unsigned)(gr_random(random) >> 40) : 0;
}

/* The double step that a position may come from, as the book counts it. */
static int step_before(const GrPosition *pos) {
    return pos->ep ? pos->ep_victim % gr_variant(pos->rules)->files : GR_BOOK_NO_STEP;
}

/* Goes on with moves of the book; returns how many of its moves on the way are not legal. */
static uint32_t play_book(const GrMatchJob *job, GrPosition *pos, int step, GrOpening *opening, uint64_t *random) {
    uint32_t illegal = 0;
    for (unsigned i = 0; job->book && i < job->book_plies && gr_state(pos) == GR_OPEN; i++) {
        GrMove move = gr_book_draw(job->book, pos, step, random, &illegal);
        if (move == GR_NO_MOVE)
            break;
        step = gr_book_step(pos, move);
        gr_play(pos, opening->move[opening->count++] = move);
    }
    return illegal;
}

static int make_opening(const GrMatchOpenings *openings, uint32_t pair, uint32_t attempt, GrOpening *opening,
                        uint32_t *illegal) {
    const GrMatchJob *job = openings->job;
    const GrOpening *given =
        openings->count ? &job->openings->opening[openings->order[pair % openings->count]] : NULL;
    uint64_t random = job->seed + (uint64_t)pair * 0x100000001B3 + ((uint64_t)attempt << 56);
    GrMoveList moves;
    *opening = (GrOpening){0};
    opening->move = calloc((given ? given->count : 0) + job->book_plies + job->random_plies + 1, sizeof(GrMove));
    if (!opening->move)
        return GR_ERR_MEMORY;
    if (given)
        opening->start = given->start;
    else
        gr_start_nth(job->rules, start_of(job, &random), &opening->start);
    GrPosition pos = opening->start;
    int step = step_before(&pos);
    for (size_t i = 0; given && i < given->count; i++) {
        step = gr_book_step(&pos, given->move[i]);
        gr_play(&pos, opening->move[opening->count++] = given->move[i]);
    }
    *illegal += play_book(job, &pos, step, opening, &random);
    for (unsigned i = 0; i < job->random_plies && gr_state(&pos) == GR_OPEN; i++) {
        gr_moves(&pos, &moves);
        GrMove move = moves.move[gr_random(&random) % moves.count];
        gr_play(&pos, opening->move[opening->count++] = move);
    }
    opening->end = pos;
    return 0;
}

int gr_match_opening(const GrMatchOpenings *openings, uint32_t pair, uint32_t attempt,
                     GrOpening *opening) {
    uint32_t illegal = 0;
    return make_opening(openings, pair, attempt, opening, &illegal);
}

int gr_match_openings_choose(GrMatchOpenings *openings, uint32_t pair, uint32_t *attempt) {
    const GrMatchJob *job = openings->job;
    bool varies = job->random_plies || job->book || (!openings->count && gr_variant(job->rules)->starts);
    uint32_t most = varies ? MOST_ATTEMPTS : 1;
    int found = 0;
    for (*attempt = 0; *attempt < most && !found; ++*attempt) {
        GrOpening opening;
        if (make_opening(openings, pair, *attempt, &opening, &openings->illegal))
            return GR_ERR_MEMORY;
        if (gr_state(&opening.end) == GR_OPEN)
            found = gr_keyset_add(&openings->had, opening.end.key);
        free(opening.move);
    }
    *attempt = found ? *attempt - 1 : 0;
    return found;
}
