#include "db/scan.h"

#include "db/internal.h"

typedef struct Scanner {
    GrDb *db;
    const GrScan *scan;
    GrGame game; /* for games that are read before they are played through */
    bool damaged;
    GrError *error;
} Scanner;

/* The parts of a row that its main line needs. */
static int line_parts(GrDb *db, const GrRow *row, GrParts *parts, const char **fen_tag,
                      GrError *error) {
    GrRowReader reader;
    const char *name, *value;
    const uint32_t *column = row->column;
    *fen_tag = NULL;
    *parts = (GrParts){.rules = parts->rules, .codec = column[GR_COL_CODEC],
                       .start = column[GR_COL_START], .plies = column[GR_COL_PLIES],
                       .moves = row->moves, .moves_len = column[GR_COL_MOVES], .start_fen = ""};
    if (parts->start == GR_START_USUAL)
        return 0;
    int tag = gr_row_open(db, row, &reader, error);
    parts->start_fen = reader.start_fen;
    while (!tag && (tag = gr_row_next_tag(&reader, &name, &value, error)) > 0) {
        if (!strcmp(name, "FEN"))
            *fen_tag = value;
        tag = 0;
    }
    return tag;
}

static int unread(Scanner *s, int64_t id, GrError *why) {
    if (why->code == GR_ERR_MEMORY || why->code == GR_ERR_IO)
        return gr_fail(s->error, why->code, "%s", why->text);
    s->damaged = true;
    if (s->scan->unread)
        s->scan->unread(s->scan->context, id, why);
    return 0;
}

/* Decodes the main line and shows each position. Damage that shows only at the end of the moves
 * is the business of the block's checksum. */
static int play_through(Scanner *s, const GrScanGame *game, const GrParts *parts,
                        const char *fen_tag, GrError *why) {
    GrPosition start;
    GrMoveReader moves;
    GrPlace place;
    int code = gr_unpack_start(parts, fen_tag, &start, why);
    if (code)
        return unread(s, game->id, why);
    if (!gr_codec_known(parts->codec)) {
        gr_fail(why, GR_ERR_FOREIGN, "move codec %u is newer than this program", parts->codec);
        return unread(s, game->id, why);
    }
    gr_moves_open(&moves, parts->codec, parts->moves, parts->moves_len);
    gr_place_start(&place, &start);
    for (uint32_t ply = 0;; ply++) {
        GrPosition pos = place.pos;
        GrMove next = ply < parts->plies ? gr_moves_get(&moves, &place) : GR_NO_MOVE;
        if (next == GR_NO_MOVE && ply < parts->plies) {
            gr_fail(why, GR_ERR_DAMAGED, "the game's moves are damaged");
            return unread(s, game->id, why);
        }
        int on = s->scan->visit(s->scan->context, game, ply, &pos, next);
        if (on < 0)
            return on;
        if (on == 0 || ply == parts->plies)
            return s->scan->end ? s->scan->end(s->scan->context, game) : 0;
    }
}

/* Reads of the game what the scan asks for, and whether it should be played through: 1, 0 or below
 * 0 a code. A game of a suspect block is read as a whole, since that checks it. */
static int begin_game(Scanner *s, GrScanGame *game, const GrRow *row, bool suspect, GrError *why) {
    const GrScan *scan = s->scan;
    int code = gr_row_rules(s->db, row, &game->rules, why);
    if (!code && (suspect || scan->read != GR_SCAN_MOVES))
        code = gr_row_read(s->db, row, suspect || scan->read == GR_SCAN_GAMES, &s->game, why);
    if (code)
        return unread(s, game->id, why);
    if (scan->rules && scan->rules != game->rules)
        return 0;
    if (scan->read != GR_SCAN_MOVES)
        game->game = &s->game;
    int on = scan->begin ? scan->begin(scan->context, game) : 1;
    return on > 0 && !game->rules ? 0 : on;
}

static int scan_game(Scanner *s, int64_t id) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrParts parts;
    const char *fen_tag;
    GrError why = {0};
    bool texts = s->scan->read != GR_SCAN_MOVES;
    int code = gr_db_find(s->db, id, texts, &block, &i, &why);
    if (!code && !texts &&
        (block->suspect || block->column[GR_COL_START][i] != GR_START_USUAL))
        code = gr_db_find(s->db, id, true, &block, &i, &why);
    if (code)
        return unread(s, id, &why);
    gr_block_row(block, i, &row);
    GrScanGame game = {.id = id,
                       .result = (GrResult)(row.column[GR_COL_FLAGS] & GR_FLAG_RESULT),
                       .partial = (row.column[GR_COL_FLAGS] & GR_FLAG_PARTIAL) != 0,
                       .plies = row.column[GR_COL_PLIES]};
    code = begin_game(s, &game, &row, block->suspect, &why);
    if (code <= 0)
        return code;
    parts.rules = game.rules;
    code = line_parts(s->db, &row, &parts, &fen_tag, &why);
    return code ? unread(s, id, &why) : play_through(s, &game, &parts, fen_tag, &why);
}

static int scan_all(Scanner *s, GrCursor *cursor) {
    const GrScan *scan = s->scan;
    int64_t id, last = gr_db_last(s->db, s->error);
    int code = last < 0 ? (int)last : 0, got;
    while (!code && (got = gr_cursor_next(cursor, &id, s->error)) != 0) {
        code = got < 0 ? got : scan_game(s, id);
        if (!code && scan->stop && id % 64 == 0 && scan->stop(scan->context, id, last))
            code = gr_fail(s->error, GR_ERR_STOPPED, "stopped");
    }
    return code;
}

int gr_scan(GrDb *db, const GrSelection *selection, const GrScan *scan, GrError *error) {
    Scanner s = {.db = db, .scan = scan, .error = error};
    bool own_read = !db->reading;
    int code = gr_db_begin_read(db, error);
    if (code)
        return code;
    GrError own;
    s.error = error ? error : &own;
    GrCursor *cursor = scan->cursor ? scan->cursor : gr_cursor_open(db, selection, s.error);
    if (cursor && (scan->from || scan->to))
        gr_cursor_range(cursor, scan->from, scan->to);
    gr_game_init(&s.game);
    code = cursor ? scan_all(&s, cursor) : (int)s.error->code;
    gr_game_free(&s.game);
    if (cursor != scan->cursor)
        gr_cursor_close(cursor);
    if (own_read)
        gr_db_end_read(db);
    if (!code && s.damaged)
        code = gr_fail(s.error, GR_ERR_DAMAGED, "some games cannot be read");
    return code;
}
