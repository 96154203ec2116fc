#include "db/verify.h"

#include <stdio.h>

#include "db/internal.h"

typedef struct Verify {
    GrDb *db;
    const GrVerifyJob *job;
    GrVerified *verified;
    GrGame game;
    int64_t last;
    GrError *error;
} Verify;

static void tell(Verify *v, int64_t id, const char *text) {
    if (id == 0)
        v->verified->faults++;
    if (v->job->fault)
        v->job->fault(v->job->context, id, text);
}

/* SQLite's own check tells of pages, of records that cannot be, and of missing parents. */
static int check_structure(Verify *v) {
    sqlite3_stmt *stmt;
    sqlite3 *handle = v->db->sql.handle;
    static const char *const check[] = {"PRAGMA integrity_check(20)", "PRAGMA foreign_key_check"};
    for (unsigned i = 0; i < 2; i++) {
        int result = sqlite3_prepare_v2(handle, check[i], -1, &stmt, NULL);
        while (result == SQLITE_OK && (result = sqlite3_step(stmt)) == SQLITE_ROW) {
            const char *text = gr_sql_text(stmt, 0);
            if (i == 1)
                tell(v, 0, "a row refers to one that is missing");
            else if (strcmp(text, "ok"))
                tell(v, 0, text);
            result = SQLITE_OK;
        }
        if (result != SQLITE_DONE && result != SQLITE_OK)
            tell(v, 0, sqlite3_errmsg(handle));
        sqlite3_finalize(stmt);
    }
    return 0;
}

static int is_it(void *context, int64_t game, GrError *error) {
    (void)error;
    return game == *(int64_t *)context;
}

/* A game that is not in the index could come in twice. */
static int check_seen(Verify *v, int64_t id) {
    char fen[GR_FEN_SIZE] = "", text[120];
    if (v->game.rules)
        gr_fen_write(&v->game.start, fen);
    int found = gr_seen_find(&v->db->seen, gr_identity(&v->game, fen), is_it, &id, v->error);
    if (found == 0) {
        snprintf(text, sizeof text, "game %lld is missing in the index of games seen",
                 (long long)id);
        tell(v, 0, text);
    } else if (found == GR_ERR_DAMAGED) {
        tell(v, 0, "the index of games seen is damaged");
    }
    return found == GR_ERR_MEMORY || found == GR_ERR_IO ? found : 0;
}

static int check_game(Verify *v, int64_t id) {
    int code = gr_db_get_game(v->db, id, &v->game, v->error);
    switch (code) {
    case 0:
        v->verified->games++;
        v->verified->plies += v->game.plies;
        return check_seen(v, id);
    case GR_ERR_NOT_FOUND: /* deleted */
        return 0;
    case GR_ERR_DAMAGED:
        v->verified->damaged++;
        break;
    case GR_ERR_FOREIGN:
        v->verified->unknown++;
        break;
    default:
        return code;
    }
    tell(v, id, v->error->text);
    return 0;
}

static int check_games(Verify *v) {
    const GrVerifyJob *job = v->job;
    int code = 0;
    for (int64_t id = 1; id <= v->last && !code; id++) {
        code = check_game(v, id);
        if (job->progress && id % 64 == 0)
            job->progress(job->context, (uint64_t)id, (uint64_t)v->last);
        if (!code && job->stop && id % 64 == 0 && job->stop(job->context))
            code = gr_fail(v->error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

/* Numbers from 1 on must all lie in one block, and only one. */
static int check_blocks(Verify *v) {
    sqlite3_stmt *stmt;
    char text[120];
    int64_t next = 1;
    int result = sqlite3_prepare_v2(v->db->sql.handle,
                                    "SELECT first, games FROM block ORDER BY first", -1, &stmt,
                                    NULL);
    while (result == SQLITE_OK && sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t first = sqlite3_column_int64(stmt, 0), games = sqlite3_column_int64(stmt, 1);
        if (first != next) {
            snprintf(text, sizeof text, "games %lld to %lld are %s", (long long)next,
                     (long long)first - 1, first > next ? "missing" : "there twice");
            tell(v, 0, text);
            v->verified->damaged += first > next ? (uint64_t)(first - next) : 0;
        }
        next = first + games;
    }
    sqlite3_finalize(stmt);
    return 0;
}

int gr_db_verify(GrDb *db, const GrVerifyJob *job, GrVerified *verified, GrError *error) {
    GrError own;
    Verify v = {.db = db, .job = job, .verified = verified, .error = error ? error : &own};
    *verified = (GrVerified){0};
    int code = gr_db_begin_read(db, v.error);
    if (code)
        return code;
    v.last = gr_db_last(db, v.error);
    gr_game_init(&v.game);
    code = v.last < 0 ? (int)v.last : check_structure(&v);
    if (!code)
        code = check_blocks(&v);
    if (!code)
        code = check_games(&v);
    gr_game_free(&v.game);
    gr_db_end_read(db);
    if (!code && (verified->damaged || verified->unknown || verified->faults))
        code = gr_fail(v.error, GR_ERR_DAMAGED, "the database is damaged");
    return code;
}
