/* Finds doubles in time that grows with the games alone, in memory that does not, by temporary tables:
 *
 *   double    two keys of each game, of all its moves, and of its first moves and its players
 *   pick      the games that share a key with another; no others are looked at again
 *   sheet     what is compared of these
 *   prefix    for games of `pick`: keys that may be those of all moves of a shorter game
 *   doomed    the doubles, which go at last, in the order of the database
 *
 * Keys are hashes of 64 bits; games that have one in common must have headers that fit besides. */
#include "db/upkeep/dedupe.h"

#include <errno.h>
#include <stdlib.h>

#include "db/store/internal.h"
#include "db/upkeep/dedupe_sheet.h"
#include "db/upkeep/journal.h"

typedef struct Dedupe {
    GrDb *db;
    const GrDedupe *job;
    GrDeduped *deduped;
    GrError *error;
    GrGame game;
    GrJournal journal;
    int64_t last;
    sqlite3_stmt *insert, *put_prefix;
    GrSheet sheet;   /* of the game at hand */
    GrSheet *group;  /* games with the same moves, with tags of their own, */
    size_t count, cap;
    bool *gone;      /* and which of them are doubles */
    uint64_t *filter; /* a bit for each key of a game of `pick`, by its last bits */
    uint64_t filter_mask;
} Dedupe;

static int prepare(Dedupe *d, const char *text, sqlite3_stmt **stmt) {
    sqlite3 *handle = d->db->sql.handle;
    errno = 0;
    int result = sqlite3_prepare_v2(handle, text, -1, stmt, NULL);
    return result == SQLITE_OK ? 0 : gr_sql_fail(handle, result, d->error);
}

static int run_long(Dedupe *d, const char *text) {
    const GrWork *work = d->job->work;
    return gr_sql_exec_long(d->db->sql.handle, text, work->stop, work->context, d->error);
}

static int stopped(Dedupe *d) {
    const GrWork *work = d->job->work;
    return work->stop && work->stop(work->context) ? gr_fail(d->error, GR_ERR_STOPPED, "stopped") : 0;
}

/* A game that cannot be read, or changed, is reported and left alone. */
static int unread(Dedupe *d, int64_t id, const GrError *why) {
    const GrWork *work = d->job->work;
    if (why->code != GR_ERR_DAMAGED && why->code != GR_ERR_FOREIGN)
        return gr_fail(d->error, why->code, "%s", why->text);
    if (work->unread)
        work->unread(work->context, id, why);
    return 0;
}

/* ---- keys ---- */

/* Reads a game; 1 if it is there, 0 if not, below 0 a code. */
static int read_game(Dedupe *d, int64_t id) {
    GrError why;
    int code = gr_db_get_game(d->db, id, &d->game, &why);
    if (code && code != GR_ERR_NOT_FOUND)
        return unread(d, id, &why);
    if (code)
        return 0;
    gr_sheet_of(&d->game, id, &d->sheet);
    return 1;
}

static int put_pair(Dedupe *d, sqlite3_stmt *stmt, uint64_t key, int64_t id) {
    sqlite3_bind_int64(stmt, 1, (int64_t)key);
    sqlite3_bind_int64(stmt, 2, id);
    return gr_sql_run(&d->db->sql, stmt, d->error);
}

static int put_keys(Dedupe *d) {
    uint64_t key;
    int code = put_pair(d, d->insert, d->sheet.moves, d->sheet.game);
    if (code || !d->sheet.known || gr_sheet_is_short(&d->sheet))
        return code;
    gr_sheet_moves(&d->game, GR_DEDUPE_PLIES, 0, NULL, NULL, &key);
    return put_pair(d, d->insert, gr_sheet_mix(key, d->sheet.players), d->sheet.game);
}

static void show_progress(const Dedupe *d, int64_t done) {
    const GrWork *work = d->job->work;
    if (done % 64 == 0 && work->progress) /* each game is gone through twice at most */
        work->progress(work->context, (uint64_t)done, (uint64_t)d->last * 2);
}

