/* A database as SQL or JSON lines. */
#include "db/upkeep/dump.h"

#include <inttypes.h>

#include "notation/write/format.h"
#include "rules/fen.h"

void gr_dump_begin(GrBuffer *out) {
    gr_buffer_puts(out, "BEGIN;\n"
                        "CREATE TABLE game(\n"
                        "  id INTEGER PRIMARY KEY,\n"
                        "  variant TEXT,\n"
                        "  result TEXT NOT NULL,\n"
                        "  plies INTEGER NOT NULL,\n"
                        "  status TEXT NOT NULL,\n"
                        "  start_fen TEXT,\n"
                        "  final_fen TEXT,\n"
                        "  moves TEXT NOT NULL,\n"
                        "  pgn TEXT NOT NULL\n"
                        ");\n"
                        "CREATE TABLE tag(\n"
                        "  game INTEGER NOT NULL REFERENCES game(id),\n"
                        "  place INTEGER NOT NULL,\n"
                        "  name TEXT NOT NULL,\n"
                        "  value TEXT NOT NULL,\n"
                        "  PRIMARY KEY(game, place)\n"
                        ");\n");
}

/* A string in quotes, those inside doubled; NULL as NULL. */
static void put_string(GrBuffer *out, const char *text, const char *end) {
    if (!text) {
        gr_buffer_printf(out, "NULL%s", end);
        return;
    }
    gr_buffer_putc(out, '\'');
    for (; *text; text++) {
        if (*text == '\'')
            gr_buffer_putc(out, '\'');
        gr_buffer_putc(out, *text);
    }
    gr_buffer_printf(out, "'%s", end);
}

/* What a format gives, as a string without the line end at its end. */
static void put_written(GrBuffer *out, const GrGame *game, const GrFormat *format, const char *end) {
    GrBuffer text;
    gr_buffer_init(&text);
    format->game(&text, game, 1, 1);
    out->failed |= text.failed;
    while (text.len && text.data[text.len - 1] == '\n')
        text.data[--text.len] = '\0';
    put_string(out, text.data ? text.data : "", end);
    gr_buffer_free(&text);
}

void gr_dump_game(GrBuffer *out, int64_t id, const GrGame *game) {
    char start[GR_FEN_SIZE] = "", final[GR_FEN_SIZE] = "";
    if (game->rules) {
        GrPosition pos;
        gr_game_position(game, UINT32_MAX, &pos);
        gr_fen_write(&game->start, start);
        gr_fen_write(&pos, final);
    }
    gr_buffer_printf(out, "INSERT INTO game VALUES(%" PRId64 ", ", id);
    put_string(out, gr_game_variant(game), ", ");
    gr_buffer_printf(out, "'%s', %" PRIu32 ", '%s', ", gr_result_text(game->result), game->plies,
                     game->partial ? "partial" : "complete");
    put_string(out, *start ? start : NULL, ", ");
    put_string(out, *final ? final : NULL, ", ");
    put_written(out, game, &gr_format_san, ", ");
    put_written(out, game, &gr_format_pgn, ");\n");
    for (size_t i = 0; i < game->tag_count; i++) {
        gr_buffer_printf(out, "INSERT INTO tag VALUES(%" PRId64 ", %zu, ", id, i + 1);
        put_string(out, gr_game_string(game, game->tags[i].name), ", ");
        put_string(out, gr_game_string(game, game->tags[i].value), ");\n");
    }
}

void gr_dump_end(GrBuffer *out) {
    gr_buffer_puts(out, "COMMIT;\n");
}
