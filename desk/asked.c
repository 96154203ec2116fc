/* Which games are asked for, and asking for them. */
#include "desk/asked.h"

#include <string.h>

#include "desk/together.h"
#include "notation/fen_faults.h"

bool desk_add_condition(DeskCall *call, GrSelection *selection, const char *text) {
    char name[32];
    GrError error;
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    if (!length || length >= sizeof name) {
        desk_refuse(call, 400, "sel is not NAME=VALUE");
        return false;
    }
    memcpy(name, text, length);
    name[length] = '\0';
    int code = gr_selection_add(selection, call->desk->start.variants, name, equals + 1, &error);
    if (code)
        desk_refuse(call, code == GR_ERR_MEMORY ? 500 : 400, "sel, %s: %s", name, error.text);
    return !code;
}

bool desk_read_query(DeskCall *call, const char *text, GrQuery **query) {
    GrQueryFault fault;
    if (!text || !text[strspn(text, " \t\r\n")])
        return true;
    int code = gr_query_parse(call->desk->start.variants, text, query, &fault);
    if (code == GR_ERR_MEMORY)
        desk_refuse(call, 500, "out of memory");
    else if (code)
        desk_refuse(call, 400, "query, column %u: %s", (unsigned)fault.column, fault.text);
    return !code;
}

/* By the variant of the parameter, or the first one. */
static bool read_position(DeskCall *call, GrDb *db, const char *fen, GrPosition *pos) {
    const GrRules *rules = desk_asked_rules(call, db);
    if (!rules)
        return false;
    bool sound = !*fen || !gr_fen_read(rules, fen, pos, NULL);
    const GrVariant *other = sound ? NULL : gr_fen_other_game(call->desk->start.variants, rules, fen);
    if (!other)
        return desk_position(call, rules, fen, pos);
    desk_refuse(call, 400, "FEN, column 1: this is a position of %s", other->title);
    return false;
}

static bool read_target(DeskCall *call, GrDb *db, DeskAsked *asked) {
    GrPosition pos;
    const DeskTogether *all = call->together;
    const GrRules *rules = NULL;
    const char *fen = desk_parameter(call, "fen", 0);
    if (!fen)
        return true;
    if (!desk_parameter(call, "variant", 0))
        rules = gr_target_rules(all ? all->db : &db, all ? all->count : 1, fen, NULL);
    if ((!rules || gr_fen_read(rules, fen, &pos, NULL)) && !read_position(call, db, fen, &pos))
        return false;
    gr_target_position(&asked->target, &pos);
    asked->targeted = true;
    return true;
}

/* Whose verdicts count; a name that fits no judge, or several, is refused. */
static bool begin_judging(DeskCall *call, GrDb *db, GrJudging *judging) {
    GrError error;
    int code = gr_judging_begin(db, desk_parameter(call, "judge", 0), NULL, judging, &error);
    if (code == GR_ERR_NOT_FOUND || code == GR_ERR_LIMIT)
        desk_refuse(call, 400, "judge: %s", error.text);
    else if (code)
        desk_refuse_for(call, &error);
    return !code;
}

bool desk_asked(DeskCall *call, GrDb *db, DeskAsked *asked) {
    const char *text;
    gr_selection_init(&asked->selection);
    asked->query = NULL;
    asked->targeted = false;
    asked->judging = (GrJudging){.family = NULL};
    for (int n = 0; (text = desk_parameter(call, "sel", n)) != NULL; n++)
        if (!desk_add_condition(call, &asked->selection, text))
            return false;
    return desk_read_query(call, desk_parameter(call, "q", 0), &asked->query) && read_target(call, db, asked) &&
           begin_judging(call, db, &asked->judging);
}

void desk_asked_free(DeskAsked *asked) {
    gr_judging_free(&asked->judging);
    gr_query_free(asked->query);
    gr_selection_free(&asked->selection);
}

const GrRules *desk_asked_rules(DeskCall *call, GrDb *db) {
    const char *name = desk_parameter(call, "variant", 0);
    const GrRules *rules = NULL;
    if (name)
        return desk_rules(call, name);
    for (size_t n = 0; !rules && n < gr_db_variants(db); n++)
        rules = gr_db_variant(db, n);
    return rules ? rules : gr_variants_at(call->desk->start.variants, 0);
}

bool desk_asks_one(DeskCall *call) {
    if (!desk_parameter(call, "and", 0))
        return true;
    desk_refuse(call, 400, "and: this is of one database");
    return false;
}

bool desk_read_order(DeskCall *call, GrSorting *sorting) {
    const char *key = desk_parameter(call, "sort", 0);
    sorting->reverse = desk_parameter(call, "reverse", 0);
    gr_buffer_init(&sorting->text);
    for (int n = 0; key && gr_sort_keys[n] && !sorting->key; n++)
        if (!strcmp(key, gr_sort_keys[n]))
            sorting->key = (GrSortKey)(GR_SORT_DATE + n);
    if (key && !sorting->key)
        desk_refuse(call, 400, "sort: '%.20s' is no key", key);
    return !key || sorting->key;
}

static bool stop(void *context, int64_t id, int64_t last) {
    const DeskFinding *finding = context;
    return finding->code < 0 || desk_stop(finding->call, id, last);
}

bool desk_find(DeskFinding *finding, GrDb *db, const DeskAsked *asked, GrFind *find) {
    GrError error;
    DeskCall *call = finding->call;
    find->selection = &asked->selection;
    find->query = asked->query;
    find->target = asked->targeted ? &asked->target : NULL;
    find->judging = &asked->judging;
    find->context = finding;
    find->stop = stop;
    find->jobs = find->jobs ? find->jobs : call->desk->start.jobs;
    int code = gr_find(db, find, &finding->count, &error);
    finding->complete = code != GR_ERR_STOPPED;
    if (finding->code == GR_ERR_LIMIT)
        desk_refuse(call, 413, "the answer would be longer than %d bytes", GR_DESK_RESPONSE);
    else if (finding->code < 0)
        desk_refuse(call, 500, "out of memory");
    else if (code && code != GR_ERR_STOPPED && !finding->count.unread)
        desk_refuse_for(call, &error);
    else
        return true;
    return false;
}

bool desk_found_whole(const DeskFinding *finding) {
    const char *unread = desk_parameter(finding->call, "unread", 0);
    if (!finding->count.unread || (unread && !strcmp(unread, "skip")))
        return true;
    desk_refuse(finding->call, 500, "the database is damaged: %llu of these games cannot be read; unread=skip leaves them out",
                (unsigned long long)finding->count.unread);
    return false;
}
