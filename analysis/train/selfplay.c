/* Self-play: one thread saves games, all play them. */
#include "analysis/train/selfplay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/engine_threads.h"
#include "analysis/train/selfplay_local.h"
#include "notation/room.h"
#include "rules/version.h"

enum {
    HASH_MB = 4,
    FEWEST = 256,    /* games in a batch, */
    MOST = 16384,
    FRESH = 20,      /* of the positions of a batch at least one in so many must be new */
    PART = 16        /* and within these one in so many of those that were saved before */
};

/* Duplicates are recognised without this tag, so only the first of equal games is stored. */
#define NUMBER_TAG "SelfplayNumber"

/* Games that are played at the same time and then saved together. To save a batch means to write most evaluations of
 * the database anew, since they are kept by position: so batches grow with it. */
typedef struct Batch {
    GrPlayedGame game[MOST];
    bool whole[MOST]; /* the game was played to its end */
    int count;        /* of games */
    uint64_t first;   /* number of game[0] */
} Batch;

/* A run. */
typedef struct Run {
    const GrSelfplay *job;
    Batch batch;
    GrSearch **search; /* one for each thread */
    GrEvaluation *evaluation;
    size_t cap;
    int64_t judge;
    uint64_t games, positions;
    size_t scored; /* positions of the last batch, those that were known included */
    GrError *error;
} Run;

void gr_selfplay_judge(const GrSearch *search, uint64_t nodes, GrJudge *judge) {
    char nets[GR_NETS_TEXT];
    gr_search_nets(search, nets);
    *judge = (GrJudge){.kind = GR_BY_NODES, .amount = nodes, .lines = 1};
    snprintf(judge->engine, sizeof judge->engine, "Grimoire " GR_VERSION);
    snprintf(judge->options, sizeof judge->options, "%s%sself-play", nets, *nets ? "; " : "");
}

/* ---- playing a batch ---- */

static int play_one(void *user, GrSearch *search, int at) {
    Run *run = user;
    int code = gr_selfplay_game(run->job, search, run->batch.first + (uint64_t)at, &run->batch.game[at]);
    run->batch.whole[at] = code == 0;
    return code;
}

/* ---- saving ---- */

/* Counts the positions that this engine has scored with this network, whatever the nodes. */
static int count_positions(Run *run) {
    GrJudgeCount *judges = NULL;
    GrJudge ours;
    size_t count = 0;
    gr_selfplay_judge(run->search[0], run->job->nodes, &ours);
    int code = gr_evals_judges(run->job->db, &judges, &count, run->error);
    run->positions = 0;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(judges[i].judge.engine, ours.engine) && !strcmp(judges[i].judge.options, ours.options))
            run->positions += judges[i].positions;
    free(judges);
    return code;
}

static int add_evaluations(Run *run, const GrPlayedGame *played, size_t *count) {
    GrPosition pos = played->start;
    for (size_t i = 0; i < played->count; i++) {
        const GrPlayedMove *move = &played->move[i];
        if (move->scored) {
            if (!gr_room(&run->evaluation, *count, 1, &run->cap, sizeof *run->evaluation))
                return gr_no_memory(run->error);
            GrEvaluation *e = &run->evaluation[(*count)++];
            e->key = pos.key;
            e->verdict = (GrVerdict){.depth = move->depth, .nodes = move->nodes, .lines = 1};
            e->verdict.line[0].score = pos.turn == GR_WHITE ? move->score : -move->score;
        }
        gr_play(&pos, move->move);
    }
    return 0;
}

static int set_tags(GrGame *game, const GrSelfplay *job, uint64_t number, const GrPlayedGame *played) {
    char text[24], site[80];
    snprintf(text, sizeof text, "%" PRIu64, number);
    snprintf(site, sizeof site, "seed %" PRIu64 ", %" PRIu64 " nodes", job->seed, job->nodes);
    if (gr_game_set_tag(game, "Event", "Self-play") || gr_game_set_tag(game, "Site", site) ||
        gr_game_set_tag(game, NUMBER_TAG, text) ||
        gr_game_set_tag(game, "White", "Grimoire " GR_VERSION) ||
        gr_game_set_tag(game, "Black", "Grimoire " GR_VERSION) ||
        gr_game_set_tag(game, "Result", gr_result_text(played->result)))
        return GR_ERR_MEMORY;
    if (played->adjudicated)
        return gr_game_set_tag(game, "Termination", "adjudication");
    return 0;
}

static int make_game(Run *run, uint64_t number, const GrPlayedGame *played, GrGame *game) {
    uint32_t node, last = 0;
    int code = gr_game_begin(game, run->job->rules);
    game->start = played->start;
    for (size_t i = 0; i < played->count && code == 0; i++) {
        code = gr_game_add_node(game, played->move[i].move, &node);
        if (code != 0)
            break;
        game->nodes[last].next = node;
        game->plies++;
        last = node;
    }
    game->result = played->result;
    if (code == 0)
        code = set_tags(game, run->job, number, played);
    return code ? gr_no_memory(run->error) : 0;
}

static int save_game(Run *run, uint64_t number, const GrPlayedGame *played) {
    GrGame game;
    GrAdded added;
    gr_game_init(&game);
    int code = make_game(run, number, played, &game);
    if (code == 0)
        code = gr_db_add_game(run->job->db, &game, &added, run->error);
    gr_game_free(&game);
    return code;
}

