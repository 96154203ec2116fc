/* Both boards of a record from a database. */
#include "cli/pairs.h"

#include "notation/write/boards.h"

void cli_pairs_init(CliPairs *pairs) {
    pairs->paired = false;
    gr_game_init(&pairs->other);
    gr_buffer_init(&pairs->written);
}

void cli_pairs_free(CliPairs *pairs) {
    gr_game_free(&pairs->other);
    gr_buffer_free(&pairs->written);
}

void cli_pairs_begin(CliPairs *pairs) {
    gr_buffer_clear(&pairs->written);
}

/* Was the record written before? Notes that it is now. */
static bool is_written(GrBuffer *written, int64_t id) {
    size_t at = (size_t)id / 8;
    while (written->len <= at && !written->failed)
        gr_buffer_putc(written, 0);
    if (written->failed)
        return false;
    bool before = written->data[at] >> (id % 8) & 1;
    written->data[at] = (char)(written->data[at] | 1 << (id % 8));
    return before;
}

int cli_pairs_read(CliPairs *pairs, GrDb *db, const GrFormat *format, GrGame *game, int64_t id, GrError *error) {
    int board = format->pair ? gr_record_board(game) : -1;
    pairs->paired = false;
    if (board < 0 || (board && id <= 1))
        return 0;
    int code = gr_db_get_game(db, board ? id - 1 : id + 1, &pairs->other, error);
    if (code)
        return code == GR_ERR_NOT_FOUND || code == GR_ERR_DAMAGED || code == GR_ERR_FOREIGN ? 0 : code;
    bool one = board ? gr_is_one_record(&pairs->other, game) : gr_is_one_record(game, &pairs->other);
    if (!one)
        return 0;
    if (board) {
        GrGame swap = *game;
        *game = pairs->other;
        pairs->other = swap;
    }
    pairs->paired = true;
    if (is_written(&pairs->written, id - board))
        return 1;
    return pairs->written.failed ? gr_no_memory(error) : 0;
}
