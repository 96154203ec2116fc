/* Games of a database with what stored verdicts say of them: written into them, searched, and the
 * same whatever the order in which games and verdicts came. */
#include <stdlib.h>

#include "db/evals/judged.h"
#include "db/query/run/match.h"
#include "db/query/parse/query.h"
#include "db/search/find.h"
#include "notation/judge/decorate.h"
#include "notation/move/uci.h"
#include "notation/reader/reader.h"
#include "notation/write/pgn.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;
static GrQueryFault fault;

/* Black's second move allows mate; White's third one takes it. */
static const char SCHOLAR[] = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
                              "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n";
static const char QUIET[] = "[White \"C\"]\n[Black \"D\"]\n[Result \"1/2-1/2\"]\n\n"
                            "1. d4 {human} d5 $1 2. c4 ?? e6 1/2-1/2\n\n";

static const GrJudge JUDGE = {.engine = "Fish 1", .kind = GR_BY_NODES, .amount = 1000, .lines = 1};
static const GrJudge OTHER = {.engine = "Bird 2", .kind = GR_BY_DEPTH, .amount = 5, .lines = 1};

static void read_game(const char *text, GrGame *game) {
    GrReader *reader = gr_reader_open_memory(text, strlen(text), aid_book(), NULL, NULL);
    gr_game_init(game);
    CHECK(reader && gr_reader_next(reader, game, NULL) == 1);
    gr_reader_close(reader);
}

/* Verdicts on the positions after 0, 1 ... plies of a game: scores from White's view and best
 * moves. */
typedef struct Given {
    GrScore score;
    const char *best;
} Given;

static const Given SCHOLAR_GIVEN[] = {{20, "e2e4"},         {25, "e7e5"},  {30, "g1f3"},
                                      {-30, "b8c6"},        {-40, "f1c4"}, {-20, "g7g6"},
                                      {GR_MATE - 1, "h5f7"}};
static const Given QUIET_GIVEN[] = {
    {20, "e2e4"}, {20, "d7d5"}, {20, "c2c4"}, {25, "e7e6"}, {20, "b1c3"}};

static void give(GrDb *db, const GrJudge *judge, const char *text, const Given *given,
                 size_t count) {
    GrGame game;
    GrEvaluation evaluation[8];
    GrPosition pos;
    int64_t id;
    read_game(text, &game);
    for (size_t ply = 0; ply < count; ply++) {
        GrVerdict *verdict = &evaluation[ply].verdict;
        gr_game_position(&game, (uint32_t)ply, &pos);
        memset(&evaluation[ply], 0, sizeof evaluation[ply]);
        evaluation[ply].key = pos.key;
        verdict->depth = 7;
        verdict->nodes = 1000;
        verdict->lines = 1;
        verdict->line[0].score = given[ply].score;
        verdict->line[0].length = 1;
        CHECK(!gr_uci_read(&pos, given[ply].best, &verdict->line[0].move[0], NULL));
    }
    CHECK(!gr_db_begin(db, &error));
    CHECK(!gr_evals_add_judge(db, judge, &id, &error));
    CHECK(!gr_evals_put(db, id, game.rules, evaluation, count, NULL, &error));
    CHECK(!gr_db_commit(db, &error));
    gr_game_free(&game);
}

static void add(GrDb *db, const char *text) {
    GrGame game;
    GrAdded added;
    read_game(text, &game);
    CHECK(!gr_db_add_game(db, &game, &added, &error));
    gr_game_free(&game);
}

enum { GAMES_FIRST = 1, OTHER_ORDER = 2 };

static GrDb *make(const char *name, unsigned how) {
    GrDb *db = NULL;
    remove(aid_path(name));
    if (!CHECK(!gr_db_open(aid_path(name), aid_book(), GR_DB_CREATE, &db, &error)))
        return NULL;
    if (how & GAMES_FIRST) {
        add(db, how & OTHER_ORDER ? QUIET : SCHOLAR);
        add(db, how & OTHER_ORDER ? SCHOLAR : QUIET);
    }
    if (how & OTHER_ORDER)
        give(db, &JUDGE, QUIET, QUIET_GIVEN, 5);
    give(db, &JUDGE, SCHOLAR, SCHOLAR_GIVEN, 7);
    if (!(how & OTHER_ORDER))
        give(db, &JUDGE, QUIET, QUIET_GIVEN, 5);
    if (!(how & GAMES_FIRST)) {
        add(db, SCHOLAR);
        add(db, QUIET);
    }
    return db;
}

