/* Asking the first events of signatures alone leaves the same games as asking all of them. */
#include "db/index/signatures.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 120 };

static GrError error;

/* Two databases with the same games of chess; the second has a game of another variant before them. */
typedef struct Pair {
    GrDb *alone, *mixed;
    const GrRules *chess;
} Pair;

static bool make_pair(Pair *pair) {
    AidRandom random = {test_seed(209)};
    GrGame game;
    GrAdded added;
    pair->alone = index_open(aid_path("alone.db"), GR_DB_CREATE);
    pair->mixed = index_open(aid_path("mixed.db"), GR_DB_CREATE);
    pair->chess = gr_variants_find(aid_book(), "chess");
    if (!pair->alone || !pair->mixed)
        return false;
    gr_game_init(&game);
    bool made = aid_random_tagged_game(&random, gr_variants_find(aid_book(), "magician"), 20, &game) &&
                !gr_db_add_game(pair->mixed, &game, &added, &error);
    for (unsigned i = 0; i < GAMES && made; i++)
        made = aid_random_tagged_game(&random, pair->chess, 1 + aid_random(&random, 120), &game) &&
               !gr_db_add_game(pair->alone, &game, &added, &error) &&
               !gr_db_add_game(pair->mixed, &game, &added, &error);
    gr_game_free(&game);
    return made;
}

/* The games of chess that may have the position, of both. */
typedef struct Left {
    bool same;      /* they are the same ones, */
    bool of_all;    /* all of them, */
    bool own;       /* and this game among them */
} Left;

static Left ask(const Pair *pair, const GrPosition *pos, int64_t own) {
    GrGameSet alone = {.word = NULL}, mixed = {.word = NULL};
    Left left = {true, true, false};
    CHECK_INT(gr_signatures_narrow(pair->alone, pos, &alone, &error), 0);
    CHECK_INT(gr_signatures_narrow(pair->mixed, pos, &mixed, &error), 0);
    for (int64_t id = 1; id <= GAMES; id++) {
        bool in = gr_game_set_next(&alone, id) == id;
        left.same &= in == (gr_game_set_next(&mixed, id + 1) == id + 1);
        left.of_all &= in;
        left.own |= in && id == own;
    }
    gr_game_set_free(&alone);
    gr_game_set_free(&mixed);
    return left;
}

/* Where all games are of chess, the first events are asked alone; beside another variant all of them. */
static void the_first_events_say_what_all_do(void) {
    AidRandom random = {test_seed(210)};
    unsigned ruled_out[17] = {0}, differ = 0, lost = 0;
    GrSignatureVariant v = {.rules = NULL};
    GrGame game;
    Pair pair;
    REQUIRE(make_pair(&pair));
    gr_signature_variant(&v, pair.chess);
    gr_game_init(&game);
    for (int64_t id = 1; id <= GAMES; id++) {
        CHECK_INT(gr_db_get_game(pair.alone, id, &game, &error), 0);
        for (uint32_t ply = 0; ply <= game.plies; ply += 1 + aid_random(&random, 4)) {
            GrPosition pos;
            gr_game_position(&game, ply, &pos);
            Left left = ask(&pair, &pos, id);
            differ += !left.same;
            lost += !left.own;
            ruled_out[gr_set_count((v.home[0] | v.home[1]) & ~gr_signature_home(&v, &pos))] += !left.of_all;
        }
    }
    CHECK_INT(differ, 0);
    CHECK_INT(lost, 0);
    for (unsigned gone = 1; gone <= 8; gone++)
        CHECK(ruled_out[gone] > 10);
    gr_game_free(&game);
    gr_db_close(pair.alone);
    gr_db_close(pair.mixed);
}

static void it_is_known_where_nothing_comes_back(void) {
    static const char *const never[] = {"chess", "chess960", "atomic", "capablanca", "antichess"};
    static const char *const may[] = {"magician", "royal", "wizard", "crazyhouse", "horde"};
    for (unsigned i = 0; i < 5; i++) {
        GrSignatureVariant v = {.rules = NULL};
        gr_signature_variant(&v, gr_variants_find(aid_book(), never[i]));
        CHECK(v.lasts);
        gr_signature_variant(&v, gr_variants_find(aid_book(), may[i]));
        CHECK(!v.lasts);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(the_first_events_say_what_all_do);
    RUN(it_is_known_where_nothing_comes_back);
    return test_end();
}