static int save_all(Run *run) {
    GrJudge judge;
    size_t count = 0;
    gr_selfplay_judge(run->search[0], run->job->nodes, &judge);
    int code = gr_evals_add_judge(run->job->db, &judge, &run->judge, run->error);
    for (int i = 0; i < run->batch.count && code == 0; i++) {
        code = save_game(run, run->batch.first + (uint64_t)i, &run->batch.game[i]);
        if (code == 0)
            code = add_evaluations(run, &run->batch.game[i], &count);
    }
    if (code == 0)
        code = gr_evals_put(run->job->db, run->judge, run->job->rules, run->evaluation, count, NULL,
                            run->error);
    if (code != 0)
        return code;
    run->games += (uint64_t)run->batch.count;
    run->scored = count;
    return count_positions(run);
}

static int save_batch(Run *run) {
    GrDb *db = run->job->db;
    int code = gr_db_begin(db, run->error);
    if (code != 0)
        return code;
    code = save_all(run);
    if (code == 0)
        code = gr_db_commit(db, run->error);
    if (code != 0)
        gr_db_rollback(db);
    return code;
}

/* ---- the run ---- */

/* Where an earlier run stopped: the number of its last game, and how many positions it has. */
static int find_past(Run *run) {
    GrGame game;
    GrDb *db = run->job->db;
    int64_t last = gr_db_last(db, run->error);
    if (last <= 0)
        return (int)last;
    gr_game_init(&game);
    int code = gr_db_get_header(db, last, &game, run->error);
    const char *number = code == 0 ? gr_game_tag(&game, NUMBER_TAG) : NULL;
    run->games = number ? strtoull(number, NULL, 10) : 0;
    gr_game_free(&game);
    return code ? code : count_positions(run);
}

static bool is_stopped(const GrSelfplay *job) {
    return job->stop && job->stop(job->user);
}

/* How many games to play next: no more than the positions that are still wanted will take. */
static int next_count(const Run *run) {
    uint64_t count = run->games / PART, wanted = run->job->positions - run->positions;
    uint64_t enough = run->positions ? 1 + wanted * run->games / run->positions : FEWEST;
    count = count < enough ? count : enough;
    return count > MOST ? MOST : count < FEWEST ? FEWEST : (int)count;
}

/* Plays a batch; what was played to the end is left when that stops. */
static int play_batch(Run *run) {
    Batch *batch = &run->batch;
    batch->first = run->games + 1;
    batch->count = next_count(run);
    memset(batch->whole, 0, sizeof batch->whole);
    const GrPlaces places = {run->job->places, run->job->stop, run->job->user};
    int code = gr_engine_threads_run(run->search, run->job->threads, batch->count, &places, play_one, run);
    for (int i = 0; i < batch->count; i++)
        if (!batch->whole[i])
            batch->count = i;
    return code && code != GR_ERR_STOPPED ? gr_no_memory(run->error) : code;
}

static int go_on(Run *run) {
    const GrSelfplay *job = run->job;
    if (job->progress)
        job->progress(job->user, run->games, run->positions);
    while (run->positions < job->positions) {
        uint64_t before = run->positions;
        int played = play_batch(run), code = played == GR_ERR_STOPPED ? 0 : played;
        if (code == 0)
            code = save_batch(run);
        if (code != 0)
            return code;
        if (job->progress)
            job->progress(job->user, run->games, run->positions);
        if (played == GR_ERR_STOPPED || is_stopped(job))
            return gr_fail(run->error, GR_ERR_STOPPED, "stopped");
        if (run->positions < job->positions && run->positions - before < run->scored / FRESH)
            return gr_fail(run->error, GR_ERR_LIMIT,
                           "games repeat each other after %" PRIu64 " positions: they need more random plies "
                           "or openings",
                           run->positions);
    }
    return 0;
}

static int start(Run *run) {
    run->search = calloc((size_t)run->job->threads, sizeof *run->search);
    for (int i = 0; run->search && i < run->job->threads; i++) {
        if (!(run->search[i] = gr_search_new(HASH_MB)))
            return gr_no_memory(run->error);
        gr_search_on_wait(run->search[i], run->job->stop, run->job->user);
    }
    for (int i = 0; run->search && run->job->net && i < run->job->threads; i++) {
        int code = gr_search_set_net(run->search[i], run->job->net, run->error);
        if (code != 0)
            return code;
    }
    return run->search ? 0 : gr_no_memory(run->error);
}

int gr_selfplay(const GrSelfplay *job, GrError *error) {
    GrError own;
    Run *run = calloc(1, sizeof *run);
    if (!run)
        return gr_no_memory(error);
    *run = (Run){.job = job, .error = error ? error : &own};
    int code = start(run);
    if (code == 0)
        code = find_past(run);
    if (code == 0)
        code = go_on(run);
    for (int i = 0; run->search && i < job->threads; i++)
        gr_search_free(run->search[i]);
    for (int i = 0; i < MOST; i++)
        free(run->batch.game[i].move);
    free(run->search);
    free(run->evaluation);
    free(run);
    return code;
}
