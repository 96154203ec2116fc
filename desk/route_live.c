/* POST live/ID: what the stream of a tab is to search. */
#include <stdlib.h>

#include "desk/jobs.h"
#include "desk/live.h"
#include "desk/position.h"
#include "notation/move/uci.h"

/* A whole number of the body, `usual` if there is none; false after refusing another value. */
static bool read_number(DeskCall *call, const char *name, int most, int usual, int *number) {
    int64_t got = usual;
    if (!desk_job_number(call, name, 1, most, &got))
        return false;
    *number = (int)got;
    return true;
}

/* What the opponent would do if it were his turn: a null move comes behind the others. False after refusing that. */
static bool add_threat(DeskCall *call, LiveTask *task) {
    GrMove none;
    uint32_t value = gr_json_member(&call->tree, 1, "threat");
    if (!value || call->tree.value[value].kind != GR_JSON_BOOL || call->tree.value[value].number == 0)
        return true;
    if (gr_uci_read(&task->pos, "0000", &none, NULL)) {
        desk_refuse(call, 400, "in check there is no threat to be looked for");
        return false;
    }
    task->moves[task->count++] = none;
    gr_play(&task->pos, none);
    return true;
}

/* The moves that are to be considered. */
static bool read_only(DeskCall *call, LiveTask *task) {
    const GrJsonTree *tree = &call->tree;
    uint32_t only = gr_json_member(tree, 1, "only");
    if (!only)
        return true;
    if (tree->value[only].kind != GR_JSON_ARRAY || !tree->value[only].first) {
        desk_refuse(call, 400, "the member \"only\" is no array of moves");
        return false;
    }
    task->only = calloc(GR_MAX_LINES, sizeof *task->only);
    if (!task->only) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    for (uint32_t v = tree->value[only].first; v; v = tree->value[v].next) {
        const char *text = gr_json_text(tree, v);
        if (task->only_count == GR_MAX_LINES || !text ||
            gr_uci_read(&task->pos, text, &task->only[task->only_count], NULL)) {
            desk_refuse(call, 400, "only: '%.20s' is no legal move", text ? text : "");
            return false;
        }
        task->only_count++;
    }
    return true;
}

/* The moves of the main line, of which there are fewer than LIVE_MOVES. */
static bool keep_moves(DeskCall *call, const GrGame *game, LiveTask *task) {
    task->moves = malloc((game->plies + 1) * sizeof *task->moves);
    if (!task->moves) {
        desk_refuse(call, 500, "out of memory");
        return false;
    }
    task->start = game->start;
    for (uint32_t at = game->nodes[0].next; at; at = game->nodes[at].next)
        task->moves[task->count++] = game->nodes[at].move;
    return true;
}

static bool read_task(DeskCall *call, LiveTask *task) {
    GrGame game;
    bool well = true;
    uint32_t object = gr_json_member(&call->tree, 1, "position");
    int jobs = call->desk->start.jobs;
    if (!read_number(call, "lines", LIVE_LINES, 1, &task->lines) ||
        !read_number(call, "threads", GR_MAX_THREADS, 1, &task->threads))
        return false;
    const char *engine = desk_text(call, "engine", false, &well);
    task->engine = well ? desk_engine(call, engine) : NULL;
    if (!task->engine)
        return false;
    task->threads = task->threads < jobs ? task->threads : jobs;
    task->idle = !object || call->tree.value[object].kind == GR_JSON_NULL;
    if (task->idle)
        return true;
    gr_game_init(&game);
    well = desk_read_line(call, object, &game, &task->pos) && keep_moves(call, &game, task) && add_threat(call, task) &&
           read_only(call, task);
    if (well) /* where no move is legal there is nothing to search */
        task->idle = gr_count_moves(&task->pos) == 0 || gr_is_over(&task->pos);
    gr_game_free(&game);
    return well;
}

void desk_live_post(DeskCall *call) {
    LiveTask task = {.moves = NULL};
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