static int put_all_keys(Dedupe *d) {
    int code = prepare(d, "INSERT INTO temp.double VALUES(?1, ?2)", &d->insert);
    for (int64_t id = 1; !code; id++) {
        id = gr_db_next_game(d->db, id, d->error);
        if (id <= 0 || id > d->last) {
            code = id < 0 ? (int)id : 0;
            break;
        }
        int usable = read_game(d, id);
        d->deduped->games += usable > 0;
        code = usable > 0 ? put_keys(d) : usable;
        show_progress(d, id);
        if (!code)
            code = stopped(d);
    }
    sqlite3_finalize(d->insert);
    d->insert = NULL;
    return code;
}

/* ---- the games that share one ---- */

/* 32 bits for each key, up to 16 MiB in all. */
static int make_filter(Dedupe *d) {
    enum { LEAST = 1 << 16, MOST = 1 << 27, BITS = 32 };
    sqlite3_int64 keys = 0;
    sqlite3_stmt *stmt = NULL;
    int row = 0, code = gr_sql_number(d->db->sql.handle, "SELECT 2 * count(*) FROM temp.pick", &keys, d->error);
    uint64_t bits = LEAST;
    while (bits < MOST && bits / BITS < (uint64_t)keys)
        bits *= 2;
    d->filter = code ? NULL : calloc(bits / 64, sizeof *d->filter);
    if (!code && !d->filter)
        code = gr_no_memory(d->error);
    d->filter_mask = bits - 1;
    if (!code)
        code = prepare(d, "SELECT key FROM temp.double WHERE game IN (SELECT game FROM temp.pick)", &stmt);
    while (!code && (row = gr_sql_row(&d->db->sql, stmt, d->error)) > 0) {
        uint64_t at = (uint64_t)sqlite3_column_int64(stmt, 0) & d->filter_mask;
        d->filter[at / 64] |= UINT64_C(1) << at % 64;
    }
    sqlite3_finalize(stmt);
    return code ? code : row;
}

/* For gr_sheet_moves. */
static int put_prefix(void *context, uint64_t hash) {
    Dedupe *d = context;
    uint64_t at = hash & d->filter_mask;
    if (!(d->filter[at / 64] >> at % 64 & 1))
        return 0;
    sqlite3_bind_int64(d->put_prefix, 3, (int64_t)d->sheet.players);
    return put_pair(d, d->put_prefix, hash, d->sheet.game);
}

/* All tags in one text, each with a NUL. */
static int bind_tags(sqlite3_stmt *stmt, int at, const GrSheet *sheet) {
    GrBuffer text;
    gr_buffer_init(&text);
    for (size_t i = 0; i < GR_SHEET_TAGS; i++)
        gr_buffer_add(&text, sheet->tag[i], strlen(sheet->tag[i]) + 1);
    bool bad = text.failed || sqlite3_bind_blob64(stmt, at, text.data, text.len, SQLITE_TRANSIENT) != SQLITE_OK;
    gr_buffer_free(&text);
    return bad ? GR_ERR_MEMORY : 0;
}

static int put_sheet(Dedupe *d) {
    const GrSheet *s = &d->sheet;
    sqlite3_bind_int64(d->insert, 1, s->game);
    sqlite3_bind_int64(d->insert, 2, (int64_t)s->moves);
    if (s->known)
        sqlite3_bind_int64(d->insert, 3, (int64_t)s->players);
    else
        sqlite3_bind_null(d->insert, 3);
    sqlite3_bind_int64(d->insert, 4, s->plies);
    sqlite3_bind_int64(d->insert, 5, s->knowledge);
    sqlite3_bind_int(d->insert, 6, s->annotated);
    sqlite3_bind_int(d->insert, 7, (int)s->result);
    sqlite3_bind_int64(d->insert, 8, (int64_t)s->content);
    if (bind_tags(d->insert, 9, s))
        return gr_no_memory(d->error);
    int code = gr_sql_run(&d->db->sql, d->insert, d->error);
    uint64_t whole;
    return code || !s->known ? code
                             : gr_sheet_moves(&d->game, s->plies, GR_DEDUPE_PLIES, put_prefix, d, &whole);
}

