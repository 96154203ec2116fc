/* Selections asked of heads of blocks, with an index and without, whatever has happened to either: the games are those
 * that have what is asked for. */
#include <ctype.h>

#include "db/index/coverage.h"
#include "db/search/filtered.h"
#include "db/search/find.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

static GrError error;

/* ---- what is asked ---- */

typedef struct Want {
    const char *name, *value;
    const char *tag[2]; /* NULL: not a tag */
    bool both;
} Want;

static const Want wants[] = {
    {"white", "carl", {"White"}, false},         {"black", "=Carlsen", {"Black"}, false},
    {"player", "tal", {"White", "Black"}, false}, {"player", "Nobody", {"White", "Black"}, false},
    {"event", "open", {"Event"}, false},          {"tag", "Table=7", {"Table"}, false},
    {"tag", "Nowhere=x", {"Nowhere"}, false},     {"tag", "Long=lll", {"Long"}, false},
    {"result", "1-0", {NULL}, false},             {"variant", "magi", {NULL}, false},
    {"games", "3,10-90", {NULL}, false},          {"plies", "..40", {NULL}, false},
};

enum { WANTS = sizeof wants / sizeof *wants, MOST = 2000 };

static bool has(const char *text, const char *part) {
    for (; *text; text++) {
        size_t i = 0;
        while (part[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)part[i]))
            i++;
        if (!part[i])
            return true;
    }
    return false;
}

static bool tag_fits(const GrGame *game, const char *tag, const char *value) {
    const char *equals = strchr(value, '='), *is = gr_game_tag(game, tag);
    if (!is)
        return false;
    if (*value == '=')
        return !strcmp(is, value + 1);
    return has(is, equals ? equals + 1 : value);
}

static bool fits(const GrGame *game, int64_t id, const Want *want) {
    if (want->tag[0])
        return tag_fits(game, want->tag[0], want->value) ||
               (want->tag[1] && tag_fits(game, want->tag[1], want->value));
    if (!strcmp(want->name, "result"))
        return game->result == GR_WHITE_WINS;
    if (!strcmp(want->name, "variant"))
        return game->rules && !strcmp(gr_variant(game->rules)->name, "magi");
    if (!strcmp(want->name, "games"))
        return id == 3 || (id >= 10 && id <= 90);
    return game->plies <= 40;
}

/* ---- the database ---- */

static void set_tags(GrGame *game, AidRandom *random) {
    static const char *const name[] = {"Carlsen", "carlsen, M", "Tal", "Petrosian", "?", "Thalberg"};
    static const char *const event[] = {"Open", "Reopened", "Match", ""};
    static const char *const rating[] = {"2100", "2400", "2650", "0", "?", "2400x"};
    static const char *const date[] = {"1980.05.17", "1980.??.??", "1972.01.30", "????.??.??", "2001.07", "x"};
    static char long_name[700];
    gr_game_set_tag(game, "White", name[aid_random(random, 6)]);
    if (aid_random(random, 8))
        gr_game_set_tag(game, "Black", name[aid_random(random, 6)]);
    gr_game_set_tag(game, "Event", event[aid_random(random, 4)]);
    if (aid_random(random, 6))
        gr_game_set_tag(game, "WhiteElo", rating[aid_random(random, 6)]);
    gr_game_set_tag(game, "BlackElo", rating[aid_random(random, 6)]);
    gr_game_set_tag(game, "Date", date[aid_random(random, 6)]);
    if (!aid_random(random, 40))
        gr_game_set_tag(game, "Table", aid_random(random, 2) ? "17" : "8");
    memset(long_name, 'l', sizeof long_name - 1); /* which no dictionary takes */
    if (!aid_random(random, 60))
        gr_game_set_tag(game, "Long", long_name);
}

/* Gives a game other tags, its moves as they are; sometimes takes it away. */
static bool change(GrDb *db, AidRandom *random, int64_t id) {
    GrGame game;
    gr_game_init(&game);
    int code = gr_db_get_game(db, id, &game, &error);
    if (!code && !aid_random(random, 6)) {
        code = gr_db_delete_game(db, id, &error);
    } else if (!code) {
        set_tags(&game, random);
        code = gr_db_replace_game(db, id, &game, &error);
    }
    gr_game_free(&game);
    return code == 0 || code == GR_ERR_NOT_FOUND;
}

