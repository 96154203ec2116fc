/* Heads of blocks, column by column. */
#include "db/store/head.h"

#include "db/codec/integrity.h"

enum { CRC_SIZE = 4, MOST_SHAPES = GR_BLOCK_GAMES };

/* The shapes of a block's games, and how many games have each. */
typedef struct Shapes {
    unsigned count;
    uint32_t id[MOST_SHAPES], games[MOST_SHAPES];
    const GrShape *shape[MOST_SHAPES]; /* NULL: none */
} Shapes;

static unsigned place_of(const Shapes *shapes, uint32_t id) {
    unsigned i = 0;
    while (i < shapes->count && shapes->id[i] != id)
        i++;
    return i;
}

/* False if one is not known. */
static bool list_shapes(const GrCatalog *catalog, const GrHead *head, Shapes *shapes) {
    shapes->count = 0;
    const uint32_t *of = head->column[GR_COL_SHAPE];
    for (uint32_t i = 0, run; i < head->games; i += run) {
        uint32_t id = of[i];
        for (run = 1; i + run < head->games && of[i + run] == id;)
            run++;
        unsigned at = place_of(shapes, id);
        if (at == shapes->count) {
            shapes->count++;
            shapes->id[at] = id;
            shapes->games[at] = 0;
            shapes->shape[at] = id ? gr_catalog_get_shape(catalog, id) : NULL;
            if (id && !shapes->shape[at])
                return false;
        }
        shapes->games[at] += run;
    }
    return true;
}

static bool has_tag(const GrShape *shape, uint32_t tag) {
    for (uint32_t j = 0; shape && j < shape->count; j++)
        if (shape->tags[j] == tag)
            return true;
    return false;
}

static uint32_t games_with(const Shapes *shapes, uint32_t tag) {
    uint32_t games = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        games += has_tag(shapes->shape[i], tag) ? shapes->games[i] : 0;
    return games;
}

/* From the values of the games that have the tag to those of all games. */
static void spread(const GrHead *head, const Shapes *shapes, const uint32_t *from, uint32_t games, GrHeadTag *to) {
    bool has[MOST_SHAPES];
    if (games == head->games) {
        memcpy(to->value, from, games * sizeof *from);
        return;
    }
    for (unsigned i = 0; i < shapes->count; i++)
        has[i] = has_tag(shapes->shape[i], to->tag);
    uint32_t last = 0;
    bool has_it = false; /* a game of that shape */
    for (uint32_t i = 0; i < head->games; i++) {
        uint32_t id = head->column[GR_COL_SHAPE][i];
        if (id != last)
            has_it = has[place_of(shapes, id)];
        last = id;
        to->value[i] = !id ? 0 : from && has_it ? *from++ : GR_NO_VALUE;
    }
}

static GrHeadTag *find_tag(const GrHead *head, uint32_t tag) {
    for (size_t i = 0; i < head->tags; i++)
        if (head->tag[i].tag == tag)
            return &head->tag[i];
    return NULL;
}

/* As the columns of tags stand in the head: in order of their numbers, all that the shapes have. */
static bool read_tags(GrInput *in, GrHead *head, const Shapes *shapes) {
    uint32_t value[GR_BLOCK_GAMES], tags = gr_input_bounded(in, GR_MAX_TAGS);
    for (size_t i = 0; i < head->tags; i++)
        head->tag[i].read = head->tag[i].packed = false;
    for (; tags && !in->bad; tags--) {
        uint32_t tag = gr_input_bounded(in, GR_MAX_TAGS), games = games_with(shapes, tag);
        GrHeadTag *wanted = find_tag(head, tag);
        GrColumn skipped;
        in->bad |= !games;
        if (!wanted) {
            gr_column_open(in, &skipped, games);
            continue;
        }
        wanted->read = true;
        wanted->packed = head->single && games == head->games;
        if (wanted->packed) {
            gr_column_open(in, &wanted->column, games);
            continue;
        }
        gr_column_read(in, value, games);
        spread(head, shapes, value, games, wanted);
    }
    for (size_t i = 0; i < head->tags; i++) {
        GrHeadTag *tag = &head->tag[i];
        tag->packed |= !tag->read && head->single && place_of(shapes, 0) == shapes->count;
        if (!tag->read && tag->packed)
            tag->column = (GrColumn){.low = GR_NO_VALUE};
        else if (!tag->read)
            spread(head, shapes, NULL, 0, tag);
    }
    return !in->bad && gr_input_left(in) == CRC_SIZE;
}

static bool unpack(const GrCatalog *catalog, GrInput in, int64_t games, GrHead *head) {
    const unsigned wanted = head->columns | 1u << GR_COL_FLAGS;
    Shapes shapes;
    if (gr_crc(in.at, gr_input_left(&in)) != GR_CRC_OF_WHOLE || gr_input_u8(&in) != GR_HEAD_VERSION ||
        gr_input_varint(&in) != (uint64_t)head->first)
        return false;
    head->games = gr_input_bounded(&in, GR_BLOCK_GAMES);
    gr_input_u32(&in); /* the checksum of the moves */
    if (in.bad || !head->games || head->games != games)
        return false;
    for (int c = 0; c < GR_COLUMNS; c++) {
        GrColumn skipped;
        if (c == GR_COL_SHAPE || (c < GR_COL_SHAPE && !head->single && wanted >> c & 1))
            gr_column_read(&in, head->column[c], head->games);
        else
            gr_column_open(&in, c < GR_COL_SHAPE ? &head->property[c] : &skipped, head->games);
    }
    return !in.bad && list_shapes(catalog, head, &shapes) && read_tags(&in, head, &shapes);
}

int gr_head_read(GrDb *db, int64_t first, GrHead *head, GrError *error) {
    sqlite3_stmt *stmt;
    size_t len;
    int code = gr_db_may_read(db, GR_LONG_BLOCK, first, error);
    int row = code ? code : gr_sql_find(&db->sql, GR_SQL_GET_HEAD, first, &stmt, error);
    if (row <= 0)
        return row;
    const void *bytes = gr_sql_blob(stmt, 1, &len);
    if (head->single) { /* SQLite's go with the statement */
        gr_buffer_clear(&head->bytes);
        gr_buffer_add(&head->bytes, bytes, len);
        bytes = head->bytes.failed ? NULL : head->bytes.data;
        len = bytes ? len : 0;
    }
    head->first = first;
    bool sound = len > CRC_SIZE &&
                 unpack(&db->catalog, gr_input(bytes, len), sqlite3_column_int64(stmt, 0), head);
    db->rows[GR_LONG_BLOCK].read += len;
    sqlite3_reset(stmt);
    return sound;
}
