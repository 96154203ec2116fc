/* Blocks as blobs. The head is
 *
 *     version (a byte)
 *     number of the first game, and number of games (varints)
 *     CRC-32 of the moves blob (4 bytes)
 *     the columns of GrBlockColumn
 *     number of tags that games of this block have (varint); for each of them, by its number:
 *         its number (varint), and a column of the values in the games that have it
 *     CRC-32 of all that (4 bytes)
 */
#include "db/store/block.h"

#include <stdlib.h>

#include "db/codec/column.h"
#include "db/codec/packed_bytes.h"

enum { PART_GAMES = 64, PART_TEXT = 1024, CRC_SIZE = 4 };

/* Where texts are cut: before every 64th game, if there is some text on both sides. */
static void cut_texts(const uint32_t *length, uint32_t games, GrCuts *cuts) {
    *cuts = (GrCuts){.count = 0};
    for (uint32_t i = 0; i < games; i++)
        cuts->len += length[i];
    size_t at = 0, last = 0;
    for (uint32_t i = 0; i < games && at < cuts->len; at += length[i++])
        if (i % PART_GAMES == 0 && at - last >= PART_TEXT)
            last = cuts->at[cuts->count++] = at;
}

/* The values of each tag, one tag's behind the other's. */
typedef struct Cells {
    uint32_t tags;                /* the highest that occurs */
    uint32_t at[GR_MAX_TAGS + 2]; /* where the values of a tag begin, up to the end of those of `tags` */
    uint32_t *value;
} Cells;

/* Games in a row that have the same tags, as most of a block have. */
typedef struct Run {
    const GrShape *shape; /* NULL: they have none */
    uint32_t from, to;
} Run;

/* The run that begins with row `from` and ends before row `to`; false if there is no such row. */
static bool next_run(Run *run, const GrBlock *block, const GrCatalog *catalog, uint32_t from, uint32_t to) {
    const uint32_t *shape = block->column[GR_COL_SHAPE];
    if (from == to)
        return false;
    *run = (Run){.from = from, .to = from + 1};
    while (run->to < to && shape[run->to] == shape[from])
        run->to++;
    run->shape = gr_catalog_get_shape(catalog, shape[from]);
    return true;
}

static uint32_t tags_of(const Run *run) {
    return run->shape ? run->shape->count : 0;
}

/* Finds out how many values each tag has in the rows and makes room; false without memory. */
static bool lay_out(Cells *cells, const GrBlock *block, const GrCatalog *catalog, uint32_t from, uint32_t to) {
    Run run;
    cells->tags = 0;
    for (uint32_t i = from; next_run(&run, block, catalog, i, to); i = run.to)
        for (uint32_t j = 0; j < tags_of(&run); j++)
            cells->tags = run.shape->tags[j] > cells->tags ? run.shape->tags[j] : cells->tags;
    memset(cells->at, 0, (cells->tags + 2) * sizeof *cells->at);
    for (uint32_t i = from; next_run(&run, block, catalog, i, to); i = run.to)
        for (uint32_t j = 0; j < tags_of(&run); j++)
            cells->at[run.shape->tags[j] + 1] += run.to - run.from;
    for (uint32_t tag = 1; tag <= cells->tags + 1; tag++)
        cells->at[tag] += cells->at[tag - 1];
    cells->value = malloc((cells->at[cells->tags + 1] + 1) * sizeof *cells->value);
    return cells->value;
}

static void write_tags(GrBuffer *head, const Cells *cells) {
    uint32_t tags = 0;
    for (uint32_t tag = 1; tag <= cells->tags; tag++)
        tags += cells->at[tag + 1] > cells->at[tag];
    gr_put_varint(head, tags);
    for (uint32_t tag = 1; tag <= cells->tags; tag++) {
        uint32_t count = cells->at[tag + 1] - cells->at[tag];
        if (count) {
            gr_put_varint(head, tag);
            gr_column_write(head, cells->value + cells->at[tag], count);
        }
    }
}

/* Row after row to tag after tag. */
static bool write_cells(GrBuffer *head, const GrBlock *block, const GrCatalog *catalog,
                        uint32_t from, uint32_t to) {
    Cells cells;
    uint32_t fill[GR_MAX_TAGS + 2];
    if (!lay_out(&cells, block, catalog, from, to))
        return false;
    memcpy(fill, cells.at, (cells.tags + 2) * sizeof *fill);
    for (uint32_t i = from; i < to; i++) {
        const GrShape *shape = gr_catalog_get_shape(catalog, block->column[GR_COL_SHAPE][i]);
        for (uint32_t j = 0; shape && j < shape->count; j++)
            cells.value[fill[shape->tags[j]]++] = block->cells[block->cells_at[i] + j];
    }
    write_tags(head, &cells);
    free(cells.value);
    return true;
}

/* What is written are the bytes that there are, whatever columns say that were read. */
static void lengths(const uint32_t *at, uint32_t games, uint32_t *length) {
    for (uint32_t i = 0; i < games; i++)
        length[i] = at[i + 1] - at[i];
}

