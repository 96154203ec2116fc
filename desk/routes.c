/* Which function answers which request. */
#include <stdlib.h>
#include <string.h>

#include "desk/local.h"

typedef struct Row {
    const char *method, *path; /* below /api/1/; a `*` stands for any word */
    DeskRoute *route;
} Row;

static const Row rows[] = {
    {"GET", "variants", desk_variants},
    {"GET", "shapes", desk_shapes},
    {"POST", "variants/check", desk_variants_check},
    {"POST", "position", desk_at_position},
    {"GET", "dbs", desk_dbs},
    {"POST", "dbs/open", desk_dbs_open},
    {"POST", "dbs/create", desk_dbs_create},
    {"GET", "db/*/games", desk_games},
    {"GET", "db/*/numbers", desk_numbers},
    {"GET", "db/*/tree", desk_tree},
    {"GET", "db/*/game/*", desk_game},
    {"PUT", "db/*/game/*", desk_game_put},
    {"DELETE", "db/*/game/*", desk_game_delete},
    {"POST", "db/*/undo", desk_undo},
    {"POST", "db/*/import", desk_import},
    {"GET", "db/*/stats", desk_stats},
    {"GET", "db/*/export", desk_export},
    {"GET", "db/*/diagram.svg", desk_game_diagram},
    {"GET", "db/*/report", desk_report},
    {"GET", "query/check", desk_query_check},
    {"GET", "query/complete", desk_query_complete},
    {"POST", "game/edit", desk_game_edit},
    {"POST", "text/check", desk_text_check},
    {"POST", "text/repair", desk_text_repair},
    {"GET", "engines", desk_engines},
    {"GET", "diagram.svg", desk_diagram},
    {"GET", "live", desk_live},
    {"POST", "live/*", desk_live_post},
    {"GET", "jobs", desk_jobs},
    {"POST", "jobs", desk_jobs_post},
    {"GET", "jobs/events", desk_jobs_events},
    {"GET", "jobs/*/result", desk_jobs_result},
    {"POST", "jobs/*", desk_jobs_change},
    {"DELETE", "jobs/*", desk_jobs_delete},
};

enum { ROWS = sizeof rows / sizeof *rows };

static const char *const methods[] = {"GET", "POST", "PUT", "DELETE"};

/* Does the path have the words of the pattern? Sets what stands where it has a `*`, which are parts of the copy. */
static bool fits(const char *pattern, char *path, const char *wild[DESK_WILD]) {
    int n = 0;
    for (;;) {
        size_t length = strcspn(pattern, "/"), own = strcspn(path, "/");
        bool any = length == 1 && *pattern == '*';
        if (any ? !own || n == DESK_WILD : length != own || strncmp(pattern, path, own) != 0)
            return false;
        if (!pattern[length] != !path[own])
            return false;
        if (any)
            wild[n++] = path;
        if (!pattern[length])
            return true;
        pattern += length + 1;
        path += own + 1;
    }
}

/* The row for a path and method; or NULL, and then *allow is what other methods there are, NULL if none. */
static const Row *find_row(DeskCall *call, const char *path, const char **allow) {
    const Row *found = NULL;
    unsigned there = 0;
    strcpy(call->words, path);
    for (int i = 0; i < ROWS; i++) {
        if (!fits(rows[i].path, call->words, call->wild))
            continue;
        for (unsigned m = 0; m < 4; m++)
            there |= !strcmp(rows[i].method, methods[m]) ? 1u << m : 0;
        if (!strcmp(rows[i].method, call->request->method))
            found = &rows[i];
        if (found)
            break;
    }
    *allow = !there ? NULL : there == 1 ? "GET" : there == 2 ? "POST" : there == 3 ? "GET, POST"
                         : there == 8 ? "DELETE" : there == 10 ? "POST, DELETE" : "GET, PUT, DELETE";
    return found;
}

/* The words that a `*` stands for end at the next slash. */
static void part_words(DeskCall *call) {
    for (char *at = call->words; *at; at++)
        if (*at == '/')
            *at = '\0';
}

/* Reads the body, which is an object; false after refusing it. */
static bool read_body(DeskCall *call) {
    GrError error;
    const GrDeskRequest *request = call->request;
    int code = gr_json_read(request->body ? request->body : "", request->body ? request->length : 0, &call->tree,
                            &error);
    if (code == GR_ERR_MEMORY)
        desk_refuse(call, 500, "out of memory");
    else if (code)
        desk_refuse(call, 400, "%s", error.text);
    else if (call->tree.value[1].kind != GR_JSON_OBJECT)
        desk_refuse(call, 400, "the body is no object");
    else
        return true;
    return false;
}

static void refuse_method(DeskCall *call, const char *allow) {
    desk_refuse(call, 405, "%.20s is not what this address takes", call->request->method);
    call->response->allow = allow;
}

static void answer_api(DeskCall *call, const char *path) {
    const char *allow;
    call->words = malloc(strlen(path) + 1);
    if (!call->words) {
        desk_refuse(call, 500, "out of memory");
        return;
    }
    const Row *row = find_row(call, path, &allow);
    part_words(call);
    bool changes = strcmp(call->request->method, "GET") != 0;
    if (!row && allow)
        refuse_method(call, allow);
    else if (!row)
        desk_refuse(call, 404, "there is no such address");
    else if (!changes || (desk_admit_change(call) && (!strcmp(row->method, "DELETE") || read_body(call))))
        row->route(call);
}

static void answer_page(DeskCall *call) {
    const char *type;
    size_t length;
    const char *bytes = desk_page(call->path, &type, &length);
    if (!bytes) {
        desk_refuse(call, 404, "there is no such page");
    } else if (strcmp(call->request->method, "GET") != 0) {
        refuse_method(call, "GET");
    } else {
        call->response->status = 200;
        call->response->type = type;
        gr_buffer_add(&call->response->body, bytes, length);
        if (call->response->body.failed)
            desk_refuse(call, 500, "out of memory");
    }
}

void gr_desk_handle(GrDesk *desk, const GrDeskRequest *request, GrDeskResponse *response) {
    static const char api[] = "/api/1/";
    DeskCall call;
    memset(response, 0, sizeof *response);
    gr_buffer_init(&response->body);
    if (desk_call_start(&call, desk, request, response) && desk_admit(&call)) {
        if (!strncmp(call.path, api, sizeof api - 1))
            answer_api(&call, call.path + sizeof api - 1);
        else
            answer_page(&call);
    }
    desk_call_end(&call);
}

void gr_desk_response_free(GrDeskResponse *response) {
    gr_buffer_free(&response->body);
    gr_desk_stream_free(response->stream);
    response->stream = NULL;
}
