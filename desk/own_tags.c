/* Tags that say what a game is: its variant, the position from which it starts, and its result. */
#include <string.h>

#include "desk/local.h"
#include "rules/fen.h"

/* A game that comes in place of another: where its tags stand in the body, and what it is by its other members. */
typedef struct Stated {
    DeskCall *call;
    uint32_t tags;
    const GrGame *game, *was;
} Stated;

/* What the body says of a tag, the last time that it does. */
static const char *stated(const Stated *s, const char *name) {
    const char *value = NULL;
    const GrJsonTree *tree = &s->call->tree;
    for (uint32_t v = s->tags ? tree->value[s->tags].first : 0; v; v = tree->value[v].next) {
        const char *tag = gr_json_text(tree, gr_json_member(tree, v, "name"));
        if (tag && !strcmp(tag, name))
            value = gr_json_text(tree, gr_json_member(tree, v, "value"));
    }
    return value;
}

static bool same_start(const GrPosition *a, const GrPosition *b) {
    return gr_same(a, b) && a->number == b->number && a->clock == b->clock;
}

/* The value of a tag that is not as it was, or says it of another start; else NULL. Whatever was stored may stay. */
static const char *changed(const Stated *s, const char *name) {
    const char *value = stated(s, name), *old = gr_game_tag(s->was, name);
    bool stays = value && old && !strcmp(value, old) && same_start(&s->game->start, &s->was->start);
    return stays ? NULL : value;
}

static bool admit_variant(const Stated *s) {
    const char *value = changed(s, "Variant");
    if (!value || gr_variants_find(s->call->desk->start.variants, value) == s->game->rules)
        return true;
    desk_refuse(s->call, 400, "the tag Variant says '%.60s', but the game is one of %s", value,
                gr_variant(s->game->rules)->title);
    return false;
}

static bool admit_fen(const Stated *s) {
    GrPosition pos;
    GrFaults faults;
    const char *value = changed(s, "FEN");
    if (!value)
        return true;
    if (gr_fen_read(s->game->rules, value, &pos, &faults))
        desk_refuse(s->call, 400, "the tag FEN is no position of %s: column %u: %s", gr_variant(s->game->rules)->title,
                    faults.fault[0].column, faults.fault[0].text);
    else if (!same_start(&pos, &s->game->start))
        desk_refuse(s->call, 400, "the tag FEN says another position than the one from which the game starts");
    else
        return true;
    return false;
}

static bool admit_setup(const Stated *s) {
    GrPosition usual;
    const char *value = changed(s, "SetUp");
    gr_start(s->game->rules, &usual);
    bool own = stated(s, "FEN") || !same_start(&usual, &s->game->start);
    if (!value || !strcmp(value, "1") == own)
        return true;
    desk_refuse(s->call, 400, "the tag SetUp says '%.20s', but the game starts from %s", value,
                own ? "a position of its own" : "the usual position");
    return false;
}

/* Texts have one result in both places. One that was stored may stay as long as neither is changed. */
static bool admit_result(const Stated *s) {
    const char *value = stated(s, "Result"), *old = gr_game_tag(s->was, "Result");
    if (!value || (old && !strcmp(value, old) && s->game->result == s->was->result))
        return true;
    GrResult result = gr_result_read(value);
    if (result == GR_RESULT_NONE && strcmp(value, "*") != 0)
        desk_refuse(s->call, 400, "the tag Result says '%.40s', which is no result: 1-0, 0-1, 1/2-1/2 or *", value);
    else if (result != s->game->result)
        desk_refuse(s->call, 400, "the tag Result says '%s', but the result of the game is %s", value,
                    gr_result_text(s->game->result));
    else
        return true;
    return false;
}

bool desk_admit_tags(DeskCall *call, uint32_t object, const GrGame *game, const GrGame *was) {
    const Stated s = {.call = call, .tags = gr_json_member(&call->tree, object, "tags"), .game = game, .was = was};
    return (!game->rules || (admit_variant(&s) && admit_fen(&s) && admit_setup(&s))) && admit_result(&s);
}
