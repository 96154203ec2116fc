/* What single edits of a database lead to: numbers that are not believed, an index that cannot be
 * read. tests/unit/db/test_attack.c has the same at random. */
#include <unistd.h>
#include <zlib.h>

#include "db/store/block.h"
#include "db/codec/column.h"
#include "db/codec/limits.h"
#include "db/codec/packed_bytes.h"
#include "db/search/find.h"
#include "db/search/scan.h"
#include "db/search/tree.h"
#include "db/store/attach.h"
#include "db/upkeep/import.h"
#include "db/index/index.h"
#include "db/store/internal.h"
#include "db/codec/integrity.h"
#include "db/upkeep/verify.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 600, SECONDS = 60 };

static GrError error;
static const GrWork no_work;
static char *sound, *work;

static bool add_games(GrDb *db, unsigned seed, unsigned count) {
    AidRandom random = {test_seed(seed)};
    GrGame game;
    GrAdded added;
    int code = gr_db_begin(db, &error);
    gr_game_init(&game);
    for (unsigned i = 0; i < count && !code; i++) {
        if (!aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 5), 20, &game))
            code = -1;
        if (!code)
            code = gr_db_add_game(db, &game, &added, &error);
    }
    gr_game_free(&game);
    if (!code)
        code = gr_db_commit(db, &error);
    return code == 0;
}

static void make_file(void) {
    GrIndexed indexed;
    GrDb *db;
    sound = strdup(aid_path("sound.db"));
    work = strdup(aid_path("work.db"));
    REQUIRE(gr_db_open(sound, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    CHECK(add_games(db, 5, GAMES));
    CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
    gr_db_close(db);
}

/* A copy of the sound file, to which the SQL is done without checks and triggers. */
static bool begin(const char *sql) {
    char whole[600];
    static const char *const part[] = {"-wal", "-shm"};
    for (unsigned i = 0; i < 2; i++) {
        snprintf(whole, sizeof whole, "%s%s", work, part[i]);
        unlink(whole);
    }
    if (!aid_copy_file(sound, work))
        return false;
    sqlite3 *handle = NULL;
    snprintf(whole, sizeof whole, "PRAGMA ignore_check_constraints = ON; %s", sql);
    bool done = sqlite3_open(work, &handle) == SQLITE_OK &&
                sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
                sqlite3_exec(handle, whole, NULL, NULL, NULL) == SQLITE_OK;
    sqlite3_close(handle);
    return done;
}

static char told[4000]; /* what verify said last */

static void tell(void *context, int64_t id, const char *text) {
    size_t len = strlen(told);
    (void)context;
    snprintf(told + len, sizeof told - len, "%lld: %s\n", (long long)id, text);
}

static int verify(GrVerified *verified) {
    GrDb *db;
    GrVerifyJob job = {.fault = tell};
    told[0] = '\0';
    int code = gr_db_open(work, aid_book(), GR_DB_READ, &db, &error);
    if (!code)
        code = gr_db_verify(db, &job, verified, &error);
    gr_db_close(db);
    return code;
}

/* How many games have the start position of chess; below 0 a code. */
static int64_t search(void) {
    GrDb *db;
    GrPosition pos;
    GrTarget target;
    GrSelection all;
    GrFindCount count;
    char fen[GR_FEN_SIZE];
    gr_start(gr_variants_at(aid_book(), 0), &pos);
    gr_fen_write(&pos, fen);
    gr_target_fen(&target, pos.rules, fen, NULL);
    gr_selection_init(&all);
    GrFind find = {.selection = &all, .target = &target, .jobs = 2};
    int code = gr_db_open(work, aid_book(), GR_DB_READ, &db, &error);
    if (!code)
        code = gr_find(db, &find, &count, &error);
    gr_db_close(db);
    return code ? code : (int64_t)count.games;
}

/* Adds a game; its number, or a code. */
static int64_t add_game(void) {
    GrDb *db;
    int64_t last = -1;
    if (gr_db_open(work, aid_book(), GR_DB_WRITE, &db, &error))
        return (int64_t)error.code;
    if (add_games(db, 99, 1))
        last = gr_db_last(db, &error);
    gr_db_close(db);
    return last;
}

/* A format below 1, which no program writes, is damage; one above 1 is not for this program. */
static void there_is_one_format(void) {
    static const struct {
        const char *sql;
        int code;
    } format[] = {{"PRAGMA user_version = -1", GR_ERR_DAMAGED},
                  {"PRAGMA user_version = 0", GR_ERR_DAMAGED},
                  {"PRAGMA user_version = -2147483648", GR_ERR_DAMAGED},
                  {"PRAGMA user_version = 2", GR_ERR_FOREIGN},
                  {"PRAGMA user_version = 2147483647", GR_ERR_FOREIGN},
                  {"PRAGMA user_version = 1; PRAGMA application_id = 0", GR_ERR_FOREIGN}};
    static const GrDbMode modes[] = {GR_DB_READ, GR_DB_WRITE, GR_DB_CREATE};
    for (size_t i = 0; i < sizeof format / sizeof *format; i++) {
        REQUIRE(begin(format[i].sql));
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
            GrDb *db;
            CHECK_INT(gr_db_open(work, aid_book(), modes[m], &db, &error), format[i].code);
            gr_db_close(db);
        }
        sqlite3 *handle;
        GrDb *db;
        REQUIRE(sqlite3_open(work, &handle) == SQLITE_OK);
        CHECK_INT(gr_db_attach(handle, "main", aid_book(), &db, &error), format[i].code);
        gr_db_close(db);
        sqlite3_close(handle);
    }
}

/* Numbers of games for which the file is too small are nobody's, and are reported. */
static void game_numbers_have_a_bound(void) {
    static const char *const first[] = {"4611686018427387904", "9223372036854775807", "1 << 40",
                                        "-5", "-9223372036854775807", "0"};
    GrVerified verified;
    int64_t found = -1;
    CHECK(begin(""));
    found = search();
    CHECK(found > 0);
    for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
        char sql[300];
        snprintf(sql, sizeof sql, "INSERT INTO block SELECT %s, games, plies, head, moves, texts "
                                  "FROM block WHERE first = 1", first[i]);
        REQUIRE(begin(sql));
        CHECK_INT(verify(&verified), GR_ERR_DAMAGED);
        CHECK_INT(verified.games, GAMES);
        CHECK(strstr(told, "there cannot be a game"));
        CHECK_INT(search(), found);
        CHECK_INT(add_game(), GAMES + 1);
    }
}

