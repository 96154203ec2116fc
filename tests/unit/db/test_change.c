/* Games edited, deleted and given back, at random: after each step the database has what a list in memory has, is
 * sound, and answers as one that was made of its games. */
#include "db/store/internal.h"
#include "db/upkeep/change.h"
#include "db/upkeep/maintain.h"
#include "db/upkeep/verify.h"
#include "notation/edit/edit.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/index_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 60, STEPS = 40 };

static GrError error;
static AidRandom numbers;
static const GrWork no_work;

/* What the games are to be, after each change that was done. */
typedef struct State {
    char *text[GAMES]; /* NULL: deleted */
} State;

static State past[STEPS + 1];

/* A game with the text that nobody could play, and why. */
static char *text_of(GrDb *db, int64_t id) {
    GrGame game;
    GrBuffer out;
    gr_game_init(&game);
    gr_buffer_init(&out);
    if (!gr_db_get_game(db, id, &game, &error))
        gr_format_pgn.game(&out, &game, 1, 1);
    gr_game_free(&game);
    return out.len ? gr_buffer_take(&out) : NULL;
}

static void note_state(GrDb *db, State *state) {
    for (int64_t id = 1; id <= GAMES; id++)
        state->text[id - 1] = text_of(db, id);
}

static void free_state(State *state) {
    for (int i = 0; i < GAMES; i++)
        free(state->text[i]);
    memset(state, 0, sizeof *state);
}

static bool is_state(GrDb *db, const State *state) {
    bool same = true;
    for (int64_t id = 1; id <= GAMES && same; id++) {
        char *text = text_of(db, id);
        same = CHECK_STR(text, state->text[id - 1]);
        free(text);
    }
    return same;
}

static void complain(void *context, int64_t id, const char *text) {
    (void)context;
    printf("game %lld: %s\n", (long long)id, text);
}

static bool is_sound(GrDb *db) {
    GrVerified verified;
    const GrVerifyJob job = {.fault = complain};
    return CHECK_INT(gr_db_verify(db, &job, &verified, &error), 0);
}

static GrDb *fill(const char *name, unsigned games, bool indexed) {
    GrDb *db = index_open(aid_path(name), GR_DB_CREATE);
    if (!db)
        return NULL;
    CHECK_INT(index_add_games(db, &numbers, games), 0);
    CHECK_INT(aid_add_evals(db, 7, 50, &error), 0);
    if (indexed)
        CHECK(index_all(db, 1));
    return db;
}

/* ---- changes ---- */

static const char *const operations[] = {
    "[{\"op\":\"tag\",\"name\":\"Event\",\"value\":\"edited %u\"}]",
    "[{\"op\":\"comment\",\"at\":0,\"after\":\"comment %u\"}]",
    "[{\"op\":\"delete\",\"at\":%u}]",
    "[{\"op\":\"promote\",\"at\":\"%u.1\"}]",
    "[{\"op\":\"glyphs\",\"at\":%u,\"glyphs\":\"!?\"}]",
    "[{\"op\":\"result\",\"result\":\"1-0\"}, {\"op\":\"tag\",\"name\":\"New\",\"value\":\"%u\"}]",
};

/* 1 if the game was edited, 0 if it could not be. */
static int edit_one(GrDb *db, int64_t id) {
    GrGame was, game;
    char text[200];
    int done = 0;
    gr_game_init(&was);
    if (gr_db_get_game(db, id, &was, &error))
        return 0;
    if (CHECK_INT(gr_game_copy(&was, &game), 0)) {
        const char *form = operations[aid_random(&numbers, sizeof operations / sizeof *operations)];
        int len = snprintf(text, sizeof text, form, 1 + (unsigned)aid_random(&numbers, 12));
        if (!gr_game_edit(&game, text, (size_t)len, NULL, &error))
            done = gr_db_edit_game(db, id, &was, &game, &error);
        CHECK(done >= 0);
        gr_game_free(&game);
    }
    gr_game_free(&was);
    return done;
}

