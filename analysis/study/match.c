/* Matches between two engines. */
#include "analysis/study/match.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/match_local.h"
#include "analysis/study/places.h"

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
    GrMatchNames past_name; /* the players of game 1, if it was played earlier */
    int threads;       /* begun so far */
    int code;          /* the first failure, which ends the match */
    GrError error;
} Match;

/* An engine of a thread. */
typedef struct Player {
    Match *match;
    int engine, place;
    GrAnalyst *analyst;
} Player;

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
    m->standing->illegal = m->openings.illegal;
    if (found == 0 && !m->standing->ran_out)
        m->standing->ran_out = pair + 1;
    return found < 0 ? found : 0;
}

static void free_game(GrMatchGame *game) {
    if (game)
        gr_match_game_free(game);
    free(game);
}

static void report(const Match *m, const GrMatchGame *over) {
    GrGameEnd end = {over->fault, over->engine, over->detail, &over->pos, {over->nonsense[0], over->nonsense[1]}};
    if (m->job->played)
        m->job->played(m->job->user, m->reported, &over->game, &end, m->standing);
}

/* Counts the games whose turn it is, and reports them, but for those that a file has already. */
static void take_turns(Match *m) {
    uint32_t in_turn = m->job->past ? m->job->past->in_turn : 0;
    while (m->reported < m->job->games && m->done[m->reported] && !is_over(m)) {
        GrMatchGame *next = m->done[m->reported];
        m->done[m->reported++] = NULL;
        if (count(m, m->reported, next))
            m->code = gr_no_memory(&m->error);
        else if (m->reported > in_turn)
            report(m, next);
        free_game(next);
    }
}

/* Takes the next game out of the past, if it is there and had the right opening; fails if it is another
 * match's. */
static bool take_played(Match *m) {
    GrMatchPast *past = m->job->past;
    GrOpening opening;
    if (!past || !past->game[m->next - 1] || m->code)
        return false;
    if (gr_match_opening(&m->openings, (m->next - 1) / 2, m->attempt, &opening)) {
        m->code = gr_no_memory(&m->error);
        return false;
    }
    bool fits = gr_match_past_fits(past->game[m->next - 1], &opening);
    free(opening.move);
    if (!fits) {
        m->code = gr_fail(&m->error, GR_ERR_ILLEGAL,
                          "game %" PRIu32 " was begun in another way: openings, seed or options are not those of "
                          "the match that was stopped", m->next);
        return false;
    }
    m->done[m->next - 1] = past->game[m->next - 1];
    past->game[m->next - 1] = NULL;
    return true;
}

static bool has_next(Match *m) {
    pthread_mutex_lock(&m->lock);
    bool has = !is_over(m) && m->next <= m->job->games;
    pthread_mutex_unlock(&m->lock);
    return has;
}

/* Waits as long as there is no place for this thread, and there are games to be played. */
static void wait_for_place(Match *m, int place) {
    const GrPlaces places = {m->job->places, NULL, m->job->user};
    while (!gr_place_is_free(&places, place) && has_next(m) && !should_stop(m))
        gr_place_pause();
}

/* The number of the next game for the thread at that place, 0 if there is none, and which attempt at its opening was
 * taken. */
static uint32_t next_game(Match *m, int place, uint32_t *attempt) {
    uint32_t number = 0;
    wait_for_place(m, place);
    pthread_mutex_lock(&m->lock);
    while (!number && !is_over(m) && m->next <= m->job->games) {
        if (m->next % 2 && choose_opening(m))
            m->code = gr_no_memory(&m->error);
        else if (take_played(m))
            take_turns(m);
        else if (!m->code)
            number = m->next;
        m->next++;
    }
    *attempt = m->attempt;
    pthread_mutex_unlock(&m->lock);
    return number;
}

/* Takes a finished game over, and reports all whose turn it is. */
static void finish_game(Match *m, uint32_t number, GrMatchGame *game) {
    pthread_mutex_lock(&m->lock);
    m->done[number - 1] = game;
    if (m->job->ahead && number != m->reported + 1 && !is_over(m))
        m->job->ahead(m->job->user, number, &game->game);
    take_turns(m);
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

static void log_line(void *user, bool sent, const char *line, size_t length) {
    const Player *player = user;
    const GrMatchJob *job = player->match->job;
    job->log(job->user, player->engine, player->place, sent, line, length);
}

static int open_player(Player *player, GrError *error) {
    const GrMatchJob *job = player->match->job;
    const GrMatchEngine *settings = &job->engine[player->engine];
    GrEngineStart start = {settings->command, settings->protocol, should_stop, player->match,
                           job->log ? log_line : NULL, player, settings->start_ms};
    int code = gr_analyst_start(&start, job->hash, &player->analyst, error);
    return code ? code : gr_analyst_set_up(player->analyst, &settings->setup, error);
}

/* Had the first game of the past the same players? */
static int check_players(const Match *m, GrAnalyst *const analyst[2], GrError *error) {
    GrMatchNames names;
    const char *const tag[2] = {[GR_WHITE] = "White", [GR_BLACK] = "Black"};
    for (int side = 0; side < 2 && m->past_name[0][0]; side++) {
        gr_match_names(m->job, analyst, 1, names);
        if (strcmp(names[side], m->past_name[side]) != 0)
            return gr_fail(error, GR_ERR_ILLEGAL, "%s was %s in the match that was stopped, not %s",
                           tag[side], m->past_name[side], names[side]);
    }
    return 0;
}

static int next_place(Match *m) {
    pthread_mutex_lock(&m->lock);
    int place = m->threads++;
    pthread_mutex_unlock(&m->lock);
    return place;
}

static void *play_games(void *context) {
    Match *m = context;
    GrAnalyst *analyst[2] = {NULL, NULL};
    GrError error;
    int code = 0, place = next_place(m);
    Player player[2] = {{m, 0, place, NULL}, {m, 1, place, NULL}};
    for (int engine = 0; engine < 2 && !code; engine++) {
        code = open_player(&player[engine], &error);
        analyst[engine] = player[engine].analyst;
    }
    if (!code)
        code = check_players(m, analyst, &error);
    for (uint32_t number, attempt; !code && (number = next_game(m, place, &attempt)) != 0;)
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

/* Takes in the games of the past up to the first that was not played. */
static int take_past(Match *m) {
    GrMatchPast *past = m->job->past;
    static const char *const tags[2] = {[GR_WHITE] = "White", [GR_BLACK] = "Black"};
    for (int side = 0; past && past->games && past->game[0] && side < 2; side++) {
        const char *name = gr_game_tag(&past->game[0]->game, tags[side]);
        snprintf(m->past_name[side], sizeof m->past_name[side], "%s", name ? name : "");
    }
    for (; past && !m->code && m->next <= past->games && past->game[m->next - 1]; m->next++) {
        if (m->next % 2 && choose_opening(m))
            m->code = gr_no_memory(&m->error);
        take_played(m);
    }
    if (!m->code)
        take_turns(m);
    return m->code;
}

int gr_match_run(const GrMatchJob *job, GrStanding *standing, GrError *error) {
    Match m = {.job = job, .next = 1, .standing = standing};
    *standing = (GrStanding){0};
    if (start(&m))
        return gr_no_memory(error);
    if (take_past(&m) == 0 && !is_over(&m) && m.reported < job->games)
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
