/* Adding, replacing, deleting and getting games. */
#include "db/store/internal.h"

#include <stdlib.h>

static int read_game(GrDb *db, int64_t id, bool whole, GrGame *game, GrError *error) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrError own;
    error = error ? error : &own;
    gr_game_clear(game);
    int code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, error);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    code = gr_row_read(db, &row, whole || block->suspect, game, error); /* a whole one is checked */
    if (code)
        gr_game_clear(game);
    return code;
}

int gr_db_get_game(GrDb *db, int64_t id, GrGame *game, GrError *error) {
    return read_game(db, id, true, game, error);
}

int gr_db_get_header(GrDb *db, int64_t id, GrGame *game, GrError *error) {
    return read_game(db, id, false, game, error);
}

size_t gr_db_variants(GrDb *db) {
    return gr_db_refresh(db, NULL) ? 0 : db->catalog.variants.top;
}

const GrRules *gr_db_variant(GrDb *db, size_t n) {
    if (n >= gr_db_variants(db))
        return NULL;
    const char *name = gr_intern_get(&db->catalog.variants, (uint32_t)n + 1);
    return name ? gr_book_find(db->book, name) : NULL;
}

/* A game that was packed, to be compared with those that have the same identity. */
typedef struct Candidate {
    GrDb *db;
    const GrGame *game;
    const GrPacked *packed;
    int64_t same; /* the game that it is a duplicate of, 0: none */
} Candidate;

static bool same_tags(const GrGame *a, const GrGame *b) {
    for (const char *const *name = gr_identity_tags; *name; name++)
        if (strcmp(gr_identity_value(gr_game_tag(a, *name)),
                   gr_identity_value(gr_game_tag(b, *name))))
            return false;
    return true;
}

static bool same_line(const GrGame *a, const GrGame *b) {
    uint32_t i = a->node_count ? a->nodes[0].next : 0, j = b->node_count ? b->nodes[0].next : 0;
    for (; i && j && a->nodes[i].move == b->nodes[j].move; i = a->nodes[i].next)
        j = b->nodes[j].next;
    return !i && !j && !strcmp(gr_game_string(a, a->rest), gr_game_string(b, b->rest));
}

static bool same_start(const GrGame *game, const GrPacked *packed, bool whole) {
    char fen[GR_FEN_SIZE] = "";
    if (!whole && packed->start == GR_START_USUAL)
        return true;
    if (whole && game->rules)
        gr_fen_write(&game->start, fen);
    const char *tag = gr_game_tag(game, "FEN");
    return !strcmp(whole ? fen : tag ? tag : "", packed->start_fen);
}

/* Two plain games that one codec has packed are the same if their bytes are. Others have to be
 * compared move by move. */
static int same_game(Candidate *candidate, const GrRow *row, GrGame *game, GrError *error) {
    const GrPacked *packed = candidate->packed;
    const uint32_t *column = row->column;
    bool plain = !packed->body.len && packed->start != GR_START_TEXT &&
                 column[GR_COL_START] == packed->start && column[GR_COL_CODEC] == packed->codec;
    int code = gr_row_read(candidate->db, row, !plain, game, error);
    if (code)
        return code == GR_ERR_MEMORY || code == GR_ERR_IO ? code : 0;
    if (game->rules != packed->rules || column[GR_COL_PLIES] != packed->plies ||
        !same_tags(game, candidate->game) || !same_start(game, packed, !plain))
        return 0;
    if (!plain)
        return same_line(game, candidate->game);
    return column[GR_COL_MOVES] == packed->moves.len &&
           !memcmp(row->moves, packed->moves.data, packed->moves.len);
}

static int compare_with(void *context, int64_t id, GrError *error) {
    Candidate *candidate = context;
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrGame game;
    GrError unread;
    int code = gr_db_find(candidate->db, id, GR_BLOCK_TEXTS, &block, &i, &unread);
    if (code == GR_ERR_NOT_FOUND || code == GR_ERR_DAMAGED)
        return 0; /* deleted, or beyond comparison */
    if (code)
        return gr_fail(error, unread.code, "%s", unread.text);
    gr_block_row(block, i, &row);
    gr_game_init(&game);
    code = same_game(candidate, &row, &game, error);
    gr_game_free(&game);
    if (code > 0)
        candidate->same = id;
    return code;
}

static int append(GrDb *db, const GrGame *game, const GrPacked *packed, int64_t *id,
                  GrError *error) {
    GrRow row;
    int code = gr_db_open_tail(db, error);
    if (!code)
        code = gr_row_make(db, game, packed, &row, error);
    if (code)
        return code;
    if (gr_block_add(&db->work, &row))
        return gr_no_memory(error);
    db->dirty = true;
    *id = db->work.first + db->work.games - 1;
    if (gr_seen_full(&db->seen))
        code = gr_seen_flush(&db->seen, error);
    return code ? code : gr_seen_add(&db->seen, packed->identity, *id, error);
}