/* The games of a database in PGN, by ascending (or descending) number. */
static void export_all(GrDb *db, const char *judge, bool backwards, GrBuffer *out) {
    GrJudging judging;
    GrJudgement judgement;
    GrGame game;
    int64_t last = gr_db_last(db, &error);
    gr_buffer_init(out);
    gr_game_init(&game);
    gr_judgement_init(&judgement);
    CHECK(!gr_judging_begin(db, judge, NULL, &judging, &error));
    for (int64_t n = 1; n <= last; n++) {
        CHECK(!gr_db_get_game(db, backwards ? last + 1 - n : n, &game, &error));
        CHECK(!gr_judge_game(db, &judging, &judgement, &game, &error));
        gr_write_pgn(out, &game);
    }
    gr_judging_free(&judging);
    gr_judgement_free(&judgement);
    gr_game_free(&game);
}

static const char WRITTEN[] =
    "1. e4 {[%eval 0.25,7]} 1... e5 {[%eval 0.30,7]} 2. Qh5 $6 {[%eval -0.30,7]}\n"
    "(2. Nf3) 2... Nc6 {[%eval -0.40,7]} 3. Bc4 {[%eval -0.20,7]} 3... Nf6 $4\n"
    "{[%eval #1,7]} (3... g6) 4. Qxf7# 1-0\n";

static void written(void) {
    GrBuffer out;
    GrDb *db = make("written", GAMES_FIRST);
    REQUIRE(db);
    export_all(db, NULL, false, &out);
    CHECK(strstr(out.data, WRITTEN));
    CHECK(strstr(out.data, "1. d4 {[%eval 0.20,7] human} 1... d5 $1 {[%eval 0.20,7]}"));
    CHECK(strstr(out.data, "2. c4 $4\n{[%eval 0.25,7]}"));
    gr_buffer_free(&out);
    export_all(db, "none", false, &out);
    CHECK(!strstr(out.data, "eval"));
    gr_buffer_free(&out);
    gr_db_close(db);
}

/* By the order of games and verdicts, nothing changes but the order of the games. */
static void whatever_the_order(void) {
    GrBuffer first, other;
    GrDb *db = make("order", GAMES_FIRST);
    REQUIRE(db);
    export_all(db, NULL, false, &first);
    gr_db_close(db);
    for (unsigned how = 0; how < 4; how++) {
        db = make("order", how);
        REQUIRE(db);
        export_all(db, NULL, how == (GAMES_FIRST | OTHER_ORDER), &other);
        CHECK_STR(other.data, first.data);
        gr_buffer_free(&other);
        gr_db_close(db);
    }
    gr_buffer_free(&first);
}

/* A text that was exported gives the same text, with the verdicts and without them. */
static void again_and_again(void) {
    GrBuffer first, other;
    GrGame game;
    GrAdded added;
    GrDb *db = make("again", GAMES_FIRST), *copy = NULL;
    REQUIRE(db);
    export_all(db, NULL, false, &first);
    remove(aid_path("copy"));
    REQUIRE(!gr_db_open(aid_path("copy"), aid_book(), GR_DB_CREATE, &copy, &error));
    GrReader *reader = gr_reader_open_memory(first.data, first.len, aid_book(), NULL, NULL);
    gr_game_init(&game);
    while (gr_reader_next(reader, &game, NULL) == 1)
        CHECK(!gr_db_add_game(copy, &game, &added, &error));
    export_all(copy, NULL, false, &other);
    CHECK_STR(other.data, first.data);
    gr_buffer_free(&other);
    give(copy, &JUDGE, SCHOLAR, SCHOLAR_GIVEN, 7);
    give(copy, &JUDGE, QUIET, QUIET_GIVEN, 5);
    export_all(copy, NULL, false, &other);
    CHECK_STR(other.data, first.data);
    gr_buffer_free(&other);
    gr_buffer_free(&first);
    gr_reader_close(reader);
    gr_game_free(&game);
    gr_db_close(copy);
    gr_db_close(db);
}