/* Gaps, even of a hundred thousand numbers, are passed over; games beyond them are found. */
static void count_unread(void *context, int64_t id, const GrError *why) {
    (void)id;
    (void)why;
    ++*(int64_t *)context;
}

/* A damaged block has no more numbers than a sound one, however far the next one is. */
static void a_damaged_block_ends(void) {
    GrDb *db;
    GrTree tree;
    GrTarget target;
    GrPosition pos;
    GrGame game;
    int64_t unread = 0;
    char fen[GR_FEN_SIZE];
    REQUIRE(begin("UPDATE block SET first = 100001 WHERE first > 1; "
                  "INSERT INTO block SELECT 1000001, games, plies, head, moves, texts FROM block "
                  "WHERE first = 1"));
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_READ, &db, &error) == 0);
    gr_game_init(&game);
    CHECK_INT(gr_db_get_game(db, 100512, &game, &error), GR_ERR_DAMAGED);
    CHECK_INT(gr_db_get_game(db, 100513, &game, &error), GR_ERR_NOT_FOUND);
    gr_game_free(&game);
    gr_start(gr_variants_at(aid_book(), 0), &pos);
    gr_fen_write(&pos, fen);
    gr_target_fen(&target, pos.rules, fen, NULL);
    GrTreeAsk ask = {.target = &target, .jobs = 1, .context = &unread, .unread = count_unread};
    gr_tree_init(&tree);
    CHECK_INT(gr_tree_grow(&tree, db, &ask, &error), GR_ERR_DAMAGED);
    CHECK_INT(unread, 2 * GR_BLOCK_GAMES);
    gr_tree_free(&tree);
    gr_db_close(db);
}

