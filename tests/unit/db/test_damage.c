/* Damaged files: whatever byte is wrong, no game comes out that did not go in, nothing crashes, and
 * games that are not touched can be read. */
#include <unistd.h>

#include "db/db.h"
#include "db/search/scan.h"
#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 100 };

static GrError error;
static GrGame original[GAMES];
static char *image; /* the sound file */
static size_t image_size;

static bool read_image(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END))
        return false;
    image_size = (size_t)ftell(file);
    rewind(file);
    image = malloc(image_size);
    bool done = image && fread(image, 1, image_size, file) == image_size;
    fclose(file);
    return done;
}

static bool write_file(const char *path, const char *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    bool done = file && fwrite(bytes, 1, size, file) == size;
    return file && fclose(file) == 0 && done;
}

static void make_image(void) {
    const char *path = aid_path("sound.db");
    AidRandom random = {test_seed(17)};
    GrAdded added;
    GrDb *db;
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (size_t i = 0; i < GAMES; i++) {
        const GrRules *rules = gr_variants_at(aid_book(), i % 5);
        gr_game_init(&original[i]);
        CHECK(aid_random_tagged_game(&random, rules, 25, &original[i]));
        CHECK_INT(gr_db_add_game(db, &original[i], &added, &error), 0);
        if (i == GAMES / 3) { /* a second block */
            CHECK_INT(gr_db_commit(db, &error), 0);
            CHECK_INT(gr_db_begin(db, &error), 0);
        }
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    gr_db_close(db);
    CHECK(read_image(path));
}

typedef struct Seen {
    unsigned same, wrong, refused;
} Seen;

static Seen read_all(GrDb *db) {
    Seen seen = {0};
    GrGame game;
    gr_game_init(&game);
    for (int64_t id = 1; id <= GAMES; id++) {
        if (gr_db_get_game(db, id, &game, &error))
            seen.refused++;
        else if (aid_differs(&game, &original[id - 1]))
            seen.wrong++;
        else
            seen.same++;
    }
    gr_game_free(&game);
    return seen;
}

static int visit(void *context, const GrScanGame *game, uint32_t ply, const GrPosition *pos,
                 GrMove next) {
    (void)game;
    (void)ply;
    (void)pos;
    (void)next;
    ++*(uint64_t *)context;
    return 1;
}

/* Does all reading there is with a damaged file. */
static Seen read_damaged(const char *path, uint64_t *damaged) {
    GrDb *db;
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    uint64_t positions = 0;
    GrScan scan = {.context = &positions, .visit = visit};
    GrSelection selection;
    Seen seen = {.refused = GAMES};
    *damaged = GAMES;
    gr_selection_init(&selection);
    if (gr_selection_add(&selection, aid_book(), "white", "player 1", &error))
        return seen;
    if (gr_db_open(path, aid_book(), GR_DB_READ, &db, &error) == 0) {
        gr_scan(db, &selection, &scan, &error);
        gr_db_verify(db, &job, &verified, &error);
        *damaged = verified.damaged + verified.unknown;
        if (verified.faults && *damaged + verified.games < GAMES) /* the last games: that they were there is lost, too */
            *damaged = GAMES - verified.games;
        seen = read_all(db);
        gr_db_close(db);
    }
    gr_selection_free(&selection);
    return seen;
}

/* One byte of the file is changed at a time. */
static void a_byte_is_wrong(void) {
    const char *path = aid_path("flipped.db");
    AidRandom random = {test_seed(23)};
    unsigned wrong = 0, lost = 0, rounds = test_slow() ? 4000 : test_long() ? 120 : 50;
    REQUIRE(image);
    for (unsigned round = 0; round < rounds; round++) {
        uint64_t damaged;
        size_t at = aid_random(&random, (uint32_t)image_size);
        char old = image[at];
        image[at] = (char)(old ^ (char)(1 << aid_random(&random, 8)));
        CHECK(write_file(path, image, image_size));
        Seen seen = read_damaged(path, &damaged);
        wrong += seen.wrong;
        lost += seen.refused;
        if (!CHECK(seen.refused == damaged || damaged == GAMES))
            printf("byte %zu: %u, %u\n", at, seen.refused, (unsigned)damaged);
        image[at] = old;
    }
    CHECK_INT(wrong, 0);
    printf("# %u games of %u were lost to %u wrong bytes\n", lost, rounds * GAMES, rounds);
}

/* Pages of zeros, pages of noise, and a file that ends too early. */
static void a_page_is_wrong(void) {
    const char *path = aid_path("page.db");
    AidRandom random = {test_seed(31)};
    unsigned wrong = 0;
    REQUIRE(image);
    for (size_t page = 0; page < image_size / 4096; page++)
        for (int kind = 0; kind < 3; kind++) {
            uint64_t damaged;
            char held[4096], *at = image + page * 4096;
            memcpy(held, at, sizeof held);
            memset(at, 0, sizeof held);
            for (size_t i = 0; kind == 1 && i < sizeof held; i++)
                at[i] = (char)aid_random(&random, 256);
            CHECK(write_file(path, image, kind == 2 ? page * 4096 : image_size));
            memcpy(at, held, sizeof held);
            wrong += read_damaged(path, &damaged).wrong;
        }
    CHECK_INT(wrong, 0);
}

/* A blob that was changed by SQL, so that SQLite itself sees nothing wrong. */
static void a_blob_is_wrong(void) {
    static const struct {
        const char *sql;
        unsigned least, most; /* games that may be lost */
    } damage[] = {
        {"UPDATE block SET moves = zeroblob(length(moves))", 60, GAMES},
        {"UPDATE block SET moves = substr(moves, 1, length(moves) - 1)", 1, 3},
        {"UPDATE block SET moves = x''", 60, GAMES},
        {"UPDATE block SET head = x''", GAMES, GAMES},
        {"UPDATE block SET head = substr(head, 1, 20)", 60, GAMES},
        {"UPDATE block SET head = zeroblob(length(head))", GAMES, GAMES},
        {"UPDATE block SET texts = substr(texts, 1, length(texts) - 200)", 1, 100},
        {"UPDATE block SET texts = zeroblob(1000)", 30, GAMES},
        {"UPDATE block SET games = games + 1", 0, 0},
        {"UPDATE block SET games = 1, plies = 0", 0, 0},
        {"UPDATE block SET first = first + 1", 1, GAMES},
        {"UPDATE block SET head = (SELECT moves FROM block)", GAMES, GAMES},
        {"DELETE FROM name", 60, GAMES},
        {"UPDATE name SET texts = substr(texts, 1, length(texts) - 12)", 1, GAMES},
        {"UPDATE name SET texts = zeroblob(30)", 60, GAMES},
        {"UPDATE shape SET tags = x'0100'", 60, GAMES},
        {"UPDATE variant SET name = name || 'x'", 60, GAMES},
        {"UPDATE tag SET name = name || 'x'", 60, GAMES},
        {"DELETE FROM shape", 60, GAMES},
        {"DELETE FROM block", GAMES, GAMES},
    };
    const char *path = aid_path("blob.db");
    REQUIRE(image);
    for (size_t i = 0; i < sizeof damage / sizeof *damage; i++) {
        uint64_t damaged;
        CHECK(write_file(path, image, image_size));
        CHECK(aid_sql(path, damage[i].sql));
        Seen seen = read_damaged(path, &damaged);
        CHECK_INT(seen.wrong, 0);
        if (!CHECK(seen.refused >= damage[i].least && seen.refused <= damage[i].most))
            printf("%s: %u\n", damage[i].sql, seen.refused);
    }
}

/* Walks through all games as an export does: how many there are; -1 if anything is reported. */
static int64_t walk(GrDb *db) {
    GrSelection none;
    GrGame game;
    int64_t id, games = 0;
    int got = -1, code = 0;
    gr_selection_init(&none);
    GrCursor *cursor = gr_cursor_open(db, &none, &error);
    gr_game_init(&game);
    while (cursor && !code && (got = gr_cursor_next(cursor, &id, &error)) > 0) {
        code = gr_db_get_game(db, id, &game, &error);
        games += !code && !aid_differs(&game, &original[id - 1]);
    }
    gr_game_free(&game);
    gr_cursor_close(cursor);
    gr_selection_free(&none);
    return code || got < 0 ? -1 : games;
}

static void count_fault(void *context, int64_t id, const char *text) {
    (void)id;
    *(unsigned *)context += *text != 0;
}

/* Whoever reads all games gets them all, or hears that some are lost; and who checks the file is given a reason for
 * what he finds. */
static bool is_reported(const char *path, uint64_t positions) {
    GrDb *db;
    GrVerified verified;
    unsigned faults = 0;
    uint64_t seen = 0;
    GrScan scan = {.context = &seen, .visit = visit};
    GrVerifyJob job = {.context = &faults, .fault = count_fault};
    int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
    if (code)
        return gr_is_damage(code);
    int64_t last = gr_db_last(db, &error), games = walk(db);
    bool good = CHECK(games < 0 || games == GAMES);
    code = gr_scan(db, NULL, &scan, &error);
    good &= CHECK(code || seen == positions) && CHECK(last < 0 || last == GAMES || games < 0 || code);
    code = gr_db_verify(db, &job, &verified, &error);
    good &= CHECK(!code == !faults);
    gr_db_close(db);
    return good;
}

/* Up to 3000 bytes of zeros, ones or noise. */
static void a_stretch_is_wrong(void) {
    enum { MOST = 3000 };
    const char *path = aid_path("stretch.db");
    AidRandom random = {test_seed(67)};
    unsigned rounds = test_slow() ? 2000 : test_long() ? 60 : 25;
    uint64_t positions = 0;
    GrScan scan = {.context = &positions, .visit = visit};
    GrDb *db;
    REQUIRE(image && write_file(path, image, image_size));
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error) == 0);
    CHECK_INT(gr_scan(db, NULL, &scan, &error), 0);
    gr_db_close(db);
    for (unsigned round = 0; round < rounds; round++) {
        char held[MOST];
        size_t at = aid_random(&random, (uint32_t)image_size), len = 1 + aid_random(&random, MOST);
        len = len < image_size - at ? len : image_size - at;
        memcpy(held, image + at, len);
        memset(image + at, round % 3 ? 0xFF : 0, len);
        for (size_t i = 0; round % 3 == 2 && i < len; i++)
            image[at + i] = (char)aid_random(&random, 256);
        CHECK(write_file(path, image, image_size));
        memcpy(image + at, held, len);
        if (!is_reported(path, positions))
            printf("%zu bytes at %zu, round %u\n", len, at, round);
    }
}