int gr_block_pack(const GrBlock *block, const GrCatalog *catalog, uint32_t from, uint32_t to,
                  GrBlobs *blobs) {
    GrBuffer *head = &blobs->head;
    gr_buffer_clear(head);
    gr_buffer_clear(&blobs->moves);
    gr_buffer_clear(&blobs->texts);
    GrCuts cuts;
    uint32_t moves_len[GR_BLOCK_GAMES], texts_len[GR_BLOCK_GAMES];
    uint32_t at = block->moves_at[from], texts = block->texts_at[from];
    lengths(block->moves_at + from, to - from, moves_len);
    lengths(block->texts_at + from, to - from, texts_len);
    cut_texts(texts_len, to - from, &cuts);
    gr_put_bytes(&blobs->moves, block->moves.data + at, block->moves_at[to] - at);
    if (blobs->moves.failed ||
        !gr_deflate(block->texts.data + texts, cuts.len, &cuts, &blobs->texts))
        return GR_ERR_MEMORY;
    gr_put_u8(head, GR_HEAD_VERSION);
    gr_put_varint(head, (uint64_t)block->first + from);
    gr_put_varint(head, to - from);
    gr_put_u32(head, gr_crc(blobs->moves.data, blobs->moves.len));
    for (int c = 0; c < GR_COLUMNS; c++)
        gr_column_write(head, c == GR_COL_MOVES   ? moves_len
                              : c == GR_COL_TEXTS ? texts_len
                                                  : block->column[c] + from, to - from);
    if (!write_cells(head, block, catalog, from, to))
        return GR_ERR_MEMORY;
    gr_put_u32(head, gr_crc(head->data, head->len));
    return head->failed ? GR_ERR_MEMORY : 0;
}

/* The tags must be those that the shapes have, and end where the head does: else a shape is damaged, and values may be
 * those of others. Values that are not there are 0. */
static void read_tags(GrInput *head, Cells *cells) {
    uint32_t tags = gr_input_bounded(head, GR_MAX_TAGS), last = 0, read = 0, end = cells->at[cells->tags + 1];
    bool whole = true;
    for (; tags && !head->bad; tags--) {
        uint32_t tag = gr_input_bounded(head, GR_MAX_TAGS);
        uint32_t count = head->bad || tag > cells->tags ? 0 : cells->at[tag + 1] - cells->at[tag];
        head->bad |= tag <= last || !count;
        if (head->bad)
            break;
        whole = whole && cells->at[tag] == read;
        memset(cells->value + read, 0, (cells->at[tag] - read) * sizeof *cells->value);
        gr_column_read(head, cells->value + cells->at[tag], count);
        read = cells->at[tag + 1];
        last = tag;
    }
    memset(cells->value + read, 0, (end - read) * sizeof *cells->value);
    head->bad |= !whole || read != end || gr_input_left(head) != CRC_SIZE;
}

/* The next values of each tag of a run to its rows, game after game, since a game may have a tag twice; `to` has room
 * for them from `at` on, or is NULL if no game has a tag. Returns where they end. */
static uint32_t deal_out(Cells *cells, const Run *run, uint32_t *to, uint32_t at) {
    uint32_t tags = tags_of(run);
    for (uint32_t game = run->from; game < run->to; game++)
        for (uint32_t j = 0; j < tags; j++)
            to[at++] = cells->value[cells->at[run->shape->tags[j]]++];
    return at;
}

/* Tag after tag to row after row. */
static int read_cells(GrInput *head, GrBlock *block, const GrCatalog *catalog) {
    Cells cells;
    Run run;
    if (!lay_out(&cells, block, catalog, 0, block->games))
        return GR_ERR_MEMORY;
    uint32_t total = cells.at[cells.tags + 1], at = 0;
    if (total > block->cells_cap) {
        free(block->cells);
        block->cells = malloc(total * sizeof *block->cells);
        block->cells_cap = block->cells ? total : 0;
    }
    if (total && !block->cells) {
        free(cells.value);
        return GR_ERR_MEMORY;
    }
    read_tags(head, &cells);
    for (uint32_t i = 0; next_run(&run, block, catalog, i, block->games); i = run.to) {
        for (uint32_t game = run.from; game < run.to; game++)
            block->cells_at[game] = at + (game - run.from) * tags_of(&run);
        at = deal_out(&cells, &run, block->cells, at);
    }
    block->cells_at[block->games] = at;
    free(cells.value);
    return 0;
}

/* Turns lengths into places, none of them behind the end. Is that the end of the last one? */
static bool places(uint32_t *at, const uint32_t *length, uint32_t games, size_t end) {
    uint64_t sum = 0;
    for (uint32_t i = 0; i < games; i++) {
        at[i] = (uint32_t)(sum < end ? sum : end);
        sum += length[i];
    }
    at[games] = (uint32_t)(sum < end ? sum : end);
    return sum == end;
}

/* Is none of the values above `most`? */
static bool all_below(const uint32_t *value, uint32_t games, uint32_t most) {
    uint32_t high = 0;
    for (uint32_t i = 0; i < games; i++)
        high = value[i] > high ? value[i] : high;
    return high <= most;
}