static void gaps_are_passed_over(void) {
    GrVerified verified;
    GrDb *db;
    GrGame game;
    REQUIRE(begin("UPDATE block SET first = 100001 WHERE first > 1"));
    CHECK_INT(verify(&verified), GR_ERR_DAMAGED);
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_READ, &db, &error) == 0);
    gr_game_init(&game);
    CHECK_INT(gr_db_next_game(db, 1, &error), 1);
    CHECK_INT(gr_db_get_game(db, 512, &game, &error), 0);
    CHECK_INT(gr_db_next_game(db, 512, &error), 512);
    CHECK_INT(gr_db_next_game(db, 513, &error), 100001);
    CHECK_INT(gr_db_get_game(db, 100001, &game, &error), GR_ERR_DAMAGED);
    CHECK_INT(gr_db_next_game(db, 100001 + 512, &error), 0);
    CHECK_INT(gr_db_next_game(db, -7, &error), 1);
    gr_game_free(&game);
    gr_db_close(db);
}

static void indexes_have_bounds(void) {
    static const char *const sql[] = {
        "UPDATE segment SET bits = 200", "UPDATE segment SET bits = -1",
        "UPDATE segment SET id = (1 << 62) + id", "UPDATE segment SET id = -id",
        "UPDATE segment SET first_chunk = -4611686018427387904",
        "UPDATE segment SET last_chunk = 9223372036854775807",
        "UPDATE segment SET last_chunk = 0, first_chunk = 5",
        "INSERT INTO uncovered(first, last) VALUES(-9223372036854775807, 9223372036854775807)",
        "INSERT INTO uncovered(first, last) VALUES(-5, 4611686018427387904)",
        "UPDATE meta SET value = 9223372036854775807", "UPDATE meta SET value = -1",
        "UPDATE fingerprint SET entries = zeroblob(4000000)",
        "UPDATE posting SET bucket = bucket * 1000",
        ("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n LIMIT 5000) "
         "INSERT INTO segment(first_chunk, last_chunk, bits, postings) SELECT 0, 2, 0, 0 FROM n"),
    };
    CHECK(begin(""));
    int64_t found = search();
    for (size_t i = 0; i < sizeof sql / sizeof *sql; i++) {
        GrDb *db;
        GrIndexed indexed;
        GrVerified verified;
        if (!CHECK(begin(sql[i])))
            continue;
        if (!CHECK_INT(search(), found))
            printf("%s: %s\n", sql[i], error.text);
        REQUIRE(gr_db_open(work, aid_book(), GR_DB_WRITE, &db, &error) == 0);
        if (!CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0))
            printf("%s: %s\n", sql[i], error.text);
        gr_db_close(db);
        verify(&verified);
        if (!CHECK(!strstr(told, "index of positions")))
            printf("%s: %s\n", sql[i], told);
        CHECK_INT(search(), found);
    }
}

/* ---- blocks ---- */

/* Writes one number of a column of the first block's head, with the right checksum. With NO_MOVES
 * for a game, that of all games, and the block loses the bytes of their moves. */
