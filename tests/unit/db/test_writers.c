/* Whatever fails while a command writes, and whoever else writes: the database is sound afterwards,
 * what happens happens as a whole or up to where a further run goes on, that makes of it what one
 * run would have made, and no command reports success when something failed. */
#include <pthread.h>
#include <sqlite3.h>
#include <unistd.h>
#include <zlib.h>

#include "analysis/study/annotate_run.h"
#include "db/upkeep/change.h"
#include "db/upkeep/clean.h"
#include "db/upkeep/copy_evals.h"
#include "db/upkeep/dedupe.h"
#include "db/upkeep/import.h"
#include "db/index/index.h"
#include "db/store/internal.h"
#include "db/upkeep/verify.h"
#include "notation/write/pgn.h"
#include "tests/aid/fail_alloc.h"
#include "tests/aid/faulty_vfs.h"
#include "tests/aid/evals_aid.h"
#include "tests/aid/store_aid.h"
#include "tests/aid/test.h"

enum { GAMES = 24, NO_DATABASE = 1 };

static GrError error;
static const GrWork no_work;
static char *base, *other, *beside, *changed, *richer, *text, *work; /* paths */
static int patience = 10000;             /* milliseconds */

/* ---- the commands ---- */

typedef int (*Change)(GrDb *db);

static int change(const char *path, GrDbMode mode, Change run) {
    GrDb *db;
    int code = gr_db_open(path, aid_book(), mode, &db, &error);
    if (!code) {
        gr_db_set_patience(db, patience);
        code = run(db);
    }
    gr_db_close(db);
    return code;
}

static int import_into(GrDb *db) {
    GrImportJob job = {.path = text, .jobs = 1};
    GrImported imported = {0};
    uint32_t stray;
    return gr_import(db, &job, &imported, &stray, &error);
}

/* Games that are there already, with comments that are new. */
static int import_combining(GrDb *db) {
    GrImportJob job = {.path = richer, .jobs = 1, .copies = GR_COPIES_COMBINE};
    GrImported imported = {0};
    uint32_t stray;
    return gr_import(db, &job, &imported, &stray, &error);
}

/* The same beside a database that has half of the games. */
static int import_beside(GrDb *db) {
    GrDb *has;
    GrImported imported = {0};
    uint32_t stray;
    int code = gr_db_open(beside, aid_book(), GR_DB_READ, &has, &error);
    const char *const names[] = {beside};
    GrImportJob job = {.path = text, .jobs = 1, .others = &has, .other_names = names,
                       .other_count = 1};
    if (!code)
        code = gr_import(db, &job, &imported, &stray, &error);
    if (!code)
        CHECK(imported.games == GAMES && imported.duplicates >= GAMES / 2);
    gr_db_close(has);
    return code;
}

static int dedupe(GrDb *db) {
    GrDedupe job = {.work = &no_work};
    GrDeduped done;
    return gr_db_dedupe(db, &job, &done, &error);
}

static int clean(GrDb *db) {
    GrClean job = {.work = &no_work};
    GrCleaned done;
    return gr_db_clean(db, &job, &done, &error);
}

static int optimise(GrDb *db) {
    GrOptimised done;
    return gr_db_optimise(db, &no_work, &done, &error);
}

static int make_index(GrDb *db) {
    GrIndexed done;
    return gr_db_index(db, 1, &no_work, &done, &error);
}

static int make_index_together(GrDb *db) {
    GrIndexed done;
    return gr_db_index(db, 2, &no_work, &done, &error);
}

static int drop_index(GrDb *db) {
    return gr_db_drop_index(db, &error);
}

static int delete_games(GrDb *db) {
    int code = gr_db_begin(db, &error);
    for (int64_t id = 3; id < 6 && !code; id++) {
        code = gr_db_delete_game(db, id, &error);
        code = code == GR_ERR_NOT_FOUND ? 0 : code; /* an earlier run was here */
    }
    if (!code)
        code = gr_db_commit(db, &error);
    gr_db_rollback(db);
    return code;
}

/* All games but some, so that each block is written. */
static int delete_found(GrDb *db) {
    GrSelection some;
    uint64_t deleted;
    gr_selection_init(&some);
    const GrDelete job = {.selection = &some, .work = &no_work};
    int code = gr_selection_add(&some, aid_book(), "games", "2-9,12-", &error);
    if (!code)
        code = gr_db_delete_found(db, &job, &deleted, &error);
    gr_selection_free(&some);
    return code;
}