static int put_sheets(Dedupe *d) {
    sqlite3_stmt *picked = NULL;
    int row = 0, code = prepare(d, "SELECT game FROM temp.pick ORDER BY rowid", &picked);
    if (!code)
        code = prepare(d, "INSERT INTO temp.sheet VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", &d->insert);
    if (!code)
        code = prepare(d, "INSERT INTO temp.prefix VALUES(?1, ?3, ?2)", &d->put_prefix);
    while (!code && (row = gr_sql_row(&d->db->sql, picked, d->error)) > 0) {
        int64_t id = sqlite3_column_int64(picked, 0);
        int usable = read_game(d, id);
        code = usable > 0 ? put_sheet(d) : usable;
        show_progress(d, d->last + id);
        if (!code)
            code = stopped(d);
    }
    sqlite3_finalize(picked);
    sqlite3_finalize(d->insert);
    sqlite3_finalize(d->put_prefix);
    d->insert = d->put_prefix = NULL;
    return code ? code : row;
}

/* Reads columns of `sheet` from column `at` of a row on; the tags are the row's. */
static void get_sheet(sqlite3_stmt *stmt, int at, GrSheet *s) {
    const char *text = sqlite3_column_blob(stmt, at + 8);
    *s = (GrSheet){
        .game = sqlite3_column_int64(stmt, at),
        .moves = (uint64_t)sqlite3_column_int64(stmt, at + 1),
        .players = (uint64_t)sqlite3_column_int64(stmt, at + 2),
        .known = sqlite3_column_type(stmt, at + 2) != SQLITE_NULL,
        .plies = (uint32_t)sqlite3_column_int64(stmt, at + 3),
        .knowledge = (uint32_t)sqlite3_column_int64(stmt, at + 4),
        .annotated = sqlite3_column_int(stmt, at + 5),
        .result = (GrResult)sqlite3_column_int(stmt, at + 6),
        .content = (uint64_t)sqlite3_column_int64(stmt, at + 7),
    };
    for (size_t i = 0; i < GR_SHEET_TAGS; i++) {
        s->tag[i] = text ? text : "";
        text = text ? text + strlen(text) + 1 : NULL;
    }
}

/* ---- doubles ---- */

/* Of two sheets that fit, one goes, unless something would be lost with it. */
static int doom(Dedupe *d, const GrSheet *kept, const GrSheet *gone, bool beginning) {
    sqlite3_bind_int64(d->insert, 1, gone->game);
    sqlite3_bind_int64(d->insert, 2, kept->game);
    sqlite3_bind_int(d->insert, 3, beginning);
    sqlite3_bind_int(d->insert, 4, gone->annotated && gone->content != kept->content);
    return gr_sql_run(&d->db->sql, d->insert, d->error);
}

static void clear_group(Dedupe *d) {
    for (size_t i = 0; i < d->count; i++)
        free((char *)(uintptr_t)d->group[i].tag[0]);
    d->count = 0;
}

/* Games whose players are not both known stand first, and are compared with all; the others, in the order of their
 * players, with those that have the same. */
static int compare_group(Dedupe *d) {
    int code = 0;
    for (size_t i = 0; i < d->count; i++)
        d->gone[i] = false;
    for (size_t i = 0; i < d->count && !code; i++) {
        const GrSheet *a = &d->group[i];
        for (size_t j = i + 1; j < d->count && !d->gone[i] && !code; j++) {
            const GrSheet *b = &d->group[j];
            if (a->known && a->players != b->players)
                break;
            if (d->gone[j] || !gr_sheets_fit(a, b, false))
                continue;
            bool first = gr_sheet_stays(a, b);
            d->gone[first ? j : i] = true;
            code = doom(d, first ? a : b, first ? b : a, false);
        }
        if (!code && i % 64 == 0)
            code = stopped(d);
    }
    return code;
}

static int add_to_group(Dedupe *d, const GrSheet *sheet, size_t size) {
    if (d->count == d->cap) {
        size_t cap = d->cap ? d->cap * 2 : 64;
        GrSheet *group = realloc(d->group, cap * sizeof *group);
        if (group)
            d->group = group;
        bool *gone = realloc(d->gone, cap * sizeof *gone);
        if (gone)
            d->gone = gone;
        if (!group || !gone)
            return gr_no_memory(d->error);
        d->cap = cap;
    }
    char *text = malloc(size + 1);
    if (!text)
        return gr_no_memory(d->error);
    memcpy(text, sheet->tag[0], size);
    text[size] = '\0';
    GrSheet *own = &d->group[d->count++];
    *own = *sheet;
    for (size_t i = 0; i < GR_SHEET_TAGS; i++)
        own->tag[i] = text + (sheet->tag[i] - sheet->tag[0]);
    return 0;
}

