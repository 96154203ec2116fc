/* Which positions of a database an engine is to judge: counted first, then listed for the pool. */
#include "analysis/study/annotate_local.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXACTLY = 2000000 }; /* positions that are counted one by one */

enum { KNOWN, LACKING };

void gr_run_report(GrRun *run, const GrAnnotateEvent *event) {
    if (run->job->event)
        run->job->event(run->job->user, event);
}

bool gr_run_stopped(const GrRun *run) {
    return run->job->stop && run->job->stop(run->job->user);
}

static size_t number_of(const GrRun *run, const GrRules *rules) {
    const GrVariants *variants = gr_db_all_variants(run->job->db);
    size_t n = 0;
    while (n + 1 < GR_RUN_VARIANTS && gr_variants_at(variants, n) != rules)
        n++;
    return n;
}

static void note_variant(GrRun *run, const GrScanGame *game) {
    char text[300];
    size_t n = game->rules ? number_of(run, game->rules) + 1 : 0;
    if (n >= GR_RUN_VARIANTS || run->noted[n])
        return;
    run->noted[n] = true;
    if (game->rules)
        snprintf(text, sizeof text, "engine '%.150s' does not play %.60s; its games are skipped",
                 run->job->engine, gr_variant(game->rules)->title);
    else
        snprintf(text, sizeof text, "its variant is unknown; such games are skipped");
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_NOTE, .game = game->id,
                                          .text = text});
}

static int begin_game(void *context, const GrScanGame *game) {
    GrRun *run = context;
    if (game->rules && run->plays[number_of(run, game->rules)])
        return 1;
    if (!run->counting) {
        note_variant(run, game);
        run->summary->passed += !run->again;
    }
    return 0;
}

static void end_game(void *context, const GrScanGame *game) {
    GrRun *run = context;
    (void)game;
    run->summary->games += !run->counting && !run->again && game->rules &&
                           run->plays[number_of(run, game->rules)];
}

static void unread(void *context, int64_t id, const GrError *why) {
    GrRun *run = context;
    if (!run->reporting)
        return;
    run->summary->unread++;
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_UNREAD, .game = id,
                                          .text = why->text});
}

/* Has the position a verdict? 1, 0 or a code. */
static int is_known(const GrRun *run, const GrPosition *pos) {
    if (!run->judges.count)
        return 0;
    return gr_evals_has(run->job->db, &run->judges, pos->rules, pos->key, run->error);
}

static bool is_over(const GrPosition *pos) {
    return gr_state(pos) != GR_OPEN;
}

static int count_position(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                          uint64_t mark) {
    GrRun *run = context;
    bool exact;
    (void)game;
    (void)ply;
    int code = gr_distinct_look(&run->distinct, mark, &exact);
    if (code < 0)
        return gr_no_memory(run->error);
    if (code == 0)
        return 1;
    int known = is_known(run, pos);
    if (known < 0)
        return known;
    if (known || !is_over(pos))
        code = gr_distinct_count(&run->distinct, mark, exact, known ? KNOWN : LACKING);
    return code < 0 ? gr_no_memory(run->error) : 1;
}

/* Going backwards, the engine finds in its table what it has seen of the positions that follow, and so sees
 * further. */
static void put_last_first(GrUnit *unit) {
    for (int first = 0, last = unit->count - 1; first < last; first++, last--) {
        GrAsk ask = unit->ask[first];
        unit->ask[first] = unit->ask[last];
        unit->ask[last] = ask;
    }
}

int gr_run_put_found(GrRun *run) {
    GrPool *pool = &run->pool;
    GrUnit *found = run->found;
    if (!found->count)
        return 1;
    size_t size = sizeof *found + (size_t)found->count * sizeof *found->ask;
    GrUnit *unit = malloc(size);
    if (!unit)
        return gr_no_memory(run->error);
    memcpy(unit, found, size);
    if (run->kept)
        put_last_first(unit);
    found->count = 0;
    pthread_mutex_lock(&pool->lock);
    pool->unit[(pool->head + pool->units++) % GR_POOL_UNITS] = unit;
    pool->positions += (size_t)unit->count;
    bool room = pool->units < GR_POOL_UNITS - 1 && pool->positions < GR_POOL_POSITIONS;
    pthread_mutex_unlock(&pool->lock);
    pthread_cond_signal(&pool->more);
    return room;
}

static int list_position(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                         uint64_t mark) {
    GrRun *run = context;
    GrUnit *found = run->found;
    if (gr_keyset_has(&run->pending, mark))
        return 1;
    int known = is_known(run, pos);
    if (known != 0)
        return known;
    if (is_over(pos))
        return 1;
    if (gr_keyset_add(&run->pending, mark) < 0)
        return gr_no_memory(run->error);
    int on = 1;
    if (found->count == (run->kept ? GR_UNIT : GR_SMALL_UNIT) || (found->count && found->ask[0].game != game->id))
        on = gr_run_put_found(run);
    if (on < 0)
        return on;
    found->ask[found->count++] = (GrAsk){.pos = *pos, .game = game->id, .ply = ply};
    return on;
}

static bool stop_counting(void *context, int64_t id, int64_t last) {
    GrRun *run = context;
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_COUNTING, .done = (uint64_t)id,
                                   .total = (uint64_t)last});
    return gr_run_stopped(run);
}

bool gr_run_stop_finding(void *context, int64_t id, int64_t last) {
    GrRun *run = context;
    gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_FINDING, .done = (uint64_t)id,
                                   .total = (uint64_t)last});
    return gr_run_stopped(run);
}

/* Both positions of a move must be seen to know whether chances swing: the other shards' are visited, too. */
static GrWalk make_walk(GrRun *run, GrWalkVisit *visit) {
    const GrAnnotateJob *job = run->job;
    GrWalk walk = {.db = job->db, .selection = job->selection, .only = job->query ? &run->only : NULL,
                   .from_ply = job->from_ply, .to_ply = job->to_ply, .shard = job->shard,
                   .shards = job->shards, .context = run, .begin = begin_game, .visit = visit,
                   .end = end_game, .unread = unread};
    if (job->swing > 0) {
        run->take = visit;
        run->before.known = false;
        walk.visit = gr_run_visit_swings;
        walk.shard = walk.shards = 1;
    }
    return walk;
}

int gr_run_count(GrRun *run) {
    GrWalk walk = make_walk(run, count_position);
    bool about;
    run->counting = run->reporting = true;
    walk.stop = stop_counting;
    gr_distinct_init(&run->distinct, run->job->exactly ? run->job->exactly : EXACTLY);
    int code = gr_walk(&walk, true, run->error);
    gr_walk_close(&walk);
    run->counting = run->reporting = false;
    run->summary->known = gr_distinct_total(&run->distinct, KNOWN, &run->summary->about);
    run->total = gr_distinct_total(&run->distinct, LACKING, &about);
    run->about = about;
    gr_distinct_free(&run->distinct);
    if (code == GR_ERR_DAMAGED && walk.damaged)
        code = 0; /* that is in the summary */
    if (code == 0)
        gr_run_report(run, &(GrAnnotateEvent){.kind = GR_ANNOTATE_COUNTED, .total = run->total,
                                              .about = about});
    return code;
}

GrWalk gr_run_list(GrRun *run) {
    return make_walk(run, list_position);
}
