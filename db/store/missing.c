/* From one game to the next, and games that are missing. Games have numbers without gaps: where no block has a number
 * between two that blocks have, its block is lost. */
#include <stdio.h>

#include "db/store/head.h"
#include "db/store/internal.h"

/* A run that is come across in its midst, as by a thread in its range of games, is one with what is known of it. */
static void note(GrMissing *missing, int64_t first, int64_t last) {
    if (!missing->first)
        *missing = (GrMissing){first, last, missing->others};
    else if (missing->last == last)
        missing->first = first < missing->first ? first : missing->first;
    else
        missing->others = true;
}

/* What is damaged is not known; any other failure is one. */
static int64_t or_unknown(int64_t code) {
    return gr_is_damage((int)code) ? 0 : code;
}

/* The first number behind the block of game `id`, or behind the last block before it, if its head says how many games
 * it has: of damaged pages, a row may be none of ours. 0 if that is not known, or a code. */
static int64_t end_before(GrDb *db, int64_t id, GrError *error) {
    GrHead head = {.first = 0};
    int64_t first = gr_db_block_of(db, id, error);
    if (first <= 0)
        return first ? or_unknown(first) : 1;
    int got = gr_head_read(db, first, &head, error);
    return got > 0 ? head.first + head.games : got < 0 ? or_unknown(got) : 0;
}

int gr_db_note_missing(GrDb *db, int64_t id, GrError *error) {
    int64_t end = end_before(db, id, error);
    int64_t next = end >= 0 && end <= id ? gr_db_next_block(db, id, error) : 0;
    if (next > id && !db->attached) /* whose owner may have deleted blocks himself */
        note(&db->missing, end ? end : id, next - 1);
    return end < 0 ? (int)end : next < 0 ? (int)or_unknown(next) : 0;
}

/* Has the table a row with a number from `from` on? 1, 0 or a code. */
static int has_row(GrDb *db, GrSql which, int64_t from, GrError *error) {
    sqlite3_stmt *stmt;
    int row = gr_sql_find(&db->sql, which, from, &stmt, error);
    if (stmt)
        sqlite3_reset(stmt);
    return row < 0 ? (int)or_unknown(row) : row;
}

/* What was read is of one state of the file only in a transaction. */
int gr_db_note_missing_end(GrDb *db, GrError *error) {
    bool may = !db->attached && (db->reading || db->writing) && !db->dirty;
    int64_t end = may ? end_before(db, db->most, error) : 0;
    if (end <= 0)
        return (int)end;
    int row = has_row(db, GR_SQL_BLOCKS_FROM, db->most + 1, error);
    row = row ? row : has_row(db, GR_SQL_SIGNATURES_FROM, end, error);
    if (row > 0)
        note(&db->missing, end, 0);
    return row < 0 ? row : 0;
}

int64_t gr_db_next_game(GrDb *db, int64_t id, GrError *error) {
    if (gr_block_has(&db->work, id) || gr_block_has(&db->peek, id))
        return id;
    int64_t first = id < 1 ? 0 : gr_db_block_of(db, id, error);
    if (first < 0)
        return first;
    int64_t games = db->peek.games && db->peek.first == first ? db->peek.games : GR_BLOCK_GAMES;
    if (first && id < first + games)
        return id;
    int64_t next = gr_db_next_block(db, id, error);
    int code = next > id ? gr_db_note_missing(db, id > 1 ? id : 1, error) : next ? 0 : gr_db_note_missing_end(db, error);
    return code ? code : next;
}

void gr_missing_join(GrMissing *missing, const GrMissing *more) {
    if (more->first)
        note(missing, more->first, more->last);
    missing->others |= more->others;
}

bool gr_db_missing(const GrDb *db, GrError *error) {
    const GrMissing *m = &db->missing;
    char last[40] = "on";
    if (!m->first)
        return false;
    if (m->last)
        snprintf(last, sizeof last, "to %lld", (long long)m->last);
    gr_fail(error, GR_ERR_DAMAGED, "games %s%lld %s%s are missing: the database is damaged", m->last ? "" : "from ",
            (long long)m->first, last, m->others ? ", and others," : "");
    return true;
}
