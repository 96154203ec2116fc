/* The games of a match that was stopped, read again from what it has written. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/study/match_local.h"
#include "db/search/select.h"
#include "notation/buffer.h"
#include "notation/reader/reader.h"

/* ---- the text ---- */

/* Reads a file as it stands; one that is not there is empty. */
static int read_file(const char *path, GrBuffer *text, GrError *error) {
    enum { PIECE = 1 << 16 };
    FILE *file = fopen(path, "rb");
    if (!file)
        return errno == ENOENT ? 0 : gr_fail(error, GR_ERR_IO, "cannot read %s: %s", path, strerror(errno));
    char *piece = malloc(PIECE);
    size_t got;
    while (piece && (got = fread(piece, 1, PIECE, file)) > 0)
        gr_buffer_add(text, piece, got);
    bool failed = ferror(file) != 0;
    bool short_of_memory = !piece || text->failed;
    free(piece);
    fclose(file);
    if (failed)
        return gr_fail(error, GR_ERR_IO, "cannot read %s", path);
    return short_of_memory ? gr_no_memory(error) : 0;
}

/* Does the text up to here, which an empty line ends, end with a result? The tags do not. */
static bool ends_game(const char *text, size_t length) {
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2"};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        size_t size = strlen(results[i]);
        if (length > size && !memcmp(text + length - size, results[i], size) &&
            strchr(" \n", text[length - size - 1]))
            return true;
    }
    return false;
}

/* How much of the text is whole games, of which the last one may be cut off. */
static size_t whole_games(const char *text, size_t length) {
    for (size_t end = length; end >= 2; end--)
        if (text[end - 1] == '\n' && text[end - 2] == '\n' && ends_game(text, end - 2))
            return end;
    return 0;
}

/* ---- the games ---- */

static GrMatchFault fault_of(const GrGame *game) {
    const char *how = gr_game_tag(game, "Termination"), *why = gr_game_tag(game, "Reason");
    if (!how)
        return GR_FAULT_NONE;
    if (!strcmp(how, "rules infraction"))
        return GR_FAULT_ILLEGAL;
    if (!strcmp(how, "time forfeit"))
        return GR_FAULT_TIME;
    if (!strcmp(how, "abandoned"))
        return why && strstr(why, "hangs") ? GR_FAULT_HANG : GR_FAULT_CRASH;
    return GR_FAULT_NONE;
}

/* Its number, 0 if it has none that a game of this match can have. */
static uint32_t number_of(const GrGame *game, uint32_t games) {
    const char *round = gr_game_tag(game, "Round");
    char *end;
    unsigned long number = round ? strtoul(round, &end, 10) : 0;
    return round && !*end && number <= games ? (uint32_t)number : 0;
}

static bool has_errors(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR)
            return true;
    return game->result == GR_RESULT_NONE;
}

/* Keeps the game, which is over, under its number. `in_turn`: it must be the next one. */
static int keep(GrMatchPast *past, GrMatchGame *game, const char *path, bool in_turn, GrError *error) {
    uint32_t number = number_of(&game->game, past->games);
    if (!number || game->game.rules != past->rules || has_errors(&game->game) ||
        (in_turn && number != past->in_turn + 1))
        return gr_fail(error, GR_ERR_SYNTAX, "%s:%" PRIu32 ": this is not game %" PRIu32 " of this match",
                       path, game->game.line, past->in_turn + 1);
    bool white_lost = game->game.result == GR_BLACK_WINS, first_has_white = number % 2 == 1;
    game->fault = fault_of(&game->game);
    game->engine = white_lost == first_has_white ? 0 : 1;
    gr_game_position(&game->game, game->game.plies, &game->pos);
    if (past->game[number - 1]) {
        gr_match_game_free(game);
        free(game);
        return 0;
    }
    past->game[number - 1] = game;
    past->count++;
    past->in_turn += in_turn;
    return 0;
}

static int next_game(GrMatchPast *past, GrReader *reader, const char *path, bool in_turn,
                     GrError *error) {
    GrMatchGame *game = malloc(sizeof *game);
    if (!game)
        return gr_no_memory(error);
    gr_match_game_init(game);
    int code = gr_reader_next(reader, &game->game, error), kept = code;
    if (code > 0)
        kept = keep(past, game, path, in_turn, error);
    if (code <= 0 || kept) {
        gr_match_game_free(game);
        free(game);
    }
    return code > 0 && kept ? kept : code;
}

