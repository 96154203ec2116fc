/* Noting changes: the rows of the table. */
#include "db/upkeep/journal.h"

#include <stdlib.h>
#include <time.h>

#include "db/codec/packed_bytes.h"
#include "db/store/schema.h"
#include "notation/room.h"

enum { PIECE_BYTES = 1 << 20 };

void gr_journal_init(GrJournal *journal, GrDb *db, GrChangeKind kind) {
    *journal = (GrJournal){.db = db, .kind = kind, .time = (int64_t)time(NULL)};
    gr_buffer_init(&journal->piece);
    gr_buffer_init(&journal->blob);
    gr_packed_init(&journal->packed);
}

void gr_journal_free(GrJournal *journal) {
    gr_buffer_free(&journal->piece);
    gr_buffer_free(&journal->blob);
    gr_packed_free(&journal->packed);
}

/* ---- rows ---- */

static int add_row(GrJournalRows *rows, const GrJournalRow *row, GrError *error) {
    if (!gr_room(&rows->row, rows->count, 1, &rows->cap, sizeof *rows->row))
        return gr_no_memory(error);
    rows->row[rows->count++] = *row;
    return 0;
}

static GrJournalRow row_of(sqlite3_stmt *stmt) {
    GrJournalRow row = {.id = sqlite3_column_int64(stmt, 0), .first = sqlite3_column_int64(stmt, 1)};
    int64_t kind = sqlite3_column_int64(stmt, 2), games = sqlite3_column_int64(stmt, 5);
    row.change = (GrChange){.id = row.first,
                            .kind = (GrChangeKind)kind,
                            .time = sqlite3_column_int64(stmt, 3),
                            .game = sqlite3_column_int64(stmt, 4),
                            .games = games > 0 ? (uint64_t)games : 0,
                            .bytes = (uint64_t)sqlite3_column_int64(stmt, 6)};
    row.sound = sqlite3_column_int(stmt, 7) && kind >= GR_CHANGE_EDIT && kind <= GR_CHANGE_CLEAN && games > 0;
    return row;
}

int gr_journal_rows(GrDb *db, GrJournalRows *rows, GrError *error) {
    sqlite3_stmt *stmt = NULL;
    int64_t number = 0;
    int row = 0, has = gr_schema_has_journal(db->sql.handle, error);
    *rows = (GrJournalRows){.row = NULL};
    int code = has < 0 ? has : has ? gr_sql(&db->sql, GR_SQL_JOURNAL, &stmt, error) : 0;
    while (stmt && !code && (row = gr_sql_next(&db->sql, stmt, &number, error)) > 0) {
        const GrJournalRow read = row_of(stmt);
        code = add_row(rows, &read, error);
    }
    if (stmt)
        sqlite3_reset(stmt);
    return code ? code : row;
}

size_t gr_journal_start(const GrJournalRows *rows, size_t end) {
    size_t start = end - 1;
    while (start > 0 && rows->row[start - 1].first == rows->row[end - 1].first)
        start--;
    return start;
}

/* Drops the oldest changes but one until the rest is within the bounds. */
static int drop_oldest(GrDb *db, GrError *error) {
    GrJournalRows rows;
    uint64_t bytes = 0;
    int code = gr_journal_rows(db, &rows, error);
    size_t keep = rows.count, changes = 0;
    while (!code && keep > 0) {
        size_t start = gr_journal_start(&rows, keep);
        for (size_t i = start; i < keep; i++)
            bytes += rows.row[i].change.bytes;
        if (changes++ && (changes > GR_JOURNAL_CHANGES || bytes > GR_JOURNAL_BYTES))
            break;
        keep = start;
    }
    if (!code && keep > 0)
        code = gr_sql_run_range(&db->sql, GR_SQL_DROP_JOURNAL, rows.row[0].id, rows.row[keep - 1].id, error);
    free(rows.row);
    return code;
}

/* ---- noting ---- */

/* The next row. Between two transactions of a long change another program may have made one of its own: then the rest
 * of the long one is a change of its own, too. */