enum { NO_MOVES = GR_BLOCK_GAMES };
static bool set_head(enum GrBlockColumn column, uint32_t game, uint32_t value) {
    sqlite3 *handle = NULL;
    sqlite3_stmt *stmt = NULL;
    uint32_t values[GR_COLUMNS][GR_BLOCK_GAMES];
    GrBuffer out;
    gr_buffer_init(&out);
    bool done = sqlite3_open(work, &handle) == SQLITE_OK &&
                sqlite3_prepare_v2(handle, "SELECT head FROM block WHERE first = 1", -1, &stmt,
                                   NULL) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW;
    if (done) {
        size_t len = (size_t)sqlite3_column_bytes(stmt, 0);
        const uint8_t *head = sqlite3_column_blob(stmt, 0);
        GrInput in = gr_input(head, len - 4);
        gr_input_u8(&in);
        gr_input_varint(&in);
        uint32_t games = gr_input_bounded(&in, GR_BLOCK_GAMES);
        gr_put_bytes(&out, head, (size_t)(in.at - head));
        uint32_t crc = gr_input_u32(&in);
        gr_put_u32(&out, game == NO_MOVES ? 0 : crc);
        for (int c = 0; c < GR_COLUMNS; c++)
            gr_column_read(&in, values[c], games);
        for (uint32_t i = 0; i < games; i++) {
            values[column][i] = i == game || game == NO_MOVES ? value : values[column][i];
            values[GR_COL_MOVES][i] = game == NO_MOVES ? 0 : values[GR_COL_MOVES][i];
        }
        for (int c = 0; c < GR_COLUMNS; c++)
            gr_column_write(&out, values[c], games);
        gr_put_bytes(&out, in.at, gr_input_left(&in));
        gr_put_u32(&out, gr_crc(out.data, out.len));
        done = !in.bad;
    }
    sqlite3_finalize(stmt);
    done = done && sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == 0 &&
           sqlite3_prepare_v2(handle, "UPDATE block SET head = ?1, "
                              "moves = CASE WHEN ?2 THEN x'' ELSE moves END WHERE first = 1", -1,
                              &stmt, NULL) == SQLITE_OK &&
           sqlite3_bind_blob(stmt, 1, out.data, (int)out.len, SQLITE_STATIC) == SQLITE_OK &&
           sqlite3_bind_int(stmt, 2, game == NO_MOVES) == SQLITE_OK &&
           sqlite3_step(stmt) == SQLITE_DONE && sqlite3_finalize(stmt) == SQLITE_OK;
    gr_buffer_free(&out);
    sqlite3_close(handle);
    return done;
}

/* Lengths that do not come to what there is: the block is read game by game, and never written. */
static void lengths_are_checked(void) {
    static const struct {
        enum GrBlockColumn column;
        uint32_t value;
    } edit[] = {{GR_COL_TEXTS, 11000},      {GR_COL_TEXTS, UINT32_MAX}, {GR_COL_TEXTS, 1},
                {GR_COL_MOVES, 5000},       {GR_COL_MOVES, UINT32_MAX}, {GR_COL_PLIES, UINT32_MAX},
                {GR_COL_PLIES, 65536},      {GR_COL_SHAPE, UINT32_MAX}, {GR_COL_VARIANT, 70000},
                {GR_COL_CODEC, UINT32_MAX}, {GR_COL_START, UINT32_MAX}};
    for (size_t i = 0; i < sizeof edit / sizeof *edit; i++) {
        GrVerified verified;
        REQUIRE(begin("") && set_head(edit[i].column, 7, edit[i].value));
        CHECK_INT(verify(&verified), GR_ERR_DAMAGED);
        int64_t before = aid_sql_number(work, "SELECT length(head) + length(moves) + length(texts) "
                                              "FROM block WHERE first = 1");
        CHECK_INT(add_game(), GAMES + 1);
        int64_t after = aid_sql_number(work, "SELECT length(head) + length(moves) + length(texts) "
                                             "FROM block WHERE first = 1");
        if (edit[i].column == GR_COL_TEXTS || edit[i].column == GR_COL_MOVES)
            CHECK_INT(after, before);
    }
}

static int count_position(void *context, const GrScanGame *game, uint32_t ply,
                          const GrPosition *pos, GrMove next) {
    (void)game, (void)ply, (void)pos, (void)next;
    ++*(uint64_t *)context;
    return 1;
}

/* Games that claim plies for which they have no bytes cost no work: a block of 500 games that say
 * 65535 plies is no 33 million positions. */
static void plies_need_bytes(void) {
    uint64_t positions = 0;
    GrScan scan = {.context = &positions, .visit = count_position, .to = 300};
    GrVerified verified;
    GrDb *db;
    REQUIRE(begin("") && set_head(GR_COL_PLIES, NO_MOVES, 65535));
    alarm(SECONDS);
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_READ, &db, &error) == 0);
    CHECK_INT(gr_scan(db, NULL, &scan, &error), GR_ERR_DAMAGED);
    CHECK(positions <= 300);
    gr_db_close(db);
    CHECK_INT(verify(&verified), GR_ERR_DAMAGED);
    CHECK_INT(verified.damaged, aid_sql_number(work, "SELECT games FROM block WHERE first = 1"));
    alarm(0);
}