#define SHEET(name) \
    name ".game, " name ".moves, " name ".players, " name ".plies, " name ".knowledge, " name ".annotated, " \
    name ".result, " name ".content, " name ".tags"

/* Games with the same moves. */
static int compare_equals(Dedupe *d) {
    sqlite3_stmt *stmt = NULL;
    int row = 0, code = prepare(d, "SELECT " SHEET("sheet") " FROM temp.sheet ORDER BY moves, players, game", &stmt);
    while (!code && (row = gr_sql_row(&d->db->sql, stmt, d->error)) > 0) {
        GrSheet sheet;
        get_sheet(stmt, 0, &sheet);
        if (d->count && sheet.moves != d->group[0].moves) {
            code = compare_group(d);
            clear_group(d);
        }
        if (!code)
            code = add_to_group(d, &sheet, (size_t)sqlite3_column_bytes(stmt, 8));
    }
    if (!code)
        code = row < 0 ? row : compare_group(d);
    sqlite3_finalize(stmt);
    return code;
}

/* 1 if the shorter game is to be compared with the longer one: neither is a double. */
static int are_left(Dedupe *d, sqlite3_stmt *stmt, int64_t shorter, int64_t longer) {
    sqlite3_bind_int64(stmt, 1, shorter);
    sqlite3_bind_int64(stmt, 2, longer);
    int row = gr_sql_row(&d->db->sql, stmt, d->error);
    sqlite3_reset(stmt);
    return row < 0 ? row : !row;
}

/* Games whose moves are the first ones of another's, the longest others first: those are kept. */
static int compare_beginnings(Dedupe *d) {
    sqlite3_stmt *stmt = NULL, *left = NULL;
    int row = 0, code = run_long(d, "CREATE TEMP TABLE pair AS SELECT s.game AS shorter, l.game AS longer FROM"
                                    " temp.prefix JOIN temp.sheet s ON s.moves = prefix.key AND s.players ="
                                    " prefix.players JOIN temp.sheet l ON l.game = prefix.game"
                                    " ORDER BY l.plies DESC, l.game, s.game");
    if (!code)
        code = prepare(d, "SELECT " SHEET("s") ", " SHEET("l") " FROM temp.pair JOIN temp.sheet s ON s.game = shorter"
                          " JOIN temp.sheet l ON l.game = longer ORDER BY pair.rowid", &stmt);
    if (!code)
        code = prepare(d, "SELECT 1 FROM temp.doomed WHERE game = ?1 OR game = ?2 AND NOT stays", &left);
    while (!code && (row = gr_sql_row(&d->db->sql, stmt, d->error)) > 0) {
        GrSheet shorter, longer;
        get_sheet(stmt, 0, &shorter);
        get_sheet(stmt, 9, &longer);
        int compared = are_left(d, left, shorter.game, longer.game);
        code = compared < 0 ? compared : 0;
        if (compared > 0 && gr_sheets_fit(&shorter, &longer, true))
            code = doom(d, &longer, &shorter, true);
        if (!code)
            code = stopped(d);
    }
    sqlite3_finalize(stmt);
    sqlite3_finalize(left);
    return code ? code : row;
}

/* ---- all of it ---- */

static int drop(Dedupe *d, int64_t gone, int64_t kept, bool beginning) {
    GrError why;
    int code = gr_db_can_change(d->db, gone, &why);
    if (code)
        return unread(d, gone, &why);
    d->deduped->doubles++;
    if (d->job->found)
        d->job->found(d->job->work->context, kept, gone, beginning);
    if (d->job->dry)
        return 0;
    code = gr_db_get_game(d->db, gone, &d->game, d->error);
    if (!code)
        code = gr_journal_note(&d->journal, gone, &d->game, NULL, d->error);
    return code ? code : gr_db_delete_game(d->db, gone, d->error);
}