static int next_id(GrJournal *j, int64_t *id, GrError *error) {
    sqlite3_int64 last = 0, change = 0;
    sqlite3 *handle = j->db->sql.handle;
    int code = gr_schema_make_journal(handle, error);
    if (!code)
        code = gr_sql_number(handle, "SELECT max(id) FROM journal", &last, error);
    if (!code)
        code = gr_sql_number(handle, "SELECT change FROM journal ORDER BY id DESC LIMIT 1", &change, error);
    *id = code ? 0 : last > 0 ? last + 1 : 1;
    j->change = j->change && j->change == change ? change : *id;
    return code;
}

/* Writes the piece at hand as a row. */
static int put_piece(GrJournal *j, GrError *error) {
    sqlite3_stmt *stmt;
    int64_t id;
    int code = next_id(j, &id, error);
    gr_buffer_clear(&j->blob);
    if (!code && (j->piece.failed || !gr_deflate(j->piece.data, j->piece.len, NULL, &j->blob)))
        code = gr_no_memory(error);
    if (!code)
        code = gr_sql(&j->db->sql, GR_SQL_PUT_JOURNAL, &stmt, error);
    if (code)
        return code;
    const int64_t value[] = {id, j->change, j->kind, j->time, j->game, (int64_t)j->games};
    for (int i = 0; i < 6; i++)
        sqlite3_bind_int64(stmt, i + 1, value[i]);
    sqlite3_bind_blob64(stmt, 7, j->blob.data, j->blob.len, SQLITE_STATIC);
    code = gr_sql_run(&j->db->sql, stmt, error);
    gr_buffer_clear(&j->piece);
    j->games = 0;
    return code;
}

int gr_journal_check_of(const GrGame *game, GrLineWriter *writer, GrPacked *packed, uint32_t *check, GrError *error) {
    int code = gr_pack(game, false, writer, packed, error);
    *check = code ? 0 : packed->check;
    return code;
}

int gr_journal_put(const GrGame *game, GrLineWriter *writer, GrPacked *packed, GrBuffer *out, GrError *error) {
    const char *variant = gr_game_variant(game);
    int code = gr_pack(game, false, writer, packed, error);
    if (code)
        return code;
    gr_put_varint(out, packed->flags);
    gr_put_string(out, variant ? variant : "");
    gr_put_varint(out, packed->start);
    gr_put_varint(out, packed->plies);
    gr_put_u32(out, packed->check);
    if (packed->start == GR_START_TEXT)
        gr_put_string(out, packed->start_fen);
    gr_put_varint(out, game->tag_count);
    for (size_t i = 0; i < game->tag_count; i++) {
        gr_put_string(out, gr_game_string(game, game->tags[i].name));
        gr_put_string(out, gr_game_string(game, game->tags[i].value));
    }
    gr_put_varint(out, packed->moves.len);
    gr_put_bytes(out, packed->moves.data, packed->moves.len);
    gr_put_varint(out, packed->body.len);
    gr_put_bytes(out, packed->body.data, packed->body.len);
    return out->failed ? gr_no_memory(error) : 0;
}

int gr_journal_note(GrJournal *j, int64_t id, const GrGame *was, const GrGame *is, GrError *error) {
    uint32_t check = 0;
    int code = is ? gr_journal_check_of(is, &j->db->writer, &j->packed, &check, error) : 0;
    if (code)
        return code;
    gr_put_varint(&j->piece, (uint64_t)id);
    gr_put_u8(&j->piece, is != NULL);
    if (is)
        gr_put_u32(&j->piece, check);
    code = gr_journal_put(was, &j->db->writer, &j->packed, &j->piece, error);
    j->game = j->games && j->game < id ? j->game : id;
    j->games++;
    return code || j->piece.len < PIECE_BYTES ? code : put_piece(j, error);
}

int gr_journal_end(GrJournal *j, GrError *error) {
    int code = j->games ? put_piece(j, error) : 0;
    return code || !j->change ? code : drop_oldest(j->db, error);
}
