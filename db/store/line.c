/* Main lines of stored games. */
#include "db/store/line.h"

#include <string.h>

int gr_row_line(const GrDb *db, const GrRow *row, GrStoredLine *line, GrError *error) {
    const uint32_t *column = row->column;
    *line = (GrStoredLine){.variant = column[GR_COL_VARIANT], .flags = column[GR_COL_FLAGS],
                           .plies = column[GR_COL_PLIES], .moves = row->moves, .len = column[GR_COL_MOVES]};
    int code = gr_row_rules(db, row, &line->rules, error);
    if (!code)
        code = gr_codec_check(column[GR_COL_CODEC], error);
    if (!code && line->plies > GR_MAX_PLIES)
        code = gr_fail(error, GR_ERR_DAMAGED, "the game's length is damaged");
    return code;
}

int gr_row_start(GrDb *db, const GrRow *row, const GrRules *rules, GrPosition *start, GrError *error) {
    const char *name, *value, *fen_tag = NULL;
    GrRowReader reader;
    GrParts parts = {.rules = rules, .start = row->column[GR_COL_START]};
    int tag = 0;
    if (parts.start != GR_START_USUAL) {
        tag = gr_row_open(db, row, &reader, error);
        parts.start_fen = reader.start_fen;
        while (!tag && (tag = gr_row_next_tag(&reader, &name, &value, error)) > 0) {
            fen_tag = strcmp(name, "FEN") ? fen_tag : value;
            tag = 0;
        }
    }
    return tag ? tag : gr_unpack_start(&parts, fen_tag, start, error);
}

/* Reads a game as a whole, which checks it. */
static int check_row(GrDb *db, const GrRow *row, GrError *error) {
    GrGame game;
    gr_game_init(&game);
    int code = gr_row_read(db, row, true, &game, error);
    gr_game_free(&game);
    return code;
}

int gr_db_line(GrDb *db, int64_t id, GrStoredLine *line, GrPosition *start, GrError *error) {
    const GrBlock *block;
    uint32_t i;
    GrRow row;
    int code = gr_db_find(db, id, GR_BLOCK_MOVES, &block, &i, error);
    if (!code && (block->suspect || block->column[GR_COL_START][i] != GR_START_USUAL))
        code = gr_db_find(db, id, GR_BLOCK_TEXTS, &block, &i, error);
    if (code)
        return code;
    gr_block_row(block, i, &row);
    if (block->suspect)
        code = check_row(db, &row, error);
    if (!code)
        code = gr_row_line(db, &row, line, error);
    if (!code && !line->rules)
        code = gr_fail(error, GR_ERR_FOREIGN, "the variant is unknown");
    return code ? code : gr_row_start(db, &row, line->rules, start, error);
}