static void chosen_judge(void) {
    static const Given few[] = {{20, "e2e4"}, {300, "e7e5"}};
    GrBuffer out;
    GrJudging judging;
    GrDb *db = make("chosen", GAMES_FIRST);
    REQUIRE(db);
    give(db, &OTHER, SCHOLAR, few, 2);
    export_all(db, NULL, false, &out);
    CHECK(strstr(out.data, WRITTEN));
    gr_buffer_free(&out);
    export_all(db, "bird", false, &out);
    CHECK(strstr(out.data, "1. e4 {[%eval 3.00,7]} 1... e5 2. Qh5"));
    gr_buffer_free(&out);
    CHECK_INT(gr_judging_begin(db, "wolf", NULL, &judging, &error), GR_ERR_NOT_FOUND);
    gr_judging_free(&judging);
    CHECK(!gr_judging_begin(db, "FISH", NULL, &judging, &error));
    CHECK(judging.families == 1 && strstr(judging.family[0].by.engine, "Fish 1"));
    gr_judging_free(&judging);
    gr_db_close(db);
}

/* Without a name each game is shown with the judge that knows most of it, not with the one that knows
 * most of the database; a name of some of a family's judges leaves the others out. */
static void judge_of_each_game(void) {
    static const Given scholar[] = {{100, "e2e4"}, {200, "e7e5"}, {300, "g1f3"}, {400, "b8c6"}};
    static const GrJudge deeper = {.engine = "Bird 2", .kind = GR_BY_DEPTH, .amount = 9, .lines = 1};
    GrBuffer out;
    GrDb *db = NULL;
    remove(aid_path("each"));
    REQUIRE(!gr_db_open(aid_path("each"), aid_book(), GR_DB_CREATE, &db, &error));
    add(db, SCHOLAR);
    add(db, QUIET);
    give(db, &OTHER, SCHOLAR, SCHOLAR_GIVEN, 7);
    give(db, &JUDGE, QUIET, QUIET_GIVEN, 5);
    give(db, &JUDGE, SCHOLAR, scholar, 4);
    export_all(db, NULL, false, &out);
    CHECK(strstr(out.data, "1. e4 {[%eval 0.25,7]}")); /* of seven positions, not of four */
    CHECK(strstr(out.data, "[%eval 0.20,7] human}"));
    gr_buffer_free(&out);
    give(db, &deeper, SCHOLAR, scholar, 1);
    export_all(db, "depth 5", false, &out);
    CHECK(strstr(out.data, "1. e4 {[%eval 0.25,7]}"));
    gr_buffer_free(&out);
    gr_db_close(db);
}

static void nothing_stored(void) {
    GrJudging judging;
    GrJudgement judgement;
    GrGame game;
    GrDb *db = NULL;
    remove(aid_path("empty"));
    REQUIRE(!gr_db_open(aid_path("empty"), aid_book(), GR_DB_CREATE, &db, &error));
    add(db, SCHOLAR);
    CHECK(!gr_judging_begin(db, NULL, NULL, &judging, &error));
    CHECK(!gr_judging_any(&judging) && !judging.families);
    gr_game_init(&game);
    gr_judgement_init(&judgement);
    CHECK(!gr_db_get_game(db, 1, &game, &error));
    CHECK(!gr_judge_game(db, &judging, &judgement, &game, &error) && !game.judgement);
    gr_judgement_free(&judgement);
    gr_game_free(&game);
    gr_judging_free(&judging);
    gr_db_close(db);
}

/* ---- searching ---- */

static void show(void *context, const GrFinding *found, size_t n, GrBuffer *out) {
    (void)context;
    gr_buffer_printf(out, "%d", (int)found->id);
    if (n < found->hits)
        gr_buffer_printf(out, ":%u-%u", (unsigned)found->hit[n].first,
                         (unsigned)found->hit[n].last);
    gr_buffer_putc(out, ' ');
}

static int put(void *context, const char *bytes, size_t len) {
    gr_buffer_add(context, bytes, len);
    return 0;
}

