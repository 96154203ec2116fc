/* Positions to learn from. */
#include "analysis/train/samples.h"
#include "notation/room.h"

#include <stdlib.h>
#include <string.h>

enum { TOLD_EVERY = 256 }; /* games between two reports */

typedef struct Known {
    uint64_t key;
    GrScore score; /* from White's view */
    uint32_t judge; /* its place in Sampler.judges */
} Known;

typedef struct Sampler {
    const GrSampling *job;
    GrJudgeCount *judges;
    size_t judge_count;
    Known *known; /* sorted by key, of equal ones those of the judge with the most positions first */
    size_t count, cap;
    GrError *error;
} Sampler;

/* ---- scores ---- */

static int by_positions(const void *a, const void *b) {
    const GrJudgeCount *x = a, *y = b;
    return (x->positions < y->positions) - (x->positions > y->positions);
}

static int find_judges(Sampler *s) {
    int code = gr_evals_judges(s->job->db, &s->judges, &s->judge_count, s->error);
    if (code != 0)
        return code;
    if (s->judge_count == 0)
        return gr_fail(s->error, GR_ERR_NOT_FOUND, "no position has been judged");
    qsort(s->judges, s->judge_count, sizeof *s->judges, by_positions);
    return 0;
}

static bool is_same_judge(const GrJudge *a, const GrJudge *b) {
    return a->kind == b->kind && a->amount == b->amount && a->lines == b->lines &&
           strcmp(a->engine, b->engine) == 0 && strcmp(a->options, b->options) == 0;
}

static uint32_t place_of(const Sampler *s, const GrJudge *judge) {
    uint32_t place = 0;
    while (place + 1 < s->judge_count && !is_same_judge(&s->judges[place].judge, judge))
        place++;
    return place;
}

static int take_evaluation(void *user, const GrJudge *judge, const GrRules *rules,
                           const GrEvaluation *evaluation) {
    Sampler *s = user;
    if (rules != s->job->rules)
        return 0;
    if (!gr_room(&s->known, s->count, 1, &s->cap, sizeof *s->known))
        return gr_no_memory(s->error);
    s->known[s->count++] = (Known){evaluation->key, evaluation->verdict.line[0].score, place_of(s, judge)};
    return 0;
}

static int by_key(const void *a, const void *b) {
    const Known *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->judge > y->judge) - (x->judge < y->judge);
}

static const Known *find(const Sampler *s, uint64_t key) {
    size_t low = 0, high = s->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->known[middle].key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s->count && s->known[low].key == key ? &s->known[low] : NULL;
}

/* ---- positions ---- */

static bool is_quiet(const GrPosition *pos, GrMove move) {
    GrMoveKind kind = gr_move_kind(move);
    if (pos->pending || gr_in_check(pos) || gr_is_capture(pos, move))
        return false;
    return kind != GR_NORMAL || gr_move_piece(move) == 0;
}

static int points_of(GrResult result, int turn) {
    if (result == GR_RESULT_NONE)
        return -1;
    if (result == GR_DRAW)
        return 1;
    return (result == GR_WHITE_WINS) == (turn == GR_WHITE) ? 2 : 0;
}

static int sample_game(Sampler *s, int64_t id, const GrGame *game) {
    GrPosition pos = game->start;
    uint32_t ply = 0;
    for (uint32_t n = game->nodes[0].next; n; n = game->nodes[n].next, ply++) {
        GrMove move = game->nodes[n].move;
        const Known *known = is_quiet(&pos, move) ? find(s, pos.key) : NULL;
        if (known && !gr_score_is_mate(known->score)) {
            GrSample sample = {.pos = &pos, .ply = ply, .game = id,
                               .score = pos.turn == GR_WHITE ? known->score : -known->score,
                               .points = points_of(game->result, pos.turn)};
            int code = s->job->take(s->job->user, &sample);
            if (code != 0)
                return code;
        }
        gr_play(&pos, move);
    }
    return 0;
}

static int sample_all(Sampler *s) {
    const GrSampling *job = s->job;
    GrGame game;
    int64_t last = gr_db_last(job->db, s->error);
    int code = last < 0 ? (int)last : 0;
    gr_game_init(&game);
    for (int64_t id = 1; id <= last && code == 0; id++) {
        code = gr_db_get_game(job->db, id, &game, s->error);
        if (code == 0 && game.rules == job->rules)
            code = sample_game(s, id, &game);
        else if (code == GR_ERR_NOT_FOUND || code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN)
            code = 0;
        if (job->progress && (id % TOLD_EVERY == 0 || id == last))
            job->progress(job->user, (uint64_t)id, (uint64_t)last);
        if (code == 0 && job->stop && job->stop(job->user))
            code = gr_fail(s->error, GR_ERR_STOPPED, "stopped");
    }
    gr_game_free(&game);
    return code;
}

int gr_samples_each(const GrSampling *sampling, GrError *error) {
    GrError own;
    Sampler s = {.job = sampling, .error = error ? error : &own};
    int code = find_judges(&s);
    if (code == 0)
        code = gr_evals_each(sampling->db, take_evaluation, &s, s.error);
    if (s.count)
        qsort(s.known, s.count, sizeof *s.known, by_key);
    if (code == 0)
        code = sample_all(&s);
    free(s.judges);
    free(s.known);
    return code;
}
