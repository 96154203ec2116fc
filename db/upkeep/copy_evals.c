/* Copying the evaluations of some games. Keys of their positions are collected and sorted, so that each
 * block of evaluations is read once for many of them; memory does not grow with the games. */
#include "db/upkeep/copy_evals.h"

#include <stdlib.h>

#include "db/evals/evals_block.h"

enum {
    KEYS = 1 << 18,        /* that are collected */
    BATCH = 256            /* evaluations that are put at once */
};

typedef struct Wanted {
    const GrRules *rules;
    uint64_t key;
} Wanted;

typedef struct Copy {
    GrDb *from, *to;
    const GrWork *work;
    Wanted *wanted;
    size_t count;
    GrJudgeCount *judges;   /* of `from` */
    size_t judge_count;
    GrEvaluation *batch;    /* by one judge, on positions of one variant */
    size_t batched;
    uint64_t stored;
    GrError *error;
} Copy;

static int compare(const void *a, const void *b) {
    const Wanted *x = a, *y = b;
    if (x->rules != y->rules)
        return x->rules < y->rules ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static size_t without_doubles(Wanted *wanted, size_t count) {
    size_t kept = 0;
    qsort(wanted, count, sizeof *wanted, compare);
    for (size_t i = 0; i < count; i++)
        if (!kept || compare(&wanted[kept - 1], &wanted[i]))
            wanted[kept++] = wanted[i];
    return kept;
}

/* Puts what is in the batch, all by the same judge. */
static int put_batch(Copy *c, const GrJudge *judge, const GrRules *rules) {
    int64_t id;
    size_t stored = 0;
    if (!c->batched)
        return 0;
    int code = gr_evals_add_judge(c->to, judge, &id, c->error);
    if (!code)
        code = gr_evals_put(c->to, id, rules, c->batch, c->batched, &stored, c->error);
    c->stored += stored;
    c->batched = 0;
    return code;
}

/* Copies one judge's verdicts on the wanted positions of a variant. */
static int copy_judge(Copy *c, const GrJudgeCount *judge, const Wanted *wanted, size_t count) {
    int64_t id = judge->id;
    const GrJudges only = {&id, 1};
    int code = 0;
    for (size_t i = 0; i < count && !code; i++) {
        GrEvaluation *to = &c->batch[c->batched];
        int got = gr_evals_find(c->from, &only, wanted[i].rules, wanted[i].key, &to->verdict, c->error);
        to->key = wanted[i].key;
        code = got < 0 ? got : 0;
        c->batched += got > 0 && gr_evals_can_be(&to->verdict, wanted[i].rules);
        if (!code && (c->batched == BATCH || i + 1 == count))
            code = put_batch(c, &judge->judge, wanted[i].rules);
    }
    c->batched = 0;
    return code;
}

/* Copies all judges' verdicts on the positions collected. */
static int flush(Copy *c) {
    size_t count = without_doubles(c->wanted, c->count), end;
    int code = 0;
    for (size_t i = 0; i < count && !code; i = end) {
        for (end = i; end < count && c->wanted[end].rules == c->wanted[i].rules;)
            end++;
        for (size_t j = 0; j < c->judge_count && !code; j++)
            code = copy_judge(c, &c->judges[j], c->wanted + i, end - i);
    }
    c->count = 0;
    return code;
}

static int want(Copy *c, const GrPosition *pos) {
    c->wanted[c->count++] = (Wanted){pos->rules, pos->key};
    return c->count == KEYS ? flush(c) : 0;
}

/* Wants the positions after the moves of a line and of the variations beside it; in a variation the
 * first move's alternatives are its siblings. */
static int want_line(Copy *c, const GrGame *game, uint32_t first, bool variation, GrPosition pos) {
    int code = 0;
    for (uint32_t i = first; i && !code; i = game->nodes[i].next) {
        const GrNode *node = &game->nodes[i];
        uint32_t beside = variation && i == first ? 0 : node->alternative;
        for (; beside && !code; beside = game->nodes[beside].alternative)
            code = want_line(c, game, beside, true, pos);
        gr_play(&pos, node->move);
        if (!code)
            code = want(c, &pos);
    }
    return code;
}

static int want_game(Copy *c, const GrGame *game) {
    int code = game->rules ? want(c, &game->start) : 0;
    if (!code && game->rules && game->node_count)
        code = want_line(c, game, game->nodes[0].next, false, game->start);
    return code;
}

static int want_games(Copy *c, const GrSelection *selection) {
    GrGame game;
    int64_t id;
    int got = 0, code = 0;
    GrCursor *cursor = gr_cursor_open(c->from, selection, c->error);
    if (!cursor)
        return c->error->code;
    int64_t last = gr_db_last(c->from, NULL);
    gr_game_init(&game);
    while (!code && (got = gr_cursor_next(cursor, &id, c->error)) > 0) {
        code = gr_db_get_game(c->from, id, &game, c->error);
        code = !code ? want_game(c, &game) : gr_is_damage(code) ? 0 : code;
        if (!code && id % 64 == 0 && c->work->progress)
            c->work->progress(c->work->context, (uint64_t)id, last > 0 ? (uint64_t)last : 0);
        if (!code && c->work->stop && c->work->stop(c->work->context))
            code = gr_fail(c->error, GR_ERR_STOPPED, "stopped");
    }
    gr_game_free(&game);
    gr_cursor_close(cursor);
    got = gr_is_damage(got) ? 0 : got; /* who copies the games reports it */
    return code ? code : got < 0 ? got : flush(c);
}

int gr_db_copy_evals(GrDb *from, const GrSelection *selection, GrDb *to, const GrWork *work,
                     uint64_t *stored, GrError *error) {
    GrError own_error;
    Copy c = {.from = from, .to = to, .work = work, .error = error ? error : &own_error};
    bool own;
    int code = gr_evals_judges(from, &c.judges, &c.judge_count, c.error);
    if (code || !c.judge_count) {
        free(c.judges);
        return code;
    }
    c.wanted = malloc(KEYS * sizeof *c.wanted);
    c.batch = malloc(BATCH * sizeof *c.batch);
    code = c.wanted && c.batch ? gr_db_begin_read(from, c.error) : gr_no_memory(c.error);
    if (!code)
        code = gr_db_enter(to, &own, c.error);
    if (!code)
        code = gr_db_leave(to, own, want_games(&c, selection), c.error);
    gr_db_end_read(from);
    *stored += code ? 0 : c.stored;
    free(c.wanted);
    free(c.batch);
    free(c.judges);
    return code;
}