/* What a query finds: "GAME:FIRST-LAST " for each hit. */
static void find(GrDb *db, const char *judge, const char *text, int jobs, const char *want) {
    GrJudging judging;
    GrSelection selection;
    GrFindCount count;
    GrBuffer found;
    GrQuery *query = NULL;
    gr_buffer_init(&found);
    gr_selection_init(&selection);
    if (!CHECK(!gr_query_parse(aid_book(), text, &query, &fault)))
        printf("    %s: %s\n", text, fault.text);
    CHECK(!gr_judging_begin(db, judge, NULL, &judging, &error));
    GrFind find = {.selection = &selection,
                   .query = query,
                   .judging = &judging,
                   .jobs = jobs,
                   .range = 1,
                   .context = &found,
                   .show = show,
                   .put = put};
    if (query && CHECK(!gr_find(db, &find, &count, &error)) &&
        !CHECK_STR(found.data ? found.data : "", want))
        printf("    %s\n", text);
    gr_judging_free(&judging);
    gr_query_free(query);
    gr_buffer_free(&found);
}

static void searched(void) {
    GrDb *db = make("searched", GAMES_FIRST);
    REQUIRE(db);
    for (int jobs = 1; jobs <= 3; jobs += 2) {
        find(db, NULL, "blunder", jobs, "1:6-6 ");
        find(db, NULL, "blunder by black", jobs, "1:6-6 ");
        find(db, NULL, "blunder by white", jobs, "");
        find(db, NULL, "blunder by either", jobs, "1:6-6 ");
        find(db, NULL, "blunder by black then mate within 10 plies", jobs, "1:6-7 ");
        find(db, NULL, "dubious by white", jobs, "1:3-3 ");
        find(db, NULL, "flip dubious by black", jobs, "1:3-3 ");
        find(db, NULL, "mistake", jobs, "");
        find(db, NULL, "allowed mate", jobs, "1:6-6 ");
        find(db, NULL, "missed mate", jobs, "");
        find(db, NULL, "turning point by black", jobs, "1:6-6 ");
        find(db, NULL, "eval from 1 to 100", jobs, "");
        find(db, NULL, "eval > #9", jobs, "1:6-6 ");
        find(db, NULL, "nag 6", jobs, "1:3-3 ");
        find(db, NULL, "blunder or black mated", jobs, "1:6-6 1:7-7 ");
        find(db, NULL, "variations (variation and white N on f3)", jobs, "1:3-3 ");
        /* without the store by the text */
        find(db, "none", "blunder", jobs, "2:3-3 ");
        find(db, "none", "blunder by white", jobs, "2:3-3 ");
        find(db, "none", "blunder by black", jobs, "");
        find(db, "none", "allowed mate", jobs, "");
        find(db, "none", "eval > -100", jobs, "");
    }
    gr_db_close(db);
}

static void queries_with_faults(void) {
    GrQuery *query = NULL;
    CHECK(gr_query_parse(aid_book(), "blunder by", &query, &fault) != 0);
    CHECK(strstr(fault.text, "'white', 'black' or 'either'"));
    CHECK(gr_query_parse(aid_book(), "blunder by pawn", &query, &fault) != 0);
    CHECK(gr_query_parse(aid_book(), "white blunder", &query, &fault) != 0);
}

static void out_of_memory(void) {
    GrDb *db = make("memory", GAMES_FIRST);
    REQUIRE(db);
    FAIL_EACH_ALLOCATION(n, 2000) {
        GrJudging judging;
        GrJudgement judgement;
        GrGame game;
        gr_game_init(&game);
        gr_judgement_init(&judgement);
        int code = gr_judging_begin(db, NULL, NULL, &judging, &error);
        if (!code)
            code = gr_db_get_game(db, 1, &game, &error);
        if (!code)
            code = gr_judge_game(db, &judging, &judgement, &game, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        gr_judging_free(&judging);
        gr_judgement_free(&judgement);
        gr_game_free(&game);
    }
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(written);
    RUN(whatever_the_order);
    RUN(again_and_again);
    RUN(chosen_judge);
    RUN(judge_of_each_game);
    RUN(nothing_stored);
    RUN(searched);
    RUN(queries_with_faults);
    RUN(out_of_memory);
    return test_end();
}
