/* Databases that were made before there were evaluations: they are read as if the tables for them were
 * empty, and get these when they are written to. Damage is never taken for a table that was not there. */
#include <sqlite3.h>
#include <unistd.h>

#include "db/extension/extension.h"
#include "db/upkeep/info.h"
#include "db/upkeep/verify.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 30, EVALUATIONS = 400 };

static GrError error;

static GrDb *open_db(const char *path, GrDbMode mode) {
    GrDb *db;
    if (gr_db_open(path, aid_book(), mode, &db, &error))
        printf("%s\n", error.text);
    return db;
}

/* Makes a database with games, and with evaluations if there are to be some. */
static void make(const char *path, unsigned evaluations) {
    AidRandom random = {test_seed(31)};
    GrGame game;
    GrAdded added;
    GrDb *db = open_db(path, GR_DB_CREATE);
    REQUIRE(db);
    gr_game_init(&game);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = 0; i < GAMES; i++) {
        CHECK(aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 4), 20, &game));
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    if (evaluations)
        CHECK_INT(aid_add_evals(db, 7, evaluations, &error), 0);
    gr_game_free(&game);
    gr_db_close(db);
}

/* As the program before made it. */
static const char *make_earlier(const char *name) {
    const char *path = aid_path(name);
    make(path, 0);
    CHECK(aid_sql(path, "DROP TABLE judge; DROP TABLE evaluation"));
    return path;
}

/* How many of the tables and triggers it has that there were not before. */
static int64_t later_objects(const char *path) {
    return aid_sql_number(path, "SELECT count(*) FROM sqlite_schema "
                                "WHERE tbl_name IN ('judge', 'evaluation') AND sql IS NOT NULL");
}

/* Is the database sound, with so many evaluations? */
static void check_sound(GrDb *db, uint64_t evaluations) {
    GrVerified verified;
    GrInfo info;
    GrVerifyJob job = {.context = NULL};
    CHECK_INT(gr_db_verify(db, &job, &verified, &error), 0);
    CHECK_INT(verified.games, GAMES);
    CHECK_INT(verified.faults, 0);
    CHECK_INT(verified.evaluations, evaluations);
    CHECK_INT(gr_db_info(db, &info, &error), 0);
    CHECK_INT(info.evals, evaluations);
}

/* ---- reading and writing ---- */

static int64_t ask_extension(const char *path, const char *question) {
    sqlite3 *handle;
    sqlite3_stmt *stmt = NULL;
    int64_t answer = -1;
    if (!CHECK(sqlite3_open(path, &handle) == SQLITE_OK &&
               sqlite3_grimoire_init(handle, NULL, NULL) == SQLITE_OK &&
               sqlite3_prepare_v2(handle, question, -1, &stmt, NULL) == SQLITE_OK))
        printf("%s\n", sqlite3_errmsg(handle));
    else if (sqlite3_step(stmt) == SQLITE_ROW)
        answer = sqlite3_column_int64(stmt, 0);
    sqlite3_finalize(stmt);
    sqlite3_close(handle);
    return answer;
}

static void it_is_read_as_without_evaluations(void) {
    const char *path = make_earlier("read.db");
    GrVerdict verdict;
    GrJudges judges;
    GrBuffer text;
    GrDb *db = open_db(path, GR_DB_READ);
    REQUIRE(db);
    gr_buffer_init(&text);
    check_sound(db, 0);
    CHECK_INT(gr_judges_named(db, NULL, &judges, &error), 0);
    CHECK_INT(judges.count, 0);
    CHECK_INT(gr_evals_find(db, &judges, gr_variants_at(aid_book(), 0), 77, &verdict, &error), 0);
    CHECK_INT(aid_list_evals(db, &text), 0);
    gr_judges_free(&judges);
    gr_buffer_free(&text);
    gr_db_close(db);
    CHECK_INT(ask_extension(path, "SELECT count(*) FROM grimoire_evals"), 0);
    CHECK_INT(ask_extension(path, "SELECT count(*) FROM grimoire_judged"), 0);
    CHECK_INT(ask_extension(path, "SELECT count(*) FROM grimoire_games"), GAMES);
    CHECK_INT(later_objects(path), 0); /* reading changes nothing */
}

/* Who has it open for reading sees what is added. */
static void writing_adds_what_is_missing(void) {
    const char *path = make_earlier("written.db");
    GrDb *reader = open_db(path, GR_DB_READ), *db;
    REQUIRE(reader);
    check_sound(reader, 0);
    db = open_db(path, GR_DB_WRITE);
    REQUIRE(db);
    CHECK_INT(later_objects(path), 5);
    check_sound(db, 0);
    check_sound(reader, 0);
    CHECK_INT(aid_add_evals(db, 7, EVALUATIONS, &error), 0);
    check_sound(db, EVALUATIONS);
    check_sound(reader, EVALUATIONS);
    gr_db_close(db);
    gr_db_close(reader);
    CHECK_INT(ask_extension(path, "SELECT count(DISTINCT key) FROM grimoire_evals"), EVALUATIONS);
}

/* ---- damage ---- */

static const char *evaluated; /* a sound database with evaluations */