static int edit_game(GrDb *db) {
    GrGame was, game;
    gr_game_init(&was);
    gr_game_init(&game);
    int code = gr_db_get_game(db, 5, &was, &error);
    if (!code && gr_game_copy(&was, &game))
        code = gr_no_memory(&error);
    if (!code && gr_game_set_tag(&game, "Event", "edited"))
        code = gr_no_memory(&error);
    if (!code)
        code = gr_db_edit_game(db, 5, &was, &game, &error);
    gr_game_free(&game);
    gr_game_free(&was);
    return code > 0 ? 0 : code;
}

static int undo(GrDb *db) {
    GrChange undone;
    int code = gr_db_undo(db, &no_work, &undone, &error);
    return code > 0 ? 0 : code;
}

static int copy_into(GrDb *db) {
    GrSelection all;
    GrCopied copied = {0};
    uint64_t stored = 0;
    GrDb *from;
    int code = gr_db_open(other, aid_book(), GR_DB_READ, &from, &error);
    gr_selection_init(&all);
    if (!code)
        code = gr_db_copy(from, &all, db, &no_work, &copied, &error);
    if (!code)
        code = gr_evals_copy(from, db, &no_work, &stored, &error);
    gr_selection_free(&all);
    gr_db_close(from);
    return code;
}

/* The evaluations of the games, as split takes them. */
static int copy_evals(GrDb *db) {
    GrSelection all;
    uint64_t stored = 0;
    GrDb *from;
    int code = gr_db_open(base, aid_book(), GR_DB_READ, &from, &error);
    gr_selection_init(&all);
    if (!code)
        code = gr_db_copy_evals(from, &all, db, &no_work, &stored, &error);
    gr_selection_free(&all);
    gr_db_close(from);
    return code;
}

static int split_into(GrDb *db) {
    int64_t last = gr_db_last(db, &error);
    int code = last ? (int)(last < 0 ? last : 0) : gr_db_begin(db, &error);
    if (!code && !last)
        code = copy_into(db);
    if (!code && !last)
        code = copy_evals(db);
    if (!code)
        code = gr_db_commit(db, &error);
    gr_db_rollback(db);
    return code;
}

static int judge_positions(GrDb *db) {
    return aid_add_evals(db, 12, 300, &error);
}

static int annotate(const char *path) {
    /* A table that is kept along a game would make verdicts depend on where a run was cut off. */
    GrAnnotateJob job = {.engine = GR_BUILTIN, .hash = 1, .limits = {.depth = 1}, .shard = 2,
                         .shards = 8, .to_ply = 40, .jobs = 1, .save_ms = -1,
                         .setup = {.reproducible = true}};
    GrAnnotateSummary done;
    int code = gr_db_open(path, aid_book(), GR_DB_WRITE, &job.db, &error);
    if (code)
        return code;
    code = gr_annotate_run(&job, &done, &error);
    gr_db_close(job.db);
    return code;
}

/* A copy for one of two machines; an earlier run may have made it. */
static int make_shard(const char *path) {
    GrDb *db;
    if (!access(path, F_OK))
        return 0;
    int code = gr_db_open(base, aid_book(), GR_DB_READ, &db, &error);
    if (!code)
        code = gr_db_make_shard(db, path, 1, 2, &no_work, &error);
    gr_db_close(db);
    return code;
}

static const struct {
    const char *name;
    char **from; /* what it begins with; NULL: nothing */
    Change run;  /* or */
    int (*make)(const char *path);
    bool steps;  /* it happens step by step, and goes on when it is run again */
    bool opens;  /* it writes when the database is opened, or opens it itself */
} COMMAND[] = {
    {"import", &base, import_into, NULL, true, false},
    {"import anew", NULL, import_into, NULL, true, true},
    {"import --combine", &base, import_combining, NULL, true, false},
    {"import beside another", &base, import_beside, NULL, true, false},
    {"merge", &base, copy_into, NULL, true, false},
    {"split", NULL, split_into, NULL, false, true},
    {"split --shards", NULL, NULL, make_shard, false, true},
    {"dedupe", &base, dedupe, NULL, false, false},
    {"clean", &base, clean, NULL, false, false},
    {"optimise", &base, optimise, NULL, false, false},
    {"index", &base, make_index, NULL, true, false},
    {"index -j2", &base, make_index_together, NULL, true, false},
    {"index --drop", &base, drop_index, NULL, false, false},
    {"delete", &base, delete_games, NULL, false, false},
    {"delete games that are found", &base, delete_found, NULL, false, false},
    {"edit", &base, edit_game, NULL, false, false},
    {"undo", &changed, undo, NULL, false, false},
    {"judge positions", &base, judge_positions, NULL, false, false},
    {"annotate", &base, NULL, annotate, true, true},
};