static GrDb *make_db(const char *name, AidRandom *random, unsigned games) {
    GrDb *db = index_open(aid_path(name), GR_DB_CREATE);
    if (!db || index_add_games(db, random, games) || gr_db_begin(db, &error))
        return NULL;
    for (int64_t id = 1; id <= gr_db_last(db, &error); id++)
        change(db, random, id);
    return gr_db_commit(db, &error) ? NULL : db;
}

/* ---- comparing ---- */

static size_t expect(GrDb *db, const Want *const *want, size_t count, int64_t *id) {
    size_t found = 0;
    GrGame game;
    gr_game_init(&game);
    for (int64_t i = 1; i <= gr_db_last(db, &error) && found < MOST; i++) {
        bool fit = gr_db_get_game(db, i, &game, &error) == 0;
        for (size_t n = 0; n < count && fit; n++)
            fit = fits(&game, i, want[n]);
        id[found] = i;
        found += fit;
    }
    gr_game_free(&game);
    return found;
}

static bool cursor_agrees(GrDb *db, const GrSelection *selection, const int64_t *want, size_t count) {
    int64_t id;
    size_t n = 0;
    int got = 0;
    bool same = true;
    GrCursor *cursor = gr_cursor_open(db, selection, &error);
    while (cursor && (got = gr_cursor_next(cursor, &id, &error)) > 0) {
        same &= n < count && want[n] == id;
        n++;
    }
    gr_cursor_close(cursor);
    return cursor && !got && same && n == count;
}

static bool count_agrees(GrDb *db, const GrSelection *selection, size_t count, int jobs) {
    GrFind find = {.selection = selection, .jobs = jobs};
    GrFindCount found;
    return gr_find(db, &find, &found, &error) == 0 && found.games == count && found.shown == count;
}

/* One to three random conditions at once. */
static bool agrees(GrDb *db, AidRandom *random) {
    static int64_t id[MOST];
    const Want *want[3] = {NULL};
    GrSelection selection;
    size_t count = 1 + aid_random(random, 3);
    bool well = true;
    gr_selection_init(&selection);
    for (size_t i = 0; i < count; i++) {
        want[i] = &wants[aid_random(random, WANTS)];
        well &= gr_selection_add(&selection, aid_book(), want[i]->name, want[i]->value, &error) == 0;
    }
    size_t found = expect(db, want, count, id);
    well = well && cursor_agrees(db, &selection, id, found) && count_agrees(db, &selection, found, 1) &&
           count_agrees(db, &selection, found, 2);
    if (!well)
        printf("%s %s, %u conditions\n", want[0]->name, want[0]->value, (unsigned)count);
    gr_selection_free(&selection);
    return well;
}

static unsigned wrong_answers(GrDb *db, AidRandom *random, unsigned questions) {
    unsigned wrong = 0;
    while (questions--)
        wrong += !agrees(db, random);
    return wrong;
}

/* ---- queries ---- */

/* What a query says of games as a whole: what columns know, and what they do not; and of plies. */
static const char *const parts[] = {
    "white \"carl\"", "black = \"Carlsen\"", "player \"tal\"", "both player \"tal\"", "player != \"Tal\"",
    "black player", "player from \"C\" to \"Q\"", "event \"open\"", "event < \"N\"", "tag Table \"7\"",
    "tag Table > 9", "tag Long \"lll\"", "tag Nowhere \"x\"", "date >= 1980", "date != 1980.05", "date",
    "date from 1970 to 1985.06", "rating > 2300", "both ratings < 2500", "white rating != 2400", "black rating",
    "white rating - black rating > 100", "result 1-0", "result draw", "variant magi", "length > 40", "partial",
    "checkmate", "final", "Q = 1", "white to move", "ever check", "never Q = 1", "always K",
    "2 * white rating > 4500",
};
enum { PARTS = sizeof parts / sizeof *parts, DEEPEST = 4, MOST_VARIANTS = 32 };

