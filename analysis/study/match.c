/* Matches between two engines. */
#include "analysis/study/match.h"

#include <pthread.h>
#include <stdlib.h>

#include "analysis/study/match_local.h"

enum { MOST_THREADS = 256 };

/* What the threads share; all but `job` under the lock. */
typedef struct Match {
    const GrMatchJob *job;
    pthread_mutex_t lock;
    GrMatchOpenings openings;
    uint32_t next;     /* number of the next game to be played, */
    uint32_t attempt;  /* at an opening for its pair, which is taken; */
    uint32_t reported; /* and how many games have been reported */
    GrMatchGame **done; /* by number - 1: finished games that wait for earlier ones */
    GrStanding *standing;
    GrKeySet games;    /* keys of all games reported */
    GrTallyGame first; /* of a pair, if the second has not been reported; */
    uint64_t key;      /* its key */
    int code;          /* the first failure, which ends the match */
    GrError error;
} Match;

/* ---- the score ---- */

static uint64_t mix(uint64_t key, uint64_t more) {
    key = (key ^ more) * UINT64_C(0xBF58476D1CE4E5B9);
    return key ^ key >> 29;
}

/* The same for games with the same start, moves and result. */
static uint64_t key_of(const GrGame *game) {
    uint64_t key = mix(game->start.key, (uint64_t)game->start.clock << 8 | game->result);
    for (uint32_t node = game->nodes[0].next; node; node = game->nodes[node].next)
        key = mix(key, game->nodes[node].move);
    return key;
}

static int count(Match *m, uint32_t number, const GrMatchGame *over) {
    GrStanding *standing = m->standing;
    const GrGame *game = &over->game;
    bool is_second = number % 2 == 0, first_has_white = !is_second;
    uint64_t key = key_of(game);
    int is_new = gr_keyset_add(&m->games, key);
    if (is_new < 0)
        return is_new;
    bool won = (game->result == GR_WHITE_WINS) == first_has_white;
    GrTallyGame counted = {.points = game->result == GR_DRAW ? 1 : won ? 2 : 0, .is_new = is_new};
    gr_tally_game(&standing->tally, &counted);
    if (over->fault != GR_FAULT_NONE)
        standing->fault[over->engine][over->fault]++;
    if (is_second) {
        gr_tally_pair(&standing->tally, &m->first, &counted, key == m->key);
        standing->ratio = gr_sprt_ratio(&m->job->sprt, &standing->tally);
        standing->decided = gr_sprt_state(&m->job->sprt, standing->ratio);
    }
    m->first = counted;
    m->key = key;
    return 0;
}

/* ---- threads ---- */

static void end_match(Match *m, int code, const GrError *error) {
    pthread_mutex_lock(&m->lock);
    if (m->code == 0) {
        m->code = code;
        m->error = *error;
    }
    pthread_mutex_unlock(&m->lock);
}

static bool is_over(const Match *m) {
    return m->code != 0 || m->standing->decided != GR_SPRT_OPEN;
}

static bool should_stop(void *user) {
    Match *m = user;
    pthread_mutex_lock(&m->lock);
    bool ending = is_over(m);
    pthread_mutex_unlock(&m->lock);
    return ending || (m->job->stop && m->job->stop(m->job->user));
}

/* An opening for the pair that begins with the next game. */
static int choose_opening(Match *m) {
    uint32_t pair = (m->next - 1) / 2;
    int found = gr_match_openings_choose(&m->openings, pair, &m->attempt);
    if (found == 0 && !m->standing->ran_out)
        m->standing->ran_out = pair + 1;
    return found < 0 ? found : 0;
}

/* The number of the next game, 0 if there is none, and which attempt at its opening was taken. */
static uint32_t next_game(Match *m, uint32_t *attempt) {
    pthread_mutex_lock(&m->lock);
    uint32_t number = is_over(m) || m->next > m->job->games ? 0 : m->next;
    if (number % 2 && choose_opening(m)) {
        m->code = gr_no_memory(&m->error);
        number = 0;
    }
    m->next += number != 0;
    *attempt = m->attempt;
    pthread_mutex_unlock(&m->lock);
    return number;
}

static void free_game(GrMatchGame *game) {
    if (game)
        gr_match_game_free(game);
    free(game);
}

static void report(const Match *m, const GrMatchGame *over) {
    GrGameEnd end = {over->fault, over->engine, over->detail, &over->pos};
    if (m->job->played)
        m->job->played(m->job->user, m->reported, &over->game, &end, m->standing);
}