/* In the order of the database, so that each block is written once. */
static int drop_doomed(Dedupe *d) {
    sqlite3_stmt *stmt = NULL;
    int row = 0, code = prepare(d, "SELECT game, kept, beginning, stays FROM temp.doomed ORDER BY game", &stmt);
    while (!code && (row = gr_sql_row(&d->db->sql, stmt, d->error)) > 0) {
        bool stays = sqlite3_column_int(stmt, 3);
        d->deduped->annotated += stays;
        if (!stays)
            code = drop(d, sqlite3_column_int64(stmt, 0), sqlite3_column_int64(stmt, 1), sqlite3_column_int(stmt, 2));
        if (!code)
            code = stopped(d);
    }
    sqlite3_finalize(stmt);
    return code ? code : row;
}

static const char tables_sql[] =
    "CREATE TEMP TABLE double(key INTEGER, game INTEGER);"
    "CREATE TEMP TABLE sheet(game INTEGER PRIMARY KEY, moves INTEGER, players INTEGER, plies INTEGER,"
    " knowledge INTEGER, annotated INTEGER, result INTEGER, content INTEGER,"
    " tags BLOB);"
    "CREATE TEMP TABLE prefix(key INTEGER, players INTEGER, game INTEGER);"
    "CREATE TEMP TABLE doomed(game INTEGER PRIMARY KEY, kept INTEGER, beginning INTEGER, stays INTEGER)";
static const char pick_sql[] =
    "CREATE INDEX temp.double_key ON double(key, game);"
    "CREATE TEMP TABLE pick AS SELECT DISTINCT game FROM temp.double WHERE key IN"
    " (SELECT key FROM temp.double GROUP BY key HAVING min(game) < max(game)) ORDER BY game";
static const char sheet_sql[] = "CREATE INDEX temp.sheet_moves ON sheet(moves, players, game)";
static const char drop_sql[] = "DROP TABLE IF EXISTS temp.double; DROP TABLE IF EXISTS temp.pick;"
                               "DROP TABLE IF EXISTS temp.sheet; DROP TABLE IF EXISTS temp.prefix;"
                               "DROP TABLE IF EXISTS temp.pair; DROP TABLE IF EXISTS temp.doomed";

static int find_doubles(Dedupe *d) {
    int code = gr_sql_exec(d->db->sql.handle, tables_sql, d->error);
    if (!code)
        code = put_all_keys(d);
    if (!code)
        code = run_long(d, pick_sql);
    if (!code)
        code = make_filter(d);
    if (!code)
        code = put_sheets(d);
    if (!code)
        code = run_long(d, sheet_sql);
    if (!code)
        code = prepare(d, "INSERT OR IGNORE INTO temp.doomed VALUES(?1, ?2, ?3, ?4)", &d->insert);
    if (!code)
        code = compare_equals(d);
    if (!code)
        code = compare_beginnings(d);
    sqlite3_finalize(d->insert);
    return code ? code : drop_doomed(d);
}

/* A connection for reading writes nothing, temporary tables included; these it may for as long as it takes. */
static int let_write(GrDb *db, bool lets, GrError *error) {
    return db->writable ? 0 : gr_sql_exec(db->sql.handle, lets ? "PRAGMA query_only = OFF" : "PRAGMA query_only = ON",
                                          error);
}

int gr_db_dedupe(GrDb *db, const GrDedupe *job, GrDeduped *deduped, GrError *error) {
    GrError own;
    Dedupe d = {.db = db, .job = job, .deduped = deduped, .error = error ? error : &own};
    *deduped = (GrDeduped){0};
    int code = job->dry ? gr_db_begin_read(db, d.error) : gr_db_begin(db, d.error);
    if (code)
        return code;
    gr_game_init(&d.game);
    gr_journal_init(&d.journal, db, GR_CHANGE_DELETE);
    d.last = gr_db_last(db, d.error);
    code = d.last < 0 ? (int)d.last : let_write(db, true, d.error);
    if (!code)
        code = find_doubles(&d);
    if (!code && !job->dry)
        code = gr_journal_end(&d.journal, d.error);
    clear_group(&d);
    gr_journal_free(&d.journal);
    gr_game_free(&d.game);
    free(d.group);
    free(d.gone);
    free(d.filter);
    int dropped = gr_sql_exec(db->sql.handle, drop_sql, code ? &own : d.error);
    code = code ? code : dropped;
    int kept = let_write(db, false, code ? &own : d.error);
    code = code ? code : kept;
    if (!code && !job->dry)
        code = gr_db_commit(db, d.error);
    gr_db_rollback(db);
    gr_db_end_read(db);
    return code;
}