static void write_query(AidRandom *random, unsigned depth, char *out) {
    static const char *const joint[] = {" and ", " or ", " then "};
    size_t len = strlen(out);
    unsigned way = depth == DEEPEST ? 0 : aid_random(random, 7);
    if (way < 2) {
        strcpy(out + len, parts[aid_random(random, PARTS)]);
    } else if (way < 4) {
        static const char *const before[] = {"not ", "flip ", "mirror ", "ever ", "not "};
        strcpy(out + len, before[aid_random(random, 5)]);
        strcat(out, "(");
        write_query(random, depth + 1, out);
        strcat(out, ")");
    } else {
        strcat(out, "(");
        write_query(random, depth + 1, out);
        strcat(out, joint[aid_random(random, 12) / 5]);
        write_query(random, depth + 1, out);
        strcat(out, ")");
    }
}

/* One that the parser takes: sequences cannot stand everywhere. */
static GrQuery *draw_query(AidRandom *random, char *text) {
    GrQuery *query = NULL;
    do {
        *text = '\0';
        write_query(random, 0, text);
    } while (gr_query_parse(aid_book(), text, &query, NULL) == GR_ERR_SYNTAX);
    return query;
}

/* What a matcher finds in each game, read as a whole. */
typedef struct Expected {
    const GrQuery *query;
    size_t plans;
    const GrRules *rules[MOST_VARIANTS];
    GrPlan *plan[MOST_VARIANTS];
    GrMatcher *matcher[MOST_VARIANTS];
    bool found[MOST];
    size_t games, hits;
} Expected;

static GrMatcher *matcher_for(Expected *to, const GrRules *rules) {
    size_t i = 0;
    while (i < to->plans && to->rules[i] != rules)
        i++;
    if (i == to->plans && i < MOST_VARIANTS) {
        to->rules[i] = rules;
        to->plan[i] = gr_plan_make(to->query, rules);
        to->matcher[i] = to->plan[i] ? gr_matcher_new(to->plan[i]) : NULL;
        to->plans++;
    }
    return i < MOST_VARIANTS ? to->matcher[i] : NULL;
}

static bool expect_found(GrDb *db, const GrQuery *query, Expected *to) {
    GrGame game;
    bool well = true;
    *to = (Expected){.query = query};
    gr_game_init(&game);
    for (int64_t id = 1; id <= gr_db_last(db, &error) && id < MOST && well; id++) {
        const GrHit *hit;
        size_t hits;
        if (gr_db_get_game(db, id, &game, &error))
            continue;
        GrMatcher *matcher = matcher_for(to, game.rules);
        well = matcher && gr_matcher_game(matcher, &game, &hit, &hits) == 0;
        to->found[id] = well && hits;
        to->games += to->found[id];
        to->hits += well && !gr_query_of_game(query) ? hits : 0;
    }
    for (size_t i = 0; i < to->plans; i++) {
        gr_matcher_free(to->matcher[i]);
        gr_plan_free(to->plan[i]);
    }
    gr_game_free(&game);
    return well;
}

static void show_number(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    Expected *want = context;
    (void)n;
    want->games -= want->found[finding->id];
    want->found[finding->id] = !want->found[finding->id]; /* those that are left, and those that are wrong */
    gr_buffer_putc(out, '.');
}

static int put_nothing(void *context, const char *bytes, size_t len) {
    (void)context;
    (void)bytes;
    (void)len;
    return 0;
}

/* Counting and showing both find what the matcher does; with a selection, too. */
static bool query_agrees(GrDb *db, AidRandom *random) {
    static Expected want;
    char text[4096];
    GrSelection none;
    GrFindCount count, shown;
    gr_selection_init(&none);
    GrQuery *query = draw_query(random, text);
    if (!query || !expect_found(db, query, &want))
        return false;
    GrFind find = {.selection = &none, .query = query, .jobs = 1 + (int)aid_random(random, 2)};
    bool well = gr_find(db, &find, &count, &error) == 0 && count.games == want.games && count.hits == want.hits;
    find.show = show_number;
    find.put = put_nothing;
    find.by_game = true;
    find.jobs = 1;
    find.context = &want;
    well &= gr_find(db, &find, &shown, &error) == 0 && shown.games == count.games && !want.games;
    for (size_t id = 0; id < MOST; id++)
        well &= !want.found[id];
    if (!well)
        printf("%s\nfinds %u games, %u hits; the matcher %u, %u\n", text, (unsigned)count.games, (unsigned)count.hits,
               (unsigned)want.games, (unsigned)want.hits);
    gr_query_free(query);
    return well;
}

