#include "analysis/match.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "analysis/match_local.h"

enum { MOST_THREADS = 256 };

/* What the threads share; all but `job` under the lock. */
typedef struct Match {
    const GrMatchJob *job;
    pthread_mutex_t lock;
    uint32_t next;  /* number of the next game to be played, */
    uint32_t told;  /* and how many have been told */
    GrGame **done;  /* by number - 1: finished games that wait for earlier ones */
    GrMatchScore *score;
    int code;       /* the first failure, which ends the match */
    GrError error;
} Match;

/* ---- the score ---- */

static double elo_of(double share) {
    return share <= 0 ? -INFINITY : share >= 1 ? INFINITY : 400 * log10(share / (1 - share));
}

double gr_match_elo(const GrMatchScore *score, double *margin) {
    double wins = score->wins, losses = score->losses, draws = score->draws;
    double games = wins + losses + draws;
    *margin = 0;
    if (games <= 0)
        return 0;
    double share = (wins + draws / 2) / games;
    double spread = (wins * (1 - share) * (1 - share) + losses * share * share +
                     draws * (0.5 - share) * (0.5 - share)) /
                    games;
    double reach = 1.96 * sqrt(spread / games); /* 95 % of a normal distribution */
    *margin = share <= 0 || share >= 1
                  ? INFINITY
                  : (elo_of(share + reach) - elo_of(share - reach)) / 2;
    return elo_of(share);
}

static void count(GrMatchScore *score, uint32_t number, GrResult result) {
    bool first_is_white = (number - 1) % 2 == 0;
    if (result == GR_DRAW)
        score->draws++;
    else if ((result == GR_WHITE_WINS) == first_is_white)
        score->wins++;
    else
        score->losses++;
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

/* The number of the next game, 0 if there is none. */
static uint32_t next_game(Match *m) {
    pthread_mutex_lock(&m->lock);
    uint32_t number = m->code || m->next > m->job->games ? 0 : m->next++;
    pthread_mutex_unlock(&m->lock);
    return number;
}

static void free_game(GrGame *game) {
    if (game)
        gr_game_free(game);
    free(game);
}

/* Takes a finished game over, and tells all whose turn it is. */
static void finish_game(Match *m, uint32_t number, GrGame *game) {
    pthread_mutex_lock(&m->lock);
    m->done[number - 1] = game;
    while (m->told < m->job->games && m->done[m->told] && !m->code) {
        GrGame *next = m->done[m->told];
        m->done[m->told++] = NULL;
        count(m->score, m->told, next->result);
        if (m->job->played)
            m->job->played(m->job->user, m->told, next, m->score);
        free_game(next);
    }
    pthread_mutex_unlock(&m->lock);
}

static int play_one(Match *m, GrAnalyst *const analyst[2], uint32_t number, GrError *error) {
    int broken;
    GrGame *game = malloc(sizeof *game);
    if (!game)
        return gr_no_memory(error);
    gr_game_init(game);
    int code = gr_match_play(m->job, analyst, number, game, &broken, error);
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
    for (uint32_t number; !code && (number = next_game(m)) != 0;)
        code = should_stop(m) ? gr_fail(&error, GR_ERR_STOPPED, "stopped")
                              : play_one(m, analyst, number, &error);
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
    while (running < wanted - 1 && !pthread_create(&thread[running], NULL, play_games, m))
        running++;
    play_games(m);
    for (int i = 0; i < running; i++)
        pthread_join(thread[i], NULL);
}

int gr_match_run(const GrMatchJob *job, GrMatchScore *score, GrError *error) {
    Match m = {.job = job, .next = 1, .score = score};
    *score = (GrMatchScore){0};
    m.done = calloc(job->games ? job->games : 1, sizeof *m.done);
    if (!m.done || pthread_mutex_init(&m.lock, NULL)) {
        free(m.done);
        return gr_no_memory(error);
    }
    run_threads(&m);
    for (uint32_t i = 0; i < job->games; i++)
        free_game(m.done[i]);
    free(m.done);
    pthread_mutex_destroy(&m.lock);
    return m.code ? gr_fail(error, (GrCode)m.code, "%s", m.error.text) : 0;
}
