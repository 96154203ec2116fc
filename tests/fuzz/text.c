/* Games as text: a variant, options, and a text. What is read of it is written in every format; the
 * PGN, read again, gives the same games without errors, and so do formats of moves alone.
 *
 * Options, counted from '0': odd for repair; half of it is the dialect of evaluations; from 10 on,
 * formats that are not read again are written as well. */
#include <stdlib.h>
#include <string.h>

#include "notation/claims.h"
#include "notation/write/html.h"
#include "notation/repair/repair_text.h"
#include "notation/text/unpack.h"
#include "tests/fuzz/fuzz.h"
#include "tests/aid/store_aid.h"

enum { DIALECTS = GR_EVAL_CUTECHESS + 1 };

typedef struct Reading {
    const GrRules *rules;
    unsigned options;
    GrBuffer pgn;               /* of all games */
    unsigned games;
    bool unread;                /* one was without known rules, its movetext as it stands, */
    bool foreign;               /* and that is no plain text (is_foreign) */
} Reading;

static void check_diagnostics(const GrGame *game) {
    for (size_t i = 0; i < game->diag_count; i++) {
        const char *text = gr_game_string(game, game->diags[i].text);
        FUZZ_CHECK(*text, "a diagnostic without a word");
        FUZZ_CHECK(fuzz_is_utf8(text, strlen(text)), "a diagnostic cut inside a letter: %s", text);
    }
}

/* Formats that nothing reads back: they are text, all the same. */
static void check_formats(const GrGame *game) {
    GrBuffer out;
    gr_buffer_init(&out);
    for (const GrFormat *const *format = gr_formats; *format; format++) {
        gr_buffer_clear(&out);
        (*format)->game(&out, game, 1, 1);
        FUZZ_CHECK(!out.failed, "no memory for %s", (*format)->name);
        FUZZ_CHECK(fuzz_is_utf8(out.data, out.len), "%s is no UTF-8: %s",
                   (*format)->name, out.data);
    }
    gr_html_begin(&out, "Games");
    gr_html_game(&out, game, 1);
    gr_html_end(&out);
    FUZZ_CHECK(!out.failed, "no memory for a page");
    gr_buffer_free(&out);
}

/* Reads the first game of a text; false if there is none. */
static bool read_one(const GrBuffer *text, const GrRules *rules, GrGame *game) {
    GrError error;
    GrReader *reader = gr_reader_open_memory(text->data, text->len, fuzz_book(), rules, &error);
    FUZZ_CHECK(reader, "%s", error.text);
    int code = gr_reader_next(reader, game, &error);
    FUZZ_CHECK(code >= 0, "%s", error.text);
    gr_reader_close(reader);
    return code == 1;
}

static bool has_error(const GrGame *game, const char *text) {
    for (size_t i = 0; i < game->diag_count; i++)
        if (game->diags[i].severity == GR_ERROR &&
            !strcmp(gr_game_string(game, game->diags[i].text), text))
            return true;
    return false;
}

/* An error of a game that is read from what was written of another, which has not got it: what
 * contradicts itself, as a score may the result, still does. NULL: there is none. */
static const char *new_error(const GrGame *game, const GrGame *old) {
    for (size_t i = 0; i < game->diag_count; i++) {
        const char *text = gr_game_string(game, game->diags[i].text);
        if (game->diags[i].severity == GR_ERROR && !has_error(old, text))
            return text;
    }
    return NULL;
}

/* Tags that are written as the game has it, whatever the text said. */
static bool is_of_game(const char *tag) {
    static const char *const names[] = {"Variant", "SetUp", "FEN", "Result"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(tag, names[i]))
            return true;
    return false;
}

/* Are all other tags of a game as they were in what is read from its PGN? That may have more. */
static bool tags_are_kept(const GrGame *game, const GrGame *again) {
    for (size_t i = 0; i < game->tag_count; i++) {
        const char *name = gr_game_string(game, game->tags[i].name);
        const char *value = gr_game_tag(again, name);
        if (!is_of_game(name) && (!value || strcmp(value, gr_game_tag(game, name))))
            return false;
    }
    return true;
}

/* Lines of PGN are filled, so that one blank is as good as another, and as several. */
static bool same_words(const char *a, const char *b) {
    static const char blanks[] = " \t\n";
    for (;;) {
        a += strspn(a, blanks);
        b += strspn(b, blanks);
        size_t len = strcspn(a, blanks);
        if (len != strcspn(b, blanks) || memcmp(a, b, len))
            return false;
        if (!len)
            return true;
        a += len;
        b += len;
    }
}

/* Is it text that nobody reads, written as it stands, with what looks like another kind of file or like markup? Then
 * its second reading may take that for what it looks like. */
static bool is_foreign(const GrGame *game) {
    const char *rest = gr_game_string(game, game->rest);
    bool foreign = strchr(rest, '<') || strstr(rest, "\xEF\xBF\xBD");
    for (; *rest; rest++)
        foreign |= (unsigned char)*rest < ' ' && !strchr("\t\n\v\f", *rest);
    return !game->rules && foreign;
}

