/* Asking signatures with several threads: each asks about a run of the games, with a handle of its own that sees the
 * same state of the database. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "db/search/find_local.h"
#include "db/store/internal.h"

enum { MOST_PARTS = 16, GROUP = 64 };

typedef struct Part {
    pthread_t thread;
    bool started;
    GrDb *db;
    const FindPlans *plans;
    const GrGameSet *all;   /* those that are asked about, */
    int64_t from, to;       /* if they are among these */
    GrGameSet set;          /* of them, those that are left */
    GrSettledGames settled;
    int code;
    GrError error;
} Part;

/* Makes the set one of single games. */
static int take_games(Part *part, int64_t last) {
    part->set = (GrGameSet){.groups = last, .word = calloc((size_t)last / GROUP + 1, sizeof *part->set.word)};
    if (!part->set.word)
        return gr_no_memory(&part->error);
    for (int64_t id = part->from; id <= part->to && (id = gr_game_set_next(part->all, id)) != 0 && id <= part->to; id++)
        gr_game_set_add(&part->set, id);
    return 0;
}

static void *ask_part(void *context) {
    Part *part = context;
    const FindPlans *plans = part->plans;
    int64_t last = gr_db_last(part->db, &part->error);
    part->code = last < 0 ? (int)last : take_games(part, last);
    if (!part->code)
        part->code = gr_signatures_match(part->db, plans->plan, plans->rules, plans->plans - 1, &part->set,
                                         &part->settled, &part->error);
    return NULL;
}

/* Puts the games that are left together; those of the first part are there already. */
static void join_sets(GrGameSet *to, const GrGameSet *from) {
    for (size_t i = 0; i <= (size_t)to->groups / GROUP; i++)
        to->word[i] |= from->word[i];
    to->count += from->count;
}

static int join_settled(GrSettledGames *to, const GrSettledGames *from) {
    size_t games = to->games + from->games, runs = to->runs + from->runs;
    GrSettledGame *game = from->games ? realloc(to->game, games * sizeof *game) : to->game;
    to->game = game ? game : to->game;
    to->game_room = game ? games : to->game_room;
    GrTestRun *run = from->runs ? realloc(to->run, runs * sizeof *run) : to->run;
    to->run = run ? run : to->run;
    to->run_room = run ? runs : to->run_room;
    if ((from->games && !game) || (from->runs && !run))
        return GR_ERR_MEMORY;
    for (size_t i = 0; i < from->games; i++) {
        game[to->games + i] = from->game[i];
        game[to->games + i].run += to->runs;
    }
    if (from->runs)
        memcpy(run + to->runs, from->run, from->runs * sizeof *run);
    to->games = games;
    to->runs = runs;
    return 0;
}

static int join(Part *part, size_t parts, GrGameSet *set, GrSettledGames *settled, GrError *error) {
    for (size_t i = 0; i < parts; i++)
        if (part[i].code)
            return gr_fail(error, part[i].error.code, "%s", part[i].error.text);
    *settled = part[0].settled;
    part[0].settled = (GrSettledGames){0};
    for (size_t i = 1; i < parts; i++) {
        join_sets(&part[0].set, &part[i].set);
        if (join_settled(settled, &part[i].settled))
            return gr_no_memory(error);
    }
    gr_game_set_free(set);
    *set = part[0].set;
    part[0].set = (GrGameSet){.word = NULL};
    return 0;
}

/* Runs of whole words of a set, one for each handle. */
static size_t divide(const FindHandles *handles, const FindPlans *plans, const GrGameSet *set, int64_t last,
                     Part part[MOST_PARTS]) {
    size_t parts = handles->count < MOST_PARTS ? (size_t)handles->count : MOST_PARTS;
    int64_t share = last / GROUP / (int64_t)parts + 1;
    for (size_t i = 0; i < parts; i++) {
        part[i] = (Part){.db = handles->db[i], .plans = plans, .all = set, .from = (int64_t)i * share * GROUP + 1};
        part[i].to = part[i].from + share * GROUP - 1 < last ? part[i].from + share * GROUP - 1 : last;
    }
    return parts;
}

int find_match_signatures(const FindHandles *handles, const FindPlans *plans, GrGameSet *set, GrSettledGames *settled,
                          GrError *error) {
    Part part[MOST_PARTS];
    GrDb *db = handles->db[0];
    if (handles->count < 2)
        return gr_signatures_match(db, plans->plan, plans->rules, plans->plans - 1, set, settled, error);
    int64_t last = gr_db_last(db, error);
    if (last < 0)
        return (int)last;
    size_t parts = divide(handles, plans, set, last, part);
    for (size_t i = 1; i < parts; i++)
        part[i].started = pthread_create(&part[i].thread, NULL, ask_part, &part[i]) == 0;
    for (size_t i = 0; i < parts; i++) {
        if (!part[i].started)
            ask_part(&part[i]);
        else
            pthread_join(part[i].thread, NULL);
    }
    int code = join(part, parts, set, settled, error);
    for (size_t i = 0; i < parts; i++) {
        gr_game_set_free(&part[i].set);
        gr_settled_free(&part[i].settled);
    }
    return code;
}
