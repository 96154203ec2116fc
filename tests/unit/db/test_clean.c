/* Cleaning tags: what becomes of dates, results and names, and what is left alone. */
#include "db/upkeep/clean.h"
#include "db/upkeep/dedupe.h"
#include "db/upkeep/suggest.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

static GrError error;
static const GrWork no_work;

static void dates(void) {
    static const struct {
        const char *text, *clean; /* NULL: left alone */
    } date[] = {
        {"1990", "1990.??.??"},        {"1990.05", "1990.05.??"},
        {"1990.5.7", "1990.05.07"},    {"1990-05-17", "1990.05.17"},
        {"1990/05/17", "1990.05.17"},  {"05/17/1990", "1990.05.17"},
        {"17.05.1990", "1990.05.17"},  {"5.5.1990", "1990.05.05"},
        {"17 May 1990", "1990.05.17"}, {"May 17, 1990", "1990.05.17"},
        {"may 1990", "1990.05.??"},    {"1990 Sept 3", "1990.09.03"},
        {"05/1990", "1990.05.??"},     {"1990-10", "1990.10.??"},
        {"1990.00.00", "1990.??.??"},  {"1990.05.00", "1990.05.??"},
        {"0000.00.00", "????.??.??"},  {"?", "????.??.??"},
        {"", "????.??.??"},            {"-", "????.??.??"},
        {"????", "????.??.??"},        {"??.17.1990", "1990.??.17"},
        {"??.??.1990", "1990.??.??"},  {"1992.2.29", "1992.02.29"},
        {"1990.??.??", NULL},          {"1990.05.17", NULL},
        {"????.??.??", NULL},          {"1990.??.17", NULL},
        {"05/06/1990", NULL},          {"??.05.1990", NULL},
        {"1990.17.05", NULL},          {"1990.02.30", NULL},
        {"1991.02.29", NULL},          {"1990.05.17-20", NULL},
        {"90.05.17", NULL},            {"17.05.90", NULL},
        {"1909/10", NULL},             {"1990/91", NULL},
        {"spring 1990", NULL},         {"1990 1991", NULL},
        {"19900517", NULL},            {"1990.05.17 (rapid)", NULL},
        {"May May 1990", NULL},        {"13.13.1990", NULL},
        {"1990.May.May", NULL},        {"M 1990", NULL},
        {"17", NULL},                  {"May", NULL},
        {"1990.123.1", NULL},          {"99999", NULL},
    };
    for (size_t i = 0; i < sizeof date / sizeof *date; i++) {
        char out[GR_DATE_SIZE];
        bool changes = gr_clean_date(date[i].text, out);
        if (!CHECK(changes == (date[i].clean != NULL)) ||
            (changes && !CHECK_STR(out, date[i].clean)))
            printf("'%s' becomes '%s'\n", date[i].text, changes ? out : "(as it is)");
    }
}

static void results(void) {
    static const struct {
        const char *text;
        GrResult result; /* GR_RESULT_NONE: it means none */
    } result[] = {
        {"1-0", GR_WHITE_WINS},   {"1 : 0", GR_WHITE_WINS}, {"0:1", GR_BLACK_WINS},
        {"0\xE2\x80\x93" "1", GR_BLACK_WINS}, {"1/2", GR_DRAW}, {"\xC2\xBD-\xC2\xBD", GR_DRAW},
        {"0.5 - 0.5", GR_DRAW},   {"Draw", GR_DRAW},        {"=", GR_DRAW},
        {"*", GR_RESULT_NONE},    {"", GR_RESULT_NONE},     {"1", GR_RESULT_NONE},
        {"0-0", GR_RESULT_NONE},  {"1-0 forfeit", GR_RESULT_NONE}, {"1-01-0", GR_RESULT_NONE},
    };
    for (size_t i = 0; i < sizeof result / sizeof *result; i++) {
        GrResult got = GR_RESULT_NONE;
        CHECK(gr_clean_result(result[i].text, &got) == (result[i].result != GR_RESULT_NONE));
        if (!CHECK_INT(got, result[i].result))
            printf("'%s'\n", result[i].text);
    }
}

static GrSpelling *read_list(const char *text) {
    GrSpelling *list;
    return gr_spelling_read(text, strlen(text), &list, &error) ? NULL : list;
}