static unsigned wrong_finds(GrDb *db, AidRandom *random, unsigned questions) {
    unsigned wrong = 0;
    while (questions--)
        wrong += !query_agrees(db, random);
    return wrong;
}

/* ---- what has to be looked at ---- */

/* How many games must be looked at, to know whose White is Tal. */
static uint64_t open_games(GrDb *db) {
    GrSelection selection;
    const GrConditions choice = {.selection = &selection};
    GrFiltered chosen;
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "white", "Tal", &error), 0);
    CHECK_INT(gr_filtered_open(db, &choice, true, &chosen, &error), 0);
    uint64_t open = chosen.open;
    gr_filtered_close(&chosen);
    gr_selection_free(&selection);
    return open;
}

/* ---- cases ---- */

/* So many questions, or fewer where the slow suites are not asked for. */
static unsigned deep(unsigned questions) {
    return test_slow() ? questions : (questions + 2) / 3;
}

static void heads_know(void) {
    AidRandom random = {test_seed(201)};
    GrDb *db = make_db("knows.db", &random, 500);
    REQUIRE(db);
    CHECK_INT(wrong_answers(db, &random, deep(30)), 0);
    CHECK_INT(open_games(db), 0);
    CHECK(index_all(db, 2));
    CHECK_INT(open_games(db), 0);
    CHECK_INT(wrong_answers(db, &random, deep(60)), 0);
    gr_db_close(db);
}

static void changes_are_known(void) {
    AidRandom random = {test_seed(202)};
    GrDb *db = make_db("changes.db", &random, 150);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    for (unsigned round = 0; round < 4; round++) {
        uint32_t games = (uint32_t)gr_db_last(db, &error);
        for (unsigned i = 0; i < 5; i++)
            CHECK(change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(index_add_games(db, &random, round % 2 ? 0 : 60), 0);
        CHECK_INT(wrong_answers(db, &random, deep(15)), 0);
        CHECK_INT(gr_db_begin(db, &error), 0);
        CHECK(change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(wrong_answers(db, &random, deep(5)), 0);
        gr_db_rollback(db);
        CHECK_INT(wrong_answers(db, &random, deep(5)), 0);
        CHECK(index_all(db, 1));
        CHECK_INT(open_games(db), 0);
        CHECK_INT(wrong_answers(db, &random, deep(15)), 0);
    }
    gr_db_close(db);
}

/* Queries of tags find the same without an index, with one, and whatever was written since. */
static void queries_are_answered(void) {
    AidRandom random = {test_seed(206)};
    unsigned questions = test_slow() ? 3000 : 20;
    GrDb *db = make_db("queries.db", &random, 200);
    REQUIRE(db);
    CHECK_INT(wrong_finds(db, &random, questions), 0);
    CHECK(index_all(db, 1));
    CHECK_INT(wrong_finds(db, &random, 2 * questions), 0);
    CHECK_INT(index_add_games(db, &random, 60), 0);
    for (unsigned i = 0; i < 40; i++)
        CHECK(change(db, &random, 1 + aid_random(&random, 260)));
    CHECK_INT(wrong_finds(db, &random, questions), 0);
    CHECK(index_all(db, 2));
    CHECK_INT(wrong_finds(db, &random, questions), 0);
    gr_db_close(db);
}

/* A game that is deleted before a cursor comes to its block is not given. */
static void a_cursor_sees_changes(void) {
    AidRandom random = {test_seed(203)};
    GrSelection selection;
    int64_t id, given = 0;
    GrDb *db = make_db("cursor.db", &random, GR_BLOCK_GAMES + 80);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "games", "1-580", &error), 0);
    GrCursor *cursor = gr_cursor_open(db, &selection, &error);
    REQUIRE(cursor);
    CHECK_INT(gr_cursor_next(cursor, &id, &error), 1);
    for (int64_t gone = GR_BLOCK_GAMES + 9; gone <= 592; gone++)
        gr_db_delete_game(db, gone, &error);
    while (gr_cursor_next(cursor, &id, &error) > 0)
        given = id;
    CHECK(given > 400 && given < GR_BLOCK_GAMES + 9);
    gr_cursor_close(cursor);
    gr_selection_free(&selection);
    gr_db_close(db);
}

