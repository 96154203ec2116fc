/* Databases with an index, for tests. */
#include "tests/aid/index_aid.h"

#include "db/index/signature_plan.h"

#include <stdio.h>

GrDb *index_open(const char *path, GrDbMode mode) {
    GrDb *db;
    GrError error;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

unsigned index_add_games(GrDb *db, AidRandom *random, unsigned count) {
    GrGame game;
    GrAdded added;
    GrError error;
    unsigned wrong = 0;
    gr_game_init(&game);
    wrong += gr_db_begin(db, &error) != 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned plies = aid_random(random, 3) ? 60 : 5;
        wrong += !aid_random_tagged_game(random, gr_variants_at(aid_book(), i % 6), plies, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    wrong += gr_db_commit(db, &error) != 0;
    gr_game_free(&game);
    return wrong;
}

bool index_change(GrDb *db, AidRandom *random, int64_t id) {
    GrGame game;
    GrError error;
    bool remove = aid_random(random, 3) == 0;
    gr_game_init(&game);
    int code = remove ? gr_db_delete_game(db, id, &error) : gr_db_get_game(db, id, &game, &error);
    if (!code && !remove) {
        aid_random_tagged_game(random, game.rules, 60, &game);
        code = gr_db_replace_game(db, id, &game, &error);
    }
    gr_game_free(&game);
    return code == 0 || code == GR_ERR_NOT_FOUND;
}

bool index_all(GrDb *db, int jobs) {
    const GrWork no_work = {.context = NULL};
    GrIndexed done;
    GrError error;
    int code = gr_db_index(db, jobs, &no_work, &done, &error);
    if (code)
        printf("%s\n", error.text);
    return code == 0;
}

int index_ask_signatures(GrDb *db, const char *text, uint64_t *left) {
    GrGameSet set = {.word = NULL};
    GrSettledGames known = {0};
    GrPlan *plan[GR_MAX_TYPES * 4] = {NULL};
    const GrRules *rules[GR_MAX_TYPES * 4] = {NULL};
    GrQuery *query;
    size_t plans = 0;
    int code = gr_query_parse(aid_book(), text, &query, NULL);
    for (; !code && (rules[plans] = gr_variants_at(aid_book(), plans)) != NULL; plans++)
        plan[plans] = gr_plan_make(query, rules[plans]);
    if (!code)
        code = gr_signatures_match(db, plan, rules, plans, &set, &known, NULL);
    *left = set.word ? set.count : UINT64_MAX;
    gr_game_set_free(&set);
    gr_settled_free(&known);
    while (plans)
        gr_plan_free(plan[--plans]);
    gr_query_free(query);
    return code;
}