static void lists_of_players(void) {
    GrSpelling *list = read_list("@EVENT\nOlympiad\n=Olympics\n@PLAYER\r\n"
                                 "Carlsen, Magnus  #GM NOR [2882] 1990.11.30\r\n"
                                 "=Carlsen, Sven Magnus Oen\n\n  =Carlsen,M\n%Bio of no use\n"
                                 "# a comment\nPolgar, Judit\n=Polgar, Ju.");
    REQUIRE(list);
    CHECK_STR(gr_spelling_find(list, "CARLSEN, M."), "Carlsen, Magnus");
    CHECK_STR(gr_spelling_find(list, "Carlsen, Sven Magnus Oen"), "Carlsen, Magnus");
    CHECK_STR(gr_spelling_find(list, "Carlsen, Magnus"), "Carlsen, Magnus");
    CHECK_STR(gr_spelling_find(list, "Polgar,Ju"), "Polgar, Judit");
    CHECK_STR(gr_spelling_find(list, "Polgar, J"), NULL);
    CHECK_STR(gr_spelling_find(list, "Olympics"), NULL);
    CHECK_STR(gr_spelling_find(list, ""), NULL);
    gr_spelling_free(list);
    CHECK(!read_list("A, B\n=C\nD, E\n=c.\n"));
    CHECK_STR(error.text, "line 4: 'c.' stands for A, B already");
    CHECK(!read_list("=C\n"));
    CHECK_STR(error.text, "line 1: another name, but of nobody");
    CHECK_INT(gr_spelling_read("a\0b", 3, &list, &error), GR_ERR_SYNTAX);
    CHECK_INT(gr_spelling_open("/no/such/list", &list, NULL, NULL, &error), GR_ERR_NOT_FOUND);
    list = read_list("");
    CHECK(list && !gr_spelling_find(list, "A"));
    gr_spelling_free(list);
}

static void add(GrDb *db, const char *tags, const char *moves) {
    char text[1000];
    GrGame game;
    GrAdded added = {0};
    snprintf(text, sizeof text, "%s\n\n%s\n", tags, moves);
    GrReader *reader = gr_reader_open_memory(text, strlen(text), aid_book(), NULL, &error);
    gr_game_init(&game);
    CHECK(reader && gr_reader_next(reader, &game, &error) == 1);
    CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    gr_game_free(&game);
    gr_reader_close(reader);
}

static char told[1000];
static void tell(void *context, int64_t id, const char *tag, const char *from, const char *to) {
    size_t len = strlen(told);
    (void)context;
    snprintf(told + len, sizeof told - len, "%lld %s %s>%s;", (long long)id, tag, from, to);
}

static GrDb *make_database(const char *name) {
    GrDb *db;
    if (!CHECK_INT(gr_db_open(aid_path(name), aid_book(), GR_DB_CREATE, &db, &error), 0))
        return NULL;
    add(db, "[White \"Able,A\"]\n[Date \"1990\"]\n[Result \"1/2\"]",
        "1. e4 {kept} e5 (1... c5) 1/2-1/2");
    add(db, "[White \"Baker\"]\n[Date \"1990.05.17\"]\n[Result \"1-0\"]", "1. e4 e5 1-0");
    add(db, "[White \" Able,  Anna \"]\n[Date \"05/06/1990\"]\n[Result \"*\"]", "1. e4 e5 0-1");
    add(db, "[White \"X\"]\n[Result \"1-0\"]", "1. e4 e5 0-1");
    return db;
}

static const char changes[] = "1 White Able,A>Able, Anna;1 Date 1990>1990.??.??;"
                              "3 White  Able,  Anna >Able, Anna;"
                              "3 Result *>0-1;";