enum { COMMANDS = sizeof COMMAND / sizeof *COMMAND };

static int run(unsigned command) {
    error = (GrError){0};
    return COMMAND[command].run ? change(work, GR_DB_CREATE, COMMAND[command].run)
                                : COMMAND[command].make(work);
}

/* ---- the databases ---- */

static void add_text(GrDb *db, const char *pgn) {
    GrGame game;
    GrAdded added;
    int got = 1;
    GrReader *reader = gr_reader_open_memory(pgn, strlen(pgn), aid_book(), NULL, &error);
    gr_game_init(&game);
    while (reader && (got = gr_reader_next(reader, &game, &error)) > 0)
        CHECK_INT(gr_db_add_game(db, &game, &added, &error), 0);
    CHECK(reader && got == 0);
    gr_game_free(&game);
    gr_reader_close(reader);
}

static void add_random(GrDb *db, unsigned seed, FILE *pgn) {
    AidRandom random = {test_seed(seed)};
    GrGame game;
    GrAdded added;
    GrBuffer out;
    unsigned wrong = 0;
    gr_game_init(&game);
    gr_buffer_init(&out);
    CHECK_INT(gr_db_begin(db, &error), 0);
    for (unsigned i = 0; i < GAMES; i++) {
        wrong += !aid_random_tagged_game(&random, gr_variants_at(aid_book(), i % 6), 12, &game);
        wrong += gr_db_add_game(db, &game, &added, &error) != 0;
        gr_write_pgn(&out, &game);
    }
    CHECK_INT(gr_db_commit(db, &error), 0);
    CHECK_INT(wrong, 0);
    if (pgn)
        CHECK(fwrite(out.data, 1, out.len, pgn) == out.len);
    gr_buffer_free(&out);
    gr_game_free(&game);
}

/* The games of a database, each with a comment more. */
static void write_richer(GrDb *db) {
    GrGame game;
    GrBuffer out;
    FILE *pgn = fopen(richer, "wb");
    gr_game_init(&game);
    gr_buffer_init(&out);
    for (int64_t id = 1; id <= gr_db_last(db, &error); id++)
        if (CHECK_INT(gr_db_get_game(db, id, &game, &error), 0) &&
            CHECK_INT(gr_game_add_text(&game, "richer", 6, &game.nodes[0].comment), 0))
            gr_write_pgn(&out, &game);
    CHECK(pgn && fwrite(out.data, 1, out.len, pgn) == out.len && !fclose(pgn));
    gr_buffer_free(&out);
    gr_game_free(&game);
}

static const char doubles[] =
    "[White \"Able, A\"]\n[Black \"Baker, B\"]\n[Date \"1990\"]\n[Result \"1/2\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1/2\n\n"
    "[White \"Able,A.\"]\n[Black \"Baker\"]\n[Date \"1990.??.??\"]\n[Result \"*\"]\n\n"
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *\n\n";

