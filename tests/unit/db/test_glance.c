/* Glances at replay forms: no discovered check is missed, few are seen where there is none, and foreign bytes do no
 * harm. */
#include "db/query/query_phase.h"
#include "db/search/glance.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { PLIES = 160, GAMES = 400 };

static GrGlance glance;

/* Is a glance at games of the variant enough to ask the query; and to ask for two checks? */
static bool glances(const GrRules *rules, const char *text, bool twice) {
    GrQuery *query;
    CHECK_INT(gr_query_parse(aid_book(), text, &query, NULL), 0);
    GrPlan *plan = gr_plan_make(query, rules);
    bool discovers = plan && gr_plan_discovers(plan);
    CHECK_INT(plan && gr_plan_discovers_twice(plan), discovers && twice);
    gr_plan_free(plan);
    gr_query_free(query);
    return discovers;
}

static bool glances_at(const GrRules *rules) {
    bool any = glances(rules, "double check or discovered check", false);
    CHECK_INT(glances(rules, "Q on d4 then (double check and white to move or checkers = 3)", true), any);
    CHECK(!glances(rules, "double check or Q on d4", false));
    return any;
}

/* Checks in a line that the piece that moved does not give, or not alone. */
typedef struct Checks {
    bool discovered, twice;
} Checks;

static Checks random_line(AidRandom *random, GrPosition *pos, GrMove *line, uint32_t *plies) {
    static GrMoveList list;
    Checks seen = {gr_in_check(pos), gr_in_check(pos)};
    for (*plies = 0; *plies < PLIES; ++*plies) {
        gr_moves(pos, &list);
        if (!list.count)
            break;
        GrMove move = list.move[aid_random(random, list.count)];
        if (!pos->pending && !gr_in_check(pos) && aid_random(random, 80) == 0)
            move = gr_move_make(GR_PASS, 0, 0, 0, 0);
        line[*plies] = move;
        gr_play(pos, move);
        int king = gr_king_square(pos, pos->turn);
        GrSet from = king < 0 ? 0 : gr_attackers(pos, king, !pos->turn);
        seen.discovered |= (from & ~gr_set_of(gr_move_to(move))) != 0;
        seen.twice |= gr_set_count(from) > 1;
    }
    return seen;
}

static bool glance_at(const GrPosition *start, const GrMove *line, bool twice, uint32_t plies) {
    GrReplayer player = {.form = GR_REPLAY_FORM_NAMED};
    GrBuffer bytes;
    GrPosition pos = *start;
    gr_buffer_init(&bytes);
    GrReplayForm form = gr_replayer_write(&player, start, line, plies, &bytes);
    CHECK(gr_replayer_open(&player, start, form, (const uint8_t *)bytes.data, bytes.len));
    bool found = gr_glance_discovers(&glance, &player, &pos, twice, plies);
    gr_buffer_free(&bytes);
    return found;
}

static void no_discovered_check_is_missed(void) {
    AidRandom random = {test_seed(1886)};
    static GrMove line[PLIES];
    unsigned found = 0, doubles = 0, missed = 0, spared = 0, more = 0, variants = 0;
    for (unsigned v = 0; gr_variants_at(aid_book(), v); v++) {
        const GrRules *rules = gr_variants_at(aid_book(), v);
        variants += glances_at(rules);
        for (int n = 0; n < GAMES && glances_at(rules); n++) {
            GrPosition start, pos;
            uint32_t plies;
            gr_start(rules, &start);
            if (n % 3 == 2)
                random_line(&random, &start, line, &plies);
            pos = start;
            Checks checks = random_line(&random, &pos, line, &plies);
            bool seen = glance_at(&start, line, false, plies), twice = glance_at(&start, line, true, plies);
            found += checks.discovered;
            doubles += checks.twice;
            missed += (checks.discovered && !seen) || (checks.twice && !twice);
            spared += !seen;
            more += seen && !twice;
        }
    }
    printf("# %u variants, %u games with a discovered check, %u need no look\n", variants, found, spared);
    printf("# %u with a double one, %u more need no look\n", doubles, more);
    CHECK_INT(missed, 0);
    CHECK(variants >= 3 && found > 200 && spared > 200 && doubles > 50 && more > 20);
}

static void foreign_bytes_do_no_harm(void) {
    AidRandom random = {test_seed(1887)};
    static GrMove line[PLIES];
    for (unsigned n = 0; n < 20000; n++) {
        uint8_t bytes[PLIES];
        GrReplayer player = {.form = GR_REPLAY_FORM_NAMED};
        GrPosition start;
        uint32_t plies;
        gr_start(gr_variants_find(aid_book(), "chess"), &start);
        if (n % 2)
            random_line(&random, &start, line, &plies);
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)aid_random(&random, n % 4 < 2 ? 256 : 16);
        CHECK(gr_replayer_open(&player, &start, GR_REPLAY_FORM_PACKED, bytes, sizeof bytes));
        gr_glance_discovers(&glance, &player, &start, n % 3 == 0, PLIES);
        CHECK(player.next <= player.words);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(no_discovered_check_is_missed);
    RUN(foreign_bytes_do_no_harm);
    return test_end();
}
