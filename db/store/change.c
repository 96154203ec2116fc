/* Adding, replacing, deleting and getting games. */
#include "db/store/headers.h"
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

int gr_db_get_tags(GrDb *db, int64_t id, const char *const *tags, GrGame *game, GrError *error) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    GrError why;
    int got = gr_headers_get(db, id, tags, game, &why);
    if (got > 0)
        return 0;
    got = gr_db_find(db, id, GR_BLOCK_HEAD, &block, &i, &why);
    if (!got && !block->suspect) {
        gr_block_row(block, i, &row);
        got = gr_row_read_tags(db, &row, tags, game, &why);
    }
    return got > 0 ? 0 : gr_db_get_header(db, id, game, error); /* which says what is wrong */
}

size_t gr_db_variants(GrDb *db) {
    return gr_db_refresh(db, NULL) ? 0 : db->catalog.variants.top;
}

const GrRules *gr_db_variant(GrDb *db, size_t n) {
    if (n >= gr_db_variants(db))
        return NULL;
    const char *name = gr_intern_get(&db->catalog.variants, (uint32_t)n + 1);
    return name ? gr_variants_find(db->variants, name) : NULL;
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
    if (gr_duplicates_full(&db->duplicates))
        code = gr_duplicates_flush(&db->duplicates, error);
    return code ? code : gr_db_see(db, packed->identity, *id, error);
}

int gr_db_add_packed(GrDb *db, const GrGame *game, const GrPacked *packed, GrAdded *added,
                     GrError *error) {
    int64_t same;
    int code = gr_db_find_same(db, game, packed, &same, error);
    *added = (GrAdded){same, same != 0};
    return code || same ? code : append(db, game, packed, &added->id, error);
}

int gr_db_add_game(GrDb *db, const GrGame *game, GrAdded *added, GrError *error) {
    bool own;
    *added = (GrAdded){0};
    int code = gr_db_enter(db, &own, error);
    if (code)
        return code;
    code = gr_pack(game, false, &db->writer, &db->packed, error);
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

/* Takes the stored game i of the work block out of the index of games that have been seen, unless
 * the identity (NULL: none) is its own. */
static int unsee(GrDb *db, uint32_t i, const GrIdentity *unless, bool *unseen, GrError *error) {
    GrRow row;
    GrGame game;
    *unseen = true;
    gr_block_row(&db->work, i, &row);
    gr_game_init(&game);
    int code = gr_row_read(db, &row, true, &game, error);
    if (!code) {
        GrIdentity identity = gr_db_identity(&game);
        *unseen = !unless || identity.own != unless->own || identity.tagged != unless->tagged;
        if (*unseen)
            code = gr_db_unsee(db, identity, db->work.first + i, error);
    } else if (code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN) {
        code = 0; /* what it was is unknown */
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
    int code = gr_pack(game, false, &db->writer, &db->packed, error);
    if (!code)
        code = find_to_change(db, id, &i, error);
    if (!code)
        code = unsee(db, i, &db->packed.identity, &unseen, error);
    if (!code)
        code = gr_row_make(db, game, &db->packed, &row, error);
    if (!code)
        code = substitute(db, i, &row, error);
    if (!code && unseen)
        code = gr_db_see(db, db->packed.identity, id, error);
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
                             [GR_COL_CODEC] = GR_CODEC}};
    int code = find_to_change(db, id, &i, error);
    if (!code)
        code = unsee(db, i, NULL, &unseen, error);
    return code ? code : substitute(db, i, &gone, error);
}

int gr_db_delete_game(GrDb *db, int64_t id, GrError *error) {
    bool own;
    int code = gr_db_enter(db, &own, error);
    return code ? code : gr_db_leave(db, own, delete_game(db, id, error), error);
}

int gr_db_restore_game(GrDb *db, int64_t id, const GrGame *game, GrError *error) {
    GrRow row;
    int code = gr_pack(game, false, &db->writer, &db->packed, error);
    if (!code)
        code = gr_db_open_work(db, id, error);
    if (code)
        return code;
    uint32_t i = (uint32_t)(id - db->work.first);
    if (!(db->work.column[GR_COL_FLAGS][i] & GR_FLAG_DELETED))
        return gr_fail(error, GR_ERR_NOT_FOUND, "game %lld was not deleted", (long long)id);
    code = gr_row_make(db, game, &db->packed, &row, error);
    if (!code)
        code = substitute(db, i, &row, error);
    return code ? code : gr_db_see(db, db->packed.identity, id, error);
}