static uint64_t delete_some(GrDb *db, const char *games) {
    GrSelection selection;
    uint64_t deleted = 0;
    gr_selection_init(&selection);
    CHECK_INT(gr_selection_add(&selection, aid_book(), "games", games, &error), 0);
    const GrDelete job = {.selection = &selection, .work = &no_work};
    CHECK_INT(gr_db_delete_found(db, &job, &deleted, &error), 0);
    gr_selection_free(&selection);
    return deleted;
}

static uint64_t journal_count(GrDb *db) {
    uint64_t count, bytes;
    GrChange last;
    CHECK_INT(gr_db_changes(db, &count, &last, &bytes, &error), 0);
    CHECK((count > 0) == (bytes > 0));
    return count;
}

/* Does a change or takes one back; the number of changes that can be taken back then. */
static size_t step(GrDb *db, size_t changes) {
    char games[40];
    GrChange undone;
    unsigned first = 1 + (unsigned)aid_random(&numbers, GAMES);
    if (changes && aid_random(&numbers, 3) == 0) {
        CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), 1);
        free_state(&past[changes]);
        return changes - 1;
    }
    bool done;
    uint64_t before = journal_count(db);
    if (aid_random(&numbers, 4)) {
        done = edit_one(db, first) > 0;
    } else {
        snprintf(games, sizeof games, "%u,%u-%u", first, first + 5, first + 5 + (unsigned)aid_random(&numbers, 9));
        done = delete_some(db, games) > 0;
    }
    CHECK_INT(journal_count(db), before + done);
    if (done)
        note_state(db, &past[changes + 1]);
    return changes + done;
}

/* ---- searching ---- */

typedef struct Found {
    const int *number;
    GrBuffer text;
} Found;

static void show_found(void *context, const GrFinding *finding, size_t n, GrBuffer *out) {
    const Found *found = context;
    if (n == 0)
        gr_buffer_printf(out, "%d:", found->number[finding->id]);
    gr_buffer_printf(out, "%u ", finding->hits ? (unsigned)finding->hit[n].first : 0);
}

static int put_found(void *context, const char *bytes, size_t len) {
    gr_buffer_add(&((Found *)context)->text, bytes, len);
    return 0;
}

/* What a query finds, games by the numbers that they are given. */
static void find_all(GrDb *db, const char *text, const int *number, GrBuffer *out) {
    GrQuery *query = NULL;
    GrQueryFault fault;
    GrSelection all;
    GrFindCount count;
    Found found = {.number = number};
    gr_selection_init(&all);
    gr_buffer_init(&found.text);
    if (!CHECK_INT(gr_query_parse(aid_book(), text, &query, &fault), 0))
        printf("%s: %s\n", text, fault.text);
    const GrFind find = {.selection = &all, .query = query, .jobs = 1, .context = &found, .show = show_found,
                         .put = put_found};
    if (query)
        CHECK_INT(gr_find(db, &find, &count, &error), 0);
    *out = found.text;
    gr_query_free(query);
    gr_selection_free(&all);
}

/* The database of the games that there are, and their numbers in it. */
static GrDb *made_of(GrDb *db, int number[GAMES + 1], bool indexed) {
    GrDb *made = index_open(aid_path(indexed ? "made-index.db" : "made.db"), GR_DB_CREATE);
    GrCopied copied = {0};
    GrSelection all;
    gr_selection_init(&all);
    int next = 1;
    for (int64_t id = 1; id <= GAMES; id++) {
        char *text = text_of(db, id);
        number[id] = text ? next++ : 0;
        free(text);
    }
    CHECK(made && gr_db_copy(db, &all, made, &no_work, &copied, &error) == 0);
    CHECK_INT(copied.duplicates, 0);
    if (made && indexed)
        CHECK(index_all(made, 1));
    return made;
}

