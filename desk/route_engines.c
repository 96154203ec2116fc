/* GET engines. Others than the built-in one were named at the start: a command is never taken from the page. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/analyst.h"
#include "desk/local.h"
#include "rules/version.h"

const char *desk_engine(DeskCall *call, const char *name) {
    const GrDeskStart *start = &call->desk->start;
    char number[16];
    if (!name || !strcmp(name, GR_BUILTIN))
        return GR_BUILTIN;
    for (int i = 0; i < start->engines; i++) {
        snprintf(number, sizeof number, "%d", i + 1);
        if (!strcmp(name, number))
            return start->engine[i];
    }
    desk_refuse(call, 400, "there is no engine '%.40s'", name);
    return NULL;
}

static void put_engine(GrJson *json, const char *engine, const char *name) {
    gr_json_open(json, NULL, '{');
    gr_json_string(json, "engine", engine);
    gr_json_string(json, "name", name);
    gr_json_close(json, '}');
}

void desk_engines(DeskCall *call) {
    const GrDeskStart *start = &call->desk->start;
    GrJson *json = desk_answer(call);
    gr_json_open(json, "engines", '[');
    put_engine(json, GR_BUILTIN, "Grimoire " GR_VERSION);
    for (int i = 0; i < start->engines; i++) {
        char number[16];
        snprintf(number, sizeof number, "%d", i + 1);
        put_engine(json, number, start->engine[i]);
    }
    gr_json_close(json, ']');
    desk_answered(call);
}
