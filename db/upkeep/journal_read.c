/* Reading the journal: the games of a row. */
#include <stdlib.h>

#include "db/codec/limits.h"
#include "db/codec/packed_bytes.h"
#include "db/upkeep/journal.h"

/* A piece has a game at least, of which tags, moves and body are bounded each for itself. */
enum { MOST_BYTES = 2 * GR_MAX_GAME_TEXT + (64 << 20) };

static int damaged(GrError *error) {
    return gr_fail(error, GR_ERR_DAMAGED, "the journal of changes is damaged");
}

int gr_journal_unpack(GrDb *db, int64_t id, GrBuffer *bytes, GrHealth *health, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput blob;
    GrHealth got = GR_CORRUPT;
    gr_buffer_clear(bytes);
    int row = gr_sql_find(&db->sql, GR_SQL_GET_JOURNAL, id, &stmt, error);
    int code = row < 0 ? row : row ? gr_db_long_blob(db, GR_LONG_JOURNAL, id, stmt, 0, &blob, error) : damaged(error);
    if (!code)
        got = gr_inflate(blob, NULL, MOST_BYTES, bytes);
    sqlite3_reset(stmt);
    if (!code && bytes->failed)
        return gr_no_memory(error);
    if (health)
        *health = got;
    return code || got != GR_CORRUPT ? code : damaged(error);
}

/* Reads tags; game NULL: passes over them. */
static int read_tags(GrInput *in, GrGame *game, GrError *error) {
    for (uint32_t left = gr_input_bounded(in, GR_MAX_GAME_TEXT); left && !in->bad; left--) {
        const char *name = gr_input_string(in), *value = gr_input_string(in);
        if (game && !in->bad && gr_game_set_tag(game, name, value))
            return gr_no_memory(error);
    }
    return 0;
}

/* Reads the bytes of a game: its tags are put into `game`, unless that is NULL, the other parts are where they are. */
static int read_parts(GrInput *in, GrGame *game, const char **variant, GrParts *parts, GrError *error) {
    *parts = (GrParts){.codec = GR_CODEC, .start_fen = ""};
    parts->flags = gr_input_bounded(in, GR_FLAG_RESULT | GR_FLAG_PARTIAL);
    *variant = gr_input_string(in);
    parts->start = gr_input_bounded(in, GR_START_TEXT);
    parts->plies = gr_input_bounded(in, GR_MAX_PLIES);
    parts->check = gr_input_u32(in);
    if (parts->start == GR_START_TEXT)
        parts->start_fen = gr_input_string(in);
    int code = read_tags(in, game, error);
    parts->moves_len = gr_input_bounded(in, MOST_BYTES);
    parts->moves = gr_input_bytes(in, parts->moves_len);
    parts->body_len = gr_input_bounded(in, MOST_BYTES);
    parts->body = gr_input_bytes(in, parts->body_len);
    return code ? code : in->bad ? damaged(error) : 0;
}

static void read_head(GrInput *in, GrRestore *restore) {
    restore->id = (int64_t)(gr_input_varint(in) & INT64_MAX);
    restore->deleted = !gr_input_bounded(in, 1);
    restore->check = restore->deleted ? 0 : gr_input_u32(in);
}

int gr_journal_next(GrDb *db, GrInput *in, GrRestore *restore, GrError *error) {
    GrParts parts;
    const char *variant;
    if (!gr_input_left(in))
        return 0;
    gr_game_clear(&restore->game);
    read_head(in, restore);
    int code = read_parts(in, &restore->game, &variant, &parts, error);
    if (code)
        return code;
    parts.reader = &db->reader;
    parts.rules = *variant ? gr_variants_find(db->variants, variant) : NULL;
    if (*variant && !parts.rules)
        return gr_fail(error, GR_ERR_FOREIGN, "this program does not know the variant %s", variant);
    code = gr_unpack(&parts, &restore->game, error);
    return code ? code : 1;
}

int gr_journal_places(GrInput piece, size_t *place, uint64_t games, GrError *error) {
    GrRestore restore;
    GrParts parts;
    const char *variant;
    const uint8_t *start = piece.at;
    int code = 0;
    uint64_t n = 0;
    for (; gr_input_left(&piece) && n < games && !code; n++) {
        place[n] = (size_t)(piece.at - start);
        read_head(&piece, &restore);
        code = read_parts(&piece, NULL, &variant, &parts, error);
    }
    return code ? code : n == games && !gr_input_left(&piece) ? 0 : damaged(error);
}

/* Do the games of a row agree with the row? 0 or a code. */
static int check_row(GrDb *db, const GrJournalRow *row, GrBuffer *bytes, GrRestore *restore, GrHealth *health,
                     GrError *error) {
    uint64_t games = 0;
    int got = row->sound ? gr_journal_unpack(db, row->id, bytes, health, error) : damaged(error);
    if (got)
        return got;
    GrInput in = gr_input(bytes->data, bytes->len);
    while ((got = gr_journal_next(db, &in, restore, error)) > 0)
        games++;
    return got ? got : games == row->change.games ? 0 : damaged(error);
}

int gr_journal_verify(GrDb *db, void (*fault)(void *context, const char *text), void *context, GrError *error) {
    GrJournalRows rows;
    GrBuffer bytes;
    GrRestore restore;
    bool whole = true, right = true;
    gr_buffer_init(&bytes);
    gr_game_init(&restore.game);
    int code = gr_journal_rows(db, &rows, error);
    for (size_t i = 0; i < rows.count && !code; i++) {
        GrHealth health = GR_SOUND;
        const GrJournalRow *row = &rows.row[i];
        code = check_row(db, row, &bytes, &restore, &health, error);
        whole &= row->first == row->id || (i > 0 && row->first == row[-1].first);
        whole &= code != GR_ERR_DAMAGED;
        right &= health != GR_CORRECTED;
        code = gr_is_damage(code) ? 0 : code;
    }
    if (!whole)
        fault(context, "the journal of changes is damaged: optimise --forget drops it");
    else if (!right)
        fault(context, "a byte of the journal of changes is wrong, but nothing is lost: optimise --forget drops it");
    gr_game_free(&restore.game);
    gr_buffer_free(&bytes);
    free(rows.row);
    return code;
}