static void answers_agree(GrDb *db, bool indexed) {
    static const char *const queries[] = {"check", "white queen captures", "tag Event \"edited\"", "promotes",
                                          "mate", "result 1-0", "white pawns < 6 and black pawns < 8"};
    int number[GAMES + 1] = {0}, same[GAMES + 1];
    GrDb *made = made_of(db, number, indexed);
    for (int i = 0; i <= GAMES; i++)
        same[i] = i;
    for (size_t i = 0; made && i < sizeof queries / sizeof *queries; i++) {
        GrBuffer one, other;
        find_all(db, queries[i], number, &one);
        find_all(made, queries[i], same, &other);
        if (!CHECK_STR(one.data, other.data))
            printf("%s\n", queries[i]);
        gr_buffer_free(&one);
        gr_buffer_free(&other);
    }
    gr_db_close(made);
    remove(aid_path(indexed ? "made-index.db" : "made.db"));
}

static void change_at_random(const char *name, bool indexed) {
    GrDb *db = fill(name, GAMES, indexed);
    GrChange undone;
    size_t changes = 0;
    REQUIRE(db);
    note_state(db, &past[0]);
    for (int i = 0; i < STEPS; i++) {
        changes = step(db, changes);
        CHECK_INT(journal_count(db), changes);
        if (!is_state(db, &past[changes]))
            break;
        if (i % 8 == 7)
            CHECK(is_sound(db));
        if (indexed && i == STEPS / 2)
            CHECK(index_all(db, 1));
        if (i % 20 == 19)
            answers_agree(db, indexed);
    }
    printf("# %zu changes are taken back\n", changes);
    for (; changes > 0; changes--) {
        CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), 1);
        CHECK(is_state(db, &past[changes - 1]));
        free_state(&past[changes]);
    }
    CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), 0);
    CHECK(is_state(db, &past[0]) && is_sound(db));
    answers_agree(db, indexed);
    free_state(&past[0]);
    gr_db_close(db);
}

static void changes_are_taken_back(void) {
    numbers.state = test_seed(31);
    change_at_random("plain.db", false);
}

static void changes_of_an_index_are_taken_back(void) {
    numbers.state = test_seed(32);
    change_at_random("indexed.db", true);
}

/* ---- others who change ---- */

static void set_event(GrDb *db, int64_t id, const char *event, GrGame *was, GrGame *game) {
    gr_game_init(was);
    CHECK_INT(gr_db_get_game(db, id, was, &error), 0);
    CHECK_INT(gr_game_copy(was, game), 0);
    CHECK_INT(gr_game_set_tag(game, "Event", event), 0);
}

static void who_is_late_is_refused(void) {
    GrGame was, game, mine;
    GrChange undone;
    numbers.state = test_seed(33);
    GrDb *db = fill("late.db", 12, false), *other = index_open(aid_path("late.db"), GR_DB_WRITE);
    REQUIRE(db && other);
    set_event(db, 3, "first", &was, &game);
    CHECK_INT(gr_game_copy(&game, &mine), 0);
    CHECK_INT(gr_game_set_tag(&mine, "Event", "second"), 0);
    CHECK_INT(gr_db_edit_game(other, 3, &was, &game, &error), 1);
    CHECK_INT(gr_db_edit_game(db, 3, &was, &mine, &error), GR_ERR_BUSY);
    CHECK_STR(error.text, "game 3 has been changed by another program");
    CHECK_INT(gr_db_edit_game(db, 3, &game, &mine, &error), 1);
    CHECK_INT(gr_db_edit_game(db, 3, &mine, &mine, &error), 0); /* which changes nothing */
    CHECK_INT(journal_count(db), 2);
    CHECK_INT(gr_db_replace_game(db, 3, &was, &error), 0); /* past the journal */
    CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), GR_ERR_ILLEGAL);
    CHECK(strstr(error.text, "game 3"));
    CHECK_INT(gr_db_replace_game(db, 3, &mine, &error), 0);
    CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), 1);
    CHECK(undone.kind == GR_CHANGE_EDIT && undone.game == 3 && undone.games == 1);
    CHECK_INT(gr_db_delete_game(db, 3, &error), 0);
    CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), GR_ERR_ILLEGAL);
    CHECK_INT(gr_db_edit_game(db, 3, &was, &mine, &error), GR_ERR_NOT_FOUND);
    CHECK_INT(gr_db_forget_changes(db, &error), 0);
    CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), 0);
    CHECK_INT(gr_db_forget_changes(other, &error), 0);
    CHECK_INT(journal_count(other), 0);
    gr_game_free(&was);
    gr_game_free(&game);
    gr_game_free(&mine);
    gr_db_close(other);
    gr_db_close(db);
}

