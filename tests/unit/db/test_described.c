/* Described games of all sorts: random games come back from a database, are duplicates of themselves, and what
 * was damaged in their texts is repaired. Boards of 3 by 4 to 16 by 8, hands and promoted pieces, palaces, passes, walls. */
#include "db/upkeep/verify.h"
#include "notation/definition/variants_file.h"
#include "notation/repair/repair.h"
#include "tests/aid/repair_tally.h"
#include "tests/aid/selfplay.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static const char *const names[] = {
    "shogi", "minishogi", "kyotoshogi", "dobutsu", "torishogi", "xiangqi", "minixiangqi", "janggi", "makruk",
    "cambodian", "sittuyin", "placement", "duck", "amazons", "snailtrail", "isolation", "capahouse", "shogun",
    "chennis", "cannonshogi", "sixteen", "grasshopper", "nightrider", "omicron", "nocheckatomic", "extinction",
    "clobber", "palace"};
enum { GAMES = sizeof names / sizeof *names };

static GrVariants *variants;
static GrError error;

static unsigned times(void) {
    return test_slow() ? 200 : test_long() ? 10 : 1;
}

/* The nth game of that seed; all are made in the same order. */
static bool make(AidRandom *random, unsigned n, GrGame *game) {
    return aid_random_tagged_game(random, gr_variants_find(variants, names[n % GAMES]), 150, game);
}

/* Adds all of them; returns how many of them were duplicates, or had a fault. */
static unsigned add(GrDb *db, uint64_t seed, unsigned *faults) {
    AidRandom random = {test_seed(seed)};
    unsigned duplicates = 0;
    GrAdded added;
    GrGame game;
    gr_game_init(&game);
    for (unsigned n = 0; n < GAMES * times(); n++) {
        *faults += !make(&random, n, &game) || gr_db_add_game(db, &game, &added, &error) != 0;
        duplicates += added.duplicate;
    }
    gr_game_free(&game);
    return duplicates;
}

static void come_back(GrDb *db, uint64_t seed) {
    AidRandom random = {test_seed(seed)};
    GrGame game, got;
    gr_game_init(&game);
    gr_game_init(&got);
    for (unsigned n = 0; n < GAMES * times(); n++) {
        CHECK(make(&random, n, &game) && gr_db_get_game(db, n + 1, &got, &error) == 0);
        const char *differs = aid_differs(&game, &got);
        if (differs && CHECK(!differs))
            printf("%s: %s\n", names[n % GAMES], differs);
    }
    gr_game_free(&game);
    gr_game_free(&got);
}

static void games_come_back_and_are_duplicates_of_themselves(void) {
    const uint64_t seed = 20261130;
    GrVerifyJob job = {.context = NULL};
    GrVerified verified;
    unsigned faults = 0;
    GrDb *db;
    REQUIRE(gr_db_open(aid_path("described.db"), variants, GR_DB_CREATE, &db, &error) == 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(add(db, seed, &faults), 0);
    CHECK_INT(gr_db_commit(db, &error), 0);
    come_back(db, seed);
    CHECK_INT(gr_db_begin(db, &error), 0);
    CHECK_INT(add(db, seed, &faults), GAMES * times());
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(faults, 0);
    CHECK_INT(gr_db_verify(db, &job, &verified, &error), 0);
    CHECK_INT(verified.games, GAMES * times());
    gr_db_close(db);
}

/* ---- repair ---- */

/* What was not damaged stays as it is. */
static void repair_whole(const Played *game, const GrLexicon *lexicon, GrScript *script, GrRepairs *repairs) {
    static Written written;
    const GrRepairLimits limits = gr_repair_limits();
    damage_write(game, BARE, &written);
    damage_script(game, lexicon, &written, script);
    bool same = CHECK_INT(gr_repair(script, &limits, repairs), 0) && CHECK_INT(repairs->count, 0) &&
                CHECK_INT(repairs->plies, game->plies) &&
                CHECK(!memcmp(repairs->move, game->move, game->plies * sizeof *game->move));
    if (!same)
        printf("%s\n", gr_variant(game->start.rules)->name);
}

static void repair_damaged(Random *random, const Played *game, Damage damage, const GrLexicon *lexicon,
                           GrScript *script, GrRepairs *repairs, Tally *tally) {
    static Written written;
    const GrRepairLimits limits = gr_repair_limits();
    damage_write(game, BARE, &written);
    if (!damage_text(random, lexicon, damage, &written))
        return;
    damage_script(game, lexicon, &written, script);
    if (CHECK_INT(gr_repair(script, &limits, repairs), 0))
        CHECK(tally_game(tally, repairs, tally_outcome(game, script, repairs), 0));
}

static void damaged_games_are_repaired(void) {
    static Played game;
    Random random = {.state = test_seed(30)};
    GrScript script;
    GrRepairs repairs;
    Tally tally = {0};
    gr_script_init(&script);
    gr_repairs_init(&repairs);
    for (unsigned n = 0; n < GAMES * times(); n += test_long() ? 1 : 3) {
        const GrRules *rules = gr_variants_find(variants, names[n % GAMES]);
        GrLexicon lexicon;
        gr_lexicon_init(&lexicon, rules);
        REQUIRE(selfplay(&random, rules, 0, 30, 0, &game));
        repair_whole(&game, &lexicon, &script, &repairs);
        for (int damage = 0; damage < DAMAGES; damage++)
            repair_damaged(&random, &game, (Damage)damage, &lexicon, &script, &repairs, &tally);
    }
    tally_print("described", &tally);
    unsigned seen = tally.timed - tally.count[UNSEEN];
    CHECK(seen > GAMES);
    CHECK_INT(tally.count[NONE], 0);
    CHECK((tally.count[EXACT] + tally.count[NAMED]) * 10 >= seen * (test_long() ? 9 : 8));
    CHECK(tally.right * 10 >= tally.sure * (test_long() ? 9 : 7)); /* few are tried */
    tally_free(&tally);
    gr_repairs_free(&repairs);
    gr_script_free(&script);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    variants = gr_variants_open();
    GrVariantsFile *file = gr_variants_file_open("tests/data/variants/games.ini", NULL, NULL, &error);
    if (!variants || !file || gr_variants_offer(variants, file, NULL, NULL, &error) ||
        gr_variants_offer_described(variants, &error))
        return 1;
    RUN(games_come_back_and_are_duplicates_of_themselves);
    RUN(damaged_games_are_repaired);
    gr_variants_close(variants);
    return test_end();
}
