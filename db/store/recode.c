/* Recoding the moves of stored games. */
#include "db/store/recode.h"

#include <stdlib.h>

#include "db/codec/integrity.h"
#include "db/codec/text.h"
#include "db/store/internal.h"

typedef struct Recoder {
    GrDb *db;
    bool lines;
    GrBlock from, to;
    GrMove *line;    /* GR_MAX_PLIES of them */
    GrBuffer moves;  /* of the game at hand */
    bool changed;    /* some game was recoded */
} Recoder;

/* What a game's moves are read with. */
typedef struct Source {
    GrParts parts;
    GrPosition start;
    GrInput body;
} Source;

/* Does a game of `plies` plies already have the code that is wanted: a packed line, or a compact one? Lines too long to
 * be packed stay as they are. */
static bool is_settled(uint32_t codec, uint32_t plies, bool lines) {
    bool earlier = codec == GR_CODEC_LINE + GR_REPLAY_FORM_PIECES && plies <= GR_LINE_PLIES;
    return lines ? codec >= GR_CODEC_LINE && !earlier : codec < GR_CODEC_LINE;
}

/* Finds rules, body and start of a game. */
static int open_game(GrDb *db, const GrRow *row, Source *source, GrError *why) {
    const uint32_t *column = row->column;
    const char *name, *value, *fen_tag = NULL;
    GrRowReader reader;
    source->parts = (GrParts){.codec = column[GR_COL_CODEC], .start = column[GR_COL_START],
                              .plies = column[GR_COL_PLIES], .moves = row->moves,
                              .moves_len = column[GR_COL_MOVES], .player = &db->player};
    int tag = 1, code = gr_row_rules(db, row, &source->parts.rules, why);
    if (!code && !source->parts.rules)
        code = gr_fail(why, GR_ERR_FOREIGN, "the variant is unknown");
    if (!code)
        code = gr_row_open(db, row, &reader, why);
    bool pass = source->parts.start != GR_START_TAG && !code && reader.shape; /* which is quicker */
    for (; pass && reader.tag < reader.tags; reader.tag++)
        if (!row->cells[reader.tag])
            gr_input_string(&reader.texts);
    while (!code && (tag = gr_row_next_tag(&reader, &name, &value, why)) > 0)
        if (!strcmp(name, "FEN"))
            fen_tag = value;
    if (!code && reader.texts.bad)
        code = gr_fail(why, GR_ERR_DAMAGED, "the game's tags are damaged");
    if (code || tag < 0)
        return code ? code : tag;
    source->parts.start_fen = reader.start_fen;
    source->body = reader.texts;
    return gr_unpack_start(&source->parts, fen_tag, &source->start, why);
}

/* Reads the main line; false if its bytes are damaged, or it has none. */
static bool read_line(const Recoder *r, const Source *source) {
    const GrParts *parts = &source->parts;
    GrMoveReader moves;
    GrPlace place;
    if (!parts->plies || parts->plies > GR_MAX_PLIES ||
        !gr_moves_open_at(&moves, parts->player, parts->codec, &source->start, parts->moves, parts->moves_len))
        return false;
    gr_place_start(&place, &source->start);
    gr_place_lighten(&place, parts->codec);
    for (uint32_t ply = 0; ply < parts->plies; ply++)
        if ((r->line[ply] = gr_moves_get(&moves, &place)) == GR_NO_MOVE)
            return false;
    return true;
}

/* Codes the line that was read in the codec of its variant; false if a move of it is illegal. */
static bool write_compact(Recoder *r, const Source *source, uint32_t codec) {
    GrMoveWriter writer;
    GrPlace place;
    gr_moves_start(&writer, codec, &r->moves);
    gr_place_start(&place, &source->start);
    for (uint32_t ply = 0; ply < source->parts.plies; ply++)
        if (!gr_moves_put(&writer, &place, r->line[ply]))
            return false;
    gr_moves_finish(&writer);
    return true;
}

