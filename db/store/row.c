/* Games as rows of a block. */
#include "db/store/definitions.h"
#include "db/store/internal.h"

static int damaged(GrError *error) {
    return gr_fail(error, GR_ERR_DAMAGED, "the game's tags are damaged");
}

/* Tags that cannot have columns, among the texts. */
static void make_inline_tags(const GrGame *game, GrBuffer *texts) {
    gr_put_varint(texts, game->tag_count);
    for (size_t i = 0; i < game->tag_count; i++) {
        gr_put_string(texts, gr_game_string(game, game->tags[i].name));
        gr_put_string(texts, gr_game_string(game, game->tags[i].value));
    }
}

static int make_cells(GrDb *db, const GrGame *game, const GrShape *shape, GrError *error) {
    int code = gr_catalog_values(&db->catalog, shape, game, db->cells, error);
    for (uint32_t i = 0; i < shape->count && !code; i++)
        if (!db->cells[i])
            gr_put_string(&db->texts, gr_game_string(game, game->tags[i].value));
    return code;
}

int gr_row_make(GrDb *db, const GrGame *game, const GrPacked *packed, GrRow *row, GrError *error) {
    GrBuffer *texts = &db->texts;
    uint32_t variant = 0, shape_id;
    gr_buffer_clear(texts);
    int code = gr_catalog_shape(&db->catalog, game, &shape_id, error);
    if (!code && packed->rules)
        code = gr_db_number_variant(db, packed->rules, &variant, error);
    if (code)
        return code;
    const GrShape *shape = gr_catalog_get_shape(&db->catalog, shape_id);
    if (packed->start == GR_START_TEXT)
        gr_put_string(texts, packed->start_fen);
    if (shape)
        code = make_cells(db, game, shape, error);
    else
        make_inline_tags(game, texts);
    gr_put_bytes(texts, packed->body.data, packed->body.len);
    if (!code && texts->failed)
        code = gr_no_memory(error);
    *row = (GrRow){.cells = db->cells,
                   .cell_count = shape ? shape->count : 0,
                   .moves = (const uint8_t *)packed->moves.data,
                   .texts = (const uint8_t *)texts->data,
                   .signature = packed->signature,
                   .signature_len = packed->signature_len,
                   .column = {[GR_COL_FLAGS] = packed->flags | (shape ? 0 : GR_FLAG_INLINE_TAGS),
                              [GR_COL_VARIANT] = variant,
                              [GR_COL_CODEC] = GR_CODEC,
                              [GR_COL_START] = packed->start,
                              [GR_COL_PLIES] = packed->plies,
                              [GR_COL_SHAPE] = shape_id,
                              [GR_COL_CHECK] = packed->check,
                              [GR_COL_MOVES] = (uint32_t)packed->moves.len,
                              [GR_COL_TEXTS] = (uint32_t)texts->len}};
    return code;
}

int gr_row_open(GrDb *db, const GrRow *row, GrRowReader *reader, GrError *error) {
    *reader = (GrRowReader){.db = db, .row = row, .start_fen = ""};
    reader->texts = gr_input(row->texts, row->column[GR_COL_TEXTS]);
    if (row->column[GR_COL_START] == GR_START_TEXT)
        reader->start_fen = gr_input_string(&reader->texts);
    if (row->column[GR_COL_FLAGS] & GR_FLAG_INLINE_TAGS) {
        reader->tags = gr_input_bounded(&reader->texts, GR_MAX_GAME_TEXT);
    } else {
        reader->shape = gr_catalog_get_shape(&db->catalog, row->column[GR_COL_SHAPE]);
        if (!reader->shape || row->cell_count != reader->shape->count)
            return damaged(error);
        reader->tags = reader->shape->count;
    }
    return reader->texts.bad ? damaged(error) : 0;
}

