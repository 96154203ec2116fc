/* What jobs are asked to do. */
#include <stdio.h>
#include <string.h>

#include "analysis/study/analyst.h"
#include "desk/asked.h"
#include "desk/jobs.h"

bool desk_job_number(DeskCall *call, const char *name, int64_t low, int64_t high, int64_t *number) {
    uint32_t value = gr_json_member(&call->tree, 1, name);
    if (!value || gr_json_whole(&call->tree, value, low, high, number))
        return true;
    desk_refuse(call, 400, "the member \"%s\" is no whole number from %lld to %lld", name, (long long)low,
                (long long)high);
    return false;
}

bool desk_job_flag(DeskCall *call, const char *name, bool *flag) {
    uint32_t value = gr_json_member(&call->tree, 1, name);
    if (value && call->tree.value[value].kind != GR_JSON_BOOL) {
        desk_refuse(call, 400, "the member \"%s\" is neither true nor false", name);
        return false;
    }
    *flag = value && call->tree.value[value].number > 0;
    return true;
}

bool desk_job_limits(DeskCall *call, DeskJob *job, bool clock) {
    int64_t depth = 0, nodes = 0, ms = 0;
    DeskJobTask *task = &job->task;
    if (!desk_job_number(call, "depth", 1, GR_MAX_PLY - 1, &depth) ||
        !desk_job_number(call, "nodes", 1, 1000000000, &nodes) ||
        !desk_job_number(call, "movetime", 1, 600000, &ms) ||
        (clock && (!desk_job_number(call, "time", 1, 86400000, &task->time) ||
                   !desk_job_number(call, "increment", 0, 600000, &task->increment))))
        return false;
    task->limits = (GrLimits){.depth = (int)depth, .nodes = (uint64_t)nodes, .movetime = ms};
    if (!depth && !nodes && !ms && !task->time)
        desk_refuse(call, 400, "a job takes a limit: \"depth\", \"nodes\" or \"movetime\"%s",
                    clock ? ", or \"time\"" : "");
    else if (!clock && !!depth + !!nodes + !!ms > 1)
        desk_refuse(call, 400, "\"depth\", \"nodes\" and \"movetime\" exclude each other");
    else if (task->time && ms)
        desk_refuse(call, 400, "\"time\" and \"movetime\" exclude each other");
    else
        return true;
    return false;
}

bool desk_job_threads(DeskCall *call, DeskJob *job) {
    int64_t threads = call->desk->start.jobs;
    if (!desk_job_number(call, "threads", 1, GR_MAX_THREADS, &threads))
        return false;
    job->task.threads = threads < call->desk->start.jobs ? (int)threads : call->desk->start.jobs;
    return true;
}

/* The desk's own text of a command; NULL if it has no such engine. */
static const char *find_command(const GrDeskStart *start, const char *command) {
    if (!strcmp(command, GR_BUILTIN))
        return GR_BUILTIN;
    for (int i = 0; i < start->engines; i++)
        if (!strcmp(start->engine[i], command))
            return start->engine[i];
    return NULL;
}

bool desk_job_engine(DeskCall *call, DeskJob *job, const char *member, int n) {
    bool well = true;
    const GrDeskStart *start = &call->desk->start;
    const char *name = desk_text(call, member, false, &well), *was = job->command[n];
    if (!well)
        return false;
    const char *engine = job->task.engine[n] = was ? find_command(start, was) : desk_engine(call, name);
    if (!engine && was)
        desk_refuse(call, 409, "the engine '%.100s' was not named when the desk was started", was);
    else if (engine && !was && !(job->command[n] = strdup(engine)))
        desk_refuse(call, 500, "out of memory");
    return engine && job->command[n];
}

bool desk_job_selection(DeskCall *call, DeskJob *job) {
    const GrJsonTree *tree = &call->tree;
    uint32_t conditions = gr_json_member(tree, 1, "sel");
    bool well = true;
    const char *query = desk_text(call, "q", false, &well);
    if (well && conditions && tree->value[conditions].kind != GR_JSON_ARRAY) {
        desk_refuse(call, 400, "the member \"sel\" is no array");
        return false;
    }
    for (uint32_t v = conditions ? tree->value[conditions].first : 0; v && well; v = tree->value[v].next) {
        const char *text = gr_json_text(tree, v);
        well = desk_add_condition(call, &job->task.selection, text ? text : "");
    }
    return well && desk_read_query(call, query, &job->task.query);
}

/* The first one that the database has. */
static const GrRules *find_variant(DeskCall *call, DeskFile *file) {
    const GrRules *rules = NULL;
    GrDb *db = desk_take(call, file);
    for (size_t n = 0; db && !rules && n < gr_db_variants(db); n++)
        rules = gr_db_variant(db, n);
    if (db)
        desk_give(file, db);
    if (db && !rules)
        desk_refuse(call, 404, "the database has no games");
    return rules;
}

bool desk_job_variant(DeskCall *call, DeskJob *job, bool needed) {
    GrError error;
    bool well = true;
    DeskJobTask *task = &job->task;
    const char *name = desk_text(call, "variant", needed, &well);
    if (!well)
        return false;
    task->rules = name ? desk_rules(call, name) : find_variant(call, job->file);
    if (!task->rules || needed)
        return task->rules != NULL;
    name = gr_variant(task->rules)->name;
    if (!gr_selection_add(&task->selection, call->desk->start.variants, "variant", name, &error))
        return true;
    desk_refuse_for(call, &error);
    return false;
}