/* A table of games without rows, or with none that can be, is no empty database. */
static void lost_blocks_are_no_empty_database(void) {
    static const char *const loss[] = {
        "DELETE FROM block",
        "DELETE FROM block; DELETE FROM meta",
        "PRAGMA ignore_check_constraints = ON; UPDATE block SET first = -first; DELETE FROM meta",
    };
    const char *path = aid_path("lost.db");
    for (size_t i = 0; i < sizeof loss / sizeof *loss; i++) {
        char sql[300];
        GrDb *db;
        GrGame game;
        uint64_t positions = 0;
        GrScan scan = {.context = &positions, .visit = visit};
        snprintf(sql, sizeof sql, "DROP TRIGGER block_deleted; DROP TRIGGER block_changed; %s", loss[i]);
        REQUIRE(write_file(path, image, image_size) && aid_sql(path, sql));
        REQUIRE(gr_db_open(path, aid_book(), GR_DB_READ, &db, &error) == 0);
        gr_game_init(&game);
        CHECK_INT(gr_db_last(db, &error), GR_ERR_DAMAGED);
        CHECK(strstr(error.text, "games are missing"));
        CHECK_INT(walk(db), -1);
        CHECK_INT(gr_scan(db, NULL, &scan, &error), GR_ERR_DAMAGED);
        CHECK_INT(gr_db_get_game(db, 1, &game, &error), GR_ERR_DAMAGED);
        gr_game_free(&game);
        gr_db_close(db);
    }
}

