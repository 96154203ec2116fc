/* Selections asked of the index: with it and without, whatever has happened to it, the games are those that
 * have what is asked for. */
#include <ctype.h>

#include "db/index/replays.h"
#include "db/search/chosen.h"
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
    static char long_name[700];
    gr_game_set_tag(game, "White", name[aid_random(random, 6)]);
    if (aid_random(random, 8))
        gr_game_set_tag(game, "Black", name[aid_random(random, 6)]);
    gr_game_set_tag(game, "Event", event[aid_random(random, 4)]);
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
    const Want *want[3];
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

/* How many games must be looked at, to know whose White is Tal. */
static uint64_t open_games(GrDb *db) {
    GrSelection selection;
    GrChosen chosen;
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "white", "Tal", &error), 0);
    CHECK_INT(gr_chosen_open(db, &selection, &chosen, &error), 0);
    uint64_t open = chosen.open;
    gr_chosen_close(&chosen);
    gr_selection_free(&selection);
    return open;
}

/* ---- cases ---- */

static void the_index_knows(void) {
    AidRandom random = {201};
    GrDb *db = make_db("knows.db", &random, 500);
    REQUIRE(db);
    CHECK_INT(wrong_answers(db, &random, 30), 0);
    CHECK(open_games(db) > 400);
    CHECK(index_all(db, 2));
    CHECK_INT(open_games(db), 0);
    CHECK_INT(wrong_answers(db, &random, 60), 0);
    gr_db_close(db);
}

static void changes_are_known(void) {
    AidRandom random = {202};
    GrDb *db = make_db("changes.db", &random, 150);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    for (unsigned round = 0; round < 4; round++) {
        uint32_t games = (uint32_t)gr_db_last(db, &error);
        for (unsigned i = 0; i < 5; i++)
            CHECK(change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(index_add_games(db, &random, round % 2 ? 0 : 60), 0);
        CHECK_INT(wrong_answers(db, &random, 15), 0);
        CHECK_INT(gr_db_begin(db, &error), 0);
        CHECK(change(db, &random, 1 + aid_random(&random, games)));
        CHECK_INT(wrong_answers(db, &random, 5), 0);
        gr_db_rollback(db);
        CHECK_INT(wrong_answers(db, &random, 5), 0);
        CHECK(index_all(db, 1));
        CHECK_INT(open_games(db), 0);
        CHECK_INT(wrong_answers(db, &random, 15), 0);
    }
    gr_db_close(db);
}

/* A game that is deleted while a cursor goes through all is not given any more. */
static void a_cursor_sees_changes(void) {
    AidRandom random = {203};
    GrSelection selection;
    int64_t id, given = 0;
    GrDb *db = make_db("cursor.db", &random, 200);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "games", "1-190", &error), 0);
    GrCursor *cursor = gr_cursor_open(db, &selection, &error);
    REQUIRE(cursor);
    CHECK_INT(gr_cursor_next(cursor, &id, &error), 1);
    for (int64_t gone = 100; gone <= 200; gone++)
        gr_db_delete_game(db, gone, &error);
    while (gr_cursor_next(cursor, &id, &error) > 0)
        given = id;
    CHECK(given > 50 && given < 100);
    gr_cursor_close(cursor);
    gr_selection_free(&selection);
    gr_db_close(db);
}

/* Rows that are damaged, lost or of another tag are noticed, and made again. */
static void damage(const char *sql) {
    AidRandom random = {204};
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
    if (!CHECK_INT(wrong_answers(db, &random, 25), 0))
        printf("%s\n", sql);
    CHECK(index_all(db, 1));
    if (!CHECK_INT(open_games(db), 0))
        printf("%s\n", sql);
    CHECK_INT(wrong_answers(db, &random, 10), 0);
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
    AidRandom random = {205};
    GrSelection selection;
    GrDb *db = make_db("memory.db", &random, 40);
    REQUIRE(db);
    CHECK(index_all(db, 1));
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "player", "Tal", &error), 0);
    for (long n = 1; n < 100000; n++) {
        GrChosen chosen;
        gr_db_close(db);
        db = index_open(aid_path("memory.db"), GR_DB_WRITE);
        REQUIRE(db);
        fail_alloc_at(n, true);
        int code = gr_chosen_open(db, &selection, &chosen, &error);
        bool failed = fail_alloc_failures() > 0;
        fail_alloc_stop();
        CHECK(code ? code == GR_ERR_MEMORY && failed : !failed);
        gr_chosen_close(&chosen);
        if (!failed)
            break;
    }
    CHECK_INT(wrong_answers(db, &random, 5), 0);
    gr_selection_free(&selection);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    RUN(the_index_knows);
    RUN(changes_are_known);
    RUN(a_cursor_sees_changes);
    RUN(damage_is_noticed);
    RUN(memory_runs_out);
    return test_end();
}