/* Takes a finished game over, and reports all whose turn it is. */
static void finish_game(Match *m, uint32_t number, GrMatchGame *game) {
    pthread_mutex_lock(&m->lock);
    m->done[number - 1] = game;
    while (m->reported < m->job->games && m->done[m->reported] && !is_over(m)) {
        GrMatchGame *next = m->done[m->reported];
        m->done[m->reported++] = NULL;
        if (count(m, m->reported, next))
            m->code = gr_no_memory(&m->error);
        else
            report(m, next);
        free_game(next);
    }
    pthread_mutex_unlock(&m->lock);
}

static int play_one(Match *m, GrAnalyst *const analyst[2], uint32_t number, uint32_t attempt,
                    GrError *error) {
    GrOpening opening;
    GrMatchGame *game = malloc(sizeof *game);
    if (!game || gr_match_opening(&m->openings, (number - 1) / 2, attempt, &opening)) {
        free(game);
        return gr_no_memory(error);
    }
    gr_match_game_init(game);
    int code = gr_match_play(m->job, analyst, number, &opening, game, error);
    int broken = game->fault != GR_FAULT_NONE ? game->engine : -1;
    free(opening.move);
    if (code)
        free_game(game);
    else
        finish_game(m, number, game);
    if (!code && broken >= 0 && !should_stop(m))
        code = gr_analyst_restart(analyst[broken], error);
    return code;
}

static int open_analyst(Match *m, int engine, GrAnalyst **analyst, GrError *error) {
    const GrMatchEngine *settings = &m->job->engine[engine];
    int code = gr_analyst_open(settings->command, m->job->hash, should_stop, m, analyst, error);
    return code ? code : gr_analyst_set_up(*analyst, &settings->setup, error);
}

static void *play_games(void *context) {
    Match *m = context;
    GrAnalyst *analyst[2] = {NULL, NULL};
    GrError error;
    int code = 0;
    for (int engine = 0; engine < 2 && !code; engine++)
        code = open_analyst(m, engine, &analyst[engine], &error);
    for (uint32_t number, attempt; !code && (number = next_game(m, &attempt)) != 0;)
        code = should_stop(m) ? gr_fail(&error, GR_ERR_STOPPED, "stopped")
                              : play_one(m, analyst, number, attempt, &error);
    if (code)
        end_match(m, code, &error);
    gr_analyst_close(analyst[0]);
    gr_analyst_close(analyst[1]);
    return NULL;
}

/* Runs the threads; one that cannot be had is done without, as this one plays as well. */
static void run_threads(Match *m) {
    pthread_t thread[MOST_THREADS];
    int wanted = m->job->threads < MOST_THREADS ? m->job->threads : MOST_THREADS, running = 0;
    if ((uint32_t)wanted > m->job->games) /* an engine without a game need not be started */
        wanted = (int)m->job->games;
    while (running < wanted - 1 && !pthread_create(&thread[running], NULL, play_games, m))
        running++;
    play_games(m);
    for (int i = 0; i < running; i++)
        pthread_join(thread[i], NULL);
}

static int start(Match *m) {
    m->done = calloc(m->job->games ? m->job->games : 1, sizeof *m->done);
    if (!m->done || gr_match_openings_start(&m->openings, m->job)) {
        free(m->done);
        return GR_ERR_MEMORY;
    }
    if (pthread_mutex_init(&m->lock, NULL)) {
        gr_match_openings_free(&m->openings);
        free(m->done);
        return GR_ERR_MEMORY;
    }
    return 0;
}

int gr_match_run(const GrMatchJob *job, GrStanding *standing, GrError *error) {
    Match m = {.job = job, .next = 1, .standing = standing};
    *standing = (GrStanding){0};
    if (start(&m))
        return gr_no_memory(error);
    run_threads(&m);
    if (gr_tally_games(&standing->tally) % 2) /* the last pair has one game */
        gr_tally_pair(&standing->tally, &m.first, NULL, false);
    for (uint32_t i = 0; i < job->games; i++)
        free_game(m.done[i]);
    free(m.done);
    gr_match_openings_free(&m.openings);
    gr_keyset_free(&m.games);
    pthread_mutex_destroy(&m.lock);
    if (standing->decided != GR_SPRT_OPEN) /* what was still being played was stopped for that */
        return 0;
    return m.code ? gr_fail(error, (GrCode)m.code, "%s", m.error.text) : 0;
}