/* An import into a damaged database adds its games and leaves the damaged ones as they are. */
static void writing_goes_on(void) {
    const char *path = aid_path("goes-on.db");
    AidRandom random = {test_seed(55)};
    GrGame game;
    GrAdded added;
    GrDb *db;
    REQUIRE(image);
    CHECK(write_file(path, image, image_size));
    CHECK(aid_sql(path, "UPDATE block SET head = zeroblob(length(head))"));
    REQUIRE(gr_db_open(path, aid_book(), GR_DB_WRITE, &db, &error) == 0);
    gr_game_init(&game);
    CHECK(aid_random_tagged_game(&random, gr_variants_at(aid_book(), 0), 25, &game));
    CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    CHECK_INT(added.id, GAMES + 1);
    CHECK_INT(gr_db_get_game(db, GAMES + 1, &game, &error), 0);
    CHECK_INT(gr_db_get_game(db, 1, &game, &error), GR_ERR_DAMAGED);
    CHECK_INT(gr_db_replace_game(db, 1, &game, &error), GR_ERR_DAMAGED);
    gr_game_free(&game);
    gr_db_close(db);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    test_now.wanted = NULL; /* the first makes what the others need */
    RUN(make_image);
    RUN(a_byte_is_wrong);
    RUN(a_page_is_wrong);
    RUN(a_blob_is_wrong);
    RUN(a_stretch_is_wrong);
    RUN(lost_blocks_are_no_empty_database);
    RUN(writing_goes_on);
    for (size_t i = 0; i < GAMES; i++)
        gr_game_free(&original[i]);
    free(image);
    return test_end();
}