/* Rows that are damaged, lost or of another tag are noticed, and made again. */
static void damage(const char *sql) {
    AidRandom random = {test_seed(204)};
    const char *path = aid_path("damage.db");
    GrDb *db = index_open(path, GR_DB_CREATE);
    REQUIRE(db);
    bool made = gr_db_last(db, &error) > 0;
    gr_db_close(db);
    db = made ? index_open(path, GR_DB_WRITE) : make_db("damage.db", &random, 150);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_db_close(db);
    CHECK(aid_sql(path, sql));
    db = index_open(path, GR_DB_WRITE);
    REQUIRE(db);
    if (!CHECK_INT(wrong_answers(db, &random, deep(25)), 0))
        printf("%s\n", sql);
    CHECK(index_all(db, 1));
    if (!CHECK_INT(open_games(db), 0))
        printf("%s\n", sql);
    CHECK_INT(wrong_answers(db, &random, deep(10)), 0);
    gr_db_close(db);
}

static void damage_is_noticed(void) {
    damage("UPDATE posting SET groups = x'' WHERE bucket % 16777216 = 16777214");
    damage("DELETE FROM posting WHERE bucket % 16777216 = 16777214");
    damage("DELETE FROM posting WHERE bucket % 16777216 BETWEEN 16777200 AND 16777213");
    damage("UPDATE posting SET groups = CAST(substr(groups, 1, 60) || 'xyz' || substr(groups, 64) AS BLOB) "
           "WHERE bucket % 16777216 BETWEEN 16777100 AND 16777214");
    damage("UPDATE posting SET groups = (SELECT p.groups FROM posting p WHERE p.bucket = posting.bucket - 1) "
           "WHERE bucket % 16777216 BETWEEN 16777212 AND 16777213");
}

static void memory_runs_out(void) {
    AidRandom random = {test_seed(205)};
    GrSelection selection;
    const GrConditions choice = {.selection = &selection};
    GrDb *db = make_db("memory.db", &random, 40);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "player", "Tal", &error), 0);
    for (long n = 1; n < 100000; n++) {
        GrFiltered chosen;
        gr_db_close(db);
        db = index_open(aid_path("memory.db"), GR_DB_WRITE);
        REQUIRE(db);
        fail_alloc_at(n, true);
        int code = gr_filtered_open(db, &choice, true, &chosen, &error);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(code ? code == GR_ERR_MEMORY && failed : !failed);
        gr_filtered_close(&chosen);
        if (!failed)
            break;
    }
    CHECK_INT(wrong_answers(db, &random, 5), 0);
    gr_selection_free(&selection);
    gr_db_close(db);
}

/* A query that is divided into what columns are asked and what is left. */
static void memory_runs_out_in_a_query(void) {
    static const char *const text = "not player \"Tal\" and flip (result 1-0 or white rating > 2300) and "
                                    "(event \"open\" or white to move) and Q = 1 and K";
    AidRandom random = {test_seed(207)};
    GrSelection none;
    GrQuery *query;
    GrFindCount all, count;
    GrDb *db = make_db("memory_query.db", &random, 40);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_selection_init(&none);
    REQUIRE(gr_query_parse(aid_book(), text, &query, NULL) == 0);
    GrFind find = {.selection = &none, .query = query, .jobs = 1};
    CHECK_INT(gr_find(db, &find, &all, &error), 0);
    CHECK(all.games > 0);
    for (long n = 1; n < 100000; n++) {
        gr_db_close(db);
        db = index_open(aid_path("memory_query.db"), GR_DB_WRITE);
        REQUIRE(db);
        fail_alloc_at(n, true);
        int code = gr_find(db, &find, &count, &error);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(code ? code == GR_ERR_MEMORY && failed : count.hits == all.hits);
        if (!failed)
            break;
    }
    gr_query_free(query);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(heads_know);
    RUN(changes_are_known);
    RUN(queries_are_answered);
    RUN(a_cursor_sees_changes);
    RUN(damage_is_noticed);
    RUN(memory_runs_out);
    RUN(memory_runs_out_in_a_query);
    return test_end();
}