static int read_games(GrMatchPast *past, const char *path, const GrVariants *variants, bool in_turn,
                      size_t *whole, GrError *error) {
    GrBuffer text;
    gr_buffer_init(&text);
    int code = read_file(path, &text, error);
    *whole = code ? 0 : whole_games(text.data, text.len);
    const char first[] = "[Event ";
    size_t least = text.len < sizeof first - 1 ? text.len : sizeof first - 1;
    if (code == 0 && least && in_turn && memcmp(text.data, first, least) != 0)
        code = gr_fail(error, GR_ERR_SYNTAX, "%s holds no games of a match", path);
    if (code == 0 && *whole) {
        GrReader *reader = gr_reader_open_memory(text.data, *whole, variants, past->rules, error);
        code = reader ? 1 : (int)error->code;
        while (code > 0)
            code = next_game(past, reader, path, in_turn, error);
        gr_reader_close(reader);
    }
    gr_buffer_free(&text);
    return code;
}

int gr_match_past_read(const char *path, const char *ahead, const GrVariants *variants,
                       const GrRules *rules, uint32_t games, GrMatchPast *past, GrError *error) {
    GrError own;
    size_t ignored;
    error = error ? error : &own;
    *past = (GrMatchPast){.rules = rules, .games = games};
    past->game = calloc(games ? games : 1, sizeof *past->game);
    if (!past->game)
        return gr_no_memory(error);
    int code = read_games(past, path, variants, true, &past->whole, error);
    if (code == 0)
        code = read_games(past, ahead, variants, false, &ignored, error);
    if (code)
        gr_match_past_free(past);
    return code;
}

/* Keeps a game of the database, if its Event is this one and not only has it in it. */
static int keep_found(GrMatchPast *past, GrDb *db, int64_t id, const char *event, GrError *error) {
    GrMatchGame *game = malloc(sizeof *game);
    if (!game)
        return gr_no_memory(error);
    gr_match_game_init(game);
    int code = gr_db_get_game(db, id, &game->game, error);
    const char *own = code ? NULL : gr_game_tag(&game->game, "Event");
    bool is_own = own && !strcmp(own, event);
    if (is_own)
        code = keep(past, game, event, false, error);
    if (code || !is_own) {
        gr_match_game_free(game);
        free(game);
    }
    return code;
}

static int find_games(GrMatchPast *past, GrDb *db, const char *event, GrError *error) {
    GrSelection selection;
    int64_t id;
    gr_selection_init(&selection);
    int code = gr_selection_add(&selection, gr_db_all_variants(db), "event", event, error);
    GrCursor *cursor = code ? NULL : gr_cursor_open(db, &selection, error);
    if (!code && !cursor)
        code = (int)error->code;
    while (!code && (code = gr_cursor_next(cursor, &id, error)) > 0)
        code = keep_found(past, db, id, event, error);
    gr_cursor_close(cursor);
    gr_selection_free(&selection);
    return code;
}

int gr_match_past_find(GrDb *db, const char *event, const GrRules *rules, uint32_t games, GrMatchPast *past,
                       GrError *error) {
    GrError own;
    error = error ? error : &own;
    *past = (GrMatchPast){.rules = rules, .games = games};
    past->game = calloc(games ? games : 1, sizeof *past->game);
    if (!past->game)
        return gr_no_memory(error);
    int code = find_games(past, db, event, error);
    while (past->in_turn < games && past->game[past->in_turn])
        past->in_turn++;
    if (code)
        gr_match_past_free(past);
    return code;
}

void gr_match_past_free(GrMatchPast *past) {
    for (uint32_t i = 0; past->game && i < past->games; i++)
        if (past->game[i]) {
            gr_match_game_free(past->game[i]);
            free(past->game[i]);
        }
    free(past->game);
    *past = (GrMatchPast){0};
}

bool gr_match_past_fits(const GrMatchGame *past, const GrOpening *opening) {
    const GrGame *game = &past->game;
    size_t n = 0;
    if (!gr_same(&game->start, &opening->start))
        return false;
    for (uint32_t node = game->nodes[0].next; node && n < opening->count; node = game->nodes[node].next)
        if (game->nodes[node].move != opening->move[n++])
            return false;
    return n == opening->count;
}
