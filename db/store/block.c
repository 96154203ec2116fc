/* Blocks of games in memory. */
#include "db/store/block.h"

#include <stdlib.h>

#include "db/codec/pack.h"

void gr_block_free(GrBlock *block) {
    free(block->cells);
    gr_buffer_free(&block->moves);
    gr_buffer_free(&block->texts);
    gr_buffer_free(&block->signatures);
    *block = (GrBlock){0};
}

void gr_block_clear(GrBlock *block, int64_t first) {
    block->first = first;
    block->games = 0;
    block->suspect = block->damaged = false;
    block->has = GR_BLOCK_TEXTS;
    block->moves_at[0] = block->texts_at[0] = block->cells_at[0] = block->signatures_at[0] = 0;
    gr_buffer_clear(&block->moves);
    gr_buffer_clear(&block->texts);
    gr_buffer_clear(&block->signatures);
}

bool gr_block_has_room(const GrBlock *block) {
    return block->games < GR_BLOCK_GAMES && block->texts.len < GR_BLOCK_TEXT;
}

static bool reserve_cells(GrBlock *block, size_t count) {
    if (count <= block->cells_cap)
        return true;
    size_t cap = block->cells_cap ? block->cells_cap : 1024;
    while (cap < count)
        cap *= 2;
    uint32_t *cells = realloc(block->cells, cap * sizeof *cells);
    if (!cells)
        return false;
    block->cells = cells;
    block->cells_cap = (uint32_t)cap;
    return true;
}

int gr_block_add(GrBlock *block, const GrRow *row) {
    uint32_t i = block->games, cells = block->cells_at[i];
    size_t moves = block->moves.len, texts = block->texts.len, signatures = block->signatures.len;
    gr_put_bytes(&block->moves, row->moves, row->column[GR_COL_MOVES]);
    gr_put_bytes(&block->texts, row->texts, row->column[GR_COL_TEXTS]);
    gr_put_bytes(&block->signatures, row->signature, row->signature_len);
    if (block->moves.failed || block->texts.failed || block->signatures.failed ||
        !reserve_cells(block, (size_t)cells + row->cell_count)) {
        block->moves.len = moves;
        block->texts.len = texts;
        block->signatures.len = signatures;
        block->moves.failed = block->texts.failed = block->signatures.failed = false;
        return GR_ERR_MEMORY;
    }
    for (int c = 0; c < GR_COLUMNS; c++)
        block->column[c][i] = row->column[c];
    if (row->cell_count)
        memcpy(block->cells + cells, row->cells, row->cell_count * sizeof *row->cells);
    block->cells_at[i + 1] = cells + row->cell_count;
    block->moves_at[i + 1] = (uint32_t)block->moves.len;
    block->texts_at[i + 1] = (uint32_t)block->texts.len;
    block->signatures_at[i + 1] = (uint32_t)block->signatures.len;
    block->games++;
    return 0;
}

/* Nothing is added to the null pointer that an empty buffer has. */
static const uint8_t *bytes_at(const GrBuffer *buffer, uint32_t at) {
    return buffer->data ? (const uint8_t *)buffer->data + at : NULL;
}

void gr_block_row(const GrBlock *block, uint32_t i, GrRow *row) {
    for (int c = 0; c < GR_COLUMNS; c++)
        row->column[c] = block->column[c][i];
    row->cells = block->cells ? block->cells + block->cells_at[i] : NULL;
    row->cell_count = block->cells_at[i + 1] - block->cells_at[i];
    row->moves = bytes_at(&block->moves, block->moves_at[i]);
    row->texts = bytes_at(&block->texts, block->texts_at[i]);
    row->signature = bytes_at(&block->signatures, block->signatures_at[i]);
    row->signature_len = block->signatures_at[i + 1] - block->signatures_at[i];
    row->column[GR_COL_MOVES] = block->moves_at[i + 1] - block->moves_at[i];
    row->column[GR_COL_TEXTS] = block->texts_at[i + 1] - block->texts_at[i];
}

int64_t gr_block_plies(const GrBlock *block, uint32_t from, uint32_t to) {
    int64_t plies = 0;
    for (uint32_t i = from; i < to; i++)
        if (!(block->column[GR_COL_FLAGS][i] & GR_FLAG_DELETED))
            plies += block->column[GR_COL_PLIES][i];
    return plies;
}
