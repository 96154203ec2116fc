/* POST live/ID: what the stream of a tab is to search. */
#include <stdlib.h>

#include "desk/live.h"
#include "desk/position.h"

/* A whole number of the body, `usual` if there is none; false after refusing another value. */
static bool read_number(DeskCall *call, const char *name, int most, int usual, int *number) {
    uint32_t value = gr_json_member(&call->tree, 1, name);
    int64_t got = usual;
    if (value && !gr_json_whole(&call->tree, value, 1, most, &got)) {
        desk_refuse(call, 400, "the member \"%s\" is no whole number from 1 to %d", name, most);
        return false;
    }
    *number = (int)got;
    return true;
}

/* The keys of the positions before the last one. */
static bool keep_keys(DeskCall *call, const GrGame *game, LiveTask *task) {
    GrPosition pos = game->start;
    task->before = malloc((game->plies + 1) * sizeof *task->before);
    if (!task->before) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    for (uint32_t at = game->nodes[0].next; at; at = game->nodes[at].next) {
        task->before[task->count++] = pos.key;
        gr_play(&pos, game->nodes[at].move);
    }
    return true;
}

static bool read_task(DeskCall *call, LiveTask *task) {
    GrGame game;
    uint32_t object = gr_json_member(&call->tree, 1, "position");
    int jobs = call->desk->start.jobs;
    if (!read_number(call, "lines", LIVE_LINES, 1, &task->lines) ||
        !read_number(call, "threads", GR_MAX_THREADS, 1, &task->threads))
        return false;
    task->threads = task->threads < jobs ? task->threads : jobs;
    task->idle = !object || call->tree.value[object].kind == GR_JSON_NULL;
    if (task->idle)
        return true;
    gr_game_init(&game);
    bool well = desk_read_line(call, object, &game, &task->pos) && keep_keys(call, &game, task);
    if (well) /* where no move is legal there is nothing to search */
        task->idle = gr_count_moves(&task->pos) == 0 || gr_is_over(&task->pos);
    gr_game_free(&game);
    return well;
}

void desk_live_post(DeskCall *call) {
    LiveTask task = {.before = NULL};
    unsigned generation = 0;
    if (read_task(call, &task)) {
        if (!desk_live_ask(call->desk, call->wild[0], &task, &generation)) {
            desk_refuse(call, 404, "there is no stream '%.40s'", call->wild[0]);
        } else {
            gr_json_int(desk_answer(call), "generation", generation);
            desk_answered(call);
            call->response->status = call->response->status == 200 ? 202 : call->response->status;
        }
    }
    desk_live_drop(&task);
}