/* The PGN of a game is read as that game. */
static void check_pgn(const GrGame *game, const GrBuffer *pgn) {
    GrGame again, plain;
    gr_game_init(&again);
    FUZZ_CHECK(read_one(pgn, NULL, &again), "is not read again:\n%s", pgn->data);
    const char *error = new_error(&again, game);
    FUZZ_CHECK(!game->rules || game->partial || !error, "%s: in\n%s", error, pgn->data);
    FUZZ_CHECK(tags_are_kept(game, &again), "other tags are read from\n%s", pgn->data);
    /* Movetext that nobody reads may have the result in what it never closes. */
    FUZZ_CHECK(!game->rules || same_words(gr_game_string(game, game->rest),
                                          gr_game_string(&again, again.rest)),
               "another rest is read from\n%s", pgn->data);
    /* Diagnostics are of the text, and the other text is better. */
    plain = *game;
    plain.tag_count = again.tag_count = plain.diag_count = again.diag_count = 0;
    plain.rest = again.rest = 0;
    const char *differs = aid_differs(&plain, &again);
    FUZZ_CHECK(!differs || is_foreign(game), "another %s is read from\n%s", differs, pgn->data);
    gr_game_free(&again);
}

/* The main line survives a format that has the moves alone. (A lone null move is no game.) */
static void check_moves(const GrGame *game, const GrFormat *format) {
    GrBuffer text, uci, got;
    GrGame again;
    GrPosition start;
    gr_start(game->rules, &start);
    if (!game->plies || !gr_same(&start, &game->start) ||
        gr_move_kind(game->nodes[game->nodes[0].next].move) == GR_PASS)
        return;
    gr_buffer_init(&text);
    gr_buffer_init(&uci);
    gr_buffer_init(&got);
    gr_game_init(&again);
    format->game(&text, game, 1, 1);
    gr_format_uci.game(&uci, game, 1, 1);
    FUZZ_CHECK(read_one(&text, game->rules, &again), "is not read again: %s", text.data);
    gr_format_uci.game(&got, &again, 1, 1);
    FUZZ_CHECK(!got.failed && got.data && !strcmp(got.data, uci.data),
               "%swritten as\n%sis read as\n%s", uci.data, text.data, got.data);
    gr_game_free(&again);
    gr_buffer_free(&text);
    gr_buffer_free(&uci);
    gr_buffer_free(&got);
}

static void take(Reading *reading, GrGame *game) {
    GrBuffer pgn;
    check_diagnostics(game);
    gr_buffer_init(&pgn);
    gr_format_pgn.game(&pgn, game, 1, 1);
    FUZZ_CHECK(!pgn.failed && pgn.data, "no memory");
    if (reading->options >= 2 * DIALECTS)
        check_formats(game);
    check_pgn(game, &pgn);
    static const GrFormat *const lines[] = {&gr_format_san, &gr_format_long, &gr_format_uci};
    for (int i = 0; game->rules && i < 3; i++)
        check_moves(game, lines[i]);
    reading->unread |= !game->rules;
    reading->foreign |= is_foreign(game);
    reading->games++;
    gr_buffer_add(&reading->pgn, pgn.data, pgn.len);
    gr_buffer_free(&pgn);
    FUZZ_CHECK(gr_note_claims(game) == 0, "no memory");
    check_diagnostics(game);
}

static bool is_compressed(const char *text, size_t len) {
    GrUnpack *unpack;
    FUZZ_CHECK(!gr_unpack_open((const unsigned char *)text, len, &unpack), "no memory");
    gr_unpack_close(unpack);
    return unpack != NULL;
}

static void read_first(Reading *reading, const char *text, size_t len) {
    GrRepairLimits limits = gr_repair_limits();
    GrError error;
    GrGame game;
    int code;
    limits.steps = 20000;
    limits.nodes = 2000;
    limits.tokens = 300;
    limits.edits = 4;
    GrReader *reader = gr_reader_open_memory(text, len, fuzz_book(), reading->rules, &error);
    FUZZ_CHECK(reader, "%s", error.text);
    gr_reader_set_evals(reader, (GrEvalDialect)(reading->options / 2 % DIALECTS));
    bool repair = reading->options % 2;
    if (repair)
        gr_reader_keep_text(reader);
    gr_game_init(&game);
    while ((code = gr_repair_next(reader, repair ? &limits : NULL, &game, &error)) > 0)
        take(reading, &game);
    /* Any text can be read to its end; only compressed data may be damaged. */
    FUZZ_CHECK(!code || (code == GR_ERR_IO && is_compressed(text, len)), "%s", error.text);
    gr_game_free(&game);
    gr_reader_close(reader);
}

/* All of the games together: none runs into the next one. */
static void check_together(const Reading *reading) {
    GrBuffer again;
    gr_buffer_init(&again);
    int games = aid_rewrite(fuzz_book(), NULL, reading->pgn.data, reading->pgn.len, &gr_format_pgn,
                            &again);
    FUZZ_CHECK(reading->foreign || games == (int)reading->games, "%d games, not %u, are read from\n%s", games,
               reading->games, reading->pgn.data);
    FUZZ_CHECK(reading->unread || !strcmp(again.data, reading->pgn.data), "%s\nis read as\n%s", reading->pgn.data,
               again.data);
    gr_buffer_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    FuzzInput in = {data, data + size};
    Reading reading = {.rules = fuzz_any_rules(fuzz_byte(&in))};
    reading.options = (fuzz_byte(&in) - '0') & 255;
    gr_buffer_init(&reading.pgn);
    read_first(&reading, (const char *)in.at, (size_t)(in.end - in.at));
    FUZZ_CHECK(!reading.pgn.failed, "no memory");
    if (reading.games)
        check_together(&reading);
    gr_buffer_free(&reading.pgn);
    return 0;
}