static void make_databases(void) {
    GrDb *db;
    FILE *pgn;
    base = strdup(aid_path("base.db"));
    other = strdup(aid_path("other.db"));
    beside = strdup(aid_path("beside.db"));
    text = strdup(aid_path("text.pgn"));
    work = strdup(aid_path("work.db"));
    changed = strdup(aid_path("changed.db"));
    richer = strdup(aid_path("richer.pgn"));
    REQUIRE(base && other && beside && text && work && changed && richer);
    REQUIRE(gr_db_open(base, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    add_random(db, 3, NULL);
    CHECK_INT(make_index(db), 0);
    add_text(db, doubles);
    CHECK_INT(aid_add_evals(db, 10, 600, &error), 0);
    write_richer(db);
    gr_db_close(db);
    REQUIRE(aid_copy_file(base, changed) && change(changed, GR_DB_WRITE, delete_found) == 0);
    REQUIRE(gr_db_open(other, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    add_random(db, 4, NULL);
    CHECK_INT(aid_add_evals(db, 11, 500, &error), 0);
    gr_db_close(db);
    REQUIRE(gr_db_open(beside, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    add_random(db, 5, NULL); /* the games of the text, */
    for (int64_t id = 1; id <= GAMES; id += 2)
        CHECK_INT(gr_db_delete_game(db, id, &error), 0); /* but for every other one */
    gr_db_close(db);
    REQUIRE(gr_db_open(work, aid_book(), GR_DB_CREATE, &db, &error) == 0);
    pgn = fopen(text, "wb");
    REQUIRE(pgn);
    add_random(db, 5, pgn);
    fclose(pgn);
    gr_db_close(db);
}

static void remove_work(void) {
    static const char *const part[] = {"", "-wal", "-shm", "-journal"};
    char path[200];
    for (unsigned i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", work, part[i]);
        unlink(path);
    }
}

/* Makes `work` what the command begins with. */
static bool begin(unsigned command) {
    remove_work();
    return !COMMAND[command].from || aid_copy_file(*COMMAND[command].from, work);
}

/* A number for all that the database holds, or NO_DATABASE; 0 if it is not sound. */
static uint64_t state(void) {
    GrDb *db;
    GrGame game;
    GrBuffer out;
    GrVerified verified;
    const GrVerifyJob job = {.context = NULL};
    uLong crc = 0;
    if (access(work, F_OK))
        return NO_DATABASE;
    if (gr_db_open(work, aid_book(), GR_DB_READ, &db, &error))
        return 0;
    bool sound = gr_db_verify(db, &job, &verified, &error) == 0;
    int64_t last = gr_db_last(db, &error);
    gr_game_init(&game);
    gr_buffer_init(&out);
    for (int64_t id = 1; id <= last && sound; id++) {
        gr_buffer_clear(&out);
        gr_buffer_printf(&out, "%lld ", (long long)id);
        int code = gr_db_get_game(db, id, &game, &error);
        if (!code)
            gr_write_pgn(&out, &game);
        sound = !code || code == GR_ERR_NOT_FOUND;
        crc = crc32_z(crc, (const Bytef *)out.data, out.len);
    }
    aid_list_evals(db, &out);
    crc = crc32_z(crc, (const Bytef *)out.data, out.len);
    gr_buffer_free(&out);
    gr_game_free(&game);
    gr_db_close(db);
    if (last <= 0)
        return sound && last == 0 ? NO_DATABASE : 0;
    return sound ? (uint64_t)last << 32 | crc : 0;
}

/* What does not show in the games: whether there are tables, and how much is to be indexed still. */
static int64_t hidden_state(void) {
    if (access(work, F_OK))
        return -1;
    const char *rest = "SELECT (SELECT coalesce(max(value), 0) FROM meta WHERE key = 'shard') * 10000 +"
                       " (SELECT count(*) FROM uncovered) * 1000 +"
                       " (SELECT count(*) > 0 FROM segment) * 10";
    return aid_sql_number(work, "PRAGMA user_version") < 1 ? 0 : 1 + aid_sql_number(work, rest);
}

/* ---- failing ---- */

typedef enum Fault {
    WRITE_FAILS,
    DISK_FULL,
    KILLED,
    READ_FAILS,
    READS_FAIL,
    NO_MEMORY,
    NEVER_MEMORY,
    SQLITE_MEMORY
} Fault;

static const char *const FAULT[] = {"one operation fails",      "the disk is full",
                                    "killed",                   "a read fails",
                                    "reading fails",            "an allocation fails",
                                    "there is no more memory",  "SQLite gets no memory"};

/* From now on, the nth fails; 0: only counts. */
static void fail_at(Fault fault, long n) {
    switch (fault) {
    case WRITE_FAILS:
        faulty_fail_at(n, SQLITE_IOERR_WRITE, false);
        break;
    case DISK_FULL:
        faulty_fail_at(n, SQLITE_FULL, true);
        break;
    case KILLED:
        faulty_fail_at(n, SQLITE_IOERR, true);
        break;
    case READ_FAILS:
    case READS_FAIL:
        faulty_read_at(n, SQLITE_IOERR_CORRUPTFS, fault == READS_FAIL); /* as SQLite says for EIO */
        break;
    case NO_MEMORY:
    case NEVER_MEMORY:
        fail_alloc_at(n, fault == NEVER_MEMORY);
        break;
    case SQLITE_MEMORY:
        faulty_memory_at(n, false);
        break;
    }
}

static long stop_failing(Fault fault) {
    long count = fault <= KILLED          ? faulty_count()
                 : fault <= READS_FAIL    ? faulty_read_count()
                 : fault == SQLITE_MEMORY ? faulty_memory_count()
                                          : fail_alloc_count();
    faulty_fail_at(0, 0, false);
    faulty_read_at(0, 0, false);
    faulty_memory_at(0, false);
    fail_alloc_stop();
    return count;
}

typedef struct Truth {
    uint64_t before, after;
    int64_t hidden_before, hidden_after;
} Truth;

/* Runs a command with a fault; what is wrong with what comes of it, NULL if nothing is. */
static const char *fault_in(unsigned command, Fault fault, long n, const Truth *truth) {
    int memory = GR_ERR_MEMORY, wanted = fault <= READS_FAIL ? GR_ERR_IO : memory;
    if (!begin(command))
        return "no copy of the database";
    fail_at(fault, n);
    int code = run(command);
    stop_failing(fault);
    if (code && code != wanted)
        return "it tells another reason";
    if (code && !*error.text)
        return "it does not say why";
    uint64_t left = state();
    int64_t hidden = hidden_state();
    if (!left)
        return "what is left is not sound";
    if (!COMMAND[command].steps && left != truth->before && left != truth->after)
        return "what is left is neither the old nor the new";
    if (!code && (left != truth->after || hidden != truth->hidden_after))
        return "it says that it is done, and it is not";
    if (run(command))
        return "a second run fails";
    if (state() != truth->after || hidden_state() != truth->hidden_after)
        return "a second run makes something else";
    return NULL;
}

static void find_truth(unsigned command, Fault fault, Truth *truth, long *count) {
    CHECK(begin(command));
    truth->before = state();
    truth->hidden_before = hidden_state();
    CHECK(begin(command));
    fail_at(fault, 0);
    CHECK_INT(run(command), 0);
    *count = stop_failing(fault);
    truth->after = state();
    truth->hidden_after = hidden_state();
    CHECK(truth->before && truth->after);
    if (!CHECK(truth->before != truth->after || truth->hidden_before != truth->hidden_after ||
               !strcmp(COMMAND[command].name, "optimise")))
        printf("%s changes nothing\n", COMMAND[command].name);
    CHECK(*count > 2);
}

/* Each command with the fault at many places, or (not slow) at a few that chance chooses; in a short run, each command
 * with some of the faults. */
static void fail_everywhere(Fault fault) {
    AidRandom random = {test_seed((uint64_t)fault + 21)};
    unsigned tries = 0, faults = 0;
    for (unsigned command = 0; command < COMMANDS; command++) {
        Truth truth;
        long count;
        if (!test_long() && (command + (unsigned)fault) % 4)
            continue;
        find_truth(command, fault, &truth, &count);
        long most = test_slow() ? fault >= NO_MEMORY ? 400 : 1000 : 2, step = count / most + 1;
        for (long n = 1; n <= count; n += step, tries++) {
            long at = n + (long)aid_random(&random, (uint32_t)step);
            const char *wrong = fault_in(command, fault, at, &truth);
            if (!CHECK(!wrong) && ++faults < 20)
                printf("%s, %s at %ld of %ld: %s (%d: %s)\n", COMMAND[command].name, FAULT[fault],
                       at, count, wrong, (int)error.code, error.text);
        }
    }
    printf("# %s: %u times\n", FAULT[fault], tries);
}

static void one_operation_fails(void) {
    fail_everywhere(WRITE_FAILS);
}

static void the_disk_is_full(void) {
    fail_everywhere(DISK_FULL);
}

static void it_is_killed(void) {
    fail_everywhere(KILLED);
}

static void a_read_fails(void) {
    fail_everywhere(READ_FAILS);
}

static void reading_fails(void) {
    fail_everywhere(READS_FAIL);
}

static void an_allocation_fails(void) {
    fail_everywhere(NO_MEMORY);
}

static void there_is_no_more_memory(void) {
    fail_everywhere(NEVER_MEMORY);
}

static void sqlite_gets_no_memory(void) {
    fail_everywhere(SQLITE_MEMORY);
}

/* ---- two at once ---- */

/* Another program that is writing. */
static sqlite3 *lock(void) {
    sqlite3 *handle;
    bool done = sqlite3_open(work, &handle) == SQLITE_OK &&
                sqlite3_exec(handle, "BEGIN IMMEDIATE; UPDATE dictionary SET uses = uses + 0", NULL,
                             NULL, NULL) == SQLITE_OK;
    CHECK(done);
    return handle;
}

static void *unlock_later(void *handle) {
    struct timespec while_ago = {.tv_nsec = 150 * 1000000};
    nanosleep(&while_ago, NULL);
    sqlite3_exec(handle, "COMMIT", NULL, NULL, NULL);
    return NULL;
}

static void who_waits_in_vain_changes_nothing(void) {
    patience = 20;
    for (unsigned command = 0; command < COMMANDS; command++) {
        if (COMMAND[command].opens)
            continue; /* these wait for ten seconds */
        CHECK(begin(command));
        uint64_t before = state();
        sqlite3 *writer = lock();
        if (!CHECK_INT(run(command), GR_ERR_BUSY))
            printf("%s: %s\n", COMMAND[command].name, error.text);
        CHECK(strstr(error.text, "another program is writing"));
        sqlite3_close(writer);
        CHECK(state() == before);
    }
    patience = 10000;
}

static void who_waits_long_enough_does_it(void) {
    for (unsigned command = 0; command < COMMANDS; command++) {
        Truth truth;
        long count;
        pthread_t thread;
        find_truth(command, WRITE_FAILS, &truth, &count);
        if (!COMMAND[command].from)
            continue; /* nobody else knows of the new database */
        CHECK(begin(command));
        sqlite3 *writer = lock();
        REQUIRE(pthread_create(&thread, NULL, unlock_later, writer) == 0);
        if (!CHECK_INT(run(command), 0))
            printf("%s: %s\n", COMMAND[command].name, error.text);
        pthread_join(thread, NULL);
        sqlite3_close(writer);
        CHECK(state() == truth.after && hidden_state() == truth.hidden_after);
    }
}

/* What is counted as copied is there, whatever fails. */
static void copies_are_counted_when_stored(void) {
    long count;
    Truth truth;
    unsigned merge = 0;
    while (strcmp(COMMAND[merge].name, "merge"))
        merge++;
    find_truth(merge, DISK_FULL, &truth, &count);
    for (long n = 1; n <= count; n += count / 8 + 1) {
        GrDb *db, *from;
        GrSelection all;
        GrCopied copied = {0};
        CHECK(begin(merge));
        int64_t before = aid_sql_number(work, "SELECT sum(games) FROM block");
        REQUIRE(gr_db_open(other, aid_book(), GR_DB_READ, &from, &error) == 0);
        REQUIRE(gr_db_open(work, aid_book(), GR_DB_WRITE, &db, &error) == 0);
        gr_selection_init(&all);
        fail_at(DISK_FULL, n);
        int code = gr_db_copy(from, &all, db, &no_work, &copied, &error);
        gr_db_close(db);
        stop_failing(DISK_FULL);
        gr_db_close(from);
        gr_selection_free(&all);
        int64_t after = aid_sql_number(work, "SELECT sum(games) FROM block");
        if (!CHECK_INT((int64_t)(copied.games - copied.duplicates), after - before))
            printf("at %ld of %ld: %d\n", n, count, code);
    }
}

int main(int argc, char **argv) {
    test_start(argc, argv);
    fail_alloc_stop();
    if (!CHECK(faulty_install()))
        return test_end();
    make_databases();
    RUN(one_operation_fails);
    RUN(the_disk_is_full);
    RUN(it_is_killed);
    RUN(a_read_fails);
    RUN(reading_fails);
    RUN(an_allocation_fails);
    RUN(there_is_no_more_memory);
    RUN(sqlite_gets_no_memory);
    RUN(copies_are_counted_when_stored);
    RUN(who_waits_in_vain_changes_nothing);
    RUN(who_waits_long_enough_does_it);
    free(base);
    free(other);
    free(beside);
    free(changed);
    free(richer);
    free(text);
    free(work);
    return test_end();
}