/* Notes what was found out about one of the block's blobs. */
static void note(GrBlock *block, GrHealth health) {
    block->suspect |= health != GR_SOUND;
    block->damaged |= health == GR_CORRUPT;
}

/* Reads the columns of the head, which is sound as far as it is known to be. */
static int read_columns(GrBlock *block, const GrCatalog *catalog, uint32_t games, GrInput *head,
                        size_t moves_len, GrBlockParts parts) {
    for (int c = 0; c < GR_COLUMNS; c++)
        gr_column_read(head, block->column[c], games);
    block->games = games;
    memset(block->cells_at, 0, sizeof block->cells_at);
    if (parts != GR_BLOCK_MOVES && read_cells(head, block, catalog)) {
        block->games = 0;
        return GR_ERR_MEMORY;
    }
    bool fits = places(block->moves_at, block->column[GR_COL_MOVES], games, moves_len);
    bool sound = (fits || parts == GR_BLOCK_HEAD) &&
                 all_below(block->column[GR_COL_PLIES], games, GR_MAX_PLIES);
    memset(block->texts_at, 0, sizeof block->texts_at);
    memset(block->signatures_at, 0, sizeof block->signatures_at);
    if (head->bad || !sound)
        note(block, GR_CORRUPT);
    return 0;
}

static int unpack_head(GrBlock *block, const GrCatalog *catalog, int64_t games, GrInput head,
                       GrInput moves, GrBlockParts parts, GrError *error) {
    long long first = (long long)block->first;
    size_t moves_len = gr_input_left(&moves);
    if (gr_input_u8(&head) > GR_HEAD_VERSION && !block->damaged)
        return gr_fail(error, GR_ERR_FOREIGN, "block %lld was written by a newer program", first);
    bool own = gr_input_varint(&head) == (uint64_t)first; /* else all its games would be others */
    uint32_t count = gr_input_bounded(&head, GR_BLOCK_GAMES);
    if (!own || !count || (count != games && block->damaged))
        return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: block %lld has the games "
                                              "of another", first);
    if (count != games) /* then the table is wrong */
        note(block, GR_CORRECTED);
    uint32_t crc = gr_input_u32(&head); /* which is there whether the head fits or not */
    gr_put_bytes(&block->moves, moves.at, moves_len);
    if (block->moves.failed || read_columns(block, catalog, count, &head, moves_len, parts))
        return gr_no_memory(error);
    if (parts != GR_BLOCK_HEAD)
        note(block, gr_correct((uint8_t *)block->moves.data, moves_len, crc));
    return 0;
}

int64_t gr_block_count(int64_t first, int64_t games, GrInput head) {
    GrInput in = head;
    games = games < 1 ? 1 : games > GR_BLOCK_GAMES ? GR_BLOCK_GAMES : games;
    bool known = gr_input_u8(&in) == GR_HEAD_VERSION && gr_input_varint(&in) == (uint64_t)first;
    uint32_t count = gr_input_bounded(&in, GR_BLOCK_GAMES);
    if (count == games || !known || in.bad || !count)
        return games;
    return gr_crc(head.at, gr_input_left(&head)) == GR_CRC_OF_WHOLE ? count : games;
}

int gr_block_unpack(GrBlock *block, const GrCatalog *catalog, int64_t first, int64_t games,
                    GrInput head, GrInput moves, GrBlockParts parts, GrError *error) {
    GrBuffer copy;
    gr_block_clear(block, first);
    block->has = parts < GR_BLOCK_TEXTS ? parts : GR_BLOCK_TAGS;
    if (gr_input_left(&head) < 6)
        return gr_fail(error, GR_ERR_DAMAGED, "the database is damaged: block %lld",
                       (long long)first);
    gr_buffer_init(&copy);
    if (gr_crc(head.at, gr_input_left(&head)) != GR_CRC_OF_WHOLE) {
        gr_put_bytes(&copy, head.at, gr_input_left(&head));
        if (copy.failed)
            return gr_no_memory(error);
        note(block, gr_correct((uint8_t *)copy.data, copy.len, GR_CRC_OF_WHOLE));
        head = gr_input(copy.data, copy.len);
    }
    int code = unpack_head(block, catalog, games, head, moves, parts, error);
    gr_buffer_free(&copy);
    return code;
}

int gr_block_unpack_texts(GrBlock *block, GrInput texts, GrError *error) {
    GrCuts cuts;
    gr_buffer_clear(&block->texts);
    block->has = GR_BLOCK_TEXTS;
    cut_texts(block->column[GR_COL_TEXTS], block->games, &cuts);
    bool known = !block->damaged && cuts.len <= GR_MAX_BLOCK_TEXT; /* else the head is wrong */
    note(block, gr_inflate(texts, &cuts, known ? cuts.len : GR_MAX_BLOCK_TEXT, &block->texts));
    if (block->texts.failed)
        return gr_no_memory(error);
    if (!places(block->texts_at, block->column[GR_COL_TEXTS], block->games, block->texts.len))
        note(block, GR_CORRUPT);
    return 0;
}
