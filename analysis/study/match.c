/* Matches between two engines. */
#include "analysis/study/match.h"

#include <pthread.h>
#include <stdlib.h>

#include "analysis/study/keyset.h"
#include "analysis/study/match_local.h"

enum { MOST_THREADS = 256, MOST_ATTEMPTS = 100 };

/* What the threads share; all but `job` under the lock. */
typedef struct Match {
    const GrMatchJob *job;
    pthread_mutex_t lock;
    uint32_t next;     /* number of the next game to be played, */
    uint32_t attempt;  /* at an opening for its pair, which is taken; */
    uint32_t reported; /* and how many games have been reported */
    GrGame **done;     /* by number - 1: finished games that wait for earlier ones */
    GrTally *tally;
    GrKeySet openings; /* keys of positions that engines began in */
    GrKeySet games;    /* keys of all games reported */
    GrTallyGame first; /* of a pair, if the second has not been reported; */
    uint64_t key;      /* its key */
    int code;          /* the first failure, which ends the match */
    GrError error;
} Match;

/* ---- openings ---- */

/* Finds an opening for the next pair that the pairs before it did not have. Where there is none (a
 * short list, no random plies) it is one of those. */
static int choose_opening(Match *m) {
    const GrMatchJob *job = m->job;
    uint32_t pair = (m->next - 1) / 2, most = job->random_plies ? MOST_ATTEMPTS : 1;
    int found = 0;
    for (m->attempt = 0; m->attempt < most && !found; m->attempt++) {
        GrOpening opening;
        if (gr_match_opening(job, pair, m->attempt, &opening))
            return GR_ERR_MEMORY;
        if (gr_state(&opening.end) == GR_OPEN)
            found = gr_keyset_add(&m->openings, opening.end.key);
        free(opening.move);
    }
    m->attempt = found ? m->attempt - 1 : 0;
    return found < 0 ? found : 0;
}

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

static int count(Match *m, uint32_t number, const GrGame *game) {
    bool is_second = number % 2 == 0, first_has_white = !is_second;
    uint64_t key = key_of(game);
    int is_new = gr_keyset_add(&m->games, key);
    if (is_new < 0)
        return is_new;
    bool won = (game->result == GR_WHITE_WINS) == first_has_white;
    GrTallyGame counted = {.points = game->result == GR_DRAW ? 1 : won ? 2 : 0, .is_new = is_new};
    gr_tally_game(m->tally, &counted);
    if (is_second)
        gr_tally_pair(m->tally, &m->first, &counted, key == m->key);
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

static bool should_stop(void *user) {
    Match *m = user;
    pthread_mutex_lock(&m->lock);
    bool ending = m->code != 0;
    pthread_mutex_unlock(&m->lock);
    return ending || (m->job->stop && m->job->stop(m->job->user));
}

/* The number of the next game, 0 if there is none, and which attempt at its opening was taken. */
static uint32_t next_game(Match *m, uint32_t *attempt) {
    pthread_mutex_lock(&m->lock);
    uint32_t number = m->code || m->next > m->job->games ? 0 : m->next;
    if (number % 2 && choose_opening(m)) {
        m->code = gr_no_memory(&m->error);
        number = 0;
    }
    m->next += number != 0;
    *attempt = m->attempt;
    pthread_mutex_unlock(&m->lock);
    return number;
}

static void free_game(GrGame *game) {
    if (game)
        gr_game_free(game);
    free(game);
}

/* Takes a finished game over, and reports all whose turn it is. */
static void finish_game(Match *m, uint32_t number, GrGame *game) {
    pthread_mutex_lock(&m->lock);
    m->done[number - 1] = game;
    while (m->reported < m->job->games && m->done[m->reported] && !m->code) {
        GrGame *next = m->done[m->reported];
        m->done[m->reported++] = NULL;
        if (count(m, m->reported, next))
            m->code = gr_no_memory(&m->error);
        else if (m->job->played)
            m->job->played(m->job->user, m->reported, next, m->tally);
        free_game(next);
    }
    pthread_mutex_unlock(&m->lock);
}

static int play_one(Match *m, GrAnalyst *const analyst[2], uint32_t number, uint32_t attempt,
                    GrError *error) {
    int broken = -1;
    GrOpening opening;
    GrGame *game = malloc(sizeof *game);
    if (!game || gr_match_opening(m->job, (number - 1) / 2, attempt, &opening)) {
        free(game);
        return gr_no_memory(error);
    }
    gr_game_init(game);
    int code = gr_match_play(m->job, analyst, number, &opening, game, &broken, error);
    free(opening.move);
    if (code)
        free_game(game);
    else
        finish_game(m, number, game);
    if (!code && broken >= 0)
        code = gr_analyst_restart(analyst[broken], error);
    return code;
}

static void *play_games(void *context) {
    Match *m = context;
    const GrMatchJob *job = m->job;
    GrAnalyst *analyst[2] = {NULL, NULL};
    GrError error;
    int code = 0;
    for (int engine = 0; engine < 2 && !code; engine++) {
        code = gr_analyst_open(job->command[engine], job->hash, should_stop, m, &analyst[engine],
                               &error);
    }
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

int gr_match_run(const GrMatchJob *job, GrTally *tally, GrError *error) {
    Match m = {.job = job, .next = 1, .tally = tally};
    *tally = (GrTally){0};
    m.done = calloc(job->games ? job->games : 1, sizeof *m.done);
    if (!m.done || pthread_mutex_init(&m.lock, NULL)) {
        free(m.done);
        return gr_no_memory(error);
    }
    run_threads(&m);
    if (gr_tally_games(tally) % 2) /* the last pair has one game */
        gr_tally_pair(tally, &m.first, NULL, false);
    for (uint32_t i = 0; i < job->games; i++)
        free_game(m.done[i]);
    free(m.done);
    gr_keyset_free(&m.openings);
    gr_keyset_free(&m.games);
    pthread_mutex_destroy(&m.lock);
    return m.code ? gr_fail(error, (GrCode)m.code, "%s", m.error.text) : 0;
}