/* ---- bounds and damage ---- */

static void the_oldest_changes_go_first(void) {
    GrGame was, game;
    GrChange last;
    uint64_t count, bytes;
    char *big = malloc(1 << 20);
    AidRandom noise = {77};
    numbers.state = test_seed(34);
    GrDb *db = fill("bounds.db", 12, false);
    REQUIRE(db && big);
    for (int i = 0; i < 30; i++) {
        for (size_t n = 0; n + 1 < 1 << 20; n++)
            big[n] = (char)('0' + aid_random(&noise, 60)); /* which does not get much smaller */
        big[(1 << 20) - 1] = 0;
        set_event(db, 2, big, &was, &game);
        CHECK_INT(gr_db_edit_game(db, 2, &was, &game, &error), 1);
        gr_game_free(&was);
        gr_game_free(&game);
    }
    CHECK_INT(gr_db_changes(db, &count, &last, &bytes, &error), 0);
    CHECK(count > 15 && count < 30 && bytes <= GR_JOURNAL_BYTES && last.bytes > 1 << 19);
    CHECK(delete_some(db, "1-") > 5);
    for (count = journal_count(db); count > 0; count--)
        CHECK_INT(gr_db_undo(db, &no_work, &last, &error), 1);
    CHECK_INT(gr_db_undo(db, &no_work, &last, &error), 0);
    CHECK(is_sound(db));
    free(big);
    gr_db_close(db);
}

static void damage_is_noticed(void) {
    static const struct {
        const char *sql;
        int undo;
    } damage[] = {
        {"UPDATE journal SET time = time + 1", 1}, /* which computes the checksum */
        {"PRAGMA writable_schema = 1; UPDATE journal SET restores = substr(restores, 1, 20)", GR_ERR_DAMAGED},
        {"UPDATE journal SET games = games + 1", GR_ERR_DAMAGED},
        {"UPDATE journal SET change = change + 1", GR_ERR_DAMAGED},
        {"UPDATE journal SET restores = x''", GR_ERR_DAMAGED},
        {"UPDATE journal SET kind = 9", GR_ERR_DAMAGED},
    };
    numbers.state = test_seed(35);
    GrDb *db = fill("whole.db", 12, false);
    REQUIRE(db && delete_some(db, "2-7") > 0);
    gr_db_close(db);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        GrVerified verified;
        const GrVerifyJob quiet = {.context = NULL};
        GrChange undone;
        CHECK(aid_copy_file(aid_path("whole.db"), aid_path("hurt.db")) && aid_sql(aid_path("hurt.db"), damage[i].sql));
        db = index_open(aid_path("hurt.db"), GR_DB_WRITE);
        REQUIRE(db);
        CHECK_INT(gr_db_verify(db, &quiet, &verified, &error), damage[i].undo < 0 ? GR_ERR_DAMAGED : 0);
        if (!CHECK_INT(gr_db_undo(db, &no_work, &undone, &error), damage[i].undo))
            printf("%s\n", damage[i].sql);
        CHECK_INT(gr_db_forget_changes(db, &error), 0);
        CHECK(is_sound(db));
        gr_db_close(db);
        remove(aid_path("hurt.db"));
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    RUN(changes_are_taken_back);
    RUN(changes_of_an_index_are_taken_back);
    RUN(who_is_late_is_refused);
    if (test_long())
        RUN(the_oldest_changes_go_first);
    RUN(damage_is_noticed);
    return test_end();
}