/* Are the moves, coded as a line, read as they were? The block will have them in no other form. */
static bool reads_back(const Recoder *r, const Source *source, uint32_t codec) {
    GrMoveReader moves;
    GrPlace place;
    if (!gr_moves_open_at(&moves, &r->db->player, codec, &source->start, (const uint8_t *)r->moves.data,
                          r->moves.len))
        return false;
    gr_place_start(&place, &source->start);
    for (uint32_t ply = 0; ply < source->parts.plies; ply++)
        if (gr_moves_get(&moves, &place) != r->line[ply])
            return false;
    return true;
}

/* Codes the line that was read in its new codec, *codec; false if that cannot be, and the game stays as it is. What is
 * written by pieces has been read back already. */
static bool write_line(Recoder *r, const Source *source, uint32_t *codec) {
    gr_buffer_clear(&r->moves);
    *codec = gr_codec_for(source->parts.rules);
    if (!r->lines)
        return write_compact(r, source, *codec);
    *codec = GR_CODEC_LINE + (uint32_t)gr_replayer_write(&r->db->player, &source->start, r->line,
                                                         source->parts.plies, &r->moves);
    return *codec != GR_CODEC_LINE + GR_REPLAY_FORM_NAMED || r->moves.failed || reads_back(r, source, *codec);
}

/* Recodes a game that has another code than is wanted: *row then has its moves in r->moves. A game that cannot be read,
 * or is damaged, stays as it is, and that is no failure: only lack of memory is, and what keeps SQLite from reading. */
static int recode(Recoder *r, GrRow *row, GrError *error) {
    uint32_t *column = row->column, codec = column[GR_COL_CODEC];
    GrError why;
    Source source;
    if (column[GR_COL_FLAGS] & GR_FLAG_DELETED || is_settled(codec, column[GR_COL_PLIES], r->lines))
        return 0;
    int code = open_game(r->db, row, &source, &why);
    if (code)
        return gr_is_damage(code) ? 0 : gr_fail(error, why.code, "%s", why.text);
    if (!gr_codec_known(source.parts.rules, codec) || gr_body_has_variations(source.body) ||
        !read_line(r, &source) || !write_line(r, &source, &codec))
        return 0;
    if (r->moves.failed)
        return gr_no_memory(error);
    GrInput old = gr_input(row->moves, column[GR_COL_MOVES]);
    column[GR_COL_CHECK] = gr_crc_exchange(column[GR_COL_CHECK], old,
                                           gr_input(r->moves.data, r->moves.len), source.body);
    column[GR_COL_CODEC] = codec;
    column[GR_COL_MOVES] = (uint32_t)r->moves.len;
    row->moves = (const uint8_t *)r->moves.data;
    r->changed = true;
    return 0;
}

static int recode_games(Recoder *r, GrError *error) {
    int code = 0;
    for (uint32_t i = 0; i < r->from.games && !code; i++) {
        GrRow row;
        gr_block_row(&r->from, i, &row);
        code = recode(r, &row, error);
        if (!code && gr_block_add(&r->to, &row))
            code = gr_no_memory(error);
    }
    return code;
}

/* The blobs that change, those of the head and the moves. */
static int put_blobs(Recoder *r, GrBuffer *out) {
    GrBlobs *blobs = &r->db->blobs;
    int code = gr_block_pack(&r->to, &r->db->catalog, 0, r->to.games, blobs);
    gr_put_varint(out, blobs->head.len);
    gr_put_bytes(out, blobs->head.data, blobs->head.len);
    gr_put_bytes(out, blobs->moves.data, blobs->moves.len);
    return code || out->failed ? GR_ERR_MEMORY : 0;
}