static int count_evaluation(void *context, const GrJudge *by, const GrRules *rules,
                            const GrEvaluation *evaluation) {
    (void)by;
    (void)rules;
    (void)evaluation;
    ++*(int64_t *)context;
    return 0;
}

/* What reading the evaluations of a file comes to: their number if all went well, or a code. */
static int64_t read_evaluations(const char *path, GrDbMode mode) {
    GrDb *db;
    int64_t count = 0;
    int code = gr_db_open(path, aid_book(), mode, &db, &error);
    if (!code)
        code = gr_evals_each(db, count_evaluation, &count, &error);
    gr_db_close(db);
    return code ? code : count;
}

static void damage_is_not_taken_for_age(void) {
    static const char *const edits[] = {
        "DROP TABLE evaluation",
        "DROP TABLE judge",
        "DROP TABLE evaluation; DROP TABLE judge", /* but there is a backup of judges */
        "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE tbl_name = 'evaluation'",
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'evaluatiom', "
        "tbl_name = 'evaluatiom', sql = replace(sql, 'evaluation', 'evaluatiom') "
        "WHERE name = 'evaluation'",
        "DELETE FROM backup; PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE "
        "name LIKE 'judge!_%' ESCAPE '!' OR name = 'evaluation'; UPDATE sqlite_schema SET name = 'judgf', "
        "tbl_name = 'judgf', sql = replace(sql, 'judge', 'judgf') WHERE name = 'judge'",
    };
    const char *path = aid_path("damaged.db");
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++)
        for (int mode = GR_DB_READ; mode <= GR_DB_WRITE; mode++) {
            CHECK(aid_copy_file(evaluated, path));
            CHECK(aid_sql(path, edits[i]));
            int64_t objects = later_objects(path);
            int64_t got = read_evaluations(path, (GrDbMode)mode);
            if (!CHECK(got < 0 || got == EVALUATIONS)) /* judges can be had from the backup */
                printf("%s: %lld evaluations\n", edits[i], (long long)got);
            CHECK_INT(later_objects(path), objects); /* nothing was put in the place of what is lost */
        }
}

static bool flip(const char *path, long at) {
    FILE *file = fopen(path, "r+b");
    int byte = file && !fseek(file, at, SEEK_SET) ? fgetc(file) : EOF;
    bool done = byte != EOF && !fseek(file, at, SEEK_SET) && fputc(byte ^ (int)(at % 255 + 1), file) != EOF;
    return file && fclose(file) == 0 && done;
}

/* The first byte of each page that the schema is on, a tree of two levels; how many there are. */
static unsigned schema_pages(const char *path, long page[16]) {
    enum { INTERIOR = 5 };
    unsigned char bytes[4096];
    unsigned count = 1;
    FILE *file = fopen(path, "rb");
    bool read = file && fread(bytes, sizeof bytes, 1, file) == 1;
    if (file)
        fclose(file);
    page[0] = 0;
    if (!read || bytes[100] != INTERIOR)
        return 0;
    unsigned cells = (unsigned)bytes[103] << 8 | bytes[104];
    for (unsigned i = 0; i <= cells && count < 16; i++) {
        unsigned at = i < cells ? (unsigned)bytes[112 + 2 * i] << 8 | bytes[113 + 2 * i] : 108;
        page[count++] = (((long)bytes[at + 2] << 8 | bytes[at + 3]) - 1) * 4096;
    }
    return count;
}

static bool is_sound(const char *path) {
    GrVerified verified;
    GrVerifyJob job = {.context = NULL};
    GrDb *db;
    int code = gr_db_open(path, aid_book(), GR_DB_READ, &db, &error);
    if (!code)
        code = gr_db_verify(db, &job, &verified, &error);
    gr_db_close(db);
    return !code;
}

/* A wrong byte of the schema: the evaluations are all there, or it is reported; by verify alone, where
 * it makes another table's pages those of the evaluations. */
static void a_wrong_byte_is_not_taken_for_age(void) {
    long page[16];
    const char *path = aid_path("byte.db");
    unsigned pages = schema_pages(evaluated, page), wrong = 0, all = 0;
    int step = test_slow() ? 1 : 11;
    CHECK(pages > 2);
    for (unsigned i = 0; i < pages; i++)
        for (int at = i ? 0 : 24; at < 4096; at += step) {
            CHECK(aid_copy_file(evaluated, path) && flip(path, page[i] + at));
            int64_t got = read_evaluations(path, at % 2 ? GR_DB_READ : GR_DB_WRITE);
            all += got == EVALUATIONS;
            if (got < 0 || got == EVALUATIONS || !is_sound(path))
                continue;
            printf("byte %d of page %u: %lld evaluations\n", at, i, (long long)got);
            wrong++;
        }
    CHECK_INT(wrong, 0);
    CHECK(all > 0);
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    evaluated = aid_path("evaluated.db");
    make(evaluated, EVALUATIONS);
    RUN(it_is_read_as_without_evaluations);
    RUN(writing_adds_what_is_missing);
    RUN(damage_is_not_taken_for_age);
    RUN(a_wrong_byte_is_not_taken_for_age);
    return test_end();
}