/* Texts that unpack to far more than any writer packs into so few bytes are not unpacked. */
static void texts_unpack_to_a_ratio(void) {
    enum { LEN = 1 << 20 };
    GrBuffer bomb, packed, out;
    char *text = calloc(LEN, 1);
    uLongf size = compressBound(LEN);
    Bytef *stream = malloc(size);
    REQUIRE(text && stream && compress2(stream, &size, (Bytef *)text, LEN, 9) == Z_OK);
    gr_buffer_init(&bomb);
    gr_buffer_init(&packed);
    gr_buffer_init(&out);
    gr_put_varint(&bomb, LEN);
    gr_put_bytes(&bomb, stream, size);
    gr_put_u32(&bomb, gr_crc(bomb.data, bomb.len));
    CHECK_INT(gr_inflate(gr_input(bomb.data, bomb.len), NULL, LEN, &out), GR_CORRUPT);
    CHECK_INT(out.len, 0);
    CHECK(gr_deflate(text, LEN, NULL, &packed));
    CHECK(packed.len * GR_UNPACKED_RATIO >= LEN);
    CHECK_INT(gr_inflate(gr_input(packed.data, packed.len), NULL, LEN, &out), GR_SOUND);
    CHECK(out.len == LEN && !memcmp(out.data, text, LEN));
    gr_buffer_free(&out);
    gr_buffer_free(&packed);
    gr_buffer_free(&bomb);
    free(stream);
    free(text);
}

/* ---- an index that cannot be read ---- */

/* Overwrites the first page of a table. */
static bool spoil(const char *table) {
    char sql[100], bytes[4096];
    snprintf(sql, sizeof sql, "SELECT rootpage FROM sqlite_schema WHERE name = '%s'", table);
    long page = (long)aid_sql_number(work, sql);
    FILE *file = fopen(work, "r+b");
    memset(bytes, 0xFF, sizeof bytes);
    bool done = page > 1 && file && fseek(file, (page - 1) * 4096, SEEK_SET) == 0 &&
                fwrite(bytes, sizeof bytes, 1, file) == 1;
    return file && fclose(file) == 0 && done;
}

static void what_cannot_be_read_can_be_dropped(void) {
    static const char *const table[] = {"segment", "posting", "uncovered"};
    CHECK(begin(""));
    int64_t found = search();
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        GrDb *db;
        GrIndexed indexed;
        GrVerified verified;
        REQUIRE(begin("") && spoil(table[i]));
        CHECK_INT(verify(&verified), GR_ERR_DAMAGED);
        CHECK_INT(verified.games, GAMES);
        REQUIRE(gr_db_open(work, aid_book(), GR_DB_WRITE, &db, &error) == 0);
        alarm(SECONDS);
        CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), GR_ERR_DAMAGED);
        CHECK_INT(gr_db_index(db, 2, &no_work, &indexed, &error), GR_ERR_DAMAGED);
        CHECK(strstr(error.text, "drop the index"));
        CHECK(!gr_db_in_transaction(db));
        CHECK_INT(gr_db_drop_index(db, &error), 0);
        gr_db_close(db);
        if (!CHECK_INT(verify(&verified), 0))
            printf("%s: %s\n", table[i], told);
        CHECK_INT(verified.games, GAMES);
        CHECK_INT(add_game(), GAMES + 1);
        REQUIRE(gr_db_open(work, aid_book(), GR_DB_WRITE, &db, &error) == 0);
        CHECK_INT(gr_db_index(db, 1, &no_work, &indexed, &error), 0);
        gr_db_close(db);
        if (!CHECK_INT(verify(&verified), 0))
            printf("%s: %s\n", table[i], told);
        CHECK(search() >= found);
        alarm(0);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    make_file();
    RUN(there_is_one_format);
    RUN(game_numbers_have_a_bound);
    RUN(a_damaged_block_ends);
    RUN(gaps_are_passed_over);
    RUN(indexes_have_bounds);
    RUN(lengths_are_checked);
    RUN(plies_need_bytes);
    RUN(texts_unpack_to_a_ratio);
    RUN(what_cannot_be_read_can_be_dropped);
    free(sound);
    free(work);
    return test_end();
}
