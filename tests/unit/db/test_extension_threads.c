/* Threads that load the SQLite extension at the same time, each with a connection of its own. */
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "notation/buffer.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { THREADS = 4, GAMES = 40, ASKED = 4 };

static char *path;
static GrBuffer extension;

static void make_database(void) {
    AidRandom random = {test_seed(17)};
    GrGame game;
    GrAdded added;
    GrError error;
    GrDb *db;
    unsigned wrong = 0;
    path = strdup(aid_path("games.db"));
    REQUIRE(path && gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    gr_game_init(&game);
    for (size_t i = 0; i < GAMES; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 25, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
    }
    CHECK_INT(wrong, 0);
    gr_game_free(&game);
    gr_db_close(db);
}

typedef struct Thread {
    pthread_t id;
    bool loaded;
    sqlite3_int64 answer[ASKED];
} Thread;

static sqlite3_int64 ask(sqlite3 *handle, const char *sql) {
    sqlite3_stmt *statement;
    sqlite3_int64 answer = -1;
    if (sqlite3_prepare_v2(handle, sql, -1, &statement, NULL) == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
        answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return answer;
}

static void *load_and_ask(void *mine) {
    static const char *const sql[ASKED] = {
        "SELECT count(*) FROM grimoire_games", "SELECT sum(plies) FROM grimoire_games WHERE plies > 3",
        "SELECT count(*) FROM grimoire_positions WHERE game <= 10",
        "SELECT sum(length(grimoire_pgn(id))) FROM grimoire_games"};
    Thread *thread = mine;
    sqlite3 *handle;
    /* The last of several connections to close a database in WAL mode locks it for that moment; others wait. */
    thread->loaded = sqlite3_open(path, &handle) == SQLITE_OK && sqlite3_busy_timeout(handle, 10000) == SQLITE_OK &&
                     sqlite3_enable_load_extension(handle, 1) == SQLITE_OK &&
                     sqlite3_load_extension(handle, extension.data, NULL, NULL) == SQLITE_OK;
    for (int i = 0; i < ASKED; i++)
        thread->answer[i] = ask(handle, sql[i]);
    sqlite3_close(handle);
    return NULL;
}

static void threads_load_it_at_once(void) {
    Thread thread[THREADS] = {0};
    for (int i = 0; i < THREADS; i++)
        REQUIRE(pthread_create(&thread[i].id, NULL, load_and_ask, &thread[i]) == 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i].id, NULL);
    CHECK_INT(thread[0].answer[0], GAMES);
    for (int i = 0; i < THREADS; i++) {
        CHECK(thread[i].loaded);
        for (int k = 0; k < ASKED; k++) {
            CHECK(thread[i].answer[k] > 0);
            CHECK(thread[i].answer[k] == thread[0].answer[k]);
        }
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    const char *slash = strrchr(argv[0], '/');
    gr_buffer_init(&extension);
    gr_buffer_add(&extension, argv[0], slash ? (size_t)(slash - argv[0]) + 1 : 0);
    gr_buffer_puts(&extension, "../../../lib/grimoire.so"); /* of the same build */
    make_database();
    RUN(threads_load_it_at_once);
    gr_buffer_free(&extension);
    free(path);
    return test_end();
}
