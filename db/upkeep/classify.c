/* Openings of games by the positions that were reached. */
#include "db/upkeep/classify.h"

#include <string.h>

#include "db/store/internal.h"

typedef struct Classify {
    GrDb *db;
    const GrClassify *job;
    GrClassified *done;
    GrGame game;
    GrError *error;
} Classify;

/* Reports a game that cannot be read, which is no failure of the whole. */
static int unread(const Classify *c, int64_t id, const GrError *why) {
    const GrWork *work = c->job->work;
    if (why->code != GR_ERR_DAMAGED && why->code != GR_ERR_FOREIGN)
        return gr_fail(c->error, why->code, "%s", why->text);
    if (work->unread)
        work->unread(work->context, id, why);
    return 0;
}

/* Takes a tag out; was it there? */
static bool drop_tag(GrGame *game, const char *name) {
    size_t i = 0;
    while (i < game->tag_count && strcmp(gr_game_string(game, game->tags[i].name), name))
        i++;
    if (i == game->tag_count)
        return false;
    memmove(&game->tags[i], &game->tags[i + 1], (game->tag_count - i - 1) * sizeof *game->tags);
    game->tag_count--;
    return true;
}

/* Gives a tag its value, "" to take it out: 1 if that changes the game, 0, or a code. */
static int set_tag(GrGame *game, const char *name, const char *value) {
    const char *had = gr_game_tag(game, name);
    if (!*value)
        return drop_tag(game, name);
    if (had && strcmp(had, value) == 0)
        return 0;
    return gr_game_set_tag(game, name, value) ? GR_ERR_MEMORY : 1;
}

static int set_tags(GrGame *game, const GrOpeningName *name) {
    int eco = *name->eco ? set_tag(game, "ECO", name->eco) : 0;
    int opening = eco < 0 ? eco : set_tag(game, "Opening", name->opening);
    int variation = opening < 0 ? opening : set_tag(game, "Variation", name->variation);
    return variation < 0 ? variation : eco || opening || variation;
}

static int classify_game(Classify *c, int64_t id) {
    GrError why;
    GrOpeningName name;
    int code = gr_db_get_header(c->db, id, &c->game, &why);
    if (code)
        return code == GR_ERR_NOT_FOUND ? 0 : unread(c, id, &why);
    if (c->game.rules != gr_opening_names_rules(c->job->names))
        return 0;
    c->done->games++;
    if (gr_db_get_game(c->db, id, &c->game, &why))
        return unread(c, id, &why);
    if (!gr_opening_name_of_game(c->job->names, &c->game, &name))
        return 0;
    c->done->named++;
    int changed = set_tags(&c->game, &name);
    if (changed < 0)
        return gr_no_memory(c->error);
    if (!changed)
        return 0;
    if (gr_db_can_change(c->db, id, &why))
        return unread(c, id, &why);
    c->done->changed++;
    if (c->job->changed)
        c->job->changed(c->job->work->context, id, &name);
    return c->job->dry ? 0 : gr_db_replace_game(c->db, id, &c->game, c->error);
}

static int classify_games(Classify *c) {
    const GrWork *work = c->job->work;
    int64_t last = gr_db_last(c->db, c->error);
    int code = last < 0 ? (int)last : 0;
    for (int64_t id = 1; !code; id++) {
        id = gr_db_next_game(c->db, id, c->error);
        if (id <= 0 || id > last)
            return id < 0 ? (int)id : 0;
        code = classify_game(c, id);
        if (id % 64 == 0 && work->progress)
            work->progress(work->context, (uint64_t)id, (uint64_t)last);
        if (!code && id % 64 == 0 && work->stop && work->stop(work->context))
            code = gr_fail(c->error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

int gr_db_classify(GrDb *db, const GrClassify *job, GrClassified *done, GrError *error) {
    GrError own;
    Classify c = {.db = db, .job = job, .done = done, .error = error ? error : &own};
    *done = (GrClassified){0};
    int code = job->dry ? gr_db_begin_read(db, c.error) : gr_db_begin(db, c.error);
    if (code)
        return code;
    gr_game_init(&c.game);
    code = classify_games(&c);
    gr_game_free(&c.game);
    if (!code && !job->dry)
        code = gr_db_commit(db, c.error);
    gr_db_rollback(db);
    gr_db_end_read(db);
    return code;
}
