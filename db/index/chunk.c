/* Chunks, and their games. */
#include "db/index/chunk.h"

int64_t gr_chunks_next(GrDb *db, int64_t number, GrError *error) {
    int64_t id = gr_chunk_first(number), block = gr_db_block_of(db, id, error);
    if (block > 0 && id - block < GR_BLOCK_GAMES)
        return number;
    if (block >= 0)
        block = gr_db_next_block(db, id, error);
    int code = block > id ? gr_db_note_missing(db, id, error) : block ? 0 : gr_db_note_missing_end(db, error);
    if (code)
        return code;
    return block > 0 ? gr_chunk_of(block) : block < 0 ? block : GR_NO_CHUNK;
}

int gr_chunk_next(GrDb *db, GrChunkGame *game, GrError *error) {
    int64_t id = game->id + 1;
    GrError why;
    int code = GR_ERR_NOT_FOUND;
    while (code == GR_ERR_NOT_FOUND && id > 0 && id < game->end) {
        game->id = id;
        code = gr_db_line(db, id, &game->line, &game->start, &why);
        id = code == GR_ERR_NOT_FOUND ? gr_db_next_game(db, id + 1, error) : id;
    }
    if (code == GR_ERR_NOT_FOUND)
        return id < 0 ? (int)id : 0;
    if (code && !gr_is_damage(code))
        return gr_fail(error, why.code, "%s", why.text);
    game->readable = !code;
    game->i = (uint32_t)((game->id - 1) % GR_CHUNK_GAMES);
    return 1;
}
