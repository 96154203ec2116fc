/* GET db/N/tree: what was played in a position. */
#include "desk/asked.h"
#include "desk/together.h"

typedef struct Growing {
    DeskCall *call;
    GrTree tree;
    uint64_t unread; /* games, in all databases */
} Growing;

static void count_unread(void *context, int64_t id, const GrError *why) {
    Growing *growing = context;
    (void)id;
    (void)why;
    growing->unread++;
}

static bool stop(void *context, int64_t id, int64_t last) {
    const Growing *growing = context;
    return desk_stop(growing->call, id, last);
}

/* Adds what the games of one database have played; false after refusing the request. */
static bool grow(Growing *growing, GrDb *db, const GrTarget *target) {
    DeskCall *call = growing->call;
    DeskAsked asked;
    GrError error;
    uint64_t unread = growing->unread;
    bool well = desk_asked(call, db, &asked);
    if (well) {
        const GrTreeAsk ask = {.target = target, .selection = &asked.selection, .query = asked.query,
                               .judging = &asked.judging, .jobs = call->desk->start.jobs,
                               .context = growing, .unread = count_unread, .stop = stop};
        int code = gr_tree_grow(&growing->tree, db, &ask, &error);
        well = !code || (code == GR_ERR_DAMAGED && growing->unread > unread);
        if (!well)
            desk_refuse_for(call, &error);
    }
    desk_asked_free(&asked);
    return well;
}

static void answer_tree(DeskCall *call, const DeskTogether *all, const GrTarget *target) {
    Growing growing = {.call = call};
    GrError error;
    bool well = true;
    gr_tree_init(&growing.tree);
    for (int n = 0; well && n < all->count; n++)
        well = grow(&growing, all->db[n], target);
    const GrTreeSources from = {.db = all->db, .name = all->count > 1 ? all->handle : NULL, .unread = &growing.unread};
    if (well) {
        GrJson *json = desk_answer(call);
        gr_buffer_clear(&call->response->body); /* it writes the object itself */
        gr_json_start(json, desk_put, &call->response->body);
        int code = gr_tree_write_explorer(json, &from, &target->pos, &growing.tree, &error);
        if (code || json->code)
            desk_refuse(call, 500, "%s", code ? error.text : "out of memory");
    }
    gr_tree_free(&growing.tree);
}

void desk_tree(DeskCall *call) {
    DeskTogether all;
    DeskAsked asked;
    GrTarget target;
    GrPosition pos;
    if (!desk_take_together(call, &all))
        return;
    bool well = desk_asked(call, all.db[0], &asked);
    const GrRules *rules = well && !asked.targeted ? desk_asked_rules(call, all.db[0]) : NULL;
    if (rules) {
        gr_start(rules, &pos);
        gr_target_position(&target, &pos);
    }
    if (well && (rules || asked.targeted))
        answer_tree(call, &all, asked.targeted ? &asked.target : &target);
    desk_asked_free(&asked);
    desk_give_together(call, &all);
}
