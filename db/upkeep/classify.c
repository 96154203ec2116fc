/* Openings of games by the positions that were reached. */
#include "db/upkeep/classify.h"

#include <string.h>

#include "db/store/internal.h"
#include "db/upkeep/each_game.h"

typedef struct Classify {
    GrDb *db;
    const GrClassify *job;
    GrClassified *done;
    GrGame game;
} Classify;

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

static int classify_game(void *visitor, int64_t id, GrError *error) {
    Classify *c = visitor;
    const GrWork *work = c->job->work;
    GrError why;
    GrOpeningName name;
    int code = gr_db_get_header(c->db, id, &c->game, &why);
    if (code)
        return code == GR_ERR_NOT_FOUND ? 0 : gr_each_game_unread(work, id, &why, error);
    if (c->game.rules != gr_opening_names_rules(c->job->names))
        return 0;
    c->done->games++;
    if (gr_db_get_game(c->db, id, &c->game, &why))
        return gr_each_game_unread(work, id, &why, error);
    if (!gr_opening_name_of_game(c->job->names, &c->game, &name))
        return 0;
    c->done->named++;
    int changed = set_tags(&c->game, &name);
    if (changed < 0)
        return gr_no_memory(error);
    if (!changed)
        return 0;
    if (gr_db_can_change(c->db, id, &why))
        return gr_each_game_unread(work, id, &why, error);
    c->done->changed++;
    if (c->job->changed)
        c->job->changed(work->context, id, &name);
    return c->job->dry ? 0 : gr_db_replace_game(c->db, id, &c->game, error);
}

int gr_db_classify(GrDb *db, const GrClassify *job, GrClassified *done, GrError *error) {
    GrError own;
    Classify c = {.db = db, .job = job, .done = done};
    const GrEachGame each = {.work = job->work, .dry = job->dry, .visitor = &c, .visit = classify_game};
    *done = (GrClassified){0};
    gr_game_init(&c.game);
    int code = gr_each_game(db, &each, error ? error : &own);
    gr_game_free(&c.game);
    return code;
}
