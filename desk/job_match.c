/* A job: engines play each other; the games go into the database as they end. */
#include <stdio.h>
#include <time.h>

#include "analysis/study/match.h"
#include "db/db.h"
#include "desk/jobs.h"

enum { GAMES = 100, RANDOM = 4, MOST_PLIES = 600, EVENT = 64 };

static bool read_match(DeskCall *call, DeskJob *job) {
    DeskJobTask *task = &job->task;
    task->games = GAMES;
    task->random = RANDOM;
    task->seed = 1;
    return desk_job_variant(call, job, true) && desk_job_engine(call, job, "engine", 0) &&
           desk_job_engine(call, job, "opponent", 1) && desk_job_limits(call, job, true) &&
           desk_job_threads(call, job) && desk_job_number(call, "games", 2, 1000000, &task->games) &&
           desk_job_number(call, "random", 0, 100, &task->random) &&
           desk_job_number(call, "seed", 0, INT64_C(1) << 53, &task->seed);
}

typedef struct Playing {
    DeskJob *job;
    GrDb *db;
    atomic_int code; /* of the first game that could not be stored: that ends the match */
    GrError error;   /* under the match's own lock, as what is stored is */
} Playing;

static bool stops(void *context) {
    Playing *playing = context;
    return playing->code || desk_job_stops(playing->job);
}

static int places(void *context) {
    return desk_job_places(((Playing *)context)->job);
}

/* The same game twice is one: a game that was over before its turn has been stored then. */
static void store(Playing *playing, const GrGame *game) {
    GrAdded added;
    int code;
    do
        code = gr_db_add_game(playing->db, game, &added, &playing->error);
    while (code == GR_ERR_BUSY && !desk_job_stops(playing->job));
    if (code && !playing->code)
        playing->code = code == GR_ERR_BUSY ? GR_ERR_STOPPED : code;
}

static void on_ahead(void *context, uint32_t number, const GrGame *game) {
    (void)number;
    store(context, game);
}

static void tell(DeskJob *job, const GrStanding *standing) {
    GrElo elo;
    const GrTally *tally = &standing->tally;
    gr_elo(tally, &elo);
    desk_job_figure(job, "wins", tally->wins, 0);
    desk_job_figure(job, "losses", tally->losses, 0);
    desk_job_figure(job, "draws", tally->draws, 0);
    desk_job_figure(job, "elo", elo.difference, 1);
    desk_job_figure(job, "margin", elo.margin, 1);
    desk_job_figure(job, "superiority", 100 * elo.superiority, 1);
    desk_job_progress(job, "games", gr_tally_games(tally), (uint64_t)job->task.games);
}

static void on_game(void *context, uint32_t number, const GrGame *game, const GrGameEnd *end,
                    const GrStanding *standing) {
    Playing *playing = context;
    store(playing, game);
    if (end->fault != GR_FAULT_NONE)
        desk_job_say(playing->job, "game %u: engine %d %.200s", (unsigned)number, end->engine + 1, end->detail);
    tell(playing->job, standing);
}

/* Its games are found again by their event, which has the time when the match was begun. */
static void name_event(const DeskJob *job, char event[EVENT], char date[16]) {
    struct tm tm;
    time_t begun = (time_t)job->begun;
    if (!gmtime_r(&begun, &tm))
        tm = (struct tm){.tm_mday = 1};
    strftime(date, 16, "%Y.%m.%d", &tm);
    strftime(event, EVENT, GR_MATCH_EVENT " of %Y.%m.%d %H:%M:%S UTC", &tm);
}

static int play(Playing *playing, GrMatchPast *past, const char *event, const char *date, GrError *error) {
    GrStanding standing;
    DeskJob *job = playing->job;
    const DeskJobTask *task = &job->task;
    GrMatchJob match = {.rules = task->rules, .games = (uint32_t)task->games, .random_plies = (unsigned)task->random,
                        .seed = (uint64_t)task->seed, .most_plies = MOST_PLIES, .threads = task->threads,
                        .event = event, .date = date, .past = past, .stop = stops, .places = places,
                        .played = on_game, .ahead = on_ahead, .user = playing};
    for (int n = 0; n < 2; n++)
        match.engine[n] = (GrMatchEngine){.command = task->engine[n], .limits = task->limits, .time = task->time,
                                          .increment = task->increment};
    desk_job_progress(job, "games", past->count, (uint64_t)task->games);
    int code = gr_match_run(&match, &standing, error);
    if (gr_tally_games(&standing.tally))
        tell(job, &standing);
    return playing->code && playing->code != GR_ERR_STOPPED
               ? gr_fail(error, (GrCode)playing->code, "%s", playing->error.text) : code;
}

static int match(DeskJob *job, GrDb *db, GrError *error) {
    GrMatchPast past;
    Playing playing = {.job = job, .db = db};
    char event[EVENT], date[16];
    name_event(job, event, date);
    int code = gr_match_past_find(db, event, job->task.rules, (uint32_t)job->task.games, &past, error);
    if (code)
        return code;
    code = play(&playing, &past, event, date, error);
    gr_match_past_free(&past);
    return code;
}

const DeskJobKind desk_job_match = {.name = "match", .writes = true, .read = read_match, .work = match};
