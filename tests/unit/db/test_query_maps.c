/* Maps of a board: what a side attacks and which of its pieces are pinned, as the rules have it square by square. */
#include "db/query/query_compile.h"
#include "db/query/query_maps.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 240, LINES = 30 };

static unsigned long asked, found;

/* What a map has to show: by the rules, square by square. */
static uint64_t attacked_by_rules(const GrPosition *pos, int side, uint64_t by) {
    uint64_t set = 0;
    for (int sq = 0; sq < 64; sq++)
        set |= (uint64_t)gr_attackers(pos, sq, side) & by ? (uint64_t)1 << sq : 0;
    return set;
}

/* Pieces without which the king would be attacked by others than now. */
static uint64_t pinned_by_rules(const GrPosition *pos, int side) {
    GrSet king = pos->side[side] & pos->type[GR_KING];
    uint64_t set = 0;
    for (int sq = 0; king && sq < 64; sq++) {
        GrPosition without = *pos;
        int at = gr_set_first(king);
        if (sq == at || !gr_set_has(pos->side[side], sq))
            continue;
        without.type[gr_type_of(pos->board[sq])] &= ~gr_set_of(sq);
        without.side[side] &= ~gr_set_of(sq);
        without.board[sq] = GR_EMPTY;
        GrSet more = gr_attackers(&without, at, !side) & ~gr_attackers(pos, at, !side);
        set |= more ? (uint64_t)1 << sq : 0;
    }
    return set;
}

static bool shows(const GrPlan *plan, const QueryMaps *maps, const GrPosition *pos) {
    bool same = true;
    for (int side = 0; side < 2; side++) {
        GrGrounds on = {0};
        uint64_t own = (uint64_t)pos->side[side], pinned = query_pinned(plan->aims, pos, side, &on);
        same &= query_attacked(maps, pos, own, ~0u, side) == attacked_by_rules(pos, side, own);
        same &= pinned == pinned_by_rules(pos, side);
        found += pinned != 0;
        for (int type = 1; type <= plan->variant->types; type++) {
            uint64_t some = own & (uint64_t)pos->type[type];
            same &= query_attacked(maps, pos, some, 1u << type, side) == attacked_by_rules(pos, side, some);
        }
        asked++;
    }
    return same;
}

static void maps_show_what_is_attacked_and_pinned(void) {
    AidRandom random = {test_seed(1967)};
    GrQuery *query;
    GrQueryFault fault;
    unsigned variants = 0;
    asked = found = 0;
    REQUIRE(gr_query_parse(aid_book(), "hanging piece", &query, &fault) == 0);
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++) {
        const GrRules *rules = gr_variants_at(aid_book(), v);
        GrPlan *plan = gr_plan_make(query, rules);
        const QueryMaps *maps = plan ? query_make_maps(plan) : NULL;
        variants += maps != NULL;
        for (int i = 0; maps && i < LINES; i++) {
            static GrMoveList list;
            GrPosition pos;
            gr_start(rules, &pos);
            for (int ply = 0; ply < PLIES && CHECK(shows(plan, maps, &pos)); ply++) {
                gr_moves(&pos, &list);
                if (!list.count)
                    break;
                gr_play(&pos, list.move[aid_random(&random, list.count)]);
            }
        }
        gr_plan_free(plan);
    }
    gr_query_free(query);
    printf("# %u variants, %lu maps, %lu with pinned pieces\n", variants, asked, found);
    CHECK(variants >= 3 && asked > 10000 && found > 1000);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(maps_show_what_is_attacked_and_pinned);
    return test_end();
}