int gr_row_next_tag(GrRowReader *reader, const char **name, const char **value, GrError *error) {
    GrCatalog *catalog = &reader->db->catalog;
    if (reader->tag == reader->tags)
        return 0;
    uint32_t i = reader->tag++;
    if (!reader->shape) {
        *name = gr_input_string(&reader->texts);
        *value = gr_input_string(&reader->texts);
    } else {
        uint32_t cell = reader->row->cells[i], tag = reader->shape->tags[i];
        *name = gr_intern_get(&catalog->tags, tag);
        *value = cell ? gr_catalog_get_value(catalog, tag, cell, error)
                      : gr_input_string(&reader->texts);
        if (!*value)
            return error ? (int)error->code : GR_ERR_DAMAGED;
    }
    return reader->texts.bad ? damaged(error) : 1;
}

int gr_row_rules(const GrDb *db, const GrRow *row, const GrRules **rules, GrError *error) {
    uint32_t id = row->column[GR_COL_VARIANT];
    const char *name = gr_intern_get(&db->catalog.variants, id);
    *rules = NULL;
    if (!id)
        return 0;
    if (!name)
        return gr_fail(error, GR_ERR_DAMAGED, "the game's variant is damaged");
    *rules = gr_variants_find(db->variants, name);
    return *rules ? 0
                  : gr_fail(error, GR_ERR_FOREIGN, "this program does not know the variant %s",
                            name);
}

static int read_tags(GrRowReader *reader, GrGame *game, GrError *error) {
    const char *name, *value;
    int tag;
    while ((tag = gr_row_next_tag(reader, &name, &value, error)) > 0)
        if (gr_game_set_tag(game, name, value))
            return gr_no_memory(error);
    return tag;
}

void gr_row_facts(const GrDb *db, const GrRow *row, GrGame *game) {
    game->rules = NULL;
    gr_row_rules(db, row, &game->rules, NULL);
    game->result = (GrResult)(row->column[GR_COL_FLAGS] & GR_FLAG_RESULT);
    game->partial = (row->column[GR_COL_FLAGS] & GR_FLAG_PARTIAL) != 0;
    game->plies = row->column[GR_COL_PLIES];
}

static bool is_among(const char *name, const char *const *tags) {
    while (*tags && strcmp(*tags, name) != 0)
        tags++;
    return *tags;
}

int gr_row_read_tags(GrDb *db, const GrRow *row, const char *const *tags, GrGame *game,
                     GrError *error) {
    bool inline_tags = row->column[GR_COL_FLAGS] & GR_FLAG_INLINE_TAGS;
    const GrShape *shape = gr_catalog_get_shape(&db->catalog, row->column[GR_COL_SHAPE]);
    if (inline_tags || !shape || row->cell_count != shape->count)
        return 0;
    gr_game_clear(game);
    for (uint32_t i = 0; i < shape->count; i++) {
        const char *name = gr_intern_get(&db->catalog.tags, shape->tags[i]);
        if (!name || !is_among(name, tags))
            continue;
        if (!row->cells[i])
            return 0;
        const char *value = gr_catalog_get_value(&db->catalog, shape->tags[i], row->cells[i],
                                                 error);
        if (!value)
            return (int)error->code;
        if (gr_game_set_tag(game, name, value))
            return gr_no_memory(error);
    }
    gr_row_facts(db, row, game);
    return 1;
}

int gr_row_read(GrDb *db, const GrRow *row, bool whole, GrGame *game, GrError *error) {
    GrRowReader reader;
    const uint32_t *column = row->column;
    const GrRules *rules;
    GrError own;
    error = error ? error : &own; /* gr_row_next_tag takes its code from there */
    gr_game_clear(game);
    int code = gr_row_open(db, row, &reader, error);
    if (!code)
        code = read_tags(&reader, game, error);
    if (!code && whole)
        code = gr_row_rules(db, row, &rules, error);
    if (code || !whole) {
        gr_row_facts(db, row, game);
        return code;
    }
    GrParts parts = {.rules = rules,
                     .flags = column[GR_COL_FLAGS],
                     .codec = column[GR_COL_CODEC],
                     .start = column[GR_COL_START],
                     .plies = column[GR_COL_PLIES],
                     .check = column[GR_COL_CHECK],
                     .start_fen = reader.start_fen,
                     .moves = row->moves,
                     .moves_len = column[GR_COL_MOVES],
                     .body = reader.texts.at,
                     .body_len = gr_input_left(&reader.texts),
                     .reader = &db->reader};
    return gr_unpack(&parts, game, error);
}