static void a_database_is_cleaned(void) {
    GrDb *db = make_database("clean.db");
    GrSpelling *list = read_list("Able, Anna\n=Able,A\n");
    GrClean job = {.dry = true, .players = list, .work = &no_work, .changed = tell};
    GrCleaned cleaned;
    GrVerified verified;
    GrVerifyJob check = {.context = NULL};
    GrGame game;
    REQUIRE(db && list);
    gr_game_init(&game);
    for (int round = 0; round < 3; round++) {
        told[0] = '\0';
        job.dry = round == 0;
        CHECK_INT(gr_db_clean(db, &job, &cleaned, &error), 0);
        CHECK_STR(told, round < 2 ? changes : "");
        CHECK_INT(cleaned.games, 4);
        CHECK_INT(cleaned.changed, round < 2 ? 2 : 0);
        CHECK_INT(cleaned.tags, round < 2 ? 4 : 0);
        CHECK_INT(gr_db_get_game(db, 1, &game, &error), 0);
        CHECK_STR(gr_game_tag(&game, "Date"), round ? "1990.??.??" : "1990");
        CHECK_STR(gr_game_string(&game, game.nodes[1].comment), "kept");
        CHECK_INT(game.node_count, 4);
        CHECK_INT(gr_db_verify(db, &check, &verified, &error), 0);
    }
    CHECK_INT(gr_db_get_game(db, 3, &game, &error), 0);
    CHECK_INT(game.result, GR_BLACK_WINS);
    CHECK_STR(gr_game_tag(&game, "Date"), "05/06/1990");
    gr_game_free(&game);
    gr_spelling_free(list);
    gr_db_close(db);
}

static bool stop(void *context) {
    (void)context;
    return true;
}

static void a_stopped_cleaning_changes_nothing(void) {
    GrWork stopping = {.stop = stop};
    GrClean job = {.work = &stopping};
    GrDb *db = make_database("stop.db");
    GrCleaned cleaned;
    GrGame game;
    char tags[60];
    REQUIRE(db);
    gr_game_init(&game);
    for (int i = 0; i < 70; i++) {
        snprintf(tags, sizeof tags, "[Event \"%d\"]", i);
        add(db, tags, "1. d4 *");
    }
    CHECK_INT(gr_db_clean(db, &job, &cleaned, &error), GR_ERR_STOPPED);
    CHECK_INT(gr_db_get_game(db, 1, &game, &error), 0);
    CHECK_STR(gr_game_tag(&game, "Date"), "1990");
    gr_game_free(&game);
    gr_db_close(db);
}

/* Whatever allocation fails, all is cleaned or nothing is. */
static void memory_runs_out(void) {
    const char list_text[] = "Able, Anna\n=Able,A\n";
    GrDb *db = make_database("memory.db");
    GrCleaned cleaned;
    GrGame game;
    bool done = false;
    REQUIRE(db);
    gr_game_init(&game);
    FAIL_EACH_ALLOCATION(n, 2000) {
        GrSpelling *list = NULL;
        int code = gr_spelling_read(list_text, strlen(list_text), &list, &error);
        GrClean job = {.players = list, .work = &no_work};
        if (!code)
            code = gr_db_clean(db, &job, &cleaned, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        CHECK_INT(gr_db_get_game(db, 1, &game, &error), 0);
        bool is_clean = !strcmp(gr_game_tag(&game, "Date"), "1990.??.??");
        CHECK(is_clean == (done || !code));
        done = is_clean;
        gr_spelling_free(list);
    }
    CHECK(done);
    gr_game_free(&game);
    gr_db_close(db);
}

static void memory_runs_out_for_suggestions(void) {
    GrDb *db = make_database("suggest.db");
    GrBuffer whole, list;
    GrSuggested done;
    REQUIRE(db);
    gr_buffer_init(&whole);
    gr_buffer_init(&list);
    CHECK_INT(gr_db_suggest(db, &no_work, &whole, &done, &error), 0);
    REQUIRE(whole.len > 0);
    bool all = false;
    FAIL_EACH_ALLOCATION(n, 2000) {
        gr_buffer_clear(&list);
        int code = gr_db_suggest(db, &no_work, &list, &done, &error);
        fail_alloc_stop();
        CHECK(code == 0 || code == GR_ERR_MEMORY);
        all = !code;
        if (all)
            CHECK_STR(list.data, whole.data);
    }
    CHECK(all);
    gr_buffer_free(&whole);
    gr_buffer_free(&list);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(dates);
    RUN(results);
    RUN(lists_of_players);
    RUN(a_database_is_cleaned);
    RUN(a_stopped_cleaning_changes_nothing);
    RUN(memory_runs_out);
    RUN(memory_runs_out_for_suggestions);
    return test_end();
}
