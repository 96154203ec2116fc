/* Replays the games of a file and prints, for each, its players, its plies, the position at its end, and what
 * is wrong with its text:
 *     cc replay.c $(pkg-config --cflags --libs grimoire) -o replay && ./replay games.pgn
 */
#include <grimoire.h>
#include <stdio.h>

/* The value of a tag, "?" if the game has none. */
static const char *tag(const GrGame *game, const char *name) {
    const char *value = gr_game_tag(game, name);
    return value ? value : "?";
}

static void show(const GrGame *game, const char *file) {
    for (size_t i = 0; i < game->diag_count; i++) {
        const GrDiagnostic *d = &game->diags[i];
        fprintf(stderr, "%s:%u:%u: %s\n", file, (unsigned)d->line, (unsigned)d->column,
                gr_game_string(game, d->text));
    }
    printf("%s - %s, %s, %u plies\n", tag(game, "White"), tag(game, "Black"), gr_result_text(game->result),
           (unsigned)game->plies);
    if (game->rules) {
        GrPosition pos;
        char fen[GR_FEN_SIZE];
        gr_game_position(game, game->plies, &pos);
        gr_fen_write(&pos, fen);
        printf("    %s\n", fen);
    }
}

/* Shows each game of the file; 1 after the last one, below 0 if reading fails. */
static int replay(const char *file, const GrVariants *variants, GrError *error) {
    GrReader *reader = gr_reader_open(file, variants, NULL, error);
    if (!reader)
        return error->code;
    GrGame game;
    gr_game_init(&game);
    int got;
    while ((got = gr_reader_next(reader, &game, error)) > 0)
        show(&game, file);
    gr_game_free(&game);
    gr_reader_close(reader);
    return got;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: replay FILE\n");
        return 2;
    }
    GrError error = {GR_ERR_MEMORY, "out of memory"};
    GrVariants *variants = gr_variants_open();
    int code = variants ? replay(argv[1], variants, &error) : GR_ERR_MEMORY;
    gr_variants_close(variants);
    if (code < 0)
        fprintf(stderr, "replay: %s\n", error.text);
    return code < 0 ? 2 : 0;
}