int gr_db_add_packed(GrDb *db, const GrGame *game, const GrPacked *packed, GrAdded *added,
                     GrError *error) {
    Candidate candidate = {.db = db, .game = game, .packed = packed};
    int code = gr_seen_find(&db->seen, packed->identity, compare_with, &candidate, error);
    *added = (GrAdded){candidate.same, candidate.same != 0};
    if (code)
        return code < 0 ? code : 0;
    return append(db, game, packed, &added->id, error);
}

int gr_db_add_game(GrDb *db, const GrGame *game, GrAdded *added, GrError *error) {
    bool own;
    *added = (GrAdded){0};
    int code = gr_db_enter(db, &own, error);
    if (code)
        return code;
    code = gr_pack(game, gr_codec_for(game->rules), false, &db->packed, error);
    if (!code)
        code = gr_db_add_packed(db, game, &db->packed, added, error);
    return gr_db_leave(db, own, code, error);
}

/* Puts a row in the place of row i of the work block. */
static int substitute(GrDb *db, uint32_t i, const GrRow *row, GrError *error) {
    GrBlock *fresh = calloc(1, sizeof *fresh);
    int code = fresh ? 0 : GR_ERR_MEMORY;
    if (fresh)
        gr_block_clear(fresh, db->work.first);
    for (uint32_t j = 0; j < db->work.games && !code; j++) {
        GrRow kept;
        gr_block_row(&db->work, j, &kept);
        code = gr_block_add(fresh, j == i ? row : &kept);
    }
    if (!code) {
        GrBlock old = db->work;
        db->work = *fresh;
        *fresh = old;
        db->dirty = true;
    }
    if (fresh)
        gr_block_free(fresh);
    free(fresh);
    return code ? gr_no_memory(error) : 0;
}

/* Takes the stored game i of the work block out of the index of games that have been seen. */
static int unsee(GrDb *db, uint32_t i, uint32_t unless, bool *unseen, GrError *error) {
    GrRow row;
    GrGame game;
    char fen[GR_FEN_SIZE] = "";
    *unseen = true;
    gr_block_row(&db->work, i, &row);
    gr_game_init(&game);
    int code = gr_row_read(db, &row, true, &game, error);
    if (!code) {
        if (game.rules)
            gr_fen_write(&game.start, fen);
        uint32_t identity = gr_identity(&game, fen);
        *unseen = identity != unless;
        if (*unseen)
            code = gr_seen_remove(&db->seen, identity, db->work.first + i, error);
    } else if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        code = 0; /* what it was cannot be told any more */
    }
    gr_game_free(&game);
    return code;
}

/* Makes the block of game id the work block and gives the game's place in it. */
static int find_to_change(GrDb *db, int64_t id, uint32_t *i, GrError *error) {
    const GrBlock *block;
    int code = gr_db_find(db, id, GR_BLOCK_TAGS, &block, i, error);
    if (!code)
        code = gr_db_open_work(db, id, error);
    *i = code ? 0 : (uint32_t)(id - db->work.first);
    return code;
}

static int replace(GrDb *db, int64_t id, const GrGame *game, GrError *error) {
    uint32_t i;
    bool unseen;
    GrRow row;
    int code = gr_pack(game, gr_codec_for(game->rules), false, &db->packed, error);
    if (!code)
        code = find_to_change(db, id, &i, error);
    if (!code)
        code = unsee(db, i, db->packed.identity, &unseen, error);
    if (!code)
        code = gr_row_make(db, game, &db->packed, &row, error);
    if (!code)
        code = substitute(db, i, &row, error);
    if (!code && unseen)
        code = gr_seen_add(&db->seen, db->packed.identity, id, error);
    return code;
}

int gr_db_replace_game(GrDb *db, int64_t id, const GrGame *game, GrError *error) {
    bool own;
    int code = gr_db_enter(db, &own, error);
    return code ? code : gr_db_leave(db, own, replace(db, id, game, error), error);
}

static int delete_game(GrDb *db, int64_t id, GrError *error) {
    uint32_t i;
    bool unseen;
    GrRow gone = {.column = {[GR_COL_FLAGS] = GR_FLAG_DELETED | GR_FLAG_INLINE_TAGS,
                             [GR_COL_CODEC] = gr_codec_for(NULL)}};
    int code = find_to_change(db, id, &i, error);
    if (!code)
        code = unsee(db, i, 0, &unseen, error);
    return code ? code : substitute(db, i, &gone, error);
}

int gr_db_delete_game(GrDb *db, int64_t id, GrError *error) {
    bool own;
    int code = gr_db_enter(db, &own, error);
    return code ? code : gr_db_leave(db, own, delete_game(db, id, error), error);
}
