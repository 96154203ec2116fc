/* GET db/N/tree: what was played in a position. */
#include "desk/asked.h"
#include "desk/together.h"

/* Adds what the games of one database have played; false after refusing the request. */
static bool grow(DeskCall *call, GrTree *tree, GrDb *db, const GrTarget *target) {
    DeskAsked asked;
    GrError error;
    bool well = desk_asked(call, db, &asked);
    if (well) {
        const GrTreeAsk ask = {.target = target, .selection = &asked.selection, .query = asked.query,
                               .jobs = call->desk->start.jobs, .context = call, .stop = desk_stop};
        int code = gr_tree_grow(tree, db, &ask, &error);
        well = !code || code == GR_ERR_DAMAGED;
        if (!well)
            desk_refuse_for(call, &error);
    }
    desk_asked_free(&asked);
    return well;
}

static void answer_tree(DeskCall *call, const DeskTogether *all, const GrTarget *target) {
    GrTree tree;
    GrError error;
    bool well = true;
    const GrTreeSources from = {.db = all->db};
    gr_tree_init(&tree);
    for (int n = 0; well && n < all->count; n++)
        well = grow(call, &tree, all->db[n], target);
    if (well) {
        GrJson *json = desk_answer(call);
        gr_buffer_clear(&call->response->body); /* it writes the object itself */
        gr_json_start(json, desk_put, &call->response->body);
        int code = gr_tree_write_explorer(json, &from, &target->pos, &tree, &error);
        if (code || json->code)
            desk_refuse(call, 500, "%s", code ? error.text : "out of memory");
    }
    gr_tree_free(&tree);
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
    desk_give_together(&all);
}
