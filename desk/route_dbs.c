/* GET dbs: the databases that can be opened, and what is in those that are. POST dbs/open, dbs/create. */
#include <stdio.h>
#include <stdlib.h>

#include "desk/jobs.h"
#include "desk/local.h"

/* What it holds, as far as a connection is idle that can be asked. */
static void put_contents(GrJson *json, DeskFile *file) {
    const GrRules *rules;
    pthread_mutex_lock(&file->lock);
    GrDb *db = file->idles ? file->idle[--file->idles] : NULL;
    pthread_mutex_unlock(&file->lock);
    if (!db)
        return;
    int64_t last = gr_db_last(db, NULL);
    if (last >= 0)
        gr_json_int(json, "last", last);
    gr_json_open(json, "variants", '[');
    for (size_t n = 0; n < gr_db_variants(db); n++)
        if ((rules = gr_db_variant(db, n)) != NULL)
            gr_json_string(json, NULL, gr_variant(rules)->name);
    gr_json_close(json, ']');
    desk_give(file, db);
}

static void put_file(GrJson *json, DeskFile *file, int handle) {
    char text[16];
    snprintf(text, sizeof text, "%d", handle);
    pthread_mutex_lock(&file->lock);
    bool opened = file->opened, alone = file->alone;
    pthread_mutex_unlock(&file->lock);
    gr_json_string(json, "db", text);
    gr_json_string(json, "name", file->name);
    gr_json_bool(json, "open", opened);
    if (opened) {
        gr_json_bool(json, "writable", alone);
        put_contents(json, file);
    }
    gr_json_string(json, "path", file->path);
}

void desk_dbs(DeskCall *call) {
    GrError error;
    GrDesk *desk = call->desk;
    if (desk_look(desk, &error)) {
        desk_refuse_for(call, &error);
        return;
    }
    GrJson *json = desk_answer(call);
    gr_json_open(json, "dbs", '[');
    for (int i = 0;; i++) {
        pthread_mutex_lock(&desk->lock);
        DeskFile *file = i < desk->files ? desk->file[i] : NULL;
        pthread_mutex_unlock(&desk->lock);
        if (!file)
            break;
        gr_json_open(json, NULL, '{');
        put_file(json, file, i + 1);
        gr_json_close(json, '}');
    }
    gr_json_close(json, ']');
    gr_json_string(json, "folder", desk->folders ? desk->folder[0] : NULL); /* for new ones */
    desk_answered(call);
}

void desk_dbs_create(DeskCall *call) {
    GrError error;
    bool well = true;
    int handle = 0;
    const char *name = desk_text(call, "name", true, &well);
    if (!well)
        return;
    if (desk_file_create(call->desk, name, &handle, &error)) {
        desk_refuse_for(call, &error);
        return;
    }
    put_file(desk_answer(call), call->desk->file[handle - 1], handle);
    desk_answered(call);
    call->response->status = call->response->status == 200 ? 201 : call->response->status;
}

void desk_dbs_open(DeskCall *call) {
    GrError error;
    bool well = true, first = false;
    call->wild[0] = desk_text(call, "db", true, &well);
    DeskFile *file = well ? desk_file(call) : NULL;
    if (!file)
        return;
    if (desk_file_open(call->desk, file, &first, &error)) {
        desk_refuse_for(call, &error);
        return;
    }
    if (first)
        desk_jobs_restore(call->desk, file);
    int handle = atoi(call->wild[0]);
    put_file(desk_answer(call), file, handle);
    desk_answered(call);
}
