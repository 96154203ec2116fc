/* Database files: who uses it, then what to do to a sound file (tests/aid/db_attack.h). Whatever it has
 * become, each use of the library and of the extension comes to an end, without harm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "db/index/index.h"
#include "notation/write/pgn.h"
#include "tests/aid/db_attack.h"
#include "tests/aid/db_users.h"
#include "tests/fuzz/fuzz.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"

enum { GAMES = 60, INDEXED = 50, OTHERS = 10, PLIES = 8 };

static char *sound, *other, *text, *work, *scratch;

static void add_games(GrDb *db, uint64_t seed, int games, FILE *pgn) {
    AidRandom random = {seed};
    GrGame game;
    GrAdded added;
    GrError error;
    GrBuffer out;
    gr_game_init(&game);
    gr_buffer_init(&out);
    FUZZ_CHECK(!gr_db_begin(db, &error), "%s", error.text);
    for (int i = 0; i < games; i++) {
        FUZZ_CHECK(aid_random_tagged_game(&random, gr_variants_at(fuzz_book(), (size_t)i % 6), PLIES,
                                          &game),
                   "no memory");
        FUZZ_CHECK(!gr_db_add_game(db, &game, &added, &error), "%s", error.text);
        gr_write_pgn(&out, &game);
    }
    FUZZ_CHECK(!gr_db_commit(db, &error), "%s", error.text);
    FUZZ_CHECK(!pgn || fwrite(out.data, 1, out.len, pgn) == out.len, "a file is not written");
    gr_buffer_free(&out);
    gr_game_free(&game);
}

static GrDb *create(const char *path) {
    GrDb *db;
    GrError error;
    FUZZ_CHECK(!gr_db_open(path, fuzz_book(), GR_DB_CREATE, &db, &error), "%s", error.text);
    return db;
}

static char *file(const char *name) {
    char *path = strdup(aid_path(name));
    FUZZ_CHECK(path, "no memory");
    return path;
}

/* The files that all inputs share. */
static void make_files(void) {
    static const GrWork no_work;
    GrIndexed indexed;
    GrError error;
    sound = file("sound.db");
    other = file("other.db");
    text = file("text.pgn");
    work = file("work.db");
    scratch = file("scratch.db");
    GrDb *db = create(sound);
    add_games(db, 1, INDEXED, NULL);
    FUZZ_CHECK(!gr_db_index(db, 1, &no_work, &indexed, &error), "%s", error.text);
    add_games(db, 2, GAMES - INDEXED, NULL);
    FUZZ_CHECK(!aid_add_evals(db, 4, 200, &error), "%s", error.text);
    FUZZ_CHECK(!gr_db_set_shard(db, 1, 2, &error), "%s", error.text);
    gr_db_close(db);
    FILE *pgn = fopen(text, "wb");
    FUZZ_CHECK(pgn, "no file for games");
    db = create(other);
    add_games(db, 3, OTHERS, pgn);
    FUZZ_CHECK(!aid_add_evals(db, 5, 100, &error), "%s", error.text);
    gr_db_close(db);
    fclose(pgn);
}

static void remove_with_all(const char *path) {
    static const char *const part[] = {"", "-wal", "-shm", "-journal"};
    char name[400];
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        snprintf(name, sizeof name, "%s%s", path, part[i]);
        unlink(name);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    unsigned user = (fuzz_byte(&in) + (DB_USERS - '0' % DB_USERS)) % DB_USERS;
    char story[400];
    if (!sound)
        make_files();
    remove_with_all(work);
    remove_with_all(scratch);
    FUZZ_CHECK(aid_copy_file(sound, work), "no copy of a file");
    if (db_attack(work, in.at, (size_t)(in.end - in.at), story, sizeof story))
        db_use(user, work, other, text, scratch);
    return 0;
}