/* Does the block have a game that may have to be recoded? */
static int wants_recoding(GrDb *db, int64_t first, bool lines, GrBlock *block, bool *wants, GrError *why) {
    int code = gr_db_read_block(db, first, GR_BLOCK_MOVES, block, why);
    *wants = false;
    for (uint32_t i = 0; !code && i < block->games; i++)
        *wants |= !(block->column[GR_COL_FLAGS][i] & GR_FLAG_DELETED) && block->column[GR_COL_PLIES][i] &&
                  !is_settled(block->column[GR_COL_CODEC][i], block->column[GR_COL_PLIES][i], lines);
    return code;
}

int gr_recode_make(GrDb *db, int64_t first, bool lines, GrBuffer *out, GrError *error) {
    GrError why;
    Recoder *r = calloc(1, sizeof *r);
    GrMove *line = malloc(GR_MAX_PLIES * sizeof *line);
    int code = r && line ? 0 : gr_no_memory(error);
    if (!code) {
        *r = (Recoder){.db = db, .lines = lines, .line = line};
        gr_buffer_init(&r->moves);
        gr_block_clear(&r->to, first);
        bool wants;
        code = wants_recoding(db, first, lines, &r->from, &wants, &why);
        if (!code && wants)
            code = gr_db_read_block(db, first, GR_BLOCK_TEXTS, &r->from, &why);
        bool unread = code && (gr_is_damage(code) || code == GR_ERR_NOT_FOUND);
        if (code && !unread)
            gr_fail(error, why.code, "%s", why.text);
        code = unread ? 0 : code;
        if (!code && !unread && wants && !r->from.suspect)
            code = recode_games(r, error);
        if (!code && r->changed && put_blobs(r, out))
            code = gr_no_memory(error);
        gr_block_free(&r->from);
        gr_block_free(&r->to);
        gr_buffer_free(&r->moves);
    }
    free(line);
    free(r);
    return code;
}

/* Keeps the row of signatures, which are the same as before, over the writing of its block. */
static int get_signatures(GrDb *db, int64_t first, GrBuffer *signatures, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    int row = gr_sql_find(&db->sql, GR_SQL_GET_SIGNATURE, first, &stmt, error);
    if (row > 0) {
        const void *bytes = gr_sql_blob(stmt, 0, &len);
        gr_put_bytes(signatures, bytes, len);
    }
    sqlite3_reset(stmt);
    if (row > 0 && signatures->failed)
        return gr_no_memory(error);
    return row < 0 ? row : 0;
}

static int put_block(GrDb *db, int64_t first, const GrBuffer *made, GrError *error) {
    sqlite3_stmt *stmt;
    GrInput in = gr_input(made->data, made->len);
    size_t head_len = gr_input_bounded(&in, INT32_MAX);
    const uint8_t *head = gr_input_bytes(&in, head_len);
    int code = gr_sql(&db->sql, GR_SQL_RECODE_BLOCK, &stmt, error);
    if (code)
        return code;
    sqlite3_bind_int64(stmt, 1, first);
    sqlite3_bind_blob64(stmt, 2, head, head_len, SQLITE_STATIC);
    sqlite3_bind_blob64(stmt, 3, gr_input_left(&in) ? (const void *)in.at : "", gr_input_left(&in),
                        SQLITE_STATIC);
    return gr_sql_run(&db->sql, stmt, error);
}

int gr_recode_put(GrDb *db, int64_t first, const GrBuffer *made, GrError *error) {
    GrBuffer signatures;
    if (!made->len)
        return 0;
    gr_buffer_init(&signatures);
    int code = get_signatures(db, first, &signatures, error);
    if (!code)
        code = put_block(db, first, made, error);
    if (!code && signatures.len)
        code = gr_sql_put(&db->sql, GR_SQL_PUT_SIGNATURE, first, &signatures, error);
    gr_buffer_free(&signatures);
    gr_block_clear(&db->peek, 0); /* they may be older */
    gr_block_clear(&db->work, 0);
    db->changes++;
    return code;
}
